//! The actor of a live game: one task that owns the table, executes commands in turn and broadcasts
//! the result.
//!
//! The store is authoritative; the task is a cache. Several nodes may each run a task for the same
//! game: the unique ply lets one of them win, and the others catch up.

mod absence;
mod bots;
mod catch_up;
mod deleted_accounts;
mod downtime;
mod live_game;
mod outbox;
mod presence;
mod presence_throttle;
mod rematch;
mod timers;
mod watchers;

use std::time::Duration;

use azulejo_protocol::frame::{Phrase, Problem, ProblemCode};
use azulejo_protocol::game::{GameView, OwnView, Status};
use azulejo_rules::Seat;
use azulejo_rules::record::Record;
use azulejo_store::{CommandKey, EventRow, GameId, PlayerId, StoreError};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use self::bots::BotDecisions;
use self::live_game::LiveGame;
pub(crate) use self::live_game::LoadedGame;
pub(crate) use self::outbox::{Outbox, QueuedFrames};
use self::timers::Timers;
pub(crate) use self::watchers::{SocketReply, WatchedGames, Watcher, encode};
use crate::cluster;
use crate::http::problem::store_problem;
use crate::live::registry::{Downtime, Progress, Registry};
use azulejo_game::decide::Command;
use azulejo_game::hint::HintQuestion;
use azulejo_game::view::{game_view, own_view};
use azulejo_game::{FoldError, SeatNumber, Table, Timestamp};

/// The capacity of a mailbox.
pub(crate) const MAILBOX: usize = 256;
/// The time that an idle game stays in memory.
const LINGER: Duration = Duration::from_secs(20);
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

/// The task of a live game: owns the game, the requests to its bots and its timers.
pub(crate) struct Actor {
    game: LiveGame,
    bots: BotDecisions,
    timers: Timers,
}

impl Actor {
    /// Loads a game from the store.
    pub(crate) async fn load(
        id: GameId,
        registry: Registry,
        progress: Progress,
        mailbox: mpsc::WeakSender<Message>,
    ) -> Result<Self, LoadError> {
        let loaded = live_game::load(id, &registry).await?;
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
        Self {
            game: LiveGame::new(id, loaded, registry, progress),
            bots: BotDecisions::new(mailbox),
            timers: Timers::new(),
        }
    }

    /// Runs until the game has been idle for a while.
    pub(crate) async fn run(mut self, mut mailbox: mpsc::Receiver<Message>) {
        let mut idle_since = Instant::now();
        downtime::give_back_earlier(&mut self.game).await;
        self.timers.count_clock(&self.game);
        deleted_accounts::free_seats(&mut self.game).await;
        self.bots.ask(&self.game, Duration::ZERO);
        loop {
            let wake = self.timers.next_wake(&self.game);
            let presence_due = self.game.watchers.presence_due();
            let mut ticked = false;
            tokio::select! {
                // Timers first; the messages that are waiting then precede the tick.
                biased;
                () = tokio::time::sleep_until(wake) => {
                    // Commands that arrived in time are handled before timers.
                    for _ in 0..mailbox.len() {
                        if let Ok(message) = mailbox.try_recv() {
                            self.handle_and_ask_bots(message).await;
                        }
                    }
                    ticked = true;
                    self.tick().await;
                    self.bots.ask(&self.game, Duration::ZERO);
                }
                () = presence_throttle::until(presence_due) => self.game.presence.changed = true,
                message = mailbox.recv() => {
                    let Some(message) = message else { return };
                    self.handle_and_ask_bots(message).await;
                }
            }
            let game = &mut self.game;
            deleted_accounts::free_seats(game).await;
            self.timers.count_clock(game);
            game.publish_progress();
            // A broadcast may find closed sockets, which changes presence again.
            let mut update = ticked || game.presence.changed;
            while update {
                absence::update(game).await;
                update = game.presence.changed;
            }
            if !game.watchers.is_empty() || is_busy(&game.table) {
                idle_since = Instant::now();
            } else if idle_since.elapsed() > LINGER {
                // Absences must survive the unloading.
                absence::persist(game).await;
                if game.registry.games.release(game.id, &mailbox) {
                    return;
                }
            }
        }
    }

    /// Handles a message and asks the bots whose turn it is then.
    async fn handle_and_ask_bots(&mut self, message: Message) {
        let foreign = matches!(message, Message::Changed { .. } | Message::Appended { .. });
        self.handle(message).await;
        let delay = if foreign {
            OTHER_NODE_GRACE
        } else {
            Duration::ZERO
        };
        self.bots.ask(&self.game, delay);
    }

    /// Fires due timers.
    async fn tick(&mut self) {
        self.timers.restart();
        let game = &mut self.game;
        if game.registry.heartbeat.has_gap() {
            return;
        }
        if game.is_due(game.table.next_deadline()) {
            let _ = game.execute(Command::Tick, None).await;
        }
        absence::remove_absent(game).await;
        if game.is_due(rematch::deadline(game)) {
            rematch::end_offer(game).await;
        }
        absence::extend_expiry_for_host(game).await;
        // Also persist absences that no message reported.
        game.presence.unsaved = true;
    }

    async fn handle(&mut self, message: Message) {
        let game = &mut self.game;
        match message {
            Message::Command {
                command,
                key,
                at,
                reply,
            } => reply.send(execute_command(game, command, key, at).await),
            Message::Watch {
                watcher,
                from,
                hash,
            } => watchers::watch(game, watcher, from, hash.as_deref()),
            Message::Unwatch { socket } => watchers::unwatch(game, socket),
            Message::View { player, reply } => {
                let view = game_view(&game.table, &game.names);
                let _gone = reply.send(Ok((view, own_view(&game.table, player))));
            }
            Message::Record { reply } => {
                let names: Vec<_> = game
                    .names
                    .iter()
                    .map(|name| name.shown().map(str::to_owned))
                    .collect();
                let record = game.table.record(&names);
                let _gone = reply.send(record.ok_or(Problem::new(ProblemCode::NotStarted)));
            }
            Message::Position {
                player,
                seat,
                reply,
            } => {
                let _gone = reply.send(HintQuestion::new(&game.table, player, seat));
            }
            Message::Say {
                player,
                seat,
                phrase,
                reply,
            } => {
                if !game.table.is_seated(player, seat) {
                    return reply.send(Err(Problem::new(ProblemCode::NotYourSeat).into()));
                }
                watchers::broadcast_phrase(game, seat, phrase);
                if game.registry.shared {
                    cluster::publish_phrase(&game.registry, game.id, seat, phrase).await;
                }
                reply.send(Ok(game.table.ply()));
            }
            Message::BotDecided { seat, command } => {
                self.bots.answered(seat);
                if let Some(command) = command
                    && downtime::give_back(game).await.is_ok()
                {
                    // Refused if the game has moved on.
                    let _ = game.execute(command, None).await;
                }
            }
            Message::Said { seat, phrase } => watchers::broadcast_phrase(game, seat, phrase),
            Message::Changed { next } => {
                if next > game.table.ply() {
                    catch_up::catch_up(game).await;
                }
            }
            Message::Appended { events } => catch_up::apply_appended(game, events).await,
            Message::SeatsChanged => catch_up::refresh_seats(game).await,
            Message::NodeWasDown(downtime) => game.presence.node_was_down(downtime),
            Message::Tick => self.tick().await,
        }
    }
}

/// Returns whether the game will advance without a message.
fn is_busy(table: &Table) -> bool {
    let running = table.status == Status::Running;
    let bots = table
        .waits_for()
        .iter()
        .any(|seat| table.seats[seat.index()].bot().is_some());
    let starting = table.status == Status::Waiting && table.full_since.is_some();
    (running && (bots || table.clocks.is_real_time())) || starting
}

/// Executes a command that arrived at `at`, after what must precede it.
async fn execute_command(
    game: &mut LiveGame,
    mut command: Command,
    key: Option<CommandKey>,
    at: Timestamp,
) -> CommandResult {
    if command == Command::Expire && absence::extend_expiry_for_host(game).await {
        return Err(Problem::new(ProblemCode::Forbidden).into());
    }
    absence::prepare_vote(game, &mut command, key).await?;
    if let Command::Resumed { since, .. } = command {
        // Downtime lasts until now, not only until it was found.
        let until = game.registry.clock.now();
        let resumed = Command::Resumed { since, until };
        return game.execute_at(resumed, key, until).await;
    }
    if !game.is_completed(key) {
        bots::check_thinking_time(game, &command)?;
        downtime::give_back(game).await?;
    }
    game.execute_at(command, key, at).await
}
