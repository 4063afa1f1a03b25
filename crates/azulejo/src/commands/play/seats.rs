//! Who sits where: people and bots, and what to call them.

use azulejo_ai::{Bot, BotId};
use azulejo_rules::Seat;

use crate::args::Sitter;
use crate::words::Names;

/// The players of a game.
pub(super) struct Seats {
    sitters: Vec<Sitter>,
    bots: Vec<Option<Bot>>,
    /// The bot that is asked for hints.
    pub(super) adviser: Bot,
}

impl Seats {
    pub(super) fn new(sitters: &[Sitter], seed: u64) -> Self {
        let bot = |(i, sitter): (usize, &Sitter)| match sitter {
            Sitter::Human(_) => None,
            Sitter::Bot(spec) => Some(Bot::new(*spec, seed.wrapping_add(1 + i as u64))),
        };
        // Hints come from a strong player, whoever sits at the table.
        let adviser = Bot::new(BotId::Master, seed);
        let bots = sitters.iter().enumerate().map(bot).collect();
        Self {
            sitters: sitters.to_vec(),
            bots,
            adviser,
        }
    }

    /// The bot at a seat, or nothing where a person sits.
    pub(super) fn bot(&mut self, seat: Seat) -> Option<&mut Bot> {
        self.bots[seat.index()].as_mut()
    }

    /// Whether anybody is there to type.
    pub(super) fn has_people(&self) -> bool {
        self.n_people() > 0
    }

    fn n_people(&self) -> usize {
        self.sitters
            .iter()
            .filter(|sitter| matches!(sitter, Sitter::Human(_)))
            .count()
    }

    /// The names for the record.
    pub(super) fn record_names(&self) -> Vec<String> {
        let name = |(i, sitter): (usize, &Sitter)| match sitter {
            Sitter::Human(Some(name)) => name.clone(),
            Sitter::Human(None) => format!("Player {}", i + 1),
            Sitter::Bot(spec) => format!("bot:{spec}"),
        };
        self.sitters.iter().enumerate().map(name).collect()
    }

    /// The names for the screen: a person without a name who plays alone is "You", and seats tell
    /// apart who is called the same.
    pub(super) fn names(&self) -> Names {
        let alone = self.n_people() == 1;
        let mut you = None;
        let mut shown = Vec::new();
        for ((i, sitter), seat) in self.sitters.iter().enumerate().zip(Seat::ALL) {
            shown.push(match sitter {
                Sitter::Human(None) if alone => {
                    you = Some(seat);
                    "You".to_owned()
                }
                Sitter::Human(None) => format!("Player {}", i + 1),
                Sitter::Human(Some(name)) => name.clone(),
                Sitter::Bot(spec) => spec.to_string(),
            });
        }
        let repeated: Vec<_> = shown
            .iter()
            .map(|name| shown.iter().filter(|other| *other == name).count() > 1)
            .collect();
        for (i, name) in shown.iter_mut().enumerate().filter(|(i, _)| repeated[*i]) {
            *name = format!("{name} ({})", i + 1);
        }
        Names { shown, you }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(sitters: &[&str]) -> (Vec<String>, Option<Seat>, Vec<String>) {
        let sitters: Vec<_> = sitters
            .iter()
            .map(|text| match text.strip_prefix("human") {
                Some("") => Sitter::Human(None),
                Some(name) => Sitter::Human(Some(name[1..].to_owned())),
                None => Sitter::Bot(text.parse().unwrap()),
            })
            .collect();
        let seats = Seats::new(&sitters, 1);
        let names = seats.names();
        (names.shown, names.you, seats.record_names())
    }

    #[test]
    fn one_person_is_you_and_several_are_numbered() {
        let (shown, you, record) = names(&["greedy", "human"]);
        assert_eq!((shown[1].as_str(), you), ("You", Seat::new(2)));
        assert_eq!(record, ["bot:greedy", "Player 2"]);

        let (shown, you, record) = names(&["human", "human:Ana", "greedy", "greedy"]);
        assert_eq!(shown, ["Player 1", "Ana", "greedy (3)", "greedy (4)"]);
        assert_eq!(you, None);
        assert_eq!(record, ["Player 1", "Ana", "bot:greedy", "bot:greedy"]);
    }
}
