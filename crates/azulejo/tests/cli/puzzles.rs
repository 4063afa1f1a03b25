//! `puzzles`: solving by script, and the commands that make and check puzzles.

use std::fs;

use azulejo_ai::puzzles::Puzzle;

use crate::{azulejo, scratch, stdout};

const SHIPPED: &str = include_str!("../../../azulejo-ai/puzzles/two-players.txt");

/// Writes one shipped puzzle with several moves to a file, and returns it.
fn long_puzzle(name: &str) -> (String, Puzzle) {
    let has_several = |line: &&str| line.split(' ').nth(2).is_some_and(|s| s.contains(','));
    let line = SHIPPED.lines().find(has_several).expect("a long solution");
    let path = scratch(name);
    fs::write(&path, format!("{line}\n")).unwrap();
    (path.display().to_string(), line.parse().unwrap())
}

#[test]
fn right_moves_solve_a_puzzle() {
    let (file, puzzle) = long_puzzle("puzzle-right.txt");
    let moves: Vec<String> = puzzle.tasks().iter().map(|(_, m)| m.to_string()).collect();
    let text = stdout(&["puzzles", "--file", &file], &moves.join("\n"));
    assert_eq!(text.matches("That’s it.").count(), moves.len(), "{text}");
    assert!(text.contains("Now find the next move."), "{text}");
    assert!(text.contains("You’ve seen all the puzzles."), "{text}");
    assert!(text.contains("Solved 1 of 1."), "{text}");
}

#[test]
fn second_wrong_move_shows_the_solution() {
    let (file, puzzle) = long_puzzle("puzzle-wrong.txt");
    let (position, right) = puzzle.tasks()[0];
    let wrong = *position
        .legal_moves()
        .iter()
        .find(|&&m| !azulejo_ai::puzzles::is_same_move(&position, m, right))
        .expect("another move");
    let text = stdout(
        &["puzzles", "--file", &file],
        &format!("{wrong}\n{wrong}\n"),
    );
    assert!(text.contains("One more try."), "{text}");
    assert!(
        text.contains(&format!("The right move is {right}.")),
        "{text}"
    );
    assert!(text.contains("Solved 0 of 1."), "{text}");
}

#[test]
fn hint_names_the_tiles_before_the_solution() {
    let (file, puzzle) = long_puzzle("puzzle-hint.txt");
    let right = puzzle.line[0];
    let text = stdout(&["puzzles", "--file", &file], "hint\nhint\n");
    let (first, rest) = text.split_once("> hint\n").expect("the first hint");
    let (hint, solution) = rest.split_once("> hint\n").expect("the second hint");
    assert!(!first.contains("The right move"), "{text}");
    assert!(
        hint.contains("Take ") && !hint.contains("The right move"),
        "{text}"
    );
    assert!(
        solution.contains(&format!("The right move is {right}.")),
        "{text}"
    );
}

#[test]
fn right_columns_solve_a_puzzle() {
    let is_about_columns = |line: &&str| line.starts_with("columns");
    let line = SHIPPED.lines().find(is_about_columns).expect("columns");
    let path = scratch("puzzle-columns.txt");
    fs::write(&path, format!("{line}\n")).unwrap();
    let puzzle: Puzzle = line.parse().unwrap();
    let placements: Vec<String> = puzzle.columns.iter().map(ToString::to_string).collect();
    let first = placements[0].clone();
    let input = format!("{first}\n{}\n", placements.join(" "));
    let text = stdout(&["puzzles", "--file", path.to_str().unwrap()], &input);
    // A single placement is not an attempt.
    assert!(!text.contains("One more try."), "{text}");
    assert!(text.contains("Solved 1 of 1."), "{text}");
}

#[test]
fn replies_of_all_opponents_are_shown() {
    let file = include_str!("../../../azulejo-ai/puzzles/more-players.txt");
    let has_several = |line: &&str| line.split(' ').nth(2).is_some_and(|s| s.contains(','));
    let line = file.lines().find(has_several).expect("a long solution");
    let path = scratch("puzzle-opponents.txt");
    fs::write(&path, format!("{line}\n")).unwrap();
    let puzzle: Puzzle = line.parse().unwrap();
    let moves: Vec<String> = puzzle.tasks().iter().map(|(_, m)| m.to_string()).collect();
    let text = stdout(
        &["puzzles", "--file", path.to_str().unwrap()],
        &moves.join("\n"),
    );
    for number in 1..puzzle.position.players().count() {
        let reply = format!("Opponent {number} take");
        assert!(text.contains(&reply), "{reply}: {text}");
    }
    assert!(text.contains("Solved 1 of 1."), "{text}");
}

#[test]
fn mining_is_reproducible() {
    let mine = |name: &str| {
        let path = scratch(name);
        let _removed = fs::remove_file(&path);
        let out = path.to_str().unwrap();
        stdout(
            &[
                "puzzles", "mine", "--games", "2", "--seed", "5", "--out", out,
            ],
            "",
        );
        fs::read_to_string(&path).unwrap()
    };
    let mined = mine("mined-1.txt");
    assert_eq!(mined, mine("mined-2.txt"));
    for line in mined.lines() {
        line.parse::<Puzzle>()
            .unwrap_or_else(|e| panic!("{line}: {e}"));
    }
}

#[test]
fn invalid_puzzle_file_is_reported_with_its_line() {
    let path = scratch("puzzles-bad.txt");
    fs::write(
        &path,
        format!("{}\nnonsense\n", SHIPPED.lines().next().unwrap()),
    )
    .unwrap();
    let output = azulejo(&["puzzles", "check", path.to_str().unwrap()], b"");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(error.contains("line 2: kind: unknown kind"), "{error}");
}
