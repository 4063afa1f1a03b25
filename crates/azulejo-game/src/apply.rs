//! The fold: how each event changes a table.

use std::sync::Arc;

use azulejo_protocol::game::{EndedBy, Level, Status, TakeoverReason};
use azulejo_protocol::happening::{Happening, Step, table_events};
use azulejo_rules::record::{EndedBy as RecordEnd, Step as RulesStep, Takeover};
use azulejo_rules::{Deal, Draw, Event as RulesEvent, Game, Move, Phase, Placement, Seat};

use super::event::{Event, SeatSetup};
use super::{
    End, FoldError, MAX_STEPS, Millis, Occupant, PendingUndo, Person, Rematch, RoundMove,
    SeatNumber, SeatState, Table, Timestamp,
};

/// Under the legacy clock rules, the downtime from which on absences start anew.
const LEGACY_ABSENCE_RESET: Millis = Millis::from_secs(3);

impl Table {
    /// Folds in one event.
    pub fn apply(&mut self, event: &Event, at: Timestamp) -> Result<(), FoldError> {
        let ply = self.ply;
        let error = |reason: String| FoldError { ply, reason };
        self.clocks.charge(at);
        let changes_position = self.changes_position(event);
        let (what, events) = self.fold(event, at).map_err(error)?;
        self.ply += 1;
        if changes_position {
            self.position_ply = self.ply;
        }
        self.changed_at = at;
        self.sources.add(&events);
        if let Some(what) = what {
            self.record_step(ply, at, what, &events);
        }
        self.run_clocks();
        self.record_hash();
        Ok(())
    }

    fn fold(
        &mut self,
        event: &Event,
        at: Timestamp,
    ) -> Result<(Option<Happening>, Vec<RulesEvent>), String> {
        let mut events = Vec::new();
        let what = match event {
            Event::Created { .. } => return Err("the game has been created already".to_owned()),
            Event::Seated { seat, player } => {
                let state = self.seat_mut(*seat)?;
                state.occupant = Occupant::Human(Person::Player(*player));
                self.mark_if_full(at);
                // The name is filled in for each view: the log holds none.
                Happening::Seated {
                    seat: seat.get(),
                    name: String::new(),
                }
            }
            Event::Unseated { seat } => {
                let index = self.find(*seat)?.index();
                let state = &mut self.seats[index];
                state.occupant = match state.setup {
                    SeatSetup::Open => Occupant::Open,
                    _ => Occupant::Invited,
                };
                self.nonces[index] = None;
                self.nonce_commitments[index] = None;
                self.full_since = None;
                Happening::Unseated { seat: seat.get() }
            }
            Event::BotSeated { seat, level } => {
                self.seat_mut(*seat)?.occupant = Occupant::Bot(*level);
                self.mark_if_full(at);
                Happening::BotSeated {
                    seat: seat.get(),
                    level: *level,
                }
            }
            Event::InvitationRenewed { invitation } => {
                self.invitation.clone_from(invitation);
                return Ok((None, events));
            }
            Event::NonceCommitted { seat, commitment } => {
                let index = self.find(*seat)?.index();
                self.nonce_commitments[index] = Some(commitment.clone());
                return Ok((None, events));
            }
            Event::CommitmentsClosed => {
                self.commitments_closed_at = Some(at);
                return Ok((None, events));
            }
            Event::NonceSent { seat, nonce } => {
                let index = self.find(*seat)?.index();
                self.nonces[index] = Some(nonce.clone());
                return Ok((None, events));
            }
            Event::Started { start } => {
                let names = (1..=self.seats.len())
                    .map(|n| format!("player {n}"))
                    .collect();
                let start = Seat::new(start.get().into()).ok_or("no such seat")?;
                let wall = self.settings.wall.into();
                self.game = Some(Game::new(names, wall, start).map_err(|_| "no such seat")?);
                self.status = Status::Running;
                self.absences_from = at;
                Happening::Started
            }
            Event::Dealt { draws } => {
                let game = self.game.as_mut().ok_or("the game has not started")?;
                let draws: Result<Vec<Draw>, _> = draws.iter().map(|text| text.parse()).collect();
                let draws = draws.map_err(|error| format!("{error}"))?;
                let deal =
                    Deal::new(game.position().players(), &draws).map_err(|_| "a wrong deal")?;
                events = step(game, RulesStep::Deal(deal))?;
                self.round_start = Some(Arc::new(game.clone()));
                self.round_moves.clear();
                Happening::Dealt {
                    round: game.position().round(),
                }
            }
            Event::Moved { seat, text } => {
                let ply = self.ply;
                let game = self.game.as_mut().ok_or("the game has not started")?;
                let mover = game.position().to_move();
                if SeatNumber::from(mover) != *seat {
                    return Err(format!("seat {seat} is not to move"));
                }
                let m: Move = text.parse().map_err(|error| format!("{error}"))?;
                events = step(game, RulesStep::Move(m))?;
                self.round_moves.push(RoundMove {
                    ply,
                    seat: mover,
                    m,
                    clocks: self.clocks.save(),
                });
                self.undo_spent.clear();
                if game.position().phase() != Phase::Offer {
                    self.undo = None;
                }
                self.clocks.increment(mover);
                self.clocks.end_turn();
                Happening::Moved {
                    seat: seat.get(),
                    text: text.clone(),
                }
            }
            Event::Chosen { seat, placements } => {
                let index = self.find(*seat)?.index();
                let placements: Result<Vec<Placement>, _> =
                    placements.iter().map(|text| text.parse()).collect();
                let placements = placements.map_err(|error| format!("{error}"))?;
                self.chosen[index] = Some(placements);
                Happening::Chosen { seat: seat.get() }
            }
            Event::Tiled { placements } => {
                events = self.tile(placements)?;
                Happening::Tiled {
                    placements: placements.clone(),
                }
            }
            Event::UndoAsked { seat, to, until } => {
                self.undo = Some(PendingUndo {
                    seat: self.find(*seat)?,
                    to: *to,
                    until: *until,
                    agreed: Vec::new(),
                });
                Happening::UndoAsked {
                    seat: seat.get(),
                    to: *to,
                }
            }
            Event::UndoAgreed { seat } => {
                let seat = self.find(*seat)?;
                let asked = self.undo.as_mut().ok_or("there is no undo question")?;
                asked.agreed.push(seat);
                return Ok((None, events));
            }
            Event::UndoRefused { seat } => {
                let spent = self.find(*seat)?;
                self.undo = None;
                self.undo_spent.push(spent);
                Happening::UndoRefused { seat: seat.get() }
            }
            Event::Undone { seat, to } => {
                self.take_back(*to)?;
                Happening::Undone {
                    seat: seat.get(),
                    to: *to,
                }
            }
            Event::Resigned { seat } => {
                self.seat_mut(*seat)?.can_win = false;
                Happening::Resigned { seat: seat.get() }
            }
            Event::Flagged { seat } => {
                self.seat_mut(*seat)?.can_win = false;
                Happening::Flagged { seat: seat.get() }
            }
            Event::Left { seat } => {
                self.seat_mut(*seat)?.can_win = false;
                Happening::Left { seat: seat.get() }
            }
            Event::Voted { seat, away } => {
                let (voter, away) = (self.find(*seat)?, self.find(*away)?);
                self.votes[away.index()].push(voter);
                return Ok((None, events));
            }
            Event::VotesLapsed { seat } => {
                let index = self.find(*seat)?.index();
                self.votes[index].clear();
                return Ok((None, events));
            }
            Event::TakenOver {
                seat,
                level,
                reason,
            } => {
                let index = self.find(*seat)?;
                self.seats[index.index()].taken_over = Some((*level, *reason));
                self.votes[index.index()].clear();
                self.record_takeover(index, *level, *reason)?;
                Happening::TakenOver {
                    seat: seat.get(),
                    level: *level,
                    reason: *reason,
                }
            }
            Event::TakenBack { seat } => {
                self.seat_mut(*seat)?.taken_over = None;
                Happening::TakenBack { seat: seat.get() }
            }
            Event::Resumed { down } => {
                self.refund_downtime(*down, at);
                Happening::Resumed { down: down.get() }
            }
            Event::Ended { by, seat, secret } => {
                self.finish(*by, *seat)?;
                self.secret = (!secret.is_empty()).then(|| secret.clone());
                Happening::Ended
            }
            Event::Cancelled { secret } => {
                self.status = Status::Cancelled;
                self.secret = (!secret.is_empty()).then(|| secret.clone());
                Happening::Cancelled
            }
            Event::RematchAgreed { seat, until } => {
                let seat = self.find(*seat)?;
                let rematch = self.rematch.get_or_insert_with(|| Rematch {
                    until: *until,
                    agreed: Vec::new(),
                    game: None,
                });
                rematch.agreed.push(seat);
                return Ok((None, events));
            }
            Event::RematchWithdrawn { seat } => {
                let rematch = self
                    .rematch
                    .as_mut()
                    .ok_or("there is no rematch to agree on")?;
                rematch
                    .agreed
                    .retain(|&agreed| SeatNumber::from(agreed) != *seat);
                if rematch.agreed.is_empty() {
                    self.rematch = None;
                }
                return Ok((None, events));
            }
            Event::RematchMade { game } => {
                let rematch = self
                    .rematch
                    .as_mut()
                    .ok_or("there is no rematch to agree on")?;
                rematch.game = Some(*game);
                return Ok((None, events));
            }
        };
        Ok((Some(what), events))
    }

    /// Returns whether an event changes the position or who acts on it, so that decisions made
    /// before it are stale.
    fn changes_position(&self, event: &Event) -> bool {
        match event {
            Event::Started { .. }
            | Event::Dealt { .. }
            | Event::Moved { .. }
            | Event::Tiled { .. }
            | Event::Undone { .. }
            | Event::Ended { .. }
            | Event::Cancelled { .. } => true,
            Event::TakenOver { seat, .. } | Event::TakenBack { seat } => {
                self.seat(*seat)
                    .is_some_and(|seat| self.waits_for().contains(&seat))
            }
            Event::Created { .. }
            | Event::Seated { .. }
            | Event::Unseated { .. }
            | Event::BotSeated { .. }
            | Event::InvitationRenewed { .. }
            | Event::NonceCommitted { .. }
            | Event::CommitmentsClosed
            | Event::NonceSent { .. }
            // A choice is checked against the seat's own earlier choice.
            | Event::Chosen { .. }
            | Event::UndoAsked { .. }
            | Event::UndoAgreed { .. }
            | Event::UndoRefused { .. }
            | Event::Resigned { .. }
            | Event::Flagged { .. }
            | Event::Left { .. }
            | Event::Voted { .. }
            | Event::VotesLapsed { .. }
            | Event::Resumed { .. }
            | Event::RematchAgreed { .. }
            | Event::RematchWithdrawn { .. }
            | Event::RematchMade { .. } => false,
        }
    }

    fn find(&self, number: SeatNumber) -> Result<Seat, String> {
        self.seat(number)
            .ok_or_else(|| format!("there is no seat {number}"))
    }

    fn seat_mut(&mut self, number: SeatNumber) -> Result<&mut SeatState, String> {
        let seat = self.find(number)?;
        Ok(&mut self.seats[seat.index()])
    }

    /// Extends the clocks and all other deadlines by downtime.
    fn refund_downtime(&mut self, down: Millis, at: Timestamp) {
        self.clocks.refund(down);
        if !self.clocks.rules().is_legacy() || down >= LEGACY_ABSENCE_RESET {
            // Players who were cut off have the whole time to come back.
            self.absences_from = at;
        }
        if let Some(asked) = &mut self.undo {
            asked.until += down;
        }
        if let Some(rematch) = &mut self.rematch {
            rematch.until += down;
        }
        if let Some(full_since) = &mut self.full_since {
            *full_since += down;
        }
        if let Some(closed_at) = &mut self.commitments_closed_at {
            *closed_at += down;
        }
    }

    /// Starts the wait for nonces once every seat is taken.
    pub(super) fn mark_if_full(&mut self, at: Timestamp) {
        if self.is_full() && self.full_since.is_none() {
            self.full_since = Some(at);
        }
    }

    fn take_back(&mut self, to: u32) -> Result<(), String> {
        let first = self
            .round_moves
            .iter()
            .position(|made| made.ply == to)
            .ok_or_else(|| format!("event {to} is not a move since the last deal"))?;
        let start = self.round_start.as_deref().ok_or("nothing was dealt")?;
        let mut game = start.clone();
        let taken_back = self.round_moves.split_off(first);
        for made in &self.round_moves {
            game.play(made.m).map_err(|error| error.to_string())?;
        }
        let movers = taken_back.iter().map(|made| made.seat);
        self.clocks.restore(&taken_back[0].clocks, movers);
        // A bot that has replaced a player does so from a move that is still to come.
        let (round, next) = (game.position().round(), self.round_moves.len() + 1);
        let next = u16::try_from(next).map_err(|_| "too many moves")?;
        for takeover in self.takeovers.iter_mut().filter(|t| t.round == round) {
            takeover.at_move = takeover.at_move.min(next);
        }
        self.game = Some(game);
        self.undo = None;
        self.undo_spent.clear();
        Ok(())
    }

    fn record_takeover(
        &mut self,
        seat: Seat,
        level: Level,
        reason: TakeoverReason,
    ) -> Result<(), String> {
        let position = self.position().ok_or("the game has not started")?;
        let round = position.round();
        let at_move = match position.phase() {
            Phase::Offer | Phase::Tiling => self.round_moves.len() + 1,
            Phase::Refill | Phase::Over => 1,
        };
        // A seat lost by a vote can still win, which the record's three reasons do not express.
        let extra = match reason {
            TakeoverReason::Vote => vec![(Takeover::VOTED.to_owned(), "true".to_owned())],
            _ => Vec::new(),
        };
        let reason = match reason {
            TakeoverReason::Resigned => "resigned",
            TakeoverReason::Time => "time",
            TakeoverReason::Left | TakeoverReason::Vote => "left",
        };
        self.takeovers.push(Takeover {
            seat,
            round,
            at_move: u16::try_from(at_move).map_err(|_| "too many moves")?,
            bot: level.id().to_owned(),
            reason: reason.to_owned(),
            extra,
        });
        Ok(())
    }

    fn finish(&mut self, by: EndedBy, seat: Option<SeatNumber>) -> Result<(), String> {
        let seat = seat.map(|seat| self.find(seat)).transpose()?;
        let game = self.game.as_mut().ok_or("the game has not started")?;
        let of_seat = || seat.ok_or("the end names no seat");
        let stop = match by {
            EndedBy::Score => None,
            EndedBy::Resigned => Some(RecordEnd::Resigned(of_seat()?)),
            EndedBy::Time => Some(RecordEnd::Time(of_seat()?)),
            EndedBy::Left => Some(RecordEnd::Left(of_seat()?)),
            EndedBy::Truncated => Some(RecordEnd::Truncated),
            EndedBy::Aborted => Some(RecordEnd::Aborted),
        };
        // The rules themselves truncate a game after the last round that a record can hold.
        if let Some(stop) = stop
            && !game.has_ended()
            && game.stop(stop).is_err()
        {
            return Err("the game cannot be stopped like that".to_owned());
        }
        if !game.has_ended() {
            return Err("the game is not over".to_owned());
        }
        self.status = Status::Finished;
        self.undo = None;
        self.end = Some(End { by, seat });
        Ok(())
    }

    /// Runs the clocks of the people who must act.
    fn run_clocks(&mut self) {
        let acting = self
            .waits_for()
            .into_iter()
            .filter(|seat| self.seats[seat.index()].acting_person().is_some())
            .collect();
        self.clocks.run(acting);
    }

    pub(super) fn record_step(
        &mut self,
        ply: u32,
        at: Timestamp,
        what: Happening,
        events: &[RulesEvent],
    ) {
        if self.steps.len() == MAX_STEPS {
            self.steps.remove(0);
        }
        self.steps.push(Arc::new(Step {
            ply,
            at: at.unix_ms(),
            what,
            events: table_events(events),
        }));
    }
}

pub(super) fn step(game: &mut Game, step: RulesStep) -> Result<Vec<RulesEvent>, String> {
    game.step_explained(step).map_err(|error| error.to_string())
}
