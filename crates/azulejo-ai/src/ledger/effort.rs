//! The effort of a game's analysis.

use core::fmt;
use core::str::FromStr;

use crate::search::Limits;

/// The effort of a game's analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The search limits per position.
    pub limits: Limits,
    /// The number of other deals that the value before each deal is estimated from.
    pub other_deals: u32,
    /// The seed of the other deals.
    pub seed: u64,
}

impl Effort {
    /// 40,000 nodes per position and 4 other deals.
    pub const QUICK: Self = Self::nodes(40_000, 4);
    /// 400,000 nodes per position and 16 other deals.
    pub const STANDARD: Self = Self::nodes(400_000, 16);
    /// 3,000,000 nodes per position and 32 other deals.
    pub const DEEP: Self = Self::nodes(3_000_000, 32);

    /// Returns an effort of this many nodes per position and other deals.
    #[must_use]
    pub const fn nodes(nodes: u64, other_deals: u32) -> Self {
        Self {
            limits: Limits {
                time: None,
                nodes: Some(nodes),
                depth: None,
            },
            other_deals,
            seed: 1,
        }
    }

    /// Replaces the search limits.
    #[must_use]
    pub const fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Returns the number of entries of a transposition table that suits the limits.
    #[must_use]
    pub fn table_entries(&self) -> usize {
        let most = self.limits.nodes.unwrap_or(1 << 21);
        most.clamp(1 << 16, 1 << 22) as usize
    }
}

impl Default for Effort {
    fn default() -> Self {
        Self::STANDARD
    }
}

/// Parses the name of an effort: `quick`, `standard` or `deep`.
impl FromStr for Effort {
    type Err = UnknownEffort;

    fn from_str(name: &str) -> Result<Self, UnknownEffort> {
        match name {
            "quick" => Ok(Self::QUICK),
            "standard" => Ok(Self::STANDARD),
            "deep" => Ok(Self::DEEP),
            _ => Err(UnknownEffort),
        }
    }
}

/// The error for a name that is not one of an effort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownEffort;

impl fmt::Display for UnknownEffort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the effort must be quick, standard or deep")
    }
}

impl core::error::Error for UnknownEffort {}
