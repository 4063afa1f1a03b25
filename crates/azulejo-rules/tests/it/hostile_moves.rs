//! Moves, placements and deals that must be rejected, each with its reason.
//!
//! Malformed texts are in `tests/data/hostile/moves.tsv`, tab-separated: name, kind, part of the
//! message, text. In the text, `\t`, `\n` and `\0` are escapes.

use std::collections::BTreeSet;

use azulejo_rules::{
    Colour, Column, Deal, DealError, Draw, Factory, IllegalMove, IllegalPlacement, Line, Move,
    ParseDrawError, ParseMoveError, ParsePlacementError, Phase, Placement, PlayError, PlayerCount,
    Position, Seat, TileError,
};

use crate::support::{self, position};

#[test]
fn malformed_texts_are_rejected_with_a_useful_message() {
    let table = support::data("hostile/moves.tsv");
    let mut names = BTreeSet::new();
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [name, kind, expected, text] = cells[..] else {
            panic!("not four cells: {row}")
        };
        assert!(names.insert(name.to_string()), "duplicate name: {name}");
        let text = text
            .replace("\\t", "\t")
            .replace("\\n", "\n")
            .replace("\\0", "\0");
        let error = match kind {
            "move" => text.parse::<Move>().expect_err(name).to_string(),
            "placement" => text.parse::<Placement>().expect_err(name).to_string(),
            "draw" => text.parse::<Draw>().expect_err(name).to_string(),
            _ => panic!("unknown kind: {row}"),
        };
        assert!(error.contains(expected), "{name}: {error}");
    }
    assert!(names.len() >= 40, "{}", names.len());
}

#[test]
fn accepted_three_character_texts_round_trip() {
    let alphabet: Vec<char> = "0123456789CFBYRKWcfb:-* \u{0}é２".chars().collect();
    let (mut moves, mut placements) = (0, 0);
    for &a in &alphabet {
        for &b in &alphabet {
            for &c in &alphabet {
                let text = String::from_iter([a, b, c]);
                if let Ok(m) = text.parse::<Move>() {
                    assert_eq!(m.to_string(), text);
                    moves += 1;
                }
                if let Ok(placement) = text.parse::<Placement>() {
                    assert_eq!(placement.to_string(), text);
                    placements += 1;
                }
            }
        }
    }
    assert_eq!((moves, placements), (300, 30));
}

#[test]
fn parse_errors_name_the_first_bad_character() {
    assert_eq!("".parse::<Move>(), Err(ParseMoveError::Length(0)));
    assert_eq!("éB1".parse::<Move>(), Err(ParseMoveError::Source('é')));
    assert_eq!("1é1".parse::<Move>(), Err(ParseMoveError::Colour('é')));
    assert_eq!("1Bé".parse::<Move>(), Err(ParseMoveError::Destination('é')));
    assert_eq!(
        "ééé".parse::<Placement>(),
        Err(ParsePlacementError::Line('é'))
    );
    assert_eq!(
        "4é2".parse::<Placement>(),
        Err(ParsePlacementError::Colon('é'))
    );
    assert_eq!(
        "4:é".parse::<Placement>(),
        Err(ParsePlacementError::Target('é'))
    );
    assert_eq!(
        "éé".parse::<Placement>(),
        Err(ParsePlacementError::Length(2))
    );
    assert_eq!("".parse::<Draw>(), Err(ParseDrawError::Empty));
    assert_eq!("Bé".parse::<Draw>(), Err(ParseDrawError::Colour(2, 'é')));
    assert_eq!("BBBBY".parse::<Draw>(), Err(ParseDrawError::TooMany(5)));
}

// ---------------------------------------------------------------------------------------------
// Illegal moves
// ---------------------------------------------------------------------------------------------

/// Checks that a move is rejected with this reason and changes nothing.
#[track_caller]
fn check(short: &str, text: &str, reason: IllegalMove) {
    let before = position(short);
    let m: Move = text.parse().expect("well formed");
    let mut after = before;
    assert_eq!(after.play(m), Err(PlayError { m, reason }));
    assert_eq!(after, before);
    assert_eq!(before.check(m), Err(reason));
    assert!(!before.is_legal(m));
    assert!(!before.legal_moves().contains(&m));
}

const OFFER: &str = "c3 3 1>2 BBKW/-/YRRR/-/-/-/- *RR ~ 1,0,0,0,0 = \
                     12;R/-/KK/-/-;...../...R./...../...../.....;B =";
const TILING: &str = "g2 3 1>1 -/-/-/-/- * ~ 0,0,0,0,0 \
                      0;-/YY/-/-/-;YR.../..BK./.Y.../...../.....;- =";
const REFILL: &str = "c2 3 1>1 -/-/-/-/- * ~ 0,0,0,0,0 = =";
const OVER: &str = "c2 3 1>1 -/-/-/-/- - ~ 0,0,0,0,0 9;-;BYRKW/...../...../...../.....;- =";

#[test]
fn move_outside_offer_phase_is_rejected() {
    check(TILING, "1BF", IllegalMove::WrongPhase(Phase::Tiling));
    check(REFILL, "1BF", IllegalMove::WrongPhase(Phase::Refill));
    check(OVER, "1BF", IllegalMove::WrongPhase(Phase::Over));
}

#[test]
fn move_from_nonexistent_factory_is_rejected() {
    check(OFFER, "8BF", IllegalMove::NoSuchFactory);
    check(OFFER, "9B1", IllegalMove::NoSuchFactory);
}

#[test]
fn move_of_missing_tiles_is_rejected() {
    check(OFFER, "1Y1", IllegalMove::NoSuchTiles);
    check(OFFER, "2BF", IllegalMove::NoSuchTiles);
    check(OFFER, "CBF", IllegalMove::NoSuchTiles);
}

#[test]
fn move_to_full_line_is_rejected() {
    check(OFFER, "1B1", IllegalMove::LineFull(Line::ALL[0]));
    check(OFFER, "CR1", IllegalMove::LineFull(Line::ALL[0]));
}

#[test]
fn move_to_line_of_another_colour_is_rejected() {
    check(
        OFFER,
        "1B3",
        IllegalMove::LineHolds(Line::ALL[2], Colour::Black),
    );
}

#[test]
fn move_to_row_that_has_the_colour_is_rejected() {
    check(OFFER, "CR2", IllegalMove::OnWall(Line::ALL[1]));
}

// ---------------------------------------------------------------------------------------------
// Illegal placements
// ---------------------------------------------------------------------------------------------

/// Checks that a placement is rejected with this reason and changes nothing.
#[track_caller]
fn check_placement(short: &str, seat: usize, text: &str, reason: IllegalPlacement) {
    let before = position(short);
    let seat = Seat::new(seat).expect("a seat");
    let placement: Placement = text.parse().expect("well formed");
    let mut after = before;
    assert_eq!(
        after.tile(seat, placement),
        Err(TileError {
            seat,
            placement,
            reason
        })
    );
    assert_eq!(after, before);
    assert_eq!(before.check_placement(seat, placement), Err(reason));
}

const COLOURED: &str = "c2 3 1>1 -/-/-/-/- * ~ 0,0,0,0,0 0;-/YY/RRR/-/-;.;- 0;B/-/-/-/-;.;-";

#[test]
fn placement_outside_tiling_phase_is_rejected() {
    check_placement(OFFER, 2, "1:1", IllegalPlacement::WrongPhase(Phase::Offer));
    check_placement(
        REFILL,
        1,
        "1:1",
        IllegalPlacement::WrongPhase(Phase::Refill),
    );
    check_placement(OVER, 1, "1:1", IllegalPlacement::WrongPhase(Phase::Over));
}

#[test]
fn placement_for_an_empty_seat_is_rejected() {
    check_placement(TILING, 3, "2:1", IllegalPlacement::NoSuchSeat);
    check_placement(COLOURED, 4, "2:3", IllegalPlacement::NoSuchSeat);
}

#[test]
fn placement_without_complete_line_is_rejected() {
    check_placement(TILING, 2, "2:1", IllegalPlacement::NothingToTile);
}

#[test]
fn placement_of_a_line_out_of_turn_is_rejected() {
    check_placement(
        COLOURED,
        1,
        "3:5",
        IllegalPlacement::NotThisLine(Line::ALL[1]),
    );
    check_placement(
        COLOURED,
        1,
        "1:1",
        IllegalPlacement::NotThisLine(Line::ALL[1]),
    );
    check_placement(
        COLOURED,
        2,
        "2:2",
        IllegalPlacement::NotThisLine(Line::ALL[0]),
    );
}

#[test]
fn placement_in_wrong_column_of_coloured_wall_is_rejected() {
    check_placement(
        COLOURED,
        1,
        "2:2",
        IllegalPlacement::WrongColumn(Column::ALL[2]),
    );
}

#[test]
fn placement_on_occupied_space_is_rejected() {
    check_placement(TILING, 1, "2:3", IllegalPlacement::SpaceTaken);
}

#[test]
fn placement_in_column_that_has_the_colour_is_rejected() {
    check_placement(TILING, 1, "2:1", IllegalPlacement::ColumnShowsColour);
    check_placement(TILING, 1, "2:2", IllegalPlacement::ColumnShowsColour);
}

#[test]
fn placement_declined_despite_a_legal_space_is_rejected() {
    check_placement(TILING, 1, "2:F", IllegalPlacement::SpaceLeft);
    check_placement(COLOURED, 1, "2:F", IllegalPlacement::SpaceLeft);
}

#[test]
fn settling_too_early_changes_nothing() {
    for short in [OFFER, TILING, REFILL, OVER, COLOURED] {
        let before = position(short);
        let mut after = before;
        assert!(after.settle().is_err(), "{short}");
        assert_eq!(after, before);
    }
}

// ---------------------------------------------------------------------------------------------
// Impossible deals
// ---------------------------------------------------------------------------------------------

fn deal(players: PlayerCount, text: &str) -> Deal {
    let draws: Vec<Draw> = text
        .split('/')
        .map(|t| t.parse().expect("well formed"))
        .collect();
    Deal::new(players, &draws).expect("at most one draw per factory")
}

/// Checks that a deal is rejected with this reason and changes nothing.
#[track_caller]
fn check_deal(before: &Position, deal: &Deal, reason: DealError) {
    let mut after = *before;
    assert_eq!(after.deal(deal), Err(reason));
    assert_eq!(after, *before);
    assert_eq!(before.check_deal(deal), Err(reason));
}

#[test]
fn deal_outside_refill_phase_is_rejected() {
    let five = deal(PlayerCount::Two, "BBBB/BBBB/YYYY/YYYY/RRRR");
    check_deal(&position(OFFER), &five, DealError::WrongPhase(Phase::Offer));
    check_deal(
        &position(TILING),
        &five,
        DealError::WrongPhase(Phase::Tiling),
    );
    check_deal(&position(OVER), &five, DealError::WrongPhase(Phase::Over));
}

#[test]
fn deal_for_another_player_count_is_rejected() {
    let seven = deal(PlayerCount::Three, "BBBB/BBBB/YYYY/YYYY/RRRR/RRRR/KKKK");
    let expected = DealError::WrongFactories {
        expected: 5,
        found: 7,
    };
    check_deal(&position(REFILL), &seven, expected);
}

#[test]
fn deal_of_a_tile_not_in_the_bag_is_rejected() {
    let before = position("c2 3 1>1 -/-/-/-/- * 5,0,0,1,0 ~ = =");
    let reason = DealError::NotInBag(Factory::ALL[1], Colour::Yellow);
    check_deal(
        &before,
        &deal(PlayerCount::Two, "BBBB/YBKY/YYYY/YYYY/RRRR"),
        reason,
    );
    // The bag is not empty when the white tile is drawn, so the lid does not count.
    let before = position("c2 3 1>1 -/-/-/-/- * 20,20,20,20,0 ~ = =");
    let reason = DealError::NotInBag(Factory::ALL[4], Colour::White);
    check_deal(
        &before,
        &deal(PlayerCount::Two, "BBBB/BBBB/YYYY/YYYY/RRRW"),
        reason,
    );
}

#[test]
fn deal_of_the_21st_tile_of_a_colour_is_rejected() {
    let reason = DealError::NotInBag(Factory::ALL[5], Colour::Blue);
    let before = position("c3 3 1>1 -/-/-/-/-/-/- * ~ 0,0,0,0,0 = = =");
    let all = deal(PlayerCount::Three, "BBBB/BBBB/BBBB/BBBB/BBBB/BYYY/YYYY");
    check_deal(&before, &all, reason);
}

#[test]
fn deal_of_too_few_tiles_is_rejected() {
    let before = position(REFILL);
    let reason = DealError::TooFew(Factory::ALL[2]);
    check_deal(
        &before,
        &deal(PlayerCount::Two, "BBBB/BBBB/YYY/YYYY/RRRR"),
        reason,
    );
    let reason = DealError::TooFew(Factory::ALL[4]);
    check_deal(
        &before,
        &deal(PlayerCount::Two, "BBBB/BBBB/YYYY/YYYY"),
        reason,
    );
    let reason = DealError::TooFew(Factory::ALL[0]);
    check_deal(&before, &deal(PlayerCount::Two, "-"), reason);
}

#[test]
fn deal_with_more_draws_than_factories_cannot_be_built() {
    assert!(Deal::new(PlayerCount::Two, &[Draw::default(); 6]).is_err());
    assert!(Deal::new(PlayerCount::Four, &[Draw::default(); 10]).is_err());
    assert!(Draw::from_tiles(&[Colour::Blue; 5]).is_err());
}
