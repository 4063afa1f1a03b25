//! Before the start: seats, nonces and the start itself.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::{Level, Status};
use azulejo_protocol::id::PlayerId;
use azulejo_rules::{PlayerCount, Seat};

use super::{Check, Draft, refuse};
use crate::draw::{DrawScheme, nonce_commitment};
use crate::event::{Event, SeatSetup};
use crate::{Occupant, Person, SeatNumber};

impl Draft<'_> {
    pub(super) fn join(
        &mut self,
        player: PlayerId,
        seat: Option<SeatNumber>,
        invitation: Option<&str>,
        nonce: Option<&str>,
    ) -> Check {
        // A retry may come after the start.
        let sits = self.table.seats_of(player).next().is_some();
        let holds_it = seat.map_or(sits, |seat| self.table.is_seated(player, seat));
        if holds_it && self.table.host != player.into() {
            return Ok(());
        }
        self.waiting()?;
        if sits {
            return refuse(ProblemCode::AlreadySeated);
        }
        let invited =
            invitation.is_some_and(|token| equal_in_constant_time(token, &self.table.invitation));
        if invitation.is_some() && !invited {
            return refuse(ProblemCode::BadInvitation);
        }
        let seat = match seat {
            Some(number) => {
                let seat = self.find(number)?;
                match self.seat(seat).occupant {
                    Occupant::Open => {}
                    Occupant::Invited if invited => {}
                    Occupant::Invited => return refuse(ProblemCode::BadInvitation),
                    Occupant::Human(_) | Occupant::Bot(_) => return refuse(ProblemCode::SeatTaken),
                }
                seat
            }
            None => {
                // An invited player takes a reserved seat before an open one.
                let find = |wanted: &Occupant| {
                    let mut seats = self.table.all_seats();
                    seats.find(|&seat| self.seat(seat).occupant == *wanted)
                };
                let found = if invited {
                    find(&Occupant::Invited)
                } else {
                    None
                };
                match found.or_else(|| find(&Occupant::Open)) {
                    Some(seat) => seat,
                    None => return refuse(ProblemCode::SeatTaken),
                }
            }
        };
        let seat = seat.into();
        self.push(Event::Seated { seat, player })?;
        if let Some(nonce) = nonce {
            self.push(Event::NonceSent {
                seat,
                nonce: nonce.to_owned(),
            })?;
        }
        self.start_if_ready()
    }

    pub(super) fn unseat(&mut self, player: Person, seat: SeatNumber) -> Check {
        self.waiting()?;
        // Leaving after the reveals and joining again would draw anew.
        if self.table.commitments_closed_at.is_some() {
            return refuse(ProblemCode::Started);
        }
        let host = self.table.host == player;
        let state = self.seat(self.find(seat)?);
        match state.occupant {
            Occupant::Human(person) if person == self.table.host => refuse(ProblemCode::Forbidden),
            Occupant::Human(person) if host || person == player => {
                self.push(Event::Unseated { seat })
            }
            Occupant::Bot(_) if host && !matches!(state.setup, SeatSetup::Bot { .. }) => {
                self.push(Event::Unseated { seat })
            }
            Occupant::Open | Occupant::Invited => refuse(ProblemCode::WrongPhase),
            Occupant::Human(_) | Occupant::Bot(_) => refuse(ProblemCode::Forbidden),
        }
    }

    pub(super) fn seat_bot(&mut self, player: PlayerId, seat: SeatNumber, level: Level) -> Check {
        self.host_before_start(player.into())?;
        match self.seat(self.find(seat)?).occupant {
            Occupant::Open | Occupant::Invited => {}
            Occupant::Human(_) | Occupant::Bot(_) => return refuse(ProblemCode::SeatTaken),
        }
        self.push(Event::BotSeated { seat, level })?;
        self.start_if_ready()
    }

    pub(super) fn commit_nonce(&mut self, player: PlayerId, commitment: &str) -> Check {
        let seat = self.contributing_seat(player)?;
        if self.table.draw_scheme != DrawScheme::CommitReveal {
            return refuse(ProblemCode::WrongPhase);
        }
        // The first one counts: others must not be tried for better draws.
        if self.table.nonce_commitments[seat.index()].is_some() {
            return Ok(());
        }
        let is_late = self.table.commitments_closed_at.is_some();
        if is_late || self.table.nonces[seat.index()].is_some() {
            return refuse(ProblemCode::WrongPhase);
        }
        self.push(Event::NonceCommitted {
            seat: seat.into(),
            commitment: commitment.to_owned(),
        })?;
        self.start_if_ready()
    }

    pub(super) fn nonce(&mut self, player: PlayerId, nonce: &str) -> Check {
        let seat = self.contributing_seat(player)?;
        // The first one counts here, too.
        if self.table.nonces[seat.index()].is_some() {
            return Ok(());
        }
        let is_closed = self.table.commitments_closed_at.is_some();
        match &self.table.nonce_commitments[seat.index()] {
            Some(commitment) if is_closed => {
                let opens = const_hex::decode(nonce).is_ok_and(|nonce| {
                    let found = nonce_commitment(self.table.id.as_str(), seat, &nonce);
                    const_hex::encode(found) == *commitment
                });
                if !opens {
                    return Err(Problem::at(
                        ProblemCode::Malformed,
                        "nonce",
                        "does not match its commitment",
                    ));
                }
            }
            // Players who have not committed yet must not see this nonce first.
            Some(_) => return refuse(ProblemCode::WrongPhase),
            // A player who has seen the nonces of others must not choose one.
            None if is_closed => return refuse(ProblemCode::WrongPhase),
            None => {}
        }
        self.push(Event::NonceSent {
            seat: seat.into(),
            nonce: nonce.to_owned(),
        })?;
        self.start_if_ready()
    }

    /// Returns the seat under which a person contributes to the draws.
    fn contributing_seat(&self, player: PlayerId) -> Check<Seat> {
        self.waiting()?;
        match self.table.seats_of(player).next() {
            Some(seat) => Ok(seat),
            None => refuse(ProblemCode::NotYourSeat),
        }
    }

    pub(super) fn start_if_ready(&mut self) -> Check {
        let Some(until) = self.table.nonces_until() else {
            return Ok(());
        };
        if self.table.status != Status::Waiting {
            return Ok(());
        }
        let waited = self.now >= until;
        let has_sealed = self.table.has_sealed_nonce();
        if self.table.commitments_closed_at.is_none() {
            if !waited && !self.table.has_all_contributions() {
                return Ok(());
            }
            if has_sealed {
                return self.push(Event::CommitmentsClosed);
            }
        } else if !waited && has_sealed {
            return Ok(());
        }
        let players = PlayerCount::new(self.table.seats.len())
            .expect("a table has two to four seats since it was made");
        let start = match self.table.settings.start {
            Some(start) => SeatNumber::new(start),
            None => self.chance.start(&self.table.nonces, players).into(),
        };
        self.push(Event::Started { start })?;
        self.advance()
    }

    pub(super) fn cancel(&mut self) -> Check {
        self.push(Event::Cancelled {
            secret: self.chance.reveal(),
        })
    }
}

/// Compares a token without leaking by its timing how much of it is right.
fn equal_in_constant_time(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |d, (a, b)| d | (a ^ b)) == 0
}
