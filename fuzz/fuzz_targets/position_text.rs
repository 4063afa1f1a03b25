//! Texts of positions.
#![no_main]

#[path = "../../crates/azulejo-rules/tests/fuzz_targets/mod.rs"]
mod fuzz_targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    fuzz_targets::position_text(data);
});
