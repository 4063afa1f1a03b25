//! The rules of the game: exact, fast, and without any I/O.
//!
//! A [`Setup`] is anything; a [`Position`] is always legal. Chance is data: a [`Deal`] is applied,
//! and drawing one is a separate function of a random generator.
//!
//! ```
//! use azulejo_rules::{Move, Players, Position, Phase, Seat, Wall, rng::FastRng};
//!
//! let mut position = Position::new(Wall::Coloured, Players::Two, Seat::ALL[0]);
//! let deal = position.sample_deal(&mut FastRng::new(7));
//! position.deal(&deal)?;
//! assert_eq!(position.phase(), Phase::Offer);
//!
//! // Every move has a short text: source, colour, line.
//! let first = position.legal_moves()[0];
//! assert_eq!(first.to_string().parse(), Ok(first));
//! println!("{first} places {} tiles", position.preview(first)?.placed);
//! position.play(first)?;
//!
//! // And so has every position, which reads back as the same position.
//! assert_eq!(position.to_string().parse(), Ok(position));
//!
//! // An illegal move is refused with a reason, and nothing changes.
//! let illegal: Move = "9B1".parse()?;
//! assert_eq!(
//!     position.play(illegal).unwrap_err().to_string(),
//!     "9B1: there is no such factory on this table"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to … | use |
//! |---|---|
//! | hold a game and its record | [`Game`], [`record::Record`] |
//! | list and play moves of the offer | [`Position::legal_moves`], [`play`](Position::play), [`play_unchecked`](Position::play_unchecked) |
//! | tile walls and end a round | [`Position::placements`], [`tile`](Position::tile), [`settle`](Position::settle) |
//! | fill the factories | [`Position::sample_deal`], [`deal`](Position::deal) |
//! | tell people what happened | [`Event`], [`Position::play_explained`] and its siblings |
//! | tell people what would happen | [`Position::preview`], [`round_end`](Position::round_end) |
//! | know who won | [`Position::outcome`] |
//! | play at random, very fast | [`Position::play_out`] |
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod board;
mod colour;
mod deal;
mod events;
mod floor;
mod game;
mod hash;
mod letters;
mod moves;
mod perft;
mod placement;
mod places;
mod playout;
mod position;
mod preview;
pub mod record;
pub mod rng;
mod setup;

pub use board::{Board, Bonuses, SCORE_LIMIT, TilePoints};
pub use colour::{ByColour, Colour};
pub use deal::{Deal, Draw, ParseDrawError};
pub use events::Event;
pub use floor::{FLOOR_COST, FLOOR_SPACES, Floor, FloorTile};
pub use game::Game;
pub use moves::{Move, MoveList, ParseMoveError};
pub use placement::{ParsePlacementError, Placement, PlacementList, PlacementTarget};
pub use places::{Column, Destination, Factory, Line, Players, Seat, Source, Wall};
pub use playout::{DEFAULT_ROUND_CAP, Ending, Playout};
pub use position::{
    DealError, IllegalMove, IllegalPlacement, Marker, Outcome, Phase, PlayError, Position,
    PositionTextError, ROUND_LIMIT, Standing, TILES_PER_COLOUR, TileError,
};
pub use preview::{MovePreview, RoundEnd, TiledLine};
pub use setup::{BoardSetup, Setup, SetupError, SetupFault};
