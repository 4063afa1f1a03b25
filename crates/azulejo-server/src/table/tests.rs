//! Stories at a table: every rule around the game, without sockets and without a store.

use std::borrow::Borrow;

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::game::{Clock, EndedBy, Level, Settings, Status, TakeoverReason, UndoPolicy};
use azulejo_protocol::table::Wall;
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Deal, Phase, Players, Position};

use super::decide::{Chance, Command, NONCE_WAIT_MS, UNDO_ANSWER_MS};
use super::event::{Event, FirstHolder};
use super::tiling::seat_at;
use super::{Holder, Table};

/// Draws that hang on nothing but the round.
struct SeededChance(u64);

impl Chance for SeededChance {
    fn start(&self, _: &[Option<String>], _: Players) -> u8 {
        2
    }

    fn deal(&self, _: &[Option<String>], position: &Position) -> Deal {
        position.sample_deal(&mut FastRng::new(self.0 + u64::from(position.round())))
    }

    fn reveal(&self) -> String {
        "5ec2e7".to_owned()
    }
}

/// A table with the log that made it.
struct Story {
    table: Table,
    log: Vec<(Event, i64)>,
    now: i64,
}

fn settings(wall: Wall, clock: Clock, undo: UndoPolicy) -> Settings {
    Settings {
        wall,
        clock,
        undo,
        public: false,
        start: Some(1),
    }
}

fn person(name: &str) -> FirstHolder {
    FirstHolder::Human {
        player: name.to_owned(),
    }
}

impl Story {
    fn new(settings: Settings, seats: Vec<FirstHolder>) -> Self {
        let first = Event::Created {
            settings,
            seats,
            host: "ana".to_owned(),
            invitation: "letmein".to_owned(),
            commitment: "c0".to_owned(),
        };
        let table = Table::new("game", &first, 0).expect("a table");
        Self {
            table,
            log: vec![(first, 0)],
            now: 1_000,
        }
    }

    /// Two people who have started, without a clock.
    fn of_two() -> Self {
        Self::started(
            Wall::Coloured,
            Clock::None,
            UndoPolicy::Ask,
            &["ana", "ben"],
        )
    }

    fn started(wall: Wall, clock: Clock, undo: UndoPolicy, people: &[&str]) -> Self {
        let seats = people.iter().map(|name| person(name)).collect();
        let mut story = Self::new(settings(wall, clock, undo), seats);
        for (index, name) in people.iter().enumerate() {
            if people[..index].contains(name) {
                continue;
            }
            story.does(Command::Nonce {
                player: (*name).to_owned(),
                nonce: "00".repeat(16),
            });
        }
        assert_eq!(story.table.status, Status::Running);
        story
    }

    fn tries(&mut self, command: &Command) -> Result<(), ProblemCode> {
        let decided = self
            .table
            .decide(command, self.now, &SeededChance(7))
            .map_err(|problem| problem.code)?;
        for (event, _) in &decided.events {
            self.log.push((event.clone(), self.now));
        }
        self.table = decided.table;
        Ok(())
    }

    fn does(&mut self, command: impl Borrow<Command>) {
        let command = command.borrow();
        assert_eq!(self.tries(command), Ok(()), "{command:?}");
    }

    fn refused(&mut self, command: impl Borrow<Command>) -> ProblemCode {
        let before = self.table.hash().to_owned();
        let code = self.tries(command.borrow()).expect_err("it is refused");
        assert_eq!(self.table.hash(), before, "a refusal changes nothing");
        code
    }

    fn mover(&self) -> usize {
        self.position().to_move().index()
    }

    fn position(&self) -> &Position {
        self.table.position().expect("the game has started")
    }

    fn player(&self, seat: usize) -> String {
        self.table.seats[seat]
            .person()
            .expect("a person")
            .to_owned()
    }

    fn move_by_mover(&self, text: String) -> Command {
        let seat = self.mover();
        Command::Move {
            player: self.player(seat),
            seat: seat as u8 + 1,
            ply: self.table.ply(),
            text,
        }
    }

    fn first_move(&self) -> Command {
        self.move_by_mover(self.position().legal_moves()[0].to_string())
    }

    /// Plays first moves until the offer is over, and tiles by what is leftmost.
    fn play_round(&mut self) {
        let round = self.position().round();
        while self.table.status == Status::Running && self.position().round() == round {
            match self.position().phase() {
                Phase::Offer => self.does(self.first_move()),
                _ => {
                    for seat in self.table.choosing() {
                        let placements = self.table.leftmost_choice(seat);
                        self.does(Command::Choose {
                            player: self.player(seat),
                            seat: seat as u8 + 1,
                            placements,
                        });
                    }
                }
            }
        }
    }

    /// The fold of the log is the table.
    fn check_fold(&self) {
        let mut log = self.log.iter();
        let (first, at) = log.next().expect("a log");
        let mut table = Table::new("game", first, *at).expect("it folds");
        for (event, at) in log {
            let text = serde_json::to_string(event).expect("it writes");
            let event: Event = serde_json::from_str(&text).expect("it reads");
            table.apply(&event, *at).expect("it folds");
        }
        assert_eq!(table.hash(), self.table.hash());
        assert_eq!(table.ply(), self.table.ply());
        assert_eq!(format!("{table:?}"), format!("{:?}", self.table));
    }

    fn last_events(&self, count: usize) -> Vec<&'static str> {
        let from = self.log.len() - count;
        self.log[from..]
            .iter()
            .map(|(event, _)| event.kind())
            .collect()
    }
}

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
    let seats = vec![
        person("ana"),
        FirstHolder::Bot {
            level: Level::Tiler,
        },
    ];
    let mut story = Story::new(
        settings(Wall::Coloured, Clock::None, UndoPolicy::Free),
        seats,
    );
    assert_eq!(story.table.next_deadline(), Some(NONCE_WAIT_MS));
    story.now = NONCE_WAIT_MS - 1;
    story.does(Command::Tick);
    assert_eq!(story.table.status, Status::Waiting);
    story.now = NONCE_WAIT_MS;
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

    story.does(Command::Undo {
        player: "ana".to_owned(),
        seat: 1,
        to,
    });
    story.now += UNDO_ANSWER_MS;
    story.does(Command::Tick);
    assert_eq!(story.table.undo, None);
    assert_eq!(story.last_events(1), ["undo_refused"]);
    story.check_fold();
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
fn of_two_the_other_wins_when_one_resigns() {
    let mut story = Story::of_two();
    story.does(Command::Resign {
        player: "ben".to_owned(),
        seat: 2,
    });
    let end = story.table.end.expect("an end");
    assert_eq!((end.by, end.seat), (EndedBy::Resigned, Some(1)));
    let names = vec![Some("Ana".to_owned()), None];
    let record = story.table.record(&names).expect("a record");
    record.replay().expect("it follows the rules");
    assert_eq!(record.winners, Some(vec![seat_at(0)]));
    assert_eq!(record.players[1], "deleted player");
    story.check_fold();
}

#[test]
fn of_three_a_bot_plays_on_and_the_seat_cannot_win() {
    let people = ["ana", "ben", "cid"];
    let mut story = Story::started(Wall::Coloured, Clock::None, UndoPolicy::Ask, &people);
    story.does(Command::Resign {
        player: "ben".to_owned(),
        seat: 2,
    });
    assert_eq!(story.table.status, Status::Running);
    let seat = &story.table.seats[1];
    assert_eq!(seat.bot(), Some(Level::Artisan));
    assert!(!seat.can_win);
    let back = Command::TakeBack {
        player: "ben".to_owned(),
        seat: 2,
    };
    assert_eq!(story.refused(back), ProblemCode::Forbidden);
    story.does(Command::Resign {
        player: "cid".to_owned(),
        seat: 3,
    });
    assert_eq!(
        story.table.status,
        Status::Finished,
        "one is left who can win"
    );
    let names = vec![Some("A".to_owned()); 3];
    let record = story.table.record(&names).expect("a record");
    record.replay().expect("it follows the rules");
    assert_eq!(record.takeovers.map(|t| t.len()), Some(1));
    story.check_fold();
}

#[test]
fn when_the_last_person_leaves_the_bots_the_game_ends() {
    let seats = vec![
        person("ana"),
        FirstHolder::Bot {
            level: Level::Tiler,
        },
        FirstHolder::Bot {
            level: Level::Tiler,
        },
    ];
    let mut story = Story::new(
        settings(Wall::Coloured, Clock::None, UndoPolicy::Free),
        seats,
    );
    story.does(Command::Nonce {
        player: "ana".to_owned(),
        nonce: "00".repeat(16),
    });
    story.does(Command::Resign {
        player: "ana".to_owned(),
        seat: 1,
    });
    assert_eq!(story.table.status, Status::Finished);
}

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

#[test]
fn the_others_vote_an_absent_seat_to_a_bot_and_the_person_takes_it_back() {
    let people = ["ana", "ben", "cid"];
    let mut story = Story::started(Wall::Coloured, Clock::None, UndoPolicy::Ask, &people);
    let vote = |player: &str, seat, away| Command::Vote {
        player: player.to_owned(),
        seat,
        away,
    };
    assert_eq!(story.refused(vote("ana", 1, 1)), ProblemCode::Forbidden);
    story.does(vote("ana", 1, 3));
    assert_eq!(story.table.seats[2].bot(), None);
    story.does(vote("ben", 2, 3));
    assert_eq!(
        story.table.seats[2].taken_over,
        Some((Level::Artisan, TakeoverReason::Vote))
    );
    assert!(story.table.seats[2].can_win);
    story.does(Command::TakeBack {
        player: "cid".to_owned(),
        seat: 3,
    });
    assert_eq!(story.table.seats[2].bot(), None);
    story.check_fold();
}

#[test]
fn a_bot_s_answer_to_an_older_question_is_refused() {
    let seats = vec![
        person("ana"),
        FirstHolder::Bot {
            level: Level::Tiler,
        },
    ];
    let mut story = Story::new(
        settings(Wall::Coloured, Clock::None, UndoPolicy::Free),
        seats,
    );
    story.does(Command::Nonce {
        player: "ana".to_owned(),
        nonce: "00".repeat(16),
    });
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
fn a_rematch_is_agreed_on_by_everybody() {
    let mut story = Story::of_two();
    let agree = |player: &str, agree| Command::Rematch {
        player: player.to_owned(),
        agree,
    };
    assert_eq!(story.refused(agree("ana", true)), ProblemCode::WrongPhase);
    story.does(Command::Resign {
        player: "ben".to_owned(),
        seat: 2,
    });
    assert_eq!(story.refused(agree("eve", true)), ProblemCode::NotYourSeat);
    story.does(agree("ana", true));
    story.does(agree("ana", false));
    assert_eq!(story.table.rematch, None);
    story.does(agree("ana", true));
    story.does(agree("ben", true));
    let made = Command::RematchMade {
        game: "other".to_owned(),
    };
    story.does(made.clone());
    assert_eq!(story.refused(made), ProblemCode::WrongPhase);
    assert_eq!(story.refused(agree("ben", false)), ProblemCode::WrongPhase);
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
