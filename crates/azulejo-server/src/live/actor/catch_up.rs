//! Catching up with other nodes: events that they appended, and players and names that changed
//! without an event.

use azulejo_game::Timestamp;
use azulejo_game::event::Event;
use azulejo_store::{EventRow, StoreError};

use super::live_game::{LiveGame, changes_presence, changes_seats, completed_commands};
use super::watchers;
use crate::live::rows::{names_of, set_people};

/// Reads and applies what other nodes appended, if the store answers.
pub(super) async fn catch_up(game: &mut LiveGame) {
    if let Err(error) = try_catch_up(game).await {
        tracing::warn!(game = %game.id, %error, "cannot read events");
    }
}

/// Reads and applies what other nodes appended. Without an answer of the store a command must
/// not be refused for good: it may be stored already.
pub(super) async fn try_catch_up(game: &mut LiveGame) -> Result<(), StoreError> {
    let from = game.table.ply();
    let rows = game.registry.store.events(game.id, from).await?;
    apply_rows(game, rows).await;
    Ok(())
}

/// Applies events read elsewhere, skipping those already applied.
pub(super) async fn apply_appended(game: &mut LiveGame, mut rows: Vec<EventRow>) {
    rows.retain(|row| row.ply >= game.table.ply());
    match rows.first() {
        Some(first) if first.ply == game.table.ply() => apply_rows(game, rows).await,
        // There is a gap.
        Some(_) => catch_up(game).await,
        None => {}
    }
}

/// Applies the next events and broadcasts them.
async fn apply_rows(game: &mut LiveGame, rows: Vec<EventRow>) {
    let before = game.table.ply();
    let mut seats_changed = false;
    for row in rows {
        let folded = serde_json::from_str::<Event>(&row.body)
            .map_err(|error| error.to_string())
            .and_then(|event| {
                seats_changed |= changes_seats(&event);
                game.presence.changed |= changes_presence(&event);
                game.table
                    .apply(&event, Timestamp::from_unix_ms(row.at_ms))
                    .map_err(|error| error.to_string())
            });
        if let Err(error) = folded {
            tracing::error!(game = %game.id, %error, "cannot apply an event of the log");
            return;
        }
        game.completed_commands.extend(completed_commands(&row));
    }
    if seats_changed {
        reload_seats(game).await;
    }
    if game.table.ply() != before {
        watchers::broadcast_update(game, before);
    }
}

/// Reloads players and names, and broadcasts changes.
pub(super) async fn refresh_seats(game: &mut LiveGame) {
    if reload_seats(game).await {
        watchers::broadcast_update(game, game.table.ply());
    }
}

/// Reloads players and names. Returns whether anything changed.
async fn reload_seats(game: &mut LiveGame) -> bool {
    let row = match game.registry.store.game(game.id).await {
        Ok(Some(row)) => row,
        Ok(None) => return false,
        Err(error) => {
            tracing::warn!(game = %game.id, %error, "cannot read the seats");
            return false;
        }
    };
    game.progress.set_seats(row.seats_fingerprint());
    let mut changed = set_people(&mut game.table, &row);
    let before = std::mem::replace(&mut game.names, names_of(&row));
    let pairs = before.iter().zip(&game.names);
    changed |= pairs.clone().any(|(old, new)| !old.is_same_name(new));
    let now = game.registry.clock.now();
    game.presence.adopt(&before, &game.names, now);
    game.sync_presence();
    changed
}
