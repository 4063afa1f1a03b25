//! Downtime of the node or its store: it makes no player late.

use azulejo_protocol::game::Status;

use super::CommandError;
use super::live_game::LiveGame;

/// Gives back current downtime before a command is judged: it could not have come earlier.
///
/// The heartbeat does the same in all games; a command may come before it.
pub(super) async fn give_back(game: &mut LiveGame) -> Result<(), CommandError> {
    let real_time = game.table.status == Status::Running && game.table.clocks.is_real_time();
    let timed = real_time || game.table.waits_until().is_some();
    if !timed || !game.registry.heartbeat.has_gap() {
        return Ok(());
    }
    if let Some(down) = game.registry.heartbeat.downtime().await? {
        game.execute(down.resumed(), None).await?;
    }
    Ok(())
}

/// Gives back the last downtime in a game that was not in memory when it was found. Where a
/// clock runs, the heartbeat has done so, and nothing is left to give back.
pub(super) async fn give_back_earlier(game: &mut LiveGame) {
    let Some(down) = game.registry.last_downtime.get() else {
        return;
    };
    if down.until <= game.table.changed_at {
        return;
    }
    // If it is not written now, the deadline is enforced without it.
    let _not_written = game.execute(down.resumed(), None).await;
}
