//! The waiting room of a game: follows it until it has started and its record is loaded.

use std::rc::Rc;
use std::time::{Duration, Instant};

use azulejo_protocol::frame::{ClientFrame, Problem, ProblemCode, ServerFrame};
use azulejo_protocol::game::{SeatKind, SeatView, Status};
use azulejo_protocol::happening::Happening;

use super::api::{ApiRequest, ApiResponse, Entered};
use super::error::{OnlineError, Remark};
use super::link::{Link, LinkCommand, LinkEvent};
use super::mirror::{Change, Mirror};
use super::witness::Contribute;

/// The delay before a failed fetch of the record is retried.
const RETRY_DELAY: Duration = Duration::from_secs(2);
/// The delay before a refused step of our contribution to the draws is sent again.
const RESEND_DELAY: Duration = Duration::from_secs(2);

/// An event in the waiting room.
#[derive(Clone, Debug)]
pub(crate) enum RoomEvent {
    Happened(Happening),
    Refused(Problem),
    Error(OnlineError),
    Remark(Remark),
    /// Something else on the screen has changed.
    Redraw,
}

/// A game that is followed from before its start.
pub(crate) struct WaitingRoom {
    link: Rc<Link>,
    pub(crate) mirror: Mirror,
    /// The invitation we used, to pass on.
    invitation: Option<String>,
    /// The last step of our contribution to the draws on this connection.
    sent: Option<Contribute>,
    /// The time at which a step that was refused is sent again.
    resend_at: Option<Instant>,
    retry_at: Option<Instant>,
}

impl WaitingRoom {
    pub(crate) fn new(link: Rc<Link>, entered: Entered) -> Self {
        let Entered { view, own, .. } = entered;
        link.command(LinkCommand::Lobby(false));
        link.command(LinkCommand::Follow(Some(view.id.clone())));
        let address = &link.address;
        let is_ours = address.game.as_ref() == Some(&view.id);
        let invitation = address.invitation.clone().filter(|_| is_ours);
        Self {
            link,
            mirror: Mirror::new(view, Some(own)),
            invitation,
            sent: None,
            resend_at: None,
            retry_at: None,
        }
    }

    pub(crate) fn link(&self) -> &Link {
        &self.link
    }

    /// Processes the events of the connection.
    pub(crate) fn tick(&mut self, now: Instant) -> Vec<RoomEvent> {
        let mut events = Vec::new();
        // Events after the start are left for the table.
        while !self.mirror.is_ready()
            && let Some(event) = self.link.next_event()
        {
            events.push(RoomEvent::Redraw);
            match event {
                LinkEvent::Frame(frame) => {
                    if let ServerFrame::Refused { error, id, .. } = &*frame {
                        // A step of our contribution has no id. It is sent again, and the player
                        // cannot do anything about it.
                        let is_temporary =
                            matches!(error.code, ProblemCode::TooFast | ProblemCode::Unavailable);
                        if id.is_none() && is_temporary {
                            self.resend_at = Some(now + RESEND_DELAY);
                        } else {
                            events.push(RoomEvent::Refused(error.clone()));
                        }
                    }
                    let changes = self.mirror.apply(*frame);
                    self.handle_changes(changes, now, &mut events);
                }
                LinkEvent::Response(response) => self.handle_response(*response, now, &mut events),
                // A step that did not arrive is sent again.
                LinkEvent::Up { .. } => self.sent = None,
                LinkEvent::NewIdentity(me) => {
                    events.push(RoomEvent::Remark(Remark::NewGuest(me.name)));
                }
                LinkEvent::Down | LinkEvent::Fatal(_) => {}
            }
        }
        if self.retry_at.is_some_and(|then| now >= then) {
            self.retry_at = None;
            self.link.command(LinkCommand::Resync);
        }
        if self.resend_at.is_some_and(|then| now >= then) {
            self.resend_at = None;
            self.sent = None;
        }
        self.contribute();
        events
    }

    fn handle_response(
        &mut self,
        response: ApiResponse,
        now: Instant,
        events: &mut Vec<RoomEvent>,
    ) {
        match response {
            ApiResponse::Record(game, record) if game == self.mirror.game => match record {
                Ok(record) => {
                    let changes = self.mirror.load_record(&record);
                    self.handle_changes(changes, now, events);
                }
                Err(_) => {
                    self.mirror.record_unavailable();
                    self.retry_at = Some(now + RETRY_DELAY);
                }
            },
            ApiResponse::Room(Err(error)) => events.push(RoomEvent::Error(error)),
            _ => {}
        }
    }

    fn handle_changes(&mut self, changes: Vec<Change>, now: Instant, events: &mut Vec<RoomEvent>) {
        for change in changes {
            match change {
                Change::NeedRecord => {
                    let game = self.mirror.game.clone();
                    self.link.request(ApiRequest::Record { game });
                }
                Change::NeedGame => {
                    self.link.command(LinkCommand::Resync);
                    self.retry_at = Some(now + RETRY_DELAY);
                }
                Change::Happened(what) => events.push(RoomEvent::Happened(what)),
                Change::PhraseSent { .. }
                | Change::Step(_)
                | Change::Undone { .. }
                | Change::View => {}
            }
        }
    }

    /// Takes the next step of our contribution to the draws, once per connection until the server
    /// has it.
    fn contribute(&mut self) {
        // Without randomness we contribute nothing, and the game starts after a timeout.
        let step = self
            .link
            .witnesses
            .observe(&self.mirror.view, self.mirror.seats());
        let Ok(Some(step)) = step else { return };
        if self.sent.as_ref() == Some(&step) {
            return;
        }
        let game = self.mirror.game.clone();
        let frame = match step.clone() {
            Contribute::Commit(commitment) => ClientFrame::NonceCommitment { game, commitment },
            Contribute::Send(nonce) => ClientFrame::Nonce { game, nonce },
        };
        self.link.command(LinkCommand::BestEffort(Box::new(frame)));
        self.sent = Some(step);
    }

    /// The link to share, while there are free seats.
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

/// Returns whether a seat is free.
pub(crate) fn is_free(seat: &SeatView) -> bool {
    matches!(seat.kind, SeatKind::Open | SeatKind::Invited)
}
