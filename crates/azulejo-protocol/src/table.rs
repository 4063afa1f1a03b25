//! The table as people see it: everything a client draws, worked out by the rules.

use azulejo_rules::{
    Bonuses, ByColour, Column, FLOOR_COST, FLOOR_SPACES, Line, Marker, PlacementTarget, Position,
    Seat,
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A colour by its letter.
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

/// Which side of the boards is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wall {
    /// Every space has its colour.
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

/// Where a round is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The factories wait to be filled.
    Refill,
    /// Players take tiles.
    Offer,
    /// Complete lines go to the walls.
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

/// Counts in the order B Y R K W.
pub type Counts = [u8; 5];

/// What lies on the table. Seats, lines, columns and factories count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableView {
    /// The position in the text notation.
    pub position: String,
    /// Which side of the boards is used.
    pub wall: Wall,
    /// The round, from 1.
    pub round: u16,
    /// Where the round is.
    pub phase: Phase,
    /// Who started this round.
    pub start: u8,
    /// Who is to move in the offer.
    pub to_move: u8,
    /// The tiles of each factory, in the order B Y R K W.
    pub factories: Vec<Vec<Colour>>,
    /// The tiles in the centre by colour.
    #[schema(value_type = Vec<u8>)]
    pub centre: Counts,
    /// Whether the start marker lies in the centre.
    pub marker_in_centre: bool,
    /// What is left in the bag by colour.
    #[schema(value_type = Vec<u8>)]
    pub bag: Counts,
    /// What lies in the lid by colour.
    #[schema(value_type = Vec<u8>)]
    pub lid: Counts,
    /// The boards by seat.
    pub boards: Vec<BoardView>,
    /// The colour of each wall space, row by row, on the coloured wall.
    #[ts(type = "Array<Array<Colour>> | null")]
    #[schema(value_type = Option<Vec<Vec<Colour>>>)]
    pub plan: Option<[[Colour; 5]; 5]>,
    /// Whether this will be the last round.
    pub last_round: LastRound,
    /// The rows that make it the last round, or may do so.
    pub last_round_by: Vec<RowInSight>,
    /// Who would win, bonuses counted, if the round ended now; only in what may be the last round.
    pub would_win: Vec<u8>,
    /// What each floor space costs, from the left: positive numbers.
    #[ts(type = "Array<number>")]
    #[schema(value_type = Vec<u8>)]
    pub floor_costs: [u8; FLOOR_SPACES],
}

/// Whether the round that is played will be the last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LastRound {
    /// Nothing says so yet.
    No,
    /// A row will be complete if its tile can be placed (grey wall).
    Maybe,
    /// A row will be complete.
    Yes,
}

/// A wall row that is complete, or will be when its line is tiled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RowInSight {
    /// Whose.
    pub seat: u8,
    /// The row, from 1.
    pub row: u8,
}

/// One player's board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BoardView {
    /// The seat.
    pub seat: u8,
    /// The score so far.
    pub score: u16,
    /// The pattern lines from the top.
    #[ts(type = "Array<LineView>")]
    #[schema(value_type = Vec<LineView>)]
    pub lines: [LineView; 5],
    /// The wall, row by row.
    #[ts(type = "Array<Array<Colour | null>>")]
    #[schema(value_type = Vec<Vec<Option<Colour>>>)]
    pub wall: [[Option<Colour>; 5]; 5],
    /// What lies on the floor, in the order in which it fell.
    pub floor: Vec<FloorPiece>,
    /// What the floor costs now: a positive number.
    pub floor_cost: u16,
    /// Whether this player holds the start marker, and so starts the next round.
    pub holds_marker: bool,
    /// What the board would score if the round ended now.
    pub round_end: RoundEndView,
    /// The bonuses its wall has earned so far, as counts.
    pub bonuses: BonusView,
}

/// One pattern line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LineView {
    /// The colour it holds.
    pub colour: Option<Colour>,
    /// How many tiles it holds.
    pub count: u8,
    /// How many it takes.
    pub size: u8,
}

/// What can lie on a floor space.
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

/// What a board would score if the round ended now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RoundEndView {
    /// The tiles that would go to the wall, from the top. On the grey wall: in the best columns.
    pub tiles: Vec<TiledView>,
    /// What the floor would cost.
    pub floor_cost: u16,
    /// The score it would leave.
    pub score: u16,
}

/// A tile that goes, or would go, to the wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TiledView {
    /// The line and wall row.
    pub line: u8,
    /// The column; nothing when the grey wall has no space and the line falls.
    pub column: Option<u8>,
    /// The colour.
    pub colour: Colour,
    /// What it scores; nothing when the line falls.
    pub points: Option<Points>,
}

/// What a placed tile scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Points {
    /// For the run in its row; 0 when there is none.
    pub row: u16,
    /// For the run in its column; 0 when there is none.
    pub column: u16,
    /// Both, or 1 for a tile that stands alone.
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

/// Bonuses as counts, and what each kind is worth.
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
    /// The points for all of them.
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
    /// The view of a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        Self::with_text(position, position.to_string())
    }

    /// The view of a position whose text is known.
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

/// Whether complete lines will complete rows of walls, and which.
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
                // On the grey wall the last space may be closed to the colour.
                4 if board.is_complete(row) => possible.push(in_sight),
                _ => {}
            }
        }
    }
    // Where it is certain, rows that only may be completed do not decide it.
    if !certain.is_empty() {
        (LastRound::Yes, certain)
    } else if !possible.is_empty() {
        (LastRound::Maybe, possible)
    } else {
        (LastRound::No, Vec::new())
    }
}

/// The seats that would have won if the round ended now: most points, then most rows.
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
