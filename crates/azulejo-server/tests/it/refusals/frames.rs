//! Rules for all frames.

use azulejo_protocol::frame::{ClientFrame, Phrase, ProblemCode};
use azulejo_testkit::connect_anonymous;

use crate::refusals::{Fixture, play_move, reclaim_seat, refusal, resign, send_nonce, vote};

pub(crate) async fn any_frame(fixture: &mut Fixture) {
    use ProblemCode::{Forbidden, Malformed, NoSession, NotFound, NotYourSeat, Stale, Started};
    let game = fixture.start_game(2, |_| {}).await;
    let (ana, ben, eve) = (
        fixture.ana.clone(),
        fixture.ben.clone(),
        fixture.eve.clone(),
    );

    // Frames that require a session.
    let url = format!("ws://{}/api/v1/socket", ana.base);
    let id = "00".repeat(16);
    let anonymous = [
        (
            "anonymous_resignation",
            format!(r#"{{"t":"resign","game":"{game}","id":"{id}","seat":1}}"#),
        ),
        (
            "anonymous_phrase",
            format!(r#"{{"t":"say","game":"{game}","seat":1,"phrase":"hello"}}"#),
        ),
    ];
    for (rule, text) in anonymous {
        let refused = refusal(&mut connect_anonymous(&url).await, &text).await;
        assert_eq!(refused, Some(NoSession), "{rule}");
        fixture.record(rule, refused).await;
    }

    let say = |seat| {
        move |game, _| ClientFrame::Say {
            game,
            seat,
            phrase: Phrase::Hello,
        }
    };
    let as_ana = (&ana, game.as_str());
    let rule = "phrase_for_another_players_seat";
    fixture.refuses(rule, NotYourSeat, as_ana, say(2)).await;
    let rule = "phrase_for_a_missing_seat";
    fixture.refuses(rule, NotYourSeat, as_ana, say(9)).await;
    let rule = "phrase_by_a_spectator";
    fixture
        .refuses(rule, NotYourSeat, (&eve, &game), say(1))
        .await;
    let rule = "phrase_in_a_missing_game";
    let missing_game = |_, _| ClientFrame::Say {
        game: "zzzzzzzz".to_owned(),
        seat: 1,
        phrase: Phrase::Hello,
    };
    fixture.refuses(rule, NotFound, as_ana, missing_game).await;

    let rule = "resigning_a_missing_seat";
    fixture.refuses(rule, NotFound, as_ana, resign(3)).await;
    let rule = "reclaiming_seat_0";
    fixture
        .refuses(rule, NotFound, as_ana, reclaim_seat(0))
        .await;
    let rule = "vote_against_a_missing_seat";
    fixture.refuses(rule, Forbidden, as_ana, vote(1, 9)).await;
    let rule = "resigning_for_another_player";
    fixture
        .refuses(rule, NotYourSeat, (&ben, &game), resign(1))
        .await;
    let rule = "nonce_after_the_start";
    fixture.refuses(rule, Started, as_ana, send_nonce).await;
    let rule = "invalid_command_id";
    let invalid_id = |game, _| ClientFrame::Resign {
        game,
        id: "1".to_owned(),
        seat: 1,
    };
    fixture.refuses(rule, Malformed, as_ana, invalid_id).await;
    let rule = "move_for_an_earlier_ply";
    fixture
        .refuses(rule, Stale, as_ana, play_move(1, 0, "1B1"))
        .await;
}
