//! What may be stored at all, checked before a row can get into a batch with others.

use crate::{Append, NewEvent, NewGame, PlayerName, SeatRow, SessionRow, StoreError};

const MAX_WORD: usize = 64;
const MAX_LABEL: usize = 512;
const MAX_TEXT: usize = 1 << 20;
const MAX_EVENTS: usize = 256;
/// More events than this no game has; it keeps plies far from the end of their type.
const MAX_PLY: u32 = 1 << 24;

pub(crate) fn append(append: &Append) -> Result<(), StoreError> {
    let after = append.expect.saturating_add(append.events.len() as u32);
    if append.events.len() > MAX_EVENTS || after > MAX_PLY {
        return Err(invalid(
            "the events",
            format!(
                "{} events up to ply {after} are too many",
                append.events.len()
            ),
        ));
    }
    append.events.iter().try_for_each(event)?;
    if append.command.is_some() && append.events.is_empty() {
        return Err(invalid(
            "the command",
            "it has led to no event that could keep it".to_owned(),
        ));
    }
    if let Some(summary) = &append.summary {
        text("the summary", &summary.detail, MAX_TEXT)?;
    }
    seats(append.seats.as_deref().unwrap_or_default())
}

pub(crate) fn game(game: &NewGame) -> Result<(), StoreError> {
    if game.events.len() > MAX_EVENTS {
        return Err(invalid(
            "the events",
            format!("{} are too many", game.events.len()),
        ));
    }
    game.events.iter().try_for_each(event)?;
    text("the settings", &game.settings, MAX_TEXT)?;
    text("the summary", &game.summary.detail, MAX_TEXT)?;
    seats(&game.seats)
}

fn event(event: &NewEvent) -> Result<(), StoreError> {
    text("an event's kind", &event.kind, MAX_WORD)?;
    text("an event's state hash", &event.state_hash, MAX_LABEL)?;
    text("an event's body", &event.body, MAX_TEXT)
}

fn seats(seats: &[SeatRow]) -> Result<(), StoreError> {
    let mut seen = [false; 8];
    for row in seats {
        match seen.get_mut(usize::from(row.seat)) {
            None => return Err(invalid("a seat", format!("there is no seat {}", row.seat))),
            Some(true) => return Err(invalid("a seat", format!("seat {} comes twice", row.seat))),
            Some(new) => *new = true,
        }
        if let Some(bot) = &row.bot {
            text("a seat's bot", bot, MAX_WORD)?;
        }
        text("a seat's detail", &row.detail, MAX_TEXT)?;
    }
    Ok(())
}

pub(crate) fn name(name: &PlayerName) -> Result<(), StoreError> {
    text("the name", &name.shown, MAX_LABEL)?;
    text("the name's key", &name.folded, MAX_LABEL)
}

pub(crate) fn session(session: &SessionRow) -> Result<(), StoreError> {
    text("the session's label", &session.label, MAX_LABEL)
}

pub(crate) fn node(name: &str) -> Result<(), StoreError> {
    text("the node's name", name, MAX_LABEL)
}

fn text(what: &'static str, text: &str, longest: usize) -> Result<(), StoreError> {
    if text.len() > longest {
        let why = format!(
            "{} bytes are too many, at most {longest} are kept",
            text.len()
        );
        return Err(invalid(what, why));
    }
    if impossible(text) {
        return Err(invalid(what, "it contains a NUL character".to_owned()));
    }
    Ok(())
}

/// Whether a text cannot be in any row: PostgreSQL has no NUL character in its texts.
pub(crate) fn impossible(text: &str) -> bool {
    text.contains('\0')
}

pub(crate) fn invalid(what: &'static str, why: String) -> StoreError {
    StoreError::Invalid { what, why }
}
