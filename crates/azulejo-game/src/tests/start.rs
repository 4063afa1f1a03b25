//! Seats, nonces and the start.

use super::*;

#[test]
fn game_starts_once_every_person_has_sent_a_nonce() {
    let mut game = TestGame::new(
        settings(Wall::Coloured, Clock::None, UndoPolicy::Ask),
        vec![person("ana"), SeatSetup::Invited],
    );
    game.run(Command::Nonce {
        player: id("ana"),
        nonce: "aa".repeat(16),
    });
    assert_eq!(game.table.status, Status::Waiting);
    game.run(Command::Join {
        player: id("ben"),
        seat: None,
        invitation: Some("letmein".to_owned()),
        nonce: Some("bb".repeat(16)),
    });
    assert_eq!(
        game.last_events(4),
        ["seated", "nonce_sent", "started", "dealt"]
    );
    assert_eq!(
        game.table.nonces[0].as_deref(),
        Some("aa".repeat(16).as_str())
    );
    game.check_fold();
}

#[test]
fn missing_nonces_delay_the_start_by_ten_seconds_at_most() {
    let mut game = TestGame::with_bots(1);
    assert_eq!(game.next_deadline(), Some(10_000));
    game.now = 9_999;
    game.run(Command::Tick);
    assert_eq!(game.table.status, Status::Waiting);
    game.now = 10_000;
    game.run(Command::Tick);
    assert_eq!(game.table.status, Status::Running);
    assert_eq!(game.table.nonces, [None, None]);
    game.check_fold();
}

#[test]
fn only_the_first_nonce_of_a_person_counts() {
    let mut game = TestGame::new(
        settings(Wall::Coloured, Clock::None, UndoPolicy::Ask),
        vec![person("ana"), SeatSetup::Open],
    );
    for bytes in ["aa", "bb"] {
        game.run(Command::Nonce {
            player: id("ana"),
            nonce: bytes.repeat(16),
        });
    }
    assert_eq!(
        game.table.nonces[0].as_deref(),
        Some("aa".repeat(16).as_str())
    );
}

#[test]
fn joining_respects_reservations_and_invitations() {
    let mut game = TestGame::new(
        settings(Wall::Coloured, Clock::None, UndoPolicy::Ask),
        vec![person("ana"), SeatSetup::Invited, SeatSetup::Open],
    );
    let join = |player: &str, seat: Option<u8>, invitation: Option<&str>| Command::Join {
        player: id(player),
        seat: seat.map(SeatNumber::new),
        invitation: invitation.map(str::to_owned),
        nonce: None,
    };
    assert_eq!(
        game.expect_refusal(join("ana", None, None)),
        ProblemCode::AlreadySeated
    );
    assert_eq!(
        game.expect_refusal(join("ben", Some(1), None)),
        ProblemCode::SeatTaken
    );
    assert_eq!(
        game.expect_refusal(join("ben", Some(2), None)),
        ProblemCode::BadInvitation
    );
    assert_eq!(
        game.expect_refusal(join("ben", Some(2), Some("guess"))),
        ProblemCode::BadInvitation
    );
    assert_eq!(
        game.expect_refusal(join("ben", Some(9), None)),
        ProblemCode::NotFound
    );
    game.run(join("ben", None, None));
    assert_eq!(game.table.seats[2].person(), Some(id("ben").into()));
    // A retry changes nothing.
    let ply = game.table.ply();
    game.run(join("ben", None, None));
    game.run(join("ben", Some(3), None));
    assert_eq!(game.table.ply(), ply);
    assert_eq!(
        game.expect_refusal(join("ben", Some(2), None)),
        ProblemCode::AlreadySeated
    );
    assert_eq!(
        game.expect_refusal(join("cid", None, None)),
        ProblemCode::SeatTaken
    );
    game.run(Command::RenewInvitation {
        player: id("ana"),
        invitation: "another".to_owned(),
    });
    assert_eq!(
        game.expect_refusal(join("cid", None, Some("letmein"))),
        ProblemCode::BadInvitation
    );
    game.run(join("cid", None, Some("another")));
    assert_eq!(game.table.seats[1].person(), Some(id("cid").into()));
    game.check_fold();
}

#[test]
fn only_the_host_fills_and_frees_seats_and_cancels() {
    let mut game = TestGame::new(
        settings(Wall::Coloured, Clock::None, UndoPolicy::Ask),
        vec![person("ana"), SeatSetup::Open, SeatSetup::Invited],
    );
    game.run(Command::Join {
        player: id("ben"),
        seat: Some(SeatNumber::new(2)),
        invitation: None,
        nonce: None,
    });
    let bot = |player: &str, seat| Command::SeatBot {
        player: id(player),
        seat: SeatNumber::new(seat),
        level: Level::Master,
    };
    let unseat = |player: &str, seat| Command::Unseat {
        player: id(player).into(),
        seat: SeatNumber::new(seat),
    };
    let cancel = |player: &str| Command::Cancel {
        player: id(player).into(),
    };
    assert_eq!(game.expect_refusal(bot("ben", 3)), ProblemCode::Forbidden);
    assert_eq!(game.expect_refusal(bot("ana", 2)), ProblemCode::SeatTaken);
    assert_eq!(
        game.expect_refusal(unseat("cid", 2)),
        ProblemCode::Forbidden
    );
    assert_eq!(
        game.expect_refusal(unseat("ana", 1)),
        ProblemCode::Forbidden
    );
    assert_eq!(game.expect_refusal(cancel("ben")), ProblemCode::Forbidden);
    game.run(unseat("ana", 2));
    assert_eq!(game.table.seats[1].occupant, Occupant::Open);
    game.run(bot("ana", 3));
    game.run(unseat("ana", 3));
    assert_eq!(game.table.seats[2].occupant, Occupant::Invited);
    game.run(cancel("ana"));
    assert_eq!(game.table.status, Status::Cancelled);
    assert_eq!(game.table.secret.as_deref(), Some("5ec2e7"));
    assert_eq!(game.expect_refusal(cancel("ana")), ProblemCode::Ended);
    game.check_fold();
}

/// Lets the given seat start.
struct StartsAt(Seat);

impl Chance for StartsAt {
    fn start(&self, _: &[Option<String>], players: PlayerCount) -> Seat {
        assert!(self.0.number() <= players.count());
        self.0
    }

    fn deal(&self, nonces: &[Option<String>], position: &Position) -> Deal {
        SeededChance(7).deal(nonces, position)
    }

    fn reveal(&self) -> String {
        SeededChance(7).reveal()
    }
}

#[test]
fn start_seat_is_the_chosen_one_or_drawn() {
    let names = ["ana", "ben", "cid", "dea"];
    for seats in 2..=4 {
        for first in 1..=seats {
            let other = first % seats + 1;
            // A chosen start seat overrides the draw.
            for (chosen, by_chance) in [(Some(first), other), (None, first)] {
                let people = &names[..usize::from(seats)];
                let mut game = TestGame::new(
                    Settings {
                        start: chosen,
                        ..settings(Wall::Coloured, Clock::None, UndoPolicy::Ask)
                    },
                    people.iter().map(|name| person(name)).collect(),
                );
                game.chance = Box::new(StartsAt(seat_at(usize::from(by_chance) - 1)));
                for name in people {
                    game.send_nonce(name);
                }
                let started = Event::Started {
                    start: SeatNumber::new(first),
                };
                assert!(game.log.iter().any(|(event, _)| *event == started));
                assert_eq!(game.mover().number(), usize::from(first));
                assert_eq!(game.table.first_start(), Some(game.mover()));
                game.check_fold();
            }
        }
    }
}
