//! What all players of a load share: the games, the ledger and the measurements.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use azulejo_rules::Wall;
use tokio::sync::mpsc;

use crate::ledger::Ledger;
use crate::people::{Person, Servers};
use crate::tally::Tally;

/// How long to wait before something that failed is tried again.
pub(crate) const AGAIN: Duration = Duration::from_millis(50);

/// What a player is told by others of the load.
pub(crate) enum Order {
    /// A place has a new game.
    Game(usize),
    /// Everybody is at their tables: play, by a schedule if there is one.
    Begin(Option<Schedule>),
    /// A tab of the player has an answer: the next ply, or why not.
    Answer { id: String, answer: Answer },
    /// Send a command once more.
    Resend(String),
    /// No more commands; end when all answers are in.
    Finish,
}

pub(crate) type Answer = Result<u32, String>;

/// A place for a game, and for the next one after it.
#[derive(Default)]
pub(crate) struct Place {
    pub(crate) game: String,
    pub(crate) people: Vec<usize>,
    /// The latest move: the ply it was meant for, when it was due, who made it.
    pub(crate) latest: Option<(u32, Instant, usize)>,
    /// How many moves of the schedule are used up.
    pub(crate) scheduled: u64,
    /// Whether the next game is being set up.
    pub(crate) renewing: bool,
}

/// When moves are due.
#[derive(Clone, Copy)]
pub(crate) struct Schedule {
    pub(crate) begun: Instant,
    pub(crate) rate: f64,
    pub(crate) places: usize,
}

impl Schedule {
    /// When the `number`th move of a place is due: the places take turns.
    pub(crate) fn due(&self, place: usize, number: u64) -> Instant {
        let before = number as f64 * self.places as f64 + place as f64;
        self.begun + Duration::from_secs_f64(before / self.rate)
    }
}

pub(crate) struct Field {
    pub(crate) servers: Servers,
    pub(crate) people: Vec<Person>,
    pub(crate) places: RefCell<Vec<Place>>,
    pub(crate) place_of: RefCell<HashMap<String, usize>>,
    pub(crate) inboxes: Vec<mpsc::UnboundedSender<Order>>,
    pub(crate) tally: RefCell<Tally>,
    pub(crate) ledger: RefCell<Ledger>,
    pub(crate) wall: Wall,
    pub(crate) reconnect: bool,
    pub(crate) finishing: Cell<bool>,
    /// How many seats have yet to hear of their first games.
    awaited: Cell<usize>,
    pub(crate) all_here: tokio::sync::Notify,
    /// The first thing that went wrong for good.
    pub(crate) failure: RefCell<Option<anyhow::Error>>,
    pub(crate) failed: tokio::sync::Notify,
    next_id: Cell<u64>,
    run: u64,
}

impl Field {
    #[expect(
        clippy::too_many_arguments,
        reason = "called once, right after they are made"
    )]
    pub(crate) fn new(
        servers: Servers,
        people: Vec<Person>,
        places: Vec<Place>,
        inboxes: Vec<mpsc::UnboundedSender<Order>>,
        ledger: Ledger,
        wall: Wall,
        reconnect: bool,
        run: u64,
    ) -> Self {
        let seats = places.iter().map(|place| place.people.len()).sum();
        Self {
            servers,
            people,
            places: RefCell::new(places),
            place_of: RefCell::default(),
            inboxes,
            tally: RefCell::new(Tally::new()),
            ledger: RefCell::new(ledger),
            wall,
            reconnect,
            finishing: Cell::new(false),
            awaited: Cell::new(seats),
            all_here: tokio::sync::Notify::new(),
            failure: RefCell::new(None),
            failed: tokio::sync::Notify::new(),
            next_id: Cell::new(1),
            run,
        }
    }

    /// The id of a command, never the same twice.
    pub(crate) fn new_id(&self) -> String {
        let number = self.next_id.get();
        self.next_id.set(number + 1);
        format!("{:016x}{number:016x}", self.run)
    }

    /// A player has heard of a game: at first, everybody waits for everybody.
    pub(crate) fn arrived(&self) {
        let awaited = self.awaited.get().saturating_sub(1);
        self.awaited.set(awaited);
        if awaited == 0 {
            self.all_here.notify_one();
        }
    }

    pub(crate) fn fail(&self, error: anyhow::Error) {
        self.failure.borrow_mut().get_or_insert(error);
        self.failed.notify_one();
    }

    /// Sets up the next game of a place and tells its players.
    pub(crate) async fn renew(self: Rc<Self>, place: usize) {
        let first = self.places.borrow()[place].people[0];
        let mut server = first;
        while !self.finishing.get() {
            match self.set_up(place, server).await {
                Ok(()) => return,
                Err(error) if self.reconnect => {
                    // That server may be down; another may not.
                    server += 1;
                    tracing::debug!(%error, "a game could not be set up");
                    tokio::time::sleep(AGAIN).await;
                }
                Err(error) => return self.fail(error),
            }
        }
    }

    pub(crate) async fn set_up(&self, place: usize, server: usize) -> Result<()> {
        let people = self.places.borrow()[place].people.clone();
        let seats: Vec<&Person> = people.iter().map(|&person| &self.people[person]).collect();
        let nonce = self.new_id();
        let game = self.servers.game(server, &seats, self.wall, &nonce).await?;
        let mut place_of = self.place_of.borrow_mut();
        let mut places = self.places.borrow_mut();
        let old = std::mem::replace(&mut places[place].game, game.clone());
        places[place].latest = None;
        places[place].renewing = false;
        place_of.remove(&old);
        place_of.insert(game, place);
        for person in people {
            self.inboxes[person]
                .send(Order::Game(place))
                .map_err(|_| anyhow!("a player has left"))?;
        }
        Ok(())
    }
}
