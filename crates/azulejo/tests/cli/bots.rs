//! The bot commands: match, analyse, solve, engine, bench --ai.

use crate::{azulejo, stdout};

const POSITION: &str = "c2 5 1>1 -/RKKW/BBYW/-/BYYY *YRRKWW 0,0,0,0,0 11,13,13,12,9 0;-/KK/K/WWW/-;B.R../...R./..BY./...../....B;- 0;-/-/-/WWW/B;BYR../W...K/K...R/...../.....;B";

fn engine(requests: &str) -> Vec<serde_json::Value> {
    stdout(&["engine"], requests)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn output(args: &[&str]) -> (String, String, Option<i32>) {
    let out = azulejo(args, b"");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(out.stdout), text(out.stderr), out.status.code())
}

#[test]
fn match_is_reproducible_with_legal_records() {
    let dir = std::env::temp_dir().join(format!("azulejo-match-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join("games.jsonl");
    let file = file.to_str().unwrap();
    let args = [
        "match",
        "artisan@200n",
        "greedy",
        "--pairs",
        "5",
        "--json",
        "--out",
        file,
    ];
    let (first, _, code) = output(&args);
    assert_eq!(code, Some(0));
    let games = std::fs::read(file).unwrap();
    let (second, ..) = output(&[&args[..], &["--threads", "1"]].concat());
    assert_eq!(first, second);
    assert_eq!(games, std::fs::read(file).unwrap());
    let result: serde_json::Value = serde_json::from_str(first.trim()).unwrap();
    assert_eq!(result["games"], 10);
    let pairs: u64 = result["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_u64().unwrap())
        .sum();
    assert_eq!(pairs, 5);
    let (replayed, ..) = output(&["replay", file]);
    assert_eq!(replayed, "10 games, all legal\n");
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn sprt_stops_early() {
    for players in ["2", "3", "4"] {
        let mut args = vec!["match", "greedy", "random", "--pairs", "100000"];
        args.extend(["--sprt", "0,10", "--players", players, "--json"]);
        let (text, _, code) = output(&args);
        assert_eq!(code, Some(0));
        let result: serde_json::Value = serde_json::from_str(text.trim()).unwrap();
        assert_eq!(result["sprt"]["verdict"], "passed");
        assert!(result["games"].as_u64().unwrap() < 10_000, "{text}");
    }
}

#[test]
fn match_prints_luck_adjusted_score() {
    let args = ["match", "greedy", "random", "--adjusted", "--pairs"];
    let (text, _, code) = output(&[&args[..], &["2"]].concat());
    assert_eq!(code, Some(0));
    let line = text.lines().find(|line| line.starts_with("luck-adjusted"));
    let line = line.expect("a line with the adjusted score");
    assert!(line.contains(" ± ") && !line.contains("NaN"), "{line}");
    let (text, ..) = output(&[&args[..], &["1", "--json"]].concat());
    let result: serde_json::Value = serde_json::from_str(text.trim()).unwrap();
    assert!(result["adjusted_score"].is_f64(), "{text}");
    assert!(result["adjusted_score_error"].is_null(), "{text}");
}

#[test]
fn match_reports_invalid_arguments() {
    for (args, words) in [
        (vec!["match", "greedy", "nobody"], "there is no bot"),
        (vec!["match", "legend@fast", "greedy"], "is not a limit"),
        (
            vec!["match", "greedy", "random", "--sprt", "10,0"],
            "the smaller first",
        ),
    ] {
        let (_, error, code) = output(&args);
        assert_eq!(code, Some(2), "{args:?}");
        assert!(
            error.contains(words) && error.lines().count() == 1,
            "{error}"
        );
    }
}

#[test]
fn analysis_of_a_position_is_deterministic() {
    let args = [
        "analyse", POSITION, "--limit", "5000n", "--best", "3", "--json",
    ];
    let (first, _, code) = output(&args);
    assert_eq!(code, Some(0));
    assert_eq!(output(&args).0, first);
    let answer: serde_json::Value = serde_json::from_str(first.trim()).unwrap();
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 3);
    let win = |i: usize| moves[i]["win"][0].as_f64().unwrap();
    assert!(win(0) >= win(1) && win(1) >= win(2));
    assert!((moves[0]["win"][1].as_f64().unwrap() + win(0) - 1.0).abs() < 0.001);
    let (table, ..) = output(&["analyse", POSITION, "--limit", "d2", "--lang", "en"]);
    assert!(
        table.starts_with("player 1 to move; 2 moves ahead"),
        "{table}"
    );
}

#[test]
fn analysis_of_a_game_has_zero_sum_luck() {
    let dir = std::env::temp_dir().join(format!("azulejo-analyse-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join("games.jsonl");
    let file = file.to_str().unwrap();
    output(&[
        "sim",
        "--bots",
        "greedy,random",
        "--games",
        "1",
        "--out",
        file,
    ]);
    let (text, _, code) = output(&["analyse", file, "--limit", "500n", "--json"]);
    assert_eq!(code, Some(0));
    let review: serde_json::Value = serde_json::from_str(text.trim()).unwrap();
    for deal in review["deals"].as_array().unwrap() {
        let luck: f64 = deal["luck"]
            .as_array()
            .unwrap()
            .iter()
            .map(|l| l.as_f64().unwrap())
            .sum();
        assert!(luck.abs() < 0.001, "luck must sum to zero: {deal}");
    }
    let loss = |i: usize| {
        let player = &review["players"][i];
        player["loss"].as_f64().unwrap() / player["moves"].as_f64().unwrap()
    };
    assert!(
        loss(0) < loss(1),
        "greedy must lose less than random: {text}"
    );
    let (table, ..) = output(&[
        "analyse", file, "--limit", "200n", "--game", "1", "--lang", "en",
    ]);
    assert!(
        table.contains("luck of the deal") && table.contains(" play; "),
        "{table}"
    );
    let (_, error, code) = output(&["analyse", file, "--game", "2"]);
    assert_eq!(code, Some(1));
    assert!(error.contains("there is no game 2"), "{error}");
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn analyse_rejects_invalid_input() {
    for (what, words) in [
        ("no-such-file.jsonl", "no-such-file.jsonl"),
        ("c2 1 1>1 nonsense", "the position: column"),
        (
            "c2 1 1>1 -/-/-/-/- * 20,20,20,20,20 0,0,0,0,0 0;-/-/-/-/-;...../...../...../...../.....;- 0;-/-/-/-/-;...../...../...../...../.....;-",
            "no tiles are on offer",
        ),
    ] {
        let (_, error, code) = output(&["analyse", what]);
        assert_eq!(code, Some(1), "{what}");
        assert!(
            error.contains(words) && error.lines().count() == 1,
            "{error}"
        );
    }
}

#[test]
fn engine_answers_every_request_with_its_id() {
    let requests = format!(
        "{{\"id\":1,\"position\":\"{POSITION}\",\"limit\":\"2000n\",\"best\":2}}\n\
         \n\
         {{\"id\":\"two\",\"position\":\"{POSITION}\",\"limit\":\"d1\"}}\n"
    );
    let answers = engine(&requests);
    assert_eq!(answers.len(), 2);
    assert_eq!(
        (&answers[0]["id"], &answers[1]["id"]),
        (&1.into(), &"two".into())
    );
    assert_eq!(answers[0]["moves"].as_array().unwrap().len(), 2);
    assert_eq!(answers[1]["depth"], 1);
}

/// Returns the record of a game between greedy bots.
fn record(name: &str) -> String {
    let file = std::env::temp_dir().join(format!("azulejo-{name}-{}.jsonl", std::process::id()));
    let path = file.to_str().unwrap();
    output(&[
        "sim",
        "--bots",
        "greedy,greedy",
        "--games",
        "1",
        "--seed",
        "3",
        "--out",
        path,
    ]);
    let record = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    record.trim().to_owned()
}

fn record_request(record: &str, more: &serde_json::Value) -> String {
    let mut request = serde_json::json!({ "id": 1, "record": record });
    let more = more.as_object().unwrap().clone();
    request.as_object_mut().unwrap().extend(more);
    format!("{request}\n")
}

#[test]
fn engine_analyses_records_with_the_requested_effort() {
    let record = record("engine-effort");
    for (effort, other_deals) in [(None, 4), (Some("quick"), 4), (Some("standard"), 16)] {
        let mut fields = serde_json::json!({ "limit": "100n" });
        if let Some(effort) = effort {
            fields["effort"] = effort.into();
        }
        let answers = engine(&record_request(&record, &fields));
        assert_eq!(answers.len(), 1, "no progress was requested");
        assert_eq!(answers[0]["kind"], "record");
        assert_eq!(answers[0]["deals"][0]["other_deals"], other_deals);
        for player in answers[0]["players"].as_array().unwrap() {
            for account in [player, &player["points"]] {
                let part = |name: &str| account[name].as_f64().unwrap();
                let sum =
                    part("start") + part("luck") - part("loss") + part("gained") + part("revision");
                assert!((sum - part("result")).abs() < 1e-6, "{account}");
            }
        }
    }
    let answers = engine(&record_request(
        &record,
        &serde_json::json!({ "effort": "endless" }),
    ));
    assert_eq!(answers[0]["error"]["field"], "effort");
}

#[test]
fn engine_reports_progress_of_records() {
    let fields = serde_json::json!({ "limit": "100n", "progress": true });
    let mut answers = engine(&record_request(&record("engine-progress"), &fields));
    let last = answers.pop().unwrap();
    assert_eq!(last["kind"], "record");
    let count = answers.len();
    assert!(count > 20, "{count} searches");
    for (i, answer) in answers.iter().enumerate() {
        assert_eq!(answer["id"], 1);
        assert_eq!(answer["progress"]["done"], i + 1);
        assert_eq!(answer["progress"]["of"], count);
    }
}

#[test]
fn engine_answers_a_stopped_record_with_what_is_missing() {
    let request = record_request(
        &record("engine-stop"),
        &serde_json::json!({ "effort": "deep" }),
    );
    let answers = engine(&format!("{request}{{\"id\":2,\"stop\":1}}\n"));
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert_eq!(answers[0]["id"], 1);
    assert_eq!(answers[0]["kind"], "record");
    let missing = |kind: &str| answers[0]["missing"][kind].as_u64().unwrap();
    assert!(missing("positions") > 0 && missing("deals") >= 32);
}

#[test]
fn engine_names_the_invalid_field() {
    let check = |request: &str, field: &str, words: &str| {
        let answers = engine(&format!("{request}\n"));
        let error = &answers[0]["error"];
        assert_eq!(error["field"], field, "{request}: {error}");
        assert!(
            error["message"].as_str().unwrap().contains(words),
            "{request}: {error}"
        );
    };
    check("nonsense", "", "one JSON object");
    check("[1]", "", "one JSON object");
    check("{\"position\":\"x\"}", "id", "needs an id");
    check(
        "{\"id\":{},\"position\":\"x\"}",
        "id",
        "a string or a number",
    );
    check("{\"id\":1}", "position", "a position or a record");
    check("{\"id\":1,\"position\":2}", "position", "a string");
    check("{\"id\":1,\"position\":\"c2\"}", "position", "column 3");
    check("{\"id\":1,\"record\":\"{}\"}", "record", "format");
    check("{\"id\":1,\"record\":{}}", "record", "a string");
    check(
        "{\"id\":1,\"position\":\"x\",\"record\":\"y\"}",
        "record",
        "not both",
    );
    check("{\"id\":1,\"stop\":5}", "stop", "no request 5");
    let with = |more: &str| format!("{{\"id\":1,\"position\":\"{POSITION}\",{more}}}");
    check(&with("\"limit\":\"soon\""), "limit", "is not a limit");
    check(&with("\"limit\":5"), "limit", "a string");
    check(&with("\"best\":0"), "best", "from 1 to 1000");
    check(&with("\"colour\":1"), "", "unknown field \"colour\"");
}

#[test]
fn bench_prints_node_count_as_checksum() {
    let (text, _, code) = output(&["bench", "--ai"]);
    assert_eq!(code, Some(0));
    let (nodes, rest) = text.split_once(" nodes\n").unwrap();
    assert!(nodes.parse::<u64>().unwrap() > 10_000, "{text}");
    assert!(rest.contains("nodes/s"), "{text}");
}

#[test]
fn solve_prints_the_value_and_best_play() {
    let args = [
        "solve",
        POSITION,
        "--threads",
        "1",
        "--memory",
        "8M",
        "--lang",
        "en",
    ];
    let (text, error, code) = output(&args);
    assert_eq!(code, Some(0), "{error}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].starts_with("player 1 to move: "), "{text}");
    assert!(lines[1].starts_with("best play: "), "{text}");
    assert!(lines[2].starts_with("solved with "), "{text}");
    assert_eq!(output(&args).0, text, "one thread is reproducible");
    let (german, ..) = output(&[
        "solve",
        POSITION,
        "--threads",
        "1",
        "--memory",
        "8M",
        "--lang",
        "de",
    ]);
    assert!(german.starts_with("Spieler 1 am Zug: "), "{german}");

    let (json, ..) = output(&["solve", POSITION, "--memory", "8M", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(json.trim()).unwrap();
    assert_eq!(answer["solved"], true);
    assert_eq!(answer["win"][0], answer["win"][1]);
    let line = answer["line"].as_array().unwrap();
    let best = lines[1].trim_start_matches("best play: ");
    assert!(line.len() >= 4 && best.split(' ').count() >= 4, "{best}");
}

#[test]
fn solve_reports_bounds_at_the_node_limit() {
    let start = "c2 1 1>1 BRKK/BYYW/KKKW/YRRW/BRWW * 17,17,16,15,15 0,0,0,0,0 0;-/-/-/-/-;...../...../...../...../.....;- 0;-/-/-/-/-;...../...../...../...../.....;-";
    let (text, error, code) = output(&[
        "solve",
        start,
        "--threads",
        "1",
        "--memory",
        "8M",
        "--nodes",
        "50_000",
        "--lang",
        "en",
    ]);
    assert_eq!((text.as_str(), code), ("", Some(1)));
    assert!(
        error.contains("not solved: between") && error.lines().count() == 1,
        "{error}"
    );
}

#[test]
fn solve_rejects_invalid_input() {
    let board = "0;-/-/-/-/-;...../...../...../...../.....;-";
    let empty = format!("c2 1 1>1 -/-/-/-/- * 20,20,20,20,20 0,0,0,0,0 {board} {board}");
    let three =
        format!("c3 1 1>1 BBBB/-/-/-/-/-/- * 16,20,20,20,20 0,0,0,0,0 {board} {board} {board}");
    for (args, words, expected) in [
        (vec!["c2 1 1>1 nonsense"], "the position: column", 1),
        (vec![&empty], "the position: ", 1),
        (vec![&three], "only two players", 1),
        (vec![POSITION, "--memory", "1T"], "from 1M to 256G", 2),
        (vec![POSITION, "--threads", "0"], "--threads", 2),
    ] {
        let args: Vec<&str> = ["solve"].into_iter().chain(args).collect();
        let (_, error, code) = output(&args);
        assert_eq!(code, Some(expected), "{args:?}");
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn analysis_is_translated_into_every_language() {
    let dir = std::env::temp_dir().join(format!("azulejo-languages-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join("games.jsonl");
    let file = file.to_str().unwrap();
    output(&[
        "sim",
        "--bots",
        "greedy,random",
        "--games",
        "1",
        "--wall",
        "grey",
        "--out",
        file,
    ]);
    for (lang, deal, probability) in [
        ("en", "luck of the deal", "win probability: "),
        ("de", "Glück beim Ziehen", "Gewinnchance: "),
        ("nl", "geluk bij het trekken", "winstkans: "),
        ("nb", "flaks i trekningen", "vinnersjanse: "),
        ("is", "heppni í útdrætti", "sigurlíkur: "),
        ("it", "fortuna nella pescata", "probabilità di vittoria: "),
    ] {
        let (text, error, code) = output(&["analyse", file, "--limit", "50n", "--lang", lang]);
        assert_eq!(code, Some(0), "{error}");
        assert!(text.contains(deal) && text.contains(probability), "{text}");
        // Every message exists and has its variables.
        assert!(
            !text.contains("analysis-") && !text.contains("{ $"),
            "{text}"
        );
        let decimal = if lang == "en" { "100.0" } else { "100,0" };
        assert!(text.contains(decimal), "{lang}: {text}");
    }
    std::fs::remove_dir_all(dir).unwrap();
}
