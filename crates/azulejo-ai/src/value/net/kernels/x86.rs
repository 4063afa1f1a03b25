//! The inner loops with the vector instructions of x86-64.
//!
//! The only unsafe code of the crate: loads and stores through pointers that stay within slices
//! whose lengths are checked first, and calls of functions that need AVX2, which only a value of
//! [`Avx2`] can make, and such a value exists only where AVX2 was found.
#![expect(unsafe_code, reason = "vector loads and stores, as said above")]

use core::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi16, _mm_add_epi32, _mm_loadu_si128, _mm_madd_epi16,
    _mm_set1_epi32, _mm_storeu_si128, _mm256_add_epi16, _mm256_add_epi32, _mm256_loadu_si256,
    _mm256_madd_epi16, _mm256_set1_epi32, _mm256_storeu_si256,
};

use crate::value::net::SUMS;

/// Proof that SSE2 is there: every x86-64 machine has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sse2(());

/// Proof that AVX2 was found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Avx2(());

impl Sse2 {
    pub(super) const fn detect() -> Self {
        Self(())
    }

    #[inline]
    pub(super) fn add_rows(self, sums: &mut [i16; SUMS], rows: &[i16], features: &[u16]) {
        // SAFETY: SSE2 is there.
        unsafe { add_rows_sse2(sums, rows, features) }
    }

    #[inline]
    pub(super) fn layer<const INPUTS: usize, const OUTPUTS: usize>(
        self,
        inputs: &[i16; INPUTS],
        weights: &[i16],
        outputs: &mut [i32; OUTPUTS],
    ) {
        // SAFETY: SSE2 is there.
        unsafe { layer_sse2(inputs, weights, outputs) }
    }
}

impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        std::arch::is_x86_feature_detected!("avx2").then_some(Self(()))
    }

    #[inline]
    pub(super) fn add_rows(self, sums: &mut [i16; SUMS], rows: &[i16], features: &[u16]) {
        // SAFETY: AVX2 was found.
        unsafe { add_rows_avx2(sums, rows, features) }
    }

    #[inline]
    pub(super) fn layer<const INPUTS: usize, const OUTPUTS: usize>(
        self,
        inputs: &[i16; INPUTS],
        weights: &[i16],
        outputs: &mut [i32; OUTPUTS],
    ) {
        // SAFETY: AVX2 was found.
        unsafe { layer_avx2(inputs, weights, outputs) }
    }
}

#[target_feature(enable = "sse2")]
fn add_rows_sse2(sums: &mut [i16; SUMS], rows: &[i16], features: &[u16]) {
    const VECTORS: usize = SUMS / 8;
    let zero = _mm_set1_epi32(0);
    let mut vectors = [zero; VECTORS];
    for (i, vector) in vectors.iter_mut().enumerate() {
        // SAFETY: vector `i` is the numbers `8 * i` to `8 * i + 7` of the sums.
        *vector = unsafe { _mm_loadu_si128(sums.as_ptr().add(8 * i).cast::<__m128i>()) };
    }
    for &feature in features {
        let row = row_of(rows, feature);
        for (i, vector) in vectors.iter_mut().enumerate() {
            // SAFETY: as above, of a row of as many numbers.
            let added = unsafe { _mm_loadu_si128(row.as_ptr().add(8 * i).cast::<__m128i>()) };
            *vector = _mm_add_epi16(*vector, added);
        }
    }
    for (i, vector) in vectors.into_iter().enumerate() {
        // SAFETY: as above.
        unsafe { _mm_storeu_si128(sums.as_mut_ptr().add(8 * i).cast::<__m128i>(), vector) };
    }
}

#[target_feature(enable = "sse2")]
fn layer_sse2<const INPUTS: usize, const OUTPUTS: usize>(
    inputs: &[i16; INPUTS],
    weights: &[i16],
    outputs: &mut [i32; OUTPUTS],
) {
    const { assert!(OUTPUTS.is_multiple_of(8) && INPUTS.is_multiple_of(2)) };
    assert_eq!(weights.len(), INPUTS * OUTPUTS, "a weight a connection");
    // Eight outputs at a time, so that the sums stay in registers.
    for first in (0..OUTPUTS).step_by(8) {
        let at = outputs[first..].as_mut_ptr();
        // SAFETY: `first` and the seven after it are outputs.
        let (mut low, mut high) = unsafe {
            (
                _mm_loadu_si128(at.cast::<__m128i>()),
                _mm_loadu_si128(at.add(4).cast::<__m128i>()),
            )
        };
        for (pair, two) in inputs.chunks_exact(2).enumerate() {
            let two = _mm_set1_epi32(joined(two[0], two[1]));
            let block = weights[2 * (pair * OUTPUTS + first)..][..16].as_ptr();
            // SAFETY: a block of 16 weights.
            let (of_low, of_high) = unsafe {
                (
                    _mm_loadu_si128(block.cast::<__m128i>()),
                    _mm_loadu_si128(block.add(8).cast::<__m128i>()),
                )
            };
            low = _mm_add_epi32(low, _mm_madd_epi16(two, of_low));
            high = _mm_add_epi32(high, _mm_madd_epi16(two, of_high));
        }
        // SAFETY: as for the loads.
        unsafe {
            _mm_storeu_si128(at.cast::<__m128i>(), low);
            _mm_storeu_si128(at.add(4).cast::<__m128i>(), high);
        }
    }
}

#[target_feature(enable = "avx2")]
fn add_rows_avx2(sums: &mut [i16; SUMS], rows: &[i16], features: &[u16]) {
    const VECTORS: usize = SUMS / 16;
    let mut vectors = [_mm256_set1_epi32(0); VECTORS];
    for (i, vector) in vectors.iter_mut().enumerate() {
        // SAFETY: vector `i` is the numbers `16 * i` to `16 * i + 15` of the sums.
        *vector = unsafe { _mm256_loadu_si256(sums.as_ptr().add(16 * i).cast::<__m256i>()) };
    }
    for &feature in features {
        let row = row_of(rows, feature);
        for (i, vector) in vectors.iter_mut().enumerate() {
            // SAFETY: as above, of a row of as many numbers.
            let added = unsafe { _mm256_loadu_si256(row.as_ptr().add(16 * i).cast::<__m256i>()) };
            *vector = _mm256_add_epi16(*vector, added);
        }
    }
    for (i, vector) in vectors.into_iter().enumerate() {
        // SAFETY: as above.
        unsafe { _mm256_storeu_si256(sums.as_mut_ptr().add(16 * i).cast::<__m256i>(), vector) };
    }
}

#[target_feature(enable = "avx2")]
fn layer_avx2<const INPUTS: usize, const OUTPUTS: usize>(
    inputs: &[i16; INPUTS],
    weights: &[i16],
    outputs: &mut [i32; OUTPUTS],
) {
    const { assert!(OUTPUTS.is_multiple_of(8) && OUTPUTS <= 64 && INPUTS.is_multiple_of(2)) };
    assert_eq!(weights.len(), INPUTS * OUTPUTS, "a weight a connection");
    let mut vectors = [_mm256_set1_epi32(0); 8];
    let count = OUTPUTS / 8;
    for (i, vector) in vectors[..count].iter_mut().enumerate() {
        // SAFETY: vector `i` is the outputs `8 * i` to `8 * i + 7`.
        *vector = unsafe { _mm256_loadu_si256(outputs.as_ptr().add(8 * i).cast::<__m256i>()) };
    }
    for (two, block) in inputs
        .chunks_exact(2)
        .zip(weights.chunks_exact(2 * OUTPUTS))
    {
        let two = _mm256_set1_epi32(joined(two[0], two[1]));
        for (i, vector) in vectors[..count].iter_mut().enumerate() {
            // SAFETY: a block has `2 * OUTPUTS` weights, 16 for each vector.
            let of = unsafe { _mm256_loadu_si256(block.as_ptr().add(16 * i).cast::<__m256i>()) };
            *vector = _mm256_add_epi32(*vector, _mm256_madd_epi16(two, of));
        }
    }
    for (i, vector) in vectors[..count].iter().enumerate() {
        // SAFETY: as for the loads.
        unsafe {
            _mm256_storeu_si256(outputs.as_mut_ptr().add(8 * i).cast::<__m256i>(), *vector);
        }
    }
}

#[inline]
fn row_of(rows: &[i16], feature: u16) -> &[i16; SUMS] {
    let row = &rows[SUMS * usize::from(feature)..][..SUMS];
    row.try_into().expect("a row is as long as the sums")
}

/// Two inputs in one word, the first in its lower half.
#[inline]
const fn joined(first: i16, second: i16) -> i32 {
    (first as u16 as u32 | (second as u16 as u32) << 16) as i32
}
