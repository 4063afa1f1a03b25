//! The plain interface for games on a server: lobby, waiting room and table.

mod lobby;
mod stdin;
mod table;

use std::io::Write as _;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use azulejo_protocol::game::{Level, Status};

use self::stdin::{Input, StdinReader};
use crate::i18n::Key;
use crate::online::{ApiRequest, Entered, EntryRole, Link, Mirror, RoomEvent, WaitingRoom};
use crate::screen::Screen;
use crate::words::Words;

/// The polling interval.
const PAUSE: Duration = Duration::from_millis(20);

/// A plain session on a server.
pub(in crate::commands::play) struct OnlineSession<'s> {
    link: Rc<Link>,
    words: Rc<Words>,
    screen: &'s mut Screen,
    stdin: StdinReader,
    /// The file to append the records of games to.
    save: Option<PathBuf>,
    /// Whether phrases of other players are shown.
    pub(in crate::commands::play) has_phrases: bool,
    /// Whether the connection was up at the last check.
    was_up: bool,
}

/// The next screen.
enum Next {
    Quit,
    Lobby,
    Game(Box<Entered>),
    Table(Box<Mirror>),
}

impl<'s> OnlineSession<'s> {
    pub(in crate::commands::play) fn new(
        link: Link,
        words: Words,
        save: Option<PathBuf>,
        screen: &'s mut Screen,
    ) -> Self {
        Self {
            link: Rc::new(link),
            words: Rc::new(words),
            screen,
            stdin: StdinReader::start(),
            save,
            has_phrases: true,
            was_up: true,
        }
    }

    /// Plays until the user quits.
    pub(in crate::commands::play) fn run(&mut self, entered: Option<Box<Entered>>) -> Result<()> {
        let name = self.link.name();
        let args = [("name", name.into())];
        let text = self.words.format(Key("home-guest"), &args);
        let host = self.link.address.host().to_owned();
        self.say(&format!("{host}: {text}"))?;
        let mut next = entered.map_or(Next::Lobby, Next::Game);
        loop {
            next = match next {
                Next::Quit => break,
                Next::Lobby => self.lobby()?,
                Next::Game(entered) => self.room(*entered)?,
                Next::Table(mirror) => self.table(*mirror)?,
            };
        }
        Ok(self.screen.flush()?)
    }

    fn say(&mut self, text: &str) -> Result<()> {
        Ok(self.screen.wrapped(text, 0)?)
    }

    /// Prints a text without wrapping, so that it can be copied.
    fn say_unwrapped(&mut self, text: &str) -> Result<()> {
        Ok(self.screen.line(text)?)
    }

    fn say_key(&mut self, key: Key) -> Result<()> {
        let text = self.words.text(key);
        self.say(&text)
    }

    fn prompt(&mut self, text: &str) -> Result<()> {
        write!(self.screen, "{text}")?;
        Ok(self.screen.flush()?)
    }

    /// Echoes the input of a script, so that it appears in the transcript.
    fn echo(&mut self, line: &str) -> Result<()> {
        if self.stdin.is_script() {
            self.screen.line(line.trim_end())?;
        }
        Ok(())
    }

    /// Explains why a line was rejected. People are asked again; a script is aborted.
    fn refuse(&mut self, why: &str) -> Result<()> {
        if !self.stdin.is_script() {
            return self.say(why);
        }
        self.screen.flush()?;
        let place = self.words.input_place(self.stdin.number());
        bail!("{place}: {why}");
    }

    /// Sleeps briefly; reports when the connection breaks or is restored, and fails on a permanent
    /// error.
    fn wait(&mut self) -> Result<()> {
        self.screen.flush()?;
        std::thread::sleep(PAUSE);
        if let Some(error) = self.link.failure() {
            let text = self.words.online_error(&error, self.link.address.host());
            return Err(anyhow!(text));
        }
        let is_up = self.link.is_up();
        if is_up != self.was_up {
            self.was_up = is_up;
            self.say_key(if is_up {
                Key("term-online-connected")
            } else {
                Key("connection-lost")
            })?;
        }
        Ok(())
    }

    /// Waits until the game starts.
    fn room(&mut self, entered: Entered) -> Result<Next> {
        if let EntryRole::Watching(Some(remark)) = &entered.role {
            let text = self.words.remark(remark);
            self.say(&text)?;
        }
        let mut waiting_room = WaitingRoom::new(Rc::clone(&self.link), entered);
        if waiting_room.mirror.view.status == Status::Waiting {
            self.describe(&waiting_room)?;
        }
        loop {
            for event in waiting_room.tick(Instant::now()) {
                let host = self.link.address.host();
                let text = match event {
                    RoomEvent::Redraw => None,
                    RoomEvent::Refused(problem) => Some(self.words.problem(&problem)),
                    RoomEvent::Error(error) => Some(self.words.online_error(&error, host)),
                    RoomEvent::Remark(remark) => Some(self.words.remark(&remark)),
                    RoomEvent::Happened(what) => {
                        let mirror = &waiting_room.mirror;
                        let names = self.words.online_names(&mirror.view, mirror.seats());
                        self.words.happening(&names, &what)
                    }
                };
                if let Some(text) = text {
                    self.say(&text)?;
                }
            }
            if waiting_room.mirror.is_ready() {
                return Ok(Next::Table(Box::new(waiting_room.mirror)));
            }
            if waiting_room.mirror.view.status == Status::Cancelled {
                return Ok(if self.stdin.is_script() {
                    Next::Quit
                } else {
                    Next::Lobby
                });
            }
            // A script isn't read until the game starts.
            if !self.stdin.is_script()
                && let Some(input) = self.stdin.next()
            {
                match input {
                    Input::End => return Ok(Next::Quit),
                    Input::Line(line) => {
                        if let Some(next) = self.room_line(&line, &waiting_room)? {
                            return Ok(next);
                        }
                    }
                }
            }
            self.wait()?;
        }
    }

    /// Describes the game before its start: settings, seats and link.
    fn describe(&mut self, waiting_room: &WaitingRoom) -> Result<()> {
        let view = &waiting_room.mirror.view;
        let title = self.words.text(Key("waiting-title"));
        let wall = self.words.wall(view.settings.wall.into());
        let clock = self.words.clock(view.settings.clock);
        let undo = self.words.undo_policy(view.settings.undo);
        let about = self.words.text(Key("setup-undo"));
        self.say(&format!("{title}: {wall} · {clock} · {about}: {undo}"))?;
        for seat in &view.seats {
            let number = self
                .words
                .format(Key("setup-seat"), &[("seat", seat.seat.into())]);
            let who = self.words.seat(seat);
            self.say(&format!("  {number}: {who}"))?;
        }
        if let Some(link) = waiting_room.invite_link() {
            self.say_key(Key("invite-text"))?;
            self.say_unwrapped(&link)?;
        }
        if !waiting_room.mirror.seats().is_empty() {
            self.say_key(Key("waiting-starts"))?;
        }
        if self.stdin.is_script() {
            return Ok(());
        }
        self.say_key(Key("term-online-plain-room"))
    }

    fn room_line(&mut self, line: &str, waiting_room: &WaitingRoom) -> Result<Option<Next>> {
        let words: Vec<_> = line.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let game = waiting_room.mirror.game.clone();
        let seat = |text: &str| text.parse().ok().filter(|seat| (1..=4).contains(seat));
        match words[..] {
            [] | ["t" | "table"] => self.describe(waiting_room)?,
            ["?" | "help"] => self.say_key(Key("term-online-plain-room"))?,
            ["q" | "quit" | "exit"] => return Ok(Some(Next::Quit)),
            ["lobby"] => return Ok(Some(Next::Lobby)),
            ["cancel"] => self.link.request(ApiRequest::Cancel { game }),
            ["leave"] => {
                if let Some(&seat) = waiting_room.mirror.seats().first() {
                    self.link.request(ApiRequest::Unseat { game, seat });
                }
                return Ok(Some(Next::Lobby));
            }
            ["seat", number] if seat(number).is_some() => {
                let seat = seat(number).unwrap_or(1);
                self.link.request(ApiRequest::Unseat { game, seat });
            }
            ["bot", number, level] if seat(number).is_some() => {
                let found = Level::ALL.into_iter().find(|known| known.id() == level);
                match (seat(number), found) {
                    (Some(seat), Some(level)) => {
                        self.link.request(ApiRequest::SeatBot { game, seat, level });
                    }
                    _ => self.no_command(line)?,
                }
            }
            _ => self.no_command(line)?,
        }
        Ok(None)
    }

    fn no_command(&mut self, line: &str) -> Result<()> {
        let args = [("typed", line.trim().into())];
        let text = self.words.format(Key("term-online-no-command"), &args);
        self.refuse(&text)
    }
}
