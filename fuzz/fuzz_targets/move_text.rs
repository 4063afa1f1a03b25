//! Fuzzes the parsers of moves, placements and draws.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    azulejo_fuzz_targets::run("move_text", data);
});
