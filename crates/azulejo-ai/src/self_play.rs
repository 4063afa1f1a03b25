//! Self-play: games that bots play against themselves, as training data.

use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;

use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{DEFAULT_ROUND_CAP, Outcome, Phase, Position, Seat};

use crate::baseline::{greedy_move, greedy_tiling};
use crate::eval::Setting;
use crate::levels::Attention;
use crate::search::{Engine, Limits, MultiPv};

/// The configuration of a self-play run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SelfPlay {
    /// The number of players and the wall side.
    pub setting: Setting,
    /// The number of games.
    pub games: u64,
    /// The number of nodes per move.
    pub nodes: u64,
    /// The share of random moves, for exploration.
    pub random: f32,
    /// The share of seats played by `greedy` instead of the search, for variety of opponents.
    pub greedy: f32,
    /// The share of mid-round positions that are sampled too.
    pub mid_round: f32,
    /// The seed.
    pub seed: u64,
    /// The number of threads.
    pub threads: u64,
}

/// Plays one game of a run. `sample` receives every position before a deal except the first, and a
/// share of the mid-round positions. Returns `None` if the game does not finish or `sample` breaks.
pub(crate) fn play_sampled(
    plan: SelfPlay,
    game: u64,
    engine: &mut Engine,
    mut sample: impl FnMut(&Position) -> ControlFlow<()>,
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
    engine.new_game();
    let takes_seat = |_| crate::bot::with_probability(&mut rng, plan.greedy);
    let greedy: Vec<bool> = (0..players.count()).map(takes_seat).collect();
    loop {
        match position.phase() {
            Phase::Refill if position.round() > DEFAULT_ROUND_CAP => return None,
            Phase::Refill => {
                if position.round() > 1 && sample(&position).is_break() {
                    return None;
                }
                position.deal_at_random(&mut rng);
            }
            Phase::Offer => {
                if plan.mid_round > 0.0
                    && crate::bot::with_probability(&mut rng, plan.mid_round)
                    && sample(&position).is_break()
                {
                    return None;
                }
                let at_random = crate::bot::with_probability(&mut rng, plan.random);
                let m = if at_random {
                    position.legal_moves().choose(&mut rng)
                } else if greedy[position.to_move().index()] {
                    greedy_move(&position, Attention::FULL, &mut rng)
                } else {
                    engine
                        .search(&position, limits, MultiPv::BEST, &never)
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
                    crate::bot::best_tiling(&position, seat, engine.evaluator())
                };
                for &placement in &placements {
                    position.tile_unchecked(seat, placement);
                }
                if placements.is_empty() && position.settle().is_err() {
                    unreachable!("without lines to tile, the floors are charged");
                }
            }
            Phase::Over => break,
        }
    }
    position.outcome()
}
