//! The saved form of a local game: its event log and the names of its seats.

use azulejo_game::event::Event;
use azulejo_game::view::SeatName;
use azulejo_game::{Table, Timestamp};
use azulejo_protocol::id::GameId;
use serde::{Deserialize, Serialize};

/// The version of the format.
const FORMAT: u32 = 1;

/// A saved game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedGame {
    format: u32,
    pub(super) id: GameId,
    /// The names of the people, by seat.
    names: Vec<Option<String>>,
    pub(super) events: Vec<LoggedEvent>,
    /// The checksum after the last event.
    hash: String,
}

/// An event with its time.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LoggedEvent {
    pub(super) at: Timestamp,
    pub(super) event: Event,
}

impl SavedGame {
    pub(super) fn new(table: &Table, names: &[SeatName], events: Vec<LoggedEvent>) -> Self {
        Self {
            format: FORMAT,
            id: table.id,
            names: names.iter().map(|name| name.name.clone()).collect(),
            events,
            hash: table.hash().to_owned(),
        }
    }

    /// Folds the log. An error if it is damaged or was saved by a newer version.
    pub(super) fn fold(&self) -> Result<(Table, Vec<SeatName>), String> {
        if self.format != FORMAT {
            return Err(format!("the format {} is unknown", self.format));
        }
        let Some((first, rest)) = self.events.split_first() else {
            return Err("there are no events".to_owned());
        };
        let mut table =
            Table::new(self.id, &first.event, first.at).map_err(|error| error.to_string())?;
        for LoggedEvent { at, event } in rest {
            table.apply(event, *at).map_err(|error| error.to_string())?;
        }
        if table.hash() != self.hash {
            return Err("the checksum differs".to_owned());
        }
        if self.names.len() != table.seats.len() {
            return Err(format!(
                "there are {} names for {} seats",
                self.names.len(),
                table.seats.len()
            ));
        }
        let names = self.names.iter().map(|name| seat_name(name.as_deref()));
        Ok((table, names.collect()))
    }
}

/// Returns the name of a seat, which is not marked as a guest's: all people are on this device.
pub(super) fn seat_name(name: Option<&str>) -> SeatName {
    SeatName {
        name: name.map(str::to_owned),
        ..SeatName::default()
    }
}
