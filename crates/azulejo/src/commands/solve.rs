//! `azulejo solve`: the proven value of the rest of a round.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Result, anyhow};
use azulejo_ai::analysis_protocol::round;
use azulejo_ai::eval::Evaluator;
use azulejo_ai::search::solver::{Progress, Solution, Solver, SolverOptions};
use azulejo_ai::search::win_probability;
use azulejo_rules::Position;
use serde_json::json;

use super::{cores, parse_position, stop_on_interrupt};
use crate::args::SolveArgs;
use crate::i18n::Lang;
use crate::progress;
use crate::screen::Screen;
use crate::words::Words;

/// Solves the position and prints its value with best play, or an error with the bounds found.
pub(crate) fn run(args: &SolveArgs, screen: &mut Screen) -> Result<()> {
    let words = Words::new(args.lang.unwrap_or_else(Lang::from_environment));
    let position = parse_position(&args.position)?;
    let stop = Arc::new(AtomicBool::new(false));
    stop_on_interrupt(&stop)?;
    let threads = args.threads.map_or_else(cores, usize::from);
    let options = SolverOptions {
        threads,
        memory: args.memory,
        nodes: args.nodes,
    };
    let line = progress::of_proof();
    line.enable_steady_tick(Duration::from_millis(200));
    let mut on_progress = |bounds: &Progress| {
        let (low, high) = percents(bounds);
        line.set_message(words.proof_bounds(low, high, bounds.nodes));
        line.tick();
    };
    let solution = Solver::new(Evaluator::shipped(), options)
        .solve(&position, &stop, &mut on_progress)
        .map_err(|error| anyhow!("the position: {error}"))?;
    line.finish_and_clear();
    if args.json {
        screen.line(&json(&position, &solution, threads).to_string())?;
    } else if solution.value().is_some() {
        for text in report(&words, &position, &solution) {
            screen.line(&text)?;
        }
    }
    screen.flush()?;
    if solution.value().is_some() {
        return Ok(());
    }
    let (low, high) = percents(&solution.bounds);
    Err(anyhow!(
        "not solved: {}",
        words.proof_bounds(low, high, solution.bounds.nodes)
    ))
}

/// The bounds as win probabilities, in percent.
fn percents(bounds: &Progress) -> (f64, f64) {
    let percent = |utility| (100.0 * win_probability(utility)).clamp(0.0, 100.0);
    (percent(bounds.lower), percent(bounds.upper))
}

/// The lead of the player to move at the end of the line, in points.
fn margin(position: &Position, solution: &Solution) -> Option<f64> {
    let seat = position.to_move().index();
    match solution.points.as_slice() {
        [one, two] if seat == 0 => Some(one - two),
        [one, two] => Some(two - one),
        _ => None,
    }
}

fn report(words: &Words, position: &Position, solution: &Solution) -> [String; 3] {
    let moves: Vec<_> = solution.line.iter().map(ToString::to_string).collect();
    [
        words.proven_value(
            position.to_move(),
            percents(&solution.bounds).0,
            margin(position, solution).unwrap_or_default(),
        ),
        words.best_play(&moves.join(" ")),
        words.proof_size(solution.bounds.nodes),
    ]
}

fn json(position: &Position, solution: &Solution, threads: usize) -> serde_json::Value {
    let (low, high) = percents(&solution.bounds);
    let moves: Vec<_> = solution.line.iter().map(ToString::to_string).collect();
    json!({
        "position": position.to_string(),
        "seat": position.to_move().number(),
        "solved": solution.value().is_some(),
        "win": [round(low / 100.0, 4), round(high / 100.0, 4)],
        "margin": margin(position, solution).map(|margin| round(margin, 2)),
        "line": moves,
        "nodes": solution.bounds.nodes,
        "threads": threads,
    })
}
