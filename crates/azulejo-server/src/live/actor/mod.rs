//! The actor of a live game: one task that owns the table, executes commands in turn and broadcasts
//! the result.
//!
//! The store is authoritative; the task is a cache. Several nodes may each run a task for the same
//! game: the unique ply lets one of them win, and the others catch up.

mod absence;
mod bots;
mod commit;
mod deleted_accounts;
mod downtime;
mod outbox;
mod presence;
mod presence_throttle;
mod timers;
mod watchers;

use std::collections::HashMap;
use std::time::Duration;

use azulejo_protocol::frame::{Phrase, Problem, ProblemCode};
use azulejo_protocol::game::{GameView, OwnView, Status};
use azulejo_rules::Seat;
use azulejo_rules::record::Record;
use azulejo_store::{CommandKey, EventRow, GameId, PlayerId, SeatsFingerprint, StoreError};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use self::bots::PendingDecision;
pub(crate) use self::outbox::{Outbox, QueuedFrames};
use self::presence::Presence;
use self::presence_throttle::PresenceThrottle;
use self::watchers::Watchers;
pub(crate) use self::watchers::{SocketReply, WatchedGames, Watcher, encode};
use crate::cluster;
use crate::http::problem::store_problem;
use crate::live::hint::HintQuestion;
use crate::live::registry::{Downtime, Progress, Registry, RunningClock};
use crate::live::rows::{names_of, set_people};
use azulejo_game::decide::{Chance, Command};
use azulejo_game::event::Event;
use azulejo_game::view::{SeatName, game_view, own_view};
use azulejo_game::{FoldError, SeatNumber, Table, Timestamp};

/// The capacity of a mailbox.
pub(crate) const MAILBOX: usize = 256;
/// The time that an idle game stays in memory.
const LINGER: Duration = Duration::from_secs(20);
/// The longest time between two ticks.
const TICK_EVERY: Duration = Duration::from_secs(20);
/// The head start of the node that appended last, before another node asks the bot.
const OTHER_NODE_GRACE: Duration = Duration::from_secs(3);

/// An error of a command.
#[derive(Debug)]
pub(crate) enum CommandError {
    /// It was refused; nothing changed.
    Refused(Problem),
    /// The outcome is unknown: close the connection without an answer.
    Unknown,
}

impl From<Problem> for CommandError {
    fn from(problem: Problem) -> Self {
        Self::Refused(problem)
    }
}

impl From<StoreError> for CommandError {
    fn from(error: StoreError) -> Self {
        Self::Refused(store_problem(&error))
    }
}

pub(crate) type CommandResult = Result<u32, CommandError>;

/// The place where the outcome of a command goes.
pub(crate) enum Reply {
    Caller(oneshot::Sender<CommandResult>),
    Socket(SocketReply),
}

impl Reply {
    fn send(self, done: CommandResult) {
        match self {
            Self::Caller(caller) => {
                // The caller may have stopped waiting.
                let _ = caller.send(done);
            }
            Self::Socket(socket) => socket.send(done),
        }
    }
}

/// A message to a live game.
pub(crate) enum Message {
    Command {
        command: Command,
        key: Option<CommandKey>,
        /// The time at which it arrived.
        at: Timestamp,
        reply: Reply,
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
        player: Option<PlayerId>,
        reply: oneshot::Sender<Result<(GameView, OwnView), Problem>>,
    },
    Record {
        reply: oneshot::Sender<Result<Record, Problem>>,
    },
    /// Asks for the position for a hint, if the player may have one now.
    Position {
        player: PlayerId,
        seat: SeatNumber,
        reply: oneshot::Sender<Result<HintQuestion, Problem>>,
    },
    Say {
        player: PlayerId,
        seat: SeatNumber,
        phrase: Phrase,
        reply: Reply,
    },
    /// A bot at this table has decided; without a command it has failed to.
    BotDecided {
        seat: Seat,
        command: Option<Command>,
    },
    /// A phrase from another node.
    Said {
        seat: SeatNumber,
        phrase: Phrase,
    },
    /// Another node may have appended events.
    Changed {
        next: u32,
    },
    /// Events that another node appended.
    Appended {
        events: Vec<EventRow>,
    },
    /// Players or names changed without an event.
    SeatsChanged,
    /// This node was stopped, or could not reach its store.
    NodeWasDown(Downtime),
    /// A timer may be due.
    Tick,
}

impl Message {
    /// Answers on behalf of a game that could not be loaded.
    pub(crate) fn refuse(self, game: GameId, problem: &Problem) {
        match self {
            Self::Command { reply, .. } | Self::Say { reply, .. } => {
                reply.send(Err(CommandError::Refused(problem.clone())));
            }
            Self::Watch { watcher, .. } => watcher.refuse(game, problem),
            Self::View { reply, .. } => {
                let _gone = reply.send(Err(problem.clone()));
            }
            Self::Record { reply } => {
                let _gone = reply.send(Err(problem.clone()));
            }
            Self::Position { reply, .. } => {
                let _gone = reply.send(Err(problem.clone()));
            }
            Self::Unwatch { .. }
            | Self::BotDecided { .. }
            | Self::Said { .. }
            | Self::Changed { .. }
            | Self::Appended { .. }
            | Self::SeatsChanged
            | Self::NodeWasDown(_)
            | Self::Tick => {}
        }
    }
}

/// An error while loading a game.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    #[error("no such game")]
    NotFound,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Fold(#[from] FoldError),
    #[error("cannot parse an event: {0}")]
    Body(#[from] serde_json::Error),
}

/// A live game.
pub(crate) struct Actor {
    id: GameId,
    registry: Registry,
    /// The progress, shared with the registry.
    progress: Progress,
    table: Table,
    names: Vec<SeatName>,
    /// The idempotency keys of completed commands, with the plies they were answered with.
    completed_commands: HashMap<CommandKey, u32>,
    chance: Option<Box<dyn Chance + Send + Sync>>,
    watchers: Watchers,
    presence: Presence,
    presence_throttle: PresenceThrottle,
    bot_decisions: Vec<PendingDecision>,
    /// The address of this task itself; weak, so that it does not keep the game in memory.
    mailbox: mpsc::WeakSender<Message>,
    next_tick: Instant,
    /// Makes the node write heartbeats while a real-time clock runs here.
    running_clock: Option<RunningClock>,
}

/// A game as the store has it.
pub(crate) struct LoadedGame {
    pub(crate) table: Table,
    pub(crate) names: Vec<SeatName>,
    pub(crate) seats: SeatsFingerprint,
    pub(crate) completed_commands: HashMap<CommandKey, u32>,
}

impl Actor {
    /// Loads a game from the store.
    pub(crate) async fn load(
        id: GameId,
        registry: Registry,
        progress: Progress,
        mailbox: mpsc::WeakSender<Message>,
    ) -> Result<Self, LoadError> {
        let store = &registry.store;
        let row = store.game(id).await?.ok_or(LoadError::NotFound)?;
        let rows = store.events(id, 0).await?;
        let mut table: Option<Table> = None;
        let completed_commands = rows.iter().filter_map(commit::completed_commands).collect();
        #[cfg(test)]
        let completed_commands = match registry.seams.planted.forgets_keys {
            true => HashMap::new(),
            false => completed_commands,
        };
        for row in rows {
            let event: Event = serde_json::from_str(&row.body)?;
            let at = Timestamp::from_unix_ms(row.at_ms);
            match &mut table {
                None => table = Some(Table::new(id, &event, at)?),
                Some(table) => table.apply(&event, at)?,
            }
        }
        let mut table = table.ok_or(LoadError::NotFound)?;
        set_people(&mut table, &row);
        let loaded = LoadedGame {
            table,
            names: names_of(&row),
            seats: row.seats_fingerprint(),
            completed_commands,
        };
        Ok(Self::of(id, loaded, registry, progress, mailbox))
    }

    /// An actor for a loaded game.
    pub(crate) fn of(
        id: GameId,
        loaded: LoadedGame,
        registry: Registry,
        progress: Progress,
        mailbox: mpsc::WeakSender<Message>,
    ) -> Self {
        let LoadedGame {
            table,
            names,
            seats,
            completed_commands,
        } = loaded;
        progress.set(table.ply());
        progress.set_seats(seats);
        let mut actor = Self {
            id,
            progress,
            names,
            completed_commands,
            presence: Presence::new(table.seats.len()),
            presence_throttle: PresenceThrottle::default(),
            table,
            chance: None,
            watchers: Watchers::default(),
            bot_decisions: Vec::new(),
            mailbox,
            next_tick: Instant::now() + TICK_EVERY,
            running_clock: None,
            registry,
        };
        actor.sync_presence();
        actor
    }

    /// Runs until the game has been idle for a while.
    pub(crate) async fn run(mut self, mut mailbox: mpsc::Receiver<Message>) {
        let mut idle_since = Instant::now();
        self.give_back_earlier_downtime().await;
        self.count_clock();
        self.free_deleted_seats().await;
        self.ask_bots(Duration::ZERO);
        loop {
            let wake = self.next_wake();
            let presence_due = self.presence_throttle.due();
            let mut ticked = false;
            tokio::select! {
                // Timers first; the messages that are waiting then precede the tick.
                biased;
                () = tokio::time::sleep_until(wake) => {
                    // Commands that arrived in time are handled before timers.
                    for _ in 0..mailbox.len() {
                        if let Ok(message) = mailbox.try_recv() {
                            self.hear(message).await;
                        }
                    }
                    ticked = true;
                    self.tick().await;
                    self.ask_bots(Duration::ZERO);
                }
                () = presence_throttle::until(presence_due) => self.presence.changed = true,
                message = mailbox.recv() => {
                    let Some(message) = message else { return };
                    self.hear(message).await;
                }
            }
            self.free_deleted_seats().await;
            self.count_clock();
            self.progress.set(self.table.ply());
            // A broadcast may find closed sockets, which changes presence again.
            let mut update = ticked || self.presence.changed;
            while update {
                self.update_presence().await;
                update = self.presence.changed;
            }
            if !self.watchers.is_empty() || self.is_busy() {
                idle_since = Instant::now();
            } else if idle_since.elapsed() > LINGER {
                // Absences must survive the unloading.
                self.persist_presence().await;
                if self.registry.games.release(self.id, &mailbox) {
                    return;
                }
            }
        }
    }

    /// Handles a message and asks the bots whose turn it is then.
    async fn hear(&mut self, message: Message) {
        let foreign = matches!(message, Message::Changed { .. } | Message::Appended { .. });
        self.handle(message).await;
        self.ask_bots(if foreign {
            OTHER_NODE_GRACE
        } else {
            Duration::ZERO
        });
    }

    /// Returns whether the game will advance without a message.
    fn is_busy(&self) -> bool {
        let running = self.table.status == Status::Running;
        let bots = self
            .table
            .waits_for()
            .iter()
            .any(|seat| self.table.seats[seat.index()].bot().is_some());
        let starting = self.table.status == Status::Waiting && self.table.full_since.is_some();
        (running && (bots || self.table.clocks.is_real_time())) || starting
    }

    /// The time of the next tick.
    fn next_wake(&self) -> Instant {
        let now = self.registry.clock.now();
        let deadlines = self
            .table
            .next_deadline()
            .into_iter()
            .chain(self.rematch_deadline())
            .chain(self.away_deadline())
            .chain(self.next_node_check());
        let next = deadlines.min();
        let wait = next
            .map_or(TICK_EVERY, |at| (at - now).to_std())
            .min(TICK_EVERY);
        let least = match next {
            // Nothing is due until downtime is given back.
            _ if self.registry.heartbeat.has_gap() => 250,
            // A deadline has passed; it takes effect with the next heartbeat.
            Some(at) if at <= now => 25,
            _ => 5,
        };
        // A stream of messages must not postpone the tick.
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
                let done = if command == Command::Expire && self.extend_expiry_for_host().await {
                    Err(Problem::new(ProblemCode::Forbidden).into())
                } else {
                    match self.ready_for(&mut command, key).await {
                        Ok(()) => match command {
                            // Downtime lasts until now, not only until it was found.
                            Command::Resumed { since, .. } => {
                                let until = self.registry.clock.now();
                                let resumed = Command::Resumed { since, until };
                                self.execute_at(resumed, key, until).await
                            }
                            command => self.execute_at(command, key, at).await,
                        },
                        Err(failed) => Err(failed),
                    }
                };
                reply.send(done);
            }
            Message::Watch {
                watcher,
                from,
                hash,
            } => self.watch(watcher, from, hash.as_deref()),
            Message::Unwatch { socket } => self.unwatch(socket),
            Message::View { player, reply } => {
                let view = game_view(&self.table, &self.names);
                let _gone = reply.send(Ok((view, own_view(&self.table, player))));
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
                let _gone = reply.send(HintQuestion::new(&self.table, player, seat));
            }
            Message::Say {
                player,
                seat,
                phrase,
                reply,
            } => {
                if !self.table.is_seated(player, seat) {
                    return reply.send(Err(Problem::new(ProblemCode::NotYourSeat).into()));
                }
                self.broadcast_phrase(seat, phrase);
                cluster::publish_phrase(&self.registry, self.id, seat, phrase).await;
                reply.send(Ok(self.table.ply()));
            }
            Message::BotDecided { seat, command } => self.bot_decided(seat, command).await,
            Message::Said { seat, phrase } => self.broadcast_phrase(seat, phrase),
            Message::Changed { next } => {
                if next > self.table.ply() {
                    self.catch_up().await;
                }
            }
            Message::Appended { events } => self.apply_appended(events).await,
            Message::SeatsChanged => self.refresh_seats().await,
            Message::NodeWasDown(downtime) => self.presence.node_was_down(downtime),
            Message::Tick => self.tick().await,
        }
    }

    async fn ready_for(
        &mut self,
        command: &mut Command,
        key: Option<CommandKey>,
    ) -> Result<(), CommandError> {
        self.prepare_vote(command, key).await?;
        let is_repeated = key.is_some_and(|key| self.completed_commands.contains_key(&key));
        if is_repeated || matches!(command, Command::Resumed { .. }) {
            return Ok(());
        }
        self.check_thinking_time(command)?;
        self.give_back_downtime().await
    }
}
