//! The table: everything that a client draws, computed by the rules.

use azulejo_rules::{
    Bonuses, ByColour, Column, FLOOR_COST, FLOOR_SPACES, Line, Marker, PlacementTarget, Position,
    Seat,
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A colour, identified by its letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
pub enum Colour {
    /// Blue.
    B,
    /// Yellow.
    Y,
    /// Red.
    R,
    /// Black.
    K,
    /// White.
    W,
}

impl From<azulejo_rules::Colour> for Colour {
    fn from(colour: azulejo_rules::Colour) -> Self {
        [Self::B, Self::Y, Self::R, Self::K, Self::W][colour.index()]
    }
}

/// The side of the boards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wall {
    /// Every space has a fixed colour.
    Coloured,
    /// Players choose the column.
    Grey,
}

impl From<azulejo_rules::Wall> for Wall {
    fn from(wall: azulejo_rules::Wall) -> Self {
        match wall {
            azulejo_rules::Wall::Coloured => Self::Coloured,
            azulejo_rules::Wall::Grey => Self::Grey,
        }
    }
}

impl From<Wall> for azulejo_rules::Wall {
    fn from(wall: Wall) -> Self {
        match wall {
            Wall::Coloured => Self::Coloured,
            Wall::Grey => Self::Grey,
        }
    }
}

/// The phase of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The factories await a deal.
    Refill,
    /// Players take tiles.
    Offer,
    /// Complete lines are tiled.
    Tiling,
    /// The game is over.
    Over,
}

impl From<azulejo_rules::Phase> for Phase {
    fn from(phase: azulejo_rules::Phase) -> Self {
        match phase {
            azulejo_rules::Phase::Refill => Self::Refill,
            azulejo_rules::Phase::Offer => Self::Offer,
            azulejo_rules::Phase::Tiling => Self::Tiling,
            azulejo_rules::Phase::Over => Self::Over,
        }
    }
}

/// Tile counts in the order B Y R K W.
pub type Counts = [u8; 5];

/// The state of the table. Seats, lines, columns and factories count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableView {
    /// The position in the text notation.
    pub position: String,
    /// The side of the boards in use.
    pub wall: Wall,
    /// The round, from 1.
    pub round: u16,
    /// The phase.
    pub phase: Phase,
    /// The start player of this round.
    pub start: u8,
    /// The player to move in the offer.
    pub to_move: u8,
    /// The tiles of each factory, in the order B Y R K W.
    pub factories: Vec<Vec<Colour>>,
    /// The tiles in the centre by colour.
    #[schema(value_type = Vec<u8>)]
    pub centre: Counts,
    /// Whether the start marker is in the centre.
    pub marker_in_centre: bool,
    /// The tiles in the bag by colour.
    #[schema(value_type = Vec<u8>)]
    pub bag: Counts,
    /// The tiles in the lid by colour.
    #[schema(value_type = Vec<u8>)]
    pub lid: Counts,
    /// The boards by seat.
    pub boards: Vec<BoardView>,
    /// The colour of each wall space, row by row; `null` on the grey wall.
    #[ts(type = "Array<Array<Colour>> | null")]
    #[schema(value_type = Option<Vec<Vec<Colour>>>)]
    pub plan: Option<[[Colour; 5]; 5]>,
    /// Whether this will be the last round.
    pub last_round: LastRound,
    /// The rows that end, or may end, the game with this round.
    pub last_round_by: Vec<RowInSight>,
    /// The seats that would win, including bonuses, if the round ended now; empty unless this may be the
    /// last round.
    pub would_win: Vec<u8>,
    /// The cost of each floor space from the left, as positive numbers.
    #[ts(type = "Array<number>")]
    #[schema(value_type = Vec<u8>)]
    pub floor_costs: [u8; FLOOR_SPACES],
}

/// Whether the current round will be the last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LastRound {
    /// Not as far as is known.
    No,
    /// A row will be complete if its tile has a legal space (grey wall).
    Maybe,
    /// A row will be complete.
    Yes,
}

/// A wall row that is complete, or will be once its line is tiled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RowInSight {
    /// The seat.
    pub seat: u8,
    /// The row, from 1.
    pub row: u8,
}

/// A player's board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BoardView {
    /// The seat.
    pub seat: u8,
    /// The current score.
    pub score: u16,
    /// The pattern lines from the top.
    #[ts(type = "Array<LineView>")]
    #[schema(value_type = Vec<LineView>)]
    pub lines: [LineView; 5],
    /// The wall, row by row.
    #[ts(type = "Array<Array<Colour | null>>")]
    #[schema(value_type = Vec<Vec<Option<Colour>>>)]
    pub wall: [[Option<Colour>; 5]; 5],
    /// The pieces on the floor, in the order in which they fell.
    pub floor: Vec<FloorPiece>,
    /// The current floor cost, as a positive number.
    pub floor_cost: u16,
    /// Whether the player holds the start marker and therefore starts the next round.
    pub holds_marker: bool,
    /// The prediction for the end of the round.
    pub round_end: RoundEndView,
    /// The bonuses earned so far.
    pub bonuses: BonusView,
}

/// A pattern line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LineView {
    /// The colour that it holds.
    pub colour: Option<Colour>,
    /// The number of tiles that it holds.
    pub count: u8,
    /// Its capacity.
    pub size: u8,
}

/// A piece on a floor space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
pub enum FloorPiece {
    /// A blue tile.
    B,
    /// A yellow tile.
    Y,
    /// A red tile.
    R,
    /// A black tile.
    K,
    /// A white tile.
    W,
    /// The start marker.
    #[serde(rename = "*")]
    Marker,
}

impl From<azulejo_rules::FloorTile> for FloorPiece {
    fn from(tile: azulejo_rules::FloorTile) -> Self {
        match tile {
            azulejo_rules::FloorTile::Tile(colour) => {
                [Self::B, Self::Y, Self::R, Self::K, Self::W][colour.index()]
            }
            azulejo_rules::FloorTile::Marker => Self::Marker,
        }
    }
}

/// The prediction for a board if the round ended now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RoundEndView {
    /// The tiles that would be placed, from the top; on the grey wall in the best columns.
    pub tiles: Vec<TiledView>,
    /// The floor cost.
    pub floor_cost: u16,
    /// The resulting score.
    pub score: u16,
}

/// A tile that would be placed on the wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TiledView {
    /// The line and wall row.
    pub line: u8,
    /// The column; `null` if the line has no legal space on the grey wall and drops.
    pub column: Option<u8>,
    /// The colour.
    pub colour: Colour,
    /// The points it scores; `null` if the line drops.
    pub points: Option<Points>,
}

/// The points of a placed tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Points {
    /// The points of its row run; 0 if there is none.
    pub row: u16,
    /// The points of its column run; 0 if there is none.
    pub column: u16,
    /// The sum of both, or 1 for a lone tile.
    pub total: u16,
}

impl From<azulejo_rules::TilePoints> for Points {
    fn from(points: azulejo_rules::TilePoints) -> Self {
        Self {
            row: points.row(),
            column: points.column(),
            total: points.total(),
        }
    }
}

/// The bonuses as counts and points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BonusView {
    /// Complete rows.
    pub rows: u8,
    /// Complete columns.
    pub columns: u8,
    /// Complete colours.
    pub colours: u8,
    /// The points for the rows.
    pub row_points: u16,
    /// The points for the columns.
    pub column_points: u16,
    /// The points for the colours.
    pub colour_points: u16,
    /// The points for all bonuses.
    pub points: u16,
}

impl From<Bonuses> for BonusView {
    fn from(bonuses: Bonuses) -> Self {
        Self {
            rows: bonuses.rows,
            columns: bonuses.columns,
            colours: bonuses.colours,
            row_points: bonuses.row_points(),
            column_points: bonuses.column_points(),
            colour_points: bonuses.colour_points(),
            points: bonuses.points(),
        }
    }
}

pub(crate) fn counts(by_colour: ByColour<u8>) -> Counts {
    by_colour.0
}

pub(crate) fn number(seat: Seat) -> u8 {
    seat.number() as u8
}

impl TableView {
    /// Returns the view of a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        Self::with_text(position, position.to_string())
    }

    /// Returns the view of a position whose text is already known.
    #[must_use]
    pub fn with_text(position: &Position, text: String) -> Self {
        let plan = (position.wall() == azulejo_rules::Wall::Coloured)
            .then(|| Line::ALL.map(|row| Column::ALL.map(|column| column.colour(row).into())));
        let floor_costs = std::array::from_fn(|i| (FLOOR_COST[i + 1] - FLOOR_COST[i]) as u8);
        let (last_round, last_round_by) = last_round(position);
        Self {
            position: text,
            wall: position.wall().into(),
            round: position.round(),
            phase: position.phase().into(),
            start: number(position.start()),
            to_move: number(position.to_move()),
            factories: position
                .factories()
                .map(|(_, tiles)| tiles.tiles().map(Colour::from).collect())
                .collect(),
            centre: counts(position.centre()),
            marker_in_centre: position.marker() == Marker::Centre,
            bag: counts(position.bag()),
            lid: counts(position.lid()),
            boards: position
                .boards()
                .map(|(seat, _)| BoardView::of(position, seat))
                .collect(),
            plan,
            last_round,
            last_round_by,
            would_win: match last_round {
                LastRound::No => Vec::new(),
                LastRound::Maybe | LastRound::Yes => would_win(position),
            },
            floor_costs,
        }
    }
}

/// Returns whether this will be the last round, and the rows that decide it.
fn last_round(position: &Position) -> (LastRound, Vec<RowInSight>) {
    let coloured = position.wall() == azulejo_rules::Wall::Coloured;
    let mut certain = Vec::new();
    let mut possible = Vec::new();
    for (seat, board) in position.boards() {
        for &row in &Line::ALL {
            let filled = Column::ALL
                .iter()
                .filter(|&&column| board.cell(row, column).is_some())
                .count();
            let in_sight = RowInSight {
                seat: number(seat),
                row: row.number() as u8,
            };
            match filled {
                5 => certain.push(in_sight),
                4 if board.is_complete(row) && coloured => certain.push(in_sight),
                // On the grey wall the last space may be illegal for the colour.
                4 if board.is_complete(row) => possible.push(in_sight),
                _ => {}
            }
        }
    }
    // If the end is certain, rows that only may be completed are not listed.
    if !certain.is_empty() {
        (LastRound::Yes, certain)
    } else if !possible.is_empty() {
        (LastRound::Maybe, possible)
    } else {
        (LastRound::No, Vec::new())
    }
}

/// Returns the seats that would win if the round ended now: most points, then most complete rows.
fn would_win(position: &Position) -> Vec<u8> {
    let ends: Vec<_> = position
        .boards()
        .map(|(seat, _)| {
            let end = position.round_end(seat);
            let total = end.score.1 + end.bonuses.points();
            (seat, (total, end.bonuses.rows))
        })
        .collect();
    let best = ends.iter().map(|&(_, rank)| rank).max();
    ends.iter()
        .filter(|&&(_, rank)| Some(rank) == best)
        .map(|&(seat, _)| number(seat))
        .collect()
}

impl BoardView {
    fn of(position: &Position, seat: Seat) -> Self {
        let board = position.board(seat);
        let end = position.round_end(seat);
        Self {
            seat: number(seat),
            score: board.score(),
            lines: Line::ALL.map(|line| {
                let held = board.line(line);
                LineView {
                    colour: held.map(|(colour, _)| colour.into()),
                    count: held.map_or(0, |(_, count)| count as u8),
                    size: line.capacity() as u8,
                }
            }),
            wall: Line::ALL
                .map(|row| Column::ALL.map(|column| board.cell(row, column).map(Colour::from))),
            floor: board.floor().tiles().map(FloorPiece::from).collect(),
            floor_cost: board.floor().cost(),
            holds_marker: position.marker() == Marker::Held(seat),
            round_end: RoundEndView {
                tiles: end
                    .lines
                    .iter()
                    .map(|tiled| TiledView {
                        line: tiled.placement.line.number() as u8,
                        column: column_of(tiled.placement.target),
                        colour: tiled.colour.into(),
                        points: tiled.points.map(Points::from),
                    })
                    .collect(),
                floor_cost: end.floor_cost,
                score: end.score.1,
            },
            bonuses: board.bonuses().into(),
        }
    }
}

pub(crate) fn column_of(target: PlacementTarget) -> Option<u8> {
    match target {
        PlacementTarget::Column(column) => Some(column.number() as u8),
        PlacementTarget::Floor => None,
    }
}
