//! Before the start, in the offer, and after the end.

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::game::UndoPolicy;
use azulejo_protocol::http::{NewGame, SeatRequest};
use azulejo_protocol::options::{MoveOption, OfferOptions, RefusalReason};
use azulejo_protocol::table::Wall;

use crate::refusals::{
    Fixture, agree_to_rematch, answer_undo, choose, execute, fetch, play_move, reclaim_seat,
    request_undo, resign, send_nonce, vote,
};

/// Creates a game with an open seat.
async fn waiting_game(fixture: &Fixture) -> String {
    let game = NewGame {
        seats: vec![SeatRequest::Me { name: None }, SeatRequest::Open],
        wall: Wall::Coloured,
        start: Some(1),
        clock: None,
        public: None,
        undo: Some(UndoPolicy::Free),
        id: None,
    };
    fixture.ana.create(&game).await.view.id
}

pub(crate) async fn before_the_start(fixture: &mut Fixture) {
    use ProblemCode::{Forbidden, NotStarted, NotYourSeat, WrongPhase};
    let game = waiting_game(fixture).await;
    let (ana, eve) = (fixture.ana.clone(), fixture.eve.clone());
    let ply = fetch(&ana, &game).await.view.ply;
    let as_ana = (&ana, game.as_str());
    let columns = ["1:1".to_owned()];
    let rule = "move_before_the_start";
    fixture
        .refuses(rule, NotStarted, as_ana, play_move(1, ply, "1B1"))
        .await;
    let rule = "columns_before_the_start";
    fixture
        .refuses(rule, NotStarted, as_ana, choose(1, &columns))
        .await;
    let rule = "undo_before_the_start";
    fixture
        .refuses(rule, NotStarted, as_ana, request_undo(1, 0))
        .await;
    let rule = "undo_answer_before_the_start";
    fixture
        .refuses(rule, NotStarted, as_ana, answer_undo(1, true))
        .await;
    let rule = "resigning_before_the_start";
    fixture.refuses(rule, NotStarted, as_ana, resign(1)).await;
    let rule = "reclaiming_a_seat_before_the_start";
    fixture
        .refuses(rule, NotStarted, as_ana, reclaim_seat(1))
        .await;
    let rule = "vote_before_the_start";
    fixture.refuses(rule, Forbidden, as_ana, vote(1, 2)).await;
    let rule = "rematch_before_the_start";
    fixture
        .refuses(rule, WrongPhase, as_ana, agree_to_rematch)
        .await;
    let rule = "move_for_an_open_seat";
    fixture
        .refuses(rule, NotYourSeat, as_ana, play_move(2, ply, "1B1"))
        .await;
    let rule = "nonce_by_a_stranger";
    fixture
        .refuses(rule, NotYourSeat, (&eve, &game), send_nonce)
        .await;
    // The first nonce counts; a player cannot retry for better draws.
    ana.send_nonce(&game).await;
    let rule = "second_nonce";
    fixture.ignores(rule, as_ana, send_nonce).await;
}

pub(crate) async fn cancelled_game(fixture: &mut Fixture) {
    let game = waiting_game(fixture).await;
    let ana = fixture.ana.clone();
    let path = format!("/games/{game}/cancel");
    assert_eq!(ana.request(reqwest::Method::POST, &path).await, 200);
    let ply = fetch(&ana, &game).await.view.ply;
    let as_ana = (&ana, game.as_str());
    let rule = "move_in_a_cancelled_game";
    let ended = ProblemCode::Ended;
    fixture
        .refuses(rule, ended, as_ana, play_move(1, ply, "1B1"))
        .await;
    let rule = "nonce_for_a_cancelled_game";
    fixture.refuses(rule, ended, as_ana, send_nonce).await;
    let rule = "rematch_of_a_cancelled_game";
    let code = ProblemCode::WrongPhase;
    fixture.refuses(rule, code, as_ana, agree_to_rematch).await;
}

/// Plays until one of Ana's lines cannot take a colour on offer for this reason. Returns the ply and
/// the illegal move.
async fn until_refused(fixture: &Fixture, game: &str, reason: RefusalReason) -> (u32, String) {
    // The first line is soon full and on the wall; the last one stays incomplete for long.
    let prefer = |_, m: &MoveOption| m.line == Some(1) || (m.line == Some(5) && !m.completes);
    loop {
        let now = fetch(&fixture.ana, game).await;
        let offer = now.own.offer.as_ref();
        let refused = offer.and_then(|offer| offer.refused.iter().find(|r| r.reason == reason));
        if let (Some(offer), Some(refused)) = (offer, refused) {
            let taken = offer.moves.iter().find(|m| m.colour == refused.colour);
            let taken = taken.expect("any colour can go to the floor").m.to_string();
            return (now.view.ply, format!("{}{}", &taken[..2], refused.line));
        }
        let moved = fixture.make_move(game, prefer).await;
        assert!(moved.is_some(), "the game ended before {reason:?}");
    }
}

/// Returns a move with a colour that is missing from the first factory.
fn missing_colour(offer: &OfferOptions) -> String {
    let moves: Vec<_> = offer.moves.iter().map(|m| m.m.to_string()).collect();
    let missing = ["1B", "1Y", "1R", "1K", "1W"]
        .into_iter()
        .find(|take| moves.iter().all(|text| !text.starts_with(take)));
    format!(
        "{}F",
        missing.expect("four tiles have at most four colours")
    )
}

pub(crate) async fn offer(fixture: &mut Fixture) {
    use ProblemCode::{Illegal, Malformed, NoUndo, NotYourSeat, NotYourTurn, Stale, WrongPhase};
    let game = fixture.start_game(2, |_| {}).await;
    let (ana, ben, eve) = (
        fixture.ana.clone(),
        fixture.ben.clone(),
        fixture.eve.clone(),
    );
    let now = fetch(&ana, &game).await;
    let offer = now.own.offer.expect("Ana starts");
    let (ply, legal) = (now.view.ply, offer.moves[0].m.to_string());
    let as_ana = (&ana, game.as_str());
    let as_ben = (&ben, game.as_str());
    let rule = "move_out_of_turn";
    fixture
        .refuses(rule, NotYourTurn, as_ben, play_move(2, ply, &legal))
        .await;
    let rule = "move_for_another_players_seat";
    fixture
        .refuses(rule, NotYourSeat, as_ben, play_move(1, ply, &legal))
        .await;
    let rule = "move_by_a_spectator";
    fixture
        .refuses(rule, NotYourSeat, (&eve, &game), play_move(1, ply, &legal))
        .await;
    let rule = "move_for_a_later_ply";
    fixture
        .refuses(rule, Stale, as_ana, play_move(1, ply + 1, &legal))
        .await;
    let rule = "colour_missing_from_the_factory";
    fixture
        .refuses(
            rule,
            Illegal,
            as_ana,
            play_move(1, ply, &missing_colour(&offer)),
        )
        .await;
    let rule = "line_6";
    fixture
        .refuses(
            rule,
            Malformed,
            as_ana,
            play_move(1, ply, &format!("{}6", &legal[..2])),
        )
        .await;
    let rule = "unknown_colour";
    fixture
        .refuses(rule, Malformed, as_ana, play_move(1, ply, "1G1"))
        .await;
    let rule = "columns_during_the_offer";
    fixture
        .refuses(rule, WrongPhase, as_ana, choose(1, &["1:1".to_owned()]))
        .await;
    let rule = "rematch_before_the_end";
    fixture
        .refuses(rule, WrongPhase, as_ana, agree_to_rematch)
        .await;

    let first = ply;
    let (ply, text) = until_refused(fixture, &game, RefusalReason::LineFull).await;
    let rule = "full_line";
    fixture
        .refuses(rule, Illegal, as_ana, play_move(1, ply, &text))
        .await;
    let (ply, text) = until_refused(fixture, &game, RefusalReason::LineHolds).await;
    let rule = "line_of_another_colour";
    fixture
        .refuses(rule, Illegal, as_ana, play_move(1, ply, &text))
        .await;
    let (ply, text) = until_refused(fixture, &game, RefusalReason::OnWall).await;
    let rule = "colour_already_on_the_wall";
    fixture
        .refuses(rule, Illegal, as_ana, play_move(1, ply, &text))
        .await;
    // There has been another deal.
    let rule = "undo_across_a_deal";
    fixture
        .refuses(rule, NoUndo, as_ana, request_undo(1, first))
        .await;
}

pub(crate) async fn after_the_end(fixture: &mut Fixture) {
    use ProblemCode::{Ended, Forbidden, NotYourSeat, WrongPhase};
    let game = fixture.start_game(2, |_| {}).await;
    let (ana, ben, eve) = (
        fixture.ana.clone(),
        fixture.ben.clone(),
        fixture.eve.clone(),
    );
    let moved = fixture.make_move(&game, |_, _| true).await.expect("a move");
    execute(&ana, &game, resign(1)).await;
    let ply = fetch(&ana, &game).await.view.ply;
    let as_ana = (&ana, game.as_str());
    let rule = "move_after_the_end";
    fixture
        .refuses(rule, Ended, (&ben, &game), play_move(2, ply, "1B1"))
        .await;
    let rule = "columns_after_the_end";
    fixture
        .refuses(rule, Ended, as_ana, choose(1, &["1:1".to_owned()]))
        .await;
    let rule = "undo_after_the_end";
    fixture
        .refuses(rule, Ended, as_ana, request_undo(1, moved))
        .await;
    let rule = "undo_answer_after_the_end";
    fixture
        .refuses(rule, Ended, as_ana, answer_undo(1, true))
        .await;
    let rule = "resigning_after_the_end";
    fixture.refuses(rule, Ended, (&ben, &game), resign(2)).await;
    let rule = "reclaiming_a_seat_after_the_end";
    fixture.refuses(rule, Ended, as_ana, reclaim_seat(1)).await;
    let rule = "nonce_after_the_end";
    fixture.refuses(rule, Ended, as_ana, send_nonce).await;
    let rule = "vote_after_the_end";
    fixture.refuses(rule, Forbidden, as_ana, vote(1, 2)).await;
    let rule = "rematch_by_a_spectator";
    fixture
        .refuses(rule, NotYourSeat, (&eve, &game), agree_to_rematch)
        .await;

    // Offers expire after five minutes. Setting the clock back prevents that on a slow machine.
    execute(&ana, &game, agree_to_rematch).await;
    fixture.advance_clock(-crate::refusals::MINUTE_MS * 60);
    let rule = "agreeing_to_a_rematch_twice";
    fixture.ignores(rule, as_ana, agree_to_rematch).await;
    let mut watching = ana.follow(&game).await;
    execute(&ben, &game, agree_to_rematch).await;
    let created = watching.wait_until(|me| {
        let rematch = me.view.rematch.as_ref();
        rematch.is_some_and(|rematch| rematch.game.is_some())
    });
    assert!(created.await);
    let rule = "rematch_that_already_exists";
    fixture
        .refuses(rule, WrongPhase, as_ana, agree_to_rematch)
        .await;
    fixture.advance_clock(crate::refusals::MINUTE_MS * 60);
}
