//! Group commit: appends that wait at the same time share one transaction.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sqlx::PgPool;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::plan::Plan;
use crate::postgres::at_once::{self, Kind};
use crate::sql::{Access, Connections, Pool, Tx, list, values};
use crate::{
    Append, Appended, Bus, BusMessage, GameId, PlayerId, StoreError, StoreStats, postgres, sqlite,
};

type Outcome = Result<Appended, StoreError>;

/// An append and whoever waits for it.
struct Job {
    append: Append,
    reply: oneshot::Sender<Outcome>,
}

/// Counters of all writers.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    appends: AtomicU64,
    batches: AtomicU64,
    largest_batch: AtomicU64,
    taken_apart: AtomicU64,
    writing_ns: AtomicU64,
}

/// The writers of one store. Appends to one game always go to the same one, in order.
pub(crate) struct Writers {
    queues: std::sync::Mutex<Vec<mpsc::Sender<Job>>>,
    tasks: tokio::sync::Mutex<Vec<JoinHandle<()>>>,
    counters: Arc<Counters>,
}

impl Writers {
    /// Starts `number` writers.
    pub(crate) fn start(
        pool: &Pool,
        bus: &Arc<dyn Bus>,
        number: u32,
        queue: usize,
        batch: usize,
    ) -> Self {
        let counters = Arc::new(Counters::default());
        let (queues, tasks) = (0..number)
            .map(|_| {
                let (sender, jobs) = mpsc::channel(queue);
                let writer = Writer {
                    pool: pool.clone(),
                    bus: Arc::clone(bus),
                    counters: Arc::clone(&counters),
                    batch,
                };
                (sender, tokio::spawn(writer.run(jobs)))
            })
            .unzip();
        Self {
            queues: std::sync::Mutex::new(queues),
            tasks: tokio::sync::Mutex::new(tasks),
            counters,
        }
    }

    pub(crate) async fn append(&self, append: Append) -> Outcome {
        let queue = self.queue_of(append.game).ok_or(StoreError::Closed)?;
        let (reply, outcome) = oneshot::channel();
        if queue.send(Job { append, reply }).await.is_err() {
            return Err(StoreError::Closed);
        }
        // A writer drops a job only if it dies in the middle of it.
        let lost = || StoreError::Unknown("the writer has ended".to_owned());
        outcome.await.unwrap_or_else(|_| Err(lost()))
    }

    /// Lets everything that waits be written, and takes no more.
    pub(crate) async fn close(&self) {
        self.lock_queues().clear();
        for task in self.tasks.lock().await.drain(..) {
            if let Err(error) = task.await {
                tracing::error!(%error, "a writer has ended badly");
            }
        }
    }

    pub(crate) fn stats(&self) -> StoreStats {
        let queues = self.lock_queues();
        let queued = queues
            .iter()
            .map(|queue| queue.max_capacity() - queue.capacity());
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        StoreStats {
            appends: read(&self.counters.appends),
            batches: read(&self.counters.batches),
            largest_batch: read(&self.counters.largest_batch),
            taken_apart: read(&self.counters.taken_apart),
            queued: queued.sum::<usize>() as u64,
            writing: Duration::from_nanos(read(&self.counters.writing_ns)),
        }
    }

    fn queue_of(&self, game: GameId) -> Option<mpsc::Sender<Job>> {
        let queues = self.lock_queues();
        let bytes = game.as_str().bytes();
        let number = bytes.fold(0_usize, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(byte.into())
        });
        queues.get(number.checked_rem(queues.len())?).cloned()
    }

    fn lock_queues(&self) -> std::sync::MutexGuard<'_, Vec<mpsc::Sender<Job>>> {
        self.queues
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

struct Writer {
    pool: Pool,
    bus: Arc<dyn Bus>,
    counters: Arc<Counters>,
    batch: usize,
}

impl Writer {
    async fn run(self, mut jobs: mpsc::Receiver<Job>) {
        let mut batch = Vec::with_capacity(self.batch);
        while jobs.recv_many(&mut batch, self.batch).await > 0 {
            self.write(&mut batch).await;
        }
    }

    /// Writes a batch, then tells the callers, then the other nodes.
    async fn write(&self, batch: &mut Vec<Job>) {
        let begun = Instant::now();
        let appends: Vec<&Append> = batch.iter().map(|job| &job.append).collect();
        let (outcomes, grown) = self.outcomes(&appends).await;
        self.counters.count(batch.len() as u64, begun.elapsed());
        for (job, outcome) in batch.drain(..).zip(outcomes) {
            // Whoever no longer waits will ask again, under the same command.
            let _gone = job.reply.send(outcome);
        }
        if !grown.is_empty() {
            self.bus.publish(vec![BusMessage::Appended(grown)]).await;
        }
    }

    async fn outcomes(&self, appends: &[&Append]) -> Committed {
        match &self.pool.connections {
            Connections::Sqlite(_) => self.by_transaction(appends).await,
            Connections::Postgres(pool) => self.by_kind(pool, appends).await,
        }
    }

    /// Writes what can be written at once so, and the rest by a transaction.
    async fn by_kind(&self, pool: &PgPool, appends: &[&Append]) -> Committed {
        let kinds = at_once::kinds(appends);
        let mut outcomes: Vec<Option<Outcome>> = appends.iter().map(|_| None).collect();
        let mut all_grown = Vec::new();
        for kind in Kind::ALL.map(Some).into_iter().chain([None]) {
            let places: Vec<usize> = (0..kinds.len()).filter(|&i| kinds[i] == kind).collect();
            let some: Vec<&Append> = places.iter().map(|&place| appends[place]).collect();
            let (done, grown) = match kind {
                Some(kind) => self.at_once(pool, kind, &some).await,
                None => self.by_transaction(&some).await,
            };
            for (place, outcome) in places.into_iter().zip(done) {
                outcomes[place] = Some(outcome);
            }
            all_grown.extend(grown);
        }
        let outcomes = outcomes.into_iter();
        let outcomes = outcomes.map(|outcome| outcome.expect("every append has its outcome"));
        (outcomes.collect(), all_grown)
    }

    /// Writes appends in one statement or, if something stands against one of them, one by one.
    async fn at_once(&self, pool: &PgPool, kind: Kind, appends: &[&Append]) -> Committed {
        if appends.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let written = match self.pool.health.check() {
            Ok(()) => at_once::write(pool, kind, appends).await,
            Err(error) => Err(error),
        };
        match written {
            Ok(Some(outcomes)) => {
                let grown = appends
                    .iter()
                    .zip(&outcomes)
                    .filter_map(|(append, outcome)| {
                        let Ok(Appended::Committed { next }) = outcome else {
                            return None;
                        };
                        Some((append.game, *next))
                    });
                let grown = grown.collect();
                (outcomes, grown)
            }
            Ok(None) => self.by_transaction(appends).await,
            Err(error) if concerns_one(&error) => self.by_transaction(appends).await,
            Err(error) => (vec![Err(error); appends.len()], Vec::new()),
        }
    }

    async fn by_transaction(&self, appends: &[&Append]) -> Committed {
        if appends.is_empty() {
            return (Vec::new(), Vec::new());
        }
        match self.commit(appends).await {
            Ok(done) => done,
            Err(error) if appends.len() > 1 && concerns_one(&error) => {
                tracing::warn!(%error, appends = appends.len(), "a batch is taken apart");
                self.counters.taken_apart.fetch_add(1, Ordering::Relaxed);
                let mut outcomes = Vec::with_capacity(appends.len());
                let mut all_grown = Vec::new();
                for append in appends {
                    let (outcome, grown) = self.outcome_alone(append).await;
                    outcomes.push(outcome);
                    all_grown.extend(grown);
                }
                (outcomes, all_grown)
            }
            Err(error) if concerns_one(&error) => {
                let (outcome, grown) = self.outcome_alone(appends[0]).await;
                (vec![outcome], grown)
            }
            Err(error) => (vec![Err(error); appends.len()], Vec::new()),
        }
    }

    /// A second chance: what stood in the way, such as a player just being deleted, may be gone.
    async fn outcome_alone(&self, append: &Append) -> (Outcome, Vec<(GameId, u32)>) {
        match self.commit(&[append]).await {
            Ok((mut outcome, grown)) => {
                let missing = || StoreError::Corrupt("a batch of one has no outcome".to_owned());
                (outcome.pop().unwrap_or_else(|| Err(missing())), grown)
            }
            Err(error) => (Err(error), Vec::new()),
        }
    }

    /// Writes all of these or, if there is an error, none. An append that is stale or for a game
    /// that does not exist is no error here.
    async fn commit(&self, appends: &[&Append]) -> Result<Committed, StoreError> {
        let mut tx = self.pool.begin(Access::Write).await?;
        let games: BTreeSet<GameId> = appends.iter().map(|append| append.game).collect();
        let plan = Plan::new(appends, self.next(&mut tx, &games).await?);
        if plan.is_empty() {
            return Ok((plan.outcomes, Vec::new()));
        }
        if let Some(game) = two_seats(&self.pool, &mut tx, &plan).await? {
            return Err(StoreError::TwoSeats(game));
        }
        let written = match self.pool.connections {
            Connections::Sqlite(_) => sqlite::batch::write(&mut tx, &plan).await?,
            Connections::Postgres(_) => postgres::batch::write(&mut tx, &plan).await?,
        };
        match written {
            Written::All => {
                tx.commit().await?;
                let grown = plan.grown();
                Ok((plan.outcomes, grown))
            }
            // The game's row was behind its log. The log is right, and the unique index said so.
            Written::PlyTaken if appends.len() == 1 => {
                let next = highest_ply(&mut tx, appends[0].game).await?;
                Ok((vec![Ok(Appended::Stale { next })], Vec::new()))
            }
            Written::PlyTaken => Err(StoreError::Refused("a ply is taken".to_owned())),
        }
    }

    /// Locks the games and reads where they stand.
    async fn next(
        &self,
        tx: &mut Tx,
        games: &BTreeSet<GameId>,
    ) -> Result<HashMap<GameId, u32>, StoreError> {
        match self.pool.connections {
            Connections::Sqlite(_) => sqlite::batch::next(tx, games).await,
            Connections::Postgres(_) => postgres::batch::next(tx, games).await,
        }
    }
}

/// What each caller is told, and the games that have grown.
type Committed = (Vec<Outcome>, Vec<(GameId, u32)>);

/// Whether the rows of a plan could be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    All,
    /// The unique index stands against an event; the transaction is to be dropped.
    PlyTaken,
}

/// Whether the error may be one append's fault, so that the others go through without it.
fn concerns_one(error: &StoreError) -> bool {
    matches!(
        error,
        StoreError::Refused(_)
            | StoreError::Busy(_)
            | StoreError::Corrupt(_)
            | StoreError::TwoSeats(_)
    )
}

/// A game in which two different people are to sit who have become one, if there is one.
///
/// A guest's merger into an account changes no ply, so whoever appends may not know of it. Asked
/// after the games are locked: a merger locks those of its guest first.
async fn two_seats(
    pool: &Pool,
    tx: &mut Tx,
    plan: &Plan<'_>,
) -> Result<Option<GameId>, StoreError> {
    let people: BTreeSet<PlayerId> = plan.seats.values().filter_map(|row| row.player).collect();
    if people.len() < 2 {
        return Ok(None);
    }
    let sql = match pool.connections {
        Connections::Sqlite(_) => {
            "SELECT guest, account FROM merged WHERE guest IN \
             (SELECT value FROM json_each('[\"' || replace($1, ',', '\",\"') || '\"]'))"
        }
        Connections::Postgres(_) => {
            "SELECT guest, account FROM merged WHERE guest = ANY (string_to_array($1, ','))"
        }
    };
    let mut accounts = HashMap::new();
    for row in tx.rows(sql, values![list(&people)]).await? {
        accounts.insert(row.parsed::<PlayerId>(0)?, row.parsed::<PlayerId>(1)?);
    }
    if accounts.is_empty() {
        return Ok(None);
    }
    let mut sits_as = HashMap::new();
    for (&(game, _), row) in &plan.seats {
        let Some(player) = row.player else { continue };
        let person = accounts.get(&player).copied().unwrap_or(player);
        if *sits_as.entry((game, person)).or_insert(player) != player {
            return Ok(Some(game));
        }
    }
    Ok(None)
}

async fn highest_ply(tx: &mut Tx, game: GameId) -> Result<u32, StoreError> {
    let sql = "SELECT COALESCE(MAX(ply) + 1, 0) FROM event WHERE game_id = $1";
    match tx.row(sql, values![game]).await? {
        Some(row) => row.small(0),
        None => Ok(0),
    }
}

impl Counters {
    fn count(&self, appends: u64, writing: Duration) {
        self.appends.fetch_add(appends, Ordering::Relaxed);
        self.batches.fetch_add(1, Ordering::Relaxed);
        self.largest_batch.fetch_max(appends, Ordering::Relaxed);
        self.writing_ns
            .fetch_add(writing.as_nanos() as u64, Ordering::Relaxed);
    }
}
