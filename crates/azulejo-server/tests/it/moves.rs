//! Dropped connections, slow bots, takebacks and flag falls. Races and retries are simulated.

use std::sync::atomic::Ordering;

use azulejo_protocol::frame::{ClientFrame, ProblemCode, ServerFrame};
use azulejo_protocol::game::{Clock, EndedBy, Level, UndoPolicy};
use azulejo_protocol::http::{GameAnswer, NewGame, SeatRequest};
use azulejo_protocol::table::Wall;
use azulejo_server::Server;
use azulejo_testkit::{Client, GameClient, TestDatabase, on_every_database};
use futures_util::StreamExt as _;

use crate::support::{config, start};

on_every_database! {
    reconnecting_client_gets_exactly_the_missed_steps,
    blocked_bots_do_not_delay_other_games,
    takeback_requires_consent,
    takeback_requests_do_not_reject_a_move_in_flight,
    free_takeback_needs_no_consent,
    flag_fall_gives_the_win_to_the_opponent,
}

fn solo_game(seats: usize) -> NewGame {
    NewGame {
        id: None,
        seats: (0..seats).map(|_| SeatRequest::Me { name: None }).collect(),
        wall: Wall::Coloured,
        start: Some(1),
        clock: None,
        public: None,
        undo: Some(UndoPolicy::Off),
    }
}

async fn start_solo_game(person: &Client) -> String {
    let game = person.create(&solo_game(2)).await.view.id;
    person.send_nonce(&game).await;
    game
}

fn nth_move(client: &GameClient, id: &str, index: usize) -> ClientFrame {
    let own = client.own.as_ref().expect("a pending action");
    let offer = own.offer.as_ref().expect("a legal move");
    ClientFrame::Move {
        game: client.game.clone(),
        id: id.to_owned(),
        ply: own.ply,
        seat: offer.seat,
        text: offer.moves[index % offer.moves.len()].m.to_string(),
    }
}

async fn wait_for_turn(client: &mut GameClient) {
    assert!(client.wait_until(|me| me.must_act() || me.is_over()).await);
}

/// A reconnecting client states its last ply and hash and gets the steps since then.
async fn reconnecting_client_gets_exactly_the_missed_steps(database: TestDatabase) {
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let game = start_solo_game(&ana).await;
    let mut player = ana.follow(&game).await;
    let mut known = Vec::new();
    for turn in 0..30 {
        wait_for_turn(&mut player).await;
        if player.is_over() {
            break;
        }
        known.push((player.view.ply, player.view.hash.clone()));
        let id = player.socket.new_id();
        let frame = nth_move(&player, &id, turn * 7);
        player.own = None;
        player
            .socket
            .command(&frame, &id)
            .await
            .expect("an accepted move");
    }
    let now: GameAnswer = ana.get(&format!("/games/{game}")).await.expect("the game");
    // A client with a different hash gets the whole game.
    let others = known.iter().skip(1).map(|(_, hash)| hash.clone());
    let forged: Vec<_> = known.iter().zip(others).map(|(k, h)| (k.0, h)).collect();
    assert!(!forged.is_empty(), "several moves were made");
    for (ply, hash) in forged {
        let mut socket = ana.socket().await;
        socket
            .send(&ClientFrame::Watch {
                game: game.clone(),
                from: Some(ply),
                hash: Some(hash),
            })
            .await;
        let whole = socket
            .wait_for(|frame| match frame {
                ServerFrame::Update { .. } => Some(false),
                ServerFrame::Game { .. } => Some(true),
                _ => None,
            })
            .await;
        assert!(whole, "only the steps since ply {ply} were sent");
        socket.disconnect();
    }
    for (ply, hash) in known {
        let mut socket = ana.socket().await;
        socket
            .send(&ClientFrame::Watch {
                game: game.clone(),
                from: Some(ply),
                hash: Some(hash),
            })
            .await;
        let (steps, view) = socket
            .wait_for(|frame| match frame {
                ServerFrame::Update { steps, view, .. } => {
                    Some((Some(steps.clone()), view.clone()))
                }
                ServerFrame::Game { view, .. } => Some((None, view.clone())),
                _ => None,
            })
            .await;
        assert_eq!(view.hash, now.view.hash);
        if let Some(steps) = steps {
            let plies: Vec<_> = steps.iter().map(|step| step.ply).collect();
            assert_eq!(
                plies,
                (ply..now.view.ply).collect::<Vec<_>>(),
                "in order, without duplicates"
            );
        }
        socket.disconnect();
    }
    server.stop().await;
}

/// More games than the bots' queue holds.
const BOT_GAMES: usize = 256 + 16;
/// The number of moves made while the bots are blocked.
const TURNS: usize = 10;

/// Starts a game against a bot and returns its id and ply.
async fn start_bot_game(ana: &Client, start: u8) -> (String, u32) {
    let mut wanted = solo_game(1);
    wanted.seats.push(SeatRequest::Bot {
        level: Level::Beginner,
    });
    wanted.start = Some(start);
    let game = ana.create(&wanted).await.view.id;
    let started = ana.send_nonce(&game).await.view;
    (game, started.ply)
}

/// Makes up to `max` moves while it is this player's turn, and returns how many were acknowledged.
///
/// Only moves change the turn, so the result does not depend on timing.
async fn make_moves(ana: &Client, game: &str, max: usize) -> usize {
    let mut socket = ana.socket().await;
    for made in 0..max {
        let now: GameAnswer = ana.get(&format!("/games/{game}")).await.expect("the game");
        let Some(offer) = now.own.offer else {
            return made;
        };
        let id = socket.new_id();
        let frame = ClientFrame::Move {
            game: game.to_owned(),
            id: id.clone(),
            ply: now.view.ply,
            seat: offer.seat,
            text: offer.moves[0].m.to_string(),
        };
        socket.command(&frame, &id).await.expect("an accepted move");
    }
    max
}

/// With all bots blocked and their queue full, games without bots proceed.
async fn blocked_bots_do_not_delay_other_games(database: TestDatabase) {
    let mut config = config(&database);
    config.bot_threads = 1;
    let paused = std::sync::Arc::clone(&config.test.bots_paused);
    let server = Server::start(config).await.expect("the server starts");
    let ana = Client::guest(server.address(), "Ana").await;
    let pause = paused.write().await;
    let games = (0..BOT_GAMES).map(|_| start_bot_game(&ana, 2));
    let waiting: Vec<_> = futures_util::stream::iter(games)
        .buffer_unordered(8)
        .collect()
        .await;
    let game = start_solo_game(&ana).await;
    assert_eq!(make_moves(&ana, &game, TURNS).await, TURNS);
    // No bot has moved meanwhile.
    for (game, ply) in &waiting {
        let now: GameAnswer = ana.get(&format!("/games/{game}")).await.expect("the game");
        assert_eq!(now.view.ply, *ply, "a bot has moved in {game}");
    }
    // The control: a game with a bot stops after one move.
    let (blocked, _) = start_bot_game(&ana, 1).await;
    assert_eq!(make_moves(&ana, &blocked, TURNS).await, 1);
    // Once released, the bots move in all games, including those that did not fit into the queue.
    let mut me = ana.follow(&blocked).await;
    drop(pause);
    wait_for_turn(&mut me).await;
    for (game, ply) in &waiting {
        let mut me = ana.follow(game).await;
        assert!(me.wait_until(|me| me.view.ply > *ply).await);
    }
    server.stop().await;
}

/// Starts a game of two players, of whom the first is to move.
async fn start_game(ana: &Client, ben: &Client, clock: Option<Clock>) -> [GameClient; 2] {
    let wanted = NewGame {
        id: None,
        seats: vec![SeatRequest::Me { name: None }, SeatRequest::Open],
        clock,
        public: Some(true),
        undo: None,
        ..solo_game(2)
    };
    let game = ana.create(&wanted).await.view.id;
    ben.join(&game, None).await;
    ana.send_nonce(&game).await;
    let mut first = ana.follow(&game).await;
    wait_for_turn(&mut first).await;
    [first, ben.follow(&game).await]
}

async fn request_undo(client: &mut GameClient, seat: u8, to: u32) -> u32 {
    let requested = client.command(|game, id| ClientFrame::Undo { game, id, seat, to });
    requested.await.expect("a takeback request")
}

async fn answer_undo(client: &mut GameClient, seat: u8, agree: bool) -> u32 {
    let answered = client.command(|game, id| ClientFrame::AnswerUndo {
        game,
        id,
        seat,
        agree,
    });
    answered.await.expect("an answer")
}

/// Waits for a view at this ply or later.
async fn wait_for_ply(client: &mut GameClient, ply: u32) {
    assert!(client.wait_until(|me| me.view.ply >= ply).await);
}

/// Makes a move and returns its ply, to which it can be taken back.
async fn make_move(client: &mut GameClient) -> u32 {
    wait_for_turn(client).await;
    let next = client.act().await.expect("a legal move");
    assert!(
        client
            .wait_until(|me| me.view.ply >= next && me.own.is_some())
            .await
    );
    let own = client.own.as_ref().expect("an own view");
    assert_eq!(own.undo_to.first(), Some(&(next - 1)));
    next - 1
}

const HOUR_MS: i64 = 60 * 60_000;

async fn takeback_requires_consent(database: TestDatabase) {
    let config = config(&database);
    let ahead = config.test.ahead_ms.clone();
    let server = Server::start(config).await.expect("the server starts");
    let ana = Client::guest(server.address(), "Ana").await;
    let ben = Client::guest(server.address(), "Ben").await;
    let [mut first, mut second] = start_game(&ana, &ben, None).await;
    let before = first.view.table.clone();
    let to = make_move(&mut first).await;
    let after = first.view.table.clone();
    assert_ne!(before, after);

    // Refused: the move stays. Setting the clock back an hour keeps the request from expiring on a
    // slow machine.
    let requested = request_undo(&mut first, 1, to).await;
    ahead.fetch_sub(HOUR_MS, Ordering::Relaxed);
    wait_for_ply(&mut second, requested).await;
    let request = second.view.undo.clone().expect("a takeback request");
    assert_eq!((request.seat, request.to), (1, to));
    assert_eq!(request.awaited, [2]);
    let refused = answer_undo(&mut second, 2, false).await;
    wait_for_ply(&mut first, refused).await;
    assert_eq!((first.view.undo.clone(), &first.view.table), (None, &after));
    ahead.fetch_add(HOUR_MS, Ordering::Relaxed);

    // No second request before the next move.
    assert!(first.wait_until(|me| me.own.is_some()).await);
    let own = first.own.as_ref().expect("an own view");
    assert!(own.undo_to.is_empty());
    let repeated = first.command(|game, id| ClientFrame::Undo {
        game,
        id,
        seat: 1,
        to,
    });
    let code = repeated.await.map_err(|problem| problem.code);
    assert_eq!(code, Err(ProblemCode::NoUndo));
    make_move(&mut second).await;
    wait_for_ply(&mut first, second.view.ply).await;
    let after = first.view.table.clone();

    // Not answered in time: the request expires. If the machine stalled meanwhile, a `resumed` event
    // comes first.
    let requested = request_undo(&mut first, 1, to).await;
    wait_for_ply(&mut second, requested).await;
    assert!(second.view.undo.is_some());
    ahead.fetch_add(31_000, Ordering::Relaxed);
    let expired = |me: &GameClient| me.view.ply > requested && me.view.undo.is_none();
    assert!(first.wait_until(expired).await);
    assert_eq!(first.view.table, after);
    make_move(&mut first).await;
    wait_for_ply(&mut second, first.view.ply).await;

    // Accepted: the table is restored for both.
    let requested = request_undo(&mut first, 1, to).await;
    ahead.fetch_sub(HOUR_MS, Ordering::Relaxed);
    wait_for_ply(&mut second, requested).await;
    let agreed = answer_undo(&mut second, 2, true).await;
    for client in [&mut first, &mut second] {
        wait_for_ply(client, agreed).await;
        assert_eq!(
            (client.view.undo.clone(), &client.view.table),
            (None, &before)
        );
    }
    ahead.fetch_add(HOUR_MS, Ordering::Relaxed);
    make_move(&mut first).await;
    server.stop().await;
}

/// A player requests a takeback and cancels it while the opponent's move is in flight.
async fn takeback_requests_do_not_reject_a_move_in_flight(database: TestDatabase) {
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let ben = Client::guest(server.address(), "Ben").await;
    let [mut first, mut second] = start_game(&ana, &ben, None).await;
    let to = make_move(&mut first).await;
    wait_for_turn(&mut second).await;
    let id = second.socket.new_id();
    let in_flight = nth_move(&second, &id, 0);
    for turn in 0..5 {
        let requested = first.command(|game, id| ClientFrame::Undo {
            game,
            id,
            seat: 1,
            to,
        });
        assert_eq!(requested.await.is_ok(), turn == 0, "one request per move");
        let answered = first.command(|game, id| ClientFrame::AnswerUndo {
            game,
            id,
            seat: 1,
            agree: false,
        });
        assert_eq!(answered.await.is_ok(), turn == 0);
    }
    let accepted = second.socket.command(&in_flight, &id).await;
    assert!(accepted.is_ok(), "{accepted:?}");
    server.stop().await;
}

async fn free_takeback_needs_no_consent(database: TestDatabase) {
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let wanted = NewGame {
        id: None,
        undo: Some(UndoPolicy::Free),
        ..solo_game(2)
    };
    let game = ana.create(&wanted).await.view.id;
    ana.send_nonce(&game).await;
    let mut me = ana.follow(&game).await;
    wait_for_turn(&mut me).await;
    let before = me.view.table.clone();
    let to = make_move(&mut me).await;
    make_move(&mut me).await;
    // Both moves are taken back at once.
    let back = request_undo(&mut me, 1, to).await;
    wait_for_ply(&mut me, back).await;
    assert_eq!(me.view.table, before);
    server.stop().await;
}

async fn flag_fall_gives_the_win_to_the_opponent(database: TestDatabase) {
    let config = config(&database);
    let ahead = config.test.ahead_ms.clone();
    let server = Server::start(config).await.expect("the server starts");
    let ana = Client::guest(server.address(), "Ana").await;
    let ben = Client::guest(server.address(), "Ben").await;
    let clock = Clock::RealTime {
        seconds: 3_600,
        increment: 0,
    };
    let [mut first, mut second] = start_game(&ana, &ben, Some(clock)).await;
    make_move(&mut first).await;
    wait_for_turn(&mut second).await;
    // Both are connected; the second player's time runs out.
    ahead.fetch_add(HOUR_MS + 1_000, Ordering::Relaxed);
    for client in [&mut first, &mut second] {
        assert!(client.wait_until(GameClient::is_over).await);
        let result = client.view.result.clone().expect("a result");
        assert_eq!((result.by, result.seat), (EndedBy::Time, Some(2)));
        assert_eq!(result.winners, [1]);
    }
    server.stop().await;
}
