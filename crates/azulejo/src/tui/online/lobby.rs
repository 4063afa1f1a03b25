//! The lobby: the user's own games, games with free seats, and games to watch.

use std::rc::Rc;
use std::time::{Duration, Instant};

use azulejo_protocol::frame::ServerFrame;
use azulejo_protocol::game::{Clock, Status};
use azulejo_protocol::http::{GameCard, LobbyView};
use azulejo_protocol::table::Wall;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::Navigation;
use crate::host::{StyledText, Tone};
use crate::i18n::Key;
use crate::online::{ApiRequest, ApiResponse, Link, LinkCommand, LinkEvent, Remark};
use crate::words::Words;

/// The polling interval for the user's own games, which are not pushed by the server.
const POLL_INTERVAL: Duration = Duration::from_secs(15);
/// The number of finished games to list.
const FINISHED: usize = 4;

/// A line of the lobby.
#[derive(Clone, Debug)]
pub(crate) enum Row {
    Heading(String),
    /// A placeholder for an empty list.
    Nothing(String),
    Gap,
    New {
        text: String,
        is_current: bool,
    },
    Game {
        players: String,
        settings: String,
        state: String,
        is_urgent: bool,
        is_current: bool,
    },
}

/// A selectable item.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Item {
    New,
    Game(String),
}

pub(crate) struct Lobby {
    link: Rc<Link>,
    lobby: Option<LobbyView>,
    mine: Option<Vec<GameCard>>,
    cursor: Item,
    next_poll: Option<Instant>,
    /// Whether a game is being entered.
    is_entering: bool,
    notice: Option<StyledText>,
}

impl Lobby {
    pub(crate) fn new(link: Rc<Link>, notice: Option<StyledText>) -> Self {
        link.command(LinkCommand::Follow(None));
        link.command(LinkCommand::Lobby(true));
        Self {
            link,
            lobby: None,
            mine: None,
            cursor: Item::New,
            next_poll: None,
            is_entering: false,
            notice,
        }
    }

    /// The lobby while a game is being entered.
    pub(crate) fn entering(link: Rc<Link>, game: String) -> Self {
        let mut lobby = Self::new(link, None);
        lobby.enter(game);
        lobby
    }

    fn enter(&mut self, game: String) {
        if !self.is_entering {
            self.is_entering = true;
            let invitation = None;
            self.link.request(ApiRequest::Enter { game, invitation });
        }
    }

    pub(crate) fn link(&self) -> &Link {
        &self.link
    }

    pub(crate) fn notice(&self, words: &Words) -> Option<StyledText> {
        if !self.link.is_up() {
            return Some(StyledText::new(Tone::Bad, words.text(Key("lobby-offline"))));
        }
        if self.is_entering {
            return Some(StyledText::new(
                Tone::Dim,
                words.text(Key("term-online-entering")),
            ));
        }
        self.notice.clone()
    }

    /// Processes events; returns whether anything changed, and the next screen, if any.
    pub(crate) fn tick(&mut self, now: Instant, words: &Words) -> (bool, Option<Navigation>) {
        let mut changed = false;
        while let Some(event) = self.link.next_event() {
            changed = true;
            match event {
                LinkEvent::Frame(frame) => {
                    if let ServerFrame::Lobby { lobby } = *frame {
                        self.lobby = Some(lobby);
                        self.next_poll = None;
                    }
                }
                LinkEvent::Response(answer) => match *answer {
                    ApiResponse::MyGames(Ok(games)) => self.mine = Some(games.games),
                    ApiResponse::Entered(Ok(entered)) => {
                        return (true, Some(Navigation::Entered(entered)));
                    }
                    ApiResponse::MyGames(Err(error)) | ApiResponse::Entered(Err(error)) => {
                        self.is_entering = false;
                        let text = words.online_error(&error, self.link.address.host());
                        self.notice = Some(StyledText::new(Tone::Bad, text));
                    }
                    ApiResponse::Room(_) | ApiResponse::Record(..) | ApiResponse::Hint(..) => {}
                },
                LinkEvent::NewIdentity(me) => {
                    let text = words.remark(&Remark::NewGuest(me.name));
                    self.notice = Some(StyledText::new(Tone::Bad, text));
                    self.next_poll = None;
                }
                LinkEvent::Up { .. } => self.next_poll = None,
                LinkEvent::Down | LinkEvent::Fatal(_) => {}
            }
        }
        if self.link.is_up() && self.next_poll.is_none_or(|then| now >= then) {
            self.link.request(ApiRequest::MyGames);
            self.next_poll = Some(now + POLL_INTERVAL);
        }
        (changed, None)
    }

    /// The user's own games in display order: open games first, then a few finished ones.
    fn own(&self) -> Vec<&GameCard> {
        let all = || self.mine.iter().flatten();
        let is_open = |card: &&GameCard| matches!(card.status, Status::Waiting | Status::Running);
        let is_over = |card: &&GameCard| card.status == Status::Finished;
        all()
            .filter(is_open)
            .chain(all().filter(is_over).take(FINISHED))
            .collect()
    }

    /// Games of other players.
    fn others(&self, of: impl Fn(&LobbyView) -> &Vec<GameCard>) -> Vec<&GameCard> {
        let own = self.own();
        let is_other = |card: &&GameCard| own.iter().all(|mine| mine.id != card.id);
        self.lobby.iter().flat_map(of).filter(is_other).collect()
    }

    fn open(&self) -> Vec<&GameCard> {
        self.others(|lobby| &lobby.open)
    }

    fn live(&self) -> Vec<&GameCard> {
        self.others(|lobby| &lobby.live)
    }

    fn items(&self) -> Vec<Item> {
        let cards = [self.own(), self.open(), self.live()].concat();
        let games = cards.iter().map(|card| Item::Game(card.id.clone()));
        [Item::New].into_iter().chain(games).collect()
    }

    fn at(&self) -> usize {
        let items = self.items();
        items.iter().position(|i| *i == self.cursor).unwrap_or(0)
    }

    /// All rows, from top to bottom.
    pub(crate) fn rows(&self, words: &Words) -> Vec<Row> {
        let items = self.items();
        let current = items.get(self.at()).cloned().unwrap_or(Item::New);
        let game = |card: &&GameCard| {
            let is_urgent = card.waits_for.iter().any(|seat| card.mine.contains(seat))
                && card.status == Status::Running;
            let state = words.card_state(card);
            let since = words.ago(self.link.now() - card.changed);
            Row::Game {
                players: words.card_players(card),
                settings: settings(card, words),
                state: match card.deadline.filter(|_| is_urgent) {
                    Some(deadline) => {
                        let left = words.time_left(deadline - self.link.now());
                        format!("{state}, {left}")
                    }
                    None if is_urgent || card.status == Status::Waiting => state,
                    None => format!("{state}, {since}"),
                },
                is_urgent,
                is_current: current == Item::Game(card.id.clone()),
            }
        };
        let mut rows = vec![Row::New {
            text: words.text(Key("lobby-new")),
            is_current: current == Item::New,
        }];
        let sections = [
            (
                Key("games-title"),
                Key("term-online-no-games"),
                self.own(),
                self.mine.is_some(),
            ),
            (
                Key("lobby-open"),
                Key("term-online-no-open"),
                self.open(),
                self.lobby.is_some(),
            ),
            (
                Key("lobby-live"),
                Key("lobby-live-empty"),
                self.live(),
                self.lobby.is_some(),
            ),
        ];
        for (title, nothing, cards, is_known) in sections {
            rows.push(Row::Gap);
            rows.push(Row::Heading(words.text(title)));
            if cards.is_empty() {
                let text = if is_known {
                    words.text(nothing)
                } else {
                    "…".to_owned()
                };
                rows.push(Row::Nothing(text));
            }
            rows.extend(cards.iter().map(game));
        }
        rows
    }

    pub(crate) fn keys(&self, words: &Words) -> Vec<(&'static str, String)> {
        vec![
            ("Enter", words.text(Key("home-open-game"))),
            ("↑ ↓", words.text(Key("term-online-choose"))),
            ("N", words.text(Key("lobby-new"))),
            ("Q", words.text(Key("term-quit"))),
        ]
    }

    /// Handles a key; returns the next screen, if any.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Option<Navigation> {
        self.notice = None;
        let items = self.items();
        let (n, at) = (items.len(), self.at());
        let to = match key.code {
            KeyCode::Up => (at + n - 1) % n,
            KeyCode::Down | KeyCode::Tab => (at + 1) % n,
            KeyCode::Home => 0,
            KeyCode::End => n - 1,
            KeyCode::Char('q' | 'Q') | KeyCode::Esc => return Some(Navigation::Quit),
            KeyCode::Char('n' | 'N') => return Some(Navigation::Create),
            KeyCode::Enter | KeyCode::Char(' ') => match &items[at] {
                Item::New => return Some(Navigation::Create),
                Item::Game(game) => {
                    self.enter(game.clone());
                    return None;
                }
            },
            _ => return None,
        };
        self.cursor = items[to].clone();
        None
    }
}

/// Only the unusual settings of a game: the players need the space.
fn settings(card: &GameCard, words: &Words) -> String {
    let wall = (card.settings.wall == Wall::Grey).then(|| words.wall(card.settings.wall.into()));
    let has_clock = card.settings.clock != Clock::None;
    let clock = has_clock.then(|| words.clock(card.settings.clock));
    let parts: Vec<_> = wall.into_iter().chain(clock).collect();
    parts.join(" · ")
}
