//! The public record of a game.

use azulejo_rules::record::Record;

use super::{Occupant, Table};

/// The name shown for a deleted account.
pub(crate) const DELETED_PLAYER: &str = "deleted player";

impl Table {
    /// Returns the record so far, with the current names of the people by seat.
    pub fn record(&self, names: &[Option<String>]) -> Option<Record> {
        let mut record = self.game.as_ref()?.record().clone();
        record.players = self
            .seats
            .iter()
            .zip(names)
            .map(|(seat, name)| match &seat.occupant {
                Occupant::Bot(level) => format!("bot:{}", level.id()),
                _ => name.clone().unwrap_or_else(|| DELETED_PLAYER.to_owned()),
            })
            .collect();
        if !self.takeovers.is_empty() {
            record.takeovers = Some(self.takeovers.clone());
        }
        let nonces: Vec<_> = self
            .nonces
            .iter()
            .map(|nonce| {
                nonce
                    .as_ref()
                    .map_or_else(|| "null".to_owned(), |hex| format!("\"{hex}\""))
            })
            .collect();
        if let Some(secret) = &self.secret {
            // Hex digits and our own ids need no escaping.
            let proof = format!(
                r#"{{"scheme":"{}","game":"{}","commitment":"{}","nonces":[{}],"secret":"{secret}"}}"#,
                crate::DRAW_SCHEME,
                self.id,
                self.commitment,
                nonces.join(","),
            );
            record.extra.push(("draw".to_owned(), proof));
        }
        Some(record)
    }
}
