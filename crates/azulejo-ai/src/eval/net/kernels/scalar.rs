//! The scalar reference implementation of the inner loops.

use crate::eval::net::{ACCUMULATOR, ACCUMULATOR_SHIFT, MAX_ACTIVATION};

pub(super) fn accumulate(accumulator: &mut [i16; ACCUMULATOR], weights: &[i16], features: &[u16]) {
    for &feature in features {
        let weights = &weights[ACCUMULATOR * usize::from(feature)..][..ACCUMULATOR];
        for (sum, number) in accumulator.iter_mut().zip(weights) {
            *sum = sum.wrapping_add(*number);
        }
    }
}

#[inline]
pub(super) fn clipped_relu(accumulator: &[i16; ACCUMULATOR]) -> [i16; ACCUMULATOR] {
    accumulator.map(|sum| (sum >> ACCUMULATOR_SHIFT).clamp(0, MAX_ACTIVATION))
}

pub(super) fn layer<const INPUTS: usize, const OUTPUTS: usize>(
    inputs: &[i16; INPUTS],
    weights: &[i16],
    outputs: &mut [i32; OUTPUTS],
) {
    for (pair, block) in inputs
        .chunks_exact(2)
        .zip(weights.chunks_exact(2 * OUTPUTS))
    {
        for (output, two) in outputs.iter_mut().zip(block.chunks_exact(2)) {
            *output += i32::from(pair[0]) * i32::from(two[0]);
            *output += i32::from(pair[1]) * i32::from(two[1]);
        }
    }
}
