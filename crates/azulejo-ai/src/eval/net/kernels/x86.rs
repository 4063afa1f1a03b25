//! SSE2 and AVX2 kernels for x86-64.
//!
//! This is the only unsafe code of the crate: loads and stores through pointers that stay within
//! slices whose lengths are checked first, and calls of AVX2 functions, which require a value of
//! [`Avx2`] as proof that the CPU supports AVX2.
#![expect(unsafe_code, reason = "SIMD loads and stores, see above")]

use core::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi16, _mm_add_epi32, _mm_loadu_si128, _mm_madd_epi16,
    _mm_set1_epi32, _mm_storeu_si128, _mm256_add_epi16, _mm256_add_epi32, _mm256_loadu_si256,
    _mm256_madd_epi16, _mm256_set1_epi32, _mm256_storeu_si256,
};

use crate::eval::net::ACCUMULATOR;

/// Proof that the CPU supports SSE2, which every x86-64 CPU does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sse2(());

/// Proof that the CPU supports AVX2.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Avx2(());

impl Sse2 {
    pub(super) const fn detect() -> Self {
        Self(())
    }

    #[inline]
    pub(super) fn accumulate(
        self,
        accumulator: &mut [i16; ACCUMULATOR],
        weights: &[i16],
        features: &[u16],
    ) {
        // SAFETY: `self` proves SSE2 support.
        unsafe { accumulate_sse2(accumulator, weights, features) }
    }

    #[inline]
    pub(super) fn layer<const INPUTS: usize, const OUTPUTS: usize>(
        self,
        inputs: &[i16; INPUTS],
        weights: &[i16],
        outputs: &mut [i32; OUTPUTS],
    ) {
        // SAFETY: `self` proves SSE2 support.
        unsafe { layer_sse2(inputs, weights, outputs) }
    }
}

impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        std::arch::is_x86_feature_detected!("avx2").then_some(Self(()))
    }

    #[inline]
    pub(super) fn accumulate(
        self,
        accumulator: &mut [i16; ACCUMULATOR],
        weights: &[i16],
        features: &[u16],
    ) {
        // SAFETY: `self` proves AVX2 support.
        unsafe { accumulate_avx2(accumulator, weights, features) }
    }

    #[inline]
    pub(super) fn layer<const INPUTS: usize, const OUTPUTS: usize>(
        self,
        inputs: &[i16; INPUTS],
        weights: &[i16],
        outputs: &mut [i32; OUTPUTS],
    ) {
        // SAFETY: `self` proves AVX2 support.
        unsafe { layer_avx2(inputs, weights, outputs) }
    }
}

#[target_feature(enable = "sse2")]
fn accumulate_sse2(accumulator: &mut [i16; ACCUMULATOR], weights: &[i16], features: &[u16]) {
    const VECTORS: usize = ACCUMULATOR / 8;
    let zero = _mm_set1_epi32(0);
    let mut vectors = [zero; VECTORS];
    for (i, vector) in vectors.iter_mut().enumerate() {
        // SAFETY: vector `i` covers elements `8 * i` to `8 * i + 7` of the accumulator.
        *vector = unsafe { _mm_loadu_si128(accumulator.as_ptr().add(8 * i).cast::<__m128i>()) };
    }
    for &feature in features {
        let weights = weights_of(weights, feature);
        for (i, vector) in vectors.iter_mut().enumerate() {
            // SAFETY: as above; the weights have the same length as the accumulator.
            let added = unsafe { _mm_loadu_si128(weights.as_ptr().add(8 * i).cast::<__m128i>()) };
            *vector = _mm_add_epi16(*vector, added);
        }
    }
    for (i, vector) in vectors.into_iter().enumerate() {
        // SAFETY: as above.
        unsafe {
            _mm_storeu_si128(
                accumulator.as_mut_ptr().add(8 * i).cast::<__m128i>(),
                vector,
            );
        };
    }
}

#[target_feature(enable = "sse2")]
fn layer_sse2<const INPUTS: usize, const OUTPUTS: usize>(
    inputs: &[i16; INPUTS],
    weights: &[i16],
    outputs: &mut [i32; OUTPUTS],
) {
    const { assert!(OUTPUTS.is_multiple_of(8) && INPUTS.is_multiple_of(2)) };
    assert_eq!(weights.len(), INPUTS * OUTPUTS, "one weight per connection");
    // Eight outputs at a time, so that the sums stay in registers.
    for first in (0..OUTPUTS).step_by(8) {
        let at = outputs[first..].as_mut_ptr();
        // SAFETY: `outputs[first..first + 8]` is in bounds, as `OUTPUTS` is a multiple of 8.
        let (mut low, mut high) = unsafe {
            (
                _mm_loadu_si128(at.cast::<__m128i>()),
                _mm_loadu_si128(at.add(4).cast::<__m128i>()),
            )
        };
        for (pair, two) in inputs.chunks_exact(2).enumerate() {
            let two = _mm_set1_epi32(joined(two[0], two[1]));
            let block = weights[2 * (pair * OUTPUTS + first)..][..16].as_ptr();
            // SAFETY: `block` points to 16 weights.
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
fn accumulate_avx2(accumulator: &mut [i16; ACCUMULATOR], weights: &[i16], features: &[u16]) {
    const VECTORS: usize = ACCUMULATOR / 16;
    let mut vectors = [_mm256_set1_epi32(0); VECTORS];
    for (i, vector) in vectors.iter_mut().enumerate() {
        // SAFETY: vector `i` covers elements `16 * i` to `16 * i + 15` of the accumulator.
        *vector = unsafe { _mm256_loadu_si256(accumulator.as_ptr().add(16 * i).cast::<__m256i>()) };
    }
    for &feature in features {
        let weights = weights_of(weights, feature);
        for (i, vector) in vectors.iter_mut().enumerate() {
            // SAFETY: as above; the weights have the same length as the accumulator.
            let added =
                unsafe { _mm256_loadu_si256(weights.as_ptr().add(16 * i).cast::<__m256i>()) };
            *vector = _mm256_add_epi16(*vector, added);
        }
    }
    for (i, vector) in vectors.into_iter().enumerate() {
        // SAFETY: as above.
        unsafe {
            _mm256_storeu_si256(
                accumulator.as_mut_ptr().add(16 * i).cast::<__m256i>(),
                vector,
            );
        };
    }
}

#[target_feature(enable = "avx2")]
fn layer_avx2<const INPUTS: usize, const OUTPUTS: usize>(
    inputs: &[i16; INPUTS],
    weights: &[i16],
    outputs: &mut [i32; OUTPUTS],
) {
    const { assert!(OUTPUTS.is_multiple_of(8) && OUTPUTS <= 64 && INPUTS.is_multiple_of(2)) };
    assert_eq!(weights.len(), INPUTS * OUTPUTS, "one weight per connection");
    let mut vectors = [_mm256_set1_epi32(0); 8];
    let count = OUTPUTS / 8;
    for (i, vector) in vectors[..count].iter_mut().enumerate() {
        // SAFETY: vector `i` covers outputs `8 * i` to `8 * i + 7`.
        *vector = unsafe { _mm256_loadu_si256(outputs.as_ptr().add(8 * i).cast::<__m256i>()) };
    }
    for (two, block) in inputs
        .chunks_exact(2)
        .zip(weights.chunks_exact(2 * OUTPUTS))
    {
        let two = _mm256_set1_epi32(joined(two[0], two[1]));
        for (i, vector) in vectors[..count].iter_mut().enumerate() {
            // SAFETY: a block has `2 * OUTPUTS` weights, 16 per vector.
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
fn weights_of(weights: &[i16], feature: u16) -> &[i16; ACCUMULATOR] {
    let weights = &weights[ACCUMULATOR * usize::from(feature)..][..ACCUMULATOR];
    weights
        .try_into()
        .expect("a feature has one weight per accumulator element")
}

/// Packs two inputs into one word, the first in the lower half.
#[inline]
const fn joined(first: i16, second: i16) -> i32 {
    (first as u16 as u32 | (second as u16 as u32) << 16) as i32
}
