//! Hashes of positions, for tables of search.
//!
//! They are computed anew from a few packed words, which costs a handful of products: nothing has
//! to be kept up to date while a move is played. The values may change between versions.

use crate::places::CENTRE;
use crate::{Board, Position};

const KEYS: [u64; 4] = [
    0x2D35_8DCC_AA6C_78A5,
    0x8BB8_4B93_962E_ACC9,
    0x4B33_A62E_D433_D4A3,
    0x4D5A_2DA5_1DE1_AA47,
];

impl<const SEATS: usize> Position<SEATS> {
    /// A hash of everything that a move of the offer can change: what is on offer, the marker, the
    /// lines, how full the floors are, and who moves.
    ///
    /// Within one round two positions with equal hashes can be taken for equal. Walls, scores and
    /// the bag stay as they are until the round ends, and what a floor holds matters to nobody.
    #[inline]
    #[must_use]
    pub fn offer_hash(&self) -> u64 {
        let table =
            self.groups_bits() | u64::from(self.marker_code()) << 52 | self.mover_bits() << 56;
        let mut hash = fold(
            table ^ KEYS[0],
            u64::from(self.source_counts(CENTRE)) ^ KEYS[1],
        );
        for pair in self.raw_boards().chunks(2) {
            let [first, second] =
                [pair.first(), pair.get(1)].map(|b| b.map_or(0, Board::offer_word));
            hash = fold(
                hash ^ first ^ KEYS[2],
                second ^ KEYS[3] ^ hash.rotate_left(32),
            );
        }
        hash
    }

    /// A hash of what stays as it is while tiles are on offer: the round, the walls and the scores.
    #[must_use]
    pub fn round_hash(&self) -> u64 {
        let wall_and_round = u64::from(self.round()) | (self.wall() as u64) << 20;
        let mut hash = fold(
            wall_and_round ^ KEYS[2],
            KEYS[3] ^ (self.players() as u64) << 8,
        );
        for (_, board) in self.boards() {
            let [cells, more_and_score, _floor] = board.rest_words();
            hash = fold(
                hash ^ cells ^ KEYS[0],
                KEYS[1] ^ more_and_score ^ hash.rotate_left(32),
            );
        }
        hash
    }

    /// A hash of the whole position: two positions with different texts have different hashes (but
    /// for a chance in 2^64).
    #[must_use]
    pub fn full_hash(&self) -> u64 {
        let mut hash = self.offer_hash();
        let mut add =
            |word: u64| hash = fold(hash ^ word ^ KEYS[0], KEYS[1] ^ word.rotate_left(32));
        add(u64::from(self.round()) | (self.phase() as u64) << 16 | (self.wall() as u64) << 20);
        add(self.start().index() as u64 | (self.players() as u64) << 8);
        let pile = |counts: [u8; 5]| {
            counts
                .iter()
                .fold(0, |word: u64, &count| word << 8 | u64::from(count))
        };
        add(pile(self.bag().0));
        for (_, tiles) in self.factories() {
            add(pile(tiles.0));
        }
        for (_, board) in self.boards() {
            board.rest_words().into_iter().for_each(&mut add);
        }
        hash
    }
}

/// The two halves of a wide product, mixed: every bit of both words reaches every bit of the result.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}
