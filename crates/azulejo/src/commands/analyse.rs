//! `azulejo analyse`: the best moves of a position; luck and skill in a game.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, anyhow};
use azulejo_ai::analysis::{
    GameReview, PositionAnalysis, ReviewPlan, analyse_position, analyse_record,
};
use azulejo_ai::analysis_protocol::{limits, position_response};
use azulejo_ai::eval::Evaluator;
use azulejo_ai::search::{Engine, Limits};
use azulejo_rules::record::Record;
use azulejo_rules::{Phase, Position};

use super::parse_position;
use crate::analysis_json;
use crate::args::AnalyseArgs;
use crate::failure::open_error;
use crate::progress;
use crate::screen::Screen;

/// Analyses the argument: a file of records if such a file exists, otherwise a position.
pub(crate) fn run(args: &AnalyseArgs, screen: &mut Screen) -> Result<()> {
    let mut engine = Engine::new(Evaluator::shipped());
    let path = Path::new(&args.what);
    // The text of a position contains spaces; anything else is taken for a file name.
    if path.is_file() || !args.what.contains(' ') {
        games(args, path, &mut engine, screen)
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
        let never = AtomicBool::new(false);
        let analysis = analyse_position(&mut engine, &position, limits, args.best, &never)?;
        show_position(&position, &analysis, args.json, screen)
    }
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

fn games(args: &AnalyseArgs, path: &Path, engine: &mut Engine, screen: &mut Screen) -> Result<()> {
    let text = fs::read_to_string(path).map_err(|e| {
        open_error(
            path,
            &e,
            "pass a file of records, or a position's text in quotes",
        )
    })?;
    let plan = ReviewPlan {
        limits: limits(args.limit, ReviewPlan::default().limits),
        ..ReviewPlan::default()
    };
    let mut seen = 0;
    for (i, line) in text.lines().enumerate() {
        let number = i + 1;
        if args.game.is_some_and(|game| game != number as u64) {
            continue;
        }
        seen += 1;
        let place = || format!("{}, line {number}", path.display());
        let record: Record = line.parse().map_err(|e| anyhow!("{}: {e}", place()))?;
        let bar = progress::of_steps();
        let review = analyse_record(engine, &record, plan, |done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        });
        bar.finish_and_clear();
        let review = review.map_err(|e| anyhow!("{}: {e}", place()))?;
        if args.json {
            let mut object = analysis_json::game(&review);
            object.insert("game".to_owned(), number.into());
            screen.line(&serde_json::Value::Object(object).to_string())?;
        } else {
            show_game(number, &record, &review, screen)?;
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

fn show_game(
    number: usize,
    record: &Record,
    review: &GameReview,
    screen: &mut Screen,
) -> Result<()> {
    screen.line(&format!("game {number}: {}", record.players.join(", ")))?;
    for deal in &review.deals {
        let luck: Vec<_> = deal
            .luck
            .iter()
            .zip(&record.players)
            .map(|(luck, name)| format!("{name} {:+.1} %", 100.0 * luck))
            .collect();
        screen.line("")?;
        screen.line(&format!(
            "round {}, luck of the deal: {}",
            deal.round,
            luck.join(", ")
        ))?;
        for m in review.moves.iter().filter(|m| m.round == deal.round) {
            let name = &record.players[m.seat.index()];
            let judgement = if m.loss < 0.0005 {
                "best".to_owned()
            } else {
                format!(
                    "{:.1} % and {:.1} points less than {}{}",
                    100.0 * m.loss,
                    m.points_lost,
                    m.best,
                    remark(m.loss)
                )
            };
            screen.line(&format!(
                "  {:>2}. {name}  {}  ({:.1} % to win)  {judgement}",
                m.number,
                m.played,
                100.0 * m.win
            ))?;
        }
    }
    screen.line("")?;
    for player in &review.players {
        screen.line(&format!(
            "{}: {} play; {} moves gave away {:.1} % and {:.1} points; luck {:+.1} %",
            record.players[player.seat.index()],
            player.grade.name(),
            player.moves,
            100.0 * player.loss,
            player.points_lost,
            100.0 * player.luck
        ))?;
    }
    screen.line("")?;
    Ok(())
}

/// A short verdict on a loss of this size.
fn remark(loss: f64) -> &'static str {
    match loss {
        l if l >= 0.10 => " (blunder)",
        l if l >= 0.05 => " (mistake)",
        l if l >= 0.02 => " (inaccuracy)",
        _ => "",
    }
}
