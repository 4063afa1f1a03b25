//! How often those who follow a game are told who else does.

use std::time::Duration;

use azulejo_protocol::game::PresenceView;
use tokio::time::Instant;

/// How long it takes at least until a new number of spectators is told.
const PAUSE: Duration = Duration::from_millis(250);

/// When to tell who is there. That a player comes or goes is told at once. Spectators may come and
/// go in crowds, and each of them would otherwise be told to all others: how many there are is
/// told now and then, the first change at once and the last one after a pause at the latest.
#[derive(Default)]
pub(super) struct Pace {
    told: Option<(Instant, PresenceView)>,
    due: Option<Instant>,
}

impl Pace {
    /// Whether this is to be told now. If not, it is due later.
    pub(super) fn is_time(&mut self, presence: &PresenceView, now: Instant) -> bool {
        if let Some((at, told)) = &self.told {
            let same_players = told.here == presence.here && told.away == presence.away;
            if same_players && now < *at + PAUSE {
                self.due = Some(*at + PAUSE);
                return false;
            }
        }
        self.told = Some((now, presence.clone()));
        self.due = None;
        true
    }

    /// When something that was not told yet is due.
    pub(super) fn due(&self) -> Option<Instant> {
        self.due
    }
}

/// Waits for an instant, if there is one.
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
    fn a_crowd_of_spectators_is_told_first_and_last_and_not_one_by_one() {
        let (mut pace, start) = (Pace::default(), Instant::now());
        let ms = Duration::from_millis(1);
        assert!(pace.is_time(&seen(&[1], 1), start));
        assert_eq!(pace.due(), None);
        let told = (1..250).filter(|&n| pace.is_time(&seen(&[1], 1 + n), start + n * ms));
        assert_eq!(told.count(), 0);
        // Nothing is lost: what was not told is due at the end of the pause, once.
        assert_eq!(pace.due(), Some(start + PAUSE));
        assert!(pace.is_time(&seen(&[1], 250), start + PAUSE));
        assert_eq!(pace.due(), None);
        assert!(!pace.is_time(&seen(&[1], 251), start + PAUSE + ms));
        assert_eq!(pace.due(), Some(start + 2 * PAUSE));
        // After a quiet time the first change goes out at once.
        assert!(pace.is_time(&seen(&[1], 252), start + 9 * PAUSE));
    }

    #[test]
    fn that_a_player_comes_or_goes_is_told_at_once() {
        let (mut pace, start) = (Pace::default(), Instant::now());
        assert!(pace.is_time(&seen(&[1], 1), start));
        assert!(!pace.is_time(&seen(&[1], 2), start));
        assert!(pace.is_time(&seen(&[1, 2], 2), start));
        assert_eq!(pace.due(), None, "the spectators were told with it");
        assert!(pace.is_time(&seen(&[1], 2), start));
    }
}
