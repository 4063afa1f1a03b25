//! Resigning, votes against absent players, reclaiming a seat, rematches.

use super::*;

#[test]
fn resigning_ends_a_two_player_game() {
    let mut game = TestGame::two_players();
    game.run(Command::Resign {
        player: id("ben"),
        seat: SeatNumber::new(2),
    });
    let end = game.table.end.expect("an end");
    assert_eq!((end.by, end.seat), (EndedBy::Resigned, Some(Seat::TWO)));
    let names = vec![Some("Ana".to_owned()), None];
    let record = game.table.record(&names).expect("a record");
    record.replay().expect("it follows the rules");
    assert_eq!(record.winners, Some(vec![seat_at(0)]));
    assert_eq!(record.players[1], "deleted player");
    game.check_fold();
}

#[test]
fn bot_replaces_a_player_who_resigns_and_cannot_win() {
    let people = ["ana", "ben", "cid"];
    let mut game = TestGame::started(Wall::Coloured, Clock::None, UndoPolicy::Ask, &people);
    game.run(Command::Resign {
        player: id("ben"),
        seat: SeatNumber::new(2),
    });
    assert_eq!(game.table.status, Status::Running);
    let seat = &game.table.seats[1];
    assert_eq!(seat.bot(), Some(Level::Artisan));
    assert!(!seat.can_win);
    let back = Command::TakeBack {
        player: id("ben"),
        seat: SeatNumber::new(2),
    };
    assert_eq!(game.expect_refusal(back), ProblemCode::Forbidden);
    game.run(Command::Resign {
        player: id("cid"),
        seat: SeatNumber::new(3),
    });
    assert_eq!(
        game.table.status,
        Status::Finished,
        "only one seat can still win"
    );
    let names = vec![Some("A".to_owned()); 3];
    let record = game.table.record(&names).expect("a record");
    record.replay().expect("it follows the rules");
    assert_eq!(record.takeovers.map(|t| t.len()), Some(1));
    game.check_fold();
}

#[test]
fn game_ends_when_only_bots_are_left() {
    let mut game = TestGame::with_bots(2);
    game.send_nonce("ana");
    game.run(Command::Resign {
        player: id("ana"),
        seat: SeatNumber::new(1),
    });
    assert_eq!(game.table.status, Status::Finished);
}

#[test]
fn vote_replaces_an_absent_player_who_can_reclaim_the_seat() {
    let people = ["ana", "ben", "cid"];
    let mut game = TestGame::started(Wall::Coloured, Clock::None, UndoPolicy::Ask, &people);
    let vote = |player: &str, seat, away: Seat| Command::Vote {
        player: id(player),
        seat: SeatNumber::new(seat),
        away: away.into(),
        absent: vec![away],
    };
    assert_eq!(
        game.expect_refusal(vote("ana", 1, Seat::ONE)),
        ProblemCode::Forbidden
    );
    game.run(vote("ana", 1, Seat::THREE));
    assert_eq!(game.table.seats[2].bot(), None);
    game.run(vote("ben", 2, Seat::THREE));
    assert_eq!(
        game.table.seats[2].taken_over,
        Some((Level::Artisan, TakeoverReason::Vote))
    );
    assert!(game.table.seats[2].can_win);
    game.run(Command::TakeBack {
        player: id("cid"),
        seat: SeatNumber::new(3),
    });
    assert_eq!(game.table.seats[2].bot(), None);
    game.check_fold();
}

fn four() -> TestGame {
    let people = ["ana", "ben", "cid", "dea"];
    TestGame::started(Wall::Coloured, Clock::None, UndoPolicy::Ask, &people)
}

fn vote_against_four(player: &str, seat: u8, absent: &[Seat]) -> Command {
    Command::Vote {
        player: id(player),
        seat: SeatNumber::new(seat),
        away: SeatNumber::new(4),
        absent: absent.to_vec(),
    }
}

#[test]
fn absent_players_do_not_block_a_vote() {
    let mut game = four();
    game.run(vote_against_four("ana", 1, &[Seat::THREE, Seat::FOUR]));
    assert_eq!(
        game.table.seats[3].bot(),
        None,
        "ben is present and has not voted"
    );
    game.run(vote_against_four("ben", 2, &[Seat::THREE, Seat::FOUR]));
    assert_eq!(game.table.seats[3].bot(), Some(Level::Artisan));
    game.check_fold();

    let mut game = four();
    let count = |absent: &[Seat]| Command::CountVotes {
        away: Seat::FOUR,
        absent: absent.to_vec(),
    };
    game.run(count(&Seat::ALL));
    assert_eq!(game.table.seats[3].bot(), None, "there are no votes");
    game.run(vote_against_four("ana", 1, &[Seat::FOUR]));
    game.run(count(&[Seat::THREE, Seat::FOUR]));
    assert_eq!(
        game.table.seats[3].bot(),
        None,
        "ben is present and has not voted"
    );
    game.run(count(&[Seat::TWO, Seat::THREE, Seat::FOUR]));
    assert_eq!(game.table.seats[3].bot(), Some(Level::Artisan));
    assert_eq!(
        game.expect_refusal(count(&[Seat::TWO, Seat::THREE, Seat::FOUR])),
        ProblemCode::WrongPhase
    );
    game.check_fold();
}

#[test]
fn votes_lapse_when_the_player_returns() {
    let mut game = four();
    game.run(Command::Returned { seat: Seat::FOUR });
    let ply = game.table.ply();
    game.run(vote_against_four("ana", 1, &[Seat::THREE, Seat::FOUR]));
    game.run(Command::Returned { seat: Seat::FOUR });
    assert_eq!(game.last_events(2), ["voted", "votes_lapsed"]);
    assert_eq!(game.table.ply(), ply + 2, "without votes nothing lapses");
    game.run(vote_against_four("ben", 2, &[Seat::THREE, Seat::FOUR]));
    assert_eq!(
        game.table.votes[3],
        [Seat::TWO],
        "earlier votes do not count"
    );
    assert_eq!(game.table.seats[3].bot(), None);
    game.check_fold();
}

#[test]
fn absences_count_from_the_start_or_the_last_downtime() {
    let clock = Clock::RealTime {
        seconds: 600,
        increment: 0,
    };
    let mut game = TestGame::new(
        settings(Wall::Coloured, clock, UndoPolicy::Ask),
        vec![person("ana"), person("ben")],
    );
    game.send_nonce("ana");
    game.now = 5_000;
    game.send_nonce("ben");
    assert_eq!(game.table.absences_from.unix_ms(), 5_000);
    game.now = 90_000;
    game.run(game.first_move());
    assert_eq!(game.table.absences_from.unix_ms(), 5_000);
    game.now = 150_000;
    game.run(Command::Resumed {
        since: Timestamp::from_unix_ms(91_000),
        until: game.time(),
    });
    assert_eq!(game.table.absences_from.unix_ms(), 150_000);
    game.check_fold();
}

#[test]
fn rematch_needs_every_player() {
    let mut game = TestGame::two_players();
    let agree = |player: &str, agree| Command::Rematch {
        player: id(player),
        agree,
    };
    assert_eq!(
        game.expect_refusal(agree("ana", true)),
        ProblemCode::WrongPhase
    );
    game.run(Command::Resign {
        player: id("ben"),
        seat: SeatNumber::new(2),
    });
    assert_eq!(
        game.expect_refusal(agree("eve", true)),
        ProblemCode::NotYourSeat
    );
    game.run(agree("ana", true));
    game.run(agree("ana", false));
    assert_eq!(game.table.rematch, None);
    game.run(agree("ana", true));
    game.run(agree("ben", true));
    let made = Command::RematchMade {
        game: GameId::from_entropy([1; 16]),
    };
    game.run(made.clone());
    assert_eq!(game.expect_refusal(made), ProblemCode::WrongPhase);
    assert_eq!(
        game.expect_refusal(agree("ben", false)),
        ProblemCode::WrongPhase
    );
    game.check_fold();
}

#[test]
fn downtime_extends_a_rematch_offer() {
    let hour = 3_600_000;
    let mut game = TestGame::two_players();
    game.run(Command::Resign {
        player: id("ben"),
        seat: SeatNumber::new(2),
    });
    let agree = |player: &str| Command::Rematch {
        player: id(player),
        agree: true,
    };
    game.run(agree("ana"));
    let since = game.time() + Millis::new(60_000);
    game.now += 60_000 + hour;
    assert_eq!(game.expect_refusal(agree("ben")), ProblemCode::WrongPhase);
    let until = game.time();
    game.run(Command::Resumed { since, until });
    game.run(agree("ben"));
    assert_eq!(game.last_events(2), ["resumed", "rematch_agreed"]);
    assert_eq!(
        game.table.rematch_until(),
        Some(game.time() + Millis::from_minutes(4))
    );
    game.check_fold();
}
