//! How many instructions the engine needs, counted by callgrind: the same on every run.
//!
//! `cargo xtask bench` runs this. Each game benchmark plays a fixed number of random games and
//! asserts how many moves of the offer they came to, so the count divided by [`PLIES`] is the number
//! of instructions a ply: move generation, choice and play, with deals, tiling and settling shared
//! out among the moves. Results worth keeping are in `docs/benchmarks`.

#![expect(
    unused_qualifications,
    reason = "the macros of the benchmark library write them"
)]

use std::convert::Infallible;
use std::hint::black_box;

use azulejo_rules::rng::FastRng;
use azulejo_rules::{DEFAULT_ROUND_CAP, Players, Position, Seat, Wall};
use gungraun::{library_benchmark, library_benchmark_group, main};
use rand_core::TryRng;

/// How many games each game benchmark plays.
const GAMES: u32 = 1000;

/// How many moves of the offer those games have, by wall and number of players.
const PLIES: [[u32; 3]; 2] = [[70_426, 90_796, 108_635], [78_326, 95_463, 112_483]];

fn start(wall: Wall, players: Players) -> Position {
    Position::new(wall, players, Seat::ALL[0])
}

/// Plays games from copies of one position with one generator, and counts the moves.
///
/// Always inlined, and with an own type of generator for each benchmark: so each gets its own copy of
/// the loop, compiled with what is known of its start position, as in a program that has no other.
#[inline(always)]
fn play_games<const SEATS: usize, const MARK: u8>(start: &Position<SEATS>) -> u32 {
    let mut rng = Marked::<MARK>(FastRng::new(1));
    let (mut moves, mut scores) = (0, 0);
    for _ in 0..GAMES {
        let mut position = *start;
        moves += position.play_out(&mut rng, DEFAULT_ROUND_CAP).moves;
        scores += u32::from(position.board(Seat::ALL[0]).score());
    }
    black_box(scores);
    let plies = PLIES[start.wall() as usize][start.players().count() - 2];
    assert_eq!(moves, plies, "the games are not those that were counted");
    moves
}

/// The fast generator under many names.
struct Marked<const MARK: u8>(FastRng);

impl<const MARK: u8> TryRng for Marked<MARK> {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

// Two players in the small form of a position, in a loop compiled for one wall. The first is the
// figure with a goal.
#[library_benchmark]
fn two_players_coloured() -> u32 {
    play_games::<2, 0>(&start(Wall::Coloured, Players::Two).narrow())
}

#[library_benchmark]
fn two_players_grey() -> u32 {
    play_games::<2, 1>(&start(Wall::Grey, Players::Two).narrow())
}

// The same in a loop that serves both walls.
#[library_benchmark]
#[bench::coloured(start(Wall::Coloured, Players::Two).narrow())]
#[bench::grey(start(Wall::Grey, Players::Two).narrow())]
fn two_players_either_wall(start: Position<2>) -> u32 {
    play_games::<2, 2>(black_box(&start))
}

// The common form of a position, in a loop that serves every game.
#[library_benchmark]
#[bench::coloured_2(start(Wall::Coloured, Players::Two))]
#[bench::coloured_3(start(Wall::Coloured, Players::Three))]
#[bench::coloured_4(start(Wall::Coloured, Players::Four))]
#[bench::grey_2(start(Wall::Grey, Players::Two))]
#[bench::grey_3(start(Wall::Grey, Players::Three))]
#[bench::grey_4(start(Wall::Grey, Players::Four))]
fn any_game(start: Position) -> u32 {
    play_games::<4, 3>(black_box(&start))
}

/// The opening of the notation's example, after one move.
const OPENING: &str = "c2 1 1>2 BRKK/-/KKKW/YRRW/BRWW *BW 17,17,16,15,15 0,0,0,0,0 \
    0;-/YY/-/-/-;...../...../...../...../.....;- 0;-/-/-/-/-;...../...../...../...../.....;-";

fn opening() -> Position {
    OPENING.parse().expect("a position")
}

#[library_benchmark]
#[bench::opening_depth_3(opening())]
fn perft(position: Position) {
    assert_eq!(black_box(&position).perft(3), 223_305);
}

#[library_benchmark]
fn parse_position() -> Position {
    black_box(OPENING).parse().expect("a position")
}

#[library_benchmark]
#[bench::opening(opening())]
fn print_position(position: Position) -> String {
    black_box(&position).to_string()
}

library_benchmark_group!(
    name = games,
    benchmarks = [
        two_players_coloured,
        two_players_grey,
        two_players_either_wall,
        any_game
    ]
);
library_benchmark_group!(name = generation, benchmarks = perft);
library_benchmark_group!(name = text, benchmarks = [parse_position, print_position]);

main!(library_benchmark_groups = [games, generation, text]);
