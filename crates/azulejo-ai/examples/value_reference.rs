//! Writes reference values of round ends: the mean of deep searches after many random deals.
//!
//! `value_reference SETTING VALUE FILE [rounds=1,2,3,4] [positions=N] [deals=N] [nodes=N] [play=N]
//! [random=X] [seed=N] [threads=N] [seconds=N]`, where VALUE is `hand`, `linear`, `shipped` or a
//! network file. `positions` is the number per round, `play` the number of nodes per move in the
//! games that lead to the positions, and `random` the mean share of random moves in them. A run
//! that was interrupted, or stopped by `seconds`, resumes when it is called again.
//!
//! `cargo run --release -p azulejo-ai --example value_reference -- c2 shipped
//! training/held-out/c2.txt`

mod support;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use azulejo_ai::eval::{Evaluator, Setting};
use azulejo_ai::round_ends::{DealMean, RoundEnds};
use azulejo_ai::study::ReferenceValue;
use azulejo_rules::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [setting, value, file, rest @ ..] = args.as_slice() else {
        return Err("usage: value_reference SETTING VALUE FILE [KEY=NUMBER …]".into());
    };
    let setting: Setting = setting.parse()?;
    let evaluator = support::evaluator(value, setting)?;
    let mut plan = RoundEnds {
        setting,
        round: 1,
        play_nodes: 20_000,
        random: 0.03,
        deals: 24,
        nodes: 4_000_000,
        seed: 2026,
    };
    let mut rounds = vec![1, 2, 3, 4];
    let mut positions = 100;
    let mut threads = thread::available_parallelism().map_or(1, usize::from);
    let mut seconds = u64::MAX;
    for pair in rest {
        let (key, number) = pair
            .split_once('=')
            .ok_or("options have the form KEY=NUMBER")?;
        match key {
            "rounds" => {
                rounds = number
                    .split(',')
                    .map(str::parse)
                    .collect::<Result<_, _>>()?;
            }
            "positions" => positions = number.parse()?,
            "deals" => plan.deals = number.parse()?,
            "nodes" => plan.nodes = number.parse()?,
            "play" => plan.play_nodes = number.parse()?,
            "random" => plan.random = number.parse()?,
            "seed" => plan.seed = number.parse()?,
            "threads" => threads = number.parse()?,
            "seconds" => seconds = number.parse()?,
            _ => return Err(format!("unknown option {key:?}").into()),
        }
    }
    let file = Path::new(file);
    let mut done = BTreeMap::new();
    if let Ok(text) = fs::read_to_string(file) {
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let reference: ReferenceValue = line.parse()?;
            done.insert((reference.round, reference.index), reference);
        }
    }
    // All rounds of an index before the next one, so that an unfinished run is balanced.
    let missing: Vec<(RoundEnds, u64)> = (0..positions)
        .flat_map(|index| rounds.iter().map(move |&round| (round, index)))
        .filter(|key| !done.contains_key(key))
        .map(|(round, index)| (RoundEnds { round, ..plan }, index))
        .collect();
    let run = Run {
        evaluator: &evaluator,
        threads,
        started: Instant::now(),
        limit: Duration::from_secs(seconds),
    };
    let head = format!(
        "# Ends of rounds, {}: round, index, value for the player who starts the next round, its \
         standard error, position.\n# Means of searches with {} nodes after {} random deals, seed \
         {}, leaves evaluated by {value}.\n",
        setting.name(),
        plan.nodes,
        plan.deals,
        plan.seed
    );
    run.evaluate(&missing, |reference| {
        done.insert((reference.round, reference.index), reference);
        let lines: Vec<String> = done.values().map(ToString::to_string).collect();
        let unfinished = file.with_extension("unfinished");
        fs::File::create(&unfinished)?
            .write_all(format!("{head}{}\n", lines.join("\n")).as_bytes())?;
        fs::rename(&unfinished, file)
    })?;
    println!(
        "{} positions, {:.0} s",
        done.len(),
        run.started.elapsed().as_secs_f32()
    );
    Ok(())
}

struct Run<'a> {
    evaluator: &'a Evaluator,
    threads: usize,
    started: Instant,
    limit: Duration,
}

impl Run<'_> {
    /// Evaluates round ends on all threads, deal by deal, and passes on each completed one.
    fn evaluate(
        &self,
        missing: &[(RoundEnds, u64)],
        keep: impl FnMut(ReferenceValue) -> std::io::Result<()> + Send,
    ) -> Result<(), Box<dyn Error>> {
        let Some(&(plan, _)) = missing.first() else {
            return Ok(());
        };
        let deals = plan.deals as usize;
        let positions: Mutex<Vec<Option<Position>>> = Mutex::new(vec![None; missing.len()]);
        self.on_all_threads(plan, missing.len(), |unit, engine| {
            let (plan, index) = missing[unit];
            let position = plan.position(index, engine);
            positions.lock().expect("no panic")[unit] = position;
            Ok(())
        })?;
        let positions = positions.into_inner()?;
        let collected = Mutex::new((vec![Vec::new(); missing.len()], keep));
        self.on_all_threads(plan, missing.len() * deals, |unit, engine| {
            let (number, deal) = (unit / deals, (unit % deals) as u32);
            let (plan, index) = missing[number];
            let Some(position) = positions[number] else {
                return Ok(());
            };
            let value = plan.value_after_deal(index, &position, deal, engine);
            let (values, keep) = &mut *collected.lock().expect("no panic");
            values[number].push(value);
            if values[number].len() < deals {
                return Ok(());
            }
            // The order in which the threads finish must not change the last digit.
            values[number].sort_by(f64::total_cmp);
            let value = DealMean::of(&values[number]).expect("there are deals");
            keep(ReferenceValue {
                round: plan.round,
                index,
                value,
                position,
            })
        })
    }

    /// Calls `work` for each unit, in order, until all are done or time is up.
    fn on_all_threads(
        &self,
        plan: RoundEnds,
        units: usize,
        work: impl Fn(usize, &mut azulejo_ai::search::Engine) -> std::io::Result<()> + Sync,
    ) -> Result<(), Box<dyn Error>> {
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads)
                .map(|_| {
                    scope.spawn(|| {
                        let mut engine = plan.engine(self.evaluator.clone());
                        while self.started.elapsed() < self.limit {
                            let unit = next.fetch_add(1, Ordering::Relaxed);
                            if unit >= units {
                                break;
                            }
                            work(unit, &mut engine)?;
                        }
                        std::io::Result::Ok(())
                    })
                })
                .collect();
            for worker in workers {
                worker.join().expect("a worker panicked")?;
            }
            Ok(())
        })
    }
}
