//! How many instructions a network and the search need, counted by callgrind: the same on every run.
//!
//! `cargo xtask bench` runs this. A benchmark of a network values [`BOARDS`] boards of play, so its
//! count divided by that is the number of instructions a board: features, sums and layers. Two
//! searches of the same position differ by [`MORE`] nodes, so the difference of their counts divided
//! by that is the number of instructions a node. Results worth keeping are in `docs/benchmarks`.

#![expect(
    unused_qualifications,
    reason = "the macros of the benchmark library write them"
)]

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use azulejo_ai::search::{Ask, Engine, Limits};
use azulejo_ai::value::net::{Kernel, Net, Outlook};
use azulejo_ai::value::{Nets, Setting, Value};
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Board, ByColour, PlayerCount, Position, Seat, Wall};
use gungraun::{library_benchmark, library_benchmark_group, main};

const BOARDS: usize = 1_000;
const ROUND: u16 = 3;

/// The nodes of the shorter search, and by how many the longer one has more.
const NODES: u64 = 20_000;
const MORE: u64 = 40_000;

/// Boards between the third and the fourth round of games at random.
struct Table {
    net: &'static Net,
    boards: Vec<Board>,
    bag: ByColour<u8>,
    kernel: Kernel,
}

/// The paths in the order of [`Kernel::all`]; the last that there is stands for those that a machine
/// lacks.
fn table(wall: Wall, path: usize) -> Table {
    let players = PlayerCount::Two;
    let net = Nets::shipped().get(Setting { players, wall });
    let mut rng = FastRng::new(1);
    let mut boards: Vec<Board> = Vec::new();
    let mut bag = ByColour::default();
    while boards.len() < BOARDS {
        let mut position = Position::new(wall, players, Seat::ALL[0]);
        position.play_out(&mut rng, ROUND);
        bag = position.bag();
        let tiled = position.boards().map(|(_, board)| *board);
        boards.extend(tiled.filter(|board| board.complete_lines().count() == 0));
    }
    boards.truncate(BOARDS);
    let kernels = Kernel::all();
    Table {
        net: net.expect("two players have networks"),
        boards,
        bag,
        kernel: kernels[path.min(kernels.len() - 1)],
    }
}

#[library_benchmark]
#[bench::coloured_plain(table(Wall::Coloured, 0))]
#[bench::coloured_128_bit(table(Wall::Coloured, 1))]
#[bench::coloured_256_bit(table(Wall::Coloured, 2))]
#[bench::grey_plain(table(Wall::Grey, 0))]
#[bench::grey_128_bit(table(Wall::Grey, 1))]
#[bench::grey_256_bit(table(Wall::Grey, 2))]
fn boards(table: Table) -> Vec<Outlook> {
    let boards = black_box(&table.boards);
    table.net.outlooks(boards, table.bag, ROUND, table.kernel)
}

fn opening(wall: Wall, nodes: u64) -> (Engine, Position, u64) {
    let mut position = Position::new(wall, PlayerCount::Two, Seat::ALL[0]);
    position.deal_at_random(&mut FastRng::new(1));
    (Engine::new(Value::shipped()), position, nodes)
}

#[library_benchmark]
#[bench::coloured(opening(Wall::Coloured, NODES))]
#[bench::coloured_more(opening(Wall::Coloured, NODES + MORE))]
#[bench::grey(opening(Wall::Grey, NODES))]
#[bench::grey_more(opening(Wall::Grey, NODES + MORE))]
fn search((mut engine, position, nodes): (Engine, Position, u64)) -> Engine {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let found = engine.search(
        black_box(&position),
        limits,
        Ask::BEST,
        &AtomicBool::new(false),
    );
    // The last moves are played while the search comes back.
    let played = found.expect("an offer").nodes;
    assert!((nodes..nodes + 100).contains(&played), "{played}");
    engine
}

library_benchmark_group!(name = networks, benchmarks = boards);
library_benchmark_group!(name = searches, benchmarks = search);

main!(library_benchmark_groups = [networks, searches]);
