//! Votes about those who are away, seats that bots have, and resigning.

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::game::{Clock, TakeoverReason};

use crate::refusals::{
    Court, MINUTE_MS, answers, carry_out, look, moves, resigns, takes_back, undoes, votes,
};
use crate::support::Seatholder;

fn is_here(me: &Seatholder, seat: u8) -> bool {
    let presence = me.presence.as_ref();
    presence.is_some_and(|presence| presence.here.contains(&seat))
}

fn is_away(me: &Seatholder, seat: u8) -> bool {
    let presence = me.presence.as_ref();
    presence.is_some_and(|presence| presence.away.iter().any(|away| away.seat == seat))
}

pub(crate) async fn of_votes(court: &mut Court) {
    use ProblemCode::{Forbidden, NotYourSeat};
    let clock = |game: &mut azulejo_protocol::http::NewGame| {
        game.clock = Some(Clock::Days { days: 3 });
    };
    let timed = court.running(3, clock).await;
    let game = court.running(3, |_| {}).await;
    let (ana, ben, cleo) = (court.ana.clone(), court.ben.clone(), court.cleo.clone());
    let eve = court.eve.clone();
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    let gone = cleo.follow(&game).await;
    // An older word about somebody who has not come yet must not be taken for their leaving.
    for seat in 1..=3 {
        assert!(one.hear_until(|me| is_here(me, seat)).await);
    }
    gone.socket.drop_dead();
    assert!(one.hear_until(|me| is_away(me, 3)).await);
    let at = (&ana, game.as_str());
    let bens = (&ben, game.as_str());
    let cleos = (&cleo, game.as_str());
    let rule = "a_vote_against_somebody_who_is_there";
    court.refuses(rule, Forbidden, at, votes(1, 2)).await;
    let rule = "a_vote_against_oneself";
    court.refuses(rule, Forbidden, at, votes(1, 1)).await;
    // Time stands still for whoever is slow: the five minutes are not over by themselves.
    court.pass(-60 * MINUTE_MS);
    let rule = "a_vote_too_early";
    court.refuses(rule, Forbidden, at, votes(1, 3)).await;
    court.pass(66 * MINUTE_MS);
    let rule = "a_vote_of_a_spectator";
    court
        .refuses(rule, NotYourSeat, (&eve, &game), votes(1, 3))
        .await;
    let rule = "a_vote_for_anothers_seat";
    court.refuses(rule, NotYourSeat, at, votes(2, 3)).await;
    let rule = "a_vote_of_the_absent_against_themself";
    court.refuses(rule, Forbidden, cleos, votes(3, 3)).await;
    let rule = "a_vote_where_a_clock_runs";
    court
        .refuses(rule, Forbidden, (&ana, &timed), votes(1, 3))
        .await;

    carry_out(&ana, &game, votes(1, 3)).await;
    let rule = "a_second_vote_of_one_person";
    court.does_once(rule, at, votes(1, 3)).await;
    assert_eq!(look(&ana, &game).await.view.seats[2].taken_over, None);
    carry_out(&ben, &game, votes(2, 3)).await;
    let taken = |me: &Seatholder| me.view.seats[2].taken_over == Some(TakeoverReason::Vote);
    assert!(other.hear_until(taken).await);
    let ply = look(&ana, &game).await.view.ply;

    let rule = "a_vote_against_a_bot_in_somebodys_place";
    court.refuses(rule, Forbidden, bens, votes(2, 3)).await;
    let rule = "a_move_of_a_seat_that_a_bot_has";
    court
        .refuses(rule, NotYourSeat, cleos, moves(3, ply, "1B1"))
        .await;
    let rule = "resigning_a_seat_that_a_bot_has";
    court.refuses(rule, NotYourSeat, cleos, resigns(3)).await;
    let rule = "taking_back_on_a_seat_that_a_bot_has";
    court.refuses(rule, NotYourSeat, cleos, undoes(3, 0)).await;
    let rule = "an_answer_from_a_seat_that_a_bot_has";
    court
        .refuses(rule, NotYourSeat, cleos, answers(3, true))
        .await;
    let rule = "a_vote_of_a_seat_that_a_bot_has";
    // Nobody but its own person is away, so that there is nothing to vote about either.
    court.refuses(rule, Forbidden, cleos, votes(3, 1)).await;
    let rule = "anothers_seat_back";
    court.refuses(rule, NotYourSeat, at, takes_back(3)).await;
    let rule = "a_seat_back_that_nobody_took";
    court.refuses(rule, Forbidden, at, takes_back(1)).await;
    carry_out(&cleo, &game, takes_back(3)).await;
    let rule = "a_seat_back_twice";
    court.refuses(rule, Forbidden, cleos, takes_back(3)).await;
    drop((one, other));
}

/// Who resigns among three is out for good.
pub(crate) async fn of_resigning(court: &mut Court) {
    use ProblemCode::{Forbidden, NotYourSeat};
    let game = court.running(3, |_| {}).await;
    let cleo = court.cleo.clone();
    carry_out(&cleo, &game, resigns(3)).await;
    let seat = look(&cleo, &game).await.view.seats[2].taken_over;
    assert_eq!(seat, Some(TakeoverReason::Resigned));
    let at = (&cleo, game.as_str());
    let rule = "resigning_twice";
    court.refuses(rule, NotYourSeat, at, resigns(3)).await;
    let rule = "a_seat_back_that_was_given_up";
    court.refuses(rule, Forbidden, at, takes_back(3)).await;
}
