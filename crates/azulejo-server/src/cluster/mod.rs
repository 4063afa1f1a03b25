//! Other nodes at the same store: bus messages, and reconciliation with the store, because a bus
//! message may be lost.

use std::collections::BTreeMap;
use std::time::Duration;

use azulejo_protocol::frame::Phrase;
use azulejo_store::{BusMessage, GameId, Notice, StoreError};

use crate::live::actor::Message;
use crate::live::registry::Registry;

/// The number of games per query.
const BATCH: usize = 400;
/// The interval of reconciliation.
const RECONCILE_EVERY: Duration = Duration::from_secs(2);
/// Seats are compared in every n-th reconciliation.
const SEATS_EVERY: u32 = 2;

impl Registry {
    /// Sends a phrase to the other nodes. It may be lost.
    pub(crate) async fn publish_phrase(&self, game: GameId, seat: u8, phrase: Phrase) {
        if !self.is_shared() {
            return;
        }
        if let Ok(serde_json::Value::String(key)) = serde_json::to_value(phrase) {
            self.store().broadcast_phrase(game, seat, &key).await;
        }
    }

    /// Handles bus messages until the runtime ends.
    pub(crate) async fn run_bus(self) {
        let mut bus = self.store().subscribe();
        let mut advanced = BTreeMap::new();
        while let Some(notice) = bus.recv().await {
            self.handle_notice(&notice, &mut advanced);
            // Drain the bus first: one query reads the events of all these games.
            while let Some(notice) = bus.try_recv() {
                self.handle_notice(&notice, &mut advanced);
            }
            if !advanced.is_empty() {
                self.lobby_changed();
                self.fetch_new_events(std::mem::take(&mut advanced).into_iter().collect())
                    .await;
            }
        }
    }

    /// Handles one message. Games that other nodes advanced are added to `advanced`.
    fn handle_notice(&self, notice: &Notice, advanced: &mut BTreeMap<GameId, u32>) {
        match &notice.message {
            BusMessage::Appended(games) if !notice.own => {
                for &(game, next) in games {
                    let furthest = advanced.entry(game).or_insert(next);
                    *furthest = next.max(*furthest);
                }
            }
            BusMessage::Appended(_) => {}
            BusMessage::SeatsChanged(games) => {
                for &game in games {
                    self.notify_if_live(game, || Message::SeatsChanged);
                }
            }
            BusMessage::SessionEnded(session) => self.close_sockets(*session),
            BusMessage::Phrase { game, seat, phrase } if !notice.own => {
                // A newer version of the program may have more phrases.
                let key = serde_json::Value::from(phrase.as_str());
                if let Ok(phrase) = serde_json::from_value(key) {
                    let seat = *seat;
                    self.notify_if_live(*game, || Message::Said { seat, phrase });
                }
            }
            BusMessage::Phrase { .. } => {}
            BusMessage::Lagged => self.0.bus_gap.notify_one(),
        }
    }

    /// Fetches the events that other nodes appended to live games.
    async fn fetch_new_events(&self, advanced: Vec<(GameId, u32)>) {
        let mut behind = Vec::new();
        for (game, next) in advanced {
            let progress = self.progress(game).map(|progress| progress.ply());
            match progress {
                Some(Some(ply)) if ply < next => behind.push((game, ply)),
                // It is loading and catches up by itself.
                Some(None) => self.notify_if_live(game, || Message::Changed { next }),
                Some(Some(_)) | None => {}
            }
        }
        for games in behind.chunks(BATCH) {
            match self.store().events_of(games).await {
                Ok(rows) => {
                    let mut rows = rows.into_iter().peekable();
                    while let Some((game, first)) = rows.next() {
                        let mut events = vec![first];
                        while let Some((_, event)) = rows.next_if(|(other, _)| *other == game) {
                            events.push(event);
                        }
                        self.notify_if_live(game, || Message::Appended { events });
                    }
                }
                // The next reconciliation tries again.
                Err(error) => tracing::warn!(%error, "cannot read events of other nodes"),
            }
        }
    }

    /// Reconciles live games with the store, which bounds the delay of a lost bus message or a full
    /// mailbox.
    pub(crate) async fn reconcile(self) {
        let mut times: u32 = 0;
        loop {
            let missed = tokio::select! {
                biased;
                () = self.0.bus_gap.notified() => true,
                () = tokio::time::sleep(RECONCILE_EVERY) => false,
            };
            times = times.wrapping_add(1);
            let seats = missed || times.is_multiple_of(SEATS_EVERY);
            // Without other nodes only the game's own task appends to it.
            let plies = missed || self.0.shared;
            if plies && self.0.lobby.receiver_count() > 0 {
                // Games created on other nodes are not among the live ones here.
                self.lobby_changed();
            }
            for games in self.live_ids().chunks(BATCH) {
                if let Err(error) = self.compare(games, plies, seats).await {
                    tracing::warn!(%error, "cannot reconcile with the store");
                }
            }
        }
    }

    /// Notifies games that are behind the store.
    async fn compare(&self, games: &[GameId], plies: bool, seats: bool) -> Result<(), StoreError> {
        if plies {
            let heads = self.store().heads(games).await?;
            self.fetch_new_events(
                heads
                    .iter()
                    .map(|head| (head.game, head.next_ply))
                    .collect(),
            )
            .await;
        }
        if seats {
            for (game, mark) in self.store().seat_fingerprints(games).await? {
                if self
                    .progress(game)
                    .is_some_and(|progress| progress.has_other_seats(mark))
                {
                    self.notify_if_live(game, || Message::SeatsChanged);
                }
            }
        }
        Ok(())
    }
}
