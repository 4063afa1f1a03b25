//! Rematches: created once every player agrees, or when the offer ends while one still waits.

use super::live_game::LiveGame;
use azulejo_game::decide::Command;
use azulejo_game::{Millis, Timestamp};

/// The time that other nodes have to create a rematch before it lapses.
const OTHER_NODE: Millis = Millis::from_secs(30);

/// Returns whether a player who agreed to a rematch is connected here.
fn is_awaited(game: &LiveGame) -> bool {
    let agreed = game.table.rematch.iter().flat_map(|r| &r.agreed);
    let mut people = agreed.filter_map(|seat| game.table.seats[seat.index()].person());
    people.any(|player| game.watchers.has(player))
}

/// The time of the next action on a proposed rematch. If no player on this node awaits
/// it, another node may create it before it lapses.
pub(super) fn deadline(game: &LiveGame) -> Option<Timestamp> {
    let until = game.table.rematch_until()?;
    Some(if is_awaited(game) {
        until
    } else {
        until + OTHER_NODE
    })
}

/// Creates the rematch if every player has agreed.
pub(super) async fn create_if_agreed(game: &mut LiveGame) {
    let Some(rematch) = &game.table.rematch else {
        return;
    };
    let all = game.table.people().into_iter().all(|person| {
        game.table
            .seats_of(person)
            .any(|seat| rematch.agreed.contains(&seat))
    });
    if all && rematch.game.is_none() {
        create(game).await;
    }
}

async fn create(game: &mut LiveGame) {
    match game.registry.create_rematch(&game.table, &game.names).await {
        Ok(rematch) => {
            let made = Command::RematchMade { game: rematch };
            let _ = Box::pin(game.execute(made, None)).await;
        }
        Err(error) => tracing::warn!(game = %game.id, %error, "cannot create a rematch"),
    }
}

/// Ends an offer that has lapsed: creates the rematch if a player still waits for it here.
pub(super) async fn end_offer(game: &mut LiveGame) {
    if is_awaited(game) {
        create(game).await;
    } else {
        // Everyone who wanted it has left.
        let _ = game.execute(Command::RematchLapsed, None).await;
    }
}
