//! Puzzles: their text form, and the positions that the miner accepts.

use azulejo_ai::BotId;
use azulejo_ai::eval::Nets;
use azulejo_ai::puzzles::{Effort, Kind, Miner, Puzzle, Rater, Unsound, is_same_move};
use azulejo_ai::simulation::Plan;
use azulejo_rules::{Phase, PlayerCount, Position, Seat, Wall};

const SHIPPED: [&str; 2] = [
    include_str!("../../puzzles/two-players.txt"),
    include_str!("../../puzzles/more-players.txt"),
];

fn lines() -> impl Iterator<Item = &'static str> {
    SHIPPED.into_iter().flat_map(str::lines)
}

fn shipped() -> Vec<Puzzle> {
    let parse = |line: &str| line.parse().unwrap_or_else(|e| panic!("{line}: {e}"));
    lines().map(parse).collect()
}

/// A few shipped puzzles for each number of players.
fn some_of_each_count(count: usize) -> Vec<Puzzle> {
    let mut some = Vec::new();
    for players in [PlayerCount::Two, PlayerCount::Three, PlayerCount::Four] {
        let has_players = |p: &Puzzle| p.position.players() == players;
        some.extend(shipped().into_iter().filter(has_players).take(count));
    }
    some
}

/// A few shipped puzzles of every kind.
fn some_of_each_kind(count: usize) -> Vec<Puzzle> {
    let mut some = Vec::new();
    for kind in Kind::ALL {
        some.extend(shipped().into_iter().filter(|p| p.kind == kind).take(count));
    }
    some
}

#[test]
fn shipped_puzzles_parse_and_print_unchanged() {
    let puzzles = shipped();
    for (puzzle, line) in puzzles.iter().zip(lines()) {
        assert_eq!(puzzle.to_string(), line);
    }
    for kind in Kind::ALL {
        assert!(puzzles.iter().any(|p| p.kind == kind), "{kind}");
    }
}

#[test]
fn shipped_positions_are_distinct() {
    let mut positions: Vec<String> = shipped().iter().map(|p| p.position.to_string()).collect();
    let count = positions.len();
    positions.sort();
    positions.dedup();
    assert_eq!(positions.len(), count);
}

#[test]
fn shipped_puzzles_are_sound() {
    let mut miner = Miner::new(Nets::shipped(), Effort::STANDARD);
    for puzzle in some_of_each_kind(1)
        .into_iter()
        .chain(some_of_each_count(1))
    {
        assert_eq!(miner.check(&puzzle), Ok(()), "{puzzle}");
    }
}

#[test]
fn last_round_puzzles_are_won_by_the_solution_alone() {
    let puzzles = shipped();
    let puzzle = puzzles
        .iter()
        .filter(|p| p.kind == Kind::LastRound && p.position.wall() == Wall::Coloured)
        .filter(|p| p.position.players() == PlayerCount::Two)
        .min_by_key(|p| p.position.legal_moves().len())
        .expect("a puzzle of the last round");
    let solver = puzzle.position.to_move();
    for &m in &puzzle.position.legal_moves() {
        let mut position = puzzle.position;
        position.play_unchecked(m);
        let is_right = is_same_move(&puzzle.position, m, puzzle.line[0]);
        assert_eq!(wins(&position, solver), is_right, "{m} in {puzzle}");
    }
}

/// Returns whether a player can force a win of a game that ends with this round, by brute force.
fn wins(position: &Position, solver: Seat) -> bool {
    if position.phase() == Phase::Offer {
        let moves = position.legal_moves();
        let mut results = moves.iter().map(|&m| {
            let mut next = *position;
            next.play_unchecked(m);
            wins(&next, solver)
        });
        return if position.to_move() == solver {
            results.any(|won| won)
        } else {
            results.all(|won| won)
        };
    }
    let mut end = *position;
    end.finish_round_unchecked();
    let outcome = end.outcome().expect("the game ends with this round");
    outcome.winners().eq([solver])
}

#[test]
fn wrong_solutions_are_rejected() {
    let mut miner = Miner::new(Nets::shipped(), Effort::STANDARD);
    for mut puzzle in some_of_each_count(1) {
        let right = puzzle.line[0];
        let moves = puzzle.position.legal_moves();
        let wrong = moves
            .iter()
            .find(|&&m| !is_same_move(&puzzle.position, m, right));
        puzzle.line = vec![*wrong.expect("another move")];
        assert_eq!(miner.check(&puzzle), Err(Unsound::OtherMove), "{puzzle}");
    }
}

#[test]
fn wrong_columns_are_rejected() {
    let puzzles = shipped();
    let puzzle = puzzles.iter().find(|p| p.kind == Kind::Columns);
    let mut puzzle = puzzle.expect("a puzzle about columns").clone();
    let seat = puzzle.position.to_move();
    let last = puzzle.columns.len() - 1;
    let mut tiled = puzzle.position;
    for &placement in &puzzle.columns[..last] {
        tiled.tile(seat, placement).expect("a legal solution");
    }
    let choices = tiled.placements(seat);
    let other = choices.iter().find(|&&p| p != puzzle.columns[last]);
    puzzle.columns[last] = *other.expect("another column");
    let mut miner = Miner::new(Nets::shipped(), Effort::STANDARD);
    assert_eq!(miner.check(&puzzle), Err(Unsound::OtherMove));
}

#[test]
fn single_line_to_tile_is_not_a_puzzle() {
    let puzzles = shipped();
    let puzzle = puzzles.iter().find(|p| p.kind == Kind::Columns);
    let puzzle = puzzle.expect("a puzzle about columns");
    let mut tiled = puzzle.position;
    for &placement in &puzzle.columns[..puzzle.columns.len() - 1] {
        tiled
            .tile(tiled.to_move(), placement)
            .expect("a legal solution");
    }
    let mut miner = Miner::new(Nets::shipped(), Effort::STANDARD);
    assert_eq!(miner.examine(&tiled), Err(Unsound::FewMoves));
}

#[test]
fn balanced_opening_is_not_a_puzzle() {
    let plan = Plan::new(
        vec![BotId::Artisan.into(); 2],
        PlayerCount::Two,
        Wall::Coloured,
        1,
        1,
        Nets::shipped().clone(),
    );
    let record = plan.play(0).expect("bots play").into_record();
    let mut first = None;
    record
        .walk(|_, _, after| {
            first.get_or_insert(*after);
        })
        .expect("legal record");
    let quick = Effort {
        solve_nodes: 2_000,
        deals: 8,
        deal_nodes: 1_000,
    };
    let found = Miner::new(Nets::shipped(), quick).examine(&first.expect("a deal"));
    assert_eq!(found, Err(Unsound::Unsolved));
}

#[test]
fn rating_does_not_depend_on_earlier_puzzles() {
    let puzzles = some_of_each_kind(1);
    let mut rater = Rater::new(Nets::shipped());
    for puzzle in &puzzles {
        assert_eq!(rater.rate(puzzle), puzzle.rating, "{puzzle}");
    }
}

#[test]
fn invalid_puzzles_name_the_field() {
    let puzzle = shipped().swap_remove(0).to_string();
    let (start, position) = puzzle.split_at(puzzle.find(" c2").expect("a position"));
    let cases = [
        (String::new(), "kind: missing"),
        ("chess 1 1B1 c2".to_owned(), "kind: unknown kind"),
        ("deny easy 1B1 c2".to_owned(), "rating: "),
        (format!("deny 1 9{position}"), "solution: "),
        (format!("deny 1 1B1,CK2{position}"), "solution: 2 moves"),
        (format!("columns 1 1:1{position}"), "position: no grey wall"),
        (format!("{start} c2"), "position: "),
    ];
    let columns = lines().find(|line| line.starts_with("columns"));
    let columns: Puzzle = columns.expect("columns").parse().expect("a puzzle");
    let first = columns.columns[0];
    let incomplete = format!("columns 1 {first} {}", columns.position);
    let twice = format!("columns 1 {first},{first} {}", columns.position);
    let cases = cases
        .into_iter()
        .chain([(incomplete, "solution: line "), (twice, "solution: ")]);
    for (text, expected) in cases {
        let error = text.parse::<Puzzle>().expect_err(&text).to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}
