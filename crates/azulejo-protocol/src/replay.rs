//! Expands records into tables and events, so that clients can show them without rules.

use azulejo_rules::record::{EndedBy as RecordEnd, Record, ReplayError, Step as RecordStep};
use azulejo_rules::{Bonuses, Event, Phase, Position, Seat};

use crate::game::{EndedBy, PlayerResult, ResultView, RoundResult};
use crate::happening::{Happening, table_events};
use crate::http::{ReplayStep, ReplayView};
use crate::table::{BonusView, TableView, number};

/// Each player's points by source and round, collected from the events of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointSources {
    rounds: Vec<Vec<RoundResult>>,
}

impl PointSources {
    /// Creates an empty collection for this many players.
    #[must_use]
    pub fn new(players: usize) -> Self {
        Self {
            rounds: vec![Vec::new(); players],
        }
    }

    /// Adds the events of a step.
    pub fn add(&mut self, events: &[Event]) {
        for event in events {
            match *event {
                Event::RoundStarted { .. } => {
                    for rounds in &mut self.rounds {
                        let score = rounds.last().map_or(0, |round| round.score);
                        rounds.push(RoundResult {
                            wall: 0,
                            floor: 0,
                            score,
                        });
                    }
                }
                Event::Tiled {
                    seat,
                    points,
                    score,
                    ..
                } => {
                    if let Some(round) = self.round(seat) {
                        round.wall += points.total();
                        round.score = score;
                    }
                }
                Event::FloorCharged {
                    seat, lost, score, ..
                } => {
                    if let Some(round) = self.round(seat) {
                        round.floor += lost;
                        round.score = score;
                    }
                }
                _ => {}
            }
        }
    }

    fn round(&mut self, seat: Seat) -> Option<&mut RoundResult> {
        self.rounds.get_mut(seat.index())?.last_mut()
    }

    /// Returns the players' results in a position. Eliminated seats (`out`), which can no longer win, rank
    /// last.
    #[must_use]
    pub fn players(&self, position: &Position, out: &[Seat]) -> Vec<PlayerResult> {
        let over = position.phase() == Phase::Over;
        let mut players: Vec<_> = position
            .boards()
            .map(|(seat, board)| {
                let bonuses: BonusView = if over {
                    board.bonuses()
                } else {
                    Bonuses::default()
                }
                .into();
                let rounds = &self.rounds[seat.index()];
                PlayerResult {
                    seat: number(seat),
                    place: 0,
                    score: board.score() + bonuses.points,
                    wall: rounds.iter().map(|round| round.wall).sum(),
                    floor: rounds.iter().map(|round| round.floor).sum(),
                    bonuses,
                    rounds: rounds.clone(),
                }
            })
            .collect();
        let rank = |player: &PlayerResult| {
            let is_out = out.iter().any(|&seat| number(seat) == player.seat);
            (!is_out, player.score, player.bonuses.rows)
        };
        for i in 0..players.len() {
            let better = players
                .iter()
                .filter(|p| rank(p) > rank(&players[i]))
                .count();
            players[i].place = better as u8 + 1;
        }
        players
    }
}

/// Returns the result of a game that ended in this way. Eliminated seats (`out`), which can no longer
/// win, rank after all others.
#[must_use]
pub fn result_of(
    (by, seat): (EndedBy, Option<u8>),
    sources: &PointSources,
    position: &Position,
    out: &[Seat],
) -> ResultView {
    let players = sources.players(position, out);
    let winners = match by {
        EndedBy::Score => {
            let first = players.iter().filter(|player| player.place == 1);
            first.map(|player| player.seat).collect()
        }
        EndedBy::Resigned | EndedBy::Time | EndedBy::Left => {
            let seats = position.boards().map(|(seat, _)| seat);
            let remaining: Vec<_> = seats
                .filter(|seat| !out.contains(seat))
                .map(number)
                .collect();
            // If several seats remain, the game is undecided.
            if remaining.len() == 1 {
                remaining
            } else {
                Vec::new()
            }
        }
        EndedBy::Truncated | EndedBy::Aborted => Vec::new(),
    };
    ResultView {
        by,
        seat,
        winners,
        players,
    }
}

/// Converts the way in which a record ended, and the seat that ended it.
#[must_use]
pub fn ended_by(by: RecordEnd) -> (EndedBy, Option<u8>) {
    match by {
        RecordEnd::Score => (EndedBy::Score, None),
        RecordEnd::Resigned(seat) => (EndedBy::Resigned, Some(number(seat))),
        RecordEnd::Time(seat) => (EndedBy::Time, Some(number(seat))),
        RecordEnd::Left(seat) => (EndedBy::Left, Some(number(seat))),
        RecordEnd::Truncated => (EndedBy::Truncated, None),
        RecordEnd::Aborted => (EndedBy::Aborted, None),
    }
}

/// Expands a record. The entire tiling of a round is one step.
///
/// # Errors
/// If the record violates the rules; the fault names the first place.
pub fn expand(record: &Record) -> Result<ReplayView, ReplayError> {
    let mut steps: Vec<ReplayStep> = Vec::new();
    let mut first = None;
    let mut sources = PointSources::new(record.players.len());
    let replayed = record.walk(|before, step, after| {
        first.get_or_insert_with(|| TableView::of(before));
        let events = events_of(before, step);
        sources.add(&events);
        let events = table_events(&events);
        let what = match step {
            RecordStep::Deal(_) => Happening::Dealt {
                round: after.round(),
            },
            RecordStep::Move(m) => Happening::Moved {
                seat: number(before.to_move()),
                text: m.to_string(),
            },
            RecordStep::Tile(seat, placement) => {
                let mut placements = vec![Vec::new(); record.players.len()];
                placements[seat.index()].push(placement.to_string());
                Happening::Tiled { placements }
            }
            RecordStep::Settle => Happening::Tiled {
                placements: vec![Vec::new(); record.players.len()],
            },
        };
        let table = TableView::of(after);
        // Everything between the offer and the next deal is merged into one step.
        if let (
            Happening::Tiled { placements: new },
            Some(ReplayStep {
                what: Happening::Tiled { placements },
                events: earlier,
                table: shown,
            }),
        ) = (&what, steps.last_mut())
        {
            for (all, more) in placements.iter_mut().zip(new) {
                all.extend_from_slice(more);
            }
            earlier.extend(events);
            *shown = table;
            return;
        }
        steps.push(ReplayStep {
            what,
            events,
            table,
        });
    })?;
    let result = replayed.ended_by.map(|by| {
        let out = record.forfeited_seats();
        result_of(ended_by(by), &sources, &replayed.position, &out)
    });
    Ok(ReplayView {
        players: record.players.clone(),
        wall: record.wall.into(),
        first: first.unwrap_or_else(|| TableView::of(&replayed.position)),
        steps,
        result,
        has_proof: record.extra.iter().any(|(key, _)| key == "draw"),
    })
}

/// Returns the events of a legal step.
fn events_of(before: &Position, step: RecordStep) -> Vec<Event> {
    let mut position = *before;
    let events = match step {
        RecordStep::Deal(deal) => position.deal_explained(&deal).ok(),
        RecordStep::Move(m) => position.play_explained(m).ok(),
        RecordStep::Tile(seat, placement) => position.tile_explained(seat, placement).ok(),
        RecordStep::Settle => position.settle_explained().ok(),
    };
    events.expect("a replayed step is legal")
}
