//! Games that bots play against themselves, to learn from.

use core::sync::atomic::AtomicBool;

use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{DEFAULT_ROUND_CAP, Outcome, Phase, Position, Seat};

use crate::baseline::{greedy_move, greedy_tiling};
use crate::levels::Attention;
use crate::search::{Ask, Engine, Limits};
use crate::value::Setting;

/// How self-play is run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SelfPlay {
    /// What is played.
    pub setting: Setting,
    /// How many games.
    pub games: u64,
    /// How many nodes each move is searched.
    pub nodes: u64,
    /// The share of moves played at random, so that the fit sees more than the bots' own taste.
    pub random: f32,
    /// The share of seats that `greedy` takes in the place of the search, so that the fit sees
    /// tables where not everybody thinks alike.
    pub greedy: f32,
    /// The share of positions in the middle of a round that are noted too.
    pub open: f32,
    /// The seed.
    pub seed: u64,
    /// How many threads play.
    pub threads: u64,
}

/// Plays one game of a plan; `note` gets every position before a deal but the first, and some of the
/// offers. Nothing when the game does not end.
pub(crate) fn play_noted(
    plan: SelfPlay,
    game: u64,
    engine: &mut Engine,
    mut note: impl FnMut(&Position),
) -> Option<Outcome> {
    let Setting { players, wall } = plan.setting;
    let mut rng = FastRng::for_game(plan.seed, game);
    let start = Seat::ALL[below(&mut rng, players.count() as u32) as usize];
    let mut position = Position::new(wall, players, start);
    let limits = Limits {
        nodes: Some(plan.nodes),
        ..Limits::default()
    };
    let never = AtomicBool::new(false);
    engine.forget();
    let takes_seat = |_| crate::bot::chance(&mut rng, plan.greedy);
    let greedy: Vec<bool> = (0..players.count()).map(takes_seat).collect();
    loop {
        match position.phase() {
            Phase::Refill if position.round() > DEFAULT_ROUND_CAP => return None,
            Phase::Refill => {
                if position.round() > 1 {
                    note(&position);
                }
                position.deal_at_random(&mut rng);
            }
            Phase::Offer => {
                if plan.open > 0.0 && crate::bot::chance(&mut rng, plan.open) {
                    note(&position);
                }
                let at_random = crate::bot::chance(&mut rng, plan.random);
                let m = if at_random {
                    position.legal_moves().choose(&mut rng)
                } else if greedy[position.to_move().index()] {
                    greedy_move(&position, Attention::FULL, &mut rng)
                } else {
                    engine
                        .search(&position, limits, Ask::BEST, &never)
                        .expect("tiles are on offer")
                        .best()
                };
                position.play_unchecked(m);
            }
            Phase::Tiling => {
                let seat = position.to_move();
                let placements = if greedy[seat.index()] {
                    greedy_tiling(&position, seat)
                } else {
                    crate::bot::best_tiling(&position, seat, engine.value())
                };
                for &placement in &placements {
                    position.tile_unchecked(seat, placement);
                }
                if placements.is_empty() && position.settle().is_err() {
                    unreachable!("with nothing to tile the floors are charged");
                }
            }
            Phase::Over => break,
        }
    }
    position.outcome()
}
