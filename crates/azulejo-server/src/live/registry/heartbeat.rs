//! The heartbeat of a node, and the downtime that its gaps reveal, which no clock is charged for.
//!
//! While a real-time clock runs, a node writes a heartbeat to the store several times a second. A
//! gap of a second or more is downtime: the process was stopped, the machine slept, or the store
//! did not answer. A node that starts, wakes up or reaches its store again gives the downtime back
//! in every game that waits for time to pass, before it writes its next heartbeat. Until then no
//! deadline is enforced, and none before a heartbeat from after it: a store that does not answer
//! keeps no moves.
//!
//! Shorter pauses are covered by the lag allowance of each turn only.

use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use azulejo_store::{GameId, LastHeartbeats, Store, StoreError};
use futures_util::StreamExt as _;
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

use super::Registry;
use super::clock::NodeClock;
use super::downtime::Downtime;
use crate::app::lock;
use crate::draws::to_hex;
use crate::live::actor::Message;
use crate::live::environment::Environment;
use azulejo_game::decide::DOWNTIME;
use azulejo_game::{Millis, Timestamp};

/// The interval of heartbeats, which are kept in memory while no clock depends on them.
const BEAT_EVERY: Duration = Duration::from_millis(300);
/// The interval at which a node writes heartbeats while no real-time clock runs on it: rarely, to
/// spare SD cards. After a crash, up to this much more is given back to correspondence clocks.
const IDLE_WRITE_EVERY: Millis = Millis::from_secs(120);
/// How often a starting node checks whether another one is alive.
const PROBE_EVERY: Duration = Duration::from_millis(50);
/// The longest time for which it checks, regardless of clocks.
const PROBE_FOR: Duration = DOWNTIME.to_std().saturating_add(Duration::from_secs(1));
/// The number of games in which time is given back concurrently.
const REFUND_CONCURRENCY: usize = 64;
/// How long a stopping server waits for its last heartbeat to be written.
const LAST_BEAT_TIMEOUT: Duration = Duration::from_millis(400);

/// The heartbeat task and the signal that ends it.
struct BeatTask {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

/// Counts a running real-time clock as long as it lives: meanwhile heartbeats are written.
pub(crate) struct RunningClock(Arc<AtomicUsize>);

impl Drop for RunningClock {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What the heartbeats in the store say to a node that starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Before {
    /// There was never a node.
    Nothing,
    /// No node has been up since.
    DownSince(Timestamp),
    /// A node wrote its last heartbeat then: it is alive, or has just died.
    MaybeAlive(Timestamp),
}

impl Before {
    fn new(shared: bool, now: Timestamp, seen: LastHeartbeats) -> Self {
        let at = |ms: Option<i64>| ms.map(Timestamp::from_unix_ms);
        match (at(seen.any), at(seen.unstopped)) {
            (None, _) => Self::Nothing,
            (Some(_), Some(last)) if shared && now - last <= DOWNTIME => Self::MaybeAlive(last),
            (Some(last), _) => Self::DownSince(last),
        }
    }
}

/// Returns when the downtime of all nodes began, if there was any: this node's last heartbeat is
/// `silence` old, and `last` is the latest heartbeat of any node in the store.
fn down_since(now: Timestamp, silence: Millis, last: Option<Timestamp>) -> Option<Timestamp> {
    let down = last.map_or(silence, |last| silence.min(now - last));
    (down >= DOWNTIME).then_some(now - down)
}

/// The heartbeat of this node.
pub(crate) struct Heartbeat {
    store: Arc<dyn Store>,
    clock: Arc<NodeClock>,
    /// Other nodes may write to the same store.
    shared: bool,
    /// The id of this node.
    node: String,
    task: Mutex<Option<BeatTask>>,
    /// The time of the last heartbeat, in memory or in the store.
    beat_ms: AtomicI64,
    /// The time of the last heartbeat in the store.
    written_ms: AtomicI64,
    /// The number of real-time clocks that run on this node.
    running_clocks: Arc<AtomicUsize>,
    /// Requests a heartbeat in the store.
    write_soon: Notify,
}

impl Heartbeat {
    pub(super) fn new(
        store: Arc<dyn Store>,
        clock: Arc<NodeClock>,
        environment: &Environment,
        shared: bool,
    ) -> Self {
        Self {
            store,
            clock,
            shared,
            node: to_hex(&environment.random_bytes::<8>()),
            task: Mutex::default(),
            beat_ms: AtomicI64::new(0),
            written_ms: AtomicI64::new(0),
            running_clocks: Arc::default(),
            write_soon: Notify::new(),
        }
    }

    /// Returns the time since this node's last heartbeat.
    fn silence(&self) -> Millis {
        self.clock.unshifted() - load(&self.beat_ms)
    }

    /// Returns whether the heartbeat has a gap, so that downtime may have to be given back before
    /// any deadline is enforced.
    pub(crate) fn has_gap(&self) -> bool {
        self.silence() >= DOWNTIME
    }

    /// Returns whether a heartbeat at `at` or later was written; requests one if not.
    pub(crate) fn was_up_at(&self, at: Timestamp) -> bool {
        let was_up = load(&self.written_ms) + self.clock.ahead() >= at;
        if !was_up {
            self.write_soon();
        }
        was_up
    }

    /// Requests a heartbeat in the store, which also checks that the store answers.
    pub(crate) fn write_soon(&self) {
        self.write_soon.notify_one();
    }

    /// Counts a real-time clock that starts to run, from the next heartbeat on.
    pub(crate) fn start_clock(&self) -> RunningClock {
        if self.running_clocks.fetch_add(1, Ordering::Relaxed) == 0 {
            self.write_soon();
        }
        RunningClock(Arc::clone(&self.running_clocks))
    }

    /// Returns the current downtime, if there is any.
    pub(crate) async fn downtime(&self) -> Result<Option<Downtime>, StoreError> {
        let (now, silence) = (self.clock.now(), self.silence());
        if silence < DOWNTIME {
            return Ok(None);
        }
        let last = if self.shared {
            let last = self.store.last_heartbeats().await?.any;
            last.map(Timestamp::from_unix_ms)
        } else {
            None
        };
        let since = down_since(now, silence, last);
        Ok(since.map(|since| Downtime { since, until: now }))
    }

    /// Returns since when no node was up; `None` if one is, or there never was one.
    async fn down_before_start(&self) -> Result<Option<Timestamp>, StoreError> {
        let begun = tokio::time::Instant::now();
        let mut first = None;
        loop {
            let seen = self.store.last_heartbeats().await?;
            match Before::new(self.shared, self.clock.now(), seen) {
                Before::Nothing => return Ok(None),
                Before::DownSince(last) => return Ok(Some(last)),
                Before::MaybeAlive(last) if last > *first.get_or_insert(last) => return Ok(None),
                Before::MaybeAlive(last) if begun.elapsed() > PROBE_FOR => return Ok(Some(last)),
                Before::MaybeAlive(_) => tokio::time::sleep(PROBE_EVERY).await,
            }
        }
    }

    /// Returns whether the next heartbeat is written to the store and not only kept in memory.
    ///
    /// Nodes that share a store always write theirs: they tell by them which ones are alive.
    fn must_write(&self) -> bool {
        let written = load(&self.written_ms);
        self.shared
            || self.running_clocks.load(Ordering::Relaxed) > 0
            || self.has_gap()
            || self.clock.unshifted() - written >= IDLE_WRITE_EVERY
    }

    async fn write(&self, now: Timestamp, unshifted: Timestamp) -> Result<(), StoreError> {
        self.store
            .record_heartbeat(&self.node, now.unix_ms())
            .await?;
        store(&self.beat_ms, unshifted);
        store(&self.written_ms, unshifted);
        Ok(())
    }

    /// Ends the heartbeat of a server that is about to stop. Returns the time.
    pub(crate) fn stop(&self) -> Timestamp {
        if let Some(beating) = &*lock(&self.task) {
            beating.stop.send_replace(true);
        }
        self.clock.now()
    }

    /// Writes when this node stopped, so that exactly the time from then on is given back.
    pub(crate) async fn write_last(&self, stopped: Timestamp) {
        let beating = lock(&self.task).take();
        if let Some(mut beating) = beating
            && tokio::time::timeout(LAST_BEAT_TIMEOUT, &mut beating.task)
                .await
                .is_err()
        {
            beating.task.abort();
        }
        let written = self.store.record_shutdown(&self.node, stopped.unix_ms());
        match tokio::time::timeout(LAST_BEAT_TIMEOUT, written).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "last heartbeat failed"),
            Err(_) => tracing::warn!("last heartbeat timed out"),
        }
    }
}

fn load(time_ms: &AtomicI64) -> Timestamp {
    Timestamp::from_unix_ms(time_ms.load(Ordering::Relaxed))
}

fn store(time_ms: &AtomicI64, time: Timestamp) {
    time_ms.store(time.unix_ms(), Ordering::Relaxed);
}

/// Gives back the downtime before the start, and starts the heartbeat.
pub(super) async fn start(registry: &Registry) -> Result<(), StoreError> {
    let (heartbeat, clock) = (&registry.heartbeat, &registry.clock);
    let since = heartbeat.down_before_start().await?;
    let now = clock.now();
    let silence = since.map_or(Millis::ZERO, |since| (now - since).or_zero());
    let beat = clock.unshifted() - silence;
    store(&heartbeat.beat_ms, beat);
    let downtime = since.map(|since| Downtime { since, until: now });
    give_back(registry, downtime).await?;
    // At once: even a server that is up for a moment only leaves a heartbeat.
    heartbeat.write(clock.now(), clock.unshifted()).await?;
    let (stop, stopped) = watch::channel(false);
    let task = registry
        .seams
        .environment
        .spawn(keep_beating(registry.clone(), stopped));
    *lock(&heartbeat.task) = Some(BeatTask { stop, task });
    Ok(())
}

async fn keep_beating(registry: Registry, mut stop: watch::Receiver<bool>) {
    let heartbeat = &registry.heartbeat;
    let mut failed = false;
    loop {
        // A write may have taken so long that there is downtime to give back.
        let pause = if !failed && heartbeat.has_gap() {
            Duration::ZERO
        } else {
            BEAT_EVERY
        };
        let requested = tokio::select! {
            biased;
            // A dropped sender ends it as well.
            _ = stop.wait_for(|stop| *stop) => return,
            () = heartbeat.write_soon.notified(), if !failed => true,
            () = tokio::time::sleep(pause) => false,
        };
        // Read before the check for a gap: a stop right after the check must leave one.
        let unshifted = registry.clock.unshifted();
        if !(requested || failed || heartbeat.must_write()) {
            store(&heartbeat.beat_ms, unshifted);
            continue;
        }
        let beaten = resume_and_beat(&registry).await;
        failed = beaten.is_err();
        if let Err(error) = beaten {
            tracing::warn!(%error, "heartbeat failed");
        }
    }
}

async fn resume_and_beat(registry: &Registry) -> Result<(), StoreError> {
    let (heartbeat, clock) = (&registry.heartbeat, &registry.clock);
    // Read before the check for a gap: a stop right after the check must leave one.
    let (now, unshifted, silence) = (clock.now(), clock.unshifted(), heartbeat.silence());
    if silence >= DOWNTIME {
        give_back(registry, heartbeat.downtime().await?).await?;
        let was_down = Downtime {
            since: now - silence,
            until: now,
        };
        let games = &registry.games;
        games.broadcast(|| Message::NodeWasDown(was_down)).await;
    }
    heartbeat.write(now, unshifted).await
}

/// Gives back downtime in every game whose clock runs, and in the live ones, which may wait for
/// other deadlines. Without downtime, another node may have found some.
async fn give_back(registry: &Registry, downtime: Option<Downtime>) -> Result<(), StoreError> {
    let Some(downtime) = downtime else {
        return registry.last_downtime.read().await;
    };
    registry.last_downtime.set(downtime).await?;
    let heads = registry.store.running_timed().await?;
    let mut games: Vec<GameId> = heads.iter().map(|head| head.game).collect();
    games.extend(registry.games.ids());
    games.sort_unstable();
    games.dedup();
    if !games.is_empty() {
        let Downtime { since, until } = downtime;
        tracing::info!(games = games.len(), %since, %until, "giving back downtime");
    }
    for _ in 0..2 {
        let tried = games.into_iter().map(|game| async move {
            let done = registry.command(game, downtime.resumed(), None).await;
            done.err().map(|reason| (game, reason))
        });
        let failed: Vec<_> = futures_util::stream::iter(tried)
            .buffer_unordered(REFUND_CONCURRENCY)
            .filter_map(std::future::ready)
            .collect()
            .await;
        if failed.is_empty() {
            return Ok(());
        }
        // If the store is away again, everything is retried later.
        registry.store.check().await?;
        for (game, reason) in &failed {
            tracing::warn!(%game, ?reason, "downtime not given back");
        }
        games = failed.into_iter().map(|(game, _)| game).collect();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_unix_ms(1_000_000);

    /// Returns the time so many milliseconds ago.
    fn ago(ms: i64) -> Timestamp {
        NOW - Millis::new(ms)
    }

    fn seen(any: Timestamp, unstopped: Option<Timestamp>) -> LastHeartbeats {
        LastHeartbeats {
            any: Some(any.unix_ms()),
            unstopped: unstopped.map(Timestamp::unix_ms),
        }
    }

    #[test]
    fn a_single_node_was_down_since_the_last_heartbeat() {
        let before = |seen| Before::new(false, NOW, seen);
        assert_eq!(before(LastHeartbeats::default()), Before::Nothing);
        for last in [ago(1), ago(2_000), ago(900_000)] {
            assert_eq!(before(seen(last, Some(last))), Before::DownSince(last));
            assert_eq!(before(seen(last, None)), Before::DownSince(last));
        }
    }

    #[test]
    fn a_recent_heartbeat_of_another_node_leaves_downtime_open() {
        let before = |seen| Before::new(true, NOW, seen);
        assert_eq!(before(LastHeartbeats::default()), Before::Nothing);
        let recent = NOW - DOWNTIME;
        assert_eq!(
            before(seen(recent, Some(recent))),
            Before::MaybeAlive(recent)
        );
        let old = recent - Millis::new(1);
        assert_eq!(before(seen(old, Some(old))), Before::DownSince(old));
        // Another one stopped later than the last that may be alive died.
        assert_eq!(before(seen(ago(5), Some(old))), Before::DownSince(ago(5)));
        assert_eq!(
            before(seen(ago(5), Some(recent))),
            Before::MaybeAlive(recent)
        );
        assert_eq!(before(seen(ago(5), None)), Before::DownSince(ago(5)));
    }

    #[test]
    fn a_gap_is_downtime_only_if_no_other_node_was_up() {
        let hour = Millis::from_minutes(60);
        assert_eq!(down_since(NOW, DOWNTIME - Millis::new(1), None), None);
        assert_eq!(down_since(NOW, DOWNTIME, None), Some(NOW - DOWNTIME));
        // The store knows this node's own last heartbeat.
        assert_eq!(down_since(NOW, hour, Some(NOW - hour)), Some(NOW - hour));
        // Another one is up, or was until ten minutes ago.
        assert_eq!(down_since(NOW, hour, Some(ago(900))), None);
        let ten = ago(600_000);
        assert_eq!(down_since(NOW, hour, Some(ten)), Some(ten));
        // The clock was set ahead by an hour, which is no gap.
        assert_eq!(down_since(NOW, Millis::new(900), Some(NOW - hour)), None);
    }
}
