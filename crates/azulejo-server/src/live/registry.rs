//! The registry of live games of a node, and what they share.

mod clock;
mod deadlines;
mod downtime;
mod games;
mod heartbeat;
mod housekeeping;
mod lobby;
mod notices;
mod progress;
mod sockets;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_rules::Seat;
use azulejo_store::{CommandKey, GameId, Secret, Store, StoreError};
use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, mpsc, oneshot};

use self::clock::NodeClock;
pub(crate) use self::downtime::Downtime;
use self::downtime::LastDowntime;
use self::games::{Games, Live};
use self::heartbeat::Heartbeat;
pub(crate) use self::heartbeat::RunningClock;
use self::lobby::Lobby;
pub(crate) use self::lobby::parse_lobby_cursor;
pub(crate) use self::progress::Progress;
use self::sockets::Sockets;
use crate::config::Config;
use crate::draws::secret_chance::SecretChance;
use crate::live::actor::{
    Actor, CommandError, CommandResult, LoadError, LoadedGame, MAILBOX, Message, Reply,
};
use crate::live::bot_pool::BotPool;
use crate::live::environment::Environment;
use azulejo_game::decide::{Chance, Command};

/// Creates the source of chance of a game from its secret.
pub(crate) type MakeChance =
    Arc<dyn Fn(GameId, Secret) -> Box<dyn Chance + Send + Sync> + Send + Sync>;

/// Test seams: sources of chance, and a defence that a negative control disables.
#[derive(Clone)]
pub(crate) struct Seams {
    pub(crate) make_chance: MakeChance,
    /// Creates the id of a new game.
    pub(crate) new_id: Arc<dyn Fn(&Environment) -> GameId + Send + Sync>,
    /// The key of the bots' seeds; random if absent.
    pub(crate) bot_key: Option<[u8; 32]>,
    /// Disables the origin check.
    pub(crate) any_origin: bool,
    /// The clock, randomness and tasks of this node.
    pub(crate) environment: Environment,
    #[cfg(test)]
    pub(crate) planted: PlantedBugs,
}

/// Bugs that the simulation must find.
#[cfg(test)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlantedBugs {
    /// Acknowledges a command although its append failed.
    pub(crate) acknowledges_failed_appends: bool,
    /// Forgets the idempotency keys of a game when it is loaded.
    pub(crate) forgets_keys: bool,
}

impl Default for Seams {
    fn default() -> Self {
        Self {
            make_chance: Arc::new(|game, secret| Box::new(SecretChance::new(game, secret))),
            new_id: Arc::new(|environment| GameId::from_entropy(environment.random_bytes())),
            bot_key: None,
            any_origin: false,
            environment: Environment::default(),
            #[cfg(test)]
            planted: PlantedBugs::default(),
        }
    }
}

/// A handle to the registry.
#[derive(Clone)]
pub(crate) struct Registry(Arc<Node>);

/// What the games of a node share.
pub(crate) struct Node {
    pub(crate) store: Arc<dyn Store>,
    /// Other nodes may write to the same store.
    pub(crate) shared: bool,
    pub(crate) clock: Arc<NodeClock>,
    pub(crate) heartbeat: Heartbeat,
    pub(crate) last_downtime: LastDowntime,
    pub(crate) games: Games,
    pub(crate) lobby: Lobby,
    pub(crate) sockets: Sockets,
    pub(crate) bots: BotPool,
    /// The delay of a bot's move if a person watches.
    pub(crate) bot_delay: Duration,
    /// Keeps the bots' seeds private: a bot whose seed is known can be predicted.
    bot_key: [u8; 32],
    pub(crate) seams: Seams,
    /// Bus messages were lost.
    pub(crate) bus_gap: Notify,
}

impl std::ops::Deref for Registry {
    type Target = Node;

    fn deref(&self) -> &Node {
        &self.0
    }
}

impl Registry {
    /// Creates the registry and starts its background tasks, which end with the runtime.
    pub(crate) async fn start(
        store: Arc<dyn Store>,
        bots: BotPool,
        config: &Config,
        seams: Seams,
    ) -> Result<Self, StoreError> {
        let shared = config.database_url.starts_with("postgres");
        let clock =
            Arc::new(NodeClock::of(&*store, seams.environment.clone(), &config.test).await?);
        let registry = Self(Arc::new(Node {
            shared,
            heartbeat: Heartbeat::new(
                Arc::clone(&store),
                Arc::clone(&clock),
                &seams.environment,
                shared,
            ),
            clock,
            last_downtime: LastDowntime::new(Arc::clone(&store)),
            games: Games::default(),
            lobby: Lobby::new(Arc::clone(&store)),
            sockets: Sockets::default(),
            bots,
            bot_delay: Duration::from_millis(config.bot_delay_ms),
            bot_key: (seams.bot_key).unwrap_or_else(|| seams.environment.random_bytes()),
            seams,
            bus_gap: Notify::new(),
            store,
        }));
        heartbeat::start(&registry).await?;
        let environment = &registry.seams.environment;
        environment.spawn(lobby::run(registry.clone()));
        environment.spawn(notices::run(registry.clone()));
        environment.spawn(deadlines::run(registry.clone()));
        environment.spawn(notices::reconcile(registry.clone()));
        environment.spawn(housekeeping::run(registry.clone()));
        Ok(registry)
    }

    /// Returns the source of chance of a game.
    pub(crate) async fn chance(
        &self,
        game: GameId,
    ) -> Result<Box<dyn Chance + Send + Sync>, StoreError> {
        let secret = self.store.draw_secret(game).await?;
        Ok((self.seams.make_chance)(game, secret))
    }

    /// Returns the seed of a bot's own randomness; it says nothing about future draws.
    pub(crate) fn bot_seed(&self, game: GameId, ply: u32, seat: Seat) -> u64 {
        let mut hash = Sha256::new_with_prefix(self.bot_key);
        hash.update(format!("{game} {ply} {seat}"));
        let [a, b, c, d, e, f, g, h, ..]: [u8; 32] = hash.finalize().into();
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
    }

    /// Returns the mailbox of a game, loading the game if necessary.
    fn mailbox(&self, game: GameId) -> mpsc::Sender<Message> {
        let mut games = self.games.lock();
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
        let mut games = self.games.lock();
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
        games: &mut BTreeMap<GameId, Live>,
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
        self.seams.environment.spawn(async move {
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
                    registry.games.lock().remove(&game);
                    mailbox.close();
                    while let Some(message) = mailbox.recv().await {
                        message.refuse(game, &Problem::new(code));
                    }
                }
            }
        });
        sender
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
            at: self.clock.now(),
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
}

#[cfg(test)]
mod tests {
    use azulejo_store::memory::MemoryDatabase;

    use super::*;

    /// The attack: a player computes the seed of a bot from what is public, or from another server.
    #[tokio::test]
    async fn seeds_of_bots_differ_between_servers() {
        let game = GameId::from_entropy([7; 16]);
        let mut seeds = Vec::new();
        for _ in 0..3 {
            let config = Config::new("sqlite::memory:");
            let store = MemoryDatabase::new(|| 0).open();
            let started = Registry::start(store, BotPool::inline(), &config, Seams::default());
            let registry = started.await.expect("it starts");
            let seed = registry.bot_seed(game, 3, Seat::ONE);
            assert_eq!(seed, registry.bot_seed(game, 3, Seat::ONE));
            assert_ne!(seed, registry.bot_seed(game, 4, Seat::ONE));
            seeds.push(seed);
        }
        seeds.dedup();
        assert_eq!(seeds.len(), 3, "the key is not random");
    }
}
