//! The way to a table: following a game until it has begun and is known.

use std::rc::Rc;
use std::time::{Duration, Instant};

use azulejo_protocol::frame::{ClientFrame, Problem, ServerFrame};
use azulejo_protocol::game::{SeatKind, SeatView, Status};
use azulejo_protocol::happening::Happening;

use super::api::{Answer, Ask, Entered};
use super::link::{Link, News, Order};
use super::mirror::{Change, Mirror};
use super::random_hex;
use super::trouble::{Remark, Trouble};

/// When a record that could not be had is asked for again.
const ASK_AGAIN: Duration = Duration::from_secs(2);

/// Something to tell whoever waits.
#[derive(Clone, Debug)]
pub(crate) enum Heard {
    Happened(Happening),
    Refused(Problem),
    Trouble(Trouble),
    Remark(Remark),
    /// Something else that is shown has changed.
    Look,
}

/// A game that is followed from before its start.
pub(crate) struct Arrival {
    link: Rc<Link>,
    pub(crate) mirror: Mirror,
    /// The invitation with which we came, to be handed on.
    invitation: Option<String>,
    has_sent_nonce: bool,
    ask_again: Option<Instant>,
}

impl Arrival {
    pub(crate) fn new(link: Rc<Link>, entered: Entered) -> Self {
        let Entered { view, own, .. } = entered;
        link.order(Order::Lobby(false));
        link.order(Order::Follow(Some(view.id.clone())));
        let address = &link.address;
        let is_ours = address.game.as_ref() == Some(&view.id);
        let invitation = address.invitation.clone().filter(|_| is_ours);
        Self {
            link,
            mirror: Mirror::new(view, Some(own)),
            invitation,
            has_sent_nonce: false,
            ask_again: None,
        }
    }

    pub(crate) fn link(&self) -> &Link {
        &self.link
    }

    /// Hears what is new.
    pub(crate) fn tick(&mut self, now: Instant) -> Vec<Heard> {
        let mut heard = Vec::new();
        // What comes after the start is for the table.
        while !self.mirror.is_ready()
            && let Some(news) = self.link.news()
        {
            heard.push(Heard::Look);
            match news {
                News::Frame(frame) => {
                    if let ServerFrame::Refused { error, .. } = &*frame {
                        heard.push(Heard::Refused(error.clone()));
                    }
                    let changes = self.mirror.hear(*frame);
                    self.change(changes, now, &mut heard);
                }
                News::Answer(answer) => self.answer(*answer, now, &mut heard),
                // What was not kept is said again.
                News::Up { .. } => self.has_sent_nonce = false,
                News::NewIdentity(me) => heard.push(Heard::Remark(Remark::NewGuest(me.name))),
                News::Down | News::Fatal(_) => {}
            }
        }
        if self.ask_again.is_some_and(|then| now >= then) {
            self.ask_again = None;
            self.link.order(Order::Resync);
        }
        self.send_nonce();
        heard
    }

    fn answer(&mut self, answer: Answer, now: Instant, heard: &mut Vec<Heard>) {
        match answer {
            Answer::Record(game, record) if game == self.mirror.game => match record {
                Ok(record) => {
                    let changes = self.mirror.learn(&record);
                    self.change(changes, now, heard);
                }
                Err(_) => {
                    self.mirror.lack();
                    self.ask_again = Some(now + ASK_AGAIN);
                }
            },
            Answer::Room(Err(trouble)) => heard.push(Heard::Trouble(trouble)),
            _ => {}
        }
    }

    fn change(&mut self, changes: Vec<Change>, now: Instant, heard: &mut Vec<Heard>) {
        for change in changes {
            match change {
                Change::NeedRecord => {
                    let game = self.mirror.game.clone();
                    self.link.ask(Ask::Record { game });
                }
                Change::NeedGame => {
                    self.link.order(Order::Resync);
                    self.ask_again = Some(now + ASK_AGAIN);
                }
                Change::Happened(what) => heard.push(Heard::Happened(what)),
                Change::Said { .. } | Change::Told(_) | Change::Undone { .. } | Change::View => {}
            }
        }
    }

    /// Adds our random bytes to the draws, once for every connection until they are there.
    fn send_nonce(&mut self) {
        let view = &self.mirror.view;
        let Some(&first) = self.mirror.seats().first() else {
            return;
        };
        let mine = view.draw.nonces.get(usize::from(first).wrapping_sub(1));
        let is_missing = mine.is_some_and(Option::is_none);
        if view.status != Status::Waiting || !is_missing || self.has_sent_nonce {
            return;
        }
        // Without chance from the system the game starts all the same, after a while.
        if let Ok(nonce) = random_hex::<32>() {
            let game = self.mirror.game.clone();
            let frame = ClientFrame::Nonce { game, nonce };
            self.link.order(Order::Say(Box::new(frame)));
        }
        self.has_sent_nonce = true;
    }

    /// The link to hand on, while there are free seats.
    pub(crate) fn invite_link(&self) -> Option<String> {
        let view = &self.mirror.view;
        let has_free = view.seats.iter().any(is_free);
        let own = self.mirror.own.as_ref();
        let ours = own.and_then(|own| own.invitation.clone());
        let invitation = ours.or_else(|| self.invitation.clone());
        let is_waiting = view.status == Status::Waiting && has_free;
        is_waiting.then(|| self.link.address.link(&view.id, invitation.as_deref()))
    }

    pub(crate) fn is_host(&self) -> bool {
        self.mirror.own.as_ref().is_some_and(|own| own.host)
    }
}

/// Whether nobody sits there yet.
pub(crate) fn is_free(seat: &SeatView) -> bool {
    matches!(seat.kind, SeatKind::Open | SeatKind::Invited)
}
