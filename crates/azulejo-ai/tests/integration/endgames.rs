//! The search solves the end of a round, and its values are exact.

use std::sync::atomic::AtomicBool;

use azulejo_ai::analysis::analyse_position;
use azulejo_ai::eval::Evaluator;
use azulejo_ai::search::{Engine, Limits, MultiPv};
use azulejo_rules::{Phase, Position, Seat};

const SUITE: &str = include_str!("../data/endgames.txt");

pub(crate) fn suite() -> impl Iterator<Item = Position> {
    SUITE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.parse().unwrap_or_else(|e| panic!("{line}: {e}")))
}

/// Returns the minimax value over every legal move, with the search's leaf utilities but without
/// its transposition table, move ordering, pruning or merging of identical factories.
pub(crate) fn minimax(engine: &mut Engine, position: &Position, root: Seat) -> i32 {
    let own = position.to_move() == root;
    let values = position
        .legal_moves()
        .iter()
        .map(|&m| {
            let mut next = *position;
            next.play(m).expect("a legal move");
            if next.phase() == Phase::Offer {
                minimax(engine, &next, root)
            } else {
                engine.round_end_utility(position, root, &next)
            }
        })
        .collect::<Vec<_>>();
    let best = if own {
        values.iter().max()
    } else {
        values.iter().min()
    };
    *best.expect("a position in the offer has moves")
}

#[test]
fn suite_covers_one_to_eight_groups() {
    let positions: Vec<_> = suite().collect();
    assert!(positions.len() >= 1000, "{} positions", positions.len());
    assert!(
        positions
            .iter()
            .all(|p| p.group_count() <= 8 && p.phase() == Phase::Offer)
    );
    let mut texts: Vec<_> = positions.iter().map(ToString::to_string).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), positions.len(), "duplicate positions");
    for groups in 1..=8 {
        let count = positions
            .iter()
            .filter(|p| p.group_count() == groups)
            .count();
        assert!(count >= 20, "{count} positions with {groups} groups");
    }
}

#[test]
fn endgames_are_solved_within_the_node_limit() {
    let never = AtomicBool::new(false);
    let mut engine = Engine::new(Evaluator::shipped());
    let (mut count, mut quick) = (0, 0);
    for position in suite() {
        engine.new_game();
        let limits = Limits {
            nodes: Some(500_000),
            ..Limits::default()
        };
        let found = engine
            .search(&position, limits, MultiPv::BEST, &never)
            .expect("a position in the offer");
        assert!(found.solved, "not solved within 500,000 nodes: {position}");
        count += 1;
        quick += usize::from(found.nodes <= 50_000);
    }
    assert!(
        quick * 100 >= count * 99,
        "{quick} of {count} solved within 50,000 nodes"
    );
}

#[test]
fn solved_values_equal_plain_minimax() {
    let never = AtomicBool::new(false);
    let mut engine = Engine::new(Evaluator::shipped());
    let mut compared = 0;
    for position in suite().filter(|p| p.group_count() <= 5) {
        engine.new_game();
        let found = engine
            .search(&position, Limits::default(), MultiPv::BEST, &never)
            .expect("a position in the offer");
        let truth = minimax(&mut engine, &position, position.to_move());
        assert_eq!(found.value(), truth, "{position}");
        // The best move itself must have that value.
        let mut next = position;
        next.play(found.best()).expect("a legal move");
        let reached = if next.phase() == Phase::Offer {
            minimax(&mut engine, &next, position.to_move())
        } else {
            engine.round_end_utility(&position, position.to_move(), &next)
        };
        assert_eq!(reached, truth, "{} in {position}", found.best());
        compared += 1;
    }
    assert!(compared >= 300, "{compared} positions compared");
}

/// A table of two entries loses almost every line.
#[test]
fn lines_of_a_solved_round_reach_its_end() {
    let never = AtomicBool::new(false);
    for entries in [2, 1 << 16] {
        let mut engine = Engine::with_entries(Evaluator::shipped(), entries);
        for position in suite().filter(|p| p.group_count() == 6).step_by(9) {
            engine.new_game();
            let analysis = analyse_position(&mut engine, &position, Limits::default(), 3, &never)
                .expect("a position in the offer");
            assert!(analysis.exact);
            for scored in analysis.moves {
                let mut end = position;
                for &m in &scored.pv {
                    end.play(m).unwrap_or_else(|e| panic!("{position}: {e}"));
                }
                assert_ne!(end.phase(), Phase::Offer, "{position}: {}", scored.m);
            }
        }
    }
}
