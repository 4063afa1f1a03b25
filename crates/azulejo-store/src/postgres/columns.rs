//! Rows as PostgreSQL takes many of them at once: an array for each column.

use sqlx::postgres::{PgArguments, Postgres};
use sqlx::query::Query;

use crate::plan::{GameChange, PlannedEvent};
use crate::{GameId, GameSummary, PlayerId, SeatRow};

pub(super) type PgQuery<'q> = Query<'q, Postgres, PgArguments>;

/// Events, in the order of the columns of their table.
pub(super) struct EventColumns<'a> {
    games: Vec<&'a str>,
    plies: Vec<i64>,
    kinds: Vec<&'a str>,
    bodies: Vec<&'a str>,
    versions: Vec<i64>,
    hashes: Vec<&'a str>,
    times: Vec<i64>,
    commanders: Vec<Option<&'a str>>,
    numbers: Vec<Option<&'a [u8]>>,
}

impl<'a> EventColumns<'a> {
    pub(super) fn new(planned: &'a [PlannedEvent<'_>]) -> Self {
        let events = || planned.iter().map(|planned| planned.event);
        let commands = || planned.iter().map(|planned| planned.command);
        Self {
            games: planned.iter().map(|row| row.game.as_str()).collect(),
            plies: planned.iter().map(|row| row.ply.into()).collect(),
            kinds: events().map(|event| event.kind.as_str()).collect(),
            bodies: events().map(|event| event.body.as_str()).collect(),
            versions: events().map(|event| event.rules_version.into()).collect(),
            hashes: events().map(|event| event.state_hash.as_str()).collect(),
            times: events().map(|event| event.at_ms).collect(),
            commanders: commands()
                .map(|command| command.map(|command| command.player.as_str()))
                .collect(),
            numbers: commands()
                .map(|command| command.map(|command| &command.number[..]))
                .collect(),
        }
    }

    /// Nine values.
    pub(super) fn bind<'q>(&'q self, query: PgQuery<'q>) -> PgQuery<'q> {
        query
            .bind(&self.games)
            .bind(&self.plies)
            .bind(&self.kinds)
            .bind(&self.bodies)
            .bind(&self.versions)
            .bind(&self.hashes)
            .bind(&self.times)
            .bind(&self.commanders)
            .bind(&self.numbers)
    }
}

/// What changes of a game with every append.
pub(super) struct HeadColumns<'a> {
    games: Vec<&'a str>,
    next: Vec<i64>,
    changed: Vec<Option<i64>>,
}

impl<'a> HeadColumns<'a> {
    pub(super) fn new(changes: &[(&'a GameId, &GameChange<'_>)]) -> Self {
        let numbers = changes.iter().map(|(_, change)| i64::from(change.next));
        let times = changes.iter().map(|(_, change)| change.changed_ms);
        Self {
            games: changes.iter().map(|(game, _)| game.as_str()).collect(),
            next: numbers.collect(),
            changed: times.collect(),
        }
    }

    /// Three values, the games first.
    pub(super) fn bind<'q>(&'q self, query: PgQuery<'q>) -> PgQuery<'q> {
        query.bind(&self.games).bind(&self.next).bind(&self.changed)
    }
}

/// What games are found by.
pub(super) struct SummaryColumns<'a> {
    statuses: Vec<&'a str>,
    public: Vec<i64>,
    paces: Vec<&'a str>,
    waiting: Vec<i64>,
    deadlines: Vec<Option<i64>>,
    expiries: Vec<Option<i64>>,
    ends: Vec<Option<i64>>,
    details: Vec<&'a str>,
}

impl<'a> SummaryColumns<'a> {
    pub(super) fn new(summaries: &[&'a GameSummary]) -> Self {
        let all = || summaries.iter();
        Self {
            statuses: all().map(|summary| summary.status.word()).collect(),
            public: all().map(|summary| summary.public.into()).collect(),
            paces: all().map(|summary| summary.pace.word()).collect(),
            waiting: all().map(|summary| summary.waiting.bits().into()).collect(),
            deadlines: all().map(|summary| summary.deadline_ms).collect(),
            expiries: all().map(|summary| summary.expires_ms).collect(),
            ends: all().map(|summary| summary.ended_ms).collect(),
            details: all().map(|summary| summary.detail.as_str()).collect(),
        }
    }

    /// Eight values.
    pub(super) fn bind<'q>(&'q self, query: PgQuery<'q>) -> PgQuery<'q> {
        query
            .bind(&self.statuses)
            .bind(&self.public)
            .bind(&self.paces)
            .bind(&self.waiting)
            .bind(&self.deadlines)
            .bind(&self.expiries)
            .bind(&self.ends)
            .bind(&self.details)
    }
}

/// Seats, in the order of the columns of their table.
pub(super) struct SeatColumns<'a> {
    games: Vec<&'a str>,
    numbers: Vec<i64>,
    kinds: Vec<&'a str>,
    players: Vec<Option<&'a str>>,
    bots: Vec<Option<&'a str>>,
    details: Vec<&'a str>,
}

impl<'a> SeatColumns<'a> {
    pub(super) fn new(seats: &'a [(GameId, &'a SeatRow)]) -> Self {
        let rows = || seats.iter().map(|(_, row)| *row);
        Self {
            games: seats.iter().map(|(game, _)| game.as_str()).collect(),
            numbers: rows().map(|row| row.seat.into()).collect(),
            kinds: rows().map(|row| row.kind.word()).collect(),
            players: rows()
                .map(|row| row.player.as_ref().map(PlayerId::as_str))
                .collect(),
            bots: rows().map(|row| row.bot.as_deref()).collect(),
            details: rows().map(|row| row.detail.as_str()).collect(),
        }
    }

    /// Six values.
    pub(super) fn bind<'q>(&'q self, query: PgQuery<'q>) -> PgQuery<'q> {
        query
            .bind(&self.games)
            .bind(&self.numbers)
            .bind(&self.kinds)
            .bind(&self.players)
            .bind(&self.bots)
            .bind(&self.details)
    }
}
