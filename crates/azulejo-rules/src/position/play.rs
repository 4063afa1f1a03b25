//! The factory offer: legal moves, and playing one.

use core::fmt;

use super::{MARKER_IN_CENTRE, Phase, Position};
use crate::places::CENTRE;
use crate::{Colour, Destination, Line, Move, MoveList, Source};

/// Why a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalMove {
    /// The game does not wait for a move of the offer.
    NotInThisPhase(Phase),
    /// The factory is not on this table.
    NoSuchFactory,
    /// There are no tiles of that colour at that source.
    NoSuchTiles,
    /// The line takes nothing more.
    LineFull(Line),
    /// The line holds another colour.
    LineHolds(Line, Colour),
    /// The line's wall row shows the colour already.
    OnWall(Line),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInThisPhase(Phase::Tiling) => {
                f.write_str("the offer is empty: lines are to be tiled and floors charged")
            }
            Self::NotInThisPhase(Phase::Refill) => f.write_str("the factories are not filled yet"),
            Self::NotInThisPhase(_) => f.write_str("the game is over"),
            Self::NoSuchFactory => f.write_str("there is no such factory on this table"),
            Self::NoSuchTiles => f.write_str("there are no tiles of that colour there"),
            Self::LineFull(line) => write!(f, "line {line} is full"),
            Self::LineHolds(line, colour) => write!(f, "line {line} holds {colour}"),
            Self::OnWall(line) => write!(f, "wall row {line} shows that colour already"),
        }
    }
}

impl core::error::Error for IllegalMove {}

/// A move that could not be played, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlayError {
    /// The move.
    pub m: Move,
    /// The reason.
    pub reason: IllegalMove,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.m, self.reason)
    }
}

impl core::error::Error for PlayError {}

impl<const SEATS: usize> Position<SEATS> {
    /// The legal moves, by source, colour and destination; none outside the offer.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// Like [`legal_moves`](Self::legal_moves), into a list that is used again and again.
    #[inline]
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        let accepts = self.boards[self.mover as usize & (SEATS - 1)].accepts_bits();
        let mut writer = list.rewrite();
        let mut groups = self.groups;
        while groups != 0 {
            let group = GROUP[groups.trailing_zeros() as usize & 63];
            // A group has no destination, so its low six bits are eight times its colour.
            let accepted = (accepts >> (group & 63)) as u8;
            writer.push_group(group, accepted);
            groups &= groups - 1;
        }
        writer.finish();
    }

    /// Whether a move is legal, and if not, why.
    ///
    /// # Errors
    /// The reason.
    pub fn check(&self, m: Move) -> Result<(), IllegalMove> {
        if self.phase != Phase::Offer {
            return Err(IllegalMove::NotInThisPhase(self.phase));
        }
        if let Source::Factory(factory) = m.source()
            && factory.index() >= self.players().factories()
        {
            return Err(IllegalMove::NoSuchFactory);
        }
        let colour = m.colour();
        if self.count_at(m.source_index(), colour) == 0 {
            return Err(IllegalMove::NoSuchTiles);
        }
        let Destination::Line(line) = m.destination() else {
            return Ok(());
        };
        let board = self.board(self.to_move());
        if board.is_complete(line) {
            return Err(IllegalMove::LineFull(line));
        }
        match board.line(line) {
            Some((held, _)) if held != colour => Err(IllegalMove::LineHolds(line, held)),
            _ if board.row_shows(line, colour) => Err(IllegalMove::OnWall(line)),
            _ => Ok(()),
        }
    }

    /// Whether a move is legal.
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        self.check(m).is_ok()
    }

    /// Plays a move of the offer.
    ///
    /// After the last one the position is in tiling, or, with nothing to tile or to charge, already
    /// in the next round's refill or over.
    ///
    /// # Errors
    /// When the move is not legal; the position is as it was.
    pub fn play(&mut self, m: Move) -> Result<(), PlayError> {
        self.check(m).map_err(|reason| PlayError { m, reason })?;
        self.play_unchecked(m);
        Ok(())
    }

    /// Plays a move that is known to be legal, as search does.
    ///
    /// # Panics
    /// May panic, or leave a position that means nothing, when the move is not legal.
    #[inline]
    pub fn play_unchecked(&mut self, m: Move) {
        if !self.play_within_offer(m) {
            self.end_offer();
        }
    }

    /// Plays a legal move; gives whether there are still tiles on offer. If not, the caller ends
    /// the offer: the loops that play many moves know better when to look.
    #[inline]
    pub(crate) fn play_within_offer(&mut self, m: Move) -> bool {
        debug_assert_eq!(self.check(m), Ok(()), "{m} in {self}");
        let code = usize::from(m.0);
        let (source, colour, to) = (code >> 6, code >> 3 & 7, code & 7);
        let shift = 6 * colour;

        // For the centre "the rest goes to the centre" is true as well: it stays.
        let tiles = self.sources[source];
        let count = tiles >> shift & 63;
        self.sources[source] = 0;
        self.sources[CENTRE] += tiles & !(63 << shift);
        let in_source = self.groups >> (5 * source) & 31;
        self.groups ^= in_source << (5 * source);
        self.groups |= (in_source & !(1 << colour)) << (5 * CENTRE);

        let board = &mut self.boards[self.mover as usize & (SEATS - 1)];
        if source == CENTRE && self.marker == MARKER_IN_CENTRE {
            self.marker = self.mover;
            board.take_marker();
        }
        board.add_tiles(to, colour, count);

        self.mover = if SEATS == 2 {
            self.mover ^ 1
        } else {
            let next = self.mover + 1;
            if next < self.players as u8 { next } else { 0 }
        };
        self.groups != 0
    }
}

/// For each bit of `groups`: its move without a destination.
const GROUP: [u16; 64] = {
    let mut table = [0; 64];
    let mut bit = 0;
    while bit < 5 * (CENTRE + 1) {
        table[bit] = ((bit / 5) << 6 | (bit % 5) << 3) as u16;
        bit += 1;
    }
    table
};
