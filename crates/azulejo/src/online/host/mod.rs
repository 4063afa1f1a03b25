//! A game on a server as a [`Host`]: what is played here goes there, and what happens there is shown
//! here.

use std::rc::Rc;
use std::time::{Duration, Instant};

use azulejo_ai::BotId;
use azulejo_protocol::frame::{ClientFrame, ServerFrame};
use azulejo_protocol::game::{Clock, SeatView, Status, UndoPolicy};
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

mod acts;
mod shown;

/// When a record that could not be had is asked for again.
const ASK_AGAIN: Duration = Duration::from_secs(2);

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
    /// The seats whose phrases are not shown.
    muted: Vec<Seat>,
    /// Whether anybody's phrases are shown.
    has_phrases: bool,
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
            muted: Vec::new(),
            has_phrases: true,
            undone: None,
            blank,
        }
    }

    /// Whether what others say is shown at all.
    pub(crate) const fn showing_phrases(mut self, has_phrases: bool) -> Self {
        self.has_phrases = has_phrases;
        self
    }

    /// Whether what is said from a seat is shown. One's own words always are.
    fn hears(&self, seat: Seat) -> bool {
        let is_heard = self.has_phrases && !self.muted.contains(&seat);
        is_heard || self.holds(seat.number() as u8)
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

    /// Whether a seat is ours, and nobody else plays it.
    fn is_played_by_us(&self, seat: Seat) -> bool {
        let is_free = self.seat_view(seat).is_some_and(|s| s.taken_over.is_none());
        is_free && self.holds(seat.number() as u8) && self.is_running()
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
                    let seat = number(seat).filter(|s| s.index() < self.names.shown.len());
                    if let Some(seat) = seat.filter(|&seat| self.hears(seat)) {
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
        self.is_played_by_us(seat) && self.sent.is_none()
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
            let players = azulejo_rules::PlayerCount::new(self.mirror.view.seats.len());
            let players = players.unwrap_or(azulejo_rules::PlayerCount::Two);
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

    fn undo_ends_with_round(&self) -> bool {
        self.is_running() && self.mirror.view.settings.undo != UndoPolicy::Off
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
        self.banners_now()
    }

    fn waits(&self) -> Option<String> {
        self.waits_for()
    }

    fn tags(&self) -> Vec<Option<Said>> {
        let seats = self.mirror.view.seats.iter();
        seats.map(|seat| self.tag(seat)).collect()
    }

    fn can_hint(&self) -> bool {
        self.mirror.own.as_ref().is_some_and(|own| own.hints)
    }

    fn acts(&self) -> Vec<(Act, String)> {
        self.acts_now()
    }

    fn act(&mut self, act: Act) {
        self.act_now(act);
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
