//! The end of a game, and the points by source.

use azulejo_rules::record::{EndedBy, Record, Step};
use azulejo_rules::{Event, Outcome, Position, Seat, Standing};
use unicode_width::UnicodeWidthStr as _;

use super::{Names, Words, who};
use crate::i18n::Key;

/// A player's points by source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    /// The points of tiles on the wall.
    pub(crate) wall: u16,
    /// The actual cost of the floor line: no score falls below 0.
    pub(crate) floor: u16,
    /// Complete rows, columns and colours.
    pub(crate) rows: u8,
    pub(crate) columns: u8,
    pub(crate) colours: u8,
}

impl Tally {
    /// The points of every player so far; bonuses only if the game is over.
    pub(crate) fn of(record: &Record) -> Vec<Self> {
        let mut tallies = vec![Self::default(); record.players.len()];
        // An illegal record is counted up to its error, as it is shown.
        let end = record.walk(|before, step, _| {
            let mut position = *before;
            let events = match step {
                Step::Tile(seat, placement) => position.tile_explained(seat, placement).ok(),
                Step::Settle => position.settle_explained().ok(),
                Step::Deal(_) | Step::Move(_) => return,
            };
            for event in events.into_iter().flatten() {
                match event {
                    Event::Tiled { seat, points, .. } => {
                        tallies[seat.index()].wall += points.total();
                    }
                    Event::FloorCharged { seat, lost, .. } => tallies[seat.index()].floor += lost,
                    _ => {}
                }
            }
        });
        let outcome = end.ok().and_then(|end| end.position.outcome());
        for standing in outcome.iter().flat_map(Outcome::standings) {
            let tally = &mut tallies[standing.seat.index()];
            tally.rows = standing.bonuses.rows;
            tally.columns = standing.bonuses.columns;
            tally.colours = standing.bonuses.colours;
        }
        tallies
    }

    pub(crate) const fn total(self) -> u16 {
        let bonuses = 2 * self.rows as u16 + 7 * self.columns as u16 + 10 * self.colours as u16;
        self.wall + bonuses - self.floor
    }

    /// The points of each source with their sign, and the total.
    fn parts(self) -> [i32; 5] {
        [
            i32::from(self.wall),
            -i32::from(self.floor),
            2 * i32::from(self.rows),
            7 * i32::from(self.columns),
            10 * i32::from(self.colours),
        ]
    }
}

impl Words {
    /// The points by source as table rows, heading first, with cells padded to equal width.
    pub(crate) fn points_table(&self, names: &Names, tallies: &[Tally]) -> Vec<String> {
        let headings = [
            Key("points-wall"),
            Key("points-floor"),
            Key("points-rows"),
            Key("points-columns"),
            Key("points-colours"),
            Key("points-total"),
        ]
        .map(|key| self.text(key));
        let mut rows = vec![(String::new(), headings.to_vec())];
        for (name, tally) in names.shown.iter().zip(tallies) {
            let mut cells = tally.parts().map(|points| self.signed(points)).to_vec();
            cells.push(tally.total().to_string());
            rows.push((name.clone(), cells));
        }
        let name_width = rows.iter().map(|(name, _)| name.width()).max().unwrap_or(0);
        let widths: Vec<_> = headings.iter().map(|text| text.width().max(4)).collect();
        let line = |(name, cells): (String, Vec<String>)| {
            let mut line = name.clone();
            line.extend(std::iter::repeat_n(' ', name_width - name.width()));
            for (cell, width) in cells.iter().zip(&widths) {
                line.extend(std::iter::repeat_n(
                    ' ',
                    2 + width - cell.width().min(*width),
                ));
                line.push_str(cell);
            }
            line
        };
        rows.into_iter().map(line).collect()
    }

    /// The ending of a game, or that it is unfinished.
    pub(crate) fn ending(&self, names: &Names, record: &Record, position: &Position) -> String {
        if let Some(outcome) = position.outcome() {
            return self.winner(names, &outcome, &record.forfeited_seats());
        }
        let gone = |seat: Seat, reason: &'static str| {
            let winner = record.winners.iter().flatten().next();
            let Some(&winner) = winner else {
                let mut args = who(names, seat);
                args.push(("reason", reason.into()));
                return self.format(Key("log-gone"), &args);
            };
            let reader = match names.you {
                Some(you) if you == winner => "you",
                Some(you) if you == seat => "loser",
                _ => "name",
            };
            let args = [
                ("reason", reason.into()),
                ("who", reader.into()),
                ("name", names.of(winner).into()),
                ("loser", names.of(seat).into()),
            ];
            self.format(Key("log-win-gone"), &args)
        };
        match record.ended_by() {
            None | Some(EndedBy::Score) => format!("{}.", self.text(Key("result-unfinished"))),
            Some(EndedBy::Resigned(seat)) => gone(seat, "resigned"),
            Some(EndedBy::Time(seat)) => gone(seat, "time"),
            Some(EndedBy::Left(seat)) => gone(seat, "left"),
            Some(EndedBy::Truncated) => {
                let rounds = record.rounds.len();
                self.format(Key("log-truncated"), &[("count", rounds.into())])
            }
            Some(EndedBy::Aborted) => self.text(Key("log-aborted")),
        }
    }

    /// The winner among the players who are able to win: seats in `out` are skipped.
    fn winner(&self, names: &Names, outcome: &Outcome, out: &[Seat]) -> String {
        let standings = outcome.standings().iter();
        let mut standings: Vec<_> = standings.filter(|s| !out.contains(&s.seat)).collect();
        let rank = |standing: &Standing| (standing.score(), standing.bonuses.rows);
        standings.sort_by_key(|standing| std::cmp::Reverse(rank(standing)));
        let Some(&first) = standings.first() else {
            return self.text(Key("log-aborted"));
        };
        let winners = standings.iter().filter(|s| rank(s) == rank(first));
        if winners.clone().count() > 1 {
            let mut shared: Vec<_> = winners.map(|standing| standing.seat).collect();
            shared.sort_unstable();
            let shared: Vec<_> = shared
                .into_iter()
                .map(|seat| names.of(seat).to_owned())
                .collect();
            return self.format(Key("log-shared"), &[("names", self.list(&shared).into())]);
        }
        let second = standings.get(1).map_or(0, |standing| standing.score());
        let margin = first.score() - second;
        let mut args = who(names, first.seat);
        args.push(("points", margin.into()));
        let key = if margin == 0 {
            Key("log-win-rows")
        } else {
            Key("log-win")
        };
        self.format(key, &args)
    }
}
