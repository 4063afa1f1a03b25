//! The clocks of a game: a fold over the times of its events.

use azulejo_protocol::game::Clock;
use azulejo_rules::Seat;

use crate::event::ClockRules;
use crate::time::{Millis, Timestamp};

/// The clocks of all seats at some time, to which an undo may return.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedClocks(Vec<Millis>);

/// The clock of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SeatClock {
    /// The time left when the current turn began.
    at_turn_start: Millis,
    /// The time that has passed in the current turn.
    elapsed: Millis,
}

impl SeatClock {
    /// The part of the current turn that is charged: all but the lag allowance.
    fn charged(self, lag: Millis) -> Millis {
        (self.elapsed - lag).max(self.elapsed.min(Millis::ZERO))
    }

    fn left(self, lag: Millis) -> Millis {
        self.at_turn_start - self.charged(lag)
    }

    /// The time until the flag falls.
    fn until_flag(self, lag: Millis) -> Millis {
        self.at_turn_start + lag - self.elapsed
    }
}

/// The time left to each seat, and the seats whose clocks run.
///
/// The first [`ClockRules::lag`] of each turn are not charged: a fixed compensation for the
/// network and the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    time_control: Clock,
    rules: ClockRules,
    seats: Vec<SeatClock>,
    running: Vec<Seat>,
    /// The time up to which the running clocks are charged.
    charged_at: Timestamp,
    /// The time at which downtime was last given back.
    refunded_at: Option<Timestamp>,
}

impl Clocks {
    /// Returns clocks with the whole initial time, none of which runs.
    pub fn new(time_control: Clock, rules: ClockRules, seats: usize) -> Self {
        let initial = match time_control {
            Clock::None => Millis::ZERO,
            Clock::RealTime { seconds, .. } => Millis::from_secs(seconds.into()),
            Clock::Days { days } => Millis::from_days(days.into()),
        };
        let seat = SeatClock {
            at_turn_start: initial,
            elapsed: Millis::ZERO,
        };
        Self {
            time_control,
            rules,
            seats: vec![seat; seats],
            running: Vec::new(),
            charged_at: Timestamp::EPOCH,
            refunded_at: None,
        }
    }

    /// Charges the running clocks up to `now`.
    pub fn charge(&mut self, now: Timestamp) {
        // The system clock may step back, which must not add time.
        let passed = (now - self.charged_at).or_zero();
        for &seat in &self.running {
            self.seats[seat.index()].elapsed += passed;
        }
        self.charged_at = self.charged_at.max(now);
    }

    /// Gives downtime back to the running clocks, which must be charged up to now.
    pub fn refund(&mut self, downtime: Millis) {
        for &seat in &self.running {
            self.seats[seat.index()].elapsed -= downtime;
        }
        self.refunded_at = Some(self.charged_at);
    }

    /// Adds the increment, if there is one.
    pub fn increment(&mut self, seat: Seat) {
        if let Clock::RealTime { increment, .. } = self.time_control {
            self.seats[seat.index()].at_turn_start += Millis::from_secs(increment.into());
        }
    }

    /// Returns the time left on each clock, for [`Self::restore`].
    pub fn save(&self) -> SavedClocks {
        let left = self.seats.iter().map(|seat| seat.left(self.rules.lag));
        SavedClocks(left.collect())
    }

    /// Takes back the moves of `movers`, before which the clocks were `saved`.
    ///
    /// No clock gains time: increments are taken back, time spent since stays spent, and the turn
    /// has no second lag allowance. No clock runs out either, because no move is made without time.
    pub fn restore(&mut self, saved: &SavedClocks, mut movers: impl Iterator<Item = Seat>) {
        if !self.rules.undo_restores {
            for mover in movers {
                self.take_increment(mover);
            }
            self.end_turn();
            return;
        }
        let lag = self.rules.lag;
        for (seat, &saved) in self.seats.iter_mut().zip(&saved.0) {
            let left = seat.left(lag).min(saved);
            seat.at_turn_start = left + seat.charged(lag);
        }
        // The first mover's turn resumes: it is not a new one with a whole span of days.
        let Some(mover) = movers.next() else {
            return;
        };
        let clock = &mut self.seats[mover.index()];
        let left = clock.left(lag);
        clock.elapsed = clock.elapsed.max(lag);
        clock.at_turn_start = left + clock.charged(lag);
        self.stop_all_but(&[mover]);
        self.running = vec![mover];
    }

    /// Takes back an increment under the legacy rules.
    fn take_increment(&mut self, seat: Seat) {
        if let Clock::RealTime { increment, .. } = self.time_control {
            let increment = Millis::from_secs(increment.into());
            let clock = &mut self.seats[seat.index()];
            let left = clock.left(self.rules.lag);
            let reduced = (left - increment).max(left.min(increment));
            clock.at_turn_start -= left - reduced;
        }
    }

    /// Runs exactly these clocks from now on.
    pub fn run(&mut self, seats: Vec<Seat>) {
        if let Clock::Days { days } = self.time_control {
            for &seat in &seats {
                if !self.running.contains(&seat) {
                    self.seats[seat.index()].at_turn_start = Millis::from_days(days.into());
                }
            }
        }
        self.stop_all_but(&seats);
        self.running = seats;
    }

    /// Ends the turns of the seats whose clocks stop.
    fn stop_all_but(&mut self, seats: &[Seat]) {
        let lag = self.rules.lag;
        for &seat in self.running.iter().filter(|seat| !seats.contains(seat)) {
            let clock = &mut self.seats[seat.index()];
            clock.at_turn_start = clock.left(lag);
            clock.elapsed = Millis::ZERO;
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
    pub fn left(&self, seat: Seat) -> Millis {
        self.seats[seat.index()].left(self.rules.lag).or_zero()
    }

    /// The part of each turn that is not charged.
    pub const fn lag(&self) -> Millis {
        self.rules.lag
    }

    /// The rules that the game was created with.
    pub const fn rules(&self) -> ClockRules {
        self.rules
    }

    /// The seats whose clocks run.
    pub fn running(&self) -> &[Seat] {
        &self.running
    }

    /// The time at which downtime was last given back.
    pub const fn refunded_at(&self) -> Option<Timestamp> {
        self.refunded_at
    }

    /// The time up to which the running clocks are charged.
    pub const fn charged_at(&self) -> Timestamp {
        self.charged_at
    }

    /// Returns when the first running clock flags.
    pub fn deadline(&self) -> Option<Timestamp> {
        if !self.is_used() {
            return None;
        }
        let lag = self.rules.lag;
        let running = self.running.iter();
        let least = running
            .map(|&seat| self.seats[seat.index()].until_flag(lag))
            .min()?;
        Some(self.charged_at + least.or_zero())
    }

    /// Returns the running seats that are out of time at `now`.
    pub fn expired(&self, now: Timestamp) -> impl Iterator<Item = Seat> + '_ {
        let passed = (now - self.charged_at).or_zero();
        self.running.iter().copied().filter(move |&seat| {
            self.is_used() && self.seats[seat.index()].until_flag(self.rules.lag) <= passed
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
        lag: Millis::ZERO,
        ..ClockRules::CURRENT
    };
    const DAY: i64 = Millis::from_days(1).get();
    const LAG: i64 = ClockRules::CURRENT.lag.get();

    fn at(ms: i64) -> Timestamp {
        Timestamp::from_unix_ms(ms)
    }

    fn five_minutes(rules: ClockRules) -> Clocks {
        Clocks::new(FIVE_MINUTES, rules, 2)
    }

    #[test]
    fn only_running_clocks_are_charged() {
        let mut clocks = five_minutes(WITHOUT_LAG);
        clocks.charge(at(1_000));
        clocks.run(vec![Seat::ONE]);
        clocks.charge(at(11_000));
        clocks.increment(Seat::ONE);
        clocks.run(vec![Seat::TWO]);
        assert_eq!(
            (clocks.left(Seat::ONE).get(), clocks.left(Seat::TWO).get()),
            (295_000, 300_000)
        );
        assert_eq!(clocks.deadline(), Some(at(311_000)));
    }

    #[test]
    fn the_lag_allowance_of_each_turn_is_not_charged() {
        let mut clocks = five_minutes(ClockRules::CURRENT);
        clocks.charge(at(0));
        clocks.run(vec![Seat::ONE]);
        // Events within the turn do not start another allowance.
        for now in [100, LAG, LAG + 400] {
            clocks.charge(at(now));
            clocks.run(vec![Seat::ONE]);
        }
        assert_eq!(clocks.left(Seat::ONE).get(), 299_600);
        clocks.run(vec![Seat::TWO]);
        clocks.charge(at(LAG + 400 + LAG - 1));
        assert_eq!(
            clocks.left(Seat::TWO).get(),
            300_000,
            "a quick answer costs nothing"
        );
        clocks.run(vec![Seat::ONE]);
        assert_eq!(
            clocks.deadline(),
            Some(clocks.charged_at() + Millis::new(LAG + 299_600))
        );
    }

    #[test]
    fn a_clock_flags_when_its_time_and_the_allowance_are_used_up() {
        let mut clocks = five_minutes(ClockRules::CURRENT);
        clocks.charge(at(0));
        clocks.run(vec![Seat::ONE]);
        let deadline = 300_000 + LAG;
        assert_eq!(clocks.deadline(), Some(at(deadline)));
        assert_eq!(clocks.expired(at(deadline - 1)).count(), 0);
        assert_eq!(
            clocks.expired(at(deadline)).collect::<Vec<_>>(),
            [Seat::ONE]
        );
        clocks.charge(at(deadline - 1));
        assert_eq!(clocks.left(Seat::ONE).get(), 1);
    }

    #[test]
    fn a_refund_also_restores_the_allowance_that_downtime_used_up() {
        let mut clocks = five_minutes(ClockRules::CURRENT);
        clocks.charge(at(0));
        clocks.run(vec![Seat::ONE]);
        clocks.charge(at(60_100));
        clocks.refund(Millis::new(60_000));
        assert_eq!(clocks.left(Seat::ONE).get(), 300_000);
        clocks.charge(at(60_000 + LAG + 1));
        assert_eq!(clocks.left(Seat::ONE).get(), 299_999);
    }

    #[test]
    fn legacy_undo_takes_back_an_increment_but_never_flags() {
        let mut clocks = five_minutes(ClockRules::LEGACY);
        clocks.increment(Seat::ONE);
        clocks.take_increment(Seat::ONE);
        assert_eq!(clocks.left(Seat::ONE).get(), 300_000);
        clocks.charge(at(0));
        clocks.run(vec![Seat::ONE]);
        clocks.charge(at(292_000));
        clocks.take_increment(Seat::ONE);
        assert_eq!(clocks.left(Seat::ONE).get(), 5_000);
        clocks.charge(at(295_000));
        clocks.take_increment(Seat::ONE);
        assert_eq!(clocks.left(Seat::ONE).get(), 2_000);
    }

    #[test]
    fn undo_restores_clocks_without_adding_time() {
        let mut clocks = five_minutes(WITHOUT_LAG);
        clocks.charge(at(0));
        clocks.run(vec![Seat::ONE]);
        clocks.charge(at(299_000));
        let before = clocks.save();
        clocks.increment(Seat::ONE);
        clocks.run(vec![Seat::TWO]);
        clocks.charge(at(309_000));
        clocks.restore(&before, [Seat::ONE].into_iter());
        assert_eq!(
            (clocks.left(Seat::ONE).get(), clocks.left(Seat::TWO).get()),
            (1_000, 290_000)
        );
    }

    #[test]
    fn undo_starts_no_second_lag_allowance() {
        let mut clocks = five_minutes(ClockRules::CURRENT);
        clocks.charge(at(0));
        clocks.run(vec![Seat::ONE]);
        for turn in 1..=10 {
            clocks.charge(at(200 * turn));
            let before = clocks.save();
            clocks.increment(Seat::ONE);
            clocks.run(vec![Seat::TWO]);
            clocks.restore(&before, [Seat::ONE].into_iter());
            clocks.run(vec![Seat::ONE]);
        }
        assert_eq!(clocks.left(Seat::ONE).get(), 300_000 - 9 * 200);
    }

    #[test]
    fn undo_resumes_the_same_turn_of_days() {
        let mut clocks = Clocks::new(Clock::Days { days: 1 }, WITHOUT_LAG, 2);
        clocks.charge(at(0));
        clocks.run(vec![Seat::ONE]);
        clocks.charge(at(DAY - 1_000));
        let before = clocks.save();
        clocks.end_turn();
        clocks.run(vec![Seat::TWO]);
        clocks.restore(&before, [Seat::ONE].into_iter());
        clocks.run(vec![Seat::ONE]);
        assert_eq!(clocks.left(Seat::ONE).get(), 1_000);
    }

    #[test]
    fn a_clock_expires_at_its_last_millisecond_and_not_before() {
        let mut clocks = five_minutes(WITHOUT_LAG);
        clocks.charge(at(1_000));
        clocks.run(vec![Seat::ONE]);
        assert_eq!(clocks.expired(at(300_999)).count(), 0);
        assert_eq!(clocks.expired(at(301_000)).collect::<Vec<_>>(), [Seat::ONE]);
    }

    #[test]
    fn downtime_is_refunded_to_the_running_clocks() {
        let mut clocks = five_minutes(WITHOUT_LAG);
        clocks.charge(at(0));
        clocks.run(vec![Seat::TWO]);
        clocks.charge(at(60_000));
        clocks.refund(Millis::new(50_000));
        assert_eq!(
            (clocks.left(Seat::ONE).get(), clocks.left(Seat::TWO).get()),
            (300_000, 290_000)
        );
    }

    #[test]
    fn every_turn_by_days_starts_with_the_whole_span() {
        let mut clocks = Clocks::new(Clock::Days { days: 1 }, WITHOUT_LAG, 2);
        clocks.charge(at(0));
        clocks.run(vec![Seat::ONE]);
        clocks.charge(at(DAY / 2));
        clocks.end_turn();
        clocks.run(vec![Seat::ONE]);
        assert_eq!(clocks.left(Seat::ONE).get(), DAY);
    }

    #[test]
    fn a_system_clock_that_steps_back_adds_no_time() {
        let mut clocks = five_minutes(WITHOUT_LAG);
        clocks.charge(at(10_000));
        clocks.run(vec![Seat::ONE]);
        clocks.charge(at(5_000));
        assert_eq!(clocks.left(Seat::ONE).get(), 300_000);
    }

    #[test]
    fn without_a_time_control_nothing_expires() {
        let mut clocks = Clocks::new(Clock::None, ClockRules::CURRENT, 2);
        clocks.charge(at(0));
        clocks.run(vec![Seat::ONE]);
        assert_eq!(clocks.deadline(), None);
        assert_eq!(clocks.expired(Timestamp::NEVER).count(), 0);
    }
}
