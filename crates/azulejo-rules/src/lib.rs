#![doc = include_str!("../README.md")]
//!
//! # Overview
//!
//! | task | items |
//! |---|---|
//! | keep a game and its record | [`Game`], [`record::Record`] |
//! | fill the factories | [`Position::sample_deal`], [`deal`](Position::deal) |
//! | list and play moves | [`Position::legal_moves`], [`play`](Position::play), [`play_unchecked`](Position::play_unchecked) |
//! | tile walls and end a round | [`Position::placements`], [`tile`](Position::tile), [`settle`](Position::settle) |
//! | find the winner | [`Position::outcome`] |
//! | show what a move would do | [`Position::preview`], [`round_end`](Position::round_end) |
//! | describe what happened | [`Event`], [`Position::play_explained`] and the other `_explained` methods |
//! | build a position by hand | [`Setup`], [`Setup::position`] |
//! | play random games fast | [`Position::play_out`], [`rng::FastRng`] |
//!
//! # Errors and panics
//!
//! Everything that can be invalid input returns a typed error with the reason: steps, text, records, names.
//! Conversions from numbers and letters return an `Option`, because there is only one reason.
//! Like indexing, methods that take a seat panic if it is not occupied; [`Position::get_board`] is the
//! fallible way to a board and to its [`round_end`](Board::round_end). Other panics are misuse by the
//! caller, and each has a check beside it: [`Position::try_new`] for [`Position::new`], [`TryFrom`] for
//! [`Position::narrow`], [`Position::phase`] for [`Position::sample_deal`]. Methods that end in
//! `_unchecked` assert in debug builds.
//!
//! # Stability
//!
//! Deals and playouts are reproducible: the same generator state gives the same game in every
//! version. The notation and the record format are stable. The API behind the feature
//! `unstable-search` is exempt from semantic versioning.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "arbitrary")]
mod arbitrary_impls;
mod board;
mod colour;
mod deal;
mod events;
mod floor;
mod game;
mod moves;
mod perft;
mod placement;
mod places;
mod playout;
mod position;
mod preview;
pub mod record;
pub mod rng;
#[cfg(feature = "unstable-search")]
mod search;
#[cfg(feature = "serde")]
mod serde_impls;
mod setup;
mod text_buffer;

pub use board::{Board, Bonuses, SCORE_LIMIT, TilePoints};
pub use colour::{ByColour, Colour, ParseColourError};
pub use deal::{Deal, Draw, ParseDealError, ParseDrawError, TooManyDrawsError, TooManyTilesError};
pub use events::Event;
pub use floor::{FLOOR_COST, FLOOR_SPACES, Floor, FloorTile, ParseFloorError};
pub use game::{Game, NewGameError, StepError, StopError};
pub use moves::{Move, MoveList, ParseMoveError};
pub use placement::{ParsePlacementError, Placement, PlacementList, PlacementTarget};
pub use places::{
    Column, Destination, Factory, Line, ParseColumnError, ParseDestinationError, ParseFactoryError,
    ParseLineError, ParsePlayerCountError, ParseSeatError, ParseSourceError, ParseWallError,
    PlayerCount, Seat, Source, Wall,
};
pub use playout::{DEFAULT_ROUND_CAP, Ending, Playout};
pub use position::{
    DealError, IllegalMove, IllegalPlacement, Marker, NarrowError, NoSuchSeatError, Outcome,
    ParsePositionError, Phase, PlayError, Position, ROUND_LIMIT, SettleError, Standing,
    TILES_PER_COLOUR, TileError, ToMoveError,
};
pub use preview::{MovePreview, RoundEnd, TiledLine};
pub use setup::{BoardSetup, Setup, SetupError, SetupFault};
