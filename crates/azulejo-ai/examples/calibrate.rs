//! Measures the calibration of win probabilities: plays a bot against itself and prints, for each
//! range of forecasts at round starts, how often they came true.
//!
//! `calibrate SETTING BOT GAMES [seed=N] [net=FILE] [fit=FILE]`, where SETTING is `c2` to `g4`; for
//! example `calibrate c2 artisan 40000`. All players are counted, at the start of every round
//! except the first; ranges hold at least 5,000 samples, and intervals are 95 % bootstrap intervals
//! over games. `net` uses a network that is not shipped. `fit` fits the scales on every other game,
//! writes a copy of the network with them to FILE, and reports the calibration on the remaining
//! games.

use std::error::Error;
use std::fs;

use azulejo_ai::eval::{Evaluator, Nets, Setting, net};
use azulejo_ai::matches::{GameSetup, play_game};
use azulejo_ai::search::Engine;
use azulejo_ai::study::{Calibration, EvaluatedGame, evaluate_game, fit_scale_factors};
use azulejo_ai::{Bot, BotSpec};
use azulejo_rules::Seat;
use azulejo_rules::rng::FastRng;
use rand_core::Rng as _;

const BINS: usize = 10;
const MIN_SAMPLES: usize = 5_000;
const RESAMPLES: usize = 1_000;
const TOLERANCE: f64 = 0.02;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [setting, bot, games, rest @ ..] = args.as_slice() else {
        return Err("usage: calibrate SETTING BOT GAMES [seed=N] [net=FILE] [fit=FILE]".into());
    };
    let setting: Setting = setting.parse()?;
    let spec: BotSpec = bot.parse()?;
    let games: u64 = games.parse()?;
    let (mut seed, mut net_file, mut fit_file) = (1_u64, None, None);
    for option in rest {
        match option.split_once('=') {
            Some(("seed", number)) => seed = number.parse()?,
            Some(("net", file)) => net_file = Some(file),
            Some(("fit", file)) => fit_file = Some(file),
            _ => return Err(format!("unknown option {option:?}").into()),
        }
    }
    let net_bytes = net_file
        .map(|file| fs::read(file).map_err(|e| format!("{file}: {e}")))
        .transpose()?;
    let evaluator = match &net_bytes {
        Some(bytes) => {
            let mut nets = Nets::none();
            if nets.add(bytes)? != setting {
                return Err("the network is for a different setting".into());
            }
            Evaluator::Nets(nets)
        }
        None if fit_file.is_some() => return Err("fit=FILE requires net=FILE".into()),
        None => Evaluator::shipped(),
    };

    let games = play(setting, spec, games, seed, &evaluator)?;
    println!(
        "{}, {spec} against itself, {} games, seed {seed}",
        setting.name(),
        games.len()
    );
    report(&games);
    if let (Some(bytes), Some(file)) = (net_bytes, fit_file) {
        let (fitted, mut judged): (Vec<_>, Vec<_>) = games
            .into_iter()
            .enumerate()
            .partition(|(number, _)| number.is_multiple_of(2));
        let fitted: Vec<EvaluatedGame> = fitted.into_iter().map(|(_, game)| game).collect();
        let factors = fit_scale_factors(&fitted).map(|factor| factor.unwrap_or(1.0));
        println!(
            "scale factors fitted on every other game: {factors:.3?}; the remaining games with them:"
        );
        for start in judged.iter_mut().flat_map(|(_, game)| &mut game.starts) {
            start.scale *= factors[start.bucket];
        }
        let judged: Vec<EvaluatedGame> = judged.into_iter().map(|(_, game)| game).collect();
        report(&judged);
        let changed = net::with_scales(&bytes, factors.map(|factor| factor as f32))?;
        fs::write(file, changed).map_err(|e| format!("{file}: {e}"))?;
    }
    Ok(())
}

fn play(
    setting: Setting,
    spec: BotSpec,
    games: u64,
    seed: u64,
    evaluator: &Evaluator,
) -> Result<Vec<EvaluatedGame>, Box<dyn Error>> {
    let players = setting.players.count();
    let seats: Vec<usize> = (0..players).collect();
    let mut bots = Vec::new();
    for _ in &seats {
        let bot = Bot::with_engine(spec, Engine::new(evaluator.clone()));
        bots.push(bot.ok_or_else(|| format!("{spec} does not search"))?);
    }
    let mut all = Vec::new();
    for number in 0..games {
        let setup = GameSetup {
            wall: setting.wall,
            start: Seat::ALL[(number % players as u64) as usize],
            seed: FastRng::for_game(seed, number).next_u64(),
        };
        let game = play_game(&mut bots, &seats, setup);
        all.extend(evaluate_game(game.record(), evaluator)?);
        if (number + 1).is_multiple_of(2_000) {
            eprintln!("{} of {games} games", number + 1);
        }
    }
    Ok(all)
}

fn report(games: &[EvaluatedGame]) {
    let mut calibration = Calibration::default();
    for game in games {
        calibration.add(game.forecasts());
    }
    println!("| forecast | samples | mean | won | 95 % interval |");
    println!("|---|---|---|---|---|");
    let bins = calibration.bins(BINS, MIN_SAMPLES, RESAMPLES, 1);
    for bin in &bins {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        println!(
            "| {:.0}–{:.0} % | {} | {} | {} | {} to {} |",
            100.0 * bin.range.0,
            100.0 * bin.range.1,
            bin.samples,
            percent(bin.expected),
            percent(bin.observed),
            percent(bin.interval.0),
            percent(bin.interval.1)
        );
    }
    let right = bins.iter().filter(|bin| bin.is_calibrated(TOLERANCE));
    println!(
        "{} of {} ranges are calibrated within 2 % or their interval; Brier score {:.4}",
        right.count(),
        bins.len(),
        calibration.brier()
    );
}
