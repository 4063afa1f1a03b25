//! Seats that go to another identity, or to nobody, in the middle of a game.

use azulejo_protocol::game::{EndedBy, Level, SeatKind, Status, TakeoverReason};
use azulejo_protocol::http::{GameAnswer, JoinGame, SeatBot};
use azulejo_server::upkeep::Logs;
use azulejo_store::{GameId, Merged, NewAccount, PasswordHash, PlayerId, PlayerName, Store};

use crate::support::{House, Person, Seatholder, stories};
use crate::{
    MINUTE_MS, REAL_TIME, away_view, is_here, on_store, open_game, pass, running, two_people, vote,
};

stories! {
    an_account_that_takes_a_guests_seat_is_away_until_it_comes,
    a_deleted_player_is_away_from_a_game_without_a_clock,
    a_deleted_player_leaves_a_real_time_game,
    a_deleted_player_leaves_no_ghost_in_games_that_have_not_started,
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
    let merged = store.merge_guest(guest, account, 2).await;
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
    let join = JoinGame {
        seat: Some(2),
        invitation: None,
        nonce: Some("ab".repeat(16)),
    };
    for (person, game) in [(&ben, &hers), (&ana, &his)] {
        let path = format!("/games/{game}/join");
        let joined: Result<GameAnswer, _> = person.post(&path, &join).await;
        joined.expect("a seat");
    }
    assert_eq!(ben.act_on(reqwest::Method::DELETE, "/me").await, 204);
    // His own is cancelled, and shows what would have been drawn.
    let shown: GameAnswer = ana.get(&format!("/games/{his}")).await.expect("the game");
    assert_eq!(shown.view.status, Status::Cancelled);
    assert!(shown.view.draw.secret.is_some());
    // In hers his seat is free, for another person and for a bot, and it can start.
    let shown: GameAnswer = ana.get(&format!("/games/{hers}")).await.expect("the game");
    let kinds: Vec<_> = shown.view.seats.iter().map(|seat| seat.kind).collect();
    assert_eq!(kinds, [SeatKind::Human, SeatKind::Open, SeatKind::Open]);
    let path = format!("/games/{hers}/join");
    let joined: Result<GameAnswer, _> = cleo.post(&path, &join).await;
    joined.expect("the seat is free");
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
