//! The definition of the inner loops.

use crate::value::net::{MOST, SUM_SHIFT, SUMS};

pub(super) fn add_rows(sums: &mut [i16; SUMS], rows: &[i16], features: &[u16]) {
    for &feature in features {
        let row = &rows[SUMS * usize::from(feature)..][..SUMS];
        for (sum, number) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_add(*number);
        }
    }
}

#[inline]
pub(super) fn clip_sums(sums: &[i16; SUMS]) -> [i16; SUMS] {
    sums.map(|sum| (sum >> SUM_SHIFT).clamp(0, MOST))
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
