//! What the hub knows of a live game without asking it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use azulejo_store::SeatsFingerprint;

/// What a live game has taken in, for whoever compares it with the store.
#[derive(Clone)]
pub(crate) struct Known(Arc<KnownNumbers>);

struct KnownNumbers {
    ply: AtomicU32,
    seats: AtomicU64,
}

impl Known {
    /// A game that is being loaded and reads whatever is there.
    pub(crate) fn loading() -> Self {
        Self(Arc::new(KnownNumbers {
            ply: AtomicU32::new(u32::MAX),
            seats: AtomicU64::new(0),
        }))
    }

    /// How many events it has taken in.
    pub(crate) fn set(&self, ply: u32) {
        self.0.ply.store(ply, Ordering::Relaxed);
    }

    /// Which seats it has read.
    pub(crate) fn set_seats(&self, mark: SeatsFingerprint) {
        self.0.seats.store(mark.bits(), Ordering::Relaxed);
    }

    /// Nothing while the game is being loaded.
    pub(super) fn ply(&self) -> Option<u32> {
        let ply = self.0.ply.load(Ordering::Relaxed);
        (ply != u32::MAX).then_some(ply)
    }

    /// Whether the seats are other ones. While the game is being loaded, it does not know.
    pub(super) fn has_other_seats(&self, mark: SeatsFingerprint) -> bool {
        self.ply().is_some() && self.0.seats.load(Ordering::Relaxed) != mark.bits()
    }
}
