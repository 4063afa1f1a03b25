//! The clocks of a game: a fold over the times of its events.

use azulejo_protocol::game::Clock;

use crate::event::ClockRules;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The clocks of all seats at some time, to which an undo may return.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedClocks(Vec<i64>);

/// The clock of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SeatClock {
    /// The time left when the current turn began.
    at_turn_start: i64,
    /// The time that has passed in the current turn.
    elapsed: i64,
}

impl SeatClock {
    /// The part of the current turn that is charged: all but the lag allowance.
    fn charged(self, lag: i64) -> i64 {
        (self.elapsed - lag).max(self.elapsed.min(0))
    }

    fn left(self, lag: i64) -> i64 {
        self.at_turn_start - self.charged(lag)
    }

    /// The time until the flag falls.
    fn until_flag(self, lag: i64) -> i64 {
        self.at_turn_start + lag - self.elapsed
    }
}

/// The time left to each seat, and the seats whose clocks run.
///
/// The first [`ClockRules::lag_ms`] of each turn are not charged: a fixed compensation for the
/// network and the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    time_control: Clock,
    rules: ClockRules,
    seats: Vec<SeatClock>,
    running: Vec<usize>,
    /// The time up to which the running clocks are charged.
    charged_at: i64,
    /// The time at which downtime was last given back.
    refunded_at: Option<i64>,
}

impl Clocks {
    /// Returns clocks with the whole initial time, none of which runs.
    pub fn new(time_control: Clock, rules: ClockRules, seats: usize) -> Self {
        let initial = match time_control {
            Clock::None => 0,
            Clock::RealTime { seconds, .. } => i64::from(seconds) * 1000,
            Clock::Days { days } => i64::from(days) * DAY_MS,
        };
        let seat = SeatClock {
            at_turn_start: initial,
            elapsed: 0,
        };
        Self {
            time_control,
            rules,
            seats: vec![seat; seats],
            running: Vec::new(),
            charged_at: 0,
            refunded_at: None,
        }
    }

    /// Charges the running clocks up to `now`.
    pub fn charge(&mut self, now: i64) {
        // The system clock may step back, which must not add time.
        let passed = (now - self.charged_at).max(0);
        for &seat in &self.running {
            self.seats[seat].elapsed += passed;
        }
        self.charged_at = self.charged_at.max(now);
    }

    /// Gives downtime back to the running clocks, which must be charged up to now.
    pub fn refund(&mut self, downtime: i64) {
        for &seat in &self.running {
            self.seats[seat].elapsed -= downtime;
        }
        self.refunded_at = Some(self.charged_at);
    }

    /// Adds the increment, if there is one.
    pub fn increment(&mut self, seat: usize) {
        if let Clock::RealTime { increment, .. } = self.time_control {
            self.seats[seat].at_turn_start += i64::from(increment) * 1000;
        }
    }

    /// Returns the time left on each clock, for [`Self::restore`].
    pub fn save(&self) -> SavedClocks {
        let left = self.seats.iter().map(|seat| seat.left(self.rules.lag_ms));
        SavedClocks(left.collect())
    }

    /// Takes back the moves of `movers`, before which the clocks were `saved`.
    ///
    /// No clock gains time: increments are taken back, time spent since stays spent, and the turn
    /// has no second lag allowance. No clock runs out either, because no move is made without time.
    pub fn restore(&mut self, saved: &SavedClocks, mut movers: impl Iterator<Item = usize>) {
        if !self.rules.undo_restores {
            for mover in movers {
                self.take_increment(mover);
            }
            self.end_turn();
            return;
        }
        let lag = self.rules.lag_ms;
        for (seat, &saved) in self.seats.iter_mut().zip(&saved.0) {
            let left = seat.left(lag).min(saved);
            seat.at_turn_start = left + seat.charged(lag);
        }
        // The first mover's turn resumes: it is not a new one with a whole span of days.
        let Some(mover) = movers.next() else {
            return;
        };
        let clock = &mut self.seats[mover];
        let left = clock.left(lag);
        clock.elapsed = clock.elapsed.max(lag);
        clock.at_turn_start = left + clock.charged(lag);
        self.stop_all_but(&[mover]);
        self.running = vec![mover];
    }

    /// Takes back an increment under the legacy rules.
    fn take_increment(&mut self, seat: usize) {
        if let Clock::RealTime { increment, .. } = self.time_control {
            let increment = i64::from(increment) * 1000;
            let clock = &mut self.seats[seat];
            let left = clock.left(self.rules.lag_ms);
            let reduced = (left - increment).max(left.min(increment));
            clock.at_turn_start -= left - reduced;
        }
    }

    /// Runs exactly these clocks from now on.
    pub fn run(&mut self, seats: Vec<usize>) {
        if let Clock::Days { days } = self.time_control {
            for &seat in &seats {
                if !self.running.contains(&seat) {
                    self.seats[seat].at_turn_start = i64::from(days) * DAY_MS;
                }
            }
        }
        self.stop_all_but(&seats);
        self.running = seats;
    }

    /// Ends the turns of the seats whose clocks stop.
    fn stop_all_but(&mut self, seats: &[usize]) {
        let lag = self.rules.lag_ms;
        for &seat in self.running.iter().filter(|seat| !seats.contains(seat)) {
            let clock = &mut self.seats[seat];
            clock.at_turn_start = clock.left(lag);
            clock.elapsed = 0;
        }
    }

    /// Ends the current turn of a game by days: the next one starts with a whole span.
    pub fn end_turn(&mut self) {
        if matches!(self.time_control, Clock::Days { .. }) {
            self.stop_all_but(&[]);
            self.running.clear();
        }
    }

    /// Returns whether the game has clocks.
    pub const fn is_used(&self) -> bool {
        !matches!(self.time_control, Clock::None)
    }

    /// Returns whether the game is played in real time.
    pub const fn is_real_time(&self) -> bool {
        matches!(self.time_control, Clock::RealTime { .. })
    }

    /// Returns the time left to a seat at [`Self::charged_at`].
    pub fn left(&self, seat: usize) -> i64 {
        self.seats[seat].left(self.rules.lag_ms).max(0)
    }

    /// The part of each turn that is not charged.
    pub const fn lag(&self) -> i64 {
        self.rules.lag_ms
    }

    /// The rules that the game was created with.
    pub const fn rules(&self) -> ClockRules {
        self.rules
    }

    /// The seats whose clocks run.
    pub fn running(&self) -> &[usize] {
        &self.running
    }

    /// The time at which downtime was last given back.
    pub const fn refunded_at(&self) -> Option<i64> {
        self.refunded_at
    }

    /// The time up to which the running clocks are charged.
    pub const fn charged_at(&self) -> i64 {
        self.charged_at
    }

    /// Returns when the first running clock flags.
    pub fn deadline(&self) -> Option<i64> {
        if !self.is_used() {
            return None;
        }
        let lag = self.rules.lag_ms;
        let running = self.running.iter();
        let least = running
            .map(|&seat| self.seats[seat].until_flag(lag))
            .min()?;
        Some(self.charged_at + least.max(0))
    }

    /// Returns the running seats that are out of time at `now`.
    pub fn expired(&self, now: i64) -> impl Iterator<Item = usize> + '_ {
        let passed = (now - self.charged_at).max(0);
        self.running.iter().copied().filter(move |&seat| {
            self.is_used() && self.seats[seat].until_flag(self.rules.lag_ms) <= passed
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIVE_MINUTES: Clock = Clock::RealTime {
        seconds: 300,
        increment: 5,
    };
    const WITHOUT_LAG: ClockRules = ClockRules {
        lag_ms: 0,
        ..ClockRules::CURRENT
    };
    const LAG: i64 = ClockRules::CURRENT.lag_ms;

    fn five_minutes(rules: ClockRules) -> Clocks {
        Clocks::new(FIVE_MINUTES, rules, 2)
    }

    #[test]
    fn only_running_clocks_are_charged() {
        let mut clocks = five_minutes(WITHOUT_LAG);
        clocks.charge(1_000);
        clocks.run(vec![0]);
        clocks.charge(11_000);
        clocks.increment(0);
        clocks.run(vec![1]);
        assert_eq!((clocks.left(0), clocks.left(1)), (295_000, 300_000));
        assert_eq!(clocks.deadline(), Some(311_000));
    }

    #[test]
    fn the_lag_allowance_of_each_turn_is_not_charged() {
        let mut clocks = five_minutes(ClockRules::CURRENT);
        clocks.charge(0);
        clocks.run(vec![0]);
        // Events within the turn do not start another allowance.
        for now in [100, LAG, LAG + 400] {
            clocks.charge(now);
            clocks.run(vec![0]);
        }
        assert_eq!(clocks.left(0), 299_600);
        clocks.run(vec![1]);
        clocks.charge(LAG + 400 + LAG - 1);
        assert_eq!(clocks.left(1), 300_000, "a quick answer costs nothing");
        clocks.run(vec![0]);
        assert_eq!(clocks.deadline(), Some(clocks.charged_at() + LAG + 299_600));
    }

    #[test]
    fn a_clock_flags_when_its_time_and_the_allowance_are_used_up() {
        let mut clocks = five_minutes(ClockRules::CURRENT);
        clocks.charge(0);
        clocks.run(vec![0]);
        let deadline = 300_000 + LAG;
        assert_eq!(clocks.deadline(), Some(deadline));
        assert_eq!(clocks.expired(deadline - 1).count(), 0);
        assert_eq!(clocks.expired(deadline).collect::<Vec<_>>(), [0]);
        clocks.charge(deadline - 1);
        assert_eq!(clocks.left(0), 1);
    }

    #[test]
    fn a_refund_also_restores_the_allowance_that_downtime_used_up() {
        let mut clocks = five_minutes(ClockRules::CURRENT);
        clocks.charge(0);
        clocks.run(vec![0]);
        clocks.charge(60_100);
        clocks.refund(60_000);
        assert_eq!(clocks.left(0), 300_000);
        clocks.charge(60_000 + LAG + 1);
        assert_eq!(clocks.left(0), 299_999);
    }

    #[test]
    fn legacy_undo_takes_back_an_increment_but_never_flags() {
        let mut clocks = five_minutes(ClockRules::LEGACY);
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
    fn undo_restores_clocks_without_adding_time() {
        let mut clocks = five_minutes(WITHOUT_LAG);
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
    fn undo_starts_no_second_lag_allowance() {
        let mut clocks = five_minutes(ClockRules::CURRENT);
        clocks.charge(0);
        clocks.run(vec![0]);
        for turn in 1..=10 {
            clocks.charge(200 * turn);
            let before = clocks.save();
            clocks.increment(0);
            clocks.run(vec![1]);
            clocks.restore(&before, [0].into_iter());
            clocks.run(vec![0]);
        }
        assert_eq!(clocks.left(0), 300_000 - 9 * 200);
    }

    #[test]
    fn undo_resumes_the_same_turn_of_days() {
        let mut clocks = Clocks::new(Clock::Days { days: 1 }, WITHOUT_LAG, 2);
        clocks.charge(0);
        clocks.run(vec![0]);
        clocks.charge(DAY_MS - 1_000);
        let before = clocks.save();
        clocks.end_turn();
        clocks.run(vec![1]);
        clocks.restore(&before, [0].into_iter());
        clocks.run(vec![0]);
        assert_eq!(clocks.left(0), 1_000);
    }

    #[test]
    fn a_clock_expires_at_its_last_millisecond_and_not_before() {
        let mut clocks = five_minutes(WITHOUT_LAG);
        clocks.charge(1_000);
        clocks.run(vec![0]);
        assert_eq!(clocks.expired(300_999).count(), 0);
        assert_eq!(clocks.expired(301_000).collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn downtime_is_refunded_to_the_running_clocks() {
        let mut clocks = five_minutes(WITHOUT_LAG);
        clocks.charge(0);
        clocks.run(vec![1]);
        clocks.charge(60_000);
        clocks.refund(50_000);
        assert_eq!((clocks.left(0), clocks.left(1)), (300_000, 290_000));
    }

    #[test]
    fn every_turn_by_days_starts_with_the_whole_span() {
        let mut clocks = Clocks::new(Clock::Days { days: 1 }, WITHOUT_LAG, 2);
        clocks.charge(0);
        clocks.run(vec![0]);
        clocks.charge(DAY_MS / 2);
        clocks.end_turn();
        clocks.run(vec![0]);
        assert_eq!(clocks.left(0), DAY_MS);
    }

    #[test]
    fn a_system_clock_that_steps_back_adds_no_time() {
        let mut clocks = five_minutes(WITHOUT_LAG);
        clocks.charge(10_000);
        clocks.run(vec![0]);
        clocks.charge(5_000);
        assert_eq!(clocks.left(0), 300_000);
    }

    #[test]
    fn without_a_time_control_nothing_expires() {
        let mut clocks = Clocks::new(Clock::None, ClockRules::CURRENT, 2);
        clocks.charge(0);
        clocks.run(vec![0]);
        assert_eq!(clocks.deadline(), None);
        assert_eq!(clocks.expired(i64::MAX).count(), 0);
    }
}
