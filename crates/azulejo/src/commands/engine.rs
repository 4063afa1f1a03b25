//! `azulejo engine`: requests and responses as JSON, one object per line.
//!
//! Requests are processed in the background, several at once if there are enough threads; each
//! response carries the ID of its request. The protocol is described in docs/analysis-protocol.md.

use std::collections::HashMap;
use std::io::{self, BufRead as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use anyhow::Result;
use azulejo_ai::analysis::analyse_position;
use azulejo_ai::eval::Evaluator;
use azulejo_ai::ledger::{Effort, GameAnalysis};
use azulejo_ai::search::{Engine, Limits};
use azulejo_ai::{BotSpec, Limit};
use azulejo_rules::Position;
use azulejo_rules::record::Record;
use serde_json::{Map, json};

use super::analyse::{effort, limits};
use crate::analysis_json;

type Object = Map<String, serde_json::Value>;

/// A parsed request.
struct EngineRequest {
    id: serde_json::Value,
    subject: Subject,
    limit: Option<Limit>,
    effort: Option<Effort>,
    /// Whether to report the progress of a record's analysis.
    progress: bool,
    best: usize,
    stop: Arc<AtomicBool>,
}

enum Subject {
    Position(Box<Position>),
    Record(Box<Record>),
}

/// An invalid request: the error, and the field it is in.
struct InvalidRequest {
    field: &'static str,
    message: String,
}

/// Processes requests until the input ends and all are answered.
pub(crate) fn run(threads: u16) -> Result<()> {
    let stops: Mutex<HashMap<String, Arc<AtomicBool>>> = Mutex::new(HashMap::new());
    thread::scope(|scope| {
        let (requests, queue) = mpsc::channel::<EngineRequest>();
        let queue = Arc::new(Mutex::new(queue));
        let (responses, printer) = mpsc::channel::<Object>();
        for _ in 0..threads {
            let (queue, responses, stops) = (Arc::clone(&queue), responses.clone(), &stops);
            scope.spawn(move || {
                let mut engine = Engine::new(Evaluator::shipped());
                loop {
                    let next = queue.lock().map(|queue| queue.recv());
                    let Ok(Ok(request)) = next else { break };
                    let id = request.id.clone();
                    let response = response(&mut engine, &request, |progress| {
                        // The printer outlives all workers.
                        let _ = responses.send(with_id(id.clone(), progress));
                    });
                    if let Ok(mut stops) = stops.lock() {
                        stops.remove(&id.to_string());
                    }
                    if responses.send(with_id(id, response)).is_err() {
                        break;
                    }
                }
            });
        }
        let printing = scope.spawn(move || -> io::Result<()> {
            let mut out = io::stdout().lock();
            for response in printer {
                writeln!(out, "{}", serde_json::Value::Object(response))?;
                out.flush()?;
            }
            Ok(())
        });
        let reading = read_requests(&requests, &responses, &stops);
        drop((requests, responses));
        let printed = printing.join().unwrap_or(Ok(()));
        reading.and(printed)
    })?;
    Ok(())
}

fn read_requests(
    requests: &mpsc::Sender<EngineRequest>,
    responses: &mpsc::Sender<Object>,
    stops: &Mutex<HashMap<String, Arc<AtomicBool>>>,
) -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        match read_request(&line, stops) {
            Ok(Some(request)) => {
                if requests.send(request).is_err() {
                    break;
                }
            }
            Ok(None) => {}
            Err((id, invalid)) => {
                let error = json!({ "field": invalid.field, "message": invalid.message });
                let response = Object::from_iter([("error".to_owned(), error)]);
                if responses.send(with_id(id, response)).is_err() {
                    break;
                }
            }
        }
    }
    Ok(())
}

/// Parses a request; returns `None` for one that only stops another.
fn read_request(
    line: &str,
    stops: &Mutex<HashMap<String, Arc<AtomicBool>>>,
) -> Result<Option<EngineRequest>, (serde_json::Value, InvalidRequest)> {
    let no_id = serde_json::Value::Null;
    let invalid = |field, message: String| InvalidRequest { field, message };
    let mut object: Object = serde_json::from_str(line).map_err(|e| {
        (
            no_id.clone(),
            invalid("", format!("a request must be one JSON object: {e}")),
        )
    })?;
    let id = object.remove("id").unwrap_or(no_id);
    let fail = |field, message: String| Err((id.clone(), invalid(field, message)));
    if !id.is_string() && !id.is_number() {
        return fail(
            "id",
            "a request needs an id: a string or a number".to_owned(),
        );
    }
    if let Some(target) = object.remove("stop") {
        return match stops
            .lock()
            .ok()
            .and_then(|stops| stops.get(&target.to_string()).cloned())
        {
            Some(stop) => {
                stop.store(true, Ordering::Relaxed);
                Ok(None)
            }
            None => fail("stop", format!("no request {target} is in progress")),
        };
    }
    let subject = match (object.remove("position"), object.remove("record")) {
        (Some(text), None) => match text.as_str().map(str::parse::<Position>) {
            Some(Ok(position)) => Subject::Position(Box::new(position)),
            Some(Err(e)) => return fail("position", e.to_string()),
            None => return fail("position", "the position must be a string".to_owned()),
        },
        (None, Some(text)) => match text.as_str().map(str::parse::<Record>) {
            Some(Ok(record)) => Subject::Record(Box::new(record)),
            Some(Err(e)) => return fail("record", e.to_string()),
            None => return fail("record", "the record must be a string: its text".to_owned()),
        },
        (Some(_), Some(_)) => {
            return fail(
                "record",
                "a request has either a position or a record, not both".to_owned(),
            );
        }
        (None, None) => {
            return fail(
                "position",
                "a request needs a position or a record".to_owned(),
            );
        }
    };
    let limit = match object.remove("limit") {
        None => None,
        // Limits use the syntax of bot names, with any bot.
        Some(text) => match text
            .as_str()
            .map(|t| format!("legend@{t}").parse::<BotSpec>())
        {
            Some(Ok(spec)) => spec.limit,
            Some(Err(e)) => return fail("limit", e.to_string()),
            None => {
                return fail(
                    "limit",
                    "the limit must be a string such as 100ms".to_owned(),
                );
            }
        },
    };
    let effort = match object.remove("effort") {
        None => None,
        Some(name) => match name.as_str().map(str::parse::<Effort>) {
            Some(Ok(effort)) => Some(effort),
            Some(Err(e)) => return fail("effort", e.to_string()),
            None => return fail("effort", "the effort must be a string".to_owned()),
        },
    };
    let progress = match object.remove("progress") {
        None => false,
        Some(progress) => match progress.as_bool() {
            Some(progress) => progress,
            None => return fail("progress", "progress must be true or false".to_owned()),
        },
    };
    let best = match object.remove("best") {
        None => 1,
        Some(n) => match n.as_u64() {
            Some(n @ 1..=1000) => n as usize,
            _ => {
                return fail(
                    "best",
                    "best must be a whole number from 1 to 1000".to_owned(),
                );
            }
        },
    };
    if let Some(field) = object.keys().next() {
        return fail("", format!("unknown field {field:?}"));
    }
    let stop = Arc::new(AtomicBool::new(false));
    if let Ok(mut stops) = stops.lock() {
        stops.insert(id.to_string(), Arc::clone(&stop));
    }
    Ok(Some(EngineRequest {
        id,
        subject,
        limit,
        effort,
        progress,
        best,
        stop,
    }))
}

fn response(engine: &mut Engine, request: &EngineRequest, report: impl FnMut(Object)) -> Object {
    let error = |field: &str, message: String| {
        let error = json!({ "field": field, "message": message });
        Object::from_iter([("error".to_owned(), error)])
    };
    match &request.subject {
        Subject::Position(position) => {
            engine.new_game();
            let defaults = Limits {
                nodes: Some(100_000),
                ..Limits::default()
            };
            let defaults = request.effort.map_or(defaults, |effort| effort.limits);
            let limits = limits(request.limit, defaults);
            match analyse_position(engine, position, limits, request.best, &request.stop) {
                Ok(analysis) => analysis_json::position(&analysis),
                Err(e) => error("position", e.to_string()),
            }
        }
        Subject::Record(record) => {
            // Without an effort, a request takes a few seconds, as for a single position.
            let effort = effort(request.effort.or(Some(Effort::QUICK)), request.limit);
            match GameAnalysis::new(record, effort) {
                Ok(analysis) => analyse_record(analysis, engine, request, report),
                Err(e) => error("record", e.to_string()),
            }
        }
    }
}

/// Runs the jobs of a record's analysis until it is complete or stopped.
fn analyse_record(
    mut analysis: GameAnalysis,
    engine: &mut Engine,
    request: &EngineRequest,
    mut report: impl FnMut(Object),
) -> Object {
    let jobs = analysis.jobs().to_vec();
    for (i, job) in jobs.iter().enumerate() {
        let Some(result) = job.run(engine, &request.stop) else {
            break;
        };
        analysis.supply(i, result);
        if request.progress {
            let progress = json!({ "done": i + 1, "of": jobs.len() });
            report(Object::from_iter([("progress".to_owned(), progress)]));
        }
    }
    match analysis.ledger(engine.evaluator()) {
        Some(ledger) => analysis_json::game(&ledger),
        None => analysis_json::stopped(analysis.missing()),
    }
}

/// A response that starts with the ID of its request.
fn with_id(id: serde_json::Value, response: Object) -> Object {
    let mut object = Object::from_iter([("id".to_owned(), id)]);
    object.extend(response);
    object
}
