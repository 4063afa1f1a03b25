//! Commands and the rules that turn them into events.

mod leaving;
mod play;
mod seating;
mod undo;

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::{EndedBy, Level, Status, TakeoverReason};
use azulejo_protocol::id::{GameId, PlayerId};
use azulejo_rules::{Deal, Move, Phase, Placement, PlayerCount, Position, Seat};

use super::event::Event;
use super::{Millis, Person, SeatNumber, SeatState, Table, Timestamp};

/// The time that the other players have to answer an undo question.
pub const UNDO_ANSWER: Millis = Millis::from_secs(30);
/// The time that players have to agree to a rematch.
pub const REMATCH_OFFER: Millis = Millis::from_minutes(5);
/// The time that a full table waits for missing commitments or open nonces, and then for missing
/// reveals.
pub const NONCE_WAIT: Millis = Millis::from_secs(10);
/// The shortest heartbeat gap that counts as downtime. Shorter pauses are left to the lag allowance.
pub const DOWNTIME: Millis = Millis::from_secs(1);
/// The level of the bot that replaces a player.
pub const SUBSTITUTE: Level = Level::Artisan;

/// The source of randomness, which alone knows the draws to come.
pub trait Chance {
    /// Returns the seat that starts the first round.
    fn start(&self, nonces: &[Option<String>], players: PlayerCount) -> Seat;
    /// Draws the tiles of the factories for the next round.
    fn deal(&self, nonces: &[Option<String>], position: &Position) -> Deal;
    /// Returns the secret in hex, for the end of the game.
    fn reveal(&self) -> String;
}

/// A request to change a game: by a player, a bot or the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Take a seat before the start.
    Join {
        player: PlayerId,
        seat: Option<SeatNumber>,
        invitation: Option<String>,
        nonce: Option<String>,
    },
    /// Leave a seat before the start; the host may free any seat.
    Unseat { player: Person, seat: SeatNumber },
    /// Put a bot on a free seat, by the host.
    SeatBot {
        player: PlayerId,
        seat: SeatNumber,
        level: Level,
    },
    /// Replace the invitation, by the host.
    RenewInvitation {
        player: PlayerId,
        invitation: String,
    },
    /// Cancel a game that has not started, by the host.
    Cancel { player: Person },
    /// Commit to the random bytes that one will contribute to the draws.
    CommitNonce {
        player: PlayerId,
        commitment: String,
    },
    /// Contribute random bytes to the draws: in the open, or by revealing what one committed to.
    Nonce { player: PlayerId, nonce: String },
    /// Make a move, decided after `ply` events.
    Move {
        player: PlayerId,
        seat: SeatNumber,
        ply: u32,
        m: Move,
    },
    /// Choose the columns of all complete lines, from the top.
    Choose {
        player: PlayerId,
        seat: SeatNumber,
        placements: Vec<Placement>,
    },
    /// Take back all moves from event `to` on, or ask the other players to agree.
    Undo {
        player: PlayerId,
        seat: SeatNumber,
        to: u32,
    },
    /// Answer an undo question, or withdraw one's own.
    AnswerUndo {
        player: PlayerId,
        seat: SeatNumber,
        agree: bool,
    },
    /// Resign.
    Resign { player: PlayerId, seat: SeatNumber },
    /// Vote to replace an absent player by a bot.
    Vote {
        player: PlayerId,
        seat: SeatNumber,
        away: SeatNumber,
        /// The seats of absent players, whose votes are not needed.
        absent: Vec<Seat>,
    },
    /// Count the votes again, because a player has left whose vote was missing.
    CountVotes { away: Seat, absent: Vec<Seat> },
    /// Drop the votes against a player who is back.
    Returned { seat: Seat },
    /// Take a seat back from the bot that it was voted to.
    TakeBack { player: PlayerId, seat: SeatNumber },
    /// Agree to a rematch, or withdraw the agreement.
    Rematch { player: PlayerId, agree: bool },
    /// Link the new game of an agreed rematch.
    RematchMade { game: GameId },
    /// Withdraw a rematch that no player waits for any more.
    RematchLapsed,
    /// Make the move of a bot, decided after `ply` events.
    BotMove { seat: Seat, ply: u32, m: Move },
    /// Choose the columns of a bot.
    BotChoose {
        seat: Seat,
        round: u16,
        placements: Vec<Placement>,
    },
    /// Apply passed deadlines: start without missing nonces, flag, let questions lapse.
    Tick,
    /// End a player's participation in a real-time game after too long an absence.
    Left { seat: Seat },
    /// Cancel a game that was not started in time.
    Expire,
    /// Cancel a game that is not over, by the host of the server.
    Void,
    /// Give back the time during which no server was up.
    Resumed { since: Timestamp, until: Timestamp },
}

/// The result of a command.
pub struct Decided {
    /// The table after all events.
    pub table: Table,
    /// The events, each with the checksum after it.
    pub events: Vec<(Event, String)>,
}

/// Collects the events of a command, each folded in before the next is decided.
struct Draft<'a> {
    table: Table,
    events: Vec<(Event, String)>,
    now: Timestamp,
    chance: &'a dyn Chance,
}

type Check<T = ()> = Result<T, Problem>;

fn refuse<T>(code: ProblemCode) -> Check<T> {
    Err(Problem::new(code))
}

impl Table {
    /// Returns the events of a command and the table after them, or the reason for refusing it.
    /// The table itself is unchanged: the caller adopts the new one once the events are stored.
    pub fn decide(
        &self,
        command: &Command,
        now: Timestamp,
        chance: &dyn Chance,
    ) -> Result<Decided, Problem> {
        let mut draft = Draft {
            table: self.clone(),
            events: Vec::new(),
            now,
            chance,
        };
        draft.carry_out(command)?;
        Ok(Decided {
            table: draft.table,
            events: draft.events,
        })
    }
}

impl Draft<'_> {
    fn push(&mut self, event: Event) -> Check {
        self.table.apply(&event, self.now).map_err(|error| {
            // Everything was checked before: this is a bug, and nothing is written.
            tracing::error!(game = %self.table.id, %error, "decided event does not fold");
            Problem::new(ProblemCode::Unavailable)
        })?;
        let hash = self.table.hash().to_owned();
        self.events.push((event, hash));
        Ok(())
    }

    fn carry_out(&mut self, command: &Command) -> Check {
        match command {
            Command::Join {
                player,
                seat,
                invitation,
                nonce,
            } => self.join(*player, *seat, invitation.as_deref(), nonce.as_deref()),
            Command::Unseat { player, seat } => self.unseat(*player, *seat),
            Command::SeatBot {
                player,
                seat,
                level,
            } => self.seat_bot(*player, *seat, *level),
            Command::RenewInvitation { player, invitation } => {
                self.host_before_start((*player).into())?;
                self.push(Event::InvitationRenewed {
                    invitation: invitation.clone(),
                })
            }
            Command::Cancel { player } => {
                self.host_before_start(*player)?;
                self.cancel()
            }
            Command::CommitNonce { player, commitment } => self.commit_nonce(*player, commitment),
            Command::Nonce { player, nonce } => self.nonce(*player, nonce),
            Command::Move {
                player,
                seat,
                ply,
                m,
            } => self.play(*player, *seat, *ply, *m),
            Command::Choose {
                player,
                seat,
                placements,
            } => self.choose(*player, *seat, placements),
            Command::Undo { player, seat, to } => self.undo(*player, *seat, *to),
            Command::AnswerUndo {
                player,
                seat,
                agree,
            } => self.answer_undo(*player, *seat, *agree),
            Command::Resign { player, seat } => {
                let seat = self.own_running_seat(*player, *seat)?;
                self.push(Event::Resigned { seat: seat.into() })?;
                self.leave(seat, EndedBy::Resigned, TakeoverReason::Resigned)
            }
            Command::Vote {
                player,
                seat,
                away,
                absent,
            } => self.vote(*player, *seat, *away, absent),
            Command::CountVotes { away, absent } => {
                self.running()?;
                if self.seat(*away).acting_person().is_none() {
                    return refuse(ProblemCode::WrongPhase);
                }
                self.count_votes(*away, absent)
            }
            Command::Returned { seat } => {
                if self.table.votes[seat.index()].is_empty() {
                    return Ok(());
                }
                let seat = (*seat).into();
                self.push(Event::VotesLapsed { seat })
            }
            Command::TakeBack { player, seat } => self.reclaim(*player, *seat),
            Command::Rematch { player, agree } => self.rematch(*player, *agree),
            Command::RematchMade { game } => {
                let open = self
                    .table
                    .rematch
                    .as_ref()
                    .is_some_and(|rematch| rematch.game.is_none());
                if !open {
                    return refuse(ProblemCode::WrongPhase);
                }
                self.push(Event::RematchMade { game: *game })
            }
            Command::RematchLapsed => {
                let rematch = self.table.rematch.as_ref();
                let open = rematch.filter(|rematch| rematch.game.is_none());
                let agreed = open.map_or_else(Vec::new, |rematch| rematch.agreed.clone());
                agreed.into_iter().try_for_each(|seat| {
                    let seat = seat.into();
                    self.push(Event::RematchWithdrawn { seat })
                })
            }
            Command::BotMove { seat, ply, m } => {
                let waits = self.table.waits_for() == [*seat];
                let is_bot = self.seat(*seat).bot().is_some();
                if !self.table.is_current(*ply) || !waits || !is_bot {
                    return refuse(ProblemCode::Stale);
                }
                self.play_and_advance(*seat, *m)
            }
            Command::BotChoose {
                seat,
                round,
                placements,
            } => self.bot_choose(*seat, *round, placements),
            Command::Tick => self.tick(),
            Command::Left { seat } => {
                self.running()?;
                if self.seat(*seat).acting_person().is_none() {
                    return refuse(ProblemCode::WrongPhase);
                }
                self.push(Event::Left {
                    seat: (*seat).into(),
                })?;
                self.leave(*seat, EndedBy::Left, TakeoverReason::Left)
            }
            Command::Expire => {
                self.waiting()?;
                self.cancel()
            }
            Command::Void => match self.table.status {
                Status::Waiting | Status::Running => self.cancel(),
                Status::Finished | Status::Cancelled => refuse(ProblemCode::Ended),
            },
            Command::Resumed { since, until } => self.resume(*since, *until),
        }
    }

    fn seat(&self, seat: Seat) -> &SeatState {
        &self.table.seats[seat.index()]
    }

    /// Finds the seat with a number that a player has sent.
    fn find(&self, number: SeatNumber) -> Check<Seat> {
        self.table.seat(number).ok_or_else(|| {
            Problem::at(
                ProblemCode::NotFound,
                "seat",
                format!("there is no seat {number}"),
            )
        })
    }

    fn waiting(&self) -> Check {
        match self.table.status {
            Status::Waiting => Ok(()),
            Status::Running => refuse(ProblemCode::Started),
            Status::Finished | Status::Cancelled => refuse(ProblemCode::Ended),
        }
    }

    fn running(&self) -> Check {
        match self.table.status {
            Status::Running => Ok(()),
            Status::Waiting => refuse(ProblemCode::NotStarted),
            Status::Finished | Status::Cancelled => refuse(ProblemCode::Ended),
        }
    }

    fn host_before_start(&self, player: Person) -> Check {
        if self.table.host != player {
            return refuse(ProblemCode::Forbidden);
        }
        self.waiting()
    }

    /// Returns a seat of a running game, if the player holds and plays it.
    fn own_running_seat(&self, player: PlayerId, number: SeatNumber) -> Check<Seat> {
        let seat = self.find(number)?;
        let state = self.seat(seat);
        if state.person() != Some(player.into()) {
            return refuse(ProblemCode::NotYourSeat);
        }
        self.running()?;
        if state.taken_over.is_some() {
            return refuse(ProblemCode::NotYourSeat);
        }
        Ok(seat)
    }

    /// Gives back downtime, as far as it was charged: not what was before the last event.
    fn resume(&mut self, since: Timestamp, until: Timestamp) -> Check {
        let clocks = &self.table.clocks;
        let charged_from = since.max(self.table.changed_at);
        // In real time absences count anew after downtime, even on a bot's turn.
        let real_time = self.table.status == Status::Running && clocks.is_real_time();
        let waits = self.table.waits_until();
        if !real_time && waits.is_none_or(|until| until <= charged_from) {
            return Ok(());
        }
        // Several nodes may find the same downtime. The first one gives it back up to now; what
        // the others find after that is only the time it took, unless it is downtime again.
        let is_first = clocks.refunded_at().is_none_or(|at| at < since);
        let least = if is_first { Millis::new(1) } else { DOWNTIME };
        let down = until.min(self.now) - charged_from;
        if down < least {
            return Ok(());
        }
        self.push(Event::Resumed { down })
    }

    /// Applies all deadlines that have passed.
    fn tick(&mut self) -> Check {
        if self.table.status == Status::Waiting {
            return self.start_if_ready();
        }
        if self.table.status != Status::Running {
            return Ok(());
        }
        if let Some(asked) = &self.table.undo
            && asked.until <= self.now
        {
            let seat = asked.seat.into();
            self.push(Event::UndoRefused { seat })?;
        }
        let expired: Vec<_> = self.table.clocks.expired(self.now).collect();
        let tiling = self
            .table
            .position()
            .is_some_and(|position| position.phase() == Phase::Tiling);
        for seat in expired {
            if self.table.status != Status::Running {
                break;
            }
            if tiling {
                let placements = self.table.leftmost_choice(seat);
                self.push(Event::chosen(seat, &placements))?;
            } else {
                self.push(Event::Flagged { seat: seat.into() })?;
                self.leave(seat, EndedBy::Time, TakeoverReason::Time)?;
            }
        }
        self.advance()
    }
}

impl Table {
    /// Returns the next deadline that [`Command::Tick`] applies.
    pub fn next_deadline(&self) -> Option<Timestamp> {
        match self.status {
            Status::Waiting => self.nonces_until(),
            Status::Running => {
                let undo = self.undo.as_ref().map(|asked| asked.until);
                let clock = self.clocks.deadline();
                undo.into_iter().chain(clock).min()
            }
            Status::Finished | Status::Cancelled => None,
        }
    }

    /// Returns the last deadline that downtime extends, if any: of a clock, an undo question, a
    /// missing nonce or a rematch.
    pub fn waits_until(&self) -> Option<Timestamp> {
        match self.status {
            Status::Waiting => self.nonces_until(),
            Status::Running if self.clocks.deadline().is_some() => Some(Timestamp::NEVER),
            Status::Running => self.undo.as_ref().map(|asked| asked.until),
            Status::Finished => self.rematch_until(),
            Status::Cancelled => None,
        }
    }

    /// Returns the time until which a full table waits for commitments, or afterwards for reveals.
    pub(crate) fn nonces_until(&self) -> Option<Timestamp> {
        let since = self.commitments_closed_at.or(self.full_since);
        since.map(|since| since + NONCE_WAIT)
    }

    /// Returns when the offer of a rematch lapses, if there is one.
    pub fn rematch_until(&self) -> Option<Timestamp> {
        let open = self
            .rematch
            .as_ref()
            .filter(|rematch| rematch.game.is_none());
        open.map(|rematch| rematch.until)
    }
}
