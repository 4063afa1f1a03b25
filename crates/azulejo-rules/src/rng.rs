//! Random numbers that are the same on every machine, for ever.
//!
//! The library behind [`rand_core::Rng`] may be any; what is ours, and pinned by test vectors, is
//! the way from its words to numbers below a bound, because libraries change theirs.

use core::convert::Infallible;

use rand_core::{Rng, TryRng};

/// An unbiased number below `bound`.
///
/// Multiplies a 32-bit word by the bound and keeps the upper half, drawing again in the few cases
/// that would favour some results.
/// There is no number below 0; for that bound it gives 0.
#[inline]
pub fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    let mut product = u64::from(rng.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        let unfair = bound.wrapping_neg() % bound;
        while (product as u32) < unfair {
            product = u64::from(rng.next_u32()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

/// Shuffles a slice: each order is equally likely.
pub fn shuffle<T>(rng: &mut impl Rng, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last as u32 + 1) as usize);
    }
}

/// A small fast generator for simulations (the `wyrand` sequence): one addition and one wide product
/// a word. Not for secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FastRng(u64);

impl FastRng {
    /// A generator that starts from a seed; every seed is as good as another.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The generator of one game of a run: games can be played in any order or at once.
    #[must_use]
    pub fn for_game(seed: u64, game: u64) -> Self {
        let whitened = Self(seed).word();
        Self(Self(whitened ^ game).word())
    }

    #[inline]
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x2D35_8DCC_AA6C_78A5);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0x8BB8_4B93_962E_ACC9);
        (product >> 64) as u64 ^ product as u64
    }
}

impl TryRng for FastRng {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.word() >> 32) as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.word())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.word().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_pinned() {
        let mut rng = FastRng::new(1_234_567);
        let words: [u64; 3] = core::array::from_fn(|_| rng.next_u64());
        assert_eq!(
            words,
            [
                13_725_641_357_320_173_039,
                13_099_500_103_347_697_343,
                1_505_849_618_603_060_667
            ]
        );
    }

    #[test]
    fn numbers_below_a_bound_are_pinned() {
        let mut rng = FastRng::new(7);
        let drawn: [u32; 12] = core::array::from_fn(|i| below(&mut rng, 3 + 9 * i as u32));
        assert_eq!(drawn, [2, 2, 15, 14, 4, 7, 45, 6, 10, 37, 57, 2]);
    }

    #[test]
    fn shuffles_are_pinned() {
        let mut items: [u8; 10] = core::array::from_fn(|i| i as u8);
        shuffle(&mut FastRng::new(42), &mut items);
        assert_eq!(items, [9, 8, 1, 5, 2, 3, 0, 6, 4, 7]);
    }

    #[test]
    fn bytes_come_from_the_same_words() {
        let mut bytes = [0; 11];
        FastRng::new(9).fill_bytes(&mut bytes);
        let mut rng = FastRng::new(9);
        assert_eq!(bytes[..8], rng.next_u64().to_le_bytes());
        assert_eq!(bytes[8..], rng.next_u64().to_le_bytes()[..3]);
    }

    #[test]
    fn every_bound_is_respected_and_reached() {
        let mut rng = FastRng::new(3);
        for bound in 1..=40 {
            let mut seen = vec![false; bound as usize];
            for _ in 0..bound * 40 {
                seen[below(&mut rng, bound) as usize] = true;
            }
            assert!(seen.iter().all(|&s| s), "bound {bound}");
        }
    }

    #[test]
    fn a_bound_with_many_rejections_stays_fair() {
        // Three quarters of the words: one in four is drawn again, or else every multiple of three
        // would come up twice as often as the other numbers.
        let bound = 3 << 30;
        let mut rng = FastRng::new(5);
        let multiples = (0..30_000)
            .filter(|_| below(&mut rng, bound).is_multiple_of(3))
            .count();
        assert!(
            (9_500..10_500).contains(&multiples),
            "{multiples} of 30000 are multiples of three"
        );
    }
}
