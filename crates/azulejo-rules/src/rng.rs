//! Reproducible random numbers.
//!
//! Any generator that implements [`rand_core::Rng`] will do. Bounded numbers are derived from its
//! words here, because other libraries may change their algorithm; test vectors pin the results.

use core::convert::Infallible;

pub use rand_core;
use rand_core::{Rng, TryRng};

/// Returns an unbiased random number below `bound`, or 0 if the bound is 0.
///
/// Multiplies a 32-bit word by the bound and keeps the upper half (Lemire's method); biased words are
/// rejected.
///
/// # Examples
/// ```
/// use azulejo_rules::rng::{FastRng, below};
///
/// assert!(below(&mut FastRng::new(7), 6) < 6);
/// ```
#[inline]
pub fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    let mut product = u64::from(rng.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        let threshold = bound.wrapping_neg() % bound;
        while (product as u32) < threshold {
            product = u64::from(rng.next_u32()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

/// Shuffles a slice uniformly.
pub fn shuffle<T>(rng: &mut impl Rng, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last as u32 + 1) as usize);
    }
}

/// A small fast generator for simulations (`wyrand`); not cryptographically secure.
///
/// # Examples
/// ```
/// use azulejo_rules::rng::FastRng;
/// use azulejo_rules::rng::rand_core::Rng;
///
/// assert_eq!(FastRng::new(1_234_567).next_u64(), 13_725_641_357_320_173_039);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FastRng(u64);

impl FastRng {
    /// Creates a generator from a seed; all seeds are equally good.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Creates the generator for one game of a series, independent of the other games.
    #[must_use]
    pub fn for_game(seed: u64, game: u64) -> Self {
        let mixed = Self(seed).next_word();
        Self(Self(mixed ^ game).next_word())
    }

    #[inline]
    fn next_word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x2D35_8DCC_AA6C_78A5);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0x8BB8_4B93_962E_ACC9);
        (product >> 64) as u64 ^ product as u64
    }
}

impl TryRng for FastRng {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.next_word() >> 32) as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.next_word())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.next_word().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn words_match_test_vectors() {
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
    fn bounded_numbers_match_test_vectors() {
        let mut rng = FastRng::new(7);
        let drawn: [u32; 12] = core::array::from_fn(|i| below(&mut rng, 3 + 9 * i as u32));
        assert_eq!(drawn, [2, 2, 15, 14, 4, 7, 45, 6, 10, 37, 57, 2]);
    }

    #[test]
    fn shuffles_match_test_vectors() {
        let mut items: [u8; 10] = core::array::from_fn(|i| i as u8);
        shuffle(&mut FastRng::new(42), &mut items);
        assert_eq!(items, [9, 8, 1, 5, 2, 3, 0, 6, 4, 7]);
    }

    #[test]
    fn bytes_match_words() {
        let mut bytes = [0; 11];
        FastRng::new(9).fill_bytes(&mut bytes);
        let mut rng = FastRng::new(9);
        assert_eq!(bytes[..8], rng.next_u64().to_le_bytes());
        assert_eq!(bytes[8..], rng.next_u64().to_le_bytes()[..3]);
    }

    #[test]
    fn every_number_below_a_bound_occurs() {
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
    fn bound_with_many_rejections_is_unbiased() {
        // A quarter of the words is rejected; otherwise multiples of three would be twice as likely
        // as other numbers.
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
