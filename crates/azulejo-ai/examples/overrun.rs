//! Measures by how much a search overruns its time limit, and how soon it obeys the stop flag.
//!
//! `overrun [REPEATS]` searches the first and a later position of a game, for every number of
//! players and both walls. It measures CPU time of the searching thread, because on a busy machine
//! a thread may be preempted:
//!
//! - time limit: the CPU time of the search minus the limit;
//! - stop flag set by another thread during a search without limits: the time until the search
//!   returns;
//! - stop flag set before the search begins: the CPU time of the whole search.
//!
//! The first two depend on wall-clock moments, so only searches that were preempted for less than a
//! fifth of a millisecond count: for those, both clocks agree.

use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use azulejo_ai::eval::{Evaluator, Setting};
use azulejo_ai::search::{Engine, Limits, MultiPv};
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Position, Seat};
use cpu_time::ThreadTime;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let repeats: u64 = args.first().map_or(Ok(20), |text| text.parse())?;
    let mut engine = Engine::new(Evaluator::shipped());
    let positions: Vec<Position> = Setting::ALL
        .into_iter()
        .flat_map(|setting| (0..repeats).flat_map(move |seed| positions(setting, seed)))
        .collect();
    println!("| measurement | searches | median | 99 % | longest |");
    println!("|---|---|---|---|---|");
    for limit in [10, 50, 100] {
        let limit = Duration::from_millis(limit);
        let mut overruns: Vec<f64> = Vec::new();
        for position in &positions {
            if let Some(used) = time_limited(&mut engine, position, limit)? {
                overruns.push(used.as_secs_f64() - limit.as_secs_f64());
            }
        }
        print_row(&format!("time limit of {} ms", limit.as_millis()), overruns);
    }
    let mut delays = Vec::new();
    for position in &positions {
        delays.extend(stopped_midway(&mut engine, position)?);
    }
    print_row("stop flag set during a search", delays);
    let mut delays = Vec::new();
    for position in &positions {
        engine.new_game();
        let clock = ThreadTime::now();
        engine.search(
            position,
            Limits::default(),
            MultiPv::BEST,
            &AtomicBool::new(true),
        )?;
        delays.push(clock.elapsed().as_secs_f64());
    }
    print_row("stop flag set before the search", delays);
    Ok(())
}

/// Returns a round start, which no search solves in time, and a position two moves later.
fn positions(setting: Setting, seed: u64) -> [Position; 2] {
    let mut rng = FastRng::for_game(seed, setting.index() as u64);
    let mut first = Position::new(setting.wall, setting.players, Seat::ALL[0]);
    first.deal_at_random(&mut rng);
    let mut later = first;
    for _ in 0..2 {
        let m = later.legal_moves().choose(&mut rng);
        later.play_unchecked(m);
    }
    [first, later]
}

/// The longest total preemption of a search that still counts.
const MAX_PREEMPTION: Duration = Duration::from_micros(200);

/// Returns the CPU time of a search with a time limit; `None` if it was preempted or solved the
/// round.
fn time_limited(
    engine: &mut Engine,
    position: &Position,
    limit: Duration,
) -> Result<Option<Duration>, Box<dyn Error>> {
    let limits = Limits {
        time: Some(limit),
        ..Limits::default()
    };
    engine.new_game();
    let (began, clock) = (Instant::now(), ThreadTime::now());
    let found = engine.search(position, limits, MultiPv::BEST, &AtomicBool::new(false))?;
    let (worked, passed) = (clock.elapsed(), began.elapsed());
    let waited = passed.saturating_sub(worked);
    Ok((!found.solved && waited < MAX_PREEMPTION).then_some(worked))
}

/// Returns the seconds from setting the flag to the end of the search; `None` if the searching
/// thread was preempted or solved the round.
fn stopped_midway(engine: &mut Engine, position: &Position) -> Result<Option<f64>, Box<dyn Error>> {
    let stop = AtomicBool::new(false);
    engine.new_game();
    thread::scope(|scope| {
        let raiser = scope.spawn(|| {
            thread::sleep(Duration::from_millis(20));
            let raised = Instant::now();
            stop.store(true, Ordering::Relaxed);
            raised
        });
        let (began, clock) = (Instant::now(), ThreadTime::now());
        let found = engine.search(position, Limits::default(), MultiPv::BEST, &stop)?;
        let (answered, worked) = (Instant::now(), clock.elapsed());
        let raised = raiser.join().map_err(|_| "the other thread panicked")?;
        let waited = (answered - began).saturating_sub(worked);
        let delay = answered.saturating_duration_since(raised);
        Ok((!found.solved && waited < MAX_PREEMPTION).then_some(delay.as_secs_f64()))
    })
}

fn print_row(what: &str, mut seconds: Vec<f64>) {
    seconds.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let last = seconds.len().saturating_sub(1);
        let value = seconds.get((share * last as f64).round() as usize);
        value.map_or("–".to_owned(), |s| format!("{:.2} ms", 1000.0 * s))
    };
    println!(
        "| {what} | {} | {} | {} | {} |",
        seconds.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}
