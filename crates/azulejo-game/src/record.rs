//! The public record of a game.

use azulejo_rules::record::Record;

use super::draw::DrawScheme;
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
        if let Some(proof) = self.proof() {
            record.extra.push(("draw".to_owned(), proof));
        }
        Some(record)
    }

    /// Returns the proof of the draws as JSON, once the secret is revealed.
    fn proof(&self) -> Option<String> {
        let secret = self.secret.as_ref()?;
        // Hex digits and our own ids need no escaping.
        let (scheme, game, commitment) = (self.draw_scheme.name(), &self.id, &self.commitment);
        let nonces = hex_or_null(&self.nonces);
        let common = format!(r#""scheme":"{scheme}","game":"{game}","commitment":"{commitment}""#);
        match self.draw_scheme {
            DrawScheme::Device => None,
            DrawScheme::Open => Some(format!(
                r#"{{{common},"nonces":{nonces},"secret":"{secret}"}}"#
            )),
            DrawScheme::CommitReveal => {
                let start = self.settings.start;
                let start = start.map_or_else(|| "null".to_owned(), |seat| seat.to_string());
                let contributions: Vec<_> = self
                    .all_seats()
                    .map(|seat| format!("\"{}\"", self.contribution(seat).name()))
                    .collect();
                let contributions = contributions.join(",");
                let commitments = hex_or_null(&self.nonce_commitments);
                Some(format!(
                    r#"{{{common},"start":{start},"contributions":[{contributions}],"nonce_commitments":{commitments},"nonces":{nonces},"secret":"{secret}"}}"#
                ))
            }
        }
    }
}

/// Returns a JSON list of hex texts.
fn hex_or_null(values: &[Option<String>]) -> String {
    let values: Vec<_> = values
        .iter()
        .map(|value| {
            let quoted = value.as_ref().map(|hex| format!("\"{hex}\""));
            quoted.unwrap_or_else(|| "null".to_owned())
        })
        .collect();
    format!("[{}]", values.join(","))
}
