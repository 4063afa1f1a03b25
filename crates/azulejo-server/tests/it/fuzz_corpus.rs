//! The kept inputs of the fuzz target, on the stable toolchain.

use std::path::Path;

#[test]
fn kept_inputs_are_read_or_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/client_frame");
    let mut inputs = 0;
    for entry in std::fs::read_dir(folder).expect("the kept inputs") {
        let path = entry.expect("an entry").path();
        crate::fuzz_targets::client_frame(&std::fs::read(&path).expect("an input"));
        inputs += 1;
    }
    assert!(inputs >= 20, "only {inputs} inputs");
}
