//! Batches of rows as PostgreSQL takes them: one array per column.

use sqlx::postgres::{PgArguments, Postgres};
use sqlx::query::Query;

use crate::game::NumberedEvent;
use crate::{Append, GameId, GameSummary, PlayerId, SeatRow};

pub(super) type PgQuery<'q> = Query<'q, Postgres, PgArguments>;

/// Events, in the order of the table's columns.
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
    pub(super) fn new(rows: &'a [NumberedEvent<'_>]) -> Self {
        let events = || rows.iter().map(|row| row.event);
        let commands = || rows.iter().map(|row| row.command);
        Self {
            games: rows.iter().map(|row| row.game.as_str()).collect(),
            plies: rows.iter().map(|row| row.ply.into()).collect(),
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

    /// Binds nine parameters.
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

/// Updates of games; the columns of a missing summary are null.
pub(super) struct GameColumns<'a> {
    games: Vec<&'a str>,
    expected: Vec<i64>,
    next: Vec<i64>,
    changed: Vec<Option<i64>>,
    statuses: Vec<Option<&'a str>>,
    public: Vec<Option<i64>>,
    paces: Vec<Option<&'a str>>,
    waiting: Vec<Option<i64>>,
    deadlines: Vec<Option<i64>>,
    expiries: Vec<Option<i64>>,
    ends: Vec<Option<i64>>,
    details: Vec<Option<&'a str>>,
}

impl<'a> GameColumns<'a> {
    pub(super) fn new(appends: &[&'a Append]) -> Self {
        fn column<'a, T>(
            appends: &[&'a Append],
            value: impl Fn(&'a GameSummary) -> T,
        ) -> Vec<Option<T>> {
            let summaries = appends.iter().map(|append| append.summary.as_ref());
            summaries.map(|summary| summary.map(&value)).collect()
        }
        let flatten = |column: Vec<Option<Option<i64>>>| column.into_iter().map(Option::flatten);
        let changed = |append: &&Append| append.events.last().map(|event| event.at_ms);
        Self {
            games: appends.iter().map(|append| append.game.as_str()).collect(),
            expected: appends.iter().map(|append| append.expect.into()).collect(),
            next: appends
                .iter()
                .map(|append| append.next_ply().into())
                .collect(),
            changed: appends.iter().map(changed).collect(),
            statuses: column(appends, |summary| summary.status.as_str()),
            public: column(appends, |summary| summary.public.into()),
            paces: column(appends, |summary| summary.pace.as_str()),
            waiting: column(appends, |summary| summary.waiting.bits().into()),
            deadlines: flatten(column(appends, |summary| summary.deadline_ms)).collect(),
            expiries: flatten(column(appends, |summary| summary.expires_ms)).collect(),
            ends: flatten(column(appends, |summary| summary.ended_ms)).collect(),
            details: column(appends, |summary| summary.detail.as_str()),
        }
    }

    /// Binds twelve parameters.
    pub(super) fn bind<'q>(&'q self, query: PgQuery<'q>) -> PgQuery<'q> {
        query
            .bind(&self.games)
            .bind(&self.expected)
            .bind(&self.next)
            .bind(&self.changed)
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

/// Seats, in the order of the table's columns.
pub(super) struct SeatColumns<'a> {
    games: Vec<&'a str>,
    numbers: Vec<i64>,
    kinds: Vec<&'a str>,
    players: Vec<Option<&'a str>>,
    bots: Vec<Option<&'a str>>,
    details: Vec<&'a str>,
}

impl<'a> SeatColumns<'a> {
    pub(super) fn new(seats: &[(&'a GameId, &'a SeatRow)]) -> Self {
        let rows = || seats.iter().map(|(_, row)| *row);
        Self {
            games: seats.iter().map(|(game, _)| game.as_str()).collect(),
            numbers: rows().map(|row| row.seat.into()).collect(),
            kinds: rows().map(|row| row.kind.as_str()).collect(),
            players: rows()
                .map(|row| row.player.as_ref().map(PlayerId::as_str))
                .collect(),
            bots: rows().map(|row| row.bot.as_deref()).collect(),
            details: rows().map(|row| row.detail.as_str()).collect(),
        }
    }

    /// Binds six parameters.
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
