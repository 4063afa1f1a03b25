//! Attacks on the bots' threads, against a real server. What they cost is counted in searches, so
//! that no result depends on the speed of the machine.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use azulejo_protocol::frame::{ClientFrame, ProblemCode, ServerFrame};
use azulejo_protocol::game::{Level, UndoPolicy};
use azulejo_protocol::http::{GameAnswer, HintAnswer, NewGame, SeatRequest};
use azulejo_store::PlayerId;
use azulejo_testkit::{Client, GameClient, Socket, TestDatabase};
use tokio::net::TcpSocket;

use super::queue::{Kind, Payer};
use super::{BotPool, Shared};
use crate::http::rate_limits::Key;
use crate::{Config, Server};

async fn start(database: &TestDatabase, rate_limits: u32) -> (Server, Config) {
    let mut config = Config::new(database.url());
    config.listen = Some(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
    config.bot_delay_ms = 0;
    config.bot_threads = 1;
    config.rate_limits = rate_limits;
    let server = Server::start(config.clone()).await.expect("a server");
    (server, config)
}

fn pool(server: &Server) -> &Arc<Shared> {
    let BotPool(shared) = &server.app.registry.bots;
    shared
}

fn n_searches(server: &Server) -> u64 {
    pool(server).n_searches.load(Ordering::Acquire)
}

/// The requests that wait and whose callers have not gone.
fn n_waiting(server: &Server) -> usize {
    let queue = pool(server).queue();
    let waiting = queue.waiting.iter();
    waiting
        .filter(|request| !request.cancelled.load(Ordering::Acquire))
        .count()
}

fn against(level: Level, n_bots: usize, start: u8) -> NewGame {
    let mut seats = vec![SeatRequest::Me { name: None }];
    seats.extend((0..n_bots).map(|_| SeatRequest::Bot { level }));
    NewGame {
        seats,
        wall: azulejo_protocol::table::Wall::Coloured,
        start: Some(start),
        clock: None,
        public: None,
        undo: Some(UndoPolicy::Free),
        id: None,
    }
}

/// Creates a game, follows it and starts it.
async fn play(client: &Client, game: &NewGame) -> GameClient {
    let id = client.create(game).await.view.id;
    let me = client.follow(&id).await;
    client.send_nonce(&id).await;
    me
}

async fn move_and_undo(me: &mut GameClient) {
    assert!(me.wait_until(GameClient::must_act).await);
    let moved = me.act().await.expect("a move");
    let updated = |me: &GameClient| me.view.ply >= moved && me.own.is_some();
    assert!(me.wait_until(updated).await);
    undo(me).await.expect("a free takeback");
}

async fn undo(me: &mut GameClient) -> Result<u32, azulejo_protocol::frame::Problem> {
    let to = me.own.as_ref().expect("an own view").undo_to[0];
    me.command(|game, id| ClientFrame::Undo {
        game,
        id,
        seat: 1,
        to,
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn alternating_move_and_undo_costs_no_searches() {
    let database = TestDatabase::sqlite();
    let (server, config) = start(&database, 0).await;
    let client = Client::guest(server.address(), "Ana").await;
    let paused = config.test.bots_paused.write().await;
    let mut me = play(&client, &against(Level::Legend, 3, 1)).await;
    for _ in 0..100 {
        move_and_undo(&mut me).await;
        // The thread may hold one more.
        assert!(n_waiting(&server) <= 1, "requests pile up");
    }
    assert!(me.wait_until(GameClient::must_act).await);
    drop(paused);
    // One real move costs the answers of three bots, and the takebacks before it cost nothing.
    me.act().await.expect("a move");
    assert!(me.wait_until(GameClient::must_act).await);
    assert_eq!(n_searches(&server), 3);
    server.stop().await;
}

/// Opens a socket from one of the loopback addresses.
async fn socket_from(client: &Client, address: Ipv4Addr) -> Socket {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket
        .bind(SocketAddr::from((address, 0)))
        .expect("a loopback address");
    let connection = socket.connect(client.base).await.expect("a connection");
    client.socket_on(connection).await
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn beginner_answers_during_a_flood_of_240_legend_games_from_32_addresses() {
    const GAMES: usize = 240;
    const ADDRESSES: usize = 32;
    let database = TestDatabase::sqlite();
    let (server, config) = start(&database, 0).await;
    let paused = config.test.bots_paused.write().await;
    let mut sockets = Vec::new();
    for number in 0..ADDRESSES {
        let hostile = Client::guest(server.address(), "Eve").await;
        let address = Ipv4Addr::new(127, 0, 1, 1 + number as u8);
        let mut socket = socket_from(&hostile, address).await;
        let n_games = GAMES / ADDRESSES + usize::from(number < GAMES % ADDRESSES);
        for _ in 0..n_games {
            // A legend begins, and thinks for the address that watches.
            let game = hostile.create(&against(Level::Legend, 3, 2)).await.view.id;
            let watch = ClientFrame::Watch {
                game: game.clone(),
                from: None,
                hash: None,
            };
            socket.send(&watch).await;
            let is_view = |frame: &ServerFrame| matches!(frame, ServerFrame::Game { .. });
            socket.wait_for(|frame| is_view(frame).then_some(())).await;
            hostile.send_nonce(&game).await;
        }
        sockets.push(socket);
    }
    // The thread holds one of them.
    assert_eq!(n_waiting(&server), GAMES - 1);
    let honest = Client::guest(server.address(), "Ana").await;
    let mut me = play(&honest, &against(Level::Beginner, 1, 2)).await;
    drop(paused);
    assert!(me.wait_until(GameClient::must_act).await);
    // The one that the thread held, the beginner, and what has begun since.
    assert!(n_searches(&server) <= 4, "{}", n_searches(&server));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn used_up_thinking_time_refuses_more_but_bots_still_answer() {
    let database = TestDatabase::sqlite();
    let (server, _) = start(&database, 1).await;
    let client = Client::guest(server.address(), "Ana").await;
    let game = against(Level::Beginner, 1, 1);
    let mut me = play(&client, &game).await;
    let export = client.get::<serde_json::Value>("/me/export").await;
    let export = export.expect("my data");
    let id: PlayerId = export["id"]
        .as_str()
        .expect("an id")
        .parse()
        .expect("an id");
    let payer = Payer {
        address: Some(Key::from(server.address().ip())),
        player: id.into(),
    };
    // More than any machine needs for the rest of the test.
    let used = Duration::from_secs(3_600);
    let kind = Kind::Move(Level::Legend);
    pool(&server)
        .queue()
        .charge(&payer, kind, used, Instant::now());
    // The game goes on.
    for _ in 0..3 {
        assert!(me.wait_until(GameClient::must_act).await);
        me.act().await.expect("a move");
    }
    assert!(me.wait_until(GameClient::must_act).await);
    let mut refusals = vec![undo(&mut me).await.err()];
    refusals.push(client.post::<GameAnswer>("/games", &game).await.err());
    let hint = format!("/games/{}/hint?seat=1", me.game);
    refusals.push(client.get::<HintAnswer>(&hint).await.err());
    let with_people = NewGame {
        seats: vec![SeatRequest::Me { name: None }, SeatRequest::Open],
        ..game.clone()
    };
    // A game among people is welcome, until it gets a bot.
    let open = client.create(&with_people).await.view.id;
    let seat_bot = format!("/games/{open}/seats/2/bot");
    let level = serde_json::json!({ "level": "beginner" });
    refusals.push(client.post::<GameAnswer>(&seat_bot, &level).await.err());
    let codes: Vec<_> = refusals
        .into_iter()
        .map(|refusal| refusal.map(|problem| problem.code))
        .collect();
    assert_eq!(codes, [Some(ProblemCode::ThinkingTime); 4]);
    let resign = |game, id| ClientFrame::Resign { game, id, seat: 1 };
    me.command(resign).await.expect("a resignation");
    let rematch = |game, id| ClientFrame::Rematch {
        game,
        id,
        agree: true,
    };
    let refused = me.command(rematch).await.map_err(|problem| problem.code);
    assert_eq!(refused, Err(ProblemCode::ThinkingTime));
    // Others are not affected.
    let other = Client::guest(server.address(), "Ben").await;
    other.create(&game).await;
    server.stop().await;
}
