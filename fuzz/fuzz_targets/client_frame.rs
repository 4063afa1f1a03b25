//! Fuzzes client frames.
#![no_main]

#[path = "../../crates/azulejo-server/tests/it/fuzz_targets/mod.rs"]
mod fuzz_targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    fuzz_targets::client_frame(data);
});
