//! The lobby: the public games, published to its subscribers.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use azulejo_protocol::frame::ServerFrame;
use azulejo_protocol::http::LobbyView;
use azulejo_store::{GameRow, Store, StoreError};
use tokio::sync::{Notify, watch};

use super::Registry;
use crate::live::actor::encode;
use crate::live::rows::card;

/// The length of each list.
const LOBBY_LENGTH: u32 = 60;
/// The shortest time between two updates.
const LOBBY_EVERY: Duration = Duration::from_secs(1);

/// The lobby and its subscribers.
pub(crate) struct Lobby {
    store: Arc<dyn Store>,
    dirty: Notify,
    frame: watch::Sender<Utf8Bytes>,
}

impl Lobby {
    pub(super) fn new(store: Arc<dyn Store>) -> Self {
        let lobby = LobbyView {
            open: Vec::new(),
            live: Vec::new(),
        };
        Self {
            store,
            dirty: Notify::new(),
            frame: watch::Sender::new(encode(&ServerFrame::Lobby { lobby })),
        }
    }

    /// Requests an update.
    pub(crate) fn changed(&self) {
        self.dirty.notify_one();
    }

    pub(crate) fn subscribe(&self) -> watch::Receiver<Utf8Bytes> {
        self.changed();
        self.frame.subscribe()
    }

    pub(crate) fn has_subscribers(&self) -> bool {
        self.frame.receiver_count() > 0
    }

    pub(crate) async fn view(&self) -> Result<LobbyView, StoreError> {
        let lobby = self.store.lobby(LOBBY_LENGTH).await?;
        let cards = |rows: &[GameRow]| rows.iter().filter_map(|row| card(row, None)).collect();
        Ok(LobbyView {
            open: cards(&lobby.open),
            live: cards(&lobby.live),
        })
    }
}

/// Publishes the lobby when it has changed, until the runtime ends.
pub(super) async fn run(registry: Registry) {
    let lobby = &registry.lobby;
    loop {
        lobby.dirty.notified().await;
        if lobby.has_subscribers() {
            match lobby.view().await {
                Ok(view) => {
                    let frame = encode(&ServerFrame::Lobby { lobby: view });
                    lobby.frame.send_if_modified(|last| {
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
