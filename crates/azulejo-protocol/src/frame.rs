//! The WebSocket frames, one enum per direction.
//!
//! Every frame is a JSON object with a tag `t`. The server rejects frames with unknown tags or fields.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::game::{GameView, OwnView, PresenceView};
use crate::happening::Step;
use crate::http::LobbyView;
use crate::record::RecordProblem;

/// The protocol version, sent in the server's first frame.
pub const VERSION: u32 = 1;

/// The maximum size of a client frame; the server closes the socket on larger ones.
pub const MAX_INBOUND_BYTES: usize = 4096;

/// A frame sent by a client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientFrame {
    /// Subscribes to a game. The server replies with `game` and then sends an `update` for each change.
    /// With `from` and `hash` of the client's state, only the missing steps are sent if possible.
    Watch {
        /// The game.
        game: String,
        /// The number of events that the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        from: Option<u32>,
        /// The checksum of the client's view.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        hash: Option<String>,
    },
    /// Unsubscribes from a game.
    Unwatch {
        /// The game.
        game: String,
    },
    /// Subscribes to the lobby or unsubscribes from it.
    Lobby {
        /// Whether to subscribe.
        on: bool,
    },
    /// Plays a move of the offer.
    Move {
        /// The game.
        game: String,
        /// An idempotency key chosen by the client, 32 hex digits: a retried command is executed once.
        id: String,
        /// The number of events that the client has: the move is rejected as stale if there are more.
        ply: u32,
        /// The acting seat, held by the session.
        seat: u8,
        /// The move in notation.
        #[serde(rename = "move")]
        text: String,
    },
    /// Chooses the columns of all complete lines, from the top.
    Choose {
        /// The game.
        game: String,
        /// An idempotency key, as for `move`.
        id: String,
        /// The acting seat, held by the session.
        seat: u8,
        /// The placements in notation.
        placements: Vec<String>,
    },
    /// Asks for a takeback, or takes moves back if the undo policy is `free`.
    Undo {
        /// The game.
        game: String,
        /// An idempotency key, as for `move`.
        id: String,
        /// The acting seat, held by the session.
        seat: u8,
        /// The first event to take back: a move by this seat.
        to: u32,
    },
    /// Answers a takeback request; `false` from the requester withdraws it.
    AnswerUndo {
        /// The game.
        game: String,
        /// An idempotency key, as for `move`.
        id: String,
        /// The answering seat, held by the session.
        seat: u8,
        /// Whether the seat agrees.
        agree: bool,
    },
    /// Resigns.
    Resign {
        /// The game.
        game: String,
        /// An idempotency key, as for `move`.
        id: String,
        /// The resigning seat, held by the session.
        seat: u8,
    },
    /// Votes to give an absent player's seat to a bot.
    Vote {
        /// The game.
        game: String,
        /// An idempotency key, as for `move`.
        id: String,
        /// The voting seat, held by the session.
        seat: u8,
        /// The absent player's seat.
        away: u8,
    },
    /// Takes a seat back from the bot that the others voted in.
    TakeBack {
        /// The game.
        game: String,
        /// An idempotency key, as for `move`.
        id: String,
        /// The seat to take back, owned by the session.
        seat: u8,
    },
    /// Agrees to a rematch or withdraws the agreement.
    Rematch {
        /// The game.
        game: String,
        /// An idempotency key, as for `move`.
        id: String,
        /// Whether the session agrees.
        agree: bool,
    },
    /// Commits to the session's nonce for the draws of a game in which it holds a seat.
    NonceCommitment {
        /// The game.
        game: String,
        /// The commitment, 64 hex digits.
        commitment: String,
    },
    /// Sends the session's nonce for the draws: reveals it once `draw.closed` is set, or sends it in
    /// the open without a commitment.
    Nonce {
        /// The game.
        game: String,
        /// 32 to 64 hex digits.
        nonce: String,
    },
    /// Sends one of the preset chat phrases.
    Say {
        /// The game.
        game: String,
        /// The speaking seat, held by the session.
        seat: u8,
        /// The phrase.
        phrase: Phrase,
    },
    /// A heartbeat; the server replies with `pong`.
    Ping,
}

/// A preset chat phrase. Clients localise it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the phrases")]
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

/// A frame sent by the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ServerFrame {
    /// The first frame on a connection.
    Hello {
        /// The protocol version.
        version: u32,
        /// The server's time in milliseconds since 1970.
        #[ts(type = "number")]
        now: i64,
    },
    /// The full state of a game: the reply to `watch`, and a resynchronisation when needed.
    Game {
        /// The game.
        game: String,
        /// The latest steps of the event log, in order; the replay has all of them.
        log: Vec<Step>,
        /// The view.
        view: GameView,
    },
    /// New steps of a game.
    Update {
        /// The game.
        game: String,
        /// The new steps, in order; the first follows the client's last one.
        steps: Vec<Step>,
        /// The view after these steps.
        view: GameView,
    },
    /// The session's private view; follows `game` and `update`.
    Own {
        /// The game.
        game: String,
        /// The view.
        own: OwnView,
    },
    /// Presence changed.
    Presence {
        /// The game.
        game: String,
        /// The view.
        presence: PresenceView,
    },
    /// A command was executed and stored durably.
    Ack {
        /// The game.
        game: String,
        /// The command's idempotency key.
        id: String,
        /// The number of events in the log, including the command's.
        ply: u32,
    },
    /// A frame was rejected.
    Refused {
        /// The game, if the frame named one.
        game: Option<String>,
        /// The command's idempotency key, if it had one.
        id: Option<String>,
        /// The reason.
        error: Problem,
    },
    /// A player sent a chat phrase.
    Said {
        /// The game.
        game: String,
        /// The speaking seat.
        seat: u8,
        /// The phrase.
        phrase: Phrase,
    },
    /// The current lobby.
    Lobby {
        /// The view.
        lobby: LobbyView,
    },
    /// The reply to `ping`.
    Pong,
    /// The server is restarting: reconnect in a moment.
    Closing,
}

/// The reason why a frame or request was rejected: a code for clients to localise, with data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, utoipa::ToSchema)]
pub struct Problem {
    /// The kind of problem.
    pub code: ProblemCode,
    /// The field, seat, line or other place concerned.
    pub field: Option<String>,
    /// Details for developers, in English; not meant for players.
    pub detail: Option<String>,
    /// The place and reason, if a record was rejected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub record: Option<Box<RecordProblem>>,
    /// The suspension, if the account is suspended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub suspension: Option<Box<SuspensionView>>,
}

/// The suspension of an account by the host of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, utoipa::ToSchema)]
pub struct SuspensionView {
    /// The host's reason.
    pub reason: String,
    /// The end, in milliseconds since 1970; null if it lasts until it is lifted.
    #[ts(type = "number | null")]
    pub until: Option<i64>,
}

impl Problem {
    /// Creates a problem without further data.
    #[must_use]
    pub const fn new(code: ProblemCode) -> Self {
        Self {
            code,
            field: None,
            detail: None,
            record: None,
            suspension: None,
        }
    }

    /// Creates a problem with a field.
    #[must_use]
    pub fn at(code: ProblemCode, field: &str, detail: impl Into<String>) -> Self {
        Self {
            code,
            field: Some(field.to_owned()),
            detail: Some(detail.into()),
            record: None,
            suspension: None,
        }
    }
}

/// The kinds of problems.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// The frame or request violates the protocol.
    Malformed,
    /// There is no session: create a guest identity first.
    NoSession,
    /// The session may not do that.
    Forbidden,
    /// It does not exist, or the session may not see it.
    NotFound,
    /// The client's state is out of date.
    Stale,
    /// It is another player's turn.
    NotYourTurn,
    /// The session does not hold that seat.
    NotYourSeat,
    /// The game is in another phase.
    WrongPhase,
    /// The move or placement is against the rules.
    Illegal,
    /// The columns were already chosen.
    AlreadyChosen,
    /// The undo policy of this game does not allow it, or there is nothing to take back.
    NoUndo,
    /// The seat is taken.
    SeatTaken,
    /// The player already holds a seat in this game.
    AlreadySeated,
    /// The game has not started.
    NotStarted,
    /// The game has already started.
    Started,
    /// The game has ended.
    Ended,
    /// The invitation is invalid or has expired.
    BadInvitation,
    /// The name is taken.
    NameTaken,
    /// The name is invalid.
    BadName,
    /// The name or the password is wrong.
    BadLogin,
    /// The account has a second factor: repeat the request with a code.
    CodeRequired,
    /// The code of the second factor is wrong, or it was used before.
    BadCode,
    /// The account is suspended.
    Suspended,
    /// The server does not accept new accounts.
    SignupClosed,
    /// A new account requires an invitation: repeat the request with one.
    InvitationRequired,
    /// The password is too short or too long.
    BadPassword,
    /// The password is too easy to guess.
    CommonPassword,
    /// Both identities hold seats in the same unfinished game.
    SameGame,
    /// The idempotency key was used for a different request.
    IdUsed,
    /// The rate limit was exceeded: slow down.
    TooFast,
    /// A quota was exceeded.
    TooMany,
    /// The player's bots have used their thinking time for now: wait a little.
    ThinkingTime,
    /// The request comes from another site.
    BadOrigin,
    /// Hints are not available: there are human opponents.
    NoHints,
    /// Temporarily unavailable: retry.
    Unavailable,
    /// Both a cookie and a bearer token were sent.
    TwoCredentials,
}
