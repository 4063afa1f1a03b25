//! The integration tests of the crate, linked into one binary.
//!
//! `support`, `reference`, `lockstep` and `fuzz_targets` are fixtures; the other modules hold tests.

mod fuzz_targets;
mod lockstep;
mod reference;
mod support;

mod deal_sampling;
mod differential;
mod differential_control;
mod events;
mod fuzz_corpus;
mod golden;
mod hostile_moves;
mod hostile_positions;
mod hostile_records;
mod limits;
mod playouts;
mod position_text;
mod previews;
mod rare_cases;
mod record_text;
mod records;
mod reference_engine;
mod rulebook;
mod rulebook_tiling;
mod rulings;
mod samples;
