//! What was acknowledged stays: whole servers as processes of their own, a load with a ledger, and
//! something that dies in the middle.
//!
//! The suite runs a few rounds of each; `cargo xtask reliability` runs as many as are asked for,
//! with the same code. Each test has a control: the same thing done to a server that does not
//! keep its word must be found out.

mod cuts;
mod floods;
mod forgetful;
mod fsync;
mod kill;
mod power;
mod rig;
mod speed;
mod stalls;
mod stop;
#[path = "../../../../crates/azulejo-server/tests/it/support/mod.rs"]
mod support;
mod trace;

/// As the program itself, so that what is compared with it has the same chances.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
