//! The pace of password guesses at one account, over all addresses.
//!
//! Refusing guesses at a name would lock its owner out. So guesses beyond the rate limit take turns,
//! and an address from which the password was right before does not wait for them.

use std::collections::{HashMap, HashSet, VecDeque};
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Duration;

use azulejo_protocol::frame::{Problem, ProblemCode};
use tokio::time::Instant;

use crate::app::lock;
use crate::http::rate_limits::{Action, Key, RateLimited};

/// The time between two turns.
pub(crate) const GUESS_EVERY: Duration = Duration::from_secs(3);
/// The longest wait for a turn; if all turns until then are taken, a guess is refused.
pub(crate) const MAX_WAIT: Duration = Duration::from_secs(15);
/// The number of known pairs of a name and an address; the oldest are dropped first.
const MAX_KNOWN: usize = 1 << 14;
/// The number of names above which those without a queue are removed.
const SWEEP_ABOVE: usize = 1024;

/// The queues of guesses, and the addresses of the owners.
#[derive(Default)]
pub(crate) struct Guesses {
    /// The time of the last turn taken, by name.
    last_turns: Mutex<HashMap<Key, Instant>>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    pairs: HashSet<Key>,
    order: VecDeque<Key>,
}

impl Guesses {
    /// Remembers that a password was right.
    pub(crate) fn remember(&self, name: &str, address: IpAddr) {
        let pair = Key::from((name, address));
        let mut known = lock(&self.known);
        if known.pairs.insert(pair) {
            known.order.push_back(pair);
            if known.order.len() > MAX_KNOWN
                && let Some(oldest) = known.order.pop_front()
            {
                known.pairs.remove(&oldest);
            }
        }
    }

    /// Returns whether the password of a name was right from an address before.
    pub(crate) fn is_known(&self, name: &str, address: IpAddr) -> bool {
        lock(&self.known)
            .pairs
            .contains(&Key::from((name, address)))
    }

    /// Waits for the next turn to guess the password of a name.
    ///
    /// # Errors
    /// [`ProblemCode::TooFast`] if the wait would be too long.
    pub(crate) async fn take_turn(&self, name: &str) -> Result<(), RateLimited> {
        let now = Instant::now();
        let turn = {
            let mut last_turns = lock(&self.last_turns);
            if last_turns.len() > SWEEP_ABOVE {
                last_turns.retain(|_, last| *last > now);
            }
            let last = last_turns.entry(Key::from(name)).or_insert(now);
            let turn = (*last).max(now) + GUESS_EVERY;
            if turn > now + MAX_WAIT {
                let seconds = GUESS_EVERY.as_secs();
                let detail = format!("again in {seconds} s");
                let name = Action::GuessAnywhere.name();
                let problem = Problem::at(ProblemCode::TooFast, name, detail);
                return Err(RateLimited { problem, seconds });
            }
            *last = turn;
            turn
        };
        tokio::time::sleep_until(turn).await;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::task::JoinSet;

    use super::*;

    /// The attack: a thousand addresses guess at one name at the same time, again and again.
    #[tokio::test(start_paused = true)]
    async fn guesses_from_many_addresses_are_bounded_per_name() {
        let guesses = Arc::new(Guesses::default());
        let mut attackers = JoinSet::new();
        for _ in 0..1000 {
            let guesses = Arc::clone(&guesses);
            attackers.spawn(async move {
                let mut checked = 0;
                for _ in 0..60 {
                    checked += u32::from(guesses.take_turn("ana").await.is_ok());
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
                checked
            });
        }
        let start = Instant::now();
        let checked: u32 = attackers.join_all().await.into_iter().sum();
        let turns = start.elapsed().as_secs() / GUESS_EVERY.as_secs();
        assert!(
            u64::from(checked) <= turns + 1,
            "{checked} in {turns} turns"
        );
        assert!(checked > 10, "{checked}");
        // Another name has its own queue.
        let start = Instant::now();
        assert!(guesses.take_turn("ben").await.is_ok());
        assert_eq!(start.elapsed(), GUESS_EVERY);
    }

    #[test]
    fn known_addresses_are_bounded_and_belong_to_a_name() {
        let guesses = Guesses::default();
        let address = |n: usize| IpAddr::V4((n as u32).into());
        guesses.remember("ana", address(1));
        assert!(guesses.is_known("ana", address(1)));
        assert!(!guesses.is_known("ben", address(1)));
        assert!(!guesses.is_known("ana", address(2)));
        for n in 0..MAX_KNOWN {
            guesses.remember("eve", address(n));
            guesses.remember("eve", address(n));
        }
        assert_eq!(lock(&guesses.known).pairs.len(), MAX_KNOWN);
        assert!(!guesses.is_known("ana", address(1)));
    }
}
