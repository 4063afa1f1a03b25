//! Bots at a table: each is asked once per decision, and no longer than the decision is open.

use std::time::Duration;

use azulejo_game::decide::Command;
use azulejo_protocol::frame::Problem;
use azulejo_protocol::game::{Level, Status};
use azulejo_rules::{Phase, Position, Seat};
use tokio::task::AbortHandle;
use tokio::time::Instant;

use super::{Actor, Message};
use crate::live::bot_pool::{BotPool, Payer, QueueFull};

/// The pause before a request is repeated that found the queue full.
const QUEUE_FULL_RETRY: Duration = Duration::from_millis(200);
/// The pause before a bot that gave no answer is asked again.
const FAILURE_RETRY: Duration = Duration::from_secs(1);

/// A bot's decision under way. Dropping it cancels the search.
pub(super) struct PendingDecision {
    seat: Seat,
    position: Position,
    task: AbortHandle,
}

impl Drop for PendingDecision {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Actor {
    /// Asks the bots that must decide and were not asked yet, and cancels requests that the game
    /// has overtaken. The answers come through the mailbox, after `delay` at the earliest.
    pub(super) fn ask_bots(&mut self, delay: Duration) {
        let Some(position) = self.table.position().copied() else {
            return;
        };
        let deciding = match self.table.status {
            Status::Running => self.table.waits_for(),
            _ => Vec::new(),
        };
        self.bot_decisions
            .retain(|asked| asked.position == position && deciding.contains(&asked.seat));
        for seat in deciding {
            let Some(level) = self.table.seats[seat.index()].bot() else {
                self.bot_decisions.retain(|asked| asked.seat != seat);
                continue;
            };
            if self.bot_decisions.iter().any(|asked| asked.seat == seat) {
                continue;
            }
            let task = self.spawn_decision(seat, level, position, delay);
            self.bot_decisions.push(PendingDecision {
                seat,
                position,
                task,
            });
        }
    }

    fn spawn_decision(
        &self,
        seat: Seat,
        level: Level,
        position: Position,
        delay: Duration,
    ) -> AbortHandle {
        let ply = self.table.position_ply();
        let request = BotRequest {
            pool: self.registry.bots.clone(),
            payer: self.watchers.payer(&self.table),
            level,
            seed: self.registry.bot_seed(self.id, ply, seat),
            position,
            seat,
            ply,
        };
        let delay = if self.watchers.is_empty() {
            delay
        } else {
            delay + self.registry.bot_delay
        };
        let mailbox = self.mailbox.clone();
        let decision = async move {
            let earliest = Instant::now() + delay;
            let command = request.decide().await;
            tokio::time::sleep_until(earliest).await;
            if command.is_none() {
                tokio::time::sleep(FAILURE_RETRY).await;
            }
            if let Some(mailbox) = mailbox.upgrade() {
                let decided = Message::BotDecided { seat, command };
                // A closed mailbox belongs to a game that has left memory.
                let _ = mailbox.send(decided).await;
            }
        };
        self.registry
            .seams
            .environment
            .spawn(decision)
            .abort_handle()
    }

    /// Refuses an undo after which bots would think again, if their thinking time is used up.
    pub(super) fn check_thinking_time(&self, command: &Command) -> Result<(), Problem> {
        let has_bots = self.table.seats.iter().any(|seat| seat.bot().is_some());
        if !has_bots || !matches!(command, Command::Undo { .. }) {
            return Ok(());
        }
        let payer = self.watchers.payer(&self.table);
        let checked = self.registry.bots.check_thinking_time(payer.player);
        checked.map_err(Problem::from)
    }

    /// Plays what a bot decided.
    pub(super) async fn bot_decided(&mut self, seat: Seat, command: Option<Command>) {
        self.bot_decisions.retain(|asked| asked.seat != seat);
        let Some(command) = command else {
            return;
        };
        if self.give_back_downtime().await.is_ok() {
            // Refused if the game has moved on.
            let _ = self.execute(command, None).await;
        }
    }
}

/// One decision, as the pool is asked for it.
struct BotRequest {
    pool: BotPool,
    payer: Payer,
    level: Level,
    seed: u64,
    position: Position,
    seat: Seat,
    ply: u32,
}

impl BotRequest {
    /// Asks until the queue has room. `None` if the bot has no answer.
    async fn decide(&self) -> Option<Command> {
        loop {
            match self.ask().await {
                Ok(command) => return command,
                Err(QueueFull) => tokio::time::sleep(QUEUE_FULL_RETRY).await,
            }
        }
    }

    async fn ask(&self) -> Result<Option<Command>, QueueFull> {
        let (payer, position, seat) = (self.payer.clone(), self.position, self.seat);
        if position.phase() == Phase::Tiling {
            let placements = self
                .pool
                .choose_columns(payer, self.level, self.seed, position, seat)
                .await?;
            return Ok(placements.map(|placements| Command::BotChoose {
                seat,
                round: position.round(),
                placements,
            }));
        }
        let chosen = self
            .pool
            .choose_move(payer, self.level, self.seed, position)
            .await?;
        Ok(chosen.map(|m| Command::BotMove {
            seat,
            ply: self.ply,
            m,
        }))
    }
}
