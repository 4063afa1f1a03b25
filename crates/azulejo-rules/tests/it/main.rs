//! The integration tests of the crate, linked into one binary.
//!
//! `support`, `reference` and `lockstep` are fixtures; the other modules hold tests.

mod lockstep;
mod reference;
mod support;

mod deal_sampling;
mod differential;
mod differential_control;
mod events;
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
