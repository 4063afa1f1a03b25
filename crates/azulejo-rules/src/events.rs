//! Game events as data, for interfaces that animate, log or describe them.
//!
//! The `_explained` methods do the same as [`Position::play`], [`tile`](Position::tile),
//! [`settle`](Position::settle) and [`deal`](Position::deal) and return the events. Search uses the
//! plain methods, which allocate nothing.

use alloc::vec;
use alloc::vec::Vec;

use crate::{
    Bonuses, ByColour, Colour, Column, Deal, DealError, Destination, Draw, FLOOR_COST,
    FLOOR_SPACES, Factory, Line, Marker, Move, Phase, Placement, PlacementTarget, PlayError,
    Position, Seat, SettleError, Source, TileError, TilePoints,
};

/// Something that happened at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Event {
    /// A player takes all tiles of a colour from a source.
    Taken {
        /// The player.
        seat: Seat,
        /// The source.
        source: Source,
        /// The colour of the tiles.
        colour: Colour,
        /// The number of tiles.
        count: u8,
    },
    /// The remaining tiles of a factory move to the centre.
    ToCentre {
        /// The factory.
        factory: Factory,
        /// The tiles.
        tiles: ByColour<u8>,
    },
    /// A player takes the start marker.
    MarkerTaken {
        /// The player.
        seat: Seat,
        /// Its floor space, from 1, or `None` if the floor was full.
        space: Option<u8>,
        /// The cost of its space.
        cost: u16,
    },
    /// Tiles are placed on a pattern line.
    Placed {
        /// The player.
        seat: Seat,
        /// The line.
        line: Line,
        /// The colour of the tiles.
        colour: Colour,
        /// The number of tiles.
        count: u8,
        /// True if the line is now complete.
        complete: bool,
    },
    /// Tiles fall to the floor line.
    Spilled {
        /// The player.
        seat: Seat,
        /// The colour of the tiles.
        colour: Colour,
        /// The number of tiles.
        count: u8,
        /// The first floor space they occupy, from 1.
        space: u8,
        /// The cost of their spaces.
        cost: u16,
    },
    /// Tiles go to the lid: those without a floor space, or the rest of a tiled line.
    ToLid {
        /// The player.
        seat: Seat,
        /// The colour of the tiles.
        colour: Colour,
        /// The number of tiles.
        count: u8,
    },
    /// A tile of a complete line moves to the wall.
    Tiled {
        /// The player.
        seat: Seat,
        /// The line and wall row.
        line: Line,
        /// The column.
        column: Column,
        /// The tile's colour.
        colour: Colour,
        /// The points for the tile.
        points: TilePoints,
        /// The player's score, including these points.
        score: u16,
        /// True if the row is now complete, which ends the game after this round.
        completes_row: bool,
    },
    /// A complete line has no legal space on the grey wall, so its tiles fall to the floor.
    LineDropped {
        /// The player.
        seat: Seat,
        /// The line.
        line: Line,
        /// The tiles' colour.
        colour: Colour,
    },
    /// A floor line is charged, and its tiles go to the lid.
    FloorCharged {
        /// The player.
        seat: Seat,
        /// The number of occupied spaces.
        spaces: u8,
        /// The cost of the spaces.
        cost: u16,
        /// The points lost, at most the score.
        lost: u16,
        /// The player's remaining score.
        score: u16,
    },
    /// The start player of the next round is determined.
    StartsNext {
        /// The player.
        seat: Seat,
        /// True if a player held the marker. Otherwise it stayed in the centre, and the same player
        /// starts again.
        held_marker: bool,
    },
    /// The lid is emptied into the bag.
    LidToBag {
        /// The tiles.
        tiles: ByColour<u8>,
    },
    /// Tiles are drawn onto a factory; fewer than four if they run out.
    Dealt {
        /// The factory.
        factory: Factory,
        /// The tiles in draw order.
        draw: Draw,
    },
    /// The offer of a round starts.
    RoundStarted {
        /// The round.
        round: u16,
        /// The start player.
        seat: Seat,
    },
    /// The game is over.
    GameEnded {
        /// True if a row is complete; otherwise there are no tiles left to deal.
        complete_row: bool,
    },
    /// A player's end-of-game bonuses are scored.
    BonusesScored {
        /// The player.
        seat: Seat,
        /// The bonuses.
        bonuses: Bonuses,
        /// The final score.
        score: u16,
        /// True if the player wins, alone or shared.
        won: bool,
    },
}

impl Position {
    /// Plays a move of the offer and returns the events.
    ///
    /// # Errors
    /// Returns an error if the move is not legal; the position is then unchanged.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::{Event, PlayerCount, Position, Seat, Wall};
    ///
    /// let mut position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ONE);
    /// position.deal_explained(&"BRKK/BYYW/KKKW/YRRW/BRWW".parse()?)?;
    /// let events = position.play_explained("2Y1".parse()?)?;
    /// let spilled = |event: &Event| matches!(event, Event::Spilled { count: 1, cost: 1, .. });
    /// assert!(events.iter().any(spilled));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_explained(&mut self, m: Move) -> Result<Vec<Event>, PlayError> {
        let before = *self;
        self.play(m)?;
        let seat = before.to_move();
        let colour = m.colour();
        let board = before.board(seat);
        let offered = match m.source() {
            Source::Factory(factory) => before.factory(factory),
            Source::Centre => before.centre(),
        };
        let count = offered[colour];
        let mut events = vec![Event::Taken {
            seat,
            source: m.source(),
            colour,
            count,
        }];
        let mut rest = offered;
        rest[colour] = 0;
        if let Source::Factory(factory) = m.source()
            && rest.total() > 0
        {
            events.push(Event::ToCentre {
                factory,
                tiles: rest,
            });
        }
        let mut floor = board.floor().len();
        if m.source() == Source::Centre && before.marker() == Marker::Centre {
            let space = (floor < FLOOR_SPACES).then_some(floor as u8 + 1);
            let after = floor + usize::from(space.is_some());
            events.push(Event::MarkerTaken {
                seat,
                space,
                cost: cost_between(floor, after),
            });
            floor = after;
        }
        let mut left = count;
        if let Destination::Line(line) = m.destination() {
            let room = board.room(line) as u8;
            let placed = count.min(room);
            left -= placed;
            events.push(Event::Placed {
                seat,
                line,
                colour,
                count: placed,
                complete: placed == room,
            });
        }
        push_spill(&mut events, seat, colour, left, floor);
        self.push_round_end(&before, &mut events);
        Ok(events)
    }

    /// Tiles a player's topmost complete line and returns the events.
    ///
    /// # Errors
    /// Returns an error if the placement is not legal; the position is then unchanged.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::{Event, Position, Seat};
    ///
    /// let mut position: Position = "c2 1 1>1 -/-/-/-/- - 16,16,16,16,16 3,4,4,4,3 \
    ///     0;B/-/-/-/-;...../...../...../...../.....;- \
    ///     0;-/-/-/-/-;...../...../...../...../.....;*W"
    ///     .parse()?;
    /// let events = position.tile_explained(Seat::ONE, "1:1".parse()?)?;
    /// assert!(matches!(events.as_slice(), [Event::Tiled { score: 1, .. }]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tile_explained(
        &mut self,
        seat: Seat,
        placement: Placement,
    ) -> Result<Vec<Event>, TileError> {
        let before = *self;
        self.tile(seat, placement)?;
        let line = placement.line;
        let board = before.board(seat);
        let (colour, _) = board.line(line).expect("a tiled line held tiles");
        let mut events = Vec::new();
        match placement.target {
            PlacementTarget::Column(column) => {
                let points = board.points_at(line, column);
                events.push(Event::Tiled {
                    seat,
                    line,
                    column,
                    colour,
                    points,
                    score: self.board(seat).score(),
                    completes_row: self.board(seat).is_row_complete(line),
                });
                if line.capacity() > 1 {
                    let count = line.capacity() as u8 - 1;
                    events.push(Event::ToLid {
                        seat,
                        colour,
                        count,
                    });
                }
            }
            PlacementTarget::Floor => {
                events.push(Event::LineDropped { seat, line, colour });
                let count = line.capacity() as u8;
                push_spill(&mut events, seat, colour, count, board.floor().len());
            }
        }
        self.push_round_end(&before, &mut events);
        Ok(events)
    }

    /// Charges the floors, passes the marker on and returns the events.
    ///
    /// # Errors
    /// Returns an error if the game is not in wall tiling or a line is left to tile; the position is
    /// then unchanged.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::{Event, Position};
    ///
    /// let mut position: Position = "c2 1 1>1 -/-/-/-/- - 16,16,16,16,16 4,4,4,4,3 \
    ///     3;-/-/-/-/-;...../...../...../...../.....;- \
    ///     3;-/-/-/-/-;...../...../...../...../.....;*W"
    ///     .parse()?;
    /// let events = position.settle_explained()?;
    /// assert!(matches!(events.first(), Some(Event::FloorCharged { cost: 2, score: 1, .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn settle_explained(&mut self) -> Result<Vec<Event>, SettleError> {
        let before = *self;
        self.settle()?;
        let mut events = Vec::new();
        for (seat, board) in before.boards() {
            if board.floor().is_empty() {
                continue;
            }
            let (spaces, cost) = (board.floor().len() as u8, board.floor().cost());
            let score = self.board(seat).score();
            let lost = board.score() - score;
            events.push(Event::FloorCharged {
                seat,
                spaces,
                cost,
                lost,
                score,
            });
        }
        self.push_round_end(&before, &mut events);
        Ok(events)
    }

    /// Fills the factories and returns the events.
    ///
    /// # Errors
    /// Returns an error if the deal is not possible; the position is then unchanged.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::{Event, PlayerCount, Position, Seat, Wall};
    ///
    /// let mut position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ONE);
    /// let events = position.deal_explained(&"BRKK/BYYW/KKKW/YRRW/BRWW".parse()?)?;
    /// let dealt = |event: &&Event| matches!(event, Event::Dealt { .. });
    /// assert_eq!(events.iter().filter(dealt).count(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn deal_explained(&mut self, deal: &Deal) -> Result<Vec<Event>, DealError> {
        let (in_bag, in_lid) = (self.bag().total(), self.lid());
        self.deal(deal)?;
        let mut events = Vec::new();
        let mut drawn = 0;
        for (factory, &draw) in Factory::ALL.into_iter().zip(deal.draws()) {
            let before = drawn;
            drawn += draw.tiles().count();
            // The lid is emptied into the bag when a tile is needed and the bag is empty.
            if before <= in_bag && drawn > in_bag {
                events.push(Event::LidToBag { tiles: in_lid });
            }
            events.push(Event::Dealt { factory, draw });
        }
        events.push(Event::RoundStarted {
            round: self.round(),
            seat: self.start(),
        });
        Ok(events)
    }

    /// Appends the events that follow if a step has ended the round or the game.
    fn push_round_end(&self, before: &Self, events: &mut Vec<Event>) {
        if matches!(self.phase(), Phase::Offer | Phase::Tiling) {
            return;
        }
        let held_marker = before.marker() != Marker::Centre;
        if self.phase() == Phase::Refill {
            events.push(Event::StartsNext {
                seat: self.start(),
                held_marker,
            });
        }
        if let Some(outcome) = self.outcome() {
            let complete_row = self.boards().any(|(_, board)| board.has_complete_row());
            events.push(Event::GameEnded { complete_row });
            events.extend(
                outcome
                    .standings()
                    .iter()
                    .map(|standing| Event::BonusesScored {
                        seat: standing.seat,
                        bonuses: standing.bonuses,
                        score: standing.score(),
                        won: standing.won,
                    }),
            );
        }
    }
}

/// Returns the cost of the floor spaces `from..to`.
pub(crate) fn cost_between(from: usize, to: usize) -> u16 {
    FLOOR_COST[to] - FLOOR_COST[from]
}

/// Appends the events for tiles that fall to a floor with `occupied` occupied spaces.
fn push_spill(events: &mut Vec<Event>, seat: Seat, colour: Colour, count: u8, occupied: usize) {
    let on_floor = count.min((FLOOR_SPACES - occupied) as u8);
    if on_floor > 0 {
        let cost = cost_between(occupied, occupied + usize::from(on_floor));
        let space = occupied as u8 + 1;
        events.push(Event::Spilled {
            seat,
            colour,
            count: on_floor,
            space,
            cost,
        });
    }
    if count > on_floor {
        events.push(Event::ToLid {
            seat,
            colour,
            count: count - on_floor,
        });
    }
}
