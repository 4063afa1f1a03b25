//! Other nodes at the same store: their bus messages, and reconciliation with the store, because a
//! bus message may be lost. A single node gets here only after a command of the host, which appends
//! to a game as another node would.

use std::collections::BTreeMap;

use azulejo_game::SeatNumber;
use azulejo_protocol::frame::Phrase;
use azulejo_store::{BusMessage, GameId};

use crate::live::actor::Message;
use crate::live::registry::Registry;

/// The number of games per query.
const BATCH: usize = 400;

/// Sends a phrase to the other nodes. It may be lost.
pub(crate) async fn publish_phrase(
    registry: &Registry,
    game: GameId,
    seat: SeatNumber,
    phrase: Phrase,
) {
    if let Ok(serde_json::Value::String(key)) = serde_json::to_value(phrase) {
        let seat = seat.get();
        registry.store.broadcast_phrase(game, seat, &key).await;
    }
}

/// The unread messages of other nodes.
#[derive(Default)]
pub(crate) struct Inbox {
    /// The games that other nodes advanced, with the ply after their events.
    advanced: BTreeMap<GameId, u32>,
}

impl Inbox {
    /// Handles a message of another node; games that it advanced wait for [`fetch`](Self::fetch).
    pub(crate) fn receive(&mut self, registry: &Registry, message: &BusMessage) {
        match message {
            BusMessage::Appended(games) => {
                for &(game, next) in games {
                    let furthest = self.advanced.entry(game).or_insert(next);
                    *furthest = next.max(*furthest);
                }
            }
            BusMessage::Phrase { game, seat, phrase } => {
                // A newer version of the program may have more phrases.
                let key = serde_json::Value::from(phrase.as_str());
                if let Ok(phrase) = serde_json::from_value(key) {
                    let seat = SeatNumber::new(*seat);
                    registry
                        .games
                        .notify(*game, || Message::Said { seat, phrase });
                }
            }
            // Every node handles these itself.
            BusMessage::SeatsChanged(_) | BusMessage::SessionEnded(_) | BusMessage::Lagged => {}
        }
    }

    /// Fetches the events of the games that other nodes advanced.
    pub(crate) async fn fetch(&mut self, registry: &Registry) {
        if self.advanced.is_empty() {
            return;
        }
        registry.lobby.changed();
        let advanced = std::mem::take(&mut self.advanced).into_iter().collect();
        fetch_new_events(registry, advanced).await;
    }
}

/// Fetches the events that other nodes appended to live games.
async fn fetch_new_events(registry: &Registry, advanced: Vec<(GameId, u32)>) {
    let mut behind = Vec::new();
    for (game, next) in advanced {
        let progress = registry.games.progress(game).map(|progress| progress.ply());
        match progress {
            Some(Some(ply)) if ply < next => behind.push((game, ply)),
            // It is loading and catches up by itself.
            Some(None) => registry.games.notify(game, || Message::Changed { next }),
            Some(Some(_)) | None => {}
        }
    }
    for games in behind.chunks(BATCH) {
        match registry.store.events_of(games).await {
            Ok(rows) => {
                let mut rows = rows.into_iter().peekable();
                while let Some((game, first)) = rows.next() {
                    let mut events = vec![first];
                    while let Some((_, event)) = rows.next_if(|(other, _)| *other == game) {
                        events.push(event);
                    }
                    registry.games.notify(game, || Message::Appended { events });
                }
            }
            // The next reconciliation tries again.
            Err(error) => tracing::warn!(%error, "cannot read events of other nodes"),
        }
    }
}

/// Compares live games with the store, which bounds the delay of a lost bus message or a full
/// mailbox.
pub(crate) async fn reconcile(registry: &Registry) {
    if registry.lobby.has_subscribers() {
        // Games created on other nodes are not among the live ones here.
        registry.lobby.changed();
    }
    for games in registry.games.ids().chunks(BATCH) {
        match registry.store.heads(games).await {
            Ok(heads) => {
                let heads = heads.iter().map(|head| (head.game, head.next_ply));
                fetch_new_events(registry, heads.collect()).await;
            }
            Err(error) => tracing::warn!(%error, "cannot reconcile with the store"),
        }
    }
}
