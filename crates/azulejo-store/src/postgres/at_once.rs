//! Appends to PostgreSQL in one statement, which is a transaction by itself: one way to the
//! database and back for a whole batch.
//!
//! It locks the games, finds those that stand where an append expects them, adds its events and
//! changes the game's row and seats, all or nothing. That is enough for moves and for people who sit
//! down; where somebody was merged or deleted there is more to ask, and it goes the longer way.

use std::collections::{BTreeMap, HashMap};

use sqlx::postgres::PgPool;

use super::batch::where_they_stand;
use super::columns::{EventColumns, HeadColumns, SeatColumns, SummaryColumns};
use crate::plan::{GameChange, PlannedEvent};
use crate::sql::{alone, before_commit};
use crate::{Append, Appended, GameId, SeatRow, StoreError};

/// The games are locked in the order of their ids, as everywhere. Whatever else the statement does
/// concerns rows that are locked by then, and goes by what the locking found.
///
/// No event is left out if its ply is taken: the whole statement fails, and nothing was written.
macro_rules! sql {
    ($columns:literal, $arrays:literal, $changes:literal, $clear:literal, $seats:literal, $found:literal) => {
        concat!(
            "WITH ",
            $clear,
            "held AS MATERIALIZED (SELECT id, next_ply FROM game WHERE id = ANY($1) \
             ORDER BY id FOR NO KEY UPDATE), ",
            "grown AS (UPDATE game SET next_ply = u.next_ply, \
             changed_ms = COALESCE(u.changed_ms, game.changed_ms)",
            $changes,
            " FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]",
            $arrays,
            ") u (id, next_ply, changed_ms, expected",
            $columns,
            ") JOIN ",
            $found,
            " held ON held.id = u.id AND held.next_ply = u.expected WHERE game.id = u.id), \
             written AS (INSERT INTO event (game_id, ply, kind, body, rules_version, state_hash, \
             at_ms, commander, command) SELECT e.game_id, e.ply, e.kind, e.body, \
             e.rules_version, e.state_hash, e.at_ms, e.commander, e.command \
             FROM unnest($5::bigint[], $6::text[], $7::bigint[], $8::text[], $9::text[], \
             $10::bigint[], $11::text[], $12::bigint[], $13::text[], $14::bytea[]) \
             e (expected, game_id, ply, kind, body, rules_version, state_hash, at_ms, commander, \
             command) JOIN ",
            $found,
            " held ON held.id = e.game_id AND held.next_ply = e.expected)",
            $seats,
            " SELECT id, next_ply FROM ",
            $found,
            " held"
        )
    };
}

/// The same with summaries.
macro_rules! with_summaries {
    ($clear:literal, $seats:literal, $found:literal) => {
        sql!(
            ", status, public, pace, waiting, deadline_ms, expires_ms, ended_ms, detail",
            ", $15::text[], $16::bigint[], $17::text[], $18::bigint[], $19::bigint[], \
             $20::bigint[], $21::bigint[], $22::text[]",
            ", status = u.status, public = u.public, pace = u.pace, waiting = u.waiting, \
             deadline_ms = u.deadline_ms, expires_ms = CASE WHEN game.expires_ms > u.expires_ms \
             THEN game.expires_ms ELSE u.expires_ms END, ended_ms = u.ended_ms, detail = u.detail",
            $clear,
            $seats,
            $found
        )
    };
}

const WITHOUT_SUMMARIES: &str = sql!("", "", "", "", "", "held");
const WITH_SUMMARIES: &str = with_summaries!("", "", "held");

/// With seats it hangs on all people who sit there: if one of them is not known under this id,
/// nothing is written and nothing found. The statement sees people as they were when it began; if
/// one is merged or deleted meanwhile, the foreign key refuses their seat and all of the statement.
const WITH_SEATS: &str = with_summaries!(
    "clear AS (SELECT FROM unnest($26::text[]) s (id) LEFT JOIN player p ON p.id = s.id \
     HAVING count(p.id) = count(s.id)), ",
    ", seated AS (INSERT INTO seat (game_id, seat, kind, player_id, bot, detail) \
     SELECT s.game_id, s.seat, s.kind, s.player_id, s.bot, s.detail \
     FROM unnest($23::text[], $24::bigint[], $25::text[], $26::text[], $27::text[], $28::text[], \
     $29::bigint[]) s (game_id, seat, kind, player_id, bot, detail, expected) \
     JOIN (SELECT held.* FROM held, clear) held ON held.id = s.game_id \
     AND held.next_ply = s.expected ON CONFLICT (game_id, seat) DO UPDATE \
     SET kind = excluded.kind, player_id = excluded.player_id, bot = excluded.bot, \
     detail = excluded.detail)",
    "(SELECT held.* FROM held, clear)"
);

/// What appends have in common that can be written at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// Events alone.
    Bare,
    /// Events that change what the game is found by: moves.
    Summarised,
    /// Events that change who sits where.
    Seated,
}

impl Kind {
    pub(crate) const ALL: [Self; 3] = [Self::Bare, Self::Summarised, Self::Seated];

    fn of(append: &Append) -> Option<Self> {
        if append.events.is_empty() {
            return None;
        }
        match (&append.summary, &append.seats) {
            (None, None) => Some(Self::Bare),
            (Some(_), None) => Some(Self::Summarised),
            (Some(_), Some(_)) => Some(Self::Seated),
            (None, Some(_)) => None,
        }
    }

    const fn statement(self) -> &'static str {
        match self {
            Self::Bare => WITHOUT_SUMMARIES,
            Self::Summarised => WITH_SUMMARIES,
            Self::Seated => WITH_SEATS,
        }
    }
}

/// For each append, with which others it can be written at once. One statement changes a row once.
pub(crate) fn kinds(appends: &[&Append]) -> Vec<Option<Kind>> {
    let mut times: HashMap<GameId, usize> = HashMap::with_capacity(appends.len());
    for append in appends {
        *times.entry(append.game).or_default() += 1;
    }
    appends
        .iter()
        .map(|append| Kind::of(append).filter(|_| times[&append.game] == 1))
        .collect()
}

/// What a statement is given.
struct Rows<'a> {
    events: Vec<PlannedEvent<'a>>,
    /// Where the game of each event must stand.
    events_expect: Vec<i64>,
    changes: BTreeMap<GameId, GameChange<'a>>,
    expect: BTreeMap<GameId, i64>,
    seats: Vec<(GameId, &'a SeatRow)>,
    seats_expect: Vec<i64>,
}

impl<'a> Rows<'a> {
    fn new(appends: &[&'a Append]) -> Self {
        let mut rows = Self {
            events: Vec::with_capacity(appends.len()),
            events_expect: Vec::with_capacity(appends.len()),
            changes: BTreeMap::new(),
            expect: BTreeMap::new(),
            seats: Vec::new(),
            seats_expect: Vec::new(),
        };
        for append in appends {
            let next = next_of(append);
            let expect = i64::from(append.expect);
            for (ply, event) in (append.expect..next).zip(&append.events) {
                rows.events.push(PlannedEvent {
                    game: append.game,
                    ply,
                    event,
                    command: append.command.as_ref().filter(|_| ply + 1 == next),
                });
                rows.events_expect.push(expect);
            }
            let change = GameChange {
                next,
                changed_ms: append.events.last().map(|event| event.at_ms),
                summary: append.summary.as_ref(),
            };
            rows.changes.insert(append.game, change);
            rows.expect.insert(append.game, expect);
            for seat in append.seats.iter().flatten() {
                rows.seats.push((append.game, seat));
                rows.seats_expect.push(expect);
            }
        }
        rows
    }
}

/// Writes appends of one [kind](kinds), or none of them if there is an error. Gives nothing where
/// nothing was written and it is to be looked at more closely why.
pub(crate) async fn write(
    pool: &PgPool,
    kind: Kind,
    appends: &[&Append],
) -> Result<Option<Vec<Result<Appended, StoreError>>>, StoreError> {
    let rows = Rows::new(appends);
    let changes: Vec<_> = rows.changes.iter().collect();
    let heads = HeadColumns::new(&changes);
    let expect: Vec<i64> = rows.expect.values().copied().collect();
    let events = EventColumns::new(&rows.events);
    let summaries: Vec<_> = changes.iter().filter_map(|(_, c)| c.summary).collect();
    let summaries = SummaryColumns::new(&summaries);
    let seats = SeatColumns::new(&rows.seats);
    let query = heads.bind(sqlx::query(kind.statement()));
    let query = events.bind(query.bind(&expect).bind(&rows.events_expect));
    let query = match kind {
        Kind::Bare => query,
        Kind::Summarised => summaries.bind(query),
        Kind::Seated => seats.bind(summaries.bind(query)).bind(&rows.seats_expect),
    };
    let mut connection = pool
        .acquire()
        .await
        .map_err(|error| before_commit(&error))?;
    // All rows are awaited: only behind the last one PostgreSQL says that it has committed.
    let found = query.fetch_all(&mut *connection).await;
    let found = found.map_err(|error| alone(&error))?;
    if found.is_empty() && kind == Kind::Seated {
        return Ok(None);
    }
    let committed = |error: StoreError| StoreError::Unknown(error.to_string());
    let stands = where_they_stand(&found).map_err(committed)?;
    let outcomes = appends.iter().map(|append| match stands.get(&append.game) {
        Some(&next) if next == append.expect => Ok(Appended::Committed {
            next: next_of(append),
        }),
        Some(&next) => Ok(Appended::Stale { next }),
        None => Err(StoreError::NoSuchGame(append.game)),
    });
    Ok(Some(outcomes.collect()))
}

fn next_of(append: &Append) -> u32 {
    append.events.iter().fold(append.expect, |ply, _| ply + 1)
}
