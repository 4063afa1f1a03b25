//! Votes against absent players, seats taken over by bots, and resigning.

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::game::{Clock, TakeoverReason};
use azulejo_testkit::GameClient;

use crate::lifecycle::{away_view, is_present};
use crate::refusals::{
    Fixture, MINUTE_MS, answer_undo, execute, fetch, play_move, reclaim_seat, request_undo, resign,
    vote,
};

pub(crate) async fn votes(fixture: &mut Fixture) {
    use ProblemCode::{Forbidden, NotYourSeat};
    let clock = |game: &mut azulejo_protocol::http::NewGame| {
        game.clock = Some(Clock::Days { days: 3 });
    };
    let timed = fixture.start_game(3, clock).await;
    let game = fixture.start_game(3, |_| {}).await;
    let (ana, ben, cleo) = (
        fixture.ana.clone(),
        fixture.ben.clone(),
        fixture.cleo.clone(),
    );
    let eve = fixture.eve.clone();
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    let cleos = cleo.follow(&game).await;
    // Players are away until they connect: wait for that first.
    for seat in 1..=3 {
        assert!(one.wait_until(|me| is_present(me, seat)).await);
    }
    cleos.socket.disconnect();
    assert!(one.wait_until(|me| away_view(me, 3).is_some()).await);
    let as_ana = (&ana, game.as_str());
    let as_ben = (&ben, game.as_str());
    let as_cleo = (&cleo, game.as_str());
    let rule = "vote_against_a_connected_player";
    fixture.refuses(rule, Forbidden, as_ana, vote(1, 2)).await;
    let rule = "vote_against_oneself";
    fixture.refuses(rule, Forbidden, as_ana, vote(1, 1)).await;
    // Setting the clock back keeps the five minutes from passing on a slow machine.
    fixture.advance_clock(-60 * MINUTE_MS);
    let rule = "vote_too_early";
    fixture.refuses(rule, Forbidden, as_ana, vote(1, 3)).await;
    fixture.advance_clock(66 * MINUTE_MS);
    let rule = "vote_by_a_spectator";
    fixture
        .refuses(rule, NotYourSeat, (&eve, &game), vote(1, 3))
        .await;
    let rule = "vote_for_another_players_seat";
    fixture.refuses(rule, NotYourSeat, as_ana, vote(2, 3)).await;
    let rule = "vote_by_an_absent_player_against_themself";
    fixture.refuses(rule, Forbidden, as_cleo, vote(3, 3)).await;
    let rule = "vote_in_a_timed_game";
    fixture
        .refuses(rule, Forbidden, (&ana, &timed), vote(1, 3))
        .await;

    execute(&ana, &game, vote(1, 3)).await;
    let rule = "second_vote_by_one_player";
    fixture.ignores(rule, as_ana, vote(1, 3)).await;
    assert_eq!(fetch(&ana, &game).await.view.seats[2].taken_over, None);
    execute(&ben, &game, vote(2, 3)).await;
    let taken = |me: &GameClient| me.view.seats[2].taken_over == Some(TakeoverReason::Vote);
    assert!(other.wait_until(taken).await);
    let ply = fetch(&ana, &game).await.view.ply;

    let rule = "vote_against_a_replacement_bot";
    fixture.refuses(rule, Forbidden, as_ben, vote(2, 3)).await;
    let rule = "move_for_a_seat_taken_over_by_a_bot";
    fixture
        .refuses(rule, NotYourSeat, as_cleo, play_move(3, ply, "1B1"))
        .await;
    let rule = "resigning_a_seat_taken_over_by_a_bot";
    fixture.refuses(rule, NotYourSeat, as_cleo, resign(3)).await;
    let rule = "undo_for_a_seat_taken_over_by_a_bot";
    fixture
        .refuses(rule, NotYourSeat, as_cleo, request_undo(3, 0))
        .await;
    let rule = "undo_answer_for_a_seat_taken_over_by_a_bot";
    fixture
        .refuses(rule, NotYourSeat, as_cleo, answer_undo(3, true))
        .await;
    let rule = "vote_for_a_seat_taken_over_by_a_bot";
    // No other player is away.
    fixture.refuses(rule, Forbidden, as_cleo, vote(3, 1)).await;
    let rule = "reclaiming_another_players_seat";
    fixture
        .refuses(rule, NotYourSeat, as_ana, reclaim_seat(3))
        .await;
    let rule = "reclaiming_a_seat_not_taken_over";
    fixture
        .refuses(rule, Forbidden, as_ana, reclaim_seat(1))
        .await;
    execute(&cleo, &game, reclaim_seat(3)).await;
    let rule = "reclaiming_a_seat_twice";
    fixture
        .refuses(rule, Forbidden, as_cleo, reclaim_seat(3))
        .await;
    drop((one, other));
}

/// In a game of three, a resigned seat cannot be reclaimed.
pub(crate) async fn resigning(fixture: &mut Fixture) {
    use ProblemCode::{Forbidden, NotYourSeat};
    let game = fixture.start_game(3, |_| {}).await;
    let cleo = fixture.cleo.clone();
    execute(&cleo, &game, resign(3)).await;
    let seat = fetch(&cleo, &game).await.view.seats[2].taken_over;
    assert_eq!(seat, Some(TakeoverReason::Resigned));
    let as_cleo = (&cleo, game.as_str());
    let rule = "resigning_twice";
    fixture.refuses(rule, NotYourSeat, as_cleo, resign(3)).await;
    let rule = "reclaiming_a_resigned_seat";
    fixture
        .refuses(rule, Forbidden, as_cleo, reclaim_seat(3))
        .await;
}
