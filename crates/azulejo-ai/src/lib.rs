//! Bots for Azulejo, from an inattentive beginner to the strongest engine.
//!
//! A bot is identified by a [`BotSpec`] (`greedy`, `master@100ms`) and returns a [`Decision`] for a
//! [`Position`](azulejo_rules::Position). A position holds only what a player can see: the bag as
//! counts, without the draw order or the seed of the game. The type of a game's secret is not even
//! in scope here.
//!
//! ```compile_fail,E0432
//! use azulejo_store::Secret;
//! ```
// Only the SIMD kernels of the networks use `expect(unsafe_code)`, each with a reason.
#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod analysis;
#[cfg(feature = "json")]
pub mod analysis_protocol;
mod baseline;
mod bot;
pub mod checksum;
pub mod clock;
pub mod eval;
pub mod fit;
pub mod hint;
pub mod ledger;
mod levels;
#[cfg(feature = "embedded-networks")]
pub mod matches;
mod portable_math;
pub mod puzzles;
pub mod round_ends;
pub mod samples;
pub mod search;
pub mod self_play;
mod signature;
pub mod simulation;
mod spec;
pub mod study;
pub mod uct;

pub use bot::{Bot, Decision, NothingToDecide};
#[cfg(feature = "embedded-networks")]
pub use signature::signature;
pub use signature::signature_with;
pub use spec::{BotId, BotSpec, Limit, ParseBotError};

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct Readme;
