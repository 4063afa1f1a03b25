//! Bugs that the simulation has found, each as a short story.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use azulejo_game::SeatNumber;
use azulejo_game::decide::Command;
use azulejo_protocol::frame::ProblemCode;
use azulejo_store::memory::{Fault, MemoryDatabase};
use azulejo_store::{CommandKey, PlayerId, TokenHash};

use super::node::Cluster;
use super::world::World;
use super::{Checker, NO_BUGS, create_game, create_players};
use crate::live::actor::CommandError;

/// A node that was behind and could not reach its store refused the command as out of date.
#[tokio::test(start_paused = true)]
async fn retry_of_a_stored_command_is_not_refused_for_good_without_the_store() {
    let world = World::new(1);
    let (clock, faults) = (Arc::clone(&world), Arc::clone(&world));
    let database = MemoryDatabase::with_faults(
        move || clock.now().unix_ms(),
        move |operation| faults.store_fault(operation),
    );
    let observer = database.open();
    let cluster = Cluster::start(&world, &database, NO_BUGS, 2);
    tokio::time::sleep(Duration::from_secs(5)).await;
    let checker = Checker::new(&cluster, Arc::clone(&observer));
    let players = create_players(&world, &*observer).await;
    create_game(&world, &cluster, &checker, &players).await;
    let game = checker.games()[0];
    let (here, there) = (cluster.node(0), cluster.node(1));
    let nonce = nonce_of(&players[0]);
    let done = there.registry().command(game, nonce, None).await;
    done.expect("the store answers");
    there.set_reachable(false);
    let player = players[0].0;
    let key = CommandKey {
        player,
        number: [7; 16],
    };
    for nonce in players[1..].iter().map(nonce_of) {
        // Not every player has a seat.
        let _ = here.registry().command(game, nonce, None).await;
    }
    // The node that is behind takes the game for one that has not started.
    let resign = Command::Resign {
        player,
        seat: SeatNumber::new(1),
    };
    checker.will_send(game, key, &resign);
    let done = here
        .registry()
        .command(game, resign.clone(), Some(key))
        .await;
    let ply = done.expect("the game has started");
    let retried = there
        .registry()
        .command(game, resign.clone(), Some(key))
        .await;
    match retried {
        Err(CommandError::Refused(problem)) => {
            assert_eq!(problem.code, ProblemCode::Unavailable);
        }
        other => panic!("{other:?}"),
    }
    there.set_reachable(true);
    let retried = there.registry().command(game, resign, Some(key)).await;
    assert_eq!(retried.ok(), Some(ply));
}

fn nonce_of((player, _): &(PlayerId, TokenHash)) -> Command {
    Command::Nonce {
        player: *player,
        nonce: "00".repeat(16),
    }
}

/// The clock of a node that was paused while it read the store's was off by half of the pause, and
/// players were charged for it.
#[tokio::test(start_paused = true)]
async fn slow_reading_at_the_start_does_not_set_the_clock_wrong() {
    let world = World::new(1);
    let clock = Arc::clone(&world);
    let is_first = AtomicBool::new(true);
    let database = MemoryDatabase::with_faults(
        move || clock.now().unix_ms(),
        move |operation| {
            let is_slow = operation.name == "now_ms" && is_first.swap(false, Ordering::Relaxed);
            Fault {
                reply_delay: Duration::from_secs(if is_slow { 5 } else { 0 }),
                ..Fault::default()
            }
        },
    );
    let _observer = database.open();
    let cluster = Cluster::start(&world, &database, NO_BUGS, 1);
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert!(cluster.node(0).accepts());
    assert_eq!(cluster.node(0).registry().clock.now(), world.now());
}
