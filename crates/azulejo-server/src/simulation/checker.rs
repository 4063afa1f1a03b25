//! The invariants, checked against the event logs in the database.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use azulejo_game::clock::Clocks;
use azulejo_game::decide::Command;
use azulejo_game::event::Event;
use azulejo_game::{Millis, SeatNumber, Table, Timestamp};
use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::game::{Clock, Status};
use azulejo_store::{CommandKey, EventRow, GameId, PlayerId, Store};
use futures_util::FutureExt as _;

use super::node::{Cluster, NOTICEABLE_DOWNTIME};
use super::world::{World, lock};

/// The tolerance for clocks of nodes, which follow the database's only as far as its answers prove.
const CLOCK_TOLERANCE: Millis = Millis::from_secs(1);
/// The most events that one command writes after its own.
const FOLLOWING_EVENTS: usize = 8;

/// The log of a game so far, and its fold.
#[derive(Default)]
struct GameLog {
    rows: Vec<EventRow>,
    table: Option<Table>,
    /// The ply that each command was answered with.
    keys: BTreeMap<[u8; 16], u32>,
    /// For each seat, the start of its turn and the time left then.
    turns: Vec<(Timestamp, Millis)>,
}

/// Reads the logs and checks the invariants.
pub(super) struct Checker {
    world: Arc<World>,
    cluster: Arc<Cluster>,
    observer: Arc<dyn Store>,
    games: Mutex<BTreeMap<GameId, GameLog>>,
    sent: Mutex<BTreeMap<[u8; 16], (GameId, Command)>>,
    counts: Mutex<BTreeMap<&'static str, u64>>,
}

impl Checker {
    pub(super) fn new(cluster: &Arc<Cluster>, observer: Arc<dyn Store>) -> Arc<Self> {
        Arc::new(Self {
            world: Arc::clone(&cluster.world),
            cluster: Arc::clone(cluster),
            observer,
            games: Mutex::default(),
            sent: Mutex::default(),
            counts: Mutex::default(),
        })
    }

    pub(super) fn count(&self, what: &'static str) {
        *lock(&self.counts).entry(what).or_default() += 1;
    }

    /// Returns how often each kind of thing happened.
    pub(super) fn counts(&self) -> BTreeMap<&'static str, u64> {
        lock(&self.counts).clone()
    }

    pub(super) fn games(&self) -> Vec<GameId> {
        lock(&self.games).keys().copied().collect()
    }

    pub(super) fn add_game(&self, game: GameId) {
        lock(&self.games).entry(game).or_default();
        self.observe(game);
    }

    /// Checks what was appended to all games.
    pub(super) fn observe_all(&self) {
        for game in self.games() {
            self.observe(game);
        }
    }

    /// Checks what was appended to a game.
    fn observe(&self, game: GameId) {
        let mut rematches = Vec::new();
        {
            let mut games = lock(&self.games);
            let log = games.entry(game).or_default();
            for row in &self.rows(game, log.rows.len() as u32) {
                let event = self.check_row(game, log, row);
                if let Some(Event::RematchMade { game }) = event {
                    rematches.push(game);
                }
            }
        }
        for rematch in rematches {
            self.add_game(rematch);
        }
    }

    fn rows(&self, game: GameId, from: u32) -> Vec<EventRow> {
        let rows = self.observer.events(game, from).now_or_never();
        rows.expect("the observer never waits")
            .expect("the observer never fails")
    }

    /// Checks one event and applies it. Returns it if it follows.
    fn check_row(&self, game: GameId, log: &mut GameLog, row: &EventRow) -> Option<Event> {
        let violated = |what: String| {
            self.world
                .violated(format!("game {game}, event {}: {what}", row.ply));
        };
        let hash = u64::from_str_radix(&row.state_hash, 16).unwrap_or_default();
        self.world
            .note("event", [u64::from(row.ply), row.at_ms as u64, hash]);
        let next = log.rows.len() as u32;
        if row.ply != next {
            violated(format!("plies are not dense: expected {next}"));
        }
        let at = Timestamp::from_unix_ms(row.at_ms);
        let last_at = log.rows.last().map_or(0, |last| last.at_ms);
        let last_at = Timestamp::from_unix_ms(last_at);
        if at < last_at || at > self.world.now() + CLOCK_TOLERANCE {
            violated(format!(
                "its time is {at} after the last event at {last_at}, but it is {}",
                self.world.now()
            ));
        }
        let event: Event = match serde_json::from_str(&row.body) {
            Ok(event) => event,
            Err(error) => {
                violated(format!("cannot be parsed: {error}"));
                return None;
            }
        };
        self.count(event.kind());
        let before = log.table.as_ref();
        let before = before.map(|table| (table.status, table.clocks.clone()));
        let applied = match &mut log.table {
            Some(table) => table.apply(&event, at),
            None => Table::new(game, &event, at).map(|table| {
                log.turns = vec![(Timestamp::EPOCH, Millis::ZERO); table.seats.len()];
                log.table = Some(table);
            }),
        };
        if let Err(error) = applied {
            violated(format!("does not follow: {error}"));
            return None;
        }
        let table = log.table.as_ref().expect("the table was just folded");
        if table.hash() != row.state_hash {
            violated("its checksum is not the one of the fold".to_owned());
        }
        if let Some((Status::Running, clocks)) = &before {
            self.check_clocks(&violated, &event, at, clocks, table, &log.turns);
        }
        note_turns(&mut log.turns, &event, at, before.as_ref(), table);
        if let Event::Resumed { down } = event
            && self.world.profile().has_good_store()
        {
            // It may be given back long afterwards, when the game is loaded.
            let lost = self.cluster.downtime_between(last_at, at, Millis::ZERO);
            if down > lost + CLOCK_TOLERANCE {
                violated(format!("{down} are given back, but {lost} were lost"));
            }
        }
        if let Event::Left { seat } = event {
            violated(format!("seat {seat} forfeits, but its player was present"));
        }
        let key = row.command.map(|key| key.number);
        log.rows.push(row.clone());
        if let Some(key) = key {
            if let Some(earlier) = log.keys.insert(key, row.ply + 1) {
                violated(format!("its command was executed before, up to {earlier}"));
            }
            let sent = lock(&self.sent).get(&key).cloned();
            if sent.is_none_or(|(to, command)| to != game || !has_effect(&log.rows, &command)) {
                violated("it is not what its command asked for".to_owned());
            }
        }
        Some(event)
    }

    fn check_clocks(
        &self,
        violated: &dyn Fn(String),
        event: &Event,
        at: Timestamp,
        before: &Clocks,
        table: &Table,
        turns: &[(Timestamp, Millis)],
    ) {
        let Clock::RealTime { increment, .. } = table.settings.clock else {
            return;
        };
        let elapsed = (at - before.charged_at()).or_zero();
        for (seat, &(began, left)) in table.all_seats().zip(turns) {
            let runs = before.running().contains(&seat);
            let charged = before.left(seat) - table.clocks.left(seat);
            let most = if runs { elapsed } else { Millis::ZERO };
            // An undo also takes increments back.
            if charged > most && !matches!(event, Event::Undone { .. }) {
                violated(format!(
                    "seat {seat} is charged {charged} of {most} that passed"
                ));
            }
            let gain = match event {
                Event::Moved { .. } | Event::Tiled { .. } => Millis::from_secs(increment.into()),
                _ => Millis::ZERO,
            };
            let gained = Millis::ZERO - charged;
            if gained > gain {
                violated(format!("seat {seat} gains {gained}"));
            }
            let number = SeatNumber::from(seat);
            let flagged = matches!(event, Event::Flagged { seat } if *seat == number);
            let moved = matches!(event, Event::Moved { seat, .. } if *seat == number);
            let expired = before.expired(at).any(|expired| expired == seat);
            if flagged && !expired {
                violated(format!("seat {seat} is flagged with time on its clock"));
            }
            if moved && expired && table.seats[seat.index()].acting_person().is_some() {
                violated(format!("seat {seat} moves without time"));
            }
            if flagged {
                let down = self
                    .cluster
                    .downtime_between(began, at, NOTICEABLE_DOWNTIME);
                let available = at - began - down;
                if available + CLOCK_TOLERANCE < left {
                    violated(format!(
                        "seat {seat} is flagged after {available}, with {down} of downtime, but had {left}"
                    ));
                }
            }
        }
    }

    /// Records a command before it is sent.
    pub(super) fn will_send(&self, game: GameId, key: CommandKey, command: &Command) {
        lock(&self.sent).insert(key.number, (game, command.clone()));
    }

    /// Returns whether a command is in the log.
    pub(super) fn is_stored(&self, game: GameId, key: CommandKey) -> bool {
        self.observe(game);
        let games = lock(&self.games);
        games
            .get(&game)
            .is_some_and(|log| log.keys.contains_key(&key.number))
    }

    /// Checks an acknowledgement.
    pub(super) fn acknowledged(&self, game: GameId, key: CommandKey, ply: u32) {
        self.observe(game);
        self.count("acknowledged");
        let games = lock(&self.games);
        let log = &games[&game];
        let stored = log.keys.get(&key.number);
        let must_write = match lock(&self.sent).get(&key.number) {
            Some((_, command)) => matches!(
                command,
                Command::Move { .. } | Command::Choose { .. } | Command::Resign { .. }
            ),
            None => true,
        };
        let is_known = match stored {
            Some(stored) => *stored == ply,
            None => !must_write && ply as usize <= log.rows.len(),
        };
        if !is_known {
            self.world.violated(format!(
                "game {game}: a command was acknowledged at ply {ply}, but stored at {stored:?} of \
                 {}",
                log.rows.len()
            ));
        }
    }

    /// Checks a refusal of a command that may have been stored before it was sent again.
    pub(super) fn refused(&self, game: GameId, was_stored: bool, code: ProblemCode) {
        self.count("refused");
        if was_stored && code != ProblemCode::Unavailable {
            self.world.violated(format!(
                "game {game}: the retry of a stored command was refused: {code:?}"
            ));
        }
    }

    /// Checks a state that a node has shown.
    pub(super) fn shown(&self, game: GameId, ply: u32, hash: &str) {
        self.observe(game);
        let games = lock(&self.games);
        let rows = &games[&game].rows;
        let row = (ply as usize).checked_sub(1).and_then(|at| rows.get(at));
        if row.is_none_or(|row| row.state_hash != hash) {
            self.world.violated(format!(
                "game {game}: a node shows ply {ply} with checksum {hash}, but the log has {} \
                 events and there {:?}",
                rows.len(),
                row.map(|row| &row.state_hash)
            ));
        }
    }

    /// Returns the state at the end of a log: the number of events and the checksum.
    pub(super) fn head(&self, game: GameId) -> (u32, String) {
        self.observe(game);
        let games = lock(&self.games);
        let rows = &games[&game].rows;
        let hash = rows.last().map(|row| row.state_hash.clone());
        (rows.len() as u32, hash.unwrap_or_default())
    }

    /// Checks that nothing was changed in a log.
    pub(super) fn check_unchanged(&self) {
        for (game, log) in &*lock(&self.games) {
            if self.rows(*game, 0)[..log.rows.len()] != log.rows[..] {
                self.world
                    .violated(format!("game {game}: the log was rewritten"));
            }
        }
    }

    /// Returns the games in which a player has a seat.
    pub(super) fn games_of(&self, player: PlayerId) -> Vec<GameId> {
        let games = lock(&self.games);
        let seated = games.iter().filter(|(_, log)| {
            let table = log.table.as_ref();
            table.is_some_and(|table| table.seats_of(player).next().is_some())
        });
        seated.map(|(game, _)| *game).collect()
    }

    /// Reads the table at the end of a log.
    pub(super) fn with_table<T>(&self, game: GameId, read: impl FnOnce(&Table) -> T) -> Option<T> {
        self.observe(game);
        lock(&self.games).get(&game)?.table.as_ref().map(read)
    }
}

/// Returns whether the last events of a log contain what a command asked for.
fn has_effect(rows: &[EventRow], command: &Command) -> bool {
    let mut latest = rows.iter().rev().take(FOLLOWING_EVENTS);
    let event = |row: &EventRow| serde_json::from_str::<Event>(&row.body).ok();
    match command {
        Command::Move { seat, m, .. } => latest.any(|row| {
            matches!(event(row), Some(Event::Moved { seat: mover, text })
                if mover == *seat && text == m.to_string())
        }),
        Command::Choose { seat, .. } => latest
            .any(|row| matches!(event(row), Some(Event::Chosen { seat: by, .. }) if by == *seat)),
        Command::Resign { seat, .. } => latest
            .any(|row| matches!(event(row), Some(Event::Resigned { seat: by }) if by == *seat)),
        _ => true,
    }
}

/// Notes the turns that an event begins.
fn note_turns(
    turns: &mut [(Timestamp, Millis)],
    event: &Event,
    at: Timestamp,
    before: Option<&(Status, Clocks)>,
    table: &Table,
) {
    let ends_turns = matches!(
        event,
        Event::Moved { .. } | Event::Tiled { .. } | Event::Undone { .. }
    );
    for (seat, turn) in table.all_seats().zip(turns) {
        let ran = before.is_some_and(|(_, clocks)| clocks.running().contains(&seat));
        if !ran || ends_turns {
            *turn = (at, table.clocks.left(seat));
        }
    }
}
