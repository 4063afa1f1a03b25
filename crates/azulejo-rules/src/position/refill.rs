//! The refill: sampling and applying deals.

use core::fmt;

use rand_core::Rng;

use super::{ALL_TILES, Phase, Position};
use crate::deal::{Deal, Draw, TILES_PER_FACTORY, TooManyDrawsError};
use crate::{Colour, Factory};

/// The error for a deal that is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum DealError {
    /// The game is not in the refill.
    WrongPhase(Phase),
    /// The deal is for another number of factories.
    WrongFactories {
        /// The number of factories on the table.
        expected: usize,
        /// The number of factories in the deal.
        found: usize,
    },
    /// No tile of that colour was left to draw for the factory.
    NotInBag(Factory, Colour),
    /// The factory has fewer than four tiles although there were tiles left to draw.
    TooFew(Factory),
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::WrongPhase(Phase::Over) => f.write_str("the game is over"),
            Self::WrongPhase(_) => f.write_str("the round is not finished"),
            Self::WrongFactories { expected, found } => TooManyDrawsError {
                factories: expected,
                found,
            }
            .fmt(f),
            Self::NotInBag(factory, colour) => {
                write!(
                    f,
                    "factory {factory}: no {colour} tile is left to draw at that point"
                )
            }
            Self::TooFew(factory) => {
                write!(
                    f,
                    "factory {factory} is not full although there are tiles left to draw"
                )
            }
        }
    }
}

impl core::error::Error for DealError {}

impl<const SEATS: usize> Position<SEATS> {
    /// Checks that a deal is possible.
    ///
    /// # Errors
    /// Returns the reason if it is not.
    pub fn check_deal(&self, deal: &Deal) -> Result<(), DealError> {
        if self.phase != Phase::Refill {
            return Err(DealError::WrongPhase(self.phase));
        }
        let (expected, found) = (self.players().factories(), deal.draws().len());
        if expected != found {
            return Err(DealError::WrongFactories { expected, found });
        }
        let mut bag = self.bag();
        let mut lid = self.lid();
        for (factory, draw) in Factory::ALL.into_iter().zip(deal.draws()) {
            let mut drawn = 0;
            for colour in draw.tiles() {
                if bag.total() == 0 {
                    core::mem::swap(&mut bag, &mut lid);
                }
                bag[colour] = bag[colour]
                    .checked_sub(1)
                    .ok_or(DealError::NotInBag(factory, colour))?;
                drawn += 1;
            }
            if drawn < TILES_PER_FACTORY && bag.total() + lid.total() > 0 {
                return Err(DealError::TooFew(factory));
            }
        }
        Ok(())
    }

    /// Fills the factories and starts the offer.
    ///
    /// # Errors
    /// Returns an error if the deal is not possible; the position is then unchanged.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::rng::FastRng;
    /// use azulejo_rules::{Deal, Phase, PlayerCount, Position, Seat, Wall};
    ///
    /// let mut position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ONE);
    /// let deal: Deal = position.sample_deal(&mut FastRng::new(7));
    /// position.deal(&deal)?;
    /// assert_eq!(position.phase(), Phase::Offer);
    ///
    /// let error = position.deal(&deal).unwrap_err();
    /// assert_eq!(error.to_string(), "the round is not finished");
    /// # Ok::<(), azulejo_rules::DealError>(())
    /// ```
    pub fn deal(&mut self, deal: &Deal) -> Result<(), DealError> {
        self.check_deal(deal)?;
        self.deal_unchecked(deal);
        Ok(())
    }

    /// Applies a deal without checking that it is possible.
    ///
    /// # Panics
    /// May panic or leave a meaningless position if the deal is not possible.
    #[inline]
    pub fn deal_unchecked(&mut self, deal: &Deal) {
        debug_assert_eq!(self.check_deal(deal), Ok(()), "{deal} in {self}");
        let mut dealt = 0;
        for (factory, draw) in deal.draws().iter().enumerate() {
            dealt += self.fill(factory, draw.0);
        }
        self.bag = if total(dealt) > total(self.bag) {
            // The lid was emptied into the bag: it holds all tiles not on boards or factories.
            ALL_TILES - self.board_tiles() - dealt
        } else {
            self.bag - dealt
        };
        self.phase = Phase::Offer;
    }

    /// Draws a deal at random from the bag and, once it is empty, from the lid.
    ///
    /// The same generator state gives the same deal in every version. A factory consumes one 64-bit
    /// word, or one for each tile if the bag runs out within it; in rare cases words are rejected to
    /// avoid bias.
    ///
    /// # Panics
    /// Panics outside the refill.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::rng::FastRng;
    /// use azulejo_rules::{PlayerCount, Position, Seat, Wall};
    ///
    /// let position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ONE);
    /// let deal = position.sample_deal(&mut FastRng::new(7));
    /// assert_eq!(deal.to_string(), "KYRB/YYBK/KBRR/RYRK/BWBR");
    /// ```
    #[must_use]
    pub fn sample_deal(&self, rng: &mut impl Rng) -> Deal {
        assert!(
            self.phase == Phase::Refill,
            "a deal can be sampled only in the refill"
        );
        let mut scratch = *self;
        scratch.deal_at_random(rng)
    }

    /// Draws a deal like [`sample_deal`](Self::sample_deal) and applies it, which is cheaper than two
    /// separate calls.
    ///
    /// # Panics
    /// May panic or leave a meaningless position outside the refill.
    #[inline]
    pub fn deal_at_random(&mut self, rng: &mut impl Rng) -> Deal {
        debug_assert!(self.phase == Phase::Refill, "{self}");
        let players = self.players();
        let mut deal = Deal::empty(players);
        let mut bag = DrawBag::new(self.bag);
        let mut lid_emptied = false;
        for factory in 0..players.factories() {
            let mut last_tiles = None;
            if bag.left < 4 {
                last_tiles = self.draw_last_tiles(rng, &mut bag, lid_emptied);
                lid_emptied = true;
            }
            let draw = last_tiles.unwrap_or_else(|| bag.draw::<4>(rng));
            self.fill(factory, draw);
            deal.set(factory, Draw(draw));
        }
        self.bag = bag.counts();
        self.phase = Phase::Offer;
        deal
    }

    /// Places drawn tiles on a factory and returns their counts as bytes.
    #[inline]
    fn fill(&mut self, factory: usize, draw: u16) -> u64 {
        let [first, second] = draw.to_le_bytes().map(|pair| &TWO_TILES[usize::from(pair)]);
        self.sources[factory] = first.counts + second.counts;
        self.groups |= u64::from(first.groups | second.groups) << (5 * factory);
        first.bytes + second.bytes
    }

    /// Draws for a factory if the bag has fewer than four tiles left. Returns `None` if emptying the
    /// lid into the bag before the first tile is enough to draw normally.
    #[cold]
    fn draw_last_tiles(
        &self,
        rng: &mut impl Rng,
        bag: &mut DrawBag,
        mut lid_emptied: bool,
    ) -> Option<u16> {
        let mut draw = 0;
        for i in 0..4 {
            if bag.left == 0 && !lid_emptied {
                // `self.bag` still counts the tiles dealt so far, so the offer is not subtracted.
                *bag = DrawBag::new(ALL_TILES - self.board_tiles() - self.bag);
                lid_emptied = true;
                if i == 0 && bag.left >= 4 {
                    return None;
                }
            }
            if bag.left > 0 {
                draw |= bag.draw::<1>(rng) << (4 * i);
            }
        }
        Some(draw)
    }
}

const EACH_BYTE: u64 = 0x01_0101_0101;
const TOP_BITS: u64 = 0x80_8080_8080;

/// The number of ways to draw four of 100 tiles; a lower half of at least this is never biased.
const MAX_ORDERS: u64 = 100 * 99 * 98 * 97;

/// Returns true if a draw is unbiased, given the lower half of its last product and the number of
/// ordered draws (Lemire's rejection method).
#[cold]
fn is_unbiased(lower_half: u64, orders: u64) -> bool {
    lower_half >= orders.wrapping_neg() % orders
}

/// A bag in a form that is fast to draw from.
struct DrawBag {
    /// The number of tiles.
    left: u32,
    /// Byte `c` is 128 minus the number of tiles of the colours up to and including `c`.
    gaps: u64,
}

impl DrawBag {
    #[inline]
    fn new(counts: u64) -> Self {
        Self {
            left: total(counts),
            gaps: TOP_BITS.wrapping_sub(counts.wrapping_mul(EACH_BYTE)),
        }
    }

    #[inline]
    fn counts(&self) -> u64 {
        let sums = TOP_BITS.wrapping_sub(self.gaps) & 0x7F_7F7F_7F7F;
        sums.wrapping_sub(sums << 8) & 0x7F_7F7F_7F7F
    }

    /// Draws `N` tiles, as nibbles.
    ///
    /// One random word is enough for all: multiplied by the number of tiles left, the upper half of
    /// the product is the index of a tile and the lower half replaces the word for the next tile. The
    /// draw is rejected if the last lower half is below the bias threshold for all `N` together.
    #[inline]
    fn draw<const N: usize>(&mut self, rng: &mut impl Rng) -> u16 {
        let left = u64::from(self.left);
        loop {
            let mut word = rng.next_u64();
            let mut gaps = self.gaps;
            let mut draw = 0;
            let mut ones = 0;
            for i in 0..N {
                let product = u128::from(word) * u128::from(left - i as u64);
                word = product as u64;
                let tile = (product >> 64) as u64;
                // The colour is the first whose cumulative count exceeds the tile's index. All five
                // are compared at once: the top bit of a byte is set if it does not.
                let not_above = tile.wrapping_mul(EACH_BYTE).wrapping_add(gaps);
                let colour_times_8 = (!not_above & TOP_BITS).trailing_zeros() & 0x38;
                gaps = gaps.wrapping_add(EACH_BYTE << colour_times_8);
                draw |= (colour_times_8 >> 3) << (4 * i);
                ones |= 1 << (4 * i);
            }
            if word >= MAX_ORDERS || is_unbiased(word, (0..N as u64).map(|i| left - i).product()) {
                self.gaps = gaps;
                self.left -= N as u32;
                return (draw + ones) as u16;
            }
        }
    }
}

#[inline]
fn total(counts: u64) -> u32 {
    (counts.wrapping_mul(0x01_0101_0101) >> 32) as u32 & 0xFF
}

/// The contribution of two tiles to the packed fields of a position.
struct TileBits {
    bytes: u64,
    counts: u32,
    groups: u32,
}

/// Indexed by two nibbles of a [`Draw`]; invalid nibbles contribute nothing.
const TWO_TILES: [TileBits; 256] = {
    let mut table = [const {
        TileBits {
            bytes: 0,
            counts: 0,
            groups: 0,
        }
    }; 256];
    let mut pair = 0;
    while pair < 256 {
        let mut nibbles = pair;
        while nibbles > 0 {
            let code = nibbles & 15;
            if code >= 1 && code <= 5 {
                table[pair].bytes += 1 << (8 * (code - 1));
                table[pair].counts += 1 << (6 * (code - 1));
                table[pair].groups |= 1 << (code - 1);
            }
            nibbles >>= 4;
        }
        pair += 1;
    }
    table
};
