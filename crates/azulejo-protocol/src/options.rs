//! What a player may do now, and what each choice would bring, so that a client needs no rules.

use azulejo_rules::{
    Colour as RulesColour, Destination, IllegalMove, Line, Move, PlacementTarget, Position, Seat,
    Source,
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::compact::{Columns, notation};
use crate::table::{Colour, Counts, Points, column_of, counts, number};

/// The moves of the player who is to move in the offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OfferOptions {
    /// Who is to move.
    pub seat: u8,
    /// The legal moves, with what each would do.
    pub moves: Vec<MoveOption>,
    /// Why lines do not take a colour that is on offer.
    pub refused: Vec<Refusal>,
}

/// A legal move and what it would do. There are many of them, so what says nothing is left out: a
/// field that is not there is null, 0, false or empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MoveOption {
    /// The move in notation.
    #[serde(rename = "move", with = "notation")]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub m: Move,
    /// The factory; nothing for the centre.
    #[serde(default, skip_serializing_if = "is_nothing")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub factory: Option<u8>,
    /// The colour taken.
    pub colour: Colour,
    /// The line; nothing for the floor.
    #[serde(default, skip_serializing_if = "is_nothing")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub line: Option<u8>,
    /// How many tiles are taken.
    pub taken: u8,
    /// What goes from the factory to the centre.
    #[serde(default, skip_serializing_if = "is_nothing")]
    #[schema(value_type = Vec<u8>)]
    pub to_centre: Counts,
    /// Whether the start marker is taken as well.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub takes_marker: bool,
    /// How many tiles go to the line.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub placed: u8,
    /// How many fall to the floor.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub spilled: u8,
    /// How many find no floor space and go to the lid.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub to_lid: u8,
    /// What the floor costs before the move: a positive number.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub floor_before: u16,
    /// What it would cost after.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub floor_after: u16,
    /// Whether the line would be complete.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub completes: bool,
    /// What its tile would score at the end of the round.
    #[serde(default, skip_serializing_if = "is_nothing")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub points: Option<Points>,
    /// The columns of the wall that are open to the line's tile as things stand. Empty for the floor,
    /// and where the grey wall has no space for it.
    #[serde(default, skip_serializing_if = "is_nothing")]
    #[ts(type = "Array<number>")]
    #[schema(value_type = Vec<u8>)]
    pub columns: Columns,
    /// The score that would be left if the round ended after the move.
    pub round_end: u16,
    /// Whether these are the last tiles on offer: the move cannot be taken back after.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub ends_round: bool,
}

fn is_nothing<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A line that does not take a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Refusal {
    /// The colour.
    pub colour: Colour,
    /// The line.
    pub line: u8,
    /// Why.
    pub reason: RefusalReason,
    /// The colour that the line holds; left out where that is not the reason.
    #[serde(default, skip_serializing_if = "is_nothing")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub holds: Option<Colour>,
}

/// Why a line does not take a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RefusalReason {
    /// It takes nothing more.
    LineFull,
    /// It holds another colour.
    LineHolds,
    /// Its wall row shows the colour already.
    OnWall,
}

impl OfferOptions {
    /// The options of the player to move; nothing outside the offer.
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
    /// What a legal move would do.
    fn of(position: &Position, m: Move) -> Self {
        let preview = position
            .preview(m)
            .expect("a move of the list of legal moves has a preview");
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

/// The ways to tile of one player: a tree, because an earlier choice can forbid a later one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TilingOptions {
    /// Who chooses.
    pub seat: u8,
    /// The topmost complete line.
    pub first: TilingLine,
}

/// A line to tile and its choices.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TilingLine {
    /// The line.
    pub line: u8,
    /// Its colour.
    pub colour: Colour,
    /// The choices from left to right; one, the floor, when the wall has no space for it.
    pub choices: Vec<TilingChoice>,
}

/// A choice for a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TilingChoice {
    /// The placement in notation.
    pub placement: String,
    /// The column; nothing when the line falls to the floor.
    pub column: Option<u8>,
    /// What the tile scores there.
    pub points: Option<Points>,
    /// The next complete line after this choice.
    #[schema(no_recursion)]
    pub next: Option<Box<TilingLine>>,
}

impl TilingOptions {
    /// The choices of a player; nothing when there is nothing to tile.
    #[must_use]
    pub fn of(position: &Position, seat: Seat) -> Option<Self> {
        Some(Self {
            seat: number(seat),
            first: TilingLine::of(position, seat)?,
        })
    }

    /// Whether some line has more than one choice.
    #[must_use]
    pub fn has_choice(&self) -> bool {
        fn open(line: &TilingLine) -> bool {
            line.choices.len() > 1
                || line
                    .choices
                    .iter()
                    .any(|c| c.next.as_deref().is_some_and(open))
        }
        open(&self.first)
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
