//! The steps of the analysis board: moves, deals and tilings.

use azulejo_protocol::happening::{Happening, TableEvent, table_events};
use azulejo_rules::record::Step;
use azulejo_rules::{Deal, Event, Move, Phase, Placement, Position, Seat};

/// A step that was applied.
pub(super) struct Applied {
    /// The step in its canonical form.
    pub(super) text: String,
    pub(super) what: Happening,
    pub(super) events: Vec<TableEvent>,
    /// The steps of a record that it consists of.
    pub(super) parts: Vec<Step>,
}

/// Applies a step in the notation of the parent module.
///
/// # Errors
/// The reason why the step is not possible; the position is then unchanged.
pub(super) fn apply(position: &mut Position, text: &str) -> Result<Applied, String> {
    let mut after = *position;
    let applied = match text.strip_prefix('=') {
        Some(placements) => tile(&mut after, placements)?,
        None if text.contains('/') => deal(&mut after, text)?,
        None => take(&mut after, text)?,
    };
    *position = after;
    Ok(applied)
}

/// Returns true if the next step is a tiling without a choice.
pub(super) fn is_forced(position: &Position) -> bool {
    position.phase() == Phase::Tiling && !position.has_choice(position.to_move())
}

fn take(position: &mut Position, text: &str) -> Result<Applied, String> {
    let m: Move = text.parse().map_err(|e| format!("{e}"))?;
    let seat = position.to_move();
    let events = position.play_explained(m).map_err(|e| e.to_string())?;
    Ok(Applied {
        text: m.to_string(),
        what: Happening::Moved {
            seat: seat.number() as u8,
            text: m.to_string(),
        },
        events: table_events(&events),
        parts: vec![Step::Move(m)],
    })
}

fn deal(position: &mut Position, text: &str) -> Result<Applied, String> {
    let deal: Deal = text.parse().map_err(|e| format!("{e}"))?;
    let events = position.deal_explained(&deal).map_err(|e| e.to_string())?;
    Ok(Applied {
        text: deal.to_string(),
        what: Happening::Dealt {
            round: position.round(),
        },
        events: table_events(&events),
        parts: vec![Step::Deal(deal)],
    })
}

fn tile(position: &mut Position, text: &str) -> Result<Applied, String> {
    if position.phase() != Phase::Tiling {
        return Err("there is nothing to tile in this phase".to_owned());
    }
    let seat = position.to_move();
    let chosen = position.has_choice(seat);
    let mut tiling = Tiling::new(position.players().count());
    for placement in text.split(',').filter(|text| !text.is_empty()) {
        let placement: Placement = placement.parse().map_err(|e| format!("{e}"))?;
        tiling.tile(position, seat, placement)?;
    }
    tiling.take_forced(position)?;
    if position.phase() == Phase::Tiling
        && position.to_move() == seat
        && !position.placements(seat).is_empty()
    {
        return Err(format!("player {seat} has more lines to tile"));
    }
    // The placements of a player without a choice are not written.
    let own = &tiling.placements[seat.index()];
    let text = if chosen { own.join(",") } else { String::new() };
    Ok(Applied {
        text: format!("={text}"),
        what: Happening::Tiled {
            placements: tiling.placements,
        },
        events: table_events(&tiling.events),
        parts: tiling.parts,
    })
}

/// The parts of a tiling.
struct Tiling {
    placements: Vec<Vec<String>>,
    events: Vec<Event>,
    parts: Vec<Step>,
}

impl Tiling {
    fn new(players: usize) -> Self {
        Self {
            placements: vec![Vec::new(); players],
            events: Vec::new(),
            parts: Vec::new(),
        }
    }

    fn tile(
        &mut self,
        position: &mut Position,
        seat: Seat,
        placement: Placement,
    ) -> Result<(), String> {
        let events = position
            .tile_explained(seat, placement)
            .map_err(|e| e.to_string())?;
        self.events.extend(events);
        self.placements[seat.index()].push(placement.to_string());
        self.parts.push(Step::Tile(seat, placement));
        Ok(())
    }

    /// Tiles the lines of players without a choice, and charges the floors after the last one.
    fn take_forced(&mut self, position: &mut Position) -> Result<(), String> {
        while is_forced(position) {
            let seat = position.to_move();
            match position.placements(seat).first() {
                Some(&placement) => self.tile(position, seat, placement)?,
                None => {
                    let events = position.settle_explained().map_err(|e| e.to_string())?;
                    self.events.extend(events);
                    self.parts.push(Step::Settle);
                }
            }
        }
        Ok(())
    }
}

/// Collects the steps of a record in the notation of the parent module.
#[derive(Default)]
pub(super) struct StepList {
    steps: Vec<String>,
    /// The position before the tiling of the current round, and the placements by seat.
    tiling: Option<(Position, [Vec<String>; 4])>,
}

impl StepList {
    pub(super) fn add(&mut self, before: &Position, step: Step) {
        match step {
            Step::Tile(seat, placement) => {
                let (_, placements) = self
                    .tiling
                    .get_or_insert_with(|| (*before, Default::default()));
                placements[seat.index()].push(placement.to_string());
            }
            Step::Settle => {
                self.tiling
                    .get_or_insert_with(|| (*before, Default::default()));
            }
            Step::Deal(deal) => {
                self.end_tiling();
                self.steps.push(deal.to_string());
            }
            Step::Move(m) => {
                self.end_tiling();
                self.steps.push(m.to_string());
            }
        }
    }

    pub(super) fn finish(mut self) -> Vec<String> {
        self.end_tiling();
        self.steps
    }

    fn end_tiling(&mut self) {
        let Some((mut position, placements)) = self.tiling.take() else {
            return;
        };
        while position.phase() == Phase::Tiling {
            let own = &placements[position.to_move().index()];
            // A record may stop in the middle of a tiling.
            let Ok(applied) = apply(&mut position, &format!("={}", own.join(","))) else {
                return;
            };
            self.steps.push(applied.text);
        }
    }
}
