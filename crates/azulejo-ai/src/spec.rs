//! Bot specs: a bot and its limit per decision, as in `ID[@100ms|@40000n|@d6]`.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;

/// The kind of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BotId {
    /// A random legal move.
    Random,
    /// The move that is best for its own board if the round ended now.
    Greedy,
    /// Monte Carlo tree search with random rollouts.
    Uct,
    /// Level 1: one ply ahead, misses a lot.
    Beginner,
    /// Level 2: one ply ahead, misses a little.
    Apprentice,
    /// Level 3: two plies ahead, misses a little.
    Tiler,
    /// Level 4: a search of few nodes.
    Artisan,
    /// Level 5: a longer search.
    Master,
    /// Level 6: the longest search.
    Legend,
}

impl BotId {
    /// All bots: the three baselines, then the levels.
    pub const ALL: &'static [Self] = &[
        Self::Random,
        Self::Greedy,
        Self::Uct,
        Self::Beginner,
        Self::Apprentice,
        Self::Tiler,
        Self::Artisan,
        Self::Master,
        Self::Legend,
    ];

    /// The six levels, from weakest to strongest.
    pub const LEVELS: [Self; 6] = [
        Self::Beginner,
        Self::Apprentice,
        Self::Tiler,
        Self::Artisan,
        Self::Master,
        Self::Legend,
    ];

    /// Returns the bot's identifier in records and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Uct => "uct",
            Self::Beginner => "beginner",
            Self::Apprentice => "apprentice",
            Self::Tiler => "tiler",
            Self::Artisan => "artisan",
            Self::Master => "master",
            Self::Legend => "legend",
        }
    }
}

/// A limit per decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// Thinking time.
    Time(Duration),
    /// Nodes: moves played in the search.
    Nodes(u64),
    /// Search depth in plies.
    Depth(u32),
}

/// A bot and an optional limit that overrides the default of its level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BotSpec {
    /// The bot.
    pub id: BotId,
    /// The limit, if it differs from the bot's default.
    pub limit: Option<Limit>,
}

impl From<BotId> for BotSpec {
    fn from(id: BotId) -> Self {
        Self { id, limit: None }
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id.name())?;
        match self.limit {
            None => Ok(()),
            Some(Limit::Time(time)) => write!(f, "@{}ms", time.as_millis()),
            Some(Limit::Nodes(nodes)) => write!(f, "@{nodes}n"),
            Some(Limit::Depth(depth)) => write!(f, "@d{depth}"),
        }
    }
}

/// The error returned when a text is not a bot spec.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseBotError {
    /// There is no bot with this name.
    Unknown(String),
    /// The text after `@` is not a limit.
    Limit(String),
}

impl fmt::Display for ParseBotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                let names: Vec<_> = BotId::ALL.iter().map(|id| id.name()).collect();
                write!(
                    f,
                    "there is no bot {name:?}; the bots are {}",
                    names.join(", ")
                )
            }
            Self::Limit(text) => write!(
                f,
                "{text:?} is not a limit; use a time (100ms), a number of nodes (40000n) or a depth (d6)"
            ),
        }
    }
}

impl core::error::Error for ParseBotError {}

impl FromStr for BotSpec {
    type Err = ParseBotError;

    fn from_str(text: &str) -> Result<Self, ParseBotError> {
        let (name, limit) = match text.split_once('@') {
            None => (text, None),
            Some((name, limit)) => (name, Some(parse_limit(limit)?)),
        };
        let id = BotId::ALL.iter().copied().find(|id| id.name() == name);
        let id = id.ok_or_else(|| ParseBotError::Unknown(name.to_owned()))?;
        Ok(Self { id, limit })
    }
}

fn parse_limit(text: &str) -> Result<Limit, ParseBotError> {
    let number = |digits: &str| {
        let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
        digits.parse::<u64>().ok().filter(|_| plain)
    };
    let limit = if let Some(ms) = text.strip_suffix("ms") {
        number(ms).map(|ms| Limit::Time(Duration::from_millis(ms)))
    } else if let Some(nodes) = text.strip_suffix('n') {
        number(nodes).map(Limit::Nodes)
    } else if let Some(depth) = text.strip_prefix('d') {
        number(depth)
            .and_then(|depth| u32::try_from(depth).ok())
            .map(Limit::Depth)
    } else {
        None
    };
    limit.ok_or_else(|| ParseBotError::Limit(text.to_owned()))
}
