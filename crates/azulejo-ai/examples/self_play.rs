//! Plays self-play games and writes training samples.
//!
//! `self_play SETTING VALUE FOLDER [games=N] [nodes=N] [random=X] [greedy=X] [open=X] [seed=N]
//! [threads=N] [part=N] [seconds=N]`, where SETTING is `c2` to `g4` and VALUE is `hand`, `linear`,
//! `shipped` or a network file. `open` is the share of mid-round positions to sample, `part` the
//! number of games per shard. A run that was interrupted, or stopped by `seconds`, resumes when it
//! is called again.
//!
//! `cargo run --release -p azulejo-ai --example self_play -- c2 linear samples games=20000`

mod support;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use azulejo_ai::eval::Setting;
use azulejo_ai::samples::{engine, missing_shards, schema, write_shard};
use azulejo_ai::self_play::SelfPlay;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [setting, value, folder, rest @ ..] = args.as_slice() else {
        return Err("usage: self_play SETTING VALUE FOLDER [KEY=NUMBER …]".into());
    };
    let setting: Setting = setting.parse()?;
    let evaluator = support::evaluator(value, setting)?;
    let mut plan = SelfPlay {
        setting,
        games: 1000,
        nodes: 1000,
        random: 0.08,
        greedy: 0.0,
        mid_round: 0.15,
        seed: 1,
        threads: thread::available_parallelism().map_or(1, |n| n.get() as u64),
    };
    let (mut games_per_shard, mut seconds) = (200, u64::MAX);
    for pair in rest {
        let (key, number) = pair
            .split_once('=')
            .ok_or("options have the form KEY=NUMBER")?;
        match key {
            "games" => plan.games = number.parse()?,
            "nodes" => plan.nodes = number.parse()?,
            "random" => plan.random = number.parse()?,
            "greedy" => plan.greedy = number.parse()?,
            "open" => plan.mid_round = number.parse()?,
            "seed" => plan.seed = number.parse()?,
            "threads" => plan.threads = number.parse()?,
            "part" => games_per_shard = number.parse()?,
            "seconds" => seconds = number.parse()?,
            _ => return Err(format!("unknown option {key:?}").into()),
        }
    }
    let folder = Path::new(folder);
    fs::create_dir_all(folder)?;
    fs::write(
        folder.join(format!("{}.schema.json", setting.name())),
        schema(setting),
    )?;
    let shards = missing_shards(plan, folder, games_per_shard);
    let total = shards.len();
    let next = AtomicUsize::new(0);
    let samples = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let started = Instant::now();
    let limit = Duration::from_secs(seconds);
    let failures: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> =
            (0..plan.threads)
                .map(|_| {
                    scope.spawn(|| {
                    let mut engine = engine(evaluator.clone());
                    while started.elapsed() < limit {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(shard) = shards.get(number) else { break };
                        let count = write_shard(plan, shard, &mut engine)?;
                        let samples = samples.fetch_add(count, Ordering::Relaxed) + count;
                        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                        let speed = samples as f32 / started.elapsed().as_secs_f32();
                        if done.is_multiple_of(50) {
                            eprintln!(
                                "{done} of {total} shards, {samples} samples, {speed:.0} per second"
                            );
                        }
                    }
                    std::io::Result::Ok(())
                })
                })
                .collect();
        workers
            .into_iter()
            .filter_map(|worker| worker.join().expect("a worker panicked").err())
            .collect()
    });
    if let Some(failure) = failures.into_iter().next() {
        return Err(failure.into());
    }
    println!(
        "{}: {} of {total} missing shards played, {} samples, {:.0} s",
        setting.name(),
        done.into_inner(),
        samples.into_inner(),
        started.elapsed().as_secs_f32()
    );
    Ok(())
}
