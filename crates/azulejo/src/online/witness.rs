//! Witnesses: what this device knows of the draws of a game, independently of its final record.
//!
//! A record proves only that it is consistent in itself: a cheating host could make up another one
//! with its own secret and nonces, or with other deals than those it dealt. So the first commitment
//! seen, our own nonce, the commitments of the others and the rounds as they were played are stored
//! on this device, and the final record is compared with them.

use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;

use azulejo_protocol::game::{GameView, Status};
use azulejo_rules::Seat;
use azulejo_rules::record::{Record, RoundRecord};
use azulejo_server::draws::{
    Contribution, DrawScheme, NotVerified, StartPlayer, from_hex, nonce_commitment, to_hex, verify,
};
use serde::{Deserialize, Serialize};

use super::error::OnlineError;
use super::identity::{file, folder, write_private};
use super::random_hex;

/// The number of games to remember; the oldest are dropped first.
const MAX_GAMES: usize = 200;

/// The stored facts about the draws of one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Witness {
    game: String,
    scheme: String,
    commitment: String,
    /// The start player chosen by the host.
    start: Option<u8>,
    own: Option<OwnNonce>,
    /// All commitments of nonces, as they were when we revealed ours.
    nonce_commitments: Option<Vec<Option<String>>>,
    /// The nonces at that time; absent from older files. Of the seats without a commitment, no other
    /// nonce may be used: it could have been chosen with knowledge of ours.
    #[serde(default)]
    nonces: Option<Vec<Option<String>>>,
    /// The rounds as they were first seen.
    #[serde(default)]
    rounds: SeenRounds,
}

/// The rounds of a game as this device first saw them, which a later record cannot change.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SeenRounds(Vec<SeenRound>);

/// A round as this device saw it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct SeenRound {
    deal: String,
    /// The moves and placements, once the round is complete and none can be taken back. They decide
    /// which tiles return to the bag.
    play: Option<String>,
}

impl SeenRound {
    fn new(round: &RoundRecord) -> Self {
        let deal: Vec<_> = round.deal.iter().map(ToString::to_string).collect();
        let play = round.scores.as_ref().map(|_| {
            let moves: Vec<_> = round.moves.iter().map(ToString::to_string).collect();
            let seats = round.tiling.iter().flatten().map(|placements| {
                let texts: Vec<_> = placements.iter().map(ToString::to_string).collect();
                texts.join(" ")
            });
            let seats: Vec<_> = seats.collect();
            format!("{} | {}", moves.join(" "), seats.join(" / "))
        });
        Self {
            deal: deal.join(" "),
            play,
        }
    }
}

impl SeenRounds {
    /// Adds what is new in a record. What was seen before is kept, even if the record differs.
    pub(crate) fn merge(&mut self, record: &Record) {
        for (index, round) in record.rounds.iter().enumerate() {
            match self.0.get_mut(index) {
                None => self.0.push(SeenRound::new(round)),
                Some(seen) if seen.play.is_none() => seen.play = SeenRound::new(round).play,
                Some(_) => {}
            }
        }
    }

    /// Returns whether a record contains the rounds that were seen.
    fn match_record(&self, record: &Record) -> bool {
        let mut rounds = record.rounds.iter().map(SeenRound::new);
        self.0.iter().all(|seen| {
            rounds.next().is_some_and(|round| {
                round.deal == seen.deal && (seen.play.is_none() || round.play == seen.play)
            })
        })
    }
}

/// Our contribution to the draws.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct OwnNonce {
    seat: u8,
    nonce: String,
}

/// The result of checking a final record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum DrawCheck {
    /// It matches everything stored: the commitment, all commitments of nonces, our own nonce and
    /// the rounds that were seen.
    Device,
    /// It matches the stored commitment and our own nonce. There are no stored commitments of
    /// nonces: the game has the older scheme, or we did not reveal ours.
    DeviceOpen,
    /// It matches the stored commitment. We contributed no nonce.
    DeviceWatched,
    /// It is consistent in itself. Nothing was stored before the start.
    Consistent,
    /// It matches what was stored, but our nonce was not used: it came too late, was dropped, or the
    /// seat has a nonce of another device or player.
    Unused,
    /// It is consistent in itself, but not the game that was stored.
    Swapped,
    /// The proof does not hold.
    Wrong(NotVerified),
}

impl Witness {
    fn new(view: &GameView) -> Self {
        Self {
            game: view.id.clone(),
            scheme: view.draw.scheme.clone(),
            commitment: view.draw.commitment.clone(),
            start: view.settings.start,
            own: None,
            nonce_commitments: None,
            nonces: None,
            rounds: SeenRounds::default(),
        }
    }

    /// Returns whether the server still shows what it showed first.
    fn agrees_with(&self, view: &GameView) -> bool {
        self.commitment == view.draw.commitment && self.scheme == view.draw.scheme
    }
}

/// Returns whether the seats without a commitment have the stored nonce, or none as before.
fn has_same_open_nonces(
    commitments: &[Option<String>],
    stored: &[Option<String>],
    found: &[Option<String>],
) -> bool {
    let seats = commitments.iter().enumerate();
    seats
        .filter(|(_, commitment)| commitment.is_none())
        .all(|(index, _)| stored.get(index) == found.get(index))
}

/// Checks a final record against what this device stored, and against the rounds that it saw since
/// it opened the game. Returns `None` if there is nothing to check: neither a proof nor anything
/// stored.
pub(crate) fn check(
    record: &Record,
    witness: Option<&Witness>,
    seen: &SeenRounds,
) -> Option<DrawCheck> {
    let verified = match verify(record) {
        Ok(verified) => verified,
        Err(NotVerified::NoProof) if witness.is_none() => return None,
        Err(reason) => return Some(DrawCheck::Wrong(reason)),
    };
    let stored = witness.map(|witness| &witness.rounds);
    if !seen.match_record(record) || stored.is_some_and(|stored| !stored.match_record(record)) {
        return Some(DrawCheck::Swapped);
    }
    let Some(witness) = witness else {
        return Some(DrawCheck::Consistent);
    };
    let is_start_right = match witness.start {
        Some(seat) => record.start.number() == usize::from(seat),
        None => verified.start == StartPlayer::Drawn,
    };
    let has_same_commitments = witness
        .nonce_commitments
        .as_ref()
        .is_none_or(|stored| *stored == verified.nonce_commitments);
    let has_same_nonces = witness.nonces.as_ref().is_none_or(|stored| {
        has_same_open_nonces(&verified.nonce_commitments, stored, &verified.nonces)
    });
    if verified.game != witness.game
        || verified.scheme.name() != witness.scheme
        || verified.commitment != witness.commitment
        || !is_start_right
        || !has_same_commitments
        || !has_same_nonces
    {
        return Some(DrawCheck::Swapped);
    }
    let Some(own) = &witness.own else {
        return Some(DrawCheck::DeviceWatched);
    };
    let recorded = verified.nonces.get(usize::from(own.seat).wrapping_sub(1));
    let is_sealed =
        verified.scheme == DrawScheme::CommitReveal && witness.nonce_commitments.is_none();
    // Older files lack the nonces that were sent in the open.
    let has_nonces = witness.nonces.is_some() || verified.seats_with(Contribution::Open).is_empty();
    let has_all = witness.nonce_commitments.is_some() && has_nonces;
    Some(match recorded {
        Some(Some(nonce)) if *nonce == own.nonce && has_all => DrawCheck::Device,
        Some(Some(nonce)) if *nonce == own.nonce => DrawCheck::DeviceOpen,
        Some(None) => DrawCheck::Unused,
        // A nonce that was not revealed cannot be in the draws: another device of ours contributed,
        // or we left the seat to another player.
        Some(Some(_)) if is_sealed => DrawCheck::Unused,
        _ => DrawCheck::Swapped,
    })
}

/// The next step of our contribution to the draws.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Contribute {
    /// Send the commitment of our nonce.
    Commit(String),
    /// Send our nonce: reveal it, or send it in the open under the older scheme.
    Send(String),
}

/// The witnesses of a server's games.
pub(crate) struct WitnessStore {
    /// The file, unless nothing is stored.
    file: Option<PathBuf>,
    games: RefCell<Vec<Witness>>,
}

impl WitnessStore {
    /// Opens the store of a server on this device.
    pub(crate) fn open(origin: &str) -> Self {
        let folder = folder().and_then(|servers| Some(servers.parent()?.join("draws")));
        Self::at(folder.map(|folder| file(&folder, origin)))
    }

    /// Creates a store that keeps everything in memory.
    #[cfg(test)]
    pub(crate) fn in_memory() -> Self {
        Self::at(None)
    }

    fn at(file: Option<PathBuf>) -> Self {
        let store = Self {
            file,
            games: RefCell::default(),
        };
        store.reload();
        store
    }

    /// Reads the file, which another process may have changed. A file that cannot be read counts as
    /// empty.
    fn reload(&self) {
        let Some(file) = &self.file else { return };
        let text = fs::read_to_string(file).unwrap_or_default();
        if let Ok(games) = serde_json::from_str(&text) {
            *self.games.borrow_mut() = games;
        }
    }

    /// Returns the witness of a game.
    pub(crate) fn get(&self, game: &str) -> Option<Witness> {
        let games = self.games.borrow();
        games.iter().find(|witness| witness.game == game).cloned()
    }

    fn put(&self, witness: Witness) {
        self.reload();
        {
            let mut games = self.games.borrow_mut();
            games.retain(|other| other.game != witness.game);
            games.push(witness);
            let excess = games.len().saturating_sub(MAX_GAMES);
            games.drain(..excess);
        }
        // Best effort: without the file, the witness lasts until the program ends.
        if let Some(file) = &self.file
            && let Some(folder) = file.parent()
        {
            let _ignored = write_private(folder, file, &*self.games.borrow());
        }
    }

    /// Stores the rounds of a game that was seen before its start.
    pub(crate) fn observe_rounds(&self, record: &Record, game: &str) {
        let Some(witness) = self.get(game) else {
            return;
        };
        let mut rounds = witness.rounds.clone();
        rounds.merge(record);
        if rounds != witness.rounds {
            self.put(Witness { rounds, ..witness });
        }
    }

    /// Stores a game when it is first seen before its start, and returns the next step of our
    /// contribution, if there is one. What is needed to check it is stored before it is returned.
    pub(crate) fn observe(
        &self,
        view: &GameView,
        seats: &[u8],
    ) -> Result<Option<Contribute>, OnlineError> {
        if view.status != Status::Waiting {
            return Ok(None);
        }
        let stored = self.get(&view.id);
        let is_new = stored.is_none();
        let mut witness = stored.unwrap_or_else(|| Witness::new(view));
        let Some(&seat) = seats.first() else {
            if is_new {
                self.put(witness);
            }
            return Ok(None);
        };
        // A server that changes its commitment gets nothing from us.
        let index = usize::from(seat).wrapping_sub(1);
        let is_contributed = view.draw.nonces.get(index).is_none_or(Option::is_some);
        if !witness.agrees_with(view) || is_contributed {
            return Ok(None);
        }
        let nonce = match &witness.own {
            Some(own) => own.nonce.clone(),
            None => random_hex::<32>()?,
        };
        let own = OwnNonce {
            seat,
            nonce: nonce.clone(),
        };
        let bytes = from_hex(&nonce).unwrap_or_default();
        let Some(number) = Seat::new(usize::from(seat)) else {
            return Ok(None);
        };
        let commitment = to_hex(&nonce_commitment(&view.id, number, &bytes));
        let published = view
            .draw
            .nonce_commitments
            .get(index)
            .and_then(Option::as_ref);
        let step = if witness.scheme != DrawScheme::CommitReveal.name() {
            Some(Contribute::Send(nonce))
        } else if !view.draw.closed {
            published
                .is_none()
                .then_some(Contribute::Commit(commitment))
        } else if published == Some(&commitment) {
            let commitments = &view.draw.nonce_commitments;
            let first = witness
                .nonce_commitments
                .get_or_insert_with(|| commitments.clone());
            let nonces = witness
                .nonces
                .get_or_insert_with(|| view.draw.nonces.clone());
            let is_unchanged = first == commitments
                && has_same_open_nonces(commitments, nonces, &view.draw.nonces);
            is_unchanged.then_some(Contribute::Send(nonce))
        } else {
            // Too late, or another device of ours has committed.
            return Ok(None);
        };
        witness.own = Some(own);
        if is_new || self.get(&view.id).as_ref() != Some(&witness) {
            self.put(witness);
        }
        Ok(step)
    }
}

#[cfg(test)]
mod tests;
