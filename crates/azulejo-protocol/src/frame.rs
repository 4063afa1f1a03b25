//! The frames of the socket, one enum for each direction.
//!
//! Every frame is one JSON object with a tag `t`. The server refuses what it does not know exactly.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::game::{GameView, OwnView, PresenceView};
use crate::happening::Step;
use crate::http::LobbyView;
use crate::record::RecordProblem;

/// The version of the protocol, the first thing that the server says.
pub const VERSION: u32 = 1;

/// Frames with more bytes are refused and the socket is closed.
pub const MAX_INBOUND_BYTES: usize = 4096;

/// What a client says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientFrame {
    /// Follow a game: answered with `game`, and from then on with `update`. With `from` and `hash`
    /// of what the client has, only what is missing is sent where that suffices.
    Watch {
        /// The game.
        game: String,
        /// How many events the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        from: Option<u32>,
        /// The checksum of the client's view.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        hash: Option<String>,
    },
    /// No longer follow a game.
    Unwatch {
        /// The game.
        game: String,
    },
    /// Follow the lobby, or no longer.
    Lobby {
        /// Which.
        on: bool,
    },
    /// Play a move of the offer.
    Move {
        /// The game.
        game: String,
        /// Made up by the client, 32 hex digits: the same command sent again is done once.
        id: String,
        /// How many events the client knows: the move is refused when there are more.
        ply: u32,
        /// Which of the session's own seats acts.
        seat: u8,
        /// The move in notation.
        #[serde(rename = "move")]
        text: String,
    },
    /// Choose the columns of all complete lines, from the top.
    Choose {
        /// The game.
        game: String,
        /// As for `move`.
        id: String,
        /// Which of the session's own seats acts.
        seat: u8,
        /// The placements in notation.
        placements: Vec<String>,
    },
    /// Ask to take back moves, or take them back where that is free.
    Undo {
        /// The game.
        game: String,
        /// As for `move`.
        id: String,
        /// Which of the session's own seats acts.
        seat: u8,
        /// The first event to take back, a move of this seat.
        to: u32,
    },
    /// Answer the question to take back moves; the asker's `false` withdraws it.
    AnswerUndo {
        /// The game.
        game: String,
        /// As for `move`.
        id: String,
        /// Which of the session's own seats answers.
        seat: u8,
        /// The answer.
        agree: bool,
    },
    /// Resign.
    Resign {
        /// The game.
        game: String,
        /// As for `move`.
        id: String,
        /// Which of the session's own seats resigns.
        seat: u8,
    },
    /// Vote to give the seat of somebody who is away to a bot.
    Vote {
        /// The game.
        game: String,
        /// As for `move`.
        id: String,
        /// Which of the session's own seats votes.
        seat: u8,
        /// The seat that is away.
        away: u8,
    },
    /// Take a seat back from the bot that the others gave it to.
    TakeBack {
        /// The game.
        game: String,
        /// As for `move`.
        id: String,
        /// Which of the session's own seats.
        seat: u8,
    },
    /// Agree to a rematch, or no longer.
    Rematch {
        /// The game.
        game: String,
        /// As for `move`.
        id: String,
        /// The answer.
        agree: bool,
    },
    /// Send the session's random bytes for the draws of a game that it sits in.
    Nonce {
        /// The game.
        game: String,
        /// 32 to 64 hex digits.
        nonce: String,
    },
    /// Say one of the preset phrases.
    Say {
        /// The game.
        game: String,
        /// Which of the session's own seats speaks.
        seat: u8,
        /// The phrase.
        phrase: Phrase,
    },
    /// Are you there? Answered with `pong`.
    Ping,
}

/// What can be said at the table. Clients have the words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are what is said")]
pub enum Phrase {
    Hello,
    GoodLuck,
    WellPlayed,
    Thanks,
    NiceMove,
    Oops,
    OneMoment,
    Back,
    GoodGame,
    Another,
}

/// What the server says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ServerFrame {
    /// The first frame.
    Hello {
        /// The protocol's version.
        version: u32,
        /// The server's time in milliseconds since 1970.
        #[ts(type = "number")]
        now: i64,
    },
    /// A whole game: the answer to `watch`, and whenever the client must start over.
    Game {
        /// The game.
        game: String,
        /// The latest steps of the log, in order; the whole of it is in the game's replay.
        log: Vec<Step>,
        /// The view.
        view: GameView,
    },
    /// The game went on.
    Update {
        /// The game.
        game: String,
        /// What happened, in order; the first follows the client's last.
        steps: Vec<Step>,
        /// The view after it.
        view: GameView,
    },
    /// What only this session may know; follows `game` and `update`.
    Own {
        /// The game.
        game: String,
        /// The view.
        own: OwnView,
    },
    /// Who is there.
    Presence {
        /// The game.
        game: String,
        /// The view.
        presence: PresenceView,
    },
    /// A command was carried out and will not be lost.
    Ack {
        /// The game.
        game: String,
        /// The command's id.
        id: String,
        /// How many events the log holds with it.
        ply: u32,
    },
    /// A frame was refused.
    Refused {
        /// The game, if the frame named one.
        game: Option<String>,
        /// The command's id, if it had one.
        id: Option<String>,
        /// Why.
        error: Problem,
    },
    /// Somebody said something.
    Said {
        /// The game.
        game: String,
        /// Who.
        seat: u8,
        /// What.
        phrase: Phrase,
    },
    /// The lobby.
    Lobby {
        /// The view.
        lobby: LobbyView,
    },
    /// The answer to `ping`.
    Pong,
    /// The server is going down and will be back: connect again in a moment.
    Closing,
}

/// Why something was refused: a key for the client's words, and data for them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, utoipa::ToSchema)]
pub struct Problem {
    /// What is wrong.
    pub code: ProblemCode,
    /// Where: the field, seat, line or other place that is meant.
    pub field: Option<String>,
    /// Details for developers, in English; not for people at the table.
    pub detail: Option<String>,
    /// Where and why a record was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub record: Option<Box<RecordProblem>>,
}

impl Problem {
    /// A problem with nothing more to say.
    #[must_use]
    pub const fn new(code: ProblemCode) -> Self {
        Self {
            code,
            field: None,
            detail: None,
            record: None,
        }
    }

    /// A problem with one field.
    #[must_use]
    pub fn at(code: ProblemCode, field: &str, detail: impl Into<String>) -> Self {
        Self {
            code,
            field: Some(field.to_owned()),
            detail: Some(detail.into()),
            record: None,
        }
    }
}

/// What can be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// The frame or request is not what the protocol says.
    Malformed,
    /// Nobody is signed in: get a guest identity first.
    NoSession,
    /// This person may not do that.
    Forbidden,
    /// There is no such thing, or it may not be seen.
    NotFound,
    /// The game has gone on: look at the new state.
    Stale,
    /// It is somebody else's turn.
    NotYourTurn,
    /// The session does not hold that seat.
    NotYourSeat,
    /// The game does not wait for that now.
    WrongPhase,
    /// The move or placement is against the rules.
    Illegal,
    /// The columns are chosen and final.
    AlreadyChosen,
    /// The undo policy of this game does not allow it, or there is nothing to take back.
    NoUndo,
    /// The seat is taken.
    SeatTaken,
    /// The person sits in this game already.
    AlreadySeated,
    /// The game has not started.
    NotStarted,
    /// The game has started already.
    Started,
    /// The game has ended.
    Ended,
    /// The invitation is not valid, or no longer.
    BadInvitation,
    /// The name is taken.
    NameTaken,
    /// The name is not possible.
    BadName,
    /// Name or password is wrong.
    BadLogin,
    /// The password is too short or too long.
    BadPassword,
    /// Both identities sit in one unfinished game.
    SameGame,
    /// The id belongs to another request, which was sent before.
    IdUsed,
    /// Too much at once: wait.
    TooFast,
    /// Too many of them.
    TooMany,
    /// The request comes from another site.
    BadOrigin,
    /// No hints here: other people play.
    NoHints,
    /// The server cannot do it now; try again.
    Unavailable,
    /// Cookie and bearer token were both sent.
    TwoCredentials,
}
