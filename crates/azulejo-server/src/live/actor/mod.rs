//! A live game: one task that holds its table, takes commands in turn and tells everybody.
//!
//! The store decides what happened; the task is only quick about it. Several nodes may each have a
//! task for the same game: the unique ply lets one of them win, and the others read on.

mod bots;
mod commit;
mod deleted_accounts;
mod downtime;
mod presence;
mod presence_throttle;
mod timers;
mod watchers;

use std::collections::HashMap;
use std::time::Duration;

use azulejo_protocol::frame::{Phrase, Problem, ProblemCode, ServerFrame};
use azulejo_protocol::game::{GameView, OwnView, Status};
use azulejo_rules::Phase;
use azulejo_rules::record::Record;
use azulejo_store::{CommandKey, EventRow, GameId, SeatsMark, StoreError};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use self::presence::Presence;
use self::presence_throttle::Pace;
pub(crate) use self::watchers::{Outbox, Watcher, encode};
use crate::live::registry::{Hub, Known, RunningClock};
use crate::live::rows::names_of;
use azulejo_game::decide::{Chance, Command};
use azulejo_game::event::Event;
use azulejo_game::view::{SeatName, game_view, own_view};
use azulejo_game::{FoldError, Table};

/// How many messages may wait for a game.
pub(crate) const MAILBOX: usize = 256;
/// How long somebody may be away from a real-time game.
pub(crate) const AWAY_LIMIT_MS: i64 = 60_000;
/// After how long the others may vote an absent player's seat to a bot.
pub(crate) const VOTE_FROM_MS: i64 = 5 * 60_000;
/// How long a game that nobody watches stays in memory.
const LINGER: Duration = Duration::from_secs(20);
/// How often a game looks around by itself, whatever else happens meanwhile.
const TICK_EVERY: Duration = Duration::from_secs(20);
/// How long a node leaves a bot's move to the node on which the game went on.
const OTHER_NODE_GRACE: Duration = Duration::from_secs(3);

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

/// What a game can be told.
pub(crate) enum Message {
    Command {
        command: Command,
        key: Option<CommandKey>,
        /// When it came.
        at: i64,
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
    /// What somebody said at another node.
    Said {
        seat: u8,
        phrase: Phrase,
    },
    /// Another node may have gone on.
    Changed {
        next: u32,
    },
    /// What another node went on with.
    Appended {
        events: Vec<EventRow>,
    },
    /// Seats changed hands or names without an event.
    SeatsChanged,
    /// This node was stopped, or could not reach its store.
    NodeWasDown {
        since: i64,
        until: i64,
    },
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
            Self::Unwatch { .. }
            | Self::Said { .. }
            | Self::Changed { .. }
            | Self::Appended { .. }
            | Self::SeatsChanged
            | Self::NodeWasDown { .. }
            | Self::Tick => {}
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
    /// Tells the hub how far this table is.
    known: Known,
    table: Table,
    names: Vec<SeatName>,
    /// The commands that the log holds, and the plies that they were answered with.
    carried_out: HashMap<CommandKey, u32>,
    chance: Option<Box<dyn Chance + Send + Sync>>,
    watchers: HashMap<u64, Watcher>,
    presence: Presence,
    bots_asked: Vec<(u8, u32)>,
    /// Everybody is to be told who is there.
    presence_dirty: bool,
    /// When that was last done, and is to be done again.
    pace: Pace,
    /// Who is away is to be written down.
    presence_moved: bool,
    /// The host has just come or gone.
    host_moved: bool,
    next_tick: Instant,
    rematching: bool,
    /// Makes the node write heartbeats while a real-time clock runs here.
    running_clock: Option<RunningClock>,
}

/// All that the store has of a game.
pub(crate) struct Standing {
    pub(crate) table: Table,
    pub(crate) names: Vec<SeatName>,
    pub(crate) seats: SeatsMark,
    pub(crate) carried_out: HashMap<CommandKey, u32>,
}

/// What the task tells itself.
enum Inner {
    Bot(Command),
    BotFailed(u8, u32),
}

impl Actor {
    /// Reads a game from the store.
    pub(crate) async fn load(id: GameId, hub: Hub, known: Known) -> Result<Self, LoadError> {
        let store = hub.store();
        let row = store
            .game(id)
            .await
            .map_err(LoadError::Store)?
            .ok_or(LoadError::NotFound)?;
        let rows = store.events(id, 0).await.map_err(LoadError::Store)?;
        let mut table: Option<Table> = None;
        let carried_out = rows.iter().filter_map(commit::carried_out).collect();
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
        let standing = Standing {
            table,
            names: names_of(&row),
            seats: row.seats_mark(),
            carried_out,
        };
        Ok(Self::of(id, standing, hub, known))
    }

    /// A game that is known already.
    pub(crate) fn of(id: GameId, standing: Standing, hub: Hub, known: Known) -> Self {
        let Standing {
            table,
            names,
            seats,
            carried_out,
        } = standing;
        known.set(table.ply());
        known.set_seats(seats);
        let mut actor = Self {
            id,
            known,
            names,
            carried_out,
            presence: Presence::new(table.seats.len()),
            table,
            chance: None,
            watchers: HashMap::new(),
            bots_asked: Vec::new(),
            presence_dirty: false,
            pace: Pace::default(),
            presence_moved: false,
            host_moved: false,
            next_tick: Instant::now() + TICK_EVERY,
            rematching: false,
            running_clock: None,
            hub,
        };
        actor.meet();
        actor
    }

    /// Lives as long as somebody watches or something is due soon.
    pub(crate) async fn run(mut self, mut mailbox: mpsc::Receiver<Message>) {
        let (inner_sender, mut inner) = mpsc::channel(8);
        let mut idle_since = Instant::now();
        self.give_back_earlier_downtime().await;
        self.count_clock();
        self.free_ghosts().await;
        self.ask_bots(&inner_sender, Duration::ZERO);
        loop {
            let wake = self.next_wake();
            let presence_due = self.pace.due();
            let mut ticked = false;
            tokio::select! {
                message = mailbox.recv() => {
                    let Some(message) = message else { return };
                    self.hear(message, &inner_sender).await;
                }
                Some(message) = inner.recv() => {
                    match message {
                        Inner::Bot(command) => {
                            self.bots_asked.clear();
                            // Refused when the game went on without it.
                            let _stale = match self.give_back_downtime().await {
                                Ok(()) => self.carry_out(command, None).await,
                                Err(failed) => Err(failed),
                            };
                        }
                        Inner::BotFailed(seat, ply) => {
                            self.bots_asked.retain(|asked| *asked != (seat, ply));
                        }
                    }
                    self.ask_bots(&inner_sender, Duration::ZERO);
                }
                () = presence_throttle::until(presence_due) => self.presence_dirty = true,
                () = tokio::time::sleep_until(wake) => {
                    // Whoever came in time is heard first, whatever is due by now.
                    for _ in 0..mailbox.len() {
                        if let Ok(message) = mailbox.try_recv() {
                            self.hear(message, &inner_sender).await;
                        }
                    }
                    let before = self.table.ply();
                    ticked = true;
                    self.tick().await;
                    if self.table.ply() != before {
                        self.ask_bots(&inner_sender, Duration::ZERO);
                    }
                }
            }
            self.free_ghosts().await;
            self.count_clock();
            self.known.set(self.table.ply());
            // To tell somebody may show that they are gone, which is then to be told.
            let mut mind = ticked || self.presence_dirty;
            while mind {
                self.mind_presence().await;
                mind = self.presence_dirty;
            }
            if !self.watchers.is_empty() || self.is_busy() {
                idle_since = Instant::now();
            } else if idle_since.elapsed() > LINGER {
                // Whoever loads the game again must find since when people are away.
                self.write_presence().await;
                if self.hub.let_go(self.id, &mailbox) {
                    return;
                }
            }
        }
    }

    /// Handles a message and asks bots where it went on with the game.
    async fn hear(&mut self, message: Message, inner: &mpsc::Sender<Inner>) {
        let before = self.table.ply();
        let foreign = matches!(message, Message::Changed { .. } | Message::Appended { .. });
        self.handle(message).await;
        if self.table.ply() != before {
            let grace = if foreign {
                OTHER_NODE_GRACE
            } else {
                Duration::ZERO
            };
            self.ask_bots(inner, grace);
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
        let deadlines = self
            .table
            .next_deadline()
            .into_iter()
            .chain(self.rematch_deadline())
            .chain(self.away_deadline())
            .chain(self.look_deadline());
        let next = deadlines.min();
        let wait = next
            .map(|at| (at - now).max(0) as u64)
            .map_or(TICK_EVERY, Duration::from_millis)
            .min(TICK_EVERY);
        let least = match next {
            // Nothing is due until downtime is given back.
            _ if self.hub.has_heartbeat_gap() => 250,
            // It waits for a heartbeat.
            Some(at) if at <= now => 25,
            _ => 5,
        };
        // Messages may come all the time: they must not put the tick off.
        (Instant::now() + wait.max(Duration::from_millis(least))).min(self.next_tick)
    }

    async fn handle(&mut self, message: Message) {
        match message {
            Message::Command {
                mut command,
                key,
                at,
                reply,
            } => {
                let done = if command == Command::Expire && self.keep_open_for_host().await {
                    Err(Problem::new(ProblemCode::Forbidden).into())
                } else {
                    match self.ready_for(&mut command, key).await {
                        Ok(()) => match command {
                            // Downtime lasts until now, and not only until it was found.
                            Command::Resumed { since, .. } => {
                                let until = self.hub.now();
                                let resumed = Command::Resumed { since, until };
                                self.carry_out_at(resumed, key, until).await
                            }
                            command => self.carry_out_at(command, key, at).await,
                        },
                        Err(failed) => Err(failed),
                    }
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
                let said = self.say(&player, seat, phrase);
                if said.is_ok() {
                    self.hub.pass_on(self.id, seat, phrase).await;
                }
                let _gone = reply.send(said);
            }
            Message::Said { seat, phrase } => self.tell_said(seat, phrase),
            Message::Changed { next } => {
                if next > self.table.ply() {
                    self.catch_up().await;
                }
            }
            Message::Appended { events } => self.take_in(events).await,
            Message::SeatsChanged => self.refresh_seats().await,
            Message::NodeWasDown { since, until } => self.node_was_down(since, until),
            Message::Tick => self.tick().await,
        }
    }

    async fn ready_for(
        &mut self,
        command: &mut Command,
        key: Option<CommandKey>,
    ) -> Result<(), Failed> {
        self.prepare_vote(command, key).await?;
        let is_repeated = key.is_some_and(|key| self.carried_out.contains_key(&key));
        if is_repeated || matches!(command, Command::Resumed { .. }) {
            return Ok(());
        }
        self.give_back_downtime().await
    }

    fn hint_question(&self, player: &str, seat: u8) -> Result<HintQuestion, Problem> {
        let index = usize::from(seat).wrapping_sub(1);
        if !self.table.seats_of(player).any(|own| own == index) {
            return Err(Problem::new(ProblemCode::NotYourSeat));
        }
        if self.table.status != Status::Running {
            return Err(Problem::new(ProblemCode::WrongPhase));
        }
        if !azulejo_game::view::may_have_hints(&self.table) {
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
}
