//! Future draws do not leak before they are made.
//!
//! *Non-interference*: two games that are equal up to the end of a round and draw differently
//! afterwards must be indistinguishable, byte for byte, until that round ends: to players, spectators
//! and HTTP clients, in bots' moves, the log and the metrics.
//! *Scan*: no byte that leaves the server before the end of a game contains its secret.
//! Both have a positive control.
//!
//! Everything runs on one thread, so that log and metrics belong to one game.

mod capture;
mod recorded_game;

use std::sync::Arc;

use azulejo_rules::{Deal, PlayerCount, Position, Seat};
use azulejo_store::{GameId, Secret};

use crate::draws::secret_chance::SecretChance;
use crate::draws::to_hex;
use crate::live::registry::Seams;
use azulejo_game::decide::Chance;

use self::recorded_game::{Transcript, play_and_record};

/// Both walls: on the grey one, players and bots choose columns at the end of a round.
const WALLS: [&str; 2] = ["coloured", "grey"];

/// The number of pairs of games; `AZULEJO_PAIRS` overrides it.
fn n_pairs() -> u64 {
    std::env::var("AZULEJO_PAIRS").map_or(6, |text| text.parse().expect("a number of pairs"))
}

/// Draws from one secret up to a round and from another one afterwards.
struct TwoSecrets {
    until: u16,
    first: SecretChance,
    then: SecretChance,
}

impl Chance for TwoSecrets {
    fn start(&self, nonces: &[Option<String>], players: PlayerCount) -> Seat {
        self.first.start(nonces, players)
    }

    fn deal(&self, nonces: &[Option<String>], position: &Position) -> Deal {
        if position.round() <= self.until {
            self.first.deal(nonces, position)
        } else {
            self.then.deal(nonces, position)
        }
    }

    fn reveal(&self) -> String {
        self.then.reveal()
    }
}

fn secret(number: u64, which: u8) -> Secret {
    let mut bytes = [which; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Secret::new(&mut bytes)
}

/// A game that draws from one secret up to a round and from another one (`which`) afterwards.
fn seams(pair: u64, until: u16, which: u8) -> Seams {
    Seams {
        make_chance: Arc::new(move |game: GameId, _stored| {
            let from = |which| SecretChance::new(game, secret(pair, which));
            Box::new(TwoSecrets {
                until,
                first: from(1),
                then: from(which),
            })
        }),
        // The bots' random numbers follow from this key and the game's id.
        bot_key: Some([0; 32]),
        new_id: Arc::new(move |_| {
            let mut entropy = [7; 16];
            entropy[..8].copy_from_slice(&pair.to_le_bytes());
            GameId::from_entropy(entropy)
        }),
        ..Seams::default()
    }
}

/// Returns the first difference between two transcripts.
fn difference(one: &Transcript, other: &Transcript) -> Option<String> {
    let places: Vec<_> = one.keys().chain(other.keys()).collect();
    for place in places {
        let (a, b) = (one.get(place), other.get(place));
        if a != b {
            let empty = Vec::new();
            let (a, b) = (a.unwrap_or(&empty), b.unwrap_or(&empty));
            let at = a.iter().zip(b).position(|(a, b)| a != b);
            let at = at.unwrap_or(a.len().min(b.len()));
            return Some(format!(
                "{place}, {at}:\n  {:?}\n  {:?}",
                a.get(at),
                b.get(at)
            ));
        }
    }
    None
}

fn on_one_thread<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(test)
}

#[test]
fn future_draws_do_not_influence_earlier_output() {
    for pair in 0..n_pairs() {
        let round = 1 + (pair % 3) as u16;
        // Six pairs cover each wall with each round.
        let wall = WALLS[(pair % 2) as usize];
        let play = |which| {
            on_one_thread(play_and_record(
                seams(pair, round, which),
                wall,
                Some(round),
            ))
        };
        let (one, other) = (play(2), play(3));
        assert_eq!(
            difference(&one.seen, &other.seen),
            None,
            "pair {pair}, round {round}, {wall}"
        );
        for place in ["player", "spectator", "http", "log", "metrics"] {
            let seen = one.seen.get(place).map_or(0, Vec::len);
            assert!(seen > 0, "nothing recorded of {place}");
        }
    }
}

/// The control: a difference one round earlier is found.
#[test]
fn early_difference_is_detected() {
    for pair in 0..4 {
        let round = 2;
        let wall = WALLS[(pair % 2) as usize];
        let play = |which| {
            on_one_thread(play_and_record(
                seams(pair, round - 1, which),
                wall,
                Some(round),
            ))
        };
        let (one, other) = (play(2), play(3));
        let found = difference(&one.seen, &other.seen);
        assert!(found.is_some(), "the comparison finds nothing");
    }
}

/// Returns a secret in every encoding in which it might leak.
fn forms(secret: &[u8]) -> Vec<Vec<u8>> {
    const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const FOR_URLS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let hex = to_hex(secret);
    let mut forms = vec![
        secret.to_vec(),
        hex.to_uppercase().into_bytes(),
        hex.into_bytes(),
    ];
    // As a list of numbers, as `Debug` prints it.
    let numbers: Vec<_> = secret.iter().map(ToString::to_string).collect();
    forms.push(numbers.join(",").into_bytes());
    forms.push(numbers.join(", ").into_bytes());
    // Base64 within a longer text, at each of the three alignments.
    for alphabet in [STANDARD, FOR_URLS] {
        for before in 0..3 {
            let padded: Vec<u8> = std::iter::repeat_n(0, before)
                .chain(secret.iter().copied())
                .collect();
            let bits: Vec<bool> = padded
                .iter()
                .flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1 == 1))
                .collect();
            let code = |six: &[bool]| six.iter().fold(0, |sum, bit| sum << 1 | usize::from(*bit));
            let text: Vec<u8> = bits
                .chunks_exact(6)
                .map(|six| alphabet[code(six)])
                .collect();
            // The first characters depend on the bytes before.
            forms.push(text[(before * 8).div_ceil(6)..].to_vec());
        }
    }
    forms
}

fn contains_secret(bytes: &[u8], secret: &[u8]) -> bool {
    forms(secret)
        .iter()
        .any(|form| bytes.windows(form.len()).any(|window| window == form))
}

#[test]
fn secret_does_not_leak_before_the_end() {
    let game = on_one_thread(play_and_record(Seams::default(), "coloured", None));
    let secret = game.secret.as_slice();
    assert!(
        game.before_the_end.len() > 100_000,
        "too little was scanned"
    );
    assert!(
        !contains_secret(&game.before_the_end, secret),
        "the secret leaked"
    );
    // The control: it is revealed at the end.
    assert!(
        contains_secret(&game.after_the_end, secret),
        "the scan finds nothing"
    );
}

#[test]
fn scan_finds_every_encoding() {
    let secret: Vec<u8> = (0..32).map(|n| n * 7 + 3).collect();
    for form in forms(&secret) {
        let mut bytes = b"something before ".to_vec();
        bytes.extend(&form);
        bytes.extend(b" and after");
        assert!(contains_secret(&bytes, &secret), "{form:?}");
        bytes[20] ^= 1;
        assert!(!contains_secret(&bytes, &secret), "{form:?}");
    }
    assert_eq!(forms(b"Man")[5], b"TWFu", "standard Base64");
}
