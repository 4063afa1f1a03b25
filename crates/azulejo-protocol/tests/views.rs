//! What clients are told beside the bare position agrees with what then happens.

use azulejo_protocol::options::OfferOptions;
use azulejo_protocol::record::{RecordPlace, RecordProblem, RecordReason};
use azulejo_protocol::replay::expand;
use azulejo_protocol::table::{LastRound, RowInSight, TableView};
use azulejo_rules::record::{Record, Step};
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Game, Phase, Position, Seat, Wall};

/// Plays a game at random and shows every position.
fn play(players: usize, wall: Wall, seed: u64, mut see: impl FnMut(&Game)) -> Game {
    let names = (1..=players).map(|n| format!("player {n}")).collect();
    let mut game = Game::new(names, wall, Seat::ALL[0]).expect("good names");
    let mut rng = FastRng::new(seed);
    while game.position().phase() != Phase::Over && game.position().round() < 30 {
        see(&game);
        let position = *game.position();
        let step = match position.phase() {
            Phase::Refill => Step::Deal(position.sample_deal(&mut rng)),
            Phase::Offer => {
                let moves = position.legal_moves();
                // Filling lines brings games to an end; the floor alone would not.
                let lines: Vec<_> = moves
                    .iter()
                    .filter(|m| position.preview(**m).is_ok_and(|p| p.completes))
                    .collect();
                let pick = |n: usize, rng: &mut FastRng| below(rng, n as u32) as usize;
                match lines.len() {
                    0 => Step::Move(moves[pick(moves.len(), &mut rng)]),
                    n => Step::Move(*lines[pick(n, &mut rng)]),
                }
            }
            Phase::Tiling => {
                let seat = position.to_move();
                match position.placements(seat).first() {
                    Some(&placement) => Step::Tile(seat, placement),
                    None => Step::Settle,
                }
            }
            Phase::Over => break,
        };
        game.step_explained(step).expect("a legal step");
    }
    see(&game);
    game
}

fn tables() -> impl Iterator<Item = (usize, Wall, u64)> {
    (2..=4).flat_map(|players| {
        Wall::ALL
            .into_iter()
            .flat_map(move |wall| (0..4).map(move |seed| (players, wall, seed)))
    })
}

#[test]
fn the_score_of_a_preview_is_the_score_after_the_move() {
    let mut compared = 0;
    for (players, wall, seed) in tables() {
        play(players, wall, seed, |game| {
            let position = game.position();
            let Some(options) = OfferOptions::of(position) else {
                return;
            };
            for option in &options.moves {
                let m = option.m;
                let mut after = *position;
                after.play(m).expect("a legal move");
                if after.phase() != Phase::Offer {
                    continue;
                }
                let end = after.round_end(position.to_move()).score.1;
                assert_eq!(option.round_end, end, "{position} {m}");
                compared += 1;
            }
        });
    }
    assert!(compared > 10_000, "{compared} moves");
}

#[test]
fn the_last_round_is_told_and_so_is_who_makes_it_the_last() {
    let mut told = 0;
    let mut hedged = 0;
    for (players, wall, seed) in tables() {
        let mut before: Option<(u16, TableView)> = None;
        play(players, wall, seed, |game| {
            let table = TableView::of(game.position());
            assert_eq!(
                table.last_round == LastRound::No,
                table.last_round_by.is_empty()
            );
            assert_eq!(
                table.last_round == LastRound::No,
                table.would_win.is_empty()
            );
            if table.phase == azulejo_protocol::table::Phase::Refill
                && let Some((_, told)) = &before
            {
                assert_ne!(told.last_round, LastRound::Yes, "{}", told.position);
            }
            let offer = table.phase == azulejo_protocol::table::Phase::Offer;
            if offer && table.last_round == LastRound::Maybe {
                hedged += 1;
            }
            if table.last_round == LastRound::Yes && game.position().phase() == Phase::Over {
                for RowInSight { seat, row } in &table.last_round_by {
                    let board = &table.boards[usize::from(*seat) - 1];
                    let row = &board.wall[usize::from(*row) - 1];
                    assert!(row.iter().all(Option::is_some), "{}", table.position);
                }
                told += 1;
            }
            before = Some((table.round, table));
        });
    }
    assert!(told > 5 && hedged > 5, "{told} told, {hedged} hedged");
}

/// On the coloured wall nothing is left to choose once the offer is empty.
#[test]
fn who_would_win_wins() {
    let mut ended = 0;
    for (players, wall, seed) in tables().filter(|(_, wall, _)| *wall == Wall::Coloured) {
        let mut expected: Option<(Position, Vec<u8>)> = None;
        let game = play(players, wall, seed, |game| {
            if game.position().phase() == Phase::Tiling {
                let table = TableView::of(game.position());
                if table.last_round == LastRound::Yes && expected.is_none() {
                    expected = Some((*game.position(), table.would_win));
                }
            }
        });
        let (Some(outcome), Some((position, expected))) = (game.position().outcome(), expected)
        else {
            continue;
        };
        let winners: Vec<_> = outcome.winners().map(|s| s.number() as u8).collect();
        assert_eq!(expected, winners, "{position}");
        ended += 1;
    }
    assert!(ended > 5, "{ended} games");
}

#[test]
fn bonuses_say_what_each_kind_brings() {
    let game = play(2, Wall::Coloured, 1, |_| {});
    for board in TableView::of(game.position()).boards {
        let bonuses = board.bonuses;
        assert_eq!(bonuses.row_points, 2 * u16::from(bonuses.rows));
        assert_eq!(bonuses.column_points, 7 * u16::from(bonuses.columns));
        assert_eq!(bonuses.colour_points, 10 * u16::from(bonuses.colours));
        assert_eq!(
            bonuses.points,
            bonuses.row_points + bonuses.column_points + bonuses.colour_points
        );
    }
}

const GOOD: &str = r#"{"format":"azulejo-record","version":1,"players":["Ana","bot:master"],"wall":"coloured","start":1,"rounds":[{"start":1,"deal":["BRKK","BYYW","KKKW","YRRW","BRWW"],"moves":["2Y2","3K3","1K1","5W2","CB4","4R5","CR3","CY4","CW5"],"tiling":[["1:4","2:3"],["2:1","3:1"]],"scores":[0,3]}]}"#;

/// The problem of the good record with one piece exchanged.
#[track_caller]
fn problem(replace: &str, with: &str) -> RecordProblem {
    assert_eq!(GOOD.matches(replace).count(), 1, "{replace}");
    match GOOD.replace(replace, with).parse::<Record>() {
        Err(error) => (&error).into(),
        Ok(record) => (&expand(&record).expect_err("it is refused")).into(),
    }
}

#[test]
fn a_refused_record_is_told_by_keys_and_data() {
    assert!(expand(&GOOD.parse().expect("a record")).is_ok());
    let text = |column, path: &str| RecordPlace::Text {
        column,
        path: path.to_owned(),
    };
    let at_move = |number, text: &str| RecordPlace::Move {
        round: 1,
        number,
        text: text.to_owned(),
    };
    let cases = [
        (
            "\"version\":1",
            "\"version\": 1",
            text(38, "version"),
            RecordReason::Space,
        ),
        (
            "\"version\":1",
            "\"version\":2",
            text(38, "version"),
            RecordReason::Value,
        ),
        ("\"wall\":\"coloured\",", "", text(1, ""), RecordReason::Key),
        (
            "\"coloured\"",
            "\"green\"",
            text(78, "wall"),
            RecordReason::Value,
        ),
        ("[0,3]}]}", "[0,3]}]}x", text(284, ""), RecordReason::GoesOn),
        (
            "[0,3]}]}",
            "[0,3]}]",
            text(283, ""),
            RecordReason::EndsEarly,
        ),
        (
            "\"version\":1",
            "version:1",
            text(28, ""),
            RecordReason::Syntax,
        ),
        (
            "\"3K3\"",
            "\"3B3\"",
            at_move(2, "3B3"),
            RecordReason::NoTiles,
        ),
        (
            "\"CB4\",\"4R5\",\"CR3\",\"CY4\"",
            "\"CB2\",\"4R5\",\"CR3\",\"CY4\"",
            at_move(5, "CB2"),
            RecordReason::LineFull { line: 2 },
        ),
        (
            "[0,3]}]}",
            "[0,4]}]}",
            RecordPlace::Round { round: 1 },
            RecordReason::Differs {
                expected: "[0, 3]".to_owned(),
                found: "[0, 4]".to_owned(),
            },
        ),
        (
            "\"3:1\"",
            "\"3:2\"",
            RecordPlace::Tiling {
                round: 1,
                seat: 2,
                placement: "3:2".to_owned(),
            },
            RecordReason::Placement,
        ),
        (
            "{\"start\":1,",
            "{\"start\":2,",
            RecordPlace::Round { round: 1 },
            RecordReason::Starts {
                expected: 1,
                found: 2,
            },
        ),
    ];
    for (replace, with, place, reason) in cases {
        assert_eq!(
            problem(replace, with),
            RecordProblem { place, reason },
            "{with}"
        );
    }
}
