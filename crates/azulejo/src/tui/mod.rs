//! The full-screen interface.
//!
//! A screen is plain data that keys change, and drawing is a pure function of it. Game updates come
//! from a [`crate::host::GameHost`].

mod bot_thread;
mod draw;
mod field;
mod game;
mod local_host;
mod log;
mod menu;
mod online;
mod replay;
mod scene;
mod terminal;
mod theme;

#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use azulejo_rules::record::{Record, Step};
use azulejo_rules::{Position, Wall};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};
use ratatui::layout::{Position as Point, Rect};

pub(crate) use self::game::{Columns, PHRASES};
use self::game::{GameExit, GameScreen};
use self::local_host::LocalHost;
use self::menu::{Menu, MenuChoice};
use self::online::{Create, Lobby, Navigation, Room};
use self::replay::ReplayScreen;
use self::terminal::FullScreen;
use self::theme::{Depth, Theme};
use crate::args::ColourWhen;
use crate::failure::Usage;
use crate::host::{StyledText, Tone};
use crate::i18n::Key;
use crate::local::{
    GameSetup, LocalGame, append_record, games_folder, last_unfinished, load_resumable, random_seed,
};
use crate::online::{Entered, Link, Mirror, OnlineHost};
use crate::sanitise::sanitise;
use crate::words::Words;

/// The polling intervals while the game is busy, and while it is idle.
const BUSY_INTERVAL: Duration = Duration::from_millis(30);
const IDLE_INTERVAL: Duration = Duration::from_millis(400);
/// The timeout for the server to send the complete record.
const RECORD_TIMEOUT: Duration = Duration::from_secs(10);

/// The options of the screen from the command line.
pub(crate) struct Options {
    pub(crate) colour: ColourWhen,
    /// The minimum duration of a bot's move.
    pub(crate) pace: Duration,
    /// The file to append the records of games to.
    pub(crate) save: Option<PathBuf>,
    /// Whether phrases of other players are shown.
    pub(crate) has_phrases: bool,
}

/// A game and the steps that led to it.
type StartedGame = (LocalGame, Vec<(Position, Step)>);

/// Plays a game, starting from the menu if none is given.
pub(crate) fn play(game: Option<StartedGame>, words: Words, options: Options) -> Result<()> {
    let mut app = App::new(words, options);
    match game {
        Some((game, before)) => app.begin(game, before),
        None => app.open_menu(),
    }
    app.run()
}

/// Plays on a server: from its lobby, or at the table that was entered.
pub(crate) fn play_online(
    link: Link,
    entered: Option<Box<Entered>>,
    remarks: &[String],
    words: Words,
    options: Options,
) -> Result<()> {
    let mut app = App::new(words, options);
    let link = Rc::new(link);
    app.link = Some(Rc::clone(&link));
    let notice = (!remarks.is_empty()).then(|| StyledText::new(Tone::Bad, remarks.join(" ")));
    app.view = match entered {
        Some(entered) => View::Room(Box::new(Room::new(link, *entered, &app.words))),
        None => View::Lobby(Box::new(Lobby::new(link, notice))),
    };
    // A table has no room for them; they are printed on exit.
    app.farewell.extend(remarks.iter().cloned());
    app.run()
}

/// Steps through a recorded game.
pub(crate) fn replay(record: &Record, place: &str, words: Words, colour: ColourWhen) -> Result<()> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Usage(words.replay_needs_terminal()).into());
    }
    let options = Options {
        colour,
        pace: Duration::ZERO,
        save: None,
        has_phrases: true,
    };
    let mut app = App::new(words, options);
    let names = app.words.record_names(&record.players);
    let replay = ReplayScreen::new(record, names, &app.words);
    let fault = replay.fault().map(ToOwned::to_owned);
    if replay.position().is_none() {
        bail!("{place}: {}", fault.unwrap_or_default());
    }
    let failure = fault.map(|fault| app.words.fault_shown(place, &fault));
    app.view = View::Replay(Box::new(replay), None);
    app.run()?;
    match failure {
        Some(failure) => Err(anyhow!(failure)),
        None => Ok(()),
    }
}

enum View {
    Menu(Menu),
    Game(Box<GameScreen>),
    /// With the game to return to.
    Replay(Box<ReplayScreen>, Option<Box<GameScreen>>),
    Lobby(Box<Lobby>),
    Create(Box<Create>),
    Room(Box<Room>),
}

struct App {
    words: Rc<Words>,
    theme: Theme,
    options: Options,
    view: View,
    /// The settings of the current game, for a new one with the same players.
    setup: Option<GameSetup>,
    /// The connection, if games are played on a server.
    link: Option<Rc<Link>>,
    /// The messages to print on exit.
    farewell: Vec<String>,
    /// The error that ended the program, if any.
    failure: Option<String>,
    is_done: bool,
}

impl App {
    fn new(words: Words, options: Options) -> Self {
        Self {
            words: Rc::new(words),
            theme: Theme::new(Depth::detect(options.colour)),
            options,
            view: View::Menu(Menu::new(false)),
            setup: None,
            link: None,
            farewell: Vec::new(),
            failure: None,
            is_done: false,
        }
    }

    /// Runs the event loop until the user quits or an error occurs.
    fn run(mut self) -> Result<()> {
        let mut screen = FullScreen::enter()?;
        let outcome = self.event_loop(&mut screen);
        drop(screen);
        self.leave_game();
        for line in &self.farewell {
            println!("{}", sanitise(line));
        }
        outcome?;
        match self.failure {
            Some(reason) => Err(anyhow!(reason)),
            None => Ok(()),
        }
    }

    fn event_loop(&mut self, screen: &mut FullScreen) -> Result<()> {
        let mut is_stale = true;
        let mut drawn_size = None;
        while !self.is_done && !screen.is_terminated() {
            is_stale |= self.tick(Instant::now());
            // A resize before the first read of an event is not reported.
            let size = screen.terminal.size()?;
            is_stale |= drawn_size != Some(size);
            if is_stale {
                screen.draw(|buffer| self.draw(buffer))?;
                is_stale = false;
                drawn_size = Some(size);
            }
            let interval = if self.is_busy() {
                BUSY_INTERVAL
            } else {
                IDLE_INTERVAL
            };
            if !event::poll(interval)? {
                continue;
            }
            let area = screen.terminal.size()?;
            let window = Rect::new(0, 0, area.width, area.height);
            is_stale |= self.handle_event(&event::read()?, window);
        }
        Ok(())
    }

    fn tick(&mut self, now: Instant) -> bool {
        let (changed, navigation) = match &mut self.view {
            View::Game(game) => (game.tick(now, &self.words), None),
            View::Lobby(lobby) => lobby.tick(now, &self.words),
            View::Create(create) => create.tick(&self.words),
            View::Room(room) => room.tick(now, &self.words),
            View::Menu(_) | View::Replay(..) => (false, None),
        };
        if let Some(navigation) = navigation {
            self.switch_to(navigation);
        }
        if let Some(error) = self.link.as_ref().and_then(|link| link.failure()) {
            let host = self.link.as_ref().map_or("", |link| link.address.host());
            self.failure = Some(self.words.online_error(&error, host));
            self.is_done = true;
        }
        changed
    }

    fn is_busy(&self) -> bool {
        match &self.view {
            View::Game(game) => game.is_busy(),
            View::Lobby(_) | View::Create(_) | View::Room(_) => true,
            View::Menu(_) | View::Replay(..) => false,
        }
    }

    /// Switches between the screens of a server.
    fn switch_to(&mut self, navigation: Navigation) {
        let Some(link) = self.link.clone() else {
            return;
        };
        match navigation {
            Navigation::Quit => self.is_done = true,
            Navigation::Lobby => self.view = View::Lobby(Box::new(Lobby::new(link, None))),
            Navigation::Create => self.view = View::Create(Box::new(Create::new(link))),
            Navigation::Open(new) => {
                if let View::Create(create) = &self.view {
                    create.send(new);
                }
            }
            Navigation::Entered(entered) => {
                let room = Room::new(link, *entered, &self.words);
                self.view = View::Room(Box::new(room));
            }
            Navigation::Table(mirror) => self.open_table(link, *mirror),
            Navigation::Copy(text) => terminal::copy(&text),
        }
    }

    fn open_table(&mut self, link: Rc<Link>, mirror: Mirror) {
        let host = OnlineHost::new(link, mirror, Rc::clone(&self.words))
            .showing_phrases(self.options.has_phrases);
        let screen = GameScreen::new(Box::new(host), &self.words, self.options.pace);
        self.view = View::Game(Box::new(screen));
    }

    /// Handles a terminal event; returns whether to redraw.
    fn handle_event(&mut self, event: &Event, window: Rect) -> bool {
        match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => false,
            Event::Key(key) => {
                self.key(*key);
                true
            }
            Event::Mouse(mouse) => self.mouse(*mouse, window),
            Event::Resize(..) | Event::FocusGained => true,
            Event::FocusLost | Event::Paste(_) => false,
        }
    }

    fn key(&mut self, key: KeyEvent) {
        let is_interrupt = key.modifiers.contains(KeyModifiers::CONTROL)
            && matches!(key.code, KeyCode::Char('c' | 'd'));
        if is_interrupt {
            self.is_done = true;
            return;
        }
        match &mut self.view {
            View::Menu(menu) => {
                if let Some(chosen) = menu.key(key) {
                    self.handle_choice(chosen);
                }
            }
            View::Game(game) => {
                if let Some(leave) = game.key(key, &self.words) {
                    self.leave(leave);
                }
            }
            View::Replay(replay, _) => {
                if replay.key(key) {
                    self.leave_replay();
                }
            }
            View::Lobby(lobby) => {
                if let Some(navigation) = lobby.key(key) {
                    self.switch_to(navigation);
                }
            }
            View::Create(create) => {
                if let Some(navigation) = create.key(key) {
                    self.switch_to(navigation);
                }
            }
            View::Room(room) => {
                if let Some(navigation) = room.key(key, &self.words) {
                    self.switch_to(navigation);
                }
            }
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, window: Rect) -> bool {
        let View::Game(game) = &mut self.view else {
            return false;
        };
        let is_covered = game.help.is_some() || game.actions.is_some();
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) || is_covered {
            return false;
        }
        let point = Point::new(mouse.column, mouse.row);
        let target = draw::target_at(window, &game.scene(&self.words), point);
        if let Some(target) = target {
            game.click(target, &self.words);
        }
        target.is_some()
    }

    fn handle_choice(&mut self, chosen: MenuChoice) {
        match chosen {
            MenuChoice::Quit => self.is_done = true,
            MenuChoice::Start(setup) => self.start(setup),
            MenuChoice::Resume => {
                let resumed = load_resumable(None).and_then(|(record, save)| {
                    LocalGame::resume(record, save, crate::args::Start::Random, random_seed())
                });
                match resumed {
                    Ok((game, before)) => self.begin(game, before),
                    Err(error) => self.show_menu_error(self.words.resume_error(&error)),
                }
            }
        }
    }

    fn start(&mut self, setup: GameSetup) {
        match LocalGame::new(setup, games_folder().as_deref()) {
            Ok(game) => self.begin(game, Vec::new()),
            Err(error) => self.show_menu_error(format!("{error:#}")),
        }
    }

    fn show_menu_error(&mut self, reason: String) {
        let mut menu = Menu::new(can_resume());
        menu.notice = Some(reason);
        self.view = View::Menu(menu);
    }

    fn begin(&mut self, game: LocalGame, before: Vec<(Position, Step)>) {
        self.setup = Some(GameSetup {
            seats: game.seats().clone(),
            wall: game.position().wall(),
            start: crate::args::Start::Random,
            seed: 0,
        });
        let host = LocalHost::new(game, before, &self.words, self.options.pace);
        let screen = GameScreen::new(Box::new(host), &self.words, self.options.pace);
        self.view = View::Game(Box::new(screen));
    }

    fn open_menu(&mut self) {
        self.view = View::Menu(Menu::new(can_resume()));
    }

    fn leave(&mut self, leave: GameExit) {
        match leave {
            GameExit::Quit => self.is_done = true,
            GameExit::Menu => {
                self.leave_game();
                match self.link.clone() {
                    Some(link) => self.view = View::Lobby(Box::new(Lobby::new(link, None))),
                    None => self.open_menu(),
                }
            }
            GameExit::NextGame => {
                let next = match &self.view {
                    View::Game(game) => game.host().next_game(),
                    _ => None,
                };
                self.leave_game();
                if let (Some(link), Some(game)) = (self.link.clone(), next) {
                    let lobby = Lobby::entering(link, game);
                    self.view = View::Lobby(Box::new(lobby));
                }
            }
            GameExit::NewGame => {
                self.leave_game();
                match self.setup.clone() {
                    Some(setup) => self.start(GameSetup {
                        seed: random_seed(),
                        ..setup
                    }),
                    None => self.open_menu(),
                }
            }
            GameExit::Replay => {
                let menu = View::Menu(Menu::new(false));
                if let View::Game(game) = std::mem::replace(&mut self.view, menu) {
                    let host = game.host();
                    let names = host.names().clone();
                    let replay = ReplayScreen::new(host.record(), names, &self.words);
                    self.view = View::Replay(Box::new(replay), Some(game));
                }
            }
        }
    }

    fn leave_replay(&mut self) {
        let menu = View::Menu(Menu::new(false));
        match std::mem::replace(&mut self.view, menu) {
            View::Replay(_, Some(game)) => self.view = View::Game(game),
            _ => self.is_done = true,
        }
    }

    /// Saves the record if requested, and notes the location of the game.
    fn leave_game(&mut self) {
        let (View::Game(game) | View::Replay(_, Some(game))) = &mut self.view else {
            return;
        };
        // The proof of the draws is part of the final record, which may still be in flight.
        let until = Instant::now() + RECORD_TIMEOUT;
        while self.options.save.is_some() && game.host().awaits_record() && Instant::now() < until {
            game.tick(Instant::now(), &self.words);
            thread::sleep(Duration::from_millis(20));
        }
        let host = game.host();
        let is_begun = host.record().rounds.iter().any(|r| !r.moves.is_empty());
        if !host.has_ended() {
            self.farewell.extend(host.farewell(&self.words));
        }
        if let Some(path) = self.options.save.as_ref().filter(|_| is_begun) {
            let name = path.display().to_string();
            self.farewell
                .push(match append_record(path, host.record()) {
                    Ok(()) => self.words.record_added(&name),
                    Err(error) => self.words.not_saved(&format!("{name}: {error}")),
                });
        }
    }

    fn draw(&self, buffer: &mut Buffer) {
        let (words, theme) = (&self.words, self.theme);
        let help = match &self.view {
            View::Menu(menu) => {
                draw::draw_menu(buffer, &menu.picture(words), theme);
                None
            }
            View::Lobby(lobby) => {
                draw::draw_lobby(buffer, lobby, words, theme);
                None
            }
            View::Create(create) => {
                draw::draw_menu(buffer, &create.picture(words), theme);
                None
            }
            View::Room(room) => {
                draw_room(buffer, room, words, theme);
                None
            }
            View::Game(game) => {
                let scene = game.scene(words);
                draw::draw_table(buffer, &scene, words, theme);
                if let Some((title, lines, cursor)) = game.action_lines(words) {
                    draw::draw_actions(buffer, (&title, &lines, cursor), theme);
                }
                game.help.map(|scroll| (scene.position.wall(), scroll))
            }
            View::Replay(replay, _) => {
                let Some(scene) = replay.scene(words) else {
                    return;
                };
                draw::draw_table(buffer, &scene, words, theme);
                replay.help.map(|scroll| (scene.position.wall(), scroll))
            }
        };
        if let Some((wall, scroll)) = help {
            draw_help(buffer, words, theme, wall, scroll);
        }
    }
}

fn draw_room(buffer: &mut Buffer, room: &Room, words: &Words, theme: Theme) {
    let window = buffer.area;
    let link = room.invite_link();
    let title = words.text(Key("invite-text"));
    // The last rows are reserved for the link.
    let rows = link
        .as_ref()
        .map_or(0, |link| draw::link_height(&title, link, window.width));
    let above = Rect {
        height: window.height.saturating_sub(rows).max(1),
        ..window
    };
    let mut upper = Buffer::empty(above);
    draw::draw_menu(&mut upper, &room.picture(words), theme);
    for y in above.top()..above.bottom() {
        for x in above.left()..above.right() {
            buffer[(x, y)] = upper[(x, y)].clone();
        }
    }
    if let Some(link) = link {
        draw::draw_link(buffer, &title, &link, theme);
    }
}

fn draw_help(buffer: &mut Buffer, words: &Words, theme: Theme, wall: Wall, scroll: usize) {
    draw::draw_help(buffer, words, theme, wall, scroll);
}

fn can_resume() -> bool {
    games_folder().is_some_and(|folder| last_unfinished(&folder).is_some())
}
