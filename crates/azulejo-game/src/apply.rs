//! The fold: how each event changes a table.

use std::sync::Arc;

use azulejo_protocol::game::{EndedBy, Level, Status, TakeoverReason};
use azulejo_protocol::happening::{Happening, Step, table_events};
use azulejo_rules::record::{EndedBy as RecordEnd, Step as RulesStep, Takeover};
use azulejo_rules::{Deal, Draw, Event as RulesEvent, Game, Move, Phase, Placement, Seat};

use super::event::{Event, SeatSetup};
use super::{
    End, FoldError, MAX_STEPS, Occupant, PendingUndo, Rematch, RoundMove, SeatState, Table,
};

/// Under the legacy clock rules, the downtime from which on absences start anew.
const LEGACY_ABSENCE_RESET_MS: i64 = 3_000;

impl Table {
    /// Folds in one event.
    pub fn apply(&mut self, event: &Event, at: i64) -> Result<(), FoldError> {
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
        at: i64,
    ) -> Result<(Option<Happening>, Vec<RulesEvent>), String> {
        let mut events = Vec::new();
        let what = match event {
            Event::Created { .. } => return Err("the game has been created already".to_owned()),
            Event::Seated { seat, player } => {
                let state = self.seat_mut(*seat)?;
                state.occupant = Occupant::Human(player.clone());
                self.mark_if_full(at);
                // The name is filled in for each view: the log holds none.
                Happening::Seated {
                    seat: *seat,
                    name: String::new(),
                }
            }
            Event::Unseated { seat } => {
                let state = self.seat_mut(*seat)?;
                state.occupant = match state.setup {
                    SeatSetup::Open => Occupant::Open,
                    _ => Occupant::Invited,
                };
                self.nonces[usize::from(*seat) - 1] = None;
                self.nonce_commitments[usize::from(*seat) - 1] = None;
                self.full_since = None;
                Happening::Unseated { seat: *seat }
            }
            Event::BotSeated { seat, level } => {
                self.seat_mut(*seat)?.occupant = Occupant::Bot(*level);
                self.mark_if_full(at);
                Happening::BotSeated {
                    seat: *seat,
                    level: *level,
                }
            }
            Event::InvitationRenewed { invitation } => {
                self.invitation.clone_from(invitation);
                return Ok((None, events));
            }
            Event::NonceCommitted { seat, commitment } => {
                self.seat_mut(*seat)?;
                self.nonce_commitments[usize::from(*seat) - 1] = Some(commitment.clone());
                return Ok((None, events));
            }
            Event::CommitmentsClosed => {
                self.commitments_closed_at = Some(at);
                return Ok((None, events));
            }
            Event::NonceSent { seat, nonce } => {
                self.seat_mut(*seat)?;
                self.nonces[usize::from(*seat) - 1] = Some(nonce.clone());
                return Ok((None, events));
            }
            Event::Started { start } => {
                let names = (1..=self.seats.len())
                    .map(|n| format!("player {n}"))
                    .collect();
                let start = Seat::new(usize::from(*start)).ok_or("no such seat")?;
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
                if game.position().to_move().number() != usize::from(*seat) {
                    return Err(format!("seat {seat} is not to move"));
                }
                let m: Move = text.parse().map_err(|error| format!("{error}"))?;
                events = step(game, RulesStep::Move(m))?;
                self.round_moves.push(RoundMove {
                    ply,
                    seat: usize::from(*seat) - 1,
                    m,
                    clocks: self.clocks.save(),
                });
                self.undo_spent.clear();
                if game.position().phase() != Phase::Offer {
                    self.undo = None;
                }
                self.clocks.increment(usize::from(*seat) - 1);
                self.clocks.end_turn();
                Happening::Moved {
                    seat: *seat,
                    text: text.clone(),
                }
            }
            Event::Chosen { seat, placements } => {
                self.seat_mut(*seat)?;
                let placements: Result<Vec<Placement>, _> =
                    placements.iter().map(|text| text.parse()).collect();
                let placements = placements.map_err(|error| format!("{error}"))?;
                self.chosen[usize::from(*seat) - 1] = Some(placements);
                Happening::Chosen { seat: *seat }
            }
            Event::Tiled { placements } => {
                events = self.tile(placements)?;
                Happening::Tiled {
                    placements: placements.clone(),
                }
            }
            Event::UndoAsked { seat, to, until } => {
                self.seat_mut(*seat)?;
                self.undo = Some(PendingUndo {
                    seat: usize::from(*seat) - 1,
                    to: *to,
                    until: *until,
                    agreed: Vec::new(),
                });
                Happening::UndoAsked {
                    seat: *seat,
                    to: *to,
                }
            }
            Event::UndoAgreed { seat } => {
                let asked = self.undo.as_mut().ok_or("there is no undo question")?;
                asked.agreed.push(usize::from(*seat) - 1);
                return Ok((None, events));
            }
            Event::UndoRefused { seat } => {
                self.seat_mut(*seat)?;
                self.undo = None;
                self.undo_spent.push(usize::from(*seat) - 1);
                Happening::UndoRefused { seat: *seat }
            }
            Event::Undone { seat, to } => {
                self.take_back(*to)?;
                Happening::Undone {
                    seat: *seat,
                    to: *to,
                }
            }
            Event::Resigned { seat } => {
                self.seat_mut(*seat)?.can_win = false;
                Happening::Resigned { seat: *seat }
            }
            Event::Flagged { seat } => {
                self.seat_mut(*seat)?.can_win = false;
                Happening::Flagged { seat: *seat }
            }
            Event::Left { seat } => {
                self.seat_mut(*seat)?.can_win = false;
                Happening::Left { seat: *seat }
            }
            Event::Voted { seat, away } => {
                self.seat_mut(*away)?;
                self.votes[usize::from(*away) - 1].push(usize::from(*seat) - 1);
                return Ok((None, events));
            }
            Event::VotesLapsed { seat } => {
                self.seat_mut(*seat)?;
                self.votes[usize::from(*seat) - 1].clear();
                return Ok((None, events));
            }
            Event::TakenOver {
                seat,
                level,
                reason,
            } => {
                self.seat_mut(*seat)?.taken_over = Some((*level, *reason));
                self.votes[usize::from(*seat) - 1].clear();
                self.record_takeover(usize::from(*seat) - 1, *level, *reason)?;
                Happening::TakenOver {
                    seat: *seat,
                    level: *level,
                    reason: *reason,
                }
            }
            Event::TakenBack { seat } => {
                self.seat_mut(*seat)?.taken_over = None;
                Happening::TakenBack { seat: *seat }
            }
            Event::Resumed { down } => {
                self.refund_downtime(*down, at);
                Happening::Resumed { down: *down }
            }
            Event::Ended { by, seat, secret } => {
                self.finish(*by, *seat)?;
                self.secret = Some(secret.clone());
                Happening::Ended
            }
            Event::Cancelled { secret } => {
                self.status = Status::Cancelled;
                self.secret = Some(secret.clone());
                Happening::Cancelled
            }
            Event::RematchAgreed { seat, until } => {
                self.seat_mut(*seat)?;
                let rematch = self.rematch.get_or_insert_with(|| Rematch {
                    until: *until,
                    agreed: Vec::new(),
                    game: None,
                });
                rematch.agreed.push(usize::from(*seat) - 1);
                return Ok((None, events));
            }
            Event::RematchWithdrawn { seat } => {
                let rematch = self
                    .rematch
                    .as_mut()
                    .ok_or("there is no rematch to agree on")?;
                rematch
                    .agreed
                    .retain(|&agreed| agreed + 1 != usize::from(*seat));
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
                rematch.game = Some(game.clone());
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
                self.waits_for().contains(&usize::from(*seat).wrapping_sub(1))
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

    fn seat_mut(&mut self, seat: u8) -> Result<&mut SeatState, String> {
        self.seats
            .get_mut(usize::from(seat).wrapping_sub(1))
            .ok_or_else(|| format!("there is no seat {seat}"))
    }

    /// Extends the clocks and all other deadlines by downtime.
    fn refund_downtime(&mut self, down: i64, at: i64) {
        self.clocks.refund(down);
        if !self.clocks.rules().is_legacy() || down >= LEGACY_ABSENCE_RESET_MS {
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
    pub(super) fn mark_if_full(&mut self, at: i64) {
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
        seat: usize,
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
            seat: Seat::from_index(seat).ok_or("no such seat")?,
            round,
            at_move: u16::try_from(at_move).map_err(|_| "too many moves")?,
            bot: level.id().to_owned(),
            reason: reason.to_owned(),
            extra,
        });
        Ok(())
    }

    fn finish(&mut self, by: EndedBy, seat: Option<u8>) -> Result<(), String> {
        let game = self.game.as_mut().ok_or("the game has not started")?;
        let of_seat = || {
            seat.and_then(|seat| Seat::new(usize::from(seat)))
                .ok_or("the end names no seat")
        };
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
        self.end = Some(End {
            by,
            seat: seat.map(|seat| usize::from(seat) - 1),
        });
        Ok(())
    }

    /// Runs the clocks of the people who must act.
    fn run_clocks(&mut self) {
        let acting = self
            .waits_for()
            .into_iter()
            .filter(|&seat| self.seats[seat].acting_person().is_some())
            .collect();
        self.clocks.run(acting);
    }

    pub(super) fn record_step(
        &mut self,
        ply: u32,
        at: i64,
        what: Happening,
        events: &[RulesEvent],
    ) {
        if self.steps.len() == MAX_STEPS {
            self.steps.remove(0);
        }
        self.steps.push(Arc::new(Step {
            ply,
            at,
            what,
            events: table_events(events),
        }));
    }
}

pub(super) fn step(game: &mut Game, step: RulesStep) -> Result<Vec<RulesEvent>, String> {
    game.step_explained(step).map_err(|error| error.to_string())
}
