//! Clocks, the lag allowance and downtime.

use azulejo_protocol::replay::expand;

use super::*;
use crate::decide::DOWNTIME;

#[test]
fn flag_fall_loses_and_late_moves_are_stale() {
    let clock = Clock::RealTime {
        seconds: 60,
        increment: 2,
    };
    let mut game = TestGame::started(Wall::Coloured, clock, UndoPolicy::Ask, &["ana", "ben"]);
    let start = game.now;
    game.now = start + 59_999;
    game.run(game.first_move());
    assert_eq!(game.left(0), 2_001);
    let deadline = game.next_deadline().expect("ben's clock runs");
    game.now = deadline;
    assert_eq!(game.expect_refusal(game.first_move()), ProblemCode::Stale);
    game.run(Command::Tick);
    let end = game.table.end.expect("an end");
    assert_eq!((end.by, end.seat), (EndedBy::Time, Some(Seat::TWO)));
    game.check_fold();
}

#[test]
fn leftmost_columns_are_taken_when_time_is_up() {
    let clock = Clock::RealTime {
        seconds: 600,
        increment: 0,
    };
    let mut game = TestGame::started(Wall::Grey, clock, UndoPolicy::Ask, &["ana", "ben"]);
    while game.position().phase() == Phase::Offer {
        game.run(game.first_move());
    }
    let expected: Vec<_> = game
        .table
        .all_seats()
        .map(|seat| game.table.leftmost_choice(seat))
        .collect();
    assert!(!game.table.choosing().is_empty());
    game.now += 700_000;
    game.run(Command::Tick);
    assert_eq!(game.position().round(), 2);
    let tiled = game.log.iter().rev().find_map(|(event, _)| match event {
        Event::Tiled { .. } => Some(event),
        _ => None,
    });
    let expected = Event::tiled(&expected);
    assert_eq!(tiled, Some(&expected));
    game.check_fold();
}

#[test]
fn clocks_run_for_all_seats_that_have_yet_to_choose() {
    let clock = Clock::RealTime {
        seconds: 600,
        increment: 7,
    };
    let mut game = TestGame::started(Wall::Grey, clock, UndoPolicy::Ask, &["ana", "ben"]);
    while game.position().phase() == Phase::Offer {
        game.run(game.first_move());
    }
    assert_eq!(
        game.table.choosing(),
        [Seat::ONE, Seat::TWO],
        "both have a choice"
    );
    assert_eq!(game.table.clocks.running(), [Seat::ONE, Seat::TWO]);
    let before = [0, 1].map(|seat| game.left(seat));
    let chooses = |game: &TestGame, seat: Seat| Command::Choose {
        player: game.player(seat),
        seat: seat.into(),
        placements: game.table.leftmost_choice(seat),
    };
    game.now += 5_000;
    game.run(chooses(&game, Seat::ONE));
    assert_eq!(game.table.clocks.running(), [Seat::TWO]);
    assert_eq!(game.left(0), before[0] - 5_000);
    game.now += 4_000;
    game.run(chooses(&game, Seat::TWO));
    assert_eq!(game.position().round(), 2);
    // Each seat gets the increment once per tiling phase.
    assert_eq!(game.left(0), before[0] - 5_000 + 7_000);
    assert_eq!(game.left(1), before[1] - 9_000 + 7_000);

    while game.position().phase() == Phase::Offer {
        game.run(game.first_move());
    }
    let choosing = game.table.choosing();
    let late = *choosing.first().expect("a seat has a choice");
    let leftmost = game.table.leftmost_choice(late);
    game.now += game.left(late.index());
    assert_eq!(
        game.expect_refusal(chooses(&game, late)),
        ProblemCode::Stale,
        "a late choice is refused"
    );
    game.run(Command::Tick);
    let chosen = game.log.iter().rev().find_map(|(event, _)| match event {
        Event::Chosen { seat, .. } if *seat == late.into() => Some(event),
        _ => None,
    });
    assert_eq!(chosen, Some(&Event::chosen(late, &leftmost)));
    game.check_fold();
}

const FIVE_MINUTES: Clock = Clock::RealTime {
    seconds: 300,
    increment: 3,
};
const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;

fn resumed(since: i64, until: i64) -> Command {
    let [since, until] = [since, until].map(Timestamp::from_unix_ms);
    Command::Resumed { since, until }
}

#[test]
fn clocks_start_with_the_first_deal() {
    let mut game = TestGame::new(
        settings(Wall::Coloured, FIVE_MINUTES, UndoPolicy::Ask),
        vec![person("ana"), SeatSetup::Open],
    );
    game.send_nonce("ana");
    game.now += 2 * HOUR_MS;
    assert_eq!(game.next_deadline(), None);
    game.run(Command::Join {
        player: id("ben"),
        seat: None,
        invitation: None,
        nonce: None,
    });
    assert!(game.table.clocks.running().is_empty());
    game.now += 10_000;
    game.run(Command::Tick);
    assert_eq!(game.last_events(2), ["started", "dealt"]);
    assert_eq!(game.table.clocks.running(), [Seat::ONE]);
    let left = [0, 1].map(|seat| game.left(seat));
    assert_eq!(left, [300_000, 300_000]);
    assert_eq!(game.next_deadline(), Some(game.now + 300_000));
}

#[test]
fn each_move_and_each_tiling_earns_one_increment() {
    let mut game = TestGame::started(
        Wall::Coloured,
        FIVE_MINUTES,
        UndoPolicy::Ask,
        &["ana", "ben"],
    );
    let mut moves = [0, 0];
    while game.position().round() == 1 {
        moves[game.mover().index()] += 1;
        game.run(game.first_move());
    }
    for (seat, moves) in moves.into_iter().enumerate() {
        let expected = 300_000 + 3_000 * (moves + 1);
        assert_eq!(game.left(seat), expected);
    }
    game.check_fold();
}

#[test]
fn bot_replaces_a_flagged_player_and_is_ranked_last() {
    for people in [&["ana", "ben", "cid"][..], &["ana", "ben", "cid", "dea"]] {
        check_flagged_player_is_ranked_last(people);
    }
}

fn check_flagged_player_is_ranked_last(people: &[&str]) {
    let mut game = TestGame::started(Wall::Coloured, FIVE_MINUTES, UndoPolicy::Ask, people);
    game.run(game.first_move());
    game.now = game.next_deadline().expect("ben's clock runs");
    game.run(Command::Tick);
    assert_eq!(game.last_events(2), ["flagged", "taken_over"]);
    let out = &game.table.seats[1];
    assert_eq!(out.taken_over, Some((Level::Artisan, TakeoverReason::Time)));
    assert!(!out.can_win);
    assert!(game.table.clocks.running().is_empty(), "bots have no clock");
    let back = Command::TakeBack {
        player: id("ben"),
        seat: SeatNumber::new(2),
    };
    assert_eq!(game.expect_refusal(back), ProblemCode::Forbidden);
    // The bot always fills lines; the people do so sometimes, rarely or never.
    while game.table.status == Status::Running {
        let seat = game.mover();
        let round = game.position().round();
        let fills = match seat.index() {
            0 => round % 2 == 0,
            1 => true,
            2 => false,
            _ => round % 3 == 0,
        };
        let legal = game.position().legal_moves();
        let wanted = legal.iter().find(|m| m.to_string().ends_with('F') != fills);
        let m = *wanted.unwrap_or(&legal[0]);
        game.run(if seat == Seat::TWO {
            let ply = game.table.ply();
            Command::BotMove { seat, ply, m }
        } else {
            game.move_by_mover(m)
        });
    }
    assert_eq!(game.table.end.expect("an end").by, EndedBy::Score);
    let names = vec![SeatName::default(); people.len()];
    let result = game_view(&game.table, &names).result.expect("a result");
    let rank = |seat: usize| {
        let player = &result.players[seat];
        (player.score, player.bonuses.rows)
    };
    let others: Vec<_> = (0..people.len()).filter(|&seat| seat != 1).collect();
    let best = others.iter().map(|&seat| rank(seat)).max();
    assert!(Some(rank(1)) > best, "the bot has most points");
    let last = people.len() as u8;
    assert_eq!(result.players[1].place, last, "and is still last");
    // The others are ranked without it.
    for &seat in &others {
        let better = others.iter().filter(|&&other| rank(other) > rank(seat));
        assert_eq!(result.players[seat].place, better.count() as u8 + 1);
    }
    let first = others.iter().filter(|&&seat| Some(rank(seat)) == best);
    let first: Vec<_> = first.map(|&seat| seat as u8 + 1).collect();
    assert_eq!(result.winners, first);
    let names: Vec<_> = people.iter().map(|name| Some((*name).to_owned())).collect();
    let record = game.table.record(&names).expect("a record");
    let replay = expand(&record).expect("it follows the rules");
    assert_eq!(
        replay.result,
        Some(result),
        "the replay has the same result"
    );
    game.check_fold();
}

#[test]
fn games_by_days_flag_at_the_deadline_and_not_before() {
    let clock = Clock::Days { days: 1 };
    let mut game = TestGame::started(Wall::Coloured, clock, UndoPolicy::Ask, &["ana", "ben"]);
    game.now += DAY_MS - 1;
    game.run(game.first_move());
    assert_eq!(game.next_deadline(), Some(game.now + DAY_MS));
    game.now += DAY_MS - 1;
    game.run(Command::Tick);
    assert_eq!(game.table.status, Status::Running);
    game.now += 1;
    assert_eq!(game.expect_refusal(game.first_move()), ProblemCode::Stale);
    game.run(Command::Tick);
    let end = game.table.end.expect("an end");
    assert_eq!((end.by, end.seat), (EndedBy::Time, Some(Seat::TWO)));
    game.check_fold();
}

#[test]
fn downtime_is_not_charged() {
    for (clock, left, down) in [
        (FIVE_MINUTES, 300_000, 2_000),
        (FIVE_MINUTES, 300_000, HOUR_MS),
        (Clock::Days { days: 1 }, DAY_MS, 3 * DAY_MS),
    ] {
        let mut game = TestGame::started(Wall::Coloured, clock, UndoPolicy::Ask, &["ana", "ben"]);
        let since = game.now + 10_000;
        game.now = since + down;
        game.run(resumed(since, game.now));
        assert_eq!(game.left(0), left - 10_000);
        assert_eq!(game.left(1), left);
        game.run(Command::Tick);
        assert_eq!(game.table.status, Status::Running);
        game.run(game.first_move());
        game.check_fold();
    }
}

#[test]
fn two_nodes_give_the_same_downtime_back_once() {
    let mut game = TestGame::started(
        Wall::Coloured,
        FIVE_MINUTES,
        UndoPolicy::Ask,
        &["ana", "ben"],
    );
    let since = game.now + 10_000;
    game.now = since + HOUR_MS;
    game.run(resumed(since, game.now));
    let after = game.log.len();
    // The other node finds the same downtime a moment earlier or later.
    for until in [game.now - 50, game.now, game.now + 400] {
        game.now += 500;
        game.run(resumed(since, until));
        assert_eq!(game.log.len(), after, "{until}");
    }
    assert_eq!(game.left(0), 290_000);
    // Both die before their next heartbeat: that is another downtime.
    let died = game.now;
    game.now += HOUR_MS;
    game.run(resumed(since, game.now));
    assert_eq!(game.log.len(), after + 1);
    // Everything since the last refund is given back: there was no heartbeat.
    let given = game.now - (died - 1_500);
    assert_eq!(
        game.log.last(),
        Some(&(
            Event::Resumed {
                down: Millis::new(given)
            },
            game.now
        ))
    );
    game.check_fold();
}

#[test]
fn downtime_before_the_last_event_is_not_given_back() {
    let mut game = TestGame::started(
        Wall::Coloured,
        FIVE_MINUTES,
        UndoPolicy::Ask,
        &["ana", "ben"],
    );
    // The last heartbeat was before the last move.
    let since = game.now + 4_000;
    game.now += 5_000;
    game.run(game.first_move());
    let moved = game.now;
    game.now += 60_000;
    game.run(resumed(since, game.now));
    assert_eq!(game.left(1), 300_000);
    assert_eq!(
        game.log.last(),
        Some(&(
            Event::Resumed {
                down: Millis::new(60_000)
            },
            moved + 60_000
        ))
    );
    // Nothing has been charged at the time of an event.
    let length = game.log.len();
    game.run(resumed(game.now, game.now));
    assert_eq!(game.log.len(), length);
}

#[test]
fn nothing_is_given_back_unless_a_clock_runs() {
    let bots_turn = |clock| {
        let level = Level::Tiler;
        let mut game = TestGame::new(
            Settings {
                start: Some(2),
                ..settings(Wall::Coloured, clock, UndoPolicy::Ask)
            },
            vec![person("ana"), SeatSetup::Bot { level }],
        );
        game.send_nonce("ana");
        game
    };
    let days = Clock::Days { days: 1 };
    for mut game in [TestGame::two_players(), bots_turn(days)] {
        let (length, since) = (game.log.len(), game.now);
        game.now += HOUR_MS;
        game.run(resumed(since, game.now));
        assert_eq!(game.log.len(), length);
    }
    // In real time the event is needed in any case: absences count anew after downtime.
    let mut game = bots_turn(FIVE_MINUTES);
    let since = game.now;
    game.now += HOUR_MS;
    game.run(resumed(since, game.now));
    assert_eq!(game.last_events(1), ["resumed"]);
    assert_eq!(game.left(0), 300_000);
    assert_eq!(game.table.absences_from, game.time());
}

#[test]
fn downtime_given_back_does_not_make_a_move_stale() {
    let mut game = TestGame::started(
        Wall::Coloured,
        FIVE_MINUTES,
        UndoPolicy::Ask,
        &["ana", "ben"],
    );
    let first = game.first_move();
    game.run(&first);
    let second = game.first_move();
    for _ in 0..2 {
        let since = game.now;
        game.now += HOUR_MS;
        game.run(resumed(since, game.now));
    }
    assert_eq!(game.last_events(2), ["resumed", "resumed"]);
    let again = game.expect_refusal(&first);
    assert_eq!(again, ProblemCode::Stale, "a repeated move is stale");
    let mut older = second.clone();
    if let Command::Move { ply, .. } = &mut older {
        *ply -= 1;
    }
    assert_eq!(game.expect_refusal(older), ProblemCode::Stale);
    game.run(&second);
    assert_eq!(game.expect_refusal(second), ProblemCode::Stale);
    game.check_fold();
}

fn timed() -> TestGame {
    TestGame::started(
        Wall::Coloured,
        FIVE_MINUTES,
        UndoPolicy::Ask,
        &["ana", "ben"],
    )
}

/// Two players in real time with the current rules.
fn timed_with_lag() -> TestGame {
    let mut game = TestGame::with_rules(
        settings(Wall::Coloured, FIVE_MINUTES, UndoPolicy::Free),
        vec![person("ana"), person("ben")],
        ClockRules::CURRENT,
    );
    game.send_nonce("ana");
    game.send_nonce("ben");
    game
}

const LAG_MS: i64 = ClockRules::CURRENT.lag.get();

#[test]
fn the_first_quarter_second_of_each_turn_is_not_charged() {
    let mut game = timed_with_lag();
    let view = game_view(&game.table, &vec![SeatName::default(); 2]);
    assert_eq!(view.clock.expect("a clock").lag, Some(LAG_MS));
    for turn in 1..=2 {
        for seat in 0..2 {
            game.now += LAG_MS + 1_000;
            game.run(game.first_move());
            // A second is charged, and the increment is three.
            assert_eq!(game.left(seat), 300_000 + turn * 2_000);
        }
    }
    // A quick move costs nothing, and what it left of the allowance is not saved up.
    for _ in 0..2 {
        game.now += 50;
        game.run(game.first_move());
    }
    assert_eq!(game.left(0), 307_000);
    game.now += LAG_MS + 1;
    game.run(game.first_move());
    assert_eq!(game.left(0), 309_999);
    game.check_fold();
}

#[test]
fn a_player_is_flagged_when_the_time_and_the_allowance_are_used_up() {
    let mut game = timed_with_lag();
    let deadline = game.now + 300_000 + LAG_MS;
    assert_eq!(game.next_deadline(), Some(deadline));
    game.now = deadline - 1;
    game.run(Command::Tick);
    assert_eq!(game.table.status, Status::Running);
    game.run(game.first_move());
    assert_eq!(game.left(0), 3_001);

    game.now = game.next_deadline().expect("ben's clock runs");
    assert_eq!(game.expect_refusal(game.first_move()), ProblemCode::Stale);
    game.run(Command::Tick);
    assert_eq!(game.last_events(2), ["flagged", "ended"]);
    game.check_fold();
}

#[test]
fn each_choice_of_columns_has_its_own_allowance() {
    let mut game = TestGame::with_rules(
        settings(Wall::Grey, FIVE_MINUTES, UndoPolicy::Off),
        vec![person("ana"), person("ben")],
        ClockRules::CURRENT,
    );
    game.send_nonce("ana");
    game.send_nonce("ben");
    while game.position().phase() == Phase::Offer {
        game.run(game.first_move());
    }
    assert_eq!(
        game.table.choosing(),
        [Seat::ONE, Seat::TWO],
        "both have a choice"
    );
    let before = [0, 1].map(|seat| game.left(seat));
    for seat in game.table.all_seats() {
        game.now += 1_000;
        let placements = game.table.leftmost_choice(seat);
        game.run(Command::Choose {
            player: game.player(seat),
            seat: seat.into(),
            placements,
        });
    }
    let left = [0, 1].map(|seat| game.left(seat));
    assert_eq!(left[0], before[0] - (1_000 - LAG_MS) + 3_000);
    assert_eq!(left[1], before[1] - (2_000 - LAG_MS) + 3_000);
    game.check_fold();
}

#[test]
fn questions_and_undos_start_no_second_allowance() {
    let mut game = timed_with_lag();
    // Move and take back, always within the allowance.
    for _ in 0..20 {
        game.now += LAG_MS - 50;
        let to = game.table.ply();
        game.run(game.first_move());
        game.run(Command::Undo {
            player: id("ana"),
            seat: SeatNumber::new(1),
            to,
        });
    }
    assert_eq!(game.left(0), 300_000 - 19 * (LAG_MS - 50));
    game.check_fold();
}

#[test]
fn a_repeated_downtime_counts_from_a_second_on() {
    let mut game = timed();
    let since = game.now;
    game.now += 5_000;
    game.run(resumed(since, game.now));
    assert_eq!(game.last_events(1), ["resumed"]);
    let length = game.log.len();
    game.now += DOWNTIME.get() - 1;
    game.run(resumed(since, game.now));
    assert_eq!(game.log.len(), length);
    game.now += 1;
    game.run(resumed(since, game.now));
    assert_eq!(
        game.log.last(),
        Some(&(Event::Resumed { down: DOWNTIME }, game.now))
    );
    assert_eq!(game.left(0), 300_000);
    game.check_fold();
}

#[test]
fn downtime_found_late_is_given_back_up_to_its_end() {
    let mut game = timed();
    let since = game.now + 10_000;
    game.now = since + 90_000;
    game.run(resumed(since, since + 60_000));
    assert_eq!(game.left(0), 300_000 - 40_000);
    game.check_fold();
}

#[test]
fn a_full_table_waits_for_nonces_without_counting_downtime() {
    let mut game = TestGame::new(
        settings(Wall::Coloured, Clock::None, UndoPolicy::Ask),
        vec![person("ana"), person("ben")],
    );
    game.send_nonce("ana");
    let since = game.now + 1_000;
    game.now = since + HOUR_MS;
    game.run(resumed(since, game.now));
    game.run(Command::Tick);
    assert_eq!(game.table.status, Status::Waiting);
    let until = game.next_deadline().expect("it still waits");
    assert!((game.now..game.now + 10_000).contains(&until));
    game.now = until;
    game.run(Command::Tick);
    assert_eq!(game.table.status, Status::Running);
    game.check_fold();
}
