//! A live game: one task that holds its table, takes commands in turn and tells everybody.
//!
//! The store decides what happened; the task is only quick about it. Several nodes may each have a
//! task for the same game: the unique ply lets one of them win, and the others read on.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use azulejo_protocol::frame::{Phrase, Problem, ProblemCode, ServerFrame};
use azulejo_protocol::game::{AwayView, Clock, GameView, OwnView, PresenceView, Status};
use azulejo_protocol::happening::Step;
use azulejo_rules::Phase;
use azulejo_rules::record::Record;
use azulejo_store::{Append, Appended, CommandKey, GameId, NewEvent, StoreError};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::bots::Question;
use crate::hub::Hub;
use crate::table::decide::{Chance, Command};
use crate::table::event::{Event, RULES_VERSION};
use crate::table::tiling::seat_at;
use crate::table::{FoldError, Holder, Table};
use crate::view::{SeatName, game_view, named_steps, names_of, own_view, seat_rows, summary};

/// How many messages may wait for a game.
pub(crate) const MAILBOX: usize = 256;
/// How long somebody may be away from a real-time game.
pub(crate) const AWAY_LIMIT_MS: i64 = 60_000;
/// After how long the others may vote an absent player's seat to a bot.
pub(crate) const VOTE_FROM_MS: i64 = 5 * 60_000;
/// How long a game that nobody watches stays in memory.
const LINGER: Duration = Duration::from_secs(20);
/// How long a node leaves a bot's move to the node on which the game went on.
const OTHER_NODE_GRACE: Duration = Duration::from_secs(3);
/// How long a bot's question waits when the queue is full.
const BOT_RETRY: Duration = Duration::from_millis(200);

/// The outgoing side of a socket.
#[derive(Clone)]
pub(crate) struct Outbox {
    pub(crate) frames: mpsc::Sender<Utf8Bytes>,
    /// Closes the socket: it reads too slowly, and a new one will resync.
    pub(crate) cut: Arc<tokio::sync::Notify>,
}

impl Outbox {
    /// Sends, or cuts a socket that does not keep up; gives whether it was sent.
    pub(crate) fn send(&self, frame: Utf8Bytes) -> bool {
        let sent = self.frames.try_send(frame).is_ok();
        if !sent {
            self.cut.notify_one();
        }
        sent
    }
}

pub(crate) fn encode(frame: &ServerFrame) -> Utf8Bytes {
    serde_json::to_string(frame)
        .expect("a frame has a JSON form")
        .into()
}

/// Somebody who follows a game.
pub(crate) struct Watcher {
    pub(crate) socket: u64,
    pub(crate) player: Option<String>,
    pub(crate) outbox: Outbox,
}

/// Why a command was not carried out.
#[derive(Debug)]
pub(crate) enum Failed {
    /// It was refused, and nothing changed.
    Refused(Problem),
    /// Whether it was carried out is not known: say nothing and close the connection.
    Unknown,
}

impl From<Problem> for Failed {
    fn from(problem: Problem) -> Self {
        Self::Refused(problem)
    }
}

pub(crate) type Done = Result<u32, Failed>;

/// Whose command it is, so that a repetition is recognised.
#[derive(Clone, Debug)]
pub(crate) struct CommandId {
    pub(crate) scope: String,
    pub(crate) id: [u8; 16],
}

/// What a game can be told.
pub(crate) enum Message {
    Command {
        command: Command,
        id: Option<CommandId>,
        reply: oneshot::Sender<Done>,
    },
    Watch {
        watcher: Watcher,
        from: Option<u32>,
        hash: Option<String>,
    },
    Unwatch {
        socket: u64,
    },
    View {
        player: Option<String>,
        reply: oneshot::Sender<Result<(GameView, OwnView), Problem>>,
    },
    Record {
        reply: oneshot::Sender<Result<Record, Problem>>,
    },
    /// For a hint: the position, if this person may have one now.
    Position {
        player: String,
        seat: u8,
        reply: oneshot::Sender<Result<HintQuestion, Problem>>,
    },
    Say {
        player: String,
        seat: u8,
        phrase: Phrase,
        reply: oneshot::Sender<Result<(), Problem>>,
    },
    /// Another node may have gone on.
    Changed {
        next: u32,
    },
    /// Seats changed hands or names without an event.
    SeatsChanged,
    /// Something may be due.
    Tick,
}

impl Message {
    /// Answers for a game that could not be loaded.
    pub(crate) fn refuse(self, problem: &Problem) {
        match self {
            Self::Command { reply, .. } => {
                let _gone = reply.send(Err(Failed::Refused(problem.clone())));
            }
            Self::Watch { watcher, .. } => {
                watcher.outbox.send(encode(&ServerFrame::Refused {
                    game: None,
                    id: None,
                    error: problem.clone(),
                }));
            }
            Self::View { reply, .. } => {
                let _gone = reply.send(Err(problem.clone()));
            }
            Self::Record { reply } => {
                let _gone = reply.send(Err(problem.clone()));
            }
            Self::Position { reply, .. } => {
                let _gone = reply.send(Err(problem.clone()));
            }
            Self::Say { reply, .. } => {
                let _gone = reply.send(Err(problem.clone()));
            }
            Self::Unwatch { .. } | Self::Changed { .. } | Self::SeatsChanged | Self::Tick => {}
        }
    }
}

/// What a hint is asked about.
pub(crate) struct HintQuestion {
    pub(crate) ply: u32,
    pub(crate) position: azulejo_rules::Position,
}

/// Why a game could not be loaded.
#[derive(Debug)]
pub(crate) enum LoadError {
    NotFound,
    Store(StoreError),
    Fold(FoldError),
    Body(serde_json::Error),
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotFound => f.write_str("there is no such game"),
            Self::Store(error) => write!(f, "{error}"),
            Self::Fold(error) => write!(f, "{error}"),
            Self::Body(error) => write!(f, "an event does not read: {error}"),
        }
    }
}

/// The task of a live game.
pub(crate) struct Actor {
    id: GameId,
    hub: Hub,
    table: Table,
    names: Vec<SeatName>,
    chance: Option<Box<dyn Chance + Send + Sync>>,
    watchers: HashMap<u64, Watcher>,
    /// Since when each person is away.
    away: HashMap<String, i64>,
    bots_asked: Vec<(u8, u32)>,
    presence_dirty: bool,
    rematching: bool,
}

/// What the task tells itself.
enum Inner {
    Bot(Command),
    BotFailed(u8, u32),
}

impl Actor {
    /// Reads a game from the store.
    pub(crate) async fn load(id: GameId, hub: Hub) -> Result<Self, LoadError> {
        let store = hub.store();
        let row = store
            .game(id)
            .await
            .map_err(LoadError::Store)?
            .ok_or(LoadError::NotFound)?;
        let rows = store.events(id, 0).await.map_err(LoadError::Store)?;
        let mut table: Option<Table> = None;
        for row in rows {
            let event: Event = serde_json::from_str(&row.body).map_err(LoadError::Body)?;
            match &mut table {
                None => {
                    table =
                        Some(Table::new(id.as_str(), &event, row.at_ms).map_err(LoadError::Fold)?);
                }
                Some(table) => table.apply(&event, row.at_ms).map_err(LoadError::Fold)?,
            }
        }
        let mut table = table.ok_or(LoadError::NotFound)?;
        for seat in &row.seats {
            let player = seat.row.player.map(|player| player.to_string());
            table.set_person(usize::from(seat.row.seat), player.as_deref());
        }
        let now = hub.now();
        let away = table
            .people()
            .iter()
            .map(|&p| (p.to_owned(), now))
            .collect();
        Ok(Self {
            id,
            names: names_of(&row),
            table,
            chance: None,
            watchers: HashMap::new(),
            away,
            bots_asked: Vec::new(),
            presence_dirty: false,
            rematching: false,
            hub,
        })
    }

    /// Lives as long as somebody watches or something is due soon.
    pub(crate) async fn run(mut self, mut mailbox: mpsc::Receiver<Message>) {
        let (inner_sender, mut inner) = mpsc::channel(8);
        let mut idle_since = Instant::now();
        self.ask_bots(&inner_sender, Duration::ZERO);
        loop {
            let wake = self.next_wake();
            tokio::select! {
                message = mailbox.recv() => {
                    let Some(message) = message else { return };
                    let before = self.table.ply();
                    let foreign = matches!(message, Message::Changed { .. });
                    self.handle(message).await;
                    if self.table.ply() != before {
                        let grace = if foreign { OTHER_NODE_GRACE } else { Duration::ZERO };
                        self.ask_bots(&inner_sender, grace);
                    }
                }
                Some(message) = inner.recv() => {
                    match message {
                        Inner::Bot(command) => {
                            self.bots_asked.clear();
                            // Refused when the game went on without it.
                            let _stale = self.carry_out(command, None).await;
                        }
                        Inner::BotFailed(seat, ply) => {
                            self.bots_asked.retain(|asked| *asked != (seat, ply));
                        }
                    }
                    self.ask_bots(&inner_sender, Duration::ZERO);
                }
                () = tokio::time::sleep_until(wake) => {
                    let before = self.table.ply();
                    self.tick().await;
                    if self.table.ply() != before {
                        self.ask_bots(&inner_sender, Duration::ZERO);
                    }
                }
            }
            if self.presence_dirty {
                self.presence_dirty = false;
                self.tell_presence();
            }
            if !self.watchers.is_empty() || self.is_busy() {
                idle_since = Instant::now();
            } else if idle_since.elapsed() > LINGER && self.hub.let_go(self.id, &mailbox) {
                return;
            }
        }
    }

    /// Whether something will happen without anybody's asking.
    fn is_busy(&self) -> bool {
        let running = self.table.status == Status::Running;
        let bots = self
            .table
            .waits_for()
            .iter()
            .any(|&seat| self.table.seats[seat].bot().is_some());
        let starting = self.table.status == Status::Waiting && self.table.full_since.is_some();
        (running && (bots || self.table.clocks.is_real_time())) || starting
    }

    /// When to look again.
    fn next_wake(&self) -> Instant {
        let now = self.hub.now();
        let rematch = self.table.rematch.as_ref().filter(|r| r.game.is_none());
        let deadlines = self
            .table
            .next_deadline()
            .into_iter()
            .chain(rematch.map(|rematch| rematch.until))
            .chain(self.away_deadline());
        let wait = deadlines
            .map(|at| (at - now).max(0) as u64)
            .min()
            .map_or(LINGER, Duration::from_millis)
            .min(LINGER);
        Instant::now() + wait.max(Duration::from_millis(5))
    }

    fn away_deadline(&self) -> Option<i64> {
        if self.table.status != Status::Running || !self.table.clocks.is_real_time() {
            return None;
        }
        let acting = self.away.iter().filter(|(person, _)| {
            self.table
                .seats
                .iter()
                .any(|seat| seat.acting_person() == Some(person))
        });
        acting.map(|(_, since)| since + AWAY_LIMIT_MS).min()
    }

    async fn handle(&mut self, message: Message) {
        match message {
            Message::Command { command, id, reply } => {
                let done = match self.check_presence(&command) {
                    Ok(()) => self.carry_out(command, id).await,
                    Err(problem) => Err(problem.into()),
                };
                let _gone = reply.send(done);
            }
            Message::Watch {
                watcher,
                from,
                hash,
            } => self.watch(watcher, from, hash.as_deref()),
            Message::Unwatch { socket } => self.unwatch(socket),
            Message::View { player, reply } => {
                let view = game_view(&self.table, &self.names);
                let _gone = reply.send(Ok((view, own_view(&self.table, player.as_deref()))));
            }
            Message::Record { reply } => {
                let names: Vec<_> = self
                    .names
                    .iter()
                    .map(|name| name.shown().map(str::to_owned))
                    .collect();
                let record = self.table.record(&names);
                let _gone = reply.send(record.ok_or(Problem::new(ProblemCode::NotStarted)));
            }
            Message::Position {
                player,
                seat,
                reply,
            } => {
                let _gone = reply.send(self.hint_question(&player, seat));
            }
            Message::Say {
                player,
                seat,
                phrase,
                reply,
            } => {
                let _gone = reply.send(self.say(&player, seat, phrase));
            }
            Message::Changed { next } => {
                if next > self.table.ply() {
                    self.catch_up().await;
                }
            }
            Message::SeatsChanged => self.reload_seats().await,
            Message::Tick => self.tick().await,
        }
    }

    fn check_presence(&self, command: &Command) -> Result<(), Problem> {
        let Command::Vote { away, .. } = command else {
            return Ok(());
        };
        // Only without a clock: real time and days have deadlines of their own.
        let long_away = self
            .table
            .seats
            .get(usize::from(*away).wrapping_sub(1))
            .and_then(|seat| seat.acting_person())
            .and_then(|person| self.away.get(person))
            .is_some_and(|since| self.hub.now() - since >= VOTE_FROM_MS);
        if !long_away || self.table.settings.clock != Clock::None {
            return Err(Problem::new(ProblemCode::Forbidden));
        }
        Ok(())
    }

    fn hint_question(&self, player: &str, seat: u8) -> Result<HintQuestion, Problem> {
        let index = usize::from(seat).wrapping_sub(1);
        if !self.table.seats_of(player).any(|own| own == index) {
            return Err(Problem::new(ProblemCode::NotYourSeat));
        }
        if self.table.status != Status::Running {
            return Err(Problem::new(ProblemCode::WrongPhase));
        }
        if !crate::view::may_have_hints(&self.table) {
            return Err(Problem::new(ProblemCode::NoHints));
        }
        match self.table.position() {
            Some(position)
                if position.phase() == Phase::Offer && position.to_move().index() == index =>
            {
                Ok(HintQuestion {
                    ply: self.table.ply(),
                    position: *position,
                })
            }
            Some(position)
                if position.phase() == Phase::Tiling && self.table.choosing().contains(&index) =>
            {
                Ok(HintQuestion {
                    ply: self.table.ply(),
                    position: *position,
                })
            }
            _ => Err(Problem::new(ProblemCode::NotYourTurn)),
        }
    }

    fn say(&self, player: &str, seat: u8, phrase: Phrase) -> Result<(), Problem> {
        let index = usize::from(seat).wrapping_sub(1);
        if !self.table.seats_of(player).any(|own| own == index) {
            return Err(Problem::new(ProblemCode::NotYourSeat));
        }
        let frame = encode(&ServerFrame::Said {
            game: self.id.to_string(),
            seat,
            phrase,
        });
        for watcher in self.watchers.values() {
            watcher.outbox.send(frame.clone());
        }
        Ok(())
    }

    // Changes.

    /// Decides, writes, and only then takes the new table and tells everybody.
    async fn carry_out(&mut self, command: Command, id: Option<CommandId>) -> Done {
        // Another node may win the race for a ply: then judge again on what it wrote.
        for _ in 0..4 {
            if self.chance.is_none() {
                self.chance = Some(
                    self.hub
                        .chance(self.id)
                        .await
                        .map_err(|error| Failed::Refused(crate::problem::store_problem(&error)))?,
                );
            }
            let chance = self.chance.as_deref().expect("it was just made");
            let now = self.hub.now().max(self.table.changed_at);
            let decided = match self.table.decide(&command, now, chance) {
                Ok(decided) => decided,
                Err(problem) => return self.refused_or_repeated(problem, id.as_ref()).await,
            };
            if decided.events.is_empty() {
                return Ok(self.table.ply());
            }
            let next = decided.table.ply();
            let mut names = self.names.clone();
            self.name_newcomers(&decided.events, &mut names).await?;
            let append = Append {
                game: self.id,
                expect: self.table.ply(),
                events: decided
                    .events
                    .iter()
                    .map(|(event, hash)| NewEvent {
                        kind: event.kind().to_owned(),
                        body: serde_json::to_string(event).expect("an event has a JSON form"),
                        rules_version: RULES_VERSION,
                        state_hash: hash.clone(),
                        at_ms: now,
                    })
                    .collect(),
                command: id.as_ref().map(|id| CommandKey {
                    scope: id.scope.clone(),
                    cmd_id: id.id,
                    answer: next.to_string(),
                }),
                summary: Some(summary(&decided.table)),
                seats: decided
                    .events
                    .iter()
                    .any(|(event, _)| changes_seats(event))
                    .then(|| seat_rows(&decided.table, &names)),
            };
            match self.hub.store().append(append).await {
                Ok(Appended::Committed { .. }) => {
                    let before = self.table.ply();
                    self.table = decided.table;
                    self.names = names;
                    self.tell_update(before);
                    self.after(&decided.events).await;
                    return Ok(next);
                }
                Ok(Appended::Stale { .. }) => self.catch_up().await,
                Ok(Appended::Repeated { answer }) => return Ok(answer.parse().unwrap_or(next)),
                Err(error) => {
                    tracing::warn!(game = %self.id, %error, "an append failed");
                    let unknown = matches!(error, StoreError::Unknown(_));
                    self.catch_up().await;
                    return Err(if unknown {
                        Failed::Unknown
                    } else {
                        Failed::Refused(crate::problem::store_problem(&error))
                    });
                }
            }
        }
        Err(Problem::new(ProblemCode::Stale).into())
    }

    /// A command that is refused now may have been carried out before.
    async fn refused_or_repeated(&self, problem: Problem, id: Option<&CommandId>) -> Done {
        let Some(id) = id else {
            return Err(problem.into());
        };
        let found = self
            .hub
            .store()
            .command_answer(self.id, &id.scope, id.id)
            .await;
        match found {
            Ok(Some(answer)) => Ok(answer.parse().unwrap_or(self.table.ply())),
            Ok(None) => Err(problem.into()),
            Err(_) => Err(Failed::Unknown),
        }
    }

    /// The log has no names: whoever sits down is looked up.
    async fn name_newcomers(
        &self,
        events: &[(Event, String)],
        names: &mut [SeatName],
    ) -> Result<(), Failed> {
        for (event, _) in events {
            let (seat, name) = match event {
                Event::Seated { seat, player } => {
                    let found = match player.parse() {
                        Ok(player) => self.hub.store().player(player).await,
                        Err(_) => Ok(None),
                    };
                    let found = found
                        .map_err(|error| Failed::Refused(crate::problem::store_problem(&error)))?;
                    let name = found.map_or_else(SeatName::default, |player| SeatName {
                        name: Some(player.name),
                        guest: !player.account,
                        alias: None,
                    });
                    (*seat, name)
                }
                Event::Unseated { seat } | Event::BotSeated { seat, .. } => {
                    (*seat, SeatName::default())
                }
                _ => continue,
            };
            names[usize::from(seat) - 1] = name;
        }
        Ok(())
    }

    /// What follows from events beyond the table.
    async fn after(&mut self, events: &[(Event, String)]) {
        for (event, _) in events {
            metrics::counter!("azulejo_events_total", "kind" => event.kind()).increment(1);
            match event {
                Event::Seated { player, .. } => {
                    let here = self
                        .watchers
                        .values()
                        .any(|w| w.player.as_ref() == Some(player));
                    if !here {
                        self.away.insert(player.clone(), self.hub.now());
                    }
                    self.presence_dirty = true;
                }
                Event::RematchAgreed { .. } => self.rematch_if_agreed().await,
                _ => {}
            }
        }
        if self.table.settings.public {
            self.hub.lobby_changed();
        }
    }

    /// Reads what other nodes wrote.
    async fn catch_up(&mut self) {
        let before = self.table.ply();
        let rows = match self.hub.store().events(self.id, before).await {
            Ok(rows) => rows,
            Err(error) => {
                tracing::warn!(game = %self.id, %error, "could not read on");
                return;
            }
        };
        let mut seats_changed = false;
        for row in rows {
            let folded = serde_json::from_str::<Event>(&row.body)
                .map_err(|error| error.to_string())
                .and_then(|event| {
                    seats_changed |= changes_seats(&event);
                    self.table
                        .apply(&event, row.at_ms)
                        .map_err(|error| error.to_string())
                });
            if let Err(error) = folded {
                tracing::error!(game = %self.id, %error, "the log does not fold");
                return;
            }
        }
        if seats_changed {
            self.reload_seats().await;
        }
        if self.table.ply() != before {
            self.tell_update(before);
        }
    }

    async fn reload_seats(&mut self) {
        match self.hub.store().game(self.id).await {
            Ok(Some(row)) => {
                for seat in &row.seats {
                    let player = seat.row.player.map(|player| player.to_string());
                    self.table
                        .set_person(usize::from(seat.row.seat), player.as_deref());
                }
                self.names = names_of(&row);
                self.tell_update(self.table.ply());
            }
            Ok(None) => {}
            Err(error) => tracing::warn!(game = %self.id, %error, "could not read the seats"),
        }
    }

    /// What is due: flags, lapsed questions, absent players, rematches.
    async fn tick(&mut self) {
        let now = self.hub.now();
        if self.table.next_deadline().is_some_and(|at| at <= now) {
            let _nothing_due = self.carry_out(Command::Tick, None).await;
        }
        if self.away_deadline().is_some_and(|at| at <= now) {
            let gone: Vec<_> = self
                .table
                .seats
                .iter()
                .enumerate()
                .filter(|(_, seat)| {
                    seat.acting_person()
                        .and_then(|person| self.away.get(person))
                        .is_some_and(|since| since + AWAY_LIMIT_MS <= now)
                })
                .map(|(index, _)| index as u8 + 1)
                .collect();
            for seat in gone {
                if !self.hub.is_elsewhere(self.id, &self.table, seat).await {
                    let _ended = self.carry_out(Command::Left { seat }, None).await;
                }
            }
        }
        let lapsed = self
            .table
            .rematch
            .as_ref()
            .is_some_and(|rematch| rematch.game.is_none() && rematch.until <= now);
        if lapsed {
            self.make_rematch().await;
        }
        let host_here = self
            .watchers
            .values()
            .any(|w| w.player.as_ref() == Some(&self.table.host));
        if self.table.status == Status::Waiting && host_here && self.table.clocks.is_real_time() {
            let expires = crate::view::expiry(&self.table, now);
            if let Err(error) = self.hub.store().set_expiry(self.id, expires).await {
                tracing::warn!(game = %self.id, %error, "could not keep the game open");
            }
        }
    }

    async fn rematch_if_agreed(&mut self) {
        let Some(rematch) = &self.table.rematch else {
            return;
        };
        let all = self.table.people().iter().all(|person| {
            self.table
                .seats_of(person)
                .any(|seat| rematch.agreed.contains(&seat))
        });
        if all && rematch.game.is_none() {
            self.make_rematch().await;
        }
    }

    async fn make_rematch(&mut self) {
        if std::mem::replace(&mut self.rematching, true) {
            return;
        }
        match self.hub.create_rematch(&self.table, &self.names).await {
            Ok(game) => {
                let made = Command::RematchMade {
                    game: game.to_string(),
                };
                let _two_nodes = Box::pin(self.carry_out(made, None)).await;
            }
            Err(error) => tracing::warn!(game = %self.id, %error, "no rematch"),
        }
        self.rematching = false;
    }

    // Bots.

    /// Asks the bots whose turn it is.
    fn ask_bots(&mut self, inner: &mpsc::Sender<Inner>, grace: Duration) {
        if self.table.status != Status::Running {
            return;
        }
        let Some(position) = self.table.position().copied() else {
            return;
        };
        let ply = self.table.ply();
        for index in self.table.waits_for() {
            let Some(level) = self.table.seats[index].bot() else {
                continue;
            };
            let seat = index as u8 + 1;
            if self.bots_asked.contains(&(seat, ply)) {
                continue;
            }
            self.bots_asked.retain(|(_, asked)| *asked == ply);
            self.bots_asked.push((seat, ply));
            let seed = self.hub.bot_seed(self.id, ply, seat);
            let bots = self.hub.bots();
            let inner = inner.clone();
            let delay = if self.watchers.is_empty() {
                grace
            } else {
                grace + self.hub.bot_delay()
            };
            let tiling = position.phase() == Phase::Tiling;
            tokio::spawn(async move {
                let earliest = Instant::now() + delay;
                let answer = if tiling {
                    ask_for_tiling(&bots, level, seed, position, index).await
                } else {
                    ask_for_move(&bots, level, seed, position, seat, ply).await
                };
                tokio::time::sleep_until(earliest).await;
                if answer.is_none() {
                    // A thread is gone or the server stops: do not ask again in a tight loop.
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
                let message = answer.map_or(Inner::BotFailed(seat, ply), Inner::Bot);
                let _gone = inner.send(message).await;
            });
        }
    }

    // Watchers.

    fn watch(&mut self, watcher: Watcher, from: Option<u32>, hash: Option<&str>) {
        let current = from == Some(self.table.ply()) && hash == Some(self.table.hash().as_str());
        let log = self.table.steps();
        let known = from.filter(|_| !current).and_then(|from| {
            // Only where nothing between was forgotten, and the client's own past is ours.
            let first = log.first().map_or(0, |step| step.ply);
            (from >= first && from < self.table.ply() && hash.is_some()).then_some(from)
        });
        let game = self.id.to_string();
        let view = game_view(&self.table, &self.names);
        let frame = match known {
            Some(from) => ServerFrame::Update {
                game,
                steps: named_steps(&steps_from(log, from), &self.names),
                view,
            },
            None if current => ServerFrame::Update {
                game,
                steps: Vec::new(),
                view,
            },
            None => ServerFrame::Game {
                game,
                log: named_steps(log, &self.names),
                view,
            },
        };
        if !watcher.outbox.send(encode(&frame)) {
            return;
        }
        self.tell_own(&watcher);
        if let Some(player) = &watcher.player {
            self.away.remove(player);
        }
        self.watchers.insert(watcher.socket, watcher);
        self.presence_dirty = true;
    }

    fn unwatch(&mut self, socket: u64) {
        let Some(watcher) = self.watchers.remove(&socket) else {
            return;
        };
        if let Some(player) = watcher.player {
            let still_here = self
                .watchers
                .values()
                .any(|w| w.player.as_ref() == Some(&player));
            let sits = self.table.seats_of(&player).next().is_some();
            if !still_here && sits {
                self.away.insert(player, self.hub.now());
            }
        }
        self.presence_dirty = true;
    }

    /// The public frame is encoded once for all; what is private goes to those it belongs to.
    fn tell_update(&mut self, before: u32) {
        let frame = encode(&ServerFrame::Update {
            game: self.id.to_string(),
            steps: named_steps(&steps_from(self.table.steps(), before), &self.names),
            view: game_view(&self.table, &self.names),
        });
        let mut cut = Vec::new();
        for (socket, watcher) in &self.watchers {
            if watcher.outbox.send(frame.clone()) {
                self.tell_own(watcher);
            } else {
                cut.push(*socket);
            }
        }
        for socket in cut {
            self.unwatch(socket);
        }
    }

    fn tell_own(&self, watcher: &Watcher) {
        let player = watcher.player.as_deref();
        let concerned = player.is_some_and(|player| {
            self.table.host == player || self.table.seats_of(player).next().is_some()
        });
        if concerned {
            watcher.outbox.send(encode(&ServerFrame::Own {
                game: self.id.to_string(),
                own: own_view(&self.table, player),
            }));
        }
    }

    fn tell_presence(&self) {
        let mut presence = PresenceView {
            here: Vec::new(),
            away: Vec::new(),
            watchers: 0,
        };
        for (index, seat) in self.table.seats.iter().enumerate() {
            let Holder::Human(person) = &seat.holder else {
                continue;
            };
            let number = index as u8 + 1;
            match self.away.get(person) {
                None => presence.here.push(number),
                Some(&since) => {
                    let running = self.table.status == Status::Running;
                    let real_time = running && self.table.clocks.is_real_time();
                    let untimed = running && self.table.settings.clock == Clock::None;
                    presence.away.push(AwayView {
                        seat: number,
                        since,
                        until: real_time.then_some(since + AWAY_LIMIT_MS),
                        vote_from: untimed.then_some(since + VOTE_FROM_MS),
                    });
                }
            }
        }
        let seated = |player: &Option<String>| {
            player
                .as_deref()
                .is_some_and(|player| self.table.seats_of(player).next().is_some())
        };
        let spectators = self.watchers.values().filter(|w| !seated(&w.player));
        presence.watchers = u32::try_from(spectators.count()).unwrap_or(u32::MAX);
        let frame = encode(&ServerFrame::Presence {
            game: self.id.to_string(),
            presence,
        });
        for watcher in self.watchers.values() {
            watcher.outbox.send(frame.clone());
        }
    }
}

fn steps_from(steps: &[Step], from: u32) -> Vec<Step> {
    steps
        .iter()
        .filter(|step| step.ply >= from)
        .cloned()
        .collect()
}

const fn changes_seats(event: &Event) -> bool {
    matches!(
        event,
        Event::Seated { .. }
            | Event::Unseated { .. }
            | Event::BotSeated { .. }
            | Event::Resigned { .. }
            | Event::Flagged { .. }
            | Event::Left { .. }
            | Event::TakenOver { .. }
            | Event::TakenBack { .. }
    )
}

async fn ask_for_move(
    bots: &crate::bots::BotThreads,
    level: azulejo_protocol::game::Level,
    seed: u64,
    position: azulejo_rules::Position,
    seat: u8,
    ply: u32,
) -> Option<Command> {
    loop {
        let (answer, decided) = oneshot::channel();
        let question = Question::Move {
            level,
            seed,
            position,
            answer,
        };
        if bots.ask(question) {
            let m = decided.await.ok()?;
            return Some(Command::BotMove { seat, ply, m });
        }
        tokio::time::sleep(BOT_RETRY).await;
    }
}

async fn ask_for_tiling(
    bots: &crate::bots::BotThreads,
    level: azulejo_protocol::game::Level,
    seed: u64,
    position: azulejo_rules::Position,
    index: usize,
) -> Option<Command> {
    loop {
        let (answer, decided) = oneshot::channel();
        let question = Question::Tile {
            level,
            seed,
            position,
            seat: seat_at(index),
            answer,
        };
        if bots.ask(question) {
            return Some(Command::BotChoose {
                seat: index as u8 + 1,
                round: position.round(),
                placements: decided.await.ok()?,
            });
        }
        tokio::time::sleep(BOT_RETRY).await;
    }
}
