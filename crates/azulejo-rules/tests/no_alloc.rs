//! Moves, placements and deals do not allocate, as a counting allocator shows.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{MoveList, Phase, PlayerCount, Position, Seat, Wall};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is forwarded unchanged to the system allocator; counting does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller upholds the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller upholds the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn count_allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.with(Cell::get);
    work();
    ALLOCATIONS.with(Cell::get) - before
}

/// Plays a complete game through the checked steps.
fn play(mut position: Position, rng: &mut FastRng) {
    let mut list = MoveList::new();
    while position.phase() != Phase::Over && position.round() < 40 {
        match position.phase() {
            Phase::Refill => {
                let deal = position.sample_deal(rng);
                assert!(position.deal(&deal).is_ok());
            }
            Phase::Offer => {
                position.legal_moves_into(&mut list);
                assert_eq!(position.legal_moves().len(), list.len());
                assert!(position.play(list.choose(rng)).is_ok());
            }
            _ => {
                let seat = position.to_move();
                let choices = position.placements(seat);
                if choices.is_empty() {
                    assert!(position.settle().is_ok());
                } else {
                    let chosen = choices[below(rng, choices.len() as u32) as usize];
                    assert!(position.tile(seat, chosen).is_ok());
                }
            }
        }
    }
}

#[test]
fn playing_a_game_allocates_nothing() {
    for players in PlayerCount::ALL {
        for wall in Wall::ALL {
            let mut rng = FastRng::new(8);
            let position = Position::new(wall, players, Seat::ALL[0]);
            let count = count_allocations(|| (0..20).for_each(|_| play(position, &mut rng)));
            assert_eq!(count, 0, "{} players, {wall} wall", players.count());
        }
    }
}

/// The negative control: the counter detects allocations.
#[test]
fn events_allocate() {
    let mut position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ALL[0]);
    let deal = position.sample_deal(&mut FastRng::new(1));
    let count = count_allocations(|| assert!(position.deal_explained(&deal).is_ok()));
    assert!(count > 0);
}
