//! Collects the starts of rounds 1 to 5 from games of strong play, for the solver's suite.
//!
//! `collect_round_starts [COUNT] > crates/azulejo-ai/tests/data/round_starts.txt`

use std::error::Error;

use azulejo_ai::{Bot, BotSpec, Decision};
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Phase, PlayerCount, Position, Seat, Wall};

const ROUNDS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let count: usize = match std::env::args().nth(1) {
        Some(count) => count.parse()?,
        None => 100,
    };
    let spec: BotSpec = "legend@40000n".parse()?;
    let mut starts: [Vec<Position>; ROUNDS] = Default::default();
    for game in 0.. {
        if starts.iter().all(|found| found.len() == count) {
            break;
        }
        let mut rng = FastRng::for_game(19, game);
        let mut bots = [Bot::new(spec, 1), Bot::new(spec, 2)];
        let first = Seat::ALL[(game % 2) as usize];
        let mut position = Position::new(Wall::Coloured, PlayerCount::Two, first);
        while position.phase() != Phase::Over && usize::from(position.round()) <= ROUNDS {
            match position.phase() {
                Phase::Refill => {
                    position.deal_at_random(&mut rng);
                    let found = &mut starts[usize::from(position.round()) - 1];
                    if found.len() < count {
                        found.push(position);
                    }
                }
                Phase::Offer => {
                    let seat = position.to_move();
                    let Decision::Move(m) = bots[seat.index()].decide(&position)? else {
                        return Err(format!("no move in {position}").into());
                    };
                    position.play(m)?;
                }
                _ => {
                    let seat = position.to_move();
                    match position.placements(seat).first() {
                        Some(&placement) => position.tile(seat, placement)?,
                        None => position.settle()?,
                    }
                }
            }
        }
    }
    println!(
        "# The starts of rounds 1 to 5, {count} of each, from games of {spec} with itself: two \
         players, coloured wall."
    );
    for position in starts.iter().flatten() {
        println!("{position}");
    }
    Ok(())
}
