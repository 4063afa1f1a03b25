//! Authorisation of frames: every frame in every role, before, during and after a game. Unauthorised
//! frames are refused and change nothing; authorised ones are not refused for lack of a right.

use azulejo_protocol::frame::{ClientFrame, Phrase, ProblemCode};
use azulejo_protocol::game::Status;
use azulejo_protocol::http::{GameAnswer, NewGame, SeatRequest};
use azulejo_protocol::table::Wall;
use azulejo_testkit::{Client, Socket, TestDatabase, on_every_database};

use crate::support::start;

on_every_database! {
    unauthorised_frames_are_refused_and_change_nothing,
    seat_holder_is_not_refused_for_lack_of_a_right,
}

/// The right required for a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Right {
    Anyone,
    /// A player in the game.
    Player,
    /// The holder of the named seat.
    Seat,
}

/// The number of kinds of frames.
const KINDS: usize = 15;

/// Returns the index of a frame's kind and the required right. A new frame needs a row.
fn row(frame: &ClientFrame) -> (usize, Right) {
    match frame {
        ClientFrame::Ping => (0, Right::Anyone),
        ClientFrame::Lobby { .. } => (1, Right::Anyone),
        ClientFrame::Watch { .. } => (2, Right::Anyone),
        ClientFrame::Unwatch { .. } => (3, Right::Anyone),
        ClientFrame::Nonce { .. } => (4, Right::Player),
        ClientFrame::Rematch { .. } => (5, Right::Player),
        ClientFrame::Move { .. } => (6, Right::Seat),
        ClientFrame::Choose { .. } => (7, Right::Seat),
        ClientFrame::Undo { .. } => (8, Right::Seat),
        ClientFrame::AnswerUndo { .. } => (9, Right::Seat),
        ClientFrame::Resign { .. } => (10, Right::Seat),
        ClientFrame::Vote { .. } => (11, Right::Seat),
        ClientFrame::TakeBack { .. } => (12, Right::Seat),
        ClientFrame::Say { .. } => (13, Right::Seat),
        ClientFrame::NonceCommitment { .. } => (14, Right::Player),
    }
}

/// Returns a frame of each kind for seat 1 of a game, with a legal move.
fn frames(game: &str, ply: u32, legal: &str) -> Vec<ClientFrame> {
    let (game, seat) = (game.to_owned(), 1);
    let id = |number: u8| format!("{number:032x}");
    let frames = vec![
        ClientFrame::Ping,
        ClientFrame::Lobby { on: true },
        ClientFrame::Watch {
            game: game.clone(),
            from: None,
            hash: None,
        },
        ClientFrame::Unwatch { game: game.clone() },
        ClientFrame::Nonce {
            game: game.clone(),
            nonce: "00".repeat(16),
        },
        ClientFrame::Rematch {
            game: game.clone(),
            id: id(5),
            agree: true,
        },
        ClientFrame::Move {
            game: game.clone(),
            id: id(6),
            ply,
            seat,
            text: legal.to_owned(),
        },
        ClientFrame::Choose {
            game: game.clone(),
            id: id(7),
            seat,
            placements: vec!["1:1".to_owned()],
        },
        ClientFrame::Undo {
            game: game.clone(),
            id: id(8),
            seat,
            to: ply.saturating_sub(1),
        },
        ClientFrame::AnswerUndo {
            game: game.clone(),
            id: id(9),
            seat,
            agree: true,
        },
        ClientFrame::Vote {
            game: game.clone(),
            id: id(11),
            seat,
            away: 2,
        },
        ClientFrame::TakeBack {
            game: game.clone(),
            id: id(12),
            seat,
        },
        ClientFrame::Say {
            game: game.clone(),
            seat,
            phrase: Phrase::Hello,
        },
        ClientFrame::NonceCommitment {
            game: game.clone(),
            commitment: "00".repeat(32),
        },
        // Last, because it may end the game.
        ClientFrame::Resign {
            game,
            id: id(10),
            seat,
        },
    ];
    let mut kinds: Vec<_> = frames.iter().map(|frame| row(frame).0).collect();
    kinds.sort_unstable();
    assert!(
        kinds.iter().copied().eq(0..KINDS),
        "one frame of each kind: {kinds:?}"
    );
    frames
}

/// Sends a frame; returns the code if it is refused.
async fn refusal(socket: &mut Socket, frame: &ClientFrame) -> Option<ProblemCode> {
    let text = serde_json::to_string(frame).expect("a frame serialises");
    socket.refusal(&text).await
}

/// Creates a game of Ana and Ben with the given status.
async fn game_at(status: Status, ana: &Client, ben: &Client) -> GameAnswer {
    let seats = vec![SeatRequest::Me { name: None }, SeatRequest::Open];
    let new = NewGame {
        id: None,
        seats,
        wall: Wall::Coloured,
        start: Some(1),
        clock: None,
        public: Some(false),
        undo: None,
    };
    let created = ana.create(&new).await;
    if status == Status::Waiting {
        return created;
    }
    let game = created.view.id;
    ana.send_nonce(&game).await;
    ben.join(&game, None).await;
    if status == Status::Finished {
        let mut me = ana.follow(&game).await;
        let resigned = me.command(|game, id| ClientFrame::Resign { game, id, seat: 1 });
        resigned.await.expect("resigned");
    }
    let now: GameAnswer = ana.get(&format!("/games/{game}")).await.expect("the game");
    assert_eq!(now.view.status, status);
    now
}

fn legal_move(game: &GameAnswer) -> String {
    let offer = game.own.offer.as_ref();
    offer.map_or_else(|| "1B1".to_owned(), |offer| offer.moves[0].m.to_string())
}

const STATES: [Status; 3] = [Status::Waiting, Status::Running, Status::Finished];

async fn unauthorised_frames_are_refused_and_change_nothing(database: TestDatabase) {
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let ben = Client::guest(server.address(), "Ben").await;
    let eve = Client::guest(server.address(), "Eve").await;
    let url = format!("ws://{}/api/v1/socket", server.address());
    let mut n_refused = 0;
    for status in STATES {
        let game = game_at(status, &ana, &ben).await;
        let id = game.view.id.clone();
        for role in ["anonymous", "a stranger", "the other player"] {
            let is_seated = role == "the other player" && status != Status::Waiting;
            for frame in frames(&id, game.view.ply, &legal_move(&game)) {
                let mut socket = match role {
                    "anonymous" => azulejo_testkit::connect_anonymous(&url).await,
                    "a stranger" => eve.socket().await,
                    _ => ben.socket().await,
                };
                let right = row(&frame).1;
                if right == Right::Player && is_seated {
                    continue;
                }
                let refused = refusal(&mut socket, &frame).await;
                let case = format!("{frame:?} of {role}, {status:?}: {refused:?}");
                match (right, role) {
                    (Right::Anyone, _) => assert_eq!(refused, None, "{case}"),
                    (_, "anonymous") => assert_eq!(refused, Some(ProblemCode::NoSession), "{case}"),
                    (Right::Seat | Right::Player, _) => {
                        assert!(refused.is_some(), "{case}");
                        // In a running game there is no other reason to refuse a seat's frame.
                        let rights = [ProblemCode::NotYourSeat, ProblemCode::Forbidden];
                        let unauthorised = refused.is_some_and(|code| rights.contains(&code));
                        let must_be_unauthorised =
                            status == Status::Running && right == Right::Seat;
                        assert!(unauthorised || !must_be_unauthorised, "{case}");
                    }
                }
                n_refused += usize::from(refused.is_some());
            }
        }
        let now: GameAnswer = ana.get(&format!("/games/{id}")).await.expect("the game");
        assert_eq!(
            (now.view.ply, &now.view.hash),
            (game.view.ply, &game.view.hash),
            "the game changed, {status:?}"
        );
    }
    // Eleven frames that require a right, three roles and three states, except three of Ben's own.
    assert_eq!(n_refused, 11 * 3 * 3 - 3 * 2);
    server.stop().await;
}

async fn seat_holder_is_not_refused_for_lack_of_a_right(database: TestDatabase) {
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let ben = Client::guest(server.address(), "Ben").await;
    let mut done = 0;
    for status in STATES {
        // Each in a game of its own, because some change it.
        for kind in 0..KINDS {
            let game = game_at(status, &ana, &ben).await;
            let all = frames(&game.view.id, game.view.ply, &legal_move(&game));
            let frame = all.iter().find(|frame| row(frame).0 == kind);
            let frame = frame.expect("one of each kind");
            let mut socket = ana.socket().await;
            let refused = refusal(&mut socket, frame).await;
            let case = format!("{frame:?}, {status:?}: {refused:?}");
            let rights = [ProblemCode::NoSession, ProblemCode::NotYourSeat];
            assert!(refused.is_none_or(|code| !rights.contains(&code)), "{case}");
            done += usize::from(refused.is_none());
            if status == Status::Running && matches!(frame, ClientFrame::Move { .. }) {
                assert_eq!(refused, None, "{case}");
            }
        }
    }
    assert!(done > KINDS, "{done} executed");
    server.stop().await;
}
