//! The lobby: which games are open or live, told to everybody who looks at it.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use azulejo_protocol::frame::ServerFrame;
use azulejo_protocol::http::LobbyView;
use azulejo_store::{GameRow, StoreError};
use tokio::sync::watch;

use super::Hub;
use crate::live::actor::encode;
use crate::live::rows::card;

/// How many games each list of the lobby shows.
const LOBBY_LENGTH: u32 = 60;
/// How often the lobby is told at most.
const LOBBY_EVERY: Duration = Duration::from_secs(1);

impl Hub {
    pub(crate) fn lobby_changed(&self) {
        self.0.lobby_dirty.notify_one();
    }

    pub(crate) fn follow_lobby(&self) -> watch::Receiver<Utf8Bytes> {
        self.lobby_changed();
        self.0.lobby.subscribe()
    }

    pub(crate) async fn lobby_view(&self) -> Result<LobbyView, StoreError> {
        let lobby = self.store().lobby(LOBBY_LENGTH).await?;
        let cards = |rows: &[GameRow]| rows.iter().filter_map(|row| card(row, None)).collect();
        Ok(LobbyView {
            open: cards(&lobby.open),
            live: cards(&lobby.live),
        })
    }

    /// Tells those who follow the lobby. Ends with the runtime.
    pub(super) async fn tell_lobby(self) {
        loop {
            self.0.lobby_dirty.notified().await;
            if self.0.lobby.receiver_count() > 0 {
                match self.lobby_view().await {
                    Ok(lobby) => {
                        let frame = encode(&ServerFrame::Lobby { lobby });
                        self.0.lobby.send_if_modified(|last| {
                            let news = *last != frame;
                            *last = frame;
                            news
                        });
                    }
                    Err(error) => tracing::warn!(%error, "could not read the lobby"),
                }
            }
            tokio::time::sleep(LOBBY_EVERY).await;
        }
    }
}
