//! The factory offer: generating, checking and playing moves.

use core::fmt;

use super::{MARKER_IN_CENTRE, Phase, Position};
use crate::places::CENTRE;
use crate::{Colour, Destination, Line, Move, MoveList, Source};

/// The reason why a move is not legal.
///
/// Exhaustive: another reason would be a change of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalMove {
    /// The game is not in the offer.
    WrongPhase(Phase),
    /// The factory is not in play.
    NoSuchFactory,
    /// There are no tiles of that colour at that source.
    NoSuchTiles,
    /// The line is full.
    LineFull(Line),
    /// The line holds another colour.
    LineHolds(Line, Colour),
    /// The line's wall row already contains the colour.
    OnWall(Line),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongPhase(Phase::Tiling) => {
                f.write_str("the offer is empty; lines must be tiled and floors charged")
            }
            Self::WrongPhase(Phase::Refill) => f.write_str("the factories are not filled yet"),
            Self::WrongPhase(_) => f.write_str("the game is over"),
            Self::NoSuchFactory => f.write_str("there is no such factory on this table"),
            Self::NoSuchTiles => f.write_str("there are no tiles of that colour there"),
            Self::LineFull(line) => write!(f, "line {line} is full"),
            Self::LineHolds(line, colour) => write!(f, "line {line} holds {colour}"),
            Self::OnWall(line) => write!(f, "wall row {line} already contains that colour"),
        }
    }
}

impl core::error::Error for IllegalMove {}

/// The error for a move that is not legal.
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
    /// Returns the legal moves, ordered by source, colour and destination; none outside the offer.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::{PlayerCount, Position, Seat, Wall};
    ///
    /// let mut position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ONE);
    /// position.deal(&"BRKK/BYYW/KKKW/YRRW/BRWW".parse()?)?;
    /// let moves = position.legal_moves();
    /// assert_eq!(moves.len(), 14 * 6);
    /// assert!(moves.contains(&"1B1".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// Like [`legal_moves`](Self::legal_moves), but reuses a list, whose previous content is discarded.
    #[inline]
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        let accepts = self.boards[self.mover as usize & (SEATS - 1)].accepts_bits();
        let mut writer = list.rewrite();
        let mut groups = self.groups;
        while groups != 0 {
            let group = GROUP[groups.trailing_zeros() as usize & 63];
            // A group has no destination, so its low six bits are eight times the colour.
            let accepted = (accepts >> (group & 63)) as u8;
            writer.push_group(group, accepted);
            groups &= groups - 1;
        }
        writer.finish();
    }

    /// Checks that a move is legal.
    ///
    /// # Errors
    /// Returns the reason if it is not.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::{IllegalMove, PlayerCount, Position, Seat, Wall};
    ///
    /// let mut position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ONE);
    /// position.deal(&"BRKK/BYYW/KKKW/YRRW/BRWW".parse()?)?;
    /// assert_eq!(position.check("1B3".parse()?), Ok(()));
    /// assert_eq!(position.check("1Y3".parse()?), Err(IllegalMove::NoSuchTiles));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, m: Move) -> Result<(), IllegalMove> {
        if self.phase != Phase::Offer {
            return Err(IllegalMove::WrongPhase(self.phase));
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

    /// Returns true if a move is legal.
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        self.check(m).is_ok()
    }

    /// Plays a move of the offer.
    ///
    /// The last move leads to wall tiling. If there is nothing to tile or charge, it leads straight to
    /// the next round's refill or to the end of the game.
    ///
    /// # Errors
    /// Returns an error if the move is not legal; the position is then unchanged.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::{IllegalMove, Line, PlayerCount, Position, Seat, Wall};
    ///
    /// let mut position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ONE);
    /// position.deal(&"BRKK/BYYW/KKKW/YRRW/BRWW".parse()?)?;
    /// position.play("2Y2".parse()?)?;
    /// assert!(position.board(Seat::ONE).is_complete(Line::TWO));
    ///
    /// let error = position.play("2Y3".parse()?).unwrap_err();
    /// assert_eq!(error.reason, IllegalMove::NoSuchTiles);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, m: Move) -> Result<(), PlayError> {
        self.check(m).map_err(|reason| PlayError { m, reason })?;
        self.play_unchecked(m);
        Ok(())
    }

    /// Plays a move without checking that it is legal, for search.
    ///
    /// # Panics
    /// May panic or leave a meaningless position if the move is not legal.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::{PlayerCount, Position, Seat, Wall};
    ///
    /// let mut position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ONE);
    /// position.deal(&"BRKK/BYYW/KKKW/YRRW/BRWW".parse()?)?;
    /// let moves = position.legal_moves();
    /// let scores = moves.iter().map(|&m| {
    ///     let mut next = position;
    ///     next.play_unchecked(m);
    ///     next.round_end(Seat::ONE).score.1
    /// });
    /// assert_eq!(scores.max(), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn play_unchecked(&mut self, m: Move) {
        if !self.play_within_offer(m) {
            self.end_offer();
        }
    }

    /// Plays a legal move and returns true if there are still tiles on offer. If not, the caller must
    /// call [`end_offer`](Self::end_offer).
    #[inline]
    pub(crate) fn play_within_offer(&mut self, m: Move) -> bool {
        debug_assert_eq!(self.check(m), Ok(()), "{m} in {self}");
        let code = usize::from(m.0);
        let (source, colour, destination) = (code >> 6, code >> 3 & 7, code & 7);
        let shift = 6 * colour;

        // The remaining tiles go to the centre; those of the centre stay there.
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
        board.add_tiles(destination, colour, count);

        self.mover = if SEATS == 2 {
            self.mover ^ 1
        } else {
            let next = self.mover + 1;
            if next < self.players as u8 { next } else { 0 }
        };
        self.groups != 0
    }
}

/// The move code without a destination for each bit of `groups`.
const GROUP: [u16; 64] = {
    let mut table = [0; 64];
    let mut bit = 0;
    while bit < 5 * (CENTRE + 1) {
        table[bit] = ((bit / 5) << 6 | (bit % 5) << 3) as u16;
        bit += 1;
    }
    table
};
