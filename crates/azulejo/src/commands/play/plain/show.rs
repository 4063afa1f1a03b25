//! Output of positions and events in the plain interface, local and online.

use anyhow::Result;
use azulejo_rules::{
    Colour, Column, Destination, Event, Line, Move, Placement, PlacementList, PlacementTarget,
    Position, Seat, Source,
};

use crate::screen::Screen;
use crate::table::View;
use crate::words::{Names, Words};

pub(in crate::commands) fn draw_table(
    position: &Position,
    next: Seat,
    choices: PlacementList,
    names: &Names,
    words: &Words,
    screen: &mut Screen,
) -> Result<()> {
    let view = View {
        position,
        names: &names.shown,
        words,
        next,
        choices,
        width: screen.width,
        paint: screen.paint,
    };
    let text = view.draw();
    screen.line("")?;
    Ok(screen.line(text.trim_end())?)
}

/// Prints events; `position` is the one after them.
pub(in crate::commands) fn say_events(
    position: &Position,
    events: &[Event],
    names: &Names,
    words: &Words,
    screen: &mut Screen,
) -> Result<()> {
    for event in events {
        if matches!(event, Event::StartsNext { .. } | Event::GameEnded { .. }) {
            let scores = position.boards().map(|(_, board)| board.score());
            let text = words.scores(names, scores);
            screen.wrapped(&text, 0)?;
        }
        if let Some(text) = words.event_text(names, event) {
            let indent = matches!(
                event,
                Event::Tiled { .. } | Event::LineDropped { .. } | Event::FloorCharged { .. }
            );
            let text = if indent { format!("  {text}") } else { text };
            screen.wrapped(&text, 4)?;
        }
    }
    Ok(())
}

pub(in crate::commands) fn paragraphs(paragraphs: &[String], screen: &mut Screen) -> Result<()> {
    for paragraph in paragraphs {
        let indent = if paragraph.starts_with(' ') { 13 } else { 0 };
        screen.wrapped(paragraph, indent)?;
    }
    Ok(())
}

pub(in crate::commands) fn list_moves(position: &Position, screen: &mut Screen) -> Result<()> {
    let moves = position.legal_moves();
    for group in moves.chunk_by(|a, b| a.source() == b.source()) {
        let texts: Vec<_> = group.iter().map(ToString::to_string).collect();
        screen.wrapped(&format!("  {}", texts.join(" ")), 2)?;
    }
    Ok(())
}

/// Lists the columns for a player's topmost complete line.
pub(in crate::commands) fn list_choices(
    position: &Position,
    seat: Seat,
    words: &Words,
    screen: &mut Screen,
) -> Result<()> {
    let choices = position.placements(seat);
    let board = position.board(seat);
    let Some(line) = choices.first().map(|choice| choice.line) else {
        return Ok(());
    };
    if let Some((colour, _)) = board.line(line) {
        let text = words.which_column(line, colour);
        screen.wrapped(&text, 0)?;
    }
    for choice in &choices {
        if let PlacementTarget::Column(column) = choice.target {
            let points = words.scored(board.points_at(line, column));
            screen.wrapped(&format!("  {column}  {points}"), 5)?;
        }
    }
    Ok(())
}

pub(in crate::commands) fn show_source(
    position: &Position,
    source: Source,
    words: &Words,
    screen: &mut Screen,
) -> Result<()> {
    let text = match source {
        Source::Factory(factory) if factory.index() >= position.players().factories() => {
            let m = Move::new(source, Colour::Blue, Destination::Floor);
            words.illegal(m, azulejo_rules::IllegalMove::NoSuchFactory)
        }
        Source::Factory(factory) => words.offered(source, &position.factory(factory)),
        Source::Centre => words.offered(source, &position.centre()),
    };
    Ok(screen.wrapped(&text, 0)?)
}

pub(in crate::commands) fn show_colour(
    position: &Position,
    colour: Colour,
    words: &Words,
    screen: &mut Screen,
) -> Result<()> {
    let factories = position
        .factories()
        .map(|(f, tiles)| (Source::Factory(f), tiles[colour]));
    let everywhere = factories.chain([(Source::Centre, position.centre()[colour])]);
    let found: Vec<_> = everywhere.filter(|(_, count)| *count > 0).collect();
    let text = words.found(colour, &found);
    Ok(screen.wrapped(&text, 0)?)
}

/// Lists the outcome of the tiles for each line.
pub(in crate::commands) fn show_group(
    position: &Position,
    source: Source,
    colour: Colour,
    words: &Words,
    screen: &mut Screen,
) -> Result<()> {
    let text = words.taking(position, source, colour);
    screen.wrapped(&text, 0)?;
    let to_floor = Move::new(source, colour, Destination::Floor);
    if !position.is_legal(to_floor) {
        return Ok(());
    }
    let lines = Line::ALL.map(Destination::Line);
    for destination in lines.into_iter().chain([Destination::Floor]) {
        let m = Move::new(source, colour, destination);
        let what = words.option(position, m);
        let text = if position.is_legal(m) {
            format!("  {m}  {what}")
        } else {
            format!("   –   {what}")
        };
        screen.wrapped(&text, 7)?;
    }
    Ok(())
}

/// Parses a placement: `4:2`, or just `2` for the line in question.
pub(in crate::commands) fn placement(typed: &str, line: Line) -> Option<Placement> {
    let text: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
    let text = text.to_uppercase();
    let column = text
        .parse()
        .ok()
        .filter(|_| text.len() == 1)
        .and_then(Column::new);
    match column {
        Some(column) => Some(Placement {
            line,
            target: PlacementTarget::Column(column),
        }),
        None => text.parse().ok(),
    }
}
