//! The fuzz targets on the stable toolchain: over the kept seeds, and over many inputs made from
//! them, the same ones every time.

use std::path::PathBuf;

use azulejo_rules::rng::{FastRng, below};

use crate::fuzz_targets::{self, TARGETS};

/// How many inputs are made for each target.
const GENERATED: usize = 20_000;

fn seed_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds")
}

/// The kept inputs of a target with their names.
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
            (name, std::fs::read(&path).expect("a file that can be read"))
        })
        .collect();
    seeds.sort();
    seeds
}

/// Runs one input and gives whether it meant something; when it breaks a law, shows it.
#[track_caller]
fn run(name: &str, origin: &str, input: &[u8]) -> bool {
    let outcome = std::panic::catch_unwind(|| fuzz_targets::run(name, input));
    outcome.unwrap_or_else(|_| {
        let shown = String::from_utf8_lossy(input);
        panic!(
            "{name} fails on {origin}; keep the input in fuzz/seeds/{name}:\n{shown:?}\n{input:?}"
        )
    })
}

/// The seeds of a target, then inputs made from them, of which so many at least must mean something.
#[track_caller]
fn check(name: &str, meant_at_least: usize) {
    let seeds = seeds(name);
    assert!((10..=60).contains(&seeds.len()), "{} seeds", seeds.len());
    for (file, input) in &seeds {
        run(name, file, input);
    }
    let mut rng = FastRng::new(60);
    let mut meant = 0;
    for i in 0..GENERATED {
        let (file, seed) = &seeds[below(&mut rng, seeds.len() as u32) as usize];
        let (_, other) = &seeds[below(&mut rng, seeds.len() as u32) as usize];
        let mut input = match name {
            "position_text" if below(&mut rng, 4) > 0 => rearrange(seed, &mut rng),
            _ => mutate(seed, other, &mut rng),
        };
        // Half of the games are cut short: the first rounds of many say more than the ends of few.
        if name == "play" && i % 2 == 0 {
            input.truncate(60);
        }
        let origin = format!("input {i}, made from {file}");
        meant += usize::from(run(name, &origin, &input));
    }
    assert!(
        meant >= meant_at_least,
        "only {meant} of {GENERATED} inputs of {name} meant something"
    );
}

/// Changes a position's text so that it may stay legal: what is swapped or counted elsewhere is not
/// lost.
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
            // Two tiles change places.
            0 | 1 => {
                if let (Some(a), Some(b)) = (pick(&tiles, rng), pick(&tiles, rng)) {
                    input.swap(a, b);
                }
            }
            // One number goes up and another one down, as bag and lid may.
            2 => {
                if let (Some(a), Some(b)) = (pick(&digits, rng), pick(&digits, rng)) {
                    input[a] = (input[a] + 1).min(b'9');
                    input[b] = (input[b] - 1).max(b'0');
                }
            }
            // Any number is another one: rounds, seats and scores are free within limits.
            _ => {
                if let Some(a) = pick(&digits, rng) {
                    input[a] = b'0' + below(rng, 10) as u8;
                }
            }
        }
    }
    input
}

/// One to four small changes, as a fuzzer makes them.
fn mutate(seed: &[u8], other: &[u8], rng: &mut FastRng) -> Vec<u8> {
    /// Bytes that mean something in one of the texts.
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
                // Numbers one up or down keep a text well formed more often than any other change.
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

/// Targets of other crates, which run their own kept inputs.
const ELSEWHERE: [&str; 1] = ["client_frame"];

/// Every target has its file in the fuzz crate and its seeds, and there are no others.
#[test]
fn the_fuzz_crate_has_the_same_targets() {
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
    let own = TARGETS.iter().map(|(name, _)| *name);
    let mut expected: Vec<_> = own.chain(ELSEWHERE).collect();
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
