//! Which bot, and how long it may think: `ID[@100ms|@40000n|@d6]`.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;

/// A kind of bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BotId {
    /// Any legal move, each as likely as another.
    Random,
    /// The move that is best for its own board if the round ended now.
    Greedy,
    /// A tree search with random games.
    Uct,
    /// Level 1: one move ahead, overlooks much.
    Beginner,
    /// Level 2: one move ahead, overlooks some.
    Apprentice,
    /// Level 3.
    Tiler,
    /// Level 4.
    Artisan,
    /// Level 5.
    Master,
    /// Level 6: the strongest.
    Legend,
}

impl BotId {
    /// Every bot: the three baselines, then the levels.
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

    /// The six levels, from the gentlest to the strongest.
    pub const LEVELS: [Self; 6] = [
        Self::Beginner,
        Self::Apprentice,
        Self::Tiler,
        Self::Artisan,
        Self::Master,
        Self::Legend,
    ];

    /// The bot's id in records and on the command line.
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

/// How long a bot may think about one decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// At most so long.
    Time(Duration),
    /// At most so many moves played in search.
    Nodes(u64),
    /// So many moves ahead.
    Depth(u32),
}

/// A bot and its limit; without one it plays as its level is defined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BotSpec {
    /// The bot.
    pub id: BotId,
    /// Its limit, where another than the level's own is asked for.
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

/// Why a text names no bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseBotError {
    /// There is no bot of that name.
    Unknown(String),
    /// What follows `@` is not a limit.
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
                "{text:?} is no limit; write a time as 100ms, a number of nodes as 40000n or a depth as d6"
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
