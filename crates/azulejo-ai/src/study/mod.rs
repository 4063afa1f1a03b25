//! Studies over many games: calibration of win probabilities, losses by level of play, the sum of
//! luck, and overlooked floor costs.
//!
//! The tables in `docs/bots.md` are produced by `examples/calibrate.rs` and
//! `examples/study_levels.rs`.

mod calibration;
mod floor;
mod ladder;

pub use calibration::{
    Bin, Calibration, EvaluatedGame, PlayerForecasts, RoundStart, evaluate_game, fit_scale_factors,
};
pub use floor::overlooked_floor_cost;
pub use ladder::{BotStudy, LadderStudy, Mean};
