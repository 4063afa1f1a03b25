//! A player of many games, with one socket or several.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow};
use azulejo_protocol::frame::ServerFrame;
use futures_util::StreamExt as _;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;

use crate::PlayArgs;
use crate::field::{AGAIN, Answer, Field, Order, Schedule};
use crate::heard::{Act, Heard, Own, View};
use crate::people::Socket;
use crate::skim::skim;
use crate::wire::{Wire, answer_of, connect, send};

/// How long players stay at another server than their own before they try to go back.
const AWAY: Duration = Duration::from_millis(500);
/// Of how many frames one is read whole.
const READ_WHOLE: u32 = 64;
/// How many commands a player remembers, to send them again after a lost socket.
const REMEMBERED: usize = 8;

/// What a player knows of one game.
#[derive(Default)]
struct Turn {
    game: String,
    /// What to do, when it is this player's turn.
    ready: Vec<Act>,
    ready_ply: Option<u32>,
    /// The commands of this turn that wait for their first answer, and how many were accepted.
    waiting: usize,
    accepted: usize,
    sent: usize,
    /// The highest ply that was acknowledged to this player.
    acked: u32,
    /// When the next move is due.
    due: Option<Instant>,
    over: bool,
    /// Whether the server has told what this player may do here.
    told: bool,
}

/// A command and its answers so far.
struct Command {
    place: usize,
    game: String,
    text: String,
    from: Instant,
    first: Option<Answer>,
    /// How many answers are still to come.
    outstanding: u32,
}

pub(crate) struct Player {
    field: Rc<Field>,
    me: usize,
    inbox: mpsc::UnboundedReceiver<Order>,
    tabs: Vec<mpsc::UnboundedSender<(String, String)>>,
    games: HashMap<usize, Turn>,
    wire: Wire,
    commands: HashMap<String, Command>,
    remembered: VecDeque<(String, String, u32)>,
    repeat: u32,
    race: usize,
    random: u64,
    schedule: Option<Schedule>,
    begun: bool,
    finishing: bool,
    lost_at: Option<Instant>,
    /// How many frames were heard.
    frames: u32,
}

/// Why a player no longer talks over a socket.
enum Ended {
    Finished,
    Lost,
    /// Back to the server that it began with.
    GoesHome,
}

impl Player {
    pub(crate) fn new(
        field: &Rc<Field>,
        me: usize,
        inbox: mpsc::UnboundedReceiver<Order>,
        tabs: Vec<mpsc::UnboundedSender<(String, String)>>,
        args: &PlayArgs,
    ) -> Self {
        Self {
            field: Rc::clone(field),
            me,
            inbox,
            tabs,
            games: HashMap::new(),
            wire: Wire::default(),
            commands: HashMap::new(),
            remembered: VecDeque::new(),
            repeat: args.repeat,
            race: usize::from(args.race).max(1),
            random: args.seed ^ (me as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            schedule: None,
            begun: false,
            finishing: false,
            lost_at: None,
            frames: 0,
        }
    }

    /// Plays until the load is over.
    pub(crate) async fn run(mut self) {
        let mut server = self.me;
        while let Some(mut socket) = connect(&self.field, self.me, &mut server).await {
            let away = self.field.servers.url(server) != self.field.servers.url(self.me);
            let home_at = away.then(|| Instant::now() + AWAY);
            match self.talk(&mut socket, home_at).await {
                Ok(Ended::Finished) => {
                    // The load is over; how the socket ends is nobody's concern.
                    let _gone = socket.close(None).await;
                    return;
                }
                Ok(Ended::GoesHome) => server = self.me,
                Ok(Ended::Lost) if self.finishing => return,
                Ok(Ended::Lost) => {
                    let url = self.field.servers.url(server).to_owned();
                    let mut tally = self.field.tally.borrow_mut();
                    tally.lost_sockets += 1;
                    *tally.lost_at.entry(url.clone()).or_default() += 1;
                    drop(tally);
                    if !self.field.reconnect {
                        return self.field.fail(anyhow!("{url} closed a socket"));
                    }
                    self.lost_at.get_or_insert_with(Instant::now);
                    server += 1;
                }
                Err(error) => return self.field.fail(error),
            }
        }
    }

    async fn talk(&mut self, socket: &mut Socket, home_at: Option<Instant>) -> Result<Ended> {
        // Again in all games, and once more whatever was not answered or may be forgotten.
        let mut texts: Vec<_> = self.games.values().map(|turn| watch(&turn.game)).collect();
        texts.extend(self.wire.again());
        if self.lost_at.is_some() && self.repeat > 0 {
            for (id, text, _) in &self.remembered {
                self.wire.sends(id, text);
                texts.push(text.clone());
                self.field.tally.borrow_mut().repeated += 1;
            }
        }
        for text in texts {
            if !send(socket, text).await {
                return Ok(Ended::Lost);
            }
        }
        loop {
            if self.finishing && self.commands.values().all(|c| c.outstanding == 0) {
                return Ok(Ended::Finished);
            }
            let due = self.games.values().filter_map(|turn| turn.due).min();
            tokio::select! {
                frame = socket.next() => match frame {
                    Some(Ok(Message::Text(text))) => {
                        let sends = self.hear(&text)?;
                        for text in sends {
                            if !send(socket, text).await {
                                return Ok(Ended::Lost);
                            }
                        }
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(Ended::Lost),
                    Some(Ok(_)) => {}
                },
                order = self.inbox.recv() => {
                    let order = order.ok_or_else(|| anyhow!("the load broke off"))?;
                    for text in self.obey(order)? {
                        if !send(socket, text).await {
                            return Ok(Ended::Lost);
                        }
                    }
                }
                () = until(home_at), if home_at.is_some() => return Ok(Ended::GoesHome),
                () = until(due), if due.is_some() => {
                    let now = Instant::now();
                    let due: Vec<usize> = self.games.iter()
                        .filter(|(_, turn)| turn.due.is_some_and(|due| due <= now))
                        .map(|(place, _)| *place)
                        .collect();
                    for place in due {
                        for text in self.act(place)? {
                            if !send(socket, text).await {
                                return Ok(Ended::Lost);
                            }
                        }
                    }
                }
            }
        }
    }

    fn obey(&mut self, order: Order) -> Result<Vec<String>> {
        match order {
            Order::Game(place) => {
                let game = self.field.places.borrow()[place].game.clone();
                let turn = Turn {
                    game: game.clone(),
                    ..Turn::default()
                };
                let old = self.games.insert(place, turn);
                let left = old.map(|old| format!(r#"{{"t":"unwatch","game":"{}"}}"#, old.game));
                Ok(left.into_iter().chain([watch(&game)]).collect())
            }
            Order::Begin(schedule) => {
                self.schedule = schedule;
                self.begun = true;
                let places: Vec<usize> = self.games.keys().copied().collect();
                let mut texts = Vec::new();
                for place in places {
                    texts.extend(self.act(place)?);
                }
                Ok(texts)
            }
            Order::Answer { id, answer } => self.answered(&id, &answer, false),
            Order::Resend(id) => {
                let text = self.commands.get(&id).map(|command| command.text.clone());
                if let Some(text) = &text {
                    self.wire.sends(&id, text);
                }
                Ok(text.into_iter().collect())
            }
            Order::Finish => {
                self.finishing = true;
                for turn in self.games.values_mut() {
                    turn.due = None;
                    turn.ready.clear();
                }
                Ok(Vec::new())
            }
        }
    }

    fn hear(&mut self, text: &str) -> Result<Vec<String>> {
        let now = Instant::now();
        // Now and then a frame is read whole: all of it must be what the protocol says.
        self.frames = self.frames.wrapping_add(1);
        if self.frames.is_multiple_of(READ_WHOLE) {
            serde_json::from_str::<ServerFrame>(text)
                .with_context(|| format!("a frame that is not of the protocol: {text}"))?;
        }
        let heard: Heard<'_> = match skim(text) {
            Some(heard) => heard,
            None => serde_json::from_str(text)
                .with_context(|| format!("a frame of the server: {text}"))?,
        };
        self.field.tally.borrow_mut().bytes += text.len() as u64;
        if let Some((id, answer)) = answer_of(&heard) {
            self.wire.answered(id);
            return self.answered(id, &answer, true);
        }
        let place = heard
            .game
            .and_then(|game| self.field.place_of.borrow().get(game).copied());
        let Some(place) = place else {
            return Ok(Vec::new());
        };
        if let Some(view) = &heard.view {
            self.saw(place, view, now);
        }
        match &heard.own {
            Some(own) => self.may(place, own),
            None => Ok(Vec::new()),
        }
    }

    /// Takes in what everybody sees.
    fn saw(&mut self, place: usize, view: &View<'_>, now: Instant) {
        let Some(turn) = self.games.get_mut(&place) else {
            return;
        };
        let mut tally = self.field.tally.borrow_mut();
        // Another node may be a moment behind; the one that acknowledged may not.
        if view.ply < turn.acked && self.field.servers.is_one() {
            tally.went_back += 1;
        }
        if let Some(lost_at) = self.lost_at
            && view.ply >= turn.acked
        {
            tally.back.add(now.duration_since(lost_at));
            self.lost_at = None;
        }
        let mut places = self.field.places.borrow_mut();
        let shared = &mut places[place];
        if let Some((ply, from, mover)) = shared.latest
            && mover != self.me
            && view.ply > ply
        {
            tally.opponent.add(now.duration_since(from));
            shared.latest = None;
        }
        if view.status != "running" && view.status != "waiting" && !turn.over {
            turn.over = true;
            turn.ready.clear();
            turn.due = None;
            if !shared.renewing {
                shared.renewing = true;
                tally.finished += 1;
                tokio::task::spawn_local(Rc::clone(&self.field).renew(place));
            }
        }
    }

    /// Takes in what this player may do.
    fn may(&mut self, place: usize, own: &Own<'_>) -> Result<Vec<String>> {
        let (race, mut random) = (self.race, self.random);
        let Some(turn) = self.games.get_mut(&place) else {
            return Ok(Vec::new());
        };
        if !turn.told {
            turn.told = true;
            self.field.arrived();
        }
        turn.ready.clear();
        turn.due = None;
        if self.finishing || turn.over || turn.ready_ply.is_some_and(|ply| own.ply < ply) {
            return Ok(Vec::new());
        }
        for _ in 0..race * 4 {
            random = next_random(random);
            let Some(act) = Act::choose(own, random >> 11) else {
                break;
            };
            // In a race everybody has another move; columns may be equal, which is no race.
            if !turn.ready.contains(&act) {
                turn.ready.push(act);
            }
            if turn.ready.len() == race || matches!(turn.ready[0], Act::Choose { .. }) {
                break;
            }
        }
        self.random = random;
        turn.ready_ply = Some(own.ply);
        self.act(place)
    }

    /// Does what is to be done now, unless it is not due or an answer is still to come.
    fn act(&mut self, place: usize) -> Result<Vec<String>> {
        let Some(turn) = self.games.get_mut(&place) else {
            return Ok(Vec::new());
        };
        if turn.waiting > 0 || turn.ready.is_empty() || self.finishing || !self.begun {
            return Ok(Vec::new());
        }
        let now = Instant::now();
        let mut from = now;
        {
            let mut places = self.field.places.borrow_mut();
            let shared = &mut places[place];
            if let Some(schedule) = &self.schedule {
                let due = schedule.due(place, shared.scheduled);
                if due > now {
                    turn.due = Some(due);
                    return Ok(Vec::new());
                }
                shared.scheduled += 1;
                from = due;
            }
            turn.due = None;
            shared.latest = match turn.ready[0] {
                Act::Move { ply, .. } => Some((ply, from, self.me)),
                Act::Choose { .. } => None,
            };
        }
        let acts = std::mem::take(&mut turn.ready);
        turn.waiting = acts.len();
        turn.sent = acts.len();
        turn.accepted = 0;
        let mut texts = Vec::new();
        for (number, act) in acts.iter().enumerate() {
            let id = self.field.new_id();
            let text = act.frame(&turn.game, &id);
            self.field.ledger.borrow_mut().sent(&turn.game, &id, act)?;
            for copy in 0..=self.repeat as usize {
                // The first of a race goes over the main socket, the others over other tabs.
                let wire = (number + copy) % (self.tabs.len() + 1);
                if wire == 0 {
                    self.wire.sends(&id, &text);
                    texts.push(text.clone());
                } else {
                    let sent = self.tabs[wire - 1].send((id.clone(), text.clone()));
                    sent.map_err(|_| anyhow!("a tab was closed"))?;
                }
            }
            let command = Command {
                place,
                game: turn.game.clone(),
                text,
                from,
                first: None,
                outstanding: 1 + self.repeat,
            };
            self.commands.insert(id, command);
            let mut tally = self.field.tally.borrow_mut();
            tally.sent += 1;
            tally.repeated += u64::from(self.repeat);
        }
        Ok(texts)
    }

    /// Takes in an answer, which came over the main socket or over another tab's.
    fn answered(&mut self, id: &str, answer: &Answer, main: bool) -> Result<Vec<String>> {
        let Some(command) = self.commands.get_mut(id) else {
            return self.answered_long_ago(id, answer);
        };
        let again = matches!(answer, Err(code) if code == "unavailable" || code == "too_fast");
        if again && self.field.reconnect && !self.finishing {
            // Nothing was done: the same command again, in a moment.
            let (field, me, id) = (Rc::clone(&self.field), self.me, id.to_owned());
            *self
                .field
                .tally
                .borrow_mut()
                .refused
                .entry("unavailable".to_owned())
                .or_default() += 1;
            tokio::task::spawn_local(async move {
                tokio::time::sleep(2 * AGAIN).await;
                let _finished = field.inboxes[me].send(Order::Resend(id));
            });
            return Ok(Vec::new());
        }
        command.outstanding = command.outstanding.saturating_sub(1);
        let is_first = command.first.is_none();
        let mut tally = self.field.tally.borrow_mut();
        if let Some(first) = &command.first {
            if first == answer {
                tally.repeated_alike += 1;
            } else {
                tally.repeated_otherwise += 1;
                tracing::warn!(id, ?first, ?answer, "two answers to one command");
            }
            if let Ok(next) = answer
                && first != answer
            {
                let mut ledger = self.field.ledger.borrow_mut();
                ledger.acknowledged(&command.game, id, *next)?;
            }
        } else {
            let mut ledger = self.field.ledger.borrow_mut();
            match answer {
                Ok(next) => {
                    tally.acked += 1;
                    tally.ack.add(command.from.elapsed());
                    ledger.acknowledged(&command.game, id, *next)?;
                }
                Err(code) => {
                    if self.race == 1 || code != "stale" {
                        *tally.refused.entry(code.clone()).or_default() += 1;
                    }
                    ledger.refused(&command.game, id, code)?;
                }
            }
            command.first = Some(answer.clone());
        }
        drop(tally);
        let place = command.place;
        let same_game = self
            .games
            .get(&place)
            .is_some_and(|turn| turn.game == command.game);
        let done = command.outstanding == 0;
        let mut texts = Vec::new();
        if same_game && is_first {
            texts = self.turn_answered(place, answer, main)?;
        }
        if done && let Some(command) = self.commands.remove(id) {
            if let Some(Ok(next)) = command.first {
                self.remembered
                    .push_back((id.to_owned(), command.text, next));
            }
            if self.remembered.len() > REMEMBERED {
                self.remembered.pop_front();
            }
        }
        Ok(texts)
    }

    /// The first answer to one of the commands of a turn.
    fn turn_answered(&mut self, place: usize, answer: &Answer, main: bool) -> Result<Vec<String>> {
        let Some(turn) = self.games.get_mut(&place) else {
            return Ok(Vec::new());
        };
        turn.waiting = turn.waiting.saturating_sub(1);
        if let Ok(next) = answer {
            turn.accepted += 1;
            // Between two sockets there is no order: only the main one must not go back.
            if main {
                turn.acked = turn.acked.max(*next);
            }
            // What was looked up before this move is no longer right.
            if turn.ready_ply.is_some_and(|ply| ply < *next) {
                turn.ready.clear();
                turn.due = None;
            }
        }
        if turn.waiting > 0 {
            return Ok(Vec::new());
        }
        if turn.sent > 1 {
            let mut tally = self.field.tally.borrow_mut();
            tally.races += 1;
            tally.undecided += u64::from(turn.accepted != 1);
        }
        if turn.accepted == 0 && !turn.over {
            // The view was behind: look again.
            return Ok(vec![watch(&turn.game)]);
        }
        self.act(place)
    }

    /// An answer to a command that was sent again after a lost socket.
    fn answered_long_ago(&mut self, id: &str, answer: &Answer) -> Result<Vec<String>> {
        let known = self.remembered.iter().find(|(other, _, _)| other == id);
        if let Some((_, _, next)) = known {
            let mut tally = self.field.tally.borrow_mut();
            match answer {
                Ok(again) if again == next => tally.repeated_alike += 1,
                Err(code) if code == "unavailable" => {}
                _ => {
                    tally.repeated_otherwise += 1;
                    tracing::warn!(id, next, ?answer, "another answer after a lost socket");
                }
            }
        }
        Ok(Vec::new())
    }
}

fn watch(game: &str) -> String {
    format!(r#"{{"t":"watch","game":"{game}"}}"#)
}

/// A step of a small generator: which moves are chosen need not be unpredictable.
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
