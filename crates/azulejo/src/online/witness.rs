//! Witnesses: what this device knows of the draws of a game before they are made.
//!
//! A record proves only that it is consistent in itself: a cheating host could make up another one
//! with its own secret and nonces. So the first commitment seen, our own nonce and the commitments of
//! the others are stored on this device, and the final record is compared with them.

use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;

use azulejo_protocol::game::{GameView, Status};
use azulejo_rules::Seat;
use azulejo_rules::record::Record;
use azulejo_server::draws::{
    DrawScheme, NotVerified, StartPlayer, from_hex, nonce_commitment, to_hex, verify,
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
    /// It matches everything stored: the commitment, all commitments of nonces and our own nonce.
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
        }
    }

    /// Returns whether the server still shows what it showed first.
    fn agrees_with(&self, view: &GameView) -> bool {
        self.commitment == view.draw.commitment && self.scheme == view.draw.scheme
    }
}

/// Checks a final record against what this device stored. Returns `None` if there is nothing to
/// check: neither a proof nor anything stored.
pub(crate) fn check(record: &Record, witness: Option<&Witness>) -> Option<DrawCheck> {
    let verified = match verify(record) {
        Ok(verified) => verified,
        Err(NotVerified::NoProof) if witness.is_none() => return None,
        Err(reason) => return Some(DrawCheck::Wrong(reason)),
    };
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
    if verified.game != witness.game
        || verified.scheme.name() != witness.scheme
        || verified.commitment != witness.commitment
        || !is_start_right
        || !has_same_commitments
    {
        return Some(DrawCheck::Swapped);
    }
    let Some(own) = &witness.own else {
        return Some(DrawCheck::DeviceWatched);
    };
    let recorded = verified.nonces.get(usize::from(own.seat).wrapping_sub(1));
    let is_sealed =
        verified.scheme == DrawScheme::CommitReveal && witness.nonce_commitments.is_none();
    Some(match recorded {
        Some(Some(nonce)) if *nonce == own.nonce && witness.nonce_commitments.is_some() => {
            DrawCheck::Device
        }
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
            (first == commitments).then_some(Contribute::Send(nonce))
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
