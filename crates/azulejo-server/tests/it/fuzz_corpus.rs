//! The fuzz corpus, on the stable toolchain.

use std::path::Path;

#[test]
fn corpus_is_parsed_or_refused_without_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/client_frame");
    let mut inputs = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus") {
        let path = entry.expect("an entry").path();
        crate::fuzz_targets::client_frame(&std::fs::read(&path).expect("an input"));
        inputs += 1;
    }
    assert!(inputs >= 20, "only {inputs} inputs");
}
