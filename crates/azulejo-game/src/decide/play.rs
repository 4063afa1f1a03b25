//! The game itself: moves, columns, and all that follows from them.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::{EndedBy, Status};
use azulejo_rules::{Move, Phase, Placement};

use super::{Check, Draft, refuse};
use crate::event::Event;

impl Draft<'_> {
    pub(super) fn play(&mut self, player: &str, seat: u8, ply: u32, text: &str) -> Check {
        self.own_running_seat(player, seat)?;
        if !self.table.is_current(ply) {
            return refuse(ProblemCode::Stale);
        }
        let position = self
            .table
            .position()
            .expect("a running game has a position");
        if position.phase() != Phase::Offer {
            return refuse(ProblemCode::WrongPhase);
        }
        if position.to_move().number() != usize::from(seat) {
            return refuse(ProblemCode::NotYourTurn);
        }
        let m: Move = text
            .parse()
            .map_err(|error| Problem::at(ProblemCode::Malformed, "move", format!("{error}")))?;
        position
            .check(m)
            .map_err(|reason| Problem::at(ProblemCode::Illegal, "move", reason.to_string()))?;
        self.flag_late(seat)?;
        self.move_and_go_on(seat, m)
    }

    /// A move that comes after its clock ran out does not count, even if nobody has looked yet.
    pub(super) fn flag_late(&self, seat: u8) -> Check {
        let late = self
            .table
            .clocks
            .expired(self.now)
            .any(|expired| expired + 1 == usize::from(seat));
        if late {
            return refuse(ProblemCode::Stale);
        }
        Ok(())
    }

    pub(super) fn move_and_go_on(&mut self, seat: u8, m: Move) -> Check {
        self.push(Event::Moved {
            seat,
            text: m.to_string(),
        })?;
        self.go_on()
    }

    /// All that follows without anybody's choice: tiling, the next deal, the end.
    pub(super) fn go_on(&mut self) -> Check {
        loop {
            let Some(position) = self.table.position().copied() else {
                return Ok(());
            };
            if self.table.status != Status::Running {
                return Ok(());
            }
            match position.phase() {
                Phase::Offer => return Ok(()),
                Phase::Tiling => match self.table.all_placements() {
                    Some(placements) => self.push(Event::Tiled { placements })?,
                    None => return Ok(()),
                },
                Phase::Refill => {
                    let truncated = self
                        .table
                        .game
                        .as_ref()
                        .is_some_and(azulejo_rules::Game::has_ended);
                    if truncated {
                        self.end(EndedBy::Truncated, None)?;
                        continue;
                    }
                    let deal = self.chance.deal(&self.table.nonces, &position);
                    self.push(Event::Dealt {
                        draws: deal.draws().iter().map(ToString::to_string).collect(),
                    })?;
                }
                Phase::Over => self.end(EndedBy::Score, None)?,
            }
        }
    }

    pub(super) fn end(&mut self, by: EndedBy, seat: Option<u8>) -> Check {
        self.push(Event::Ended {
            by,
            seat,
            secret: self.chance.reveal(),
        })
    }

    pub(super) fn choose(&mut self, player: &str, seat: u8, texts: &[String]) -> Check {
        self.own_running_seat(player, seat)?;
        let index = usize::from(seat) - 1;
        if self.table.chosen[index].is_some() {
            return refuse(ProblemCode::AlreadyChosen);
        }
        if !self.table.choosing().contains(&index) {
            return refuse(ProblemCode::WrongPhase);
        }
        self.flag_late(seat)?;
        let mut placements = Vec::with_capacity(texts.len());
        for text in texts {
            placements.push(text.parse::<Placement>().map_err(|error| {
                Problem::at(ProblemCode::Malformed, "placements", format!("{error}"))
            })?);
        }
        self.table
            .check_choice(index, &placements)
            .map_err(|reason| Problem::at(ProblemCode::Illegal, "placements", reason))?;
        self.push(Event::Chosen {
            seat,
            placements: texts.to_vec(),
        })?;
        self.go_on()
    }

    pub(super) fn bot_choose(&mut self, seat: u8, round: u16, placements: &[Placement]) -> Check {
        self.running()?;
        let index = usize::from(seat) - 1;
        let right_round = self.table.position().is_some_and(|p| p.round() == round);
        let is_bot = self.seat(seat)?.bot().is_some();
        if !right_round || !is_bot || !self.table.choosing().contains(&index) {
            return refuse(ProblemCode::Stale);
        }
        self.table
            .check_choice(index, placements)
            .map_err(|reason| Problem::at(ProblemCode::Illegal, "placements", reason))?;
        self.push(Event::Chosen {
            seat,
            placements: placements.iter().map(ToString::to_string).collect(),
        })?;
        self.go_on()
    }
}
