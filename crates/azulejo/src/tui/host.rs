//! Where a game comes from: this machine, or one day a server.
//!
//! The screen shows positions and events and sends wishes; it never plays by itself. Whoever
//! implements [`Host`] can be played on it.

use std::time::Instant;

use azulejo_ai::BotSpec;
use azulejo_rules::record::{Record, Step};
use azulejo_rules::{Event, Move, Placement, Position, Seat};

use crate::words::Names;

/// A step that was taken, and what it did.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) before: Position,
    pub(crate) step: Step,
    pub(crate) events: Vec<Event>,
    pub(crate) after: Position,
}

impl Told {
    /// A step of a game that was played before.
    pub(crate) fn again(before: Position, step: Step) -> Self {
        let mut after = before;
        let events = match step {
            Step::Deal(deal) => after.deal_explained(&deal).unwrap_or_default(),
            Step::Move(m) => after.play_explained(m).unwrap_or_default(),
            Step::Tile(seat, placement) => {
                after.tile_explained(seat, placement).unwrap_or_default()
            }
            Step::Settle => after.settle_explained(),
        };
        Self {
            before,
            step,
            events,
            after,
        }
    }
}

/// What somebody would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Advice {
    Move(Move),
    Place(Placement),
}

/// News about the game.
#[derive(Clone, Debug)]
pub(crate) enum Update {
    Told(Box<Told>),
    /// Steps were taken back; so many are left.
    Undone {
        position: Position,
        steps: usize,
    },
    /// The answer to [`Wish::Hint`].
    Hint {
        from: BotSpec,
        advice: Advice,
    },
    /// Something outside the game went wrong; the game goes on.
    Trouble(Trouble),
}

/// What can go wrong outside the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// The game could not be saved.
    NotSaved(String),
    /// A bot gave no answer.
    BotFailed(Seat),
}

/// What the person at the keyboard wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wish {
    Move(Move),
    /// All columns of a player's full lines, from top to bottom.
    Columns(Seat, Vec<Placement>),
    /// Take back the last choice.
    Undo,
    /// What would a strong player do here? The position is that of the game, or has columns that
    /// are chosen but not confirmed.
    Hint(Position),
    /// The end of the round was looked at: go on.
    NextRound,
}

/// A game that can be shown and played.
pub(crate) trait Host {
    /// Who plays.
    fn names(&self) -> &Names;
    /// Whether the person at this keyboard chooses for a seat.
    fn is_mine(&self, seat: Seat) -> bool;
    /// Whether anybody chooses for any seat here, or only looks on.
    fn has_people(&self) -> bool;
    /// The steps taken before the screen came, and where they lead.
    fn so_far(&mut self) -> (Vec<Told>, Position);
    /// What is new.
    fn poll(&mut self, now: Instant) -> Vec<Update>;
    /// Tries to do what is wanted; what comes of it is told by [`poll`](Self::poll).
    fn wish(&mut self, wish: Wish);
    /// Whether there is a choice to take back.
    fn can_undo(&self) -> bool;
    /// Whose bot is thinking.
    fn thinking(&self) -> Option<Seat>;
    /// The game so far, or all of it.
    fn record(&self) -> &Record;
    /// Where the game is saved, if it is.
    fn place(&self) -> Option<String>;
}
