//! Removes a deleted or abandoned player from games that have not started.

use azulejo_protocol::frame::ProblemCode;
use azulejo_store::{GameStatus, PlayerId};

use crate::app::App;
use crate::http::problem::ApiResult;
use crate::live::actor::CommandError;
use azulejo_game::SeatNumber;
use azulejo_game::decide::Command;

/// Cancels the unstarted games that a player hosts, and frees the player's seats in others, which no
/// one else could free. A player who joins a game at the same time is removed by the game itself
/// (`live/actor/deleted_accounts.rs`).
pub(super) async fn leave(app: &App, player: PlayerId) -> ApiResult<()> {
    let Some(known) = app.store.export_player(player).await? else {
        return Ok(());
    };
    let open = known.games.iter();
    for game in open.filter(|game| game.summary.status == GameStatus::Open) {
        if game.host == Some(player) {
            let cancel = Command::Cancel {
                player: player.into(),
            };
            execute(app, game.id, cancel).await?;
            continue;
        }
        let rows = game.seats.iter().map(|seat| &seat.row);
        for row in rows.filter(|row| row.player == Some(player)) {
            let unseat = Command::Unseat {
                player: player.into(),
                seat: SeatNumber::new(row.seat + 1),
            };
            execute(app, game.id, unseat).await?;
        }
    }
    Ok(())
}

async fn execute(app: &App, game: azulejo_store::GameId, command: Command) -> ApiResult<()> {
    match app.registry.command(game, command, None).await {
        Ok(_) => Ok(()),
        Err(CommandError::Refused(problem)) if problem.code != ProblemCode::Unavailable => {
            // The game has started or ended meanwhile, or the seat is already free.
            tracing::info!(%game, code = ?problem.code, "game not left before its start");
            Ok(())
        }
        Err(CommandError::Refused(_) | CommandError::Unknown) => {
            Err(ProblemCode::Unavailable.into())
        }
    }
}
