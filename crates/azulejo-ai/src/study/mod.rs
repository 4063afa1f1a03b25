//! Studies of whole games: whether probabilities come true, whether losses tell strong bots from
//! weak ones, whether luck evens out, and how often a floor cost was overlooked.
//!
//! They back the tables of `docs/bots.md`; `examples/calibrate.rs` and `examples/study_levels.rs`
//! run them.

mod calibration;
mod floor;
mod ladder;

pub use calibration::{
    Bin, Calibration, PlayedGame, RoundStart, WatchedGame, better_scales, watched,
};
pub use floor::overlooked_floor_cost;
pub use ladder::{BotStudy, LadderStudy, Mean};
