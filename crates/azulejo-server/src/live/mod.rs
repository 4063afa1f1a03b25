//! Live games: one task per game, the registry that finds them, bots, hints and stored rows.

pub(crate) mod actor;
pub(crate) mod bot_pool;
pub(crate) mod environment;
pub(crate) mod hint;
pub(crate) mod new_game;
pub(crate) mod registry;
pub(crate) mod rows;
