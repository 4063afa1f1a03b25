//! A game on a server as a [`GameHost`]: sends moves to the server and reports its updates.

use std::rc::Rc;
use std::time::{Duration, Instant};

use azulejo_ai::BotId;
use azulejo_protocol::frame::{ClientFrame, ServerFrame};
use azulejo_protocol::game::{Clock, SeatView, Status, UndoPolicy};
use azulejo_protocol::happening::Happening;
use azulejo_protocol::http::HintAnswer;
use azulejo_rules::record::Record;
use azulejo_rules::{Phase, Position, Seat};

use super::api::{ApiRequest, ApiResponse};
use super::link::{Link, LinkCommand, LinkEvent};
use super::mirror::{Change, Mirror};
use super::random_hex;
use super::witness::{DrawCheck, SeenRounds, check};
use crate::host::{
    Advice, GameHost, PlayerRequest, StyledText, TableAction, TakenStep, Tone, Update,
};
use crate::i18n::Key;
use crate::words::{Names, Words};

mod actions;
mod labels;

/// The delay before a failed fetch of the record is retried.
const RETRY_DELAY: Duration = Duration::from_secs(2);

/// A command that is not acknowledged yet.
#[derive(Clone, Debug)]
struct InFlightCommand {
    id: String,
    /// The move, if it is one, to show as pending.
    move_text: Option<String>,
}

pub(crate) struct OnlineHost {
    link: Rc<Link>,
    words: Rc<Words>,
    mirror: Mirror,
    names: Names,
    in_flight: Option<InFlightCommand>,
    /// The position and seat of the pending hint request.
    hint_for: Option<(Position, Seat)>,
    updates: Vec<Update>,
    /// The tags at the last poll: clocks run without events.
    tags_seen: Vec<Option<StyledText>>,
    retry_at: Option<Instant>,
    /// The muted seats.
    muted: Vec<Seat>,
    /// Whether phrases are shown at all.
    has_phrases: bool,
    /// The player who took moves back, reported along with the change.
    undone: Option<String>,
    /// The rounds as they were first seen.
    seen: SeenRounds,
    /// Whether the draws of the final record have been checked.
    has_checked_draws: bool,
    /// A placeholder while there is no record; never shown.
    blank: Record,
}

impl OnlineHost {
    pub(crate) fn new(link: Rc<Link>, mirror: Mirror, words: Rc<Words>) -> Self {
        let names = words.online_names(&mirror.view, mirror.seats());
        let wall = mirror.view.settings.wall.into();
        let blank = Record::new(names.shown.clone(), wall, Seat::ALL[0]);
        let mut host = Self {
            link,
            words,
            mirror,
            names,
            in_flight: None,
            hint_for: None,
            updates: Vec::new(),
            tags_seen: Vec::new(),
            retry_at: None,
            muted: Vec::new(),
            has_phrases: true,
            undone: None,
            seen: SeenRounds::default(),
            has_checked_draws: false,
            blank,
        };
        host.observe_rounds();
        host
    }

    /// Sets whether phrases are shown at all.
    pub(crate) const fn showing_phrases(mut self, has_phrases: bool) -> Self {
        self.has_phrases = has_phrases;
        self
    }

    /// Returns whether phrases from a seat are shown. Our own always are.
    fn is_audible(&self, seat: Seat) -> bool {
        let is_unmuted = self.has_phrases && !self.muted.contains(&seat);
        is_unmuted || self.holds(seat.number() as u8)
    }

    /// Returns whether the record is complete, including the proof of the draws.
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

    /// Returns whether a seat is ours and not played by a bot.
    fn is_played_by_us(&self, seat: Seat) -> bool {
        let is_free = self.seat_view(seat).is_some_and(|s| s.taken_over.is_none());
        is_free && self.holds(seat.number() as u8) && self.is_running()
    }

    fn seat_view(&self, seat: Seat) -> Option<&SeatView> {
        self.mirror.view.seats.get(seat.index())
    }

    fn name(&self, seat: u8) -> String {
        seat_from_number(seat)
            .filter(|seat| seat.index() < self.names.shown.len())
            .map_or_else(String::new, |seat| self.names.of(seat).to_owned())
    }

    fn notify(&mut self, tone: Tone, text: String) {
        self.updates
            .push(Update::Notice(StyledText::new(tone, text)));
    }

    fn handle_event(&mut self, event: LinkEvent, now: Instant) {
        match event {
            LinkEvent::Up { .. } | LinkEvent::Down | LinkEvent::Fatal(_) => {
                self.updates.push(Update::Redraw);
            }
            LinkEvent::Frame(frame) => self.handle_frame(*frame, now),
            LinkEvent::Response(response) => self.handle_response(*response, now),
            LinkEvent::NewIdentity(me) => {
                let remark = super::Remark::NewGuest(me.name);
                self.notify(Tone::Bad, self.words.remark(&remark));
            }
        }
    }

    fn handle_frame(&mut self, frame: ServerFrame, now: Instant) {
        match frame {
            ServerFrame::Ack { id, .. } => {
                self.acknowledge(&id);
                self.updates.push(Update::Redraw);
            }
            ServerFrame::Refused { game, id, error } => {
                if let Some(id) = id {
                    self.acknowledge(&id);
                }
                if game.is_none_or(|game| game == self.mirror.game) {
                    self.notify(Tone::Bad, self.words.problem(&error));
                }
            }
            frame => {
                let changes = self.mirror.apply(frame);
                self.handle_changes(changes, now);
            }
        }
    }

    fn acknowledge(&mut self, id: &str) {
        if self
            .in_flight
            .as_ref()
            .is_some_and(|in_flight| in_flight.id == id)
        {
            self.in_flight = None;
        }
    }

    fn handle_response(&mut self, response: ApiResponse, now: Instant) {
        match response {
            ApiResponse::Record(game, record) if game == self.mirror.game => match record {
                Ok(record) => {
                    let changes = self.mirror.load_record(&record);
                    self.handle_changes(changes, now);
                }
                Err(_) => {
                    self.mirror.record_unavailable();
                    self.retry_at = Some(now + RETRY_DELAY);
                }
            },
            ApiResponse::Hint(game, hint) if game == self.mirror.game => {
                let requested = self.hint_for.take();
                match hint {
                    Ok(hint) => {
                        if let Some(advice) =
                            requested.and_then(|requested| advice(&hint, requested))
                        {
                            let from = BotId::Legend.into();
                            self.updates.push(Update::Hint { from, advice });
                        }
                    }
                    Err(error) => {
                        let host = self.link.address.host();
                        self.notify(Tone::Bad, self.words.online_error(&error, host));
                    }
                }
            }
            _ => {}
        }
    }

    fn handle_changes(&mut self, changes: Vec<Change>, now: Instant) {
        for change in changes {
            match change {
                Change::Step(taken) => self.updates.push(Update::Step(taken)),
                Change::Undone { position, steps } => {
                    self.hint_for = None;
                    self.updates.push(Update::Undone { position, steps });
                    if let Some(text) = self.undone.take() {
                        self.updates
                            .push(Update::Note(StyledText::new(Tone::Dim, text)));
                    }
                }
                Change::Happened(what) => {
                    self.update_names();
                    let text = self.words.happening(&self.names, &what);
                    if matches!(what, Happening::Undone { .. }) {
                        self.undone = text;
                    } else if let Some(text) = text {
                        self.updates
                            .push(Update::Note(StyledText::new(Tone::Dim, text)));
                    }
                }
                Change::PhraseSent { seat, phrase } => {
                    let seat =
                        seat_from_number(seat).filter(|s| s.index() < self.names.shown.len());
                    if let Some(seat) = seat.filter(|&seat| self.is_audible(seat)) {
                        let text = self.words.phrase_said(&self.names, seat, phrase);
                        let message = StyledText::new(Tone::Good, text);
                        self.updates.push(Update::Note(message));
                    }
                }
                Change::View => {
                    self.update_names();
                    self.updates.push(Update::Redraw);
                }
                Change::NeedRecord => {
                    self.retry_at = None;
                    self.link.request(ApiRequest::Record { game: self.game() });
                }
                Change::NeedGame => {
                    self.link.command(LinkCommand::Resync);
                    self.retry_at = Some(now + RETRY_DELAY);
                }
            }
        }
    }

    /// Stores the rounds that are new, to compare the final record with them.
    fn observe_rounds(&mut self) {
        let Some(record) = self.mirror.record() else {
            return;
        };
        let before = self.seen.clone();
        self.seen.merge(record);
        if self.seen != before {
            let game = &self.mirror.game;
            self.link.witnesses.observe_rounds(record, game);
        }
    }

    /// Checks the draws of the final record once, and reports what was checked.
    fn check_draws(&mut self) {
        if self.has_checked_draws || !self.mirror.has_final_record() {
            return;
        }
        self.has_checked_draws = true;
        let witness = self.link.witnesses.get(&self.mirror.game);
        let found = self
            .mirror
            .record()
            .and_then(|record| check(record, witness.as_ref(), &self.seen));
        if let Some(found) = found {
            let tone = match found {
                DrawCheck::Device | DrawCheck::DeviceOpen | DrawCheck::DeviceWatched => Tone::Good,
                DrawCheck::Consistent => Tone::Dim,
                DrawCheck::Unused | DrawCheck::Swapped | DrawCheck::Wrong(_) => Tone::Bad,
            };
            let text = StyledText::new(tone, self.words.draw_check(&found));
            self.updates.push(Update::Note(text));
        }
    }

    fn update_names(&mut self) {
        self.names = self
            .words
            .online_names(&self.mirror.view, self.mirror.seats());
    }

    /// Sends a command, which is resent until it is acknowledged.
    fn command(
        &mut self,
        move_text: Option<String>,
        frame: impl FnOnce(String, String) -> ClientFrame,
    ) {
        match random_hex::<16>() {
            Ok(id) => {
                let frame = frame(self.game(), id.clone());
                self.link.command(LinkCommand::Reliable(Box::new(frame)));
                self.in_flight = Some(InFlightCommand { id, move_text });
                self.updates.push(Update::Redraw);
            }
            Err(error) => {
                let host = self.link.address.host();
                self.notify(Tone::Bad, self.words.online_error(&error, host));
            }
        }
    }
}

fn seat_from_number(seat: u8) -> Option<Seat> {
    Seat::new(usize::from(seat))
}

/// The part of a hint that concerns the next choice.
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

impl GameHost for OnlineHost {
    fn names(&self) -> &Names {
        &self.names
    }

    fn is_mine(&self, seat: Seat) -> bool {
        self.is_played_by_us(seat) && self.in_flight.is_none()
    }

    fn has_people(&self) -> bool {
        !self.mirror.seats().is_empty()
    }

    fn history(&mut self) -> (Vec<TakenStep>, Position) {
        let steps = self.mirror.steps().iter();
        let taken = steps
            .map(|&(before, step)| TakenStep::replayed(before, step))
            .collect();
        let position = self.position().copied().unwrap_or_else(|| {
            let players = azulejo_rules::PlayerCount::new(self.mirror.view.seats.len());
            let players = players.unwrap_or(azulejo_rules::PlayerCount::Two);
            Position::new(self.mirror.view.settings.wall.into(), players, Seat::ALL[0])
        });
        (taken, position)
    }

    fn poll(&mut self, now: Instant) -> Vec<Update> {
        while let Some(event) = self.link.next_event() {
            self.handle_event(event, now);
            self.observe_rounds();
        }
        if self.retry_at.is_some_and(|then| now >= then) {
            self.retry_at = None;
            self.link.command(LinkCommand::Resync);
        }
        self.check_draws();
        let tags = self.tags();
        if tags != self.tags_seen {
            self.tags_seen = tags;
            self.updates.push(Update::Redraw);
        }
        std::mem::take(&mut self.updates)
    }

    fn request(&mut self, request: PlayerRequest) {
        match request {
            PlayerRequest::Move(m) => {
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
            PlayerRequest::Columns(seat, placements) => {
                let seat = seat.number() as u8;
                let placements: Vec<_> = placements.iter().map(ToString::to_string).collect();
                self.command(None, |game, id| ClientFrame::Choose {
                    game,
                    id,
                    seat,
                    placements,
                });
            }
            PlayerRequest::Undo => {
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
            PlayerRequest::Hint(position) => {
                let seat = self.to_tile(&position).unwrap_or(position.to_move());
                self.hint_for = Some((position, seat));
                self.link.request(ApiRequest::Hint {
                    game: self.game(),
                    seat: seat.number() as u8,
                });
            }
            PlayerRequest::NextRound => {}
        }
    }

    fn can_undo(&self) -> bool {
        let can = self
            .mirror
            .current()
            .is_some_and(|own| !own.undo_to.is_empty());
        can && self.in_flight.is_none() && self.mirror.view.undo.is_none()
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
        // Without a connection, the record can't be completed.
        self.mirror.is_missing_final_record() && self.link.is_up()
    }

    fn save_location(&self) -> Option<String> {
        None
    }

    fn to_tile(&self, shown: &Position) -> Option<Seat> {
        let seat = self.mirror.to_choose()?;
        let is_open = shown.phase() == Phase::Tiling && !shown.placements(seat).is_empty();
        (is_open && self.is_mine(seat)).then_some(seat)
    }

    fn is_paced(&self) -> bool {
        // In a timed game, players have no time to page through the scoring.
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

    fn banners(&self) -> Vec<StyledText> {
        self.current_banners()
    }

    fn waiting_text(&self) -> Option<String> {
        self.waiting_text_now()
    }

    fn tags(&self) -> Vec<Option<StyledText>> {
        let seats = self.mirror.view.seats.iter();
        seats.map(|seat| self.tag(seat)).collect()
    }

    fn can_hint(&self) -> bool {
        self.mirror.own.as_ref().is_some_and(|own| own.hints)
    }

    fn actions(&self) -> Vec<(TableAction, String)> {
        self.available_actions()
    }

    fn perform(&mut self, action: TableAction) {
        self.perform_action(action);
    }

    fn next_game(&self) -> Option<String> {
        self.mirror.view.rematch.as_ref()?.game.clone()
    }

    fn farewell(&self, words: &Words) -> Option<String> {
        if !self.is_running() {
            return None;
        }
        if let Some(m) = self
            .in_flight
            .as_ref()
            .and_then(|in_flight| in_flight.move_text.as_ref())
        {
            return Some(words.format(Key("term-online-unsent"), &[("move", m.as_str().into())]));
        }
        let link = self.link.address.link(&self.mirror.game, None);
        self.has_people()
            .then(|| words.format(Key("term-online-continues"), &[("link", link.into())]))
    }
}
