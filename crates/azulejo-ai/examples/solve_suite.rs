//! Solves the kept suite of round starts and reports how long it takes, by round.
//!
//! `solve_suite [threads=2] [memory=1024] [seconds=60] [rounds=1,2,3,4,5] [count=100] [from=0] [engine=0]`
//!
//! Memory is in MiB. Times are CPU time per thread, which a busy machine hardly distorts; the limit
//! per position applies to it as well. Unsolved positions count as slower than any other.
//! `engine=1` measures the ordinary search, which has one thread, with a table of the same size.

use core::sync::atomic::{AtomicBool, Ordering};
use std::error::Error;
use std::io::Write as _;
use std::thread;
use std::time::{Duration, Instant};

use azulejo_ai::eval::Evaluator;
use azulejo_ai::search::solver::{Solver, SolverOptions};
use azulejo_ai::search::{Engine, Limits, MultiPv, win_probability};
use azulejo_rules::Position;
use cpu_time::ProcessTime;

const SUITE: &str = include_str!("../tests/data/round_starts.txt");

struct Arguments {
    threads: usize,
    memory: usize,
    seconds: f64,
    rounds: Vec<u16>,
    count: usize,
    from: usize,
    engine: bool,
}

/// The measurement of one position.
struct Run {
    /// CPU seconds per thread; `None` if it was not solved.
    seconds: Option<f64>,
    wall: f64,
    nodes: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = parse()?;
    let options = SolverOptions {
        threads: arguments.threads,
        memory: arguments.memory << 20,
        nodes: None,
    };
    let evaluator = Evaluator::shipped();
    let mut solver = (!arguments.engine).then(|| Solver::new(evaluator.clone(), options));
    let mut engine = arguments
        .engine
        .then(|| Engine::with_entries(evaluator, (arguments.memory << 20) / 16));
    let mut out = std::io::stdout().lock();
    for &round in &arguments.rounds {
        let mut runs = Vec::new();
        for position in suite(round)?
            .into_iter()
            .skip(arguments.from)
            .take(arguments.count)
        {
            let wall = Instant::now();
            let clock = ProcessTime::now();
            let (value, nodes) = with_limit(&arguments, clock, |stop| {
                if let Some(solver) = &mut solver {
                    let solution = solver.solve(&position, stop, &mut |_| ())?;
                    return Ok((solution.value(), solution.bounds.nodes));
                }
                let engine = engine.as_mut().ok_or("no engine")?;
                engine.new_game();
                let found = engine.search(&position, Limits::default(), MultiPv::BEST, stop)?;
                Ok((found.solved.then(|| found.value()), found.nodes))
            })?;
            let run = Run {
                seconds: value.map(|_| clock.elapsed().as_secs_f64() / arguments.threads as f64),
                wall: wall.elapsed().as_secs_f64(),
                nodes,
            };
            writeln!(
                out,
                "round {round} #{}: {}, {:.2} s, wall {:.2} s, {} nodes",
                runs.len() + 1 + arguments.from,
                value.map_or_else(
                    || "unsolved".to_owned(),
                    |value| format!("{:.2} %", 100.0 * win_probability(value))
                ),
                clock.elapsed().as_secs_f64() / arguments.threads as f64,
                run.wall,
                run.nodes
            )?;
            runs.push(run);
        }
        writeln!(out, "{}", summary(round, &runs))?;
    }
    Ok(())
}

/// Runs a search and sets its stop flag when the limit of CPU time per thread is reached.
fn with_limit<T>(
    arguments: &Arguments,
    clock: ProcessTime,
    search: impl FnOnce(&AtomicBool) -> Result<T, Box<dyn Error>>,
) -> Result<T, Box<dyn Error>> {
    let stop = AtomicBool::new(false);
    let over = AtomicBool::new(false);
    let limit = arguments.seconds * arguments.threads as f64;
    thread::scope(|scope| {
        let timer = scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                if clock.elapsed().as_secs_f64() >= limit {
                    stop.store(true, Ordering::Relaxed);
                }
                thread::park_timeout(Duration::from_millis(20));
            }
        });
        let result = search(&stop);
        over.store(true, Ordering::Relaxed);
        timer.thread().unpark();
        result
    })
}

fn summary(round: u16, runs: &[Run]) -> String {
    let mut seconds: Vec<_> = runs
        .iter()
        .map(|run| run.seconds.unwrap_or(f64::MAX))
        .collect();
    seconds.sort_by(f64::total_cmp);
    let mut nodes: Vec<_> = runs
        .iter()
        .map(|run| run.seconds.map_or(u64::MAX, |_| run.nodes))
        .collect();
    nodes.sort_unstable();
    let solved = runs.iter().filter(|run| run.seconds.is_some()).count();
    let at = |share: f64| ((runs.len() as f64 * share).ceil() as usize).max(1) - 1;
    let time = |share: f64| match seconds.get(at(share)) {
        Some(&time) if time < f64::MAX => format!("{time:.1} s"),
        _ => "over the limit".to_owned(),
    };
    let median_nodes = match nodes.get(at(0.5)) {
        Some(&nodes) if nodes < u64::MAX => format!("{:.1} million", nodes as f64 / 1e6),
        _ => "over the limit".to_owned(),
    };
    format!(
        "round {round}: {solved} of {} solved; median {}, 90 % {}; median nodes {median_nodes}",
        runs.len(),
        time(0.5),
        time(0.9)
    )
}

/// Returns the suite's positions of a round.
fn suite(round: u16) -> Result<Vec<Position>, Box<dyn Error>> {
    let mut positions = Vec::new();
    for line in SUITE.lines().filter(|line| !line.starts_with('#')) {
        let position: Position = line.parse().map_err(|e| format!("{line}: {e}"))?;
        if position.round() == round {
            positions.push(position);
        }
    }
    Ok(positions)
}

fn parse() -> Result<Arguments, Box<dyn Error>> {
    let mut arguments = Arguments {
        threads: 2,
        memory: 1024,
        seconds: 60.0,
        rounds: vec![1, 2, 3, 4, 5],
        count: 100,
        from: 0,
        engine: false,
    };
    for argument in std::env::args().skip(1) {
        let (key, value) = argument
            .split_once('=')
            .ok_or_else(|| format!("{argument}: expected KEY=VALUE"))?;
        match key {
            "threads" => arguments.threads = value.parse()?,
            "memory" => arguments.memory = value.parse()?,
            "seconds" => arguments.seconds = value.parse()?,
            "rounds" => {
                arguments.rounds = value.split(',').map(str::parse).collect::<Result<_, _>>()?;
            }
            "count" => arguments.count = value.parse()?,
            "from" => arguments.from = value.parse()?,
            "engine" => arguments.engine = value == "1",
            _ => return Err(format!("{key}: unknown argument").into()),
        }
    }
    if arguments.engine && arguments.threads != 1 {
        return Err("engine=1 needs threads=1".into());
    }
    Ok(arguments)
}
