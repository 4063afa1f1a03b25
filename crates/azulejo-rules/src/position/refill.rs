//! The refill: applying a deal, and sampling one.

use core::fmt;

use rand_core::Rng;

use super::{ALL_TILES, Phase, Position, bytes};
use crate::deal::{Deal, Draw};
use crate::{ByColour, Colour, Factory};

/// Why a deal cannot be applied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DealError {
    /// The game does not wait for a deal.
    NotInThisPhase(Phase),
    /// The deal is for another number of factories.
    WrongFactories {
        /// How many the table has.
        expected: usize,
        /// How many the deal has.
        found: usize,
    },
    /// A tile that could not be drawn at that moment.
    NotInBag(Factory, Colour),
    /// A factory with fewer than four tiles while there were tiles to draw.
    TooFew(Factory),
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInThisPhase(Phase::Over) => f.write_str("the game is over"),
            Self::NotInThisPhase(_) => f.write_str("the round is not finished"),
            Self::WrongFactories { expected, found } => {
                write!(
                    f,
                    "the table has {expected} factories, the deal has {found}"
                )
            }
            Self::NotInBag(factory, colour) => {
                write!(
                    f,
                    "factory {factory}: no {colour} is left to draw at that moment"
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
    /// Whether a deal is possible, and if not, why.
    ///
    /// # Errors
    /// The reason.
    pub fn check_deal(&self, deal: &Deal) -> Result<(), DealError> {
        if self.phase != Phase::Refill {
            return Err(DealError::NotInThisPhase(self.phase));
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
            if drawn < 4 && bag.total() + lid.total() > 0 {
                return Err(DealError::TooFew(factory));
            }
        }
        Ok(())
    }

    /// Fills the factories and opens the offer.
    ///
    /// # Errors
    /// When the deal is not possible; the position is as it was.
    pub fn deal(&mut self, deal: &Deal) -> Result<(), DealError> {
        self.check_deal(deal)?;
        self.deal_unchecked(deal);
        Ok(())
    }

    /// Applies a deal that is known to be possible.
    ///
    /// # Panics
    /// May panic, or leave a position that means nothing, when it is not.
    #[inline]
    pub fn deal_unchecked(&mut self, deal: &Deal) {
        debug_assert_eq!(self.check_deal(deal), Ok(()), "{deal} in {self}");
        let mut taken = 0;
        for (factory, draw) in deal.draws().iter().enumerate() {
            taken += self.fill(factory, draw.0);
        }
        self.bag = if total(taken) > total(self.bag) {
            // The lid went into the bag on the way: the bag has what is neither here nor there.
            ALL_TILES - self.on_boards() - taken
        } else {
            self.bag - taken
        };
        self.phase = Phase::Offer;
    }

    /// Draws a deal at random, from what the bag (and, once it is empty, the lid) holds.
    ///
    /// The same generator state gives the same deal for ever: four tiles take one 64-bit word;
    /// where the bag runs out inside a factory, each tile takes one. (More only in the rare case
    /// that fairness demands it.)
    #[must_use]
    pub fn sample_deal(&self, rng: &mut impl Rng) -> Deal {
        let mut scratch = *self;
        scratch.deal_at_random(rng)
    }

    /// Draws a deal as [`sample_deal`](Self::sample_deal) does and applies it at once, which is
    /// cheaper.
    ///
    /// # Panics
    /// May panic, or leave a position that means nothing, when the game does not wait for a deal.
    #[inline]
    pub fn deal_at_random(&mut self, rng: &mut impl Rng) -> Deal {
        debug_assert!(self.phase == Phase::Refill, "{self}");
        let players = self.players();
        let mut deal = Deal::empty(players);
        let mut bag = DrawBag::new(self.bag);
        let mut lid_is_in = false;
        for factory in 0..players.factories() {
            let mut across = None;
            if bag.left < 4 {
                across = self.draw_across_lid(rng, &mut bag, lid_is_in);
                lid_is_in = true;
            }
            let draw = across.unwrap_or_else(|| bag.draw::<4>(rng));
            self.fill(factory, draw);
            deal.set(factory, Draw(draw));
        }
        self.bag = bag.counts();
        self.phase = Phase::Offer;
        deal
    }

    /// Puts drawn tiles on a factory; gives them as bytes.
    #[inline]
    fn fill(&mut self, factory: usize, draw: u16) -> u64 {
        let [first, second] = draw.to_le_bytes().map(|pair| &TWO_TILES[usize::from(pair)]);
        self.sources[factory] = first.counts + second.counts;
        self.groups |= u64::from(first.groups | second.groups) << (5 * factory);
        first.bytes + second.bytes
    }

    /// Draws for a factory when the bag has fewer than four tiles left; or nothing, when putting
    /// the lid into the empty bag was all that was needed.
    #[cold]
    fn draw_across_lid(
        &self,
        rng: &mut impl Rng,
        bag: &mut DrawBag,
        lid_is_in: bool,
    ) -> Option<u16> {
        let mut lid_is_in = lid_is_in;
        let mut draw = 0;
        for i in 0..4 {
            if bag.left == 0 && !lid_is_in {
                // Tiles dealt by now are still counted in the bag, so the offer is left out.
                *bag = DrawBag::new(ALL_TILES - self.on_boards() - self.bag);
                lid_is_in = true;
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

    /// What can be drawn in the coming refill: the bag, and the lid once the bag is empty.
    #[must_use]
    pub fn drawable(&self) -> (ByColour<u8>, ByColour<u8>) {
        (bytes(self.bag), self.lid())
    }
}

const EACH_BYTE: u64 = 0x01_0101_0101;
const TOP_BITS: u64 = 0x80_8080_8080;

/// Four of 100 tiles can be drawn in no more ways than this; a lower half this large is always fair.
const MOST_ORDERS: u64 = 100 * 99 * 98 * 97;

/// Whether a draw may stand: the lower half of the last product must not be among those that would
/// favour some of the `orders` in which tiles can be drawn.
#[cold]
fn is_fair(lower_half: u64, orders: u64) -> bool {
    lower_half >= orders.wrapping_neg() % orders
}

/// A bag from which tiles are drawn.
struct DrawBag {
    /// How many tiles are in it.
    left: u32,
    /// Byte `c` is 128 less the number of tiles of the colours up to `c`.
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

    /// Draws `N` of the tiles, as nibbles.
    ///
    /// One random word serves for all: multiplied by the number of tiles left, its upper half is a
    /// tile's number, and its lower half is as good as a new word for the next tile, as long as all
    /// are drawn again when the last lower half is below what is fair for the `N` together.
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
                // The tile's colour is the first whose sum is above the tile's number; where it is
                // not, the top bit of the byte is set. All five are compared at once.
                let not_above = tile.wrapping_mul(EACH_BYTE).wrapping_add(gaps);
                let colour_times_8 = (!not_above & TOP_BITS).trailing_zeros() & 0x38;
                gaps = gaps.wrapping_add(EACH_BYTE << colour_times_8);
                draw |= (colour_times_8 >> 3) << (4 * i);
                ones |= 1 << (4 * i);
            }
            if word >= MOST_ORDERS || is_fair(word, (0..N as u64).map(|i| left - i).product()) {
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

/// What two tiles add to the packed numbers of a position.
struct TileBits {
    bytes: u64,
    counts: u32,
    groups: u32,
}

/// By the two nibbles of a [`Draw`]; those that mean nothing add nothing.
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
