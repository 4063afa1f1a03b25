//! The engine's requests and responses.

use std::sync::atomic::AtomicBool;

use azulejo_ai::BotSpec;
use azulejo_ai::analysis_protocol::{Analyst, InvalidRequest, Message, Object, parse, with_id};
use azulejo_ai::clock::Clock;
use azulejo_ai::eval::net::NetFileError;
use azulejo_ai::eval::{Evaluator, Nets, Setting};
use azulejo_ai::signature_with;
use azulejo_ai::simulation::Plan;
use azulejo_rules::{PlayerCount, Wall};
use serde_json::Value;

/// An engine that answers one request at a time.
pub struct Session {
    analyst: Analyst,
}

impl Session {
    /// Creates a session without networks, which measures time limits with `clock`.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self {
            analyst: Analyst::new(Nets::none()).with_clock(clock),
        }
    }

    /// Adds a network, replacing the one of the same setting.
    ///
    /// # Errors
    /// If the bytes are not a valid network file.
    pub fn add_network(&mut self, bytes: &[u8]) -> Result<Setting, NetFileError> {
        self.analyst.add_network(bytes)
    }

    /// Answers a request; `respond` gets the JSON text of each response, the last one included.
    ///
    /// A request cannot be stopped by another one, because the session answers one at a time.
    pub fn request(&mut self, text: &str, mut respond: impl FnMut(&str)) {
        let mut send = |response: Object| respond(&Value::Object(response).to_string());
        let request = match parse(text) {
            Ok(Message::Request(request)) => request,
            Ok(Message::Stop { id, target }) => {
                let invalid = InvalidRequest {
                    id,
                    field: "stop",
                    message: format!("no request {target} is in progress"),
                };
                return send(invalid.response());
            }
            Err(invalid) => return send(invalid.response()),
        };
        let never = AtomicBool::new(false);
        let id = request.id;
        let response = self.analyst.respond(&request.subject, &never, |partial| {
            send(with_id(id.clone(), partial));
        });
        send(with_id(id, response));
    }

    /// Returns the bench signature, as `azulejo bench --ai` prints it, with the networks loaded.
    #[must_use]
    pub fn signature(&self) -> u64 {
        signature_with(Evaluator::Nets(self.analyst.nets().clone()))
    }

    /// Returns the record of a game between bots, separated by commas: the one that `azulejo sim`
    /// writes first for the same seed.
    ///
    /// # Errors
    /// If the bots are invalid.
    pub fn simulate(&self, bots: &str, wall: Wall, seed: u64) -> Result<String, String> {
        let bots = bots
            .split(',')
            .map(|bot| bot.parse().map_err(|e| format!("{e}")))
            .collect::<Result<Vec<BotSpec>, String>>()?;
        let players = PlayerCount::new(bots.len()).ok_or("2 to 4 bots play")?;
        let plan = Plan::new(bots, players, wall, 1, seed, self.analyst.nets().clone());
        let game = plan.play(0).map_err(|e| e.to_string())?;
        let mut record = String::new();
        game.into_record().write_json(&mut record);
        Ok(record)
    }
}
