//! Measures move ordering: the share of beta cutoffs that the first move causes, per setting.
//!
//! `cargo run --release -p azulejo-ai --example ordering -- [NODES] [POSITIONS]`; positions are
//! round starts from games of `artisan`.

use std::error::Error;
use std::sync::atomic::AtomicBool;

use azulejo_ai::eval::{Evaluator, Setting};
use azulejo_ai::matches::{GameSetup, play_game};
use azulejo_ai::search::{Cutoffs, Engine, Limits, MultiPv};
use azulejo_ai::{Bot, BotSpec};
use azulejo_rules::record::Step;
use azulejo_rules::{Position, Seat};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let nodes: u64 = args.next().map_or(Ok(100_000), |text| text.parse())?;
    let positions: usize = args.next().map_or(Ok(50), |text| text.parse())?;
    println!("| setting | positions | beta cutoffs | by the first move |");
    println!("|---|---|---|---|");
    for setting in Setting::ALL {
        let mut cutoffs = Cutoffs::default();
        let starts = round_starts(setting, positions)?;
        let mut engine = Engine::new(Evaluator::shipped());
        for position in &starts {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            engine.new_game();
            let found = engine.search(position, limits, MultiPv::BEST, &AtomicBool::new(false))?;
            cutoffs.total += found.cutoffs.total;
            cutoffs.by_first_move += found.cutoffs.by_first_move;
        }
        println!(
            "| {} | {} | {} | {:.1} % |",
            setting.name(),
            starts.len(),
            cutoffs.total,
            100.0 * cutoffs.by_first_move as f64 / cutoffs.total.max(1) as f64
        );
    }
    Ok(())
}

/// Returns positions right after a deal.
fn round_starts(setting: Setting, count: usize) -> Result<Vec<Position>, Box<dyn Error>> {
    let spec: BotSpec = "artisan".parse()?;
    let seats: Vec<usize> = (0..setting.players.count()).collect();
    let mut bots: Vec<Bot> = seats.iter().map(|_| Bot::new(spec, 0)).collect();
    let mut starts = Vec::new();
    let mut seed = 1;
    while starts.len() < count {
        let setup = GameSetup {
            wall: setting.wall,
            start: Seat::ALL[0],
            seed,
        };
        seed += 1;
        let game = play_game(&mut bots, &seats, setup);
        game.record().walk(|_, step, after| {
            if matches!(step, Step::Deal(_)) {
                starts.push(*after);
            }
        })?;
    }
    starts.truncate(count);
    Ok(starts)
}
