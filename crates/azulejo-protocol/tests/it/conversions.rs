//! Conversions from engine types to wire types.

use std::collections::BTreeSet;

use azulejo_protocol::game::{EndedBy, Level};
use azulejo_protocol::happening::{TableEvent, table_events};
use azulejo_protocol::options::TilingOptions;
use azulejo_protocol::replay::ended_by;
use azulejo_protocol::table::{BonusView, Colour, FloorPiece, Phase, Points, TableView, Wall};
use azulejo_rules::record::EndedBy as RecordEnd;
use azulejo_rules::{
    BoardSetup, Bonuses, ByColour, Column, Draw, Event, Factory, FloorTile, Line, Position, Seat,
    Setup, Source, TilePoints,
};
use serde_json::{Value, json};

use crate::support::{check_json, check_round_trip, play, variants};

// ---------------------------------------------------------------------------------------------
// Small types
// ---------------------------------------------------------------------------------------------

#[test]
fn colours_are_their_letters() {
    for colour in azulejo_rules::Colour::ALL {
        let letter = json!(colour.letter().to_string());
        check_json(&Colour::from(colour), &letter);
        check_json(&FloorPiece::from(FloorTile::Tile(colour)), &letter);
    }
    check_json(&FloorPiece::from(FloorTile::Marker), &json!("*"));
    for text in ["\"b\"", "\"\"", "\"X\"", "0", "null"] {
        assert!(serde_json::from_str::<Colour>(text).is_err(), "{text}");
    }
}

#[test]
fn walls_convert_both_ways() {
    for wall in azulejo_rules::Wall::ALL {
        let wire = Wall::from(wall);
        check_json(&wire, &json!(wall.name()));
        assert_eq!(azulejo_rules::Wall::from(wire), wall);
    }
}

#[test]
fn phases_have_stable_names() {
    for (phase, name) in [
        (azulejo_rules::Phase::Refill, "refill"),
        (azulejo_rules::Phase::Offer, "offer"),
        (azulejo_rules::Phase::Tiling, "tiling"),
        (azulejo_rules::Phase::Over, "over"),
    ] {
        check_json(&Phase::from(phase), &json!(name));
    }
}

#[test]
fn levels_serialise_as_their_ids() {
    for level in Level::ALL {
        check_json(&level, &json!(level.id()));
    }
}

#[test]
fn points_separate_row_and_column() {
    for (row_run, column_run, expected) in [
        (1, 1, json!({"row": 0, "column": 0, "total": 1})),
        (3, 1, json!({"row": 3, "column": 0, "total": 3})),
        (1, 2, json!({"row": 0, "column": 2, "total": 2})),
        (5, 5, json!({"row": 5, "column": 5, "total": 10})),
    ] {
        let points = TilePoints {
            row_run,
            column_run,
        };
        check_json(&Points::from(points), &expected);
    }
}

#[test]
fn bonuses_carry_counts_and_points() {
    let bonuses = Bonuses {
        rows: 2,
        columns: 1,
        colours: 3,
    };
    check_json(
        &BonusView::from(bonuses),
        &json!({
            "rows": 2, "columns": 1, "colours": 3,
            "row_points": 4, "column_points": 7, "colour_points": 30, "points": 41
        }),
    );
}

#[test]
fn endings_keep_their_seat() {
    let seat = Seat::ALL[2];
    for (end, expected) in [
        (RecordEnd::Score, (EndedBy::Score, None)),
        (RecordEnd::Resigned(seat), (EndedBy::Resigned, Some(3))),
        (RecordEnd::Time(seat), (EndedBy::Time, Some(3))),
        (RecordEnd::Left(seat), (EndedBy::Left, Some(3))),
        (RecordEnd::Truncated, (EndedBy::Truncated, None)),
        (RecordEnd::Aborted, (EndedBy::Aborted, None)),
    ] {
        assert_eq!(ended_by(end), expected);
    }
}

// ---------------------------------------------------------------------------------------------
// Tables
// ---------------------------------------------------------------------------------------------

/// Converts a wire colour back to the engine's by its letter.
fn colour(wire: Colour) -> azulejo_rules::Colour {
    let letter = format!("{wire:?}").chars().next().expect("a letter");
    azulejo_rules::Colour::from_letter(letter).expect("a colour")
}

/// Rebuilds a position from a view without using its text.
fn position_of(view: &TableView, players: azulejo_rules::PlayerCount) -> Position {
    let seat = |number: u8| Seat::new(number.into()).expect("a seat");
    let setup = Setup {
        wall: view.wall.into(),
        players,
        round: view.round,
        start: seat(view.start),
        to_move: seat(view.to_move),
        factories: view
            .factories
            .iter()
            .map(|tiles| {
                let mut counts = [0; 5];
                tiles
                    .iter()
                    .for_each(|&tile| counts[colour(tile).index()] += 1);
                ByColour(counts)
            })
            .collect(),
        centre: ByColour(view.centre),
        marker_in_centre: view.marker_in_centre,
        bag: ByColour(view.bag),
        lid: ByColour(view.lid),
        boards: view
            .boards
            .iter()
            .map(|board| {
                let mut floor: Vec<FloorTile> = board
                    .floor
                    .iter()
                    .map(|piece| match piece {
                        FloorPiece::B => FloorTile::Tile(azulejo_rules::Colour::Blue),
                        FloorPiece::Y => FloorTile::Tile(azulejo_rules::Colour::Yellow),
                        FloorPiece::R => FloorTile::Tile(azulejo_rules::Colour::Red),
                        FloorPiece::K => FloorTile::Tile(azulejo_rules::Colour::Black),
                        FloorPiece::W => FloorTile::Tile(azulejo_rules::Colour::White),
                        FloorPiece::Marker => FloorTile::Marker,
                    })
                    .collect();
                // A marker taken with a full floor has no space.
                if board.holds_marker && !floor.contains(&FloorTile::Marker) {
                    floor.push(FloorTile::Marker);
                }
                BoardSetup {
                    score: board.score,
                    lines: board.lines.map(|line| {
                        let tiles = line.colour.into_iter().map(colour);
                        tiles
                            .flat_map(|tile| std::iter::repeat_n(tile, line.count.into()))
                            .collect()
                    }),
                    wall: board.wall.map(|row| row.map(|cell| cell.map(colour))),
                    floor,
                }
            })
            .collect(),
    };
    setup.position().expect("a legal position")
}

#[test]
fn table_view_round_trips_to_the_position() {
    let mut positions = 0;
    for (players, wall, seed) in variants() {
        play(players, wall, seed, |game, _| {
            let position = game.position();
            let view = TableView::of(position);
            assert_eq!(view.position, position.to_string());
            assert_eq!(position_of(&view, position.players()), *position);
            positions += 1;
        });
    }
    assert!(positions > 2_000, "{positions}");
}

#[test]
fn table_view_shows_a_spare_marker() {
    let board = "0;-/-/-/-/-;...../...../...../...../.....;";
    let text = format!("c2 4 1>2 BBBB/-/-/-/- - 9,20,20,20,20 0,0,0,0,0 {board}BBBBBBB* {board}-");
    let position: Position = text.parse().expect("a position");
    let view = TableView::of(&position);
    let holds: Vec<bool> = view.boards.iter().map(|board| board.holds_marker).collect();
    assert_eq!(holds, [true, false]);
    assert_eq!(
        (view.boards[0].floor.len(), view.boards[0].floor_cost),
        (7, 14)
    );
    assert_eq!(position_of(&view, position.players()), position);
}

#[test]
fn table_view_survives_json() {
    for (players, wall, seed) in variants().filter(|(_, _, seed)| *seed == 0) {
        play(players, wall, seed, |game, _| {
            check_round_trip(&TableView::of(game.position()));
        });
    }
}

#[test]
fn table_view_shows_costs_and_plan() {
    let position = Position::new(
        azulejo_rules::Wall::Coloured,
        azulejo_rules::PlayerCount::Two,
        Seat::ALL[0],
    );
    let view = TableView::of(&position);
    assert_eq!(view.floor_costs, [1, 1, 2, 2, 2, 3, 3]);
    let plan = view.plan.expect("a plan on the coloured wall");
    assert_eq!(
        plan[0],
        [Colour::B, Colour::Y, Colour::R, Colour::K, Colour::W]
    );
    assert_eq!(
        plan[1],
        [Colour::W, Colour::B, Colour::Y, Colour::R, Colour::K]
    );
    let sizes: Vec<u8> = view.boards[0].lines.iter().map(|line| line.size).collect();
    assert_eq!(sizes, [1, 2, 3, 4, 5]);

    let grey = Position::new(
        azulejo_rules::Wall::Grey,
        azulejo_rules::PlayerCount::Two,
        Seat::ALL[0],
    );
    assert_eq!(TableView::of(&grey).plan, None);
}

// ---------------------------------------------------------------------------------------------
// Table events
// ---------------------------------------------------------------------------------------------

/// Every kind of engine event with its JSON.
fn events() -> Vec<(Event, Value)> {
    use azulejo_rules::Colour::{Black, Blue, Red};
    let (seat, line, column) = (Seat::ALL[1], Line::ALL[2], Column::ALL[4]);
    let factory = Factory::ALL[3];
    vec![
        (
            Event::Taken {
                seat,
                source: Source::Factory(factory),
                colour: Blue,
                count: 2,
            },
            json!({"event": "taken", "seat": 2, "factory": 4, "colour": "B", "count": 2}),
        ),
        (
            Event::Taken {
                seat,
                source: Source::Centre,
                colour: Black,
                count: 1,
            },
            json!({"event": "taken", "seat": 2, "factory": null, "colour": "K", "count": 1}),
        ),
        (
            Event::ToCentre {
                factory,
                tiles: ByColour([1, 0, 2, 0, 0]),
            },
            json!({"event": "to_centre", "factory": 4, "tiles": [1, 0, 2, 0, 0]}),
        ),
        (
            Event::MarkerTaken {
                seat,
                space: None,
                cost: 0,
            },
            json!({"event": "marker_taken", "seat": 2, "space": null, "cost": 0}),
        ),
        (
            Event::Placed {
                seat,
                line,
                colour: Red,
                count: 3,
                complete: true,
            },
            json!({
                "event": "placed", "seat": 2, "line": 3, "colour": "R", "count": 3, "complete": true
            }),
        ),
        (
            Event::Spilled {
                seat,
                colour: Red,
                count: 2,
                space: 6,
                cost: 6,
            },
            json!({
                "event": "spilled", "seat": 2, "colour": "R", "count": 2, "space": 6, "cost": 6
            }),
        ),
        (
            Event::ToLid {
                seat,
                colour: Red,
                count: 2,
            },
            json!({"event": "to_lid", "seat": 2, "colour": "R", "count": 2}),
        ),
        (
            Event::Tiled {
                seat,
                line,
                column,
                colour: Red,
                points: TilePoints {
                    row_run: 5,
                    column_run: 2,
                },
                score: 17,
                completes_row: true,
            },
            json!({
                "event": "tiled", "seat": 2, "line": 3, "column": 5, "colour": "R",
                "points": {"row": 5, "column": 2, "total": 7}, "score": 17, "completes_row": true
            }),
        ),
        (
            Event::LineDropped {
                seat,
                line,
                colour: Red,
            },
            json!({"event": "line_dropped", "seat": 2, "line": 3, "colour": "R"}),
        ),
        (
            Event::FloorCharged {
                seat,
                spaces: 3,
                cost: 4,
                lost: 1,
                score: 0,
            },
            json!({
                "event": "floor_charged", "seat": 2, "spaces": 3, "cost": 4, "lost": 1, "score": 0
            }),
        ),
        (
            Event::StartsNext {
                seat,
                held_marker: false,
            },
            json!({"event": "starts_next", "seat": 2, "held_marker": false}),
        ),
        (
            Event::LidToBag {
                tiles: ByColour([0, 0, 0, 0, 9]),
            },
            json!({"event": "lid_to_bag", "tiles": [0, 0, 0, 0, 9]}),
        ),
        (
            Event::Dealt {
                factory,
                draw: Draw::from_tiles(&[Red, Blue, Red]).expect("a draw"),
            },
            json!({"event": "dealt", "factory": 4, "tiles": ["R", "B", "R"]}),
        ),
        (
            Event::RoundStarted { round: 7, seat },
            json!({"event": "round_started", "round": 7, "seat": 2}),
        ),
        (
            Event::GameEnded { complete_row: true },
            json!({"event": "game_ended", "complete_row": true}),
        ),
        (
            Event::BonusesScored {
                seat,
                bonuses: Bonuses {
                    rows: 1,
                    columns: 0,
                    colours: 0,
                },
                score: 30,
                won: true,
            },
            json!({
                "event": "bonuses_scored", "seat": 2,
                "bonuses": {
                    "rows": 1, "columns": 0, "colours": 0, "row_points": 2, "column_points": 0,
                    "colour_points": 0, "points": 2
                },
                "score": 30, "won": true
            }),
        ),
    ]
}

#[test]
fn table_events_have_stable_json() {
    let (engine, json): (Vec<Event>, Vec<Value>) = events().into_iter().unzip();
    let wire = table_events(&engine);
    for (event, json) in wire.iter().zip(&json) {
        check_json(event, json);
    }
    let names: BTreeSet<String> = json.iter().map(|e| e["event"].to_string()).collect();
    assert_eq!(names.len(), 15, "{names:?}");
}

#[test]
fn table_events_of_whole_games_survive_json() {
    let mut names = BTreeSet::new();
    for (players, wall, seed) in variants() {
        play(players, wall, seed, |_, events| {
            for event in table_events(events) {
                check_round_trip(&event);
                let json = serde_json::to_value(&event).expect("wire types are JSON");
                names.insert(json["event"].to_string());
            }
        });
    }
    assert!(names.len() >= 14, "{names:?}");
}

#[test]
fn unknown_table_event_is_rejected() {
    let text = r#"{"event":"exploded","seat":1}"#;
    assert!(serde_json::from_str::<TableEvent>(text).is_err());
}

// ---------------------------------------------------------------------------------------------
// Tiling options
// ---------------------------------------------------------------------------------------------

/// Follows every branch of the tree and compares it with the engine.
fn check_tree(position: &Position, seat: Seat) -> usize {
    let Some(options) = TilingOptions::of(position, seat) else {
        assert!(position.placements(seat).is_empty(), "{position}");
        return 0;
    };
    assert_eq!(usize::from(options.seat), seat.number());
    let legal: Vec<String> = position
        .placements(seat)
        .iter()
        .map(ToString::to_string)
        .collect();
    let listed: Vec<&str> = options
        .first
        .choices
        .iter()
        .map(|choice| choice.placement.as_str())
        .collect();
    assert_eq!(listed, legal, "{position}");
    let mut nodes = 1;
    for choice in &options.first.choices {
        let mut after = *position;
        let placement = choice.placement.parse().expect("a placement");
        after.tile(seat, placement).expect("a legal placement");
        let next = TilingOptions::of(&after, seat).map(|options| options.first);
        assert_eq!(choice.next.as_deref(), next.as_ref(), "{position}");
        let gained = after.board(seat).score() - position.board(seat).score();
        let points = choice.points.map_or(0, |points| points.total);
        assert_eq!(points, gained, "{position}");
        assert_eq!(choice.column.is_none(), choice.points.is_none());
        nodes += check_tree(&after, seat);
    }
    nodes
}

#[test]
fn tiling_options_list_exactly_the_legal_placements() {
    let mut nodes = 0;
    for (players, wall, seed) in variants().filter(|(_, _, seed)| *seed < 2) {
        play(players, wall, seed, |game, _| {
            for seat in game.position().players().seats() {
                nodes += check_tree(game.position(), seat);
            }
        });
    }
    assert!(nodes > 200, "{nodes}");
}
