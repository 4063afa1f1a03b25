//! Fuzzes the position parser.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    azulejo_fuzz_targets::run("position_text", data);
});
