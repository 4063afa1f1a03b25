//! The 128-bit kernel for WebAssembly.
//!
//! The module is compiled only with `simd128` enabled: an engine that can run the program at all
//! supports it. Loads and stores go through pointers that stay within slices whose lengths are
//! checked first.
#![expect(unsafe_code, reason = "SIMD loads and stores, see above")]

use core::arch::wasm32::{
    i16x8_add, i32x4_add, i32x4_dot_i16x8, i32x4_splat, v128, v128_load, v128_store,
};

use crate::eval::net::ACCUMULATOR;

#[inline]
pub(super) fn accumulate(accumulator: &mut [i16; ACCUMULATOR], weights: &[i16], features: &[u16]) {
    const VECTORS: usize = ACCUMULATOR / 8;
    let mut vectors = [i32x4_splat(0); VECTORS];
    for (i, vector) in vectors.iter_mut().enumerate() {
        // SAFETY: vector `i` covers elements `8 * i` to `8 * i + 7` of the accumulator.
        *vector = unsafe { v128_load(accumulator.as_ptr().add(8 * i).cast::<v128>()) };
    }
    for &feature in features {
        let weights = &weights[ACCUMULATOR * usize::from(feature)..][..ACCUMULATOR];
        for (i, vector) in vectors.iter_mut().enumerate() {
            // SAFETY: as above; the weights have the same length as the accumulator.
            let added = unsafe { v128_load(weights.as_ptr().add(8 * i).cast::<v128>()) };
            *vector = i16x8_add(*vector, added);
        }
    }
    for (i, vector) in vectors.into_iter().enumerate() {
        // SAFETY: as above.
        unsafe { v128_store(accumulator.as_mut_ptr().add(8 * i).cast::<v128>(), vector) };
    }
}

#[inline]
pub(super) fn layer<const INPUTS: usize, const OUTPUTS: usize>(
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
                v128_load(at.cast::<v128>()),
                v128_load(at.add(4).cast::<v128>()),
            )
        };
        for (pair, two) in inputs.chunks_exact(2).enumerate() {
            let two = i32x4_splat(i32::from(two[0] as u16) | i32::from(two[1]) << 16);
            let block = weights[2 * (pair * OUTPUTS + first)..][..16].as_ptr();
            // SAFETY: `block` points to 16 weights.
            let (of_low, of_high) = unsafe {
                (
                    v128_load(block.cast::<v128>()),
                    v128_load(block.add(8).cast::<v128>()),
                )
            };
            low = i32x4_add(low, i32x4_dot_i16x8(two, of_low));
            high = i32x4_add(high, i32x4_dot_i16x8(two, of_high));
        }
        // SAFETY: as for the loads.
        unsafe {
            v128_store(at.cast::<v128>(), low);
            v128_store(at.add(4).cast::<v128>(), high);
        }
    }
}
