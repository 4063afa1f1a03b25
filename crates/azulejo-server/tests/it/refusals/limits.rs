//! How many, and how fast.

use azulejo_protocol::frame::{ClientFrame, Phrase, ProblemCode, ServerFrame};

use crate::refusals::{Court, alone, look, refusal};

/// How many games one socket may follow.
const GAMES: usize = 32;

pub(crate) async fn of_how_many(court: &mut Court) {
    let eve = court.eve.clone();
    let mut games = Vec::new();
    for _ in 0..=GAMES {
        games.push(alone(&eve).await.game);
    }
    let watch = |game: &str| format!(r#"{{"t":"watch","game":"{game}"}}"#);
    let mut socket = eve.socket().await;
    for game in &games[..GAMES] {
        assert_eq!(refusal(&mut socket, &watch(game)).await, None);
    }
    let last = &games[GAMES];
    let rule = "following_a_game_too_many";
    let heard = refusal(&mut socket, &watch(last)).await;
    assert_eq!(heard, Some(ProblemCode::TooMany), "{rule}");
    court.note(rule, heard).await;
    // What is followed already is not one more, and who follows one less may follow another.
    assert_eq!(refusal(&mut socket, &watch(&games[0])).await, None);
    let unwatch = format!(r#"{{"t":"unwatch","game":"{}"}}"#, games[1]);
    assert_eq!(refusal(&mut socket, &unwatch).await, None);
    assert_eq!(refusal(&mut socket, &watch(last)).await, None);
}

pub(crate) async fn of_how_fast(court: &mut Court) {
    let game = court.running(2, |_| {}).await;
    let before = look(&court.ana, &game).await.view;
    let mut watching = court.ben.follow(&game).await;
    let mut socket = court.ana.socket().await;
    // Many more at once than there is room for, none of them waited for.
    let words = ClientFrame::Say {
        game: game.clone(),
        seat: 1,
        phrase: Phrase::Hello,
    };
    for _ in 0..40 {
        socket.send(&words).await;
    }
    let rule = "words_too_fast";
    let heard = socket
        .until(|frame| match frame {
            ServerFrame::Refused { error, .. } => Some(error.code),
            _ => None,
        })
        .await;
    assert_eq!(heard, ProblemCode::TooFast, "{rule}");
    // The first ones were heard.
    let said = |frame: &ServerFrame| matches!(frame, ServerFrame::Said { .. }).then_some(());
    watching.socket.until(said).await;
    let after = look(&court.ana, &game).await.view;
    assert_eq!((before.ply, before.hash), (after.ply, after.hash), "{rule}");
    court.note(rule, Some(heard)).await;
}
