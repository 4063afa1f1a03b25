//! Undo: policies, questions and what an undo leaves unchanged.

use super::*;

#[test]
fn free_undo_reaches_any_own_move_since_the_deal() {
    let mut game = TestGame::started(
        Wall::Coloured,
        Clock::None,
        UndoPolicy::Free,
        &["ana", "ben"],
    );
    let start = *game.position();
    let first = game.table.ply();
    for _ in 0..4 {
        game.run(game.first_move());
    }
    assert_eq!(game.table.undo_to(Seat::ONE), [first + 2, first]);
    game.run(Command::Undo {
        player: id("ana"),
        seat: SeatNumber::new(1),
        to: first,
    });
    assert_eq!(*game.position(), start);
    assert_eq!(game.table.ply(), first + 5, "an undo is an event");
    game.play_round();
    let refused = game.expect_refusal(Command::Undo {
        player: id("ana"),
        seat: SeatNumber::new(1),
        to: first + 5,
    });
    assert_eq!(refused, ProblemCode::NoUndo, "never across a deal");
    game.check_fold();
}

#[test]
fn undo_needs_every_other_person_and_lapses() {
    let mut game = TestGame::started(
        Wall::Coloured,
        Clock::None,
        UndoPolicy::Ask,
        &["ana", "ben", "cid"],
    );
    let start = *game.position();
    let to = game.table.ply();
    game.run(game.first_move());
    let ask = Command::Undo {
        player: id("ana"),
        seat: SeatNumber::new(1),
        to,
    };
    let answer = |player: &str, seat, agree| Command::AnswerUndo {
        player: id(player),
        seat: SeatNumber::new(seat),
        agree,
    };
    assert_eq!(
        game.expect_refusal(answer("ben", 2, true)),
        ProblemCode::WrongPhase
    );
    game.run(ask.clone());
    assert_eq!(game.expect_refusal(ask.clone()), ProblemCode::TooMany);
    assert_eq!(
        game.expect_refusal(answer("ana", 1, true)),
        ProblemCode::Forbidden
    );
    game.run(answer("ben", 2, true));
    assert_ne!(*game.position(), start);
    game.run(answer("cid", 3, true));
    assert_eq!(*game.position(), start);

    game.run(game.first_move());
    let to = game.table.undo_to(Seat::ONE)[0];
    game.run(Command::Undo {
        player: id("ana"),
        seat: SeatNumber::new(1),
        to,
    });
    game.run(answer("cid", 3, false));
    assert_eq!(game.table.undo, None);

    game.run(game.first_move());
    game.run(Command::Undo {
        player: id("ana"),
        seat: SeatNumber::new(1),
        to,
    });
    game.now += 29_999;
    game.run(Command::Tick);
    assert!(game.table.undo.is_some(), "for half a minute it is open");
    game.now += 1;
    // The question has lapsed although no tick has removed it yet.
    for agree in [true, false] {
        let late = game.expect_refusal(answer("ben", 2, agree));
        assert_eq!(late, ProblemCode::WrongPhase);
    }
    game.run(Command::Tick);
    assert_eq!(game.table.undo, None);
    assert_eq!(game.last_events(1), ["undo_refused"]);
    game.check_fold();
}

#[test]
fn downtime_extends_an_undo_question() {
    let mut game = TestGame::two_players();
    let to = game.table.ply();
    game.run(game.first_move());
    let ask = Command::Undo {
        player: id("ana"),
        seat: SeatNumber::new(1),
        to,
    };
    game.run(ask);
    let hour = Millis::new(3_600_000);
    let until = game.time() + Millis::from_secs(30);
    let since = game.time() + Millis::from_secs(10);
    let answer = |agree| Command::AnswerUndo {
        player: id("ben"),
        seat: SeatNumber::new(2),
        agree,
    };
    game.now = (since + hour).unix_ms();
    let late = game.expect_refusal(answer(true));
    assert_eq!(late, ProblemCode::WrongPhase, "time that passes counts");
    game.run(Command::Resumed {
        since,
        until: game.time(),
    });
    assert_eq!(game.last_events(1), ["resumed"]);
    let asked = game.table.undo.as_ref().expect("it is open");
    assert_eq!(asked.until, until + hour);
    game.now = asked.until.unix_ms() - 1;
    game.run(answer(true));
    assert_eq!(game.last_events(3), ["resumed", "undo_agreed", "undone"]);
    game.check_fold();
    // A question that lapsed before the downtime stays lapsed.
    let to = game.table.ply();
    game.run(game.first_move());
    let ask = Command::Undo {
        player: id("ana"),
        seat: SeatNumber::new(1),
        to,
    };
    game.run(ask);
    let length = game.log.len();
    let since = game.time() + Millis::from_secs(30);
    game.now = (since + hour).unix_ms();
    let until = game.time();
    game.run(Command::Resumed { since, until });
    assert_eq!(game.log.len(), length);
}

#[test]
fn undo_is_refused_where_it_is_off() {
    let mut game = TestGame::started(
        Wall::Coloured,
        Clock::None,
        UndoPolicy::Off,
        &["ana", "ben"],
    );
    let to = game.table.ply();
    game.run(game.first_move());
    let refused = game.expect_refusal(Command::Undo {
        player: id("ana"),
        seat: SeatNumber::new(1),
        to,
    });
    assert_eq!(refused, ProblemCode::NoUndo);
}

#[test]
fn undo_takes_back_the_bots_replies() {
    let mut game = TestGame::with_bots(2);
    game.send_nonce("ana");
    let start = *game.position();
    let to = game.table.ply();
    game.run(game.first_move());
    for seat in [Seat::TWO, Seat::THREE] {
        let m = game.position().legal_moves()[0];
        let ply = game.table.ply();
        game.run(Command::BotMove { seat, ply, m });
    }
    assert_eq!(game.mover(), Seat::ONE);
    assert_eq!(game.table.undo_to(Seat::ONE), [to]);
    game.run(Command::Undo {
        player: id("ana"),
        seat: SeatNumber::new(1),
        to,
    });
    assert_eq!(*game.position(), start);
    game.check_fold();
}

#[test]
fn undo_is_refused_once_tiling_has_begun() {
    for undo in [UndoPolicy::Free, UndoPolicy::Ask] {
        let mut game = TestGame::started(Wall::Grey, Clock::None, undo, &["ana", "ben"]);
        let mut last = 0;
        while game.position().phase() == Phase::Offer {
            last = game.table.ply();
            game.run(game.first_move());
        }
        assert_eq!(game.position().phase(), Phase::Tiling);
        for (seat, player) in [(Seat::ONE, "ana"), (Seat::TWO, "ben")] {
            assert!(game.table.undo_to(seat).is_empty());
            for to in [last, last - 1] {
                let refused = game.expect_refusal(Command::Undo {
                    player: id(player),
                    seat: seat.into(),
                    to,
                });
                assert_eq!(refused, ProblemCode::NoUndo, "{undo:?}, seat {seat}");
            }
        }
    }
}

#[test]
fn undo_question_ends_with_the_offer_phase() {
    let mut game = TestGame::started(Wall::Grey, Clock::None, UndoPolicy::Ask, &["ana", "ben"]);
    let to = game.table.ply();
    game.run(game.first_move());
    game.run(Command::Undo {
        player: id("ana"),
        seat: SeatNumber::new(1),
        to,
    });
    while game.position().phase() == Phase::Offer {
        game.run(game.first_move());
    }
    assert_eq!(game.table.undo, None);
    let refused = game.expect_refusal(Command::AnswerUndo {
        player: id("ben"),
        seat: SeatNumber::new(2),
        agree: true,
    });
    assert_eq!(refused, ProblemCode::WrongPhase);
}

#[test]
fn undo_keeps_takeovers_in_the_record_consistent() {
    let people = ["ana", "ben", "cid"];
    let mut game = TestGame::started(Wall::Coloured, Clock::None, UndoPolicy::Ask, &people);
    let to = game.table.ply();
    for _ in 0..3 {
        game.run(game.first_move());
    }
    game.run(Command::Undo {
        player: id("ana"),
        seat: SeatNumber::new(1),
        to,
    });
    game.run(Command::AnswerUndo {
        player: id("ben"),
        seat: SeatNumber::new(2),
        agree: true,
    });
    let resign = |player: &str, seat| Command::Resign {
        player: id(player),
        seat: SeatNumber::new(seat),
    };
    // Every remaining person has agreed.
    game.run(resign("cid", 3));
    assert!(game.log.iter().any(|(event, _)| event.kind() == "undone"));
    game.run(resign("ben", 2));
    let names = vec![Some("A".to_owned()); 3];
    let record = game.table.record(&names).expect("a record");
    record.replay().expect("it follows the rules");
    let takeovers = record.takeovers.as_deref().unwrap_or_default();
    assert_eq!(takeovers.first().map(|takeover| takeover.at_move), Some(1));
    game.check_fold();
}

#[test]
fn repeated_undo_gains_no_time() {
    let clock = Clock::RealTime {
        seconds: 60,
        increment: 5,
    };
    let people = ["ana", "ben"];
    let mut game = TestGame::started(Wall::Coloured, clock, UndoPolicy::Free, &people);
    let before = (game.left(0), game.left(1));
    for _ in 0..3 {
        let to = game.table.ply();
        game.run(game.first_move());
        game.run(game.first_move());
        game.run(Command::Undo {
            player: id("ana"),
            seat: SeatNumber::new(1),
            to,
        });
        let after = (game.left(0), game.left(1));
        assert_eq!(after, before);
    }
    game.check_fold();
}

fn free_undo() -> TestGame {
    TestGame::started(
        Wall::Coloured,
        Clock::None,
        UndoPolicy::Free,
        &["ana", "ben"],
    )
}

/// Returns the draws so far, round by round.
fn draws(game: &TestGame) -> Vec<&[String]> {
    let events = game.log.iter();
    events
        .filter_map(|(event, _)| match event {
            Event::Dealt { draws } => Some(&draws[..]),
            _ => None,
        })
        .collect()
}

#[test]
fn undo_does_not_change_the_draws() {
    let mut straight = free_undo();
    straight.play_round();
    let mut game = free_undo();
    // Nearly to the end of the round, all the way back, and forward by other moves.
    let first = game.table.ply();
    while game.position().legal_moves().len() > 6 {
        game.run(game.first_move());
    }
    let moved = game.table.ply() - first;
    assert!(moved > 4, "the round is nearly over after {moved} moves");
    for _ in 0..2 {
        let to = *game.table.undo_to(Seat::ONE).last().expect("ana has moved");
        game.run(Command::Undo {
            player: id("ana"),
            seat: SeatNumber::new(1),
            to,
        });
        assert_eq!(draws(&game).len(), 1, "nothing is drawn for it");
        while game.position().legal_moves().len() > 6 {
            let last = *game.position().legal_moves().last().expect("a move");
            game.run(game.move_by_mover(last));
        }
    }
    game.play_round();
    // The second round is drawn from what the first has left in the bag.
    assert_eq!(draws(&game).len(), 2);
    assert_eq!(draws(&game), draws(&straight));
    game.check_fold();
}
