//! Events report exactly what changed: a ledger built from events alone matches the position.

use std::collections::BTreeMap;

use azulejo_rules::record::{Record, Step};
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Deal, Draw, Event, PlayerCount, Position, Seat};

use crate::support;
use crate::support::event_text::describe;
use crate::support::ledger::Ledger;
use crate::support::random_games::{Bias, new_game, play_random, variants};

/// Applies a step with and without events, and returns the events.
#[track_caller]
fn explain(position: &mut Position, step: Step) -> Vec<Event> {
    let mut plain = *position;
    let events = match step {
        Step::Deal(deal) => {
            plain.deal(&deal).expect("a legal deal");
            position.deal_explained(&deal).expect("a legal deal")
        }
        Step::Move(m) => {
            plain.play(m).expect("a legal move");
            position.play_explained(m).expect("a legal move")
        }
        Step::Tile(seat, placement) => {
            plain.tile(seat, placement).expect("a legal placement");
            position
                .tile_explained(seat, placement)
                .expect("a legal placement")
        }
        Step::Settle => {
            assert!(plain.settle().is_ok());
            position.settle_explained().expect("only floors are left")
        }
    };
    assert_eq!(*position, plain, "{step:?} with events leads elsewhere");
    assert!(!events.is_empty());
    events
}

// ---------------------------------------------------------------------------------------------
// Random games against the ledger
// ---------------------------------------------------------------------------------------------

/// How often each kind of event occurred, with rare forms counted separately.
type Seen = BTreeMap<&'static str, usize>;

fn kind(event: &Event) -> &'static str {
    match event {
        Event::Taken { .. } => "taken",
        Event::ToCentre { .. } => "to centre",
        Event::MarkerTaken { space: Some(_), .. } => "marker",
        Event::MarkerTaken { space: None, .. } => "spare marker",
        Event::Placed { .. } => "placed",
        Event::Spilled { .. } => "spilled",
        Event::ToLid { .. } => "to lid",
        Event::Tiled {
            completes_row: false,
            ..
        } => "tiled",
        Event::Tiled {
            completes_row: true,
            ..
        } => "row complete",
        Event::LineDropped { .. } => "line dropped",
        Event::FloorCharged { lost, cost, .. } if lost < cost => "charged down to 0",
        Event::FloorCharged { .. } => "charged",
        Event::StartsNext {
            held_marker: true, ..
        } => "starts next",
        Event::StartsNext {
            held_marker: false, ..
        } => "starts again",
        Event::LidToBag { .. } => "lid to bag",
        Event::Dealt { draw, .. } if draw.tiles().count() < 4 => "short deal",
        Event::Dealt { .. } => "dealt",
        Event::RoundStarted { .. } => "round started",
        Event::GameEnded { .. } => "game ended",
        Event::BonusesScored { .. } => "bonuses",
        _ => panic!("unknown event {event:?}"),
    }
}

#[test]
fn ledger_agrees_through_random_games() {
    let mut rng = FastRng::new(40);
    let mut seen = Seen::new();
    for (wall, players) in variants() {
        for _ in 0..150 {
            let bias = Bias::random(&mut rng);
            let mut game = new_game(wall, players, Seat::ALL[1]);
            let mut position = *game.position();
            let mut ledger = Ledger::of(&position);
            play_random(&mut game, bias, 14, &mut rng, |before, step| {
                assert_eq!(position, *before.position());
                let events = explain(&mut position, step);
                ledger.apply(&events);
                assert_eq!(
                    ledger.text(),
                    position.to_string(),
                    "{events:?}\n after {before:?}"
                );
                events
                    .iter()
                    .for_each(|event| *seen.entry(kind(event)).or_default() += 1);
            });
        }
    }
    // "starts again" is too rare for random games; it has a named case below.
    seen.entry("starts again").or_default();
    assert_eq!(seen.len(), 20, "every kind of event occurs: {seen:#?}");
}

#[test]
fn game_reports_the_same_events_as_its_position() {
    let mut rng = FastRng::new(41);
    for (wall, players) in variants() {
        let mut game = new_game(wall, players, Seat::ALL[0]);
        let mut replayed = game.clone();
        play_random(
            &mut game,
            Bias::CompleteLines,
            30,
            &mut rng,
            |before, step| {
                let events = explain(&mut before.position().clone(), step);
                assert_eq!(replayed.step_explained(step).expect("a legal step"), events);
            },
        );
        assert_eq!(replayed, game);
    }
}

#[test]
fn ledger_agrees_through_rare_samples() {
    let mut seen = Seen::new();
    for text in support::data("samples/rare.jsonl").lines() {
        let record: Record = text.parse().expect("a record");
        let mut ledger = None;
        let replayed = record.walk(|before, step, after| {
            let events = explain(&mut before.clone(), step);
            let ledger = ledger.get_or_insert_with(|| Ledger::of(before));
            ledger.apply(&events);
            assert_eq!(ledger.text(), after.to_string());
            events
                .iter()
                .for_each(|event| *seen.entry(kind(event)).or_default() += 1);
        });
        replayed.expect("a legal record");
    }
    assert_eq!(
        seen.len(),
        20,
        "every kind of event occurs in the rare samples: {seen:#?}"
    );
}

#[test]
fn rejected_step_changes_nothing_and_reports_nothing() {
    let mut position = support::position("c2 1 1>1 BRKK/-/-/-/- * 19,20,19,18,20 ~ = =");
    let before = position;
    assert!(
        position
            .play_explained("2B1".parse().expect("a move"))
            .is_err()
    );
    assert!(
        position
            .tile_explained(Seat::ALL[0], "1:1".parse().expect("a placement"))
            .is_err()
    );
    assert!(position.settle_explained().is_err());
    let deal = Deal::new(PlayerCount::Two, &[]).expect("a deal");
    assert!(position.deal_explained(&deal).is_err());
    assert_eq!(position, before);
}

// ---------------------------------------------------------------------------------------------
// Named cases
// ---------------------------------------------------------------------------------------------

/// Applies a step (`2B3`, `4:2@1`, `settle` or `deal BRKK/…`) to a position in shorthand and compares
/// the descriptions of the events, one per line.
#[track_caller]
fn check(short: &str, step: &str, expected: &str) {
    let mut position = support::position(short);
    let mut ledger = Ledger::of(&position);
    let step = if step == "settle" {
        Step::Settle
    } else if let Some(deal) = step.strip_prefix("deal ") {
        let draws: Vec<Draw> = deal
            .split('/')
            .map(|d| d.parse().expect("a draw"))
            .collect();
        Step::Deal(Deal::new(position.players(), &draws).expect("a deal"))
    } else if let Some((placement, seat)) = step.split_once('@') {
        let seat = seat.parse().ok().and_then(Seat::new).expect("a seat");
        Step::Tile(seat, placement.parse().expect("a placement"))
    } else {
        Step::Move(step.parse().expect("a move"))
    };
    let events = explain(&mut position, step);
    let described: Vec<String> = events.iter().map(describe).collect();
    let expected: Vec<&str> = expected
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    assert_eq!(described, expected);
    ledger.apply(&events);
    assert_eq!(ledger.text(), position.to_string());
}

#[test]
fn simple_move() {
    check(
        "c2 1 1>1 BRKK/BYYW/-/-/- * 18,18,19,18,19 ~ = =",
        "1K3",
        "player 1 takes 2K from factory 1
         BR to the centre
         2K to line 3",
    );
}

#[test]
fn taking_a_whole_factory_sends_nothing_to_the_centre() {
    check(
        "c2 1 1>1 KKKK/BYYW/-/-/- * 19,18,20,16,19 ~ = =",
        "1K3",
        "player 1 takes 4K from factory 1
         3K to line 3, complete
         1K to the floor from space 1 (-1)",
    );
}

#[test]
fn marker_reaches_the_floor_before_the_tiles() {
    check(
        "c2 1 1>2 -/-/-/-/BYYW *RRR 18,18,17,19,19 ~ = 0;-/-/-/-/-;...../...../...../...../.....;K",
        "CR2",
        "player 2 takes 3R from the centre
         marker to floor space 2 (-1)
         2R to line 2, complete
         1R to the floor from space 3 (-2)",
    );
}

#[test]
fn marker_with_full_floor_takes_no_space() {
    check(
        "c2 1 1>2 -/-/-/-/BYYW *RRR 18,18,17,13,19 ~ = 0;-/-/-/-/-;...../...../...../...../.....;KKKKKKK",
        "CR2",
        "player 2 takes 3R from the centre
         marker without a space (-0)
         2R to line 2, complete
         1R to the lid",
    );
    check(
        "c2 3 1>1 -/-/-/-/- - 15,15,15,10,15 ~ = 9;-/-/-/-/-;...../...../...../...../.....;KKKKKKK*",
        "settle",
        "player 2 loses 9 for 7 floor spaces (-14), score 0
         player 2 starts next",
    );
}

#[test]
fn overflow_goes_to_the_lid() {
    check(
        "c2 1 1>1 -/-/-/-/BYYW RRRRR 18,18,15,15,19 ~ 0;-/-/-/-/-;...../...../...../...../.....;KKKKK 0;-/-/-/-/-;...../...../...../...../.....;*",
        "CRF",
        "player 1 takes 5R from the centre
         2R to the floor from space 6 (-6)
         3R to the lid",
    );
}

#[test]
fn tile_scores_both_runs() {
    check(
        "c2 4 2>2 -/-/-/-/- - 15,15,15,15,15 ~ 0;-/-/-/-/-;...../...../...../...../.....;* 7;-/-/RRR/-/-;..R../..Y../KW.../R..../.....;-",
        "3:5@2",
        "player 2 tiles R in row 3, column 5: +1 (row 0, column 0), score 8
         2R to the lid",
    );
    check(
        "c2 4 2>2 -/-/-/-/- - 15,15,15,15,15 ~ 0;-/-/-/-/-;...../...../...../...../.....;* 7;-/-/BBB/-/-;..R../..Y../KW.../...../.....;-",
        "3:3@2",
        "player 2 tiles B in row 3, column 3: +6 (row 3, column 3), score 13
         2B to the lid",
    );
}

#[test]
fn grey_line_without_legal_space_drops() {
    check(
        "g2 4 1>1 -/-/-/-/- - 10,10,10,10,10 ~ 5;-/-/-/-/BBBBB;B..../.B.../..B../...B./WKRY.;K* =",
        "5:5@1",
        "player 1 tiles B in row 5, column 5: +5 (row 5, column 0), score 10, row complete
         4B to the lid",
    );
    check(
        "g2 4 1>1 -/-/-/-/- - 10,10,10,10,10 ~ 5;-/-/-/-/BBBBB;B..../.B.../..B../....B/W.RY.;KKR* =",
        "5:F@1",
        "player 1 has no space for B of line 5
         3B to the floor from space 5 (-8)
         2B to the lid",
    );
}

#[test]
fn lid_refills_bag_within_a_factory() {
    check(
        "c2 4 2>2 -/-/-/-/- * 1,0,0,0,5 ~ = =",
        "deal WWBW/WWYY/RRKK/BBBB/BBBB",
        "factory 1 gets WWBW
         lid into the bag: BBBBBBBBBBBBBBBBBBBYYYYYYYYYYYYYYYYYYYYRRRRRRRRRRRRRRRRRRRRKKKKKKKKKKKKKKKKKKKKWWWWWWWWWWWWWWW
         factory 2 gets WWYY
         factory 3 gets RRKK
         factory 4 gets BBBB
         factory 5 gets BBBB
         round 4 starts with player 2",
    );
}

#[test]
fn lid_refills_empty_bag_before_the_first_factory() {
    check(
        "c2 4 2>2 -/-/-/-/- * 0,0,0,0,0 ~ = =",
        "deal BYRK/BYRK/BYRK/BYRK/BYRW",
        "lid into the bag: BBBBBBBBBBBBBBBBBBBBYYYYYYYYYYYYYYYYYYYYRRRRRRRRRRRRRRRRRRRRKKKKKKKKKKKKKKKKKKKKWWWWWWWWWWWWWWWWWWWW
         factory 1 gets BYRK
         factory 2 gets BYRK
         factory 3 gets BYRK
         factory 4 gets BYRK
         factory 5 gets BYRW
         round 4 starts with player 2",
    );
}

#[test]
fn exactly_emptied_bag_stays_empty() {
    check(
        "c2 4 1>1 -/-/-/-/- * 4,4,4,4,4 ~ = =",
        "deal BYRK/BYRK/BYRK/BYRK/WWWW",
        "factory 1 gets BYRK
         factory 2 gets BYRK
         factory 3 gets BYRK
         factory 4 gets BYRK
         factory 5 gets WWWW
         round 4 starts with player 1",
    );
}

#[test]
fn short_deal() {
    check(
        "g4 9 3>3 -/-/-/-/-/-/-/-/- * 0,0,0,0,2 ~ \
         5;-/-/WW/WWW/YYYY;BYRK./YBKR./RKBY./KRYB./.....;- \
         5;-/-/WW/WWW/RRRR;BYRK./YBKR./RKBY./KRYB./.....;- \
         5;-/-/WW/WWW/KKKK;BYRK./YBKR./RKBY./KRYB./.....;- \
         5;-/-/-/-/BBBB;BYRK./YBKR./RKBY./KRYB./.....;-",
        "deal WWWW/W/-/-/-/-/-/-/-",
        "lid into the bag: WWW
         factory 1 gets WWWW
         factory 2 gets W
         factory 3 gets -
         factory 4 gets -
         factory 5 gets -
         factory 6 gets -
         factory 7 gets -
         factory 8 gets -
         factory 9 gets -
         round 9 starts with player 3",
    );
}

#[test]
fn untaken_marker_keeps_the_start_player() {
    check(
        "c2 2 2>2 -/-/-/-/- * 10,10,10,10,10 ~ 3;-/-/-/-/-;...../...../...../...../.....;KK =",
        "settle",
        "player 1 loses 2 for 2 floor spaces (-2), score 1
         player 2 starts again",
    );
    check(
        "c2 2 1>2 K/-/-/-/- * 10,10,10,10,10 ~ = =",
        "1K3",
        "player 2 takes 1K from factory 1
         1K to line 3
         player 1 starts again",
    );
}

#[test]
fn complete_row_ends_game_after_floors_are_charged() {
    let board = "20;-/-/-/-/-;BYRKW/...../...../...../.....;K*";
    check(
        &format!(
            "c2 5 1>1 -/-/-/-/- - 10,10,10,10,10 ~ 21;-/-/-/-/-;...../...../...../...../.....;- {board}"
        ),
        "settle",
        "player 2 loses 2 for 2 floor spaces (-2), score 18
         the game ends: a row is complete
         player 1 ends with 0 rows, 0 columns, 0 colours, score 21, wins
         player 2 ends with 1 rows, 0 columns, 0 colours, score 20",
    );
}

#[test]
fn complete_row_ends_game_at_once_if_floors_are_empty() {
    check(
        "c2 5 1>1 -/-/-/-/- * 10,10,10,10,10 ~ 20;W/-/-/-/-;BYRK./...../...../...../.....;- 27;-/-/-/-/-;...../...../...../...../.....;-",
        "1:5@1",
        "player 1 tiles W in row 1, column 5: +5 (row 5, column 0), score 25, row complete
         the game ends: a row is complete
         player 1 ends with 1 rows, 0 columns, 0 colours, score 27, wins
         player 2 ends with 0 rows, 0 columns, 0 colours, score 27",
    );
}

/// The first rare sample ends because every tile is on a board.
#[test]
fn nothing_left_to_deal_ends_the_game() {
    let samples = support::data("samples/rare.jsonl");
    let record: Record = samples
        .lines()
        .next()
        .expect("a sample")
        .parse()
        .expect("a record");
    let mut last = Vec::new();
    let replayed = record.walk(|before, step, _| last = explain(&mut before.clone(), step));
    replayed.expect("a legal record");
    let described: Vec<String> = last.iter().map(describe).collect();
    assert_eq!(
        described,
        [
            "player 2 loses 1 for 1 floor spaces (-1), score 16",
            "the game ends: nothing is left to deal",
            "player 1 ends with 0 rows, 1 columns, 0 colours, score 47, wins",
            "player 2 ends with 0 rows, 1 columns, 0 colours, score 23",
            "player 3 ends with 0 rows, 0 columns, 1 colours, score 30",
            "player 4 ends with 0 rows, 0 columns, 0 colours, score 35",
        ]
    );
}
