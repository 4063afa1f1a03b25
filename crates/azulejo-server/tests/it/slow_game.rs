//! One slow game delays nothing but itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use azulejo_protocol::frame::{ClientFrame, ServerFrame};
use azulejo_protocol::game::UndoPolicy;
use azulejo_protocol::http::{GameAnswer, NewGame, SeatRequest};
use azulejo_protocol::table::Wall;
use azulejo_server::Server;
use azulejo_store::memory::{Fault, MemoryDatabase, Operation};

use azulejo_testkit::{Client, Socket, TIMEOUT, TestDatabase};

use crate::support::config;

/// Appends are not delayed.
const OFF: usize = 0;
/// The next append is delayed for longer than the test may take.
const ARMED: usize = 1;
/// An append is being delayed; the others are not.
const DELAYING: usize = 2;

fn delay_one_append(state: &AtomicUsize, operation: &Operation) -> Fault {
    let is_append = operation.name == "append";
    let swap = || state.compare_exchange(ARMED, DELAYING, Ordering::SeqCst, Ordering::SeqCst);
    let delays = is_append && swap().is_ok();
    Fault {
        delay: if delays { 10 * TIMEOUT } else { Duration::ZERO },
        ..Fault::default()
    }
}

fn unix_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.expect("a clock").as_millis() as i64
}

/// Creates a game in which the player holds both seats, and watches it.
async fn watched_game(player: &Client, socket: &mut Socket) -> String {
    let seat = SeatRequest::Me { name: None };
    let new = NewGame {
        id: None,
        seats: vec![seat.clone(), seat],
        wall: Wall::Coloured,
        start: Some(1),
        clock: None,
        public: None,
        undo: Some(UndoPolicy::Off),
    };
    let game = player.create(&new).await.view.id;
    player.send_nonce(&game).await;
    let watch = ClientFrame::Watch {
        game: game.clone(),
        from: None,
        hash: None,
    };
    socket.send(&watch).await;
    game
}

/// Returns the next move of a game and its id.
async fn next_move(player: &Client, socket: &Socket, game: &str) -> (ClientFrame, String) {
    let answer: GameAnswer = player.get(&format!("/games/{game}")).await.expect("a game");
    let offer = answer.own.offer.expect("a turn");
    let id = socket.new_id();
    let frame = ClientFrame::Move {
        game: game.to_owned(),
        id: id.clone(),
        ply: answer.own.ply,
        seat: offer.seat,
        text: offer.moves[0].m.to_string(),
    };
    (frame, id)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_game_does_not_delay_acknowledgements_of_another_on_the_same_socket() {
    let state = Arc::new(AtomicUsize::new(OFF));
    let faults = Arc::clone(&state);
    let memory = MemoryDatabase::with_faults(unix_ms, move |operation| {
        delay_one_append(&faults, operation)
    });
    let database = TestDatabase::sqlite();
    let server = Server::start_on(config(&database), memory.open()).await;
    let server = server.expect("a server");
    let player = Client::guest(server.address(), "Ana").await;
    let mut socket = player.socket().await;
    let slow = watched_game(&player, &mut socket).await;
    let quick = watched_game(&player, &mut socket).await;
    // After a move, neither game has anything else to append.
    for game in [&slow, &quick] {
        let (frame, id) = next_move(&player, &socket, game).await;
        socket.command(&frame, &id).await.expect("a legal move");
    }
    let (slow_move, slow_id) = next_move(&player, &socket, &slow).await;
    let (quick_move, quick_id) = next_move(&player, &socket, &quick).await;

    state.store(ARMED, Ordering::SeqCst);
    socket.send(&slow_move).await;
    while state.load(Ordering::SeqCst) != DELAYING {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    socket.send(&quick_move).await;
    let acknowledged = |frame: &ServerFrame| match frame {
        ServerFrame::Ack { id, .. } => Some(id.clone()),
        ServerFrame::Refused { error, .. } => panic!("{error:?}"),
        _ => None,
    };
    let first = socket.wait_for(acknowledged).await;
    assert_eq!(first, quick_id);
    assert_ne!(first, slow_id);
    server.stop().await;
}
