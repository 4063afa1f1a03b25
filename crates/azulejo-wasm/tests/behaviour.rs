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
    include_bytes!("../../azulejo-ai/src/eval/nets/c2.net"),
    include_bytes!("../../azulejo-ai/src/eval/nets/c3.net"),
    include_bytes!("../../azulejo-ai/src/eval/nets/c4.net"),
    include_bytes!("../../azulejo-ai/src/eval/nets/g2.net"),
    include_bytes!("../../azulejo-ai/src/eval/nets/g3.net"),
    include_bytes!("../../azulejo-ai/src/eval/nets/g4.net"),
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
        json!({ "id": 7, "stop": 1 }),
        json!({ "position": START }),
    ]
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
            let mut responses: Vec<Value> = Vec::new();
            session.request(&request.to_string(), |response| {
                responses.push(serde_json::from_str(response).expect("JSON"));
            });
            json!({ "request": request, "responses": responses })
        })
        .collect();
    let found = json!({
        "signature": session.signature(),
        "games": games,
        "requests": requests,
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
