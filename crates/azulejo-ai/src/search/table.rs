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
    /// Bits 0-1 the bound, bit 2 solved.
    flags: u8,
    /// The round in which it was written, counted since the table was made; 0 for never.
    round: u16,
}

/// Two slots a place: one for the deepest search, one for the latest.
///
/// A table is not wiped for a new game, which would cost more than many a search: what was written
/// before is as good as never written.
pub(super) struct Table {
    slots: Vec<[Slot; 2]>,
    round: u16,
    first_round_of_game: u16,
}

const NO_MOVE: u16 = u16::MAX;

impl Table {
    pub(super) fn new(entries: usize) -> Self {
        let slots = vec![[Slot::default(); 2]; entries / 2];
        Self {
            slots,
            round: 1,
            first_round_of_game: 1,
        }
    }

    /// Forgets everything.
    pub(super) fn next_game(&mut self) {
        self.next_round();
        self.first_round_of_game = self.round;
    }

    /// Entries of earlier rounds give way to new ones.
    pub(super) fn next_round(&mut self) {
        if self.round == u16::MAX {
            self.slots.fill([Slot::default(); 2]);
            (self.round, self.first_round_of_game) = (0, 1);
        }
        self.round += 1;
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let place = &self.slots[key as usize & (self.slots.len() - 1)];
        let slot = place.iter().find(|slot| self.is_about(slot, key))?;
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
        let index = key as usize & (self.slots.len() - 1);
        let first = &self.slots[index][0];
        let deepest = first.round != self.round
            || first.key == key
            || entry.solved && first.flags & 4 == 0
            || entry.depth >= first.depth && (entry.solved || first.flags & 4 == 0);
        let place = usize::from(!deepest);
        let slot = &self.slots[index][place];
        let kept = if self.is_about(slot, key) {
            slot.best
        } else {
            NO_MOVE
        };
        let bound = match entry.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        self.slots[index][place] = Slot {
            key,
            best: entry.best.map_or(kept, Move::code),
            value: entry.value as i16,
            depth: entry.depth,
            flags: bound | u8::from(entry.solved) << 2,
            round: self.round,
        };
    }

    #[inline]
    fn is_about(&self, slot: &Slot, key: u64) -> bool {
        slot.key == key && slot.round >= self.first_round_of_game
    }
}
