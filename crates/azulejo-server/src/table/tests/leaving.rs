//! Leaving, coming back, playing again.

use super::*;

#[test]
fn of_two_the_other_wins_when_one_resigns() {
    let mut story = Story::of_two();
    story.does(Command::Resign {
        player: "ben".to_owned(),
        seat: 2,
    });
    let end = story.table.end.expect("an end");
    assert_eq!((end.by, end.seat), (EndedBy::Resigned, Some(1)));
    let names = vec![Some("Ana".to_owned()), None];
    let record = story.table.record(&names).expect("a record");
    record.replay().expect("it follows the rules");
    assert_eq!(record.winners, Some(vec![seat_at(0)]));
    assert_eq!(record.players[1], "deleted player");
    story.check_fold();
}

#[test]
fn of_three_a_bot_plays_on_and_the_seat_cannot_win() {
    let people = ["ana", "ben", "cid"];
    let mut story = Story::started(Wall::Coloured, Clock::None, UndoPolicy::Ask, &people);
    story.does(Command::Resign {
        player: "ben".to_owned(),
        seat: 2,
    });
    assert_eq!(story.table.status, Status::Running);
    let seat = &story.table.seats[1];
    assert_eq!(seat.bot(), Some(Level::Artisan));
    assert!(!seat.can_win);
    let back = Command::TakeBack {
        player: "ben".to_owned(),
        seat: 2,
    };
    assert_eq!(story.refused(back), ProblemCode::Forbidden);
    story.does(Command::Resign {
        player: "cid".to_owned(),
        seat: 3,
    });
    assert_eq!(
        story.table.status,
        Status::Finished,
        "one is left who can win"
    );
    let names = vec![Some("A".to_owned()); 3];
    let record = story.table.record(&names).expect("a record");
    record.replay().expect("it follows the rules");
    assert_eq!(record.takeovers.map(|t| t.len()), Some(1));
    story.check_fold();
}

#[test]
fn when_the_last_person_leaves_the_bots_the_game_ends() {
    let mut story = Story::among_bots(2);
    story.sends_nonce("ana");
    story.does(Command::Resign {
        player: "ana".to_owned(),
        seat: 1,
    });
    assert_eq!(story.table.status, Status::Finished);
}

#[test]
fn the_others_vote_an_absent_seat_to_a_bot_and_the_person_takes_it_back() {
    let people = ["ana", "ben", "cid"];
    let mut story = Story::started(Wall::Coloured, Clock::None, UndoPolicy::Ask, &people);
    let vote = |player: &str, seat, away| Command::Vote {
        player: player.to_owned(),
        seat,
        away,
    };
    assert_eq!(story.refused(vote("ana", 1, 1)), ProblemCode::Forbidden);
    story.does(vote("ana", 1, 3));
    assert_eq!(story.table.seats[2].bot(), None);
    story.does(vote("ben", 2, 3));
    assert_eq!(
        story.table.seats[2].taken_over,
        Some((Level::Artisan, TakeoverReason::Vote))
    );
    assert!(story.table.seats[2].can_win);
    story.does(Command::TakeBack {
        player: "cid".to_owned(),
        seat: 3,
    });
    assert_eq!(story.table.seats[2].bot(), None);
    story.check_fold();
}

#[test]
fn a_rematch_is_agreed_on_by_everybody() {
    let mut story = Story::of_two();
    let agree = |player: &str, agree| Command::Rematch {
        player: player.to_owned(),
        agree,
    };
    assert_eq!(story.refused(agree("ana", true)), ProblemCode::WrongPhase);
    story.does(Command::Resign {
        player: "ben".to_owned(),
        seat: 2,
    });
    assert_eq!(story.refused(agree("eve", true)), ProblemCode::NotYourSeat);
    story.does(agree("ana", true));
    story.does(agree("ana", false));
    assert_eq!(story.table.rematch, None);
    story.does(agree("ana", true));
    story.does(agree("ben", true));
    let made = Command::RematchMade {
        game: "other".to_owned(),
    };
    story.does(made.clone());
    assert_eq!(story.refused(made), ProblemCode::WrongPhase);
    assert_eq!(story.refused(agree("ben", false)), ProblemCode::WrongPhase);
    story.check_fold();
}
