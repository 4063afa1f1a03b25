//! The state shared by all players of a load: the games, the ledger and the statistics.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use azulejo_rules::Wall;
use tokio::sync::mpsc;

use crate::client::{Guest, Servers};
use crate::ledger::Ledger;
use crate::stats::Stats;

/// The delay before a failed operation is retried.
pub(crate) const RETRY_DELAY: Duration = Duration::from_millis(50);

/// A message to a player's inbox.
pub(crate) enum PlayerMessage {
    /// A new game was created at this table.
    NewGame(usize),
    /// All seats are ready: start to play, on a schedule if there is one.
    Begin(Option<Schedule>),
    /// One of the player's tabs received a reply.
    Reply { id: String, reply: Reply },
    /// Resend a command.
    Resend(String),
    /// Send no more commands; finish when all replies have arrived.
    Finish,
}

/// The next ply, or the error code of a refusal.
pub(crate) type Reply = Result<u32, String>;

/// A table, at which one game follows another.
#[derive(Default)]
pub(crate) struct Table {
    pub(crate) game: String,
    /// The player at each seat, as an index of guests.
    pub(crate) players: Vec<usize>,
    /// The latest move: its ply, its start time, and the player who made it.
    pub(crate) latest: Option<(u32, Instant, usize)>,
    /// The number of scheduled moves already made.
    pub(crate) scheduled: u64,
    /// True while the next game is being created.
    pub(crate) restarting: bool,
}

/// A fixed rate of moves.
#[derive(Clone, Copy)]
pub(crate) struct Schedule {
    pub(crate) begun: Instant,
    pub(crate) rate: f64,
    pub(crate) tables: usize,
}

impl Schedule {
    /// Returns the due time of a table's move with this index. The tables take turns.
    pub(crate) fn due(&self, table: usize, number: u64) -> Instant {
        let before = number as f64 * self.tables as f64 + table as f64;
        self.begun + Duration::from_secs_f64(before / self.rate)
    }
}

pub(crate) struct SharedState {
    pub(crate) servers: Servers,
    pub(crate) guests: Vec<Guest>,
    pub(crate) tables: RefCell<Vec<Table>>,
    pub(crate) table_of: RefCell<HashMap<String, usize>>,
    pub(crate) inboxes: Vec<mpsc::UnboundedSender<PlayerMessage>>,
    pub(crate) stats: RefCell<Stats>,
    pub(crate) ledger: RefCell<Ledger>,
    pub(crate) wall: Wall,
    pub(crate) reconnect: bool,
    pub(crate) finishing: Cell<bool>,
    /// The number of seats still waiting for their first game.
    pending_seats: Cell<usize>,
    pub(crate) all_ready: tokio::sync::Notify,
    /// The first fatal error.
    pub(crate) failure: RefCell<Option<anyhow::Error>>,
    pub(crate) failed: tokio::sync::Notify,
    next_id: Cell<u64>,
    run_id: u64,
}

impl SharedState {
    #[expect(
        clippy::too_many_arguments,
        reason = "called once, with values that were just created"
    )]
    pub(crate) fn new(
        servers: Servers,
        guests: Vec<Guest>,
        tables: Vec<Table>,
        inboxes: Vec<mpsc::UnboundedSender<PlayerMessage>>,
        ledger: Ledger,
        wall: Wall,
        reconnect: bool,
        run_id: u64,
    ) -> Self {
        let seats = tables.iter().map(|table| table.players.len()).sum();
        Self {
            servers,
            guests,
            tables: RefCell::new(tables),
            table_of: RefCell::default(),
            inboxes,
            stats: RefCell::new(Stats::new()),
            ledger: RefCell::new(ledger),
            wall,
            reconnect,
            finishing: Cell::new(false),
            pending_seats: Cell::new(seats),
            all_ready: tokio::sync::Notify::new(),
            failure: RefCell::new(None),
            failed: tokio::sync::Notify::new(),
            next_id: Cell::new(1),
            run_id,
        }
    }

    /// Returns a unique command id.
    pub(crate) fn new_id(&self) -> String {
        let number = self.next_id.get();
        self.next_id.set(number + 1);
        format!("{:016x}{number:016x}", self.run_id)
    }

    /// Marks one more seat as ready. Play begins once all are.
    pub(crate) fn seat_ready(&self) {
        let pending_seats = self.pending_seats.get().saturating_sub(1);
        self.pending_seats.set(pending_seats);
        if pending_seats == 0 {
            self.all_ready.notify_one();
        }
    }

    /// Ends the load with an error.
    pub(crate) fn fail(&self, error: anyhow::Error) {
        self.failure.borrow_mut().get_or_insert(error);
        self.failed.notify_one();
    }

    /// Creates the next game at a table, with retries if the load reconnects.
    pub(crate) async fn start_next_game(self: Rc<Self>, table: usize) {
        let first = self.tables.borrow()[table].players[0];
        let mut server = first;
        while !self.finishing.get() {
            match self.create_game(table, server).await {
                Ok(()) => return,
                Err(error) if self.reconnect => {
                    // This server may be down: try the next one.
                    server += 1;
                    tracing::debug!(%error, "failed to create a game; retrying");
                    tokio::time::sleep(RETRY_DELAY).await;
                }
                Err(error) => return self.fail(error),
            }
        }
    }

    /// Creates a game at a table and notifies its players.
    pub(crate) async fn create_game(&self, table: usize, server: usize) -> Result<()> {
        let players = self.tables.borrow()[table].players.clone();
        let seats: Vec<&Guest> = players.iter().map(|&player| &self.guests[player]).collect();
        let nonce = self.new_id();
        let game = self
            .servers
            .create_game(server, &seats, self.wall, &nonce)
            .await?;
        let mut table_of = self.table_of.borrow_mut();
        let mut tables = self.tables.borrow_mut();
        let old = std::mem::replace(&mut tables[table].game, game.clone());
        tables[table].latest = None;
        tables[table].restarting = false;
        table_of.remove(&old);
        table_of.insert(game, table);
        for player in players {
            self.inboxes[player]
                .send(PlayerMessage::NewGame(table))
                .map_err(|_| anyhow!("a player task has ended"))?;
        }
        Ok(())
    }
}
