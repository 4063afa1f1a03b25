//! What a cheating server can hide from a device that stored the start of a game.

use azulejo_protocol::game::{Clock, DrawView, Settings, UndoPolicy};
use azulejo_protocol::table::Wall as ProtocolWall;
use azulejo_rules::record::EndedBy;
use azulejo_rules::{Game, PlayerCount, Wall};
use azulejo_server::draws::{DrawKey, commitment};
use serde_json::{Value, json};

use super::*;

const GAME: &str = "7hKq2mPd";

/// A server that knows its secret and the nonces of its players.
#[derive(Clone)]
struct TestServer {
    secret: [u8; 32],
    view: GameView,
}

impl TestServer {
    fn new(secret: [u8; 32]) -> Self {
        let draw = DrawView {
            scheme: "azulejo-draw-2".to_owned(),
            commitment: to_hex(&commitment(&secret, GAME)),
            nonce_commitments: vec![None; 2],
            closed: false,
            nonces: vec![None; 2],
            secret: None,
        };
        let settings = Settings {
            wall: ProtocolWall::Coloured,
            clock: Clock::None,
            undo: UndoPolicy::Ask,
            public: false,
            start: None,
        };
        let view = GameView {
            id: GAME.to_owned(),
            ply: 1,
            hash: String::new(),
            status: Status::Waiting,
            settings,
            seats: Vec::new(),
            table: None,
            choosing: Vec::new(),
            clock: None,
            undo: None,
            votes: Vec::new(),
            result: None,
            rematch: None,
            draw,
            created: 0,
        };
        Self { secret, view }
    }

    /// Commits to the nonce of the second player.
    fn commit_second(&mut self, nonce: [u8; 32]) {
        let commitment = to_hex(&nonce_commitment(GAME, Seat::TWO, &nonce));
        self.view.draw.nonce_commitments[1] = Some(commitment);
    }

    /// Lets the store take part as seat 1 up to its reveal, which is returned. The second player has
    /// committed.
    fn play_with(&mut self, store: &WitnessStore) -> String {
        let step = store.observe(&self.view, &[1]).unwrap();
        let Some(Contribute::Commit(commitment)) = step else {
            panic!("{step:?}");
        };
        self.view.draw.nonce_commitments[0] = Some(commitment);
        self.view.draw.closed = true;
        let step = store.observe(&self.view, &[1]).unwrap();
        let Some(Contribute::Send(nonce)) = step else {
            panic!("{step:?}");
        };
        nonce
    }

    /// Returns the record of a game with these nonces: the draws follow from its proof.
    fn record(&self, nonces: [Option<&str>; 2], contributions: [&str; 2]) -> Record {
        let bytes = nonces.map(|nonce| nonce.and_then(from_hex));
        let key = DrawKey::new(&self.secret, GAME, &bytes);
        let start = key.start(PlayerCount::Two);
        let names = vec!["Ana".to_owned(), "Ben".to_owned()];
        let mut game = Game::new(names, Wall::Coloured, start).unwrap();
        let deal = key.deal(game.position());
        game.deal(&deal).unwrap();
        game.stop(EndedBy::Aborted).unwrap();
        let mut record = game.record().clone();
        let draw = &self.view.draw;
        let proof = json!({
            "scheme": draw.scheme,
            "game": GAME,
            "commitment": draw.commitment,
            "start": Value::Null,
            "contributions": contributions,
            "nonce_commitments": draw.nonce_commitments,
            "nonces": nonces,
            "secret": to_hex(&self.secret),
        });
        record.extra.push(("draw".to_owned(), proof.to_string()));
        record
    }
}

fn check_with(store: &WitnessStore, record: &Record) -> DrawCheck {
    check(record, store.get(GAME).as_ref(), &SeenRounds::default()).expect("something to check")
}

const REVEALED: [&str; 2] = ["revealed", "revealed"];

/// Plays honestly: returns the server, the store and the two nonces.
fn honest_game() -> (TestServer, WitnessStore, [String; 2]) {
    let store = WitnessStore::in_memory();
    let mut server = TestServer::new([1; 32]);
    server.commit_second([2; 32]);
    let nonce = server.play_with(&store);
    (server, store, [nonce, to_hex(&[2; 32])])
}

#[test]
fn honest_record_matches_what_was_stored() {
    let (server, store, [first, second]) = honest_game();
    let record = server.record([Some(&first), Some(&second)], REVEALED);
    assert_eq!(check_with(&store, &record), DrawCheck::Device);
}

/// The attack: another secret with its own commitment, nonces and draws. It verifies in itself.
#[test]
fn swapped_record_does_not_match_what_was_stored() {
    let (server, store, [first, second]) = honest_game();
    let mut forged = TestServer {
        secret: [9; 32],
        ..server
    };
    forged.view.draw.commitment = to_hex(&commitment(&[9; 32], GAME));
    let record = forged.record([Some(&first), Some(&second)], REVEALED);
    assert!(verify(&record).is_ok());
    assert_eq!(
        check(&record, None, &SeenRounds::default()),
        Some(DrawCheck::Consistent)
    );
    assert_eq!(check_with(&store, &record), DrawCheck::Swapped);
}

/// The attack: a nonce that was ground after ours was revealed, with its own commitment.
#[test]
fn nonce_ground_after_the_reveal_does_not_match_what_was_stored() {
    let (mut server, store, [first, _]) = honest_game();
    server.commit_second([7; 32]);
    let ground = to_hex(&[7; 32]);
    let record = server.record([Some(&first), Some(&ground)], REVEALED);
    assert!(verify(&record).is_ok());
    assert_eq!(check_with(&store, &record), DrawCheck::Swapped);
}

/// The attack: the host's own player does not commit, waits for our reveal, tries nonces until the
/// draws suit it, and is recorded as a client of the older scheme.
#[test]
fn nonce_in_the_open_ground_after_the_reveal_does_not_match_what_was_stored() {
    let store = WitnessStore::in_memory();
    let mut server = TestServer::new([1; 32]);
    let first = server.play_with(&store);
    let ground = to_hex(&[7; 32]);
    let record = server.record([Some(&first), Some(&ground)], ["revealed", "open"]);
    assert!(verify(&record).is_ok());
    assert_eq!(check_with(&store, &record), DrawCheck::Swapped);
    // Once our nonce is revealed, it is not sent again for another list.
    server.view.draw.nonces[1] = Some(ground);
    assert_eq!(store.observe(&server.view, &[1]).unwrap(), None);
}

#[test]
fn nonce_in_the_open_from_before_the_reveal_matches_what_was_stored() {
    let store = WitnessStore::in_memory();
    let mut server = TestServer::new([1; 32]);
    let open = to_hex(&[7; 32]);
    server.view.draw.nonces[1] = Some(open.clone());
    let first = server.play_with(&store);
    let record = server.record([Some(&first), Some(&open)], ["revealed", "open"]);
    assert_eq!(check_with(&store, &record), DrawCheck::Device);
}

/// The attack: the host deals other tiles than those that follow from the proof, and at the end
/// serves an invented record with the right ones.
#[test]
fn record_with_other_deals_than_those_seen_does_not_match() {
    let (server, store, [first, second]) = honest_game();
    let rigged = TestServer {
        secret: [9; 32],
        ..server.clone()
    };
    let dealt = rigged.record([Some(&first), Some(&second)], REVEALED);
    let invented = server.record([Some(&first), Some(&second)], REVEALED);
    let mut seen = SeenRounds::default();
    seen.merge(&dealt);
    let witness = store.get(GAME);
    let found = check(&invented, witness.as_ref(), &seen);
    assert_eq!(found, Some(DrawCheck::Swapped));
    // After a restart only the file is left, and a later record does not replace what it says.
    store.observe_rounds(&dealt, GAME);
    store.observe_rounds(&invented, GAME);
    assert_eq!(check_with(&store, &invented), DrawCheck::Swapped);
}

#[test]
fn moves_of_complete_rounds_are_part_of_what_was_seen() {
    let (server, _, [first, second]) = honest_game();
    let mut record = server.record([Some(&first), Some(&second)], REVEALED);
    record.rounds[0].moves = vec!["1B1".parse().unwrap()];
    let mut seen = SeenRounds::default();
    seen.merge(&record);
    // A move of the current round can be taken back.
    record.rounds[0].moves = vec!["1B2".parse().unwrap()];
    assert!(seen.match_record(&record));
    record.rounds[0].scores = Some(vec![0, 0]);
    seen.merge(&record);
    assert!(seen.match_record(&record));
    record.rounds[0].moves = vec!["1B3".parse().unwrap()];
    assert!(!seen.match_record(&record));
    record.rounds.clear();
    assert!(!seen.match_record(&record));
}

#[test]
fn exchanged_own_nonce_does_not_match_what_was_stored() {
    let (mut server, store, [_, second]) = honest_game();
    let other = to_hex(&[8; 32]);
    server.view.draw.nonce_commitments[0] =
        Some(to_hex(&nonce_commitment(GAME, Seat::ONE, &[8; 32])));
    let record = server.record([Some(&other), Some(&second)], REVEALED);
    assert!(verify(&record).is_ok());
    assert_eq!(check_with(&store, &record), DrawCheck::Swapped);
}

#[test]
fn record_relabelled_as_the_older_scheme_does_not_match() {
    let (server, store, [first, second]) = honest_game();
    let mut record = server.record([Some(&first), Some(&second)], REVEALED);
    let (_, proof) = record.extra.last_mut().unwrap();
    let mut older: Value = serde_json::from_str(proof).unwrap();
    older["scheme"] = json!("azulejo-draw-1");
    for field in ["start", "contributions", "nonce_commitments"] {
        older.as_object_mut().unwrap().remove(field);
    }
    *proof = older.to_string();
    assert!(verify(&record).is_ok());
    assert_eq!(check_with(&store, &record), DrawCheck::Swapped);
}

#[test]
fn own_nonce_recorded_as_withheld_is_reported() {
    let (server, store, [_, second]) = honest_game();
    let record = server.record([None, Some(&second)], ["withheld", "revealed"]);
    assert_eq!(check_with(&store, &record), DrawCheck::Unused);
}

#[test]
fn nonce_of_another_device_is_not_a_swap() {
    let store = WitnessStore::in_memory();
    let mut server = TestServer::new([1; 32]);
    server.commit_second([2; 32]);
    let step = store.observe(&server.view, &[1]).unwrap();
    assert!(matches!(step, Some(Contribute::Commit(_))), "{step:?}");
    server.view.draw.nonce_commitments[0] =
        Some(to_hex(&nonce_commitment(GAME, Seat::ONE, &[8; 32])));
    server.view.draw.closed = true;
    assert_eq!(store.observe(&server.view, &[1]).unwrap(), None);
    let (other, second) = (to_hex(&[8; 32]), to_hex(&[2; 32]));
    let record = server.record([Some(&other), Some(&second)], REVEALED);
    assert_eq!(check_with(&store, &record), DrawCheck::Unused);
}

#[test]
fn missing_proof_of_a_stored_game_is_reported() {
    let (server, store, [first, second]) = honest_game();
    let mut record = server.record([Some(&first), Some(&second)], REVEALED);
    record.extra.clear();
    let wrong = DrawCheck::Wrong(NotVerified::NoProof);
    assert_eq!(check_with(&store, &record), wrong);
    assert_eq!(check(&record, None, &SeenRounds::default()), None);
}

#[test]
fn start_player_claimed_as_chosen_does_not_match() {
    let (server, store, [first, second]) = honest_game();
    let mut record = server.record([Some(&first), Some(&second)], REVEALED);
    let start = record.start.number();
    let (_, proof) = record.extra.last_mut().unwrap();
    *proof = proof.replace("\"start\":null", &format!("\"start\":{start}"));
    assert!(verify(&record).is_ok());
    assert_eq!(check_with(&store, &record), DrawCheck::Swapped);
}

#[test]
fn spectator_checks_the_commitment_only() {
    let store = WitnessStore::in_memory();
    let (server, _, [first, second]) = honest_game();
    assert_eq!(store.observe(&server.view, &[]).unwrap(), None);
    let record = server.record([Some(&first), Some(&second)], REVEALED);
    assert_eq!(check_with(&store, &record), DrawCheck::DeviceWatched);
}

#[test]
fn nonce_is_not_revealed_before_the_commitments_are_closed() {
    let store = WitnessStore::in_memory();
    let mut server = TestServer::new([1; 32]);
    let Some(Contribute::Commit(commitment)) = store.observe(&server.view, &[1]).unwrap() else {
        panic!("no commitment");
    };
    server.view.draw.nonce_commitments[0] = Some(commitment);
    assert_eq!(store.observe(&server.view, &[1]).unwrap(), None);
    // A list without our own commitment is not what we agreed to.
    server.view.draw.closed = true;
    server.view.draw.nonce_commitments[0] = Some("00".repeat(32));
    assert_eq!(store.observe(&server.view, &[1]).unwrap(), None);
}

#[test]
fn nonce_is_not_revealed_to_a_server_that_changes_a_commitment() {
    let (mut server, store, _) = honest_game();
    // A reveal that did not arrive is repeated, but only for the same list.
    assert!(store.observe(&server.view, &[1]).unwrap().is_some());
    let honest = server.view.clone();
    server.commit_second([7; 32]);
    assert_eq!(store.observe(&server.view, &[1]).unwrap(), None);
    server.view = honest;
    server.view.draw.commitment = "00".repeat(32);
    assert_eq!(store.observe(&server.view, &[1]).unwrap(), None);
}

#[test]
fn games_of_the_older_scheme_get_a_nonce_in_the_open() {
    let store = WitnessStore::in_memory();
    let mut server = TestServer::new([1; 32]);
    server.view.draw.scheme = "azulejo-draw-1".to_owned();
    let step = store.observe(&server.view, &[2]).unwrap();
    assert!(matches!(step, Some(Contribute::Send(_))), "{step:?}");
}

#[test]
fn stored_games_survive_a_restart() {
    let folder = std::env::temp_dir().join(format!("azulejo-witness-{}", std::process::id()));
    // Left over from an earlier run.
    let _ignored = fs::remove_dir_all(&folder);
    let path = folder.join("server.json");
    let mut server = TestServer::new([1; 32]);
    server.commit_second([2; 32]);
    let store = WitnessStore::at(Some(path.clone()));
    let nonce = server.play_with(&store);
    let reopened = WitnessStore::at(Some(path.clone()));
    assert_eq!(reopened.get(GAME), store.get(GAME));
    let step = reopened.observe(&server.view, &[1]).unwrap();
    assert_eq!(step, Some(Contribute::Send(nonce)));
    // An unreadable file counts as empty.
    fs::write(&path, "{").unwrap();
    assert_eq!(WitnessStore::at(Some(path)).get(GAME), None);
    fs::remove_dir_all(folder).unwrap();
}
