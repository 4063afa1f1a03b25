//! The lobby: the public games in pages, the first of which is published to its subscribers.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use azulejo_protocol::frame::ServerFrame;
use azulejo_protocol::http::{GameCard, LobbyView};
use azulejo_store::{LobbyCursor, LobbyList, Store, StoreError};
use tokio::sync::{Notify, watch};

use super::Registry;
use crate::live::actor::encode;
use crate::live::rows::card;

/// The most games of each list in a page.
const PAGE: u32 = 60;
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
        let lobby = LobbyView::default();
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

    /// Returns the first page of both lists.
    pub(crate) async fn first_page(&self) -> Result<LobbyView, StoreError> {
        let (open, next_open) = self.page(LobbyList::Open, None).await?;
        let (live, next_live) = self.page(LobbyList::Live, None).await?;
        Ok(LobbyView {
            open,
            live,
            next_open,
            next_live,
        })
    }

    /// Returns a page of a list after a cursor, and the cursor of the next page.
    pub(crate) async fn page(
        &self,
        list: LobbyList,
        after: Option<LobbyCursor>,
    ) -> Result<(Vec<GameCard>, Option<String>), StoreError> {
        // One extra row shows whether another page follows.
        let mut rows = self.store.lobby(list, after, PAGE + 1).await?;
        let more = rows.len() > PAGE as usize;
        rows.truncate(PAGE as usize);
        let last = rows.last().filter(|_| more);
        let next = last.map(|row| cursor_text(row.lobby_cursor()));
        let cards = rows.iter().filter_map(|row| card(row, None)).collect();
        Ok((cards, next))
    }
}

/// Formats a cursor: the time of creation and the id.
fn cursor_text(cursor: LobbyCursor) -> String {
    format!("{}.{}", cursor.created_ms, cursor.game)
}

/// Parses a cursor; `None` if it does not come from a page.
pub(crate) fn parse_lobby_cursor(text: &str) -> Option<LobbyCursor> {
    let (created, game) = text.split_once('.')?;
    Some(LobbyCursor {
        created_ms: created.parse().ok()?,
        game: game.parse().ok()?,
    })
}

/// Publishes the lobby when it has changed, until the runtime ends.
pub(super) async fn run(registry: Registry) {
    let lobby = &registry.lobby;
    loop {
        lobby.dirty.notified().await;
        if lobby.has_subscribers() {
            match lobby.first_page().await {
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
