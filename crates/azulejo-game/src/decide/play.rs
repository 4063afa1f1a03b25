//! Moves, choices of columns, and what follows from them without a choice.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::{EndedBy, Status};
use azulejo_protocol::id::PlayerId;
use azulejo_rules::{Move, Phase, Placement, Seat};

use super::{Check, Draft, refuse};
use crate::SeatNumber;
use crate::event::Event;

impl Draft<'_> {
    pub(super) fn play(&mut self, player: PlayerId, seat: SeatNumber, ply: u32, m: Move) -> Check {
        let seat = self.own_running_seat(player, seat)?;
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
        if position.to_move() != seat {
            return refuse(ProblemCode::NotYourTurn);
        }
        position
            .check(m)
            .map_err(|reason| Problem::at(ProblemCode::Illegal, "move", reason.to_string()))?;
        self.check_in_time(seat)?;
        self.play_and_advance(seat, m)
    }

    /// Refuses a move after the flag has fallen, even if no tick has applied it yet.
    pub(super) fn check_in_time(&self, seat: Seat) -> Check {
        let late = self
            .table
            .clocks
            .expired(self.now)
            .any(|expired| expired == seat);
        if late {
            return refuse(ProblemCode::Stale);
        }
        Ok(())
    }

    pub(super) fn play_and_advance(&mut self, seat: Seat, m: Move) -> Check {
        self.push(Event::Moved {
            seat: seat.into(),
            text: m.to_string(),
        })?;
        self.advance()
    }

    /// Applies what follows without a choice: tiling, the next deal, the end.
    pub(super) fn advance(&mut self) -> Check {
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
                    Some(placements) => self.push(Event::tiled(&placements))?,
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

    pub(super) fn end(&mut self, by: EndedBy, seat: Option<Seat>) -> Check {
        self.push(Event::Ended {
            by,
            seat: seat.map(Into::into),
            secret: self.chance.reveal(),
        })
    }

    pub(super) fn choose(
        &mut self,
        player: PlayerId,
        seat: SeatNumber,
        placements: &[Placement],
    ) -> Check {
        let seat = self.own_running_seat(player, seat)?;
        if self.table.chosen[seat.index()].is_some() {
            return refuse(ProblemCode::AlreadyChosen);
        }
        if !self.table.choosing().contains(&seat) {
            return refuse(ProblemCode::WrongPhase);
        }
        self.check_in_time(seat)?;
        self.choose_checked(seat, placements)
    }

    pub(super) fn bot_choose(&mut self, seat: Seat, round: u16, placements: &[Placement]) -> Check {
        self.running()?;
        let right_round = self.table.position().is_some_and(|p| p.round() == round);
        let is_bot = self.seat(seat).bot().is_some();
        if !right_round || !is_bot || !self.table.choosing().contains(&seat) {
            return refuse(ProblemCode::Stale);
        }
        self.choose_checked(seat, placements)
    }

    fn choose_checked(&mut self, seat: Seat, placements: &[Placement]) -> Check {
        self.table
            .check_choice(seat, placements)
            .map_err(|reason| Problem::at(ProblemCode::Illegal, "placements", reason))?;
        self.push(Event::chosen(seat, placements))?;
        self.advance()
    }
}
