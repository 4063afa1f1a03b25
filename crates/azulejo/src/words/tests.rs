use azulejo_ai::BotId;
use azulejo_rules::{Column, Line, Move, Position};

use super::*;

fn english() -> Words {
    Words::new(Lang::En)
}

fn names() -> Names {
    Names::new(vec!["You".to_owned(), "Ana".to_owned()], Seat::new(1))
}

/// A position of two players in round 2, from the relevant parts; the bag gets the remaining tiles.
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
    assert_eq!(english().move_text(&names(), m, &events), sentence);
}

#[test]
fn moves_are_described_in_sentences() {
    let offer = "BRKK/-/-/-/- *WW";
    let both = [EMPTY, EMPTY];
    check_played(
        1,
        offer,
        both,
        "1K3",
        "1K3: You take 2 black tiles from factory 1 and place them on line 3. \
         1 blue and 1 red go to the centre.",
    );
    check_played(
        2,
        offer,
        both,
        "1K1",
        "1K1: Ana takes 2 black tiles from factory 1 and fills line 1. \
         1 blue and 1 red go to the centre. 1 tile falls to the floor (−1 point).",
    );
    check_played(
        2,
        offer,
        both,
        "CW2",
        "CW2: Ana takes 2 white tiles from the centre and fills line 2. \
         Ana takes the start marker (−1 point).",
    );
    check_played(
        1,
        offer,
        both,
        "1BF",
        "1BF: You take 1 blue tile from factory 1 and place it on the floor line. \
         1 red and 2 black go to the centre. 1 tile falls to the floor (−1 point).",
    );
}

#[test]
fn full_floors_are_described() {
    let six = "0;-/-/-/-/-;...../...../...../...../.....;WWWWWW";
    let seven = "0;-/-/-/-/-;...../...../...../...../.....;WWWWWWW";
    check_played(
        1,
        "-/-/-/-/- *KKK",
        [six, EMPTY],
        "CKF",
        "CKF: You take 3 black tiles from the centre and place them on the floor line. \
         You take the start marker (−3 points). \
         The floor line is full: 3 tiles go to the lid.",
    );
    check_played(
        1,
        "-/-/-/-/- *KKK",
        [seven, EMPTY],
        "CK2",
        "CK2: You take 3 black tiles from the centre and fill line 2. You take the start marker. \
         The floor line is full: 1 tile goes to the lid.",
    );
}

#[test]
fn previews_describe_fill_spill_cost_and_score() {
    let board = "5;-/Y/-/-/-;B..../...../...../...../.....;R";
    let position = position(1, "YYYR/-/-/-/- *", [board, EMPTY]);
    let words = english();
    let m = |text: &str| text.parse::<Move>().unwrap();
    assert_eq!(
        words.preview(&position, m("1Y1")),
        "3 yellow from factory 1 to line 1: line full, +2 at the end of the round (row +2). \
         2 tiles fall to the floor. Floor line: −1 → −4. 1 red goes to the centre."
    );
    assert_eq!(
        words.preview(&position, m("1Y4")),
        "3 yellow from factory 1 to line 4: 3 of 4 tiles. \
         1 red goes to the centre."
    );
    for (text, short) in [
        ("1Y1", "full: +2, spills 2, −3"),
        ("1Y2", "full: +1, spills 2, −3"),
        ("1Y4", "3 of 4"),
        ("1YF", "floor: −1 → −6"),
        ("1R2", "Line 2 only takes yellow tiles."),
        ("1B2", "There are no blue tiles on factory 1."),
    ] {
        assert_eq!(words.option(&position, m(text)), short, "{text}");
    }
}

#[test]
fn hints_include_reasons() {
    // Only line 3 accepts blue, in the middle of row 3; Ana could score 3 with the tiles.
    let mine = "20;-/-/-/-/-;B..../.B.../KW.YR/...B./....B;-";
    let hers = "0;-/-/-/-/-;...../...../KW.../...../.....;-";
    let position = position(1, "BBBK/-/-/-/- *", [mine, hers]);
    let m: Move = "1B3".parse().unwrap();
    assert_eq!(
        english().why(&names(), &position, m),
        "3 blue from factory 1 to line 3: line full, +5 at the end of the round (row +5). \
         1 black goes to the centre. \
         With it, all 5 blue tiles are on your wall (+10 points at the end of the game). \
         Nothing falls to the floor. \
         Ana could fill line 3 with these tiles."
    );
}

#[test]
fn every_reason_has_a_text() {
    let board = "5;B/Y/-/-/-;.YR../...../...../...../.....;R";
    let position = position(1, "YYYR/-/-/-/- *B", [board, EMPTY]);
    let words = english();
    for (text, reason) in [
        ("CB1", "Line 1 is full."),
        ("1R2", "Line 2 only takes yellow tiles."),
        ("9B1", "There’s no factory 9 at this table."),
        ("CW1", "There are no white tiles in the centre."),
    ] {
        let m: Move = text.parse().unwrap();
        let why = position.check(m).unwrap_err();
        assert_eq!(words.illegal(m, why), reason);
    }
}

#[test]
fn lists_read_like_english() {
    let words = english();
    let list = |n: usize| {
        let items: Vec<_> = ["a", "b", "c", "d"][..n]
            .iter()
            .map(ToString::to_string)
            .collect();
        words.list(&items)
    };
    assert_eq!(
        [list(0), list(1), list(2), list(3), list(4)],
        ["", "a", "a and b", "a, b and c", "a, b, c and d"]
    );
}

#[test]
fn bot_names_show_level_number_and_limit() {
    let words = english();
    assert_eq!(words.bot(BotId::Master.into()), "Olívia (5)");
    assert_eq!(
        words.bot("legend@100ms".parse().unwrap()),
        "Avó Luz (6) @100ms"
    );
    assert_eq!(words.bot(BotId::Greedy.into()), "Greedy");
    let players = ["bot:tiler", "Ana", "bot:tiler", "bot:unheard-of"].map(str::to_owned);
    assert_eq!(
        words.record_names(&players).shown,
        ["Rosa (3) #1", "Ana", "Rosa (3) #3", "bot:unheard-of"]
    );
}

/// Replays records in every language: all arguments must be present, which the formatter asserts.
#[test]
fn whole_games_are_described_in_every_language() {
    const GAMES: [&str; 2] = [
        include_str!("../../../azulejo-rules/tests/data/samples/records.jsonl"),
        include_str!("../../../azulejo-rules/tests/data/samples/rare.jsonl"),
    ];
    let records: Vec<azulejo_rules::record::Record> = GAMES
        .iter()
        .flat_map(|text| text.lines())
        .map(|line| line.parse().unwrap())
        .collect();
    for lang in Lang::ALL {
        let words = Words::new(lang);
        for record in &records {
            let mut names = words.record_names(&record.players);
            names.you = Seat::new(2);
            let mut texts = Vec::new();
            let end = record.walk(|before, step, _| {
                use azulejo_rules::record::Step;
                let mut position = *before;
                let events = match step {
                    Step::Deal(deal) => position.deal_explained(&deal).unwrap(),
                    Step::Move(m) => {
                        texts.push(words.preview(before, m));
                        texts.push(words.option(before, m));
                        texts.push(words.why(&names, before, m));
                        let events = position.play_explained(m).unwrap();
                        texts.push(words.move_text(&names, m, &events));
                        texts.push(words.short_move_text(&names, m, &events));
                        events
                    }
                    Step::Tile(seat, placement) => {
                        position.tile_explained(seat, placement).unwrap()
                    }
                    Step::Settle => position.settle_explained().unwrap(),
                };
                texts.extend(
                    events
                        .iter()
                        .filter_map(|event| words.event_text(&names, event)),
                );
            });
            let position = end.unwrap().position;
            texts.push(words.ending(&names, record, &position));
            texts.extend(words.points_table(&names, &Tally::of(record)));
            assert!(texts.iter().all(|text| !text.is_empty()));
        }
    }
}

#[test]
fn points_by_source_add_up_to_the_final_score() {
    let games = include_str!("../../../azulejo-rules/tests/data/samples/records.jsonl");
    for line in games.lines() {
        let record: azulejo_rules::record::Record = line.parse().unwrap();
        let totals: Vec<_> = Tally::of(&record).iter().map(|t| t.total()).collect();
        assert_eq!(Some(totals), record.scores);
    }
}

#[test]
fn help_rules_and_reasons_exist_in_every_language() {
    for lang in Lang::ALL {
        let words = Words::new(lang);
        let grey = words.rules(Wall::Grey).len();
        assert_eq!(words.rules(Wall::Coloured).len() + 1, grey);
        assert!(words.help().len() > 10);
        for colour in Colour::ALL {
            assert!(!words.which_column(Line::ALL[2], colour).is_empty());
        }
        let points = TilePoints {
            row_run: 3,
            column_run: 2,
        };
        assert!(words.scored(points).contains('5'));
        assert!(
            words
                .why_column(points, Column::ALL[1].number())
                .contains('2')
        );
    }
}
