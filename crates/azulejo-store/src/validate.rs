//! Input validation, before a row can share a batch with others.

use crate::{Append, AuditEntry, NewEvent, NewGame, PlayerName, SeatRow, SessionRow, StoreError};

const MAX_KEYWORD: usize = 64;
const MAX_LABEL: usize = 512;
const MAX_REASON: usize = 2000;
const MAX_TEXT: usize = 1 << 20;
const MAX_EVENTS: usize = 256;
/// Far above the length of any game, and far below `u32::MAX`.
const MAX_PLY: u32 = 1 << 24;

pub(crate) fn append(append: &Append) -> Result<(), StoreError> {
    let after = append.expect.saturating_add(append.events.len() as u32);
    if append.events.len() > MAX_EVENTS || after > MAX_PLY {
        return Err(invalid(
            "events",
            format!("{} events up to ply {after}", append.events.len()),
        ));
    }
    append.events.iter().try_for_each(event)?;
    if append.command.is_some() && append.events.is_empty() {
        return Err(invalid(
            "command",
            "a command needs an event to be stored with".to_owned(),
        ));
    }
    if let Some(summary) = &append.summary {
        text("summary", &summary.detail, MAX_TEXT)?;
    }
    seats(append.seats.as_deref().unwrap_or_default())
}

pub(crate) fn game(game: &NewGame) -> Result<(), StoreError> {
    if game.events.len() > MAX_EVENTS {
        return Err(invalid("events", format!("{} events", game.events.len())));
    }
    game.events.iter().try_for_each(event)?;
    text("settings", &game.settings, MAX_TEXT)?;
    text("summary", &game.summary.detail, MAX_TEXT)?;
    seats(&game.seats)
}

pub(crate) fn language(language: &str) -> Result<(), StoreError> {
    text("language", language, MAX_KEYWORD)
}

fn event(event: &NewEvent) -> Result<(), StoreError> {
    text("event kind", &event.kind, MAX_KEYWORD)?;
    text("event state hash", &event.state_hash, MAX_LABEL)?;
    text("event body", &event.body, MAX_TEXT)
}

fn seats(seats: &[SeatRow]) -> Result<(), StoreError> {
    let mut seen = [false; 8];
    for row in seats {
        match seen.get_mut(usize::from(row.seat)) {
            None => {
                return Err(invalid(
                    "seat",
                    format!("seat {} is out of range", row.seat),
                ));
            }
            Some(true) => {
                return Err(invalid(
                    "seat",
                    format!("seat {} is listed twice", row.seat),
                ));
            }
            Some(seen) => *seen = true,
        }
        if let Some(bot) = &row.bot {
            text("seat bot", bot, MAX_KEYWORD)?;
        }
        text("seat detail", &row.detail, MAX_TEXT)?;
    }
    Ok(())
}

pub(crate) fn name(name: &PlayerName) -> Result<(), StoreError> {
    text("name", &name.shown, MAX_LABEL)?;
    text("folded name", &name.folded, MAX_LABEL)
}

pub(crate) fn session(session: &SessionRow) -> Result<(), StoreError> {
    text("session label", &session.label, MAX_LABEL)
}

pub(crate) fn reason(reason: &str) -> Result<(), StoreError> {
    text("reason", reason, MAX_REASON)
}

pub(crate) fn audit(entry: &AuditEntry) -> Result<(), StoreError> {
    text("actor", &entry.actor, MAX_LABEL)?;
    text("action", &entry.action, MAX_KEYWORD)?;
    text("subject", &entry.subject, MAX_LABEL)?;
    text("reason", &entry.reason, MAX_REASON)
}

pub(crate) fn node(name: &str) -> Result<(), StoreError> {
    text("node name", name, MAX_LABEL)
}

fn text(field: &'static str, text: &str, max_len: usize) -> Result<(), StoreError> {
    if text.len() > max_len {
        let reason = format!("{} bytes exceed the limit of {max_len}", text.len());
        return Err(invalid(field, reason));
    }
    if has_nul(text) {
        return Err(invalid(field, "contains a NUL character".to_owned()));
    }
    Ok(())
}

/// Returns `true` for text that no row can contain: PostgreSQL has no NUL in texts.
pub(crate) fn has_nul(text: &str) -> bool {
    text.contains('\0')
}

fn invalid(field: &'static str, reason: String) -> StoreError {
    StoreError::Invalid { field, reason }
}

pub(crate) fn token_in_use() -> StoreError {
    invalid("session", "the token is in use".to_owned())
}
