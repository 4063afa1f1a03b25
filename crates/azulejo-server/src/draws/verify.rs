//! Verification of a record's proof: every deal must follow from the commitment made before the game.

use std::fmt;

use azulejo_rules::record::{Record, ReplayError, Step};
use serde::Deserialize;

use super::{DrawKey, SCHEME, commitment, from_hex, to_hex};

/// The proof in a record, under the key `draw`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Proof {
    scheme: String,
    game: String,
    commitment: String,
    nonces: Vec<Option<String>>,
    secret: String,
}

/// The result of a successful verification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The game.
    pub game: String,
    /// The number of rounds dealt.
    pub rounds: usize,
    /// The seats whose nonces went into the draws, from 1.
    pub nonces: Vec<usize>,
}

/// The reason for which a record is not verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotVerified {
    /// There is no proof: the record does not come from a server.
    NoProof,
    /// The proof cannot be parsed.
    Malformed(String),
    /// The record breaks the rules.
    Illegal(Box<ReplayError>),
    /// The secret does not match the commitment.
    Commitment {
        /// The commitment in the record.
        promised: String,
        /// The commitment of the secret.
        found: String,
    },
    /// A deal does not follow from the proof.
    Deal {
        /// The round, from 1.
        round: usize,
        /// The deal in the record.
        recorded: String,
        /// The deal that follows from the proof.
        expected: String,
    },
}

impl fmt::Display for NotVerified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoProof => f.write_str(
                "there is no proof in this record: only games on a server have one, not those of \
                 sim, match or play",
            ),
            Self::Malformed(reason) => write!(f, "the proof does not read: {reason}"),
            Self::Illegal(fault) => write!(f, "the record is against the rules: {fault}"),
            Self::Commitment { promised, found } => write!(
                f,
                "the secret is not the promised one: its commitment is {found}, not {promised}"
            ),
            Self::Deal {
                round,
                recorded,
                expected,
            } => write!(
                f,
                "round {round}: the record deals {recorded}, but {expected} follows from the proof"
            ),
        }
    }
}

impl std::error::Error for NotVerified {}

/// Verifies that a record follows the rules and that its draws follow from its proof.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(record: &Record) -> Result<Verified, NotVerified> {
    let text = record.extra.iter().find(|(key, _)| key == "draw");
    let (_, text) = text.ok_or(NotVerified::NoProof)?;
    let malformed = |reason: &str| NotVerified::Malformed(reason.to_owned());
    let proof: Proof =
        serde_json::from_str(text).map_err(|error| NotVerified::Malformed(error.to_string()))?;
    if proof.scheme != SCHEME {
        return Err(NotVerified::Malformed(format!(
            "the scheme is {:?}, and this program knows {SCHEME:?}",
            proof.scheme
        )));
    }
    if proof.nonces.len() != record.players.len() {
        return Err(malformed(
            "there is not one nonce (or null) for each player",
        ));
    }
    let secret = from_hex(&proof.secret)
        .filter(|secret| secret.len() == 32)
        .ok_or_else(|| malformed("the secret is not 32 bytes in lower-case hex"))?;
    let mut nonces = Vec::new();
    for nonce in &proof.nonces {
        nonces.push(match nonce {
            None => None,
            Some(text) => Some(
                from_hex(text)
                    .filter(|bytes| (16..=32).contains(&bytes.len()))
                    .ok_or_else(|| malformed("a nonce is not 16 to 32 bytes in lower-case hex"))?,
            ),
        });
    }
    let found = to_hex(&commitment(&secret, &proof.game));
    if found != proof.commitment {
        return Err(NotVerified::Commitment {
            promised: proof.commitment,
            found,
        });
    }
    let key = DrawKey::new(&secret, &proof.game, &nonces);
    let mut wrong = None;
    let mut rounds = 0;
    record
        .walk(|before, step, _| {
            let Step::Deal(recorded) = step else {
                return;
            };
            rounds += 1;
            let expected = key.deal(before);
            if expected != recorded && wrong.is_none() {
                wrong = Some(NotVerified::Deal {
                    round: rounds,
                    recorded: recorded.to_string(),
                    expected: expected.to_string(),
                });
            }
        })
        .map_err(|fault| NotVerified::Illegal(Box::new(fault)))?;
    match wrong {
        Some(wrong) => Err(wrong),
        None => Ok(Verified {
            game: proof.game,
            rounds,
            nonces: (1..)
                .zip(&nonces)
                .filter(|(_, nonce)| nonce.is_some())
                .map(|(seat, _)| seat)
                .collect(),
        }),
    }
}
