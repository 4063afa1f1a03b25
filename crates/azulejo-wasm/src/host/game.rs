//! A game on this device: decides commands, keeps the log and makes the frames.

use azulejo_game::decide::Command;
use azulejo_game::draw::DrawScheme;
use azulejo_game::event::{ClockRules, Event, SeatSetup};
use azulejo_game::hint::HintQuestion;
use azulejo_game::plan::{self, Plan};
use azulejo_game::view::SeatName;
use azulejo_game::{SeatNumber, Table, Timestamp, fnv, frames, view};
use azulejo_protocol::frame::{ClientFrame, Problem, ProblemCode, ServerFrame};
use azulejo_protocol::game::{Clock, Status};
use azulejo_protocol::http::{GameCard, NewGame};
use azulejo_protocol::id::{GameId, PlayerId};
use azulejo_rules::{Phase, Seat};
use serde::Serialize;

use super::entropy::Entropy;
use super::saved::{LoggedEvent, SavedGame, seat_name};

/// The most characters of a name.
const MAX_NAME: usize = 24;

/// A bot that must decide before the game can continue.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct BotTurn {
    seat: u8,
    ply: u32,
    /// The bot, as the analysis protocol names it.
    bot: &'static str,
    seed: u64,
    position: String,
    /// Whether it chooses columns.
    tiles: bool,
}

/// The decision of a bot.
pub(super) enum BotDecision {
    Move(String),
    Columns(Vec<String>),
}

/// A local game.
pub(super) struct LocalGame {
    table: Table,
    names: Vec<SeatName>,
    log: Vec<LoggedEvent>,
    /// The idempotency keys of completed commands, with their answers.
    completed: Vec<(String, u32)>,
}

impl LocalGame {
    /// Creates a game; `name` is that of the person who set it up.
    pub(super) fn create(
        request: &NewGame,
        name: &str,
        now: Timestamp,
        entropy: &Entropy,
    ) -> Result<Self, Problem> {
        let host = plan::Host {
            player: device_player(),
            name: check_name(name)?,
            guest: false,
        };
        let mut plan = plan::plan(request, &host, check_name)?;
        if plan.settings.clock != Clock::None {
            return Err(malformed("clock", "a game on this device has no clock"));
        }
        let is_elsewhere = |seat: &SeatSetup| matches!(seat, SeatSetup::Open | SeatSetup::Invited);
        if plan.seats.iter().any(is_elsewhere) {
            return Err(malformed("seats", "all players are on this device"));
        }
        plan.settings.public = false;
        Self::start(plan, now, entropy)
    }

    fn start(plan: Plan, now: Timestamp, entropy: &Entropy) -> Result<Self, Problem> {
        let created = Event::Created {
            settings: plan.settings,
            seats: plan.seats,
            host: plan.host,
            invitation: String::new(),
            commitment: String::new(),
            clock_rules: ClockRules::CURRENT,
            draw_scheme: DrawScheme::Device,
        };
        let id = GameId::from_entropy(entropy.take_id());
        let table = Table::new(id, &created, now)
            .map_err(|error| malformed("seats", &error.to_string()))?;
        let names = plan.names.iter().map(|name| seat_name(name.shown()));
        let mut game = Self {
            table,
            names: names.collect(),
            log: vec![LoggedEvent {
                at: now,
                event: created,
            }],
            completed: Vec::new(),
        };
        game.execute(&Command::Tick, now, entropy)?;
        Ok(game)
    }

    /// Restores a saved game. An error if it is damaged.
    pub(super) fn restore(saved: SavedGame) -> Result<Self, String> {
        let (table, names) = saved.fold()?;
        Ok(Self {
            table,
            names,
            log: saved.events,
            completed: Vec::new(),
        })
    }

    pub(super) fn saved(&self) -> SavedGame {
        SavedGame::new(&self.table, &self.names, self.log.clone())
    }

    pub(super) fn card(&self) -> GameCard {
        view::card(&self.table, &self.names, device_player())
    }

    /// The number of events in the log.
    pub(super) const fn ply(&self) -> u32 {
        self.table.ply()
    }

    /// Returns the record as one line of JSON.
    pub(super) fn record(&self) -> Result<String, Problem> {
        let names: Vec<_> = self
            .names
            .iter()
            .map(|name| name.shown().map(str::to_owned))
            .collect();
        let record = self.table.record(&names);
        let record = record.ok_or(Problem::new(ProblemCode::NotStarted))?;
        let mut text = String::new();
        record.write_json(&mut text);
        Ok(text)
    }

    pub(super) fn hint_question(&self, seat: u8) -> Result<HintQuestion, Problem> {
        HintQuestion::new(&self.table, device_player(), SeatNumber::new(seat))
    }

    /// Returns the bots that must decide.
    pub(super) fn bots(&self) -> Vec<BotTurn> {
        let Some(position) = self.table.position() else {
            return Vec::new();
        };
        let ply = self.table.position_ply();
        let turn = |seat: Seat| {
            let level = self.table.seats[seat.index()].bot()?;
            let seed = fnv(format!("{} {ply} {}", self.table.id, seat.number()).as_bytes());
            Some(BotTurn {
                seat: seat.number() as u8,
                ply,
                bot: level.id(),
                // JavaScript numbers hold 53 bits.
                seed: seed >> 11,
                position: position.to_string(),
                tiles: position.phase() == Phase::Tiling,
            })
        };
        self.table
            .waits_for()
            .into_iter()
            .filter_map(turn)
            .collect()
    }

    /// Answers a frame of the client. Also returns the rematch, if the frame created one.
    pub(super) fn frame(
        &mut self,
        frame: ClientFrame,
        now: Timestamp,
        entropy: &Entropy,
    ) -> (Vec<ServerFrame>, Option<Self>) {
        let (game, id) = frames::subject(frame.clone());
        match self.answer(frame, id.as_deref(), now, entropy) {
            Ok(answer) => answer,
            Err(error) => (vec![ServerFrame::Refused { game, id, error }], None),
        }
    }

    fn answer(
        &mut self,
        frame: ClientFrame,
        id: Option<&str>,
        now: Timestamp,
        entropy: &Entropy,
    ) -> Result<(Vec<ServerFrame>, Option<Self>), Problem> {
        let (game, _) = frames::subject(frame.clone());
        if game.is_some_and(|game| game != self.table.id.as_str()) {
            return Err(Problem::new(ProblemCode::NotFound));
        }
        match frame {
            ClientFrame::Watch { from, hash, .. } => {
                let greeting = frames::greeting(&self.table, &self.names, from, hash.as_deref());
                let own = frames::own(&self.table, Some(device_player()));
                return Ok((std::iter::once(greeting).chain(own).collect(), None));
            }
            ClientFrame::Unwatch { .. } => return Ok((Vec::new(), None)),
            ClientFrame::Ping => return Ok((vec![ServerFrame::Pong], None)),
            _ => {}
        }
        let before = self.ply();
        let known = self
            .completed
            .iter()
            .find(|(known, _)| Some(known.as_str()) == id);
        if let (Some(id), Some(&(_, ply))) = (id, known) {
            return Ok((vec![self.ack(id, ply)], None));
        }
        let (_, _, command) =
            frames::to_command(frame, device_player()).map_err(|(_, _, problem)| problem)?;
        self.execute(&command, now, entropy)?;
        let rematch = match command {
            Command::Rematch { agree: true, .. } => self.create_rematch(now, entropy)?,
            _ => None,
        };
        let ply = self.ply();
        let mut frames = self.updates(before);
        if let Some(id) = id {
            self.completed.push((id.to_owned(), ply));
            frames.push(self.ack(id, ply));
        }
        Ok((frames, rematch))
    }

    /// Carries out the decision of a bot, made after `ply` events. Refused if it is outdated.
    pub(super) fn bot_decided(
        &mut self,
        seat: u8,
        ply: u32,
        decision: &BotDecision,
        now: Timestamp,
        entropy: &Entropy,
    ) -> Result<Vec<ServerFrame>, Problem> {
        let stale = || Problem::new(ProblemCode::Stale);
        let seat = self.table.seat(SeatNumber::new(seat)).ok_or_else(stale)?;
        let position = self.table.position().ok_or_else(stale)?;
        let command = match decision {
            BotDecision::Move(text) => Command::BotMove {
                seat,
                ply,
                m: frames::from_notation("move", text)?,
            },
            BotDecision::Columns(placements) => {
                if position.phase() != Phase::Tiling || !self.table.is_current(ply) {
                    return Err(stale());
                }
                Command::BotChoose {
                    seat,
                    round: position.round(),
                    placements: placements
                        .iter()
                        .map(|text| frames::from_notation("placements", text))
                        .collect::<Result<_, _>>()?,
                }
            }
        };
        // The table trusts bots, but this decision comes from outside.
        if let Command::BotMove { m, .. } = command {
            position
                .check(m)
                .map_err(|reason| malformed("move", &reason.to_string()))?;
        }
        let before = self.ply();
        self.execute(&command, now, entropy)?;
        Ok(self.updates(before))
    }

    fn ack(&self, id: &str, ply: u32) -> ServerFrame {
        ServerFrame::Ack {
            game: self.table.id.to_string(),
            id: id.to_owned(),
            ply,
        }
    }

    /// Returns the frames about the events since `before`.
    fn updates(&self, before: u32) -> Vec<ServerFrame> {
        if self.ply() == before {
            return Vec::new();
        }
        let update = frames::update(&self.table, &self.names, before);
        let own = frames::own(&self.table, Some(device_player()));
        std::iter::once(update).chain(own).collect()
    }

    fn execute(
        &mut self,
        command: &Command,
        now: Timestamp,
        entropy: &Entropy,
    ) -> Result<(), Problem> {
        let now = now.max(self.table.changed_at);
        let decided = self.table.decide(command, now, entropy)?;
        self.table = decided.table;
        let events = decided.events.into_iter();
        self.log
            .extend(events.map(|(event, _)| LoggedEvent { at: now, event }));
        Ok(())
    }

    /// Creates the rematch: everyone on this device has agreed.
    fn create_rematch(
        &mut self,
        now: Timestamp,
        entropy: &Entropy,
    ) -> Result<Option<Self>, Problem> {
        if self.table.status != Status::Finished || self.table.rematch_until().is_none() {
            return Ok(None);
        }
        let rematch = Self::start(plan::rematch(&self.table, &self.names), now, entropy)?;
        let game = rematch.table.id;
        self.execute(&Command::RematchMade { game }, now, entropy)?;
        Ok(Some(rematch))
    }
}

/// The player who holds all seats of people on this device.
pub(super) fn device_player() -> PlayerId {
    PlayerId::from_entropy([0; 16])
}

/// Checks a name and normalises its spaces. Only this device shows it, so look-alikes are allowed.
fn check_name(text: &str) -> Result<String, Problem> {
    let bad = |why: &str| Problem::at(ProblemCode::BadName, "name", why);
    let words: Vec<_> = text.split_whitespace().collect();
    let name = words.join(" ");
    match name.chars().count() {
        0 => Err(bad("the name is empty")),
        1..=MAX_NAME if name.contains(':') => {
            Err(bad("a colon is only allowed in the names of bots"))
        }
        1..=MAX_NAME if name.chars().any(char::is_control) => {
            Err(bad("control characters are not allowed"))
        }
        1..=MAX_NAME => Ok(name),
        n => Err(bad(&format!("{n} characters, but at most {MAX_NAME}"))),
    }
}

pub(super) fn malformed(field: &str, detail: &str) -> Problem {
    Problem::at(ProblemCode::Malformed, field, detail)
}
