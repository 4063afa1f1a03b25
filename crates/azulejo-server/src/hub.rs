//! All live games of a node, and what they share.

mod heartbeat;
mod housekeeping;
mod stalls;

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use azulejo_protocol::frame::{Phrase, Problem, ProblemCode, ServerFrame};
use azulejo_protocol::http::LobbyView;
use azulejo_store::{
    BusMessage, CommandKey, GameId, Notice, PlayerId, SeatsMark, Secret, Store, StoreError,
    TokenPrefix,
};
use futures_util::StreamExt as _;
use tokio::sync::{Notify, mpsc, oneshot, watch};

pub(crate) use self::heartbeat::ALIVE_WITHIN_MS;
use self::heartbeat::Heartbeat;
use self::stalls::Stalls;
pub(crate) use self::stalls::TOLD_FROM_MS;
use crate::actor::{Actor, Done, Failed, LoadError, MAILBOX, Message, encode};
use crate::app::{random_bytes, unix_ms};
use crate::bots::BotThreads;
use crate::chance::SecretChance;
use crate::config::Config;
use crate::draw::to_hex;
use crate::socket::{Cut, CutReason};
use crate::table::decide::{Chance, Command};
use crate::view::card;

/// How many games each list of the lobby shows.
const LOBBY_LENGTH: u32 = 60;
/// How often the lobby is told at most.
const LOBBY_EVERY: Duration = Duration::from_secs(1);
/// How often what is due is looked for.
const SWEEP_EVERY: Duration = Duration::from_secs(1);
/// Of how many games events are read at once.
const READ_AT_ONCE: usize = 400;
/// How many games are told something at once.
const TOLD_AT_ONCE: usize = 64;
/// How often games are compared with the store when another node may write.
const POLL_EVERY: Duration = Duration::from_secs(2);
/// With every how many of these comparisons seats are compared too.
const SEATS_WITH_EVERY: u32 = 2;

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

/// The sockets of each session, and how to cut them.
type SocketsBySession = HashMap<TokenPrefix, Vec<(u64, Arc<Cut>)>>;

/// A live game as the hub knows it.
struct Live {
    mailbox: mpsc::Sender<Message>,
    known: Known,
}

/// What a live game has taken in, for whoever compares it with the store.
#[derive(Clone)]
pub(crate) struct Known(Arc<KnownNumbers>);

struct KnownNumbers {
    ply: AtomicU32,
    seats: AtomicU64,
}

impl Known {
    /// A game that is being loaded and reads whatever is there.
    fn loading() -> Self {
        Self(Arc::new(KnownNumbers {
            ply: AtomicU32::new(u32::MAX),
            seats: AtomicU64::new(0),
        }))
    }

    /// How many events it has taken in.
    pub(crate) fn set(&self, ply: u32) {
        self.0.ply.store(ply, Ordering::Relaxed);
    }

    /// Which seats it has read.
    pub(crate) fn set_seats(&self, mark: SeatsMark) {
        self.0.seats.store(mark.bits(), Ordering::Relaxed);
    }

    /// Nothing while the game is being loaded.
    fn ply(&self) -> Option<u32> {
        let ply = self.0.ply.load(Ordering::Relaxed);
        (ply != u32::MAX).then_some(ply)
    }

    /// Whether the seats are other ones. While the game is being loaded, it does not know.
    fn has_other_seats(&self, mark: SeatsMark) -> bool {
        self.ply().is_some() && self.0.seats.load(Ordering::Relaxed) != mark.bits()
    }
}

/// All live games of a node.
#[derive(Clone)]
pub(crate) struct Hub(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    bots: BotThreads,
    bot_delay: Duration,
    /// Whether other nodes may write to the same store.
    shared: bool,
    make_chance: MakeChance,
    games: Mutex<HashMap<GameId, Live>>,
    /// The sockets of each session, to be cut when it ends.
    sessions: Mutex<SocketsBySession>,
    lobby_dirty: Notify,
    lobby: watch::Sender<Utf8Bytes>,
    /// What the store's clock is ahead of this machine's.
    clock_offset: AtomicI64,
    /// What tests set the clock ahead.
    ahead_ms: Arc<AtomicI64>,
    /// What tests let the node stand still.
    stalled_ms: Arc<AtomicI64>,
    /// The name of this node among others at the same store.
    node: String,
    /// When the store last took down that this node is there.
    alive_ms: AtomicI64,
    heartbeat: Mutex<Option<Heartbeat>>,
    /// Somebody waits for a sign of life.
    beat_soon: Notify,
    stalls: Stalls,
    next_socket: AtomicU64,
    new_id: MakeId,
    /// The bus has lost something.
    missed: Notify,
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
            alive_ms: AtomicI64::new(0),
            heartbeat: Mutex::default(),
            beat_soon: Notify::new(),
            stalls: Stalls::default(),
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

    pub(crate) fn next_socket(&self) -> u64 {
        self.0.next_socket.fetch_add(1, Ordering::Relaxed)
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
        let (sender, mut mailbox) = mpsc::channel(MAILBOX);
        let known = Known::loading();
        games.insert(
            game,
            Live {
                mailbox: sender.clone(),
                known: known.clone(),
            },
        );
        let hub = self.clone();
        tokio::spawn(async move {
            match Actor::load(game, hub.clone(), known).await {
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

    /// Tells the other nodes what somebody said. It may be lost.
    pub(crate) async fn pass_on(&self, game: GameId, seat: u8, phrase: Phrase) {
        if !self.is_shared() {
            return;
        }
        if let Ok(serde_json::Value::String(key)) = serde_json::to_value(phrase) {
            self.store().say(game, seat, &key).await;
        }
    }

    // Sessions.

    pub(crate) fn add_socket(&self, session: TokenPrefix, socket: u64, cut: Arc<Cut>) {
        let mut sessions = self.sessions();
        sessions.entry(session).or_default().push((socket, cut));
    }

    pub(crate) fn remove_socket(&self, session: TokenPrefix, socket: u64) {
        let mut sessions = self.sessions();
        if let Some(sockets) = sessions.get_mut(&session) {
            sockets.retain(|(other, _)| *other != socket);
            if sockets.is_empty() {
                sessions.remove(&session);
            }
        }
    }

    fn sessions(&self) -> MutexGuard<'_, SocketsBySession> {
        self.0
            .sessions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// When a session of a player was last used, on any node.
    pub(crate) async fn last_seen(&self, player: PlayerId) -> Result<Option<i64>, StoreError> {
        let sessions = self.store().sessions_of(player, self.now()).await?;
        Ok(sessions.iter().map(|session| session.used_ms).max())
    }

    // The lobby.

    pub(crate) fn lobby_changed(&self) {
        self.0.lobby_dirty.notify_one();
    }

    pub(crate) fn follow_lobby(&self) -> watch::Receiver<Utf8Bytes> {
        self.lobby_changed();
        self.0.lobby.subscribe()
    }

    pub(crate) async fn lobby_view(&self) -> Result<LobbyView, StoreError> {
        let lobby = self.store().lobby(LOBBY_LENGTH).await?;
        let cards = |rows: &[azulejo_store::GameRow]| {
            rows.iter().filter_map(|row| card(row, None)).collect()
        };
        Ok(LobbyView {
            open: cards(&lobby.open),
            live: cards(&lobby.live),
        })
    }

    async fn tell_lobby(self) {
        loop {
            self.0.lobby_dirty.notified().await;
            if self.0.lobby.receiver_count() > 0 {
                match self.lobby_view().await {
                    Ok(lobby) => {
                        let frame = encode(&ServerFrame::Lobby { lobby });
                        self.0.lobby.send_if_modified(|last| {
                            let news = *last != frame;
                            *last = frame;
                            news
                        });
                    }
                    Err(error) => tracing::warn!(%error, "could not read the lobby"),
                }
            }
            tokio::time::sleep(LOBBY_EVERY).await;
        }
    }

    // What goes on by itself.

    /// Starts the tasks of a node. They end with the runtime.
    pub(crate) async fn start(&self) -> Result<(), StoreError> {
        self.set_clock().await?;
        self.come_alive().await?;
        tokio::spawn(self.clone().watch_time());
        tokio::spawn(self.clone().tell_lobby());
        tokio::spawn(self.clone().listen());
        tokio::spawn(self.clone().sweep());
        tokio::spawn(self.clone().poll());
        tokio::spawn(self.clone().keep_house());
        Ok(())
    }

    async fn set_clock(&self) -> Result<(), StoreError> {
        let before = unix_ms();
        let theirs = self.store().now_ms().await?;
        let middle = before + (unix_ms() - before) / 2;
        self.0
            .clock_offset
            .store(theirs - middle, Ordering::Relaxed);
        Ok(())
    }

    async fn sweep(self) {
        let mut last_clock = tokio::time::Instant::now();
        loop {
            tokio::time::sleep(SWEEP_EVERY).await;
            if let Err(error) = self.sweep_once().await {
                tracing::warn!(%error, "could not look for what is due");
            }
            if last_clock.elapsed() > Duration::from_secs(10) {
                last_clock = tokio::time::Instant::now();
                if let Err(error) = self.set_clock().await {
                    tracing::warn!(%error, "could not ask the store for the time");
                }
            }
        }
    }

    async fn sweep_once(&self) -> Result<(), StoreError> {
        if self.is_stalled() {
            // Time may have to be given back first, and then less is due.
            return Ok(());
        }
        let now = self.now();
        for head in self.store().due(now, 200).await? {
            self.tell(head.game, Message::Tick).await;
        }
        let waited = self.without_downtime(now);
        for head in self.store().expired_unstarted(waited, 200).await? {
            if let Err(error) = self.command(head.game, Command::Expire, None).await {
                tracing::info!(game = %head.game, ?error, "a game did not expire");
            }
        }
        metrics::gauge!("azulejo_live_games").set(self.live_games() as f64);
        Ok(())
    }

    /// Hears what other nodes did.
    async fn listen(self) {
        let mut bus = self.store().subscribe();
        let mut grown = HashMap::new();
        while let Some(notice) = bus.recv().await {
            self.hear(&notice, &mut grown);
            // What came while the last events were read is read with the next ones, at once.
            while let Some(notice) = bus.try_recv() {
                self.hear(&notice, &mut grown);
            }
            if !grown.is_empty() {
                self.lobby_changed();
                self.read_on(grown.drain().collect()).await;
            }
        }
    }

    /// Takes in a hint. Games that others went on with are added to `grown`.
    fn hear(&self, notice: &Notice, grown: &mut HashMap<GameId, u32>) {
        match &notice.message {
            BusMessage::Appended(games) if !notice.own => {
                for &(game, next) in games {
                    let furthest = grown.entry(game).or_insert(next);
                    *furthest = next.max(*furthest);
                }
            }
            BusMessage::Appended(_) => {}
            BusMessage::SeatsChanged(games) => {
                for &game in games {
                    self.tell_if_live(game, || Message::SeatsChanged);
                }
            }
            BusMessage::SessionEnded(session) => {
                let sockets = self.sessions().remove(session).unwrap_or_default();
                for (_, cut) in sockets {
                    // The first reason counts.
                    let _cut_already = cut.set(CutReason::SessionEnded);
                }
            }
            BusMessage::Said { game, seat, phrase } if !notice.own => {
                // A newer version of this program may know more phrases.
                let key = serde_json::Value::from(phrase.as_str());
                if let Ok(phrase) = serde_json::from_value(key) {
                    let seat = *seat;
                    self.tell_if_live(*game, || Message::Said { seat, phrase });
                }
            }
            BusMessage::Said { .. } => {}
            BusMessage::Missed => self.0.missed.notify_one(),
        }
    }

    /// Reads for all live games at once what other nodes appended to them.
    async fn read_on(&self, grown: Vec<(GameId, u32)>) {
        let mut behind = Vec::new();
        for (game, next) in grown {
            let known = self.known(game).map(|known| known.ply());
            match known {
                Some(Some(ply)) if ply < next => behind.push((game, ply)),
                // It reads on by itself once it is loaded.
                Some(None) => self.tell_if_live(game, || Message::Changed { next }),
                Some(Some(_)) | None => {}
            }
        }
        for games in behind.chunks(READ_AT_ONCE) {
            match self.store().events_of(games).await {
                Ok(rows) => {
                    let mut rows = rows.into_iter().peekable();
                    while let Some((game, first)) = rows.next() {
                        let mut events = vec![first];
                        while let Some((_, event)) = rows.next_if(|(other, _)| *other == game) {
                            events.push(event);
                        }
                        self.tell_if_live(game, || Message::Appended { events });
                    }
                }
                // The poll behind the hints comes to it again.
                Err(error) => tracing::warn!(%error, "could not read what other nodes wrote"),
            }
        }
    }

    fn live_ids(&self) -> Vec<GameId> {
        self.games().keys().copied().collect()
    }

    fn tell_if_live(&self, game: GameId, message: impl FnOnce() -> Message) {
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

    fn known(&self, game: GameId) -> Option<Known> {
        self.games().get(&game).map(|live| live.known.clone())
    }

    /// A bus that went quiet, and a mailbox that was full, cost only this long.
    async fn poll(self) {
        let mut times: u32 = 0;
        loop {
            let missed = tokio::select! {
                () = tokio::time::sleep(POLL_EVERY) => false,
                () = self.0.missed.notified() => true,
            };
            times = times.wrapping_add(1);
            let seats = missed || times.is_multiple_of(SEATS_WITH_EVERY);
            // Without other nodes a game's own task is the only one that goes on with it.
            let plies = missed || self.0.shared;
            if plies && self.0.lobby.receiver_count() > 0 {
                // A game that was set up elsewhere is none of the live ones that are compared.
                self.lobby_changed();
            }
            for games in self.live_ids().chunks(READ_AT_ONCE) {
                if let Err(error) = self.compare(games, plies, seats).await {
                    tracing::warn!(%error, "could not compare with the store");
                }
            }
        }
    }

    /// Tells games of what they have not taken in.
    async fn compare(&self, games: &[GameId], plies: bool, seats: bool) -> Result<(), StoreError> {
        if plies {
            let heads = self.store().heads(games).await?;
            self.read_on(
                heads
                    .iter()
                    .map(|head| (head.game, head.next_ply))
                    .collect(),
            )
            .await;
        }
        if seats {
            for (game, mark) in self.store().seat_marks(games).await? {
                if self
                    .known(game)
                    .is_some_and(|known| known.has_other_seats(mark))
                {
                    self.tell_if_live(game, || Message::SeatsChanged);
                }
            }
        }
        Ok(())
    }
}
