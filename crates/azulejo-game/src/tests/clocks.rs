//! Time.

use azulejo_protocol::replay::expand;

use super::*;
use crate::decide::DOWNTIME_MS;

#[test]
fn a_clock_that_runs_out_loses_and_a_late_move_does_not_count() {
    let clock = Clock::RealTime {
        seconds: 60,
        increment: 2,
    };
    let mut story = Story::started(Wall::Coloured, clock, UndoPolicy::Ask, &["ana", "ben"]);
    let start = story.now;
    story.now = start + 59_999;
    story.does(story.first_move());
    assert_eq!(story.table.clocks.left(0), 2_001);
    let deadline = story.table.next_deadline().expect("ben's clock runs");
    story.now = deadline;
    assert_eq!(story.refused(story.first_move()), ProblemCode::Stale);
    story.does(Command::Tick);
    let end = story.table.end.expect("an end");
    assert_eq!((end.by, end.seat), (EndedBy::Time, Some(1)));
    story.check_fold();
}

#[test]
fn in_grey_tiling_the_leftmost_columns_are_taken_at_zero() {
    let clock = Clock::RealTime {
        seconds: 600,
        increment: 0,
    };
    let mut story = Story::started(Wall::Grey, clock, UndoPolicy::Ask, &["ana", "ben"]);
    while story.position().phase() == Phase::Offer {
        story.does(story.first_move());
    }
    let expected: Vec<_> = (0..2)
        .map(|seat| story.table.leftmost_choice(seat))
        .collect();
    assert!(!story.table.choosing().is_empty());
    story.now += 700_000;
    story.does(Command::Tick);
    assert_eq!(story.position().round(), 2);
    let tiled = story.log.iter().rev().find_map(|(event, _)| match event {
        Event::Tiled { placements } => Some(placements.clone()),
        _ => None,
    });
    assert_eq!(tiled, Some(expected));
    story.check_fold();
}

#[test]
fn in_grey_tiling_the_clocks_of_all_who_have_not_chosen_run() {
    let clock = Clock::RealTime {
        seconds: 600,
        increment: 7,
    };
    let mut story = Story::started(Wall::Grey, clock, UndoPolicy::Ask, &["ana", "ben"]);
    while story.position().phase() == Phase::Offer {
        story.does(story.first_move());
    }
    assert_eq!(story.table.choosing(), [0, 1], "both have a choice");
    assert_eq!(story.table.clocks.running(), [0, 1]);
    let before = [0, 1].map(|seat| story.table.clocks.left(seat));
    let chooses = |story: &Story, seat: usize| Command::Choose {
        player: story.player(seat),
        seat: seat as u8 + 1,
        placements: story.table.leftmost_choice(seat),
    };
    story.now += 5_000;
    story.does(chooses(&story, 0));
    assert_eq!(story.table.clocks.running(), [1]);
    assert_eq!(story.table.clocks.left(0), before[0] - 5_000);
    story.now += 4_000;
    story.does(chooses(&story, 1));
    assert_eq!(story.position().round(), 2);
    // Each has the increment once for the tiling, when everybody has chosen.
    assert_eq!(story.table.clocks.left(0), before[0] - 5_000 + 7_000);
    assert_eq!(story.table.clocks.left(1), before[1] - 9_000 + 7_000);

    while story.position().phase() == Phase::Offer {
        story.does(story.first_move());
    }
    let choosing = story.table.choosing();
    let late = *choosing.first().expect("somebody has a choice");
    let leftmost = story.table.leftmost_choice(late);
    story.now += story.table.clocks.left(late);
    assert_eq!(
        story.refused(chooses(&story, late)),
        ProblemCode::Stale,
        "after its time a choice does not count"
    );
    story.does(Command::Tick);
    let chosen = story.log.iter().rev().find_map(|(event, _)| match event {
        Event::Chosen { seat, placements } if usize::from(*seat) == late + 1 => Some(placements),
        _ => None,
    });
    assert_eq!(chosen, Some(&leftmost));
    story.check_fold();
}

const FIVE_MINUTES: Clock = Clock::RealTime {
    seconds: 300,
    increment: 3,
};
const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;

fn resumed(since: i64, until: i64) -> Command {
    Command::Resumed { since, until }
}

#[test]
fn clocks_start_with_the_first_deal() {
    let mut story = Story::new(
        settings(Wall::Coloured, FIVE_MINUTES, UndoPolicy::Ask),
        vec![person("ana"), FirstHolder::Open],
    );
    story.sends_nonce("ana");
    story.now += 2 * HOUR_MS;
    assert_eq!(story.table.next_deadline(), None);
    story.does(Command::Join {
        player: "ben".to_owned(),
        seat: None,
        invitation: None,
        nonce: None,
    });
    assert!(story.table.clocks.running().is_empty());
    story.now += 10_000;
    story.does(Command::Tick);
    assert_eq!(story.last_events(2), ["started", "dealt"]);
    assert_eq!(story.table.clocks.running(), [0]);
    let left = [0, 1].map(|seat| story.table.clocks.left(seat));
    assert_eq!(left, [300_000, 300_000]);
    assert_eq!(story.table.next_deadline(), Some(story.now + 300_000));
}

#[test]
fn a_move_and_a_tiling_each_bring_the_increment_once() {
    let mut story = Story::started(
        Wall::Coloured,
        FIVE_MINUTES,
        UndoPolicy::Ask,
        &["ana", "ben"],
    );
    let mut moves = [0, 0];
    while story.position().round() == 1 {
        moves[story.mover()] += 1;
        story.does(story.first_move());
    }
    for (seat, moves) in moves.into_iter().enumerate() {
        let expected = 300_000 + 3_000 * (moves + 1);
        assert_eq!(story.table.clocks.left(seat), expected);
    }
    story.check_fold();
}

#[test]
fn a_bot_plays_on_for_whose_clock_runs_out_and_cannot_win() {
    for people in [&["ana", "ben", "cid"][..], &["ana", "ben", "cid", "dea"]] {
        out_of_time_and_ranked_last(people);
    }
}

fn out_of_time_and_ranked_last(people: &[&str]) {
    let mut story = Story::started(Wall::Coloured, FIVE_MINUTES, UndoPolicy::Ask, people);
    story.does(story.first_move());
    story.now = story.table.next_deadline().expect("ben's clock runs");
    story.does(Command::Tick);
    assert_eq!(story.last_events(2), ["flagged", "taken_over"]);
    let out = &story.table.seats[1];
    assert_eq!(out.taken_over, Some((Level::Artisan, TakeoverReason::Time)));
    assert!(!out.can_win);
    assert!(
        story.table.clocks.running().is_empty(),
        "bots have no clock"
    );
    let back = Command::TakeBack {
        player: "ben".to_owned(),
        seat: 2,
    };
    assert_eq!(story.refused(back), ProblemCode::Forbidden);
    // The bot fills lines; of the people one does now and then, another less often, and one never.
    while story.table.status == Status::Running {
        let seat = story.mover();
        let round = story.position().round();
        let fills = match seat {
            0 => round % 2 == 0,
            1 => true,
            2 => false,
            _ => round % 3 == 0,
        };
        let legal = story.position().legal_moves();
        let wanted = legal.iter().find(|m| m.to_string().ends_with('F') != fills);
        let m = *wanted.unwrap_or(&legal[0]);
        story.does(if seat == 1 {
            let (seat, ply) = (2, story.table.ply());
            Command::BotMove { seat, ply, m }
        } else {
            story.move_by_mover(m.to_string())
        });
    }
    assert_eq!(story.table.end.expect("an end").by, EndedBy::Score);
    let names = vec![SeatName::default(); people.len()];
    let result = game_view(&story.table, &names).result.expect("a result");
    let rank = |seat: usize| {
        let player = &result.players[seat];
        (player.score, player.bonuses.rows)
    };
    let others: Vec<_> = (0..people.len()).filter(|&seat| seat != 1).collect();
    let best = others.iter().map(|&seat| rank(seat)).max();
    assert!(Some(rank(1)) > best, "the bot has most points");
    let last = people.len() as u8;
    assert_eq!(result.players[1].place, last, "and is last all the same");
    // The others are ranked as if it were not there.
    for &seat in &others {
        let better = others.iter().filter(|&&other| rank(other) > rank(seat));
        assert_eq!(result.players[seat].place, better.count() as u8 + 1);
    }
    let first = others.iter().filter(|&&seat| Some(rank(seat)) == best);
    let first: Vec<_> = first.map(|&seat| seat as u8 + 1).collect();
    assert_eq!(result.winners, first);
    let names: Vec<_> = people.iter().map(|name| Some((*name).to_owned())).collect();
    let record = story.table.record(&names).expect("a record");
    let replay = expand(&record).expect("it follows the rules");
    assert_eq!(
        replay.result,
        Some(result),
        "whoever replays it sees the same"
    );
    story.check_fold();
}

#[test]
fn days_run_out_at_their_deadline_and_not_before() {
    let clock = Clock::Days { days: 1 };
    let mut story = Story::started(Wall::Coloured, clock, UndoPolicy::Ask, &["ana", "ben"]);
    story.now += DAY_MS - 1;
    story.does(story.first_move());
    assert_eq!(story.table.next_deadline(), Some(story.now + DAY_MS));
    story.now += DAY_MS - 1;
    story.does(Command::Tick);
    assert_eq!(story.table.status, Status::Running);
    story.now += 1;
    assert_eq!(story.refused(story.first_move()), ProblemCode::Stale);
    story.does(Command::Tick);
    let end = story.table.end.expect("an end");
    assert_eq!((end.by, end.seat), (EndedBy::Time, Some(1)));
    story.check_fold();
}

#[test]
fn downtime_is_not_charged() {
    for (clock, left, down) in [
        (FIVE_MINUTES, 300_000, 2_000),
        (FIVE_MINUTES, 300_000, HOUR_MS),
        (Clock::Days { days: 1 }, DAY_MS, 3 * DAY_MS),
    ] {
        let mut story = Story::started(Wall::Coloured, clock, UndoPolicy::Ask, &["ana", "ben"]);
        let since = story.now + 10_000;
        story.now = since + down;
        story.does(resumed(since, story.now));
        assert_eq!(story.table.clocks.left(0), left - 10_000);
        assert_eq!(story.table.clocks.left(1), left);
        story.does(Command::Tick);
        assert_eq!(story.table.status, Status::Running);
        story.does(story.first_move());
        story.check_fold();
    }
}

#[test]
fn of_two_nodes_that_wake_up_together_one_gives_time_back() {
    let mut story = Story::started(
        Wall::Coloured,
        FIVE_MINUTES,
        UndoPolicy::Ask,
        &["ana", "ben"],
    );
    let since = story.now + 10_000;
    story.now = since + HOUR_MS;
    story.does(resumed(since, story.now));
    let after = story.log.len();
    // The other one has found the same, a moment before or after.
    for until in [story.now - 50, story.now, story.now + 400] {
        story.now += 500;
        story.does(resumed(since, until));
        assert_eq!(story.log.len(), after, "{until}");
    }
    assert_eq!(story.table.clocks.left(0), 290_000);
    // Both died before they could say that they were there: that is another downtime.
    let died = story.now;
    story.now += HOUR_MS;
    story.does(resumed(since, story.now));
    assert_eq!(story.log.len(), after + 1);
    // Since the first time was given back, all of it is: nobody has said anything since.
    let given = story.now - (died - 1_500);
    assert_eq!(
        story.log.last(),
        Some(&(Event::Resumed { down: given }, story.now))
    );
    story.check_fold();
}

#[test]
fn no_more_is_given_back_than_was_charged_since_the_last_event() {
    let mut story = Story::started(
        Wall::Coloured,
        FIVE_MINUTES,
        UndoPolicy::Ask,
        &["ana", "ben"],
    );
    // The last sign of life was before the last move.
    let since = story.now + 4_000;
    story.now += 5_000;
    story.does(story.first_move());
    let moved = story.now;
    story.now += 60_000;
    story.does(resumed(since, story.now));
    assert_eq!(story.table.clocks.left(1), 300_000);
    assert_eq!(
        story.log.last(),
        Some(&(Event::Resumed { down: 60_000 }, moved + 60_000))
    );
    // At the moment of an event nothing has been charged.
    let length = story.log.len();
    story.does(resumed(story.now, story.now));
    assert_eq!(story.log.len(), length);
}

#[test]
fn where_no_clock_runs_nothing_is_given_back() {
    let bots_turn = |clock| {
        let level = Level::Tiler;
        let mut story = Story::new(
            Settings {
                start: Some(2),
                ..settings(Wall::Coloured, clock, UndoPolicy::Ask)
            },
            vec![person("ana"), FirstHolder::Bot { level }],
        );
        story.sends_nonce("ana");
        story
    };
    let days = Clock::Days { days: 1 };
    for mut story in [Story::of_two(), bots_turn(days)] {
        let (length, since) = (story.log.len(), story.now);
        story.now += HOUR_MS;
        story.does(resumed(since, story.now));
        assert_eq!(story.log.len(), length);
    }
    // In real time it is noted all the same: nobody was away from a server that was not there.
    let mut story = bots_turn(FIVE_MINUTES);
    let since = story.now;
    story.now += HOUR_MS;
    story.does(resumed(since, story.now));
    assert_eq!(story.last_events(1), ["resumed"]);
    assert_eq!(story.table.clocks.left(0), 300_000);
    assert_eq!(story.table.absence_from, story.now);
}

#[test]
fn a_move_made_before_time_was_given_back_still_counts() {
    let mut story = Story::started(
        Wall::Coloured,
        FIVE_MINUTES,
        UndoPolicy::Ask,
        &["ana", "ben"],
    );
    let first = story.first_move();
    story.does(&first);
    let second = story.first_move();
    for _ in 0..2 {
        let since = story.now;
        story.now += HOUR_MS;
        story.does(resumed(since, story.now));
    }
    assert_eq!(story.last_events(2), ["resumed", "resumed"]);
    let again = story.refused(&first);
    assert_eq!(again, ProblemCode::Stale, "not one that was made already");
    let mut older = second.clone();
    if let Command::Move { ply, .. } = &mut older {
        *ply -= 1;
    }
    assert_eq!(story.refused(older), ProblemCode::Stale);
    story.does(&second);
    assert_eq!(story.refused(second), ProblemCode::Stale);
    story.check_fold();
}

fn timed() -> Story {
    Story::started(
        Wall::Coloured,
        FIVE_MINUTES,
        UndoPolicy::Ask,
        &["ana", "ben"],
    )
}

/// Two players in real time with the current rules.
fn timed_with_lag() -> Story {
    let mut story = Story::with_rules(
        settings(Wall::Coloured, FIVE_MINUTES, UndoPolicy::Free),
        vec![person("ana"), person("ben")],
        ClockRules::CURRENT,
    );
    story.sends_nonce("ana");
    story.sends_nonce("ben");
    story
}

const LAG_MS: i64 = ClockRules::CURRENT.lag_ms;

#[test]
fn the_first_quarter_second_of_each_turn_is_not_charged() {
    let mut story = timed_with_lag();
    let view = game_view(&story.table, &vec![SeatName::default(); 2]);
    assert_eq!(view.clock.expect("a clock").lag, Some(LAG_MS));
    for turn in 1..=2 {
        for seat in 0..2 {
            story.now += LAG_MS + 1_000;
            story.does(story.first_move());
            // A second is charged, and the increment is three.
            assert_eq!(story.table.clocks.left(seat), 300_000 + turn * 2_000);
        }
    }
    // A quick move costs nothing, and what it left of the allowance is not saved up.
    for _ in 0..2 {
        story.now += 50;
        story.does(story.first_move());
    }
    assert_eq!(story.table.clocks.left(0), 307_000);
    story.now += LAG_MS + 1;
    story.does(story.first_move());
    assert_eq!(story.table.clocks.left(0), 309_999);
    story.check_fold();
}

#[test]
fn a_player_is_flagged_when_the_time_and_the_allowance_are_used_up() {
    let mut story = timed_with_lag();
    let deadline = story.now + 300_000 + LAG_MS;
    assert_eq!(story.table.next_deadline(), Some(deadline));
    story.now = deadline - 1;
    story.does(Command::Tick);
    assert_eq!(story.table.status, Status::Running);
    story.does(story.first_move());
    assert_eq!(story.table.clocks.left(0), 3_001);

    story.now = story.table.next_deadline().expect("ben's clock runs");
    assert_eq!(story.refused(story.first_move()), ProblemCode::Stale);
    story.does(Command::Tick);
    assert_eq!(story.last_events(2), ["flagged", "ended"]);
    story.check_fold();
}

#[test]
fn each_choice_of_columns_has_its_own_allowance() {
    let mut story = Story::with_rules(
        settings(Wall::Grey, FIVE_MINUTES, UndoPolicy::Off),
        vec![person("ana"), person("ben")],
        ClockRules::CURRENT,
    );
    story.sends_nonce("ana");
    story.sends_nonce("ben");
    while story.position().phase() == Phase::Offer {
        story.does(story.first_move());
    }
    assert_eq!(story.table.choosing(), [0, 1], "both have a choice");
    let before = [0, 1].map(|seat| story.table.clocks.left(seat));
    for seat in 0..2 {
        story.now += 1_000;
        let placements = story.table.leftmost_choice(seat);
        story.does(Command::Choose {
            player: story.player(seat),
            seat: seat as u8 + 1,
            placements,
        });
    }
    let left = [0, 1].map(|seat| story.table.clocks.left(seat));
    assert_eq!(left[0], before[0] - (1_000 - LAG_MS) + 3_000);
    assert_eq!(left[1], before[1] - (2_000 - LAG_MS) + 3_000);
    story.check_fold();
}

#[test]
fn questions_and_undos_start_no_second_allowance() {
    let mut story = timed_with_lag();
    // Move and take back, always within the allowance.
    for _ in 0..20 {
        story.now += LAG_MS - 50;
        let to = story.table.ply();
        story.does(story.first_move());
        story.does(Command::Undo {
            player: "ana".to_owned(),
            seat: 1,
            to,
        });
    }
    assert_eq!(story.table.clocks.left(0), 300_000 - 19 * (LAG_MS - 50));
    story.check_fold();
}

#[test]
fn a_repeated_downtime_counts_from_a_second_on() {
    let mut story = timed();
    let since = story.now;
    story.now += 5_000;
    story.does(resumed(since, story.now));
    assert_eq!(story.last_events(1), ["resumed"]);
    let length = story.log.len();
    story.now += DOWNTIME_MS - 1;
    story.does(resumed(since, story.now));
    assert_eq!(story.log.len(), length);
    story.now += 1;
    story.does(resumed(since, story.now));
    assert_eq!(
        story.log.last(),
        Some(&(Event::Resumed { down: DOWNTIME_MS }, story.now))
    );
    assert_eq!(story.table.clocks.left(0), 300_000);
    story.check_fold();
}

#[test]
fn downtime_found_late_is_given_back_up_to_its_end() {
    let mut story = timed();
    let since = story.now + 10_000;
    story.now = since + 90_000;
    story.does(resumed(since, since + 60_000));
    assert_eq!(story.table.clocks.left(0), 300_000 - 40_000);
    story.check_fold();
}

#[test]
fn a_full_table_waits_for_nonces_without_counting_downtime() {
    let mut story = Story::new(
        settings(Wall::Coloured, Clock::None, UndoPolicy::Ask),
        vec![person("ana"), person("ben")],
    );
    story.sends_nonce("ana");
    let since = story.now + 1_000;
    story.now = since + HOUR_MS;
    story.does(resumed(since, story.now));
    story.does(Command::Tick);
    assert_eq!(story.table.status, Status::Waiting);
    let until = story.table.next_deadline().expect("it waits on");
    assert!((story.now..story.now + 10_000).contains(&until));
    story.now = until;
    story.does(Command::Tick);
    assert_eq!(story.table.status, Status::Running);
    story.check_fold();
}
