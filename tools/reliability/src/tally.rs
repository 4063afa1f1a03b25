//! What a load has measured.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long something took, each time.
#[derive(Default)]
pub(crate) struct Times(Vec<u32>);

impl Times {
    pub(crate) fn add(&mut self, time: Duration) {
        self.0
            .push(u32::try_from(time.as_micros()).unwrap_or(u32::MAX));
    }

    fn sorted(&self) -> Vec<u32> {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted
    }

    /// The time in milliseconds that this share of all did not exceed; exact, none is left out.
    fn quantile(sorted: &[u32], share: f64) -> f64 {
        let place = (sorted.len() as f64 * share).ceil() as usize;
        let micros = sorted.get(place.clamp(1, sorted.len().max(1)) - 1);
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

/// All that a load counts.
pub(crate) struct Tally {
    pub(crate) begun: Instant,
    pub(crate) sent: u64,
    pub(crate) acked: u64,
    /// Commands that were sent once more, and their answers.
    pub(crate) repeated: u64,
    pub(crate) repeated_alike: u64,
    pub(crate) repeated_otherwise: u64,
    /// From the move to its acknowledgement.
    pub(crate) ack: Times,
    /// From the move to the other players' seeing it.
    pub(crate) opponent: Times,
    /// From a lost socket to being in the game again.
    pub(crate) back: Times,
    pub(crate) refused: BTreeMap<String, u64>,
    pub(crate) lost_sockets: u64,
    /// Lost sockets by address.
    pub(crate) lost_at: BTreeMap<String, u64>,
    /// Frames that showed less than had been acknowledged on the same server.
    pub(crate) went_back: u64,
    pub(crate) finished: u64,
    /// Turns for which several moves were sent, and those with no or several winners.
    pub(crate) races: u64,
    pub(crate) undecided: u64,
    pub(crate) bytes: u64,
}

impl Tally {
    pub(crate) fn new() -> Self {
        Self {
            begun: Instant::now(),
            sent: 0,
            acked: 0,
            repeated: 0,
            repeated_alike: 0,
            repeated_otherwise: 0,
            ack: Times::default(),
            opponent: Times::default(),
            back: Times::default(),
            refused: BTreeMap::new(),
            lost_sockets: 0,
            lost_at: BTreeMap::new(),
            went_back: 0,
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
            "back_ms": self.back.json(),
            "refused": self.refused,
            "repeated": self.repeated,
            "repeated_alike": self.repeated_alike,
            "repeated_otherwise": self.repeated_otherwise,
            "lost_sockets": self.lost_sockets,
            "lost_at": self.lost_at,
            "went_back": self.went_back,
            "games_finished": self.finished,
            "megabytes": (self.bytes as f64 / 1e4).round() / 1e2,
            "cpu_seconds": cpu.as_secs_f64(),
        })
    }

    pub(crate) fn text(&self, seconds: f64, cpu: Duration, scheduled: Option<u64>) -> Vec<String> {
        let mut lines = vec![format!(
            "{} moves acknowledged in {seconds:.1} s: {:.0} a second; {} games came to their end",
            self.acked,
            self.acked as f64 / seconds,
            self.finished
        )];
        if let Some(scheduled) = scheduled {
            lines.push(format!(
                "on schedule: {} of {scheduled} moves were sent by the end",
                self.sent
            ));
        }
        lines.push(format!("move to acknowledgement: {}", self.ack.text()));
        lines.push(format!("move to opponent:        {}", self.opponent.text()));
        if self.repeated > 0 {
            lines.push(format!(
                "sent again: {}, answered alike {}, otherwise {}",
                self.repeated, self.repeated_alike, self.repeated_otherwise
            ));
        }
        for (code, count) in &self.refused {
            lines.push(format!("refused as {code}: {count}"));
        }
        if self.lost_sockets > 0 {
            let back = if self.back.is_empty() {
                "none came back".to_owned()
            } else {
                format!("back in the game: {}", self.back.text())
            };
            lines.push(format!("sockets lost: {}; {back}", self.lost_sockets));
        }
        if self.went_back > 0 {
            lines.push(format!(
                "frames that showed less than was acknowledged: {}",
                self.went_back
            ));
        }
        lines.push(format!(
            "{:.1} MB received; the load itself took {:.1} s of processor time",
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
    fn quantiles_are_those_of_all_times() {
        let sorted: Vec<u32> = (1..=1000).map(|n| n * 1000).collect();
        let at = |share| Times::quantile(&sorted, share);
        assert_eq!(
            (at(0.5), at(0.99), at(0.999), at(1.0)),
            (500.0, 990.0, 999.0, 1000.0)
        );
        assert_eq!(Times::quantile(&[], 0.5), 0.0);
        assert_eq!(Times::quantile(&[7000], 0.001), 7.0);
    }
}
