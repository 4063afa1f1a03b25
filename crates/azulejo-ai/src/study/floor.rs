//! Overlooked floor costs.

use azulejo_rules::{Move, Position};

use crate::ledger::{Measure, MoveEntry};

/// The loss from which a move counts as inaccurate.
const INACCURACY: f64 = 0.02;

/// Returns by how many points a played move cost more on the floor than the best move, if it also
/// lost at least two percent of win probability; 0 otherwise.
///
/// The second condition excludes costs that were worth paying, to deny tiles to an opponent or for
/// lack of a better move.
///
/// # Panics
/// If the entry is not of a move in this position.
#[must_use]
pub fn overlooked_floor_cost(position: &Position, entry: &MoveEntry) -> u16 {
    if entry.parts(Measure::Win).loss < INACCURACY {
        return 0;
    }
    cost(position, entry.played).saturating_sub(cost(position, entry.best))
}

fn cost(position: &Position, m: Move) -> u16 {
    let preview = position.preview(m).expect("the move is legal");
    preview.floor_cost.1 - preview.floor_cost.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Values;
    use azulejo_rules::Seat;

    #[test]
    fn only_mistaken_floor_costs_count() {
        let text = "c2 1 1>1 RRKW/-/-/-/- * 20,20,18,19,19 0,0,0,0,0 0;-/-/-/-/-;...../...../...../...../.....;- 0;-/-/-/-/-;...../...../...../...../.....;-";
        let position: Position = text.parse().expect("a legal position");
        let overlooked = |played: &str, best: &str, loss: f64| {
            let values = |win: f64| Values {
                win: vec![win, 1.0 - win],
                points: vec![0.0; 2],
            };
            let entry = MoveEntry {
                round: 1,
                number: 1,
                seat: Seat::ALL[0],
                played: played.parse().expect("a move"),
                best: best.parse().expect("a move"),
                before: values(0.5),
                after: values(0.5 - loss),
                exact: false,
                decision: true,
            };
            overlooked_floor_cost(&position, &entry)
        };
        assert_eq!(overlooked("1R1", "1R2", 0.03), 1, "one tile spills");
        assert_eq!(
            overlooked("1RF", "1R2", 0.03),
            2,
            "both tiles go to the floor"
        );
        assert_eq!(overlooked("1R1", "1R2", 0.01), 0, "not a mistake");
        assert_eq!(
            overlooked("1K1", "1R2", 0.03),
            0,
            "a different kind of mistake"
        );
        assert_eq!(
            overlooked("1R1", "1RF", 0.03),
            0,
            "the best move costs more"
        );
    }
}
