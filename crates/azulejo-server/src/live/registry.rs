//! All live games of a node, and what they share.

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
use tokio::sync::{Notify, mpsc, oneshot, watch};

use self::heartbeat::Heartbeat;
pub(crate) use self::heartbeat::RunningClock;
pub(crate) use self::progress::Known;
use self::sockets::SocketsBySession;
use crate::app::random_bytes;
use crate::config::Config;
use crate::draws::secret_chance::SecretChance;
use crate::draws::to_hex;
use crate::live::actor::{Actor, Done, Failed, LoadError, MAILBOX, Message, Standing, encode};
use crate::live::bot_pool::BotThreads;
use azulejo_game::decide::{Chance, Command};

/// How many games are told something at once.
const TOLD_AT_ONCE: usize = 64;

/// Makes the chance of a game from its secret. Tests put their own in place.
pub(crate) type MakeChance =
    Arc<dyn Fn(GameId, Secret) -> Box<dyn Chance + Send + Sync> + Send + Sync>;

/// Makes the id of a new game.
pub(crate) type MakeId = Arc<dyn Fn() -> GameId + Send + Sync>;

/// What tests put in the place of chance, and what they leave out to see that it is missed.
#[derive(Clone, Default)]
pub(crate) struct Seams {
    pub(crate) make_chance: Option<MakeChance>,
    pub(crate) new_id: Option<MakeId>,
    /// Nobody asks where requests come from.
    pub(crate) any_origin: bool,
}

/// A live game as the hub knows it.
struct Live {
    mailbox: mpsc::Sender<Message>,
    known: Known,
}

/// All live games of a node.
#[derive(Clone)]
pub(crate) struct Hub(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    store: Arc<dyn Store>,
    bots: BotThreads,
    bot_delay: Duration,
    /// Whether other nodes may write to the same store.
    pub(crate) shared: bool,
    make_chance: MakeChance,
    games: Mutex<HashMap<GameId, Live>>,
    /// The sockets of each session, to be cut when it ends.
    sessions: Mutex<SocketsBySession>,
    lobby_dirty: Notify,
    pub(crate) lobby: watch::Sender<Utf8Bytes>,
    /// What the store's clock is ahead of this machine's.
    clock_offset: AtomicI64,
    /// What tests set the clock ahead.
    ahead_ms: Arc<AtomicI64>,
    /// What tests let the node stand still.
    stalled_ms: Arc<AtomicI64>,
    /// The name of this node among others at the same store.
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
    /// The bus has lost something.
    pub(crate) missed: Notify,
}

impl Hub {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        bots: BotThreads,
        config: &Config,
        seams: Seams,
    ) -> Self {
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
            missed: Notify::new(),
            new_id: seams
                .new_id
                .unwrap_or_else(|| Arc::new(|| GameId::from_entropy(random_bytes()))),
        }))
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.0.store
    }

    /// Whether other nodes may write to the same store.
    pub(crate) fn is_shared(&self) -> bool {
        self.0.shared
    }

    pub(crate) fn bots(&self) -> BotThreads {
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

    /// What a bot's own chance starts from: nothing that is to come.
    pub(crate) fn bot_seed(&self, game: GameId, ply: u32, seat: u8) -> u64 {
        let text = format!("{game} {ply} {seat}");
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }

    fn games(&self) -> MutexGuard<'_, HashMap<GameId, Live>> {
        self.0.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn live_games(&self) -> usize {
        self.games().len()
    }

    /// The mailbox of a game, which is loaded if it is not live.
    fn mailbox(&self, game: GameId) -> mpsc::Sender<Message> {
        let mut games = self.games();
        if let Some(live) = games.get(&game)
            && !live.mailbox.is_closed()
        {
            return live.mailbox.clone();
        }
        let hub = self.clone();
        self.enliven(&mut games, game, move |known| Actor::load(game, hub, known))
    }

    /// Makes a game live that was just created: nobody has to read what was just written.
    pub(crate) fn begin(&self, game: GameId, standing: Standing) {
        let mut games = self.games();
        if games.contains_key(&game) {
            // Somebody was told of it, and read it, in this moment.
            return;
        }
        let hub = self.clone();
        self.enliven(&mut games, game, move |known| async move {
            Ok(Actor::of(game, standing, hub, known))
        });
    }

    /// Starts the task of a game, which begins with what `load` gives.
    fn enliven<F>(
        &self,
        games: &mut HashMap<GameId, Live>,
        game: GameId,
        load: impl FnOnce(Known) -> F,
    ) -> mpsc::Sender<Message>
    where
        F: Future<Output = Result<Actor, LoadError>> + Send + 'static,
    {
        let (sender, mut mailbox) = mpsc::channel(MAILBOX);
        let known = Known::loading();
        games.insert(
            game,
            Live {
                mailbox: sender.clone(),
                known: known.clone(),
            },
        );
        let (hub, loading) = (self.clone(), load(known));
        tokio::spawn(async move {
            match loading.await {
                Ok(actor) => actor.run(mailbox).await,
                Err(error) => {
                    let code = match error {
                        LoadError::NotFound => ProblemCode::NotFound,
                        LoadError::Store(_) | LoadError::Fold(_) | LoadError::Body(_) => {
                            tracing::error!(%game, %error, "a game could not be loaded");
                            ProblemCode::Unavailable
                        }
                    };
                    hub.games().remove(&game);
                    mailbox.close();
                    while let Some(message) = mailbox.recv().await {
                        message.refuse(&Problem::new(code));
                    }
                }
            }
        });
        sender
    }

    /// Lets a game that wants to leave memory go, unless somebody has just written to it.
    pub(crate) fn let_go(&self, game: GameId, mailbox: &mpsc::Receiver<Message>) -> bool {
        let mut games = self.games();
        let may_go = mailbox.is_empty();
        if may_go {
            games.remove(&game);
        }
        may_go
    }

    /// Tells a game something. The game may be leaving memory at this moment: then it is loaded
    /// again.
    pub(crate) async fn tell(&self, game: GameId, message: Message) {
        let mut message = message;
        for _ in 0..3 {
            match self.mailbox(game).send(message).await {
                Ok(()) => return,
                Err(mpsc::error::SendError(unsent)) => message = unsent,
            }
        }
        message.refuse(&Problem::new(ProblemCode::Unavailable));
    }

    /// Carries out a command.
    pub(crate) async fn command(
        &self,
        game: GameId,
        command: Command,
        key: Option<CommandKey>,
    ) -> Done {
        let (reply, done) = oneshot::channel();
        let message = Message::Command {
            command,
            key,
            // However long it waits for its turn, it came now.
            at: self.now(),
            reply,
        };
        self.tell(game, message).await;
        done.await.unwrap_or(Err(Failed::Unknown))
    }

    /// Asks a game something.
    pub(crate) async fn ask<T>(
        &self,
        game: GameId,
        question: impl FnOnce(oneshot::Sender<Result<T, Problem>>) -> Message,
    ) -> Result<T, Problem> {
        let (reply, answer) = oneshot::channel();
        self.tell(game, question(reply)).await;
        answer
            .await
            .unwrap_or_else(|_| Err(Problem::new(ProblemCode::Unavailable)))
    }

    /// Starts the tasks of a node. They end with the runtime.
    pub(crate) async fn start(&self) -> Result<(), StoreError> {
        self.set_clock().await?;
        self.start_heartbeat().await?;
        tokio::spawn(self.clone().tell_lobby());
        tokio::spawn(self.clone().listen());
        tokio::spawn(self.clone().sweep());
        tokio::spawn(self.clone().poll());
        tokio::spawn(self.clone().keep_house());
        Ok(())
    }

    pub(crate) fn live_ids(&self) -> Vec<GameId> {
        self.games().keys().copied().collect()
    }

    pub(crate) fn tell_if_live(&self, game: GameId, message: impl FnOnce() -> Message) {
        let mailbox = self.games().get(&game).map(|live| live.mailbox.clone());
        if let Some(mailbox) = mailbox {
            // A full mailbox loses a hint; the poll behind it does not.
            let _lost = mailbox.try_send(message());
        }
    }

    /// Tells all live games something, and waits until they have room for it.
    async fn tell_all_live(&self, message: impl Fn() -> Message) {
        let mailboxes: Vec<_> = {
            let games = self.games();
            games.values().map(|live| live.mailbox.clone()).collect()
        };
        let told = mailboxes.into_iter().map(|mailbox| {
            let message = message();
            async move {
                // A game that has just left memory need not know.
                let _gone = mailbox.send(message).await;
            }
        });
        futures_util::stream::iter(told)
            .buffer_unordered(TOLD_AT_ONCE)
            .collect::<()>()
            .await;
    }

    pub(crate) fn known(&self, game: GameId) -> Option<Known> {
        self.games().get(&game).map(|live| live.known.clone())
    }
}
