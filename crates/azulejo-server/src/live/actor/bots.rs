//! Bots at a table: each is asked once per decision, and no longer than the decision is open.

use std::time::Duration;

use azulejo_game::decide::Command;
use azulejo_protocol::frame::Problem;
use azulejo_protocol::game::{Level, Status};
use azulejo_rules::{Phase, Position, Seat};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::Instant;

use super::Message;
use super::live_game::LiveGame;
use crate::live::bot_pool::{BotPool, Payer, QueueFull};

/// The pause before a request is repeated that found the queue full.
const QUEUE_FULL_RETRY: Duration = Duration::from_millis(200);
/// The pause before a bot that gave no answer is asked again.
const FAILURE_RETRY: Duration = Duration::from_secs(1);

/// A bot's decision under way. Dropping it cancels the search.
struct PendingDecision {
    seat: Seat,
    position: Position,
    task: AbortHandle,
}

impl Drop for PendingDecision {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Owns the decisions that this game's bots are asked for.
pub(super) struct BotDecisions {
    pending: Vec<PendingDecision>,
    /// The address of the game's task, for the answers; weak, so that it does not keep the game in
    /// memory.
    mailbox: mpsc::WeakSender<Message>,
}

impl BotDecisions {
    pub(super) const fn new(mailbox: mpsc::WeakSender<Message>) -> Self {
        Self {
            pending: Vec::new(),
            mailbox,
        }
    }

    /// Asks the bots that must decide and were not asked yet, and cancels requests that the game
    /// has overtaken. The answers come through the mailbox, after `delay` at the earliest.
    pub(super) fn ask(&mut self, game: &LiveGame, delay: Duration) {
        let table = &game.table;
        let Some(position) = table.position().copied() else {
            return;
        };
        let deciding = match table.status {
            Status::Running => table.waits_for(),
            _ => Vec::new(),
        };
        self.pending
            .retain(|asked| asked.position == position && deciding.contains(&asked.seat));
        for seat in deciding {
            let Some(level) = table.seats[seat.index()].bot() else {
                self.answered(seat);
                continue;
            };
            if self.pending.iter().any(|asked| asked.seat == seat) {
                continue;
            }
            let ply = table.position_ply();
            let request = BotRequest {
                pool: game.registry.bots.clone(),
                payer: game.watchers.payer(table),
                level,
                seed: game.registry.bot_seed(game.id, ply, seat),
                position,
                seat,
                ply,
            };
            let delay = if game.watchers.is_empty() {
                delay
            } else {
                delay + game.registry.bot_delay
            };
            let deciding = request.send_decision(self.mailbox.clone(), delay);
            let task = game.registry.seams.environment.spawn(deciding);
            self.pending.push(PendingDecision {
                seat,
                position,
                task: task.abort_handle(),
            });
        }
    }

    /// Forgets the request to a bot that has answered, or that a person has replaced.
    pub(super) fn answered(&mut self, seat: Seat) {
        self.pending.retain(|asked| asked.seat != seat);
    }
}

/// Refuses an undo or a rematch, after which bots would think again, if their thinking time is
/// used up.
pub(super) fn check_thinking_time(game: &LiveGame, command: &Command) -> Result<(), Problem> {
    let has_bots = game.table.seats.iter().any(|seat| seat.bot().is_some());
    let costs = matches!(
        command,
        Command::Undo { .. } | Command::Rematch { agree: true, .. }
    );
    if !has_bots || !costs {
        return Ok(());
    }
    let payer = game.watchers.payer(&game.table);
    let checked = game.registry.bots.check_thinking_time(payer.player);
    checked.map_err(Problem::from)
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
    /// Sends the bot's decision to the game, after `delay` at the earliest.
    async fn send_decision(self, mailbox: mpsc::WeakSender<Message>, delay: Duration) {
        let earliest = Instant::now() + delay;
        let command = self.decide().await;
        tokio::time::sleep_until(earliest).await;
        if command.is_none() {
            tokio::time::sleep(FAILURE_RETRY).await;
        }
        if let Some(mailbox) = mailbox.upgrade() {
            let seat = self.seat;
            // A closed mailbox belongs to a game that has left memory.
            let _ = mailbox.send(Message::BotDecided { seat, command }).await;
        }
    }

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
