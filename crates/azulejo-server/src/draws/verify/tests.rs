//! Every forgery of a proof is found, under both schemes.

use azulejo_rules::record::EndedBy;
use azulejo_rules::{Game, Phase, Wall};
use serde_json::{Value, json};

use super::*;

const GAME: &str = "7hKq2mPd";
const SECRET: [u8; 32] = [0xc4; 32];

/// The inputs of a game: Ana, a bot, and Ben.
struct Inputs {
    /// The nonces that went into the draws.
    nonces: [Option<Vec<u8>>; 3],
    /// The start player chosen by the host.
    start: Option<u8>,
}

fn all_revealed() -> Inputs {
    Inputs {
        nonces: [Some(vec![1; 32]), None, Some(vec![2; 32])],
        start: None,
    }
}

/// Plays a game of two rounds with the draws that follow from the inputs.
fn play(inputs: &Inputs) -> Record {
    play_rounds(inputs, 2)
}

/// Plays a game with the draws that follow from the inputs, and stops it after some rounds.
fn play_rounds(inputs: &Inputs, rounds: u16) -> Record {
    let key = DrawKey::new(&SECRET, GAME, &inputs.nonces);
    let chosen = inputs.start.and_then(|seat| Seat::new(usize::from(seat)));
    let start = chosen.unwrap_or_else(|| key.start(PlayerCount::Three));
    let names = ["Ana", "bot:tiler", "Ben"].map(str::to_owned).to_vec();
    let mut game = Game::new(names, Wall::Coloured, start).expect("a game");
    while game.position().round() <= rounds && !game.has_ended() {
        let position = *game.position();
        let step = match position.phase() {
            Phase::Refill => Step::Deal(key.deal(&position)),
            Phase::Offer => Step::Move(position.legal_moves()[0]),
            _ => match next_tile(&position) {
                Some(step) => step,
                None => Step::Settle,
            },
        };
        game.step_explained(step).expect("a legal step");
    }
    if !game.has_ended() {
        game.stop(EndedBy::Aborted).expect("it can be stopped");
    }
    game.record().clone()
}

/// Returns the next tiling step of the coloured wall, which leaves no choice.
fn next_tile(position: &azulejo_rules::Position) -> Option<Step> {
    let seats = position.start().clockwise(position.players());
    seats.into_iter().find_map(|seat| {
        let placement = position.placements(seat).first().copied()?;
        Some(Step::Tile(seat, placement))
    })
}

fn hex(nonce: Option<&[u8]>) -> Value {
    nonce.map_or(Value::Null, |nonce| json!(to_hex(nonce)))
}

/// Returns the proof of the current scheme.
fn proof(inputs: &Inputs) -> Value {
    let seats = Seat::ALL.into_iter().zip(&inputs.nonces);
    let commitments: Vec<_> = seats
        .map(|(seat, nonce)| {
            let commitment = nonce
                .as_deref()
                .map(|nonce| nonce_commitment(GAME, seat, nonce));
            hex(commitment.as_ref().map(<[u8; 32]>::as_slice))
        })
        .collect();
    let nonces: Vec<_> = inputs
        .nonces
        .iter()
        .map(|nonce| hex(nonce.as_deref()))
        .collect();
    json!({
        "scheme": "azulejo-draw-2",
        "game": GAME,
        "commitment": to_hex(&commitment(&SECRET, GAME)),
        "start": inputs.start,
        "contributions": ["revealed", "bot", "revealed"],
        "nonce_commitments": commitments,
        "nonces": nonces,
        "secret": to_hex(&SECRET),
    })
}

/// Returns the proof of the older scheme.
fn older_proof(inputs: &Inputs) -> Value {
    let mut proof = proof(inputs);
    let fields = proof.as_object_mut().expect("an object");
    for field in ["start", "contributions", "nonce_commitments"] {
        fields.remove(field);
    }
    proof["scheme"] = json!("azulejo-draw-1");
    proof
}

fn check(mut record: Record, proof: &Value) -> Result<Verified, NotVerified> {
    record.extra.push(("draw".to_owned(), proof.to_string()));
    verify(&record)
}

#[test]
fn honest_records_of_both_schemes_verify() {
    let inputs = all_revealed();
    let verified = check(play(&inputs), &proof(&inputs)).expect("it verifies");
    assert_eq!(verified.scheme, DrawScheme::CommitReveal);
    assert_eq!(verified.start, StartPlayer::Drawn);
    assert_eq!(verified.seats_with_nonce(), [1, 3]);
    assert_eq!(verified.seats_with(Contribution::Bot), [2]);
    assert_eq!(verified.rounds, 2);
    let verified = check(play(&inputs), &older_proof(&inputs)).expect("it verifies");
    assert_eq!(verified.scheme, DrawScheme::Open);
    assert_eq!(verified.start, StartPlayer::Drawn);
}

/// The example is long enough for the lid to return to the bag. The tests of the web client verify
/// it as well.
#[test]
fn example_record_is_current_and_verifies() {
    let inputs = all_revealed();
    let mut record = play_rounds(&inputs, 5);
    let draw = ("draw".to_owned(), proof(&inputs).to_string());
    record.extra.push(draw);
    assert_eq!(verify(&record).expect("it verifies").rounds, 5);
    let text = format!("{record}\n");
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/examples/proven-game.json"
    );
    if std::env::var_os("AZULEJO_UPDATE_GOLDEN").is_some() {
        std::fs::write(file, &text).expect("the example is written");
    }
    let stored = std::fs::read_to_string(file).expect("the example");
    assert_eq!(stored, text, "update with AZULEJO_UPDATE_GOLDEN=1");
}

#[test]
fn withheld_and_missing_commitments_verify_and_are_named() {
    let inputs = Inputs {
        nonces: [Some(vec![1; 32]), None, None],
        start: Some(3),
    };
    for (claimed, commitment) in [
        ("withheld", json!("ab".repeat(32))),
        ("uncommitted", Value::Null),
        ("shared", Value::Null),
    ] {
        let mut proof = proof(&inputs);
        proof["contributions"][2] = json!(claimed);
        proof["nonce_commitments"][2] = commitment;
        let verified = check(play(&inputs), &proof).expect("it verifies");
        assert_eq!(verified.start, StartPlayer::Chosen);
        assert_eq!(verified.seats_with_nonce(), [1]);
    }
}

#[test]
fn open_nonce_verifies_and_is_named() {
    let inputs = all_revealed();
    let mut proof = proof(&inputs);
    proof["contributions"][2] = json!("open");
    proof["nonce_commitments"][2] = Value::Null;
    let verified = check(play(&inputs), &proof).expect("it verifies");
    assert_eq!(verified.seats_with(Contribution::Open), [3]);
}

/// Changes one field of the proof and returns the reason for the rejection.
fn rejection(change: impl FnOnce(&mut Value)) -> NotVerified {
    let inputs = all_revealed();
    let mut proof = proof(&inputs);
    change(&mut proof);
    check(play(&inputs), &proof).expect_err("it is rejected")
}

fn older_rejection(change: impl FnOnce(&mut Value)) -> NotVerified {
    let inputs = all_revealed();
    let mut proof = older_proof(&inputs);
    change(&mut proof);
    check(play(&inputs), &proof).expect_err("it is rejected")
}

#[test]
fn swapped_commitment_is_rejected() {
    let swap = |proof: &mut Value| proof["commitment"] = json!("00".repeat(32));
    for rejected in [rejection(swap), older_rejection(swap)] {
        assert!(
            matches!(rejected, NotVerified::Commitment { .. }),
            "{rejected}"
        );
    }
}

#[test]
fn swapped_secret_is_rejected() {
    let swap = |proof: &mut Value| proof["secret"] = json!("00".repeat(32));
    for rejected in [rejection(swap), older_rejection(swap)] {
        assert!(
            matches!(rejected, NotVerified::Commitment { .. }),
            "{rejected}"
        );
    }
}

#[test]
fn swapped_secret_with_its_own_commitment_is_rejected() {
    let swap = |proof: &mut Value| {
        proof["secret"] = json!("00".repeat(32));
        proof["commitment"] = json!(to_hex(&commitment(&[0; 32], GAME)));
        // The start player is made to fit, where the proof names it.
        if proof.get("start").is_some() {
            let key = DrawKey::new(&SECRET, GAME, &all_revealed().nonces);
            proof["start"] = json!(key.start(PlayerCount::Three).number());
        }
    };
    for rejected in [rejection(swap), older_rejection(swap)] {
        assert!(
            matches!(rejected, NotVerified::Deal { round: 1, .. }),
            "{rejected}"
        );
    }
}

#[test]
fn swapped_nonce_is_rejected() {
    let swap = |proof: &mut Value| proof["nonces"][0] = json!("07".repeat(32));
    assert_eq!(rejection(swap), NotVerified::NonceCommitment { seat: 1 });
    let rejected = older_rejection(swap);
    assert!(
        matches!(rejected, NotVerified::Deal { round: 1, .. }),
        "{rejected}"
    );
}

#[test]
fn swapped_nonce_commitment_is_rejected() {
    let swap = |proof: &mut Value| proof["nonce_commitments"][0] = json!("07".repeat(32));
    assert_eq!(rejection(swap), NotVerified::NonceCommitment { seat: 1 });
}

#[test]
fn nonce_on_a_bots_seat_is_rejected() {
    // The deals follow from it: without the check of the seat, the proof would hold.
    let mut inputs = all_revealed();
    inputs.nonces[1] = Some(vec![3; 32]);
    let record = play(&inputs);
    let mut proof = proof(&inputs);
    for claimed in ["revealed", "bot", "open"] {
        proof["contributions"][1] = json!(claimed);
        let rejected = check(record.clone(), &proof).expect_err("it is rejected");
        assert_eq!(rejected, NotVerified::BotNonce { seat: 2 });
    }
    let rejected = check(record, &older_proof(&inputs)).expect_err("it is rejected");
    assert_eq!(rejected, NotVerified::BotNonce { seat: 2 });
}

#[test]
fn wrong_start_player_is_rejected() {
    let inputs = all_revealed();
    let key = DrawKey::new(&SECRET, GAME, &inputs.nonces);
    let drawn = key.start(PlayerCount::Three).number() as u8;
    let other = drawn % 3 + 1;
    // The deals follow from the proof, but another seat starts.
    let forged = Inputs {
        start: Some(other),
        ..all_revealed()
    };
    let wrong = NotVerified::Start {
        recorded: usize::from(other),
        expected: usize::from(drawn),
    };
    assert_eq!(check(play(&forged), &proof(&inputs)), Err(wrong));
    // A chosen start player must be the chosen one.
    let wrong = NotVerified::Start {
        recorded: usize::from(drawn),
        expected: usize::from(other),
    };
    assert_eq!(check(play(&inputs), &proof(&forged)), Err(wrong));
    // The older scheme does not record the choice.
    let verified = check(play(&forged), &older_proof(&inputs)).expect("it verifies");
    assert_eq!(verified.start, StartPlayer::Unknown);
}

#[test]
fn changed_deal_is_rejected() {
    let inputs = all_revealed();
    let other = Inputs {
        nonces: [Some(vec![9; 32]), None, Some(vec![2; 32])],
        start: Some(
            DrawKey::new(&SECRET, GAME, &inputs.nonces)
                .start(PlayerCount::Three)
                .number() as u8,
        ),
    };
    for proof in [proof(&inputs), older_proof(&inputs)] {
        let rejected = check(play(&other), &proof).expect_err("it is rejected");
        assert!(
            matches!(rejected, NotVerified::Deal { round: 1, .. }),
            "{rejected}"
        );
    }
}

#[test]
fn revealed_nonce_claimed_as_withheld_is_rejected() {
    let rejected = rejection(|proof| proof["contributions"][2] = json!("withheld"));
    let claimed = Contribution::Withheld;
    assert_eq!(rejected, NotVerified::Contribution { seat: 3, claimed });
    // Without the nonce, the draws are others.
    let rejected = rejection(|proof| {
        proof["contributions"][2] = json!("withheld");
        proof["nonces"][2] = Value::Null;
        let key = DrawKey::new(&SECRET, GAME, &all_revealed().nonces);
        proof["start"] = json!(key.start(PlayerCount::Three).number());
    });
    assert!(
        matches!(rejected, NotVerified::Deal { round: 1, .. }),
        "{rejected}"
    );
}

#[test]
fn contribution_that_does_not_fit_is_rejected() {
    for claimed in ["withheld", "uncommitted", "open", "shared", "bot"] {
        let rejected = rejection(|proof| proof["contributions"][0] = json!(claimed));
        assert!(
            matches!(rejected, NotVerified::Contribution { seat: 1, .. }),
            "{rejected}"
        );
    }
    for claimed in ["revealed", "withheld", "uncommitted", "open", "shared"] {
        let rejected = rejection(|proof| proof["contributions"][1] = json!(claimed));
        assert!(
            matches!(rejected, NotVerified::Contribution { seat: 2, .. }),
            "{rejected}"
        );
    }
}

#[test]
fn malformed_proofs_are_rejected() {
    for change in [
        |proof: &mut Value| proof["scheme"] = json!("azulejo-draw-3"),
        |proof: &mut Value| proof["more"] = json!(1),
        |proof: &mut Value| proof["nonces"] = json!([]),
        |proof: &mut Value| proof["nonce_commitments"] = json!([null]),
        |proof: &mut Value| proof["contributions"] = json!([]),
        |proof: &mut Value| proof["contributions"][0] = json!("lost"),
        |proof: &mut Value| proof["secret"] = json!("00"),
        |proof: &mut Value| proof["nonces"][0] = json!("00"),
    ] {
        let rejected = rejection(change);
        assert!(matches!(rejected, NotVerified::Malformed(_)), "{rejected}");
    }
}
