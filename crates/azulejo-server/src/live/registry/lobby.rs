//! The lobby: the public games, published to its subscribers.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use azulejo_protocol::frame::ServerFrame;
use azulejo_protocol::http::LobbyView;
use azulejo_store::{GameRow, StoreError};
use tokio::sync::watch;

use super::Registry;
use crate::live::actor::encode;
use crate::live::rows::card;

/// The length of each list.
const LOBBY_LENGTH: u32 = 60;
/// The shortest time between two updates.
const LOBBY_EVERY: Duration = Duration::from_secs(1);

impl Registry {
    pub(crate) fn lobby_changed(&self) {
        self.0.lobby_dirty.notify_one();
    }

    pub(crate) fn subscribe_lobby(&self) -> watch::Receiver<Utf8Bytes> {
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

    /// Publishes the lobby when it has changed, until the runtime ends.
    pub(super) async fn publish_lobby(self) {
        loop {
            self.0.lobby_dirty.notified().await;
            if self.0.lobby.receiver_count() > 0 {
                match self.lobby_view().await {
                    Ok(lobby) => {
                        let frame = encode(&ServerFrame::Lobby { lobby });
                        self.0.lobby.send_if_modified(|last| {
                            let changed = *last != frame;
                            *last = frame;
                            changed
                        });
                    }
                    Err(error) => tracing::warn!(%error, "cannot read the lobby"),
                }
            }
            tokio::time::sleep(LOBBY_EVERY).await;
        }
    }
}
