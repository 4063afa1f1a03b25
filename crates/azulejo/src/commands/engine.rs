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
use azulejo_ai::analysis_protocol::{
    Analyst, InvalidRequest, Message, Object, Request, parse, with_id,
};
use azulejo_ai::eval::Nets;

/// A request and the flag that stops it.
struct QueuedRequest {
    request: Request,
    stop: Arc<AtomicBool>,
}

/// The flags of unanswered requests, by ID.
type StopFlags = Mutex<HashMap<String, Arc<AtomicBool>>>;

/// Processes requests until the input ends and all are answered.
pub(crate) fn run(threads: u16) -> Result<()> {
    let stops: StopFlags = Mutex::new(HashMap::new());
    thread::scope(|scope| {
        let (requests, queue) = mpsc::channel::<QueuedRequest>();
        let queue = Arc::new(Mutex::new(queue));
        let (responses, printer) = mpsc::channel::<Object>();
        for _ in 0..threads {
            let (queue, responses, stops) = (Arc::clone(&queue), responses.clone(), &stops);
            scope.spawn(move || {
                let mut analyst = Analyst::new(Nets::shipped().clone());
                loop {
                    let next = queue.lock().map(|queue| queue.recv());
                    let Ok(Ok(request)) = next else { break };
                    let id = request.request.id.clone();
                    let send = |response| responses.send(with_id(id.clone(), response));
                    let subject = &request.request.subject;
                    let response = analyst.respond(subject, &request.stop, |partial| {
                        // If the printer has failed, so will the last response.
                        let _ = send(partial);
                    });
                    if let Ok(mut stops) = stops.lock() {
                        stops.remove(&id.to_string());
                    }
                    if send(response).is_err() {
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
    requests: &mpsc::Sender<QueuedRequest>,
    responses: &mpsc::Sender<Object>,
    stops: &StopFlags,
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
            Err(invalid) => {
                if responses.send(invalid.response()).is_err() {
                    break;
                }
            }
        }
    }
    Ok(())
}

/// Parses a request; returns `None` for one that only stops another.
fn read_request(line: &str, stops: &StopFlags) -> Result<Option<QueuedRequest>, InvalidRequest> {
    match parse(line)? {
        Message::Stop { id, target } => {
            let stop = stops
                .lock()
                .ok()
                .and_then(|stops| stops.get(&target.to_string()).cloned());
            let Some(stop) = stop else {
                let message = format!("no request {target} is in progress");
                return Err(InvalidRequest {
                    id,
                    field: "stop",
                    message,
                });
            };
            stop.store(true, Ordering::Relaxed);
            Ok(None)
        }
        Message::Request(request) => {
            let stop = Arc::new(AtomicBool::new(false));
            if let Ok(mut stops) = stops.lock() {
                stops.insert(request.id.to_string(), Arc::clone(&stop));
            }
            Ok(Some(QueuedRequest {
                request: *request,
                stop,
            }))
        }
    }
}
