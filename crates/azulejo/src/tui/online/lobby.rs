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
use crate::online::{ApiRequest, ApiResponse, Link, LinkCommand, LinkEvent, LobbyList, Remark};
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
    /// A button: open a table, or show older games.
    Button {
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
    More(LobbyList),
}

/// The pages of a list after the first one, which the server pushes.
#[derive(Default)]
struct OlderPages {
    games: Vec<GameCard>,
    /// The cursor of the next page; `None` after the last one, or without any page.
    next: Option<String>,
}

pub(crate) struct Lobby {
    link: Rc<Link>,
    lobby: Option<LobbyView>,
    older_open: OlderPages,
    older_live: OlderPages,
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
            older_open: OlderPages::default(),
            older_live: OlderPages::default(),
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
                        self.receive_first_page(lobby);
                        self.next_poll = None;
                    }
                }
                LinkEvent::Response(answer) => match *answer {
                    ApiResponse::MyGames(Ok(games)) => self.mine = Some(games.games),
                    ApiResponse::LobbyPage {
                        list,
                        after,
                        page: Ok(page),
                    } => self.receive_older_page(list, &after, &page),
                    ApiResponse::Entered(Ok(entered)) => {
                        return (true, Some(Navigation::Entered(entered)));
                    }
                    ApiResponse::MyGames(Err(error))
                    | ApiResponse::Entered(Err(error))
                    | ApiResponse::LobbyPage {
                        page: Err(error), ..
                    } => {
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

    fn receive_first_page(&mut self, page: LobbyView) {
        let before = self.lobby.replace(page);
        for list in [LobbyList::Open, LobbyList::Live] {
            let after = self.first_page(list).1.map(str::to_owned);
            let had = before.as_ref().and_then(|page| list.of(page).1);
            if after.as_deref() == had {
                continue;
            }
            // Games may have moved from the first page to the next.
            let is_shown = !self.older(list).games.is_empty();
            match after.filter(|_| is_shown) {
                Some(after) => self.link.request(ApiRequest::LobbyPage { list, after }),
                None => *self.older_mut(list) = OlderPages::default(),
            }
        }
    }

    /// Adds a page, or starts anew with it if it follows the first page. Others are outdated.
    fn receive_older_page(&mut self, list: LobbyList, after: &str, page: &LobbyView) {
        let (games, next) = list.of(page);
        let follows_first = self.first_page(list).1 == Some(after);
        let older = self.older_mut(list);
        if follows_first {
            older.games.clear();
        } else if older.next.as_deref() != Some(after) {
            return;
        }
        older.games.extend_from_slice(games);
        older.next = next.map(str::to_owned);
    }

    fn first_page(&self, list: LobbyList) -> (&[GameCard], Option<&str>) {
        self.lobby
            .as_ref()
            .map_or((&[], None), |page| list.of(page))
    }

    const fn older(&self, list: LobbyList) -> &OlderPages {
        match list {
            LobbyList::Open => &self.older_open,
            LobbyList::Live => &self.older_live,
        }
    }

    const fn older_mut(&mut self, list: LobbyList) -> &mut OlderPages {
        match list {
            LobbyList::Open => &mut self.older_open,
            LobbyList::Live => &mut self.older_live,
        }
    }

    /// The cursor of the first page that is not shown yet, if any.
    fn next_page(&self, list: LobbyList) -> Option<&str> {
        let older = self.older(list);
        if older.games.is_empty() {
            self.first_page(list).1
        } else {
            older.next.as_deref()
        }
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

    /// Games of other players, each once: a new first page may overlap the older ones.
    fn others(&self, list: LobbyList) -> Vec<&GameCard> {
        let own = self.own();
        let first = self.first_page(list).0;
        let is_new = |card: &&GameCard| first.iter().all(|listed| listed.id != card.id);
        let older = self.older(list).games.iter().filter(is_new);
        let is_other = |card: &&GameCard| own.iter().all(|mine| mine.id != card.id);
        first.iter().chain(older).filter(is_other).collect()
    }

    fn items(&self) -> Vec<Item> {
        let games = |cards: Vec<&GameCard>| {
            let items = cards.into_iter().map(|card| Item::Game(card.id.clone()));
            items.collect::<Vec<_>>()
        };
        let mut items = vec![Item::New];
        items.extend(games(self.own()));
        for list in [LobbyList::Open, LobbyList::Live] {
            items.extend(games(self.others(list)));
            items.extend(self.next_page(list).map(|_| Item::More(list)));
        }
        items
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
        let mut rows = vec![Row::Button {
            text: words.text(Key("lobby-new")),
            is_current: current == Item::New,
        }];
        let sections = [
            (
                Key("games-title"),
                Key("term-online-no-games"),
                self.own(),
                self.mine.is_some(),
                None,
            ),
            (
                Key("lobby-open"),
                Key("term-online-no-open"),
                self.others(LobbyList::Open),
                self.lobby.is_some(),
                Some(LobbyList::Open),
            ),
            (
                Key("lobby-live"),
                Key("lobby-live-empty"),
                self.others(LobbyList::Live),
                self.lobby.is_some(),
                Some(LobbyList::Live),
            ),
        ];
        for (title, nothing, cards, is_known, list) in sections {
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
            if let Some(list) = list.filter(|list| self.next_page(*list).is_some()) {
                rows.push(Row::Button {
                    text: words.text(Key("games-more")),
                    is_current: current == Item::More(list),
                });
            }
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
                Item::More(list) => {
                    let (list, after) = (*list, self.next_page(*list).map(str::to_owned));
                    if let Some(after) = after {
                        self.link.request(ApiRequest::LobbyPage { list, after });
                    }
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
