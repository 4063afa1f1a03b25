//! Checks the ledger over many games: the size of the revision, the regression of results on luck,
//! the variance of results less luck, the mean luck by value before the deal, and the losses of each
//! bot. Games have two players on the coloured wall; each bot plays against itself.
//!
//! `ledger_study play BOT,BOT,… GAMES OUT [seed=1] [first=0] [effort=standard] [threads=1]
//! [seconds=600] [players=2] [wall=coloured]` appends one line per game to OUT, so that runs can be
//! split: a run with `first=500` continues one of 500 games.
//! `ledger_study report FILE…` prints the statistics of all lines.

use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use azulejo_ai::eval::Evaluator;
use azulejo_ai::ledger::{Effort, GameAnalysis};
use azulejo_ai::matches::{GameSetup, play_game};
use azulejo_ai::search::Engine;
use azulejo_ai::study::{ErrorStudy, GameAccount, LOSS_STEPS, LuckStudy, Mean};
use azulejo_ai::{Bot, BotSpec};
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Seat, Wall};
use rand_core::Rng as _;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.as_slice() {
        [command, bots, games, out, options @ ..] if command == "play" => {
            play(bots, games.parse()?, out, options)
        }
        [command, files @ ..] if command == "report" && !files.is_empty() => report(files),
        _ => Err("usage: ledger_study play BOT,… GAMES OUT [NAME=VALUE…] | report FILE…".into()),
    }
}

fn play(bots: &str, games: u64, out: &str, options: &[String]) -> Result<(), Box<dyn Error>> {
    let (mut seed, mut first, mut threads, mut seconds) = (1_u64, 0_u64, 1_usize, 600_u64);
    let (mut effort, mut players, mut wall) = (Effort::STANDARD, 2_usize, Wall::Coloured);
    for option in options {
        match option.split_once('=') {
            Some(("seed", value)) => seed = value.parse()?,
            Some(("first", value)) => first = value.parse()?,
            Some(("threads", value)) => threads = value.parse()?,
            Some(("seconds", value)) => seconds = value.parse()?,
            Some(("players", value)) => players = value.parse()?,
            Some(("effort", value)) => effort = value.parse()?,
            Some(("wall", "coloured")) => wall = Wall::Coloured,
            Some(("wall", "grey")) => wall = Wall::Grey,
            _ => return Err(format!("unknown option {option}").into()),
        }
    }
    let specs: Vec<BotSpec> = bots.split(',').map(str::parse).collect::<Result<_, _>>()?;
    let file = OpenOptions::new().create(true).append(true).open(out)?;
    let file = Mutex::new(file);
    let next = AtomicU64::new(first);
    let deadline = Instant::now() + Duration::from_secs(seconds);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut engine = Engine::with_entries(Evaluator::shipped(), effort.table_entries());
                while Instant::now() < deadline {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= first + games {
                        break;
                    }
                    let spec = specs[(game % specs.len() as u64) as usize];
                    let mut table: Vec<Bot> = (0..players).map(|_| Bot::new(spec, 0)).collect();
                    let seats: Vec<usize> = (0..players).collect();
                    let setup = GameSetup {
                        wall,
                        start: Seat::ALL[(game / specs.len() as u64) as usize % players],
                        seed: FastRng::for_game(seed, game).next_u64(),
                    };
                    let record = play_game(&mut table, &seats, setup).into_record();
                    let mut analysis =
                        GameAnalysis::new(&record, effort).expect("bots play by the rules");
                    let never = AtomicBool::new(false);
                    analysis.run(&mut engine, &never);
                    let ledger = analysis.ledger(engine.evaluator());
                    let account =
                        ledger.and_then(|ledger| GameAccount::new(&record.players, &ledger));
                    if let Some(account) = account
                        && let Ok(mut file) = file.lock()
                    {
                        writeln!(file, "{account}").expect("the file can be written");
                    }
                }
            });
        }
    });
    Ok(())
}

fn report(files: &[String]) -> Result<(), Box<dyn Error>> {
    let mut accounts: Vec<GameAccount> = Vec::new();
    for file in files {
        for (i, line) in fs::read_to_string(file)?.lines().enumerate() {
            accounts.push(
                line.parse()
                    .map_err(|e| format!("{file}, line {}: {e}", i + 1))?,
            );
        }
    }
    let plain = |m: Mean| format!("{:.3} ± {:.3}", m.mean, m.error);
    let study = LuckStudy::new(&accounts).ok_or("too few games")?;
    println!("{} games; ± is one standard error", study.games);
    println!("mean size of the revision: {}", plain(study.revision));
    println!(
        "coefficient of results on luck: {}",
        plain(study.coefficient)
    );
    println!(
        "variance of results less luck, of that of results: {}",
        plain(study.variance_ratio)
    );
    println!("mean luck by fifth of the value before the deal:");
    for (before, luck) in study.fifths {
        let errors = luck.mean / luck.error;
        println!(
            "  {before:.3}: {:+.4} ± {:.4} ({errors:+.1})",
            luck.mean, luck.error
        );
    }
    println!("luck is fair: {}", study.luck_is_fair());
    println!(
        "| bot | players | decisions | loss per decision | points per decision | slips | mistakes | blunders |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let bots = ErrorStudy::all(&accounts);
    for bot in &bots {
        let [slips, mistakes, blunders] = bot.errors;
        println!(
            "| {} | {} | {} | {:.2} % ± {:.2} | {:.2} ± {:.2} | {slips:.2} | {mistakes:.2} | {blunders:.2} |",
            bot.name,
            bot.players,
            bot.decisions,
            100.0 * bot.loss.mean,
            100.0 * bot.loss.error,
            bot.points.mean,
            bot.points.error,
        );
    }
    let steps: Vec<_> = LOSS_STEPS
        .iter()
        .map(|step| format!("at least {:.0} %", 100.0 * step))
        .collect();
    println!("shares of decisions:");
    println!(
        "| bot | slips | mistakes | blunders | {} |",
        steps.join(" | ")
    );
    println!("|---|{}", "---|".repeat(3 + steps.len()));
    for bot in &bots {
        let shares: Vec<_> = bot
            .shares
            .iter()
            .chain(&bot.at_least)
            .map(|share| format!("{:.1} %", 100.0 * share))
            .collect();
        println!("| {} | {} |", bot.name, shares.join(" | "));
    }
    Ok(())
}
