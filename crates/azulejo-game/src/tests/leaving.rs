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
        absent: vec![away],
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

fn four() -> Story {
    let people = ["ana", "ben", "cid", "dea"];
    Story::started(Wall::Coloured, Clock::None, UndoPolicy::Ask, &people)
}

fn vote_against_four(player: &str, seat: u8, absent: &[u8]) -> Command {
    Command::Vote {
        player: player.to_owned(),
        seat,
        away: 4,
        absent: absent.to_vec(),
    }
}

#[test]
fn whoever_is_away_themself_need_not_vote() {
    let mut story = four();
    story.does(vote_against_four("ana", 1, &[3, 4]));
    assert_eq!(story.table.seats[3].bot(), None, "ben is there");
    story.does(vote_against_four("ben", 2, &[3, 4]));
    assert_eq!(story.table.seats[3].bot(), Some(Level::Artisan));
    story.check_fold();

    let mut story = four();
    let count = |absent: &[u8]| Command::CountVotes {
        away: 4,
        absent: absent.to_vec(),
    };
    story.does(count(&[1, 2, 3, 4]));
    assert_eq!(story.table.seats[3].bot(), None, "nobody has voted");
    story.does(vote_against_four("ana", 1, &[4]));
    story.does(count(&[3, 4]));
    assert_eq!(story.table.seats[3].bot(), None, "ben is there");
    story.does(count(&[2, 3, 4]));
    assert_eq!(story.table.seats[3].bot(), Some(Level::Artisan));
    assert_eq!(story.refused(count(&[2, 3, 4])), ProblemCode::WrongPhase);
    story.check_fold();
}

#[test]
fn votes_lapse_when_the_person_comes_back() {
    let mut story = four();
    story.does(Command::Returned { seat: 4 });
    let ply = story.table.ply();
    story.does(vote_against_four("ana", 1, &[3, 4]));
    story.does(Command::Returned { seat: 4 });
    assert_eq!(story.last_events(2), ["voted", "votes_lapsed"]);
    assert_eq!(
        story.table.ply(),
        ply + 2,
        "the first time nothing was there"
    );
    story.does(vote_against_four("ben", 2, &[3, 4]));
    assert_eq!(story.table.votes[3], [1], "of the old votes none counts");
    assert_eq!(story.table.seats[3].bot(), None);
    story.check_fold();
}

#[test]
fn an_absence_counts_from_the_start_and_from_the_end_of_a_downtime() {
    let clock = Clock::RealTime {
        seconds: 600,
        increment: 0,
    };
    let mut story = Story::new(
        settings(Wall::Coloured, clock, UndoPolicy::Ask),
        vec![person("ana"), person("ben")],
    );
    story.sends_nonce("ana");
    story.now = 5_000;
    story.sends_nonce("ben");
    assert_eq!(story.table.absence_from, 5_000);
    story.now = 90_000;
    story.does(story.first_move());
    assert_eq!(story.table.absence_from, 5_000);
    story.now = 150_000;
    story.does(Command::Resumed {
        since: 91_000,
        until: 150_000,
    });
    assert_eq!(story.table.absence_from, 150_000);
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

#[test]
fn people_may_agree_on_a_rematch_for_as_long_as_no_server_is_there() {
    let hour = 3_600_000;
    let mut story = Story::of_two();
    story.does(Command::Resign {
        player: "ben".to_owned(),
        seat: 2,
    });
    let agree = |player: &str| Command::Rematch {
        player: player.to_owned(),
        agree: true,
    };
    story.does(agree("ana"));
    let since = story.now + 60_000;
    story.now = since + hour;
    assert_eq!(story.refused(agree("ben")), ProblemCode::WrongPhase);
    let until = story.now;
    story.does(Command::Resumed { since, until });
    story.does(agree("ben"));
    assert_eq!(story.last_events(2), ["resumed", "rematch_agreed"]);
    assert_eq!(story.table.rematch_until(), Some(story.now + 4 * 60_000));
    story.check_fold();
}
