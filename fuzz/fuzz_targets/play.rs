//! Fuzzes games in which each byte selects a step.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    azulejo_fuzz_targets::run("play", data);
});
