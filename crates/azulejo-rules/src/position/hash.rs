//! Position hashes for transposition tables.
//!
//! Hashes are computed from a few packed words on demand, which costs a handful of multiplications,
//! so playing a move has no hash to update. The values may change between versions.

use super::Position;
use crate::Board;
use crate::places::CENTRE;

const KEYS: [u64; 4] = [
    0x2D35_8DCC_AA6C_78A5,
    0x8BB8_4B93_962E_ACC9,
    0x4B33_A62E_D433_D4A3,
    0x4D5A_2DA5_1DE1_AA47,
];

/// Search internals (feature `unstable-search`), exempt from semantic versioning.
impl<const SEATS: usize> Position<SEATS> {
    /// Returns a hash of everything a move of the offer can change: the offer, the marker, the lines,
    /// the number of occupied floor spaces and the player to move.
    ///
    /// Within a round, positions with equal hashes can be treated as equal: walls, scores and the bag
    /// do not change until the round ends, and the colours on a floor do not matter.
    #[inline]
    #[must_use]
    pub fn offer_hash(&self) -> u64 {
        let table = self.groups | u64::from(self.marker) << 52 | u64::from(self.mover) << 56;
        let mut hash = mix(table ^ KEYS[0], u64::from(self.sources[CENTRE]) ^ KEYS[1]);
        for pair in self.boards.chunks(2) {
            let [first, second] =
                [pair.first(), pair.get(1)].map(|b| b.map_or(0, Board::lines_and_floor_len));
            hash = mix(
                hash ^ first ^ KEYS[2],
                second ^ KEYS[3] ^ hash.rotate_left(32),
            );
        }
        hash
    }

    /// Returns a hash of what does not change during the offer: the round, the walls and the scores.
    #[must_use]
    pub fn round_hash(&self) -> u64 {
        let wall_and_round = u64::from(self.round()) | (self.wall() as u64) << 20;
        let mut hash = mix(
            wall_and_round ^ KEYS[2],
            KEYS[3] ^ (self.players() as u64) << 8,
        );
        for (_, board) in self.boards() {
            let [cells, cells_and_score, _floor] = board.wall_score_floor();
            hash = mix(
                hash ^ cells ^ KEYS[0],
                KEYS[1] ^ cells_and_score ^ hash.rotate_left(32),
            );
        }
        hash
    }

    /// Returns a hash of the whole position.
    #[must_use]
    pub fn full_hash(&self) -> u64 {
        let mut hash = self.offer_hash();
        let mut add = |word: u64| hash = mix(hash ^ word ^ KEYS[0], KEYS[1] ^ word.rotate_left(32));
        add(u64::from(self.round()) | (self.phase() as u64) << 16 | (self.wall() as u64) << 20);
        add(self.start().index() as u64 | (self.players() as u64) << 8);
        let pack = |counts: [u8; 5]| {
            counts
                .iter()
                .fold(0, |word: u64, &count| word << 8 | u64::from(count))
        };
        add(pack(self.bag().0));
        for (_, tiles) in self.factories() {
            add(pack(tiles.0));
        }
        for (_, board) in self.boards() {
            board.wall_score_floor().into_iter().for_each(&mut add);
        }
        hash
    }

    /// Returns the groups on offer as a bit set: bit `5 * source + colour`, where sources 0 to 8 are
    /// the factories and source 9 is the centre.
    #[inline]
    #[must_use]
    pub const fn groups_bits(&self) -> u64 {
        self.groups
    }
}

/// Multiplies two words and xors the halves of the product, so that every input bit affects the
/// whole result.
#[inline]
fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}
