//! All kernels give the same results as the scalar one.

use azulejo_rules::rng::{FastRng, below};

use super::*;
use crate::eval::net::{HIDDEN, OUTPUTS};

fn number(rng: &mut FastRng, most: i16) -> i16 {
    (below(rng, 2 * most as u32 + 1) as i32 - i32::from(most)) as i16
}

#[test]
fn all_kernels_accumulate_identically() {
    let mut rng = FastRng::new(3);
    // Miri is slow; a few cases are enough there.
    let tries = if cfg!(miri) { 3 } else { 300 };
    // Large enough to overflow: all kernels must wrap identically.
    let weights: Vec<i16> = (0..ACCUMULATOR * 50)
        .map(|_| number(&mut rng, 9000))
        .collect();
    for _ in 0..tries {
        let count = below(&mut rng, 30);
        let features: Vec<u16> = (0..count).map(|_| below(&mut rng, 50) as u16).collect();
        let start = core::array::from_fn(|_| number(&mut rng, 9000));
        let mut expected = start;
        Kernel::Scalar.accumulate(&mut expected, &weights, &features);
        for kernel in Kernel::all() {
            let mut accumulator = start;
            kernel.accumulate(&mut accumulator, &weights, &features);
            assert_eq!(accumulator, expected, "{kernel:?}");
        }
    }
}

#[test]
fn all_kernels_compute_layers_identically() {
    fn check<const IN: usize, const OUT: usize>(rng: &mut FastRng, tries: usize) {
        for _ in 0..tries {
            let weights: Vec<i16> = (0..IN * OUT).map(|_| number(rng, 127)).collect();
            let inputs: [i16; IN] = core::array::from_fn(|_| below(rng, 128) as i16);
            let bias: [i32; OUT] = core::array::from_fn(|_| i32::from(number(rng, 30_000)));
            let mut expected = bias;
            Kernel::Scalar.layer(&inputs, &weights, &mut expected);
            for kernel in Kernel::all() {
                let mut outputs = bias;
                kernel.layer(&inputs, &weights, &mut outputs);
                assert_eq!(outputs, expected, "{kernel:?}");
            }
        }
    }
    let mut rng = FastRng::new(4);
    let tries = if cfg!(miri) { 2 } else { 200 };
    check::<ACCUMULATOR, HIDDEN>(&mut rng, tries);
    check::<HIDDEN, OUTPUTS>(&mut rng, tries);
}

/// Negative control: the comparison detects a different result.
#[test]
fn a_changed_weight_changes_the_outputs() {
    let inputs = [1_i16; HIDDEN];
    let mut weights = vec![1_i16; HIDDEN * OUTPUTS];
    let mut expected = [0; OUTPUTS];
    Kernel::Scalar.layer(&inputs, &weights, &mut expected);
    weights[777] = 2;
    for kernel in Kernel::all() {
        let mut outputs = [0; OUTPUTS];
        kernel.layer(&inputs, &weights, &mut outputs);
        assert_ne!(outputs, expected, "{kernel:?}");
    }
}
