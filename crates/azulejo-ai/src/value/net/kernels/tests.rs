//! Every path gives the same numbers as the plain one.

use azulejo_rules::rng::{FastRng, below};

use super::*;
use crate::value::net::{HIDDEN, OUTPUTS};

fn number(rng: &mut FastRng, most: i16) -> i16 {
    (below(rng, 2 * most as u32 + 1) as i32 - i32::from(most)) as i16
}

#[test]
fn sums_of_rows_are_the_same_on_every_path() {
    let mut rng = FastRng::new(3);
    // Under Miri, which looks for undefined behaviour, a few are enough.
    let tries = if cfg!(miri) { 3 } else { 300 };
    // Large enough to wrap around: every path must wrap in the same way.
    let rows: Vec<i16> = (0..SUMS * 50).map(|_| number(&mut rng, 9000)).collect();
    for _ in 0..tries {
        let count = below(&mut rng, 30);
        let features: Vec<u16> = (0..count).map(|_| below(&mut rng, 50) as u16).collect();
        let start = core::array::from_fn(|_| number(&mut rng, 9000));
        let mut expected = start;
        Kernel::Plain.add_rows(&mut expected, &rows, &features);
        for kernel in Kernel::all() {
            let mut sums = start;
            kernel.add_rows(&mut sums, &rows, &features);
            assert_eq!(sums, expected, "{kernel:?}");
        }
    }
}

#[test]
fn layers_are_the_same_on_every_path() {
    fn check<const IN: usize, const OUT: usize>(rng: &mut FastRng, tries: usize) {
        for _ in 0..tries {
            let weights: Vec<i16> = (0..IN * OUT).map(|_| number(rng, 127)).collect();
            let inputs: [i16; IN] = core::array::from_fn(|_| below(rng, 128) as i16);
            let bias: [i32; OUT] = core::array::from_fn(|_| i32::from(number(rng, 30_000)));
            let mut expected = bias;
            Kernel::Plain.layer(&inputs, &weights, &mut expected);
            for kernel in Kernel::all() {
                let mut outputs = bias;
                kernel.layer(&inputs, &weights, &mut outputs);
                assert_eq!(outputs, expected, "{kernel:?}");
            }
        }
    }
    let mut rng = FastRng::new(4);
    let tries = if cfg!(miri) { 2 } else { 200 };
    check::<SUMS, HIDDEN>(&mut rng, tries);
    check::<HIDDEN, OUTPUTS>(&mut rng, tries);
}

/// The comparison itself can fail: a path that computes anything else is found.
#[test]
fn a_path_that_differs_in_one_bit_is_noticed() {
    let inputs = [1_i16; HIDDEN];
    let mut weights = vec![1_i16; HIDDEN * OUTPUTS];
    let mut expected = [0; OUTPUTS];
    Kernel::Plain.layer(&inputs, &weights, &mut expected);
    weights[777] = 2;
    for kernel in Kernel::all() {
        let mut outputs = [0; OUTPUTS];
        kernel.layer(&inputs, &weights, &mut outputs);
        assert_ne!(outputs, expected, "{kernel:?}");
    }
}
