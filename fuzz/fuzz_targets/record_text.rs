//! Fuzzes the record parser.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    azulejo_fuzz_targets::run("record_text", data);
});
