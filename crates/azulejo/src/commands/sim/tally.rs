//! The statistics of a simulation.

use std::fmt::Write as _;

use azulejo_ai::simulation::Plan;
use azulejo_rules::record::{EndedBy, Record};

/// Sums over games.
#[derive(Clone, Default)]
pub(super) struct Tally {
    /// All games.
    pub(super) games: u64,
    /// The games that were stopped at the round limit, without scores.
    truncated: u64,
    rounds: Spread,
    moves: Spread,
    seats: [SeatTally; 4],
}

#[derive(Clone, Copy, Default)]
struct SeatTally {
    points: u64,
    wins: u64,
    shared: u64,
}

/// A sum with minimum and maximum.
#[derive(Clone, Copy, Default)]
struct Spread {
    sum: u64,
    range: Option<(u64, u64)>,
}

impl Spread {
    fn count(&mut self, number: u64) {
        self.add(Self {
            sum: number,
            range: Some((number, number)),
        });
    }

    fn add(&mut self, other: Self) {
        self.sum += other.sum;
        self.range = match (self.range, other.range) {
            (Some((low, high)), Some((l, h))) => Some((low.min(l), high.max(h))),
            (one, other) => one.or(other),
        };
    }
}

impl Tally {
    /// Counts a game.
    pub(super) fn count(&mut self, record: &Record) {
        self.games += 1;
        self.truncated += u64::from(record.ended_by() == Some(EndedBy::Truncated));
        self.rounds.count(record.rounds.len() as u64);
        self.moves.count(
            record
                .rounds
                .iter()
                .map(|round| round.moves.len() as u64)
                .sum(),
        );
        for (seat, &score) in self.seats.iter_mut().zip(record.scores.iter().flatten()) {
            seat.points += u64::from(score);
        }
        let winners = record.winners.as_deref().unwrap_or_default();
        for winner in winners {
            let seat = &mut self.seats[winner.index()];
            seat.wins += u64::from(winners.len() == 1);
            seat.shared += u64::from(winners.len() > 1);
        }
    }

    /// Adds another tally.
    pub(super) fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.truncated += other.truncated;
        self.rounds.add(other.rounds);
        self.moves.add(other.moves);
        for (seat, more) in self.seats.iter_mut().zip(&other.seats) {
            seat.points += more.points;
            seat.wins += more.wins;
            seat.shared += more.shared;
        }
    }

    /// The summary as text; it contains no timings, so it is the same on every machine.
    pub(super) fn summary(&self, plan: &Plan) -> String {
        let mut text = format!(
            "{} of {} players on the {} wall, seed {}\n",
            plural(self.games, "game"),
            plan.players.count(),
            plan.wall,
            plan.seed
        );
        if self.games == 0 {
            return text;
        }
        let finished = self.games - self.truncated;
        let width = plan
            .names()
            .iter()
            .map(String::len)
            .max()
            .unwrap_or(0)
            .max(4);
        let _infallible = writeln!(
            text,
            "\nseat  {:<width$}  mean score     wins   shared",
            "bot"
        );
        for (name, (idx, seat)) in plan.names().iter().zip(self.seats.iter().enumerate()) {
            let name = name.strip_prefix("bot:").unwrap_or(name);
            let _infallible = writeln!(
                text,
                "{:>4}  {name:<width$}  {:>10.2} {:>8} {:>8}",
                idx + 1,
                mean(seat.points, finished),
                seat.wins,
                seat.shared
            );
        }
        let _infallible = writeln!(text);
        for (what, spread) in [("rounds", self.rounds), ("moves", self.moves)] {
            let (low, high) = spread.range.unwrap_or_default();
            let mean = mean(spread.sum, self.games);
            let _infallible = writeln!(text, "{what:<6} {mean:>6.2} per game, {low} to {high}");
        }
        if self.truncated > 0 {
            let games = plural(self.truncated, "game");
            let _infallible = writeln!(
                text,
                "{games} truncated after round 100, without scores or winners"
            );
        }
        text
    }
}

fn mean(sum: u64, count: u64) -> f64 {
    if count == 0 {
        0.0
    } else {
        sum as f64 / count as f64
    }
}

fn plural(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
