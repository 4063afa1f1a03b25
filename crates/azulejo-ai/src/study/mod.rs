//! Studies over many games: calibration of win probabilities, losses by level of play, the sum of
//! luck, overlooked floor costs, and errors of round-end values.
//!
//! The tables in `docs/bots.md` are produced by `examples/calibrate.rs` and
//! `examples/study_levels.rs`.

mod accounts;
mod calibration;
mod floor;
mod ladder;
mod value_error;

pub use accounts::{
    DealAccount, ErrorStudy, GameAccount, LOSS_STEPS, LuckStudy, MoveAccount, ParseAccountError,
};
pub use calibration::{
    Bin, Calibration, EvaluatedGame, PlayerForecasts, RoundStart, evaluate_game, fit_scale_factors,
};
pub use floor::overlooked_floor_cost;
pub use ladder::{BotStudy, LadderStudy, Mean};
pub use value_error::{ParseReferenceError, ReferenceValue, ValueError};
