//! Undo questions as a weapon: they must neither block the opponent nor refill a clock.

use azulejo_rules::rng::below;

use super::*;

fn ask(player: &str, seat: u8, to: u32) -> Command {
    Command::Undo {
        player: id(player),
        seat: SeatNumber::new(seat),
        to,
    }
}

fn answer(player: &str, seat: u8, agree: bool) -> Command {
    Command::AnswerUndo {
        player: id(player),
        seat: SeatNumber::new(seat),
        agree,
    }
}

#[test]
fn undo_questions_never_make_the_opponents_move_stale() {
    let mut game = TestGame::two_players();
    let to = game.table.ply();
    game.run(game.first_move());
    // Ben's move is in flight while ana asks and answers her own question, over and over.
    let in_flight = game.first_move();
    for _ in 0..50 {
        let _refused = game.try_run(&ask("ana", 1, to));
        let _refused = game.try_run(&answer("ana", 1, false));
    }
    game.run(in_flight);
    game.check_fold();
}

#[test]
fn undo_questions_never_make_a_bots_move_stale() {
    let level = Level::Tiler;
    let mut game = TestGame::new(
        settings(Wall::Coloured, Clock::None, UndoPolicy::Ask),
        vec![person("ana"), person("ben"), SeatSetup::Bot { level }],
    );
    game.send_nonce("ana");
    game.send_nonce("ben");
    game.run(game.first_move());
    let to = game.table.ply();
    game.run(game.first_move());
    let (ply, m) = (game.table.ply(), game.position().legal_moves()[0]);
    game.run(ask("ben", 2, to));
    game.run(answer("ana", 1, false));
    game.run(Command::BotMove {
        seat: Seat::THREE,
        ply,
        m,
    });
    game.check_fold();
}

#[test]
fn events_that_leave_the_position_alone_keep_a_move_current() {
    let people = ["ana", "ben", "cid", "dea"];
    let clock = Clock::RealTime {
        seconds: 300,
        increment: 3,
    };
    let mut game = TestGame::started(Wall::Coloured, clock, UndoPolicy::Ask, &people);
    let to = game.table.ply();
    game.run(game.first_move());
    let in_flight = game.first_move();
    game.run(ask("ana", 1, to));
    game.run(answer("cid", 3, true));
    game.run(answer("dea", 4, false));
    game.run(Command::Vote {
        player: id("ana"),
        seat: SeatNumber::new(1),
        away: SeatNumber::new(4),
        absent: vec![Seat::FOUR],
    });
    game.run(Command::Returned { seat: Seat::FOUR });
    let since = game.time();
    game.now += 60_000;
    let until = game.time();
    game.run(Command::Resumed { since, until });
    // A seat that is not to move changes hands.
    game.run(Command::Resign {
        player: id("dea"),
        seat: SeatNumber::new(4),
    });
    assert_eq!(
        game.last_events(8),
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
    game.run(in_flight);
    game.check_fold();
}

#[test]
fn events_that_change_the_position_or_the_mover_make_a_move_stale() {
    // An undo that leads back to the same position: the game has gone on all the same.
    let mut game = TestGame::started(
        Wall::Coloured,
        Clock::None,
        UndoPolicy::Free,
        &["ana", "ben"],
    );
    let early = game.first_move();
    let to = game.table.ply();
    game.run(game.first_move());
    game.run(ask("ana", 1, to));
    assert_eq!(game.expect_refusal(early), ProblemCode::Stale);
    // A ply that does not exist yet.
    let mut ahead = game.first_move();
    if let Command::Move { ply, .. } = &mut ahead {
        *ply += 1;
    }
    assert_eq!(game.expect_refusal(ahead), ProblemCode::Stale);

    // The mover's seat was given to a bot and taken back.
    let people = ["ana", "ben", "cid"];
    let mut game = TestGame::started(Wall::Coloured, Clock::None, UndoPolicy::Ask, &people);
    let early = game.first_move();
    for (player, seat) in [("ben", 2), ("cid", 3)] {
        game.run(Command::Vote {
            player: id(player),
            seat: SeatNumber::new(seat),
            away: SeatNumber::new(1),
            absent: vec![Seat::ONE],
        });
    }
    let (ply, m) = (game.table.ply(), game.position().legal_moves()[0]);
    game.run(Command::TakeBack {
        player: id("ana"),
        seat: SeatNumber::new(1),
    });
    assert_eq!(game.expect_refusal(early), ProblemCode::Stale);
    let by_bot = Command::BotMove {
        seat: Seat::ONE,
        ply,
        m,
    };
    assert_eq!(game.expect_refusal(by_bot), ProblemCode::Stale);
    game.run(game.first_move());
}

#[test]
fn only_the_players_who_were_asked_may_agree_or_refuse() {
    let people = ["ana", "ben", "cid"];
    let mut game = TestGame::started(Wall::Coloured, Clock::None, UndoPolicy::Ask, &people);
    let to = game.table.ply();
    game.run(game.first_move());
    game.run(Command::Resign {
        player: id("cid"),
        seat: SeatNumber::new(3),
    });
    game.run(ask("ana", 1, to));
    for agree in [true, false] {
        for (player, seat) in [("eve", 2), ("ana", 2), ("cid", 3)] {
            let code = game.expect_refusal(answer(player, seat, agree));
            assert_eq!(code, ProblemCode::NotYourSeat, "{player} {agree}");
        }
    }
    let code = game.expect_refusal(answer("ana", 1, true));
    assert_eq!(code, ProblemCode::Forbidden);
    game.run(answer("ben", 2, false));
    assert_eq!(game.table.undo, None);
}

#[test]
fn each_player_may_ask_once_between_two_moves() {
    let people = ["ana", "ben", "ana", "cid"];
    let mut game = TestGame::started(Wall::Coloured, Clock::None, UndoPolicy::Ask, &people);
    let first = game.table.ply();
    for _ in 0..3 {
        game.run(game.first_move());
    }
    game.run(ask("ana", 1, first));
    game.run(answer("ben", 2, false));
    // Neither the same move, nor another one, nor from another seat of the same player.
    for (seat, to) in [(1, first), (3, first + 2)] {
        assert_eq!(
            game.expect_refusal(ask("ana", seat, to)),
            ProblemCode::NoUndo
        );
        assert!(
            game.table
                .undo_to(seat_at(usize::from(seat) - 1))
                .is_empty()
        );
    }
    // The others have their own question; withdrawing one uses it up.
    game.run(ask("ben", 2, first + 1));
    game.run(answer("ben", 2, false));
    let again = game.expect_refusal(ask("ben", 2, first + 1));
    assert_eq!(again, ProblemCode::NoUndo);

    game.run(game.first_move());
    game.run(ask("ana", 3, first + 2));
    game.now += 30_000;
    game.run(Command::Tick);
    assert_eq!(game.last_events(1), ["undo_refused"]);
    let again = game.expect_refusal(ask("ana", 3, first + 2));
    assert_eq!(again, ProblemCode::NoUndo, "a lapsed question is used up");

    game.run(game.first_move());
    game.run(ask("ana", 3, first + 2));
    game.run(answer("ben", 2, true));
    game.run(answer("cid", 4, true));
    assert_eq!(game.last_events(1), ["undone"]);
    game.run(ask("ana", 1, first));
    game.check_fold();
}

/// The increments that a log's standing moves and tilings have earned each seat, and the time given
/// back so far, in milliseconds.
fn earned(game: &TestGame, increment: i64) -> Vec<i64> {
    let seats = game.table.seats.len();
    let mut earned = vec![0; seats];
    let mut moves: Vec<(usize, usize)> = Vec::new();
    for (ply, (event, _)) in game.log.iter().enumerate() {
        match event {
            Event::Moved { seat, .. } => moves.push((ply, usize::from(seat.get()) - 1)),
            Event::Undone { to, .. } => moves.retain(|(ply, _)| *ply < *to as usize),
            Event::Tiled { .. } => earned.iter_mut().for_each(|sum| *sum += increment),
            Event::Resumed { down } => earned.iter_mut().for_each(|sum| *sum += down.get()),
            _ => {}
        }
    }
    for (_, seat) in moves {
        earned[seat] += increment;
    }
    earned
}

/// The clocks right before an event of the log.
fn clocks_before(game: &TestGame, ply: usize) -> Vec<i64> {
    let (first, at) = &game.log[0];
    let mut table = new_table(first, *at).expect("it folds");
    for (event, at) in &game.log[1..ply] {
        apply(&mut table, event, *at).expect("it folds");
    }
    let now = Timestamp::from_unix_ms(game.log[ply].1);
    table.clocks.charge(now);
    let seats = table.all_seats();
    seats.map(|seat| table.clocks.left(seat).get()).collect()
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
        let mut game = TestGame::started(wall, clock, undo, people);
        let mut rng = FastRng::new(seed);
        let mut any = |count: usize| below(&mut rng, count.max(1) as u32) as usize;
        for _ in 0..120 {
            if game.table.status != Status::Running {
                break;
            }
            game.now += any(20_000) as i64;
            let seat = any(people.len());
            let number = seat as u8 + 1;
            let length = game.log.len();
            match any(8) {
                0..=3 if game.position().phase() == Phase::Offer => {
                    let _late = game.try_run(&game.first_move());
                }
                0..=3 => {
                    let placements = game.table.leftmost_choice(seat_at(seat));
                    let player = game.player(seat_at(seat));
                    let _late = game.try_run(&Command::Choose {
                        player,
                        seat: SeatNumber::new(number),
                        placements,
                    });
                }
                4 | 5 => {
                    let to = game.table.undo_to(seat_at(seat));
                    if let Some(&to) = to.get(any(to.len())) {
                        let _pending = game.try_run(&ask(people[seat], number, to));
                    }
                }
                6 => {
                    let _not_asked = game.try_run(&answer(people[seat], number, any(4) > 0));
                }
                _ => {
                    let until = game.time();
                    let since = until - Millis::new(any(20_000) as i64);
                    game.run(Command::Resumed { since, until });
                }
            }
            game.run(Command::Tick);
            let earned = earned(&game, 60_000);
            for (seat, earned) in earned.iter().enumerate() {
                let left = game.left(seat);
                assert!(
                    left <= START_MS + earned,
                    "seed {seed}: seat {seat} has {left}, earned {earned}"
                );
            }
            for ply in length..game.log.len() {
                let Event::Undone { to, .. } = game.log[ply].0 else {
                    continue;
                };
                undone += 1;
                let (now, then) = (clocks_before(&game, ply), clocks_before(&game, to as usize));
                for seat in 0..people.len() {
                    let restored = now[seat].min(then[seat]);
                    assert_eq!(game.left(seat), restored, "seed {seed}");
                }
            }
        }
        game.check_fold();
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
    let mut game = TestGame::started(Wall::Coloured, clock, UndoPolicy::Free, &people);
    game.now += 96_000;
    for _ in 0..3 {
        let to = game.table.ply();
        game.run(game.first_move());
        assert_eq!(game.left(0), 84_000);
        game.run(ask("ana", 1, to));
        assert_eq!(game.left(0), 24_000);
    }
    // Her undo costs ben nothing: he has less now than before the moves that are taken back.
    let to = game.table.ply();
    game.run(game.first_move());
    game.now += 119_000;
    game.run(game.first_move());
    assert_eq!(game.left(1), 61_000);
    game.run(ask("ana", 1, to));
    assert_eq!([0, 1].map(|seat| game.left(seat)), [24_000, 61_000]);
    game.check_fold();
}
