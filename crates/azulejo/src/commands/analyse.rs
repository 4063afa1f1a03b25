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
    Effort, GameAnalysis, Ledger, Measure, Missing, MoveEntry, analyse_on_threads,
};
use azulejo_ai::search::{Engine, Limits};
use azulejo_rules::record::Record;
use azulejo_rules::{Phase, Position};

use super::{cores, parse_position, stop_on_interrupt};
use crate::args::AnalyseArgs;
use crate::failure::open_error;
use crate::i18n::Lang;
use crate::progress;
use crate::screen::Screen;
use crate::words::Words;

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
        show_position(&position, &analysis, &words(args), args.json, screen)
    }
}

/// The requested effort; a limit replaces its search limits.
fn effort(requested: Option<Effort>, limit: Option<Limit>) -> Effort {
    let effort = requested.unwrap_or_default();
    effort.with_limits(limits(limit, effort.limits))
}

fn show_position(
    position: &Position,
    analysis: &PositionAnalysis,
    words: &Words,
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
    let depth = (!analysis.exact).then_some(analysis.depth);
    screen.line(&words.position_head(analysis.seat, depth, analysis.nodes))?;
    screen.line("")?;
    let [played, wins, margin, line] = words.move_headings();
    let rows: Vec<[String; 3]> = analysis
        .moves
        .iter()
        .map(|judged| {
            [
                judged.m.to_string(),
                words.percent(judged.win[analysis.seat.index()]),
                words.signed_decimal(judged.margin, 1),
            ]
        })
        .collect();
    let width = |column: usize, heading: &str| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.fold(heading.chars().count(), usize::max)
    };
    let widths = [width(0, &played), width(1, &wins), width(2, &margin)];
    let row = |[first, second, third]: &[String; 3], line: &str| {
        let [a, b, c] = widths;
        format!("{first:<a$}  {second:>b$}  {third:>c$}  {line}")
    };
    screen.line(&row(&[played, wins, margin], &line))?;
    for (cells, judged) in rows.iter().zip(&analysis.moves) {
        let line: Vec<_> = judged.pv.iter().map(ToString::to_string).collect();
        screen.line(&row(cells, &line.join(" ")))?;
    }
    screen.flush()?;
    Ok(())
}

fn words(args: &AnalyseArgs) -> Words {
    Words::new(args.lang.unwrap_or_else(Lang::from_environment))
}

fn games(args: &AnalyseArgs, path: &Path, screen: &mut Screen) -> Result<()> {
    let words = words(args);
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
    stop_on_interrupt(&stop)?;
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
            show_game(number, &record, &ledger, &words, screen)?;
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
    ledger: &Ledger,
    words: &Words,
    screen: &mut Screen,
) -> Result<()> {
    let names = &record.players;
    screen.line(&words.analysed_game(number, names))?;
    for deal in &ledger.deals {
        screen.line("")?;
        screen.line(&words.deal_luck(deal.round, &deal.luck(Measure::Win), names))?;
        for m in ledger.moves.iter().filter(|m| m.round == deal.round) {
            screen.line(&move_line(m, names, words))?;
        }
        for tiling in ledger.tilings.iter().filter(|t| t.round == deal.round) {
            let (loss, points) = (
                tiling.parts(Measure::Win).loss,
                tiling.parts(Measure::Points).loss,
            );
            let best: Vec<_> = tiling.best.iter().map(ToString::to_string).collect();
            let judgement = words.judgement(loss, points, &best.join(" "), tiling.severity());
            let line = words.analysed_tiling(&names[tiling.seat.index()], &judgement);
            screen.line(&format!("  {line}"))?;
        }
        let ended = |b: &&azulejo_ai::ledger::BoundaryEntry| b.round == deal.round;
        if let Some(boundary) = ledger.boundaries.iter().find(ended) {
            let revision = words.round_revision(&boundary.revision(Measure::Win), names);
            screen.line(&format!("  {revision}"))?;
        }
    }
    screen.line("")?;
    for player in &ledger.players {
        screen.line(&words.player_summary(&names[player.seat.index()], player))?;
        let given_up = ledger.given_up.is_some();
        for account in words.player_accounts(player, ledger.finished, given_up) {
            screen.line(&format!("  {account}"))?;
        }
    }
    screen.line("")?;
    Ok(())
}

fn move_line(m: &MoveEntry, names: &[String], words: &Words) -> String {
    let (loss, points) = m.loss();
    let judgement = words.judgement(loss, points, &m.best.to_string(), m.severity());
    let before = m.before.win[m.seat.index()];
    let line = words.analysed_move(&names[m.seat.index()], m.played, before, &judgement);
    format!("  {:>2}. {line}", m.number)
}
