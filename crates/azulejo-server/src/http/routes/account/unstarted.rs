//! Games that have not started, and somebody who will not come back to them.

use azulejo_protocol::frame::ProblemCode;
use azulejo_store::{GameStatus, PlayerId};

use crate::app::App;
use crate::http::problem::Answer;
use crate::live::actor::CommandError;
use azulejo_game::decide::Command;

/// Cancels the unstarted games that a player has set up, and frees the player's seats in others. A
/// seat whose person is gone for ever could neither be freed nor filled by anybody, and a game
/// without its host never started. Whoever sits down while this is done is found by the table itself
/// (`actor/ghosts.rs`).
pub(super) async fn leave(app: &App, player: PlayerId) -> Answer<()> {
    let Some(known) = app.store.export_player(player).await? else {
        return Ok(());
    };
    let id = player.to_string();
    let open = known.games.iter();
    for game in open.filter(|game| game.summary.status == GameStatus::Open) {
        if game.host == Some(player) {
            let cancel = Command::Cancel { player: id.clone() };
            execute(app, game.id, cancel).await?;
            continue;
        }
        let rows = game.seats.iter().map(|seat| &seat.row);
        for row in rows.filter(|row| row.player == Some(player)) {
            let unseat = Command::Unseat {
                player: id.clone(),
                seat: row.seat + 1,
            };
            execute(app, game.id, unseat).await?;
        }
    }
    Ok(())
}

async fn execute(app: &App, game: azulejo_store::GameId, command: Command) -> Answer<()> {
    match app.hub.command(game, command, None).await {
        Ok(_) => Ok(()),
        Err(CommandError::Refused(problem)) if problem.code != ProblemCode::Unavailable => {
            // It has started, ended or lost this person meanwhile.
            tracing::info!(%game, code = ?problem.code, "a game was not left before its start");
            Ok(())
        }
        Err(CommandError::Refused(_) | CommandError::Unknown) => {
            Err(ProblemCode::Unavailable.into())
        }
    }
}
