//! Taking back: only where it is allowed, one's own moves, one question at a time.

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::game::UndoPolicy;

use crate::refusals::{Court, MINUTE_MS, answers, carry_out, undoes};

/// What is asked lapses after half a minute; so that no machine is too slow, an hour is taken back.
const AN_HOUR: i64 = 60 * MINUTE_MS;

pub(crate) async fn of_taking_back(court: &mut Court) {
    use ProblemCode::{Forbidden, NoUndo, NotYourSeat, TooMany, WrongPhase};
    let off = court
        .running(2, |game| game.undo = Some(UndoPolicy::Off))
        .await;
    let moved = court.turn(&off, |_, _| true).await.expect("a move");
    let (ana, ben, eve) = (court.ana.clone(), court.ben.clone(), court.eve.clone());
    let rule = "taking_back_where_it_is_off";
    court
        .refuses(rule, NoUndo, (&ana, &off), undoes(1, moved))
        .await;

    let game = court.running(2, |_| {}).await;
    let at = (&ana, game.as_str());
    let bens = (&ben, game.as_str());
    let rule = "taking_back_before_any_move";
    court.refuses(rule, NoUndo, at, undoes(1, 0)).await;
    let anas = court.turn(&game, |_, _| true).await.expect("a move");
    let move_of_ben = court.turn(&game, |_, _| true).await.expect("a move");
    let rule = "taking_back_somebody_elses_move";
    court.refuses(rule, NoUndo, bens, undoes(2, anas)).await;
    let rule = "taking_back_for_anothers_seat";
    court
        .refuses(rule, NotYourSeat, bens, undoes(1, anas))
        .await;
    let rule = "taking_back_what_is_to_come";
    court.refuses(rule, NoUndo, at, undoes(1, u32::MAX)).await;
    let rule = "answering_what_nobody_asked";
    court.refuses(rule, WrongPhase, at, answers(1, true)).await;

    carry_out(&ana, &game, undoes(1, anas)).await;
    court.pass(-AN_HOUR);
    let rule = "asking_twice";
    court.refuses(rule, TooMany, at, undoes(1, anas)).await;
    let rule = "asking_while_another_asks";
    court
        .refuses(rule, TooMany, bens, undoes(2, move_of_ben))
        .await;
    let rule = "agreeing_with_oneself";
    court.refuses(rule, Forbidden, at, answers(1, true)).await;
    let rule = "answering_for_another_player";
    court.refuses(rule, NotYourSeat, at, answers(2, true)).await;
    let rule = "an_answer_of_a_spectator";
    court
        .refuses(rule, NotYourSeat, (&eve, &game), answers(2, true))
        .await;

    let mut watching = ana.follow(&game).await;
    court.pass(AN_HOUR + MINUTE_MS);
    assert!(watching.hear_until(|me| me.view.undo.is_none()).await);
    let rule = "an_answer_that_comes_too_late";
    court
        .refuses(rule, WrongPhase, bens, answers(2, true))
        .await;
}

/// One answer a person: whoever agrees twice does not agree for the third.
pub(crate) async fn where_three_play(court: &mut Court) {
    let game = court.running(3, |_| {}).await;
    let (ana, ben) = (court.ana.clone(), court.ben.clone());
    let moved = court.turn(&game, |_, _| true).await.expect("a move");
    carry_out(&ana, &game, undoes(1, moved)).await;
    court.pass(-AN_HOUR);
    carry_out(&ben, &game, answers(2, true)).await;
    let rule = "agreeing_twice";
    court.does_once(rule, (&ben, &game), answers(2, true)).await;
    court.pass(AN_HOUR);
}
