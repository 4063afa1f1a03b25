//! What holds for every frame, whoever sends it.

use azulejo_protocol::frame::{ClientFrame, Phrase, ProblemCode};

use crate::refusals::{Court, moves, refusal, resigns, sends_bytes, takes_back, votes};
use crate::support::anonymous;

pub(crate) async fn of_anybody(court: &mut Court) {
    use ProblemCode::{Forbidden, Malformed, NoSession, NotFound, NotYourSeat, Stale, Started};
    let game = court.running(2, |_| {}).await;
    let (ana, ben, eve) = (court.ana.clone(), court.ben.clone(), court.eve.clone());

    // Whoever is nobody acts nowhere and says nothing.
    let url = format!("ws://{}/api/v1/socket", ana.base);
    let id = "00".repeat(16);
    let nobody = [
        (
            "nobody_resigns",
            format!(r#"{{"t":"resign","game":"{game}","id":"{id}","seat":1}}"#),
        ),
        (
            "nobody_speaks",
            format!(r#"{{"t":"say","game":"{game}","seat":1,"phrase":"hello"}}"#),
        ),
    ];
    for (rule, text) in nobody {
        let heard = refusal(&mut anonymous(&url).await, &text).await;
        assert_eq!(heard, Some(NoSession), "{rule}");
        court.note(rule, heard).await;
    }

    let say = |seat| {
        move |game, _| ClientFrame::Say {
            game,
            seat,
            phrase: Phrase::Hello,
        }
    };
    let at = (&ana, game.as_str());
    let rule = "words_from_a_seat_that_is_anothers";
    court.refuses(rule, NotYourSeat, at, say(2)).await;
    let rule = "words_from_a_seat_that_is_not_there";
    court.refuses(rule, NotYourSeat, at, say(9)).await;
    let rule = "words_of_a_spectator";
    court
        .refuses(rule, NotYourSeat, (&eve, &game), say(1))
        .await;
    let rule = "words_in_a_game_that_is_not_there";
    let elsewhere = |_, _| ClientFrame::Say {
        game: "zzzzzzzz".to_owned(),
        seat: 1,
        phrase: Phrase::Hello,
    };
    court.refuses(rule, NotFound, at, elsewhere).await;

    let rule = "a_seat_that_is_not_there";
    court.refuses(rule, NotFound, at, resigns(3)).await;
    let rule = "seat_0_is_not_there";
    court.refuses(rule, NotFound, at, takes_back(0)).await;
    let rule = "a_vote_about_a_seat_that_is_not_there";
    court.refuses(rule, Forbidden, at, votes(1, 9)).await;
    let rule = "resigning_for_another_player";
    court
        .refuses(rule, NotYourSeat, (&ben, &game), resigns(1))
        .await;
    let rule = "bytes_after_the_start";
    court.refuses(rule, Started, at, sends_bytes).await;
    let rule = "an_id_that_is_none";
    let no_id = |game, _| ClientFrame::Resign {
        game,
        id: "1".to_owned(),
        seat: 1,
    };
    court.refuses(rule, Malformed, at, no_id).await;
    let rule = "a_move_for_an_earlier_ply";
    court.refuses(rule, Stale, at, moves(1, 0, "1B1")).await;
}
