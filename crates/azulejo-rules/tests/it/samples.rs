//! The sample positions: phase, legal moves and perft counts.

use azulejo_rules::{MoveList, Phase, PlayerCount, Position};

use crate::support;

/// Counts the move sequences of length `depth` in the offer. A sequence that empties it earlier counts
/// once; the result is 1 for depth 0 and outside the offer.
fn perft<const SEATS: usize>(position: &Position<SEATS>, depth: u32) -> u64 {
    if depth == 0 || position.phase() != Phase::Offer {
        return 1;
    }
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    let after = |&m| {
        let mut after = *position;
        after.play_unchecked(m);
        perft(&after, depth - 1)
    };
    list.iter().map(after).sum()
}

/// Returns the legal moves, or the placements of the next line, sorted as text.
fn moves(position: &Position) -> String {
    let mut texts: Vec<String> = match position.phase() {
        Phase::Tiling => position
            .placements(position.to_move())
            .iter()
            .map(ToString::to_string)
            .collect(),
        _ => position
            .legal_moves()
            .iter()
            .map(ToString::to_string)
            .collect(),
    };
    texts.sort();
    texts.join(" ")
}

/// Checks one row of the table and returns the phase of its position.
#[track_caller]
fn check(row: &str) -> Phase {
    let cells: Vec<&str> = row.split('\t').collect();
    let [phase, text, expected_moves, expected_perft] = cells[..] else {
        panic!("not four cells: {row}");
    };
    let position: Position = text
        .parse()
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(position.to_string(), text);
    assert_eq!(position.setup().position().as_ref(), Ok(&position));
    assert_eq!(
        format!("{:?}", position.phase()).to_lowercase(),
        phase,
        "{text}"
    );
    assert_eq!(moves(&position), expected_moves, "{text}");
    let (depth, count) = expected_perft.split_once(':').expect("depth:count");
    let depth = depth.parse().expect("a depth");
    let count: u64 = count.parse().expect("a count");
    assert_eq!(perft(&position, 0), 1, "{text}");
    assert_eq!(
        perft(&position, 1),
        (position.legal_moves().len() as u64).max(1),
        "{text}"
    );
    assert_eq!(perft(&position, depth), count, "{text}");
    if position.players() == PlayerCount::Two {
        assert_eq!(perft(&position.narrow(), depth), count, "{text}");
    }
    position.phase()
}

#[test]
fn sample_positions() {
    let table = support::data("samples/positions.tsv");
    let mut phases = [0; 4];
    for row in table.lines().skip(1) {
        phases[check(row) as usize] += 1;
    }
    assert_eq!(phases.iter().sum::<i32>(), 34);
    assert!(
        phases.iter().all(|&n| n > 0),
        "every phase has a sample: {phases:?}"
    );
}
