//! Undo questions as a weapon: they must neither block the opponent nor refill a clock.

use azulejo_rules::rng::below;

use super::*;

fn ask(player: &str, seat: u8, to: u32) -> Command {
    Command::Undo {
        player: player.to_owned(),
        seat,
        to,
    }
}

fn answer(player: &str, seat: u8, agree: bool) -> Command {
    Command::AnswerUndo {
        player: player.to_owned(),
        seat,
        agree,
    }
}

#[test]
fn undo_questions_never_make_the_opponents_move_stale() {
    let mut story = Story::of_two();
    let to = story.table.ply();
    story.does(story.first_move());
    // Ben's move is in flight while ana asks and answers her own question, over and over.
    let in_flight = story.first_move();
    for _ in 0..50 {
        let _refused = story.tries(&ask("ana", 1, to));
        let _refused = story.tries(&answer("ana", 1, false));
    }
    story.does(in_flight);
    story.check_fold();
}

#[test]
fn undo_questions_never_make_a_bots_move_stale() {
    let level = Level::Tiler;
    let mut story = Story::new(
        settings(Wall::Coloured, Clock::None, UndoPolicy::Ask),
        vec![person("ana"), person("ben"), FirstHolder::Bot { level }],
    );
    story.sends_nonce("ana");
    story.sends_nonce("ben");
    story.does(story.first_move());
    let to = story.table.ply();
    story.does(story.first_move());
    let (ply, m) = (story.table.ply(), story.position().legal_moves()[0]);
    story.does(ask("ben", 2, to));
    story.does(answer("ana", 1, false));
    story.does(Command::BotMove { seat: 3, ply, m });
    story.check_fold();
}

#[test]
fn events_that_leave_the_position_alone_keep_a_move_current() {
    let people = ["ana", "ben", "cid", "dea"];
    let clock = Clock::RealTime {
        seconds: 300,
        increment: 3,
    };
    let mut story = Story::started(Wall::Coloured, clock, UndoPolicy::Ask, &people);
    let to = story.table.ply();
    story.does(story.first_move());
    let in_flight = story.first_move();
    story.does(ask("ana", 1, to));
    story.does(answer("cid", 3, true));
    story.does(answer("dea", 4, false));
    story.does(Command::Vote {
        player: "ana".to_owned(),
        seat: 1,
        away: 4,
        absent: vec![4],
    });
    story.does(Command::Returned { seat: 4 });
    let since = story.now;
    story.now += 60_000;
    let until = story.now;
    story.does(Command::Resumed { since, until });
    // A seat that is not to move changes hands.
    story.does(Command::Resign {
        player: "dea".to_owned(),
        seat: 4,
    });
    assert_eq!(
        story.last_events(8),
        [
            "undo_asked",
            "undo_agreed",
            "undo_refused",
            "voted",
            "votes_lapsed",
            "resumed",
            "resigned",
            "taken_over"
        ]
    );
    story.does(in_flight);
    story.check_fold();
}

#[test]
fn events_that_change_the_position_or_the_mover_make_a_move_stale() {
    // An undo that leads back to the same position: the game has gone on all the same.
    let mut story = Story::started(
        Wall::Coloured,
        Clock::None,
        UndoPolicy::Free,
        &["ana", "ben"],
    );
    let early = story.first_move();
    let to = story.table.ply();
    story.does(story.first_move());
    story.does(ask("ana", 1, to));
    assert_eq!(story.refused(early), ProblemCode::Stale);
    // A ply that does not exist yet.
    let mut ahead = story.first_move();
    if let Command::Move { ply, .. } = &mut ahead {
        *ply += 1;
    }
    assert_eq!(story.refused(ahead), ProblemCode::Stale);

    // The mover's seat was given to a bot and taken back.
    let people = ["ana", "ben", "cid"];
    let mut story = Story::started(Wall::Coloured, Clock::None, UndoPolicy::Ask, &people);
    let early = story.first_move();
    for (player, seat) in [("ben", 2), ("cid", 3)] {
        story.does(Command::Vote {
            player: player.to_owned(),
            seat,
            away: 1,
            absent: vec![1],
        });
    }
    let (ply, m) = (story.table.ply(), story.position().legal_moves()[0]);
    story.does(Command::TakeBack {
        player: "ana".to_owned(),
        seat: 1,
    });
    assert_eq!(story.refused(early), ProblemCode::Stale);
    let by_bot = Command::BotMove { seat: 1, ply, m };
    assert_eq!(story.refused(by_bot), ProblemCode::Stale);
    story.does(story.first_move());
}

#[test]
fn only_the_players_who_were_asked_may_agree_or_refuse() {
    let people = ["ana", "ben", "cid"];
    let mut story = Story::started(Wall::Coloured, Clock::None, UndoPolicy::Ask, &people);
    let to = story.table.ply();
    story.does(story.first_move());
    story.does(Command::Resign {
        player: "cid".to_owned(),
        seat: 3,
    });
    story.does(ask("ana", 1, to));
    for agree in [true, false] {
        for (player, seat) in [("eve", 2), ("ana", 2), ("cid", 3)] {
            let code = story.refused(answer(player, seat, agree));
            assert_eq!(code, ProblemCode::NotYourSeat, "{player} {agree}");
        }
    }
    let code = story.refused(answer("ana", 1, true));
    assert_eq!(code, ProblemCode::Forbidden);
    story.does(answer("ben", 2, false));
    assert_eq!(story.table.undo, None);
}

#[test]
fn each_player_may_ask_once_between_two_moves() {
    let people = ["ana", "ben", "ana", "cid"];
    let mut story = Story::started(Wall::Coloured, Clock::None, UndoPolicy::Ask, &people);
    let first = story.table.ply();
    for _ in 0..3 {
        story.does(story.first_move());
    }
    story.does(ask("ana", 1, first));
    story.does(answer("ben", 2, false));
    // Neither the same move, nor another one, nor from another seat of the same player.
    for (seat, to) in [(1, first), (3, first + 2)] {
        assert_eq!(story.refused(ask("ana", seat, to)), ProblemCode::NoUndo);
        assert!(story.table.undo_to(usize::from(seat) - 1).is_empty());
    }
    // The others have their own question; withdrawing one uses it up.
    story.does(ask("ben", 2, first + 1));
    story.does(answer("ben", 2, false));
    let again = story.refused(ask("ben", 2, first + 1));
    assert_eq!(again, ProblemCode::NoUndo);

    story.does(story.first_move());
    story.does(ask("ana", 3, first + 2));
    story.now += 30_000;
    story.does(Command::Tick);
    assert_eq!(story.last_events(1), ["undo_refused"]);
    let again = story.refused(ask("ana", 3, first + 2));
    assert_eq!(again, ProblemCode::NoUndo, "a lapsed question is used up");

    story.does(story.first_move());
    story.does(ask("ana", 3, first + 2));
    story.does(answer("ben", 2, true));
    story.does(answer("cid", 4, true));
    assert_eq!(story.last_events(1), ["undone"]);
    story.does(ask("ana", 1, first));
    story.check_fold();
}

/// The increments that a log's standing moves and tilings have earned each seat, and the time given
/// back so far, in milliseconds.
fn earned(story: &Story, increment: i64) -> Vec<i64> {
    let seats = story.table.seats.len();
    let mut earned = vec![0; seats];
    let mut moves: Vec<(usize, usize)> = Vec::new();
    for (ply, (event, _)) in story.log.iter().enumerate() {
        match event {
            Event::Moved { seat, .. } => moves.push((ply, usize::from(*seat) - 1)),
            Event::Undone { to, .. } => moves.retain(|(ply, _)| *ply < *to as usize),
            Event::Tiled { .. } => earned.iter_mut().for_each(|sum| *sum += increment),
            Event::Resumed { down } => earned.iter_mut().for_each(|sum| *sum += down),
            _ => {}
        }
    }
    for (_, seat) in moves {
        earned[seat] += increment;
    }
    earned
}

/// The clocks right before an event of the log.
fn clocks_before(story: &Story, ply: usize) -> Vec<i64> {
    let (first, at) = &story.log[0];
    let mut table = Table::new("game", first, *at).expect("it folds");
    for (event, at) in &story.log[1..ply] {
        table.apply(event, *at).expect("it folds");
    }
    table.clocks.charge(story.log[ply].1);
    let seats = 0..table.seats.len();
    seats.map(|seat| table.clocks.left(seat)).collect()
}

#[test]
fn no_sequence_of_commands_refills_a_clock() {
    const START_MS: i64 = 120_000;
    let clock = Clock::RealTime {
        seconds: 120,
        increment: 60,
    };
    let mut undone = 0;
    for seed in 0..60 {
        let undo = [UndoPolicy::Free, UndoPolicy::Ask][seed as usize % 2];
        let wall = [Wall::Coloured, Wall::Grey][seed as usize / 2 % 2];
        let people = &["ana", "ben", "cid"][..2 + seed as usize % 2];
        let mut story = Story::started(wall, clock, undo, people);
        let mut rng = FastRng::new(seed);
        let mut any = |count: usize| below(&mut rng, count.max(1) as u32) as usize;
        for _ in 0..120 {
            if story.table.status != Status::Running {
                break;
            }
            story.now += any(20_000) as i64;
            let seat = any(people.len());
            let number = seat as u8 + 1;
            let length = story.log.len();
            match any(8) {
                0..=3 if story.position().phase() == Phase::Offer => {
                    let _late = story.tries(&story.first_move());
                }
                0..=3 => {
                    let placements = story.table.leftmost_choice(seat);
                    let player = story.player(seat);
                    let _late = story.tries(&Command::Choose {
                        player,
                        seat: number,
                        placements,
                    });
                }
                4 | 5 => {
                    let to = story.table.undo_to(seat);
                    if let Some(&to) = to.get(any(to.len())) {
                        let _pending = story.tries(&ask(people[seat], number, to));
                    }
                }
                6 => {
                    let _not_asked = story.tries(&answer(people[seat], number, any(4) > 0));
                }
                _ => {
                    let since = story.now - any(20_000) as i64;
                    let until = story.now;
                    story.does(Command::Resumed { since, until });
                }
            }
            story.does(Command::Tick);
            let earned = earned(&story, 60_000);
            for (seat, earned) in earned.iter().enumerate() {
                let left = story.table.clocks.left(seat);
                assert!(
                    left <= START_MS + earned,
                    "seed {seed}: seat {seat} has {left}, earned {earned}"
                );
            }
            for ply in length..story.log.len() {
                let Event::Undone { to, .. } = story.log[ply].0 else {
                    continue;
                };
                undone += 1;
                let (now, then) = (
                    clocks_before(&story, ply),
                    clocks_before(&story, to as usize),
                );
                for seat in 0..people.len() {
                    let restored = now[seat].min(then[seat]);
                    assert_eq!(story.table.clocks.left(seat), restored, "seed {seed}");
                }
            }
        }
        story.check_fold();
    }
    assert!(undone > 40, "{undone}");
}

#[test]
fn move_and_free_undo_do_not_refill_a_clock() {
    let clock = Clock::RealTime {
        seconds: 120,
        increment: 60,
    };
    let people = ["ana", "ben"];
    let mut story = Story::started(Wall::Coloured, clock, UndoPolicy::Free, &people);
    story.now += 96_000;
    for _ in 0..3 {
        let to = story.table.ply();
        story.does(story.first_move());
        assert_eq!(story.table.clocks.left(0), 84_000);
        story.does(ask("ana", 1, to));
        assert_eq!(story.table.clocks.left(0), 24_000);
    }
    // Her undo costs ben nothing: he has less now than before the moves that are taken back.
    let to = story.table.ply();
    story.does(story.first_move());
    story.now += 119_000;
    story.does(story.first_move());
    assert_eq!(story.table.clocks.left(1), 61_000);
    story.does(ask("ana", 1, to));
    assert_eq!(
        [0, 1].map(|seat| story.table.clocks.left(seat)),
        [24_000, 61_000]
    );
    story.check_fold();
}
