//! From what somebody wants to what happens: every rule of the table around the game.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::{EndedBy, Level, Status, TakeoverReason, UndoPolicy};
use azulejo_rules::{Deal, Move, Phase, Placement, Players, Position};

use super::event::Event;
use super::{Holder, Table};

/// How long the others have to answer a question to take back moves.
pub(crate) const UNDO_ANSWER_MS: i64 = 30_000;
/// How long people have to agree to a rematch.
pub(crate) const REMATCH_MS: i64 = 5 * 60_000;
/// How long a full table waits for random bytes that do not come.
pub(crate) const NONCE_WAIT_MS: i64 = 10_000;
/// Who plays on for a player who left.
pub(crate) const SUBSTITUTE: Level = Level::Artisan;

/// Where chance comes from. Only this part of a server knows what is to come.
pub(crate) trait Chance {
    /// Who starts the first round, from 1.
    fn start(&self, nonces: &[Option<String>], players: Players) -> u8;
    /// What is drawn onto the factories.
    fn deal(&self, nonces: &[Option<String>], position: &Position) -> Deal;
    /// The secret, for the end of the game: hex.
    fn reveal(&self) -> String;
}

/// What somebody wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Join {
        player: String,
        seat: Option<u8>,
        invitation: Option<String>,
        nonce: Option<String>,
    },
    /// Leave a seat before the start, or, for the host, free it.
    Unseat {
        player: String,
        seat: u8,
    },
    SeatBot {
        player: String,
        seat: u8,
        level: Level,
    },
    RenewInvitation {
        player: String,
        invitation: String,
    },
    Cancel {
        player: String,
    },
    Nonce {
        player: String,
        nonce: String,
    },
    Move {
        player: String,
        seat: u8,
        ply: u32,
        text: String,
    },
    Choose {
        player: String,
        seat: u8,
        placements: Vec<String>,
    },
    Undo {
        player: String,
        seat: u8,
        to: u32,
    },
    AnswerUndo {
        player: String,
        seat: u8,
        agree: bool,
    },
    Resign {
        player: String,
        seat: u8,
    },
    Vote {
        player: String,
        seat: u8,
        away: u8,
    },
    TakeBack {
        player: String,
        seat: u8,
    },
    Rematch {
        player: String,
        agree: bool,
    },
    /// The new game of an agreed rematch.
    RematchMade {
        game: String,
    },
    /// A bot has decided.
    BotMove {
        seat: u8,
        ply: u32,
        m: Move,
    },
    /// A bot has chosen columns.
    BotChoose {
        seat: u8,
        round: u16,
        placements: Vec<Placement>,
    },
    /// Time has passed: start without missing bytes, flag, let questions lapse.
    Tick,
    /// A player of a real-time game stayed away for too long.
    Left {
        seat: u8,
    },
    /// An unstarted game's time is over.
    Expire,
    /// The server was down.
    Resumed {
        down: i64,
    },
}

/// A table after a command, and the events that led there, each with the checksum after it.
pub(crate) struct Decided {
    pub(crate) table: Table,
    pub(crate) events: Vec<(Event, String)>,
}

/// Collects events, each folded in before the next is decided.
struct Draft<'a> {
    table: Table,
    events: Vec<(Event, String)>,
    now: i64,
    chance: &'a dyn Chance,
}

type Check<T = ()> = Result<T, Problem>;

fn refuse<T>(code: ProblemCode) -> Check<T> {
    Err(Problem::new(code))
}

impl Table {
    /// What a command leads to, or why it is refused. Nothing changes here: the caller takes the
    /// new table once the events are safe.
    pub(crate) fn decide(
        &self,
        command: &Command,
        now: i64,
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
            // Everything was checked before: this is a fault of ours, and nothing was written.
            tracing::error!(game = %self.table.id, %error, "a decided event does not fold");
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
            } => self.join(player, *seat, invitation.as_deref(), nonce.as_deref()),
            Command::Unseat { player, seat } => self.unseat(player, *seat),
            Command::SeatBot {
                player,
                seat,
                level,
            } => self.seat_bot(player, *seat, *level),
            Command::RenewInvitation { player, invitation } => {
                self.host_before_start(player)?;
                self.push(Event::InvitationRenewed {
                    invitation: invitation.clone(),
                })
            }
            Command::Cancel { player } => {
                self.host_before_start(player)?;
                self.cancel()
            }
            Command::Nonce { player, nonce } => self.nonce(player, nonce),
            Command::Move {
                player,
                seat,
                ply,
                text,
            } => self.play(player, *seat, *ply, text),
            Command::Choose {
                player,
                seat,
                placements,
            } => self.choose(player, *seat, placements),
            Command::Undo { player, seat, to } => self.undo(player, *seat, *to),
            Command::AnswerUndo {
                player,
                seat,
                agree,
            } => self.answer_undo(player, *seat, *agree),
            Command::Resign { player, seat } => {
                self.own_running_seat(player, *seat)?;
                self.push(Event::Resigned { seat: *seat })?;
                self.leave(*seat, EndedBy::Resigned, TakeoverReason::Resigned)
            }
            Command::Vote { player, seat, away } => self.vote(player, *seat, *away),
            Command::TakeBack { player, seat } => self.reclaim(player, *seat),
            Command::Rematch { player, agree } => self.rematch(player, *agree),
            Command::RematchMade { game } => {
                let open = self
                    .table
                    .rematch
                    .as_ref()
                    .is_some_and(|rematch| rematch.game.is_none());
                if !open {
                    return refuse(ProblemCode::WrongPhase);
                }
                self.push(Event::RematchMade { game: game.clone() })
            }
            Command::BotMove { seat, ply, m } => {
                let waits = self.table.waits_for() == [usize::from(*seat) - 1];
                let is_bot = self.seat(*seat)?.bot().is_some();
                if self.table.ply() != *ply || !waits || !is_bot {
                    return refuse(ProblemCode::Stale);
                }
                self.move_and_go_on(*seat, *m)
            }
            Command::BotChoose {
                seat,
                round,
                placements,
            } => self.bot_choose(*seat, *round, placements),
            Command::Tick => self.tick(),
            Command::Left { seat } => {
                self.running()?;
                if self.seat(*seat)?.acting_person().is_none() {
                    return refuse(ProblemCode::WrongPhase);
                }
                self.push(Event::Left { seat: *seat })?;
                self.leave(*seat, EndedBy::Left, TakeoverReason::Left)
            }
            Command::Expire => {
                self.waiting()?;
                self.cancel()
            }
            Command::Resumed { down } => {
                self.running()?;
                self.push(Event::Resumed { down: *down })
            }
        }
    }

    fn seat(&self, seat: u8) -> Check<&super::SeatState> {
        self.table
            .seats
            .get(usize::from(seat).wrapping_sub(1))
            .ok_or_else(|| {
                Problem::at(
                    ProblemCode::NotFound,
                    "seat",
                    format!("there is no seat {seat}"),
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

    fn host_before_start(&self, player: &str) -> Check {
        if self.table.host != player {
            return refuse(ProblemCode::Forbidden);
        }
        self.waiting()
    }

    /// The seat belongs to this person, who plays it themself, in a running game.
    fn own_running_seat(&self, player: &str, seat: u8) -> Check {
        let state = self.seat(seat)?;
        if state.person() != Some(player) {
            return refuse(ProblemCode::NotYourSeat);
        }
        self.running()?;
        if state.taken_over.is_some() {
            return refuse(ProblemCode::NotYourSeat);
        }
        Ok(())
    }

    // Before the start.

    fn join(
        &mut self,
        player: &str,
        seat: Option<u8>,
        invitation: Option<&str>,
        nonce: Option<&str>,
    ) -> Check {
        self.waiting()?;
        if self.table.seats_of(player).next().is_some() {
            return refuse(ProblemCode::AlreadySeated);
        }
        let invited = invitation.is_some_and(|token| same_text(token, &self.table.invitation));
        if invitation.is_some() && !invited {
            return refuse(ProblemCode::BadInvitation);
        }
        let seat = match seat {
            Some(seat) => {
                match self.seat(seat)?.holder {
                    Holder::Open => {}
                    Holder::Invited if invited => {}
                    Holder::Invited => return refuse(ProblemCode::BadInvitation),
                    Holder::Human(_) | Holder::Bot(_) => return refuse(ProblemCode::SeatTaken),
                }
                seat
            }
            None => {
                // A guest with an invitation takes a seat kept for them before an open one.
                let find = |wanted: &Holder| {
                    let seats = &self.table.seats;
                    seats.iter().position(|seat| seat.holder == *wanted)
                };
                let found = if invited {
                    find(&Holder::Invited)
                } else {
                    None
                };
                match found.or_else(|| find(&Holder::Open)) {
                    Some(index) => index as u8 + 1,
                    None => return refuse(ProblemCode::SeatTaken),
                }
            }
        };
        self.push(Event::Seated {
            seat,
            player: player.to_owned(),
        })?;
        if let Some(nonce) = nonce {
            self.push(Event::NonceSent {
                seat,
                nonce: nonce.to_owned(),
            })?;
        }
        self.start_if_ready()
    }

    fn unseat(&mut self, player: &str, seat: u8) -> Check {
        self.waiting()?;
        let host = self.table.host == player;
        let state = self.seat(seat)?;
        match &state.holder {
            Holder::Human(holder) if *holder == self.table.host => refuse(ProblemCode::Forbidden),
            Holder::Human(holder) if host || holder == player => {
                self.push(Event::Unseated { seat })
            }
            Holder::Bot(_) if host && !matches!(state.first, super::FirstHolder::Bot { .. }) => {
                self.push(Event::Unseated { seat })
            }
            Holder::Open | Holder::Invited => refuse(ProblemCode::WrongPhase),
            Holder::Human(_) | Holder::Bot(_) => refuse(ProblemCode::Forbidden),
        }
    }

    fn seat_bot(&mut self, player: &str, seat: u8, level: Level) -> Check {
        self.host_before_start(player)?;
        match self.seat(seat)?.holder {
            Holder::Open | Holder::Invited => {}
            Holder::Human(_) | Holder::Bot(_) => return refuse(ProblemCode::SeatTaken),
        }
        self.push(Event::BotSeated { seat, level })?;
        self.start_if_ready()
    }

    fn nonce(&mut self, player: &str, nonce: &str) -> Check {
        self.waiting()?;
        let Some(seat) = self.table.seats_of(player).next() else {
            return refuse(ProblemCode::NotYourSeat);
        };
        // The first one counts: nobody may try others until the draws please them.
        if self.table.nonces[seat].is_some() {
            return Ok(());
        }
        self.push(Event::NonceSent {
            seat: seat as u8 + 1,
            nonce: nonce.to_owned(),
        })?;
        self.start_if_ready()
    }

    fn start_if_ready(&mut self) -> Check {
        let Some(full_since) = self.table.full_since else {
            return Ok(());
        };
        let waited = self.now - full_since >= NONCE_WAIT_MS;
        if self.table.status != Status::Waiting || !(waited || self.table.has_all_nonces()) {
            return Ok(());
        }
        let players = Players::new(self.table.seats.len())
            .expect("a table has two to four seats since it was made");
        let start = match self.table.settings.start {
            Some(start) => start,
            None => self.chance.start(&self.table.nonces, players),
        };
        self.push(Event::Started { start })?;
        self.go_on()
    }

    fn cancel(&mut self) -> Check {
        self.push(Event::Cancelled {
            secret: self.chance.reveal(),
        })
    }

    // The game itself.

    fn play(&mut self, player: &str, seat: u8, ply: u32, text: &str) -> Check {
        self.own_running_seat(player, seat)?;
        if ply != self.table.ply() {
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
    fn flag_late(&self, seat: u8) -> Check {
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

    fn move_and_go_on(&mut self, seat: u8, m: Move) -> Check {
        self.push(Event::Moved {
            seat,
            text: m.to_string(),
        })?;
        self.go_on()
    }

    /// All that follows without anybody's choice: tiling, the next deal, the end.
    fn go_on(&mut self) -> Check {
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

    fn end(&mut self, by: EndedBy, seat: Option<u8>) -> Check {
        self.push(Event::Ended {
            by,
            seat,
            secret: self.chance.reveal(),
        })
    }

    fn choose(&mut self, player: &str, seat: u8, texts: &[String]) -> Check {
        self.own_running_seat(player, seat)?;
        let index = usize::from(seat) - 1;
        if self.table.chosen[index].is_some() {
            return refuse(ProblemCode::AlreadyChosen);
        }
        if !self.table.choosing().contains(&index) {
            return refuse(ProblemCode::WrongPhase);
        }
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

    fn bot_choose(&mut self, seat: u8, round: u16, placements: &[Placement]) -> Check {
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

    // Taking back.

    fn undo(&mut self, player: &str, seat: u8, to: u32) -> Check {
        self.own_running_seat(player, seat)?;
        let index = usize::from(seat) - 1;
        if !self.table.undo_to(index).contains(&to) {
            return refuse(ProblemCode::NoUndo);
        }
        match self.table.settings.undo {
            UndoPolicy::Off => refuse(ProblemCode::NoUndo),
            UndoPolicy::Free => self.push(Event::Undone { seat, to }),
            UndoPolicy::Ask if self.table.others_to_ask(index).is_empty() => {
                self.push(Event::Undone { seat, to })
            }
            UndoPolicy::Ask if self.table.undo.is_some() => refuse(ProblemCode::TooMany),
            UndoPolicy::Ask => self.push(Event::UndoAsked {
                seat,
                to,
                until: self.now + UNDO_ANSWER_MS,
            }),
        }
    }

    fn answer_undo(&mut self, player: &str, seat: u8, agree: bool) -> Check {
        self.own_running_seat(player, seat)?;
        let Some(asked) = self.table.undo.clone() else {
            return refuse(ProblemCode::WrongPhase);
        };
        let asker = asked.seat as u8 + 1;
        let is_asker = self.table.seats[asked.seat].person() == Some(player);
        if !agree {
            return self.push(Event::UndoRefused { seat: asker });
        }
        let awaited = self.table.others_to_ask(asked.seat);
        // One answer a person, under the seat that was asked.
        let Some(&answering) = awaited
            .iter()
            .find(|&&seat| self.table.seats[seat].person() == Some(player))
            .filter(|_| !is_asker)
        else {
            return refuse(ProblemCode::Forbidden);
        };
        if !asked.agreed.contains(&answering) {
            self.push(Event::UndoAgreed {
                seat: answering as u8 + 1,
            })?;
        }
        self.undo_if_agreed()
    }

    fn undo_if_agreed(&mut self) -> Check {
        let Some(asked) = self.table.undo.clone() else {
            return Ok(());
        };
        let all = self
            .table
            .others_to_ask(asked.seat)
            .iter()
            .all(|seat| asked.agreed.contains(seat));
        if all {
            self.push(Event::Undone {
                seat: asked.seat as u8 + 1,
                to: asked.to,
            })?;
        }
        Ok(())
    }

    // Leaving and coming back.

    /// A seat's player is out: the other of two has won; among more a bot plays on, and the game
    /// ends when no person is left to play or only one seat can still win.
    fn leave(&mut self, seat: u8, by: EndedBy, reason: TakeoverReason) -> Check {
        let contenders = self.table.seats.iter().filter(|s| s.can_win).count();
        let people = self
            .table
            .seats
            .iter()
            .filter(|s| s.can_win && s.acting_person().is_some())
            .count();
        if self.table.seats.len() == 2 || contenders < 2 || people == 0 {
            return self.end(by, Some(seat));
        }
        self.push(Event::TakenOver {
            seat,
            level: SUBSTITUTE,
            reason,
        })?;
        self.undo_if_agreed()?;
        self.go_on()
    }

    fn vote(&mut self, player: &str, seat: u8, away: u8) -> Check {
        self.own_running_seat(player, seat)?;
        let target = self.seat(away)?;
        if target.acting_person().is_none() || target.person() == Some(player) {
            return refuse(ProblemCode::Forbidden);
        }
        let index = usize::from(away) - 1;
        let voters = self.table.voters(index);
        let Some(&voter) = voters
            .iter()
            .find(|&&seat| self.table.seats[seat].person() == Some(player))
        else {
            return refuse(ProblemCode::Forbidden);
        };
        if !self.table.votes[index].contains(&voter) {
            self.push(Event::Voted {
                seat: voter as u8 + 1,
                away,
            })?;
        }
        let votes = &self.table.votes[index];
        if voters.iter().all(|voter| votes.contains(voter)) {
            self.push(Event::TakenOver {
                seat: away,
                level: SUBSTITUTE,
                reason: TakeoverReason::Vote,
            })?;
            self.undo_if_agreed()?;
        }
        Ok(())
    }

    fn reclaim(&mut self, player: &str, seat: u8) -> Check {
        self.running()?;
        let state = self.seat(seat)?;
        if state.person() != Some(player) {
            return refuse(ProblemCode::NotYourSeat);
        }
        match state.taken_over {
            Some((_, TakeoverReason::Vote)) => self.push(Event::TakenBack { seat }),
            _ => refuse(ProblemCode::Forbidden),
        }
    }

    fn rematch(&mut self, player: &str, agree: bool) -> Check {
        if self.table.status != Status::Finished {
            return refuse(ProblemCode::WrongPhase);
        }
        let Some(seat) = self.table.seats_of(player).next() else {
            return refuse(ProblemCode::NotYourSeat);
        };
        let rematch = self.table.rematch.as_ref();
        if rematch.is_some_and(|r| r.game.is_some() || r.until <= self.now) {
            return refuse(ProblemCode::WrongPhase);
        }
        let agreed = rematch.is_some_and(|r| r.agreed.contains(&seat));
        let seat = seat as u8 + 1;
        match (agree, agreed) {
            (true, false) => self.push(Event::RematchAgreed {
                seat,
                until: self.now + REMATCH_MS,
            }),
            (false, true) => self.push(Event::RematchWithdrawn { seat }),
            _ => Ok(()),
        }
    }

    // Time.

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
            let seat = asked.seat as u8 + 1;
            self.push(Event::UndoRefused { seat })?;
        }
        let expired: Vec<_> = self.table.clocks.expired(self.now).collect();
        let tiling = self
            .table
            .position()
            .is_some_and(|position| position.phase() == Phase::Tiling);
        for index in expired {
            if self.table.status != Status::Running {
                break;
            }
            let seat = index as u8 + 1;
            if tiling {
                let placements = self.table.leftmost_choice(index);
                self.push(Event::Chosen { seat, placements })?;
            } else {
                self.push(Event::Flagged { seat })?;
                self.leave(seat, EndedBy::Time, TakeoverReason::Time)?;
            }
        }
        self.go_on()
    }
}

impl Table {
    /// The seats whose people together may give a seat to a bot: one for each other person.
    pub(crate) fn voters(&self, away: usize) -> Vec<usize> {
        self.others_to_ask(away)
    }

    /// When something happens by itself, if nobody does anything before.
    pub(crate) fn next_deadline(&self) -> Option<i64> {
        match self.status {
            Status::Waiting => self.full_since.map(|since| since + NONCE_WAIT_MS),
            Status::Running => {
                let undo = self.undo.as_ref().map(|asked| asked.until);
                let clock = self.clocks.deadline();
                undo.into_iter().chain(clock).min()
            }
            Status::Finished | Status::Cancelled => None,
        }
    }
}

/// Compares a token in a time that does not tell how much of it was right.
fn same_text(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |d, (a, b)| d | (a ^ b)) == 0
}
