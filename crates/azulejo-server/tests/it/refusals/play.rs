//! Before the start, in the offer, and after the end.

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::game::UndoPolicy;
use azulejo_protocol::http::{NewGame, SeatRequest};
use azulejo_protocol::options::{MoveOption, OfferOptions, RefusalReason};
use azulejo_protocol::table::Wall;

use crate::refusals::{
    Court, answers, carry_out, chooses, look, moves, resigns, sends_bytes, takes_back, undoes,
    votes, wants_a_rematch,
};

/// A game that waits for somebody.
async fn waiting(court: &Court) -> String {
    let game = NewGame {
        seats: vec![SeatRequest::Me { name: None }, SeatRequest::Open],
        wall: Wall::Coloured,
        start: Some(1),
        clock: None,
        public: None,
        undo: Some(UndoPolicy::Free),
        id: None,
    };
    court.ana.create(&game).await.view.id
}

pub(crate) async fn before_the_start(court: &mut Court) {
    use ProblemCode::{Forbidden, NotStarted, NotYourSeat, WrongPhase};
    let game = waiting(court).await;
    let (ana, eve) = (court.ana.clone(), court.eve.clone());
    let ply = look(&ana, &game).await.view.ply;
    let at = (&ana, game.as_str());
    let columns = ["1:1".to_owned()];
    let rule = "a_move_before_the_start";
    court
        .refuses(rule, NotStarted, at, moves(1, ply, "1B1"))
        .await;
    let rule = "columns_before_the_start";
    court
        .refuses(rule, NotStarted, at, chooses(1, &columns))
        .await;
    let rule = "taking_back_before_the_start";
    court.refuses(rule, NotStarted, at, undoes(1, 0)).await;
    let rule = "an_answer_before_the_start";
    court.refuses(rule, NotStarted, at, answers(1, true)).await;
    let rule = "resigning_before_the_start";
    court.refuses(rule, NotStarted, at, resigns(1)).await;
    let rule = "a_seat_back_before_the_start";
    court.refuses(rule, NotStarted, at, takes_back(1)).await;
    let rule = "a_vote_before_the_start";
    court.refuses(rule, Forbidden, at, votes(1, 2)).await;
    let rule = "a_rematch_before_the_start";
    court.refuses(rule, WrongPhase, at, wants_a_rematch).await;
    let rule = "a_move_on_a_seat_that_nobody_has";
    court
        .refuses(rule, NotYourSeat, at, moves(2, ply, "1B1"))
        .await;
    let rule = "bytes_of_somebody_who_does_not_sit_there";
    court
        .refuses(rule, NotYourSeat, (&eve, &game), sends_bytes)
        .await;
    // The first ones count: nobody tries others until the draws please them.
    ana.send_nonce(&game).await;
    let rule = "bytes_a_second_time";
    court.does_once(rule, at, sends_bytes).await;
}

pub(crate) async fn of_a_cancelled_game(court: &mut Court) {
    let game = waiting(court).await;
    let ana = court.ana.clone();
    let path = format!("/games/{game}/cancel");
    assert_eq!(ana.act_on(reqwest::Method::POST, &path).await, 200);
    let ply = look(&ana, &game).await.view.ply;
    let at = (&ana, game.as_str());
    let rule = "a_move_in_a_cancelled_game";
    let ended = ProblemCode::Ended;
    court.refuses(rule, ended, at, moves(1, ply, "1B1")).await;
    let rule = "bytes_for_a_cancelled_game";
    court.refuses(rule, ended, at, sends_bytes).await;
    let rule = "a_rematch_of_a_cancelled_game";
    let code = ProblemCode::WrongPhase;
    court.refuses(rule, code, at, wants_a_rematch).await;
}

/// Plays until a line of Ana's refuses a colour on offer for this reason, and gives the move that
/// would break the rule.
async fn until_refused(court: &Court, game: &str, reason: RefusalReason) -> (u32, String) {
    // The first line is soon full and on the wall, the last one holds something for long.
    let likes = |_, m: &MoveOption| m.line == Some(1) || (m.line == Some(5) && !m.completes);
    loop {
        let now = look(&court.ana, game).await;
        let offer = now.own.offer.as_ref();
        let refused = offer.and_then(|offer| offer.refused.iter().find(|r| r.reason == reason));
        if let (Some(offer), Some(refused)) = (offer, refused) {
            let taken = offer.moves.iter().find(|m| m.colour == refused.colour);
            let taken = taken
                .expect("a colour on offer goes to the floor")
                .m
                .to_string();
            return (now.view.ply, format!("{}{}", &taken[..2], refused.line));
        }
        let moved = court.turn(game, likes).await;
        assert!(moved.is_some(), "the game ended before {reason:?}");
    }
}

/// A move with a colour that the first factory does not have.
fn of_no_such_colour(offer: &OfferOptions) -> String {
    let moves: Vec<_> = offer.moves.iter().map(|m| m.m.to_string()).collect();
    let missing = ["1B", "1Y", "1R", "1K", "1W"]
        .into_iter()
        .find(|take| moves.iter().all(|text| !text.starts_with(take)));
    format!(
        "{}F",
        missing.expect("four tiles have at most four colours")
    )
}

pub(crate) async fn of_the_offer(court: &mut Court) {
    use ProblemCode::{Illegal, Malformed, NoUndo, NotYourSeat, NotYourTurn, Stale, WrongPhase};
    let game = court.running(2, |_| {}).await;
    let (ana, ben, eve) = (court.ana.clone(), court.ben.clone(), court.eve.clone());
    let now = look(&ana, &game).await;
    let offer = now.own.offer.expect("Ana starts");
    let (ply, legal) = (now.view.ply, offer.moves[0].m.to_string());
    let at = (&ana, game.as_str());
    let bens = (&ben, game.as_str());
    let rule = "a_move_out_of_turn";
    court
        .refuses(rule, NotYourTurn, bens, moves(2, ply, &legal))
        .await;
    let rule = "a_move_on_anothers_seat";
    court
        .refuses(rule, NotYourSeat, bens, moves(1, ply, &legal))
        .await;
    let rule = "a_move_of_a_spectator";
    court
        .refuses(rule, NotYourSeat, (&eve, &game), moves(1, ply, &legal))
        .await;
    let rule = "a_move_for_a_later_ply";
    court
        .refuses(rule, Stale, at, moves(1, ply + 1, &legal))
        .await;
    let rule = "a_colour_that_the_factory_does_not_have";
    court
        .refuses(rule, Illegal, at, moves(1, ply, &of_no_such_colour(&offer)))
        .await;
    let rule = "a_line_beyond_the_last";
    court
        .refuses(
            rule,
            Malformed,
            at,
            moves(1, ply, &format!("{}6", &legal[..2])),
        )
        .await;
    let rule = "a_colour_that_is_none";
    court
        .refuses(rule, Malformed, at, moves(1, ply, "1G1"))
        .await;
    let rule = "columns_in_the_offer";
    court
        .refuses(rule, WrongPhase, at, chooses(1, &["1:1".to_owned()]))
        .await;
    let rule = "a_rematch_before_the_end";
    court.refuses(rule, WrongPhase, at, wants_a_rematch).await;

    let first = ply;
    let (ply, text) = until_refused(court, &game, RefusalReason::LineFull).await;
    let rule = "a_line_that_is_full";
    court.refuses(rule, Illegal, at, moves(1, ply, &text)).await;
    let (ply, text) = until_refused(court, &game, RefusalReason::LineHolds).await;
    let rule = "a_line_that_holds_another_colour";
    court.refuses(rule, Illegal, at, moves(1, ply, &text)).await;
    let (ply, text) = until_refused(court, &game, RefusalReason::OnWall).await;
    let rule = "a_row_that_has_the_colour";
    court.refuses(rule, Illegal, at, moves(1, ply, &text)).await;
    // By now there was another deal.
    let rule = "taking_back_across_a_deal";
    court.refuses(rule, NoUndo, at, undoes(1, first)).await;
}

pub(crate) async fn after_the_end(court: &mut Court) {
    use ProblemCode::{Ended, Forbidden, NotYourSeat, WrongPhase};
    let game = court.running(2, |_| {}).await;
    let (ana, ben, eve) = (court.ana.clone(), court.ben.clone(), court.eve.clone());
    let moved = court.turn(&game, |_, _| true).await.expect("a move");
    carry_out(&ana, &game, resigns(1)).await;
    let ply = look(&ana, &game).await.view.ply;
    let at = (&ana, game.as_str());
    let rule = "a_move_after_the_end";
    court
        .refuses(rule, Ended, (&ben, &game), moves(2, ply, "1B1"))
        .await;
    let rule = "columns_after_the_end";
    court
        .refuses(rule, Ended, at, chooses(1, &["1:1".to_owned()]))
        .await;
    let rule = "taking_back_after_the_end";
    court.refuses(rule, Ended, at, undoes(1, moved)).await;
    let rule = "an_answer_after_the_end";
    court.refuses(rule, Ended, at, answers(1, true)).await;
    let rule = "resigning_after_the_end";
    court.refuses(rule, Ended, (&ben, &game), resigns(2)).await;
    let rule = "a_seat_back_after_the_end";
    court.refuses(rule, Ended, at, takes_back(1)).await;
    let rule = "bytes_after_the_end";
    court.refuses(rule, Ended, at, sends_bytes).await;
    let rule = "a_vote_after_the_end";
    court.refuses(rule, Forbidden, at, votes(1, 2)).await;
    let rule = "a_rematch_with_a_spectator";
    court
        .refuses(rule, NotYourSeat, (&eve, &game), wants_a_rematch)
        .await;

    // Long enough for any machine: what was agreed lapses after five minutes.
    carry_out(&ana, &game, wants_a_rematch).await;
    court.pass(-crate::refusals::MINUTE_MS * 60);
    let rule = "agreeing_to_a_rematch_twice";
    court.does_once(rule, at, wants_a_rematch).await;
    let mut watching = ana.follow(&game).await;
    carry_out(&ben, &game, wants_a_rematch).await;
    let made = watching.hear_until(|me| {
        let rematch = me.view.rematch.as_ref();
        rematch.is_some_and(|rematch| rematch.game.is_some())
    });
    assert!(made.await);
    let rule = "a_rematch_that_there_is_already";
    court.refuses(rule, WrongPhase, at, wants_a_rematch).await;
    court.pass(crate::refusals::MINUTE_MS * 60);
}
