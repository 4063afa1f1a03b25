//! New games: a request that is sent again makes no second game; and the lists that hold them.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::Status;
use azulejo_protocol::http::{GameAnswer, GameCard, LobbyView, MyGames, NewGame, SeatRequest};
use azulejo_protocol::table::Wall;
use azulejo_testkit::{Client, TestDatabase, on_every_database};

use crate::support::start;

on_every_database! {
    a_request_with_an_id_makes_one_game,
    of_many_requests_at_once_one_makes_a_game,
    the_lobby_lists_open_and_live_games_but_none_by_link,
    my_games_begin_with_those_that_wait_for_me,
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

async fn ask(person: &Client, new: &NewGame) -> Result<String, Problem> {
    let answer: GameAnswer = person.post("/games", new).await?;
    assert!(answer.own.host && answer.own.invitation.is_some());
    Ok(answer.view.id)
}

async fn n_games(person: &Client) -> usize {
    let mine: MyGames = person.get("/me/games").await.expect("my games");
    mine.games.len()
}

async fn a_request_with_an_id_makes_one_game(database: TestDatabase) {
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let ben = Client::guest(server.address(), "Ben").await;
    let wanted = new_game(Some(&"0a".repeat(16)));
    let game = ask(&ana, &wanted).await.expect("a game");
    assert_eq!(ask(&ana, &wanted).await.as_ref(), Ok(&game));
    // Something else under the same id is not silently answered with what it is not.
    let other = NewGame {
        wall: Wall::Grey,
        ..wanted.clone()
    };
    let refused = ask(&ana, &other).await.expect_err("another request");
    assert_eq!(refused.code, ProblemCode::IdUsed);
    assert_eq!(refused.field.as_deref(), Some("id"));
    // The same id is another one when somebody else uses it.
    let bens = ask(&ben, &wanted).await.expect("a game");
    assert_ne!(bens, game);
    for wrong in ["", "0a", "0A", "xy"] {
        let id = match wrong {
            "" => String::new(),
            wrong => wrong.repeat(if wrong == "0a" { 17 } else { 16 }),
        };
        let refused = ask(&ana, &new_game(Some(&id))).await;
        let refused = refused.expect_err("not an id");
        assert_eq!(refused.code, ProblemCode::Malformed, "{id}");
        assert_eq!(refused.field.as_deref(), Some("id"), "{id}");
    }
    assert_eq!((n_games(&ana).await, n_games(&ben).await), (1, 1));
    server.stop().await;
    // What was answered before a restart is answered after it, with the game as it is by then.
    let server = start(&database).await;
    let (ana, ben) = (ana.at(server.address()), ben.at(server.address()));
    let joined: GameAnswer = ben
        .post(&format!("/games/{game}/join"), &serde_json::json!({}))
        .await
        .expect("a seat");
    let again: GameAnswer = ana.post("/games", &wanted).await.expect("the game");
    assert_eq!(again.view.id, game);
    assert_eq!(again.view.ply, joined.view.ply);
    let refused = ask(&ana, &other).await.expect_err("another request");
    assert_eq!(refused.code, ProblemCode::IdUsed);
    // Without an id, or with another, every request makes a game.
    for id in [None, None, Some("0b".repeat(16))] {
        let more = ask(&ana, &new_game(id.as_deref())).await.expect("a game");
        assert_ne!(more, game);
    }
    assert_eq!(n_games(&ana).await, 4);
    server.stop().await;
}

async fn of_many_requests_at_once_one_makes_a_game(database: TestDatabase) {
    const AT_ONCE: usize = 24;
    let mut servers = vec![start(&database).await];
    if matches!(database, TestDatabase::Postgres(_)) {
        servers.push(start(&database).await);
    }
    let ana = Client::guest(servers[0].address(), "Ana").await;
    let ask_at_once = async |new: NewGame| {
        let mut asked = Vec::new();
        for number in 0..AT_ONCE {
            let ana = ana.at(servers[number % servers.len()].address());
            let new = new.clone();
            asked.push(tokio::spawn(async move { ask(&ana, &new).await }));
        }
        let mut games = Vec::new();
        for asked in asked {
            games.push(asked.await.expect("a task").expect("a game"));
        }
        games.sort();
        games.dedup();
        games.len()
    };
    for round in 0..4_usize {
        let id = format!("{round:032x}");
        assert_eq!(ask_at_once(new_game(Some(&id))).await, 1);
        assert_eq!(n_games(&ana).await, round + 1);
    }
    // Control: without an id each makes a game.
    assert_eq!(ask_at_once(new_game(None)).await, AT_ONCE);
    for server in servers {
        server.stop().await;
    }
}

/// A game of two people that has begun.
async fn begun(host: &Client, guest: &Client, start: u8, public: bool) -> String {
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

async fn the_lobby_lists_open_and_live_games_but_none_by_link(database: TestDatabase) {
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let ben = Client::guest(server.address(), "Ben").await;
    let eve = Client::guest(server.address(), "Eve").await;
    let public = NewGame {
        public: Some(true),
        ..new_game(None)
    };
    let open = ana.create(&public).await.view.id;
    let live = begun(&ana, &ben, 1, true).await;
    // By link, which is also what nobody has said anything about.
    let by_link = NewGame {
        public: Some(false),
        ..new_game(None)
    };
    for wanted in [&by_link, &new_game(None)] {
        assert!(!ana.create(wanted).await.view.settings.public);
    }
    let secret = begun(&ana, &ben, 1, false).await;
    let lobby: LobbyView = eve.get("/lobby").await.expect("the lobby");
    assert_eq!(ids(&lobby.open), [&open[..]]);
    assert_eq!(ids(&lobby.live), [&live[..]]);
    assert_eq!(lobby.live[0].waits_for, [1]);
    // Whoever has the link may watch all the same.
    let shown: GameAnswer = eve.get(&format!("/games/{secret}")).await.expect("it");
    assert_eq!(shown.view.status, Status::Running);
    // A seat that was taken, a game that is over: neither is listed any more.
    let path = format!("/games/{open}/cancel");
    assert_eq!(ana.request(reqwest::Method::POST, &path).await, 200);
    let lobby: LobbyView = eve.get("/lobby").await.expect("the lobby");
    assert_eq!(ids(&lobby.open), [""; 0]);
    server.stop().await;
}

async fn my_games_begin_with_those_that_wait_for_me(database: TestDatabase) {
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let ben = Client::guest(server.address(), "Ben").await;
    // The older ones wait for Ana, the later ones for Ben or for nobody.
    let first = begun(&ana, &ben, 1, false).await;
    let second = begun(&ben, &ana, 2, false).await;
    let bens = begun(&ana, &ben, 2, false).await;
    let waiting = ana.create(&new_game(None)).await.view.id;
    let mine: MyGames = ana.get("/me/games").await.expect("her games");
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
    // With her move a game is the latest of all, and waits for Ben.
    let mut me = ana.follow(&first).await;
    assert!(me.wait_until(azulejo_testkit::GameClient::must_act).await);
    me.act().await.expect("a move");
    let mine: MyGames = ana.get("/me/games").await.expect("her games");
    assert_eq!(ids(&mine.games[..1]), [&second[..]]);
    assert_eq!(ids(&mine.games[1..]), sorted(&[&first, &bens, &waiting]));
    let his: MyGames = ben.get("/me/games").await.expect("his games");
    assert_eq!(ids(&his.games[..2]), sorted(&[&first, &bens]));
    assert_eq!(ids(&his.games[2..]), [&second[..]]);
    server.stop().await;
}
