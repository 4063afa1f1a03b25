//! New games: a request that is sent again makes no second game.

mod support;

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::http::{GameAnswer, MyGames, NewGame, SeatRequest};
use azulejo_protocol::table::Wall;

use support::{House, Person, stories};

stories! {
    a_request_with_an_id_makes_one_game,
    of_many_requests_at_once_one_makes_a_game,
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

async fn ask(person: &Person, new: &NewGame) -> Result<String, Problem> {
    let answer: GameAnswer = person.post("/games", new).await?;
    assert!(answer.own.host && answer.own.invitation.is_some());
    Ok(answer.view.id)
}

async fn n_games(person: &Person) -> usize {
    let mine: MyGames = person.get("/me/games").await.expect("my games");
    mine.games.len()
}

async fn a_request_with_an_id_makes_one_game(house: House) {
    let server = house.start().await;
    let ana = Person::new(server.address(), "Ana").await;
    let ben = Person::new(server.address(), "Ben").await;
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
    let server = house.start().await;
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

async fn of_many_requests_at_once_one_makes_a_game(house: House) {
    const AT_ONCE: usize = 24;
    let mut servers = vec![house.start().await];
    if matches!(house, House::Postgres(_)) {
        servers.push(house.start().await);
    }
    let ana = Person::new(servers[0].address(), "Ana").await;
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
