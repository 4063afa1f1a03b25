//! Fuzzes client frames.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    azulejo_fuzz_targets::run("client_frame", data);
});
