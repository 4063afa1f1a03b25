//! `moves` and `perft` on the shared sample positions.

use std::fs;

use crate::{azulejo, check_failure, sample, stdout};

#[test]
fn moves_and_perft_match_every_sample() {
    let text = fs::read_to_string(sample("positions.tsv")).unwrap();
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("phase\tposition\tmoves\tperft depth:count")
    );
    let mut n_samples = 0;
    for line in lines {
        let fields: Vec<_> = line.split('\t').collect();
        let [_, position, moves, perft] = fields[..] else {
            panic!("expected four fields in {line:?}")
        };
        assert_eq!(stdout(&["moves", position], ""), format!("{moves}\n"));
        let (depth, count) = perft.split_once(':').unwrap();
        assert_eq!(
            stdout(&["perft", position, depth], ""),
            format!("{count}\n")
        );
        n_samples += 1;
    }
    assert!(n_samples >= 30, "only {n_samples} samples");
}

const START: &str = "c2 1 1>1 BRKK/BYYW/KKKW/YRRW/BRWW * 17,17,16,15,15 0,0,0,0,0 \
    0;-/-/-/-/-;...../...../...../...../.....;- 0;-/-/-/-/-;...../...../...../...../.....;-";

#[test]
fn perft_of_depth_zero_is_one() {
    assert_eq!(stdout(&["perft", START, "0"], ""), "1\n");
}

#[test]
fn invalid_position_is_reported_with_column_and_reason() {
    let hint = "azulejo moves --help explains what a position looks like";
    for (position, reason) in [
        (
            "",
            "column 1: the wall side must be c (coloured) or g (grey)",
        ),
        ("c5", "column 2: the number of players must be 2, 3 or 4"),
        ("c2 1 1-1", "column 7: expected > after the start player"),
        (
            &START.replace("17,17", "16,17"),
            "not a legal position: there are 19 tiles of B, not 20",
        ),
        (
            &START.replace("BRKK/", ""),
            &START_WITHOUT_A_FACTORY.replace('\n', "; "),
        ),
    ] {
        let stderr = format!("azulejo: the position: {reason}; {hint}");
        check_failure(&["moves", position], b"", 1, &stderr);
        check_failure(&["perft", position, "1"], b"", 1, &stderr);
    }
}

const START_WITHOUT_A_FACTORY: &str = "\
not a legal position: 4 factories do not match the number of players
there are 19 tiles of B, not 20
there are 19 tiles of R, not 20
there are 18 tiles of K, not 20";

#[test]
fn malformed_positions_do_not_panic() {
    for position in [
        "\u{1F600}",
        "c2 1 1>1 é",
        &START.repeat(2),
        &"/".repeat(5000),
        "\n",
        "g4 999",
    ] {
        let output = azulejo(&["moves", position], b"");
        assert_eq!(output.status.code(), Some(1), "{position:?}");
    }
}
