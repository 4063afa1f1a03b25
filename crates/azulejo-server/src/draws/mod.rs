//! Provable draws: the server commits to a secret, players add nonces, and all draws follow from both.
//!
//! docs/fairness.md specifies the schemes and verifies them with another program.

#[cfg(test)]
mod secrecy;
pub(crate) mod secret_chance;
mod verify;

pub use azulejo_game::draw::{Contribution, DrawScheme, nonce_commitment};
pub use azulejo_game::hex::{from_hex, to_hex};
pub use verify::{NotVerified, StartPlayer, Verified, verify};

use azulejo_rules::{Colour, Deal, Draw, PlayerCount, Position, Seat};
use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};
use hkdf::Hkdf;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

/// Returns the commitment: SHA-256 of the secret and the game id.
#[must_use]
pub fn commitment(secret: &[u8], game: &str) -> [u8; 32] {
    Sha256::new()
        .chain_update(secret)
        .chain_update(game.as_bytes())
        .finalize()
        .into()
}

/// The key of a game's draws. It has no `Debug` and is zeroized on drop.
pub struct DrawKey(Zeroizing<[u8; 32]>);

impl DrawKey {
    /// Derives the key from the secret, the game id and the nonces by seat (HKDF-SHA-256).
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
            .expect("HKDF yields 32 bytes");
        Self(key)
    }

    /// Returns the seat that starts the first round if it is random: one number of round 0.
    #[must_use]
    pub fn start(&self, players: PlayerCount) -> Seat {
        let index = KeyStream::new(self, 0).below(players.count() as u32);
        Seat::from_index(index as usize).expect("the number is below the number of seats")
    }

    /// Returns the deal of a position that awaits one.
    #[must_use]
    pub fn deal(&self, position: &Position) -> Deal {
        let mut numbers = KeyStream::new(self, u32::from(position.round()));
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
        Deal::new(position.players(), &draws).expect("one draw per factory")
    }
}

/// The ChaCha20 key stream of one round, as numbers.
struct KeyStream(ChaCha20);

impl KeyStream {
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

    /// Returns a uniform number below `n`, by rejection sampling.
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
