//! Exponential and logarithm from the four basic operations alone.
//!
//! A system's mathematics library may round its own way; these give the same bits everywhere, so
//! that a bot plays the same move on every machine. They are as precise as a bot needs.

/// The exponential of `x`.
pub(crate) fn exp(x: f64) -> f64 {
    // The series converges fast for the small part; squaring ten times brings the rest back.
    const SQUARINGS: i32 = 10;
    let small = x.clamp(-600.0, 600.0) / f64::from(1 << SQUARINGS);
    let series = (1..=12)
        .rev()
        .fold(1.0, |sum, n| 1.0 + small / f64::from(n) * sum);
    (0..SQUARINGS).fold(series, |power, _| power * power)
}

/// The hyperbolic tangent of `x`.
pub(crate) fn tanh(x: f64) -> f64 {
    // Odd by construction, so that what one player gains the other loses to the last bit.
    let power = exp(-2.0 * x.abs());
    (1.0 - power) / (1.0 + power) * x.signum()
}

/// The natural logarithm of `x`, which is at least 1.
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
    fn they_agree_with_the_library() {
        for i in -400..=400 {
            let x = f64::from(i) / 20.0;
            check(exp(x), x.exp());
            check(tanh(x), x.tanh());
            check(ln(1.0 + x.abs() * 1000.0), (1.0 + x.abs() * 1000.0).ln());
        }
        assert_eq!(tanh(3.25).to_bits(), (-tanh(-3.25)).to_bits());
    }
}
