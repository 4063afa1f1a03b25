//! Moves, tiling, bots, the checksum and the log.

use azulejo_rules::rng::below;
use azulejo_rules::{Destination, Move};

use super::*;

#[test]
fn a_move_needs_the_seat_the_turn_the_ply_and_the_rules() {
    let mut story = Story::of_two();
    let good = story.first_move();
    let Command::Move { ply, text, .. } = good.clone() else {
        unreachable!("a move was made")
    };
    let with = |player: &str, seat, ply, text: &str| Command::Move {
        player: player.to_owned(),
        seat,
        ply,
        text: text.to_owned(),
    };
    assert_eq!(
        story.refused(with("eve", 1, ply, &text)),
        ProblemCode::NotYourSeat
    );
    assert_eq!(
        story.refused(with("ben", 1, ply, &text)),
        ProblemCode::NotYourSeat
    );
    assert_eq!(
        story.refused(with("ben", 2, ply, &text)),
        ProblemCode::NotYourTurn
    );
    assert_eq!(
        story.refused(with("ana", 1, ply - 1, &text)),
        ProblemCode::Stale
    );
    assert_eq!(
        story.refused(with("ana", 1, ply + 1, &text)),
        ProblemCode::Stale
    );
    assert_eq!(
        story.refused(with("ana", 1, ply, "hello")),
        ProblemCode::Malformed
    );
    assert_eq!(
        story.refused(with("ana", 1, ply, "9B1")),
        ProblemCode::Illegal
    );
    assert_eq!(
        story.refused(with("ana", 0, ply, &text)),
        ProblemCode::NotFound
    );
    story.does(good.clone());
    assert_eq!(story.refused(good), ProblemCode::Stale);
    story.check_fold();
}

#[test]
fn a_round_ends_with_tiling_and_the_next_deal_in_one_step() {
    let mut story = Story::of_two();
    story.play_round();
    assert_eq!(story.position().round(), 2);
    assert_eq!(story.last_events(3), ["moved", "tiled", "dealt"]);
    story.check_fold();
}

#[test]
fn a_whole_game_ends_and_its_record_replays() {
    for wall in [Wall::Coloured, Wall::Grey] {
        let mut story = Story::started(wall, Clock::None, UndoPolicy::Free, &["ana", "ben", "cid"]);
        let mut rounds = 0;
        while story.table.status == Status::Running {
            story.play_round();
            rounds += 1;
            assert!(rounds < 60, "first moves end a game");
        }
        assert_eq!(story.table.end.expect("an end").by, EndedBy::Score);
        assert_eq!(story.table.secret.as_deref(), Some("5ec2e7"));
        let names: Vec<_> = ["Ana", "Ben", "Cid"].map(|n| Some(n.to_owned())).to_vec();
        let record = story.table.record(&names).expect("a record");
        record.replay().expect("it follows the rules");
        assert_eq!(record.players, ["Ana", "Ben", "Cid"]);
        assert!(record.extra.iter().any(|(key, _)| key == "draw"));
        story.check_fold();
    }
}

#[test]
fn grey_columns_are_private_until_all_have_chosen() {
    let mut story = Story::started(Wall::Grey, Clock::None, UndoPolicy::Ask, &["ana", "ben"]);
    while story.position().phase() == Phase::Offer {
        story.does(story.first_move());
    }
    let choosing = story.table.choosing();
    assert!(
        !choosing.is_empty(),
        "the first round of grey walls has choices"
    );
    let position = *story.position();
    let seat = choosing[0];
    let player = story.player(seat);
    let choose = |placements: Vec<String>| Command::Choose {
        player: player.clone(),
        seat: seat as u8 + 1,
        placements,
    };
    let good = story.table.leftmost_choice(seat);
    assert_eq!(story.refused(choose(Vec::new())), ProblemCode::Illegal);
    assert_eq!(
        story.refused(choose(vec!["x".to_owned()])),
        ProblemCode::Malformed
    );
    if choosing.len() > 1 {
        story.does(choose(good.clone()));
        assert_eq!(*story.position(), position, "nothing is shown yet");
        assert_eq!(story.refused(choose(good)), ProblemCode::AlreadyChosen);
        story.play_round();
    } else {
        story.does(choose(good));
    }
    assert_eq!(story.position().round(), 2);
    story.check_fold();
}

/// Every way in which a seat can tile its lines.
fn ways(position: &Position, seat: usize) -> Vec<Vec<String>> {
    let placements = position.placements(seat_at(seat));
    if placements.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for &first in &placements {
        let mut after = *position;
        after.tile_unchecked(seat_at(seat), first);
        for mut way in ways(&after, seat) {
            way.insert(0, first.to_string());
            all.push(way);
        }
    }
    all
}

fn last_tiling(story: &Story) -> &[Vec<String>] {
    let mut events = story.log.iter().rev();
    let tiled = events.find_map(|(event, _)| match event {
        Event::Tiled { placements } => Some(placements),
        _ => None,
    });
    tiled.expect("there was a tiling")
}

#[test]
fn on_the_grey_wall_only_those_with_a_choice_are_asked() {
    // Tilings in which somebody had one column only while others chose, and in which nobody had
    // a choice though there were tiles to place.
    let (mut spared, mut unasked) = (0, 0);
    for seed in 0..12 {
        let people = &["ana", "ben", "cid"][..2 + seed as usize % 2];
        let seats = 0..people.len();
        let mut rng = FastRng::new(seed);
        let mut any = |count: usize| below(&mut rng, count as u32) as usize;
        let mut story = Story::started(Wall::Grey, Clock::None, UndoPolicy::Off, people);
        story.chance = Box::new(SeededChance(seed));
        while story.table.status == Status::Running {
            let legal = story.position().legal_moves();
            // In some games only ana fills lines, and only the first: when its row has one place
            // left, nobody has anything to choose.
            let wanted = |m: &&Move| match m.destination() {
                Destination::Line(line) if seed % 3 == 0 => story.mover() == 0 && line.index() == 0,
                Destination::Line(_) => true,
                Destination::Floor => false,
            };
            let lines: Vec<_> = legal.iter().filter(wanted).collect();
            let floor = legal.iter().find(|m| m.destination() == Destination::Floor);
            let m = match &lines[..] {
                [] => *floor.expect("the floor is always legal"),
                some => *some[any(some.len())],
            };
            let mut position = *story.position();
            position.play(m).expect("a legal move");
            story.does(story.move_by_mover(m.to_string()));
            if position.phase() != Phase::Tiling {
                continue;
            }
            let ways: Vec<_> = seats.clone().map(|seat| ways(&position, seat)).collect();
            let asked: Vec<_> = seats.clone().filter(|&seat| ways[seat].len() > 1).collect();
            let places = |seat: &usize| !ways[*seat][0].is_empty();
            let free = seats.clone().filter(|seat| !asked.contains(seat));
            let placed = free.clone().filter(places).count();
            let mut expected: Vec<_> = ways.iter().map(|ways| ways[0].clone()).collect();
            if asked.is_empty() {
                unasked += usize::from(placed > 0);
            } else {
                spared += usize::from(placed > 0);
                assert_eq!(story.table.choosing(), asked);
                for seat in free {
                    let choice = Command::Choose {
                        player: story.player(seat),
                        seat: seat as u8 + 1,
                        placements: ways[seat][0].clone(),
                    };
                    assert_eq!(story.refused(choice), ProblemCode::WrongPhase);
                }
            }
            for seat in asked {
                // Not the leftmost, which would be taken without asking.
                let way = ways[seat].last().expect("there are several");
                expected[seat].clone_from(way);
                story.does(Command::Choose {
                    player: story.player(seat),
                    seat: seat as u8 + 1,
                    placements: way.clone(),
                });
            }
            assert_eq!(last_tiling(&story), expected);
        }
        story.check_fold();
    }
    assert!(spared > 0 && unasked > 0, "{spared} and {unasked}");
}

#[test]
fn a_bot_s_answer_to_an_older_question_is_refused() {
    let mut story = Story::among_bots(1);
    story.sends_nonce("ana");
    story.does(story.first_move());
    let m = story.position().legal_moves()[0];
    let ply = story.table.ply();
    let bot = |ply| Command::BotMove { seat: 2, ply, m };
    assert_eq!(story.refused(bot(ply - 1)), ProblemCode::Stale);
    let not_a_bot = Command::BotMove { seat: 1, ply, m };
    assert_eq!(story.refused(not_a_bot), ProblemCode::Stale);
    story.does(bot(ply));
    story.check_fold();
}

#[test]
fn the_checksum_tells_states_apart_and_hides_what_was_chosen() {
    let mut story = Story::started(Wall::Grey, Clock::None, UndoPolicy::Ask, &["ana", "ben"]);
    let mut seen = vec![story.table.hash().to_owned()];
    while story.position().phase() == Phase::Offer {
        story.does(story.first_move());
        assert!(!seen.iter().any(|hash| hash == story.table.hash()));
        seen.push(story.table.hash().to_owned());
    }
    let seat = story.table.choosing()[0];
    let ways = |position: &Position| position.placements(seat_at(seat)).len();
    assert!(ways(story.position()) > 1);
    // Two different choices leave the same checksum.
    let mut hashes = Vec::new();
    for placements in [vec!["1:1".to_owned()], vec!["1:2".to_owned()]] {
        let mut table = story.table.clone();
        let chosen = Event::Chosen {
            seat: seat as u8 + 1,
            placements,
        };
        table.apply(&chosen, story.now).expect("it folds");
        hashes.push(table.hash().to_owned());
    }
    assert_eq!(hashes[0], hashes[1]);
}

#[test]
fn a_log_that_does_not_follow_is_refused_with_its_place() {
    let mut story = Story::of_two();
    let ply = story.table.ply();
    let wrong = Event::Moved {
        seat: 1,
        text: "9B1".to_owned(),
    };
    let error = story
        .table
        .apply(&wrong, 0)
        .expect_err("there is no factory 9");
    assert_eq!(error.ply, ply);
    assert!(error.to_string().contains("no such factory"), "{error}");
    let other = Event::Started { start: 1 };
    assert!(Table::new("game", &other, 0).is_err());
}
