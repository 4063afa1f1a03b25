//! Cached progress of a live game, readable without asking its task.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use azulejo_store::SeatsFingerprint;

/// The progress of a live game, for comparison with the store.
#[derive(Clone)]
pub(crate) struct Progress(Arc<Counters>);

struct Counters {
    ply: AtomicU32,
    seats: AtomicU64,
}

impl Progress {
    /// A game that is still loading.
    pub(crate) fn loading() -> Self {
        Self(Arc::new(Counters {
            ply: AtomicU32::new(u32::MAX),
            seats: AtomicU64::new(0),
        }))
    }

    /// Sets the number of applied events.
    pub(crate) fn set(&self, ply: u32) {
        self.0.ply.store(ply, Ordering::Relaxed);
    }

    /// Sets the fingerprint of the seats that were read.
    pub(crate) fn set_seats(&self, mark: SeatsFingerprint) {
        self.0.seats.store(mark.bits(), Ordering::Relaxed);
    }

    /// The number of applied events; `None` while the game is loading.
    pub(crate) fn ply(&self) -> Option<u32> {
        let ply = self.0.ply.load(Ordering::Relaxed);
        (ply != u32::MAX).then_some(ply)
    }

    /// Returns whether the seats differ from those that were read; false while the game is loading.
    pub(crate) fn has_other_seats(&self, mark: SeatsFingerprint) -> bool {
        self.ply().is_some() && self.0.seats.load(Ordering::Relaxed) != mark.bits()
    }
}
