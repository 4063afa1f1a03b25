//! Runs the fuzz targets on the stable toolchain, over the committed seeds and over inputs that are
//! derived from them deterministically.

use std::path::PathBuf;

use azulejo_fuzz_targets::TARGETS;
use azulejo_rules::rng::{FastRng, below};

/// The number of inputs generated for each target.
const GENERATED: usize = 20_000;

fn seed_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds")
}

/// Returns the committed seeds of a target with their names.
fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = seed_folder().join(target);
    let entries =
        std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut seeds: Vec<(String, Vec<u8>)> = entries
        .map(|entry| entry.expect("a file").path())
        .map(|path| {
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (name, std::fs::read(&path).expect("a readable file"))
        })
        .collect();
    seeds.sort();
    seeds
}

/// Runs one input and returns whether it was meaningful; prints the input if the target panics.
#[track_caller]
fn run(name: &str, origin: &str, input: &[u8]) -> bool {
    let outcome = std::panic::catch_unwind(|| azulejo_fuzz_targets::run(name, input));
    outcome.unwrap_or_else(|_| {
        let shown = String::from_utf8_lossy(input);
        panic!(
            "{name} fails on {origin}; add the input to fuzz/seeds/{name}:\n{shown:?}\n{input:?}"
        )
    })
}

/// Runs the seeds of a target and the inputs derived from them, and requires a minimum number of
/// meaningful ones.
#[track_caller]
fn check(name: &str, minimum: usize) {
    let seeds = seeds(name);
    assert!((10..=60).contains(&seeds.len()), "{} seeds", seeds.len());
    for (file, input) in &seeds {
        run(name, file, input);
    }
    let mut rng = FastRng::new(60);
    let mut meaningful = 0;
    for i in 0..GENERATED {
        let (file, seed) = &seeds[below(&mut rng, seeds.len() as u32) as usize];
        let (_, other) = &seeds[below(&mut rng, seeds.len() as u32) as usize];
        let mut input = match name {
            "position_text" if below(&mut rng, 4) > 0 => rearrange(seed, &mut rng),
            _ => mutate(seed, other, &mut rng),
        };
        // Half of the games are truncated: many first rounds cover more than a few complete games.
        if name == "play" && i % 2 == 0 {
            input.truncate(60);
        }
        let origin = format!("input {i}, derived from {file}");
        meaningful += usize::from(run(name, &origin, &input));
    }
    assert!(
        meaningful >= minimum,
        "only {meaningful} of {GENERATED} inputs of {name} were meaningful"
    );
}

/// Rearranges a position's text so that it may stay legal: tiles and counts move but are not lost.
fn rearrange(seed: &[u8], rng: &mut FastRng) -> Vec<u8> {
    let mut input = seed.to_vec();
    for _ in 0..=below(rng, 2) {
        let is_tile = |b: u8| b"BYRKW".contains(&b);
        let tiles: Vec<usize> = (0..input.len()).filter(|&i| is_tile(input[i])).collect();
        let digits: Vec<usize> = (0..input.len())
            .filter(|&i| input[i].is_ascii_digit())
            .collect();
        let pick = |from: &[usize], rng: &mut FastRng| {
            (!from.is_empty()).then(|| from[below(rng, from.len() as u32) as usize])
        };
        match below(rng, 4) {
            // Swap two tiles.
            0 | 1 => {
                if let (Some(a), Some(b)) = (pick(&tiles, rng), pick(&tiles, rng)) {
                    input.swap(a, b);
                }
            }
            // Increment one digit and decrement another, as if a tile moved between bag and lid.
            2 => {
                if let (Some(a), Some(b)) = (pick(&digits, rng), pick(&digits, rng)) {
                    input[a] = (input[a] + 1).min(b'9');
                    input[b] = (input[b] - 1).max(b'0');
                }
            }
            // Replace a digit: rounds, seats and scores are arbitrary within limits.
            _ => {
                if let Some(a) = pick(&digits, rng) {
                    input[a] = b'0' + below(rng, 10) as u8;
                }
            }
        }
    }
    input
}

/// Applies one to four random mutations, as a fuzzer would.
fn mutate(seed: &[u8], other: &[u8], rng: &mut FastRng) -> Vec<u8> {
    /// Bytes that occur in one of the notations.
    const BYTES: &[u8] = b"0123456789BYRKWCF-*/;,.:>cg \"[]{}\\\n\xc3";
    let mut input = seed.to_vec();
    for _ in 0..=below(rng, 4) {
        let len = input.len() as u32;
        let at = below(rng, len + 1) as usize;
        let end = (at + below(rng, 8) as usize).min(input.len());
        let byte = match below(rng, 4) {
            0 => below(rng, 256) as u8,
            _ => BYTES[below(rng, BYTES.len() as u32) as usize],
        };
        match below(rng, 8) {
            0 => drop(input.drain(at..end)),
            1 => input.insert(at, byte),
            2 | 3 => input
                .iter_mut()
                .skip(at)
                .take(1)
                .for_each(|old| *old = byte),
            4 => input.truncate(at),
            5 => {
                let piece = input[at..end].to_vec();
                let to = below(rng, len + 1) as usize;
                input.splice(to..to, piece);
            }
            6 => {
                let from = below(rng, other.len() as u32 + 1) as usize;
                input.truncate(at);
                input.extend_from_slice(&other[from..]);
            }
            _ => {
                // Incrementing or decrementing a digit keeps a text well formed more often than not.
                let mut digits = input.iter_mut().filter(|b| b.is_ascii_digit());
                if let Some(digit) = digits.nth(below(rng, 30) as usize) {
                    *digit = b'0' + (*digit - b'0' + 1 + 8 * below(rng, 2) as u8) % 10;
                }
            }
        }
    }
    input.truncate(4096);
    input
}

#[test]
fn move_text() {
    check("move_text", 1_000);
}

#[test]
fn position_text() {
    check("position_text", 1_000);
}

#[test]
fn record_text() {
    check("record_text", 1_000);
}

#[test]
fn play() {
    check("play", 10_000);
}

#[test]
fn client_frame() {
    check("client_frame", 1_000);
}

/// Every target has a file in the fuzz crate and a folder of seeds, and there are no others.
#[test]
fn fuzz_crate_has_the_same_targets() {
    let names = |folder: PathBuf| {
        let entries =
            std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").path())
            .map(|path| {
                path.file_stem()
                    .expect("a name")
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        names
    };
    let mut expected = TARGETS.map(|(name, _)| name);
    expected.sort_unstable();
    assert_eq!(names(seed_folder()), expected);
    assert_eq!(names(seed_folder().join("../fuzz_targets")), expected);
    let manifest =
        std::fs::read_to_string(seed_folder().join("../Cargo.toml")).expect("a manifest");
    for name in expected {
        assert!(
            manifest.contains(&format!("name = \"{name}\"")),
            "{name} is not in fuzz/Cargo.toml"
        );
    }
}
