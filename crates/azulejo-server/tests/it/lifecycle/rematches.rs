//! Rematches.

use azulejo_protocol::game::{Clock, Level, SeatKind, Settings, UndoPolicy};
use azulejo_protocol::http::{GameAnswer, LobbyView, NewGame, SeatRequest};
use azulejo_protocol::table::Wall;
use azulejo_testkit::{GameClient, TestDatabase, on_every_database};

use crate::lifecycle::{MINUTE_MS, advance, rematch, resign, start_ahead, two_guests};

on_every_database! {
    rematch_keeps_the_settings_and_rotates_the_start,
}

async fn rematch_keeps_the_settings_and_rotates_the_start(database: TestDatabase) {
    let (server, ahead) = start_ahead(0, &database).await;
    let (ana, ben) = two_guests(&server).await;
    let level = Level::Apprentice;
    let seats = vec![
        SeatRequest::Me { name: None },
        SeatRequest::Open,
        SeatRequest::Bot { level },
    ];
    // No setting has its default value.
    let wanted = NewGame {
        id: None,
        seats,
        wall: Wall::Grey,
        start: Some(3),
        clock: Some(Clock::RealTime {
            seconds: 600,
            increment: 5,
        }),
        public: Some(false),
        undo: Some(UndoPolicy::Off),
    };
    let game = ana.create(&wanted).await.view.id;
    ben.join(&game, None).await;
    let old = ana.send_nonce(&game).await.view.settings;
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    resign(&mut other, 2).await;
    resign(&mut one, 1).await;
    assert!(one.wait_until(GameClient::is_over).await);
    rematch(&mut one, true).await.expect("Ana agrees");
    // Ben does not answer.
    advance(&ahead, 6 * MINUTE_MS);
    let _shown: Result<GameAnswer, _> = ana.get(&format!("/games/{game}")).await;
    let next = |me: &GameClient| me.view.rematch.as_ref().and_then(|r| r.game.clone());
    assert!(one.wait_until(|me| next(me).is_some()).await);
    let next = next(&one).expect("a game");
    let shown: GameAnswer = ana.get(&format!("/games/{next}")).await.expect("the game");
    let expected = Settings {
        start: Some(1),
        ..old
    };
    assert_eq!(
        shown.view.settings, expected,
        "the start wraps around to seat 1"
    );
    assert_eq!(expected.wall, Wall::Grey);
    assert_eq!(expected.undo, UndoPolicy::Off);
    assert_eq!(Some(expected.clock), wanted.clock);
    let seats: Vec<_> = shown.view.seats.iter().map(|s| (s.kind, s.level)).collect();
    let bot = (SeatKind::Bot, Some(level));
    assert_eq!(
        seats,
        [(SeatKind::Human, None), (SeatKind::Open, None), bot]
    );
    let lobby: LobbyView = ben.get("/lobby").await.expect("the lobby");
    assert_eq!(lobby.open, [], "the rematch is by link, like the game");
    // Anyone with the link may take the seat.
    assert_eq!(ben.join(&next, None).await.own.seats, [2]);
    server.stop().await;
}
