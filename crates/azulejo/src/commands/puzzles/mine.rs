//! `azulejo puzzles mine`: finds puzzles in games between bots.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::Result;
use azulejo_ai::eval::Nets;
use azulejo_ai::puzzles::{Effort, Miner, Puzzle, Rater};
use azulejo_ai::simulation::Plan;
use azulejo_ai::{BotId, BotSpec};
use azulejo_rules::PlayerCount;

use crate::args::MineArgs;
use crate::failure::open_error;
use crate::progress;
use crate::screen::Screen;

/// The pairings, in turn: strong and weak play lead to different positions. With three and four
/// players, the two bots alternate.
const PAIRINGS: [[BotId; 2]; 6] = [
    [BotId::Artisan, BotId::Artisan],
    [BotId::Master, BotId::Tiler],
    [BotId::Apprentice, BotId::Artisan],
    [BotId::Master, BotId::Master],
    [BotId::Tiler, BotId::Apprentice],
    [BotId::Artisan, BotId::Master],
];

/// Mines games and appends the puzzles to the file, in the order of the games.
pub(super) fn run(args: &MineArgs, screen: &mut Screen) -> Result<()> {
    let mut out = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&args.out)
        .map_err(|e| open_error(&args.out, &e, "choose a file that can be written"))?;
    let threads = args.threads.map_or_else(super::super::cores, usize::from);
    let bar = progress::of_games(args.games);
    let next = AtomicU64::new(0);
    let (send, receive) = mpsc::channel();
    let mut found = 0;
    thread::scope(|scope| -> Result<()> {
        for _ in 0..threads {
            let send = send.clone();
            let next = &next;
            scope.spawn(move || {
                let mut worker = Worker::new(args);
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= args.games {
                        return;
                    }
                    let puzzles = worker.mine(args.skip.saturating_add(index));
                    if send.send((index, puzzles)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        // Games end out of order.
        let mut waiting = std::collections::BTreeMap::new();
        let mut written = 0;
        for (index, puzzles) in receive {
            waiting.insert(index, puzzles);
            while let Some(puzzles) = waiting.remove(&written) {
                for puzzle in puzzles? {
                    writeln!(out, "{puzzle}")?;
                    found += 1;
                }
                written += 1;
                bar.inc(1);
            }
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    screen.line(&format!("{found} puzzles from {} games", args.games))?;
    Ok(screen.flush()?)
}

/// Plays, mines and rates on one thread.
struct Worker<'a> {
    args: &'a MineArgs,
    miner: Miner,
    rater: Rater,
}

impl<'a> Worker<'a> {
    fn new(args: &'a MineArgs) -> Self {
        let nets = Nets::shipped();
        Self {
            args,
            miner: Miner::new(nets, Effort::STANDARD),
            rater: Rater::new(nets),
        }
    }

    /// Returns the rated puzzles of a game.
    fn mine(&mut self, index: u64) -> Result<Vec<Puzzle>> {
        let pairing = PAIRINGS[(index % PAIRINGS.len() as u64) as usize];
        let players = match self.args.players {
            2 => PlayerCount::Two,
            3 => PlayerCount::Three,
            _ => PlayerCount::Four,
        };
        let bots = pairing.iter().cycle().take(players.count());
        let plan = Plan::new(
            bots.map(|&bot| BotSpec::from(bot)).collect(),
            players,
            self.args.wall,
            self.args.games,
            self.args.seed,
            Nets::shipped().clone(),
        );
        let record = plan.play(index)?.into_record();
        let mut puzzles = self.miner.mine(&record)?;
        for puzzle in &mut puzzles {
            puzzle.rating = self.rater.rate(puzzle);
        }
        Ok(puzzles)
    }
}
