//! The transposition table: what is known about positions met before.

use azulejo_rules::Move;

/// What a stored value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// It is the value.
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) best: Option<Move>,
    pub(super) value: i32,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// Whether the rest of the round was seen to its end.
    pub(super) solved: bool,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    best: u16,
    value: i16,
    depth: u8,
    /// Bits 0-1 the bound, bit 2 solved, the rest the round in which it was written.
    flags: u8,
}

/// Two slots a place: one for the deepest search, one for the latest.
pub(super) struct Table {
    slots: Vec<[Slot; 2]>,
    round: u8,
}

const NO_MOVE: u16 = u16::MAX;

impl Table {
    pub(super) fn new(entries: usize) -> Self {
        Self { slots: vec![[Slot::default(); 2]; entries / 2], round: 1 }
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill([Slot::default(); 2]);
        self.round = 1;
    }

    /// Entries of earlier rounds give way to new ones.
    pub(super) fn next_round(&mut self) {
        self.round = if self.round == 31 { 1 } else { self.round + 1 };
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let place = &self.slots[key as usize & (self.slots.len() - 1)];
        let slot = place.iter().find(|slot| slot.key == key && slot.flags != 0)?;
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
    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        let round = self.round;
        let index = key as usize & (self.slots.len() - 1);
        let place = &mut self.slots[index];
        let first = &place[0];
        let deepest = first.key == key
            || first.flags >> 3 != round
            || entry.solved && first.flags & 4 == 0
            || entry.depth >= first.depth && (entry.solved || first.flags & 4 == 0);
        let slot = &mut place[usize::from(!deepest)];
        let kept = if slot.key == key { slot.best } else { NO_MOVE };
        let bound = match entry.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        *slot = Slot {
            key,
            best: entry.best.map_or(kept, Move::code),
            value: entry.value as i16,
            depth: entry.depth,
            flags: bound | u8::from(entry.solved) << 2 | round << 3,
        };
    }
}
