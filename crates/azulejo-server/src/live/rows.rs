//! A table as the store keeps it: the summary row, seat rows, and cards in lists of games.

use azulejo_game::event::{Event, RULES_VERSION};
use azulejo_game::view::{SeatName, Standing};
use azulejo_game::{Millis, Occupant, Person, Table, Timestamp};
use azulejo_protocol::game::{SeatKind, SeatView, Status, TakeoverReason};
use azulejo_protocol::http::GameCard;
use azulejo_store::{
    GameRow, GameStatus, GameSummary, NewEvent, Pace, PlayerId, SeatKind as StoredKind, SeatRow,
    SeatSet, SeatsFingerprint,
};
use serde::{Deserialize, Serialize};

/// Returns an event as the store keeps it, with the checksum after it.
pub(crate) fn new_event(event: &Event, hash: &str, at: Timestamp) -> NewEvent {
    NewEvent {
        kind: event.kind().to_owned(),
        body: serde_json::to_string(event).expect("an event has a JSON form"),
        rules_version: RULES_VERSION,
        state_hash: hash.to_owned(),
        at_ms: at.unix_ms(),
    }
}

/// The details of a game in lists, stored as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct CardDetail {
    scores: Vec<u16>,
    round: u16,
    winners: Vec<u8>,
    /// The time at which the first running clock expires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deadline: Option<Timestamp>,
}

/// The details of a seat in lists, stored as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SeatDetail {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) alias: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) away: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) taken_over: Option<TakeoverReason>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) out: bool,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// The time after which an unstarted real-time game without its host expires.
pub(crate) const REALTIME_EXPIRY: Millis = Millis::from_minutes(30);
/// The time after which other unstarted games expire, from their last change.
const OTHER_EXPIRY: Millis = Millis::from_days(7);

/// The expiry of an unstarted game by its log. The host's presence may extend it in the store,
/// which keeps the later time.
fn expiry(table: &Table) -> Timestamp {
    if table.clocks.is_real_time() {
        table.created_at + REALTIME_EXPIRY
    } else {
        table.changed_at + OTHER_EXPIRY
    }
}

/// Returns the summary row of a table.
pub(crate) fn summary(table: &Table) -> GameSummary {
    let over = matches!(table.status, Status::Finished | Status::Cancelled);
    let Standing {
        scores,
        round,
        winners,
    } = Standing::of(table);
    let detail = CardDetail {
        scores,
        round,
        winners,
        deadline: (table.status == Status::Running)
            .then(|| table.clocks.deadline())
            .flatten(),
    };
    GameSummary {
        status: match table.status {
            Status::Waiting => GameStatus::Open,
            Status::Running => GameStatus::Running,
            Status::Finished => GameStatus::Finished,
            Status::Cancelled => GameStatus::Aborted,
        },
        public: table.settings.public,
        pace: match table.settings.clock {
            azulejo_protocol::game::Clock::None => Pace::Untimed,
            azulejo_protocol::game::Clock::RealTime { .. } => Pace::Realtime,
            azulejo_protocol::game::Clock::Days { .. } => Pace::Days,
        },
        waiting: table
            .waits_for()
            .into_iter()
            .filter(|seat| table.seats[seat.index()].acting_person().is_some())
            .map(|seat| seat.index() as u8)
            .collect::<SeatSet>(),
        deadline_ms: table
            .next_deadline()
            .or_else(|| table.rematch_until())
            .map(Timestamp::unix_ms),
        expires_ms: (table.status == Status::Waiting).then(|| expiry(table).unix_ms()),
        ended_ms: over.then_some(table.changed_at.unix_ms()),
        detail: serde_json::to_string(&detail).expect("numbers have a JSON form"),
    }
}

/// Returns the seat rows of a table.
pub(crate) fn seat_rows(table: &Table, names: &[SeatName]) -> Vec<SeatRow> {
    table
        .seats
        .iter()
        .zip(names)
        .enumerate()
        .map(|(index, (seat, name))| {
            let player = seat.person().and_then(Person::player);
            let kind = match seat.occupant {
                Occupant::Open => StoredKind::Open,
                Occupant::Invited => StoredKind::Invited,
                Occupant::Human(_) if player.is_none() => StoredKind::Deleted,
                Occupant::Human(_) => StoredKind::Person,
                Occupant::Bot(_) => StoredKind::Bot,
            };
            let detail = SeatDetail {
                alias: name.alias.clone().filter(|_| kind == StoredKind::Person),
                away: name
                    .away
                    .filter(|_| matches!(kind, StoredKind::Person | StoredKind::Deleted)),
                taken_over: seat.taken_over.map(|(_, reason)| reason),
                out: !seat.can_win,
            };
            SeatRow {
                seat: index as u8,
                kind,
                player,
                bot: seat.bot().map(|level| level.id().to_owned()),
                detail: serde_json::to_string(&detail).expect("a seat has a JSON form"),
            }
        })
        .collect()
}

/// Returns the fingerprint that the store computes for these seats.
pub(crate) fn seats_mark(rows: &[SeatRow], names: &[SeatName]) -> SeatsFingerprint {
    SeatsFingerprint::of(rows.iter().zip(names).map(|(row, name)| {
        let known = name.name.as_deref().filter(|_| row.player.is_some());
        (row, known.map(|known| (known, !name.guest)))
    }))
}

/// Puts the stored players on the seats of a table. Returns whether that changes it.
pub(crate) fn set_people(table: &mut Table, row: &GameRow) -> bool {
    let mut changed = false;
    for (seat, stored) in table.all_seats().zip(&row.seats) {
        changed |= table.set_person(seat, stored.row.player.into());
    }
    changed
}

/// Returns the names of the players of a stored game.
pub(crate) fn names_of(row: &GameRow) -> Vec<SeatName> {
    row.seats
        .iter()
        .map(|seat| {
            let detail: SeatDetail = serde_json::from_str(&seat.row.detail).unwrap_or_default();
            SeatName {
                name: seat.name.as_ref().map(|shown| shown.name.clone()),
                guest: seat.name.as_ref().is_some_and(|shown| !shown.account),
                alias: detail.alias.filter(|_| seat.name.is_some()),
                away: detail.away,
            }
        })
        .collect()
}

/// Returns a stored game as a card in a list; `None`, with a log line, if it cannot be parsed.
pub(crate) fn card(row: &GameRow, player: Option<PlayerId>) -> Option<GameCard> {
    let settings = serde_json::from_str(&row.settings);
    let detail = serde_json::from_str::<CardDetail>(&row.summary.detail);
    let (settings, detail) = match (settings, detail) {
        (Ok(settings), Ok(detail)) => (settings, detail),
        (Err(error), _) | (_, Err(error)) => {
            tracing::error!(game = %row.id, %error, "cannot parse a stored game");
            return None;
        }
    };
    let names = names_of(row);
    let mut people: Vec<PlayerId> = Vec::new();
    let seats = row
        .seats
        .iter()
        .zip(&names)
        .map(|(seat, name)| {
            let detail: SeatDetail = serde_json::from_str(&seat.row.detail).unwrap_or_default();
            let person = seat.row.player.map(|player| {
                people
                    .iter()
                    .position(|&other| other == player)
                    .unwrap_or_else(|| {
                        people.push(player);
                        people.len() - 1
                    })
            });
            SeatView {
                seat: seat.row.seat + 1,
                kind: match seat.row.kind {
                    StoredKind::Open => SeatKind::Open,
                    StoredKind::Invited => SeatKind::Invited,
                    StoredKind::Person | StoredKind::Deleted => SeatKind::Human,
                    StoredKind::Bot => SeatKind::Bot,
                },
                name: name.shown().map(str::to_owned),
                guest: name.is_marked(),
                level: seat.row.bot.as_deref().and_then(level_of),
                taken_over: detail.taken_over,
                can_win: !detail.out,
                person: person.map(|index| index as u8 + 1),
            }
        })
        .collect();
    let bits = |set: SeatSet| {
        (0..8)
            .filter(move |&seat| set.contains(seat))
            .map(|seat| seat + 1)
    };
    Some(GameCard {
        id: row.id.to_string(),
        status: match row.summary.status {
            GameStatus::Open => Status::Waiting,
            GameStatus::Running => Status::Running,
            GameStatus::Finished => Status::Finished,
            GameStatus::Aborted | GameStatus::Expired => Status::Cancelled,
        },
        settings,
        seats,
        scores: detail.scores,
        round: detail.round,
        waits_for: bits(row.summary.waiting).collect(),
        mine: player.map_or_else(Vec::new, |player| bits(row.seats_of(player)).collect()),
        winners: detail.winners,
        changed: row.changed_ms,
        deadline: detail.deadline.map(Timestamp::unix_ms),
    })
}

fn level_of(id: &str) -> Option<azulejo_protocol::game::Level> {
    azulejo_protocol::game::Level::ALL
        .into_iter()
        .find(|level| level.id() == id)
}
