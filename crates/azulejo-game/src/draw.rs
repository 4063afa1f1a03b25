//! The draw schemes: the protocols by which players contribute nonces to the draws.
//!
//! docs/fairness.md specifies the provable ones.

use azulejo_rules::Seat;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{Occupant, Table};

/// The draw scheme of a game, fixed when it is created.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum DrawScheme {
    /// Players send their nonces in the open. The scheme of logs that do not name one.
    #[default]
    #[serde(rename = "azulejo-draw-1")]
    Open,
    /// Players commit to their nonces, and reveal them once all commitments are published.
    #[serde(rename = "azulejo-draw-2")]
    CommitReveal,
    /// The device draws, without a proof. The scheme of games that are played on one device.
    #[serde(rename = "device")]
    Device,
}

impl DrawScheme {
    /// The scheme of new games.
    pub const CURRENT: Self = Self::CommitReveal;

    /// Returns the name in records and views.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "azulejo-draw-1",
            Self::CommitReveal => "azulejo-draw-2",
            Self::Device => "device",
        }
    }

    /// Returns whether the scheme is that of old logs, which do not name one.
    pub fn is_legacy(&self) -> bool {
        *self == Self::Open
    }
}

/// Returns the commitment of a nonce: SHA-256 of the scheme's label, the game, the seat's number and
/// the nonce.
#[must_use]
pub fn nonce_commitment(game: &str, seat: Seat, nonce: &[u8]) -> [u8; 32] {
    Sha256::new()
        .chain_update(b"azulejo-draw-2 nonce\0")
        .chain_update(game.as_bytes())
        .chain_update([0, seat.number() as u8])
        .chain_update(nonce)
        .finalize()
        .into()
}

/// The contribution of a seat to the draws under [`DrawScheme::CommitReveal`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contribution {
    /// A nonce that matches an earlier commitment.
    Revealed,
    /// A commitment whose nonce was not revealed in time.
    Withheld,
    /// Nothing: the player did not commit in time.
    Uncommitted,
    /// A nonce without a commitment, by a client of the older scheme.
    Open,
    /// Nothing: the seat belongs to the person on a lower seat.
    Shared,
    /// Nothing: a bot plays the seat.
    Bot,
}

impl Contribution {
    /// Returns the name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Revealed => "revealed",
            Self::Withheld => "withheld",
            Self::Uncommitted => "uncommitted",
            Self::Open => "open",
            Self::Shared => "shared",
            Self::Bot => "bot",
        }
    }
}

impl Table {
    /// Returns the contribution of a seat so far.
    pub fn contribution(&self, seat: Seat) -> Contribution {
        let index = seat.index();
        let state = &self.seats[index];
        let shares = || {
            let mut lower = self.seats[..index].iter();
            lower.any(|other| state.is_hot_seat_with(other))
        };
        match (&self.nonce_commitments[index], &self.nonces[index]) {
            (Some(_), Some(_)) => Contribution::Revealed,
            (Some(_), None) => Contribution::Withheld,
            (None, Some(_)) => Contribution::Open,
            (None, None) if matches!(state.occupant, Occupant::Bot(_)) => Contribution::Bot,
            (None, None) if shares() => Contribution::Shared,
            (None, None) => Contribution::Uncommitted,
        }
    }

    /// Returns whether every person has fixed their nonce, by a commitment or in the open, or
    /// players do not contribute to the draws.
    pub fn has_all_contributions(&self) -> bool {
        if self.draw_scheme == DrawScheme::Device {
            return true;
        }
        self.people().into_iter().all(|person| {
            self.seats_of(person).next().is_some_and(|seat| {
                let index = seat.index();
                self.nonces[index].is_some() || self.nonce_commitments[index].is_some()
            })
        })
    }

    /// Returns whether a nonce that was committed to has not been revealed.
    pub fn has_sealed_nonce(&self) -> bool {
        let mut contributions = self.nonce_commitments.iter().zip(&self.nonces);
        contributions.any(|(commitment, nonce)| commitment.is_some() && nonce.is_none())
    }
}
