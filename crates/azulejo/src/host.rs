//! The interface between the screens and a game, whether local or on a server.
//!
//! Screens show positions and updates and send requests; they never apply rules themselves. Any
//! [`GameHost`] can be played in full screen.

use std::time::Instant;

use azulejo_ai::BotSpec;
use azulejo_protocol::frame::Phrase;
use azulejo_rules::record::{Record, Step};
use azulejo_rules::{Event, Move, Phase, Placement, Position, Seat};

use crate::local::SaveFault;
use crate::words::{Names, Words};

/// The tone of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    Plain,
    Strong,
    Dim,
    Good,
    Bad,
}

/// A message of one paragraph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StyledText {
    pub(crate) text: String,
    pub(crate) tone: Tone,
}

impl StyledText {
    pub(crate) fn new(tone: Tone, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { text, tone }
    }
}

/// A step that was taken, with its events.
#[derive(Clone, Debug)]
pub(crate) struct TakenStep {
    pub(crate) before: Position,
    pub(crate) step: Step,
    pub(crate) events: Vec<Event>,
    pub(crate) after: Position,
}

impl TakenStep {
    /// A step of a game that is being replayed.
    pub(crate) fn replayed(before: Position, step: Step) -> Self {
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

/// A recommended choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Advice {
    Move(Move),
    Place(Placement),
}

/// A change of the game.
#[derive(Clone, Debug)]
pub(crate) enum Update {
    Step(Box<TakenStep>),
    /// Steps were taken back; `steps` remain.
    Undone {
        position: Position,
        steps: usize,
    },
    /// The answer to [`PlayerRequest::Hint`].
    Hint {
        from: BotSpec,
        advice: Advice,
    },
    /// A failure outside the game, which continues.
    Failure(HostFailure),
    /// A log message that is not a step of the game.
    Note(StyledText),
    /// A message to show at once.
    Notice(StyledText),
    /// Something else on the screen has changed.
    Redraw,
}

/// A failure outside the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum HostFailure {
    /// The game could not be saved.
    NotSaved(SaveFault),
    /// A bot failed to answer.
    BotFailed(Seat),
}

/// A request of the person at the keyboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PlayerRequest {
    Move(Move),
    /// All columns for a player's complete lines, from top to bottom.
    Columns(Seat, Vec<Placement>),
    /// Take back the last choice.
    Undo,
    /// Ask for a strong player's choice. The position is the game's, or includes columns that are
    /// chosen but not confirmed.
    Hint(Position),
    /// Continue after the end of a round.
    NextRound,
}

/// An action at a table other than a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TableAction {
    /// Accept or decline a takeback request.
    AnswerUndo(bool),
    /// Withdraw our takeback request.
    WithdrawUndo,
    /// Vote to replace an absent player with a bot.
    Vote(Seat),
    /// Reclaim our seat from a bot.
    TakeBack,
    Say(Phrase),
    /// Mute a player's phrases, or unmute them.
    Mute(Seat, bool),
    /// Resign for one of our seats.
    Resign(Seat),
    /// Agree to a rematch, or withdraw the agreement.
    Rematch(bool),
    /// Go to the rematch.
    NextGame,
    /// Leave the table for the lobby.
    Leave,
}

/// A game that can be shown and played.
pub(crate) trait GameHost {
    /// The players' names.
    fn names(&self) -> &Names;
    /// Returns whether the person at this keyboard plays a seat.
    fn is_mine(&self, seat: Seat) -> bool;
    /// Returns whether any seat is played here, as opposed to spectating.
    fn has_people(&self) -> bool;
    /// The steps taken before the screen was opened, and the resulting position.
    fn history(&mut self) -> (Vec<TakenStep>, Position);
    /// Returns the updates since the last call.
    fn poll(&mut self, now: Instant) -> Vec<Update>;
    /// Sends a request; its outcome is reported by [`poll`](Self::poll).
    fn request(&mut self, request: PlayerRequest);
    /// Returns whether there is a choice to take back.
    fn can_undo(&self) -> bool;
    /// Returns whether takebacks are possible, except for the move that ends a round; such a move
    /// is confirmed first.
    fn undo_ends_with_round(&self) -> bool {
        false
    }
    /// The seat of the bot that is thinking.
    fn thinking(&self) -> Option<Seat>;
    /// The record of the game so far.
    fn record(&self) -> &Record;
    /// The location of the saved game, if any.
    fn save_location(&self) -> Option<String>;

    /// Returns whether the end of the record is still to come from the server: the result and the
    /// proof of the draws.
    fn awaits_record(&self) -> bool {
        false
    }

    /// The local seat that chooses columns now, in the position on the screen.
    fn to_tile(&self, shown: &Position) -> Option<Seat> {
        let seat = shown.to_move();
        let is_ours = shown.phase() == Phase::Tiling && self.is_mine(seat);
        (is_ours && !shown.placements(seat).is_empty()).then_some(seat)
    }
    /// Returns whether the scoring advances by itself, because the game is timed.
    fn is_paced(&self) -> bool {
        !self.has_people()
    }
    /// Returns whether updates can arrive at any time.
    fn is_live(&self) -> bool {
        !self.has_people()
    }
    /// Returns whether the game has ended for any reason.
    fn has_ended(&self) -> bool {
        self.record().ended_by().is_some()
    }
    /// A description of the ending, if the record does not contain it.
    fn ending(&self) -> Option<String> {
        None
    }
    /// Banners above everything else: connection state, requests of other players.
    fn banners(&self) -> Vec<StyledText> {
        Vec::new()
    }
    /// The reason for waiting, other than a player who is thinking.
    fn waiting_text(&self) -> Option<String> {
        None
    }
    /// Tags beside the players' names, by seat: clocks and absences.
    fn tags(&self) -> Vec<Option<StyledText>> {
        Vec::new()
    }
    /// Returns whether hints are available.
    fn can_hint(&self) -> bool {
        true
    }
    /// The available actions other than moves, with their labels.
    fn actions(&self) -> Vec<(TableAction, String)> {
        Vec::new()
    }
    fn perform(&mut self, _act: TableAction) {}
    /// The ID of the rematch.
    fn next_game(&self) -> Option<String> {
        None
    }
    /// A message for a player who leaves before the end.
    fn farewell(&self, words: &Words) -> Option<String> {
        self.save_location().map(|place| words.saved_in(&place))
    }
}
