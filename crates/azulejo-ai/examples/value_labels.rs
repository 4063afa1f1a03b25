//! Writes labelled round ends for training: means of searches after random deals.
//!
//! `value_labels SETTING VALUE FOLDER [round=N] [positions=N] [deals=N] [nodes=N] [mid=N] [play=N]
//! [random=X] [seed=N] [threads=N] [part=N] [seconds=N]`, where VALUE is `hand`, `linear`,
//! `shipped` or a network file, which also evaluates the leaves. `round` is the finished round, or
//! 0 for the start of the game, of which only mid-round positions are labelled. `mid` is the number of mid-round
//! positions of the next round that are labelled for each round end, `play` the number of nodes per
//! move in the games that lead to the positions, `random` the mean share of random moves in them,
//! and `part` the number of positions per shard. A run that was interrupted, or stopped by
//! `seconds`, resumes when it is called again.
//!
//! `cargo run --release -p azulejo-ai --example value_labels -- c2 shipped labels round=4`

mod support;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use azulejo_ai::eval::Setting;
use azulejo_ai::round_ends::RoundEnds;
use azulejo_ai::samples::schema;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [setting, value, folder, rest @ ..] = args.as_slice() else {
        return Err("usage: value_labels SETTING VALUE FOLDER [KEY=NUMBER …]".into());
    };
    let setting: Setting = setting.parse()?;
    let evaluator = support::evaluator(value, setting)?;
    let mut plan = RoundEnds {
        setting,
        round: 4,
        play_nodes: 1_000,
        random: 0.05,
        deals: 2,
        nodes: 100_000,
        seed: 1,
    };
    let (mut positions, mut mid_round, mut positions_per_shard) = (1_000, 0, 50);
    let mut threads = thread::available_parallelism().map_or(1, usize::from);
    let mut seconds = u64::MAX;
    for pair in rest {
        let (key, number) = pair
            .split_once('=')
            .ok_or("options have the form KEY=NUMBER")?;
        match key {
            "round" => plan.round = number.parse()?,
            "positions" => positions = number.parse()?,
            "deals" => plan.deals = number.parse()?,
            "nodes" => plan.nodes = number.parse()?,
            "mid" => mid_round = number.parse()?,
            "play" => plan.play_nodes = number.parse()?,
            "random" => plan.random = number.parse()?,
            "seed" => plan.seed = number.parse()?,
            "threads" => threads = number.parse()?,
            "part" => positions_per_shard = number.parse()?,
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
    let shards = plan.missing_shards(folder, positions, positions_per_shard);
    let (next, records) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let started = Instant::now();
    let limit = Duration::from_secs(seconds);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut engine = plan.engine(evaluator.clone());
                    while started.elapsed() < limit {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(shard) = shards.get(number) else {
                            break;
                        };
                        let count = plan.write_labels(shard, mid_round, &mut engine)?;
                        records.fetch_add(count, Ordering::Relaxed);
                    }
                    std::io::Result::Ok(())
                })
            })
            .collect();
        for worker in workers {
            worker.join().expect("a worker panicked")?;
        }
        std::io::Result::Ok(())
    })?;
    println!(
        "{}, round {}: {} records, {:.0} s",
        setting.name(),
        plan.round,
        records.into_inner(),
        started.elapsed().as_secs_f32()
    );
    Ok(())
}
