//! Makes a change of a migration rebuild the crate, whose macro reads the folder.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
