//! Players on several nodes, and nodes whose bus loses messages.

use std::sync::Arc;
use std::sync::atomic::AtomicI64;

use async_trait::async_trait;
use azulejo_protocol::frame::{ClientFrame, Phrase, ProblemCode, ServerFrame};
use azulejo_protocol::game::{EndedBy, TakeoverReason};
use azulejo_protocol::http::GameAnswer;
use azulejo_server::Server;
use azulejo_store::{Bus, BusMessage, BusReceiver, LocalBus, OpenOptions, PlayerName};
use azulejo_testkit::{Client, GameClient, TestDatabase, on_every_database};

use crate::lifecycle::seat_ownership::player_on;
use crate::lifecycle::{
    MINUTE_MS, REAL_TIME, advance, away_view, is_present, open_game, start_ahead, start_game,
    start_on_store, two_guests, vote,
};

on_every_database! {
    changed_seats_are_found_by_polling,
}

/// Two nodes on one database, each with its own clock offset.
struct TwoNodes {
    servers: [Server; 2],
    ahead: [Arc<AtomicI64>; 2],
    database: TestDatabase,
}

impl TwoNodes {
    /// Returns `None` if PostgreSQL is not installed.
    async fn start() -> Option<Self> {
        let database = TestDatabase::postgres()?;
        let (first, first_ahead) = start_ahead(0, &database).await;
        let (second, second_ahead) = start_ahead(0, &database).await;
        Some(Self {
            servers: [first, second],
            ahead: [first_ahead, second_ahead],
            database,
        })
    }

    async fn stop(self) {
        for server in self.servers {
            server.stop().await;
        }
        drop(self.database);
    }
}

/// Advances both clocks while a client stays connected to the first node.
async fn advance_with_connected(nodes: &TwoNodes, client: &Client, minutes: i64) {
    advance(&nodes.ahead[0], minutes * MINUTE_MS);
    // A new socket announces its player at once; an open one only every few seconds.
    let mut again = client.socket().await;
    again.next().await.expect("a greeting");
    advance(&nodes.ahead[1], minutes * MINUTE_MS);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn player_on_another_node_is_present_and_not_voted_out() {
    let Some(nodes) = TwoNodes::start().await else {
        return;
    };
    let [first, second] = [nodes.servers[0].address(), nodes.servers[1].address()];
    let (ana, ben) = two_guests(&nodes.servers[1]).await;
    let cleo = Client::guest(first, "Cleo").await;
    let game = start_game(&[&ana, &ben, &cleo.at(second)], None).await;
    let there = cleo.follow(&game).await;
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    assert!(one.wait_until(|me| is_present(me, 3)).await);
    advance_with_connected(&nodes, &cleo, 6).await;
    assert_eq!(vote(&mut one, 1, 3).await, Err(ProblemCode::Forbidden));
    // She leaves the other node. All nodes show the same start of her absence.
    let mut on_first = ana.at(first).follow(&game).await;
    assert!(on_first.wait_until(|me| is_present(me, 3)).await);
    there.socket.disconnect();
    assert!(on_first.wait_until(|me| away_view(me, 3).is_some()).await);
    let left = away_view(&on_first, 3).expect("away");
    let same = |me: &GameClient| away_view(me, 3).as_ref() == Some(&left);
    assert!(one.wait_until(same).await);
    for ahead in &nodes.ahead {
        advance(ahead, 6 * MINUTE_MS);
    }
    vote(&mut one, 1, 3).await.expect("a vote");
    vote(&mut other, 2, 3).await.expect("a vote");
    let taken = |me: &GameClient| me.view.seats[2].taken_over == Some(TakeoverReason::Vote);
    assert!(on_first.wait_until(taken).await);
    nodes.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn player_on_two_nodes_is_present_until_both_are_left() {
    let Some(nodes) = TwoNodes::start().await else {
        return;
    };
    let [first, second] = [nodes.servers[0].address(), nodes.servers[1].address()];
    let (ana, ben) = two_guests(&nodes.servers[0]).await;
    let game = start_game(&[&ana, &ben], Some(REAL_TIME)).await;
    let mut one = ana.follow(&game).await;
    let here = ben.follow(&game).await;
    let mut there = ben.at(second).follow(&game).await;
    assert!(there.wait_until(|me| is_present(me, 2)).await);
    assert!(one.wait_until(|me| is_present(me, 2)).await);
    here.socket.disconnect();
    assert!(one.wait_until(|me| away_view(me, 2).is_some()).await);
    // The other node announces him again.
    assert!(one.wait_until(|me| is_present(me, 2)).await);
    // He leaves the other node too.
    there.socket.disconnect();
    assert!(one.wait_until(|me| away_view(me, 2).is_some()).await);
    for ahead in &nodes.ahead {
        advance(ahead, 2 * MINUTE_MS);
    }
    let _shown: Result<GameAnswer, _> = ana.at(first).get(&format!("/games/{game}")).await;
    assert!(one.wait_until(GameClient::is_over).await);
    let result = one.view.result.as_ref().expect("a result");
    assert_eq!((result.by, result.seat), (EndedBy::Left, Some(2)));
    nodes.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logging_out_closes_the_sockets_on_both_nodes() {
    let Some(nodes) = TwoNodes::start().await else {
        return;
    };
    let ana = Client::guest(nodes.servers[0].address(), "Ana").await;
    let ben = Client::guest(nodes.servers[0].address(), "Ben").await;
    let mut ended = Vec::new();
    let mut others = Vec::new();
    for server in &nodes.servers {
        for _ in 0..2 {
            for (client, sockets) in [(&ana, &mut ended), (&ben, &mut others)] {
                let mut socket = client.at(server.address()).socket().await;
                socket.next().await.expect("a greeting");
                sockets.push(socket);
            }
        }
    }
    assert_eq!(ana.request(reqwest::Method::POST, "/logout").await, 204);
    let mut closed = 0;
    for mut socket in ended {
        assert_eq!(socket.close_code().await, Some(1008));
        closed += 1;
    }
    assert_eq!(closed, 4);
    for mut socket in others {
        socket.send(&ClientFrame::Ping).await;
        socket.next().await.expect("Ben's sockets stay open");
    }
    nodes.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn phrase_is_delivered_once_on_every_node() {
    let Some(nodes) = TwoNodes::start().await else {
        return;
    };
    let (ana, ben) = two_guests(&nodes.servers[0]).await;
    let game = start_game(&[&ana, &ben], None).await;
    let mut one = ana.follow(&game).await;
    let mut other = ben.at(nodes.servers[1].address()).follow(&game).await;
    let said = |frame: &ServerFrame| match frame {
        ServerFrame::Said { seat, phrase, .. } => Some((*seat, *phrase)),
        _ => None,
    };
    // A duplicate would be received in place of the next phrase.
    for (speaker, seat, phrase) in [
        (0, 1, Phrase::Hello),
        (1, 2, Phrase::GoodLuck),
        (0, 1, Phrase::OneMoment),
        (1, 2, Phrase::NiceMove),
    ] {
        let game = game.clone();
        let say = ClientFrame::Say { game, seat, phrase };
        let speaker = if speaker == 0 { &mut one } else { &mut other };
        speaker.socket.send(&say).await;
        assert_eq!(one.socket.wait_for(said).await, (seat, phrase));
        assert_eq!(other.socket.wait_for(said).await, (seat, phrase));
    }
    nodes.stop().await;
}

/// A bus that loses all messages.
struct LossyBus(LocalBus);

#[async_trait]
impl Bus for LossyBus {
    async fn publish(&self, _: Vec<BusMessage>) {}

    fn subscribe(&self) -> BusReceiver {
        self.0.subscribe()
    }
}

async fn changed_seats_are_found_by_polling(database: TestDatabase) {
    let options = OpenOptions::default().bus(Arc::new(LossyBus(LocalBus::new())));
    let store = options.open(&database.url()).await;
    let store = store.expect("the store opens");
    let (server, _ahead) = start_on_store(&database, &store).await;
    let (ana, ben) = two_guests(&server).await;
    let game = start_game(&[&ana, &ben], None).await;
    let mut one = ana.follow(&game).await;
    let _other = ben.follow(&game).await;
    assert!(one.wait_until(|me| is_present(me, 2)).await);
    let player = player_on(&*store, &game, 1).await;
    let name = PlayerName {
        shown: "Bento".to_owned(),
        folded: "bento".to_owned(),
    };
    store
        .rename(player, name)
        .await
        .expect("the player is renamed");
    let renamed = |me: &GameClient| me.view.seats[1].name.as_deref() == Some("Bento");
    assert!(one.wait_until(renamed).await);
    store
        .delete_player(player)
        .await
        .expect("the player is deleted");
    assert!(one.wait_until(|me| me.view.seats[1].name.is_none()).await);
    assert!(one.wait_until(|me| away_view(me, 2).is_some()).await);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_and_new_games_on_another_node_are_found_by_polling() {
    let Some(database) = TestDatabase::postgres() else {
        return;
    };
    let mut nodes = Vec::new();
    for _ in 0..2 {
        let options = OpenOptions::default().bus(Arc::new(LossyBus(LocalBus::new())));
        let store = options.open(&database.url()).await;
        let (server, _ahead) = start_on_store(&database, &store.expect("the store opens")).await;
        nodes.push(server);
    }
    let there = nodes[1].address();
    let (ana, ben) = two_guests(&nodes[0]).await;
    let game = start_game(&[&ana, &ben], None).await;
    let mut one = ana.follow(&game).await;
    let mut other = ben.at(there).follow(&game).await;
    // The players move on different nodes.
    for _ in 0..2 {
        for (mover, waiting) in [(0, 1), (1, 0)] {
            let both = [&mut one, &mut other];
            assert!(both[mover].wait_until(GameClient::must_act).await);
            let ply = both[mover].act().await.expect("a move");
            assert!(both[waiting].wait_until(|me| me.view.ply >= ply).await);
        }
    }
    // A game created on one node appears in the lobby of the other.
    let mut lobby = ben.at(there).socket().await;
    lobby.send(&ClientFrame::Lobby { on: true }).await;
    let listed = |frame: &ServerFrame, game: &str| match frame {
        ServerFrame::Lobby { lobby } => lobby.open.iter().any(|card| card.id == game),
        _ => false,
    };
    lobby
        .wait_for(|frame| matches!(frame, ServerFrame::Lobby { .. }).then_some(()))
        .await;
    let new = ana.create(&open_game(2, None)).await.view.id;
    lobby
        .wait_for(|frame| listed(frame, &new).then_some(()))
        .await;
    // It disappears when it is cancelled.
    assert_eq!(
        ana.request(reqwest::Method::POST, &format!("/games/{new}/cancel"))
            .await,
        200
    );
    lobby
        .wait_for(|frame| {
            let is_lobby = matches!(frame, ServerFrame::Lobby { .. });
            (is_lobby && !listed(frame, &new)).then_some(())
        })
        .await;
    for server in nodes {
        server.stop().await;
    }
}
