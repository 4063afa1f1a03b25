//! Well-formed frames that break a rule, one named case per rule: the frame is refused with the right
//! code, nothing changes, and another game is not affected.
//!
//! Malformed frames are tested in `hostile_frames.rs`, authorisation in `frame_rights.rs`.

mod frames;
mod limits;
mod play;
mod seats;
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
use azulejo_testkit::{Client, GameClient, Socket, TestDatabase};
use serde_json::Value;

pub(crate) const MINUTE_MS: i64 = 60_000;

/// Players who break rules, and a bystander in another game.
pub(crate) struct Fixture {
    pub(crate) ana: Client,
    pub(crate) ben: Client,
    pub(crate) cleo: Client,
    /// A spectator.
    pub(crate) eve: Client,
    /// The offset of the server's clock in milliseconds.
    pub(crate) ahead: Arc<AtomicI64>,
    bystander: Client,
    bystander_game: GameClient,
    codes: HashSet<ProblemCode>,
    rules: BTreeSet<&'static str>,
}

impl Fixture {
    async fn new(server: &Server, ahead: &Arc<AtomicI64>) -> Self {
        let guest = |name| Client::guest(server.address(), name);
        let bystander = guest("Bystander").await;
        Self {
            ana: guest("Ana").await,
            ben: guest("Ben").await,
            cleo: guest("Cleo").await,
            eve: guest("Eve").await,
            ahead: Arc::clone(ahead),
            bystander_game: start_solo_game(&bystander).await,
            bystander,
            codes: HashSet::new(),
            rules: BTreeSet::new(),
        }
    }

    /// Asserts that a frame is refused with a code and changes nothing.
    pub(crate) async fn refuses(
        &mut self,
        rule: &'static str,
        code: ProblemCode,
        (client, game): (&Client, &str),
        frame: impl FnOnce(String, String) -> ClientFrame,
    ) {
        let refused = self.send(rule, client, game, frame).await;
        assert_eq!(refused, Some(code), "{rule}");
    }

    /// Asserts that a frame that repeats an earlier one is accepted and changes nothing.
    pub(crate) async fn ignores(
        &mut self,
        rule: &'static str,
        (client, game): (&Client, &str),
        frame: impl FnOnce(String, String) -> ClientFrame,
    ) {
        let refused = self.send(rule, client, game, frame).await;
        assert_eq!(refused, None, "{rule}");
    }

    async fn send(
        &mut self,
        rule: &'static str,
        client: &Client,
        game: &str,
        frame: impl FnOnce(String, String) -> ClientFrame,
    ) -> Option<ProblemCode> {
        let before = fetch(client, game).await.view;
        let mut socket = client.socket().await;
        let frame = frame(game.to_owned(), socket.new_id());
        let text = serde_json::to_string(&frame).expect("a frame serialises");
        let refused = refusal(&mut socket, &text).await;
        let after = fetch(client, game).await.view;
        assert_eq!(
            (&before.table, before.status, &before.undo, &before.votes),
            (&after.table, after.status, &after.undo, &after.votes),
            "{rule}: the game changed"
        );
        if before.hash != after.hash {
            // A stall of the machine is given back as a `resumed` event.
            let steps = steps_since(client, before.ply, before.hash, game).await;
            let given_back = |step: &Step| matches!(step.what, Happening::Resumed { .. });
            assert!(
                !steps.is_empty() && steps.iter().all(given_back),
                "{rule}: unexpected events: {steps:?}"
            );
        }
        self.record(rule, refused).await;
        refused
    }

    /// Records a case under a unique name, and makes a move in the bystander's game.
    pub(crate) async fn record(&mut self, rule: &'static str, refused: Option<ProblemCode>) {
        assert!(self.rules.insert(rule), "duplicate case {rule}");
        self.codes.extend(refused);
        let me = &mut self.bystander_game;
        assert!(me.wait_until(|me| me.must_act() || me.is_over()).await);
        if me.is_over() {
            *me = start_solo_game(&self.bystander).await;
            assert!(me.wait_until(GameClient::must_act).await);
        }
        let moved = self.bystander_game.act().await;
        assert!(moved.is_ok(), "{rule} affects another game: {moved:?}");
    }

    /// Starts a game of Ana, Ben and, if `players` is 3, Cleo. Ana moves first.
    pub(crate) async fn start_game(
        &self,
        players: usize,
        configure: impl FnOnce(&mut NewGame),
    ) -> String {
        let mut seats = vec![SeatRequest::Me { name: None }];
        seats.resize(players, SeatRequest::Open);
        let mut wanted = NewGame {
            seats,
            wall: Wall::Coloured,
            start: Some(1),
            clock: None,
            public: Some(true),
            undo: Some(UndoPolicy::Ask),
            id: None,
        };
        configure(&mut wanted);
        let game = self.ana.create(&wanted).await.view.id;
        for player in [&self.ben, &self.cleo].into_iter().take(players - 1) {
            player.join(&game, None).await;
        }
        let started = self.ana.send_nonce(&game).await;
        assert_eq!(started.view.status, Status::Running);
        game
    }

    /// The players by seat.
    pub(crate) const fn players(&self) -> [&Client; 3] {
        [&self.ana, &self.ben, &self.cleo]
    }

    /// Makes the first preferred move, or else the first legal one, for the player to move. Returns
    /// its ply, or `None` outside the offer.
    pub(crate) async fn make_move(
        &self,
        game: &str,
        prefer: impl Fn(u8, &MoveOption) -> bool,
    ) -> Option<u32> {
        for player in self.players() {
            let now = fetch(player, game).await;
            let Some(offer) = now.own.offer else {
                continue;
            };
            let preferred = offer.moves.iter().find(|m| prefer(offer.seat, m));
            let text = preferred.unwrap_or(&offer.moves[0]).m.to_string();
            execute(player, game, play_move(offer.seat, now.view.ply, &text)).await;
            return Some(now.view.ply);
        }
        None
    }

    /// Moves the server's clock forward, or backward if negative.
    pub(crate) fn advance_clock(&self, ms: i64) {
        self.ahead.fetch_add(ms, Ordering::Relaxed);
    }
}

/// Starts a game in which one client holds both seats.
async fn start_solo_game(client: &Client) -> GameClient {
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
    let game = client.create(&game).await.view.id;
    client.send_nonce(&game).await;
    client.follow(&game).await
}

pub(crate) async fn fetch(client: &Client, game: &str) -> GameAnswer {
    client
        .get(&format!("/games/{game}"))
        .await
        .expect("the game")
}

/// Returns the steps of a game since a ply.
async fn steps_since(client: &Client, ply: u32, hash: String, game: &str) -> Vec<Step> {
    let mut socket = client.socket().await;
    let watch = ClientFrame::Watch {
        game: game.to_owned(),
        from: Some(ply),
        hash: Some(hash),
    };
    socket.send(&watch).await;
    let log = |frame: &ServerFrame| match frame {
        ServerFrame::Update { steps: log, .. } | ServerFrame::Game { log, .. } => Some(log.clone()),
        _ => None,
    };
    let mut steps = socket.wait_for(log).await;
    steps.retain(|step| step.ply >= ply);
    steps
}

/// Executes a legal command and returns the acknowledged ply.
pub(crate) async fn execute(
    client: &Client,
    game: &str,
    frame: impl FnOnce(String, String) -> ClientFrame,
) -> u32 {
    let mut socket = client.socket().await;
    let id = socket.new_id();
    let frame = frame(game.to_owned(), id.clone());
    let result = socket.command(&frame, &id).await;
    result.unwrap_or_else(|problem| panic!("{frame:?}: {problem:?}"))
}

/// Sends a text; returns the code if it is refused. The socket stays open.
pub(crate) async fn refusal(socket: &mut Socket, text: &str) -> Option<ProblemCode> {
    socket.refusal(text).await
}

pub(crate) fn play_move(
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

pub(crate) fn choose(
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

pub(crate) fn request_undo(seat: u8, to: u32) -> impl FnOnce(String, String) -> ClientFrame {
    move |game, id| ClientFrame::Undo { game, id, seat, to }
}

pub(crate) fn answer_undo(seat: u8, agree: bool) -> impl FnOnce(String, String) -> ClientFrame {
    move |game, id| ClientFrame::AnswerUndo {
        game,
        id,
        seat,
        agree,
    }
}

pub(crate) fn resign(seat: u8) -> impl FnOnce(String, String) -> ClientFrame {
    move |game, id| ClientFrame::Resign { game, id, seat }
}

pub(crate) fn vote(seat: u8, away: u8) -> impl FnOnce(String, String) -> ClientFrame {
    move |game, id| ClientFrame::Vote {
        game,
        id,
        seat,
        away,
    }
}

pub(crate) fn reclaim_seat(seat: u8) -> impl FnOnce(String, String) -> ClientFrame {
    move |game, id| ClientFrame::TakeBack { game, id, seat }
}

pub(crate) fn agree_to_rematch(game: String, id: String) -> ClientFrame {
    let agree = true;
    ClientFrame::Rematch { game, id, agree }
}

pub(crate) fn send_nonce(game: String, _id: String) -> ClientFrame {
    let nonce = "cd".repeat(16);
    ClientFrame::Nonce { game, nonce }
}

/// Returns true if a frame can be refused with this code, which then needs a case.
const fn applies_to_frames(code: ProblemCode) -> bool {
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
        // Tested with the pool, whose usage only the crate can set.
        ProblemCode::ThinkingTime => false,
        // Only HTTP requests join games, request hints, and use names and passwords.
        ProblemCode::SeatTaken
        | ProblemCode::AlreadySeated
        | ProblemCode::BadInvitation
        | ProblemCode::NameTaken
        | ProblemCode::BadName
        | ProblemCode::BadLogin
        | ProblemCode::BadPassword
        | ProblemCode::CommonPassword
        | ProblemCode::CodeRequired
        | ProblemCode::BadCode
        | ProblemCode::Suspended
        | ProblemCode::SignupClosed
        | ProblemCode::InvitationRequired
        | ProblemCode::SameGame
        | ProblemCode::BadOrigin
        | ProblemCode::NoHints
        | ProblemCode::IdUsed
        | ProblemCode::TwoCredentials => false,
        // Not caused by a frame: the store is unavailable.
        ProblemCode::Unavailable => false,
    }
}

/// Returns all codes, from the OpenAPI document.
fn all_codes() -> Vec<ProblemCode> {
    let document = azulejo_server::openapi::document();
    let document: Value = serde_json::from_str(&document).expect("JSON");
    let codes = document["components"]["schemas"]["ProblemCode"]["enum"].clone();
    serde_json::from_value(codes).expect("the codes")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_rule_violation_is_refused_with_its_code() {
    let database = TestDatabase::sqlite();
    let config = crate::support::config(&database);
    let ahead = Arc::clone(&config.test.ahead_ms);
    let server = Server::start(config).await.expect("the server starts");
    let mut fixture = Fixture::new(&server, &ahead).await;
    frames::any_frame(&mut fixture).await;
    play::before_the_start(&mut fixture).await;
    play::cancelled_game(&mut fixture).await;
    play::offer(&mut fixture).await;
    play::after_the_end(&mut fixture).await;
    tiling::columns(&mut fixture).await;
    undo::two_players(&mut fixture).await;
    undo::three_players(&mut fixture).await;
    seats::votes(&mut fixture).await;
    seats::resigning(&mut fixture).await;
    limits::watched_games(&mut fixture).await;
    server.stop().await;

    // Rate limits need a server that enforces them.
    let database = TestDatabase::sqlite();
    let mut config = crate::support::config(&database);
    config.rate_limits = 1;
    let server = Server::start(config).await.expect("the server starts");
    let mut limited = Fixture::new(&server, &Arc::default()).await;
    limits::rate_limit(&mut limited).await;
    server.stop().await;

    let tested: HashSet<_> = fixture.codes.union(&limited.codes).copied().collect();
    let codes = all_codes();
    assert!(
        codes.len() > 28,
        "codes are missing from the document: {codes:?}"
    );
    for code in codes {
        assert_eq!(
            tested.contains(&code),
            applies_to_frames(code),
            "{code:?}: a case exactly for the codes that apply to frames"
        );
    }
    println!(
        "{} rules, {} codes",
        fixture.rules.len() + limited.rules.len(),
        tested.len()
    );
}
