//! Provable draws: a published promise, everybody's random bytes, and draws that follow from both.
//!
//! docs/fairness.md describes the scheme `azulejo-draw-1` and checks it with another program.

#[cfg(test)]
mod secrecy;
pub(crate) mod secret_chance;
mod verify;

pub use verify::{NotVerified, Verified, verify};

use azulejo_rules::{Colour, Deal, Draw, PlayerCount, Position};
use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};
use hkdf::Hkdf;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

/// The scheme's name in records.
pub const SCHEME: &str = azulejo_game::DRAW_SCHEME;

/// SHA-256 of secret and game id: the promise.
#[must_use]
pub fn commitment(secret: &[u8], game: &str) -> [u8; 32] {
    Sha256::new()
        .chain_update(secret)
        .chain_update(game.as_bytes())
        .finalize()
        .into()
}

/// The key of a game's draws. It cannot be printed, and wipes itself.
pub struct DrawKey(Zeroizing<[u8; 32]>);

impl DrawKey {
    /// The key that follows from secret, game id and the nonces by seat.
    #[must_use]
    pub fn new(secret: &[u8], game: &str, nonces: &[Option<Vec<u8>>]) -> Self {
        let mut info = Vec::new();
        for nonce in nonces {
            let nonce = nonce.as_deref().unwrap_or_default();
            info.push(u8::try_from(nonce.len()).expect("a nonce has at most 32 bytes"));
            info.extend_from_slice(nonce);
        }
        let mut key = Zeroizing::new([0; 32]);
        Hkdf::<Sha256>::new(Some(game.as_bytes()), secret)
            .expand(&info, key.as_mut())
            .expect("32 bytes are less than HKDF can give");
        Self(key)
    }

    /// Who starts the first round, where that is left to chance: one number of round 0.
    #[must_use]
    pub fn start(&self, players: PlayerCount) -> u8 {
        Numbers::new(self, 0).below(players.count() as u32) as u8 + 1
    }

    /// What is drawn in a position that awaits its deal.
    #[must_use]
    pub fn deal(&self, position: &Position) -> Deal {
        let mut numbers = Numbers::new(self, u32::from(position.round()));
        let mut bag = position.bag().0.map(u32::from);
        let mut lid = position.lid().0.map(u32::from);
        let draws: Vec<Draw> = (0..position.players().factories())
            .map(|_| {
                let mut tiles = Vec::with_capacity(4);
                while tiles.len() < 4 {
                    if bag.iter().sum::<u32>() == 0 {
                        bag = std::mem::take(&mut lid);
                    }
                    let left: u32 = bag.iter().sum();
                    if left == 0 {
                        break;
                    }
                    let mut index = numbers.below(left);
                    for colour in Colour::ALL {
                        let held = &mut bag[colour.index()];
                        if index < *held {
                            *held -= 1;
                            tiles.push(colour);
                            break;
                        }
                        index -= *held;
                    }
                }
                Draw::from_tiles(&tiles).expect("at most four tiles were drawn")
            })
            .collect();
        Deal::new(position.players(), &draws).expect("there is a draw for each factory")
    }
}

/// The key stream of one round, as numbers.
struct Numbers(ChaCha20);

impl Numbers {
    fn new(key: &DrawKey, round: u32) -> Self {
        let mut nonce = [0; 12];
        nonce[..4].copy_from_slice(&round.to_le_bytes());
        Self(ChaCha20::new((&*key.0).into(), (&nonce).into()))
    }

    fn next(&mut self) -> u32 {
        let mut bytes = [0; 4];
        self.0.apply_keystream(&mut bytes);
        u32::from_le_bytes(bytes)
    }

    /// A number below `n`, each with the same probability: numbers of an incomplete last span are
    /// drawn again.
    fn below(&mut self, n: u32) -> u32 {
        let whole = u32::MAX - (u32::MAX % n + 1) % n;
        loop {
            let number = self.next();
            if number <= whole {
                return number % n;
            }
        }
    }
}

/// Lower-case hex.
#[must_use]
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes from lower-case hex.
#[must_use]
pub fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let bytes = text.as_bytes();
    if !bytes.len().is_multiple_of(2) {
        return None;
    }
    bytes
        .chunks_exact(2)
        .map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?))
        .collect()
}
