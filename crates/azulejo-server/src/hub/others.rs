//! Other nodes at the same store: what they hint at, and the comparison behind it, since a hint may
//! be lost.

use std::collections::HashMap;
use std::time::Duration;

use azulejo_protocol::frame::Phrase;
use azulejo_store::{BusMessage, GameId, Notice, StoreError};

use super::Hub;
use crate::actor::Message;

/// Of how many games events are read at once.
const READ_AT_ONCE: usize = 400;
/// How often games are compared with the store when another node may write.
const POLL_EVERY: Duration = Duration::from_secs(2);
/// With every how many of these comparisons seats are compared too.
const SEATS_WITH_EVERY: u32 = 2;

impl Hub {
    /// Tells the other nodes what somebody said. It may be lost.
    pub(crate) async fn pass_on(&self, game: GameId, seat: u8, phrase: Phrase) {
        if !self.is_shared() {
            return;
        }
        if let Ok(serde_json::Value::String(key)) = serde_json::to_value(phrase) {
            self.store().broadcast_phrase(game, seat, &key).await;
        }
    }

    /// Hears what other nodes did.
    pub(super) async fn listen(self) {
        let mut bus = self.store().subscribe();
        let mut grown = HashMap::new();
        while let Some(notice) = bus.recv().await {
            self.hear(&notice, &mut grown);
            // What came while the last events were read is read with the next ones, at once.
            while let Some(notice) = bus.try_recv() {
                self.hear(&notice, &mut grown);
            }
            if !grown.is_empty() {
                self.lobby_changed();
                self.read_on(grown.drain().collect()).await;
            }
        }
    }

    /// Takes in a hint. Games that others went on with are added to `grown`.
    fn hear(&self, notice: &Notice, grown: &mut HashMap<GameId, u32>) {
        match &notice.message {
            BusMessage::Appended(games) if !notice.own => {
                for &(game, next) in games {
                    let furthest = grown.entry(game).or_insert(next);
                    *furthest = next.max(*furthest);
                }
            }
            BusMessage::Appended(_) => {}
            BusMessage::SeatsChanged(games) => {
                for &game in games {
                    self.tell_if_live(game, || Message::SeatsChanged);
                }
            }
            BusMessage::SessionEnded(session) => self.cut_sockets(*session),
            BusMessage::Phrase { game, seat, phrase } if !notice.own => {
                // A newer version of this program may know more phrases.
                let key = serde_json::Value::from(phrase.as_str());
                if let Ok(phrase) = serde_json::from_value(key) {
                    let seat = *seat;
                    self.tell_if_live(*game, || Message::Said { seat, phrase });
                }
            }
            BusMessage::Phrase { .. } => {}
            BusMessage::Lagged => self.0.missed.notify_one(),
        }
    }

    /// Reads for all live games at once what other nodes appended to them.
    async fn read_on(&self, grown: Vec<(GameId, u32)>) {
        let mut behind = Vec::new();
        for (game, next) in grown {
            let known = self.known(game).map(|known| known.ply());
            match known {
                Some(Some(ply)) if ply < next => behind.push((game, ply)),
                // It reads on by itself once it is loaded.
                Some(None) => self.tell_if_live(game, || Message::Changed { next }),
                Some(Some(_)) | None => {}
            }
        }
        for games in behind.chunks(READ_AT_ONCE) {
            match self.store().events_of(games).await {
                Ok(rows) => {
                    let mut rows = rows.into_iter().peekable();
                    while let Some((game, first)) = rows.next() {
                        let mut events = vec![first];
                        while let Some((_, event)) = rows.next_if(|(other, _)| *other == game) {
                            events.push(event);
                        }
                        self.tell_if_live(game, || Message::Appended { events });
                    }
                }
                // The poll behind the hints comes to it again.
                Err(error) => tracing::warn!(%error, "could not read what other nodes wrote"),
            }
        }
    }

    /// A bus that went quiet, and a mailbox that was full, cost only this long.
    pub(super) async fn poll(self) {
        let mut times: u32 = 0;
        loop {
            let missed = tokio::select! {
                () = tokio::time::sleep(POLL_EVERY) => false,
                () = self.0.missed.notified() => true,
            };
            times = times.wrapping_add(1);
            let seats = missed || times.is_multiple_of(SEATS_WITH_EVERY);
            // Without other nodes a game's own task is the only one that goes on with it.
            let plies = missed || self.0.shared;
            if plies && self.0.lobby.receiver_count() > 0 {
                // A game that was set up elsewhere is none of the live ones that are compared.
                self.lobby_changed();
            }
            for games in self.live_ids().chunks(READ_AT_ONCE) {
                if let Err(error) = self.compare(games, plies, seats).await {
                    tracing::warn!(%error, "could not compare with the store");
                }
            }
        }
    }

    /// Tells games of what they have not taken in.
    async fn compare(&self, games: &[GameId], plies: bool, seats: bool) -> Result<(), StoreError> {
        if plies {
            let heads = self.store().heads(games).await?;
            self.read_on(
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
                    .known(game)
                    .is_some_and(|known| known.has_other_seats(mark))
                {
                    self.tell_if_live(game, || Message::SeatsChanged);
                }
            }
        }
        Ok(())
    }
}
