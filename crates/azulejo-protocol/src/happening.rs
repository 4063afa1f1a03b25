//! Steps and table events as data: clients animate and localise them.

use azulejo_rules::{Event, Source};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::game::{Level, TakeoverReason};
use crate::table::{BonusView, Colour, Counts, Points, counts, number};

/// An entry of a game's event log with its effects on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Step {
    /// Its index in the log.
    pub ply: u32,
    /// The time in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// The log entry.
    pub what: Happening,
    /// Its effects on the table, in order.
    pub events: Vec<TableEvent>,
}

/// An entry of a game's event log, as everyone may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Happening {
    /// The game was created.
    Created,
    /// A player took a seat.
    Seated {
        /// The seat.
        seat: u8,
        /// The player's name.
        name: String,
    },
    /// A player left a seat before the start, or the host removed them.
    Unseated {
        /// The seat.
        seat: u8,
    },
    /// The host gave a seat to a bot before the start.
    BotSeated {
        /// The seat.
        seat: u8,
        /// The bot's level.
        level: Level,
    },
    /// The game started; the first deal follows.
    Started,
    /// The factories were filled.
    Dealt {
        /// The round that starts.
        round: u16,
    },
    /// A move of the offer.
    Moved {
        /// The seat that moved.
        seat: u8,
        /// The move in notation.
        #[serde(rename = "move")]
        text: String,
    },
    /// A player has chosen columns; they are revealed once everyone has chosen.
    Chosen {
        /// The seat.
        seat: u8,
    },
    /// All lines are tiled and the floors charged.
    Tiled {
        /// The placements of each seat in notation.
        placements: Vec<Vec<String>>,
    },
    /// A player asked for a takeback.
    UndoAsked {
        /// The requesting seat.
        seat: u8,
        /// The first event that would be taken back, along with all later ones.
        to: u32,
    },
    /// The takeback was declined, withdrawn or timed out.
    UndoRefused {
        /// The requesting seat.
        seat: u8,
    },
    /// Moves were taken back.
    Undone {
        /// The requesting seat.
        seat: u8,
        /// The first event that was taken back.
        to: u32,
    },
    /// A player resigned.
    Resigned {
        /// The seat.
        seat: u8,
    },
    /// A player's time ran out.
    Flagged {
        /// The seat.
        seat: u8,
    },
    /// A player was absent for too long.
    Left {
        /// The seat.
        seat: u8,
    },
    /// A bot took over a seat.
    TakenOver {
        /// The seat.
        seat: u8,
        /// The bot's level.
        level: Level,
        /// The reason.
        reason: TakeoverReason,
    },
    /// A player took a seat back from a bot.
    TakenBack {
        /// The seat.
        seat: u8,
    },
    /// The server's downtime was credited to the clocks.
    Resumed {
        /// The downtime in milliseconds.
        #[ts(type = "number")]
        down: i64,
    },
    /// The game ended; the view has the result.
    Ended,
    /// The host cancelled the game, or it expired before it started.
    Cancelled,
}

/// An effect on the table. Seats, lines, columns, factories and floor spaces count from 1; costs are
/// positive numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TableEvent {
    /// A player takes all tiles of a colour from a factory or the centre.
    Taken {
        /// The seat.
        seat: u8,
        /// The factory; `null` for the centre.
        factory: Option<u8>,
        /// The colour.
        colour: Colour,
        /// The number of tiles.
        count: u8,
    },
    /// The other tiles of a factory go to the centre.
    ToCentre {
        /// The factory.
        factory: u8,
        /// The tiles by colour.
        #[schema(value_type = Vec<u8>)]
        tiles: Counts,
    },
    /// A player takes the start marker.
    MarkerTaken {
        /// The seat.
        seat: u8,
        /// The floor space; `null` if the floor was full.
        space: Option<u8>,
        /// Its cost.
        cost: u16,
    },
    /// Tiles go to a line.
    Placed {
        /// The seat.
        seat: u8,
        /// The line.
        line: u8,
        /// The colour.
        colour: Colour,
        /// The number of tiles.
        count: u8,
        /// Whether this completes the line.
        complete: bool,
    },
    /// Tiles fall to the floor.
    Spilled {
        /// The seat.
        seat: u8,
        /// The colour.
        colour: Colour,
        /// The number of tiles.
        count: u8,
        /// The first floor space that they occupy.
        space: u8,
        /// Their cost.
        cost: u16,
    },
    /// Tiles go to the lid.
    ToLid {
        /// The seat.
        seat: u8,
        /// The colour.
        colour: Colour,
        /// The number of tiles.
        count: u8,
    },
    /// A tile is placed on the wall.
    Tiled {
        /// The seat.
        seat: u8,
        /// The line and wall row.
        line: u8,
        /// The column.
        column: u8,
        /// The colour.
        colour: Colour,
        /// The points it scores.
        points: Points,
        /// The score afterwards.
        score: u16,
        /// Whether this completes the row.
        completes_row: bool,
    },
    /// A complete line has no legal space on the grey wall: its tiles drop to the floor.
    LineDropped {
        /// The seat.
        seat: u8,
        /// The line.
        line: u8,
        /// The colour.
        colour: Colour,
    },
    /// A floor is charged and cleared.
    FloorCharged {
        /// The seat.
        seat: u8,
        /// The number of occupied spaces.
        spaces: u8,
        /// Their cost.
        cost: u16,
        /// The points lost, never more than the score.
        lost: u16,
        /// The score afterwards.
        score: u16,
    },
    /// The start player of the next round is determined.
    StartsNext {
        /// The seat.
        seat: u8,
        /// Whether the player held the marker; otherwise it was not taken.
        held_marker: bool,
    },
    /// The lid's tiles refill the bag.
    LidToBag {
        /// The tiles by colour.
        #[schema(value_type = Vec<u8>)]
        tiles: Counts,
    },
    /// Tiles are dealt to a factory.
    Dealt {
        /// The factory.
        factory: u8,
        /// The tiles in the order drawn.
        tiles: Vec<Colour>,
    },
    /// The offer of a round opens.
    RoundStarted {
        /// The round.
        round: u16,
        /// The start player.
        seat: u8,
    },
    /// The game is over.
    GameEnded {
        /// Whether a row is complete; otherwise nothing is left to deal.
        complete_row: bool,
    },
    /// A player's bonuses.
    BonusesScored {
        /// The seat.
        seat: u8,
        /// The bonuses.
        bonuses: BonusView,
        /// The final score.
        score: u16,
        /// Whether the player wins, alone or shared.
        won: bool,
    },
}

impl TableEvent {
    /// Returns the wire form of an event; `None` for events that the protocol does not have.
    pub fn of(event: &Event) -> Option<Self> {
        Some(match *event {
            Event::Taken {
                seat,
                source,
                colour,
                count,
            } => Self::Taken {
                seat: number(seat),
                factory: match source {
                    Source::Factory(factory) => Some(factory.number() as u8),
                    Source::Centre => None,
                },
                colour: colour.into(),
                count,
            },
            Event::ToCentre { factory, tiles } => Self::ToCentre {
                factory: factory.number() as u8,
                tiles: counts(tiles),
            },
            Event::MarkerTaken { seat, space, cost } => Self::MarkerTaken {
                seat: number(seat),
                space,
                cost,
            },
            Event::Placed {
                seat,
                line,
                colour,
                count,
                complete,
            } => Self::Placed {
                seat: number(seat),
                line: line.number() as u8,
                colour: colour.into(),
                count,
                complete,
            },
            Event::Spilled {
                seat,
                colour,
                count,
                space,
                cost,
            } => Self::Spilled {
                seat: number(seat),
                colour: colour.into(),
                count,
                space,
                cost,
            },
            Event::ToLid {
                seat,
                colour,
                count,
            } => Self::ToLid {
                seat: number(seat),
                colour: colour.into(),
                count,
            },
            Event::Tiled {
                seat,
                line,
                column,
                colour,
                points,
                score,
                completes_row,
            } => Self::Tiled {
                seat: number(seat),
                line: line.number() as u8,
                column: column.number() as u8,
                colour: colour.into(),
                points: points.into(),
                score,
                completes_row,
            },
            Event::LineDropped { seat, line, colour } => Self::LineDropped {
                seat: number(seat),
                line: line.number() as u8,
                colour: colour.into(),
            },
            Event::FloorCharged {
                seat,
                spaces,
                cost,
                lost,
                score,
            } => Self::FloorCharged {
                seat: number(seat),
                spaces,
                cost,
                lost,
                score,
            },
            Event::StartsNext { seat, held_marker } => Self::StartsNext {
                seat: number(seat),
                held_marker,
            },
            Event::LidToBag { tiles } => Self::LidToBag {
                tiles: counts(tiles),
            },
            Event::Dealt { factory, draw } => Self::Dealt {
                factory: factory.number() as u8,
                tiles: draw.tiles().map(Colour::from).collect(),
            },
            Event::RoundStarted { round, seat } => Self::RoundStarted {
                round,
                seat: number(seat),
            },
            Event::GameEnded { complete_row } => Self::GameEnded { complete_row },
            Event::BonusesScored {
                seat,
                bonuses,
                score,
                won,
            } => Self::BonusesScored {
                seat: number(seat),
                bonuses: bonuses.into(),
                score,
                won,
            },
            _ => return None,
        })
    }
}

/// Converts the events of one step.
#[must_use]
pub fn table_events(events: &[Event]) -> Vec<TableEvent> {
    events.iter().filter_map(TableEvent::of).collect()
}
