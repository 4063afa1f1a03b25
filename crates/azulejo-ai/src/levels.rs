//! What each bot is: how far it looks, and what it overlooks.

use crate::search::Limits;
use crate::spec::BotId;
use crate::value::{Linear, Value};

/// How a bot thinks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Mind {
    /// Any legal move.
    Random,
    /// Its own board, one move ahead.
    Greedy,
    /// Like greedy, but short of attention.
    Short(Attention),
    /// A tree of random games.
    Uct(Limits),
    /// The search, with a slip now and then.
    Search(Limits, Attention),
}

/// What a player overlooks, the way people do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Attention {
    /// How often what a move costs on the floor is overlooked.
    pub(crate) overlooks_floor: f32,
    /// How often a colour on the table is not seen at all.
    pub(crate) overlooks_group: f32,
    /// Whether points are seen, or only how many tiles find a place.
    pub(crate) sees_points: bool,
}

impl Attention {
    pub(crate) const FULL: Self = Self {
        overlooks_floor: 0.0,
        overlooks_group: 0.0,
        sees_points: true,
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

/// How a bot values boards when it searches. The networks see more than a player of the third level
/// does, so that one keeps to the linear value.
pub(crate) fn value(id: BotId) -> Value {
    match id {
        BotId::Tiler => Value::Linear(Box::new(Linear::shipped().clone())),
        _ => Value::shipped(),
    }
}

/// How a bot thinks when no other limit is asked for.
pub(crate) const fn mind(id: BotId) -> Mind {
    match id {
        BotId::Random => Mind::Random,
        BotId::Greedy => Mind::Greedy,
        BotId::Uct => Mind::Uct(nodes(1_000_000)),
        BotId::Beginner => Mind::Short(Attention {
            overlooks_floor: 0.7,
            overlooks_group: 0.4,
            sees_points: false,
        }),
        BotId::Apprentice => Mind::Short(Attention {
            overlooks_floor: 0.25,
            overlooks_group: 0.15,
            sees_points: true,
        }),
        BotId::Tiler => Mind::Search(
            Limits {
                time: None,
                nodes: None,
                depth: Some(2),
            },
            Attention {
                overlooks_floor: 0.08,
                overlooks_group: 0.12,
                sees_points: true,
            },
        ),
        BotId::Artisan => Mind::Search(nodes(150), Attention::FULL),
        BotId::Master => Mind::Search(nodes(2_000), Attention::FULL),
        BotId::Legend => Mind::Search(nodes(400_000), Attention::FULL),
    }
}
