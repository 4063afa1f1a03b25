//! The start menu: Enter starts at once, everything else is optional.

use azulejo_ai::BotId;
use azulejo_rules::{Seat, Wall};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::args::{Occupant, Start};
use crate::host::{StyledText, Tone};
use crate::i18n::Key;
use crate::local::{GameSetup, Seats, random_seed};
use crate::words::Words;

/// The occupant of a seat in the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Choice {
    Human,
    Bot(BotId),
    Empty,
}

impl Choice {
    /// All choices for a seat; the first two seats can't be empty.
    fn all(seat: usize) -> Vec<Self> {
        let mut all = vec![Self::Human];
        all.extend(BotId::LEVELS.map(Self::Bot));
        if seat >= 2 {
            all.push(Self::Empty);
        }
        all
    }
}

/// An item of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    Start,
    Resume,
    Seat(usize),
    Wall,
    First,
    Quit,
}

/// The user's choice.
#[derive(Clone, Debug)]
pub(crate) enum MenuChoice {
    Start(GameSetup),
    Resume,
    Quit,
}

/// The rendered contents of a menu.
pub(crate) struct MenuPicture {
    /// The text above the lines.
    pub(crate) above: Vec<StyledText>,
    pub(crate) lines: Vec<MenuLine>,
    /// The key hints, or an error.
    pub(crate) below: StyledText,
}

/// A rendered line.
pub(crate) struct MenuLine {
    pub(crate) label: String,
    /// The value that the arrows change.
    pub(crate) value: Option<String>,
    pub(crate) is_current: bool,
}

pub(crate) struct Menu {
    /// Whether there is a game to resume.
    can_resume: bool,
    cursor: usize,
    seats: [Choice; 4],
    wall: Wall,
    first: Start,
    /// An error message, if any.
    pub(crate) notice: Option<String>,
}

impl Menu {
    pub(crate) fn new(can_resume: bool) -> Self {
        Self {
            can_resume,
            cursor: 0,
            seats: [
                Choice::Human,
                Choice::Bot(BotId::Apprentice),
                Choice::Empty,
                Choice::Empty,
            ],
            wall: Wall::Coloured,
            first: Start::Random,
            notice: None,
        }
    }

    fn items(&self) -> Vec<Item> {
        let resume = self.can_resume.then_some(Item::Resume);
        [Item::Start]
            .into_iter()
            .chain(resume)
            .chain((0..4).map(Item::Seat))
            .chain([Item::Wall, Item::First, Item::Quit])
            .collect()
    }

    pub(crate) fn picture(&self, words: &Words) -> MenuPicture {
        MenuPicture {
            above: Vec::new(),
            lines: self.lines(words),
            below: match &self.notice {
                Some(notice) => StyledText::new(Tone::Bad, notice.clone()),
                None => StyledText::new(Tone::Dim, words.text(Key("term-menu-keys"))),
            },
        }
    }

    fn lines(&self, words: &Words) -> Vec<MenuLine> {
        let current = self.items()[self.cursor];
        self.items()
            .into_iter()
            .map(|item| {
                let (label, value) = match item {
                    Item::Start => (words.text(Key("term-menu-start")), None),
                    Item::Resume => (words.text(Key("term-menu-resume")), None),
                    Item::Seat(i) => (
                        words.player(i + 1),
                        Some(match self.seats[i] {
                            Choice::Human => words.text(Key("term-menu-human")),
                            Choice::Bot(id) => words.introduced(id.name()),
                            Choice::Empty => words.text(Key("term-menu-empty")),
                        }),
                    ),
                    Item::Wall => (
                        words.text(Key("variant-label")),
                        Some(words.wall(self.wall)),
                    ),
                    Item::First => (
                        words.text(Key("term-menu-first")),
                        Some(match self.first {
                            Start::Random => words.text(Key("term-menu-random")),
                            Start::Seat(seat) => words.player(seat.number()),
                        }),
                    ),
                    Item::Quit => (words.text(Key("term-menu-quit")), None),
                };
                MenuLine {
                    label,
                    value,
                    is_current: item == current,
                }
            })
            .collect()
    }

    /// Handles a key; returns the user's choice, if any.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Option<MenuChoice> {
        self.notice = None;
        let items = self.items();
        let n = items.len();
        match key.code {
            KeyCode::Up => self.cursor = (self.cursor + n - 1) % n,
            KeyCode::Down | KeyCode::Tab => self.cursor = (self.cursor + 1) % n,
            KeyCode::Right | KeyCode::Char(' ') => self.change(items[self.cursor], true),
            KeyCode::Left => self.change(items[self.cursor], false),
            KeyCode::Char('q' | 'Q') | KeyCode::Esc => return Some(MenuChoice::Quit),
            KeyCode::Char('r' | 'R') if self.can_resume => return Some(MenuChoice::Resume),
            KeyCode::Enter => {
                return Some(match items[self.cursor] {
                    Item::Resume => MenuChoice::Resume,
                    Item::Quit => MenuChoice::Quit,
                    Item::Start | Item::Seat(_) | Item::Wall | Item::First => {
                        MenuChoice::Start(self.setup())
                    }
                });
            }
            _ => {}
        }
        None
    }

    fn change(&mut self, item: Item, forward: bool) {
        match item {
            Item::Seat(i) => {
                let all = Choice::all(i);
                self.seats[i] = cycle(&all, self.seats[i], forward);
                // An empty seat can't start.
                if let Start::Seat(seat) = self.first
                    && seat.index() >= self.occupants().len()
                {
                    self.first = Start::Random;
                }
            }
            Item::Wall => self.wall = cycle(&Wall::ALL, self.wall, forward),
            Item::First => {
                let seats = Seat::ALL[..self.occupants().len()].iter();
                let all: Vec<_> = [Start::Random]
                    .into_iter()
                    .chain(seats.map(|&seat| Start::Seat(seat)))
                    .collect();
                self.first = cycle(&all, self.first, forward);
            }
            Item::Start | Item::Resume | Item::Quit => {}
        }
    }

    /// The players; gaps between seats are closed.
    fn occupants(&self) -> Vec<Occupant> {
        let occupant = |choice: &Choice| match *choice {
            Choice::Human => Some(Occupant::Human(None)),
            Choice::Bot(id) => Some(Occupant::Bot(id.into())),
            Choice::Empty => None,
        };
        self.seats.iter().filter_map(occupant).collect()
    }

    fn setup(&self) -> GameSetup {
        GameSetup {
            seats: Seats::new(&self.occupants()),
            wall: self.wall,
            start: self.first,
            seed: random_seed(),
        }
    }
}

/// The next or the previous of some values, wrapping around.
pub(crate) fn cycle<T: Copy + PartialEq>(all: &[T], now: T, forward: bool) -> T {
    let n = all.len();
    let at = all.iter().position(|&value| value == now).unwrap_or(0);
    all[if forward { at + 1 } else { at + n - 1 } % n]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(menu: &mut Menu, codes: &[KeyCode]) -> Option<MenuChoice> {
        let mut chosen = None;
        for &code in codes {
            chosen = menu.key(KeyEvent::from(code));
        }
        chosen
    }

    fn started(codes: &[KeyCode]) -> (Vec<String>, Wall, Start) {
        let mut menu = Menu::new(false);
        match press(&mut menu, codes) {
            Some(MenuChoice::Start(setup)) => (setup.seats.record_names(), setup.wall, setup.start),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn enter_starts_the_default_game() {
        let (names, wall, start) = started(&[KeyCode::Enter]);
        assert_eq!(names, ["Player 1", "bot:apprentice"]);
        assert_eq!((wall, start), (Wall::Coloured, Start::Random));
    }

    #[test]
    fn every_setting_can_be_changed() {
        use KeyCode::{Down, Enter, Left, Right};
        let (names, wall, start) = started(&[
            Down, Down, Right, // seat 2: tiler
            Down, Down, Left, // seat 4: legend, with seat 3 empty
            Down, Right, // the grey wall
            Down, Left, // the last seat starts
            Enter,
        ]);
        assert_eq!(names, ["Player 1", "bot:tiler", "bot:legend"]);
        assert_eq!(
            (wall, start),
            (Wall::Grey, Start::Seat(Seat::new(3).unwrap()))
        );
    }

    #[test]
    fn resume_is_offered_if_there_is_a_game() {
        let r = KeyEvent::from(KeyCode::Char('r'));
        assert!(matches!(Menu::new(true).key(r), Some(MenuChoice::Resume)));
        assert!(Menu::new(false).key(r).is_none());
        let mut menu = Menu::new(true);
        let chosen = press(&mut menu, &[KeyCode::Down, KeyCode::Enter]);
        assert!(matches!(chosen, Some(MenuChoice::Resume)));
    }
}
