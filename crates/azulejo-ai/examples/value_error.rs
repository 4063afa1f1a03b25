//! Measures the round-end values of a network against reference values.
//!
//! `value_error VALUE FILE`, where VALUE is `hand`, `linear`, `shipped` or a network file, and FILE
//! was written by `value_reference`. For each round it prints the root mean square error of the
//! starting player's win probability, the same after the best possible rescaling, the bias of the
//! starting player's value (negative: undervalued), and the references' own standard error.
//!
//! `cargo run --release -p azulejo-ai --example value_error -- shipped training/held-out/c2.txt`

mod support;

use std::error::Error;
use std::fs;

use azulejo_ai::eval::Setting;
use azulejo_ai::study::{ReferenceValue, ValueError};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [value, file] = args.as_slice() else {
        return Err("usage: value_error VALUE FILE".into());
    };
    let text = fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    let mut references = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if !line.starts_with('#') {
            let reference: ReferenceValue = line
                .parse()
                .map_err(|e| format!("{file}, line {}: {e}", number + 1))?;
            references.push(reference);
        }
    }
    let first = references.first().ok_or("the file holds no positions")?;
    let setting = Setting {
        players: first.position.players(),
        wall: first.position.wall(),
    };
    let evaluator = support::evaluator(value, setting)?;
    println!("{}, {value}", setting.name());
    println!("| round | positions | rms | rescaled | factor | bias | reference |");
    println!("|---|---|---|---|---|---|---|");
    let last = references.iter().map(|r| r.round).max().unwrap_or(0);
    for round in 1..=last {
        let of_round: Vec<_> = references
            .iter()
            .filter(|r| r.round == round)
            .copied()
            .collect();
        if let Some(error) = ValueError::measure(&evaluator, &of_round) {
            println!(
                "| {round} | {} | {:.3} | {:.3} | {:.2} | {:+.3} ± {:.3} | ± {:.3} |",
                error.positions,
                error.rms,
                error.rescaled_rms,
                error.factor,
                error.bias,
                error.bias_error,
                error.reference_error
            );
        }
    }
    Ok(())
}
