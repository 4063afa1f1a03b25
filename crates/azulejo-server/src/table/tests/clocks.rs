//! Time.

use super::*;

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
fn downtime_is_not_charged() {
    let clock = Clock::RealTime {
        seconds: 60,
        increment: 0,
    };
    let mut story = Story::started(Wall::Coloured, clock, UndoPolicy::Ask, &["ana", "ben"]);
    story.now += 300_000;
    story.does(Command::Resumed { down: 290_000 });
    assert_eq!(story.table.clocks.left(0), 50_000);
    story.does(Command::Tick);
    assert_eq!(story.table.status, Status::Running);
    story.check_fold();
}
