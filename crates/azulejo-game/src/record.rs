//! A table's record: what everybody may know, in the record notation.

use azulejo_rules::record::Record;

use super::{Holder, Table};

/// The name under which somebody plays whose data was deleted.
pub(crate) const DELETED_PLAYER: &str = "deleted player";

impl Table {
    /// The record so far. `names` are what the people are called now, by seat.
    pub fn record(&self, names: &[Option<String>]) -> Option<Record> {
        let mut record = self.game.as_ref()?.record().clone();
        record.players = self
            .seats
            .iter()
            .zip(names)
            .map(|(seat, name)| match &seat.holder {
                Holder::Bot(level) => format!("bot:{}", level.id()),
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
