//! The solver proves exact values and complete lines.

use std::sync::atomic::AtomicBool;

use azulejo_ai::eval::Evaluator;
use azulejo_ai::search::solver::{Progress, Solution, Solver, SolverOptions, UnsolvableError};
use azulejo_ai::search::{Engine, Limits, MultiPv};
use azulejo_rules::{Phase, Position};

use crate::endgames::{minimax, suite};

const ROUND_STARTS: &str = include_str!("../data/round_starts.txt");

fn round_starts() -> impl Iterator<Item = Position> {
    ROUND_STARTS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.parse().unwrap_or_else(|e| panic!("{line}: {e}")))
}

fn solver(threads: usize, memory: usize) -> Solver {
    let options = SolverOptions {
        threads,
        memory,
        nodes: None,
    };
    Solver::new(Evaluator::shipped(), options)
}

fn solve(solver: &mut Solver, position: &Position) -> Solution {
    let never = AtomicBool::new(false);
    solver
        .solve(position, &never, &mut |_| ())
        .unwrap_or_else(|e| panic!("{position}: {e}"))
}

/// Returns the position at the end of a line.
fn after(position: &Position, solution: &Solution) -> Position {
    let mut end = *position;
    for &m in &solution.line {
        end.play(m).unwrap_or_else(|e| panic!("{position}: {e}"));
    }
    end
}

/// Plays a position on until few groups are left.
fn shortened(mut position: Position, groups: u32) -> Position {
    while position.group_count() > groups {
        let moves = position.legal_moves();
        position.play(moves[moves.len() / 2]).expect("a legal move");
    }
    position
}

#[test]
fn suite_has_a_hundred_starts_of_each_round() {
    for round in 1..=5 {
        let starts: Vec<_> = round_starts().filter(|p| p.round() == round).collect();
        assert_eq!(starts.len(), 100, "round {round}");
        for position in starts {
            assert_eq!(position.phase(), Phase::Offer);
            assert!(position.centre().0.iter().all(|&count| count == 0));
        }
    }
}

#[test]
fn solved_values_equal_plain_minimax() {
    let mut engine = Engine::new(Evaluator::shipped());
    let mut solver = solver(1, 1 << 20);
    let mut compared = 0;
    for position in suite().filter(|p| p.group_count() <= 5).step_by(2) {
        let solution = solve(&mut solver, &position);
        let truth = minimax(&mut engine, &position, position.to_move());
        assert_eq!(solution.value(), Some(truth), "{position}");
        compared += 1;
    }
    assert!(compared >= 150, "{compared} positions compared");
}

/// Larger positions are compared with the ordinary search, which shares neither table nor driver.
#[test]
fn solved_values_equal_those_of_the_search() {
    let never = AtomicBool::new(false);
    let mut engine = Engine::new(Evaluator::shipped());
    let mut solver = solver(1, 1 << 22);
    for position in suite().filter(|p| p.group_count() == 8).step_by(8) {
        engine.new_game();
        let found = engine
            .search(&position, Limits::default(), MultiPv::BEST, &never)
            .expect("a position in the offer");
        assert!(found.solved);
        let solution = solve(&mut solver, &position);
        assert_eq!(solution.value(), Some(found.value()), "{position}");
    }
}

/// The line ends with the round, and its end has the proven value, even if the table is so small
/// that most proofs are lost.
#[test]
fn line_reaches_the_end_of_the_round_with_the_proven_value() {
    let mut engine = Engine::new(Evaluator::shipped());
    for memory in [64, 1 << 22] {
        let mut solver = solver(1, memory);
        for position in suite().filter(|p| p.group_count() >= 6).step_by(29) {
            let solution = solve(&mut solver, &position);
            let end = after(&position, &solution);
            assert_ne!(end.phase(), Phase::Offer, "{position}");
            let value = engine.round_end_utility(&position, position.to_move(), &end);
            assert_eq!(Some(value), solution.value(), "{position}");
            assert_eq!(solution.points.len(), 2);
        }
    }
}

#[test]
fn threads_prove_the_same_value() {
    let (mut one, mut three) = (solver(1, 1 << 22), solver(3, 1 << 22));
    for position in round_starts().step_by(41).map(|p| shortened(p, 9)) {
        let (alone, together) = (solve(&mut one, &position), solve(&mut three, &position));
        assert_eq!(alone.value(), together.value(), "{position}");
        assert_ne!(after(&position, &together).phase(), Phase::Offer);
    }
}

#[test]
fn single_thread_is_reproducible() {
    let position = shortened(round_starts().nth(250).expect("a position"), 10);
    let mut solver = solver(1, 1 << 20);
    let first = solve(&mut solver, &position);
    assert_eq!(solve(&mut solver, &position), first);
}

#[test]
fn node_limit_leaves_proven_bounds() {
    let start = round_starts().nth(300).expect("a position");
    let never = AtomicBool::new(false);
    let options = SolverOptions {
        threads: 1,
        memory: 1 << 20,
        nodes: Some(500_000),
    };
    let mut seen: Vec<Progress> = Vec::new();
    let mut limited = Solver::new(Evaluator::shipped(), options);
    let solution = limited
        .solve(&start, &never, &mut |progress| seen.push(progress.clone()))
        .expect("a position in the offer");
    assert_eq!(solution.value(), None);
    assert!(solution.line.is_empty());
    assert!(solution.bounds.nodes >= 500_000 && solution.bounds.nodes < 600_000);
    assert!(solution.bounds.lower < solution.bounds.upper);
    let narrowing = seen
        .windows(2)
        .all(|pair| pair[0].lower <= pair[1].lower && pair[0].upper >= pair[1].upper);
    assert!(narrowing, "{seen:?}");
}

#[test]
fn unsuitable_positions_are_rejected() {
    let mut solver = solver(1, 64);
    let never = AtomicBool::new(false);
    let empty = "c2 1 1>1 -/-/-/-/- * 20,20,20,20,20 0,0,0,0,0 0;-/-/-/-/-;...../...../...../...../.....;- 0;-/-/-/-/-;...../...../...../...../.....;-";
    let three = "c3 1 1>1 BBBB/-/-/-/-/-/- * 16,20,20,20,20 0,0,0,0,0 0;-/-/-/-/-;...../...../...../...../.....;- 0;-/-/-/-/-;...../...../...../...../.....;- 0;-/-/-/-/-;...../...../...../...../.....;-";
    let mut error = |text: &str| {
        let position: Position = text.parse().expect("a position");
        solver.solve(&position, &never, &mut |_| ()).unwrap_err()
    };
    assert!(matches!(error(empty), UnsolvableError::NothingToDecide(_)));
    assert_eq!(error(three), UnsolvableError::TooManyPlayers);
}
