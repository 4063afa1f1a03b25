//! The native behaviour of the engine, in a file with which the tests of the web client compare the
//! WebAssembly module.
//!
//! Run with `AZULEJO_UPDATE_GOLDEN=1` to update the file after an intended change of play.

use std::fs;
use std::path::Path;

use azulejo_ai::clock::system_clock;
use azulejo_rules::Wall;
use azulejo_wasm::Session;
use serde_json::{Value, json};

const NETWORKS: [&[u8]; 6] = [
    include_bytes!("../../../azulejo-ai/src/eval/nets/c2.net"),
    include_bytes!("../../../azulejo-ai/src/eval/nets/c3.net"),
    include_bytes!("../../../azulejo-ai/src/eval/nets/c4.net"),
    include_bytes!("../../../azulejo-ai/src/eval/nets/g2.net"),
    include_bytes!("../../../azulejo-ai/src/eval/nets/g3.net"),
    include_bytes!("../../../azulejo-ai/src/eval/nets/g4.net"),
];

const GAMES: [(&str, Wall, u64); 7] = [
    ("random,random", Wall::Coloured, 1),
    ("random,random,random", Wall::Grey, 0x1234_5678_9ABC_DEF0),
    ("random,greedy,beginner,apprentice", Wall::Coloured, 3),
    ("artisan,tiler", Wall::Coloured, 4),
    ("artisan,greedy", Wall::Grey, 5),
    ("artisan,tiler,master@300n", Wall::Coloured, 6),
    ("artisan,artisan,tiler,master@300n", Wall::Grey, 7),
];

const START: &str = "c2 1 1>1 BRKK/BYYW/KKKW/YRRW/BRWW * 17,17,16,15,15 0,0,0,0,0 \
     0;-/-/-/-/-;...../...../...../...../.....;- 0;-/-/-/-/-;...../...../...../...../.....;-";

fn session() -> Session {
    let mut session = Session::new(system_clock);
    for network in NETWORKS {
        session.add_network(network).expect("a network");
    }
    session
}

fn requests() -> Vec<Value> {
    let grey = START.replacen("c2", "g2", 1);
    vec![
        json!({ "id": 1, "position": START, "limit": "20000n", "best": 3 }),
        json!({ "id": "deep", "position": START, "limit": "d5", "progress": true }),
        json!({ "id": 3, "position": grey, "limit": "5000n", "best": 1000 }),
        json!({ "id": 4, "position": START, "bot": "artisan", "seed": 9 }),
        json!({ "id": 5, "position": grey, "bot": "beginner", "seed": 9 }),
        json!({ "id": 6, "position": "c2" }),
        json!({ "id": 8, "position": START, "reasons_for": "3K3" }),
        json!({ "id": 9, "position": START, "reasons_for": "1Y3" }),
        json!({ "id": 7, "stop": 1 }),
        json!({ "position": START }),
    ]
}

/// Requests about records of the games above, by their index.
fn record_requests(games: &[Value]) -> Vec<Value> {
    let record = |game: usize| games[game]["record"].clone();
    vec![
        json!({ "id": 1, "record": record(3), "limit": "100n" }),
        json!({ "id": 2, "record": record(4), "limit": "50n" }),
        json!({ "id": 4, "record": record(0), "limit": "200n", "job": "list" }),
        json!({ "id": 5, "record": record(3), "limit": "200n", "job": 3 }),
        json!({ "id": 6, "record": record(6), "limit": "50n", "job": 0 }),
        json!({ "id": 7, "record": record(3), "job": 9999 }),
        json!({ "id": 8, "record": record(3), "results": [null] }),
        json!({ "id": 9, "record": record(3), "results": ["1"] }),
        json!({ "id": 10, "record": "{}" }),
    ]
}

fn responses(session: &mut Session, request: &Value) -> Vec<Value> {
    let mut responses = Vec::new();
    session.request(&request.to_string(), |response| {
        responses.push(serde_json::from_str(response).expect("JSON"));
    });
    responses
}

#[test]
fn behaviour_matches_the_golden_file() {
    let mut session = session();
    let games: Vec<_> = GAMES
        .iter()
        .map(|&(bots, wall, seed)| {
            let record = session.simulate(bots, wall, seed).expect("a game");
            // JavaScript numbers cannot hold all seeds.
            let seed = seed.to_string();
            json!({ "bots": bots, "grey": wall == Wall::Grey, "seed": seed, "record": record })
        })
        .collect();
    let requests: Vec<_> = requests()
        .into_iter()
        .map(|request| {
            let responses = responses(&mut session, &request);
            json!({ "request": request, "responses": responses })
        })
        .collect();
    // As text, because ledgers are long and must be equal bit by bit.
    let records: Vec<_> = record_requests(&games)
        .into_iter()
        .map(|request| {
            let mut responses = Vec::new();
            session.request(&request.to_string(), |text| responses.push(text.to_owned()));
            json!({ "request": request, "responses": responses })
        })
        .collect();
    let found = json!({
        "signature": session.signature(),
        "games": games,
        "requests": requests,
        "records": records,
    });
    let text = serde_json::to_string_pretty(&found).expect("JSON") + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/behaviour.json");
    if std::env::var_os("AZULEJO_UPDATE_GOLDEN").is_some() {
        fs::write(&path, &text).expect("the file can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        text == expected,
        "the engine behaves differently; if that is intended, update the file with \
         AZULEJO_UPDATE_GOLDEN=1 and build the module with `cargo xtask wasm`"
    );
}

#[test]
fn ledger_of_single_jobs_equals_the_whole_analysis() {
    let mut all = session();
    for (game, wall) in [
        ("artisan,tiler", Wall::Coloured),
        ("greedy,greedy,random", Wall::Grey),
    ] {
        let record = all.simulate(game, wall, 11).expect("a game");
        let mut request = json!({ "id": 1, "record": record, "effort": "quick", "limit": "300n" });
        let whole = responses(&mut all, &request);
        request["job"] = "list".into();
        let list = responses(&mut all, &request).remove(0);
        let jobs = list["jobs"].as_array().expect("jobs").len();
        // Two workers share the jobs; neither knows the results of the other.
        let mut workers = [session(), session()];
        let mut results = vec![Value::Null; jobs];
        for job in (0..jobs).rev() {
            request["job"] = job.into();
            let done = responses(&mut workers[job % 2], &request).remove(0);
            results[job] = done["result"].clone();
        }
        let mut request = json!({ "id": 1, "record": record, "effort": "quick", "limit": "300n" });
        request["results"] = results.clone().into();
        assert_eq!(responses(&mut workers[0], &request), whole);
        results[0] = Value::Null;
        request["results"] = results.into();
        let missing = responses(&mut workers[0], &request).remove(0);
        assert_eq!(missing["missing"], json!({ "positions": 1, "deals": 0 }));
    }
}

#[test]
fn session_without_network_reports_it() {
    let mut session = Session::new(system_clock);
    let request = json!({ "id": 1, "position": START }).to_string();
    let mut responses = Vec::new();
    session.request(&request, |response| responses.push(response.to_owned()));
    assert_eq!(
        responses,
        [r#"{"id":1,"error":{"field":"position","message":"the network c2 is not loaded"}}"#]
    );
    assert!(session.add_network(b"AZULNET1").is_err());
    assert!(session.simulate("unknown,random", Wall::Grey, 1).is_err());
    assert!(session.simulate("random", Wall::Grey, 1).is_err());
}
