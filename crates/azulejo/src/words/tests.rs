use azulejo_rules::Position;

use super::*;

fn names() -> Names {
    Names {
        shown: vec!["You".to_owned(), "Ana".to_owned()],
        you: Seat::new(1),
    }
}

/// A position of two players in round 2, from the parts that matter; the bag takes the rest.
fn position(mover: usize, offer: &str, boards: [&str; 2]) -> Position {
    let counts = "BYRKW".chars().map(|colour| {
        let taken = [offer, boards[0], boards[1]].map(|text| text.matches(colour).count());
        (20 - taken.iter().sum::<usize>()).to_string()
    });
    let bag = counts.collect::<Vec<_>>().join(",");
    let [first, second] = boards;
    format!("c2 2 1>{mover} {offer} {bag} 0,0,0,0,0 {first} {second}")
        .parse()
        .unwrap()
}

const EMPTY: &str = "0;-/-/-/-/-;...../...../...../...../.....;-";

#[track_caller]
fn check_played(mover: usize, offer: &str, boards: [&str; 2], m: &str, sentence: &str) {
    let m = m.parse().unwrap();
    let events = position(mover, offer, boards).play_explained(m).unwrap();
    assert_eq!(names().played(m, &events), sentence);
}

#[test]
fn moves_are_told_in_one_sentence() {
    let offer = "BRKK/-/-/-/- *WW";
    let both = [EMPTY, EMPTY];
    check_played(
        1,
        offer,
        both,
        "1K3",
        "You play 1K3: 2 black from factory 1 to line 3; 1 blue and 1 red to the centre.",
    );
    check_played(
        2,
        offer,
        both,
        "1K1",
        "Ana plays 1K1: 2 black from factory 1 fill line 1; 1 falls (−1); \
         1 blue and 1 red to the centre.",
    );
    check_played(
        2,
        offer,
        both,
        "CW2",
        "Ana plays CW2: 2 white from the centre fill line 2; takes the start marker (−1).",
    );
    check_played(
        1,
        offer,
        both,
        "1BF",
        "You play 1BF: 1 blue from factory 1 to the floor (−1); 1 red and 2 black to the centre.",
    );
}

#[test]
fn full_floors_are_told_too() {
    let six = "0;-/-/-/-/-;...../...../...../...../.....;WWWWWW";
    let seven = "0;-/-/-/-/-;...../...../...../...../.....;WWWWWWW";
    check_played(
        1,
        "-/-/-/-/- *KKK",
        [six, EMPTY],
        "CKF",
        "You play CKF: 3 black from the centre; takes the start marker (−3); 3 to the lid.",
    );
    check_played(
        1,
        "-/-/-/-/- *KKK",
        [seven, EMPTY],
        "CK2",
        "You play CK2: 3 black from the centre fill line 2; \
         takes the start marker, free as the floor is full; 1 to the lid.",
    );
}

#[test]
fn points_are_broken_down() {
    let points = |row_run, column_run| {
        scored(TilePoints {
            row_run,
            column_run,
        })
    };
    assert_eq!(points(1, 1), "+1");
    assert_eq!(points(3, 1), "+3 (row +3)");
    assert_eq!(points(1, 2), "+2 (column +2)");
    assert_eq!(points(4, 3), "+7 (row +4, column +3)");
}

#[test]
fn consequences_say_what_fills_falls_costs_and_scores() {
    let board = "5;-/Y/-/-/-;B..../...../...../...../.....;R";
    let position = position(1, "YYYR/-/-/-/- *", [board, EMPTY]);
    let check = |text: &str, sentence: &str| {
        let m: Move = text.parse().unwrap();
        let preview = position.preview(m).unwrap();
        let (capacity, held) = match m.destination() {
            Destination::Line(line) => {
                let held = position.board(position.to_move()).line(line);
                (line.capacity(), held.map_or(0, |(_, count)| count))
            }
            Destination::Floor => (0, 0),
        };
        assert_eq!(consequence(m, capacity, &preview, held), sentence);
    };
    check(
        "1Y2",
        "fills line 2; 2 fall; floor −1 → −4; +1 at the end of the round",
    );
    check(
        "1Y1",
        "fills line 1; 2 fall; floor −1 → −4; +2 (row +2) at the end of the round",
    );
    check("1Y4", "line 4 then has 3 of 4");
    check("1R5", "line 5 then has 1 of 5");
    check("1YF", "3 fall; floor −1 → −6");
}

#[test]
fn lists_read_like_english() {
    let words = |n: usize| {
        list(
            &["a", "b", "c"][..n]
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>(),
        )
    };
    assert_eq!(
        [words(0), words(1), words(2), words(3)],
        ["", "a", "a and b", "a, b and c"]
    );
}
