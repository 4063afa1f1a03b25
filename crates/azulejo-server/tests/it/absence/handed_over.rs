//! Seats that go to another identity, or to nobody, in the middle of a game.

use azulejo_protocol::game::{EndedBy, Level, SeatKind, Status, TakeoverReason};
use azulejo_protocol::http::{GameAnswer, JoinGame, SeatBot};
use azulejo_server::maintenance::Logs;
use azulejo_store::{
    GameId, Merged, NewAccount, PasswordEpoch, PasswordHash, PlayerId, PlayerName,
    SeatKind as Kept, Store,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::absence::{
    MINUTE_MS, REAL_TIME, away_view, is_here, on_store, open_game, pass, running, two_people, vote,
};
use crate::support::{House, PATIENCE, Person, Seatholder, stories};

stories! {
    an_account_that_takes_a_guests_seat_is_away_until_it_comes,
    a_deleted_player_is_away_from_a_game_without_a_clock,
    a_deleted_player_leaves_a_real_time_game,
    a_deleted_player_leaves_no_ghost_in_games_that_have_not_started,
    whoever_sat_down_just_before_they_were_deleted_leaves_no_ghost,
    whoever_sits_down_just_after_they_were_deleted_leaves_no_ghost,
    a_game_is_cancelled_whose_host_was_deleted_just_after_setting_it_up,
    ghosts_that_a_dead_server_left_are_found,
}

/// Whose a seat is.
pub(crate) async fn player_on(store: &dyn Store, game: &str, seat: usize) -> PlayerId {
    let game: GameId = game.parse().expect("an id");
    let row = store.game(game).await.expect("an answer").expect("a game");
    row.seats[seat].row.player.expect("a player")
}

async fn an_account_that_takes_a_guests_seat_is_away_until_it_comes(house: House) {
    let store = house.store().await;
    let (server, ahead) = on_store(&house, &store).await;
    let (ana, ben) = two_people(&server).await;
    let game = running(&[&ana, &ben], None).await;
    let mut one = ana.follow(&game).await;
    let _other = ben.follow(&game).await;
    assert!(one.hear_until(|me| is_here(me, 2)).await);
    let guest = player_on(&*store, &game, 1).await;
    let account = PlayerId::from_entropy([7; 16]);
    let new = NewAccount {
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
    let renamed = |me: &Seatholder| me.view.seats[1].name.as_deref() == Some("Beatriz");
    assert!(one.hear_until(renamed).await);
    assert!(one.hear_until(|me| away_view(me, 2).is_some()).await);
    let away = away_view(&one, 2).expect("nobody has come");
    assert_eq!(away.vote_from, Some(away.since + 5 * MINUTE_MS));
    pass(&ahead, 6 * MINUTE_MS);
    vote(&mut one, 1, 2).await.expect("the others may go on");
    let taken = |me: &Seatholder| me.view.seats[1].taken_over == Some(TakeoverReason::Vote);
    assert!(one.hear_until(taken).await);
    server.stop().await;
}

/// Ben has deleted himself, with or without a connection, and Ana sees him away.
async fn deleted(game: &str, ana: &Person, ben: &Person, connected: bool) -> Seatholder {
    let mut one = ana.follow(game).await;
    let other = ben.follow(game).await;
    assert!(one.hear_until(|me| is_here(me, 2)).await);
    if !connected {
        other.socket.drop_dead();
        assert!(one.hear_until(|me| away_view(me, 2).is_some()).await);
    }
    assert_eq!(ben.act_on(reqwest::Method::DELETE, "/me").await, 204);
    assert!(one.hear_until(|me| me.view.seats[1].name.is_none()).await);
    assert!(one.hear_until(|me| away_view(me, 2).is_some()).await);
    one
}

async fn a_deleted_player_is_away_from_a_game_without_a_clock(house: House) {
    let store = house.store().await;
    let (server, ahead) = on_store(&house, &store).await;
    for connected in [true, false] {
        let (ana, ben) = two_people(&server).await;
        let game = running(&[&ana, &ben], None).await;
        let mut one = deleted(&game, &ana, &ben, connected).await;
        let away = away_view(&one, 2).expect("away");
        assert_eq!(away.vote_from, Some(away.since + 5 * MINUTE_MS));
        pass(&ahead, 6 * MINUTE_MS);
        vote(&mut one, 1, 2).await.expect("a vote");
        let taken = |me: &Seatholder| me.view.seats[1].taken_over == Some(TakeoverReason::Vote);
        assert!(one.hear_until(taken).await);
    }
    server.stop().await;
}

async fn a_deleted_player_leaves_a_real_time_game(house: House) {
    let store = house.store().await;
    let (server, ahead) = on_store(&house, &store).await;
    let (ana, ben) = two_people(&server).await;
    let game = running(&[&ana, &ben], Some(REAL_TIME)).await;
    let mut one = deleted(&game, &ana, &ben, true).await;
    let away = away_view(&one, 2).expect("away");
    assert_eq!(away.until, Some(away.since + MINUTE_MS));
    pass(&ahead, 2 * MINUTE_MS);
    // Somebody asks, so that the table looks at the clock, which it does not expect to jump.
    let _shown: Result<GameAnswer, _> = ana.get(&format!("/games/{game}")).await;
    assert!(one.hear_until(Seatholder::is_over).await);
    let result = one.view.result.as_ref().expect("a result");
    assert_eq!((result.by, result.seat), (EndedBy::Left, Some(2)));
    server.stop().await;
}

async fn a_deleted_player_leaves_no_ghost_in_games_that_have_not_started(house: House) {
    let server = house.start().await;
    let (ana, ben) = two_people(&server).await;
    let cleo = Person::new(server.address(), "Cleo").await;
    let hers = ana.create(&open_game(3, None)).await.view.id;
    let his = ben.create(&open_game(3, None)).await.view.id;
    ben.join(&hers, Some(2)).await;
    ana.join(&his, Some(2)).await;
    assert_eq!(ben.act_on(reqwest::Method::DELETE, "/me").await, 204);
    // His own is cancelled, and shows what would have been drawn.
    let shown: GameAnswer = ana.get(&format!("/games/{his}")).await.expect("the game");
    assert_eq!(shown.view.status, Status::Cancelled);
    assert!(shown.view.draw.secret.is_some());
    // In hers his seat is free, for another person and for a bot, and it can start.
    let shown: GameAnswer = ana.get(&format!("/games/{hers}")).await.expect("the game");
    let kinds: Vec<_> = shown.view.seats.iter().map(|seat| seat.kind).collect();
    assert_eq!(kinds, [SeatKind::Human, SeatKind::Open, SeatKind::Open]);
    cleo.join(&hers, Some(2)).await;
    // Her bytes come before the last seat is taken, so nothing waits for them then.
    ana.send_nonce(&hers).await;
    let bot = SeatBot {
        level: Level::Beginner,
    };
    let path = format!("/games/{hers}/seats/3/bot");
    let filled: Result<GameAnswer, _> = ana.post(&path, &bot).await;
    let filled = filled.expect("the host can fill it");
    assert_eq!(filled.view.status, Status::Running);
    server.stop().await;
    // Both logs lead to what was shown.
    let logs = Logs::open(&house.config().database_url).await;
    let logs = logs.expect("a database");
    for game in [&hers, &his] {
        logs.of(game).await.expect("a log that plays through");
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

fn kind(seat: usize) -> impl Fn(&Seatholder) -> SeatKind {
    move |me| me.view.seats[seat].kind
}

/// As if he had sat down after it was looked for the games that he has to leave.
async fn whoever_sat_down_just_before_they_were_deleted_leaves_no_ghost(house: House) {
    let store = house.store().await;
    let (server, _ahead) = on_store(&house, &store).await;
    let (ana, ben) = two_people(&server).await;
    let game = ana.create(&open_game(3, None)).await.view.id;
    let mut one = ana.follow(&game).await;
    ben.join(&game, Some(2)).await;
    let second = kind(1);
    assert!(one.hear_until(|me| second(me) == SeatKind::Human).await);
    let player = player_on(&*store, &game, 1).await;
    store.delete_player(player).await.expect("he is gone");
    assert!(one.hear_until(|me| second(me) == SeatKind::Open).await);
    assert_eq!(one.view.status, Status::Waiting);
    assert_eq!(one.view.seats[0].kind, SeatKind::Human);
    let cleo = Person::new(server.address(), "Cleo").await;
    cleo.join(&game, Some(2)).await;
    server.stop().await;
    let logs = Logs::open(&house.config().database_url).await;
    let logs = logs.expect("a database");
    logs.of(&game).await.expect("a log that plays through");
    logs.close().await;
}

/// A request to sit down, of which the server knows whose it is and not yet what it wants.
struct HalfAsked {
    stream: TcpStream,
    body: String,
}

impl HalfAsked {
    async fn new(person: &Person, game: &str, seat: u8) -> Self {
        let body = serde_json::to_string(&join(seat)).expect("a body");
        let head = format!(
            "POST /api/v1/games/{game}/join HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             authorization: Bearer {}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nexpect: 100-continue\r\n\r\n",
            person.base,
            person.token,
            body.len()
        );
        let mut stream = TcpStream::connect(person.base).await.expect("a connection");
        stream.write_all(head.as_bytes()).await.expect("sent");
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            answer.push(stream.read_u8().await.expect("an answer"));
        }
        // The body is asked for once the session was found.
        assert!(answer.starts_with(b"HTTP/1.1 100 "), "{answer:?}");
        Self { stream, body }
    }

    /// Asks for the rest, and gives the status of the answer.
    async fn go_on(mut self) -> u16 {
        // The server may have given up waiting for it.
        let _given_up = self.stream.write_all(self.body.as_bytes()).await;
        let mut answer = Vec::new();
        let _reset = self.stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8_lossy(&answer);
        let status = answer.split(' ').nth(1).and_then(|word| word.parse().ok());
        status.unwrap_or(0)
    }
}

async fn whoever_sits_down_just_after_they_were_deleted_leaves_no_ghost(house: House) {
    let store = house.store().await;
    let (server, _ahead) = on_store(&house, &store).await;
    let ana = Person::new(server.address(), "Ana").await;
    let (game, mut one) = loop {
        let ben = Person::new(server.address(), "Ben").await;
        let game = ana.create(&open_game(3, None)).await.view.id;
        let one = ana.follow(&game).await;
        let asked = HalfAsked::new(&ben, &game, 2).await;
        assert_eq!(ben.act_on(reqwest::Method::DELETE, "/me").await, 204);
        match asked.go_on().await {
            200 => break (game, one),
            // The server waits ten seconds for the rest, and a machine may have taken longer.
            status => assert!([0, 408].contains(&status), "{status}"),
        }
    };
    // He was gone when he sat down.
    let second = kind(1);
    assert!(one.hear_until(|me| second(me) == SeatKind::Human).await);
    assert!(one.hear_until(|me| second(me) == SeatKind::Open).await);
    let cleo = Person::new(server.address(), "Cleo").await;
    cleo.join(&game, Some(2)).await;
    let name = |me: &Seatholder| me.view.seats[1].name.clone();
    assert!(one.hear_until(|me| name(me).is_some()).await);
    assert_eq!(name(&one).as_deref(), Some("Cleo"));
    server.stop().await;
    let logs = Logs::open(&house.config().database_url).await;
    let logs = logs.expect("a database");
    logs.of(&game).await.expect("a log that plays through");
    logs.close().await;
}

async fn a_game_is_cancelled_whose_host_was_deleted_just_after_setting_it_up(house: House) {
    let store = house.store().await;
    let (server, _ahead) = on_store(&house, &store).await;
    let (ana, ben) = two_people(&server).await;
    let game = ana.create(&open_game(3, None)).await.view.id;
    ben.join(&game, Some(2)).await;
    let mut other = ben.follow(&game).await;
    assert_eq!(other.view.status, Status::Waiting);
    let player = player_on(&*store, &game, 0).await;
    store.delete_player(player).await.expect("she is gone");
    let cancelled = |me: &Seatholder| me.view.status == Status::Cancelled;
    assert!(other.hear_until(cancelled).await);
    assert!(other.view.draw.secret.is_some(), "the secret is revealed");
    server.stop().await;
}

async fn kept(store: &dyn Store, game: &str, seat: usize) -> Kept {
    let game: GameId = game.parse().expect("an id");
    let row = store.game(game).await.expect("an answer").expect("a game");
    row.seats[seat].row.kind
}

async fn ghosts_that_a_dead_server_left_are_found(house: House) {
    let server = house.start().await;
    let (ana, ben) = two_people(&server).await;
    let cleo = Person::new(server.address(), "Cleo").await;
    let left = ana.create(&open_game(3, None)).await.view.id;
    let control = ana.create(&open_game(3, None)).await.view.id;
    ben.join(&left, Some(2)).await;
    cleo.join(&control, Some(2)).await;
    let begun = running(&[&ana, &ben], None).await;
    server.stop().await;
    // Nobody is there to hear of it.
    let store = house.store().await;
    let player = player_on(&*store, &left, 1).await;
    store.delete_player(player).await.expect("he is gone");
    assert_eq!(kept(&*store, &left, 1).await, Kept::Deleted);
    let (server, _ahead) = on_store(&house, &store).await;
    // Nobody opens the game.
    let freed = async {
        while kept(&*store, &left, 1).await != Kept::Open {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    let freed = tokio::time::timeout(PATIENCE, freed).await;
    freed.expect("the seat is free again");
    // Who is there keeps the seat, and so does, in the log, who was there when it started.
    assert_eq!(kept(&*store, &control, 1).await, Kept::Person);
    assert_eq!(kept(&*store, &begun, 1).await, Kept::Deleted);
    server.stop().await;
}
