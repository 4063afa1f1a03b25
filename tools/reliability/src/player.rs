//! A player, who takes part in any number of games over one or more sockets.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow};
use azulejo_protocol::frame::ServerFrame;
use futures_util::StreamExt as _;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;

use crate::PlayArgs;
use crate::client::Socket;
use crate::frame::{Action, IncomingFrame, Own, View};
use crate::shared::{PlayerMessage, RETRY_DELAY, Reply, Schedule, SharedState};
use crate::socket::{Unanswered, connect, reply_of, send};

/// The time a player stays on a failover server before returning to its own.
const FAILOVER_PERIOD: Duration = Duration::from_millis(500);
/// One in this many frames is decoded completely, to validate it against the protocol.
const VALIDATION_INTERVAL: u32 = 64;
/// The number of completed commands kept for resending after a lost socket.
const HISTORY_LENGTH: usize = 8;

/// The state of one game from the player's view.
#[derive(Default)]
struct Turn {
    game: String,
    /// The actions to send when it is this player's turn.
    ready: Vec<Action>,
    ready_ply: Option<u32>,
    /// The commands of this turn without a reply.
    waiting: usize,
    accepted: usize,
    sent: usize,
    /// The highest ply acknowledged to this player.
    acked: u32,
    /// The due time of the next move.
    due: Option<Instant>,
    over: bool,
    /// True once the server has sent this player's own view.
    seen: bool,
}

/// A command in flight.
struct Command {
    table: usize,
    game: String,
    text: String,
    /// The time from which latency is measured.
    started: Instant,
    first_reply: Option<Reply>,
    /// The number of replies still expected.
    outstanding: u32,
}

pub(crate) struct Player {
    shared: Rc<SharedState>,
    me: usize,
    inbox: mpsc::UnboundedReceiver<PlayerMessage>,
    tabs: Vec<mpsc::UnboundedSender<(String, String)>>,
    games: HashMap<usize, Turn>,
    unanswered: Unanswered,
    commands: HashMap<String, Command>,
    /// The latest completed commands: id, frame and acknowledged ply.
    history: VecDeque<(String, String, u32)>,
    repeat: u32,
    race: usize,
    random: u64,
    schedule: Option<Schedule>,
    started: bool,
    finishing: bool,
    lost_at: Option<Instant>,
    /// The number of frames received.
    frames: u32,
}

/// The reason for leaving a socket.
enum Exit {
    Finished,
    Lost,
    /// Returns to the player's own server.
    FailBack,
}

impl Player {
    pub(crate) fn new(
        shared: &Rc<SharedState>,
        me: usize,
        inbox: mpsc::UnboundedReceiver<PlayerMessage>,
        tabs: Vec<mpsc::UnboundedSender<(String, String)>>,
        args: &PlayArgs,
    ) -> Self {
        Self {
            shared: Rc::clone(shared),
            me,
            inbox,
            tabs,
            games: HashMap::new(),
            unanswered: Unanswered::default(),
            commands: HashMap::new(),
            history: VecDeque::new(),
            repeat: args.repeat,
            race: usize::from(args.race).max(1),
            random: args.seed ^ (me as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            schedule: None,
            started: false,
            finishing: false,
            lost_at: None,
            frames: 0,
        }
    }

    /// Plays until the load is over.
    pub(crate) async fn run(mut self) {
        let mut server = self.me;
        while let Some(mut socket) = connect(&self.shared, self.me, &mut server).await {
            let failed_over = self.shared.servers.url(server) != self.shared.servers.url(self.me);
            let fail_back_at = failed_over.then(|| Instant::now() + FAILOVER_PERIOD);
            match self.use_socket(&mut socket, fail_back_at).await {
                Ok(Exit::Finished) => {
                    // The load is over: errors on closing don't matter.
                    let _closed = socket.close(None).await;
                    return;
                }
                Ok(Exit::FailBack) => server = self.me,
                Ok(Exit::Lost) if self.finishing => return,
                Ok(Exit::Lost) => {
                    let url = self.shared.servers.url(server).to_owned();
                    let mut stats = self.shared.stats.borrow_mut();
                    stats.lost_sockets += 1;
                    *stats.lost_at.entry(url.clone()).or_default() += 1;
                    drop(stats);
                    if !self.shared.reconnect {
                        return self.shared.fail(anyhow!("{url} closed a socket"));
                    }
                    self.lost_at.get_or_insert_with(Instant::now);
                    server += 1;
                }
                Err(error) => return self.shared.fail(error),
            }
        }
    }

    async fn use_socket(
        &mut self,
        socket: &mut Socket,
        fail_back_at: Option<Instant>,
    ) -> Result<Exit> {
        // Watch all games again, and resend commands without a reply, then completed ones as retries.
        let mut texts: Vec<_> = self.games.values().map(|turn| watch(&turn.game)).collect();
        texts.extend(self.unanswered.to_resend());
        if self.lost_at.is_some() && self.repeat > 0 {
            for (id, text, _) in &self.history {
                self.unanswered.record_sent(id, text);
                texts.push(text.clone());
                self.shared.stats.borrow_mut().repeated += 1;
            }
        }
        for text in texts {
            if !send(socket, text).await {
                return Ok(Exit::Lost);
            }
        }
        loop {
            if self.finishing && self.commands.values().all(|c| c.outstanding == 0) {
                return Ok(Exit::Finished);
            }
            let due = self.games.values().filter_map(|turn| turn.due).min();
            tokio::select! {
                frame = socket.next() => match frame {
                    Some(Ok(Message::Text(text))) => {
                        let replies = self.handle_frame(&text)?;
                        for text in replies {
                            if !send(socket, text).await {
                                return Ok(Exit::Lost);
                            }
                        }
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(Exit::Lost),
                    Some(Ok(_)) => {}
                },
                message = self.inbox.recv() => {
                    let message = message.ok_or_else(|| anyhow!("the inbox was closed"))?;
                    for text in self.handle_message(message)? {
                        if !send(socket, text).await {
                            return Ok(Exit::Lost);
                        }
                    }
                }
                () = until(fail_back_at), if fail_back_at.is_some() => return Ok(Exit::FailBack),
                () = until(due), if due.is_some() => {
                    let now = Instant::now();
                    let due: Vec<usize> = self.games.iter()
                        .filter(|(_, turn)| turn.due.is_some_and(|due| due <= now))
                        .map(|(table, _)| *table)
                        .collect();
                    for table in due {
                        for text in self.send_ready(table)? {
                            if !send(socket, text).await {
                                return Ok(Exit::Lost);
                            }
                        }
                    }
                }
            }
        }
    }

    fn handle_message(&mut self, message: PlayerMessage) -> Result<Vec<String>> {
        match message {
            PlayerMessage::NewGame(table) => {
                let game = self.shared.tables.borrow()[table].game.clone();
                let turn = Turn {
                    game: game.clone(),
                    ..Turn::default()
                };
                let old = self.games.insert(table, turn);
                let unwatch = old.map(|old| format!(r#"{{"t":"unwatch","game":"{}"}}"#, old.game));
                Ok(unwatch.into_iter().chain([watch(&game)]).collect())
            }
            PlayerMessage::Begin(schedule) => {
                self.schedule = schedule;
                self.started = true;
                let tables: Vec<usize> = self.games.keys().copied().collect();
                let mut texts = Vec::new();
                for table in tables {
                    texts.extend(self.send_ready(table)?);
                }
                Ok(texts)
            }
            PlayerMessage::Reply { id, reply } => self.handle_reply(&id, &reply, false),
            PlayerMessage::Resend(id) => {
                let text = self.commands.get(&id).map(|command| command.text.clone());
                if let Some(text) = &text {
                    self.unanswered.record_sent(&id, text);
                }
                Ok(text.into_iter().collect())
            }
            PlayerMessage::Finish => {
                self.finishing = true;
                for turn in self.games.values_mut() {
                    turn.due = None;
                    turn.ready.clear();
                }
                Ok(Vec::new())
            }
        }
    }

    fn handle_frame(&mut self, text: &str) -> Result<Vec<String>> {
        let now = Instant::now();
        self.frames = self.frames.wrapping_add(1);
        if self.frames.is_multiple_of(VALIDATION_INTERVAL) {
            serde_json::from_str::<ServerFrame>(text)
                .with_context(|| format!("frame violates the protocol: {text}"))?;
        }
        let frame: IncomingFrame<'_> =
            serde_json::from_str(text).with_context(|| format!("invalid frame: {text}"))?;
        self.shared.stats.borrow_mut().bytes += text.len() as u64;
        if let Some((id, reply)) = reply_of(&frame) {
            self.unanswered.record_reply(id);
            return self.handle_reply(id, &reply, true);
        }
        let table = frame
            .game
            .and_then(|game| self.shared.table_of.borrow().get(game).copied());
        let Some(table) = table else {
            return Ok(Vec::new());
        };
        if let Some(view) = &frame.view {
            self.handle_view(table, view, now);
        }
        match &frame.own {
            Some(own) => self.handle_own(table, own),
            None => Ok(Vec::new()),
        }
    }

    /// Handles the public view of a game.
    fn handle_view(&mut self, table: usize, view: &View<'_>, now: Instant) {
        let Some(turn) = self.games.get_mut(&table) else {
            return;
        };
        let mut stats = self.shared.stats.borrow_mut();
        // Another node may lag behind; the node that sent the acknowledgement must not.
        if view.ply < turn.acked && self.shared.servers.is_single() {
            stats.regressions += 1;
        }
        if let Some(lost_at) = self.lost_at
            && view.ply >= turn.acked
        {
            stats.recovery.add(now.duration_since(lost_at));
            self.lost_at = None;
        }
        let mut tables = self.shared.tables.borrow_mut();
        let table_state = &mut tables[table];
        if let Some((ply, from, mover)) = table_state.latest
            && mover != self.me
            && view.ply > ply
        {
            stats.opponent.add(now.duration_since(from));
            table_state.latest = None;
        }
        if view.status != "running" && view.status != "waiting" && !turn.over {
            turn.over = true;
            turn.ready.clear();
            turn.due = None;
            if !table_state.restarting {
                table_state.restarting = true;
                stats.finished += 1;
                tokio::task::spawn_local(Rc::clone(&self.shared).start_next_game(table));
            }
        }
    }

    /// Handles the player's own view, which lists the available actions.
    fn handle_own(&mut self, table: usize, own: &Own<'_>) -> Result<Vec<String>> {
        let (race, mut random) = (self.race, self.random);
        let Some(turn) = self.games.get_mut(&table) else {
            return Ok(Vec::new());
        };
        if !turn.seen {
            turn.seen = true;
            self.shared.seat_ready();
        }
        turn.ready.clear();
        turn.due = None;
        if self.finishing || turn.over || turn.ready_ply.is_some_and(|ply| own.ply < ply) {
            return Ok(Vec::new());
        }
        for _ in 0..race * 4 {
            random = next_random(random);
            let Some(action) = Action::choose(own, random >> 11) else {
                break;
            };
            // The moves of a race are distinct. Column choices don't race: they may be equal.
            if !turn.ready.contains(&action) {
                turn.ready.push(action);
            }
            if turn.ready.len() == race || matches!(turn.ready[0], Action::Choose { .. }) {
                break;
            }
        }
        self.random = random;
        turn.ready_ply = Some(own.ply);
        self.send_ready(table)
    }

    /// Sends the ready actions, unless they are not due yet or replies are outstanding.
    fn send_ready(&mut self, table: usize) -> Result<Vec<String>> {
        let Some(turn) = self.games.get_mut(&table) else {
            return Ok(Vec::new());
        };
        if turn.waiting > 0 || turn.ready.is_empty() || self.finishing || !self.started {
            return Ok(Vec::new());
        }
        let now = Instant::now();
        let mut from = now;
        {
            let mut tables = self.shared.tables.borrow_mut();
            let table_state = &mut tables[table];
            if let Some(schedule) = &self.schedule {
                let due = schedule.due(table, table_state.scheduled);
                if due > now {
                    turn.due = Some(due);
                    return Ok(Vec::new());
                }
                table_state.scheduled += 1;
                from = due;
            }
            turn.due = None;
            table_state.latest = match turn.ready[0] {
                Action::Move { ply, .. } => Some((ply, from, self.me)),
                Action::Choose { .. } => None,
            };
        }
        let actions = std::mem::take(&mut turn.ready);
        turn.waiting = actions.len();
        turn.sent = actions.len();
        turn.accepted = 0;
        let mut texts = Vec::new();
        for (number, action) in actions.iter().enumerate() {
            let id = self.shared.new_id();
            let text = action.frame(&turn.game, &id);
            self.shared
                .ledger
                .borrow_mut()
                .sent(&turn.game, &id, action)?;
            for copy in 0..=self.repeat as usize {
                // The first move of a race goes over the main socket, the others over tabs.
                let socket = (number + copy) % (self.tabs.len() + 1);
                if socket == 0 {
                    self.unanswered.record_sent(&id, &text);
                    texts.push(text.clone());
                } else {
                    let sent = self.tabs[socket - 1].send((id.clone(), text.clone()));
                    sent.map_err(|_| anyhow!("a tab was closed"))?;
                }
            }
            let command = Command {
                table,
                game: turn.game.clone(),
                text,
                started: from,
                first_reply: None,
                outstanding: 1 + self.repeat,
            };
            self.commands.insert(id, command);
            let mut stats = self.shared.stats.borrow_mut();
            stats.sent += 1;
            stats.repeated += u64::from(self.repeat);
        }
        Ok(texts)
    }

    /// Handles a reply, which arrived over the main socket or a tab.
    fn handle_reply(&mut self, id: &str, reply: &Reply, main: bool) -> Result<Vec<String>> {
        let Some(command) = self.commands.get_mut(id) else {
            return self.handle_late_reply(id, reply);
        };
        let retryable = matches!(reply, Err(code) if code == "unavailable" || code == "too_fast");
        if retryable && self.shared.reconnect && !self.finishing {
            // The command was not applied: retry it after a delay.
            let (shared, me, id) = (Rc::clone(&self.shared), self.me, id.to_owned());
            *self
                .shared
                .stats
                .borrow_mut()
                .refused
                .entry("unavailable".to_owned())
                .or_default() += 1;
            tokio::task::spawn_local(async move {
                tokio::time::sleep(2 * RETRY_DELAY).await;
                let _finished = shared.inboxes[me].send(PlayerMessage::Resend(id));
            });
            return Ok(Vec::new());
        }
        command.outstanding = command.outstanding.saturating_sub(1);
        let is_first = command.first_reply.is_none();
        let mut stats = self.shared.stats.borrow_mut();
        if let Some(first) = &command.first_reply {
            if first == reply {
                stats.consistent_replies += 1;
            } else {
                stats.conflicting_replies += 1;
                tracing::warn!(id, ?first, ?reply, "conflicting replies to one command");
            }
            if let Ok(next) = reply
                && first != reply
            {
                let mut ledger = self.shared.ledger.borrow_mut();
                ledger.acknowledged(&command.game, id, *next)?;
            }
        } else {
            let mut ledger = self.shared.ledger.borrow_mut();
            match reply {
                Ok(next) => {
                    stats.acked += 1;
                    stats.ack.add(command.started.elapsed());
                    ledger.acknowledged(&command.game, id, *next)?;
                }
                Err(code) => {
                    if self.race == 1 || code != "stale" {
                        *stats.refused.entry(code.clone()).or_default() += 1;
                    }
                    ledger.refused(&command.game, id, code)?;
                }
            }
            command.first_reply = Some(reply.clone());
        }
        drop(stats);
        let table = command.table;
        let same_game = self
            .games
            .get(&table)
            .is_some_and(|turn| turn.game == command.game);
        let done = command.outstanding == 0;
        let mut texts = Vec::new();
        if same_game && is_first {
            texts = self.handle_turn_reply(table, reply, main)?;
        }
        if done && let Some(command) = self.commands.remove(id) {
            if let Some(Ok(next)) = command.first_reply {
                self.history.push_back((id.to_owned(), command.text, next));
            }
            if self.history.len() > HISTORY_LENGTH {
                self.history.pop_front();
            }
        }
        Ok(texts)
    }

    /// Handles the first reply to a command of the current turn.
    fn handle_turn_reply(
        &mut self,
        table: usize,
        reply: &Reply,
        main: bool,
    ) -> Result<Vec<String>> {
        let Some(turn) = self.games.get_mut(&table) else {
            return Ok(Vec::new());
        };
        turn.waiting = turn.waiting.saturating_sub(1);
        if let Ok(next) = reply {
            turn.accepted += 1;
            // Frames are ordered within a socket only, so regressions are checked on the main one.
            if main {
                turn.acked = turn.acked.max(*next);
            }
            // Actions from before this move are stale.
            if turn.ready_ply.is_some_and(|ply| ply < *next) {
                turn.ready.clear();
                turn.due = None;
            }
        }
        if turn.waiting > 0 {
            return Ok(Vec::new());
        }
        if turn.sent > 1 {
            let mut stats = self.shared.stats.borrow_mut();
            stats.races += 1;
            stats.undecided += u64::from(turn.accepted != 1);
        }
        if turn.accepted == 0 && !turn.over {
            // The view was stale: request it again.
            return Ok(vec![watch(&turn.game)]);
        }
        self.send_ready(table)
    }

    /// Handles a reply to a completed command that was resent after a lost socket.
    fn handle_late_reply(&mut self, id: &str, reply: &Reply) -> Result<Vec<String>> {
        let completed = self.history.iter().find(|(other, _, _)| other == id);
        if let Some((_, _, next)) = completed {
            let mut stats = self.shared.stats.borrow_mut();
            match reply {
                Ok(repeated) if repeated == next => stats.consistent_replies += 1,
                Err(code) if code == "unavailable" => {}
                _ => {
                    stats.conflicting_replies += 1;
                    tracing::warn!(id, next, ?reply, "conflicting reply after a lost socket");
                }
            }
        }
        Ok(Vec::new())
    }
}

fn watch(game: &str) -> String {
    format!(r#"{{"t":"watch","game":"{game}"}}"#)
}

/// Returns the next state of a linear congruential generator.
const fn next_random(state: u64) -> u64 {
    state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407)
}

async fn until(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due.into()).await,
        None => std::future::pending().await,
    }
}
