//! The value before a deal.
//!
//! Two estimates are combined in inverse proportion to their squared errors: the mean of searches
//! after other deals, and the evaluator's. The first has a sampling error and a search error, which
//! all deals of a position share, so that more deals do not reduce it.

use super::effort::Effort;
use super::value::Values;
use crate::portable_math::{exp, ln};

/// The root mean square error of the evaluator after rounds 1 to 4 (`docs/nets.md`).
const ESTIMATE_ERROR: [f64; 4] = [0.036, 0.06, 0.095, 0.2];
/// The root mean square error of searches with 400,000 nodes at the starts of rounds 2 to 5, against
/// 4,000,000 nodes.
const SEARCH_ERROR: [f64; 4] = [0.035, 0.051, 0.062, 0.155];
/// The number of nodes that [`SEARCH_ERROR`] was measured with.
const SEARCH_ERROR_NODES: f64 = 400_000.0;
/// The search error falls with this power of the nodes: by 2.4 for 100 times as many.
const SEARCH_ERROR_POWER: f64 = 0.19;

/// With two players, the evaluator's odds are raised to this power, and those of the combined value
/// to [`COMBINED_POWER`]. Both estimates are too cautious compared with the value of a position
/// whose round has been analysed to its end, and luck must be zero on average at every value before
/// the deal.
const ESTIMATE_POWER: f64 = 1.2;
const COMBINED_POWER: f64 = 1.1;

/// Returns the value before the deal of a round from the values after other deals and the
/// evaluator's estimate, which the first round does not have; `None` without any of them.
pub(super) fn before_deal(
    others: &[Values],
    estimate: Option<&Values>,
    round: usize,
    effort: &Effort,
) -> Option<Values> {
    let mean = Values::mean(others.iter());
    let (Some(mean), Some(estimate)) = (&mean, estimate) else {
        return mean.or_else(|| estimate.cloned());
    };
    let weight = weight_of_mean(others, mean, round, effort);
    let two = mean.win.len() == 2;
    let estimate = estimate.clone();
    let estimate = if two {
        estimate.with_odds_to(ESTIMATE_POWER)
    } else {
        estimate
    };
    let mut combined = estimate.clone();
    combined.add_scaled(mean, weight);
    combined.add_scaled(&estimate, -weight);
    Some(if two {
        combined.with_odds_to(COMBINED_POWER)
    } else {
        combined
    })
}

fn weight_of_mean(others: &[Values], mean: &Values, round: usize, effort: &Effort) -> f64 {
    let count = others.len() as f64;
    let squares: f64 = others
        .iter()
        .map(|other| (other.win[0] - mean.win[0]).powi(2))
        .sum();
    let sampling = squares / (count - 1.0).max(1.0) / count;
    let finished = (round - 2).min(ESTIMATE_ERROR.len() - 1);
    let nodes = effort.limits.nodes.map_or(SEARCH_ERROR_NODES, |n| n as f64);
    let reduction = exp(SEARCH_ERROR_POWER * ln(SEARCH_ERROR_NODES / nodes.max(1.0)));
    let search = (SEARCH_ERROR[finished] * reduction).powi(2);
    let estimate = ESTIMATE_ERROR[finished].powi(2);
    estimate / (estimate + sampling + search)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(win: f64) -> Values {
        Values {
            win: vec![win, 1.0 - win],
            points: vec![0.0; 2],
        }
    }

    #[test]
    fn value_lies_between_estimate_and_mean() {
        let others = [values(0.4), values(0.5)];
        let effort = Effort::STANDARD;
        let combined = before_deal(&others, Some(&values(0.5)), 3, &effort).expect("estimates");
        assert!(
            combined.win[0] > 0.44 && combined.win[0] < 0.5,
            "{combined:?}"
        );
        assert!((combined.win[0] + combined.win[1] - 1.0).abs() < 1e-12);
    }

    #[test]
    fn more_nodes_give_more_weight_to_the_mean() {
        let others = [values(0.4), values(0.5)];
        let mean = values(0.45);
        let weight = |effort| weight_of_mean(&others, &mean, 5, &effort);
        assert!(weight(Effort::DEEP) > weight(Effort::STANDARD));
        assert!(weight(Effort::STANDARD) > weight(Effort::QUICK));
    }

    #[test]
    fn first_deal_has_no_estimate() {
        let others = [values(0.5), values(0.6)];
        let before = before_deal(&others, None, 1, &Effort::QUICK).expect("other deals");
        assert!((before.win[0] - 0.55).abs() < 1e-12);
        assert_eq!(before_deal(&[], None, 1, &Effort::QUICK), None);
    }
}
