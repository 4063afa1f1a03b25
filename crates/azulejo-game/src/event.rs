//! The events of a game's log: what the store keeps and the fold reads.

use azulejo_protocol::game::{EndedBy, Level, Settings, TakeoverReason};
use serde::{Deserialize, Serialize};

/// Bumped when the fold of old events would change; older folds are kept then.
pub const RULES_VERSION: u32 = 1;

/// How a seat starts out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FirstHolder {
    /// Anyone may take it.
    Open,
    /// Somebody with the invitation may take it.
    Invited,
    /// A person sits there.
    Human { player: String },
    /// A bot sits there.
    Bot { level: Level },
}

/// The clock rules of a game, fixed when it is created so that its log always folds alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ClockRules {
    /// Whether an undo returns no clock to more than it showed before the first move taken back.
    /// Without it, an undo takes back increments, but leaves at least one increment.
    #[serde(default)]
    pub undo_restores: bool,
    /// The first milliseconds of each turn, which are not charged: a fixed lag compensation.
    #[serde(default)]
    pub lag_ms: i64,
}

impl ClockRules {
    /// The rules of logs that do not name any.
    pub const LEGACY: Self = Self {
        undo_restores: false,
        lag_ms: 0,
    };
    /// The rules of new games.
    pub const CURRENT: Self = Self {
        undo_restores: true,
        lag_ms: 250,
    };

    /// Returns whether a log with these rules was written without naming any.
    pub fn is_legacy(&self) -> bool {
        *self == Self::LEGACY
    }
}

/// One event. Names are not here: they are kept in one place, where they can be deleted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    Created {
        settings: Settings,
        seats: Vec<FirstHolder>,
        host: String,
        invitation: String,
        commitment: String,
        /// Missing in logs of older versions.
        #[serde(default, skip_serializing_if = "ClockRules::is_legacy")]
        clock_rules: ClockRules,
    },
    Seated {
        seat: u8,
        player: String,
    },
    Unseated {
        seat: u8,
    },
    BotSeated {
        seat: u8,
        level: Level,
    },
    InvitationRenewed {
        invitation: String,
    },
    /// The random bytes of a person, under the lowest of their seats.
    NonceSent {
        seat: u8,
        nonce: String,
    },
    Started {
        start: u8,
    },
    Dealt {
        draws: Vec<String>,
    },
    Moved {
        seat: u8,
        #[serde(rename = "move")]
        text: String,
    },
    /// Private until `Tiled`.
    Chosen {
        seat: u8,
        placements: Vec<String>,
    },
    Tiled {
        placements: Vec<Vec<String>>,
    },
    UndoAsked {
        seat: u8,
        to: u32,
        until: i64,
    },
    UndoAgreed {
        seat: u8,
    },
    UndoRefused {
        seat: u8,
    },
    Undone {
        seat: u8,
        to: u32,
    },
    Resigned {
        seat: u8,
    },
    Flagged {
        seat: u8,
    },
    Left {
        seat: u8,
    },
    Voted {
        seat: u8,
        away: u8,
    },
    /// The person has come back: the votes to give their seat to a bot count no more.
    VotesLapsed {
        seat: u8,
    },
    TakenOver {
        seat: u8,
        level: Level,
        reason: TakeoverReason,
    },
    TakenBack {
        seat: u8,
    },
    Resumed {
        down: i64,
    },
    Ended {
        by: EndedBy,
        seat: Option<u8>,
        secret: String,
    },
    Cancelled {
        secret: String,
    },
    RematchAgreed {
        seat: u8,
        until: i64,
    },
    RematchWithdrawn {
        seat: u8,
    },
    RematchMade {
        game: String,
    },
}

impl Event {
    /// The name of its kind, for the store's column and the metrics.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Created { .. } => "created",
            Self::Seated { .. } => "seated",
            Self::Unseated { .. } => "unseated",
            Self::BotSeated { .. } => "bot_seated",
            Self::InvitationRenewed { .. } => "invitation_renewed",
            Self::NonceSent { .. } => "nonce_sent",
            Self::Started { .. } => "started",
            Self::Dealt { .. } => "dealt",
            Self::Moved { .. } => "moved",
            Self::Chosen { .. } => "chosen",
            Self::Tiled { .. } => "tiled",
            Self::UndoAsked { .. } => "undo_asked",
            Self::UndoAgreed { .. } => "undo_agreed",
            Self::UndoRefused { .. } => "undo_refused",
            Self::Undone { .. } => "undone",
            Self::Resigned { .. } => "resigned",
            Self::Flagged { .. } => "flagged",
            Self::Left { .. } => "left",
            Self::Voted { .. } => "voted",
            Self::VotesLapsed { .. } => "votes_lapsed",
            Self::TakenOver { .. } => "taken_over",
            Self::TakenBack { .. } => "taken_back",
            Self::Resumed { .. } => "resumed",
            Self::Ended { .. } => "ended",
            Self::Cancelled { .. } => "cancelled",
            Self::RematchAgreed { .. } => "rematch_agreed",
            Self::RematchWithdrawn { .. } => "rematch_withdrawn",
            Self::RematchMade { .. } => "rematch_made",
        }
    }
}
