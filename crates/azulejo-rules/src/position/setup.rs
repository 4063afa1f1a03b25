//! Conversions between positions and setups.

use alloc::vec;
use alloc::vec::Vec;

use super::{MARKER_GONE, MARKER_IN_CENTRE, Marker, Phase, Position};
use crate::floor::Floor;
use crate::places::CENTRE;
use crate::setup::{BoardSetup, Setup};
use crate::{Board, ByColour, Column, FloorTile, Line, Seat};

impl Position {
    /// Builds a position from a setup that has been validated and is in the given phase.
    pub(crate) fn from_setup(setup: &Setup, phase: Phase) -> Self {
        let mut position = Self::new(setup.wall, setup.players, setup.start);
        let pack = |tiles: &ByColour<u8>, bits: usize| {
            tiles
                .iter()
                .map(|(c, &n)| u64::from(n) << (bits * c.index()))
                .sum::<u64>()
        };
        let sources = setup
            .factories
            .iter()
            .enumerate()
            .chain([(CENTRE, &setup.centre)]);
        for (source, tiles) in sources {
            position.sources[source] = pack(tiles, 6) as u32;
            for (colour, &count) in tiles.iter() {
                position.groups |= u64::from(count > 0) << (5 * source + colour.index());
            }
        }
        for (seat, board) in Seat::ALL.into_iter().zip(&setup.boards) {
            position.boards[seat.index()] = Board::from_setup(board);
            if board.floor.contains(&FloorTile::Marker) {
                position.marker = seat.0;
            }
        }
        if setup.marker_in_centre {
            position.marker = MARKER_IN_CENTRE;
        } else if phase == Phase::Over {
            position.marker = MARKER_GONE;
        }
        position.bag = pack(&setup.bag, 8);
        position.round = setup.round;
        position.mover = setup.to_move.0;
        position.phase = phase;
        position
    }

    /// Returns the table as plain data, which can be modified and validated again.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            wall: self.wall,
            players: self.players,
            round: self.round,
            start: self.start(),
            to_move: self.to_move(),
            factories: self.factories().map(|(_, tiles)| tiles).collect(),
            centre: self.centre(),
            marker_in_centre: self.marker() == Marker::Centre,
            bag: self.bag(),
            lid: self.lid(),
            boards: self.boards().map(|(_, board)| board.setup()).collect(),
        }
    }
}

impl Board {
    /// Builds a board from a setup that has been validated.
    pub(super) fn from_setup(board: &BoardSetup) -> Self {
        let lines = core::array::from_fn(|i| {
            board.lines[i]
                .first()
                .map(|&colour| (colour, board.lines[i].len()))
        });
        let floor = Floor::from_tiles(board.floor.iter().copied());
        Self::from_parts(board.score, lines, board.wall, floor)
    }

    /// Returns the board as plain data.
    #[must_use]
    pub fn setup(&self) -> BoardSetup {
        let extra_marker = self.floor().has_spare_marker().then_some(FloorTile::Marker);
        BoardSetup {
            score: self.score(),
            lines: Line::ALL.map(|line| {
                self.line(line)
                    .map_or_else(Vec::new, |(colour, count)| vec![colour; count])
            }),
            wall: Line::ALL.map(|row| Column::ALL.map(|column| self.cell(row, column))),
            floor: self.floor().tiles().chain(extra_marker).collect(),
        }
    }
}
