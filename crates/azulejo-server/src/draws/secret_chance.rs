//! The source of a game's draws.

use azulejo_rules::{Deal, PlayerCount, Position, Seat};
use azulejo_store::{GameId, Secret};

use crate::draws::{DrawKey, from_hex, to_hex};
use azulejo_game::decide::Chance;

/// Derives draws from a game's secret and its players' nonces.
pub(crate) struct SecretChance {
    game: GameId,
    secret: Secret,
}

impl SecretChance {
    pub(crate) fn new(game: GameId, secret: Secret) -> Self {
        Self { game, secret }
    }

    fn key(&self, nonces: &[Option<String>]) -> DrawKey {
        let nonces: Vec<_> = nonces
            .iter()
            .map(|nonce| nonce.as_deref().and_then(from_hex))
            .collect();
        DrawKey::new(self.secret.expose(), self.game.as_str(), &nonces)
    }
}

impl Chance for SecretChance {
    fn start(&self, nonces: &[Option<String>], players: PlayerCount) -> Seat {
        self.key(nonces).start(players)
    }

    fn deal(&self, nonces: &[Option<String>], position: &Position) -> Deal {
        self.key(nonces).deal(position)
    }

    fn reveal(&self) -> String {
        to_hex(self.secret.expose())
    }
}
