//! `azulejo analyse`: the best moves of a position; luck and skill in a game.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, anyhow};
use azulejo_ai::Limit;
use azulejo_ai::analysis::{PositionAnalysis, analyse_position};
use azulejo_ai::analysis_protocol::{ledger_response, limits, position_response};
use azulejo_ai::eval::Evaluator;
use azulejo_ai::ledger::{
    Account, Effort, GameAnalysis, Ledger, Measure, Missing, MoveEntry, PlayerLedger, Severity,
    analyse_on_threads,
};
use azulejo_ai::search::{Engine, Limits};
use azulejo_rules::record::Record;
use azulejo_rules::{Phase, Position};

use super::parse_position;
use crate::args::AnalyseArgs;
use crate::failure::open_error;
use crate::progress;
use crate::screen::Screen;

/// Analyses the argument: a file of records if such a file exists, otherwise a position.
pub(crate) fn run(args: &AnalyseArgs, screen: &mut Screen) -> Result<()> {
    let path = Path::new(&args.what);
    // The text of a position contains spaces; anything else is taken for a file name.
    if path.is_file() || !args.what.contains(' ') {
        games(args, path, screen)
    } else {
        let position = parse_position(&args.what)?;
        if position.phase() != Phase::Offer {
            return Err(anyhow!(
                "the position: there is no move to analyse, because no tiles are on offer"
            ));
        }
        let limits = limits(
            args.limit,
            Limits {
                nodes: Some(1_000_000),
                ..Limits::default()
            },
        );
        let mut engine = Engine::new(Evaluator::shipped());
        let never = AtomicBool::new(false);
        let analysis = analyse_position(&mut engine, &position, limits, args.best, &never)?;
        show_position(&position, &analysis, args.json, screen)
    }
}

/// The requested effort; a limit replaces its search limits.
fn effort(requested: Option<Effort>, limit: Option<Limit>) -> Effort {
    let effort = requested.unwrap_or_default();
    effort.with_limits(limits(limit, effort.limits))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn show_position(
    position: &Position,
    analysis: &PositionAnalysis,
    json: bool,
    screen: &mut Screen,
) -> Result<()> {
    if json {
        let mut object = position_response(analysis);
        object.insert("position".to_owned(), position.to_string().into());
        screen.line(&serde_json::Value::Object(object).to_string())?;
        screen.flush()?;
        return Ok(());
    }
    let sight = if analysis.exact {
        "searched to the end of the round".to_owned()
    } else {
        format!("{} moves ahead", analysis.depth)
    };
    screen.line(&format!(
        "player {} to move; {sight}; {} nodes",
        analysis.seat, analysis.nodes
    ))?;
    screen.line("")?;
    screen.line("move   wins   margin  principal variation")?;
    for judged in &analysis.moves {
        let line: Vec<_> = judged.pv.iter().map(ToString::to_string).collect();
        screen.line(&format!(
            "{}  {:>5.1} %  {:>+6.1}  {}",
            judged.m,
            100.0 * judged.win[analysis.seat.index()],
            judged.margin,
            line.join(" ")
        ))?;
    }
    screen.flush()?;
    Ok(())
}

fn games(args: &AnalyseArgs, path: &Path, screen: &mut Screen) -> Result<()> {
    let text = fs::read_to_string(path).map_err(|e| {
        open_error(
            path,
            &e,
            "pass a file of records, or a position's text in quotes",
        )
    })?;
    let effort = effort(args.effort, args.limit);
    let threads = args.threads.map_or_else(cores, usize::from);
    let evaluator = Evaluator::shipped();
    let stop = Arc::new(AtomicBool::new(false));
    // A second interrupt ends the program.
    #[cfg(unix)]
    {
        let interrupt = signal_hook::consts::SIGINT;
        signal_hook::flag::register_conditional_shutdown(interrupt, 130, Arc::clone(&stop))?;
        signal_hook::flag::register(interrupt, Arc::clone(&stop))?;
    }
    let mut seen = 0;
    for (i, line) in text.lines().enumerate() {
        let number = i + 1;
        if args.game.is_some_and(|game| game != number as u64) {
            continue;
        }
        seen += 1;
        let place = || format!("{}, line {number}", path.display());
        let record: Record = line.parse().map_err(|e| anyhow!("{}: {e}", place()))?;
        let mut analysis =
            GameAnalysis::new(&record, effort).map_err(|e| anyhow!("{}: {e}", place()))?;
        let bar = progress::of_steps();
        analyse_on_threads(
            &mut analysis,
            &evaluator,
            &effort,
            threads,
            &stop,
            |done, all| {
                bar.set_length(all as u64);
                bar.set_position(done as u64);
            },
        );
        bar.finish_and_clear();
        let Some(ledger) = analysis.ledger(&evaluator) else {
            let Missing { positions, deals } = analysis.missing();
            return Err(anyhow!(
                "{}: interrupted; not searched: {positions} positions of the game and {deals} \
                 other deals",
                place()
            ));
        };
        if args.json {
            let mut object = ledger_response(&ledger);
            object.insert("game".to_owned(), number.into());
            screen.line(&serde_json::Value::Object(object).to_string())?;
        } else {
            show_game(number, &record, &ledger, screen)?;
        }
        screen.flush()?;
    }
    if let Some(game) = args.game
        && seen == 0
    {
        return Err(anyhow!(
            "{}: there is no game {game} in this file",
            path.display()
        ));
    }
    Ok(())
}

fn show_game(number: usize, record: &Record, ledger: &Ledger, screen: &mut Screen) -> Result<()> {
    screen.line(&format!("game {number}: {}", record.players.join(", ")))?;
    for deal in &ledger.deals {
        screen.line("")?;
        let luck = by_player(&deal.luck(Measure::Win), record);
        screen.line(&format!("round {}, luck of the deal: {luck}", deal.round))?;
        for m in ledger.moves.iter().filter(|m| m.round == deal.round) {
            screen.line(&move_line(m, record))?;
        }
        for tiling in ledger.tilings.iter().filter(|t| t.round == deal.round) {
            let (loss, points) = (
                tiling.parts(Measure::Win).loss,
                tiling.parts(Measure::Points).loss,
            );
            let best: Vec<_> = tiling.best.iter().map(ToString::to_string).collect();
            screen.line(&format!(
                "  tiling: {}  {}",
                record.players[tiling.seat.index()],
                judgement(loss, points, &best.join(" "), tiling.severity())
            ))?;
        }
        let ended = |b: &&azulejo_ai::ledger::BoundaryEntry| b.round == deal.round;
        if let Some(boundary) = ledger.boundaries.iter().find(ended) {
            let revision = by_player(&boundary.revision(Measure::Win), record);
            screen.line(&format!("  revision: {revision}"))?;
        }
    }
    screen.line("")?;
    for player in &ledger.players {
        for line in player_lines(player, ledger, record) {
            screen.line(&line)?;
        }
    }
    screen.line("")?;
    Ok(())
}

fn by_player(values: &[f64], record: &Record) -> String {
    let all = values.iter().zip(&record.players);
    let parts: Vec<_> = all
        .map(|(value, name)| format!("{name} {:+.1} %", 100.0 * value))
        .collect();
    parts.join(", ")
}

fn move_line(m: &MoveEntry, record: &Record) -> String {
    let (loss, points) = m.loss();
    format!(
        "  {:>2}. {}  {}  ({:.1} % to win)  {}",
        m.number,
        record.players[m.seat.index()],
        m.played,
        100.0 * m.before.win[m.seat.index()],
        judgement(loss, points, &m.best.to_string(), m.severity())
    )
}

fn judgement(loss: f64, points: f64, best: &str, severity: Option<Severity>) -> String {
    if loss < 0.0005 && severity.is_none() {
        return "best".to_owned();
    }
    let severity = severity.map_or_else(String::new, |s| format!(" ({})", s.name()));
    format!(
        "{:.1} % and {points:.1} points less than {best}{severity}",
        100.0 * loss
    )
}

fn player_lines(player: &PlayerLedger, ledger: &Ledger, record: &Record) -> [String; 3] {
    let [slips, mistakes, blunders] = player.errors;
    let account = |account: &Account, factor: f64| {
        let given_up = if ledger.given_up.is_some() {
            format!(", given up {:+.1}", factor * account.given_up)
        } else {
            String::new()
        };
        let end = if ledger.finished { "result" } else { "value" };
        format!(
            "start {:.1}, luck {:+.1}, own losses {:+.1}, others' moves {:+.1}, revision {:+.1}\
             {given_up}, {end} {:.1}",
            factor * account.start,
            factor * account.luck,
            0.0 - factor * account.loss,
            factor * account.gained,
            factor * account.revision,
            factor * account.end
        )
    };
    [
        format!(
            "{}: {} play; {:.1} % lost per decision ({} decisions); {slips} slips, {mistakes} \
             mistakes, {blunders} blunders",
            record.players[player.seat.index()],
            player.grade.name(),
            100.0 * player.mean_loss,
            player.decisions,
        ),
        format!("  win probability: {}", account(&player.win, 100.0)),
        format!("  points: {}", account(&player.points, 1.0)),
    ]
}
