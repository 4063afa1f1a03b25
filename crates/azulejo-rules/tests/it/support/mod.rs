//! Fixtures shared by the tests, and a shorthand for positions.
//!
//! The shorthand is the position notation with a few abbreviations: `=` is an empty board, `-` stands
//! for five empty lines, `.` for an empty wall, and `~` as the bag or the lid means every tile that is
//! nowhere else.

pub(crate) mod event_text;
pub(crate) mod ledger;
pub(crate) mod playthrough;
pub(crate) mod random_games;

use azulejo_rules::Position;

/// The field of an empty board.
pub(crate) const EMPTY: &str = "0;-/-/-/-/-;...../...../...../...../.....;-";

/// Expands a shorthand to the full notation.
pub(crate) fn full_text(short: &str) -> String {
    let mut fields: Vec<String> = short.split(' ').map(str::to_string).collect();
    assert!(fields.len() > 7, "too few fields: {short}");
    for board in &mut fields[7..] {
        if board == "=" {
            *board = EMPTY.to_string();
        }
        *board = board.replacen(";-;", ";-/-/-/-/-;", 1);
        *board = board.replacen(";.;", ";...../...../...../...../.....;", 1);
    }
    if let Some(open) = (5..=6).find(|&i| fields[i] == "~") {
        let given: Vec<usize> = fields[11 - open]
            .split(',')
            .filter_map(|n| n.parse().ok())
            .collect();
        assert_eq!(
            given.len(),
            5,
            "either bag or lid must be five counts if the other is ~: {short}"
        );
        let elsewhere = |colour: char| {
            fields
                .iter()
                .skip(3)
                .map(|field| field.matches(colour).count())
                .sum::<usize>()
        };
        let rest: Vec<String> = ['B', 'Y', 'R', 'K', 'W']
            .into_iter()
            .zip(given)
            .map(|(colour, given)| {
                let rest = 20_usize.checked_sub(elsewhere(colour) + given);
                rest.unwrap_or_else(|| panic!("more than 20 {colour}: {short}"))
                    .to_string()
            })
            .collect();
        fields[open] = rest.join(",");
    }
    fields.join(" ")
}

/// Parses a position in shorthand.
#[track_caller]
pub(crate) fn position(short: &str) -> Position {
    let text = full_text(short);
    text.parse()
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Reads a file under `tests/data`.
pub(crate) fn data(path: &str) -> String {
    let path = format!("{}/tests/data/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}
