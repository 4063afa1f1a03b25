//! The lobby: numbered lists of games, and the creation of new ones.

use std::time::Instant;

use anyhow::Result;
use azulejo_protocol::frame::ServerFrame;
use azulejo_protocol::game::{Clock, Level, Status, UndoPolicy};
use azulejo_protocol::http::{GameCard, LobbyView, NewGame, SeatRequest};
use azulejo_protocol::table::Wall;

use super::{Input, Next, OnlineSession, PAUSE};
use crate::i18n::Key;
use crate::online::{ApiRequest, ApiResponse, LinkCommand, LinkEvent, LobbyList, Remark};

/// The number of finished games to list.
const FINISHED: usize = 4;
/// The timeout for fetching the lists.
const REQUEST_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(20);

/// The games that were printed, by their numbers, and the cursors of the pages that were not.
#[derive(Default)]
struct Listing {
    games: Vec<String>,
    next: Vec<(LobbyList, String)>,
}

impl OnlineSession<'_> {
    /// Lists games until one is chosen or created.
    pub(super) fn lobby(&mut self) -> Result<Next> {
        self.link.command(LinkCommand::Follow(None));
        self.link.command(LinkCommand::Lobby(true));
        let mut listing = self.list()?;
        self.say_key(Key("term-online-plain-lobby"))?;
        self.prompt("> ")?;
        loop {
            if let Some(next) = self.lobby_events()? {
                return Ok(next);
            }
            match self.stdin.next() {
                None => {}
                Some(Input::End) => {
                    self.screen_line_end()?;
                    return Ok(Next::Quit);
                }
                Some(Input::Line(line)) => {
                    self.echo(&line)?;
                    let words: Vec<_> = line.split_whitespace().map(str::to_lowercase).collect();
                    match words.first().map(String::as_str) {
                        None | Some("list" | "l") => listing = self.list()?,
                        Some("more" | "m") if !listing.next.is_empty() => {
                            self.more(&mut listing)?;
                        }
                        Some("q" | "quit" | "exit") => return Ok(Next::Quit),
                        Some("?" | "help") => {
                            self.say_key(Key("term-online-plain-lobby"))?;
                            self.say_key(Key("term-online-plain-new"))?;
                        }
                        Some("new") => match new_game(&words[1..]) {
                            Some(new) => {
                                self.link.request(ApiRequest::Create(new));
                                return self.entering();
                            }
                            None => {
                                let text = self.words.text(Key("term-online-plain-new"));
                                self.refuse(&text)?;
                            }
                        },
                        Some(number) => {
                            let chosen = number.parse::<usize>().ok();
                            let game = chosen
                                .and_then(|n| listing.games.get(n.checked_sub(1)?))
                                .cloned();
                            match game {
                                Some(game) => {
                                    let invitation = None;
                                    self.link.request(ApiRequest::Enter { game, invitation });
                                    return self.entering();
                                }
                                None => self.no_command(&line)?,
                            }
                        }
                    }
                    self.prompt("> ")?;
                }
            }
            self.wait()?;
        }
    }

    fn screen_line_end(&mut self) -> Result<()> {
        self.say_unwrapped("")
    }

    /// Waits for the game that was requested.
    pub(super) fn entering(&mut self) -> Result<Next> {
        loop {
            if let Some(next) = self.lobby_events()? {
                return Ok(next);
            }
            self.wait()?;
        }
    }

    /// Handles connection events; returns the requested game once it is entered.
    fn lobby_events(&mut self) -> Result<Option<Next>> {
        while let Some(event) = self.link.next_event() {
            match event {
                LinkEvent::Response(answer) => match *answer {
                    ApiResponse::Entered(Ok(entered)) => return Ok(Some(Next::Game(entered))),
                    ApiResponse::Entered(Err(error)) => {
                        let text = self.words.online_error(&error, self.link.address.host());
                        self.refuse(&text)?;
                        return Ok(Some(Next::Lobby));
                    }
                    _ => {}
                },
                LinkEvent::NewIdentity(me) => {
                    let text = self.words.remark(&Remark::NewGuest(me.name));
                    self.say(&text)?;
                }
                LinkEvent::Up { .. }
                | LinkEvent::Down
                | LinkEvent::Frame(_)
                | LinkEvent::Fatal(_) => {}
            }
        }
        Ok(None)
    }

    /// Prints the lists.
    fn list(&mut self) -> Result<Listing> {
        let (lobby, mine) = self.lists()?;
        let is_open = |card: &&GameCard| matches!(card.status, Status::Waiting | Status::Running);
        let is_over = |card: &&GameCard| card.status == Status::Finished;
        let finished = mine.iter().filter(is_over).take(FINISHED);
        let own: Vec<_> = mine.iter().filter(is_open).chain(finished).collect();
        let is_other = |card: &&GameCard| own.iter().all(|mine| mine.id != card.id);
        let open: Vec<_> = lobby.open.iter().filter(is_other).collect();
        let live: Vec<_> = lobby.live.iter().filter(is_other).collect();
        let mut listing = Listing::default();
        for (title, nothing, cards) in [
            (Key("games-title"), Key("term-online-no-games"), &own),
            (Key("lobby-open"), Key("term-online-no-open"), &open),
            (Key("lobby-live"), Key("lobby-live-empty"), &live),
        ] {
            let title = self.words.text(title);
            self.say(&format!("{title}:"))?;
            if cards.is_empty() {
                let text = self.words.text(nothing);
                self.say(&format!("  {text}"))?;
            }
            for card in cards {
                self.print_card(&mut listing, card)?;
            }
        }
        for list in [LobbyList::Open, LobbyList::Live] {
            let next = list.of(&lobby).1.map(|next| (list, next.to_owned()));
            listing.next.extend(next);
        }
        self.offer_more(&listing)?;
        Ok(listing)
    }

    /// Prints the next page of each list that has one.
    fn more(&mut self, listing: &mut Listing) -> Result<()> {
        let mut awaited = std::mem::take(&mut listing.next);
        for (list, after) in awaited.clone() {
            self.link.request(ApiRequest::LobbyPage { list, after });
        }
        let start = Instant::now();
        while !awaited.is_empty() && start.elapsed() < REQUEST_TIMEOUT {
            while let Some(event) = self.link.next_event() {
                let LinkEvent::Response(answer) = event else {
                    continue;
                };
                let ApiResponse::LobbyPage { list, after, page } = *answer else {
                    continue;
                };
                awaited.retain(|page| *page != (list, after.clone()));
                match page {
                    Ok(page) => self.print_page(listing, list, &page)?,
                    Err(error) => {
                        let text = self.words.online_error(&error, self.link.address.host());
                        self.refuse(&text)?;
                        listing.next.push((list, after));
                    }
                }
            }
            self.wait()?;
        }
        listing.next.extend(awaited);
        self.offer_more(listing)
    }

    fn print_page(
        &mut self,
        listing: &mut Listing,
        list: LobbyList,
        page: &LobbyView,
    ) -> Result<()> {
        let title = self.words.text(match list {
            LobbyList::Open => Key("lobby-open"),
            LobbyList::Live => Key("lobby-live"),
        });
        self.say(&format!("{title}:"))?;
        let (cards, next) = list.of(page);
        for card in cards {
            self.print_card(listing, card)?;
        }
        let next = next.map(|next| (list, next.to_owned()));
        listing.next.extend(next);
        Ok(())
    }

    fn print_card(&mut self, listing: &mut Listing, card: &GameCard) -> Result<()> {
        listing.games.push(card.id.clone());
        let words = &self.words;
        let players = words.card_players(card);
        let wall = words.wall(card.settings.wall.into());
        let clock = words.clock(card.settings.clock);
        let state = words.card_state(card);
        let n = listing.games.len();
        self.say(&format!("  {n}  {players} · {wall} · {clock} · {state}"))
    }

    /// Says how to see older games, if there are any.
    fn offer_more(&mut self, listing: &Listing) -> Result<()> {
        if listing.next.is_empty() {
            return Ok(());
        }
        let text = self.words.text(Key("games-more"));
        self.say(&format!("more: {text}"))
    }

    /// Waits for both lists.
    fn lists(&mut self) -> Result<(LobbyView, Vec<GameCard>)> {
        self.link.command(LinkCommand::Lobby(true));
        self.link.request(ApiRequest::MyGames);
        let (mut lobby, mut mine) = (None, None);
        let start = Instant::now();
        while (lobby.is_none() || mine.is_none()) && start.elapsed() < REQUEST_TIMEOUT {
            while let Some(event) = self.link.next_event() {
                match event {
                    LinkEvent::Frame(frame) => {
                        if let ServerFrame::Lobby { lobby: view } = *frame {
                            lobby = Some(view);
                        }
                    }
                    LinkEvent::Response(answer) => {
                        if let ApiResponse::MyGames(games) = *answer {
                            mine = Some(games.map_or_else(|_| Vec::new(), |games| games.games));
                        }
                    }
                    _ => {}
                }
            }
            if lobby.is_none() || mine.is_none() {
                self.wait()?;
            }
        }
        debug_assert!(PAUSE < REQUEST_TIMEOUT);
        Ok((lobby.unwrap_or_default(), mine.unwrap_or_default()))
    }
}

/// Parses the settings of a game, such as `me,tiler grey 5+5 public undo=off`.
fn new_game(words: &[String]) -> Option<NewGame> {
    let mut new = NewGame {
        id: None,
        seats: Vec::new(),
        wall: Wall::Coloured,
        start: None,
        clock: None,
        public: None,
        undo: None,
    };
    for word in words {
        match word.as_str() {
            "grey" | "gray" => new.wall = Wall::Grey,
            "coloured" | "colored" => new.wall = Wall::Coloured,
            "public" => new.public = Some(true),
            "undo=ask" => new.undo = Some(UndoPolicy::Ask),
            "undo=free" => new.undo = Some(UndoPolicy::Free),
            "undo=off" => new.undo = Some(UndoPolicy::Off),
            word if word.starts_with("start=") => new.start = word[6..].parse().ok().map(Some)?,
            word => match clock(word) {
                Some(clock) => new.clock = Some(clock),
                None if new.seats.is_empty() => {
                    new.seats = word.split(',').map(seat).collect::<Option<_>>()?;
                }
                None => return None,
            },
        }
    }
    if new.seats.is_empty() {
        new.seats = vec![SeatRequest::Me { name: None }, SeatRequest::Invited];
    }
    // An open seat can only be filled from the lobby.
    if new.seats.contains(&SeatRequest::Open) {
        new.public = Some(true);
    }
    Some(new)
}

fn seat(text: &str) -> Option<SeatRequest> {
    Some(match text {
        "me" => SeatRequest::Me { name: None },
        "invited" => SeatRequest::Invited,
        "open" => SeatRequest::Open,
        level => SeatRequest::Bot {
            level: Level::ALL.into_iter().find(|known| known.id() == level)?,
        },
    })
}

/// Parses a clock: `5+10` for minutes and increment in seconds, `3d` for days per move.
fn clock(text: &str) -> Option<Clock> {
    if let Some(days) = text.strip_suffix('d') {
        return Some(Clock::Days {
            days: days.parse().ok()?,
        });
    }
    let (minutes, increment) = text.split_once('+')?;
    let minutes: u32 = minutes.parse().ok()?;
    Some(Clock::RealTime {
        seconds: minutes.checked_mul(60)?,
        increment: increment.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Option<NewGame> {
        let words: Vec<_> = text.split_whitespace().map(ToOwned::to_owned).collect();
        new_game(&words)
    }

    #[test]
    fn game_settings_are_parsed_from_one_line() {
        let new = typed("").unwrap();
        assert_eq!(new.seats.len(), 2);
        assert_eq!(new.seats[1], SeatRequest::Invited);
        let new = typed("me,open,legend grey 5+10 undo=off start=3").unwrap();
        let clock = Clock::RealTime {
            seconds: 300,
            increment: 10,
        };
        assert_eq!((new.wall, new.clock), (Wall::Grey, Some(clock)));
        assert_eq!((new.public, new.start), (Some(true), Some(3)));
        assert_eq!(new.undo, Some(UndoPolicy::Off));
        assert_eq!(typed("3d").unwrap().clock, Some(Clock::Days { days: 3 }));
        for wrong in ["me,nobody", "me tiler", "5+", "start=x", "xd", "me,,tiler"] {
            assert!(typed(wrong).is_none(), "{wrong}");
        }
    }
}
