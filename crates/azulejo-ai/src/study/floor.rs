//! Floor costs that a player overlooked.

use azulejo_rules::{Move, Position};

use crate::analysis::MoveReview;

/// A loss from which on a move counts as inaccurate.
const INACCURATE: f64 = 0.02;

/// The points by which a move that was played cost more on the floor than the best one, when it also
/// gave away at least two percent of the probability to win; 0 otherwise.
///
/// The second condition leaves out what is paid with open eyes, to take tiles away from others or
/// because there is nothing better.
///
/// # Panics
/// When the review is not about a move of this position.
#[must_use]
pub fn overlooked_floor_cost(position: &Position, review: &MoveReview) -> u16 {
    if review.loss < INACCURATE {
        return 0;
    }
    cost(position, review.played).saturating_sub(cost(position, review.best))
}

fn cost(position: &Position, m: Move) -> u16 {
    let preview = position.preview(m).expect("the move is legal");
    preview.floor_cost.1 - preview.floor_cost.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_rules::Seat;

    #[test]
    fn only_a_cost_that_was_a_mistake_counts() {
        let text = "c2 1 1>1 RRKW/-/-/-/- * 20,20,18,19,19 0,0,0,0,0 0;-/-/-/-/-;...../...../...../...../.....;- 0;-/-/-/-/-;...../...../...../...../.....;-";
        let position: Position = text.parse().expect("a legal position");
        let overlooked = |played: &str, best: &str, loss: f64| {
            let review = MoveReview {
                round: 1,
                number: 1,
                seat: Seat::ALL[0],
                played: played.parse().expect("a move"),
                best: best.parse().expect("a move"),
                win: 0.5,
                loss,
                points_lost: 0.0,
                exact: false,
            };
            overlooked_floor_cost(&position, &review)
        };
        assert_eq!(overlooked("1R1", "1R2", 0.03), 1, "one tile spills");
        assert_eq!(overlooked("1RF", "1R2", 0.03), 2, "both lie on the floor");
        assert_eq!(overlooked("1R1", "1R2", 0.01), 0, "it hardly mattered");
        assert_eq!(
            overlooked("1K1", "1R2", 0.03),
            0,
            "a mistake of another kind"
        );
        assert_eq!(overlooked("1R1", "1RF", 0.03), 0, "the best costs more");
    }
}
