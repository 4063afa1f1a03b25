//! What happened, as data: for surfaces that animate, log or explain it in any language.
//!
//! The methods here do what [`Position::play`], [`tile`](Position::tile),
//! [`settle`](Position::settle) and [`deal`](Position::deal) do and tell about it. Search uses the
//! plain ones and pays nothing.

use crate::{
    Bonuses, ByColour, Colour, Column, Deal, DealError, Destination, Draw, FLOOR_COST,
    FLOOR_SPACES, Factory, Line, Marker, Move, Phase, Placement, PlacementTarget, PlayError,
    Position, Seat, Source, TileError, TilePoints,
};

/// One thing that happened at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// A player takes all tiles of a colour from a source.
    Taken {
        /// Who takes them.
        seat: Seat,
        /// From where.
        source: Source,
        /// Their colour.
        colour: Colour,
        /// How many.
        count: u8,
    },
    /// The other tiles of a factory go to the centre.
    ToCentre {
        /// The factory.
        factory: Factory,
        /// What it held besides.
        tiles: ByColour<u8>,
    },
    /// A player takes the start marker.
    MarkerTaken {
        /// Who takes it.
        seat: Seat,
        /// The floor space it lies on, from 1; none when the floor was full.
        space: Option<u8>,
        /// What it costs.
        cost: u16,
    },
    /// Tiles go to a pattern line.
    Placed {
        /// Whose line.
        seat: Seat,
        /// The line.
        line: Line,
        /// Their colour.
        colour: Colour,
        /// How many.
        count: u8,
        /// Whether the line is complete now.
        complete: bool,
    },
    /// Tiles fall to the floor line.
    Spilled {
        /// Whose floor.
        seat: Seat,
        /// Their colour.
        colour: Colour,
        /// How many.
        count: u8,
        /// The first floor space they lie on, from 1.
        space: u8,
        /// What they cost.
        cost: u16,
    },
    /// Tiles that find no floor space, or that a tiled line leaves over, go to the lid.
    ToLid {
        /// Whose tiles.
        seat: Seat,
        /// Their colour.
        colour: Colour,
        /// How many.
        count: u8,
    },
    /// A tile of a complete line goes to the wall.
    Tiled {
        /// Whose wall.
        seat: Seat,
        /// The line and wall row.
        line: Line,
        /// The column.
        column: Column,
        /// The tile's colour.
        colour: Colour,
        /// The runs through it.
        points: TilePoints,
        /// The player's score with them.
        score: u16,
        /// Whether the row is complete now, which ends the game after this round.
        completes_row: bool,
    },
    /// A complete line of the grey wall has no legal space: all its tiles fall.
    LineDropped {
        /// Whose line.
        seat: Seat,
        /// The line.
        line: Line,
        /// The tiles' colour.
        colour: Colour,
    },
    /// A floor line is charged and its tiles go to the lid.
    FloorCharged {
        /// Whose floor.
        seat: Seat,
        /// How many spaces were taken.
        spaces: u8,
        /// What they cost.
        cost: u16,
        /// What the player lost: never more than the score.
        lost: u16,
        /// The player's score after it.
        score: u16,
    },
    /// A player will start the next round.
    StartsNext {
        /// The player.
        seat: Seat,
        /// Whether the marker was held, or lay in the centre so that the same player starts again.
        held_marker: bool,
    },
    /// The lid's tiles go into the bag.
    LidToBag {
        /// The tiles.
        tiles: ByColour<u8>,
    },
    /// Tiles are drawn onto a factory, perhaps fewer than four or none.
    Dealt {
        /// The factory.
        factory: Factory,
        /// The tiles in the order in which they were drawn.
        draw: Draw,
    },
    /// The offer of a round opens.
    RoundStarted {
        /// The round.
        round: u16,
        /// Who starts.
        seat: Seat,
    },
    /// The game is over.
    GameEnded {
        /// Whether because a row is complete, or else because nothing is left to deal.
        complete_row: bool,
    },
    /// A player's bonuses at the end of the game.
    BonusesScored {
        /// The player.
        seat: Seat,
        /// The counts.
        bonuses: Bonuses,
        /// The final score.
        score: u16,
        /// Whether the player wins, alone or together with others.
        won: bool,
    },
}

impl Position {
    /// Plays a move of the offer and tells what happened.
    ///
    /// # Errors
    /// When the move is not legal; the position is as it was.
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

    /// Tiles the topmost complete line of a player and tells what happened.
    ///
    /// # Errors
    /// When the placement is not legal; the position is as it was.
    pub fn tile_explained(
        &mut self,
        seat: Seat,
        placement: Placement,
    ) -> Result<Vec<Event>, TileError> {
        let before = *self;
        self.tile(seat, placement)?;
        let line = placement.line;
        let board = before.board(seat);
        let (colour, _) = board.line(line).expect("a line that was tiled held tiles");
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

    /// Charges the floors and hands on the marker, and tells what happened; nothing when lines are
    /// still to be tiled.
    pub fn settle_explained(&mut self) -> Vec<Event> {
        let before = *self;
        let mut events = Vec::new();
        if self.settle() {
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
        }
        events
    }

    /// Fills the factories and tells what happened.
    ///
    /// # Errors
    /// When the deal is not possible; the position is as it was.
    pub fn deal_explained(&mut self, deal: &Deal) -> Result<Vec<Event>, DealError> {
        let (in_bag, in_lid) = (self.bag().total(), self.lid());
        self.deal(deal)?;
        let mut events = Vec::new();
        let mut drawn = 0;
        for (factory, &draw) in Factory::ALL.into_iter().zip(deal.draws()) {
            let before = drawn;
            drawn += draw.tiles().count();
            // The lid goes in at the moment a tile is to be drawn and the bag is empty.
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

    /// What follows when a step brought a round or the game to its end.
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

pub(crate) fn cost_between(from: usize, to: usize) -> u16 {
    FLOOR_COST[to] - FLOOR_COST[from]
}

/// Tiles that fall onto a floor with so many spaces taken, and on into the lid.
fn push_spill(events: &mut Vec<Event>, seat: Seat, colour: Colour, count: u8, taken: usize) {
    let on_floor = count.min((FLOOR_SPACES - taken) as u8);
    if on_floor > 0 {
        let cost = cost_between(taken, taken + usize::from(on_floor));
        let space = taken as u8 + 1;
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
