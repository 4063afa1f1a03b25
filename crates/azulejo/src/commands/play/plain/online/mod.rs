//! Games on a server, line by line: the lobby, the waiting room, and the table.

mod lobby;
mod table;
mod typist;

use std::io::Write as _;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use azulejo_protocol::game::{Level, Status};

use self::typist::{Input, Typist};
use crate::i18n::Key;
use crate::online::{Arrival, Ask, Entered, Heard, Link, Mirror, Way};
use crate::screen::Screen;
use crate::words::Words;

/// How long to wait before looking for news again.
const PAUSE: Duration = Duration::from_millis(20);

/// Somebody who plays on a server line by line.
pub(in crate::commands::play) struct OnlineSession<'s> {
    link: Rc<Link>,
    words: Rc<Words>,
    screen: &'s mut Screen,
    typist: Typist,
    /// Where the records of games are added.
    save: Option<PathBuf>,
    /// Whether what others say is shown.
    pub(in crate::commands::play) has_phrases: bool,
    /// Whether the connection stood when it was last looked at.
    was_up: bool,
}

/// Where to go next.
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
            typist: Typist::start(),
            save,
            has_phrases: true,
            was_up: true,
        }
    }

    /// Plays until nobody wants to any more.
    pub(in crate::commands::play) fn run(&mut self, entered: Option<Box<Entered>>) -> Result<()> {
        let name = self.link.name();
        let told = [("name", name.into())];
        let text = self.words.say(Key("home-guest"), &told);
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

    /// A text of which no part may be broken, as it is to be copied.
    fn say_whole(&mut self, text: &str) -> Result<()> {
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

    /// In a transcript of a script, what was typed stands where it was typed.
    fn echo(&mut self, line: &str) -> Result<()> {
        if self.typist.is_script() {
            self.screen.line(line.trim_end())?;
        }
        Ok(())
    }

    /// Says why a line cannot be followed. A person is asked again; a script is wrong from here on.
    fn refuse(&mut self, why: &str) -> Result<()> {
        if !self.typist.is_script() {
            return self.say(why);
        }
        self.screen.flush()?;
        let place = self.words.input_place(self.typist.number());
        bail!("{place}: {why}");
    }

    /// Waits a little; says when the connection breaks or is back, and gives up where that is for
    /// good.
    fn wait(&mut self) -> Result<()> {
        self.screen.flush()?;
        std::thread::sleep(PAUSE);
        if let Some(trouble) = self.link.failure() {
            let text = self.words.trouble(&trouble, self.link.address.host());
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

    /// Waits until the game begins.
    fn room(&mut self, entered: Entered) -> Result<Next> {
        if let Way::Watching(Some(remark)) = &entered.way {
            let text = self.words.remark(remark);
            self.say(&text)?;
        }
        let mut arrival = Arrival::new(Rc::clone(&self.link), entered);
        if arrival.mirror.view.status == Status::Waiting {
            self.describe(&arrival)?;
        }
        loop {
            for heard in arrival.tick(Instant::now()) {
                let host = self.link.address.host();
                let text = match heard {
                    Heard::Look => None,
                    Heard::Refused(problem) => Some(self.words.problem(&problem)),
                    Heard::Trouble(trouble) => Some(self.words.trouble(&trouble, host)),
                    Heard::Remark(remark) => Some(self.words.remark(&remark)),
                    Heard::Happened(what) => {
                        let mirror = &arrival.mirror;
                        let names = self.words.online_names(&mirror.view, mirror.seats());
                        self.words.happening(&names, &what)
                    }
                };
                if let Some(text) = text {
                    self.say(&text)?;
                }
            }
            if arrival.mirror.is_ready() {
                return Ok(Next::Table(Box::new(arrival.mirror)));
            }
            if arrival.mirror.view.status == Status::Cancelled {
                return Ok(if self.typist.is_script() {
                    Next::Quit
                } else {
                    Next::Lobby
                });
            }
            // A script has nothing to say until the game begins.
            if !self.typist.is_script()
                && let Some(input) = self.typist.next()
            {
                match input {
                    Input::End => return Ok(Next::Quit),
                    Input::Line(line) => {
                        if let Some(next) = self.room_line(&line, &arrival)? {
                            return Ok(next);
                        }
                    }
                }
            }
            self.wait()?;
        }
    }

    /// The table before the game: how it is set up, who sits there, and the link.
    fn describe(&mut self, arrival: &Arrival) -> Result<()> {
        let view = &arrival.mirror.view;
        let title = self.words.text(Key("waiting-title"));
        let wall = self.words.wall(view.settings.wall.into());
        let clock = self.words.clock(view.settings.clock);
        let undo = self.words.undo_policy(view.settings.undo);
        let about = self.words.text(Key("setup-undo"));
        self.say(&format!("{title}: {wall} · {clock} · {about}: {undo}"))?;
        for seat in &view.seats {
            let number = self
                .words
                .say(Key("setup-seat"), &[("seat", seat.seat.into())]);
            let who = self.words.seat(seat);
            self.say(&format!("  {number}: {who}"))?;
        }
        if let Some(link) = arrival.invite_link() {
            self.say_key(Key("invite-text"))?;
            self.say_whole(&link)?;
        }
        if !arrival.mirror.seats().is_empty() {
            self.say_key(Key("waiting-starts"))?;
        }
        if self.typist.is_script() {
            return Ok(());
        }
        self.say_key(Key("term-online-plain-room"))
    }

    fn room_line(&mut self, line: &str, arrival: &Arrival) -> Result<Option<Next>> {
        let words: Vec<_> = line.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let game = arrival.mirror.game.clone();
        let seat = |text: &str| text.parse().ok().filter(|seat| (1..=4).contains(seat));
        match words[..] {
            [] | ["t" | "table"] => self.describe(arrival)?,
            ["?" | "help"] => self.say_key(Key("term-online-plain-room"))?,
            ["q" | "quit" | "exit"] => return Ok(Some(Next::Quit)),
            ["lobby"] => return Ok(Some(Next::Lobby)),
            ["cancel"] => self.link.ask(Ask::Cancel { game }),
            ["leave"] => {
                if let Some(&seat) = arrival.mirror.seats().first() {
                    self.link.ask(Ask::Unseat { game, seat });
                }
                return Ok(Some(Next::Lobby));
            }
            ["seat", number] if seat(number).is_some() => {
                let seat = seat(number).unwrap_or(1);
                self.link.ask(Ask::Unseat { game, seat });
            }
            ["bot", number, level] if seat(number).is_some() => {
                let found = Level::ALL.into_iter().find(|known| known.id() == level);
                match (seat(number), found) {
                    (Some(seat), Some(level)) => {
                        self.link.ask(Ask::SeatBot { game, seat, level });
                    }
                    _ => self.no_command(line)?,
                }
            }
            _ => self.no_command(line)?,
        }
        Ok(None)
    }

    fn no_command(&mut self, line: &str) -> Result<()> {
        let told = [("typed", line.trim().into())];
        let text = self.words.say(Key("term-online-no-command"), &told);
        self.refuse(&text)
    }
}
