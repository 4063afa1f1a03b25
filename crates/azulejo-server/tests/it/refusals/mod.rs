//! Rules of the table that a frame can break, one case for each and named for it: the refusal is
//! the right one, nothing has changed, and a game of somebody else's goes on.
//!
//! Frames that are not even frames are in `hostile_frames.rs`, who may send what in
//! `frame_rights.rs`. Here everything is well written and comes from whom it may come, but not
//! now, not so, or not any more.

mod frames;
mod leaving;
mod limits;
mod play;
mod tiling;
mod undo;

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use azulejo_protocol::frame::{ClientFrame, ProblemCode, ServerFrame};
use azulejo_protocol::game::{Clock, Status, UndoPolicy};
use azulejo_protocol::happening::{Happening, Step};
use azulejo_protocol::http::{GameAnswer, NewGame, SeatRequest};
use azulejo_protocol::options::MoveOption;
use azulejo_protocol::table::Wall;
use azulejo_server::Server;
use serde_json::Value;

use crate::support::{Person, Seatholder, Socket};

pub(crate) const MINUTE_MS: i64 = 60_000;

/// Those who break rules, and somebody who only wants to play.
pub(crate) struct Court {
    pub(crate) ana: Person,
    pub(crate) ben: Person,
    pub(crate) cleo: Person,
    /// Sits at no table.
    pub(crate) eve: Person,
    /// What the server's clock is ahead.
    pub(crate) ahead: Arc<AtomicI64>,
    bystander: Person,
    elsewhere: Seatholder,
    reached: HashSet<ProblemCode>,
    rules: BTreeSet<&'static str>,
}

impl Court {
    async fn new(server: &Server, ahead: &Arc<AtomicI64>) -> Self {
        let person = |name| Person::new(server.address(), name);
        let bystander = person("Bystander").await;
        Self {
            ana: person("Ana").await,
            ben: person("Ben").await,
            cleo: person("Cleo").await,
            eve: person("Eve").await,
            ahead: Arc::clone(ahead),
            elsewhere: alone(&bystander).await,
            bystander,
            reached: HashSet::new(),
            rules: BTreeSet::new(),
        }
    }

    /// Somebody breaks a rule: the frame is refused with the code, and nothing has changed.
    pub(crate) async fn refuses(
        &mut self,
        rule: &'static str,
        code: ProblemCode,
        (who, game): (&Person, &str),
        frame: impl FnOnce(String, String) -> ClientFrame,
    ) {
        let heard = self.tries(rule, who, game, frame).await;
        assert_eq!(heard, Some(code), "{rule}");
    }

    /// Somebody does again what is done already: that is no fault, and nothing changes.
    pub(crate) async fn does_once(
        &mut self,
        rule: &'static str,
        (who, game): (&Person, &str),
        frame: impl FnOnce(String, String) -> ClientFrame,
    ) {
        let heard = self.tries(rule, who, game, frame).await;
        assert_eq!(heard, None, "{rule}");
    }

    async fn tries(
        &mut self,
        rule: &'static str,
        who: &Person,
        game: &str,
        frame: impl FnOnce(String, String) -> ClientFrame,
    ) -> Option<ProblemCode> {
        let before = look(who, game).await.view;
        let mut socket = who.socket().await;
        let frame = frame(game.to_owned(), socket.new_id());
        let text = serde_json::to_string(&frame).expect("a frame has JSON");
        let heard = refusal(&mut socket, &text).await;
        let after = look(who, game).await.view;
        assert_eq!(
            (&before.table, before.status, &before.undo, &before.votes),
            (&after.table, after.status, &after.undo, &after.votes),
            "{rule}: something has changed"
        );
        if before.hash != after.hash {
            // A machine that stood still gives the time back, which is an event of its own.
            let steps = steps_since(who, before.ply, before.hash, game).await;
            let given_back = |step: &Step| matches!(step.what, Happening::Resumed { .. });
            assert!(
                !steps.is_empty() && steps.iter().all(given_back),
                "{rule}: something has happened: {steps:?}"
            );
        }
        self.note(rule, heard).await;
        heard
    }

    /// Writes down a case, whose name is its own, and lets the game elsewhere go on.
    pub(crate) async fn note(&mut self, rule: &'static str, heard: Option<ProblemCode>) {
        assert!(self.rules.insert(rule), "there are two cases called {rule}");
        self.reached.extend(heard);
        let me = &mut self.elsewhere;
        assert!(me.hear_until(|me| me.must_act() || me.is_over()).await);
        if me.is_over() {
            *me = alone(&self.bystander).await;
            assert!(me.hear_until(Seatholder::must_act).await);
        }
        let moved = self.elsewhere.act().await;
        assert!(moved.is_ok(), "{rule} holds up another game: {moved:?}");
    }

    /// A running game of so many of Ana, Ben and Cleo; Ana starts.
    pub(crate) async fn running(&self, people: usize, change: impl FnOnce(&mut NewGame)) -> String {
        let mut seats = vec![SeatRequest::Me { name: None }];
        seats.resize(people, SeatRequest::Open);
        let mut wanted = NewGame {
            seats,
            wall: Wall::Coloured,
            start: Some(1),
            clock: None,
            public: Some(true),
            undo: Some(UndoPolicy::Ask),
            id: None,
        };
        change(&mut wanted);
        let game = self.ana.create(&wanted).await.view.id;
        for person in [&self.ben, &self.cleo].into_iter().take(people - 1) {
            person.join(&game, None).await;
        }
        let started = self.ana.send_nonce(&game).await;
        assert_eq!(started.view.status, Status::Running);
        game
    }

    /// The players of a game, by seat.
    pub(crate) const fn players(&self) -> [&Person; 3] {
        [&self.ana, &self.ben, &self.cleo]
    }

    /// Whoever is to move makes a move: one of those that they like, or else the first. Gives its
    /// place in the log, and nothing when nobody is to move.
    pub(crate) async fn turn(
        &self,
        game: &str,
        likes: impl Fn(u8, &MoveOption) -> bool,
    ) -> Option<u32> {
        for who in self.players() {
            let now = look(who, game).await;
            let Some(offer) = now.own.offer else {
                continue;
            };
            let liked = offer.moves.iter().find(|m| likes(offer.seat, m));
            let text = liked.unwrap_or(&offer.moves[0]).m.to_string();
            carry_out(who, game, moves(offer.seat, now.view.ply, &text)).await;
            return Some(now.view.ply);
        }
        None
    }

    /// So much time passes, or is taken back.
    pub(crate) fn pass(&self, ms: i64) {
        self.ahead.fetch_add(ms, Ordering::Relaxed);
    }
}

/// Somebody with a game of their own, both seats.
async fn alone(person: &Person) -> Seatholder {
    let seat = || SeatRequest::Me { name: None };
    let game = NewGame {
        seats: vec![seat(), seat()],
        wall: Wall::Coloured,
        start: Some(1),
        clock: Some(Clock::None),
        public: None,
        undo: None,
        id: None,
    };
    let game = person.create(&game).await.view.id;
    person.send_nonce(&game).await;
    person.follow(&game).await
}

pub(crate) async fn look(who: &Person, game: &str) -> GameAnswer {
    who.get(&format!("/games/{game}")).await.expect("the game")
}

/// What has happened in a game since some ply.
async fn steps_since(who: &Person, ply: u32, hash: String, game: &str) -> Vec<Step> {
    let mut socket = who.socket().await;
    let watch = ClientFrame::Watch {
        game: game.to_owned(),
        from: Some(ply),
        hash: Some(hash),
    };
    socket.send(&watch).await;
    let heard = |frame: &ServerFrame| match frame {
        ServerFrame::Update { steps: log, .. } | ServerFrame::Game { log, .. } => Some(log.clone()),
        _ => None,
    };
    let mut steps = socket.until(heard).await;
    steps.retain(|step| step.ply >= ply);
    steps
}

/// Does what is allowed.
pub(crate) async fn carry_out(
    who: &Person,
    game: &str,
    frame: impl FnOnce(String, String) -> ClientFrame,
) -> u32 {
    let mut socket = who.socket().await;
    let id = socket.new_id();
    let frame = frame(game.to_owned(), id.clone());
    let done = socket.command(&frame, &id).await;
    done.unwrap_or_else(|problem| panic!("{frame:?}: {problem:?}"))
}

/// Sends a text; returns the code if it is refused. The socket stays open.
pub(crate) async fn refusal(socket: &mut Socket, text: &str) -> Option<ProblemCode> {
    socket.refusal(text).await
}

pub(crate) fn moves(
    seat: u8,
    ply: u32,
    text: &str,
) -> impl FnOnce(String, String) -> ClientFrame + use<> {
    let text = text.to_owned();
    move |game, id| ClientFrame::Move {
        game,
        id,
        ply,
        seat,
        text,
    }
}

pub(crate) fn chooses(
    seat: u8,
    placements: &[String],
) -> impl FnOnce(String, String) -> ClientFrame + use<> {
    let placements = placements.to_vec();
    move |game, id| ClientFrame::Choose {
        game,
        id,
        seat,
        placements,
    }
}

pub(crate) fn undoes(seat: u8, to: u32) -> impl FnOnce(String, String) -> ClientFrame {
    move |game, id| ClientFrame::Undo { game, id, seat, to }
}

pub(crate) fn answers(seat: u8, agree: bool) -> impl FnOnce(String, String) -> ClientFrame {
    move |game, id| ClientFrame::AnswerUndo {
        game,
        id,
        seat,
        agree,
    }
}

pub(crate) fn resigns(seat: u8) -> impl FnOnce(String, String) -> ClientFrame {
    move |game, id| ClientFrame::Resign { game, id, seat }
}

pub(crate) fn votes(seat: u8, away: u8) -> impl FnOnce(String, String) -> ClientFrame {
    move |game, id| ClientFrame::Vote {
        game,
        id,
        seat,
        away,
    }
}

pub(crate) fn takes_back(seat: u8) -> impl FnOnce(String, String) -> ClientFrame {
    move |game, id| ClientFrame::TakeBack { game, id, seat }
}

pub(crate) fn wants_a_rematch(game: String, id: String) -> ClientFrame {
    let agree = true;
    ClientFrame::Rematch { game, id, agree }
}

pub(crate) fn sends_bytes(game: String, _id: String) -> ClientFrame {
    let nonce = "cd".repeat(16);
    ClientFrame::Nonce { game, nonce }
}

/// Whether a frame can be refused with a code because of what is in it or when it comes. A new
/// code needs a word here, and if a frame leads to it, a case.
const fn a_frame_leads_to(code: ProblemCode) -> bool {
    match code {
        ProblemCode::Malformed
        | ProblemCode::NoSession
        | ProblemCode::Forbidden
        | ProblemCode::NotFound
        | ProblemCode::Stale
        | ProblemCode::NotYourTurn
        | ProblemCode::NotYourSeat
        | ProblemCode::WrongPhase
        | ProblemCode::Illegal
        | ProblemCode::AlreadyChosen
        | ProblemCode::NoUndo
        | ProblemCode::NotStarted
        | ProblemCode::Started
        | ProblemCode::Ended
        | ProblemCode::TooFast
        | ProblemCode::TooMany => true,
        // Only requests sit down, ask for hints and have to do with names and passwords.
        ProblemCode::SeatTaken
        | ProblemCode::AlreadySeated
        | ProblemCode::BadInvitation
        | ProblemCode::NameTaken
        | ProblemCode::BadName
        | ProblemCode::BadLogin
        | ProblemCode::BadPassword
        | ProblemCode::CommonPassword
        | ProblemCode::SameGame
        | ProblemCode::BadOrigin
        | ProblemCode::NoHints
        | ProblemCode::IdUsed
        | ProblemCode::TwoCredentials => false,
        // No rule that anybody breaks: the store does not answer.
        ProblemCode::Unavailable => false,
    }
}

/// Every code that there is, from the description of the interface.
fn all_codes() -> Vec<ProblemCode> {
    let document = azulejo_server::openapi::document();
    let document: Value = serde_json::from_str(&document).expect("JSON");
    let codes = document["components"]["schemas"]["ProblemCode"]["enum"].clone();
    serde_json::from_value(codes).expect("the codes")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_rule_of_the_table_is_kept() {
    let data = tempfile::tempdir().expect("a folder");
    let config = crate::support::config(data.path());
    let ahead = Arc::clone(&config.ahead_ms);
    let server = Server::start(config).await.expect("a server");
    let mut court = Court::new(&server, &ahead).await;
    frames::of_anybody(&mut court).await;
    play::before_the_start(&mut court).await;
    play::of_a_cancelled_game(&mut court).await;
    play::of_the_offer(&mut court).await;
    play::after_the_end(&mut court).await;
    tiling::of_columns(&mut court).await;
    undo::of_taking_back(&mut court).await;
    undo::where_three_play(&mut court).await;
    leaving::of_votes(&mut court).await;
    leaving::of_resigning(&mut court).await;
    limits::of_how_many(&mut court).await;
    server.stop().await;

    // Too fast is only who is held back at all.
    let data = tempfile::tempdir().expect("a folder");
    let mut config = crate::support::config(data.path());
    config.rate_limits = 1;
    let server = Server::start(config).await.expect("a server");
    let mut hurried = Court::new(&server, &Arc::default()).await;
    limits::of_how_fast(&mut hurried).await;
    server.stop().await;

    let reached: HashSet<_> = court.reached.union(&hurried.reached).copied().collect();
    let codes = all_codes();
    assert!(
        codes.len() > 28,
        "the description has lost codes: {codes:?}"
    );
    for code in codes {
        assert_eq!(
            reached.contains(&code),
            a_frame_leads_to(code),
            "{code:?}: a case for every code that a frame leads to, and for no other"
        );
    }
    println!(
        "{} rules, {} codes",
        court.rules.len() + hurried.rules.len(),
        reached.len()
    );
}
