//! Everything around the moves of a game: presence, takeover by bots, expiry, rematches, downtime and
//! several nodes.

mod backpressure;
mod housekeeping;
mod migration;
mod nodes;
mod rematches;
mod seat_ownership;
mod spectators;
mod voided;
mod votes;
mod waiting;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use azulejo_ai::{Bot, BotId, Decision};
use azulejo_protocol::frame::{ClientFrame, Phrase, ProblemCode, ServerFrame};
use azulejo_protocol::game::{
    AwayView, Clock, EndedBy, ResultView, SeatKind, Status, TakeoverReason,
};
use azulejo_protocol::http::{GameAnswer, MyGames, NewGame, ReplayView, SeatRequest};
use azulejo_protocol::table::Wall;
use azulejo_rules::record::Record;
use azulejo_rules::{Destination, Phase, Position};
use azulejo_testkit::{Client, GameClient, TestDatabase, on_every_database};

use crate::support::{config, start};

on_every_database! {
    absent_seat_is_voted_to_a_bot_and_reclaimed,
    rematch_starts_when_everyone_agrees,
    rematch_has_an_open_seat_for_a_player_who_did_not_agree,
    rematch_offer_expires_when_its_player_has_left,
    phrase_reaches_players_and_spectators,
    server_downtime_is_not_charged,
    absent_player_forfeits_a_real_time_game,
    clock_runs_while_the_player_to_move_is_away,
    resigned_seat_does_not_win_live_or_in_the_replay,
    reclaimed_seat_can_win_live_and_in_the_replay,
    replay_of_a_resigned_game_has_a_winner,
}

pub(crate) const MINUTE_MS: i64 = 60_000;

pub(crate) fn open_game(seats: usize, clock: Option<Clock>) -> NewGame {
    let mut wanted = vec![SeatRequest::Me { name: None }];
    wanted.resize(seats, SeatRequest::Open);
    NewGame {
        id: None,
        seats: wanted,
        wall: Wall::Coloured,
        start: Some(1),
        clock,
        public: Some(true),
        undo: None,
    }
}

/// Starts a game that the first player hosts and the others join.
pub(crate) async fn start_game(players: &[&Client], clock: Option<Clock>) -> String {
    let (host, others) = players.split_first().expect("a host");
    let game = host.create(&open_game(players.len(), clock)).await.view.id;
    for player in others {
        player.join(&game, None).await;
    }
    let started = host.send_nonce(&game).await;
    assert_eq!(started.view.status, Status::Running);
    game
}

pub(crate) async fn command(
    client: &mut GameClient,
    frame: impl FnOnce(String, String) -> ClientFrame,
) -> Result<u32, ProblemCode> {
    client.command(frame).await.map_err(|problem| problem.code)
}

async fn resign(client: &mut GameClient, seat: u8) {
    let resigned = command(client, |game, id| ClientFrame::Resign { game, id, seat });
    resigned.await.expect("a resignation");
}

async fn reclaim_seat(client: &mut GameClient, seat: u8) {
    let taken = command(client, |game, id| ClientFrame::TakeBack { game, id, seat });
    taken.await.expect("the seat");
}

/// Disconnects a player and waits until the absence is announced.
///
/// A player who has joined is away until they watch the game. So this waits for their presence first;
/// otherwise the older absence would be mistaken for the new one.
pub(crate) async fn disconnect(client: GameClient, seat: u8, witness: &mut GameClient) {
    assert!(witness.wait_until(|me| is_present(me, seat)).await);
    client.socket.disconnect();
    assert!(witness.wait_until(|me| away_view(me, seat).is_some()).await);
}

/// Starts a server whose clock is ahead, and returns the clock's offset.
pub(crate) async fn start_ahead(
    ms: i64,
    database: &TestDatabase,
) -> (azulejo_server::Server, Arc<AtomicI64>) {
    let config = config(database);
    let ahead = config.test.ahead_ms.clone();
    ahead.store(ms, Ordering::Relaxed);
    let server = azulejo_server::Server::start(config).await;
    (server.expect("the server starts"), ahead)
}

/// Starts a server on a store that the test keeps access to.
pub(crate) async fn start_on_store(
    database: &TestDatabase,
    store: &Arc<dyn azulejo_store::Store>,
) -> (azulejo_server::Server, Arc<AtomicI64>) {
    let config = config(database);
    let ahead = Arc::clone(&config.test.ahead_ms);
    let server = azulejo_server::Server::start_on(config, Arc::clone(store)).await;
    (server.expect("the server starts"), ahead)
}

pub(crate) fn advance(ahead: &AtomicI64, ms: i64) {
    ahead.fetch_add(ms, Ordering::Relaxed);
}

/// Returns the absence of a seat, if its player is away.
pub(crate) fn away_view(me: &GameClient, seat: u8) -> Option<AwayView> {
    let mut away = me.presence.iter().flat_map(|presence| &presence.away);
    away.find(|away| away.seat == seat).cloned()
}

pub(crate) fn is_present(me: &GameClient, seat: u8) -> bool {
    let presence = me.presence.as_ref();
    presence.is_some_and(|presence| presence.here.contains(&seat))
}

pub(crate) async fn two_guests(server: &azulejo_server::Server) -> (Client, Client) {
    let base = server.address();
    let ana = Client::guest(base, "Ana").await;
    (ana, Client::guest(base, "Ben").await)
}

pub(crate) async fn vote(client: &mut GameClient, seat: u8, away: u8) -> Result<u32, ProblemCode> {
    command(client, |game, id| ClientFrame::Vote {
        game,
        id,
        seat,
        away,
    })
    .await
}

async fn absent_seat_is_voted_to_a_bot_and_reclaimed(database: TestDatabase) {
    let (server, ahead) = start_ahead(0, &database).await;
    let (ana, ben) = two_guests(&server).await;
    let cleo = Client::guest(server.address(), "Cleo").await;
    let game = start_game(&[&ana, &ben, &cleo], None).await;
    let mut players = [ana.follow(&game).await, ben.follow(&game).await];
    disconnect(cleo.follow(&game).await, 3, &mut players[0]).await;
    // A player who has just left cannot be voted out.
    assert_eq!(
        vote(&mut players[0], 1, 3).await,
        Err(ProblemCode::Forbidden)
    );
    // Nor after two of the five minutes. Real time passes too, so not closer to the limit.
    ahead.fetch_add(2 * MINUTE_MS, Ordering::Relaxed);
    assert_eq!(
        vote(&mut players[0], 1, 3).await,
        Err(ProblemCode::Forbidden)
    );
    ahead.fetch_add(4 * MINUTE_MS, Ordering::Relaxed);
    vote(&mut players[0], 1, 3).await.expect("a vote");
    let before = players[0].view.ply;
    assert!(players[0].wait_until(|me| me.view.ply > before).await);
    assert_eq!(players[0].view.votes[0].voted, [1]);
    assert_eq!(players[0].view.seats[2].taken_over, None, "both must agree");
    // A connected player cannot be voted out.
    assert_eq!(
        vote(&mut players[0], 1, 2).await,
        Err(ProblemCode::Forbidden)
    );
    vote(&mut players[1], 2, 3).await.expect("a vote");
    let taken = |me: &GameClient| me.view.seats[2].taken_over == Some(TakeoverReason::Vote);
    assert!(players[1].wait_until(taken).await);
    assert_eq!(players[1].view.seats[2].kind, SeatKind::Human);
    assert!(
        players[1].view.seats[2].level.is_some(),
        "a bot has taken over"
    );
    // Cleo can reclaim her seat.
    let mut back = cleo.follow(&game).await;
    reclaim_seat(&mut back, 3).await;
    assert!(
        back.wait_until(|me| me.view.seats[2].taken_over.is_none())
            .await
    );
    assert!(back.view.seats[2].can_win);
    server.stop().await;
}

pub(crate) async fn rematch(client: &mut GameClient, agree: bool) -> Result<u32, ProblemCode> {
    command(client, |game, id| ClientFrame::Rematch { game, id, agree }).await
}

async fn rematch_starts_when_everyone_agrees(database: TestDatabase) {
    let server = start(&database).await;
    let (ana, ben) = two_guests(&server).await;
    let game = start_game(&[&ana, &ben], None).await;
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    assert!(rematch(&mut one, true).await.is_err(), "not before the end");
    resign(&mut other, 2).await;
    assert!(one.wait_until(GameClient::is_over).await);
    assert_eq!(
        one.view.result.as_ref().map(|r| r.by),
        Some(EndedBy::Resigned)
    );
    rematch(&mut one, true).await.expect("Ana agrees");
    rematch(&mut one, false)
        .await
        .expect("Ana changes her mind");
    rematch(&mut other, true).await.expect("Ben agrees");
    rematch(&mut one, true).await.expect("Ana agrees");
    let created = |me: &GameClient| me.view.rematch.as_ref().is_some_and(|r| r.game.is_some());
    assert!(other.wait_until(created).await);
    let next = other
        .view
        .rematch
        .as_ref()
        .and_then(|r| r.game.clone())
        .expect("a game");
    let shown: GameAnswer = ben.get(&format!("/games/{next}")).await.expect("the game");
    assert_eq!(shown.own.seats, [2], "players keep their seats");
    assert_eq!(shown.view.settings.start, Some(2), "the next seat starts");
    assert_ne!(shown.view.draw.commitment, other.view.draw.commitment);
    ana.send_nonce(&next).await;
    let started = ben.send_nonce(&next).await;
    assert_eq!(started.view.status, Status::Running);
    server.stop().await;
}

async fn rematch_has_an_open_seat_for_a_player_who_did_not_agree(database: TestDatabase) {
    let (server, ahead) = start_ahead(0, &database).await;
    let (ana, ben) = two_guests(&server).await;
    let game = start_game(&[&ana, &ben], None).await;
    let mut one = ana.follow(&game).await;
    resign(&mut one, 1).await;
    rematch(&mut one, true).await.expect("Ana agrees");
    // Ben does not answer for five minutes.
    advance(&ahead, 6 * MINUTE_MS);
    let _shown: Result<GameAnswer, _> = ana.get(&format!("/games/{game}")).await;
    let next = |me: &GameClient| me.view.rematch.as_ref().and_then(|r| r.game.clone());
    assert!(one.wait_until(|me| next(me).is_some()).await);
    let next = next(&one).expect("a game");
    let shown: GameAnswer = ana.get(&format!("/games/{next}")).await.expect("the game");
    let kinds: Vec<_> = shown.view.seats.iter().map(|seat| seat.kind).collect();
    assert_eq!(kinds, [SeatKind::Human, SeatKind::Open]);
    assert_eq!((shown.own.seats, shown.own.host), (vec![1], true));
    server.stop().await;
}

async fn rematch_offer_expires_when_its_player_has_left(database: TestDatabase) {
    let (server, ahead) = start_ahead(0, &database).await;
    let (ana, ben) = two_guests(&server).await;
    let game = start_game(&[&ana, &ben], None).await;
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    resign(&mut one, 1).await;
    rematch(&mut one, true).await.expect("Ana agrees");
    let wanted = |me: &GameClient| me.view.rematch.is_some();
    assert!(other.wait_until(wanted).await);
    disconnect(one, 1, &mut other).await;
    // A later visitor does not create the rematch.
    advance(&ahead, 24 * 60 * MINUTE_MS);
    assert!(other.wait_until(|me| me.view.rematch.is_none()).await);
    let mine: MyGames = ana.get("/me/games").await.expect("Ana's games");
    assert_eq!(mine.games.len(), 1);
    server.stop().await;
}

async fn phrase_reaches_players_and_spectators(database: TestDatabase) {
    let server = start(&database).await;
    let (ana, ben) = two_guests(&server).await;
    let eve = Client::guest(server.address(), "Eve").await;
    let game = start_game(&[&ana, &ben], None).await;
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    let mut spectator = eve.follow(&game).await;
    let say = |seat, phrase| ClientFrame::Say {
        game: game.clone(),
        seat,
        phrase,
    };
    // A spectator cannot speak for a seat.
    spectator.socket.send(&say(2, Phrase::Oops)).await;
    let refused = |frame: &ServerFrame| match frame {
        ServerFrame::Refused { error, .. } => Some(error.code),
        _ => None,
    };
    let code = spectator.socket.wait_for(refused).await;
    assert_eq!(code, ProblemCode::NotYourSeat);
    one.socket.send(&say(1, Phrase::WellPlayed)).await;
    for client in [&mut one, &mut other, &mut spectator] {
        let said = client
            .socket
            .wait_for(|frame| match frame {
                ServerFrame::Said { game, seat, phrase } => Some((game.clone(), *seat, *phrase)),
                _ => None,
            })
            .await;
        assert_eq!(said, (game.clone(), 1, Phrase::WellPlayed));
    }
    server.stop().await;
}

pub(crate) const REAL_TIME: Clock = Clock::RealTime {
    seconds: 300,
    increment: 0,
};

fn left(view: &azulejo_protocol::game::GameView, seat: usize) -> i64 {
    let clock = view.clock.as_ref().expect("a clock");
    clock.left[seat].expect("a player's clock")
}

async fn server_downtime_is_not_charged(database: TestDatabase) {
    let server = start(&database).await;
    let (ana, ben) = two_guests(&server).await;
    let game = start_game(&[&ana, &ben], Some(REAL_TIME)).await;
    let mut one = ana.follow(&game).await;
    assert!(one.wait_until(GameClient::must_act).await);
    one.act().await.expect("a move");
    drop(one);
    server.stop().await;
    // Ben's clock is running; the server is down for four of his five minutes.
    let (server, _ahead) = start_ahead(4 * MINUTE_MS, &database).await;
    let ben = ben.at(server.address());
    let mut other = ben.follow(&game).await;
    assert!(other.wait_until(GameClient::must_act).await);
    other.act().await.expect("it is still Ben's turn");
    let before = other.view.ply;
    assert!(other.wait_until(|me| me.view.ply > before).await);
    assert_eq!(other.view.status, Status::Running);
    let spent = 300_000 - left(&other.view, 1);
    // Time that the machine itself takes is charged.
    assert!(spent < 4 * MINUTE_MS, "{spent} ms were charged");
    server.stop().await;
}

async fn absent_player_forfeits_a_real_time_game(database: TestDatabase) {
    let (server, ahead) = start_ahead(0, &database).await;
    let (ana, ben) = two_guests(&server).await;
    let game = start_game(&[&ana, &ben], Some(REAL_TIME)).await;
    let mut one = ana.follow(&game).await;
    let gone = ben.follow(&game).await;
    assert!(one.wait_until(GameClient::must_act).await);
    disconnect(gone, 2, &mut one).await;
    // It is Ana's turn, but Ben's absence counts. Another node would have seen him within the last
    // minute.
    ahead.fetch_add(2 * MINUTE_MS, Ordering::Relaxed);
    // A request makes the game notice that the clock has jumped.
    let _shown: Result<GameAnswer, _> = ana.get(&format!("/games/{game}")).await;
    assert!(one.wait_until(GameClient::is_over).await);
    let result = one.view.result.as_ref().expect("a result");
    assert_eq!((result.by, result.seat), (EndedBy::Left, Some(2)));
    assert_eq!(result.winners, [1]);
    server.stop().await;
}

async fn clock_runs_while_the_player_to_move_is_away(database: TestDatabase) {
    let (server, ahead) = start_ahead(0, &database).await;
    let (ana, ben) = two_guests(&server).await;
    loop {
        let game = start_game(&[&ana, &ben], Some(REAL_TIME)).await;
        let mut one = ana.follow(&game).await;
        let mut other = ben.follow(&game).await;
        assert!(one.wait_until(GameClient::must_act).await);
        disconnect(one, 1, &mut other).await;
        let away = away_view(&other, 1).expect("Ana is away");
        let until = away.until.expect("a countdown");
        assert!(until >= away.since + 60_000);
        advance(&ahead, 30_000);
        let mut back = ana.follow(&game).await;
        assert!(back.wait_until(|me| me.must_act() || me.is_over()).await);
        if back.is_over() {
            // A slow machine has used up the other half of her minute: retry.
            let ended = back.view.clock.as_ref().expect("a clock").at;
            assert!(ended >= until, "{} ms too early", until - ended);
            continue;
        }
        let ply = back.act().await.expect("it is still Ana's turn");
        assert!(back.wait_until(|me| me.view.ply >= ply).await);
        let clock = back.view.clock.as_ref().expect("a clock");
        let lag = clock.lag.expect("a lag allowance");
        let left = left(&back.view, 0);
        assert!(left <= 300_000 - (30_000 - lag), "{left} ms are left");
        break;
    }
    server.stop().await;
}

/// Returns the current position of a running game, from its record.
async fn position(client: &Client, game: &str) -> Position {
    let text = client.text(&format!("/games/{game}/record")).await;
    let record: Record = text.trim().parse().expect("a record");
    record.replay().expect("a legal record").position
}

/// Plays to the end. The `greedy_seat` plays like a greedy bot; the other players drop everything to
/// the floor, so that they cannot win.
async fn play_to_the_end(
    players: &mut [(u8, &Client, GameClient)],
    game: &str,
    greedy_seat: Option<u8>,
) {
    let mut greedy = Bot::new(BotId::Greedy, 1);
    loop {
        let mut acted = false;
        for (seat, client, game_client) in players.iter_mut() {
            game_client
                .wait_until(|me| {
                    me.is_over() || me.own.as_ref().is_some_and(|own| own.ply == me.view.ply)
                })
                .await;
            if game_client.is_over() {
                return;
            }
            if !game_client.must_act() {
                continue;
            }
            let position = position(client, game).await;
            if position.phase() != Phase::Offer || position.to_move().number() != usize::from(*seat)
            {
                continue;
            }
            let floored = position.legal_moves();
            let floored = floored
                .iter()
                .find(|m| m.destination() == Destination::Floor);
            let m = match (greedy_seat == Some(*seat)).then(|| greedy.decide(&position)) {
                Some(Ok(Decision::Move(m))) => m,
                _ => *floored.expect("the floor is always legal"),
            };
            let ply = game_client.view.ply;
            let (seat, text) = (*seat, m.to_string());
            let played = command(game_client, |game, id| ClientFrame::Move {
                game,
                id,
                ply,
                seat,
                text,
            });
            // Refused if the view is stale: a newer view is on its way.
            let _stale = played.await;
            game_client.own = None;
            acted = true;
        }
        if !acted {
            let frames = players.iter_mut().map(|(_, _, me)| Box::pin(me.receive()));
            let (frame, _, _) = futures_util::future::select_all(frames).await;
            assert!(frame.is_some(), "a socket was closed");
        }
    }
}

/// Returns the result of a game, after asserting that view, replay and record agree.
async fn consistent_result(client: &Client, game: &str) -> ResultView {
    let shown: GameAnswer = client
        .get(&format!("/games/{game}"))
        .await
        .expect("the game");
    let live = shown.view.result.expect("a result");
    let replay: ReplayView = client
        .get(&format!("/games/{game}/replay"))
        .await
        .expect("a replay");
    assert_eq!(replay.result.as_ref(), Some(&live));
    // The downloaded record can be pasted, here or on another server.
    let record = client.text(&format!("/games/{game}/record")).await;
    let pasted: ReplayView = client
        .post("/replay", &serde_json::json!({ "record": record.trim() }))
        .await
        .expect("a replay");
    assert_eq!(pasted.result.as_ref(), Some(&live));
    live
}

fn place(result: &ResultView, seat: u8) -> u8 {
    let mut players = result.players.iter();
    players.find(|p| p.seat == seat).expect("the seat").place
}

async fn resigned_seat_does_not_win_live_or_in_the_replay(database: TestDatabase) {
    let server = start(&database).await;
    let (ana, ben) = two_guests(&server).await;
    let cleo = Client::guest(server.address(), "Cleo").await;
    let game = start_game(&[&ana, &ben, &cleo], None).await;
    let mut players = [
        (1, &ana, ana.follow(&game).await),
        (2, &ben, ben.follow(&game).await),
    ];
    let mut resigned = cleo.follow(&game).await;
    resign(&mut resigned, 3).await;
    play_to_the_end(&mut players, &game, None).await;
    let result = consistent_result(&ana, &game).await;
    let best = result
        .players
        .iter()
        .max_by_key(|p| p.score)
        .expect("a player");
    assert_eq!(
        (result.by, best.seat),
        (EndedBy::Score, 3),
        "the bot has the most points"
    );
    assert_eq!(place(&result, 3), 3, "but is ranked last");
    assert!(!result.winners.contains(&3), "{:?}", result.winners);
    assert!(!result.winners.is_empty());
    server.stop().await;
}

async fn reclaimed_seat_can_win_live_and_in_the_replay(database: TestDatabase) {
    let (server, ahead) = start_ahead(0, &database).await;
    let (ana, ben) = two_guests(&server).await;
    let cleo = Client::guest(server.address(), "Cleo").await;
    let game = start_game(&[&ana, &ben, &cleo], None).await;
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    disconnect(cleo.follow(&game).await, 3, &mut one).await;
    ahead.fetch_add(6 * MINUTE_MS, Ordering::Relaxed);
    vote(&mut one, 1, 3).await.expect("a vote");
    vote(&mut other, 2, 3).await.expect("a vote");
    let mut back = cleo.follow(&game).await;
    let taken = |me: &GameClient| me.view.seats[2].taken_over.is_some();
    assert!(back.wait_until(taken).await);
    reclaim_seat(&mut back, 3).await;
    assert!(back.wait_until(|me| !taken(me)).await);
    let mut players = [(1, &ana, one), (2, &ben, other), (3, &cleo, back)];
    play_to_the_end(&mut players, &game, Some(3)).await;
    let result = consistent_result(&ana, &game).await;
    assert_eq!((result.by, &result.winners[..]), (EndedBy::Score, &[3][..]));
    assert_eq!(place(&result, 3), 1);
    server.stop().await;
}

async fn replay_of_a_resigned_game_has_a_winner(database: TestDatabase) {
    let server = start(&database).await;
    let (ana, ben) = two_guests(&server).await;
    let game = start_game(&[&ana, &ben], None).await;
    let mut one = ana.follow(&game).await;
    resign(&mut one, 1).await;
    let result = consistent_result(&ana, &game).await;
    assert_eq!(
        (result.by, &result.winners[..]),
        (EndedBy::Resigned, &[2][..])
    );
    assert_eq!((place(&result, 2), place(&result, 1)), (1, 2));
    server.stop().await;
}
