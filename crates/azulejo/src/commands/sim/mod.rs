//! `azulejo sim`: plays games between bots and writes their records.

mod tally;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::{Context as _, Result};
use azulejo_ai::eval::Nets;
use azulejo_ai::simulation::Plan;
use azulejo_ai::{BotId, BotSpec};
use azulejo_rules::PlayerCount;

use self::tally::Tally;
use crate::args::SimArgs;
use crate::failure::{Usage, open_error};
use crate::progress;
use crate::screen::Screen;

/// The buffer size for writing records, in bytes.
const BUFFER: usize = 1 << 20;

/// Plays the games, writes the records and prints the summary.
pub(crate) fn run(args: &SimArgs, screen: &mut Screen) -> Result<()> {
    let plan = plan(args)?;
    let mut out = args.out.as_deref().map(open).transpose()?;
    let tally = play_all(&plan, threads(args, &plan), |text| {
        match (&mut out, &args.out) {
            (Some(out), Some(path)) => out
                .write_all(text.as_bytes())
                .with_context(|| write_error(path)),
            _ => Ok(()),
        }
    })?;
    if let (Some(mut out), Some(path)) = (out, &args.out) {
        out.flush().with_context(|| write_error(path))?;
    }
    let summary = tally.summary(&plan);
    if args.out.as_deref() == Some(Path::new("-")) {
        // Standard output holds the records.
        let _ignored = io::stderr().write_all(summary.as_bytes());
        return Ok(());
    }
    screen.write_all(summary.as_bytes())?;
    Ok(screen.flush()?)
}

fn plan(args: &SimArgs) -> Result<Plan, Usage> {
    let from_bots = match args.bots.len() {
        0 => None,
        count => Some(PlayerCount::new(count).ok_or_else(|| {
            Usage(format!(
                "--bots: 2 to 4 bots play, not {count}; separate them by commas"
            ))
        })?),
    };
    let players = match (args.players, from_bots) {
        (Some(players), Some(bots)) if players != bots => {
            return Err(Usage(format!(
                "--players {} does not match the {} bots; --bots alone is enough",
                players.count(),
                bots.count()
            )));
        }
        (players, bots) => players.or(bots).unwrap_or(PlayerCount::Two),
    };
    let bots = match from_bots {
        Some(_) => args.bots.clone(),
        None => vec![BotSpec::from(BotId::Random); players.count()],
    };
    let nets = Nets::shipped().clone();
    Ok(Plan::new(
        bots, players, args.wall, args.games, args.seed, nets,
    ))
}

fn open(path: &Path) -> Result<Box<dyn Write>> {
    if path == Path::new("-") {
        return Ok(Box::new(BufWriter::with_capacity(BUFFER, io::stdout())));
    }
    let file = File::create(path)
        .map_err(|error| open_error(path, &error, "choose a file that can be written"))?;
    Ok(Box::new(BufWriter::with_capacity(BUFFER, file)))
}

fn write_error(path: &Path) -> String {
    format!("{}: could not be written completely", path.display())
}

fn threads(args: &SimArgs, plan: &Plan) -> usize {
    match args.threads {
        Some(threads) => usize::from(threads),
        None if plan.all_random() => 1,
        None => thread::available_parallelism().map_or(1, usize::from),
    }
}

/// Consecutive games of a run.
#[derive(Default)]
struct Batch {
    /// Their records, one per line.
    text: String,
    tally: Tally,
}

/// Plays all games on several threads and passes their records on in order.
fn play_all(
    plan: &Plan,
    threads: usize,
    mut write: impl FnMut(&str) -> Result<()>,
) -> Result<Tally> {
    let bar = progress::of_games(plan.games);
    let batch_size = if plan.all_random() { 256 } else { 1 };
    let n_batches = plan.games.div_ceil(batch_size);
    let next = AtomicU64::new(0);
    let outcome = thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(2 * threads);
        for _ in 0..threads {
            let sender = sender.clone();
            let next = &next;
            scope.spawn(move || {
                loop {
                    let idx = next.fetch_add(1, Ordering::Relaxed);
                    if idx >= n_batches {
                        break;
                    }
                    let first = idx * batch_size;
                    let batch = play_batch(plan, first, (first + batch_size).min(plan.games));
                    // The receiver is gone if writing failed.
                    if sender.send((idx, batch)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut tally = Tally::default();
        let mut waiting = BTreeMap::new();
        let mut wanted = 0;
        for (idx, batch) in receiver {
            waiting.insert(idx, batch);
            while let Some(batch) = waiting.remove(&wanted) {
                let batch: Batch = batch?;
                write(&batch.text)?;
                bar.inc(batch.tally.games);
                tally.add(&batch.tally);
                wanted += 1;
            }
        }
        Ok(tally)
    });
    bar.finish_and_clear();
    outcome
}

fn play_batch(plan: &Plan, first: u64, end: u64) -> Result<Batch> {
    let mut batch = Batch::default();
    for idx in first..end {
        let record = plan.play(idx)?.into_record();
        record.write_json(&mut batch.text);
        batch.text.push('\n');
        batch.tally.count(&record);
    }
    Ok(batch)
}
