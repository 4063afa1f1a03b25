//! Measures the time per network evaluation with every kernel.
//!
//! `cargo run --release -p azulejo-ai --example evaluate`

use std::hint::black_box;
use std::time::Instant;

use azulejo_ai::eval::net::Kernel;
use azulejo_ai::eval::{Nets, Setting};
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Board, Position, Seat};

const BOARDS: usize = 2000;
const TIMES: usize = 50;

fn main() {
    println!("nanoseconds per board, best of {TIMES} runs over {BOARDS} boards");
    for setting in Setting::ALL {
        let Some(net) = Nets::shipped().get(setting) else {
            continue;
        };
        let mut rng = FastRng::new(1);
        let mut boards: Vec<Board> = Vec::new();
        let mut bag = Position::new(setting.wall, setting.players, Seat::ALL[0]).bag();
        while boards.len() < BOARDS {
            let mut position = Position::new(setting.wall, setting.players, Seat::ALL[0]);
            position.play_out(&mut rng, 3);
            bag = position.bag();
            let tiled = position.boards().map(|(_, board)| *board);
            boards.extend(tiled.filter(|board| board.complete_lines().count() == 0));
        }
        boards.truncate(BOARDS);
        for kernel in Kernel::all() {
            let best = (0..TIMES)
                .map(|_| {
                    let started = Instant::now();
                    black_box(net.evaluate_boards(black_box(&boards), bag, 3, kernel));
                    started.elapsed()
                })
                .min()
                .unwrap_or_default();
            let each = best.as_nanos() as f64 / BOARDS as f64;
            println!("{} {kernel:?}: {each:.0}", setting.name());
        }
    }
}
