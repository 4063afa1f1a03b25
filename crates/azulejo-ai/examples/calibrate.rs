//! Do the learned value's probabilities to win come true? Plays games of a bot against itself and
//! prints, for each range of probabilities at round starts, how often they did.
//!
//! `calibrate SETTING BOT GAMES [SEED]`, where SETTING is `c2` to `g4`; for example
//! `calibrate c2 artisan 40000`. Each game is seen by one of its players, in turn, at the start of
//! every round but the first. Intervals are 95 % bootstrap intervals over games.

use std::error::Error;

use azulejo_ai::matches::{GameSetup, play_game};
use azulejo_ai::study::{Calibration, round_starts};
use azulejo_ai::value::{Setting, Value};
use azulejo_ai::{Bot, BotSpec};
use azulejo_rules::Seat;
use azulejo_rules::rng::FastRng;
use rand_core::Rng as _;

const BINS: usize = 10;
const RESAMPLES: usize = 2_000;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [setting, bot, games, rest @ ..] = args.as_slice() else {
        return Err("usage: calibrate SETTING BOT GAMES [SEED]".into());
    };
    let setting = Setting::ALL.into_iter().find(|s| s.name() == *setting);
    let setting = setting.ok_or("the setting must be c2, c3, c4, g2, g3 or g4")?;
    let spec: BotSpec = bot.parse()?;
    let games: u64 = games.parse()?;
    let seed: u64 = rest.first().map_or(Ok(1), |text| text.parse())?;

    let players = setting.players.count();
    let seats: Vec<usize> = (0..players).collect();
    let mut bots: Vec<Bot> = seats.iter().map(|_| Bot::new(spec, 0)).collect();
    let value = Value::shipped();
    let mut calibration = Calibration::default();
    for number in 0..games {
        // Who starts and who is looked at go round independently of each other.
        let start = Seat::ALL[(number / players as u64 % players as u64) as usize];
        let setup = GameSetup {
            wall: setting.wall,
            start,
            seed: FastRng::for_game(seed, number).next_u64(),
        };
        let game = play_game(&mut bots, &seats, setup);
        let seen_by = Seat::ALL[(number % players as u64) as usize];
        if let Some(played) = round_starts(game.record(), seen_by, &value)? {
            calibration.add(played);
        }
    }

    println!(
        "{}, {spec} against itself, {} games, seed {seed}, Brier score {:.4}",
        setting.name(),
        calibration.games(),
        calibration.brier()
    );
    println!("| given | samples | mean | won | 95 % interval |");
    println!("|---|---|---|---|---|");
    for (i, bin) in calibration.bins(BINS, RESAMPLES, 1).iter().enumerate() {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        println!(
            "| {}–{} % | {} | {} | {} | {} to {} |",
            i * 100 / BINS,
            (i + 1) * 100 / BINS,
            bin.samples,
            percent(bin.expected),
            percent(bin.observed),
            percent(bin.interval.0),
            percent(bin.interval.1)
        );
    }
    Ok(())
}
