//! Games: an event log, a summary for queries, and seats (in `seats.rs`).

mod seats;

pub(crate) use seats::resolve_seats;
pub use seats::{DisplayName, SeatKind, SeatRow, SeatSet, SeatView, SeatsFingerprint};

use crate::{GameId, PlayerId, Secret, StoreError, TokenHash};

/// An event to append. Its ply follows from its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// The kind of event, a keyword of the server.
    pub kind: String,
    /// The event as JSON, opaque to the store.
    pub body: String,
    /// The rules version to replay the event with.
    pub rules_version: u32,
    /// The hash of the game state after the event.
    pub state_hash: String,
    /// The time of the event.
    pub at_ms: i64,
}

/// An event of a game's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// The 0-based number of the event. A ply is an event, not a move.
    pub ply: u32,
    /// The kind of event.
    pub kind: String,
    /// The event as it was appended.
    pub body: String,
    /// The rules version to replay it with.
    pub rules_version: u32,
    /// The hash of the game state after the event.
    pub state_hash: String,
    /// The time of the event.
    pub at_ms: i64,
    /// The command that produced it, on the last event of the command.
    pub command: Option<CommandKey>,
}

/// The lifecycle state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameStatus {
    /// Waiting to start.
    Open,
    /// In progress.
    Running,
    /// Played to the end.
    Finished,
    /// Ended early, by agreement or by the host.
    Aborted,
    /// Never started before its expiry time.
    Expired,
}

impl GameStatus {
    /// Returns `true` if the game has ended or expired.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Finished | Self::Aborted | Self::Expired)
    }
}

/// The time control of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pace {
    /// No clock.
    Untimed,
    /// Real time, all players present.
    Realtime,
    /// Correspondence: days per move.
    Days,
}

/// The queryable state of a game, derived from its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// The lifecycle state.
    pub status: GameStatus,
    /// `true` if the lobby lists it.
    pub public: bool,
    /// The time control.
    pub pace: Pace,
    /// The seats that must act next.
    pub waiting: SeatSet,
    /// The next deadline on the clock of [`ClusterStore::now_ms`](crate::ClusterStore::now_ms).
    pub deadline_ms: Option<i64>,
    /// The expiry time of an open game. An append never moves it earlier, because
    /// [`GameStore::set_expiry`](crate::GameStore::set_expiry) may have postponed it meanwhile.
    pub expires_ms: Option<i64>,
    /// The end time.
    pub ended_ms: Option<i64>,
    /// Further data for lists of games (round, scores, …), as JSON.
    pub detail: String,
}

/// A game to create.
#[derive(Debug)]
pub struct NewGame {
    /// The id.
    pub id: GameId,
    /// The creator.
    pub host: Option<PlayerId>,
    /// The creation time.
    pub created_ms: i64,
    /// The immutable settings, as JSON.
    pub settings: String,
    /// The secret that its draws derive from.
    pub secret: Secret,
    /// The published commitment to the secret.
    pub commitment: [u8; 32],
    /// The hash of the invitation token.
    pub invitation: Option<TokenHash>,
    /// The first events, from ply 0.
    pub events: Vec<NewEvent>,
    /// The summary.
    pub summary: GameSummary,
    /// The seats.
    pub seats: Vec<SeatRow>,
    /// The idempotency key of the request, if it has one.
    pub request: Option<GameRequest>,
}

/// A request for a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRequest {
    /// The idempotency key.
    pub key: CommandKey,
    /// The digest of the request body.
    pub digest: [u8; 32],
}

/// The outcome of creating a [`NewGame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// It was committed.
    New,
    /// Nothing was written: an earlier attempt of the same request created a game.
    Existing(ExistingGame),
}

/// The game that an earlier attempt of a request created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExistingGame {
    /// The game.
    pub game: GameId,
    /// The digest of that request's body.
    pub digest: [u8; 32],
}

/// A game without its events and secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// The id.
    pub id: GameId,
    /// The creator; `None` if deleted.
    pub host: Option<PlayerId>,
    /// The creation time.
    pub created_ms: i64,
    /// The time of the latest event.
    pub changed_ms: i64,
    /// The immutable settings, as JSON.
    pub settings: String,
    /// The published commitment to the secret.
    pub commitment: [u8; 32],
    /// The hash of the invitation token.
    pub invitation: Option<TokenHash>,
    /// The next ply, equal to the number of events.
    pub next_ply: u32,
    /// The summary.
    pub summary: GameSummary,
    /// The seats, in order.
    pub seats: Vec<SeatView>,
}

impl GameRow {
    /// Returns the fingerprint of the seats, as
    /// [`GameQueries::seat_fingerprints`](crate::GameQueries::seat_fingerprints) does.
    pub fn seats_fingerprint(&self) -> SeatsFingerprint {
        SeatsFingerprint::of(self.seats.iter().map(SeatView::fingerprint_parts))
    }

    /// Returns the seats of `player`.
    pub fn seats_of(&self, player: PlayerId) -> SeatSet {
        let seats = self.seats.iter().map(|seat| &seat.row);
        seats
            .filter(|row| row.player == Some(player))
            .map(|row| row.seat)
            .collect()
    }

    /// Returns `true` if the game is waiting for `player`.
    pub fn waits_for(&self, player: PlayerId) -> bool {
        self.seats_of(player).bits() & self.summary.waiting.bits() != 0
    }

    /// Returns the cursor of this game in a list of the lobby.
    pub const fn lobby_cursor(&self) -> LobbyCursor {
        LobbyCursor {
            created_ms: self.created_ms,
            game: self.id,
        }
    }

    /// Returns the cursor of this game in the history of `player`.
    pub fn history_cursor(&self, player: PlayerId) -> HistoryCursor {
        HistoryCursor {
            group: if self.waits_for(player) {
                HistoryGroup::Waiting
            } else if self.summary.status.is_over() {
                HistoryGroup::Ended
            } else {
                HistoryGroup::Unfinished
            },
            changed_ms: self.changed_ms,
            game: self.id,
        }
    }
}

/// The groups of a player's history, in the order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HistoryGroup {
    /// The game is waiting for the player.
    Waiting,
    /// The game is open or running.
    Unfinished,
    /// The game is over.
    Ended,
}

/// A position in a player's history, for pagination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryCursor {
    /// The group of the game.
    pub group: HistoryGroup,
    /// The time of the game's latest event.
    pub changed_ms: i64,
    /// The game.
    pub game: GameId,
}

/// The head of a game's log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameHead {
    /// The game.
    pub game: GameId,
    /// The next ply.
    pub next_ply: u32,
    /// The lifecycle state.
    pub status: GameStatus,
    /// The next deadline.
    pub deadline_ms: Option<i64>,
    /// The expiry time of an open game.
    pub expires_ms: Option<i64>,
}

/// A list of public games in the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LobbyList {
    /// Games with a free seat.
    Open,
    /// Games in progress.
    Live,
}

/// A position in a list of the lobby, for pagination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LobbyCursor {
    /// The time of the game's creation.
    pub created_ms: i64,
    /// The game.
    pub game: GameId,
}

/// An atomic change to one game.
///
/// Without events it is a compare-and-set of summary and seats alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The expected next ply.
    pub expect: u32,
    /// The new events.
    pub events: Vec<NewEvent>,
    /// The command that produced the events, stored with the last of them to detect retries.
    pub command: Option<CommandKey>,
    /// The new summary; `None` leaves it unchanged.
    pub summary: Option<GameSummary>,
    /// The seats to replace; others are unchanged.
    pub seats: Option<Vec<SeatRow>>,
}

/// The idempotency key of a command, unique within its game, or of a game request, unique
/// globally.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CommandKey {
    /// The player who sent it.
    pub player: PlayerId,
    /// The number chosen by the client.
    pub number: [u8; 16],
}

/// The outcome of an [`Append`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It was committed.
    Committed {
        /// The next ply after it.
        next: u32,
    },
    /// Nothing was written: the game is at another ply than expected.
    Stale {
        /// The actual next ply.
        next: u32,
    },
}

/// An event with its position in the log.
#[derive(Clone, Copy)]
pub(crate) struct NumberedEvent<'a> {
    pub(crate) game: GameId,
    pub(crate) ply: u32,
    pub(crate) event: &'a NewEvent,
    pub(crate) command: Option<&'a CommandKey>,
}

impl Append {
    /// The next ply after this append.
    pub(crate) fn next_ply(&self) -> u32 {
        self.expect + self.events.len() as u32
    }

    /// The new events with their plies. The last one carries the command.
    pub(crate) fn numbered_events(&self) -> impl Iterator<Item = NumberedEvent<'_>> {
        let next = self.next_ply();
        (self.expect..next)
            .zip(&self.events)
            .map(move |(ply, event)| NumberedEvent {
                game: self.game,
                ply,
                event,
                command: self.command.as_ref().filter(|_| ply + 1 == next),
            })
    }

    /// The outcome for a game at `actual` ply; `None` if the game does not exist.
    pub(crate) fn outcome(&self, actual: Option<u32>) -> Result<Appended, StoreError> {
        match actual {
            None => Err(StoreError::NoSuchGame(self.game)),
            Some(next) if next == self.expect => Ok(Appended::Committed {
                next: self.next_ply(),
            }),
            Some(next) => Ok(Appended::Stale { next }),
        }
    }
}

impl NewGame {
    /// The first events with their plies.
    pub(crate) fn numbered_events(&self) -> impl Iterator<Item = NumberedEvent<'_>> {
        (0..).zip(&self.events).map(|(ply, event)| NumberedEvent {
            game: self.id,
            ply,
            event,
            command: None,
        })
    }

    /// All players that the game refers to.
    pub(crate) fn players(&self) -> impl Iterator<Item = PlayerId> {
        let seated = self.seats.iter().filter_map(|seat| seat.player);
        let request = self.request.map(|request| request.key.player);
        seated.chain(self.host).chain(request)
    }

    /// Replaces merged players by their accounts and removes deleted ones.
    pub(crate) fn resolve_players(
        &mut self,
        current: impl Fn(PlayerId) -> Option<PlayerId>,
    ) -> Result<(), StoreError> {
        self.host = self.host.and_then(&current);
        self.request = self.request.and_then(|mut request| {
            request.key.player = current(request.key.player)?;
            Some(request)
        });
        resolve_seats(self.id, &mut self.seats, current)
    }

    /// The time of the latest event.
    pub(crate) fn changed_ms(&self) -> i64 {
        let last = self.events.last();
        last.map_or(self.created_ms, |event| event.at_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn append(expect: u32, bodies: &[&str], command: Option<u8>) -> Append {
        let event = |body: &&str| NewEvent {
            kind: "move".to_owned(),
            body: (*body).to_owned(),
            rules_version: 1,
            state_hash: String::new(),
            at_ms: 0,
        };
        Append {
            game: GameId::from_entropy([1; 16]),
            expect,
            events: bodies.iter().map(event).collect(),
            command: command.map(|number| CommandKey {
                player: PlayerId::from_entropy([1; 16]),
                number: [number; 16],
            }),
            summary: None,
            seats: None,
        }
    }

    #[test]
    fn command_is_stored_with_the_last_event() {
        let append = append(3, &["a", "b"], Some(9));
        let numbered: Vec<_> = append
            .numbered_events()
            .map(|row| {
                let command = row.command.map(|command| command.number[0]);
                (row.ply, row.event.body.as_str(), command)
            })
            .collect();
        assert_eq!(numbered, [(3, "a", None), (4, "b", Some(9))]);
    }

    #[test]
    fn ply_too_high_is_as_stale_as_ply_too_low() {
        let append = append(3, &["a"], None);
        assert_eq!(append.outcome(Some(3)), Ok(Appended::Committed { next: 4 }));
        assert_eq!(append.outcome(Some(2)), Ok(Appended::Stale { next: 2 }));
        assert_eq!(append.outcome(Some(4)), Ok(Appended::Stale { next: 4 }));
        assert_eq!(
            append.outcome(None),
            Err(StoreError::NoSuchGame(append.game))
        );
    }

    #[test]
    fn append_without_events_keeps_the_ply() {
        let append = append(3, &[], None);
        assert_eq!(append.outcome(Some(3)), Ok(Appended::Committed { next: 3 }));
        assert_eq!(append.numbered_events().count(), 0);
    }
}
