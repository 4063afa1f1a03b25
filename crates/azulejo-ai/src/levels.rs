//! Definitions of the bots: search limits and simulated inattention.

use crate::eval::{Evaluator, Linear, Nets};
use crate::search::Limits;
use crate::spec::BotId;

/// The algorithm by which a bot chooses its moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Strategy {
    /// A random legal move.
    Random,
    /// The best move for its own board, one ply ahead.
    Greedy,
    /// Greedy, with limited attention.
    Inattentive(Attention),
    /// Monte Carlo tree search.
    Uct(Limits),
    /// Alpha-beta search, with limited attention.
    Search(Limits, Attention),
}

/// The attention of a simulated player: the oversights typical of people.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Attention {
    /// The probability of ignoring floor costs.
    pub(crate) p_ignore_floor: f32,
    /// The probability of missing a group of tiles on offer.
    pub(crate) p_miss_group: f32,
    /// Whether the player counts points, or only tiles placed.
    pub(crate) counts_points: bool,
}

impl Attention {
    pub(crate) const FULL: Self = Self {
        p_ignore_floor: 0.0,
        p_miss_group: 0.0,
        counts_points: true,
    };

    pub(crate) fn is_full(self) -> bool {
        self == Self::FULL
    }
}

const fn nodes(nodes: u64) -> Limits {
    Limits {
        time: None,
        nodes: Some(nodes),
        depth: None,
    }
}

/// Returns the evaluator of a searching bot. The third level uses the linear evaluator, because the
/// networks see more than a player of that level does.
pub(crate) fn evaluator(id: BotId, nets: &Nets) -> Evaluator {
    match id {
        BotId::Tiler => Evaluator::Linear(Box::new(Linear::shipped().clone())),
        _ => Evaluator::Nets(nets.clone()),
    }
}

/// Returns the strategy of a bot with its default limits.
pub(crate) const fn strategy(id: BotId) -> Strategy {
    match id {
        BotId::Random => Strategy::Random,
        BotId::Greedy => Strategy::Greedy,
        BotId::Uct => Strategy::Uct(nodes(1_000_000)),
        BotId::Beginner => Strategy::Inattentive(Attention {
            p_ignore_floor: 0.7,
            p_miss_group: 0.4,
            counts_points: false,
        }),
        BotId::Apprentice => Strategy::Inattentive(Attention {
            p_ignore_floor: 0.25,
            p_miss_group: 0.15,
            counts_points: true,
        }),
        BotId::Tiler => Strategy::Search(
            Limits {
                time: None,
                nodes: None,
                depth: Some(2),
            },
            Attention {
                p_ignore_floor: 0.08,
                p_miss_group: 0.12,
                counts_points: true,
            },
        ),
        BotId::Artisan => Strategy::Search(nodes(150), Attention::FULL),
        BotId::Master => Strategy::Search(nodes(2_000), Attention::FULL),
        BotId::Legend => Strategy::Search(nodes(400_000), Attention::FULL),
    }
}
