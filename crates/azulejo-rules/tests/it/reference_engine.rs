//! Tests of the reference engine alone: against the samples, against the rulebooks' examples, and
//! against the invariants of the notation in random games.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::reference::{self, Bonus, Game, Phase};
use crate::support::{self, EMPTY};

// ---------------------------------------------------------------------------------------------
// Samples
// ---------------------------------------------------------------------------------------------

#[test]
fn sample_positions() {
    let table = support::data("samples/positions.tsv");
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [phase, position, moves, perft] = cells[..] else {
            panic!("not four cells: {row}");
        };
        let game = Game::parse(position);
        assert_eq!(game.text(), position);
        assert_eq!(game.faults(), Vec::<String>::new(), "{position}");
        assert_eq!(
            format!("{:?}", game.phase()).to_lowercase(),
            phase,
            "{position}"
        );
        assert_eq!(game.legal_moves().join(" "), moves, "{position}");
        let (depth, count) = perft.split_once(':').expect("depth:count");
        let depth: u32 = depth.parse().expect("depth");
        let count: u64 = count.parse().expect("count");
        assert_eq!(game.perft(depth), count, "{position}");
        assert_eq!(game.perft(0), 1, "{position}");
        rows += 1;
    }
    assert_eq!(rows, 34);
}

#[test]
fn sample_records() {
    let mut finished = BTreeSet::new();
    for line in support::data("samples/records.jsonl").lines() {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let (game, _) = replay(&record);
        assert_eq!(game.phase(), Phase::Over);
        finished.insert((game.wall, game.players));
    }
    assert_eq!(finished.len(), 6, "every player count on both walls");
}

#[test]
fn sample_rare_cases() {
    let mut finished = 0;
    for line in support::data("samples/rare.jsonl").lines() {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let (game, seen) = replay(&record);
        if game.phase() == Phase::Over {
            finished += 1;
            let expected: BTreeSet<&str> = strings(&record["case"]).into_iter().collect();
            assert_eq!(seen, expected, "{line}");
        }
    }
    assert_eq!(finished, 7);
}

/// Replays a record and checks everything in it. Returns the last position and the rare cases that
/// occurred, by their names in the samples.
fn replay(record: &Value) -> (Game, BTreeSet<&'static str>) {
    let wall = match record["wall"].as_str() {
        Some("coloured") => 'c',
        Some("grey") => 'g',
        other => panic!("no such wall: {other:?}"),
    };
    let players = list(&record["players"]).len();
    let mut game = Game::new(wall, players, number(&record["start"]));
    let mut seen = BTreeSet::new();

    for (round_number, round) in (1..).zip(list(&record["rounds"])) {
        assert_eq!(game.phase(), Phase::Refill);
        assert_eq!(game.round, round_number);
        assert_eq!(game.start, number(&round["start"]));

        let deal: Vec<String> = strings(&round["deal"])
            .into_iter()
            .map(str::to_string)
            .collect();
        let in_bag = game.bag.len();
        if in_bag < 4 * deal.len() && !in_bag.is_multiple_of(4) {
            seen.insert("inside");
        }
        if deal.iter().any(|tiles| tiles == "-" || tiles.len() < 4) {
            seen.insert("short");
        }
        game.deal(&deal).expect("a legal deal");
        check(&game);

        let mut marker_untaken = true;
        for text in strings(&round["moves"]) {
            assert_eq!(game.phase(), Phase::Offer);
            assert!(
                game.legal_moves().iter().any(|legal| legal == text),
                "{text}"
            );
            marker_untaken &= !text.starts_with('C');
            game.play(text).expect("a legal move");
            check(&game);
            if game.boards.iter().any(|board| board.spare_marker) {
                seen.insert("spare");
            }
        }
        let Some(tiling) = round.get("tiling") else {
            assert_eq!(game.phase(), Phase::Offer);
            return (game, seen);
        };
        if marker_untaken {
            seen.insert("nobody");
        }
        let tiling: Vec<Vec<&str>> = list(tiling).iter().map(strings).collect();
        assert_eq!(tiling.len(), players);
        if tiling
            .iter()
            .flatten()
            .any(|placement| placement.ends_with('F'))
        {
            seen.insert("dead");
        }
        if tile_all(&mut game, &tiling) {
            seen.insert("deadoverflow");
        }
        check_scores(&game, &round["scores"]);
    }

    let Some(winners) = record.get("winners") else {
        assert_eq!(game.phase(), Phase::Refill);
        assert_eq!(game.final_result(), None);
        return (game, seen);
    };
    let result = game.final_result().expect("a finished game");
    let bonuses: Vec<Bonus> = list(&record["bonuses"])
        .iter()
        .map(|bonus| Bonus {
            rows: number(&bonus["rows"]) as u32,
            columns: number(&bonus["columns"]) as u32,
            colours: number(&bonus["colours"]) as u32,
        })
        .collect();
    assert_eq!(result.bonuses, bonuses);
    assert_eq!(result.scores, numbers(&record["scores"]));
    let winners: Vec<usize> = list(winners).iter().map(number).collect();
    assert_eq!(result.winners, winners);

    match winners.len() {
        1 => {
            let best = result.scores[winners[0] - 1];
            if result.scores.iter().filter(|&&score| score == best).count() > 1 {
                seen.insert("tie-broken-by-rows");
            }
        }
        2 => _ = seen.insert("shared2"),
        _ => _ = seen.insert("shared3"),
    }
    if result.bonuses.iter().all(|bonus| bonus.rows == 0) {
        seen.insert("nothing");
    }
    (game, seen)
}

/// Tiles and settles a round seat by seat, and a copy in the order of the notation: players tile
/// independently, so both must end equal. Returns whether a dead line overflowed into the lid.
fn tile_all(game: &mut Game, tiling: &[Vec<&str>]) -> bool {
    let mut copy = game.clone();
    let mut next = vec![0; tiling.len()];
    while copy.phase() == Phase::Tiling {
        if copy.legal_moves().is_empty() {
            copy.settle().expect("only floors are left");
        } else {
            let seat = copy.to_move;
            let placement = tiling[seat - 1][next[seat - 1]];
            assert!(
                copy.legal_moves().iter().any(|legal| legal == placement),
                "{placement}"
            );
            copy.tile(placement).expect("a legal placement");
            next[seat - 1] += 1;
        }
        check(&copy);
    }
    for (seat, placements) in (1..).zip(tiling) {
        assert_eq!(
            next[seat - 1],
            placements.len(),
            "all placements of seat {seat} were used"
        );
    }

    let mut overflow = false;
    for (seat, placements) in (1..).zip(tiling) {
        for placement in placements {
            let lid = game.lid.len();
            game.tile_for(seat, placement).expect("a legal placement");
            overflow |= placement.ends_with('F') && game.lid.len() > lid;
            check(game);
        }
    }
    if game.phase() == Phase::Tiling {
        game.settle().expect("only floors are left");
        check(game);
    }
    assert_eq!(*game, copy);
    overflow
}

fn check_scores(game: &Game, expected: &Value) {
    let scores: Vec<u32> = game.boards.iter().map(|board| board.score).collect();
    assert_eq!(scores, numbers(expected));
}

/// Checks the invariants: no tile is lost, the position is legal and round-trips as text.
fn check(game: &Game) {
    let text = game.text();
    assert_eq!(game.tile_count(), 100, "{text}");
    assert_eq!(game.colour_counts(), [20; 5], "{text}");
    assert_eq!(game.faults(), Vec::<String>::new(), "{text}");
    assert_eq!(Game::parse(&text).text(), text);
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn strings(value: &Value) -> Vec<&str> {
    list(value)
        .iter()
        .map(|item| item.as_str().expect("a string"))
        .collect()
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a number")).expect("a small number")
}

fn numbers(value: &Value) -> Vec<u32> {
    list(value).iter().map(|item| number(item) as u32).collect()
}

// ---------------------------------------------------------------------------------------------
// The rulebooks' examples and the rulings
// ---------------------------------------------------------------------------------------------

/// A position with all remaining tiles in the lid.
fn position(head: &str, boards: &[&str]) -> Game {
    let text = format!("{head} 0,0,0,0,0 0,0,0,0,0 {}", boards.join(" "));
    let mut game = Game::parse(&text);
    for (colour, count) in reference::COLOURS.into_iter().zip(game.colour_counts()) {
        for _ in count..20 {
            game.lid.push(colour);
        }
    }
    check(&game);
    game
}

#[test]
fn example_1_takes_from_factories_and_the_centre() {
    let mut game = position("c3 1 1>1 BYKK/YRRR/-/-/-/-/- *", &[EMPTY; 3]);
    game.play("1K2").expect("two black");
    game.play("2Y1").expect("one yellow");
    assert_eq!(game.text().split(' ').nth(4), Some("*BYRRR"));
    game.play("CR3").expect("three red and the marker");
    assert_eq!(game.text().split(' ').nth(4), Some("BY"));
    assert_eq!(game.boards[2].floor, ['*']);
    assert_eq!(game.boards[2].lines[2], ['R', 'R', 'R']);
    check(&game);
}

#[test]
fn example_2_line_1_line_5_or_the_floor() {
    let board = "0;-/-/-/B/-;...../..Y../...Y./...../.....;-";
    let mut game = position("c2 1 1>1 YYKK/-/-/-/- *", &[board, EMPTY]);
    let yellow: Vec<String> = game
        .legal_moves()
        .into_iter()
        .filter(|text| text.contains('Y'))
        .collect();
    assert_eq!(yellow, ["1Y1", "1Y5", "1YF"]);
    game.play("1Y1").expect("line 1");
    assert_eq!(game.boards[0].lines[0], ['Y']);
    assert_eq!(game.boards[0].floor, ['Y']);
}

#[test]
fn example_3_complete_lines_are_tiled_and_the_others_stay() {
    let board = "0;-/RR/KK/BBBB/WW;...../...../...../...../.....;-";
    let mut game = position("c2 1 1>1 -/-/-/-/- *", &[board, EMPTY]);
    let lid = game.lid.len();
    assert_eq!(game.legal_moves(), ["2:4"]);
    assert!(game.clone().tile("4:4").is_err(), "from top to bottom");
    game.tile("2:4").expect("line 2");
    assert_eq!((game.boards[0].score, game.lid.len()), (1, lid + 1));
    assert_eq!(game.legal_moves(), ["4:4"]);
    game.tile("4:4").expect("line 4");
    // Nothing is left to charge, so the round ends at once.
    assert_eq!((game.boards[0].score, game.lid.len()), (2, lid + 4));
    assert_eq!(game.boards[0].lines[2], ['K', 'K']);
    assert_eq!(game.boards[0].lines[4], ['W', 'W']);
    assert_eq!(
        (game.phase(), game.round, game.start),
        (Phase::Refill, 2, 1)
    );
    check(&game);
}

#[test]
fn example_4_runs_score() {
    // A white tile is placed in row 3, column 3 of the grey wall.
    for (wall, points) in [
        ("...../...../...../...../.....", 1),
        ("...../.R.B./...../.Y.K./.....", 1),
        ("..Y../...../Y...R/...../..K..", 1),
        ("...../...../BY.../...../.....", 3),
        ("...../...../.Y.K./...../.....", 3),
        ("..Y../..K../...../...../.....", 3),
        ("...../..K../...../...../.....", 2),
        ("...../..B../YR.K./..R../.....", 7),
        ("..B../..Y../YB.KR/..R../..K..", 10),
    ] {
        let board = format!("0;-/-/WWW/-/-;{wall};-");
        let mut game = position("g2 1 1>1 -/-/-/-/- *", &[&board, EMPTY]);
        game.tile("3:3").expect("an open space");
        assert_eq!(game.boards[0].score, points, "{wall}");
    }
}

#[test]
fn example_5_four_tiles_and_the_marker_cost_8() {
    let board = "20;-/-/-/-/-;...../...../...../...../.....;BB*RR";
    let mut game = position("c2 4 1>1 -/-/-/-/- -", &[EMPTY, board]);
    let lid = game.lid.len();
    assert_eq!(game.legal_moves(), Vec::<String>::new());
    game.settle().expect("only floors are left");
    assert_eq!((game.boards[1].score, game.lid.len()), (12, lid + 4));
    assert_eq!(
        (game.phase(), game.round, game.start, game.to_move),
        (Phase::Refill, 5, 2, 2)
    );
    check(&game);
}

#[test]
fn spare_marker_costs_nothing_and_starts() {
    let board = "30;-/-/-/-/-;...../...../...../...../.....;BBBBBBB";
    let mut game = position("c2 4 1>2 -/-/-/-/- *YY", &[EMPTY, board]);
    let lid = game.lid.len();
    game.play("CYF").expect("the floor is always legal");
    assert!(game.text().ends_with(";BBBBBBB*"));
    assert_eq!(
        (game.phase(), game.to_move, game.lid.len()),
        (Phase::Tiling, 1, lid + 2)
    );
    check(&game);
    game.settle().expect("only floors are left");
    assert_eq!((game.boards[1].score, game.start), (16, 2));
    check(&game);
}

#[test]
fn marker_comes_before_the_tiles() {
    let board = "0;-/-/-/-/-;...../...../...../...../.....;BBBBBB";
    let mut game = position("c2 4 1>1 BYRK/-/-/-/- *YY", &[board, EMPTY]);
    let lid = game.lid.len();
    game.play("CYF").expect("the floor is always legal");
    assert_eq!(game.boards[0].floor.last(), Some(&'*'));
    assert_eq!(game.lid.len(), lid + 2);
    check(&game);
}

#[test]
fn round_ends_at_once_if_nothing_is_to_tile_or_charge() {
    let mut game = position("g2 4 2>1 KKKK/-/-/-/- *", &[EMPTY; 2]);
    game.play("1K5").expect("the last move of the offer");
    // The marker was not taken, so the same player starts again.
    assert!(
        game.text().starts_with("g2 5 2>2 -/-/-/-/- * "),
        "{}",
        game.text()
    );
    assert_eq!(game.phase(), Phase::Refill);
    check(&game);

    // The same with empty bag and lid; most tiles are missing from this position.
    let mut game = position("g2 4 2>1 KKKK/-/-/-/- *", &[EMPTY; 2]);
    game.lid.clear();
    game.play("1K5").expect("the last move of the offer");
    assert!(
        game.text().starts_with("g2 4 2>2 -/-/-/-/- - "),
        "{}",
        game.text()
    );
    assert_eq!(game.phase(), Phase::Over);
    assert_eq!(game.final_result().expect("over").winners, [1, 2]);
}

#[test]
fn impossible_deal_is_rejected_and_changes_nothing() {
    let deal = |texts: [&str; 5]| texts.map(str::to_string);
    let text = format!("c2 5 1>1 -/-/-/-/- * 1,1,0,0,0 0,0,2,1,0 {EMPTY} {EMPTY}");
    let game = Game::parse(&text);
    for (factories, legal) in [
        (deal(["BYRR", "K", "-", "-", "-"]), true),
        (deal(["YBRK", "R", "-", "-", "-"]), true),
        // The lid refills the bag only when it is empty.
        (deal(["BRYR", "K", "-", "-", "-"]), false),
        // A factory is short only if nothing is left.
        (deal(["BYR", "RK", "-", "-", "-"]), false),
        (deal(["BYRR", "-", "K", "-", "-"]), false),
        (deal(["BYRR", "-", "-", "-", "-"]), false),
        (deal(["BYRR", "KW", "-", "-", "-"]), false),
        (deal(["BYRRK", "-", "-", "-", "-"]), false),
        (deal(["BYRR", "K", "", "-", "-"]), false),
        (deal(["BYRR", "K-", "-", "-", "-"]), false),
    ] {
        let mut after = game.clone();
        assert_eq!(after.deal(&factories).is_ok(), legal, "{factories:?}");
        assert_eq!(after == game, !legal, "{factories:?}");
    }
}

// ---------------------------------------------------------------------------------------------
// Random games
// ---------------------------------------------------------------------------------------------

/// A xorshift generator, independent of the crate.
struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

#[test]
fn random_games_hold_the_invariants() {
    let mut rng = Xorshift(0x9e37_79b9_7f4a_7c15);
    let mut plies = 0;
    for wall in ['c', 'g'] {
        for players in 2..=4 {
            for game_number in 0..20 {
                let mut game = Game::new(wall, players, game_number % players + 1);
                while game.phase() != Phase::Over && game.round <= 100 {
                    let moves = game.legal_moves();
                    let step = match game.phase() {
                        Phase::Offer => {
                            plies += 1;
                            game.play(&moves[rng.below(moves.len())])
                        }
                        Phase::Tiling if moves.is_empty() => game.settle(),
                        Phase::Tiling => game.tile(&moves[rng.below(moves.len())]),
                        Phase::Refill | Phase::Over => {
                            let deal = game.sample_deal(|bound| rng.below(bound));
                            game.deal(&deal)
                        }
                    };
                    assert_eq!(step, Ok(()));
                    check(&game);
                }
                assert_eq!(game.final_result().is_some(), game.phase() == Phase::Over);
            }
        }
    }
    assert!(plies > 5_000, "{plies}");
}
