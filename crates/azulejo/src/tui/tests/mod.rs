//! The full-screen interface without a terminal: keys in, pictures out.

mod behaviour;
mod online;
mod pictures;

use std::time::{Duration, Instant};

use azulejo_rules::{Phase, Position, Wall};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::draw;
use super::game::{GameExit, GameScreen, Stage};
use super::local_host::LocalHost;
use super::scene::Scene;
use super::theme::{Depth, Theme};
use crate::args::{Occupant, Start};
use crate::i18n::Lang;
use crate::local::{GameSetup, LocalGame, Seats};
use crate::words::Words;

/// A pace at which bots never move.
const FOREVER: Duration = Duration::from_secs(1_000_000);

/// A screen with its language, and a clock controlled by the test.
struct Player {
    screen: GameScreen,
    words: Words,
    now: Instant,
}

impl Player {
    /// A game of the named people; a name with a leading colon is a bot.
    fn new(seats: &[&str], wall: Wall, lang: Lang) -> Self {
        Self::at_pace(seats, wall, lang, FOREVER)
    }

    fn at_pace(seats: &[&str], wall: Wall, lang: Lang, pace: Duration) -> Self {
        let occupants: Vec<_> = seats
            .iter()
            .map(|name| match name.strip_prefix(':') {
                Some(bot) => Occupant::Bot(bot.parse().unwrap()),
                None if *name == "human" => Occupant::Human(None),
                None => Occupant::Human(Some((*name).to_owned())),
            })
            .collect();
        let setup = GameSetup {
            seats: Seats::new(&occupants),
            wall,
            start: Start::Seat(azulejo_rules::Seat::ALL[0]),
            seed: 12,
        };
        let mut game = LocalGame::new(setup, None).unwrap();
        // Tests do not save games.
        game.take_save_fault();
        let words = Words::new(lang);
        let host = LocalHost::new(game, Vec::new(), &words, pace);
        let screen = GameScreen::new(Box::new(host), &words, pace);
        let mut player = Self {
            screen,
            words,
            now: Instant::now(),
        };
        player.tick();
        player
    }

    fn tick(&mut self) {
        self.screen.tick(self.now, &self.words);
    }

    fn press(&mut self, code: KeyCode) -> Option<GameExit> {
        let leave = self.screen.key(KeyEvent::from(code), &self.words);
        self.tick();
        leave
    }

    /// Types keys; `⏎` is Enter, `←` and the like are the arrow keys.
    fn keys(&mut self, keys: &str) -> &mut Self {
        for c in keys.chars() {
            self.press(match c {
                '⏎' => KeyCode::Enter,
                '←' => KeyCode::Left,
                '→' => KeyCode::Right,
                '↑' => KeyCode::Up,
                '↓' => KeyCode::Down,
                '⌫' => KeyCode::Backspace,
                '␛' => KeyCode::Esc,
                c => KeyCode::Char(c),
            });
        }
        self
    }

    fn scene(&self) -> Scene<'_> {
        self.screen.scene(&self.words)
    }

    fn position(&self) -> Position {
        *self.scene().position
    }

    /// The text of the panel.
    fn panel(&self) -> String {
        let panel = self.scene().panel;
        let message = panel.messages.iter().map(|message| message.text.clone());
        message.collect::<Vec<_>>().join(" | ")
    }

    /// Plays some moves with the keys, chosen deterministically.
    fn moves(&mut self, n: usize) -> &mut Self {
        for _ in 0..n {
            let moves = self.position().legal_moves();
            let m = moves[moves.len() * 5 / 8];
            self.keys(&format!("{m}⏎"));
            if self.screen.awaits_confirmation() {
                self.keys("⏎");
            }
        }
        self
    }

    /// Plays until the screen reaches a stage.
    fn until(&mut self, wanted: Stage) -> &mut Self {
        for _ in 0..2000 {
            match self.screen.stage() {
                stage if stage == wanted => return self,
                Stage::Take => self.moves(1),
                Stage::Columns => self.keys("→⏎"),
                Stage::Scoring | Stage::RoundOver => self.keys("⏎"),
                Stage::Wait | Stage::Result => break,
            };
        }
        panic!("{wanted:?} was not reached: {:?}", self.screen.stage());
    }

    /// The screen as text, without colours.
    fn picture(&self, width: u16, height: u16) -> String {
        picture(width, height, |buffer| {
            let theme = Theme::new(Depth::None);
            let scene = self.scene();
            draw::draw_table(buffer, &scene, &self.words, theme);
            if let Some(scroll) = self.screen.help {
                let wall = scene.position.wall();
                draw::draw_help(buffer, &self.words, theme, wall, scroll);
            }
        })
    }
}

fn picture(width: u16, height: u16, draw: impl FnOnce(&mut ratatui::buffer::Buffer)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame.buffer_mut())).unwrap();
    let buffer = terminal.backend().buffer();
    let mut text = String::new();
    for y in 0..height {
        let row: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

fn is_offer(position: &Position) -> bool {
    position.phase() == Phase::Offer
}
