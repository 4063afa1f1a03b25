//! The evaluator argument of the examples that generate and judge values.

use std::error::Error;
use std::fs;

use azulejo_ai::eval::{Evaluator, Linear, Nets, Setting};

/// Returns the evaluator of a setting: `hand`, `linear`, `shipped`, or a network file.
pub(crate) fn evaluator(value: &str, setting: Setting) -> Result<Evaluator, Box<dyn Error>> {
    Ok(match value {
        "hand" => Evaluator::HandCrafted,
        "linear" => Evaluator::Linear(Box::new(Linear::shipped().clone())),
        "shipped" => Evaluator::shipped(),
        file => {
            let mut nets = Nets::none();
            let found = nets
                .add(&fs::read(file).map_err(|e| format!("{file}: {e}"))?)
                .map_err(|e| format!("{file}: {e}"))?;
            if found != setting {
                return Err(format!("{file} is a network for {}", found.name()).into());
            }
            Evaluator::Nets(nets)
        }
    })
}
