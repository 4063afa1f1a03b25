//! What happened, as data: a client animates it and says it in its own language.

use azulejo_rules::{Event, Source};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::game::{Level, TakeoverReason};
use crate::table::{BonusView, Colour, Counts, Points, counts, number};

/// One event of a game's log and what it did on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Step {
    /// Its place in the log.
    pub ply: u32,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// What happened.
    pub what: Happening,
    /// What it did on the table, in order.
    pub events: Vec<TableEvent>,
}

/// An event of a game's log, as everybody may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Happening {
    /// The game was set up.
    Created,
    /// A person took a seat.
    Seated {
        /// Which.
        seat: u8,
        /// The person's name.
        name: String,
    },
    /// A person left a seat before the start, or the host removed them.
    Unseated {
        /// Which.
        seat: u8,
    },
    /// The host gave a seat to a bot before the start.
    BotSeated {
        /// Which.
        seat: u8,
        /// The bot.
        level: Level,
    },
    /// The first deal follows.
    Started,
    /// The factories were filled.
    Dealt {
        /// The round that starts.
        round: u16,
    },
    /// A move of the offer.
    Moved {
        /// Who moved.
        seat: u8,
        /// The move in notation.
        #[serde(rename = "move")]
        text: String,
    },
    /// A player has chosen columns; which ones is shown with the others'.
    Chosen {
        /// Who.
        seat: u8,
    },
    /// All lines are tiled and the floors charged.
    Tiled {
        /// For each seat the placements in notation.
        placements: Vec<Vec<String>>,
    },
    /// A player asks to take back moves.
    UndoAsked {
        /// Who asks.
        seat: u8,
        /// The event to which the game would go back: it and all later ones are taken back.
        to: u32,
    },
    /// The question was refused, withdrawn or not answered in time.
    UndoRefused {
        /// Who asked.
        seat: u8,
    },
    /// Moves were taken back.
    Undone {
        /// Who asked.
        seat: u8,
        /// The first event taken back.
        to: u32,
    },
    /// A player resigned.
    Resigned {
        /// Who.
        seat: u8,
    },
    /// A player's time ran out.
    Flagged {
        /// Who.
        seat: u8,
    },
    /// A player stayed away for too long.
    Left {
        /// Who.
        seat: u8,
    },
    /// A bot takes a seat.
    TakenOver {
        /// Which.
        seat: u8,
        /// The bot.
        level: Level,
        /// Why.
        reason: TakeoverReason,
    },
    /// A person takes a seat back from a bot.
    TakenBack {
        /// Which.
        seat: u8,
    },
    /// Time in which the server was down was given back to the clocks.
    Resumed {
        /// How long, in milliseconds.
        #[ts(type = "number")]
        down: i64,
    },
    /// The game ended; the view tells how.
    Ended,
    /// The host cancelled the game, or it expired before it started.
    Cancelled,
}

/// One thing that happened on the table. Seats, lines, columns, factories and floor spaces count
/// from 1; costs are positive numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TableEvent {
    /// A player takes all tiles of a colour.
    Taken {
        /// Who.
        seat: u8,
        /// The factory; nothing for the centre.
        factory: Option<u8>,
        /// The colour.
        colour: Colour,
        /// How many.
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
        /// Who.
        seat: u8,
        /// The floor space; nothing when the floor was full.
        space: Option<u8>,
        /// What it costs.
        cost: u16,
    },
    /// Tiles go to a line.
    Placed {
        /// Whose.
        seat: u8,
        /// The line.
        line: u8,
        /// The colour.
        colour: Colour,
        /// How many.
        count: u8,
        /// Whether the line is complete now.
        complete: bool,
    },
    /// Tiles fall to the floor.
    Spilled {
        /// Whose.
        seat: u8,
        /// The colour.
        colour: Colour,
        /// How many.
        count: u8,
        /// The first space they lie on.
        space: u8,
        /// What they cost.
        cost: u16,
    },
    /// Tiles go to the lid.
    ToLid {
        /// Whose.
        seat: u8,
        /// The colour.
        colour: Colour,
        /// How many.
        count: u8,
    },
    /// A tile goes to the wall.
    Tiled {
        /// Whose.
        seat: u8,
        /// The line and row.
        line: u8,
        /// The column.
        column: u8,
        /// The colour.
        colour: Colour,
        /// What it scores.
        points: Points,
        /// The score with it.
        score: u16,
        /// Whether the row is complete now.
        completes_row: bool,
    },
    /// A complete line of the grey wall has no space: its tiles fall.
    LineDropped {
        /// Whose.
        seat: u8,
        /// The line.
        line: u8,
        /// The colour.
        colour: Colour,
    },
    /// A floor is charged and cleared.
    FloorCharged {
        /// Whose.
        seat: u8,
        /// How many spaces were taken.
        spaces: u8,
        /// What they cost.
        cost: u16,
        /// What the player lost, never more than the score.
        lost: u16,
        /// The score after it.
        score: u16,
    },
    /// Who starts the next round.
    StartsNext {
        /// Who.
        seat: u8,
        /// Whether the marker was held; otherwise nobody took it.
        held_marker: bool,
    },
    /// The lid's tiles go into the bag.
    LidToBag {
        /// The tiles by colour.
        #[schema(value_type = Vec<u8>)]
        tiles: Counts,
    },
    /// Tiles are drawn onto a factory.
    Dealt {
        /// The factory.
        factory: u8,
        /// The tiles in the order in which they were drawn.
        tiles: Vec<Colour>,
    },
    /// The offer of a round opens.
    RoundStarted {
        /// The round.
        round: u16,
        /// Who starts.
        seat: u8,
    },
    /// The game is over.
    GameEnded {
        /// Because a row is complete, or else because nothing is left to deal.
        complete_row: bool,
    },
    /// A player's bonuses.
    BonusesScored {
        /// Whose.
        seat: u8,
        /// The bonuses.
        bonuses: BonusView,
        /// The final score.
        score: u16,
        /// Whether the player wins, alone or with others.
        won: bool,
    },
}

impl From<&Event> for TableEvent {
    fn from(event: &Event) -> Self {
        match *event {
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
            _ => unreachable!("event {event:?} has no wire form"),
        }
    }
}

/// The events of one step.
#[must_use]
pub fn table_events(events: &[Event]) -> Vec<TableEvent> {
    events.iter().map(TableEvent::from).collect()
}
