//! Plays a random game and prints its moves, its outcome and its record.
//!
//! Run it with `cargo run --example random_game -- 42`, where 42 is the seed.

use std::error::Error;

use azulejo_rules::record::Step;
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Game, Phase, Seat, Wall};

fn main() -> Result<(), Box<dyn Error>> {
    let seed = match std::env::args().nth(1) {
        Some(text) => text.parse()?,
        None => 1,
    };
    let mut rng = FastRng::new(seed);
    let names = vec!["Ana".to_owned(), "Ben".to_owned()];
    let mut game = Game::new(names, Wall::Coloured, Seat::ONE)?;
    while !game.has_ended() {
        let position = game.position();
        let step = match position.phase() {
            Phase::Refill => {
                println!("Round {}", position.round());
                Step::Deal(position.sample_deal(&mut rng))
            }
            Phase::Offer => {
                let m = position.legal_moves().choose(&mut rng);
                println!("  player {}: {m}", position.to_move());
                Step::Move(m)
            }
            // On the coloured wall every step of tiling is forced.
            Phase::Tiling | Phase::Over => match game.forced_step() {
                Some(step) => step,
                None => break,
            },
        };
        game.step_explained(step)?;
    }
    if let Some(outcome) = game.position().outcome() {
        for standing in outcome.standings() {
            println!("Player {}: {} points", standing.seat, standing.score());
        }
    }
    println!("{}", game.record());
    Ok(())
}
