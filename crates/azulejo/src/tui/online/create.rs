//! The menu for creating a game on a server: Enter creates it at once, everything else is optional.

use std::rc::Rc;

use azulejo_protocol::game::{Clock, Level, UndoPolicy};
use azulejo_protocol::http::{NewGame, SeatRequest};
use azulejo_protocol::table::Wall;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::Navigation;
use crate::host::{StyledText, Tone};
use crate::i18n::Key;
use crate::online::{ApiRequest, ApiResponse, Link, LinkEvent};
use crate::tui::menu::{MenuLine, MenuPicture, cycle};
use crate::words::Words;

/// The time controls on offer.
const CLOCKS: [Clock; 7] = [
    Clock::None,
    Clock::RealTime {
        seconds: 180,
        increment: 5,
    },
    Clock::RealTime {
        seconds: 300,
        increment: 5,
    },
    Clock::RealTime {
        seconds: 600,
        increment: 10,
    },
    Clock::Days { days: 1 },
    Clock::Days { days: 3 },
    Clock::Days { days: 7 },
];

/// The occupant of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Choice {
    Me,
    Invited,
    Open,
    Bot(Level),
    Empty,
}

impl Choice {
    fn all(seat: usize) -> Vec<Self> {
        let mut all = vec![Self::Invited, Self::Open];
        all.extend(Level::ALL.map(Self::Bot));
        if seat >= 2 {
            all.push(Self::Empty);
        }
        all
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    Open,
    Seat(usize),
    Wall,
    First,
    Clock,
    Undo,
    Public,
    Back,
}

const ITEMS: [Item; 11] = [
    Item::Open,
    Item::Seat(0),
    Item::Seat(1),
    Item::Seat(2),
    Item::Seat(3),
    Item::Wall,
    Item::First,
    Item::Clock,
    Item::Undo,
    Item::Public,
    Item::Back,
];

pub(crate) struct Create {
    link: Rc<Link>,
    cursor: usize,
    seats: [Choice; 4],
    wall: Wall,
    /// The starting seat; `None` for a random one.
    first: Option<u8>,
    clock: Clock,
    /// `None` for the default, which depends on the seats.
    undo: Option<UndoPolicy>,
    public: bool,
    is_sent: bool,
    notice: Option<String>,
}

impl Create {
    pub(crate) fn new(link: Rc<Link>) -> Self {
        Self {
            link,
            cursor: 0,
            seats: [Choice::Me, Choice::Invited, Choice::Empty, Choice::Empty],
            wall: Wall::Coloured,
            first: None,
            clock: Clock::None,
            undo: None,
            public: false,
            is_sent: false,
            notice: None,
        }
    }

    fn occupants(&self) -> Vec<Choice> {
        let taken = self.seats.iter().copied();
        taken.filter(|choice| *choice != Choice::Empty).collect()
    }

    /// An open seat can only be filled from the lobby.
    fn must_be_public(&self) -> bool {
        self.occupants().contains(&Choice::Open)
    }

    fn undo_policy(&self) -> UndoPolicy {
        let has_others = self
            .occupants()
            .iter()
            .any(|choice| matches!(choice, Choice::Open | Choice::Invited));
        self.undo.unwrap_or(if has_others {
            UndoPolicy::Ask
        } else {
            UndoPolicy::Free
        })
    }

    fn new_game(&self) -> NewGame {
        let seat = |choice: &Choice| match *choice {
            Choice::Me | Choice::Empty => SeatRequest::Me { name: None },
            Choice::Invited => SeatRequest::Invited,
            Choice::Open => SeatRequest::Open,
            Choice::Bot(level) => SeatRequest::Bot { level },
        };
        NewGame {
            id: None,
            seats: self.occupants().iter().map(seat).collect(),
            wall: self.wall,
            start: self.first,
            clock: Some(self.clock),
            public: Some(self.public || self.must_be_public()),
            undo: Some(self.undo_policy()),
        }
    }

    /// Processes events; returns whether anything changed, and the next screen, if any.
    pub(crate) fn tick(&mut self, words: &Words) -> (bool, Option<Navigation>) {
        let mut changed = false;
        while let Some(event) = self.link.next_event() {
            changed = true;
            let LinkEvent::Response(answer) = event else {
                continue;
            };
            match *answer {
                ApiResponse::Entered(Ok(entered)) => {
                    return (true, Some(Navigation::Entered(entered)));
                }
                ApiResponse::Entered(Err(error)) => {
                    self.is_sent = false;
                    self.notice = Some(words.online_error(&error, self.link.address.host()));
                }
                _ => {}
            }
        }
        (changed, None)
    }

    pub(crate) fn picture(&self, words: &Words) -> MenuPicture {
        let below = match &self.notice {
            Some(notice) => StyledText::new(Tone::Bad, notice.clone()),
            None if self.is_sent => {
                StyledText::new(Tone::Dim, words.text(Key("term-online-entering")))
            }
            None => StyledText::new(Tone::Dim, words.text(Key("term-online-create-keys"))),
        };
        let line = |(i, item): (usize, &Item)| {
            let (label, value) = self.line(*item, words);
            MenuLine {
                label,
                value,
                is_current: i == self.cursor,
            }
        };
        MenuPicture {
            above: Vec::new(),
            lines: ITEMS.iter().enumerate().map(line).collect(),
            below,
        }
    }

    fn line(&self, item: Item, words: &Words) -> (String, Option<String>) {
        let text = |key| words.text(key);
        match item {
            Item::Open => {
                let is_full = self
                    .occupants()
                    .iter()
                    .all(|choice| matches!(choice, Choice::Me | Choice::Bot(_)));
                let key = if is_full {
                    Key("setup-create")
                } else {
                    Key("setup-create-table")
                };
                (text(key), None)
            }
            Item::Seat(i) => {
                let label = words.format(Key("setup-seat"), &[("seat", (i + 1).into())]);
                let value = match self.seats[i] {
                    // The creator's own seat can't be changed.
                    Choice::Me => {
                        return (label, None::<String>.or(Some(text(Key("setup-seat-me")))));
                    }
                    Choice::Invited => text(Key("setup-seat-invited")),
                    Choice::Open => text(Key("setup-seat-open")),
                    Choice::Bot(level) => words.introduced(level.id()),
                    Choice::Empty => text(Key("term-menu-empty")),
                };
                (label, Some(value))
            }
            Item::Wall => (
                text(Key("variant-label")),
                Some(words.wall(self.wall.into())),
            ),
            Item::First => {
                let value = match self.first {
                    None => text(Key("term-menu-random")),
                    Some(seat) => words.format(Key("setup-seat"), &[("seat", seat.into())]),
                };
                (text(Key("term-menu-first")), Some(value))
            }
            Item::Clock => (text(Key("setup-clock")), Some(words.clock(self.clock))),
            Item::Undo => {
                let value = words.undo_policy(self.undo_policy());
                (text(Key("setup-undo")), Some(value))
            }
            Item::Public => {
                let is_public = self.public || self.must_be_public();
                let key = if is_public {
                    Key("term-online-yes")
                } else {
                    Key("term-online-no")
                };
                (text(Key("term-online-public")), Some(text(key)))
            }
            Item::Back => (text(Key("term-online-back")), None),
        }
    }

    /// Handles a key; returns the next screen, if any.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Option<Navigation> {
        self.notice = None;
        let n = ITEMS.len();
        match key.code {
            KeyCode::Up => self.cursor = (self.cursor + n - 1) % n,
            KeyCode::Down | KeyCode::Tab => self.cursor = (self.cursor + 1) % n,
            KeyCode::Right | KeyCode::Char(' ') => self.change(ITEMS[self.cursor], true),
            KeyCode::Left => self.change(ITEMS[self.cursor], false),
            KeyCode::Char('q' | 'Q') | KeyCode::Esc => return Some(Navigation::Lobby),
            KeyCode::Enter if ITEMS[self.cursor] == Item::Back => return Some(Navigation::Lobby),
            KeyCode::Enter if !self.is_sent => {
                self.is_sent = true;
                return Some(Navigation::Open(self.new_game()));
            }
            _ => {}
        }
        None
    }

    pub(crate) fn send(&self, new: NewGame) {
        self.link.request(ApiRequest::Create(new));
    }

    fn change(&mut self, item: Item, forward: bool) {
        match item {
            Item::Seat(0) | Item::Open | Item::Back => {}
            Item::Seat(i) => {
                self.seats[i] = cycle(&Choice::all(i), self.seats[i], forward);
                // An empty seat can't start.
                let n = self.occupants().len();
                self.first = self.first.filter(|&seat| usize::from(seat) <= n);
            }
            Item::Wall => {
                self.wall = cycle(&[Wall::Coloured, Wall::Grey], self.wall, forward);
            }
            Item::First => {
                let seats = (1..=self.occupants().len() as u8).map(Some);
                let all: Vec<_> = [None].into_iter().chain(seats).collect();
                self.first = cycle(&all, self.first, forward);
            }
            Item::Clock => self.clock = cycle(&CLOCKS, self.clock, forward),
            Item::Undo => {
                let all = [UndoPolicy::Ask, UndoPolicy::Free, UndoPolicy::Off];
                self.undo = Some(cycle(&all, self.undo_policy(), forward));
            }
            Item::Public => self.public = !self.public,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn created(codes: &[KeyCode]) -> NewGame {
        let address = "http://127.0.0.1:1".parse().unwrap();
        let (link, _orders, _news) = Link::to_test(address, "Ana");
        let mut create = Create::new(Rc::new(link));
        for &code in codes {
            if let Some(Navigation::Open(new)) = create.key(KeyEvent::from(code)) {
                return new;
            }
        }
        panic!("no game was created");
    }

    #[test]
    fn enter_creates_a_game_for_a_friend() {
        let new = created(&[KeyCode::Enter]);
        assert_eq!(
            new.seats,
            [SeatRequest::Me { name: None }, SeatRequest::Invited]
        );
        assert_eq!(
            (new.wall, new.start, new.clock, new.public, new.undo),
            (
                Wall::Coloured,
                None,
                Some(Clock::None),
                Some(false),
                Some(UndoPolicy::Ask)
            )
        );
    }

    #[test]
    fn every_setting_can_be_changed() {
        use KeyCode::{Down, Enter, Left, Right};
        let new = created(&[
            Down, Right, // the own seat is fixed
            Down, Right, // anyone
            Down, Down, Left, Left, // seat 4: a legend, with seat 3 empty
            Down, Right, // the grey wall
            Down, Left, // the last seat starts
            Down, Right, Right, // five minutes
            Down, Right, // free
            Enter,
        ]);
        let bot = SeatRequest::Bot {
            level: Level::Master,
        };
        assert_eq!(
            new.seats,
            [SeatRequest::Me { name: None }, SeatRequest::Open, bot]
        );
        assert_eq!((new.wall, new.start), (Wall::Grey, Some(3)));
        let clock = Clock::RealTime {
            seconds: 300,
            increment: 5,
        };
        assert_eq!(new.clock, Some(clock));
        assert_eq!(new.undo, Some(UndoPolicy::Free));
        assert_eq!(new.public, Some(true), "an open seat needs a public game");
    }
}
