//! Bounds on the cost of every request and every frame, as data.
//!
//! A request costs bytes in and out, time to receive it, to handle it and to send the answer, and
//! memory while a slow client reads. Every route has [`RouteBounds`], [`DEFAULT`] unless
//! [`EXCEPTIONS`] says otherwise, and `layer` enforces them; every frame has [`FrameBounds`], which
//! the WebSocket enforces. The tables in `docs/hosting.md` are generated from this data.
//!
//! The layers of tower-http have one limit for all routes and none for the time to read a response,
//! so `layer` and `body` take their place.

mod body;
mod documentation;
mod layer;
#[cfg(test)]
mod tests;

use std::time::Duration;

use azulejo_protocol::frame::{ClientFrame, MAX_INBOUND_BYTES};

pub(crate) use self::body::BoundExceeded;
pub use self::documentation::documentation;
pub(crate) use self::layer::{Enforcer, enforce};
use crate::http::openapi::PAGES;
use crate::http::rate_limits::Action;

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;

/// The bounds on a request to one route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RouteBounds {
    /// The most bytes of the request body.
    pub body_bytes: usize,
    /// The time within which the request body must arrive.
    pub body_time: Duration,
    /// The time within which the handler must respond.
    pub handle_time: Duration,
    /// The most bytes of the response body.
    pub response_bytes: usize,
    /// The time within which the client must have read the whole response.
    pub read_time: Duration,
    /// The responses that are open at once, if fewer than connections.
    pub open: Option<ResponsePool>,
    /// The rate limit per address, beside that of all requests.
    pub(crate) rate: Option<Action>,
}

/// The bounds on a request to every route without an exception.
pub const DEFAULT: RouteBounds = RouteBounds {
    body_bytes: 16 * KIB,
    body_time: Duration::from_secs(10),
    handle_time: Duration::from_secs(30),
    response_bytes: 256 * KIB,
    read_time: Duration::from_secs(60),
    open: None,
    rate: None,
};

const REPLAY: RouteBounds = RouteBounds {
    response_bytes: 32 * MIB,
    read_time: Duration::from_secs(300),
    open: Some(ResponsePool::Replay),
    rate: Some(Action::Replay),
    ..DEFAULT
};

const LONG_LIST: RouteBounds = RouteBounds {
    response_bytes: MIB,
    ..DEFAULT
};

/// The routes with other bounds than [`DEFAULT`], by method and path.
pub const EXCEPTIONS: &[(&str, &str, RouteBounds)] = &[
    (
        "GET",
        "/api/v1/me/export",
        RouteBounds {
            response_bytes: 16 * MIB,
            read_time: Duration::from_secs(300),
            open: Some(ResponsePool::Export),
            ..DEFAULT
        },
    ),
    ("GET", "/api/v1/sessions", LONG_LIST),
    ("GET", "/api/v1/tokens", LONG_LIST),
    (
        "POST",
        "/api/v1/replay",
        RouteBounds {
            body_bytes: 256 * KIB,
            ..REPLAY
        },
    ),
    ("GET", "/api/v1/games/{game}/record", LONG_LIST),
    ("GET", "/api/v1/games/{game}/replay", REPLAY),
    (
        "GET",
        "/api/v1/socket",
        RouteBounds {
            rate: Some(Action::OpenSocket),
            ..DEFAULT
        },
    ),
    ("GET", "/metrics", LONG_LIST),
    (
        PAGES.method,
        PAGES.path,
        RouteBounds {
            response_bytes: 8 * MIB,
            read_time: Duration::from_secs(300),
            ..DEFAULT
        },
    ),
];

/// Returns the bounds of a route, by its method and its path with names in braces.
#[must_use]
pub fn of_route(method: &str, path: &str) -> RouteBounds {
    let method = if method == "HEAD" { "GET" } else { method };
    EXCEPTIONS
        .iter()
        .find(|(with, at, _)| *with == method && *at == path)
        .map_or(DEFAULT, |(.., bounds)| *bounds)
}

/// Routes whose open responses are counted together, because each holds memory while it is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResponsePool {
    /// Replays, which are streamed.
    Replay,
    /// Exports of personal data.
    Export,
}

impl ResponsePool {
    const ALL: [Self; 2] = [Self::Replay, Self::Export];

    /// Returns the most open responses of one address.
    #[must_use]
    pub const fn per_address(self) -> usize {
        match self {
            Self::Replay => 8,
            Self::Export => 2,
        }
    }

    /// Returns the most open responses of one address once half of them are open: a few slow readers
    /// must not hold all.
    #[must_use]
    pub const fn crowded_per_address(self) -> usize {
        match self {
            Self::Replay => 2,
            Self::Export => 1,
        }
    }

    /// Returns the most open responses of all addresses.
    #[must_use]
    pub const fn total(self) -> usize {
        match self {
            Self::Replay => 64,
            Self::Export => 4,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Replay => "replay",
            Self::Export => "export",
        }
    }
}

/// The time after which a client may try again if too many responses are open.
const RETRY_AFTER_SECONDS: u64 = 2;

/// The bounds on expanding a record into a replay.
pub(crate) struct ReplayBounds {
    /// The most steps: 100 rounds of four players, the cap of machine play, have fewer. The longest
    /// of 130,000 random games had 1,662; people rarely need 200.
    pub(crate) steps: usize,
    /// The size at which a chunk of the response is sent.
    pub(crate) chunk_bytes: usize,
    /// The replays that are expanded at the same time.
    pub(crate) workers: usize,
}

pub(crate) const REPLAYS: ReplayBounds = ReplayBounds {
    steps: 4_096,
    chunk_bytes: 64 * KIB,
    workers: 2,
};

/// The bounds on searches of bots and for hints.
pub(crate) struct BotBounds {
    /// The most requests that wait at once.
    pub(crate) queue: usize,
    /// The most requests of one address that wait at once; a club plays behind one address.
    pub(crate) queue_per_address: usize,
    /// The most requests of one player that wait at once.
    pub(crate) queue_per_player: usize,
    /// Levels are defined in nodes; this only bounds a search on a slow machine.
    pub(crate) search_time: Duration,
    /// The time that a player's bots may think per minute: as much as one thread has.
    pub(crate) thinking_time: Duration,
}

pub(crate) const BOTS: BotBounds = BotBounds {
    queue: 1_024,
    queue_per_address: 256,
    queue_per_player: 16,
    search_time: Duration::from_secs(4),
    thinking_time: Duration::from_secs(60),
};

/// The bounds on one WebSocket.
pub(crate) struct SocketBounds {
    /// The frames that a client may send at once.
    pub(crate) burst: u32,
    /// The milliseconds after which a client may send one more.
    pub(crate) refill_ms: u64,
    /// The malformed frames after which the socket is closed.
    pub(crate) malformed: u32,
    /// The games that a socket may follow.
    pub(crate) watched: usize,
    /// The unread frames and bytes at which the socket is closed (backpressure).
    pub(crate) outbox_frames: usize,
    pub(crate) outbox_bytes: usize,
    /// The time within which a frame must be written.
    pub(crate) send_time: Duration,
    /// The time without any frame, pongs included, after which the socket is closed.
    pub(crate) silence: Duration,
}

pub(crate) const SOCKET: SocketBounds = SocketBounds {
    burst: 60,
    refill_ms: 50,
    malformed: 20,
    watched: 32,
    outbox_frames: 64,
    outbox_bytes: 4 * MIB,
    send_time: Duration::from_secs(20),
    silence: Duration::from_secs(70),
};

/// A kind of frame that clients send.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are the frames'")]
pub enum FrameKind {
    Watch,
    Unwatch,
    Lobby,
    Move,
    Choose,
    Undo,
    AnswerUndo,
    Resign,
    Vote,
    TakeBack,
    Rematch,
    NonceCommitment,
    Nonce,
    Say,
    Ping,
}

/// The bounds on a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameBounds {
    /// The most bytes, fragments included.
    pub bytes: usize,
    /// The rate limit per player over all sockets, beside that of the socket.
    pub(crate) rate: Option<Action>,
}

impl FrameKind {
    /// All kinds.
    pub const ALL: [Self; 15] = [
        Self::Watch,
        Self::Unwatch,
        Self::Lobby,
        Self::Move,
        Self::Choose,
        Self::Undo,
        Self::AnswerUndo,
        Self::Resign,
        Self::Vote,
        Self::TakeBack,
        Self::Rematch,
        Self::NonceCommitment,
        Self::Nonce,
        Self::Say,
        Self::Ping,
    ];

    /// Returns the tag of the frame.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Watch => "watch",
            Self::Unwatch => "unwatch",
            Self::Lobby => "lobby",
            Self::Move => "move",
            Self::Choose => "choose",
            Self::Undo => "undo",
            Self::AnswerUndo => "answer_undo",
            Self::Resign => "resign",
            Self::Vote => "vote",
            Self::TakeBack => "take_back",
            Self::Rematch => "rematch",
            Self::NonceCommitment => "nonce_commitment",
            Self::Nonce => "nonce",
            Self::Say => "say",
            Self::Ping => "ping",
        }
    }

    /// Returns the bounds.
    #[must_use]
    pub const fn bounds(self) -> FrameBounds {
        let rate = match self {
            Self::Watch => Some(Action::Watch),
            Self::Say => Some(Action::Say),
            // Answered without a look at any game, from data that all sockets share.
            Self::Unwatch | Self::Lobby | Self::Ping => None,
            Self::Move
            | Self::Choose
            | Self::Undo
            | Self::AnswerUndo
            | Self::Resign
            | Self::Vote
            | Self::TakeBack
            | Self::Rematch
            | Self::NonceCommitment
            | Self::Nonce => Some(Action::Act),
        };
        FrameBounds {
            bytes: MAX_INBOUND_BYTES,
            rate,
        }
    }
}

impl From<&ClientFrame> for FrameKind {
    fn from(frame: &ClientFrame) -> Self {
        match frame {
            ClientFrame::Watch { .. } => Self::Watch,
            ClientFrame::Unwatch { .. } => Self::Unwatch,
            ClientFrame::Lobby { .. } => Self::Lobby,
            ClientFrame::Move { .. } => Self::Move,
            ClientFrame::Choose { .. } => Self::Choose,
            ClientFrame::Undo { .. } => Self::Undo,
            ClientFrame::AnswerUndo { .. } => Self::AnswerUndo,
            ClientFrame::Resign { .. } => Self::Resign,
            ClientFrame::Vote { .. } => Self::Vote,
            ClientFrame::TakeBack { .. } => Self::TakeBack,
            ClientFrame::Rematch { .. } => Self::Rematch,
            ClientFrame::NonceCommitment { .. } => Self::NonceCommitment,
            ClientFrame::Nonce { .. } => Self::Nonce,
            ClientFrame::Say { .. } => Self::Say,
            ClientFrame::Ping => Self::Ping,
        }
    }
}
