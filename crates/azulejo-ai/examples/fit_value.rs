//! Fits the linear evaluator on self-play, writes the weights, and logs one line per round.
//!
//! `fit_value SETTING FROM OUT LOG GAMES NODES [RANDOM] [SEED] [THREADS] [GREEDY]`, where SETTING
//! is `c2` to `g4` or `all`, FROM is `hand` or a file of weights, and OUT may be the same file.
//! RANDOM is the share of random moves, GREEDY the share of seats played by `greedy`.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::time::Instant;

use azulejo_ai::eval::{Evaluator, Linear, ROUND_BUCKETS, Setting};
use azulejo_ai::fit::{collect_samples, fit_round};
use azulejo_ai::self_play::SelfPlay;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [setting, from, out, log, games, nodes, rest @ ..] = args.as_slice() else {
        return Err(
            "usage: fit_value SETTING FROM OUT LOG GAMES NODES [RANDOM] [SEED] [THREADS] [GREEDY]"
                .into(),
        );
    };
    let random: f32 = rest.first().map_or(Ok(0.08), |text| text.parse())?;
    let seed: u64 = rest.get(1).map_or(Ok(1), |text| text.parse())?;
    let threads: u64 = rest.get(2).map_or(Ok(2), |text| text.parse())?;
    let greedy: f32 = rest.get(3).map_or(Ok(0.0), |text| text.parse())?;
    let evaluator = match from.as_str() {
        "hand" => Evaluator::HandCrafted,
        file => Evaluator::Linear(Box::new(Linear::parse(&fs::read_to_string(file)?)?)),
    };
    let mut fitted = match fs::read_to_string(out) {
        Ok(text) => Linear::parse(&text)?,
        Err(_) => Linear::none(),
    };
    let mut log = OpenOptions::new().create(true).append(true).open(log)?;
    for chosen in Setting::ALL {
        if setting != "all" && *setting != chosen.name() {
            continue;
        }
        let (games, nodes) = (games.parse()?, nodes.parse()?);
        let plan = SelfPlay {
            setting: chosen,
            games,
            nodes,
            random,
            greedy,
            mid_round: 0.0,
            seed,
            threads,
        };
        let started = Instant::now();
        let samples = collect_samples(plan, &evaluator);
        for round in 1..=ROUND_BUCKETS {
            let Some((weights, report)) = fit_round(&samples, round, 30.0) else {
                // Too few games reach this round: reuse the weights of the previous one.
                if round > 1
                    && let Some(before) = fitted.round(chosen, round as u16 - 1).cloned()
                {
                    fitted.set_round(chosen, round - 1, before);
                }
                continue;
            };
            fitted.set_round(chosen, round - 1, weights);
            writeln!(
                log,
                "{} round {} from {from} games {games} nodes {nodes} random {random} greedy {greedy} seed {seed}: samples {} R2 {:.3} residual {:.2} scale {:.2} log-loss {:.4}",
                chosen.name(),
                round,
                report.samples,
                report.r_squared,
                report.residual,
                report.scale,
                report.log_loss,
            )?;
        }
        println!(
            "{}: {} samples, {:.0} s",
            chosen.name(),
            samples.len(),
            started.elapsed().as_secs_f32()
        );
        fs::write(out, fitted.to_string())?;
    }
    Ok(())
}
