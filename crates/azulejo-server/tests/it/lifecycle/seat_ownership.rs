//! Seats whose player is merged into an account or deleted.

use azulejo_protocol::game::{EndedBy, Level, SeatKind, Status, TakeoverReason};
use azulejo_protocol::http::{GameAnswer, JoinGame, SeatBot};
use azulejo_server::maintenance::Logs;
use azulejo_store::{
    GameId, Merged, NewAccount, PasswordEpoch, PasswordHash, PlayerId, PlayerName,
    SeatKind as StoredKind, Store,
};
use azulejo_testkit::{Client, GameClient, TIMEOUT, TestDatabase, on_every_database};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::lifecycle::{
    MINUTE_MS, REAL_TIME, advance, away_view, is_present, open_game, start_game, start_on_store,
    two_guests, vote,
};
use crate::support::{open_store, start};

on_every_database! {
    account_that_takes_over_a_guests_seat_is_away_until_it_connects,
    deleted_player_is_away_from_an_untimed_game,
    deleted_player_forfeits_a_real_time_game,
    seats_of_a_deleted_player_are_freed_before_the_start,
    seat_taken_just_before_deletion_is_freed,
    seat_taken_just_after_deletion_is_freed,
    game_is_cancelled_if_its_host_is_deleted,
    seats_of_deleted_players_are_freed_after_a_crash,
}

/// Returns the player on a seat.
pub(crate) async fn player_on(store: &dyn Store, game: &str, seat: usize) -> PlayerId {
    let game: GameId = game.parse().expect("an id");
    let row = store.game(game).await.expect("a response").expect("a game");
    row.seats[seat].row.player.expect("a player")
}

async fn account_that_takes_over_a_guests_seat_is_away_until_it_connects(database: TestDatabase) {
    let store = open_store(&database).await;
    let (server, ahead) = start_on_store(&database, &store).await;
    let (ana, ben) = two_guests(&server).await;
    let game = start_game(&[&ana, &ben], None).await;
    let mut one = ana.follow(&game).await;
    let _other = ben.follow(&game).await;
    assert!(one.wait_until(|me| is_present(me, 2)).await);
    let guest = player_on(&*store, &game, 1).await;
    let account = PlayerId::from_entropy([7; 16]);
    let new = NewAccount {
        invitation: None,
        name: PlayerName {
            shown: "Beatriz".to_owned(),
            folded: "beatriz".to_owned(),
        },
        password: PasswordHash::new("$argon2id$none".to_owned()),
        recovery: Vec::new(),
    };
    store
        .create_account(account, new, 1)
        .await
        .expect("an account");
    let merged = store
        .merge_guest(guest, account, PasswordEpoch::default(), 2)
        .await;
    assert!(matches!(merged, Ok(Merged::Done { .. })), "{merged:?}");
    let renamed = |me: &GameClient| me.view.seats[1].name.as_deref() == Some("Beatriz");
    assert!(one.wait_until(renamed).await);
    assert!(one.wait_until(|me| away_view(me, 2).is_some()).await);
    let away = away_view(&one, 2).expect("the account is away");
    assert_eq!(away.vote_from, Some(away.since + 5 * MINUTE_MS));
    advance(&ahead, 6 * MINUTE_MS);
    vote(&mut one, 1, 2).await.expect("a vote");
    let taken = |me: &GameClient| me.view.seats[1].taken_over == Some(TakeoverReason::Vote);
    assert!(one.wait_until(taken).await);
    server.stop().await;
}

/// Deletes Ben, connected or not, and waits until Ana sees him away.
async fn delete_ben(game: &str, ana: &Client, ben: &Client, connected: bool) -> GameClient {
    let mut one = ana.follow(game).await;
    let other = ben.follow(game).await;
    assert!(one.wait_until(|me| is_present(me, 2)).await);
    if !connected {
        other.socket.disconnect();
        assert!(one.wait_until(|me| away_view(me, 2).is_some()).await);
    }
    assert_eq!(ben.request(reqwest::Method::DELETE, "/me").await, 204);
    assert!(one.wait_until(|me| me.view.seats[1].name.is_none()).await);
    assert!(one.wait_until(|me| away_view(me, 2).is_some()).await);
    one
}

async fn deleted_player_is_away_from_an_untimed_game(database: TestDatabase) {
    let store = open_store(&database).await;
    let (server, ahead) = start_on_store(&database, &store).await;
    for connected in [true, false] {
        let (ana, ben) = two_guests(&server).await;
        let game = start_game(&[&ana, &ben], None).await;
        let mut one = delete_ben(&game, &ana, &ben, connected).await;
        let away = away_view(&one, 2).expect("away");
        assert_eq!(away.vote_from, Some(away.since + 5 * MINUTE_MS));
        advance(&ahead, 6 * MINUTE_MS);
        vote(&mut one, 1, 2).await.expect("a vote");
        let taken = |me: &GameClient| me.view.seats[1].taken_over == Some(TakeoverReason::Vote);
        assert!(one.wait_until(taken).await);
    }
    server.stop().await;
}

async fn deleted_player_forfeits_a_real_time_game(database: TestDatabase) {
    let store = open_store(&database).await;
    let (server, ahead) = start_on_store(&database, &store).await;
    let (ana, ben) = two_guests(&server).await;
    let game = start_game(&[&ana, &ben], Some(REAL_TIME)).await;
    let mut one = delete_ben(&game, &ana, &ben, true).await;
    let away = away_view(&one, 2).expect("away");
    assert_eq!(away.until, Some(away.since + MINUTE_MS));
    advance(&ahead, 2 * MINUTE_MS);
    // A request makes the game notice that the clock has jumped.
    let _shown: Result<GameAnswer, _> = ana.get(&format!("/games/{game}")).await;
    assert!(one.wait_until(GameClient::is_over).await);
    let result = one.view.result.as_ref().expect("a result");
    assert_eq!((result.by, result.seat), (EndedBy::Left, Some(2)));
    server.stop().await;
}

async fn seats_of_a_deleted_player_are_freed_before_the_start(database: TestDatabase) {
    let server = start(&database).await;
    let (ana, ben) = two_guests(&server).await;
    let cleo = Client::guest(server.address(), "Cleo").await;
    let anas = ana.create(&open_game(3, None)).await.view.id;
    let bens = ben.create(&open_game(3, None)).await.view.id;
    ben.join(&anas, Some(2)).await;
    ana.join(&bens, Some(2)).await;
    assert_eq!(ben.request(reqwest::Method::DELETE, "/me").await, 204);
    // His own game is cancelled, and its secret is revealed.
    let shown: GameAnswer = ana.get(&format!("/games/{bens}")).await.expect("the game");
    assert_eq!(shown.view.status, Status::Cancelled);
    assert!(shown.view.draw.secret.is_some());
    // In Ana's game his seat is open again, and the game can start.
    let shown: GameAnswer = ana.get(&format!("/games/{anas}")).await.expect("the game");
    let kinds: Vec<_> = shown.view.seats.iter().map(|seat| seat.kind).collect();
    assert_eq!(kinds, [SeatKind::Human, SeatKind::Open, SeatKind::Open]);
    cleo.join(&anas, Some(2)).await;
    // With all nonces sent, the game starts as soon as it is full.
    ana.send_nonce(&anas).await;
    let bot = SeatBot {
        level: Level::Beginner,
    };
    let path = format!("/games/{anas}/seats/3/bot");
    let filled: Result<GameAnswer, _> = ana.post(&path, &bot).await;
    let filled = filled.expect("a bot on seat 3");
    assert_eq!(filled.view.status, Status::Running);
    server.stop().await;
    // Both event logs can be replayed.
    let logs = Logs::open(&database.url()).await;
    let logs = logs.expect("a database");
    for game in [&anas, &bens] {
        logs.of(game).await.expect("a valid event log");
    }
    logs.close().await;
}

fn join(seat: u8) -> JoinGame {
    JoinGame {
        seat: Some(seat),
        invitation: None,
        nonce: Some("ab".repeat(16)),
    }
}

fn kind(seat: usize) -> impl Fn(&GameClient) -> SeatKind {
    move |me| me.view.seats[seat].kind
}

/// The player joins after the deletion has listed the games to leave.
async fn seat_taken_just_before_deletion_is_freed(database: TestDatabase) {
    let store = open_store(&database).await;
    let (server, _ahead) = start_on_store(&database, &store).await;
    let (ana, ben) = two_guests(&server).await;
    let game = ana.create(&open_game(3, None)).await.view.id;
    let mut one = ana.follow(&game).await;
    ben.join(&game, Some(2)).await;
    let second = kind(1);
    assert!(one.wait_until(|me| second(me) == SeatKind::Human).await);
    let player = player_on(&*store, &game, 1).await;
    store
        .delete_player(player)
        .await
        .expect("the player is deleted");
    assert!(one.wait_until(|me| second(me) == SeatKind::Open).await);
    assert_eq!(one.view.status, Status::Waiting);
    assert_eq!(one.view.seats[0].kind, SeatKind::Human);
    let cleo = Client::guest(server.address(), "Cleo").await;
    cleo.join(&game, Some(2)).await;
    server.stop().await;
    let logs = Logs::open(&database.url()).await;
    let logs = logs.expect("a database");
    logs.of(&game).await.expect("a valid event log");
    logs.close().await;
}

/// A join request whose header has been processed and whose body has not been sent.
struct PendingJoin {
    stream: TcpStream,
    body: String,
}

impl PendingJoin {
    async fn new(client: &Client, game: &str, seat: u8) -> Self {
        let body = serde_json::to_string(&join(seat)).expect("a body");
        let head = format!(
            "POST /api/v1/games/{game}/join HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             authorization: Bearer {}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nexpect: 100-continue\r\n\r\n",
            client.base,
            client.token,
            body.len()
        );
        let mut stream = TcpStream::connect(client.base).await.expect("a connection");
        stream.write_all(head.as_bytes()).await.expect("sent");
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            answer.push(stream.read_u8().await.expect("a response"));
        }
        // The server requests the body after it has authenticated the session.
        assert!(answer.starts_with(b"HTTP/1.1 100 "), "{answer:?}");
        Self { stream, body }
    }

    /// Sends the body and returns the status of the response, or 0 without one.
    async fn finish(mut self) -> u16 {
        // The server may have timed out.
        let _timed_out = self.stream.write_all(self.body.as_bytes()).await;
        let mut answer = Vec::new();
        let _reset = self.stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8_lossy(&answer);
        let status = answer.split(' ').nth(1).and_then(|word| word.parse().ok());
        status.unwrap_or(0)
    }
}

async fn seat_taken_just_after_deletion_is_freed(database: TestDatabase) {
    let store = open_store(&database).await;
    let (server, _ahead) = start_on_store(&database, &store).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let (game, mut one) = loop {
        let ben = Client::guest(server.address(), "Ben").await;
        let game = ana.create(&open_game(3, None)).await.view.id;
        let one = ana.follow(&game).await;
        let join = PendingJoin::new(&ben, &game, 2).await;
        assert_eq!(ben.request(reqwest::Method::DELETE, "/me").await, 204);
        match join.finish().await {
            200 => break (game, one),
            // On a slow machine the server may have timed out after ten seconds: retry.
            status => assert!([0, 408].contains(&status), "{status}"),
        }
    };
    // The seat is taken by a deleted player, and freed.
    let second = kind(1);
    assert!(one.wait_until(|me| second(me) == SeatKind::Human).await);
    assert!(one.wait_until(|me| second(me) == SeatKind::Open).await);
    let cleo = Client::guest(server.address(), "Cleo").await;
    cleo.join(&game, Some(2)).await;
    let name = |me: &GameClient| me.view.seats[1].name.clone();
    assert!(one.wait_until(|me| name(me).is_some()).await);
    assert_eq!(name(&one).as_deref(), Some("Cleo"));
    server.stop().await;
    let logs = Logs::open(&database.url()).await;
    let logs = logs.expect("a database");
    logs.of(&game).await.expect("a valid event log");
    logs.close().await;
}

async fn game_is_cancelled_if_its_host_is_deleted(database: TestDatabase) {
    let store = open_store(&database).await;
    let (server, _ahead) = start_on_store(&database, &store).await;
    let (ana, ben) = two_guests(&server).await;
    let game = ana.create(&open_game(3, None)).await.view.id;
    ben.join(&game, Some(2)).await;
    let mut other = ben.follow(&game).await;
    assert_eq!(other.view.status, Status::Waiting);
    let player = player_on(&*store, &game, 0).await;
    store
        .delete_player(player)
        .await
        .expect("the player is deleted");
    let cancelled = |me: &GameClient| me.view.status == Status::Cancelled;
    assert!(other.wait_until(cancelled).await);
    assert!(other.view.draw.secret.is_some(), "the secret is revealed");
    server.stop().await;
}

async fn stored_kind(store: &dyn Store, game: &str, seat: usize) -> StoredKind {
    let game: GameId = game.parse().expect("an id");
    let row = store.game(game).await.expect("a response").expect("a game");
    row.seats[seat].row.kind
}

async fn seats_of_deleted_players_are_freed_after_a_crash(database: TestDatabase) {
    let server = start(&database).await;
    let (ana, ben) = two_guests(&server).await;
    let cleo = Client::guest(server.address(), "Cleo").await;
    let waiting = ana.create(&open_game(3, None)).await.view.id;
    let control = ana.create(&open_game(3, None)).await.view.id;
    ben.join(&waiting, Some(2)).await;
    cleo.join(&control, Some(2)).await;
    let started = start_game(&[&ana, &ben], None).await;
    server.stop().await;
    // No server is running.
    let store = open_store(&database).await;
    let player = player_on(&*store, &waiting, 1).await;
    store
        .delete_player(player)
        .await
        .expect("the player is deleted");
    assert_eq!(stored_kind(&*store, &waiting, 1).await, StoredKind::Deleted);
    let (server, _ahead) = start_on_store(&database, &store).await;
    // The seat is freed without a request for the game.
    let freed = async {
        while stored_kind(&*store, &waiting, 1).await != StoredKind::Open {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    let freed = tokio::time::timeout(TIMEOUT, freed).await;
    freed.expect("the seat is freed");
    // Existing players keep their seats, and so do deleted ones in started games.
    assert_eq!(stored_kind(&*store, &control, 1).await, StoredKind::Person);
    assert_eq!(stored_kind(&*store, &started, 1).await, StoredKind::Deleted);
    server.stop().await;
}
