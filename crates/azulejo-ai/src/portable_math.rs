//! Portable `exp`, `tanh` and `ln`, built from the four basic operations.
//!
//! Platform math libraries round differently; these functions return the same bits everywhere, so a
//! bot plays the same moves on every machine.

/// Returns the exponential of `x`.
pub(crate) fn exp(x: f64) -> f64 {
    // The series converges fast on the reduced argument; repeated squaring undoes the reduction.
    const SQUARINGS: i32 = 10;
    let small = x.clamp(-600.0, 600.0) / f64::from(1 << SQUARINGS);
    let series = (1..=12)
        .rev()
        .fold(1.0, |sum, n| 1.0 + small / f64::from(n) * sum);
    (0..SQUARINGS).fold(series, |power, _| power * power)
}

/// Returns the hyperbolic tangent of `x`.
pub(crate) fn tanh(x: f64) -> f64 {
    // Odd by construction, so that one player's gain is exactly the other's loss.
    let power = exp(-2.0 * x.abs());
    (1.0 - power) / (1.0 + power) * x.signum()
}

/// Returns the natural logarithm of `x`, which must be at least 1.
pub(crate) fn ln(x: f64) -> f64 {
    let mut halvings = 0;
    let mut part = x;
    while part > 1.5 {
        part /= 2.0;
        halvings += 1;
    }
    let t = (part - 1.0) / (part + 1.0);
    let series: f64 = (0..12)
        .rev()
        .fold(0.0, |sum, n| sum * t * t + 1.0 / f64::from(2 * n + 1));
    2.0 * t * series + f64::from(halvings) * core::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(ours: f64, theirs: f64) {
        assert!(
            (ours - theirs).abs() <= 1e-9 * theirs.abs().max(1.0),
            "{ours} is not {theirs}"
        );
    }

    #[test]
    fn portable_functions_match_std() {
        for i in -400..=400 {
            let x = f64::from(i) / 20.0;
            check(exp(x), x.exp());
            check(tanh(x), x.tanh());
            check(ln(1.0 + x.abs() * 1000.0), (1.0 + x.abs() * 1000.0).ln());
        }
        assert_eq!(tanh(3.25).to_bits(), (-tanh(-3.25)).to_bits());
    }
}
