//! Numerical limits and rate limits.

use azulejo_protocol::frame::{ClientFrame, Phrase, ProblemCode, ServerFrame};

use crate::refusals::{Fixture, fetch, refusal, start_solo_game};

/// The number of games that one socket may watch.
const GAMES: usize = 32;

pub(crate) async fn watched_games(fixture: &mut Fixture) {
    let eve = fixture.eve.clone();
    let mut games = Vec::new();
    for _ in 0..=GAMES {
        games.push(start_solo_game(&eve).await.game);
    }
    let watch = |game: &str| format!(r#"{{"t":"watch","game":"{game}"}}"#);
    let mut socket = eve.socket().await;
    for game in &games[..GAMES] {
        assert_eq!(refusal(&mut socket, &watch(game)).await, None);
    }
    let last = &games[GAMES];
    let rule = "watching_too_many_games";
    let refused = refusal(&mut socket, &watch(last)).await;
    assert_eq!(refused, Some(ProblemCode::TooMany), "{rule}");
    fixture.record(rule, refused).await;
    // Watching a game again is allowed, and unwatching one makes room for another.
    assert_eq!(refusal(&mut socket, &watch(&games[0])).await, None);
    let unwatch = format!(r#"{{"t":"unwatch","game":"{}"}}"#, games[1]);
    assert_eq!(refusal(&mut socket, &unwatch).await, None);
    assert_eq!(refusal(&mut socket, &watch(last)).await, None);
}

pub(crate) async fn rate_limit(fixture: &mut Fixture) {
    let game = fixture.start_game(2, |_| {}).await;
    let before = fetch(&fixture.ana, &game).await.view;
    let mut watching = fixture.ben.follow(&game).await;
    let mut socket = fixture.ana.socket().await;
    // Many more than the burst, without waiting for answers.
    let phrase = ClientFrame::Say {
        game: game.clone(),
        seat: 1,
        phrase: Phrase::Hello,
    };
    for _ in 0..40 {
        socket.send(&phrase).await;
    }
    let rule = "phrases_too_fast";
    let refused = socket
        .wait_for(|frame| match frame {
            ServerFrame::Refused { error, .. } => Some(error.code),
            _ => None,
        })
        .await;
    assert_eq!(refused, ProblemCode::TooFast, "{rule}");
    // The first ones were delivered.
    let said = |frame: &ServerFrame| matches!(frame, ServerFrame::Said { .. }).then_some(());
    watching.socket.wait_for(said).await;
    let after = fetch(&fixture.ana, &game).await.view;
    assert_eq!((before.ply, before.hash), (after.ply, after.hash), "{rule}");
    fixture.record(rule, Some(refused)).await;
}
