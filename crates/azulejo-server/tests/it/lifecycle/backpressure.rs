//! A client that does not read its socket.

use std::time::{Duration, Instant};

use azulejo_protocol::frame::{ClientFrame, ServerFrame};
use azulejo_protocol::game::UndoPolicy;
use azulejo_protocol::http::{NewGame, SeatRequest};
use azulejo_server::Server;
use azulejo_testkit::{Client, GameClient, Socket, TIMEOUT, TestDatabase, on_every_database};
use tokio::net::TcpSocket;
use tokio_tungstenite::tungstenite::Message;

use crate::lifecycle::{open_game, two_guests};
use crate::support::config;

on_every_database! {
    spectator_who_never_reads_is_disconnected_without_affecting_others,
}

/// Opens a socket with the smallest receive buffer that the system allows.
async fn small_buffer_socket(client: &Client) -> Socket {
    let socket = TcpSocket::new_v4().expect("a socket");
    // The system rounds up to its minimum.
    socket.set_recv_buffer_size(1).expect("a size");
    let connection = socket.connect(client.base).await.expect("a connection");
    client.socket_on(connection).await
}

fn watchers(me: &GameClient) -> Option<u32> {
    me.presence.as_ref().map(|presence| presence.watchers)
}

/// Returns how many sockets the servers of this process have closed as too slow.
async fn closed_as_too_slow(server: &Server) -> u64 {
    let answer = reqwest::get(format!("http://{}/metrics", server.address())).await;
    let text = answer.expect("a response").text().await.expect("a body");
    let counter = "azulejo_sockets_closed_total{reason=\"too slow\"} ";
    let line = text.lines().find_map(|line| line.strip_prefix(counter));
    line.map_or(0, |number| number.parse().expect("a number"))
}

/// Makes a move and takes it back, which sends every watcher two updates. Returns the new ply.
async fn move_and_undo(me: &mut GameClient) -> u32 {
    assert!(me.wait_until(GameClient::must_act).await);
    let moved = me.act().await.expect("a move");
    let updated = |me: &GameClient| me.view.ply >= moved && me.own.is_some();
    assert!(me.wait_until(updated).await);
    let to = me.own.as_ref().expect("an own view").undo_to[0];
    let undo = |game, id| ClientFrame::Undo {
        game,
        id,
        seat: 1,
        to,
    };
    me.command(undo).await.expect("a free takeback")
}

async fn wait_for_ply(me: &mut GameClient, ply: u32) {
    let open = me.wait_until(|me| me.view.ply >= ply).await;
    assert!(open, "the socket was closed");
}

/// Asserts that a socket responds, which also keeps it from timing out.
async fn assert_responsive(me: &mut GameClient) {
    me.socket.send(&ClientFrame::Ping).await;
    let pong = |frame: &ServerFrame| matches!(frame, ServerFrame::Pong).then_some(());
    me.socket.wait_for(pong).await;
}

/// The test waits for all readers after each step, so that their queues stay short on any machine.
/// The send timeout is out of reach, so that only the length of the queue can close a socket. If the
/// queue were unbounded, or the game waited for room in it, the test would not finish.
async fn spectator_who_never_reads_is_disconnected_without_affecting_others(
    database: TestDatabase,
) {
    let mut config = config(&database);
    config.test.send_timeout = Some(TIMEOUT * 100);
    let server = Server::start(config).await.expect("the server starts");
    let (ana, ben) = two_guests(&server).await;
    let eve = Client::guest(server.address(), "Eve").await;
    let game = NewGame {
        undo: Some(UndoPolicy::Free),
        ..open_game(2, None)
    };
    let game = ana.create(&game).await.view.id;
    ben.join(&game, None).await;
    ana.send_nonce(&game).await;
    let mut one = ana.follow(&game).await;
    let mut two = ben.follow(&game).await;
    let mut reader = eve.follow(&game).await;
    // Another game, with its own spectator.
    let other_game = NewGame {
        seats: vec![
            SeatRequest::Me { name: None },
            SeatRequest::Me { name: None },
        ],
        ..open_game(2, None)
    };
    let other_game = ben.create(&other_game).await.view.id;
    ben.send_nonce(&other_game).await;
    let mut other_player = ben.follow(&other_game).await;
    let mut other_reader = eve.follow(&other_game).await;
    assert!(other_player.wait_until(|me| watchers(me) == Some(1)).await);

    let before = closed_as_too_slow(&server).await;
    let mut slow = small_buffer_socket(&eve).await;
    let watch = ClientFrame::Watch {
        game: game.clone(),
        from: None,
        hash: None,
    };
    slow.send(&watch).await;
    // From here on, a count of one means that a spectator was disconnected.
    assert!(one.wait_until(|me| watchers(me) == Some(2)).await);
    let (mut times, start) = (0, Instant::now());
    while watchers(&one) != Some(1) {
        times += 1;
        assert!(start.elapsed() < 4 * TIMEOUT, "it is never disconnected");
        // It answers pings, so that it is only slow, not gone.
        slow.send_raw(Message::Pong(Vec::new().into())).await;
        let ply = move_and_undo(&mut one).await;
        wait_for_ply(&mut one, ply).await;
        wait_for_ply(&mut two, ply).await;
        wait_for_ply(&mut reader, ply).await;
        if !other_player.is_over() {
            let ready = |me: &GameClient| me.must_act() || me.is_over();
            assert!(other_player.wait_until(ready).await);
        }
        if other_player.is_over() {
            assert_responsive(&mut other_player).await;
            assert_responsive(&mut other_reader).await;
        } else {
            let ply = other_player.act().await.expect("a move in the other game");
            wait_for_ply(&mut other_player, ply).await;
            wait_for_ply(&mut other_reader, ply).await;
        }
    }
    // The readers received everything.
    let sent = reader.socket.received.iter();
    let updates = sent.filter(|frame| frame.starts_with("{\"t\":\"update\""));
    assert!(updates.clone().count() >= 2 * times, "{times}");
    let bytes: usize = updates.map(String::len).sum();
    println!("disconnected after {times} moves and takebacks, {bytes} bytes");
    // The metric may be updated before or after the game drops the socket.
    let counted = async {
        while closed_as_too_slow(&server).await == before {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let counted = tokio::time::timeout(TIMEOUT, counted).await;
    counted.expect("the socket is counted as too slow");
    // All other sockets still work.
    let moved = {
        assert!(one.wait_until(GameClient::must_act).await);
        one.act().await.expect("a move")
    };
    wait_for_ply(&mut two, moved).await;
    assert!(two.wait_until(GameClient::must_act).await);
    let moved = two.act().await.expect("a move");
    wait_for_ply(&mut one, moved).await;
    wait_for_ply(&mut reader, moved).await;
    assert_responsive(&mut reader).await;
    assert_responsive(&mut other_reader).await;
    // Kept open until now.
    drop(slow);
    server.stop().await;
}
