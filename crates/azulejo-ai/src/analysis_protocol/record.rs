//! Requests about records: a whole analysis, or its parts for callers with workers of their own.

use std::sync::atomic::AtomicBool;

use azulejo_rules::record::Record;
use serde_json::{Value, json};

use super::ledger_json::{ledger_response, missing_response};
use super::{FieldError, Object, best, error, fail, limit, limits, members, parsed, progress};
use crate::ledger::{Effort, GameAnalysis, JobKind, JobResult};
use crate::search::Engine;

/// A request to analyse a record.
#[derive(Clone, Debug)]
pub struct RecordRequest {
    /// The record.
    pub record: Box<Record>,
    /// The effort.
    pub effort: Effort,
    /// The requested part of the analysis.
    pub part: RecordPart,
}

/// A part of a record's analysis.
#[derive(Clone, Debug)]
pub enum RecordPart {
    /// The ledger, after running all jobs.
    Whole {
        /// Whether each finished search gets a response.
        progress: bool,
    },
    /// The list of jobs.
    Jobs,
    /// The result of one job, given by its index.
    Job(usize),
    /// The ledger of finished jobs; `None` for those without a result.
    Ledger(Vec<Option<JobResult>>),
}

/// Parses the fields of a request about a record.
pub(super) fn parse(text: &Value, fields: &mut Object) -> Result<RecordRequest, FieldError> {
    let expected = "the record must be a string: its text";
    let record = Box::new(parsed("record", text, expected)?);
    let effort: Effort = match fields.remove("effort") {
        None => Effort::QUICK,
        Some(name) => parsed("effort", &name, "the effort must be a string")?,
    };
    let limit = limit(fields.remove("limit"))?;
    let effort = effort.with_limits(limits(limit, effort.limits));
    let part = match (fields.remove("job"), fields.remove("results")) {
        (Some(_), Some(_)) => return fail("results", "a request has either job or results"),
        (Some(job), None) if job == "list" => RecordPart::Jobs,
        (Some(job), None) => match job.as_u64() {
            Some(index) => RecordPart::Job(index as usize),
            None => return fail("job", "the job must be \"list\" or the index of a job"),
        },
        (None, Some(results)) => RecordPart::Ledger(parse_results(&results)?),
        (None, None) => {
            best(fields.remove("best"))?;
            RecordPart::Whole {
                progress: progress(fields.remove("progress"))?,
            }
        }
    };
    Ok(RecordRequest {
        record,
        effort,
        part,
    })
}

fn parse_results(results: &Value) -> Result<Vec<Option<JobResult>>, FieldError> {
    let Some(results) = results.as_array() else {
        return fail("results", "the results must be a list");
    };
    let parse = |(index, result): (usize, &Value)| match result {
        Value::Null => Ok(None),
        result => parsed("results", result, "a result must be a string or null")
            .map(Some)
            .map_err(|(field, message)| (field, format!("job {index}: {message}"))),
    };
    results.iter().enumerate().map(parse).collect()
}

/// Answers a request; `report` gets the members of each response before the last one.
pub(super) fn respond(
    request: &RecordRequest,
    engine: &mut Engine,
    stop: &AtomicBool,
    report: impl FnMut(Object),
) -> Object {
    let mut analysis = match GameAnalysis::new(&request.record, request.effort) {
        Ok(analysis) => analysis,
        Err(e) => return error("record", &e.to_string()),
    };
    match &request.part {
        RecordPart::Whole { progress } => {
            let mut report = report;
            run(&mut analysis, engine, stop, |message| {
                if *progress {
                    report(message);
                }
            });
        }
        RecordPart::Jobs => return jobs_response(&analysis),
        RecordPart::Job(index) => return job_response(&analysis, *index, engine, stop),
        RecordPart::Ledger(results) => {
            if let Err((field, message)) = supply(&mut analysis, results) {
                return error(field, &message);
            }
        }
    }
    match analysis.ledger(engine.evaluator()) {
        Some(ledger) => ledger_response(&ledger),
        None => missing_response(analysis.missing()),
    }
}

/// Runs the jobs until the analysis is complete or stopped.
fn run(
    analysis: &mut GameAnalysis,
    engine: &mut Engine,
    stop: &AtomicBool,
    mut report: impl FnMut(Object),
) {
    let jobs = analysis.jobs().to_vec();
    for (i, job) in jobs.iter().enumerate() {
        let Some(result) = job.run(engine, stop) else {
            break;
        };
        analysis.supply(i, result);
        let progress = json!({ "done": i + 1, "of": jobs.len() });
        report(Object::from_iter([("progress".to_owned(), progress)]));
    }
}

fn supply(analysis: &mut GameAnalysis, results: &[Option<JobResult>]) -> Result<(), FieldError> {
    let jobs = analysis.jobs().len();
    if results.len() != jobs {
        let message = format!("expected {jobs} results, found {}", results.len());
        return Err(("results", message));
    }
    for (index, result) in results.iter().enumerate() {
        let Some(result) = result else { continue };
        if !analysis.accepts(result) {
            let message = format!("job {index}: the result is for another number of players");
            return Err(("results", message));
        }
        analysis.supply(index, result.clone());
    }
    Ok(())
}

fn jobs_response(analysis: &GameAnalysis) -> Object {
    let jobs: Vec<Value> = analysis
        .jobs()
        .iter()
        .map(|job| match job.kind {
            JobKind::Position { round, moves } => {
                json!({ "round": round, "moves": moves, "position": job.position.to_string() })
            }
            JobKind::OtherDeal { round } => {
                json!({ "round": round, "position": job.position.to_string() })
            }
        })
        .collect();
    members(json!({ "kind": "jobs", "jobs": jobs }))
}

fn job_response(
    analysis: &GameAnalysis,
    index: usize,
    engine: &mut Engine,
    stop: &AtomicBool,
) -> Object {
    let Some(job) = analysis.jobs().get(index) else {
        let message = format!("there are {} jobs", analysis.jobs().len());
        return error("job", &message);
    };
    match job.run(engine, stop) {
        Some(result) => members(json!({
            "kind": "job",
            "job": index,
            "win": result.values.win,
            "points": result.values.points,
            "result": result.to_string(),
        })),
        None => error("job", "the job was stopped"),
    }
}
