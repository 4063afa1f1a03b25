//! Statistics of a load.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Latency samples in microseconds.
#[derive(Default)]
pub(crate) struct Latencies(Vec<u32>);

impl Latencies {
    pub(crate) fn add(&mut self, time: Duration) {
        self.0
            .push(u32::try_from(time.as_micros()).unwrap_or(u32::MAX));
    }

    fn sorted(&self) -> Vec<u32> {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted
    }

    /// Returns the exact quantile in milliseconds.
    fn quantile(sorted: &[u32], share: f64) -> f64 {
        let rank = (sorted.len() as f64 * share).ceil() as usize;
        let micros = sorted.get(rank.clamp(1, sorted.len().max(1)) - 1);
        micros.map_or(0.0, |micros| f64::from(*micros) / 1e3)
    }

    pub(crate) fn json(&self) -> Value {
        let sorted = self.sorted();
        let at = |share| (Self::quantile(&sorted, share) * 1e3).round() / 1e3;
        json!({
            "count": sorted.len(), "p50": at(0.5), "p90": at(0.9), "p99": at(0.99),
            "p99.9": at(0.999), "max": at(1.0),
        })
    }

    pub(crate) fn text(&self) -> String {
        let sorted = self.sorted();
        let at = |share| Self::quantile(&sorted, share);
        format!(
            "p50 {:.2}, p90 {:.2}, p99 {:.2}, p99.9 {:.2}, longest {:.2} ms",
            at(0.5),
            at(0.9),
            at(0.99),
            at(0.999),
            at(1.0)
        )
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The counters and latencies of a load.
pub(crate) struct Stats {
    pub(crate) begun: Instant,
    pub(crate) sent: u64,
    pub(crate) acked: u64,
    /// Commands that were resent.
    pub(crate) repeated: u64,
    /// Replies to resent commands that equal the first reply.
    pub(crate) consistent_replies: u64,
    /// Replies to resent commands that differ from the first reply.
    pub(crate) conflicting_replies: u64,
    /// Time from a move to its acknowledgement.
    pub(crate) ack: Latencies,
    /// Time from a move until an opponent sees it.
    pub(crate) opponent: Latencies,
    /// Time from losing a socket until the game is up to date again.
    pub(crate) recovery: Latencies,
    pub(crate) refused: BTreeMap<String, u64>,
    pub(crate) lost_sockets: u64,
    /// Lost sockets by address.
    pub(crate) lost_at: BTreeMap<String, u64>,
    /// Frames with an earlier state than the same server had already acknowledged.
    pub(crate) regressions: u64,
    pub(crate) finished: u64,
    /// Turns for which several moves were sent.
    pub(crate) races: u64,
    /// Races with no accepted move or several.
    pub(crate) undecided: u64,
    pub(crate) bytes: u64,
}

impl Stats {
    pub(crate) fn new() -> Self {
        Self {
            begun: Instant::now(),
            sent: 0,
            acked: 0,
            repeated: 0,
            consistent_replies: 0,
            conflicting_replies: 0,
            ack: Latencies::default(),
            opponent: Latencies::default(),
            recovery: Latencies::default(),
            refused: BTreeMap::new(),
            lost_sockets: 0,
            lost_at: BTreeMap::new(),
            regressions: 0,
            finished: 0,
            races: 0,
            undecided: 0,
            bytes: 0,
        }
    }

    pub(crate) fn json(&self, seconds: f64, cpu: Duration, scheduled: Option<u64>) -> Value {
        json!({
            "seconds": seconds,
            "sent": self.sent,
            "acked": self.acked,
            "acked_per_second": (self.acked as f64 / seconds).round(),
            "scheduled": scheduled,
            "ack_ms": self.ack.json(),
            "opponent_ms": self.opponent.json(),
            "back_ms": self.recovery.json(),
            "refused": self.refused,
            "repeated": self.repeated,
            "repeated_alike": self.consistent_replies,
            "repeated_otherwise": self.conflicting_replies,
            "lost_sockets": self.lost_sockets,
            "lost_at": self.lost_at,
            "went_back": self.regressions,
            "games_finished": self.finished,
            "megabytes": (self.bytes as f64 / 1e4).round() / 1e2,
            "cpu_seconds": cpu.as_secs_f64(),
        })
    }

    pub(crate) fn text(&self, seconds: f64, cpu: Duration, scheduled: Option<u64>) -> Vec<String> {
        let mut lines = vec![format!(
            "{} moves acknowledged in {seconds:.1} s: {:.0} per second; {} games finished",
            self.acked,
            self.acked as f64 / seconds,
            self.finished
        )];
        if let Some(scheduled) = scheduled {
            lines.push(format!("schedule: {} of {scheduled} moves sent", self.sent));
        }
        lines.push(format!("move to acknowledgement: {}", self.ack.text()));
        lines.push(format!("move to opponent's view: {}", self.opponent.text()));
        if self.repeated > 0 {
            lines.push(format!(
                "resent: {}, consistent replies {}, conflicting replies {}",
                self.repeated, self.consistent_replies, self.conflicting_replies
            ));
        }
        for (code, count) in &self.refused {
            lines.push(format!("refused with {code}: {count}"));
        }
        if self.lost_sockets > 0 {
            let recovery = if self.recovery.is_empty() {
                "none recovered".to_owned()
            } else {
                format!("recovered after: {}", self.recovery.text())
            };
            lines.push(format!("sockets lost: {}; {recovery}", self.lost_sockets));
        }
        if self.regressions > 0 {
            lines.push(format!(
                "frames with a state before the last acknowledgement: {}",
                self.regressions
            ));
        }
        lines.push(format!(
            "{:.1} MB received; the load generator used {:.1} s of CPU time",
            self.bytes as f64 / 1e6,
            cpu.as_secs_f64()
        ));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_exact() {
        let sorted: Vec<u32> = (1..=1000).map(|n| n * 1000).collect();
        let at = |share| Latencies::quantile(&sorted, share);
        assert_eq!(
            (at(0.5), at(0.99), at(0.999), at(1.0)),
            (500.0, 990.0, 999.0, 1000.0)
        );
        assert_eq!(Latencies::quantile(&[], 0.5), 0.0);
        assert_eq!(Latencies::quantile(&[7000], 0.001), 7.0);
    }
}
