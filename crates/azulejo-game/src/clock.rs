//! The clocks of a game: a fold over the times of its events.

use azulejo_protocol::game::Clock;

use crate::event::ClockRules;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The clocks of all seats at some time, to which an undo may return.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedClocks(Vec<i64>);

/// What each seat has left, and whose clocks run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    rule: Clock,
    rules: ClockRules,
    left: Vec<i64>,
    running: Vec<usize>,
    /// Up to when the running clocks are charged.
    charged: i64,
    /// When time was last given back.
    given_back: Option<i64>,
}

impl Clocks {
    pub fn new(rule: Clock, rules: ClockRules, seats: usize) -> Self {
        let start = match rule {
            Clock::None => 0,
            Clock::RealTime { seconds, .. } => i64::from(seconds) * 1000,
            Clock::Days { days } => i64::from(days) * DAY_MS,
        };
        Self {
            rule,
            rules,
            left: vec![start; seats],
            running: Vec::new(),
            charged: 0,
            given_back: None,
        }
    }

    /// Charges the running clocks up to now.
    pub fn charge(&mut self, now: i64) {
        // The time of an event comes from one clock, which may still step back: never give time.
        let spent = (now - self.charged).max(0);
        for &seat in &self.running {
            self.left[seat] -= spent;
        }
        self.charged = self.charged.max(now);
    }

    /// Gives back time in which nobody could move. Charge up to now first.
    pub fn give_back(&mut self, span: i64) {
        for &seat in &self.running {
            self.left[seat] += span;
        }
        self.given_back = Some(self.charged);
    }

    pub fn increment(&mut self, seat: usize) {
        if let Clock::RealTime { increment, .. } = self.rule {
            self.left[seat] += i64::from(increment) * 1000;
        }
    }

    /// Returns what each clock shows, for [`Self::restore`].
    pub fn save(&self) -> SavedClocks {
        SavedClocks(self.left.clone())
    }

    /// Takes back the moves of `movers`, before which the clocks were `saved`.
    ///
    /// No clock gains by that: increments are taken back, and time spent since stays spent. Nobody
    /// is flagged by it either, because nobody moves without time.
    pub fn restore(&mut self, saved: &SavedClocks, movers: impl Iterator<Item = usize>) {
        if !self.rules.undo_restores {
            for mover in movers {
                self.take_increment(mover);
            }
            self.next_turn();
            return;
        }
        for (left, saved) in self.left.iter_mut().zip(&saved.0) {
            *left = (*left).min(*saved);
        }
        // The turn of the first mover goes on: it is not a new one with a whole span of days.
        self.running = movers.take(1).collect();
    }

    /// Takes back an increment under the legacy rules.
    fn take_increment(&mut self, seat: usize) {
        if let Clock::RealTime { increment, .. } = self.rule {
            let given = i64::from(increment) * 1000;
            let left = self.left[seat];
            self.left[seat] = (left - given).max(left.min(given));
        }
    }

    /// From now on these clocks run.
    pub fn run(&mut self, seats: Vec<usize>) {
        if let Clock::Days { days } = self.rule {
            for &seat in &seats {
                if !self.running.contains(&seat) {
                    self.left[seat] = i64::from(days) * DAY_MS;
                }
            }
        }
        self.running = seats;
    }

    /// A move was made: whoever is to move next has a whole span of days again.
    pub fn next_turn(&mut self) {
        if matches!(self.rule, Clock::Days { .. }) {
            self.running.clear();
        }
    }

    pub const fn is_used(&self) -> bool {
        !matches!(self.rule, Clock::None)
    }

    pub const fn is_real_time(&self) -> bool {
        matches!(self.rule, Clock::RealTime { .. })
    }

    pub fn left(&self, seat: usize) -> i64 {
        self.left[seat].max(0)
    }

    pub fn running(&self) -> &[usize] {
        &self.running
    }

    /// When time was last given back.
    pub const fn given_back_at(&self) -> Option<i64> {
        self.given_back
    }

    pub const fn charged_at(&self) -> i64 {
        self.charged
    }

    /// When the first running clock reaches zero.
    pub fn deadline(&self) -> Option<i64> {
        if !self.is_used() {
            return None;
        }
        let least = self.running.iter().map(|&seat| self.left[seat]).min()?;
        Some(self.charged + least.max(0))
    }

    /// The seats whose clocks have reached zero.
    pub fn expired(&self, now: i64) -> impl Iterator<Item = usize> + '_ {
        let spent = (now - self.charged).max(0);
        self.running
            .iter()
            .copied()
            .filter(move |&seat| self.is_used() && self.left[seat] <= spent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIVE_MINUTES: Clock = Clock::RealTime {
        seconds: 300,
        increment: 5,
    };

    #[test]
    fn only_running_clocks_are_charged() {
        let mut clocks = Clocks::new(FIVE_MINUTES, ClockRules::CURRENT, 2);
        clocks.charge(1_000);
        clocks.run(vec![0]);
        clocks.charge(11_000);
        clocks.increment(0);
        clocks.run(vec![1]);
        assert_eq!((clocks.left(0), clocks.left(1)), (295_000, 300_000));
        assert_eq!(clocks.deadline(), Some(311_000));
    }

    #[test]
    fn legacy_undo_takes_back_an_increment_but_never_flags() {
        let mut clocks = Clocks::new(FIVE_MINUTES, ClockRules::LEGACY, 2);
        clocks.increment(0);
        clocks.take_increment(0);
        assert_eq!(clocks.left(0), 300_000);
        clocks.charge(0);
        clocks.run(vec![0]);
        clocks.charge(292_000);
        clocks.take_increment(0);
        assert_eq!(clocks.left(0), 5_000);
        clocks.charge(295_000);
        clocks.take_increment(0);
        assert_eq!(clocks.left(0), 2_000);
    }

    #[test]
    fn undo_restores_clocks_without_giving_time() {
        let mut clocks = Clocks::new(FIVE_MINUTES, ClockRules::CURRENT, 2);
        clocks.charge(0);
        clocks.run(vec![0]);
        clocks.charge(299_000);
        let before = clocks.save();
        clocks.increment(0);
        clocks.run(vec![1]);
        clocks.charge(309_000);
        clocks.restore(&before, [0].into_iter());
        assert_eq!((clocks.left(0), clocks.left(1)), (1_000, 290_000));
    }

    #[test]
    fn undo_resumes_the_same_turn_of_days() {
        let mut clocks = Clocks::new(Clock::Days { days: 1 }, ClockRules::CURRENT, 2);
        clocks.charge(0);
        clocks.run(vec![0]);
        clocks.charge(DAY_MS - 1_000);
        let before = clocks.save();
        clocks.next_turn();
        clocks.run(vec![1]);
        clocks.restore(&before, [0].into_iter());
        clocks.run(vec![0]);
        assert_eq!(clocks.left(0), 1_000);
    }

    #[test]
    fn a_clock_expires_at_its_last_millisecond_and_not_before() {
        let mut clocks = Clocks::new(FIVE_MINUTES, ClockRules::CURRENT, 2);
        clocks.charge(1_000);
        clocks.run(vec![0]);
        assert_eq!(clocks.expired(300_999).count(), 0);
        assert_eq!(clocks.expired(301_000).collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn downtime_is_given_back_to_those_who_ran() {
        let mut clocks = Clocks::new(FIVE_MINUTES, ClockRules::CURRENT, 2);
        clocks.charge(0);
        clocks.run(vec![1]);
        clocks.charge(60_000);
        clocks.give_back(50_000);
        assert_eq!((clocks.left(0), clocks.left(1)), (300_000, 290_000));
    }

    #[test]
    fn days_start_anew_with_every_turn() {
        let mut clocks = Clocks::new(Clock::Days { days: 1 }, ClockRules::CURRENT, 2);
        clocks.charge(0);
        clocks.run(vec![0]);
        clocks.charge(DAY_MS / 2);
        clocks.next_turn();
        clocks.run(vec![0]);
        assert_eq!(clocks.left(0), DAY_MS);
    }

    #[test]
    fn a_clock_that_steps_back_gives_nobody_time() {
        let mut clocks = Clocks::new(FIVE_MINUTES, ClockRules::CURRENT, 2);
        clocks.charge(10_000);
        clocks.run(vec![0]);
        clocks.charge(5_000);
        assert_eq!(clocks.left(0), 300_000);
    }

    #[test]
    fn without_a_clock_nothing_expires() {
        let mut clocks = Clocks::new(Clock::None, ClockRules::CURRENT, 2);
        clocks.charge(0);
        clocks.run(vec![0]);
        assert_eq!(clocks.deadline(), None);
        assert_eq!(clocks.expired(i64::MAX).count(), 0);
    }
}
