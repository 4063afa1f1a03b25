//! Grades of players and severities of losses.

/// The severity of a loss. `docs/bots.md` shows how often each level makes one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// A small loss.
    Slip,
    /// A considerable loss.
    Mistake,
    /// A loss that decides many games.
    Blunder,
}

/// Within this distance of a certain win or loss, points decide the severity.
const DECIDED: f64 = 0.05;

impl Severity {
    /// All severities, with the smallest loss of win probability and of points.
    const THRESHOLDS: [(Self, f64, f64); 3] = [
        (Self::Blunder, 0.20, 6.0),
        (Self::Mistake, 0.08, 2.5),
        (Self::Slip, 0.03, 1.0),
    ];

    /// Returns the severity of a loss of win probability and points by a player who had a win
    /// probability of `before`. In a decided game, points count instead of win probability.
    #[must_use]
    pub fn of(before: f64, loss: f64, points_lost: f64) -> Option<Self> {
        let decided = !(DECIDED..=1.0 - DECIDED).contains(&before);
        let reached =
            |(_, win, points): &(Self, f64, f64)| loss >= *win || decided && points_lost >= *points;
        let found = Self::THRESHOLDS.iter().find(|t| reached(t));
        found.map(|(severity, ..)| *severity)
    }

    /// Returns the severity's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Slip => "slip",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// A grade by mean loss per decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    /// Less than 0.05 % per decision.
    Flawless,
    /// Less than 1 % per decision.
    Excellent,
    /// Less than 2 % per decision.
    Strong,
    /// Less than 4 % per decision.
    Fair,
    /// At least 4 % per decision.
    Shaky,
}

impl Grade {
    /// Returns the grade for a mean loss per decision.
    #[must_use]
    pub fn of(mean_loss: f64) -> Self {
        match mean_loss {
            loss if loss < 0.0005 => Self::Flawless,
            loss if loss < 0.01 => Self::Excellent,
            loss if loss < 0.02 => Self::Strong,
            loss if loss < 0.04 => Self::Fair,
            _ => Self::Shaky,
        }
    }

    /// Returns the grade's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flawless => "flawless",
            Self::Excellent => "excellent",
            Self::Strong => "strong",
            Self::Fair => "fair",
            Self::Shaky => "shaky",
        }
    }
}
