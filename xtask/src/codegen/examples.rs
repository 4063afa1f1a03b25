//! The examples of the rules pages: each with a position, its options and their consequences.

use anyhow::{Context, Result};
use azulejo_protocol::options::{MoveOption, OfferOptions, Refusal, TilingOptions};
use azulejo_protocol::table::TableView;
use azulejo_rules::{Deal, Draw, Move, Phase, Placement, PlayerCount, Position, Seat};
use serde::Serialize;

use super::study::{FRESH, NO_FACTORIES, ShownStep, Study};

/// An example.
#[derive(Serialize)]
pub(crate) struct Example {
    /// The identifier that the page refers to.
    id: &'static str,
    before: TableView,
    /// The move played, with its consequences.
    option: Option<MoveOption>,
    /// All moves with the same tiles.
    moves: Vec<MoveOption>,
    /// The lines that refuse the tiles, with reasons.
    refused: Vec<Refusal>,
    /// The columns to choose from.
    tiling: Option<TilingOptions>,
    /// The events, step by step.
    steps: Vec<ShownStep>,
}

/// An opponent with the marker, for examples that need it out of the way.
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

/// A tiling example on the coloured wall, with the board of seat 1.
fn board(text: &'static str) -> Study {
    tiling_study(text, 'c')
}

/// A tiling example on the grey wall, with the board of seat 1.
fn grey(text: &'static str) -> Study {
    tiling_study(text, 'g')
}

fn tiling_study(text: &'static str, wall: char) -> Study {
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
    let deal = Deal::new(PlayerCount::Two, &draws).context("five factories for two players")?;
    let events = position.deal_explained(&deal)?;
    Ok(Example {
        id: "deal",
        before,
        option: None,
        moves: Vec::new(),
        refused: Vec::new(),
        tiling: None,
        steps: vec![ShownStep::after(&events, &position)],
    })
}

/// A move in the factory offer.
fn offer(id: &'static str, study: &Study, text: &str) -> Result<Example> {
    let mut position = study.position().with_context(|| format!("example {id}"))?;
    let before = TableView::of(&position);
    let options =
        OfferOptions::of(&position).with_context(|| format!("example {id}: not in the offer"))?;
    let m: Move = text.parse()?;
    let option = options.moves.iter().find(|option| option.m == m).copied();
    let option = option.with_context(|| format!("example {id}: {text} is illegal"))?;
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
        steps: vec![ShownStep::after(&events, &position)],
    })
}

/// Placements of seat 1, followed by the floor charge where the example needs it.
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
        steps.push(ShownStep::after(&events, &position));
    }
    if placements.is_empty() || id == "end" || id == "grey-dead" {
        let events = position.settle_explained().unwrap_or_default();
        steps.push(ShownStep::after(&events, &position));
    }
    anyhow::ensure!(
        (position.phase() == Phase::Over) == (id == "end"),
        "example {id} ends in the wrong phase"
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
    fn ids_are_unique() {
        let mut names: Vec<_> = all().unwrap().iter().map(|example| example.id).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn moves_match_the_text_of_the_rules_pages() {
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
    fn every_reason_for_refusal_is_shown_once() {
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
    fn tile_points_match_the_text_of_the_rules_pages() {
        assert_eq!(points("alone"), [[0, 0, 1]]);
        assert_eq!(points("row"), [[3, 0, 3]]);
        assert_eq!(points("column"), [[0, 3, 3]]);
        assert_eq!(points("cross"), [[3, 4, 7]]);
    }

    #[test]
    fn floor_costs_match_the_text_of_the_rules_pages() {
        assert_eq!(floor_lost("floor"), [6, 6]);
        assert_eq!(floor_lost("floor-zero"), [6, 3]);
        assert_eq!(floor_lost("grey-dead"), [4, 4]);
    }

    #[test]
    fn end_of_game_scores_every_bonus_once() {
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
    fn grey_wall_restricts_the_columns() {
        let columns = |id: &str| -> Vec<_> {
            let choices = example(id).tiling.unwrap().first.choices;
            choices.iter().map(|choice| choice.column).collect()
        };
        assert_eq!(columns("grey"), [Some(2), Some(5)]);
        assert_eq!(columns("grey-dead"), [None]);
    }
}
