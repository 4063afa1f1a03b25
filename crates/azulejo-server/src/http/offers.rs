//! The games that each address offers in the lobby, so that one address cannot fill its first page.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;

use azulejo_store::{GameId, GameStatus, Store, StoreError};

use crate::app::lock;
use crate::http::rate_limits::Key;

/// The most games of an address that wait for people in the lobby: a club of sixty, and half a page.
pub(crate) const MAX_OFFERED_PER_ADDRESS: u32 = 30;

/// The offered games of this node by address. Games that no longer wait are removed when their
/// address offers another one.
#[derive(Default)]
pub(crate) struct Offers(Mutex<HashMap<Key, Vec<GameId>>>);

impl Offers {
    /// Returns the number of games of an address that still wait for people.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn count(
        &self,
        store: &dyn Store,
        address: IpAddr,
    ) -> Result<u32, StoreError> {
        let key = Key::of_client(address);
        let offered = lock(&self.0).get(&key).cloned().unwrap_or_default();
        let mut ended = Vec::new();
        let mut waiting = 0;
        for game in offered {
            let row = store.game(game).await?;
            if row.is_some_and(|row| row.summary.status == GameStatus::Open) {
                waiting += 1;
            } else {
                ended.push(game);
            }
        }
        let mut offers = lock(&self.0);
        if let Some(games) = offers.get_mut(&key) {
            games.retain(|game| !ended.contains(game));
            if games.is_empty() {
                offers.remove(&key);
            }
        }
        Ok(waiting)
    }

    /// Adds a game that waits for people.
    pub(crate) fn add(&self, address: IpAddr, game: GameId) {
        let key = Key::of_client(address);
        lock(&self.0).entry(key).or_default().push(game);
    }
}
