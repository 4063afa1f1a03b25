//! Fuzzes the parsers of moves, placements and draws.
#![no_main]

#[path = "../../crates/azulejo-rules/tests/it/fuzz_targets/mod.rs"]
mod fuzz_targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    fuzz_targets::run("move_text", data);
});
