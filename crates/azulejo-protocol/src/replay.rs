//! Expands records into tables and events, so that clients can show them without rules.

use azulejo_rules::record::{EndedBy as RecordEnd, Record, ReplayError, Step as RecordStep};
use azulejo_rules::{Bonuses, Event, Phase, Position, Seat};

use crate::game::{EndedBy, PlayerResult, ResultView, RoundResult};
use crate::happening::{Happening, TableEvent, table_events};
use crate::http::{ReplayStep, ReplayView};
use crate::table::{BonusView, TableView, Wall, number};

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

/// Expands a record into one value. The tiling of a whole round is one step.
///
/// # Errors
/// The first place at which the record does not follow the rules.
pub fn expand(record: &Record) -> Result<ReplayView, ReplayError> {
    let mut expansion = Expansion::new(record)?;
    let steps = expansion.by_ref().collect();
    Ok(ReplayView {
        result: expansion.result(),
        players: expansion.players,
        wall: expansion.wall,
        first: expansion.first,
        steps,
        has_proof: expansion.has_proof,
    })
}

/// The steps of a record, expanded one at a time.
///
/// A step carries a whole table and is several hundred times as long as its notation, so a server
/// that sends replays must not hold all steps of a long game at once.
pub struct Expansion {
    /// The players' names; `bot:` starts the name of a bot.
    pub players: Vec<String>,
    /// The side of the boards that was used.
    pub wall: Wall,
    /// The table before the first deal.
    pub first: TableView,
    /// True if the record carries a proof of its draws.
    pub has_proof: bool,
    steps: std::iter::Peekable<std::vec::IntoIter<RecordStep>>,
    position: Position,
    sources: PointSources,
    ended_by: Option<RecordEnd>,
    out: Vec<Seat>,
}

impl Expansion {
    /// Checks the whole record against the rules and starts before its first step.
    ///
    /// # Errors
    /// The first place at which the record does not follow the rules.
    pub fn new(record: &Record) -> Result<Self, ReplayError> {
        let mut steps = Vec::new();
        let mut first = None;
        let replayed = record.walk(|before, step, _after| {
            first.get_or_insert(*before);
            steps.push(step);
        })?;
        let position = first.unwrap_or(replayed.position);
        Ok(Self {
            players: record.players.clone(),
            wall: record.wall.into(),
            first: TableView::of(&position),
            has_proof: record.extra.iter().any(|(key, _)| key == "draw"),
            steps: steps.into_iter().peekable(),
            position,
            sources: PointSources::new(record.players.len()),
            ended_by: replayed.ended_by,
            out: record.forfeited_seats(),
        })
    }

    /// Returns the result of a finished game once all steps were taken.
    #[must_use]
    pub fn result(&self) -> Option<ResultView> {
        let by = ended_by(self.ended_by?);
        Some(result_of(by, &self.sources, &self.position, &self.out))
    }

    fn apply(&mut self, step: RecordStep) -> (Happening, Vec<TableEvent>) {
        let mover = self.position.to_move();
        let events = explain(&mut self.position, step);
        self.sources.add(&events);
        let what = match step {
            RecordStep::Deal(_) => Happening::Dealt {
                round: self.position.round(),
            },
            RecordStep::Move(m) => Happening::Moved {
                seat: number(mover),
                text: m.to_string(),
            },
            RecordStep::Tile(seat, placement) => {
                let mut placements = vec![Vec::new(); self.players.len()];
                placements[seat.index()].push(placement.to_string());
                Happening::Tiled { placements }
            }
            RecordStep::Settle => Happening::Tiled {
                placements: vec![Vec::new(); self.players.len()],
            },
        };
        (what, table_events(&events))
    }
}

impl Iterator for Expansion {
    type Item = ReplayStep;

    fn next(&mut self) -> Option<ReplayStep> {
        let step = self.steps.next()?;
        let (mut what, mut events) = self.apply(step);
        // Everything between the offer and the next deal is one step.
        if let Happening::Tiled { placements } = &mut what {
            let is_tiling =
                |step: &RecordStep| matches!(step, RecordStep::Tile(..) | RecordStep::Settle);
            while let Some(step) = self.steps.next_if(is_tiling) {
                let (more, more_events) = self.apply(step);
                if let Happening::Tiled { placements: more } = more {
                    for (all, more) in placements.iter_mut().zip(more) {
                        all.extend(more);
                    }
                }
                events.extend(more_events);
            }
        }
        Some(ReplayStep {
            what,
            events,
            table: TableView::of(&self.position),
        })
    }
}

/// Applies a step that the rules have accepted and returns its events.
fn explain(position: &mut Position, step: RecordStep) -> Vec<Event> {
    let events = match step {
        RecordStep::Deal(deal) => position.deal_explained(&deal).ok(),
        RecordStep::Move(m) => position.play_explained(m).ok(),
        RecordStep::Tile(seat, placement) => position.tile_explained(seat, placement).ok(),
        RecordStep::Settle => position.settle_explained().ok(),
    };
    events.expect("a replayed step is legal")
}
