//! The boards of the rules pages: for each, a table, what may be done there, and what comes of it.

use anyhow::{Context, Result};
use azulejo_protocol::options::{MoveOption, OfferOptions, Refusal, TilingOptions};
use azulejo_protocol::table::TableView;
use azulejo_rules::{Deal, Draw, Move, Phase, Placement, PlayerCount, Position, Seat};
use serde::Serialize;

use super::study::{FRESH, NO_FACTORIES, Shown, Study};

/// One example.
#[derive(Serialize)]
pub(crate) struct Example {
    /// Names it for the page that shows it.
    id: &'static str,
    before: TableView,
    /// The move that is made, and what it does.
    option: Option<MoveOption>,
    /// Every move with the tiles in question.
    moves: Vec<MoveOption>,
    /// Lines that do not take them, and why.
    refused: Vec<Refusal>,
    /// The columns to choose from.
    tiling: Option<TilingOptions>,
    /// What happens, step by step.
    steps: Vec<Shown>,
}

/// The marker on somebody else's floor, where an example needs it out of the way.
const OTHER_WITH_MARKER: &str = "4;-/-/-/-/-;...../...../...../...../.....;*";

pub(crate) fn all() -> Result<Vec<Example>> {
    Ok(vec![
        deal()?,
        offer("take", &TAKE, "2K3")?,
        offer("marker", &MARKER, "CR4")?,
        offer("spill", &SPILL, "4Y2")?,
        offer("floor-by-choice", &BY_CHOICE, "1WF")?,
        offer("refused", &REFUSED, "3B5")?,
        tiling(
            "tiling",
            &board("3;R/KK/YY/-/BBB;...../...../...../...../.....;-"),
            &["1:3", "2:5"],
        )?,
        tiling(
            "alone",
            &board("0;-/RR/-/-/-;...../...../...../...../.....;-"),
            &["2:4"],
        )?,
        tiling(
            "row",
            &board("6;-/-/BBB/-/-;...../...../KW.../...../.....;-"),
            &["3:3"],
        )?,
        tiling(
            "column",
            &board("5;-/BB/-/-/-;.Y.../...../.W.../...../.....;-"),
            &["2:2"],
        )?,
        tiling(
            "cross",
            &board("14;-/-/BBB/-/-;..R../..Y../.W.Y./..W../.....;-"),
            &["3:3"],
        )?,
        tiling(
            "floor",
            &board("11;-/-/-/-/-;B..../W..../.W.../...../.....;*RRY"),
            &[],
        )?,
        tiling(
            "floor-zero",
            &board("3;-/-/-/-/-;B..../W..../...../...../.....;KKKR"),
            &[],
        )?,
        tiling(
            "end",
            &board("31;-/KK/-/-/-;BY.../WBYR./.WB../.K.B./.R..B;-"),
            &["2:5"],
        )?,
        tiling(
            "grey",
            &grey("9;-/-/RRR/-/-;R..../...R./..K../...../.....;-"),
            &["3:2"],
        )?,
        tiling(
            "grey-dead",
            &grey("12;-/-/RRR/-/-;R..../...R./.KW.Y/...../.....;-"),
            &["3:F"],
        )?,
    ])
}

const TAKE: Study = Study {
    wall: 'c',
    round: 1,
    factories: "BBYW/RKKW/BYYR/YRWW/BRRK",
    centre: "*",
    boards: [FRESH, FRESH],
};

const MARKER: Study = Study {
    wall: 'c',
    round: 1,
    factories: "BBYW/-/-/YRWW/BKKK",
    centre: "*YRRRW",
    boards: [
        "0;-/WW/-/-/-;...../...../...../...../.....;-",
        "0;-/-/-/-/BBBB;...../...../...../...../.....;-",
    ],
};

const SPILL: Study = Study {
    wall: 'c',
    round: 2,
    factories: "-/BKKW/-/YYYW/-",
    centre: "BBRR",
    boards: [
        "3;-/-/WWW/-/-;B..../...../...../...../.....;*",
        "5;-/KK/-/-/RR;..R../...../...../...../.....;-",
    ],
};

const BY_CHOICE: Study = Study {
    wall: 'c',
    round: 3,
    factories: "YYYW/-/-/-/-",
    centre: "*KK",
    boards: [
        "17;B/RR/-/KKK/-;...../.B.../K..../...../Y....;-",
        "12;-/YY/WWW/-/RR;..R../...../...../.K.../.....;-",
    ],
};

const REFUSED: Study = Study {
    wall: 'c',
    round: 3,
    factories: "-/KWWW/BBYR/-/YRKK",
    centre: "*RR",
    boards: [
        "11;Y/-/WW/-/-;..R../...../...../...B./.....;-",
        "9;-/-/KKK/-/-;B..../W..../...../...../.....;-",
    ],
};

/// Seat 1's board in the tiling of the coloured wall.
fn board(text: &'static str) -> Study {
    on(text, 'c')
}

/// Seat 1's board in the tiling of the grey wall.
fn grey(text: &'static str) -> Study {
    on(text, 'g')
}

fn on(text: &'static str, wall: char) -> Study {
    let other = if text.contains('*') {
        FRESH
    } else {
        OTHER_WITH_MARKER
    };
    Study {
        wall,
        round: 3,
        factories: NO_FACTORIES,
        centre: "-",
        boards: [text, other],
    }
}

/// The first deal of a game.
fn deal() -> Result<Example> {
    let mut position = Position::new(
        azulejo_rules::Wall::Coloured,
        PlayerCount::Two,
        Seat::ALL[0],
    );
    let before = TableView::of(&position);
    let tiles = ["BBYW", "RKKW", "BYYR", "YRWW", "BRRK"];
    let draws: Vec<Draw> = tiles
        .iter()
        .map(|text| text.parse())
        .collect::<Result<_, _>>()?;
    let deal = Deal::new(PlayerCount::Two, &draws).context("five factories for two")?;
    let events = position.deal_explained(&deal)?;
    Ok(Example {
        id: "deal",
        before,
        option: None,
        moves: Vec::new(),
        refused: Vec::new(),
        tiling: None,
        steps: vec![Shown::after(&events, &position)],
    })
}

/// A move of the offer.
fn offer(id: &'static str, study: &Study, text: &str) -> Result<Example> {
    let mut position = study.position().with_context(|| format!("example {id}"))?;
    let before = TableView::of(&position);
    let options = OfferOptions::of(&position).with_context(|| format!("example {id}: no offer"))?;
    let m: Move = text.parse()?;
    let option = options.moves.iter().find(|option| option.m == m).copied();
    let option = option.with_context(|| format!("example {id}: {text} is not legal"))?;
    let same_tiles =
        |other: &&MoveOption| other.factory == option.factory && other.colour == option.colour;
    let events = position.play_explained(m)?;
    Ok(Example {
        id,
        before,
        moves: options.moves.iter().filter(same_tiles).copied().collect(),
        refused: options
            .refused
            .iter()
            .filter(|refusal| refusal.colour == option.colour)
            .copied()
            .collect(),
        option: Some(option),
        tiling: None,
        steps: vec![Shown::after(&events, &position)],
    })
}

/// Placements of seat 1, and then, where the floors matter or the game ends, the charge.
fn tiling(id: &'static str, study: &Study, placements: &[&str]) -> Result<Example> {
    let me = Seat::ALL[0];
    let mut position = study.position().with_context(|| format!("example {id}"))?;
    let before = TableView::of(&position);
    let choices = TilingOptions::of(&position, me);
    let mut steps = Vec::new();
    for text in placements {
        let placement: Placement = text.parse()?;
        let events = position
            .tile_explained(me, placement)
            .with_context(|| format!("example {id}: {text}"))?;
        steps.push(Shown::after(&events, &position));
    }
    if placements.is_empty() || id == "end" || id == "grey-dead" {
        let events = position.settle_explained()?;
        steps.push(Shown::after(&events, &position));
    }
    anyhow::ensure!(
        (position.phase() == Phase::Over) == (id == "end"),
        "example {id} ends in another phase"
    );
    Ok(Example {
        id,
        before,
        option: None,
        moves: Vec::new(),
        refused: Vec::new(),
        tiling: choices,
        steps,
    })
}

#[cfg(test)]
mod tests {
    use azulejo_protocol::happening::TableEvent;
    use azulejo_protocol::options::RefusalReason;

    use super::*;

    fn example(id: &str) -> Example {
        let mut all = all().unwrap();
        let found = all.iter().position(|example| example.id == id).unwrap();
        all.swap_remove(found)
    }

    fn points(id: &str) -> Vec<[u16; 3]> {
        let steps = example(id).steps;
        let events = steps.iter().flat_map(|step| &step.events);
        events
            .filter_map(|event| match event {
                TableEvent::Tiled { points, .. } => Some([points.row, points.column, points.total]),
                _ => None,
            })
            .collect()
    }

    fn floor_lost(id: &str) -> [u16; 2] {
        let steps = example(id).steps;
        let mut events = steps.iter().flat_map(|step| &step.events);
        let found = events.find_map(|event| match event {
            TableEvent::FloorCharged {
                seat: 1,
                cost,
                lost,
                ..
            } => Some([*cost, *lost]),
            _ => None,
        });
        found.unwrap()
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = all().unwrap().iter().map(|example| example.id).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn moves_do_what_the_text_beside_them_says() {
        let option = |id| example(id).option.unwrap();
        let take = option("take");
        assert_eq!(
            (take.taken, take.placed, take.to_centre),
            (2, 2, [0, 0, 1, 0, 1])
        );
        let marker = option("marker");
        assert_eq!(
            (marker.taken, marker.takes_marker, marker.floor_after),
            (3, true, 1)
        );
        let spill = option("spill");
        assert_eq!((spill.taken, spill.placed, spill.spilled), (3, 2, 1));
        assert_eq!((spill.floor_before, spill.floor_after), (1, 2));
        let dropped = option("floor-by-choice");
        assert_eq!((dropped.line, dropped.spilled), (None, 1));
    }

    #[test]
    fn each_reason_against_a_line_is_shown_once() {
        let reasons: Vec<_> = example("refused")
            .refused
            .iter()
            .map(|refusal| (refusal.line, refusal.reason))
            .collect();
        assert_eq!(
            reasons,
            [
                (1, RefusalReason::LineFull),
                (3, RefusalReason::LineHolds),
                (4, RefusalReason::OnWall),
            ]
        );
    }

    #[test]
    fn tiles_score_what_the_text_beside_them_says() {
        assert_eq!(points("alone"), [[0, 0, 1]]);
        assert_eq!(points("row"), [[3, 0, 3]]);
        assert_eq!(points("column"), [[0, 3, 3]]);
        assert_eq!(points("cross"), [[3, 4, 7]]);
    }

    #[test]
    fn floors_cost_what_the_text_beside_them_says() {
        assert_eq!(floor_lost("floor"), [6, 6]);
        assert_eq!(floor_lost("floor-zero"), [6, 3]);
        assert_eq!(floor_lost("grey-dead"), [4, 4]);
    }

    #[test]
    fn the_end_brings_every_bonus_once() {
        let steps = example("end").steps;
        let mut events = steps.iter().flat_map(|step| &step.events);
        let bonuses = events.find_map(|event| match event {
            TableEvent::BonusesScored {
                seat: 1, bonuses, ..
            } => Some(*bonuses),
            _ => None,
        });
        let bonuses = bonuses.unwrap();
        assert_eq!((bonuses.rows, bonuses.columns, bonuses.colours), (1, 1, 1));
        assert_eq!(bonuses.points, 19);
    }

    #[test]
    fn the_grey_wall_leaves_two_columns_and_then_none() {
        let columns = |id: &str| -> Vec<_> {
            let choices = example(id).tiling.unwrap().first.choices;
            choices.iter().map(|choice| choice.column).collect()
        };
        assert_eq!(columns("grey"), [Some(2), Some(5)]);
        assert_eq!(columns("grey-dead"), [None]);
    }
}
