//! Bots: from a beginner who is fun to beat to the strongest we have.
//!
//! A bot is named by a [`BotSpec`] (`greedy`, `master@100ms`) and asked for a [`Decision`] in a
//! [`Position`](azulejo_rules::Position), which holds what a player sees and nothing else: the bag
//! as counts, no order, no seed of the game. The type of a game's secret cannot even be named here.
//!
//! ```compile_fail
//! use azulejo_store::Secret;
//! ```
// Only the vector loops of the networks say `expect(unsafe_code)`, with their reasons.
#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod analysis;
mod baseline;
mod bot;
pub mod clock;
mod exact_math;
pub mod fit;
mod levels;
pub mod matches;
pub mod samples;
pub mod search;
pub mod self_play;
mod signature;
mod spec;
pub mod study;
pub mod uct;
pub mod value;

pub use bot::{Bot, Decision, NothingToDecide};
pub use signature::signature;
pub use spec::{BotId, BotSpec, Limit, ParseBotError};
