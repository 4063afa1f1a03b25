//! Wall tiling: simultaneous, and private where there is a choice.

use azulejo_protocol::game::Status;
use azulejo_rules::record::Step as RulesStep;
use azulejo_rules::{Event as RulesEvent, Phase, Placement, Position, Seat};

use super::Table;
use super::apply::step;

impl Table {
    /// Returns the seats that have yet to choose columns: those with more than one way to tile.
    pub fn choosing(&self) -> Vec<Seat> {
        let Some(position) = self.position() else {
            return Vec::new();
        };
        if position.phase() != Phase::Tiling {
            return Vec::new();
        }
        self.all_seats()
            .filter(|&seat| self.chosen[seat.index()].is_none() && position.has_choice(seat))
            .collect()
    }

    /// Returns every seat's placements once all choices are made: the chosen ones, and the forced
    /// ones of the other seats.
    pub fn all_placements(&self) -> Option<Vec<Vec<Placement>>> {
        let position = self.position()?;
        if position.phase() != Phase::Tiling || !self.choosing().is_empty() {
            return None;
        }
        let all = self
            .all_seats()
            .map(|seat| match &self.chosen[seat.index()] {
                Some(chosen) => chosen.clone(),
                None => leftmost(position, seat),
            });
        Some(all.collect())
    }

    /// Checks that a seat may tile like this: every complete line from the top, each legal after the
    /// ones before it.
    pub fn check_choice(&self, seat: Seat, placements: &[Placement]) -> Result<(), String> {
        let mut position = *self.position().ok_or("the game has not started")?;
        for &placement in placements {
            position
                .check_placement(seat, placement)
                .map_err(|reason| format!("{placement}: {reason}"))?;
            position.tile_unchecked(seat, placement);
        }
        match position.placements(seat).first() {
            Some(missing) => Err(format!("line {} is missing", missing.line)),
            None => Ok(()),
        }
    }

    /// Returns the leftmost legal columns of a seat, which are taken when its time is up.
    pub fn leftmost_choice(&self, seat: Seat) -> Vec<Placement> {
        let position = self.position();
        position.map_or_else(Vec::new, |position| leftmost(position, seat))
    }

    /// Tiles all lines of all seats and charges the floors.
    pub(super) fn tile(&mut self, placements: &[Vec<String>]) -> Result<Vec<RulesEvent>, String> {
        if self.status != Status::Running || placements.len() != self.seats.len() {
            return Err("the seats do not match".to_owned());
        }
        let seats = self.all_seats();
        let game = self.game.as_mut().ok_or("the game has not started")?;
        let mut events = Vec::new();
        for (seat, placements) in seats.zip(placements) {
            for text in placements {
                let placement: Placement = text.parse().map_err(|error| format!("{error}"))?;
                events.extend(step(game, RulesStep::Tile(seat, placement))?);
            }
        }
        if game.position().is_ready_to_settle() {
            events.extend(step(game, RulesStep::Settle)?);
        }
        if game.position().phase() == Phase::Tiling {
            return Err("lines are left to tile".to_owned());
        }
        for seat in self.all_seats() {
            self.chosen[seat.index()] = None;
            self.clocks.increment(seat);
        }
        self.clocks.end_turn();
        self.round_moves.clear();
        Ok(events)
    }
}

fn leftmost(position: &Position, seat: Seat) -> Vec<Placement> {
    let mut position = *position;
    let mut placements = Vec::new();
    while let Some(&first) = position.placements(seat).first() {
        placements.push(first);
        position.tile_unchecked(seat, first);
    }
    placements
}
