//! Where a game comes from: this machine, or a server.
//!
//! Whatever shows a game shows positions and events and sends wishes; it never plays by itself.
//! Whoever implements [`Host`] can be played on the whole screen.

use std::time::Instant;

use azulejo_ai::BotSpec;
use azulejo_protocol::frame::Phrase;
use azulejo_rules::record::{Record, Step};
use azulejo_rules::{Event, Move, Phase, Placement, Position, Seat};

use crate::local::SaveFault;
use crate::words::{Names, Words};

/// How a text is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    Plain,
    Strong,
    Dim,
    Good,
    Bad,
}

/// A paragraph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Said {
    pub(crate) text: String,
    pub(crate) tone: Tone,
}

impl Said {
    pub(crate) fn new(tone: Tone, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { text, tone }
    }
}

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
            Step::Settle => after.settle_explained().unwrap_or_default(),
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
    /// Something for the log that is no step of the game.
    Note(Said),
    /// Something to read now.
    Notice(Said),
    /// Something else that is shown has changed.
    Look,
}

/// What can go wrong outside the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// The game could not be saved.
    NotSaved(SaveFault),
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

/// What can be done at a table besides playing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Act {
    /// Answer whether somebody may take back moves.
    AnswerUndo(bool),
    /// No longer ask to take back moves.
    WithdrawUndo,
    /// Vote to give the seat of somebody who is away to a bot.
    Vote(Seat),
    /// Take our seat back from a bot.
    TakeBack,
    Say(Phrase),
    /// Hide what somebody says, or show it again.
    Mute(Seat, bool),
    /// Give up for a seat of ours.
    Resign(Seat),
    /// Agree to another game, or no longer.
    Rematch(bool),
    /// Go to the other game.
    NextGame,
    /// Leave the table and look at the other ones.
    Leave,
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
    /// Whether moves can be taken back, but never the one that ends a round: then it is asked about
    /// before it is played.
    fn undo_ends_with_round(&self) -> bool {
        false
    }
    /// Whose bot is thinking.
    fn thinking(&self) -> Option<Seat>;
    /// The game so far, or all of it.
    fn record(&self) -> &Record;
    /// Where the game is saved, if it is.
    fn place(&self) -> Option<String>;

    /// Whether what the record says last is still on its way: how the game ended, and the proof of its
    /// draws.
    fn awaits_record(&self) -> bool {
        false
    }

    /// The seat for which somebody here chooses columns now, as the position is shown.
    fn to_tile(&self, shown: &Position) -> Option<Seat> {
        let seat = shown.to_move();
        let is_ours = shown.phase() == Phase::Tiling && self.is_mine(seat);
        (is_ours && !shown.placements(seat).is_empty()).then_some(seat)
    }
    /// Whether the scoring goes on by itself, because nobody here has the time to press keys.
    fn is_paced(&self) -> bool {
        !self.has_people()
    }
    /// Whether news may come at any time.
    fn is_live(&self) -> bool {
        !self.has_people()
    }
    /// Whether the game has ended in whatever way.
    fn has_ended(&self) -> bool {
        self.record().ended_by().is_some()
    }
    /// How it ended, where the record does not say it all.
    fn ending(&self) -> Option<String> {
        None
    }
    /// What stands above everything else: the connection, questions of others.
    fn banners(&self) -> Vec<Said> {
        Vec::new()
    }
    /// What is waited for, where it is not just somebody who thinks.
    fn waits(&self) -> Option<String> {
        None
    }
    /// What stands beside the players' names, by seat: clocks, and who is away.
    fn tags(&self) -> Vec<Option<Said>> {
        Vec::new()
    }
    /// Whether hints may be asked for.
    fn can_hint(&self) -> bool {
        true
    }
    /// What can be done besides playing, and in words.
    fn acts(&self) -> Vec<(Act, String)> {
        Vec::new()
    }
    fn act(&mut self, _act: Act) {}
    /// The game that was agreed on after this one.
    fn next_game(&self) -> Option<String> {
        None
    }
    /// What to say to somebody who leaves before the end.
    fn farewell(&self, words: &Words) -> Option<String> {
        self.place().map(|place| words.saved_in(&place))
    }
}
