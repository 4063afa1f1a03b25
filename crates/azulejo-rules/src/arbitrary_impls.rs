//! Arbitrary values for fuzzing and property tests.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::rng::FastRng;
use crate::{
    BoardSetup, ByColour, Colour, Column, DEFAULT_ROUND_CAP, Deal, Destination, Draw, Factory,
    FloorTile, Line, Move, Phase, Placement, PlacementTarget, PlayerCount, Position, Seat, Setup,
    Source, Wall,
};

/// Implements [`Arbitrary`] as a choice from `ALL`.
macro_rules! choose_from_all {
    ($($type:ty),+) => {
        $(
            impl<'a> Arbitrary<'a> for $type {
                fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
                    u.choose(&Self::ALL).copied()
                }
            }
        )+
    };
}

choose_from_all!(Colour, Column, Factory, Line, PlayerCount, Seat, Wall);

impl<'a> Arbitrary<'a> for Source {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let index = u.choose_index(Factory::ALL.len() + 1)?;
        Ok(Factory::from_index(index).map_or(Self::Centre, Self::Factory))
    }
}

impl<'a> Arbitrary<'a> for Destination {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let index = u.choose_index(Line::ALL.len() + 1)?;
        Ok(Line::from_index(index).map_or(Self::Floor, Self::Line))
    }
}

impl<'a> Arbitrary<'a> for Move {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self::new(u.arbitrary()?, u.arbitrary()?, u.arbitrary()?))
    }
}

impl<'a> Arbitrary<'a> for PlacementTarget {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let index = u.choose_index(Column::ALL.len() + 1)?;
        Ok(Column::from_index(index).map_or(Self::Floor, Self::Column))
    }
}

impl<'a> Arbitrary<'a> for Placement {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self {
            line: u.arbitrary()?,
            target: u.arbitrary()?,
        })
    }
}

impl<'a> Arbitrary<'a> for Draw {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let tiles: [Colour; 4] = u.arbitrary()?;
        let count = u.int_in_range(0..=4)?;
        Ok(Self::from_tiles(&tiles[..count]).expect("at most four tiles"))
    }
}

impl<'a> Arbitrary<'a> for Deal {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let players: PlayerCount = u.arbitrary()?;
        let draws: [Draw; 9] = u.arbitrary()?;
        Ok(Self::new(players, &draws[..players.factories()]).expect("one draw for each factory"))
    }
}

impl<'a> Arbitrary<'a> for FloorTile {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let index = u.choose_index(Colour::ALL.len() + 1)?;
        Ok(Colour::from_index(index).map_or(Self::Marker, Self::Tile))
    }
}

impl<'a, T: Arbitrary<'a>> Arbitrary<'a> for ByColour<T> {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        u.arbitrary().map(Self)
    }
}

impl<'a> Arbitrary<'a> for BoardSetup {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self {
            score: u.arbitrary()?,
            lines: u.arbitrary()?,
            wall: u.arbitrary()?,
            floor: u.arbitrary()?,
        })
    }
}

/// Mostly illegal setups.
impl<'a> Arbitrary<'a> for Setup {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self {
            wall: u.arbitrary()?,
            players: u.arbitrary()?,
            round: u.arbitrary()?,
            start: u.arbitrary()?,
            to_move: u.arbitrary()?,
            factories: u.arbitrary()?,
            centre: u.arbitrary()?,
            marker_in_centre: u.arbitrary()?,
            bag: u.arbitrary()?,
            lid: u.arbitrary()?,
            boards: u.arbitrary()?,
        })
    }
}

/// Positions that play can reach: each byte of input chooses a step.
impl<'a> Arbitrary<'a> for Position {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let players: PlayerCount = u.arbitrary()?;
        let start = Seat::ALL[u.choose_index(players.count())?];
        let mut position = Self::new(u.arbitrary()?, players, start);
        let mut rng = FastRng::new(u.arbitrary()?);
        let steps = u.arbitrary_len::<u8>()?;
        for _ in 0..steps {
            match position.phase() {
                Phase::Refill if position.round() > DEFAULT_ROUND_CAP => break,
                Phase::Refill => {
                    position.deal_at_random(&mut rng);
                }
                Phase::Offer => position.play_unchecked(*u.choose(&position.legal_moves())?),
                Phase::Tiling => {
                    let seat = position.to_move();
                    let placements = position.placements(seat);
                    if placements.is_empty() {
                        position.settle_unchecked();
                    } else {
                        position.tile_unchecked(seat, *u.choose(&placements)?);
                    }
                }
                Phase::Over => break,
            }
        }
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec;
    use alloc::vec::Vec;

    use super::*;
    use crate::rng::rand_core::Rng;

    /// Calls `check` with values made from random bytes.
    fn for_each<T: for<'a> Arbitrary<'a>>(mut check: impl FnMut(T)) {
        let mut rng = FastRng::new(1);
        for len in 0..300 {
            let mut bytes = vec![0; len];
            rng.fill_bytes(&mut bytes);
            if let Ok(value) = T::arbitrary(&mut Unstructured::new(&bytes)) {
                check(value);
            }
        }
    }

    #[test]
    fn positions_are_legal_and_reach_every_phase() {
        let mut phases = Vec::new();
        for_each(|position: Position| {
            assert_eq!(position.setup().position(), Ok(position));
            phases.push(position.phase());
        });
        for phase in [Phase::Offer, Phase::Tiling, Phase::Refill] {
            assert!(phases.contains(&phase), "{phase:?}");
        }
    }

    #[test]
    fn values_round_trip_through_text() {
        for_each(|m: Move| assert_eq!(m.to_string().parse(), Ok(m)));
        for_each(|placement: Placement| assert_eq!(placement.to_string().parse(), Ok(placement)));
        for_each(|deal: Deal| assert_eq!(deal.to_string().parse(), Ok(deal)));
    }

    #[test]
    fn validating_any_setup_does_not_panic() {
        for_each(|setup: Setup| {
            if let Ok(position) = setup.position() {
                assert_eq!(position.setup(), setup);
            }
        });
    }
}
