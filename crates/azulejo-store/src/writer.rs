//! Group commit: concurrent appends share one transaction.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::database::players;
use crate::game::resolve_seats;
use crate::sql::{Connections, Pool, values};
use crate::{Append, Appended, Bus, BusMessage, GameId, StoreError, StoreStats, postgres, sqlite};

type Outcome = Result<Appended, StoreError>;

/// A queued append and the channel for its outcome.
struct Job {
    append: Append,
    reply: oneshot::Sender<Outcome>,
}

/// Counters of all writers.
#[derive(Debug, Default)]
struct Counters {
    appends: AtomicU64,
    batches: AtomicU64,
    largest_batch: AtomicU64,
    split_batches: AtomicU64,
}

/// The writers of a store. All appends to a game go to the same writer, in order.
pub(crate) struct Writers {
    queues: std::sync::Mutex<Vec<mpsc::Sender<Job>>>,
    tasks: tokio::sync::Mutex<Vec<JoinHandle<()>>>,
    counters: Arc<Counters>,
}

impl Writers {
    pub(crate) fn start(
        pool: &Pool,
        bus: &Arc<dyn Bus>,
        writers: u32,
        queue: usize,
        max_batch: usize,
    ) -> Self {
        let counters = Arc::new(Counters::default());
        let (queues, tasks) = (0..writers)
            .map(|_| {
                let (sender, jobs) = mpsc::channel(queue);
                let writer = Writer {
                    pool: pool.clone(),
                    bus: Arc::clone(bus),
                    counters: Arc::clone(&counters),
                    max_batch,
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
        // A writer drops a job only if it panics.
        let lost = || StoreError::Unknown("the writer has panicked".to_owned());
        outcome.await.unwrap_or_else(|_| Err(lost()))
    }

    /// Flushes the queues and accepts no further appends.
    pub(crate) async fn close(&self) {
        self.lock_queues().clear();
        for task in self.tasks.lock().await.drain(..) {
            if let Err(error) = task.await {
                tracing::error!(%error, "writer panicked");
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
            split_batches: read(&self.counters.split_batches),
            queued: queued.sum::<usize>() as u64,
        }
    }

    fn queue_of(&self, game: GameId) -> Option<mpsc::Sender<Job>> {
        let queues = self.lock_queues();
        let bytes = game.as_str().bytes();
        let hash = bytes.fold(0_usize, |hash, byte| {
            hash.wrapping_mul(31).wrapping_add(byte.into())
        });
        queues.get(hash.checked_rem(queues.len())?).cloned()
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
    max_batch: usize,
}

impl Writer {
    async fn run(self, mut jobs: mpsc::Receiver<Job>) {
        let mut queue = Vec::with_capacity(self.max_batch);
        while jobs.recv_many(&mut queue, self.max_batch).await > 0 {
            while !queue.is_empty() {
                let batch = batch_len(&queue);
                self.write(&mut queue, batch).await;
            }
        }
    }

    /// Writes the first `len` jobs, then replies to the callers, then notifies the other nodes.
    async fn write(&self, queue: &mut Vec<Job>, len: usize) {
        let outcomes = self.append(&mut queue[..len]).await;
        self.counters.record(len as u64);
        let mut changed = Vec::with_capacity(len);
        for (Job { append, reply }, outcome) in queue.drain(..len).zip(outcomes) {
            match outcome {
                Ok(Appended::Committed { next }) if !append.events.is_empty() => {
                    changed.push((append.game, next));
                }
                _ => {}
            }
            // A caller that has gone away retries under the same command.
            let _gone = reply.send(outcome);
        }
        if !changed.is_empty() {
            self.bus.publish(vec![BusMessage::Appended(changed)]).await;
        }
    }

    /// Appends to distinct games in one transaction, or one by one if one of them is rejected.
    async fn append(&self, jobs: &mut [Job]) -> Vec<Outcome> {
        match self.try_append(jobs).await {
            Ok(outcomes) => outcomes,
            Err(error) if can_concern_one(&error) => {
                if jobs.len() > 1 {
                    tracing::warn!(%error, appends = jobs.len(), "splitting batch");
                    self.counters.split_batches.fetch_add(1, Ordering::Relaxed);
                }
                let mut outcomes = Vec::with_capacity(jobs.len());
                for job in jobs {
                    outcomes.push(self.append_alone(job).await);
                }
                outcomes
            }
            Err(error) => vec![Err(error); jobs.len()],
        }
    }

    /// Retries one append, with the current ids of players who were merged or deleted.
    async fn append_alone(&self, job: &mut Job) -> Outcome {
        let (game, expect) = (job.append.game, job.append.expect);
        self.resolve_players(&mut job.append).await?;
        match self.try_append(std::slice::from_ref(job)).await {
            Ok(mut outcomes) => outcomes.pop().expect("one outcome per append"),
            // The unique index rejects a ply that is taken although the game's row says otherwise.
            Err(error @ StoreError::Refused(_)) => match self.log_length(game).await? {
                next if next > expect => Ok(Appended::Stale { next }),
                _ => Err(error),
            },
            Err(error) => Err(error),
        }
    }

    /// Appends to distinct games in one transaction. On an error nothing was written.
    ///
    /// The foreign key rejects seats of players who were merged or deleted. Resolving them first
    /// would cost every batch with seats another round trip.
    async fn try_append(&self, jobs: &[Job]) -> Result<Vec<Outcome>, StoreError> {
        let appends: Vec<&Append> = jobs.iter().map(|job| &job.append).collect();
        match &self.pool.connections {
            Connections::Sqlite(_) => sqlite::append::write(&self.pool, &appends).await,
            Connections::Postgres(_) => postgres::append::write(&self.pool, &appends).await,
        }
    }

    /// Replaces the players of seats by their current ids.
    async fn resolve_players(&self, append: &mut Append) -> Result<(), StoreError> {
        let Some(seats) = &mut append.seats else {
            return Ok(());
        };
        let people: HashSet<_> = seats.iter().filter_map(|seat| seat.player).collect();
        let current = players::current_ids(&self.pool, people).await?;
        resolve_seats(append.game, seats, |player| current.get(&player).copied())
    }

    async fn log_length(&self, game: GameId) -> Result<u32, StoreError> {
        let sql = "SELECT COALESCE(MAX(ply) + 1, 0) FROM event WHERE game_id = $1";
        let row = self.pool.row(sql, values![game]).await?;
        row.map_or(Ok(0), |row| row.small(0))
    }
}

/// Returns the length of the next batch: all jobs before the second append to the same game,
/// because a statement can change a row only once.
fn batch_len(queue: &[Job]) -> usize {
    let mut games = HashSet::with_capacity(queue.len());
    let repeated = queue.iter().position(|job| !games.insert(job.append.game));
    repeated.unwrap_or(queue.len())
}

/// Returns `true` if one append can be the cause, so that the others can succeed without it.
fn can_concern_one(error: &StoreError) -> bool {
    matches!(
        error,
        StoreError::Refused(_) | StoreError::Busy(_) | StoreError::Corrupt(_)
    )
}

impl Counters {
    fn record(&self, appends: u64) {
        self.appends.fetch_add(appends, Ordering::Relaxed);
        self.batches.fetch_add(1, Ordering::Relaxed);
        self.largest_batch.fetch_max(appends, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(game: u8, expect: u32) -> Job {
        let append = Append {
            game: GameId::from_entropy([game; 16]),
            expect,
            events: Vec::new(),
            command: None,
            summary: None,
            seats: None,
        };
        let (reply, _) = oneshot::channel();
        Job { append, reply }
    }

    #[test]
    fn batches_hold_each_game_once_and_keep_the_order() {
        let mut queue = vec![job(1, 5), job(2, 0), job(1, 7), job(3, 4), job(1, 8)];
        let mut batches = Vec::new();
        while !queue.is_empty() {
            let batch = queue.drain(..batch_len(&queue));
            let plies: Vec<_> = batch.map(|job| job.append.expect).collect();
            batches.push(plies);
        }
        assert_eq!(batches, [vec![5, 0], vec![7, 4], vec![8]]);
    }
}
