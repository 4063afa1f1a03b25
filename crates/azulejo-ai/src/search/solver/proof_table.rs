//! The solver's transposition table, shared by its threads without locks.

use core::sync::atomic::{AtomicU64, Ordering};

use azulejo_rules::Move;

use crate::search::Utility;

/// Proven bounds of a position's value for the player to move, and the best move known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    pub(super) lower: Utility,
    pub(super) upper: Utility,
    pub(super) best: Option<Move>,
}

/// A slot: the key, xored with the data, so that a torn write is not found again; and the data.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The slots of a cache line: the first three keep the largest subtrees, the last one is always
/// replaced.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A table of proofs. Entries of earlier generations count as empty.
pub(super) struct ProofTable {
    buckets: Vec<Bucket>,
    generation: u16,
}

/// The data of a slot: both bounds (16 bits each), the best move (10 bits), the logarithm of the
/// subtree's size (6 bits) and the generation (16 bits).
#[derive(Clone, Copy)]
struct Data(u64);

const NO_MOVE: u16 = 1023;

impl Data {
    fn new(proof: Proof, size: u32, generation: u16) -> Self {
        let bounds =
            u64::from(proof.lower as i16 as u16) | u64::from(proof.upper as i16 as u16) << 16;
        let best = proof.best.map_or(NO_MOVE, Move::code);
        Self(bounds | u64::from(best) << 32 | u64::from(size) << 42 | u64::from(generation) << 48)
    }

    fn proof(self) -> Proof {
        Proof {
            lower: Utility::from(self.0 as u16 as i16),
            upper: Utility::from((self.0 >> 16) as u16 as i16),
            best: Move::from_code((self.0 >> 32) as u16 & 1023),
        }
    }

    const fn size(self) -> u32 {
        (self.0 >> 42) as u32 & 63
    }

    const fn generation(self) -> u16 {
        (self.0 >> 48) as u16
    }
}

impl ProofTable {
    /// Creates a table of at most `bytes`, and at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let count = 1 << count.ilog2();
        Self {
            buckets: (0..count).map(|_| Bucket::default()).collect(),
            generation: 1,
        }
    }

    /// Forgets all proofs.
    pub(super) fn clear(&mut self) {
        if self.generation == u16::MAX {
            self.buckets.fill_with(Bucket::default);
            self.generation = 0;
        }
        self.generation += 1;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Proof> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let found = slot.check.load(Ordering::Relaxed) ^ data == key
                && Data(data).generation() == self.generation;
            found.then(|| Data(data).proof())
        })
    }

    /// Stores a proof whose search took `nodes`. Bounds of the same position are merged.
    pub(super) fn store(&self, key: u64, mut proof: Proof, nodes: u64) {
        let mut size = nodes.max(1).ilog2();
        let slots = &self.bucket(key).0;
        let mut victim = &slots[3];
        let mut smallest = size;
        for (i, slot) in slots.iter().enumerate() {
            let word = slot.data.load(Ordering::Relaxed);
            let data = Data(word);
            let current = data.generation() == self.generation;
            if current && slot.check.load(Ordering::Relaxed) ^ word == key {
                let known = data.proof();
                proof.lower = proof.lower.max(known.lower);
                proof.upper = proof.upper.min(known.upper);
                proof.best = proof.best.or(known.best);
                size = size.max(data.size());
                victim = slot;
                break;
            }
            let occupied = if current { data.size() } else { 0 };
            if i < 3 && occupied <= smallest {
                smallest = occupied;
                victim = slot;
            }
        }
        let data = Data::new(proof, size, self.generation).0;
        victim.data.store(data, Ordering::Relaxed);
        victim.check.store(key ^ data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof(lower: Utility, upper: Utility) -> Proof {
        Proof {
            lower,
            upper,
            best: Move::from_code(9),
        }
    }

    #[test]
    fn bounds_of_a_position_are_merged() {
        let table = ProofTable::new(1 << 10);
        table.store(77, proof(-500, 10_200), 9);
        table.store(77, proof(-10_200, -20), 9);
        assert_eq!(table.probe(77), Some(proof(-500, -20)));
        assert_eq!(table.probe(78), None);
    }

    #[test]
    fn large_subtrees_survive_small_ones() {
        let table = ProofTable::new(64);
        table.store(1, proof(0, 0), 1 << 20);
        for key in 2..100 {
            table.store(key, proof(1, 1), 4);
        }
        assert_eq!(table.probe(1), Some(proof(0, 0)));
        assert_eq!(table.probe(99), Some(proof(1, 1)));
    }

    #[test]
    fn cleared_table_is_empty() {
        let mut table = ProofTable::new(64);
        table.store(5, proof(3, 3), 4);
        table.clear();
        assert_eq!(table.probe(5), None);
    }
}
