//! The registry of live games of a node, and what they share.

mod deadlines;
mod heartbeat;
mod housekeeping;
mod lobby;
mod progress;
mod sockets;

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use azulejo_protocol::frame::{Problem, ProblemCode, ServerFrame};
use azulejo_protocol::http::LobbyView;
use azulejo_store::{CommandKey, Downtime, GameId, Secret, Store, StoreError};
use futures_util::StreamExt as _;
use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, mpsc, oneshot, watch};

use self::heartbeat::Heartbeat;
pub(crate) use self::heartbeat::RunningClock;
pub(crate) use self::progress::Progress;
use self::sockets::SocketsBySession;
use crate::app::random_bytes;
use crate::config::Config;
use crate::draws::secret_chance::SecretChance;
use crate::draws::to_hex;
use crate::live::actor::{
    Actor, CommandError, CommandResult, LoadError, LoadedGame, MAILBOX, Message, Reply, encode,
};
use crate::live::bot_pool::BotPool;
use azulejo_game::decide::{Chance, Command};

/// The concurrency of broadcasts.
const BROADCAST_CONCURRENCY: usize = 64;

/// Creates the source of chance of a game from its secret. Tests substitute their own.
pub(crate) type MakeChance =
    Arc<dyn Fn(GameId, Secret) -> Box<dyn Chance + Send + Sync> + Send + Sync>;

/// Creates the id of a new game.
pub(crate) type MakeId = Arc<dyn Fn() -> GameId + Send + Sync>;

/// Test seams: substitutes for chance, and defences that a negative control disables.
#[derive(Clone, Default)]
pub(crate) struct Seams {
    pub(crate) make_chance: Option<MakeChance>,
    pub(crate) new_id: Option<MakeId>,
    /// The key of the bots' seeds.
    pub(crate) bot_key: Option<[u8; 32]>,
    /// Disables the origin check.
    pub(crate) any_origin: bool,
}

/// The registry's entry of a live game.
struct Live {
    mailbox: mpsc::Sender<Message>,
    progress: Progress,
}

/// A handle to the registry.
#[derive(Clone)]
pub(crate) struct Registry(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    store: Arc<dyn Store>,
    bots: BotPool,
    bot_delay: Duration,
    /// Other nodes may write to the same store.
    pub(crate) shared: bool,
    make_chance: MakeChance,
    games: Mutex<HashMap<GameId, Live>>,
    /// The sockets of each session, closed when it ends.
    sessions: Mutex<SocketsBySession>,
    lobby_dirty: Notify,
    pub(crate) lobby: watch::Sender<Utf8Bytes>,
    /// The offset of the store's clock from this machine's, in milliseconds.
    clock_offset: AtomicI64,
    /// The time by which a test advances the clock.
    ahead_ms: Arc<AtomicI64>,
    /// The time by which a test stalls the node.
    stalled_ms: Arc<AtomicI64>,
    /// The id of this node.
    node: String,
    heartbeat: Mutex<Option<Heartbeat>>,
    /// The time of the last heartbeat, in memory or in the store.
    beat_ms: AtomicI64,
    /// The time of the last heartbeat in the store.
    written_ms: AtomicI64,
    /// The number of real-time clocks that run on this node.
    running_clocks: AtomicUsize,
    /// Requests a heartbeat in the store.
    beat_soon: Notify,
    /// The last time during which no node was up.
    downtime: Mutex<Option<Downtime>>,
    next_socket: AtomicU64,
    new_id: MakeId,
    /// Keeps the bots' seeds private: a bot whose seed is known can be predicted.
    bot_key: [u8; 32],
    /// Bus messages were lost.
    pub(crate) bus_gap: Notify,
}

impl Registry {
    pub(crate) fn new(store: Arc<dyn Store>, bots: BotPool, config: &Config, seams: Seams) -> Self {
        let from_secret: MakeChance =
            Arc::new(|game: GameId, secret| Box::new(SecretChance::new(game.to_string(), secret)));
        let empty = encode(&ServerFrame::Lobby {
            lobby: LobbyView {
                open: Vec::new(),
                live: Vec::new(),
            },
        });
        Self(Arc::new(Inner {
            store,
            bots,
            bot_delay: Duration::from_millis(config.bot_delay_ms),
            shared: config.database_url.starts_with("postgres"),
            make_chance: seams.make_chance.unwrap_or(from_secret),
            games: Mutex::default(),
            sessions: Mutex::default(),
            lobby_dirty: Notify::new(),
            lobby: watch::Sender::new(empty),
            clock_offset: AtomicI64::new(0),
            ahead_ms: Arc::clone(&config.ahead_ms),
            stalled_ms: Arc::clone(&config.stalled_ms),
            node: to_hex(&random_bytes::<8>()),
            heartbeat: Mutex::default(),
            beat_ms: AtomicI64::new(0),
            written_ms: AtomicI64::new(0),
            running_clocks: AtomicUsize::new(0),
            beat_soon: Notify::new(),
            downtime: Mutex::default(),
            next_socket: AtomicU64::new(1),
            bus_gap: Notify::new(),
            bot_key: seams.bot_key.unwrap_or_else(random_bytes),
            new_id: seams
                .new_id
                .unwrap_or_else(|| Arc::new(|| GameId::from_entropy(random_bytes()))),
        }))
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.0.store
    }

    /// Other nodes may write to the same store.
    pub(crate) fn is_shared(&self) -> bool {
        self.0.shared
    }

    pub(crate) fn bots(&self) -> BotPool {
        self.0.bots.clone()
    }

    pub(crate) fn bot_delay(&self) -> Duration {
        self.0.bot_delay
    }

    pub(crate) fn new_game_id(&self) -> GameId {
        (self.0.new_id)()
    }

    pub(crate) async fn chance(
        &self,
        game: GameId,
    ) -> Result<Box<dyn Chance + Send + Sync>, StoreError> {
        let secret = self.store().draw_secret(game).await?;
        Ok((self.0.make_chance)(game, secret))
    }

    /// The seed of a bot's own randomness; it says nothing about future draws.
    pub(crate) fn bot_seed(&self, game: GameId, ply: u32, seat: u8) -> u64 {
        let mut hash = Sha256::new_with_prefix(self.0.bot_key);
        hash.update(format!("{game} {ply} {seat}"));
        let [a, b, c, d, e, f, g, h, ..]: [u8; 32] = hash.finalize().into();
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
    }

    fn games(&self) -> MutexGuard<'_, HashMap<GameId, Live>> {
        self.0.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn live_games(&self) -> usize {
        self.games().len()
    }

    /// Returns the mailbox of a game, loading the game if necessary.
    fn mailbox(&self, game: GameId) -> mpsc::Sender<Message> {
        let mut games = self.games();
        if let Some(live) = games.get(&game)
            && !live.mailbox.is_closed()
        {
            return live.mailbox.clone();
        }
        let registry = self.clone();
        self.spawn_game(&mut games, game, move |progress, mailbox| {
            Actor::load(game, registry, progress, mailbox)
        })
    }

    /// Adds a game that was just created, without reading it back.
    pub(crate) fn insert(&self, game: GameId, loaded: LoadedGame) {
        let mut games = self.games();
        if games.contains_key(&game) {
            // A message has already loaded it.
            return;
        }
        let registry = self.clone();
        self.spawn_game(&mut games, game, move |progress, mailbox| async move {
            Ok(Actor::of(game, loaded, registry, progress, mailbox))
        });
    }

    /// Spawns the task of a game, which begins by loading it.
    fn spawn_game<F>(
        &self,
        games: &mut HashMap<GameId, Live>,
        game: GameId,
        load: impl FnOnce(Progress, mpsc::WeakSender<Message>) -> F,
    ) -> mpsc::Sender<Message>
    where
        F: Future<Output = Result<Actor, LoadError>> + Send + 'static,
    {
        let (sender, mut mailbox) = mpsc::channel(MAILBOX);
        let progress = Progress::loading();
        games.insert(
            game,
            Live {
                mailbox: sender.clone(),
                progress: progress.clone(),
            },
        );
        let (registry, loading) = (self.clone(), load(progress, sender.downgrade()));
        tokio::spawn(async move {
            match loading.await {
                Ok(actor) => actor.run(mailbox).await,
                Err(error) => {
                    let code = match error {
                        LoadError::NotFound => ProblemCode::NotFound,
                        LoadError::Store(_) | LoadError::Fold(_) | LoadError::Body(_) => {
                            tracing::error!(%game, %error, "cannot load a game");
                            ProblemCode::Unavailable
                        }
                    };
                    registry.games().remove(&game);
                    mailbox.close();
                    while let Some(message) = mailbox.recv().await {
                        message.refuse(game, &Problem::new(code));
                    }
                }
            }
        });
        sender
    }

    /// Removes an idle game, unless its mailbox has a message.
    pub(crate) fn release(&self, game: GameId, mailbox: &mpsc::Receiver<Message>) -> bool {
        let mut games = self.games();
        let may_go = mailbox.is_empty();
        if may_go {
            games.remove(&game);
        }
        may_go
    }

    /// Sends a message to a game. If the game is just being unloaded, it is loaded again.
    pub(crate) async fn send(&self, game: GameId, message: Message) {
        let mut message = message;
        for _ in 0..3 {
            match self.mailbox(game).send(message).await {
                Ok(()) => return,
                Err(mpsc::error::SendError(unsent)) => message = unsent,
            }
        }
        message.refuse(game, &Problem::new(ProblemCode::Unavailable));
    }

    /// Sends a message without waiting. A game with a full mailbox refuses it (backpressure).
    pub(crate) fn try_send(&self, game: GameId, message: Message) {
        let mut message = message;
        for _ in 0..3 {
            message = match self.mailbox(game).try_send(message) {
                Ok(()) => return,
                Err(TrySendError::Full(unsent)) => {
                    unsent.refuse(game, &Problem::new(ProblemCode::Unavailable));
                    return;
                }
                // The game is just being unloaded: load it again.
                Err(TrySendError::Closed(unsent)) => unsent,
            };
        }
        message.refuse(game, &Problem::new(ProblemCode::Unavailable));
    }

    /// Executes a command.
    pub(crate) async fn command(
        &self,
        game: GameId,
        command: Command,
        key: Option<CommandKey>,
    ) -> CommandResult {
        let (reply, done) = oneshot::channel();
        let message = Message::Command {
            command,
            key,
            // The time of arrival counts, however long it waits in the mailbox.
            at: self.now(),
            reply: Reply::Caller(reply),
        };
        self.send(game, message).await;
        done.await.unwrap_or(Err(CommandError::Unknown))
    }

    /// Sends a request to a game and waits for the answer.
    pub(crate) async fn ask<T>(
        &self,
        game: GameId,
        question: impl FnOnce(oneshot::Sender<Result<T, Problem>>) -> Message,
    ) -> Result<T, Problem> {
        let (reply, answer) = oneshot::channel();
        self.send(game, question(reply)).await;
        answer
            .await
            .unwrap_or_else(|_| Err(Problem::new(ProblemCode::Unavailable)))
    }

    /// Starts the background tasks, which end with the runtime.
    pub(crate) async fn start(&self) -> Result<(), StoreError> {
        self.set_clock().await?;
        self.start_heartbeat().await?;
        tokio::spawn(self.clone().publish_lobby());
        tokio::spawn(self.clone().run_bus());
        tokio::spawn(self.clone().run_timers());
        tokio::spawn(self.clone().reconcile());
        tokio::spawn(self.clone().run_housekeeping());
        Ok(())
    }

    pub(crate) fn live_ids(&self) -> Vec<GameId> {
        self.games().keys().copied().collect()
    }

    pub(crate) fn notify_if_live(&self, game: GameId, message: impl FnOnce() -> Message) {
        let mailbox = self.games().get(&game).map(|live| live.mailbox.clone());
        if let Some(mailbox) = mailbox {
            // A full mailbox loses the notification; reconciliation makes up for it.
            let _ = mailbox.try_send(message());
        }
    }

    /// Sends a message to all live games, waiting for room in their mailboxes.
    async fn broadcast(&self, message: impl Fn() -> Message) {
        let mailboxes: Vec<_> = {
            let games = self.games();
            games.values().map(|live| live.mailbox.clone()).collect()
        };
        let sends = mailboxes.into_iter().map(|mailbox| {
            let message = message();
            async move {
                // An unloaded game need not know.
                let _ = mailbox.send(message).await;
            }
        });
        futures_util::stream::iter(sends)
            .buffer_unordered(BROADCAST_CONCURRENCY)
            .collect::<()>()
            .await;
    }

    pub(crate) fn progress(&self, game: GameId) -> Option<Progress> {
        self.games().get(&game).map(|live| live.progress.clone())
    }
}
