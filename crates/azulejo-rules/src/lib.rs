//! The rules.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod board;
mod colour;
mod deal;
mod floor;
mod moves;
mod placement;
mod playout;
mod places;
mod position;
pub mod rng;
mod setup;

pub use board::{Board, Bonuses, SCORE_LIMIT, TilePoints};
pub use colour::{ByColour, Colour};
pub use deal::{Deal, Draw, ParseDrawError};
pub use floor::{FLOOR_COST, FLOOR_SPACES, Floor, FloorTile};
pub use moves::{Move, MoveList, ParseMoveError};
pub use placement::{ParsePlacementError, Placement, PlacementList, PlacementTarget};
pub use places::{Column, Destination, Factory, Line, Players, Seat, Source, Wall};
pub use playout::{DEFAULT_ROUND_CAP, Ending, Playout};
pub use position::{
    DealError, IllegalMove, IllegalPlacement, Marker, Outcome, Phase, PlayError, Position,
    PositionTextError, ROUND_LIMIT, Standing, TILES_PER_COLOUR, TileError,
};
pub use setup::{BoardSetup, Setup, SetupError, SetupFault};
