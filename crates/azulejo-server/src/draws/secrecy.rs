//! What is still to come is in nothing that leaves the server before it comes.
//!
//! *Non-interference*: two games that are alike up to the end of a round and draw differently from
//! then on must look alike, byte for byte, to everybody until that round ends: players,
//! spectators, whoever asks over HTTP, the bots' moves, the log and the metrics.
//! *Scan*: the secret of a game is in none of the bytes that leave the server before its end.
//! Both have controls that must find something.
//!
//! Everything runs on one thread, so that log and metrics are those of one game.

mod observer;
mod outlet;

use std::sync::Arc;

use azulejo_rules::{Deal, PlayerCount, Position};
use azulejo_store::{GameId, Secret};

use crate::draws::secret_chance::SecretChance;
use crate::draws::to_hex;
use crate::live::registry::Seams;
use azulejo_game::decide::Chance;

use self::observer::{Observed, observe};

/// Both sides: on the grey one people and bots choose columns at the end of a round.
const WALLS: [&str; 2] = ["coloured", "grey"];

/// How many pairs of games: a few in the suite, more when `AZULEJO_PAIRS` says so.
fn n_pairs() -> u64 {
    std::env::var("AZULEJO_PAIRS").map_or(6, |text| text.parse().expect("a number of pairs"))
}

/// Draws from one secret up to a round, and from another one afterwards.
struct TwoSecrets {
    until: u16,
    first: SecretChance,
    then: SecretChance,
}

impl Chance for TwoSecrets {
    fn start(&self, nonces: &[Option<String>], players: PlayerCount) -> u8 {
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
        make_chance: Some(Arc::new(move |game: GameId, _stored| {
            let from = |which| SecretChance::new(game.to_string(), secret(pair, which));
            Box::new(TwoSecrets {
                until,
                first: from(1),
                then: from(which),
            })
        })),
        // The bots' own chance follows from the game's id.
        new_id: Some(Arc::new(move || {
            let mut entropy = [7; 16];
            entropy[..8].copy_from_slice(&pair.to_le_bytes());
            GameId::from_entropy(entropy)
        })),
        ..Seams::default()
    }
}

/// The first difference between what two games let out, if there is one.
fn difference(one: &Observed, other: &Observed) -> Option<String> {
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
fn what_is_to_come_changes_nothing_before_it_comes() {
    for pair in 0..n_pairs() {
        let round = 1 + (pair % 3) as u16;
        // By turns, so that in six pairs each wall has each round once.
        let wall = WALLS[(pair % 2) as usize];
        let look = |which| on_one_thread(observe(seams(pair, round, which), wall, Some(round)));
        let (one, other) = (look(2), look(3));
        assert_eq!(
            difference(&one.seen, &other.seen),
            None,
            "pair {pair}, round {round}, {wall}"
        );
        for place in ["player", "spectator", "http", "log", "metrics"] {
            let seen = one.seen.get(place).map_or(0, Vec::len);
            assert!(seen > 0, "nothing was seen of {place}");
        }
    }
}

/// The control: what differs one round too early is found.
#[test]
fn a_game_that_knows_what_is_to_come_is_found_out() {
    for pair in 0..4 {
        let round = 2;
        let wall = WALLS[(pair % 2) as usize];
        let look = |which| on_one_thread(observe(seams(pair, round - 1, which), wall, Some(round)));
        let (one, other) = (look(2), look(3));
        let found = difference(&one.seen, &other.seen);
        assert!(found.is_some(), "a test that cannot fail shows nothing");
    }
}

/// A secret in every form in which somebody could write it down without meaning to.
fn forms(secret: &[u8]) -> Vec<Vec<u8>> {
    const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const FOR_URLS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let hex = to_hex(secret);
    let mut forms = vec![
        secret.to_vec(),
        hex.to_uppercase().into_bytes(),
        hex.into_bytes(),
    ];
    // As a list of numbers, as a debug print would have it.
    let numbers: Vec<_> = secret.iter().map(ToString::to_string).collect();
    forms.push(numbers.join(",").into_bytes());
    forms.push(numbers.join(", ").into_bytes());
    // In the middle of a longer text, Base64 looks different for each of three places.
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
            // The first characters depend on what stands before.
            forms.push(text[(before * 8).div_ceil(6)..].to_vec());
        }
    }
    forms
}

fn holds(bytes: &[u8], secret: &[u8]) -> bool {
    forms(secret)
        .iter()
        .any(|form| bytes.windows(form.len()).any(|window| window == form))
}

#[test]
fn no_byte_before_the_end_holds_the_secret() {
    let game = on_one_thread(observe(Seams::default(), "coloured", None));
    let secret = game.secret.as_slice();
    assert!(
        game.before_the_end.len() > 100_000,
        "hardly anything was looked at"
    );
    assert!(
        !holds(&game.before_the_end, secret),
        "the secret has got out"
    );
    // The control: at the end it is revealed, and found.
    assert!(
        holds(&game.after_the_end, secret),
        "a scan that finds nothing shows nothing"
    );
}

#[test]
fn a_scan_finds_every_form() {
    let secret: Vec<u8> = (0..32).map(|n| n * 7 + 3).collect();
    for form in forms(&secret) {
        let mut bytes = b"something before ".to_vec();
        bytes.extend(&form);
        bytes.extend(b" and after");
        assert!(holds(&bytes, &secret), "{form:?}");
        bytes[20] ^= 1;
        assert!(!holds(&bytes, &secret), "{form:?}");
    }
    assert_eq!(forms(b"Man")[5], b"TWFu", "Base64 as everybody writes it");
}
