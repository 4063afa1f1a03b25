//! The events of a game's log, as they are stored.

use azulejo_protocol::game::{EndedBy, Level, Settings, TakeoverReason};
use azulejo_protocol::id::{GameId, PlayerId};
use azulejo_rules::{Placement, Seat};
use serde::{Deserialize, Serialize};

use crate::draw::DrawScheme;
use crate::seat::{Person, SeatNumber};
use crate::time::{Millis, Timestamp};

/// The version stored with each event, for migrations.
pub const RULES_VERSION: u32 = 1;

/// The setup of a seat when the game is created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SeatSetup {
    /// Anyone may take it.
    Open,
    /// A player with the invitation may take it.
    Invited,
    /// A person holds it.
    Human { player: Person },
    /// A bot plays it.
    Bot { level: Level },
}

/// The clock rules of a game, fixed when it is created so that its log always folds alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ClockRules {
    /// Whether an undo returns no clock to more than it showed before the first move taken back.
    /// Without it, an undo takes back increments, but leaves at least one increment.
    #[serde(default)]
    pub undo_restores: bool,
    /// The first part of each turn, which is not charged: a fixed lag compensation.
    #[serde(default, rename = "lag_ms")]
    pub lag: Millis,
}

impl ClockRules {
    /// The rules of logs that do not name any.
    pub const LEGACY: Self = Self {
        undo_restores: false,
        lag: Millis::ZERO,
    };
    /// The rules of new games.
    pub const CURRENT: Self = Self {
        undo_restores: true,
        lag: Millis::new(250),
    };

    /// Returns whether a log with these rules was written without naming any.
    pub fn is_legacy(&self) -> bool {
        *self == Self::LEGACY
    }
}

/// One event. Names of people are stored elsewhere, where they can be deleted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// The game was created.
    Created {
        settings: Settings,
        seats: Vec<SeatSetup>,
        host: Person,
        invitation: String,
        commitment: String,
        /// Missing in logs of older versions.
        #[serde(default, skip_serializing_if = "ClockRules::is_legacy")]
        clock_rules: ClockRules,
        /// Missing in logs of older versions.
        #[serde(default, skip_serializing_if = "DrawScheme::is_legacy")]
        draw_scheme: DrawScheme,
    },
    /// A person took a seat.
    Seated { seat: SeatNumber, player: PlayerId },
    /// A seat was freed.
    Unseated { seat: SeatNumber },
    /// The host put a bot on a seat.
    BotSeated { seat: SeatNumber, level: Level },
    /// The host replaced the invitation.
    InvitationRenewed { invitation: String },
    /// The commitment of a person's nonce, under their lowest seat.
    NonceCommitted {
        seat: SeatNumber,
        commitment: String,
    },
    /// No further commitments count: nonces are revealed from now on.
    CommitmentsClosed,
    /// The nonce of a person, under their lowest seat: in the open, or as a reveal.
    NonceSent { seat: SeatNumber, nonce: String },
    /// The game started; `start` moves first.
    Started { start: SeatNumber },
    /// Tiles were drawn onto the factories.
    Dealt { draws: Vec<String> },
    /// A move was made.
    Moved {
        seat: SeatNumber,
        #[serde(rename = "move")]
        text: String,
    },
    /// A seat chose its columns, which are private until `Tiled`.
    Chosen {
        seat: SeatNumber,
        placements: Vec<String>,
    },
    /// All seats tiled their walls.
    Tiled { placements: Vec<Vec<String>> },
    /// A player asked for an undo from event `to` on.
    UndoAsked {
        seat: SeatNumber,
        to: u32,
        until: Timestamp,
    },
    /// A player agreed to the undo.
    UndoAgreed { seat: SeatNumber },
    /// The undo question of `seat` was refused, withdrawn or lapsed.
    UndoRefused { seat: SeatNumber },
    /// All moves from event `to` on were taken back.
    Undone { seat: SeatNumber, to: u32 },
    /// A player resigned.
    Resigned { seat: SeatNumber },
    /// A player ran out of time.
    Flagged { seat: SeatNumber },
    /// A player of a real-time game was absent for too long.
    Left { seat: SeatNumber },
    /// A player voted to replace an absent one by a bot.
    Voted { seat: SeatNumber, away: SeatNumber },
    /// The player has come back, which drops the votes against them.
    VotesLapsed { seat: SeatNumber },
    /// A bot replaced a player.
    TakenOver {
        seat: SeatNumber,
        level: Level,
        reason: TakeoverReason,
    },
    /// A player took a seat back from a bot.
    TakenBack { seat: SeatNumber },
    /// Downtime was given back.
    Resumed { down: Millis },
    /// The game ended, which reveals the draw secret.
    Ended {
        by: EndedBy,
        seat: Option<SeatNumber>,
        secret: String,
    },
    /// The game was cancelled: before the start, or later by the host of the server.
    Cancelled { secret: String },
    /// A player agreed to a rematch.
    RematchAgreed { seat: SeatNumber, until: Timestamp },
    /// A player withdrew their agreement to a rematch.
    RematchWithdrawn { seat: SeatNumber },
    /// The rematch was created.
    RematchMade { game: GameId },
}

impl Event {
    pub(crate) fn chosen(seat: Seat, placements: &[Placement]) -> Self {
        let placements = texts(placements);
        let seat = seat.into();
        Self::Chosen { seat, placements }
    }

    pub(crate) fn tiled(placements: &[Vec<Placement>]) -> Self {
        let placements = placements.iter().map(|seat| texts(seat)).collect();
        Self::Tiled { placements }
    }

    /// The kinds of all events.
    pub const KINDS: [&'static str; 30] = [
        "created",
        "seated",
        "unseated",
        "bot_seated",
        "invitation_renewed",
        "nonce_committed",
        "commitments_closed",
        "nonce_sent",
        "started",
        "dealt",
        "moved",
        "chosen",
        "tiled",
        "undo_asked",
        "undo_agreed",
        "undo_refused",
        "undone",
        "resigned",
        "flagged",
        "left",
        "voted",
        "votes_lapsed",
        "taken_over",
        "taken_back",
        "resumed",
        "ended",
        "cancelled",
        "rematch_agreed",
        "rematch_withdrawn",
        "rematch_made",
    ];

    /// The name of its kind, for the store and the metrics.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Created { .. } => "created",
            Self::Seated { .. } => "seated",
            Self::Unseated { .. } => "unseated",
            Self::BotSeated { .. } => "bot_seated",
            Self::InvitationRenewed { .. } => "invitation_renewed",
            Self::NonceCommitted { .. } => "nonce_committed",
            Self::CommitmentsClosed => "commitments_closed",
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

fn texts(placements: &[Placement]) -> Vec<String> {
    placements.iter().map(ToString::to_string).collect()
}
