//! A game on a server as a [`Host`]: what is played here goes there, and what happens there is shown
//! here.

use std::rc::Rc;
use std::time::{Duration, Instant};

use azulejo_ai::BotId;
use azulejo_protocol::frame::{ClientFrame, Phrase, ServerFrame};
use azulejo_protocol::game::{Clock, SeatKind, SeatView, Status, TakeoverReason};
use azulejo_protocol::happening::Happening;
use azulejo_protocol::http::HintAnswer;
use azulejo_rules::record::Record;
use azulejo_rules::{Phase, Position, Seat};

use super::api::{Answer, Ask};
use super::link::{Link, News, Order};
use super::mirror::{Change, Mirror};
use super::random_hex;
use crate::host::{Act, Advice, Host, Said, Told, Tone, Update, Wish};
use crate::i18n::Key;
use crate::words::{Names, Words};

/// When a record that could not be had is asked for again.
const ASK_AGAIN: Duration = Duration::from_secs(2);
/// A clock with less than this is a worry.
const HURRY_MS: i64 = 20_000;

/// Something that was sent and is not answered yet.
#[derive(Clone, Debug)]
struct Sent {
    id: String,
    /// The move, if it is one: people want to know what is kept.
    what: Option<String>,
}

pub(crate) struct OnlineHost {
    link: Rc<Link>,
    words: Rc<Words>,
    mirror: Mirror,
    names: Names,
    sent: Option<Sent>,
    /// The position and the seat that a hint was asked for.
    hint_for: Option<(Position, Seat)>,
    news: Vec<Update>,
    /// What stood beside the names when it was last looked at: clocks go on without news.
    tags_seen: Vec<Option<Said>>,
    ask_again: Option<Instant>,
    /// Who took moves back; said when it shows.
    undone: Option<String>,
    /// Where there is no record yet, which is not shown.
    blank: Record,
}

impl OnlineHost {
    pub(crate) fn new(link: Rc<Link>, mirror: Mirror, words: Rc<Words>) -> Self {
        let names = words.online_names(&mirror.view, mirror.seats());
        let wall = mirror.view.settings.wall.into();
        let blank = Record::new(names.shown.clone(), wall, Seat::ALL[0]);
        Self {
            link,
            words,
            mirror,
            names,
            sent: None,
            hint_for: None,
            news: Vec::new(),
            tags_seen: Vec::new(),
            ask_again: None,
            undone: None,
            blank,
        }
    }

    /// Whether the record says all that there is to say, the proof of the draws included.
    pub(crate) fn has_final_record(&self) -> bool {
        self.mirror.has_final_record()
    }

    fn game(&self) -> String {
        self.mirror.game.clone()
    }

    fn position(&self) -> Option<&Position> {
        self.mirror.local().map(azulejo_rules::Game::position)
    }

    fn is_running(&self) -> bool {
        self.mirror.view.status == Status::Running
    }

    fn holds(&self, seat: u8) -> bool {
        self.mirror.seats().contains(&seat)
    }

    fn seat_view(&self, seat: Seat) -> Option<&SeatView> {
        self.mirror.view.seats.get(seat.index())
    }

    fn name(&self, seat: u8) -> String {
        number(seat)
            .filter(|seat| seat.index() < self.names.shown.len())
            .map_or_else(String::new, |seat| self.names.of(seat).to_owned())
    }

    fn tell(&mut self, tone: Tone, text: String) {
        self.news.push(Update::Notice(Said::new(tone, text)));
    }

    fn hear(&mut self, news: News, now: Instant) {
        match news {
            News::Up { .. } | News::Down | News::Fatal(_) => self.news.push(Update::Look),
            News::Frame(frame) => self.frame(*frame, now),
            News::Answer(answer) => self.answer(*answer, now),
            News::NewIdentity(me) => {
                let remark = super::Remark::NewGuest(me.name);
                self.tell(Tone::Bad, self.words.remark(&remark));
            }
        }
    }

    fn frame(&mut self, frame: ServerFrame, now: Instant) {
        match frame {
            ServerFrame::Ack { id, .. } => {
                self.answered(&id);
                self.news.push(Update::Look);
            }
            ServerFrame::Refused { game, id, error } => {
                if let Some(id) = id {
                    self.answered(&id);
                }
                if game.is_none_or(|game| game == self.mirror.game) {
                    self.tell(Tone::Bad, self.words.problem(&error));
                }
            }
            frame => {
                let changes = self.mirror.hear(frame);
                self.change(changes, now);
            }
        }
    }

    fn answered(&mut self, id: &str) {
        if self.sent.as_ref().is_some_and(|sent| sent.id == id) {
            self.sent = None;
        }
    }

    fn answer(&mut self, answer: Answer, now: Instant) {
        match answer {
            Answer::Record(game, record) if game == self.mirror.game => match record {
                Ok(record) => {
                    let changes = self.mirror.learn(&record);
                    self.change(changes, now);
                }
                Err(_) => {
                    self.mirror.lack();
                    self.ask_again = Some(now + ASK_AGAIN);
                }
            },
            Answer::Hint(game, hint) if game == self.mirror.game => {
                let asked = self.hint_for.take();
                match hint {
                    Ok(hint) => {
                        if let Some(advice) = asked.and_then(|asked| advice(&hint, asked)) {
                            let from = BotId::Legend.into();
                            self.news.push(Update::Hint { from, advice });
                        }
                    }
                    Err(trouble) => {
                        let host = self.link.address.host();
                        self.tell(Tone::Bad, self.words.trouble(&trouble, host));
                    }
                }
            }
            _ => {}
        }
    }

    fn change(&mut self, changes: Vec<Change>, now: Instant) {
        for change in changes {
            match change {
                Change::Told(told) => self.news.push(Update::Told(told)),
                Change::Undone { position, steps } => {
                    self.hint_for = None;
                    self.news.push(Update::Undone { position, steps });
                    if let Some(text) = self.undone.take() {
                        self.news.push(Update::Note(Said::new(Tone::Dim, text)));
                    }
                }
                Change::Happened(what) => {
                    self.rename();
                    let text = self.words.happening(&self.names, &what);
                    if matches!(what, Happening::Undone { .. }) {
                        self.undone = text;
                    } else if let Some(text) = text {
                        self.news.push(Update::Note(Said::new(Tone::Dim, text)));
                    }
                }
                Change::Said { seat, phrase } => {
                    if let Some(seat) = number(seat).filter(|s| s.index() < self.names.shown.len())
                    {
                        let text = self.words.phrase_said(&self.names, seat, phrase);
                        let said = Said::new(Tone::Good, text);
                        self.news.push(Update::Note(said));
                    }
                }
                Change::View => {
                    self.rename();
                    self.news.push(Update::Look);
                }
                Change::NeedRecord => {
                    self.ask_again = None;
                    self.link.ask(Ask::Record { game: self.game() });
                }
                Change::NeedGame => {
                    self.link.order(Order::Resync);
                    self.ask_again = Some(now + ASK_AGAIN);
                }
            }
        }
    }

    fn rename(&mut self) {
        self.names = self
            .words
            .online_names(&self.mirror.view, self.mirror.seats());
    }

    /// Sends a command that is kept until it is answered.
    fn command(&mut self, what: Option<String>, frame: impl FnOnce(String, String) -> ClientFrame) {
        match random_hex::<16>() {
            Ok(id) => {
                let frame = frame(self.game(), id.clone());
                self.link.order(Order::Command(Box::new(frame)));
                self.sent = Some(Sent { id, what });
                self.news.push(Update::Look);
            }
            Err(trouble) => {
                let host = self.link.address.host();
                self.tell(Tone::Bad, self.words.trouble(&trouble, host));
            }
        }
    }

    /// The seat with which we act where it does not matter which.
    fn any_seat(&self) -> Option<u8> {
        self.mirror.seats().first().copied()
    }

    /// The seat of ours that is asked whether somebody may take back moves.
    fn asked_for_undo(&self) -> Option<u8> {
        let question = self.mirror.view.undo.as_ref()?;
        question.awaited.iter().copied().find(|&s| self.holds(s))
    }

    /// The seat of ours that asks to take back moves.
    fn asks_for_undo(&self) -> Option<u8> {
        let question = self.mirror.view.undo.as_ref()?;
        self.holds(question.seat).then_some(question.seat)
    }

    /// The seat of ours that a bot plays until we want it back.
    fn lost_seat(&self) -> Option<u8> {
        self.mirror
            .view
            .seats
            .iter()
            .find(|seat| seat.taken_over == Some(TakeoverReason::Vote) && self.holds(seat.seat))
            .map(|seat| seat.seat)
    }

    /// Those who are away for so long that we may vote, and have not.
    fn absent(&self) -> Vec<u8> {
        let (Some(presence), true) = (&self.mirror.presence, self.is_running()) else {
            return Vec::new();
        };
        let now = self.link.now();
        let has_voted = |away: u8| {
            let mut votes = self.mirror.view.votes.iter();
            votes.any(|vote| vote.seat == away && vote.voted.iter().any(|&s| self.holds(s)))
        };
        presence
            .away
            .iter()
            .filter(|away| away.vote_from.is_some_and(|from| from <= now))
            .map(|away| away.seat)
            .filter(|&seat| !self.holds(seat) && !has_voted(seat))
            .collect()
    }

    fn tag(&self, seat: &SeatView) -> Option<Said> {
        if !self.is_running() {
            return None;
        }
        if let Some(bot) = self.words.substitute(seat) {
            return Some(Said::new(Tone::Dim, bot));
        }
        let index = usize::from(seat.seat).checked_sub(1)?;
        let now = self.link.now();
        let mut parts = Vec::new();
        let mut tone = Tone::Dim;
        let away = self.mirror.presence.iter().flat_map(|p| &p.away);
        if let Some(away) = away.into_iter().find(|away| away.seat == seat.seat) {
            tone = Tone::Bad;
            parts.push(match away.until {
                Some(until) => {
                    let seconds = (until - now).max(0) / 1000;
                    let told = [("seconds", seconds.into())];
                    self.words.say(Key("away-until"), &told)
                }
                None => self.words.text(Key("away")),
            });
        }
        if let Some(clock) = &self.mirror.view.clock
            && let Some(left) = clock.left.get(index).copied().flatten()
        {
            let is_running = clock.running.contains(&seat.seat);
            let gone = if is_running { now - clock.at } else { 0 };
            let left = left - gone.max(0);
            if is_running && tone != Tone::Bad {
                tone = if left < HURRY_MS {
                    Tone::Bad
                } else {
                    Tone::Strong
                };
            }
            parts.push(self.words.time_left(left));
        }
        (!parts.is_empty()).then(|| Said::new(tone, parts.join(" ")))
    }

    /// The names of seats, as a list.
    fn list(&self, seats: &[u8]) -> String {
        let names: Vec<_> = seats.iter().map(|&seat| self.name(seat)).collect();
        self.words.list(&names)
    }

    fn rematch_banner(&self) -> Option<Said> {
        let rematch = self.mirror.view.rematch.as_ref()?;
        if rematch.game.is_some() {
            let text = self.words.text(Key("term-online-rematch-ready"));
            return Some(Said::new(Tone::Good, text));
        }
        if rematch.until <= self.link.now() {
            return None;
        }
        if rematch.agreed.iter().any(|&seat| self.holds(seat)) {
            let text = self.words.text(Key("rematch-waiting"));
            return Some(Said::new(Tone::Dim, text));
        }
        let &first = rematch.agreed.first()?;
        let name = self.name(first);
        let text = self
            .words
            .say(Key("rematch-wanted"), &[("name", name.into())]);
        Some(Said::new(Tone::Good, text))
    }
}

fn number(seat: u8) -> Option<Seat> {
    Seat::new(usize::from(seat))
}

/// The part of a hint that is about the next choice.
fn advice(hint: &HintAnswer, (position, seat): (Position, Seat)) -> Option<Advice> {
    if let Some(text) = &hint.text {
        return text.parse().ok().map(Advice::Move);
    }
    hint.placements
        .iter()
        .filter_map(|text| text.parse().ok())
        .find(|placement| position.placements(seat).contains(placement))
        .map(Advice::Place)
}

impl Host for OnlineHost {
    fn names(&self) -> &Names {
        &self.names
    }

    fn is_mine(&self, seat: Seat) -> bool {
        let is_ours = self.holds(seat.number() as u8);
        let is_played_by_us = self.seat_view(seat).is_some_and(|s| s.taken_over.is_none());
        is_ours && is_played_by_us && self.is_running() && self.sent.is_none()
    }

    fn has_people(&self) -> bool {
        !self.mirror.seats().is_empty()
    }

    fn so_far(&mut self) -> (Vec<Told>, Position) {
        let steps = self.mirror.steps().iter();
        let told = steps
            .map(|&(before, step)| Told::again(before, step))
            .collect();
        let position = self.position().copied().unwrap_or_else(|| {
            let players = azulejo_rules::Players::new(self.mirror.view.seats.len());
            let players = players.unwrap_or(azulejo_rules::Players::Two);
            Position::new(self.mirror.view.settings.wall.into(), players, Seat::ALL[0])
        });
        (told, position)
    }

    fn poll(&mut self, now: Instant) -> Vec<Update> {
        while let Some(news) = self.link.news() {
            self.hear(news, now);
        }
        if self.ask_again.is_some_and(|then| now >= then) {
            self.ask_again = None;
            self.link.order(Order::Resync);
        }
        let tags = self.tags();
        if tags != self.tags_seen {
            self.tags_seen = tags;
            self.news.push(Update::Look);
        }
        std::mem::take(&mut self.news)
    }

    fn wish(&mut self, wish: Wish) {
        match wish {
            Wish::Move(m) => {
                let Some(seat) = self.position().map(|p| p.to_move().number() as u8) else {
                    return;
                };
                let (ply, text) = (self.mirror.view.ply, m.to_string());
                self.command(Some(text.clone()), |game, id| ClientFrame::Move {
                    game,
                    id,
                    ply,
                    seat,
                    text,
                });
            }
            Wish::Columns(seat, placements) => {
                let seat = seat.number() as u8;
                let placements: Vec<_> = placements.iter().map(ToString::to_string).collect();
                self.command(None, |game, id| ClientFrame::Choose {
                    game,
                    id,
                    seat,
                    placements,
                });
            }
            Wish::Undo => {
                let to = self
                    .mirror
                    .current()
                    .and_then(|own| own.undo_to.first().copied());
                let Some(to) = to else { return };
                let Some(seat) = self.mirror.mover(to).or_else(|| self.any_seat()) else {
                    return;
                };
                self.command(None, |game, id| ClientFrame::Undo { game, id, seat, to });
            }
            Wish::Hint(position) => {
                let seat = self.to_tile(&position).unwrap_or(position.to_move());
                self.hint_for = Some((position, seat));
                self.link.ask(Ask::Hint {
                    game: self.game(),
                    seat: seat.number() as u8,
                });
            }
            Wish::NextRound => {}
        }
    }

    fn can_undo(&self) -> bool {
        let can = self
            .mirror
            .current()
            .is_some_and(|own| !own.undo_to.is_empty());
        can && self.sent.is_none() && self.mirror.view.undo.is_none()
    }

    fn thinking(&self) -> Option<Seat> {
        None
    }

    fn record(&self) -> &Record {
        self.mirror.record().unwrap_or(&self.blank)
    }

    fn awaits_record(&self) -> bool {
        // Without a connection what we have is all that can be had.
        self.mirror.lacks_final_record() && self.link.is_up()
    }

    fn place(&self) -> Option<String> {
        None
    }

    fn to_tile(&self, shown: &Position) -> Option<Seat> {
        let seat = self.mirror.to_choose()?;
        let is_open = shown.phase() == Phase::Tiling && !shown.placements(seat).is_empty();
        (is_open && self.is_mine(seat)).then_some(seat)
    }

    fn is_paced(&self) -> bool {
        // Nobody can afford to look back while their time runs.
        let has_clock = matches!(self.mirror.view.settings.clock, Clock::RealTime { .. });
        !self.has_people() || (has_clock && self.is_running())
    }

    fn is_live(&self) -> bool {
        true
    }

    fn has_ended(&self) -> bool {
        self.mirror.view.status == Status::Finished
    }

    fn ending(&self) -> Option<String> {
        let view = &self.mirror.view;
        let result = view.result.as_ref()?;
        self.words.online_ending(&self.names, view, result)
    }

    fn banners(&self) -> Vec<Said> {
        let mut banners = Vec::new();
        if !self.link.is_up() {
            let text = self.words.text(Key("connection-lost"));
            banners.push(Said::new(Tone::Bad, text));
        }
        // (M) opens the menu, where they are answered: nothing that is typed can answer by mistake.
        let with_menu = |text: String| Said::new(Tone::Good, format!("{text} (M)"));
        if let (Some(question), Some(_)) = (&self.mirror.view.undo, self.asked_for_undo()) {
            let told = [("name", self.name(question.seat).into())];
            banners.push(with_menu(self.words.say(Key("undo-question"), &told)));
        }
        if self.asks_for_undo().is_some() {
            let text = self.words.text(Key("undo-awaiting"));
            banners.push(Said::new(Tone::Dim, format!("{text} (M)")));
        }
        if self.has_people() {
            for seat in self.absent() {
                let told = [("name", self.name(seat).into())];
                banners.push(with_menu(self.words.say(Key("vote-question"), &told)));
            }
        }
        if self.lost_seat().is_some() {
            banners.push(with_menu(self.words.text(Key("seat-lost"))));
        }
        if self.is_running() && !self.has_people() {
            let watchers = self
                .mirror
                .presence
                .as_ref()
                .map_or(1, |p| p.watchers.max(1));
            let text = self
                .words
                .say(Key("watching"), &[("count", watchers.into())]);
            banners.push(Said::new(Tone::Dim, text));
        }
        if self.has_ended() && self.has_people() {
            banners.extend(self.rematch_banner());
        }
        banners
    }

    fn waits(&self) -> Option<String> {
        if let Some(sent) = &self.sent {
            return Some(match (&sent.what, self.link.is_up()) {
                (Some(m), false) => self
                    .words
                    .say(Key("move-kept"), &[("move", m.as_str().into())]),
                (None, false) => self.words.text(Key("term-online-kept")),
                (_, true) => self.words.text(Key("term-online-sending")),
            });
        }
        let view = &self.mirror.view;
        if !view.choosing.is_empty() {
            let waiting = self.words.say(
                Key("waiting-names"),
                &[("names", self.list(&view.choosing).into())],
            );
            let has_chosen = self
                .mirror
                .own
                .as_ref()
                .is_some_and(|o| !o.chosen.is_empty());
            return Some(if has_chosen {
                format!("{} {waiting}", self.words.text(Key("choose-done")))
            } else {
                waiting
            });
        }
        let seat = self.position()?.to_move();
        let is_person = self
            .seat_view(seat)
            .is_some_and(|s| s.kind == SeatKind::Human && s.taken_over.is_none());
        is_person.then(|| {
            let told = [("name", self.names.of(seat).into())];
            self.words.say(Key("turn-of"), &told)
        })
    }

    fn tags(&self) -> Vec<Option<Said>> {
        let seats = self.mirror.view.seats.iter();
        seats.map(|seat| self.tag(seat)).collect()
    }

    fn can_hint(&self) -> bool {
        self.mirror.own.as_ref().is_some_and(|own| own.hints)
    }

    fn acts(&self) -> Vec<(Act, String)> {
        let mut acts = Vec::new();
        let mut add = |act, key| acts.push((act, self.words.text(key)));
        if self.asked_for_undo().is_some() {
            add(Act::AnswerUndo(true), Key("undo-allow"));
            add(Act::AnswerUndo(false), Key("undo-deny"));
        }
        if self.asks_for_undo().is_some() {
            add(Act::WithdrawUndo, Key("undo-withdraw"));
        }
        if self.lost_seat().is_some() {
            add(Act::TakeBack, Key("seat-take-back"));
        }
        let has_seat = self.has_people();
        if self.has_ended() && has_seat {
            let rematch = self.mirror.view.rematch.as_ref();
            let agreed = rematch.is_some_and(|r| r.agreed.iter().any(|&s| self.holds(s)));
            match rematch {
                Some(rematch) if rematch.game.is_some() => add(Act::NextGame, Key("rematch-open")),
                _ if agreed => add(Act::Rematch(false), Key("rematch-withdraw")),
                _ => add(Act::Rematch(true), Key("action-rematch")),
            }
        }
        if has_seat {
            for seat in self.absent() {
                let text = format!("{} {}", self.name(seat), self.words.text(Key("vote-bot")));
                acts.extend(number(seat).map(|seat| (Act::Vote(seat), text)));
            }
            // The phrases are a list of their own.
            acts.push((Act::Say(Phrase::Hello), self.words.text(Key("say"))));
        }
        if self.is_running() && has_seat && self.lost_seat().is_none() {
            acts.push((Act::Resign, self.words.text(Key("action-resign"))));
        }
        acts.push((Act::Leave, self.words.text(Key("term-online-leave"))));
        acts
    }

    fn act(&mut self, act: Act) {
        match act {
            Act::AnswerUndo(agree) => {
                if let Some(seat) = self.asked_for_undo() {
                    self.command(None, |game, id| ClientFrame::AnswerUndo {
                        game,
                        id,
                        seat,
                        agree,
                    });
                }
            }
            Act::WithdrawUndo => {
                if let Some(seat) = self.asks_for_undo() {
                    let agree = false;
                    self.command(None, |game, id| ClientFrame::AnswerUndo {
                        game,
                        id,
                        seat,
                        agree,
                    });
                }
            }
            Act::Vote(away) => {
                if let Some(seat) = self.any_seat() {
                    let away = away.number() as u8;
                    self.command(None, |game, id| ClientFrame::Vote {
                        game,
                        id,
                        seat,
                        away,
                    });
                }
            }
            Act::TakeBack => {
                if let Some(seat) = self.lost_seat() {
                    self.command(None, |game, id| ClientFrame::TakeBack { game, id, seat });
                }
            }
            Act::Say(phrase) => {
                let Some(seat) = self.any_seat() else { return };
                if self.link.is_up() {
                    let game = self.game();
                    let frame = ClientFrame::Say { game, seat, phrase };
                    self.link.order(Order::Say(Box::new(frame)));
                } else {
                    let text = self.words.text(Key("connection-lost"));
                    self.tell(Tone::Bad, text);
                }
            }
            Act::Resign => {
                if let Some(seat) = self.any_seat() {
                    self.command(None, |game, id| ClientFrame::Resign { game, id, seat });
                }
            }
            Act::Rematch(agree) => {
                self.command(None, |game, id| ClientFrame::Rematch { game, id, agree });
            }
            Act::NextGame | Act::Leave => {}
        }
    }

    fn next_game(&self) -> Option<String> {
        self.mirror.view.rematch.as_ref()?.game.clone()
    }

    fn farewell(&self, words: &Words) -> Option<String> {
        if !self.is_running() {
            return None;
        }
        if let Some(m) = self.sent.as_ref().and_then(|sent| sent.what.as_ref()) {
            return Some(words.say(Key("term-online-unsent"), &[("move", m.as_str().into())]));
        }
        let link = self.link.address.link(&self.mirror.game, None);
        self.has_people()
            .then(|| words.say(Key("term-online-goes-on"), &[("link", link.into())]))
    }
}
