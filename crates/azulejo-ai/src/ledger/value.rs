//! Values of positions for all players: shares of the win and leads in points.

use azulejo_rules::{Board, Phase, Position, Wall};

use crate::eval::{BoardEval, RoundEvaluator, UNITS_PER_POINT, next_starter, win_probabilities};
use crate::portable_math::{exp, ln, tanh};
use crate::search::{Engine, MARGIN_SPAN, MAX_MARGIN_TERM, Parameters, SearchResult, WIN};

/// The largest lead that a utility is converted to, in points.
const MAX_LEAD: f64 = 160.0;

/// The value of a position for each player.
#[derive(Clone, PartialEq, Debug)]
pub struct Values {
    /// The expected share of the win, by seat; the sum is 1.
    pub win: Vec<f64>,
    /// The expected lead over the best other player at the end of the game, by seat, in points.
    pub points: Vec<f64>,
}

impl Values {
    /// Returns the values of boards that are compared by points at a scale.
    fn from_points(points: &[f64], scale: f64) -> Self {
        Self {
            win: win_probabilities(points, scale),
            points: leads(points),
        }
    }

    /// Returns the mean of values; `None` if there are none.
    pub(super) fn mean<'a>(values: impl Iterator<Item = &'a Self> + Clone) -> Option<Self> {
        let count = values.clone().count() as f64;
        let first = values.clone().next()?;
        let mut sum = Self {
            win: vec![0.0; first.win.len()],
            points: vec![0.0; first.win.len()],
        };
        for value in values {
            sum.add_scaled(value, 1.0 / count);
        }
        Some(sum)
    }

    /// Adds a multiple of other values.
    pub(super) fn add_scaled(&mut self, other: &Self, factor: f64) {
        for (own, other) in self.win.iter_mut().zip(&other.win) {
            *own += factor * other;
        }
        for (own, other) in self.points.iter_mut().zip(&other.points) {
            *own += factor * other;
        }
    }

    /// Returns the values of a finished game.
    pub(super) fn of_outcome(position: &Position) -> Option<Self> {
        let outcome = position.outcome()?;
        let boards: Vec<Board> = position.boards().map(|(_, board)| *board).collect();
        debug_assert_eq!(boards.len(), outcome.standings().len());
        Some(final_values(&boards))
    }

    /// Returns the values with the odds of winning raised to a power.
    pub(super) fn with_odds_to(mut self, power: f64) -> Self {
        let weight = |p: f64| if p > 0.0 { exp(power * ln(p)) } else { 0.0 };
        let weights: Vec<f64> = self.win.iter().map(|&p| weight(p)).collect();
        let sum: f64 = weights.iter().sum();
        self.win = weights.iter().map(|weight| weight / sum).collect();
        self
    }

    /// Returns the values that a search found.
    pub(super) fn of_search(engine: &Engine, position: &Position, found: &SearchResult) -> Self {
        let mut end = *position;
        for &m in &found.pv {
            if end.phase() == Phase::Offer {
                end.play_unchecked(m);
            }
        }
        let evaluator = engine.evaluator().after_round(position);
        let points = leads(&found.points);
        if position.players().count() == 2 {
            let win = win_of_two(&evaluator, position, &end, found);
            return Self { win, points };
        }
        // The mover's share comes from the search; the others divide the rest in proportion to
        // their shares at the end of the principal variation.
        let mut win = win_at_end_of_line(&evaluator, &end);
        let seat = position.to_move().index();
        let own = ((1.0 + f64::from(found.value()) / f64::from(WIN)) / 2.0).clamp(0.0, 1.0);
        let others = 1.0 - win[seat];
        let count = win.len() as f64 - 1.0;
        for (i, share) in win.iter_mut().enumerate() {
            *share = if i == seat {
                own
            } else if others > 0.0 {
                *share / others * (1.0 - own)
            } else {
                (1.0 - own) / count
            };
        }
        Self { win, points }
    }
}

/// The factors of the scale in rounds 1 to 5 that fit the values of deep searches, two players on
/// the coloured wall. The networks' own scales are those of weaker play.
const SCALE_FACTORS: [f64; 5] = [1.0, 0.91, 0.83, 0.71, 1.0];

/// Returns the factor of the evaluator's scale in the round of a position, before the next deal.
fn scale_factor(position: &Position) -> f64 {
    if position.players().count() > 2 || position.wall() == Wall::Grey {
        return 1.0;
    }
    let round = usize::from(position.round()).clamp(1, SCALE_FACTORS.len());
    SCALE_FACTORS[round - 1]
}

/// Returns the shares of the win that a search with two players found.
///
/// The utility at the root determines them, but not the points: it hardly depends on the margin of
/// a decided position, and the leaf may have been evaluated at another scale.
fn win_of_two(
    evaluator: &RoundEvaluator<'_>,
    position: &Position,
    end: &Position,
    found: &SearchResult,
) -> Vec<f64> {
    let utility = f64::from(found.value());
    let ends_game = end
        .boards()
        .any(|(_, board)| evaluator.finish_round(board, true).0.has_complete_row());
    let own = if ends_game && end.phase() != Phase::Offer {
        ((1.0 + utility / f64::from(WIN)) / 2.0).clamp(0.0, 1.0)
    } else {
        let scale = f64::from(evaluator.scale(true));
        let lead = lead_of_utility(utility, scale);
        1.0 / (1.0 + exp(-lead / (scale * scale_factor(position))))
    };
    let mut win = vec![1.0 - own; 2];
    win[position.to_move().index()] = own;
    win
}

/// Returns the lead at which an estimated leaf has the given utility, by bisection.
fn lead_of_utility(utility: f64, scale: f64) -> f64 {
    let at = |lead: f64| {
        f64::from(WIN) * tanh(lead / scale / 2.0)
            + f64::from(MAX_MARGIN_TERM) * tanh(lead / MARGIN_SPAN)
    };
    let (mut low, mut high) = (-MAX_LEAD, MAX_LEAD);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if at(middle) < utility {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// Returns the shares of the win at the end of a principal variation, which may stop mid-round.
fn win_at_end_of_line(evaluator: &RoundEvaluator<'_>, end: &Position) -> Vec<f64> {
    let round_over = end.phase() != Phase::Offer;
    let mut boards = Vec::new();
    let mut evals = [BoardEval::default(); 4];
    for (seat, board) in end.boards() {
        let (after, eval) = evaluator.finish_round(board, round_over);
        boards.push(after);
        evals[seat.index()] = eval;
    }
    if boards.iter().any(Board::has_complete_row) && round_over {
        return final_values(&boards).win;
    }
    let values = if round_over {
        evaluator.values(&evals, next_starter(end))
    } else {
        evaluator.mid_round_values(&evals, end, 0)
    };
    win_probabilities(
        &in_points(&values[..boards.len()]),
        f64::from(evaluator.scale(round_over)),
    )
}

/// Returns the values of boards that are tiled and charged, at the end of a round; `end` is any
/// position after the last move of the round.
pub(crate) fn of_boards(
    evaluator: &RoundEvaluator<'_>,
    end: &Position,
    boards: &[Board],
) -> Values {
    if boards.iter().any(Board::has_complete_row) {
        return final_values(boards);
    }
    let mut evals = [BoardEval::default(); 4];
    for (eval, board) in evals.iter_mut().zip(boards) {
        *eval = evaluator.evaluate(board, true);
    }
    let values = evaluator.values(&evals, next_starter(end));
    Values::from_points(
        &in_points(&values[..boards.len()]),
        f64::from(evaluator.scale(true)) * scale_factor(end),
    )
}

/// Returns the boards at the end of a round as the search tiles them.
pub(super) fn tiled_by_search(evaluator: &RoundEvaluator<'_>, end: &Position) -> Vec<Board> {
    let tilings = Parameters::SHIPPED.tilings;
    end.boards()
        .map(|(_, board)| evaluator.finish_round_fast(board, true, tilings).0)
        .collect()
}

/// Returns the values of a game that ends with these boards.
fn final_values(boards: &[Board]) -> Values {
    let rank = |board: &Board| {
        let bonuses = board.bonuses();
        (board.score() + bonuses.points(), bonuses.rows)
    };
    let best = boards.iter().map(rank).max();
    let winners = boards.iter().filter(|b| Some(rank(b)) == best).count() as f64;
    let share = |board: &Board| {
        if Some(rank(board)) == best {
            1.0 / winners
        } else {
            0.0
        }
    };
    let points: Vec<f64> = boards.iter().map(|b| f64::from(rank(b).0)).collect();
    Values {
        win: boards.iter().map(share).collect(),
        points: leads(&points),
    }
}

fn in_points(values: &[i32]) -> Vec<f64> {
    let point = f64::from(UNITS_PER_POINT);
    values.iter().map(|&v| f64::from(v) / point).collect()
}

/// Returns each player's lead over the best other player.
fn leads(points: &[f64]) -> Vec<f64> {
    let best_other = |seat: usize| {
        let others = points.iter().enumerate().filter(|(i, _)| *i != seat);
        others.map(|(_, p)| *p).fold(f64::MIN, f64::max)
    };
    (0..points.len())
        .map(|seat| points[seat] - best_other(seat))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_are_inverted_from_utilities() {
        for lead in [-30.0, -4.5, 0.0, 2.0, 25.0] {
            let utility = 10_000.0 * tanh(lead / 8.0 / 2.0) + 200.0 * tanh(lead / 20.0);
            assert!(
                (lead_of_utility(utility, 8.0) - lead).abs() < 1e-6,
                "{lead}"
            );
        }
    }

    #[test]
    fn leads_are_over_the_best_other_player() {
        assert_eq!(leads(&[10.0, 7.0, 3.0]), [3.0, -3.0, -7.0]);
    }
}
