//! The JSON requests and responses of docs/analysis-protocol.md.
//!
//! [`parse`] reads a request; an [`Analyst`] answers it.

mod ledger_json;
mod reasons;
mod record;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use azulejo_rules::{Phase, PlayerCount, Position, Seat};
use serde_json::{Map, Value, json};

use crate::analysis::{PositionAnalysis, analyse_position_with_progress};
use crate::clock::{Clock, system_clock};
use crate::eval::net::NetFileError;
use crate::eval::{Evaluator, Nets, Setting};
use crate::search::{Engine, Limits};
use crate::{Bot, BotSpec, Decision, Limit};

pub use ledger_json::ledger_response;
pub use reasons::{ReasonsRequest, reasons_response};
pub use record::{RecordPart, RecordRequest};

/// The members of a JSON object.
pub type Object = Map<String, Value>;

/// The default limit for the analysis of a position, in nodes.
const DEFAULT_NODES: u64 = 100_000;

/// A parsed message.
#[derive(Clone, Debug)]
pub enum Message {
    /// A request that gets a response.
    Request(Box<Request>),
    /// Stops the request with the ID `target`.
    Stop {
        /// The ID of this message.
        id: Value,
        /// The ID of the request to stop.
        target: Value,
    },
}

/// A parsed request.
#[derive(Clone, Debug)]
pub struct Request {
    /// The ID: a string or a number.
    pub id: Value,
    /// The subject.
    pub subject: Subject,
}

/// The subject of a request.
#[derive(Clone, Debug)]
pub enum Subject {
    /// The analysis of a position.
    Position(PositionRequest),
    /// The decision of a bot.
    Bot(BotRequest),
    /// The reasons for a move.
    Reasons(ReasonsRequest),
    /// The analysis of a record.
    Record(RecordRequest),
}

/// A request to analyse a position.
#[derive(Clone, Debug)]
pub struct PositionRequest {
    /// The position.
    pub position: Box<Position>,
    /// The limit.
    pub limit: Option<Limit>,
    /// The number of best moves to evaluate.
    pub best: usize,
    /// Whether each completed depth gets a response.
    pub progress: bool,
}

/// A request for the decision of a bot.
#[derive(Clone, Debug)]
pub struct BotRequest {
    /// The position.
    pub position: Box<Position>,
    /// The bot and its limit.
    pub spec: BotSpec,
    /// The seed of the bot's random numbers.
    pub seed: u64,
    /// The player whose lines are tiled; the player to move if omitted.
    pub seat: Option<Seat>,
}

/// The error of an invalid request.
#[derive(Clone, PartialEq, Debug)]
pub struct InvalidRequest {
    /// The ID of the request; null if it cannot be read.
    pub id: Value,
    /// The invalid field; empty if it is the whole request.
    pub field: &'static str,
    /// The reason.
    pub message: String,
}

impl InvalidRequest {
    /// Returns the response.
    #[must_use]
    pub fn response(self) -> Object {
        with_id(self.id, error(self.field, &self.message))
    }
}

/// Returns the members of a response to a request that cannot be answered.
#[must_use]
pub fn error(field: &str, message: &str) -> Object {
    members(json!({ "error": { "field": field, "message": message } }))
}

/// Returns a response that starts with the ID of its request.
#[must_use]
pub fn with_id(id: Value, response: Object) -> Object {
    let mut object = Object::from_iter([("id".to_owned(), id)]);
    object.extend(response);
    object
}

/// Returns the requested limits, or the defaults.
#[must_use]
pub fn limits(requested: Option<Limit>, defaults: Limits) -> Limits {
    let mut limits = Limits::default();
    match requested {
        None => return defaults,
        Some(Limit::Time(time)) => limits.time = Some(time),
        Some(Limit::Nodes(nodes)) => limits.nodes = Some(nodes),
        Some(Limit::Depth(depth)) => limits.depth = Some(depth),
    }
    limits
}

/// Parses a message.
///
/// # Errors
/// If it is not a valid request.
pub fn parse(text: &str) -> Result<Message, InvalidRequest> {
    let mut fields: Object = serde_json::from_str(text).map_err(|e| InvalidRequest {
        id: Value::Null,
        field: "",
        message: format!("a request must be one JSON object: {e}"),
    })?;
    let id = fields.remove("id").unwrap_or(Value::Null);
    parse_fields(id.clone(), fields).map_err(|(field, message)| InvalidRequest {
        id,
        field,
        message,
    })
}

type FieldError = (&'static str, String);

fn parse_fields(id: Value, mut fields: Object) -> Result<Message, FieldError> {
    if !id.is_string() && !id.is_number() {
        return fail("id", "a request needs an id: a string or a number");
    }
    if let Some(target) = fields.remove("stop") {
        return Ok(Message::Stop { id, target });
    }
    let subject = match (fields.remove("position"), fields.remove("record")) {
        (Some(text), None) => position_subject(&text, &mut fields)?,
        (None, Some(text)) => Subject::Record(record::parse(&text, &mut fields)?),
        (Some(_), Some(_)) => {
            return fail(
                "record",
                "a request has either a position or a record, not both",
            );
        }
        (None, None) => return fail("position", "a request needs a position or a record"),
    };
    if let Some(field) = fields.keys().next() {
        return Err(("", format!("unknown field {field:?}")));
    }
    Ok(Message::Request(Box::new(Request { id, subject })))
}

fn position_subject(text: &Value, fields: &mut Object) -> Result<Subject, FieldError> {
    let position = Box::new(parsed("position", text, "the position must be a string")?);
    if let Some(bot) = fields.remove("bot") {
        let seat = seat(fields.remove("seat"), &position)?;
        return Ok(Subject::Bot(BotRequest {
            position,
            spec: parsed("bot", &bot, "the bot must be a string such as artisan")?,
            seed: match fields.remove("seed") {
                None => 0,
                Some(seed) => match seed.as_u64() {
                    Some(seed) => seed,
                    None => return fail("seed", "the seed must be a whole number"),
                },
            },
            seat,
        }));
    }
    if let Some(m) = fields.remove("reasons_for") {
        return Ok(Subject::Reasons(ReasonsRequest {
            position,
            m: parsed("reasons_for", &m, "the move must be a string such as 2B3")?,
        }));
    }
    Ok(Subject::Position(PositionRequest {
        position,
        limit: limit(fields.remove("limit"))?,
        best: best(fields.remove("best"))?,
        progress: progress(fields.remove("progress"))?,
    }))
}

fn seat(value: Option<Value>, position: &Position) -> Result<Option<Seat>, FieldError> {
    let Some(value) = value else { return Ok(None) };
    let number = value
        .as_u64()
        .and_then(|number| usize::try_from(number).ok());
    let seat = number.and_then(Seat::new);
    let players = position.players().count();
    match seat.filter(|seat| seat.index() < players) {
        Some(_) if position.phase() != Phase::Tiling => {
            fail("seat", "a seat is only chosen where lines are tiled")
        }
        Some(seat) => Ok(Some(seat)),
        None => fail(
            "seat",
            &format!("the seat must be a number from 1 to {players}"),
        ),
    }
}

fn progress(value: Option<Value>) -> Result<bool, FieldError> {
    match value.map(|value| value.as_bool()) {
        None => Ok(false),
        Some(Some(progress)) => Ok(progress),
        Some(None) => fail("progress", "progress must be true or false"),
    }
}

fn best(value: Option<Value>) -> Result<usize, FieldError> {
    match value.map(|value| value.as_u64()) {
        None => Ok(1),
        Some(Some(best @ 1..=1000)) => Ok(best as usize),
        Some(_) => fail("best", "best must be a whole number from 1 to 1000"),
    }
}

fn fail<T>(field: &'static str, message: &str) -> Result<T, FieldError> {
    Err((field, message.to_owned()))
}

fn parsed<T: std::str::FromStr<Err: ToString>>(
    field: &'static str,
    value: &Value,
    expected: &str,
) -> Result<T, FieldError> {
    let Some(text) = value.as_str() else {
        return fail(field, expected);
    };
    text.parse().map_err(|e: T::Err| (field, e.to_string()))
}

fn limit(value: Option<Value>) -> Result<Option<Limit>, FieldError> {
    let Some(value) = value else { return Ok(None) };
    let Some(text) = value.as_str() else {
        return fail("limit", "the limit must be a string such as 100ms");
    };
    // Limits use the syntax of bot names, with any bot.
    match format!("legend@{text}").parse::<BotSpec>() {
        Ok(spec) => Ok(spec.limit),
        Err(e) => Err(("limit", e.to_string())),
    }
}

/// Answers requests. With a node or depth limit, a response depends on the request alone.
pub struct Analyst {
    nets: Nets,
    clock: Clock,
    /// Created when first needed: the transposition table takes 16 MB.
    engine: Option<Engine>,
    /// The engine for records, with the size of its transposition table.
    record_engine: Option<(usize, Engine)>,
    bots: HashMap<BotSpec, Bot>,
}

impl Analyst {
    /// Creates an analyst that evaluates with the given networks.
    #[must_use]
    pub fn new(nets: Nets) -> Self {
        Self {
            nets,
            clock: system_clock,
            engine: None,
            record_engine: None,
            bots: HashMap::new(),
        }
    }

    /// Replaces the clock that time limits are measured with.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    /// Adds a network, replacing the one of the same setting.
    ///
    /// # Errors
    /// If the bytes are not a valid network file.
    pub fn add_network(&mut self, bytes: &[u8]) -> Result<Setting, NetFileError> {
        let setting = self.nets.add(bytes)?;
        self.engine = None;
        self.record_engine = None;
        self.bots.clear();
        Ok(setting)
    }

    /// Returns the networks.
    #[must_use]
    pub const fn nets(&self) -> &Nets {
        &self.nets
    }

    /// Answers a request; `report` gets the members of each response before the last one.
    pub fn respond(
        &mut self,
        subject: &Subject,
        stop: &AtomicBool,
        report: impl FnMut(Object),
    ) -> Object {
        match subject {
            Subject::Position(request) => self.position(request, stop, report),
            Subject::Bot(request) => self.bot(request, stop),
            Subject::Reasons(request) => reasons_response(request),
            Subject::Record(request) => self.record(request, stop, report),
        }
    }

    /// Analyses a record, or answers a request for a part of the analysis. The transposition table
    /// has the size that `azulejo analyse` uses, on which the values depend.
    fn record(
        &mut self,
        request: &RecordRequest,
        stop: &AtomicBool,
        report: impl FnMut(Object),
    ) -> Object {
        let players = PlayerCount::new(request.record.players.len());
        let setting = players.map(|players| Setting {
            players,
            wall: request.record.wall,
        });
        if let Err(missing) = setting.map_or(Ok(()), |s| self.check_network(s, "record")) {
            return missing;
        }
        let entries = request.effort.table_entries();
        let engine = match &mut self.record_engine {
            Some((size, engine)) if *size == entries => engine,
            other => {
                // Both tables together may not fit into a small device's memory.
                *other = None;
                let evaluator = Evaluator::Nets(self.nets.clone());
                let engine = Engine::with_entries(evaluator, entries).with_clock(self.clock);
                &mut other.insert((entries, engine)).1
            }
        };
        record::respond(request, engine, stop, report)
    }

    /// Returns the engine.
    fn engine(&mut self) -> &mut Engine {
        self.engine.get_or_insert_with(|| {
            Engine::new(Evaluator::Nets(self.nets.clone())).with_clock(self.clock)
        })
    }

    /// Analyses a position; `on_depth` gets the members of each response before the last one.
    pub fn position(
        &mut self,
        request: &PositionRequest,
        stop: &AtomicBool,
        mut on_depth: impl FnMut(Object),
    ) -> Object {
        if let Err(missing) = self.check_network(setting_of(&request.position), "position") {
            return missing;
        }
        let defaults = Limits {
            nodes: Some(DEFAULT_NODES),
            ..Limits::default()
        };
        let limits = limits(request.limit, defaults);
        let engine = self.engine();
        engine.new_game();
        let analysis = analyse_position_with_progress(
            engine,
            &request.position,
            limits,
            request.best,
            stop,
            |analysis| {
                if request.progress {
                    let mut response = position_response(&analysis);
                    response.insert("partial".to_owned(), true.into());
                    on_depth(response);
                }
            },
        );
        match analysis {
            Ok(analysis) => position_response(&analysis),
            Err(e) => error("position", &e.to_string()),
        }
    }

    /// Returns the response with a bot's decision.
    pub fn bot(&mut self, request: &BotRequest, stop: &AtomicBool) -> Object {
        if let Err(missing) = self.check_network(setting_of(&request.position), "position") {
            return missing;
        }
        let (nets, clock) = (&self.nets, self.clock);
        let bot = self
            .bots
            .entry(request.spec)
            .or_insert_with(|| Bot::with_nets(request.spec, 0, nets).with_clock(clock));
        bot.new_game(request.seed);
        let position = &request.position;
        if position.phase() == Phase::Tiling {
            let seat = request.seat.unwrap_or_else(|| position.to_move());
            let placements = bot.tile(position, seat);
            let placements: Vec<_> = placements.iter().map(ToString::to_string).collect();
            return members(json!({ "kind": "bot", "placements": placements }));
        }
        match bot.decide_until(position, stop) {
            Ok(Decision::Move(m)) => members(json!({ "kind": "bot", "move": m.to_string() })),
            Ok(Decision::Place(placement)) => {
                members(json!({ "kind": "bot", "placements": [placement.to_string()] }))
            }
            Err(e) => error("position", &e.to_string()),
        }
    }

    /// Returns an error response if the network of a setting is missing: the linear
    /// fallback would be weaker without notice.
    fn check_network(&self, setting: Setting, field: &str) -> Result<(), Object> {
        if self.nets.get(setting).is_some() {
            return Ok(());
        }
        let message = format!("the network {} is not loaded", setting.name());
        Err(error(field, &message))
    }
}

fn setting_of(position: &Position) -> Setting {
    Setting {
        players: position.players(),
        wall: position.wall(),
    }
}

/// Returns the members of the JSON object for a position's analysis.
#[must_use]
pub fn position_response(analysis: &PositionAnalysis) -> Object {
    let moves: Vec<Value> = analysis
        .moves
        .iter()
        .map(|judged| {
            json!({
                "move": judged.m.to_string(),
                "win": judged.win.iter().map(|&p| round(p, 4)).collect::<Vec<_>>(),
                "margin": round(judged.margin, 2),
                "line": judged.pv.iter().map(ToString::to_string).collect::<Vec<_>>(),
            })
        })
        .collect();
    members(json!({
        "kind": "position",
        "seat": analysis.seat.number(),
        "depth": analysis.depth,
        "exact": analysis.exact,
        "nodes": analysis.nodes,
        "moves": moves,
    }))
}

/// Returns the members of a JSON object.
#[must_use]
pub fn members(value: Value) -> Object {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// Rounds to a number of digits; further ones exceed the precision of the search.
#[must_use]
pub fn round(x: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    (x * scale).round() / scale
}

#[cfg(all(test, feature = "embedded-networks"))]
mod tests {
    use super::*;

    const START: &str = "c2 1 1>1 BRKK/BYYW/KKKW/YRRW/BRWW * 17,17,16,15,15 0,0,0,0,0 \
         0;-/-/-/-/-;...../...../...../...../.....;- 0;-/-/-/-/-;...../...../...../...../.....;-";

    fn request(extra: &str) -> Subject {
        let text = format!(r#"{{"id":1,"position":"{START}"{extra}}}"#);
        match parse(&text) {
            Ok(Message::Request(request)) => request.subject,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn position(analyst: &mut Analyst, extra: &str) -> Vec<Object> {
        let Subject::Position(request) = request(extra) else {
            panic!("a position request");
        };
        let mut responses = Vec::new();
        let last = analyst.position(&request, &AtomicBool::new(false), |r| responses.push(r));
        responses.push(last);
        responses
    }

    fn bot(analyst: &mut Analyst, extra: &str) -> Object {
        let Subject::Bot(request) = request(extra) else {
            panic!("a bot request");
        };
        analyst.bot(&request, &AtomicBool::new(false))
    }

    #[test]
    fn invalid_fields_are_named() {
        let field = |extra: &str| {
            let text = format!(r#"{{"id":1,"position":"{START}",{extra}}}"#);
            parse(&text).expect_err(&text).field
        };
        assert_eq!(field(r#""best":0"#), "best");
        assert_eq!(field(r#""limit":7"#), "limit");
        assert_eq!(field(r#""progress":1"#), "progress");
        assert_eq!(field(r#""bot":"unknown""#), "bot");
        assert_eq!(field(r#""bot":"artisan","seed":-1"#), "seed");
        assert_eq!(field(r#""bot":"artisan","limit":"d3""#), "");
        assert_eq!(field(r#""seed":1"#), "");
        assert_eq!(field(r#""record":"""#), "record");
        assert_eq!(parse(r#"{"position":""}"#).expect_err("no id").field, "id");
        assert_eq!(parse("[]").expect_err("no object").id, Value::Null);
    }

    #[test]
    fn progress_reports_each_depth_and_keeps_the_result() {
        let mut analyst = Analyst::new(Nets::shipped().clone());
        let plain = position(&mut analyst, r#","limit":"d4","best":3"#);
        assert_eq!(plain.len(), 1);
        let deepening = position(&mut analyst, r#","limit":"d4","best":3,"progress":true"#);
        let (last, partial) = deepening.split_last().expect("responses");
        assert_eq!(*last, plain[0]);
        let depths: Vec<_> = partial.iter().map(|r| r["depth"].clone()).collect();
        assert_eq!(depths, [1, 2, 3, 4]);
        assert!(partial.iter().all(|r| r["partial"] == true));
        let mut final_depth = partial[3].clone();
        final_depth.remove("partial");
        assert_eq!(final_depth, *last);
    }

    #[test]
    fn bot_decides_as_it_does_at_a_table() {
        let mut analyst = Analyst::new(Nets::shipped().clone());
        let start: Position = START.parse().expect("a position");
        for spec in ["random", "beginner", "tiler", "artisan", "master@500n"] {
            let spec: BotSpec = spec.parse().expect("a bot");
            let expected = match Bot::new(spec, 7).decide(&start) {
                Ok(Decision::Move(m)) => m.to_string(),
                other => panic!("{other:?}"),
            };
            for _ in 0..2 {
                let found = bot(&mut analyst, &format!(r#","bot":"{spec}","seed":7"#));
                assert_eq!(found["move"], expected, "{spec}");
            }
        }
    }

    #[test]
    fn missing_network_is_an_error() {
        let mut analyst = Analyst::new(Nets::none());
        let missing = position(&mut analyst, "").remove(0);
        assert_eq!(missing["error"]["message"], "the network c2 is not loaded");
        assert!(bot(&mut analyst, r#","bot":"artisan""#).contains_key("error"));
        let c2 = crate::eval::shipped_network(Setting::ALL[0]);
        let setting = analyst.add_network(c2).expect("a network");
        assert_eq!(setting.name(), "c2");
        assert_eq!(position(&mut analyst, "")[0]["kind"], "position");
    }
}
