//! Running the jobs of an analysis on threads.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use super::driver::GameAnalysis;
use super::effort::Effort;
use crate::eval::Evaluator;
use crate::search::Engine;

/// Runs the jobs of an analysis on threads, one position per thread, until all are done or `stop`
/// is set. `progress` receives the number of finished jobs and the total. The results do not depend
/// on the number of threads.
pub fn analyse_on_threads(
    analysis: &mut GameAnalysis,
    evaluator: &Evaluator,
    effort: &Effort,
    threads: usize,
    stop: &AtomicBool,
    mut progress: impl FnMut(usize, usize),
) {
    let jobs = analysis.jobs().to_vec();
    let next = AtomicUsize::new(0);
    progress(0, jobs.len());
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            let (sender, next, jobs) = (sender.clone(), &next, &jobs);
            scope.spawn(move || {
                let mut engine = Engine::with_entries(evaluator.clone(), effort.table_entries());
                while !stop.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(index) else { break };
                    let Some(result) = job.run(&mut engine, stop) else {
                        break;
                    };
                    if sender.send((index, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (done, (index, result)) in results.iter().enumerate() {
            analysis.supply(index, result);
            progress(done + 1, jobs.len());
        }
    });
}
