//! Verification of a record's proof: every deal must follow from the commitment made before the game.

#[cfg(test)]
mod tests;

use std::fmt;

use azulejo_game::draw::{Contribution, DrawScheme, nonce_commitment};
use azulejo_rules::record::{Record, ReplayError, Step};
use azulejo_rules::{PlayerCount, Seat};
use serde::Deserialize;

use super::{DrawKey, commitment, from_hex, to_hex};

/// The proof in a record, under the key `draw`.
#[derive(Deserialize)]
#[serde(tag = "scheme", deny_unknown_fields)]
enum Proof {
    #[serde(rename = "azulejo-draw-1")]
    Open {
        game: String,
        commitment: String,
        nonces: Vec<Option<String>>,
        secret: String,
    },
    #[serde(rename = "azulejo-draw-2")]
    CommitReveal {
        game: String,
        commitment: String,
        start: Option<u8>,
        contributions: Vec<Contribution>,
        nonce_commitments: Vec<Option<String>>,
        nonces: Vec<Option<String>>,
        secret: String,
    },
}

/// The origin of the first start player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartPlayer {
    /// It follows from the proof.
    Drawn,
    /// The host of the game chose it, as the proof says.
    Chosen,
    /// It does not follow from the proof. Proofs of the older scheme do not say if it was chosen.
    Unknown,
}

/// The result of a successful verification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The game.
    pub game: String,
    /// The draw scheme.
    pub scheme: DrawScheme,
    /// The commitment to the secret in hex.
    pub commitment: String,
    /// The number of rounds dealt.
    pub rounds: usize,
    /// The origin of the first start player.
    pub start: StartPlayer,
    /// The contribution of each seat; `None` under the older scheme, which does not record it.
    pub contributions: Vec<Option<Contribution>>,
    /// The commitment of each seat's nonce in hex; empty under the older scheme.
    pub nonce_commitments: Vec<Option<String>>,
    /// The nonce of each seat in hex.
    pub nonces: Vec<Option<String>>,
}

impl Verified {
    /// Returns the seats with a nonce in the draws, from 1.
    pub fn seats_with_nonce(&self) -> Vec<usize> {
        let seats = (1..).zip(&self.nonces);
        seats
            .filter(|(_, nonce)| nonce.is_some())
            .map(|(seat, _)| seat)
            .collect()
    }

    /// Returns the seats with a contribution, from 1.
    pub fn seats_with(&self, wanted: Contribution) -> Vec<usize> {
        let seats = (1..).zip(&self.contributions);
        seats
            .filter(|(_, found)| **found == Some(wanted))
            .map(|(seat, _)| seat)
            .collect()
    }
}

/// The reason why a record fails verification.
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
    /// A revealed nonce does not match its commitment.
    NonceCommitment {
        /// The seat, from 1.
        seat: usize,
    },
    /// A bot's seat has a nonce or a commitment.
    BotNonce {
        /// The seat, from 1.
        seat: usize,
    },
    /// The recorded contribution of a seat does not fit its nonce and commitment.
    Contribution {
        /// The seat, from 1.
        seat: usize,
        /// The contribution in the record.
        claimed: Contribution,
    },
    /// The first start player is not the one that was drawn or chosen.
    Start {
        /// The seat in the record, from 1.
        recorded: usize,
        /// The seat that was drawn or chosen, from 1.
        expected: usize,
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
            Self::Malformed(reason) => write!(f, "the proof is malformed: {reason}"),
            Self::Illegal(fault) => write!(f, "the record is against the rules: {fault}"),
            Self::Commitment { promised, found } => write!(
                f,
                "the secret is not the promised one: its commitment is {found}, not {promised}"
            ),
            Self::NonceCommitment { seat } => {
                write!(
                    f,
                    "the nonce of seat {seat} is not the one it was committed to"
                )
            }
            Self::BotNonce { seat } => write!(
                f,
                "seat {seat} belongs to a bot, but contributes to the draws"
            ),
            Self::Contribution { seat, claimed } => write!(
                f,
                "seat {seat} is recorded as {:?}, which does not fit its nonce and commitment",
                claimed.name()
            ),
            Self::Start { recorded, expected } => write!(
                f,
                "seat {recorded} starts, but seat {expected} follows from the proof"
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
/// The first check that fails.
pub fn verify(record: &Record) -> Result<Verified, NotVerified> {
    let text = record.extra.iter().find(|(key, _)| key == "draw");
    let (_, text) = text.ok_or(NotVerified::NoProof)?;
    let proof: Proof =
        serde_json::from_str(text).map_err(|error| NotVerified::Malformed(error.to_string()))?;
    let (mut verified, secret, chosen) = match proof {
        Proof::Open {
            game,
            commitment,
            nonces,
            secret,
        } => {
            let verified = Verified {
                game,
                scheme: DrawScheme::Open,
                commitment,
                rounds: 0,
                start: StartPlayer::Unknown,
                contributions: vec![None; nonces.len()],
                nonce_commitments: Vec::new(),
                nonces,
            };
            (verified, secret, None)
        }
        Proof::CommitReveal {
            game,
            commitment,
            start,
            contributions,
            nonce_commitments,
            nonces,
            secret,
        } => {
            let verified = Verified {
                game,
                scheme: DrawScheme::CommitReveal,
                commitment,
                rounds: 0,
                start: StartPlayer::Unknown,
                contributions: contributions.into_iter().map(Some).collect(),
                nonce_commitments,
                nonces,
            };
            (verified, secret, start)
        }
    };
    let secret = check_secret(&verified, &secret)?;
    let nonces = check_nonces(record, &verified)?;
    let key = DrawKey::new(&secret, &verified.game, &nonces);
    verified.start = check_start(record, verified.scheme, &key, chosen)?;
    verified.rounds = check_deals(record, &key)?;
    Ok(verified)
}

fn malformed<T>(reason: &str) -> Result<T, NotVerified> {
    Err(NotVerified::Malformed(reason.to_owned()))
}

/// Returns the secret if it is the promised one.
fn check_secret(verified: &Verified, secret: &str) -> Result<Vec<u8>, NotVerified> {
    let Some(secret) = from_hex(secret).filter(|secret| secret.len() == 32) else {
        return malformed("the secret is not 32 bytes in lower-case hex");
    };
    let found = to_hex(&commitment(&secret, &verified.game));
    if found != verified.commitment {
        return Err(NotVerified::Commitment {
            promised: verified.commitment.clone(),
            found,
        });
    }
    Ok(secret)
}

/// Returns the nonces if they fit the seats and their commitments.
fn check_nonces(record: &Record, verified: &Verified) -> Result<Vec<Option<Vec<u8>>>, NotVerified> {
    let seats = record.players.len();
    if verified.nonces.len() != seats || verified.contributions.len() != seats {
        return malformed("there is not one nonce (or null) for each player");
    }
    let has_commitments = verified.scheme == DrawScheme::CommitReveal;
    if has_commitments && verified.nonce_commitments.len() != seats {
        return malformed("there is not one nonce commitment (or null) for each player");
    }
    let mut nonces = Vec::with_capacity(seats);
    for index in 0..seats {
        let seat = index + 1;
        let nonce = match &verified.nonces[index] {
            None => None,
            Some(text) => {
                let bytes = from_hex(text).filter(|bytes| (16..=32).contains(&bytes.len()));
                if bytes.is_none() {
                    return malformed("a nonce is not 16 to 32 bytes in lower-case hex");
                }
                bytes
            }
        };
        let promised = verified
            .nonce_commitments
            .get(index)
            .and_then(Option::as_ref);
        let is_bot = record.players[index].starts_with("bot:");
        if is_bot && (nonce.is_some() || promised.is_some()) {
            return Err(NotVerified::BotNonce { seat });
        }
        if let (Some(nonce), Some(promised)) = (&nonce, promised) {
            let found = Seat::new(seat).map(|seat| nonce_commitment(&verified.game, seat, nonce));
            if found.map(|found| to_hex(&found)).as_ref() != Some(promised) {
                return Err(NotVerified::NonceCommitment { seat });
            }
        }
        if let Some(claimed) = verified.contributions[index] {
            let fits = match claimed {
                Contribution::Revealed => promised.is_some() && nonce.is_some(),
                Contribution::Withheld => promised.is_some() && nonce.is_none(),
                Contribution::Open => promised.is_none() && nonce.is_some(),
                Contribution::Uncommitted => promised.is_none() && nonce.is_none() && !is_bot,
                Contribution::Shared => {
                    promised.is_none() && nonce.is_none() && !is_bot && index > 0
                }
                Contribution::Bot => is_bot,
            };
            if !fits {
                return Err(NotVerified::Contribution { seat, claimed });
            }
        }
        nonces.push(nonce);
    }
    Ok(nonces)
}

fn check_start(
    record: &Record,
    scheme: DrawScheme,
    key: &DrawKey,
    chosen: Option<u8>,
) -> Result<StartPlayer, NotVerified> {
    let Some(players) = PlayerCount::new(record.players.len()) else {
        return malformed("there are not 2 to 4 players");
    };
    let recorded = record.start.number();
    let expected = chosen.map_or_else(|| key.start(players).number(), usize::from);
    if recorded == expected {
        return Ok(match chosen {
            Some(_) => StartPlayer::Chosen,
            None => StartPlayer::Drawn,
        });
    }
    match scheme {
        DrawScheme::Open => Ok(StartPlayer::Unknown),
        DrawScheme::CommitReveal | DrawScheme::Device => {
            Err(NotVerified::Start { recorded, expected })
        }
    }
}

/// Returns the number of rounds if the record is legal and every deal follows from the key.
fn check_deals(record: &Record, key: &DrawKey) -> Result<usize, NotVerified> {
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
    wrong.map_or(Ok(rounds), Err)
}
