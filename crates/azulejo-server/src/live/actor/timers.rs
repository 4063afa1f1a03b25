//! The timers of a live game: its next tick, and whether its clock needs heartbeats.

use std::time::Duration;

use azulejo_game::Timestamp;
use azulejo_protocol::game::Status;
use tokio::time::Instant;

use super::live_game::LiveGame;
use super::{absence, rematch};
use crate::live::registry::RunningClock;

/// The longest time between two ticks.
const TICK_EVERY: Duration = Duration::from_secs(20);

/// Owns the time of the next regular tick and the game's share in the node's heartbeat.
pub(super) struct Timers {
    next_tick: Instant,
    /// Makes the node write heartbeats while a real-time clock runs here.
    running_clock: Option<RunningClock>,
}

impl Timers {
    pub(super) fn new() -> Self {
        Self {
            next_tick: Instant::now() + TICK_EVERY,
            running_clock: None,
        }
    }

    /// Postpones the regular tick, because one fires now.
    pub(super) fn restart(&mut self) {
        self.next_tick = Instant::now() + TICK_EVERY;
    }

    /// The time of the next tick.
    pub(super) fn next_wake(&self, game: &LiveGame) -> Instant {
        let now = game.registry.clock.now();
        let next = next_deadline(game);
        let wait = next
            .map_or(TICK_EVERY, |at| (at - now).to_std())
            .min(TICK_EVERY);
        let least = match next {
            // Nothing is due until downtime is given back.
            _ if game.registry.heartbeat.has_gap() => 250,
            // A deadline has passed; it takes effect with the next heartbeat.
            Some(at) if at <= now => 25,
            _ => 5,
        };
        // A stream of messages must not postpone the tick.
        (Instant::now() + wait.max(Duration::from_millis(least))).min(self.next_tick)
    }

    /// Counts the game's clock among the node's running ones, for the heartbeat.
    pub(super) fn count_clock(&mut self, game: &LiveGame) {
        let table = &game.table;
        let runs = table.status == Status::Running
            && table.clocks.is_real_time()
            && !table.clocks.running().is_empty();
        if !runs {
            self.running_clock = None;
        } else if self.running_clock.is_none() {
            self.running_clock = Some(game.registry.heartbeat.start_clock());
        }
    }
}

/// Returns the first deadline of the table, a rematch, an absence or a check of other nodes.
fn next_deadline(game: &LiveGame) -> Option<Timestamp> {
    let deadlines = [
        game.table.next_deadline(),
        rematch::deadline(game),
        game.absences().next_forfeit(),
        absence::next_node_check(game),
    ];
    deadlines.into_iter().flatten().min()
}
