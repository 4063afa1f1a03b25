//! The transposition table.

use azulejo_rules::Move;

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The value is exact.
    Exact,
    /// The true value is at least the stored one.
    Lower,
    /// The true value is at most the stored one.
    Upper,
}

/// A table entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) best: Option<Move>,
    pub(super) value: i32,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// Whether the search below this node reached the end of the round on every line.
    pub(super) solved: bool,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    best: u16,
    value: i16,
    depth: u8,
    /// Bits 0-1: the bound; bit 2: solved.
    flags: u8,
    /// The generation (round) in which the slot was written; 0 if it is empty.
    generation: u16,
}

/// A transposition table with two slots per bucket: depth-preferred and always-replace.
///
/// Starting a new game does not clear the slots, which would take longer than many searches;
/// entries of earlier generations are ignored instead.
pub(super) struct TranspositionTable {
    slots: Vec<[Slot; 2]>,
    generation: u16,
    first_generation: u16,
}

const NO_MOVE: u16 = u16::MAX;

impl TranspositionTable {
    pub(super) fn new(entries: usize) -> Self {
        let slots = vec![[Slot::default(); 2]; entries / 2];
        Self {
            slots,
            generation: 1,
            first_generation: 1,
        }
    }

    /// Invalidates all entries.
    pub(super) fn new_game(&mut self) {
        self.new_round();
        self.first_generation = self.generation;
    }

    /// Starts a new generation; entries of earlier rounds are replaced first.
    pub(super) fn new_round(&mut self) {
        if self.generation == u16::MAX {
            self.slots.fill([Slot::default(); 2]);
            (self.generation, self.first_generation) = (0, 1);
        }
        self.generation += 1;
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        let bucket = &self.slots[key as usize & (self.slots.len() - 1)];
        let slot = bucket.iter().find(|slot| self.is_current(slot, key))?;
        let bound = match slot.flags & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        };
        Some(Entry {
            best: Move::from_code(slot.best),
            value: i32::from(slot.value),
            depth: slot.depth,
            bound,
            solved: slot.flags & 4 != 0,
        })
    }

    #[inline]
    pub(super) fn store(&mut self, key: u64, entry: Entry) {
        let index = key as usize & (self.slots.len() - 1);
        let first = &self.slots[index][0];
        let deepest = first.generation != self.generation
            || first.key == key
            || entry.solved && first.flags & 4 == 0
            || entry.depth >= first.depth && (entry.solved || first.flags & 4 == 0);
        let bucket = usize::from(!deepest);
        let slot = &self.slots[index][bucket];
        let kept = if self.is_current(slot, key) {
            slot.best
        } else {
            NO_MOVE
        };
        let bound = match entry.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        self.slots[index][bucket] = Slot {
            key,
            best: entry.best.map_or(kept, Move::code),
            value: entry.value as i16,
            depth: entry.depth,
            flags: bound | u8::from(entry.solved) << 2,
            generation: self.generation,
        };
    }

    #[inline]
    fn is_current(&self, slot: &Slot, key: u64) -> bool {
        slot.key == key && slot.generation >= self.first_generation
    }
}
