//! Creating games: idempotency keys, and the lists of games.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::Status;
use azulejo_protocol::http::{GameAnswer, GameCard, LobbyView, MyGames, NewGame, SeatRequest};
use azulejo_protocol::table::Wall;
use azulejo_testkit::{Client, TestDatabase, on_every_database};

use crate::support::start;

on_every_database! {
    retried_request_creates_one_game,
    concurrent_requests_with_one_id_create_one_game,
    lobby_lists_public_games_only,
    own_games_are_listed_with_pending_moves_first,
}

fn new_game(id: Option<&str>) -> NewGame {
    NewGame {
        seats: vec![SeatRequest::Me { name: None }, SeatRequest::Open],
        wall: Wall::Coloured,
        start: None,
        clock: None,
        public: None,
        undo: None,
        id: id.map(str::to_owned),
    }
}

async fn create(client: &Client, new: &NewGame) -> Result<String, Problem> {
    let answer: GameAnswer = client.post("/games", new).await?;
    assert!(answer.own.host && answer.own.invitation.is_some());
    Ok(answer.view.id)
}

async fn n_games(client: &Client) -> usize {
    let mine: MyGames = client.get("/me/games").await.expect("own games");
    mine.games.len()
}

async fn retried_request_creates_one_game(database: TestDatabase) {
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let ben = Client::guest(server.address(), "Ben").await;
    let wanted = new_game(Some(&"0a".repeat(16)));
    let game = create(&ana, &wanted).await.expect("a game");
    assert_eq!(create(&ana, &wanted).await.as_ref(), Ok(&game));
    // A different request with the same id is refused.
    let other = NewGame {
        wall: Wall::Grey,
        ..wanted.clone()
    };
    let refused = create(&ana, &other).await.expect_err("a different request");
    assert_eq!(refused.code, ProblemCode::IdUsed);
    assert_eq!(refused.field.as_deref(), Some("id"));
    // Ids are unique per player only.
    let bens = create(&ben, &wanted).await.expect("a game");
    assert_ne!(bens, game);
    for wrong in ["", "0a", "0A", "xy"] {
        let id = match wrong {
            "" => String::new(),
            wrong => wrong.repeat(if wrong == "0a" { 17 } else { 16 }),
        };
        let refused = create(&ana, &new_game(Some(&id))).await;
        let refused = refused.expect_err("an invalid id");
        assert_eq!(refused.code, ProblemCode::Malformed, "{id}");
        assert_eq!(refused.field.as_deref(), Some("id"), "{id}");
    }
    assert_eq!((n_games(&ana).await, n_games(&ben).await), (1, 1));
    server.stop().await;
    // After a restart a retry returns the current game.
    let server = start(&database).await;
    let (ana, ben) = (ana.at(server.address()), ben.at(server.address()));
    let joined: GameAnswer = ben
        .post(&format!("/games/{game}/join"), &serde_json::json!({}))
        .await
        .expect("a seat");
    let again: GameAnswer = ana.post("/games", &wanted).await.expect("the game");
    assert_eq!(again.view.id, game);
    assert_eq!(again.view.ply, joined.view.ply);
    let refused = create(&ana, &other).await.expect_err("a different request");
    assert_eq!(refused.code, ProblemCode::IdUsed);
    // Without an id, or with another one, every request creates a game.
    for id in [None, None, Some("0b".repeat(16))] {
        let more = create(&ana, &new_game(id.as_deref()))
            .await
            .expect("a game");
        assert_ne!(more, game);
    }
    assert_eq!(n_games(&ana).await, 4);
    server.stop().await;
}

async fn concurrent_requests_with_one_id_create_one_game(database: TestDatabase) {
    const CONCURRENT: usize = 24;
    let mut servers = vec![start(&database).await];
    if matches!(database, TestDatabase::Postgres(_)) {
        servers.push(start(&database).await);
    }
    let ana = Client::guest(servers[0].address(), "Ana").await;
    let create_concurrently = async |new: NewGame| {
        let mut tasks = Vec::new();
        for number in 0..CONCURRENT {
            let ana = ana.at(servers[number % servers.len()].address());
            let new = new.clone();
            tasks.push(tokio::spawn(async move { create(&ana, &new).await }));
        }
        let mut games = Vec::new();
        for task in tasks {
            games.push(task.await.expect("a task").expect("a game"));
        }
        games.sort();
        games.dedup();
        games.len()
    };
    for round in 0..4_usize {
        let id = format!("{round:032x}");
        assert_eq!(create_concurrently(new_game(Some(&id))).await, 1);
        assert_eq!(n_games(&ana).await, round + 1);
    }
    // Control: without an id each request creates a game.
    assert_eq!(create_concurrently(new_game(None)).await, CONCURRENT);
    for server in servers {
        server.stop().await;
    }
}

/// Starts a game of two players.
async fn start_game(host: &Client, guest: &Client, start: u8, public: bool) -> String {
    let wanted = NewGame {
        start: Some(start),
        public: Some(public),
        ..new_game(None)
    };
    let game = host.create(&wanted).await.view.id;
    guest.join(&game, None).await;
    let started = host.send_nonce(&game).await;
    assert_eq!(started.view.status, Status::Running);
    game
}

fn ids(cards: &[GameCard]) -> Vec<&str> {
    let mut ids: Vec<_> = cards.iter().map(|card| card.id.as_str()).collect();
    ids.sort_unstable();
    ids
}

fn sorted<'a>(games: &[&'a str]) -> Vec<&'a str> {
    let mut games = games.to_vec();
    games.sort_unstable();
    games
}

async fn lobby_lists_public_games_only(database: TestDatabase) {
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let ben = Client::guest(server.address(), "Ben").await;
    let eve = Client::guest(server.address(), "Eve").await;
    let public = NewGame {
        public: Some(true),
        ..new_game(None)
    };
    let open = ana.create(&public).await.view.id;
    let live = start_game(&ana, &ben, 1, true).await;
    // By link, which is also the default.
    let by_link = NewGame {
        public: Some(false),
        ..new_game(None)
    };
    for wanted in [&by_link, &new_game(None)] {
        assert!(!ana.create(wanted).await.view.settings.public);
    }
    let secret = start_game(&ana, &ben, 1, false).await;
    let lobby: LobbyView = eve.get("/lobby").await.expect("the lobby");
    assert_eq!(ids(&lobby.open), [&open[..]]);
    assert_eq!(ids(&lobby.live), [&live[..]]);
    assert_eq!(lobby.live[0].waits_for, [1]);
    // Anyone with the link may watch.
    let shown: GameAnswer = eve
        .get(&format!("/games/{secret}"))
        .await
        .expect("the game");
    assert_eq!(shown.view.status, Status::Running);
    // A cancelled game is not listed.
    let path = format!("/games/{open}/cancel");
    assert_eq!(ana.request(reqwest::Method::POST, &path).await, 200);
    let lobby: LobbyView = eve.get("/lobby").await.expect("the lobby");
    assert_eq!(ids(&lobby.open), [""; 0]);
    server.stop().await;
}

async fn own_games_are_listed_with_pending_moves_first(database: TestDatabase) {
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let ben = Client::guest(server.address(), "Ben").await;
    // The older ones wait for Ana, the later ones for Ben or for no move.
    let first = start_game(&ana, &ben, 1, false).await;
    let second = start_game(&ben, &ana, 2, false).await;
    let bens = start_game(&ana, &ben, 2, false).await;
    let waiting = ana.create(&new_game(None)).await.view.id;
    let mine: MyGames = ana.get("/me/games").await.expect("Ana's games");
    let waits = |card: &GameCard| card.waits_for.iter().any(|seat| card.mine.contains(seat));
    let order: Vec<_> = mine.games.iter().map(waits).collect();
    assert_eq!(order, [true, true, false, false]);
    assert_eq!(ids(&mine.games[..2]), sorted(&[&first, &second]));
    assert_eq!(ids(&mine.games[2..]), sorted(&[&bens, &waiting]));
    for card in &mine.games {
        let (seats, waits_for) = match &card.id {
            id if *id == first => (1, vec![1]),
            id if *id == second => (2, vec![2]),
            id if *id == bens => (1, vec![2]),
            _ => (1, vec![]),
        };
        assert_eq!(
            (&card.mine[..], &card.waits_for),
            (&[seats][..], &waits_for)
        );
    }
    // After her move the game is the most recent, and waits for Ben.
    let mut me = ana.follow(&first).await;
    assert!(me.wait_until(azulejo_testkit::GameClient::must_act).await);
    me.act().await.expect("a move");
    let mine: MyGames = ana.get("/me/games").await.expect("Ana's games");
    assert_eq!(ids(&mine.games[..1]), [&second[..]]);
    assert_eq!(ids(&mine.games[1..]), sorted(&[&first, &bens, &waiting]));
    let bens_games: MyGames = ben.get("/me/games").await.expect("Ben's games");
    assert_eq!(ids(&bens_games.games[..2]), sorted(&[&first, &bens]));
    assert_eq!(ids(&bens_games.games[2..]), [&second[..]]);
    server.stop().await;
}
