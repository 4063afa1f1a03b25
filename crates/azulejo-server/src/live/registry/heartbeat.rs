//! Signs of life, and the time in which there were none: it is charged to nobody.
//!
//! Every node writes down every second that it is there. A node that starts, wakes up after it was
//! stopped, or reaches its database again finds how long nobody was there, and gives that time
//! back in every game in which a clock runs, before it writes down that it is there again. Until
//! then nobody is flagged, and never before a sign of life from after the deadline: a store that
//! does not answer keeps no moves.
//!
//! Shorter pauses are found otherwise (`stalls`).

use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::Duration;

use azulejo_store::{Downtime, GameId, LastHeartbeats, StoreError};
use futures_util::StreamExt as _;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::Registry;
use crate::app::unix_ms;
use crate::live::actor::Message;
use azulejo_game::decide::{Command, NEW_DOWNTIME_MS};

const BEAT_EVERY: Duration = Duration::from_secs(1);
/// How soon it is tried again after one that the store did not take.
const TRY_AGAIN: Duration = Duration::from_millis(250);
/// A node whose last sign of life is not older than this is there: one may come late.
pub(crate) const ALIVE_WITHIN_MS: i64 = NEW_DOWNTIME_MS;
/// How often a node that starts looks whether another one is alive.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// For how long it looks at most, whatever the clocks say.
const LOOK_FOR: Duration = Duration::from_millis(ALIVE_WITHIN_MS.unsigned_abs() + 1_000);
/// In how many games time is given back at once.
const AT_ONCE: usize = 64;
/// How long a server that stops waits for its last words to be written.
const LAST_WORDS: Duration = Duration::from_millis(400);

/// The task that gives signs of life, and how to end it.
pub(super) struct Heartbeat {
    silent: watch::Sender<bool>,
    task: JoinHandle<()>,
}

/// What a node that starts knows of the time before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Before {
    /// Nobody was ever there.
    Nothing,
    /// Nobody has been there since.
    DownSince(i64),
    /// A node gave its last sign of life then: it lives, or has just died.
    MaybeAlive(i64),
}

impl Before {
    fn new(shared: bool, now: i64, seen: LastHeartbeats) -> Self {
        match (seen.any, seen.unstopped) {
            (None, _) => Self::Nothing,
            (Some(_), Some(last)) if shared && now - last <= ALIVE_WITHIN_MS => {
                Self::MaybeAlive(last)
            }
            (Some(last), _) => Self::DownSince(last),
        }
    }
}

/// Since when nobody was there, if nobody was: this node has been silent for so long, and the last
/// sign of life of any node in the store is so old.
fn down_since(now: i64, silence: i64, last: Option<i64>) -> Option<i64> {
    let down = last.map_or(silence, |last| silence.min(now - last));
    (down > ALIVE_WITHIN_MS).then_some(now - down)
}

impl Registry {
    /// The time of games without what tests set it ahead: it stands still for no node that lives.
    pub(super) fn clock(&self) -> i64 {
        unix_ms()
            + self.0.clock_offset.load(Ordering::Relaxed)
            + self.0.stalled_ms.load(Ordering::Relaxed)
    }

    /// The time by which games are timed: the store's clock, which all nodes share.
    pub(crate) fn now(&self) -> i64 {
        self.clock() + self.0.ahead_ms.load(Ordering::Relaxed)
    }

    /// For how long this node has given no sign of life.
    fn silence(&self) -> i64 {
        self.clock() - self.0.alive_ms.load(Ordering::Relaxed)
    }

    /// Whether this node, or its database, has been away and time may have to be given back:
    /// until that is done nothing is due.
    pub(crate) fn is_stalled(&self) -> bool {
        self.silence() > ALIVE_WITHIN_MS
    }

    /// Whether the store has taken down that this node was there at some time or later. If not, it
    /// is asked to.
    pub(crate) fn was_there_at(&self, at: i64) -> bool {
        let ahead = self.0.ahead_ms.load(Ordering::Relaxed);
        let was_there = self.0.alive_ms.load(Ordering::Relaxed) + ahead >= at;
        if !was_there {
            self.beat_soon();
        }
        was_there
    }

    pub(super) fn beat_soon(&self) {
        self.0.beat_soon.notify_one();
    }

    /// What gives back the time in which nobody was there, if there is such a time now.
    pub(crate) async fn downtime(&self) -> Result<Option<Command>, StoreError> {
        let (now, silence) = (self.now(), self.silence());
        if silence <= ALIVE_WITHIN_MS {
            return Ok(None);
        }
        let last = if self.0.shared {
            self.store().last_heartbeats().await?.any
        } else {
            None
        };
        let since = down_since(now, silence, last);
        Ok(since.map(|since| Command::Resumed { since, until: now }))
    }

    /// Gives back the time before the start, and begins to give signs of life.
    pub(super) async fn come_alive(&self) -> Result<(), StoreError> {
        let since = self.down_before_start().await?;
        let now = self.now();
        let silence = since.map_or(0, |since| (now - since).max(0));
        let alive = self.clock() - silence;
        self.0.alive_ms.store(alive, Ordering::Relaxed);
        if let Some(since) = since {
            self.note_downtime(Downtime {
                since_ms: since,
                until_ms: now,
            })
            .await?;
            self.give_back(&Command::Resumed { since, until: now })
                .await?;
        } else {
            self.read_downtime().await?;
        }
        // At once: a server that lives for a moment only was there as well.
        self.beat().await?;
        let (silent, told) = watch::channel(false);
        let task = tokio::spawn(self.clone().go_on_beating(told));
        let mut heartbeat = self.heartbeat();
        *heartbeat = Some(Heartbeat { silent, task });
        Ok(())
    }

    fn heartbeat(&self) -> std::sync::MutexGuard<'_, Option<Heartbeat>> {
        self.0
            .heartbeat
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Since when nobody was there; nothing if somebody is, or nobody ever was.
    async fn down_before_start(&self) -> Result<Option<i64>, StoreError> {
        let begun = tokio::time::Instant::now();
        let mut first = None;
        loop {
            let seen = self.store().last_heartbeats().await?;
            match Before::new(self.0.shared, self.now(), seen) {
                Before::Nothing => return Ok(None),
                Before::DownSince(last) => return Ok(Some(last)),
                Before::MaybeAlive(last) if last > *first.get_or_insert(last) => return Ok(None),
                Before::MaybeAlive(last) if begun.elapsed() > LOOK_FOR => return Ok(Some(last)),
                Before::MaybeAlive(_) => tokio::time::sleep(LOOK_EVERY).await,
            }
        }
    }

    async fn go_on_beating(self, mut silent: watch::Receiver<bool>) {
        let mut failed = false;
        loop {
            let pause = if failed { TRY_AGAIN } else { BEAT_EVERY };
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = self.0.beat_soon.notified(), if !failed => {}
                // A sender that is gone ends it as well.
                _ = silent.wait_for(|silent| *silent) => return,
            }
            let beaten = self.wake_and_beat().await;
            failed = beaten.is_err();
            if let Err(error) = beaten {
                tracing::warn!(%error, "no sign of life could be given");
            }
        }
    }

    async fn wake_and_beat(&self) -> Result<(), StoreError> {
        let (now, silence) = (self.now(), self.silence());
        if silence > ALIVE_WITHIN_MS {
            if let Some(resumed) = self.downtime().await? {
                if let Command::Resumed { since, until } = resumed {
                    self.note_downtime(Downtime {
                        since_ms: since,
                        until_ms: until,
                    })
                    .await?;
                }
                self.give_back(&resumed).await?;
            } else {
                self.read_downtime().await?;
            }
            self.tell_of_sleep(now - silence, now).await;
        }
        self.beat().await
    }

    async fn beat(&self) -> Result<(), StoreError> {
        let (now, clock) = (self.now(), self.clock());
        self.ask_store(now);
        self.store().record_heartbeat(&self.0.node, now).await?;
        self.store_answered();
        self.0.alive_ms.store(clock, Ordering::Relaxed);
        Ok(())
    }

    /// Gives back time in every game in which a clock runs.
    async fn give_back(&self, resumed: &Command) -> Result<(), StoreError> {
        let heads = self.store().running_timed().await?;
        let mut games: Vec<GameId> = heads.iter().map(|head| head.game).collect();
        if !games.is_empty() {
            tracing::info!(games = games.len(), ?resumed, "time is given back");
        }
        for _ in 0..2 {
            let tried = games.into_iter().map(|game| {
                let (registry, resumed) = (self.clone(), resumed.clone());
                async move {
                    let done = registry.command(game, resumed, None).await;
                    done.err().map(|reason| (game, reason))
                }
            });
            let failed: Vec<_> = futures_util::stream::iter(tried)
                .buffer_unordered(AT_ONCE)
                .filter_map(std::future::ready)
                .collect()
                .await;
            if failed.is_empty() {
                return Ok(());
            }
            // If the database is away again, all of it is done once more later.
            self.store().check().await?;
            for (game, reason) in &failed {
                tracing::warn!(%game, ?reason, "time was not given back");
            }
            games = failed.into_iter().map(|(game, _)| game).collect();
        }
        Ok(())
    }

    /// Whoever was away before this node slept was not away for longer because of it.
    async fn tell_of_sleep(&self, since: i64, until: i64) {
        self.broadcast(|| Message::Slept { since, until }).await;
    }

    /// Ends the signs of life: the server is about to stop. Gives the time.
    pub(crate) fn fall_silent(&self) -> i64 {
        if let Some(heartbeat) = &*self.heartbeat() {
            heartbeat.silent.send_replace(true);
        }
        self.now()
    }

    /// Leaves word of when this node stopped, so that exactly the time from then on is given back.
    pub(crate) async fn say_goodbye(&self, stopped: i64) {
        let heartbeat = self.heartbeat().take();
        if let Some(mut heartbeat) = heartbeat
            && tokio::time::timeout(LAST_WORDS, &mut heartbeat.task)
                .await
                .is_err()
        {
            heartbeat.task.abort();
        }
        let goodbye = self.store().record_shutdown(&self.0.node, stopped);
        match tokio::time::timeout(LAST_WORDS, goodbye).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the time of the stop was not written down"),
            Err(_) => tracing::warn!("the database did not take down the time of the stop"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_000_000;

    fn seen(any: i64, unstopped: Option<i64>) -> LastHeartbeats {
        LastHeartbeats {
            any: Some(any),
            unstopped,
        }
    }

    #[test]
    fn alone_with_its_store_a_node_was_away_since_the_last_sign_of_life() {
        let before = |seen| Before::new(false, NOW, seen);
        assert_eq!(before(LastHeartbeats::default()), Before::Nothing);
        for last in [NOW - 1, NOW - 2_000, NOW - 900_000] {
            assert_eq!(before(seen(last, Some(last))), Before::DownSince(last));
            assert_eq!(before(seen(last, None)), Before::DownSince(last));
        }
    }

    #[test]
    fn beside_a_node_that_may_live_nothing_is_said_yet() {
        let before = |seen| Before::new(true, NOW, seen);
        assert_eq!(before(LastHeartbeats::default()), Before::Nothing);
        let recent = NOW - ALIVE_WITHIN_MS;
        assert_eq!(
            before(seen(recent, Some(recent))),
            Before::MaybeAlive(recent)
        );
        let old = recent - 1;
        assert_eq!(before(seen(old, Some(old))), Before::DownSince(old));
        // Another one stopped later than the last that may live died.
        assert_eq!(before(seen(NOW - 5, Some(old))), Before::DownSince(NOW - 5));
        assert_eq!(
            before(seen(NOW - 5, Some(recent))),
            Before::MaybeAlive(recent)
        );
        assert_eq!(before(seen(NOW - 5, None)), Before::DownSince(NOW - 5));
    }

    #[test]
    fn a_node_that_slept_gives_back_only_when_no_other_was_awake() {
        let hour = 3_600_000;
        assert_eq!(down_since(NOW, ALIVE_WITHIN_MS, None), None);
        assert_eq!(down_since(NOW, 4_000, None), Some(NOW - 4_000));
        // The store knows this node's own last sign of life.
        assert_eq!(down_since(NOW, hour, Some(NOW - hour)), Some(NOW - hour));
        // Another one is awake, or was until ten minutes ago.
        assert_eq!(down_since(NOW, hour, Some(NOW - 900)), None);
        let ten = NOW - 600_000;
        assert_eq!(down_since(NOW, hour, Some(ten)), Some(ten));
        // The clock was set ahead by an hour: that is no sleep.
        assert_eq!(down_since(NOW, 900, Some(NOW - hour)), None);
    }
}
