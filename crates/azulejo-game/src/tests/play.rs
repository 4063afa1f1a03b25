//! Moves, tiling, bots and fold errors.

use azulejo_rules::Destination;
use azulejo_rules::rng::below;

use super::*;

#[test]
fn moves_are_refused_for_wrong_seat_turn_ply_or_rules() {
    let mut game = TestGame::two_players();
    let good = game.first_move();
    let Command::Move { ply, m, .. } = good.clone() else {
        unreachable!("a move was made")
    };
    let with = |player: &str, seat, ply, m| Command::Move {
        player: id(player),
        seat: SeatNumber::new(seat),
        ply,
        m,
    };
    assert_eq!(
        game.expect_refusal(with("eve", 1, ply, m)),
        ProblemCode::NotYourSeat
    );
    assert_eq!(
        game.expect_refusal(with("ben", 1, ply, m)),
        ProblemCode::NotYourSeat
    );
    assert_eq!(
        game.expect_refusal(with("ben", 2, ply, m)),
        ProblemCode::NotYourTurn
    );
    assert_eq!(
        game.expect_refusal(with("ana", 1, ply - 1, m)),
        ProblemCode::Stale
    );
    assert_eq!(
        game.expect_refusal(with("ana", 1, ply + 1, m)),
        ProblemCode::Stale
    );
    let no_such_factory = "9B1".parse().expect("a move");
    assert_eq!(
        game.expect_refusal(with("ana", 1, ply, no_such_factory)),
        ProblemCode::Illegal
    );
    assert_eq!(
        game.expect_refusal(with("ana", 0, ply, m)),
        ProblemCode::NotFound
    );
    game.run(good.clone());
    assert_eq!(game.expect_refusal(good), ProblemCode::Stale);
    game.check_fold();
}

#[test]
fn last_move_of_a_round_tiles_and_deals() {
    let mut game = TestGame::two_players();
    game.play_round();
    assert_eq!(game.position().round(), 2);
    assert_eq!(game.last_events(3), ["moved", "tiled", "dealt"]);
    game.check_fold();
}

#[test]
fn record_of_a_whole_game_replays() {
    for wall in [Wall::Coloured, Wall::Grey] {
        let mut game =
            TestGame::started(wall, Clock::None, UndoPolicy::Free, &["ana", "ben", "cid"]);
        let mut rounds = 0;
        while game.table.status == Status::Running {
            game.play_round();
            rounds += 1;
            assert!(rounds < 60, "first moves end a game");
        }
        assert_eq!(game.table.end.expect("an end").by, EndedBy::Score);
        assert_eq!(game.table.secret.as_deref(), Some("5ec2e7"));
        let names: Vec<_> = ["Ana", "Ben", "Cid"].map(|n| Some(n.to_owned())).to_vec();
        let record = game.table.record(&names).expect("a record");
        record.replay().expect("it follows the rules");
        assert_eq!(record.players, ["Ana", "Ben", "Cid"]);
        assert!(record.extra.iter().any(|(key, _)| key == "draw"));
        game.check_fold();
    }
}

#[test]
fn grey_choices_are_private_until_all_are_made() {
    let mut game = TestGame::started(Wall::Grey, Clock::None, UndoPolicy::Ask, &["ana", "ben"]);
    while game.position().phase() == Phase::Offer {
        game.run(game.first_move());
    }
    let choosing = game.table.choosing();
    assert!(
        !choosing.is_empty(),
        "the first round of grey walls has choices"
    );
    let position = *game.position();
    let seat = choosing[0];
    let player = game.player(seat);
    let choose = |placements: Vec<Placement>| Command::Choose {
        player,
        seat: seat.into(),
        placements,
    };
    let good = game.table.leftmost_choice(seat);
    assert_eq!(
        game.expect_refusal(choose(Vec::new())),
        ProblemCode::Illegal
    );
    if choosing.len() > 1 {
        game.run(choose(good.clone()));
        assert_eq!(*game.position(), position, "nothing is shown yet");
        assert_eq!(
            game.expect_refusal(choose(good)),
            ProblemCode::AlreadyChosen
        );
        game.play_round();
    } else {
        game.run(choose(good));
    }
    assert_eq!(game.position().round(), 2);
    game.check_fold();
}

/// Returns every way in which a seat can tile its lines.
fn ways(position: &Position, seat: Seat) -> Vec<Vec<Placement>> {
    let placements = position.placements(seat);
    if placements.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for &first in &placements {
        let mut after = *position;
        after.tile_unchecked(seat, first);
        for mut way in ways(&after, seat) {
            way.insert(0, first);
            all.push(way);
        }
    }
    all
}

fn last_tiling(game: &TestGame) -> &Event {
    let mut events = game.log.iter().rev().map(|(event, _)| event);
    let tiled = events.find(|event| matches!(event, Event::Tiled { .. }));
    tiled.expect("there was a tiling")
}

#[test]
fn only_seats_with_a_choice_are_asked_for_columns() {
    // Counts tilings in which a seat was forced while others chose, and tilings in which all seats
    // with tiles to place were forced.
    let (mut spared, mut unasked) = (0, 0);
    for seed in 0..12 {
        let people = &["ana", "ben", "cid"][..2 + seed as usize % 2];
        let seats = Seat::ALL.into_iter().take(people.len());
        let mut rng = FastRng::new(seed);
        let mut any = |count: usize| below(&mut rng, count as u32) as usize;
        let mut game = TestGame::started(Wall::Grey, Clock::None, UndoPolicy::Off, people);
        game.chance = Box::new(SeededChance(seed));
        while game.table.status == Status::Running {
            let legal = game.position().legal_moves();
            // In some games only ana fills lines, and only the first: once its row has one space
            // left, no seat has a choice.
            let wanted = |m: &&Move| match m.destination() {
                Destination::Line(line) if seed % 3 == 0 => {
                    game.mover() == Seat::ONE && line.index() == 0
                }
                Destination::Line(_) => true,
                Destination::Floor => false,
            };
            let lines: Vec<_> = legal.iter().filter(wanted).collect();
            let floor = legal.iter().find(|m| m.destination() == Destination::Floor);
            let m = match &lines[..] {
                [] => *floor.expect("the floor is always legal"),
                some => *some[any(some.len())],
            };
            let mut position = *game.position();
            position.play(m).expect("a legal move");
            game.run(game.move_by_mover(m));
            if position.phase() != Phase::Tiling {
                continue;
            }
            let ways: Vec<_> = seats.clone().map(|seat| ways(&position, seat)).collect();
            let asked: Vec<_> = seats
                .clone()
                .filter(|seat| ways[seat.index()].len() > 1)
                .collect();
            let places = |seat: &Seat| !ways[seat.index()][0].is_empty();
            let free = seats.clone().filter(|seat| !asked.contains(seat));
            let placed = free.clone().filter(places).count();
            let mut expected: Vec<_> = ways.iter().map(|ways| ways[0].clone()).collect();
            if asked.is_empty() {
                unasked += usize::from(placed > 0);
            } else {
                spared += usize::from(placed > 0);
                assert_eq!(game.table.choosing(), asked);
                for seat in free {
                    let choice = Command::Choose {
                        player: game.player(seat),
                        seat: seat.into(),
                        placements: ways[seat.index()][0].clone(),
                    };
                    assert_eq!(game.expect_refusal(choice), ProblemCode::WrongPhase);
                }
            }
            for seat in asked {
                // Not the leftmost, which is the default.
                let way = ways[seat.index()].last().expect("there are several");
                expected[seat.index()].clone_from(way);
                game.run(Command::Choose {
                    player: game.player(seat),
                    seat: seat.into(),
                    placements: way.clone(),
                });
            }
            assert_eq!(*last_tiling(&game), Event::tiled(&expected));
        }
        game.check_fold();
    }
    assert!(spared > 0 && unasked > 0, "{spared} and {unasked}");
}

#[test]
fn bot_move_for_an_earlier_position_is_stale() {
    let mut game = TestGame::with_bots(1);
    game.send_nonce("ana");
    game.run(game.first_move());
    let m = game.position().legal_moves()[0];
    let ply = game.table.ply();
    let bot = |ply| Command::BotMove {
        seat: Seat::TWO,
        ply,
        m,
    };
    assert_eq!(game.expect_refusal(bot(ply - 1)), ProblemCode::Stale);
    let not_a_bot = Command::BotMove {
        seat: Seat::ONE,
        ply,
        m,
    };
    assert_eq!(game.expect_refusal(not_a_bot), ProblemCode::Stale);
    game.run(bot(ply));
    game.check_fold();
}

#[test]
fn checksum_distinguishes_states_and_hides_choices() {
    let mut game = TestGame::started(Wall::Grey, Clock::None, UndoPolicy::Ask, &["ana", "ben"]);
    let mut seen = vec![game.table.hash().to_owned()];
    while game.position().phase() == Phase::Offer {
        game.run(game.first_move());
        assert!(!seen.iter().any(|hash| hash == game.table.hash()));
        seen.push(game.table.hash().to_owned());
    }
    let seat = game.table.choosing()[0];
    let ways = |position: &Position| position.placements(seat).len();
    assert!(ways(game.position()) > 1);
    // Two different choices leave the same checksum.
    let mut hashes = Vec::new();
    for placements in [vec!["1:1".to_owned()], vec!["1:2".to_owned()]] {
        let mut table = game.table.clone();
        let chosen = Event::Chosen {
            seat: seat.into(),
            placements,
        };
        apply(&mut table, &chosen, game.now).expect("it folds");
        hashes.push(table.hash().to_owned());
    }
    assert_eq!(hashes[0], hashes[1]);
}

#[test]
fn fold_error_names_the_event() {
    let mut game = TestGame::two_players();
    let ply = game.table.ply();
    let wrong = Event::Moved {
        seat: SeatNumber::new(1),
        text: "9B1".to_owned(),
    };
    let error = apply(&mut game.table, &wrong, 0).expect_err("there is no factory 9");
    assert_eq!(error.ply, ply);
    assert!(error.to_string().contains("no such factory"), "{error}");
    let other = Event::Started {
        start: SeatNumber::new(1),
    };
    assert!(new_table(&other, 0).is_err());
}
