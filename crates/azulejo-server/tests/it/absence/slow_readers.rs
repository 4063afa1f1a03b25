//! Somebody who does not read what they are sent.

use std::time::{Duration, Instant};

use azulejo_protocol::frame::{ClientFrame, ServerFrame};
use azulejo_protocol::game::UndoPolicy;
use azulejo_protocol::http::{NewGame, SeatRequest};
use azulejo_server::Server;
use tokio::net::TcpSocket;
use tokio_tungstenite::tungstenite::Message;

use crate::absence::{open_game, two_people};
use crate::support::{House, PATIENCE, Person, Seatholder, Socket, stories};

stories! {
    a_spectator_who_never_reads_is_cut_and_nobody_else_notices,
}

/// A socket with as little room on the way to it as the system allows.
async fn narrow(person: &Person) -> Socket {
    let socket = TcpSocket::new_v4().expect("a socket");
    // The system takes its smallest size for it.
    socket.set_recv_buffer_size(1).expect("a size");
    let connection = socket.connect(person.base).await.expect("a connection");
    person.socket_on(connection).await
}

fn watchers(me: &Seatholder) -> Option<u32> {
    me.presence.as_ref().map(|presence| presence.watchers)
}

/// How many sockets all servers of this process have closed because they were too slow.
async fn closed_as_too_slow(server: &Server) -> u64 {
    let answer = reqwest::get(format!("http://{}/metrics", server.address())).await;
    let text = answer.expect("an answer").text().await.expect("a body");
    let counter = "azulejo_sockets_closed_total{reason=\"too slow\"} ";
    let line = text.lines().find_map(|line| line.strip_prefix(counter));
    line.map_or(0, |number| number.parse().expect("a number"))
}

/// The first seat moves and takes it back, as often as anybody likes: whoever follows is sent the
/// whole table twice. Gives the ply after it.
async fn moves_and_takes_back(me: &mut Seatholder) -> u32 {
    assert!(me.hear_until(Seatholder::must_act).await);
    let moved = me.act().await.expect("a move");
    let told = |me: &Seatholder| me.view.ply >= moved && me.own.is_some();
    assert!(me.hear_until(told).await);
    let to = me.own.as_ref().expect("it was told").undo_to[0];
    let undo = |game, id| ClientFrame::Undo {
        game,
        id,
        seat: 1,
        to,
    };
    me.command(undo).await.expect("it is free")
}

async fn hears(me: &mut Seatholder, ply: u32) {
    let heard = me.hear_until(|me| me.view.ply >= ply).await;
    assert!(heard, "the socket stays open");
}

/// The socket is as good as before. It also keeps it so: whoever is silent for long is not there.
async fn is_there(me: &mut Seatholder) {
    me.socket.send(&ClientFrame::Ping).await;
    let pong = |frame: &ServerFrame| matches!(frame, ServerFrame::Pong).then_some(());
    me.socket.until(pong).await;
}

/// Whoever reads paces the story: it goes on when everybody has heard of it but the one who does
/// not read. So nobody else is ever sent more than a few frames ahead, however slow the machine.
/// What is sent at once may take any time, so that only the length of the queue can cut a socket;
/// without a bound on it, or if a game waited for room in it, the story would not come to its end.
async fn a_spectator_who_never_reads_is_cut_and_nobody_else_notices(house: House) {
    let mut config = house.config();
    config.test.send_timeout = Some(PATIENCE * 100);
    let server = Server::start(config).await.expect("a server");
    let (ana, ben) = two_people(&server).await;
    let eve = Person::new(server.address(), "Eve").await;
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
    // Another game, with a spectator of its own.
    let elsewhere = NewGame {
        seats: vec![
            SeatRequest::Me { name: None },
            SeatRequest::Me { name: None },
        ],
        ..open_game(2, None)
    };
    let elsewhere = ben.create(&elsewhere).await.view.id;
    ben.send_nonce(&elsewhere).await;
    let mut other_player = ben.follow(&elsewhere).await;
    let mut other_reader = eve.follow(&elsewhere).await;
    assert!(other_player.hear_until(|me| watchers(me) == Some(1)).await);

    let before = closed_as_too_slow(&server).await;
    let mut slow = narrow(&eve).await;
    let watch = ClientFrame::Watch {
        game: game.clone(),
        from: None,
        hash: None,
    };
    slow.send(&watch).await;
    // Only after this word, one spectator means that one has gone.
    assert!(one.hear_until(|me| watchers(me) == Some(2)).await);
    let (mut times, begun) = (0, Instant::now());
    while watchers(&one) != Some(1) {
        times += 1;
        assert!(begun.elapsed() < 4 * PATIENCE, "it is never cut");
        // It is there, as it would say to the server's pings, and only does not read.
        slow.send_raw(Message::Pong(Vec::new().into())).await;
        let ply = moves_and_takes_back(&mut one).await;
        hears(&mut one, ply).await;
        hears(&mut two, ply).await;
        hears(&mut reader, ply).await;
        if !other_player.is_over() {
            let may_go_on = |me: &Seatholder| me.must_act() || me.is_over();
            assert!(other_player.hear_until(may_go_on).await);
        }
        if other_player.is_over() {
            is_there(&mut other_player).await;
            is_there(&mut other_reader).await;
        } else {
            let ply = other_player.act().await.expect("a move elsewhere");
            hears(&mut other_player, ply).await;
            hears(&mut other_reader, ply).await;
        }
    }
    // Whoever read was sent all of it.
    let sent = reader.socket.heard.iter();
    let updates = sent.filter(|frame| frame.starts_with("{\"t\":\"update\""));
    assert!(updates.clone().count() >= 2 * times, "{times}");
    let bytes: usize = updates.map(String::len).sum();
    println!("cut after {times} moves that were taken back, {bytes} bytes");
    // It was cut for what it did not do. The socket's own end is counted about when the table lets
    // go of it, first or last.
    let counted = async {
        while closed_as_too_slow(&server).await == before {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let counted = tokio::time::timeout(PATIENCE, counted).await;
    counted.expect("it is counted as too slow");
    // All others are as good as before: nobody but the one has gone.
    let moved = {
        assert!(one.hear_until(Seatholder::must_act).await);
        one.act().await.expect("a move")
    };
    hears(&mut two, moved).await;
    assert!(two.hear_until(Seatholder::must_act).await);
    let moved = two.act().await.expect("an answer");
    hears(&mut one, moved).await;
    hears(&mut reader, moved).await;
    is_there(&mut reader).await;
    is_there(&mut other_reader).await;
    // It was on its way until now, and had all the time to read.
    drop(slow);
    server.stop().await;
}
