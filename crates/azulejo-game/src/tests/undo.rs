//! Taking back.

use super::*;

#[test]
fn a_free_undo_goes_back_to_any_of_my_moves_since_the_deal() {
    let mut story = Story::started(
        Wall::Coloured,
        Clock::None,
        UndoPolicy::Free,
        &["ana", "ben"],
    );
    let start = *story.position();
    let first = story.table.ply();
    for _ in 0..4 {
        story.does(story.first_move());
    }
    assert_eq!(story.table.undo_to(0), [first + 2, first]);
    story.does(Command::Undo {
        player: "ana".to_owned(),
        seat: 1,
        to: first,
    });
    assert_eq!(*story.position(), start);
    assert_eq!(story.table.ply(), first + 5, "an undo is an event");
    story.play_round();
    let refused = story.refused(Command::Undo {
        player: "ana".to_owned(),
        seat: 1,
        to: first + 5,
    });
    assert_eq!(refused, ProblemCode::NoUndo, "never across a deal");
    story.check_fold();
}

#[test]
fn an_undo_among_people_needs_everybody_and_lapses() {
    let mut story = Story::started(
        Wall::Coloured,
        Clock::None,
        UndoPolicy::Ask,
        &["ana", "ben", "cid"],
    );
    let start = *story.position();
    let to = story.table.ply();
    story.does(story.first_move());
    let ask = Command::Undo {
        player: "ana".to_owned(),
        seat: 1,
        to,
    };
    let answer = |player: &str, seat, agree| Command::AnswerUndo {
        player: player.to_owned(),
        seat,
        agree,
    };
    assert_eq!(
        story.refused(answer("ben", 2, true)),
        ProblemCode::WrongPhase
    );
    story.does(ask.clone());
    assert_eq!(story.refused(ask.clone()), ProblemCode::TooMany);
    assert_eq!(
        story.refused(answer("ana", 1, true)),
        ProblemCode::Forbidden
    );
    story.does(answer("ben", 2, true));
    assert_ne!(*story.position(), start);
    story.does(answer("cid", 3, true));
    assert_eq!(*story.position(), start);

    story.does(story.first_move());
    let to = story.table.undo_to(0)[0];
    story.does(Command::Undo {
        player: "ana".to_owned(),
        seat: 1,
        to,
    });
    story.does(answer("cid", 3, false));
    assert_eq!(story.table.undo, None);

    story.does(story.first_move());
    story.does(Command::Undo {
        player: "ana".to_owned(),
        seat: 1,
        to,
    });
    story.now += 29_999;
    story.does(Command::Tick);
    assert!(story.table.undo.is_some(), "for half a minute it is open");
    story.now += 1;
    // Nobody has looked at the clock yet, but the question is gone.
    for agree in [true, false] {
        let late = story.refused(answer("ben", 2, agree));
        assert_eq!(late, ProblemCode::WrongPhase);
    }
    story.does(Command::Tick);
    assert_eq!(story.table.undo, None);
    assert_eq!(story.last_events(1), ["undo_refused"]);
    story.check_fold();
}

#[test]
fn a_question_stays_open_for_as_long_as_no_server_is_there() {
    let hour = 3_600_000;
    let mut story = Story::of_two();
    let to = story.table.ply();
    story.does(story.first_move());
    let ask = Command::Undo {
        player: "ana".to_owned(),
        seat: 1,
        to,
    };
    story.does(ask);
    let until = story.now + 30_000;
    let since = story.now + 10_000;
    let answer = |agree| Command::AnswerUndo {
        player: "ben".to_owned(),
        seat: 2,
        agree,
    };
    story.now = since + hour;
    let late = story.refused(answer(true));
    assert_eq!(late, ProblemCode::WrongPhase, "time that passes counts");
    story.does(Command::Resumed {
        since,
        until: story.now,
    });
    assert_eq!(story.last_events(1), ["resumed"]);
    let asked = story.table.undo.as_ref().expect("it is open");
    assert_eq!(asked.until, until + hour);
    story.now = asked.until - 1;
    story.does(answer(true));
    assert_eq!(story.last_events(3), ["resumed", "undo_agreed", "undone"]);
    story.check_fold();
    // One that had lapsed before stays lapsed.
    let to = story.table.ply();
    story.does(story.first_move());
    let ask = Command::Undo {
        player: "ana".to_owned(),
        seat: 1,
        to,
    };
    story.does(ask);
    let length = story.log.len();
    let since = story.now + 30_000;
    story.now = since + hour;
    let until = story.now;
    story.does(Command::Resumed { since, until });
    assert_eq!(story.log.len(), length);
}

#[test]
fn undo_can_be_off() {
    let mut story = Story::started(
        Wall::Coloured,
        Clock::None,
        UndoPolicy::Off,
        &["ana", "ben"],
    );
    let to = story.table.ply();
    story.does(story.first_move());
    let refused = story.refused(Command::Undo {
        player: "ana".to_owned(),
        seat: 1,
        to,
    });
    assert_eq!(refused, ProblemCode::NoUndo);
}

#[test]
fn an_undo_takes_the_bots_answers_with_it() {
    let mut story = Story::among_bots(2);
    story.sends_nonce("ana");
    let start = *story.position();
    let to = story.table.ply();
    story.does(story.first_move());
    for seat in [2, 3] {
        let m = story.position().legal_moves()[0];
        let ply = story.table.ply();
        story.does(Command::BotMove { seat, ply, m });
    }
    assert_eq!(story.mover(), 0);
    assert_eq!(story.table.undo_to(0), [to]);
    story.does(Command::Undo {
        player: "ana".to_owned(),
        seat: 1,
        to,
    });
    assert_eq!(*story.position(), start);
    story.check_fold();
}

#[test]
fn nothing_is_taken_back_once_tiling_has_begun() {
    for undo in [UndoPolicy::Free, UndoPolicy::Ask] {
        let mut story = Story::started(Wall::Grey, Clock::None, undo, &["ana", "ben"]);
        let mut last = 0;
        while story.position().phase() == Phase::Offer {
            last = story.table.ply();
            story.does(story.first_move());
        }
        assert_eq!(story.position().phase(), Phase::Tiling);
        for (seat, player) in [(1, "ana"), (2, "ben")] {
            assert!(story.table.undo_to(usize::from(seat) - 1).is_empty());
            for to in [last, last - 1] {
                let player = player.to_owned();
                let refused = story.refused(Command::Undo { player, seat, to });
                assert_eq!(refused, ProblemCode::NoUndo, "{undo:?}, seat {seat}");
            }
        }
    }
}

#[test]
fn a_question_ends_with_the_offer() {
    let mut story = Story::started(Wall::Grey, Clock::None, UndoPolicy::Ask, &["ana", "ben"]);
    let to = story.table.ply();
    story.does(story.first_move());
    story.does(Command::Undo {
        player: "ana".to_owned(),
        seat: 1,
        to,
    });
    while story.position().phase() == Phase::Offer {
        story.does(story.first_move());
    }
    assert_eq!(story.table.undo, None);
    let refused = story.refused(Command::AnswerUndo {
        player: "ben".to_owned(),
        seat: 2,
        agree: true,
    });
    assert_eq!(refused, ProblemCode::WrongPhase);
}

#[test]
fn a_seat_given_up_in_moves_that_are_taken_back_keeps_the_record_right() {
    let people = ["ana", "ben", "cid"];
    let mut story = Story::started(Wall::Coloured, Clock::None, UndoPolicy::Ask, &people);
    let to = story.table.ply();
    for _ in 0..3 {
        story.does(story.first_move());
    }
    story.does(Command::Undo {
        player: "ana".to_owned(),
        seat: 1,
        to,
    });
    story.does(Command::AnswerUndo {
        player: "ben".to_owned(),
        seat: 2,
        agree: true,
    });
    let resign = |player: &str, seat| Command::Resign {
        player: player.to_owned(),
        seat,
    };
    // Nobody is left who has not agreed.
    story.does(resign("cid", 3));
    assert!(story.log.iter().any(|(event, _)| event.kind() == "undone"));
    story.does(resign("ben", 2));
    let names = vec![Some("A".to_owned()); 3];
    let record = story.table.record(&names).expect("a record");
    record.replay().expect("it follows the rules");
    let takeovers = record.takeovers.as_deref().unwrap_or_default();
    assert_eq!(takeovers.first().map(|takeover| takeover.at_move), Some(1));
    story.check_fold();
}

#[test]
fn to_and_fro_gains_no_time() {
    let clock = Clock::RealTime {
        seconds: 60,
        increment: 5,
    };
    let people = ["ana", "ben"];
    let mut story = Story::started(Wall::Coloured, clock, UndoPolicy::Free, &people);
    let before = (story.table.clocks.left(0), story.table.clocks.left(1));
    for _ in 0..3 {
        let to = story.table.ply();
        story.does(story.first_move());
        story.does(story.first_move());
        story.does(Command::Undo {
            player: "ana".to_owned(),
            seat: 1,
            to,
        });
        let after = (story.table.clocks.left(0), story.table.clocks.left(1));
        assert_eq!(after, before);
    }
    story.check_fold();
}

fn free_undo() -> Story {
    Story::started(
        Wall::Coloured,
        Clock::None,
        UndoPolicy::Free,
        &["ana", "ben"],
    )
}

/// The draws so far, round by round.
fn draws(story: &Story) -> Vec<&[String]> {
    let events = story.log.iter();
    events
        .filter_map(|(event, _)| match event {
            Event::Dealt { draws } => Some(&draws[..]),
            _ => None,
        })
        .collect()
}

#[test]
fn an_undo_changes_nothing_about_what_is_drawn() {
    let mut straight = free_undo();
    straight.play_round();
    let mut story = free_undo();
    // Up to the last move of the round, then all the way back, and on by other moves.
    let first = story.table.ply();
    while story.position().legal_moves().len() > 6 {
        story.does(story.first_move());
    }
    let moved = story.table.ply() - first;
    assert!(moved > 4, "the round is nearly over after {moved} moves");
    for _ in 0..2 {
        let to = *story.table.undo_to(0).last().expect("ana has moved");
        story.does(Command::Undo {
            player: "ana".to_owned(),
            seat: 1,
            to,
        });
        assert_eq!(draws(&story).len(), 1, "nothing is drawn for it");
        while story.position().legal_moves().len() > 6 {
            let last = *story.position().legal_moves().last().expect("a move");
            story.does(story.move_by_mover(last.to_string()));
        }
    }
    story.play_round();
    // The second round is drawn from what the first has left in the bag, whoever took what.
    assert_eq!(draws(&story).len(), 2);
    assert_eq!(draws(&story), draws(&straight));
    story.check_fold();
}
