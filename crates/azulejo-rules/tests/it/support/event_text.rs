//! Short English descriptions of events, for readable expectations.

use azulejo_rules::{ByColour, Colour, Event, Source};

/// Describes an event in one line.
pub(crate) fn describe(event: &Event) -> String {
    match *event {
        Event::Taken {
            seat,
            source: Source::Factory(factory),
            colour,
            count,
        } => {
            format!("player {seat} takes {count}{colour} from factory {factory}")
        }
        Event::Taken {
            seat,
            source: Source::Centre,
            colour,
            count,
        } => {
            format!("player {seat} takes {count}{colour} from the centre")
        }
        Event::ToCentre { factory: _, tiles } => format!("{} to the centre", letters(&tiles)),
        Event::MarkerTaken {
            seat: _,
            space: Some(space),
            cost,
        } => {
            format!("marker to floor space {space} (-{cost})")
        }
        Event::MarkerTaken {
            seat: _,
            space: None,
            cost,
        } => {
            format!("marker without a space (-{cost})")
        }
        Event::Placed {
            seat: _,
            line,
            colour,
            count,
            complete,
        } => {
            format!(
                "{count}{colour} to line {line}{}",
                if complete { ", complete" } else { "" }
            )
        }
        Event::Spilled {
            seat: _,
            colour,
            count,
            space,
            cost,
        } => {
            format!("{count}{colour} to the floor from space {space} (-{cost})")
        }
        Event::ToLid {
            seat: _,
            colour,
            count,
        } => format!("{count}{colour} to the lid"),
        Event::Tiled {
            seat,
            line,
            column,
            colour,
            points,
            score,
            completes_row,
        } => format!(
            "player {seat} tiles {colour} in row {line}, column {column}: +{} (row {}, column {}), \
             score {score}{}",
            points.total(),
            points.row(),
            points.column(),
            if completes_row { ", row complete" } else { "" },
        ),
        Event::LineDropped { seat, line, colour } => {
            format!("player {seat} has no space for {colour} of line {line}")
        }
        Event::FloorCharged {
            seat,
            spaces,
            cost,
            lost,
            score,
        } => {
            format!("player {seat} loses {lost} for {spaces} floor spaces (-{cost}), score {score}")
        }
        Event::StartsNext {
            seat,
            held_marker: true,
        } => format!("player {seat} starts next"),
        Event::StartsNext {
            seat,
            held_marker: false,
        } => format!("player {seat} starts again"),
        Event::LidToBag { tiles } => format!("lid into the bag: {}", letters(&tiles)),
        Event::Dealt { factory, draw } => format!("factory {factory} gets {draw}"),
        Event::RoundStarted { round, seat } => format!("round {round} starts with player {seat}"),
        Event::GameEnded { complete_row: true } => "the game ends: a row is complete".to_string(),
        Event::GameEnded {
            complete_row: false,
        } => "the game ends: nothing is left to deal".to_string(),
        Event::BonusesScored {
            seat,
            bonuses,
            score,
            won,
        } => format!(
            "player {seat} ends with {} rows, {} columns, {} colours, score {score}{}",
            bonuses.rows,
            bonuses.columns,
            bonuses.colours,
            if won { ", wins" } else { "" },
        ),
        _ => panic!("unknown event {event:?}"),
    }
}

/// Returns the tiles as letters.
pub(crate) fn letters(tiles: &ByColour<u8>) -> String {
    tiles.tiles().map(Colour::letter).collect()
}
