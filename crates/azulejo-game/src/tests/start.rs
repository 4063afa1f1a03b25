//! Seats, random bytes and the start.

use super::*;

#[test]
fn a_game_starts_when_every_person_has_sent_random_bytes() {
    let mut story = Story::new(
        settings(Wall::Coloured, Clock::None, UndoPolicy::Ask),
        vec![person("ana"), FirstHolder::Invited],
    );
    story.does(Command::Nonce {
        player: "ana".to_owned(),
        nonce: "aa".repeat(16),
    });
    assert_eq!(story.table.status, Status::Waiting);
    story.does(Command::Join {
        player: "ben".to_owned(),
        seat: None,
        invitation: Some("letmein".to_owned()),
        nonce: Some("bb".repeat(16)),
    });
    assert_eq!(
        story.last_events(4),
        ["seated", "nonce_sent", "started", "dealt"]
    );
    assert_eq!(
        story.table.nonces[0].as_deref(),
        Some("aa".repeat(16).as_str())
    );
    story.check_fold();
}

#[test]
fn missing_random_bytes_hold_a_game_up_for_ten_seconds_only() {
    let mut story = Story::among_bots(1);
    assert_eq!(story.table.next_deadline(), Some(10_000));
    story.now = 9_999;
    story.does(Command::Tick);
    assert_eq!(story.table.status, Status::Waiting);
    story.now = 10_000;
    story.does(Command::Tick);
    assert_eq!(story.table.status, Status::Running);
    assert_eq!(story.table.nonces, [None, None]);
    story.check_fold();
}

#[test]
fn only_the_first_random_bytes_of_a_person_count() {
    let mut story = Story::new(
        settings(Wall::Coloured, Clock::None, UndoPolicy::Ask),
        vec![person("ana"), FirstHolder::Open],
    );
    for bytes in ["aa", "bb"] {
        story.does(Command::Nonce {
            player: "ana".to_owned(),
            nonce: bytes.repeat(16),
        });
    }
    assert_eq!(
        story.table.nonces[0].as_deref(),
        Some("aa".repeat(16).as_str())
    );
}

#[test]
fn seats_are_taken_by_those_who_may() {
    let mut story = Story::new(
        settings(Wall::Coloured, Clock::None, UndoPolicy::Ask),
        vec![person("ana"), FirstHolder::Invited, FirstHolder::Open],
    );
    let join = |player: &str, seat, invitation: Option<&str>| Command::Join {
        player: player.to_owned(),
        seat,
        invitation: invitation.map(str::to_owned),
        nonce: None,
    };
    assert_eq!(
        story.refused(join("ana", None, None)),
        ProblemCode::AlreadySeated
    );
    assert_eq!(
        story.refused(join("ben", Some(1), None)),
        ProblemCode::SeatTaken
    );
    assert_eq!(
        story.refused(join("ben", Some(2), None)),
        ProblemCode::BadInvitation
    );
    assert_eq!(
        story.refused(join("ben", Some(2), Some("guess"))),
        ProblemCode::BadInvitation
    );
    assert_eq!(
        story.refused(join("ben", Some(9), None)),
        ProblemCode::NotFound
    );
    story.does(join("ben", None, None));
    assert_eq!(story.table.seats[2].person(), Some("ben"));
    // Whoever did not hear the answer asks again, and nothing more happens.
    let ply = story.table.ply();
    story.does(join("ben", None, None));
    story.does(join("ben", Some(3), None));
    assert_eq!(story.table.ply(), ply);
    assert_eq!(
        story.refused(join("ben", Some(2), None)),
        ProblemCode::AlreadySeated
    );
    assert_eq!(
        story.refused(join("cid", None, None)),
        ProblemCode::SeatTaken
    );
    story.does(Command::RenewInvitation {
        player: "ana".to_owned(),
        invitation: "another".to_owned(),
    });
    assert_eq!(
        story.refused(join("cid", None, Some("letmein"))),
        ProblemCode::BadInvitation
    );
    story.does(join("cid", None, Some("another")));
    assert_eq!(story.table.seats[1].person(), Some("cid"));
    story.check_fold();
}

#[test]
fn the_host_alone_fills_frees_and_cancels_before_the_start() {
    let mut story = Story::new(
        settings(Wall::Coloured, Clock::None, UndoPolicy::Ask),
        vec![person("ana"), FirstHolder::Open, FirstHolder::Invited],
    );
    story.does(Command::Join {
        player: "ben".to_owned(),
        seat: Some(2),
        invitation: None,
        nonce: None,
    });
    let bot = |player: &str, seat| Command::SeatBot {
        player: player.to_owned(),
        seat,
        level: Level::Master,
    };
    let unseat = |player: &str, seat| Command::Unseat {
        player: player.to_owned(),
        seat,
    };
    let cancel = |player: &str| Command::Cancel {
        player: player.to_owned(),
    };
    assert_eq!(story.refused(bot("ben", 3)), ProblemCode::Forbidden);
    assert_eq!(story.refused(bot("ana", 2)), ProblemCode::SeatTaken);
    assert_eq!(story.refused(unseat("cid", 2)), ProblemCode::Forbidden);
    assert_eq!(story.refused(unseat("ana", 1)), ProblemCode::Forbidden);
    assert_eq!(story.refused(cancel("ben")), ProblemCode::Forbidden);
    story.does(unseat("ana", 2));
    assert_eq!(story.table.seats[1].holder, Holder::Open);
    story.does(bot("ana", 3));
    story.does(unseat("ana", 3));
    assert_eq!(story.table.seats[2].holder, Holder::Invited);
    story.does(cancel("ana"));
    assert_eq!(story.table.status, Status::Cancelled);
    assert_eq!(story.table.secret.as_deref(), Some("5ec2e7"));
    assert_eq!(story.refused(cancel("ana")), ProblemCode::Ended);
    story.check_fold();
}

/// A chance that lets a seat start.
struct StartsAt(u8);

impl Chance for StartsAt {
    fn start(&self, _: &[Option<String>], players: PlayerCount) -> u8 {
        assert!(usize::from(self.0) <= players.count());
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
fn the_first_to_move_is_who_was_chosen_or_whom_chance_names() {
    let names = ["ana", "ben", "cid", "dea"];
    for seats in 2..=4 {
        for first in 1..=seats {
            let other = first % seats + 1;
            // What is chosen counts whatever chance would say.
            for (chosen, by_chance) in [(Some(first), other), (None, first)] {
                let people = &names[..usize::from(seats)];
                let mut story = Story::new(
                    Settings {
                        start: chosen,
                        ..settings(Wall::Coloured, Clock::None, UndoPolicy::Ask)
                    },
                    people.iter().map(|name| person(name)).collect(),
                );
                story.chance = Box::new(StartsAt(by_chance));
                for name in people {
                    story.sends_nonce(name);
                }
                let started = Event::Started { start: first };
                assert!(story.log.iter().any(|(event, _)| *event == started));
                assert_eq!(story.mover(), usize::from(first) - 1);
                assert_eq!(story.table.first_start(), Some(usize::from(first) - 1));
                story.check_fold();
            }
        }
    }
}
