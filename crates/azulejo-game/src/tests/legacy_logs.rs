//! Logs written before `created` named its clock rules fold as they always did.

use serde::Deserialize;

use super::*;

/// The log with player ids: it was recorded with short names.
fn log() -> String {
    let text = include_str!("logs/before-clock-rules.jsonl");
    ["ana", "ben", "cid"]
        .into_iter()
        .fold(text.to_owned(), |text, name| {
            text.replace(&format!("\"{name}\""), &format!("\"{}\"", id(name)))
        })
}

/// One stored event, with the state that the fold of its time had after it.
#[derive(Deserialize)]
struct Line {
    at: i64,
    hash: String,
    left: Vec<Millis>,
    running: Vec<usize>,
    event: Event,
}

#[test]
fn logs_without_clock_rules_fold_to_the_same_hashes_and_clocks() {
    let mut table: Option<Table> = None;
    let (mut games, mut undone) = (0, 0);
    for text in log().lines() {
        let line: Line = serde_json::from_str(text).expect("a line of the log");
        undone += usize::from(line.event.kind() == "undone");
        if let Event::Created { clock_rules, .. } = &line.event {
            assert_eq!(*clock_rules, ClockRules::LEGACY);
            games += 1;
            table = Some(new_table(&line.event, line.at).expect("it folds"));
        } else {
            let table = table.as_mut().expect("a game begins with created");
            apply(table, &line.event, line.at).expect("it folds");
        }
        let table = table.as_ref().expect("a game begins with created");
        let seats = table.all_seats();
        let left: Vec<_> = seats.map(|seat| table.clocks.left(seat)).collect();
        let running = table.clocks.running().iter();
        let running: Vec<_> = running.map(|seat| seat.index()).collect();
        assert_eq!(table.hash(), line.hash, "{text}");
        assert_eq!(left, line.left, "{text}");
        assert_eq!(running, line.running, "{text}");
    }
    assert_eq!((games, undone), (3, 27));
}

#[test]
fn legacy_clock_rules_are_not_written() {
    let text = log();
    let first = text.lines().next().expect("a line");
    let line: serde_json::Value = serde_json::from_str(first).expect("a line of the log");
    let created: Event = serde_json::from_value(line["event"].clone()).expect("it reads");
    let written = serde_json::to_value(&created).expect("it writes");
    assert_eq!(written, line["event"]);
}

#[test]
fn new_games_write_their_clock_rules() {
    let game = TestGame::with_rules(
        settings(Wall::Coloured, Clock::None, UndoPolicy::Ask),
        vec![person("ana"), person("ben")],
        ClockRules::CURRENT,
    );
    let written = serde_json::to_value(&game.log[0].0).expect("it writes");
    assert_eq!(
        written["clock_rules"],
        serde_json::json!({"undo_restores": true, "lag_ms": 250})
    );
}

#[test]
fn kinds_list_every_event() {
    let error = serde_json::from_str::<Event>(r#"{"kind":"?"}"#).unwrap_err();
    let error = error.to_string();
    // Serde names all kinds: unknown variant `?`, expected one of `created`, …
    let known: Vec<_> = error.split('`').skip(3).step_by(2).collect();
    assert_eq!(known, Event::KINDS);
}
