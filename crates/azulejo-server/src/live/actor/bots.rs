//! Bots at a table: asked when it is their turn, on threads of their own.

use std::time::Duration;

use azulejo_protocol::game::{Level, Status};
use azulejo_rules::{Phase, Position};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::{Actor, Inner};
use crate::live::bot_pool::{BotThreads, Question};
use azulejo_game::decide::Command;
use azulejo_game::tiling::seat_at;

/// How long a bot's question waits when the queue is full.
const BOT_RETRY: Duration = Duration::from_millis(200);

impl Actor {
    /// Asks the bots whose turn it is.
    pub(super) fn ask_bots(&mut self, inner: &mpsc::Sender<Inner>, grace: Duration) {
        if self.table.status != Status::Running {
            return;
        }
        let Some(position) = self.table.position().copied() else {
            return;
        };
        let ply = self.table.position_ply();
        for index in self.table.waits_for() {
            let Some(level) = self.table.seats[index].bot() else {
                continue;
            };
            let seat = index as u8 + 1;
            if self.bots_asked.contains(&(seat, ply)) {
                continue;
            }
            self.bots_asked.retain(|(_, asked)| *asked == ply);
            self.bots_asked.push((seat, ply));
            let seed = self.hub.bot_seed(self.id, ply, seat);
            let bots = self.hub.bots();
            let inner = inner.clone();
            let delay = if self.watchers.is_empty() {
                grace
            } else {
                grace + self.hub.bot_delay()
            };
            let tiling = position.phase() == Phase::Tiling;
            tokio::spawn(async move {
                let earliest = Instant::now() + delay;
                let answer = if tiling {
                    ask_for_tiling(&bots, level, seed, position, index).await
                } else {
                    ask_for_move(&bots, level, seed, position, seat, ply).await
                };
                tokio::time::sleep_until(earliest).await;
                if answer.is_none() {
                    // A thread is gone or the server stops: do not ask again in a tight loop.
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
                let message = answer.map_or(Inner::BotFailed(seat, ply), Inner::Bot);
                let _gone = inner.send(message).await;
            });
        }
    }
}

async fn ask_for_move(
    bots: &BotThreads,
    level: Level,
    seed: u64,
    position: Position,
    seat: u8,
    ply: u32,
) -> Option<Command> {
    loop {
        let (answer, decided) = oneshot::channel();
        let question = Question::Move {
            level,
            seed,
            position,
            answer,
        };
        if bots.ask(question) {
            let m = decided.await.ok()?;
            return Some(Command::BotMove { seat, ply, m });
        }
        tokio::time::sleep(BOT_RETRY).await;
    }
}

async fn ask_for_tiling(
    bots: &BotThreads,
    level: Level,
    seed: u64,
    position: Position,
    index: usize,
) -> Option<Command> {
    loop {
        let (answer, decided) = oneshot::channel();
        let question = Question::Tile {
            level,
            seed,
            position,
            seat: seat_at(index),
            answer,
        };
        if bots.ask(question) {
            return Some(Command::BotChoose {
                seat: index as u8 + 1,
                round: position.round(),
                placements: decided.await.ok()?,
            });
        }
        tokio::time::sleep(BOT_RETRY).await;
    }
}
