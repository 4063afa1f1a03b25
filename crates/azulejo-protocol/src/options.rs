//! The legal choices of a player with their consequences, so that clients need no rules.

use azulejo_rules::{
    Colour as RulesColour, Destination, IllegalMove, Line, Move, PlacementTarget, Position, Seat,
    Source,
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::compact::{Columns, notation};
use crate::table::{Colour, Counts, Points, column_of, counts, number};

/// The legal moves of the player to move in the offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OfferOptions {
    /// The player to move.
    pub seat: u8,
    /// The legal moves with their consequences.
    pub moves: Vec<MoveOption>,
    /// The reasons why lines reject a colour that is on offer.
    pub refused: Vec<Refusal>,
}

/// A legal move and its consequences. There are many of them, so default values are omitted: a missing
/// field is null, 0, false or empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MoveOption {
    /// The move in notation.
    #[serde(rename = "move", with = "notation")]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub m: Move,
    /// The factory; omitted for the centre.
    #[serde(default, skip_serializing_if = "is_default")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub factory: Option<u8>,
    /// The colour taken.
    pub colour: Colour,
    /// The line; omitted for the floor.
    #[serde(default, skip_serializing_if = "is_default")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub line: Option<u8>,
    /// The number of tiles taken.
    pub taken: u8,
    /// The tiles that move from the factory to the centre.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(value_type = Vec<u8>)]
    pub to_centre: Counts,
    /// Whether the move takes the start marker.
    #[serde(default, skip_serializing_if = "is_default")]
    pub takes_marker: bool,
    /// The number of tiles placed on the line.
    #[serde(default, skip_serializing_if = "is_default")]
    pub placed: u8,
    /// The number of tiles that fall to the floor.
    #[serde(default, skip_serializing_if = "is_default")]
    pub spilled: u8,
    /// The number of tiles that find no floor space and go to the lid.
    #[serde(default, skip_serializing_if = "is_default")]
    pub to_lid: u8,
    /// The floor cost before the move, as a positive number.
    #[serde(default, skip_serializing_if = "is_default")]
    pub floor_before: u16,
    /// The floor cost after the move.
    #[serde(default, skip_serializing_if = "is_default")]
    pub floor_after: u16,
    /// Whether the move completes the line.
    #[serde(default, skip_serializing_if = "is_default")]
    pub completes: bool,
    /// The points its tile would score at the end of the round.
    #[serde(default, skip_serializing_if = "is_default")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub points: Option<Points>,
    /// The wall columns currently open to the line's tile. Empty for the floor, and if the grey wall
    /// has no legal space for it.
    #[serde(default, skip_serializing_if = "is_default")]
    #[ts(type = "Array<number>")]
    #[schema(value_type = Vec<u8>)]
    pub columns: Columns,
    /// The score if the round ended after the move.
    pub round_end: u16,
    /// Whether the move takes the last tiles on offer and therefore cannot be taken back.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ends_round: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A line that rejects a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Refusal {
    /// The colour.
    pub colour: Colour,
    /// The line.
    pub line: u8,
    /// The reason.
    pub reason: RefusalReason,
    /// The colour that the line holds; omitted unless that is the reason.
    #[serde(default, skip_serializing_if = "is_default")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub holds: Option<Colour>,
}

/// The reason why a line rejects a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RefusalReason {
    /// The line is full.
    LineFull,
    /// The line holds another colour.
    LineHolds,
    /// The colour is already on the line's wall row.
    OnWall,
}

impl OfferOptions {
    /// Returns the options of the player to move, or `None` outside the offer.
    #[must_use]
    pub fn of(position: &Position) -> Option<Self> {
        if position.phase() != azulejo_rules::Phase::Offer {
            return None;
        }
        let moves = position.legal_moves();
        let refused = RulesColour::ALL
            .into_iter()
            .filter_map(|colour| moves.iter().find(|m| m.colour() == colour))
            .flat_map(|found| refusals(position, found.source(), found.colour()))
            .collect();
        Some(Self {
            seat: number(position.to_move()),
            moves: moves.iter().map(|&m| MoveOption::of(position, m)).collect(),
            refused,
        })
    }
}

fn refusals(
    position: &Position,
    source: Source,
    colour: RulesColour,
) -> impl Iterator<Item = Refusal> {
    Line::ALL.into_iter().filter_map(move |line| {
        let m = Move::new(source, colour, Destination::Line(line));
        let (reason, holds) = match position.check(m).err()? {
            IllegalMove::LineFull(_) => (RefusalReason::LineFull, None),
            IllegalMove::LineHolds(_, held) => (RefusalReason::LineHolds, Some(held.into())),
            IllegalMove::OnWall(_) => (RefusalReason::OnWall, None),
            IllegalMove::WrongPhase(_) | IllegalMove::NoSuchFactory | IllegalMove::NoSuchTiles => {
                return None;
            }
        };
        Some(Refusal {
            colour: colour.into(),
            line: line.number() as u8,
            reason,
            holds,
        })
    })
}

impl MoveOption {
    /// Previews a legal move.
    fn of(position: &Position, m: Move) -> Self {
        let preview = position.preview(m).expect("a legal move has a preview");
        Self {
            m,
            factory: match m.source() {
                Source::Factory(factory) => Some(factory.number() as u8),
                Source::Centre => None,
            },
            colour: m.colour().into(),
            line: match m.destination() {
                Destination::Line(line) => Some(line.number() as u8),
                Destination::Floor => None,
            },
            taken: preview.taken,
            to_centre: counts(preview.to_centre),
            takes_marker: preview.takes_marker,
            placed: preview.placed,
            spilled: preview.spilled,
            to_lid: preview.to_lid,
            floor_before: preview.floor_cost.0,
            floor_after: preview.floor_cost.1,
            completes: preview.completes,
            points: preview.points.map(Points::from),
            columns: Columns::from_bits(preview.columns),
            round_end: preview.round_end,
            ends_round: position.group_count() == 1,
        }
    }
}

/// The tiling options of one player, as a tree: an earlier choice can rule out a later one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TilingOptions {
    /// The choosing seat.
    pub seat: u8,
    /// The topmost complete line.
    pub first: TilingLine,
}

/// A complete line and its choices.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TilingLine {
    /// The line.
    pub line: u8,
    /// Its colour.
    pub colour: Colour,
    /// The choices from left to right; only the floor if the wall has no legal space.
    pub choices: Vec<TilingChoice>,
}

/// A choice for a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TilingChoice {
    /// The placement in notation.
    pub placement: String,
    /// The column; `null` if the line drops to the floor.
    pub column: Option<u8>,
    /// The points the tile scores there.
    pub points: Option<Points>,
    /// The next complete line after this choice.
    #[schema(no_recursion)]
    pub next: Option<Box<TilingLine>>,
}

impl TilingOptions {
    /// Returns the options of a player, or `None` if there is nothing to tile.
    #[must_use]
    pub fn of(position: &Position, seat: Seat) -> Option<Self> {
        Some(Self {
            seat: number(seat),
            first: TilingLine::of(position, seat)?,
        })
    }
}

impl TilingLine {
    fn of(position: &Position, seat: Seat) -> Option<Self> {
        let placements = position.placements(seat);
        let line = placements.first()?.line;
        let board = position.board(seat);
        let (colour, _) = board.line(line)?;
        let choices = placements
            .iter()
            .map(|&placement| {
                let points = match placement.target {
                    PlacementTarget::Column(column) => Some(board.points_at(line, column).into()),
                    PlacementTarget::Floor => None,
                };
                let mut after = *position;
                after.tile_unchecked(seat, placement);
                TilingChoice {
                    placement: placement.to_string(),
                    column: column_of(placement.target),
                    points,
                    next: Self::of(&after, seat).map(Box::new),
                }
            })
            .collect();
        Some(Self {
            line: line.number() as u8,
            colour: colour.into(),
            choices,
        })
    }
}
