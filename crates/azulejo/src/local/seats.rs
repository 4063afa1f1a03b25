//! The players of a local game: people and bots, and their names.

use azulejo_ai::{Bot, BotSpec};
use azulejo_rules::Seat;

use crate::args::Occupant;
use crate::words::{Names, Words};

/// A bot in a record that this program doesn't know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct UnknownBot {
    /// Its seat, from 1.
    pub(crate) seat: usize,
    /// Its name without `bot:`.
    pub(crate) bot: String,
}

/// The players of a game.
#[derive(Clone, Debug)]
pub(crate) struct Seats(Vec<Occupant>);

impl Seats {
    pub(crate) fn new(occupants: &[Occupant]) -> Self {
        Self(occupants.to_vec())
    }

    /// The players of a recorded game.
    ///
    /// # Errors
    /// If a bot is unknown.
    pub(crate) fn from_record_names(names: &[String]) -> Result<Self, UnknownBot> {
        let occupant = |(i, name): (usize, &String)| match name.strip_prefix("bot:") {
            Some(spec) => spec.parse().map(Occupant::Bot).map_err(|_| UnknownBot {
                seat: i + 1,
                bot: spec.to_owned(),
            }),
            None if *name == unnamed(i) => Ok(Occupant::Human(None)),
            None => Ok(Occupant::Human(Some(name.clone()))),
        };
        let occupants: Result<_, _> = names.iter().enumerate().map(occupant).collect();
        occupants.map(Self)
    }

    #[cfg(test)]
    pub(crate) fn occupants(&self) -> &[Occupant] {
        &self.0
    }

    /// The bot at a seat, or `None` for a person.
    pub(crate) fn bot(&self, seat: Seat) -> Option<BotSpec> {
        match self.0[seat.index()] {
            Occupant::Bot(spec) => Some(spec),
            Occupant::Human(_) => None,
        }
    }

    /// Creates the bots by seat. Each bot that uses randomness gets its own seed.
    pub(crate) fn create_bots(&self, seed: u64) -> Vec<Option<Bot>> {
        let bot = |(i, occupant): (usize, &Occupant)| match occupant {
            Occupant::Human(_) => None,
            Occupant::Bot(spec) => Some(Bot::new(*spec, seed.wrapping_add(1 + i as u64))),
        };
        self.0.iter().enumerate().map(bot).collect()
    }

    /// Returns whether any seat is a person's.
    pub(crate) fn has_people(&self) -> bool {
        self.n_people() > 0
    }

    fn n_people(&self) -> usize {
        self.0
            .iter()
            .filter(|occupant| matches!(occupant, Occupant::Human(_)))
            .count()
    }

    /// The names for the record.
    pub(crate) fn record_names(&self) -> Vec<String> {
        let name = |(i, occupant): (usize, &Occupant)| match occupant {
            Occupant::Human(Some(name)) => name.clone(),
            Occupant::Human(None) => unnamed(i),
            Occupant::Bot(spec) => format!("bot:{spec}"),
        };
        self.0.iter().enumerate().map(name).collect()
    }

    /// The names for the screen: a single person without a name is "You", and equal names are told
    /// apart by seat number.
    pub(crate) fn names(&self, words: &Words) -> Names {
        let alone = self.n_people() == 1;
        let mut you = None;
        let mut shown = Vec::new();
        for ((i, occupant), seat) in self.0.iter().enumerate().zip(Seat::ALL) {
            shown.push(match occupant {
                Occupant::Human(None) if alone => {
                    you = Some(seat);
                    words.you()
                }
                Occupant::Human(None) => words.player(i + 1),
                Occupant::Human(Some(name)) => name.clone(),
                Occupant::Bot(spec) => words.bot(*spec),
            });
        }
        Names::new(shown, you)
    }
}

/// The name of an unnamed person in a record.
fn unnamed(index: usize) -> String {
    format!("Player {}", index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Lang;

    fn names(occupants: &[&str]) -> (Vec<String>, Option<Seat>, Vec<String>) {
        let occupants: Vec<_> = occupants
            .iter()
            .map(|text| match text.strip_prefix("human") {
                Some("") => Occupant::Human(None),
                Some(name) => Occupant::Human(Some(name[1..].to_owned())),
                None => Occupant::Bot(text.parse().unwrap()),
            })
            .collect();
        let seats = Seats::new(&occupants);
        let names = seats.names(&Words::new(Lang::En));
        let record = seats.record_names();
        let again = Seats::from_record_names(&record).unwrap();
        assert_eq!(again.occupants(), occupants);
        (names.shown, names.you, record)
    }

    #[test]
    fn single_person_is_you_and_several_are_numbered() {
        let (shown, you, record) = names(&["greedy", "human"]);
        assert_eq!((shown[1].as_str(), you), ("You", Seat::new(2)));
        assert_eq!(record, ["bot:greedy", "Player 2"]);

        let (shown, you, record) = names(&["human", "human:Ana", "greedy", "greedy"]);
        assert_eq!(shown, ["Player 1", "Ana", "Greedy #3", "Greedy #4"]);
        assert_eq!(you, None);
        assert_eq!(record, ["Player 1", "Ana", "bot:greedy", "bot:greedy"]);
    }

    #[test]
    fn unknown_bot_is_reported_with_its_seat() {
        let names = ["Ana".to_owned(), "bot:oracle".to_owned()];
        let unknown = Seats::from_record_names(&names).unwrap_err();
        assert_eq!((unknown.seat, unknown.bot.as_str()), (2, "oracle"));
    }
}
