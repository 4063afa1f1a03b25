//! Plays a match between two evaluators or sets of search parameters, on duplicate deals.
//!
//! `compare A B SETTING GROUPS [ELO0,ELO1] [threads=N] [seed=N]`, where A and B are bots or
//! `VALUE[:KEY=NUMBER,…]:BOT`. VALUE is `hand`, `linear`, `shipped`, or a file of weights or of a
//! network; KEY is a search parameter; BOT is a level with a limit, or `uct` for a tree search with
//! that evaluator at the end of the round. SETTING is `c2` to `g4`. With two Elo differences the
//! match stops when the SPRT is decided. Time limits are in CPU time of the searching thread, so
//! that a match can share its machine.
//!
//! `cargo run --release -p azulejo-ai --example compare -- shipped:legend@4000n hand:legend@4000n
//! c2 2000 0,10`

use std::error::Error;
use std::fs;

use azulejo_ai::eval::{Evaluator, Linear, Nets, Setting};
use azulejo_ai::matches::{MatchParameters, Sprt, Tally, Verdict, play_groups};
use azulejo_ai::search::{Engine, Parameters};
use azulejo_ai::{Bot, BotSpec};
use cpu_time::ThreadTime;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [a, b, setting, groups, rest @ ..] = args.as_slice() else {
        return Err("usage: compare A B SETTING GROUPS [ELO0,ELO1] [threads=N] [seed=N]".into());
    };
    let setting: Setting = setting.parse()?;
    let players = setting.players.count();
    let mut table = MatchParameters {
        players,
        wall: setting.wall,
        groups: groups.parse()?,
        seed: 1,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
    };
    let mut sprt = None;
    for option in rest {
        if let Some((elo0, elo1)) = option.split_once(',') {
            sprt = Some(Sprt {
                elo0: elo0.parse()?,
                elo1: elo1.parse()?,
                alpha: 0.05,
            });
        } else if let Some(threads) = option.strip_prefix("threads=") {
            table.threads = threads.parse()?;
        } else if let Some(seed) = option.strip_prefix("seed=") {
            table.seed = seed.parse()?;
        } else {
            return Err(format!("unknown option {option:?}").into());
        }
    }
    // Report errors in the arguments before the first game.
    bot(a)?;
    bot(b)?;
    let make = || {
        let others = (1..players).map(|_| bot(b).expect("the spec was validated above"));
        core::iter::once(bot(a).expect("the spec was validated above"))
            .chain(others)
            .collect()
    };
    let mut tally = Tally::new(players);
    play_groups(table, make, |group| {
        tally.add(&group.results());
        if tally.groups().is_multiple_of(100) {
            eprintln!(
                "{} groups: {:.1} % ± {:.1}",
                tally.groups(),
                100.0 * tally.score(),
                100.0 * tally.score_error()
            );
        }
        sprt.is_none_or(|sprt| sprt.verdict(&tally) == Verdict::Undecided)
    });
    let (won, shared, lost) = tally.games();
    println!(
        "{a} against {b}, {}: {won} won, {shared} shared, {lost} lost",
        setting.name()
    );
    let elo = |elo: Option<f64>| elo.map_or("none".to_owned(), |elo| format!("{elo:+.0}"));
    let (low, high) = tally.elo_interval();
    println!(
        "score {:.1} % ± {:.1}, Elo {} ({} to {})",
        100.0 * tally.score(),
        100.0 * tally.score_error(),
        elo(tally.elo()),
        elo(low),
        elo(high),
    );
    if let Some(sprt) = sprt {
        println!(
            "SPRT({}, {}): {:?}, log-likelihood ratio {:.2} of {:.2}",
            sprt.elo0,
            sprt.elo1,
            sprt.verdict(&tally),
            tally.log_likelihood_ratio(sprt.elo0, sprt.elo1),
            sprt.bound()
        );
    }
    Ok(())
}

fn bot(text: &str) -> Result<Bot, Box<dyn Error>> {
    Ok(untimed(text)?.with_clock(|| ThreadTime::now().as_duration()))
}

fn untimed(text: &str) -> Result<Bot, Box<dyn Error>> {
    // A plain bot spec uses the bot's own evaluator.
    if let Ok(spec) = text.parse::<BotSpec>() {
        return Ok(Bot::new(spec, 0));
    }
    let parts: Vec<&str> = text.split(':').collect();
    let (value, keys, spec) = match parts.as_slice() {
        [value, spec] => (*value, "", *spec),
        [value, keys, spec] => (*value, *keys, *spec),
        _ => return Err(format!("{text:?}: expected VALUE[:KEY=NUMBER,…]:BOT").into()),
    };
    let evaluator = match value {
        "hand" => Evaluator::HandCrafted,
        "shipped" => Evaluator::shipped(),
        "linear" => Evaluator::Linear(Box::new(Linear::shipped().clone())),
        file => {
            let bytes = fs::read(file).map_err(|e| format!("{file}: {e}"))?;
            match String::from_utf8(bytes) {
                Ok(text) => Evaluator::Linear(Box::new(Linear::parse(&text)?)),
                Err(e) => {
                    let mut nets = Nets::none();
                    nets.add(e.as_bytes()).map_err(|e| format!("{file}: {e}"))?;
                    Evaluator::Nets(nets)
                }
            }
        }
    };
    let mut parameters = Parameters::SHIPPED;
    for pair in keys.split(',').filter(|pair| !pair.is_empty()) {
        let (key, number) = pair
            .split_once('=')
            .ok_or("parameters have the form KEY=NUMBER")?;
        match key {
            "reduce_from_move" => parameters.reduce_from_move = number.parse()?,
            "reduce_from_depth" => parameters.reduce_from_depth = number.parse()?,
            "reduce_step" => parameters.reduce_step = number.parse()?,
            "skip_floor_from" => parameters.skip_floor_from = number.parse()?,
            "partial_order" => parameters.partial_order = number.parse()?,
            "plausible" => parameters.plausible = number.parse()?,
            "tempo" => parameters.tempo = number.parse()?,
            "tree" => parameters.tree = number == "1",
            "tilings" => parameters.tilings = number.parse()?,
            "late_scale" => parameters.late_scale = number.parse()?,
            _ => return Err(format!("unknown parameter {key:?}").into()),
        }
    }
    let spec: BotSpec = spec.parse()?;
    if let Some(tree) = Bot::uct_with_evaluator(spec, evaluator.clone()) {
        return Ok(tree);
    }
    let engine = Engine::new(evaluator).with_parameters(parameters);
    Bot::with_engine(spec, engine).ok_or_else(|| format!("{spec} does not search").into())
}
