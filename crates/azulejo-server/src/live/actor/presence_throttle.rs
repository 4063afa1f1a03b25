//! Throttles presence updates.

use std::time::Duration;

use azulejo_protocol::game::PresenceView;
use tokio::time::Instant;

/// The shortest time between two updates of the number of spectators.
const INTERVAL: Duration = Duration::from_millis(250);

/// Decides when to broadcast presence. Changes of players go out at once. The number of spectators
/// is throttled, because every change goes to all of them: the first one goes out at once, later
/// ones at the end of the interval.
#[derive(Default)]
pub(super) struct PresenceThrottle {
    last: Option<(Instant, PresenceView)>,
    due: Option<Instant>,
}

impl PresenceThrottle {
    /// Returns whether to broadcast this now; otherwise an update becomes due.
    pub(super) fn admits(&mut self, presence: &PresenceView, now: Instant) -> bool {
        if let Some((at, last)) = &self.last {
            let same_players = last.here == presence.here && last.away == presence.away;
            if same_players && now < *at + INTERVAL {
                self.due = Some(*at + INTERVAL);
                return false;
            }
        }
        self.last = Some((now, presence.clone()));
        self.due = None;
        true
    }

    /// The time at which a withheld update is due.
    pub(super) fn due(&self) -> Option<Instant> {
        self.due
    }
}

/// Waits until the given time, or for ever if there is none.
pub(super) async fn until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(here: &[u8], watchers: u32) -> PresenceView {
        PresenceView {
            here: here.to_vec(),
            away: Vec::new(),
            watchers,
        }
    }

    #[test]
    fn spectator_counts_are_throttled_and_the_last_one_is_sent() {
        let (mut throttle, start) = (PresenceThrottle::default(), Instant::now());
        let ms = Duration::from_millis(1);
        assert!(throttle.admits(&seen(&[1], 1), start));
        assert_eq!(throttle.due(), None);
        let admitted = (1..250).filter(|&n| throttle.admits(&seen(&[1], 1 + n), start + n * ms));
        assert_eq!(admitted.count(), 0);
        // The withheld update is due once, at the end of the interval.
        assert_eq!(throttle.due(), Some(start + INTERVAL));
        assert!(throttle.admits(&seen(&[1], 250), start + INTERVAL));
        assert_eq!(throttle.due(), None);
        assert!(!throttle.admits(&seen(&[1], 251), start + INTERVAL + ms));
        assert_eq!(throttle.due(), Some(start + 2 * INTERVAL));
        // After a quiet interval the first change goes out at once.
        assert!(throttle.admits(&seen(&[1], 252), start + 9 * INTERVAL));
    }

    #[test]
    fn player_changes_are_sent_at_once() {
        let (mut throttle, start) = (PresenceThrottle::default(), Instant::now());
        assert!(throttle.admits(&seen(&[1], 1), start));
        assert!(!throttle.admits(&seen(&[1], 2), start));
        assert!(throttle.admits(&seen(&[1, 2], 2), start));
        assert_eq!(throttle.due(), None, "the update included the spectators");
        assert!(throttle.admits(&seen(&[1], 2), start));
    }
}
