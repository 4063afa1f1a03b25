//! Collects positions with few groups of tiles left from play between bots, for the endgame tests.
//!
//! `collect_endgames > crates/azulejo-ai/tests/data/endgames.txt`

use azulejo_ai::{Bot, BotSpec, Decision};
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Phase, PlayerCount, Position, Seat, Wall};

fn main() {
    println!(
        "# Two-player positions from play between bots, with 1 to 8 groups of tiles on offer."
    );
    let spec: BotSpec = "master@2000n".parse().expect("a bot");
    let mut bots = [Bot::new(spec, 1), Bot::new(spec, 2)];
    let mut wanted = [60, 80, 110, 130, 160, 160, 160, 200];
    let mut rng = FastRng::new(2026);
    for number in 0.. {
        if wanted.iter().all(|&w| w == 0) {
            break;
        }
        // Mostly the coloured wall, with a share of grey ones.
        let wall = if number % 5 == 4 {
            Wall::Grey
        } else {
            Wall::Coloured
        };
        let mut position = Position::new(wall, PlayerCount::Two, Seat::ALL[number % 2]);
        while position.phase() != Phase::Over && position.round() < 12 {
            match position.phase() {
                Phase::Refill => {
                    position.deal_at_random(&mut rng);
                }
                Phase::Offer => {
                    let groups = position.group_count() as usize;
                    if groups <= 8 && wanted[groups - 1] > 0 && below(&mut rng, 4) == 0 {
                        wanted[groups - 1] -= 1;
                        println!("{position}");
                    }
                    let m = match bots[position.to_move().index()].decide(&position) {
                        Ok(Decision::Move(m)) if below(&mut rng, 12) > 0 => m,
                        _ => position.legal_moves().choose(&mut rng),
                    };
                    position.play(m).expect("a legal move");
                }
                _ => {
                    let seat = position.to_move();
                    let placements = bots[0].tile(&position, seat);
                    for &placement in &placements {
                        position.tile(seat, placement).expect("a legal placement");
                    }
                    if placements.is_empty() {
                        position.settle().expect("the floors can be charged");
                    }
                }
            }
        }
    }
}
