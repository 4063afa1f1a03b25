//! Points in time and durations, both in milliseconds.

use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A point in time, stored and sent as milliseconds since 1970.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The start of 1970, before every event.
    pub const EPOCH: Self = Self(0);
    /// A time that never comes.
    pub const NEVER: Self = Self(i64::MAX);

    /// Creates a timestamp from milliseconds since 1970.
    pub const fn from_unix_ms(ms: i64) -> Self {
        Self(ms)
    }

    /// Returns the milliseconds since 1970.
    pub const fn unix_ms(self) -> i64 {
        self.0
    }

    /// Returns the time halfway between this and another one.
    #[must_use]
    pub const fn midpoint(self, other: Self) -> Self {
        Self((self.0 + other.0) / 2)
    }
}

impl fmt::Display for Timestamp {
    /// Writes the milliseconds since 1970.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Add<Millis> for Timestamp {
    type Output = Self;

    fn add(self, time: Millis) -> Self {
        Self(self.0 + time.0)
    }
}

impl AddAssign<Millis> for Timestamp {
    fn add_assign(&mut self, time: Millis) {
        self.0 += time.0;
    }
}

impl Sub<Millis> for Timestamp {
    type Output = Self;

    fn sub(self, time: Millis) -> Self {
        Self(self.0 - time.0)
    }
}

impl Sub for Timestamp {
    type Output = Millis;

    fn sub(self, earlier: Self) -> Millis {
        Millis(self.0 - earlier.0)
    }
}

/// A duration in milliseconds; negative if the system clock has stepped back.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Millis(i64);

impl Millis {
    /// No time.
    pub const ZERO: Self = Self(0);

    /// Creates a duration from milliseconds.
    pub const fn new(ms: i64) -> Self {
        Self(ms)
    }

    /// Creates a duration from seconds.
    pub const fn from_secs(seconds: i64) -> Self {
        Self(seconds * 1_000)
    }

    /// Creates a duration from minutes.
    pub const fn from_minutes(minutes: i64) -> Self {
        Self::from_secs(minutes * 60)
    }

    /// Creates a duration from days.
    pub const fn from_days(days: i64) -> Self {
        Self::from_minutes(days * 24 * 60)
    }

    /// Returns the milliseconds.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// Returns the duration, or zero if it is negative.
    #[must_use]
    pub const fn or_zero(self) -> Self {
        if self.0 < 0 { Self::ZERO } else { self }
    }

    /// Returns the duration without its sign.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// Returns the duration as the standard type; zero if it is negative.
    pub const fn to_std(self) -> Duration {
        Duration::from_millis(self.or_zero().0.unsigned_abs())
    }
}

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.0)
    }
}

impl Add for Millis {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Millis {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Millis {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for Millis {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}
