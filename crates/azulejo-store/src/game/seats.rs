//! The seats of a game.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::{GameId, PlayerId, StoreError};

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns the set with `seat` (0 to 7) added.
    ///
    /// # Panics
    /// If `seat` is 8 or more.
    #[must_use]
    pub const fn with(self, seat: u8) -> Self {
        assert!(seat < 8, "a seat is at most 7");
        Self(self.0 | 1 << seat)
    }

    /// Returns `true` if `seat` is in the set.
    pub const fn contains(self, seat: u8) -> bool {
        seat < 8 && self.0 >> seat & 1 == 1
    }

    /// Returns `true` if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the set as a bit mask; bit 0 is seat 0.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Creates a set from a bit mask.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }
}

impl FromIterator<u8> for SeatSet {
    fn from_iter<I: IntoIterator<Item = u8>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The kind of occupant of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeatKind {
    /// Free for anyone.
    Open,
    /// Free for holders of the invitation.
    Invited,
    /// Taken by [`SeatRow::player`]. [`SeatRow::bot`] is set while a bot substitutes.
    Person,
    /// Taken by the bot [`SeatRow::bot`].
    Bot,
    /// Taken by a player who was deleted.
    Deleted,
}

/// A seat of a game, as written.
///
/// On write, a merged guest is replaced by the account, and a deleted player by
/// [`SeatKind::Deleted`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// The 0-based seat number.
    pub seat: u8,
    /// The kind of occupant.
    pub kind: SeatKind,
    /// The player who owns it.
    pub player: Option<PlayerId>,
    /// The bot that plays it.
    pub bot: Option<String>,
    /// Further data about the seat, as JSON.
    pub detail: String,
}

/// A seat of a game, as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// The seat.
    pub row: SeatRow,
    /// The current name of its player, if any.
    pub name: Option<DisplayName>,
}

impl SeatView {
    pub(crate) fn fingerprint_parts(&self) -> (&SeatRow, Option<(&str, bool)>) {
        let name = self.name.as_ref();
        (&self.row, name.map(|name| (&*name.name, name.account)))
    }
}

/// A player's name, as shown to others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisplayName {
    /// The name.
    pub name: String,
    /// `true` for an account; guests' names are marked.
    pub account: bool,
}

/// A hash of seats and player names, to detect changes. Comparable only within one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeatsFingerprint(u64);

impl SeatsFingerprint {
    /// Computes the fingerprint of a game's seats, in order, each with its player's name and
    /// whether that is an account.
    pub fn of<'a>(seats: impl IntoIterator<Item = (&'a SeatRow, Option<(&'a str, bool)>)>) -> Self {
        let mut hasher = DefaultHasher::new();
        for (row, name) in seats {
            (row.seat, row.player, &row.bot, &row.detail, name).hash(&mut hasher);
        }
        Self(hasher.finish())
    }

    /// Returns the hash.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// Replaces merged players by their accounts and marks the seats of deleted players.
///
/// `current` returns the id under which a player is stored now.
///
/// A merge changes no ply, so the writer of these seats may not know of it.
/// [`StoreError::DuplicatePlayer`] if it made one player out of two.
pub(crate) fn resolve_seats(
    game: GameId,
    seats: &mut [SeatRow],
    current: impl Fn(PlayerId) -> Option<PlayerId>,
) -> Result<(), StoreError> {
    let mut seen = HashMap::new();
    for seat in seats {
        let Some(given) = seat.player else { continue };
        seat.player = current(given);
        match seat.player {
            Some(player) if *seen.entry(player).or_insert(given) != given => {
                return Err(StoreError::DuplicatePlayer(game));
            }
            Some(_) => {}
            None => seat.forget_player(),
        }
    }
    Ok(())
}

impl SeatRow {
    /// Marks the seat of a deleted player. The alias typed for the seat is personal data too.
    pub(crate) fn forget_player(&mut self) {
        (self.kind, self.player) = (SeatKind::Deleted, None);
        let mut detail =
            serde_json::from_str(&self.detail).unwrap_or_else(|_| serde_json::json!({}));
        if let Some(fields) = detail.as_object_mut() {
            fields.shift_remove("alias");
        }
        self.detail = detail.to_string();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deleted_player_leaves_no_alias() {
        let mut seat = SeatRow {
            seat: 1,
            kind: SeatKind::Person,
            player: Some(PlayerId::from_entropy([1; 16])),
            bot: None,
            detail: r#"{"away":7,"alias":"Tia Rosa","out":true}"#.to_owned(),
        };
        seat.forget_player();
        assert_eq!((seat.kind, seat.player), (SeatKind::Deleted, None));
        assert_eq!(seat.detail, r#"{"away":7,"out":true}"#);
    }

    #[test]
    fn seat_set_contains_its_seats() {
        let set: SeatSet = [0, 3].into_iter().collect();
        assert_eq!(set.bits(), 0b1001);
        assert_eq!(SeatSet::from_bits(set.bits()), set);
        assert!(set.contains(0) && set.contains(3));
        assert!(!set.contains(1) && !set.contains(200));
        assert!(SeatSet::EMPTY.is_empty() && !set.is_empty());
    }
}
