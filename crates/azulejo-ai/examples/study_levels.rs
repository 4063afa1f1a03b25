//! Analyses many games and reports, per bot, the loss per move and overlooked floor costs, and
//! checks that luck averages out. Games have two players on the coloured wall, each with its own
//! deals, and are analysed as by `azulejo analyse`. Each bot plays against itself: against a
//! stronger bot a game is soon lost, and in a lost position no move loses anything.
//!
//! `study_levels BOT,BOT,… GAMES NODES [SEED] [RECORDS]`: GAMES per bot, NODES per position;
//! for example `study_levels beginner,tiler,master 100 40000 1 games.jsonl`.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::atomic::AtomicBool;

use azulejo_ai::eval::Evaluator;
use azulejo_ai::ledger::{Effort, GameAnalysis};
use azulejo_ai::matches::{GameSetup, play_game};
use azulejo_ai::search::Engine;
use azulejo_ai::study::{LadderStudy, Mean};
use azulejo_ai::{Bot, BotSpec};
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Seat, Wall};
use rand_core::Rng as _;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [bots, games, nodes, rest @ ..] = args.as_slice() else {
        return Err("usage: study_levels BOT,BOT,… GAMES NODES [SEED] [RECORDS]".into());
    };
    let specs: Vec<BotSpec> = bots.split(',').map(str::parse).collect::<Result<_, _>>()?;
    let games: u64 = games.parse()?;
    let nodes: u64 = nodes.parse()?;
    let seed: u64 = rest.first().map_or(Ok(1), |text| text.parse())?;
    let mut records = match rest.get(1) {
        Some(path) => Some(BufWriter::new(File::create(path)?)),
        None => None,
    };
    let mut tables: Vec<[Bot; 2]> = specs
        .iter()
        .map(|&spec| [Bot::new(spec, 0), Bot::new(spec, 0)])
        .collect();
    let mut engine = Engine::new(Evaluator::shipped());
    let effort = Effort::nodes(nodes, 16);
    let never = AtomicBool::new(false);
    let mut study = LadderStudy::default();
    let mut played = 0;
    // One game of each bot in turn, so that an interrupted run covers them all.
    for round in 0..games {
        for table in &mut tables {
            let setup = GameSetup {
                wall: Wall::Coloured,
                start: Seat::ALL[(round % 2) as usize],
                seed: FastRng::for_game(seed, played).next_u64(),
            };
            let record = play_game(table, &[0, 1], setup).into_record();
            let mut analysis = GameAnalysis::new(&record, effort)?;
            analysis.run(&mut engine, &never);
            if let Some(ledger) = analysis.ledger(engine.evaluator()) {
                study.add(&record, &ledger)?;
            }
            if let Some(records) = &mut records {
                writeln!(records, "{record}")?;
                records.flush()?;
            }
            played += 1;
        }
        if (round + 1) % 10 == 0 || round + 1 == games {
            report(&study, played, nodes);
        }
    }
    Ok(())
}

/// Prints the results so far.
fn report(study: &LadderStudy, games: u64, nodes: u64) {
    let percent = |m: Mean| format!("{:.2} % ± {:.2}", 100.0 * m.mean, 100.0 * m.error);
    let points = |m: Mean| format!("{:.2} ± {:.2}", m.mean, m.error);
    let luck = study.luck();
    println!("{games} games, analysed with {nodes} nodes per position; ± is one standard error");
    println!(
        "luck of the first seat: {} per game, {:+.2} standard errors from zero",
        percent(luck),
        luck.mean / luck.error
    );
    println!(
        "| bot | games | moves | loss per move | points lost per move | floor costs overlooked | points lost to them per game |"
    );
    println!("|---|---|---|---|---|---|---|");
    for bot in study.bots() {
        println!(
            "| {} | {} | {} | {} | {} | {} | {} |",
            bot.name,
            bot.games(),
            bot.moves(),
            percent(bot.loss()),
            points(bot.points_lost()),
            percent(bot.floor_oversights()),
            points(bot.floor_points())
        );
    }
    println!();
}
