//! Commitments and reveals of nonces before the start.

use super::*;
use crate::draw::{Contribution, nonce_commitment};

fn nonce(byte: u8) -> String {
    const_hex::encode([byte; 32])
}

fn commit(player: &str, seat: u8, byte: u8) -> Command {
    let commitment = nonce_commitment(
        game_id().as_str(),
        seat_at(usize::from(seat) - 1),
        &[byte; 32],
    );
    Command::CommitNonce {
        player: id(player),
        commitment: const_hex::encode(commitment),
    }
}

fn send(player: &str, byte: u8) -> Command {
    Command::Nonce {
        player: id(player),
        nonce: nonce(byte),
    }
}

fn table_of(seats: Vec<SeatSetup>) -> TestGame {
    TestGame::new(
        settings(Wall::Coloured, Clock::None, UndoPolicy::Ask),
        seats,
    )
}

fn ana_and_ben() -> TestGame {
    table_of(vec![person("ana"), person("ben")])
}

fn contributions(game: &TestGame) -> Vec<Contribution> {
    let seats = game.table.all_seats();
    seats.map(|seat| game.table.contribution(seat)).collect()
}

#[test]
fn nonce_commitments_match_the_documented_example() {
    let commitment = nonce_commitment("7hKq2mPd", Seat::TWO, &[0x5e; 32]);
    assert_eq!(
        const_hex::encode(commitment),
        "c51fa44c91f1a24c2849bf86bd760ede53687cdfb16ec714aba92f196a108f21"
    );
}

#[test]
fn game_starts_once_every_commitment_is_revealed() {
    let mut game = ana_and_ben();
    game.run(commit("ana", 1, 1));
    game.run(commit("ben", 2, 2));
    assert_eq!(
        game.last_events(3),
        ["nonce_committed", "nonce_committed", "commitments_closed"]
    );
    let view = game_view(&game.table, &vec![SeatName::default(); 2]);
    assert!(view.draw.closed);
    assert_eq!(view.draw.scheme, "azulejo-draw-2");
    assert!(view.draw.nonce_commitments.iter().all(Option::is_some));
    assert_eq!(view.draw.nonces, [None, None]);
    game.run(send("ben", 2));
    assert_eq!(game.table.status, Status::Waiting);
    game.run(send("ana", 1));
    assert_eq!(game.last_events(3), ["nonce_sent", "started", "dealt"]);
    assert_eq!(game.table.nonces, [Some(nonce(1)), Some(nonce(2))]);
    assert_eq!(contributions(&game), [Contribution::Revealed; 2]);
    game.check_fold();
}

#[test]
fn commitments_close_only_when_the_table_is_full() {
    let mut game = table_of(vec![person("ana"), SeatSetup::Open]);
    game.run(commit("ana", 1, 1));
    game.now += 60_000;
    game.run(Command::Tick);
    assert!(game.table.commitments_closed_at.is_none());
    game.run(Command::Join {
        player: id("ben"),
        seat: None,
        invitation: None,
        nonce: None,
    });
    assert!(game.table.commitments_closed_at.is_none());
    game.run(commit("ben", 2, 2));
    assert!(game.table.commitments_closed_at.is_some());
}

#[test]
fn reveals_are_refused_before_the_commitments_are_closed() {
    let mut game = ana_and_ben();
    game.run(commit("ana", 1, 1));
    assert_eq!(game.expect_refusal(send("ana", 1)), ProblemCode::WrongPhase);
    assert_eq!(game.table.nonces, [None, None]);
}

#[test]
fn reveal_must_match_its_commitment() {
    let mut game = ana_and_ben();
    game.run(commit("ana", 1, 1));
    // A commitment is bound to its seat: this one was copied from Ana's.
    game.run(commit("ben", 1, 1));
    assert_eq!(game.expect_refusal(send("ana", 3)), ProblemCode::Malformed);
    assert_eq!(game.expect_refusal(send("ben", 1)), ProblemCode::Malformed);
    game.run(send("ana", 1));
    assert_eq!(game.table.status, Status::Waiting);
}

#[test]
fn only_the_first_commitment_counts() {
    let mut game = ana_and_ben();
    game.run(commit("ana", 1, 1));
    game.run(commit("ana", 1, 3));
    game.run(commit("ben", 2, 2));
    assert_eq!(game.expect_refusal(send("ana", 3)), ProblemCode::Malformed);
    // A retry after the closing changes nothing.
    let ply = game.table.ply();
    game.run(commit("ana", 1, 1));
    assert_eq!(game.table.ply(), ply);
}

#[test]
fn missing_commitment_delays_the_reveals_by_ten_seconds() {
    let mut game = ana_and_ben();
    game.run(commit("ana", 1, 1));
    assert_eq!(game.next_deadline(), Some(10_000));
    game.now = 10_000;
    game.run(Command::Tick);
    assert_eq!(game.last_events(1), ["commitments_closed"]);
    assert_eq!(
        game.expect_refusal(commit("ben", 2, 2)),
        ProblemCode::WrongPhase
    );
    game.run(send("ana", 1));
    assert_eq!(game.table.status, Status::Running);
    assert_eq!(
        contributions(&game),
        [Contribution::Revealed, Contribution::Uncommitted]
    );
    game.check_fold();
}

#[test]
fn withheld_nonce_delays_the_start_by_ten_seconds() {
    let mut game = ana_and_ben();
    game.run(commit("ana", 1, 1));
    game.now = 7_000;
    game.run(commit("ben", 2, 2));
    game.run(send("ana", 1));
    assert_eq!(game.next_deadline(), Some(17_000));
    game.now = 16_999;
    game.run(Command::Tick);
    assert_eq!(game.table.status, Status::Waiting);
    game.now = 17_000;
    game.run(Command::Tick);
    assert_eq!(game.table.status, Status::Running);
    assert_eq!(game.table.nonces, [Some(nonce(1)), None]);
    assert_eq!(
        contributions(&game),
        [Contribution::Revealed, Contribution::Withheld]
    );
    assert_eq!(game.expect_refusal(send("ben", 2)), ProblemCode::Started);
    game.check_fold();
}

#[test]
fn downtime_extends_the_time_for_reveals() {
    let mut game = ana_and_ben();
    game.run(commit("ana", 1, 1));
    game.run(commit("ben", 2, 2));
    let since = Timestamp::from_unix_ms(game.now + 1_000);
    game.now += 60_000;
    let until = game.time();
    game.run(Command::Resumed { since, until });
    game.run(Command::Tick);
    assert_eq!(game.table.status, Status::Waiting);
    game.run(send("ana", 1));
    game.run(send("ben", 2));
    assert_eq!(contributions(&game), [Contribution::Revealed; 2]);
    game.check_fold();
}

/// Clients of the older scheme send a nonce without a commitment.
#[test]
fn open_nonce_counts_if_it_comes_before_the_reveals() {
    let mut game = ana_and_ben();
    game.run(send("ben", 2));
    game.run(commit("ana", 1, 1));
    assert_eq!(game.last_events(1), ["commitments_closed"]);
    game.run(send("ana", 1));
    assert_eq!(game.table.nonces, [Some(nonce(1)), Some(nonce(2))]);
    assert_eq!(
        contributions(&game),
        [Contribution::Revealed, Contribution::Open]
    );
    game.check_fold();

    let mut late = ana_and_ben();
    late.run(commit("ana", 1, 1));
    late.now = 10_000;
    late.run(Command::Tick);
    assert_eq!(late.expect_refusal(send("ben", 2)), ProblemCode::WrongPhase);
}

#[test]
fn open_nonce_cannot_be_followed_by_a_commitment() {
    let mut game = ana_and_ben();
    game.run(send("ana", 1));
    assert_eq!(
        game.expect_refusal(commit("ana", 1, 3)),
        ProblemCode::WrongPhase
    );
}

#[test]
fn one_commitment_covers_all_seats_on_one_screen() {
    let level = Level::Tiler;
    let seats = vec![person("ana"), SeatSetup::Bot { level }, person("ana")];
    let mut game = table_of(seats);
    game.run(commit("ana", 1, 1));
    game.run(send("ana", 1));
    assert_eq!(game.table.status, Status::Running);
    assert_eq!(
        contributions(&game),
        [
            Contribution::Revealed,
            Contribution::Bot,
            Contribution::Shared
        ]
    );
}

#[test]
fn games_of_the_older_scheme_take_no_commitments() {
    let first = Event::Created {
        settings: settings(Wall::Coloured, Clock::None, UndoPolicy::Ask),
        seats: vec![person("ana"), person("ben")],
        host: id("ana").into(),
        invitation: "letmein".to_owned(),
        commitment: "c0".to_owned(),
        clock_rules: WITHOUT_LAG,
        draw_scheme: DrawScheme::Open,
    };
    let text = serde_json::to_string(&first).expect("it writes");
    assert!(!text.contains("draw_scheme"), "{text}");
    let mut game = ana_and_ben();
    game.table = new_table(&first, 0).expect("a table");
    game.log = vec![(first, 0)];
    assert_eq!(
        game.expect_refusal(commit("ana", 1, 1)),
        ProblemCode::WrongPhase
    );
    game.run(send("ana", 1));
    game.run(send("ben", 2));
    assert_eq!(game.table.status, Status::Running);
    let view = game_view(&game.table, &vec![SeatName::default(); 2]);
    assert_eq!(view.draw.scheme, "azulejo-draw-1");
    assert!(!view.draw.closed);
    game.check_fold();
}

#[test]
fn record_names_what_each_seat_contributed() {
    let mut game = table_of(vec![person("ana"), person("ben"), person("cid")]);
    game.run(commit("ana", 1, 1));
    game.run(commit("ben", 2, 2));
    game.now = 10_000;
    game.run(Command::Tick);
    game.run(send("ana", 1));
    game.now = 20_000;
    game.run(Command::Tick);
    for (seat, player) in [(1, "ana"), (2, "ben"), (3, "cid")] {
        if game.table.status == Status::Running {
            game.run(Command::Resign {
                player: id(player),
                seat: SeatNumber::new(seat),
            });
        }
    }
    let record = game.table.record(&[None, None, None]).expect("a record");
    let (_, proof) = record.extra.last().expect("a proof");
    let proof: serde_json::Value = serde_json::from_str(proof).expect("JSON");
    assert_eq!(proof["scheme"], "azulejo-draw-2");
    assert_eq!(proof["start"], 1);
    assert_eq!(
        proof["contributions"],
        serde_json::json!(["revealed", "withheld", "uncommitted"])
    );
    assert_eq!(proof["nonces"], serde_json::json!([nonce(1), null, null]));
    assert!(proof["nonce_commitments"][1].is_string());
    assert!(proof["nonce_commitments"][2].is_null());
}
