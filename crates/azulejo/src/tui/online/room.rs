//! The waiting room: the seats until the game starts.

use std::rc::Rc;
use std::time::Instant;

use azulejo_protocol::game::{Level, Status};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::Navigation;
use crate::host::{StyledText, Tone};
use crate::i18n::Key;
use crate::online::{
    ApiRequest, Entered, EntryRole, Link, Mirror, RoomEvent, WaitingRoom, is_free,
};
use crate::tui::menu::{MenuLine, MenuPicture, cycle};
use crate::words::Words;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    Seat(usize),
    Copy,
    Leave,
    Cancel,
    Lobby,
}

pub(crate) struct Room {
    waiting_room: WaitingRoom,
    cursor: usize,
    /// The level of the bot for a free seat.
    level: Level,
    notice: Option<StyledText>,
}

impl Room {
    pub(crate) fn new(link: Rc<Link>, entered: Entered, words: &Words) -> Self {
        let notice = match &entered.role {
            EntryRole::Watching(Some(remark)) => {
                Some(StyledText::new(Tone::Bad, words.remark(remark)))
            }
            EntryRole::Watching(None) | EntryRole::Seated => None,
        };
        Self {
            waiting_room: WaitingRoom::new(link, entered),
            cursor: 0,
            level: Level::Tiler,
            notice,
        }
    }

    /// The link to share, while there are free seats.
    pub(crate) fn invite_link(&self) -> Option<String> {
        self.waiting_room.invite_link()
    }

    fn mirror(&self) -> &Mirror {
        &self.waiting_room.mirror
    }

    fn is_seated(&self) -> bool {
        !self.mirror().seats().is_empty()
    }

    /// Processes events; returns whether anything changed, and the next screen, if any.
    pub(crate) fn tick(&mut self, now: Instant, words: &Words) -> (bool, Option<Navigation>) {
        let events = self.waiting_room.tick(now);
        let changed = !events.is_empty();
        for event in events {
            let host = self.waiting_room.link().address.host();
            let bad = |text| Some(StyledText::new(Tone::Bad, text));
            self.notice = match event {
                RoomEvent::Redraw => continue,
                RoomEvent::Refused(problem) => bad(words.problem(&problem)),
                RoomEvent::Error(error) => bad(words.online_error(&error, host)),
                RoomEvent::Remark(remark) => bad(words.remark(&remark)),
                RoomEvent::Happened(what) => {
                    let names = words.online_names(&self.mirror().view, self.mirror().seats());
                    let text = words.happening(&names, &what);
                    text.map(|text| StyledText::new(Tone::Plain, text))
                }
            };
        }
        if self.mirror().is_ready() {
            let view = self.mirror().view.clone();
            let mirror = std::mem::replace(&mut self.waiting_room.mirror, Mirror::new(view, None));
            return (true, Some(Navigation::Table(Box::new(mirror))));
        }
        (changed, None)
    }

    fn items(&self) -> Vec<Item> {
        let view = &self.mirror().view;
        let is_waiting = view.status == Status::Waiting;
        let mut items: Vec<_> = (0..view.seats.len()).map(Item::Seat).collect();
        items.extend(self.invite_link().map(|_| Item::Copy));
        if is_waiting && self.waiting_room.is_host() {
            items.push(Item::Cancel);
        } else if is_waiting && self.is_seated() {
            items.push(Item::Leave);
        }
        items.push(Item::Lobby);
        items
    }

    pub(crate) fn picture(&self, words: &Words) -> MenuPicture {
        let view = &self.mirror().view;
        let settings = &view.settings;
        let title = match view.status {
            Status::Waiting => Key("waiting-title"),
            Status::Cancelled => Key("game-cancelled"),
            Status::Running | Status::Finished => Key("term-online-entering"),
        };
        let facts = [
            words.wall(settings.wall.into()),
            words.clock(settings.clock),
            format!(
                "{}: {}",
                words.text(Key("setup-undo")),
                words.undo_policy(settings.undo)
            ),
        ];
        let mut above = vec![
            StyledText::new(Tone::Strong, words.text(title)),
            StyledText::new(Tone::Dim, facts.join(" · ")),
        ];
        if view.status == Status::Waiting && self.is_seated() {
            above.push(StyledText::new(
                Tone::Plain,
                words.text(Key("waiting-starts")),
            ));
        }
        let items = self.items();
        let cursor = self.cursor.min(items.len() - 1);
        let line = |(i, item): (usize, &Item)| {
            let (label, value) = self.line(*item, words);
            MenuLine {
                label,
                value,
                is_current: i == cursor,
            }
        };
        let below = match &self.notice {
            _ if !self.waiting_room.link().is_up() => {
                StyledText::new(Tone::Bad, words.text(Key("connection-lost")))
            }
            Some(notice) => notice.clone(),
            None => StyledText::new(Tone::Dim, self.about(items[cursor], words)),
        };
        MenuPicture {
            above,
            lines: items.iter().enumerate().map(line).collect(),
            below,
        }
    }

    /// A description of what Enter does on a line.
    fn about(&self, item: Item, words: &Words) -> String {
        let Item::Seat(i) = item else {
            return words.text(Key("term-online-room-keys"));
        };
        let seat = &self.mirror().view.seats[i];
        let is_mine = self.mirror().seats().contains(&seat.seat);
        let does = if !self.waiting_room.is_host()
            || is_mine
            || self.mirror().view.status != Status::Waiting
        {
            None
        } else if is_free(seat) {
            Some(words.text(Key("seat-bot")))
        } else {
            Some(words.text(Key("seat-remove")))
        };
        let keys = words.text(Key("term-online-room-keys"));
        match does {
            Some(does) => format!("Enter: {does} · {keys}"),
            None => keys,
        }
    }

    fn line(&self, item: Item, words: &Words) -> (String, Option<String>) {
        match item {
            Item::Seat(i) => {
                let seat = &self.mirror().view.seats[i];
                let number = words.format(Key("setup-seat"), &[("seat", seat.seat.into())]);
                let is_mine = self.mirror().seats().contains(&seat.seat);
                let who = words.seat(seat);
                let label = if is_mine {
                    format!("{number}  {who} {}", words.text(Key("seat-you")))
                } else {
                    format!("{number}  {who}")
                };
                let can_fill = is_free(seat) && self.waiting_room.is_host();
                let bot = || {
                    let bot = words.online_bot(self.level);
                    format!("{}: {bot}", words.text(Key("seat-bot")))
                };
                (label, can_fill.then(bot))
            }
            Item::Copy => (words.text(Key("term-online-copy")), None),
            Item::Leave => (words.text(Key("seat-leave")), None),
            Item::Cancel => (words.text(Key("waiting-cancel")), None),
            Item::Lobby => (words.text(Key("term-online-back")), None),
        }
    }

    /// Handles a key; returns the next screen, if any.
    pub(crate) fn key(&mut self, key: KeyEvent, words: &Words) -> Option<Navigation> {
        self.notice = None;
        let items = self.items();
        let n = items.len();
        self.cursor = self.cursor.min(n - 1);
        match key.code {
            KeyCode::Up => self.cursor = (self.cursor + n - 1) % n,
            KeyCode::Down | KeyCode::Tab => self.cursor = (self.cursor + 1) % n,
            KeyCode::Right | KeyCode::Char(' ') => {
                self.level = cycle(&Level::ALL, self.level, true);
            }
            KeyCode::Left => self.level = cycle(&Level::ALL, self.level, false),
            KeyCode::Char('c' | 'C') => return self.copy(words),
            KeyCode::Char('q' | 'Q') => return Some(Navigation::Quit),
            KeyCode::Esc => return Some(Navigation::Lobby),
            KeyCode::Enter => return self.choose(items[self.cursor], words),
            _ => {}
        }
        None
    }

    fn copy(&mut self, words: &Words) -> Option<Navigation> {
        let link = self.invite_link()?;
        let text = words.text(Key("term-online-copied"));
        self.notice = Some(StyledText::new(Tone::Good, text));
        Some(Navigation::Copy(link))
    }

    fn choose(&mut self, item: Item, words: &Words) -> Option<Navigation> {
        let game = self.mirror().game.clone();
        match item {
            Item::Lobby => return Some(Navigation::Lobby),
            Item::Copy => return self.copy(words),
            Item::Cancel => self
                .waiting_room
                .link()
                .request(ApiRequest::Cancel { game }),
            Item::Leave => {
                let seat = self.mirror().seats().first().copied()?;
                self.waiting_room
                    .link()
                    .request(ApiRequest::Unseat { game, seat });
            }
            Item::Seat(i) => {
                let seat = self.mirror().view.seats.get(i)?;
                let is_mine = self.mirror().seats().contains(&seat.seat);
                if !self.waiting_room.is_host() || is_mine {
                    return None;
                }
                let (level, number) = (self.level, seat.seat);
                self.waiting_room.link().request(if is_free(seat) {
                    ApiRequest::SeatBot {
                        game,
                        seat: number,
                        level,
                    }
                } else {
                    ApiRequest::Unseat { game, seat: number }
                });
            }
        }
        None
    }
}
