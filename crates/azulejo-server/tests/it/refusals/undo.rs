//! Takebacks: only if enabled, only the own moves, and one request at a time.

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::game::UndoPolicy;

use crate::refusals::{Fixture, MINUTE_MS, answer_undo, execute, request_undo};

/// Requests expire after 30 seconds. Setting the clock back an hour prevents that on a slow machine.
const HOUR_MS: i64 = 60 * MINUTE_MS;

pub(crate) async fn two_players(fixture: &mut Fixture) {
    use ProblemCode::{Forbidden, NoUndo, NotYourSeat, TooMany, WrongPhase};
    let off = fixture
        .start_game(2, |game| game.undo = Some(UndoPolicy::Off))
        .await;
    let moved = fixture.make_move(&off, |_, _| true).await.expect("a move");
    let (ana, ben, eve) = (
        fixture.ana.clone(),
        fixture.ben.clone(),
        fixture.eve.clone(),
    );
    let rule = "undo_when_disabled";
    fixture
        .refuses(rule, NoUndo, (&ana, &off), request_undo(1, moved))
        .await;

    let game = fixture.start_game(2, |_| {}).await;
    let as_ana = (&ana, game.as_str());
    let as_ben = (&ben, game.as_str());
    let rule = "undo_before_any_move";
    fixture
        .refuses(rule, NoUndo, as_ana, request_undo(1, 0))
        .await;
    let move_of_ana = fixture.make_move(&game, |_, _| true).await.expect("a move");
    let move_of_ben = fixture.make_move(&game, |_, _| true).await.expect("a move");
    let rule = "undo_of_an_opponents_move";
    fixture
        .refuses(rule, NoUndo, as_ben, request_undo(2, move_of_ana))
        .await;
    let rule = "undo_for_another_players_seat";
    fixture
        .refuses(rule, NotYourSeat, as_ben, request_undo(1, move_of_ana))
        .await;
    let rule = "undo_of_a_future_ply";
    fixture
        .refuses(rule, NoUndo, as_ana, request_undo(1, u32::MAX))
        .await;
    let rule = "undo_answer_without_a_request";
    fixture
        .refuses(rule, WrongPhase, as_ana, answer_undo(1, true))
        .await;

    execute(&ana, &game, request_undo(1, move_of_ana)).await;
    fixture.advance_clock(-HOUR_MS);
    let rule = "second_undo_request";
    fixture
        .refuses(rule, TooMany, as_ana, request_undo(1, move_of_ana))
        .await;
    let rule = "undo_request_during_another";
    fixture
        .refuses(rule, TooMany, as_ben, request_undo(2, move_of_ben))
        .await;
    let rule = "agreeing_to_the_own_undo_request";
    fixture
        .refuses(rule, Forbidden, as_ana, answer_undo(1, true))
        .await;
    let rule = "undo_answer_for_another_player";
    fixture
        .refuses(rule, NotYourSeat, as_ana, answer_undo(2, true))
        .await;
    let rule = "undo_answer_by_a_spectator";
    fixture
        .refuses(rule, NotYourSeat, (&eve, &game), answer_undo(2, true))
        .await;

    let mut watching = ana.follow(&game).await;
    fixture.advance_clock(HOUR_MS + MINUTE_MS);
    assert!(watching.wait_until(|me| me.view.undo.is_none()).await);
    let rule = "undo_answer_after_expiry";
    fixture
        .refuses(rule, WrongPhase, as_ben, answer_undo(2, true))
        .await;
}

/// A repeated answer does not count for the third player.
pub(crate) async fn three_players(fixture: &mut Fixture) {
    let game = fixture.start_game(3, |_| {}).await;
    let (ana, ben) = (fixture.ana.clone(), fixture.ben.clone());
    let moved = fixture.make_move(&game, |_, _| true).await.expect("a move");
    execute(&ana, &game, request_undo(1, moved)).await;
    fixture.advance_clock(-HOUR_MS);
    execute(&ben, &game, answer_undo(2, true)).await;
    let rule = "agreeing_to_an_undo_twice";
    fixture
        .ignores(rule, (&ben, &game), answer_undo(2, true))
        .await;
    fixture.advance_clock(HOUR_MS);
}
