//! Fault injection: server processes under load from `azulejo-load`, whose ledger is compared with
//! the database after crashes, power losses, cut connections, stalls and floods.
//!
//! The suite runs a few rounds of each test; `cargo xtask reliability` runs as many as requested.
//! Negative controls show that the tests detect a server that violates its guarantees.

mod cuts;
mod floods;
mod fsync;
mod harness;
mod kill;
mod power;
mod speed;
mod stalls;
mod stop;
mod trace;
mod unsynced;

/// The same allocator as the program under test, so that speed comparisons are fair.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
