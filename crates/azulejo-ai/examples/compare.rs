//! Plays a match between two ways to value boards or to steer the search, on the same deals.
//!
//! `compare A B SETTING GROUPS [ELO0,ELO1]`, where A and B are bots, or `VALUE[:KEY=NUMBER,…]:BOT`:
//! VALUE is `hand`, `shipped` or a file of weights, a key the name of a parameter of the search, and
//! BOT a level with a limit, or `uct` for a tree search with that value at the end of the round. SETTING is `c2` to `g4`. With two Elo differences the match stops as soon as a
//! sequential test is decided.
//!
//! `cargo run --release -p azulejo-ai --example compare -- shipped:legend@4000n hand:legend@4000n c2 2000 0,10`

use std::error::Error;
use std::fs;

use azulejo_ai::matches::{GameSetup, Sprt, Tally, Verdict, play_game, result_of};
use azulejo_ai::search::{Engine, Parameters};
use azulejo_ai::value::{Linear, Setting, Value};
use azulejo_ai::{Bot, BotSpec};
use azulejo_rules::Seat;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [a, b, setting, groups, rest @ ..] = args.as_slice() else {
        return Err("usage: compare A B SETTING GROUPS [ELO0,ELO1]".into());
    };
    let setting = Setting::ALL.into_iter().find(|s| s.name() == *setting);
    let setting = setting.ok_or("the setting must be c2, c3, c4, g2, g3 or g4")?;
    let groups: u64 = groups.parse()?;
    let sprt = match rest.first().and_then(|text| text.split_once(',')) {
        Some((elo0, elo1)) => Some(Sprt {
            elo0: elo0.parse()?,
            elo1: elo1.parse()?,
            alpha: 0.05,
        }),
        None => None,
    };
    let players = setting.players.count();
    let mut bots = vec![bot(a)?];
    for _ in 1..players {
        bots.push(bot(b)?);
    }
    let mut tally = Tally::new(players);
    for seed in 0..groups {
        let start = Seat::ALL[(seed % players as u64) as usize];
        let results: Vec<f64> = (0..players)
            .map(|seat| {
                let seats: Vec<usize> = (0..players)
                    .map(|i| (i + players - seat) % players)
                    .collect();
                let setup = GameSetup {
                    wall: setting.wall,
                    start,
                    seed,
                };
                result_of(&play_game(&mut bots, &seats, setup), Seat::ALL[seat])
            })
            .collect();
        tally.add(&results);
        if sprt.is_some_and(|sprt| sprt.verdict(&tally) != Verdict::Undecided) {
            break;
        }
    }
    let (won, shared, lost) = tally.games();
    println!(
        "{a} against {b}, {}: {won} won, {shared} shared, {lost} lost",
        setting.name()
    );
    println!(
        "score {:.1} % ± {:.1}",
        100.0 * tally.score(),
        100.0 * tally.score_error()
    );
    if let Some(sprt) = sprt {
        println!(
            "SPRT({}, {}): {:?}",
            sprt.elo0,
            sprt.elo1,
            sprt.verdict(&tally)
        );
    }
    Ok(())
}

fn bot(text: &str) -> Result<Bot, Box<dyn Error>> {
    // A bot as it is, without a value of its own.
    if let Ok(spec) = text.parse::<BotSpec>() {
        return Ok(Bot::new(spec, 0));
    }
    let parts: Vec<&str> = text.split(':').collect();
    let (value, keys, spec) = match parts.as_slice() {
        [value, spec] => (*value, "", *spec),
        [value, keys, spec] => (*value, *keys, *spec),
        _ => return Err(format!("{text:?}: write VALUE[:KEY=NUMBER,…]:BOT").into()),
    };
    let value = match value {
        "hand" => Value::Hand,
        "shipped" => Value::shipped(),
        file => Value::Linear(Box::new(Linear::parse(&fs::read_to_string(file)?)?)),
    };
    let mut parameters = Parameters::SHIPPED;
    for pair in keys.split(',').filter(|pair| !pair.is_empty()) {
        let (key, number) = pair.split_once('=').ok_or("a parameter is KEY=NUMBER")?;
        match key {
            "reduce_from_move" => parameters.reduce_from_move = number.parse()?,
            "reduce_from_depth" => parameters.reduce_from_depth = number.parse()?,
            "reduce_step" => parameters.reduce_step = number.parse()?,
            "skip_floor_from" => parameters.skip_floor_from = number.parse()?,
            "partial_order" => parameters.partial_order = number.parse()?,
            "plausible" => parameters.plausible = number.parse()?,
            "tempo" => parameters.tempo = number.parse()?,
            "late_scale" => parameters.late_scale = number.parse()?,
            _ => return Err(format!("there is no parameter {key:?}").into()),
        }
    }
    let spec: BotSpec = spec.parse()?;
    if let Some(tree) = Bot::tree_with_value(spec, value.clone()) {
        return Ok(tree);
    }
    let engine = Engine::new(value).with_parameters(parameters);
    Bot::with_engine(spec, engine).ok_or_else(|| format!("{spec} does not search").into())
}
