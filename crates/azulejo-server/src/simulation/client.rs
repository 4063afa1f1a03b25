//! Simulated players: each sends one command at a time and retries it until it is answered.

use std::sync::Arc;
use std::time::Duration;

use azulejo_game::decide::Command;
use azulejo_game::{SeatNumber, Table};
use azulejo_protocol::frame::{ProblemCode, ServerFrame};
use azulejo_protocol::game::Status;
use azulejo_rules::{Phase, Seat};
use azulejo_store::{CommandKey, GameId, PlayerId, TokenHash};
use serde::Deserialize;
use tokio::time::{Instant, sleep, sleep_until};

use super::checker::Checker;
use super::network::{Connection, Request, connect};
use super::node::Cluster;
use super::world::World;
use crate::draws::{nonce_commitment, to_hex};

/// A command without an answer.
struct Pending {
    game: GameId,
    key: CommandKey,
    command: Command,
    /// It was in the log before it was sent on this connection.
    was_stored: bool,
}

/// The parts of a frame with a game's state that the checker compares.
#[derive(Deserialize)]
struct StateFrame<'a> {
    game: &'a str,
    view: StateView<'a>,
}

#[derive(Deserialize)]
struct StateView<'a> {
    ply: u32,
    hash: &'a str,
}

/// A simulated player.
pub(super) struct Client {
    pub(super) world: Arc<World>,
    pub(super) cluster: Arc<Cluster>,
    pub(super) checker: Arc<Checker>,
    pub(super) player: PlayerId,
    pub(super) session: TokenHash,
    pending: Option<Pending>,
    /// The last acknowledged command.
    acknowledged: Option<Pending>,
}

impl Client {
    pub(super) fn new(
        cluster: &Arc<Cluster>,
        checker: &Arc<Checker>,
        player: PlayerId,
        session: TokenHash,
    ) -> Self {
        Self {
            world: Arc::clone(&cluster.world),
            cluster: Arc::clone(cluster),
            checker: Arc::clone(checker),
            player,
            session,
            pending: None,
            acknowledged: None,
        }
    }

    /// Plays until the simulation ends and every command is answered.
    pub(super) async fn play(mut self) {
        while self.pending.is_some() || !self.world.is_ending() {
            match connect(&self.cluster, self.player, self.session) {
                Some(connection) => self.use_connection(connection).await,
                None => sleep(self.world.between(50, 400)).await,
            }
        }
    }

    async fn use_connection(&mut self, mut connection: Connection) {
        let mut watched = Vec::new();
        self.watch_games(&connection, &mut watched);
        if let Some(pending) = &mut self.pending {
            pending.was_stored = self.checker.is_stored(pending.game, pending.key);
            self.checker.count("retried");
        }
        self.send_pending(&connection);
        let mut next = Instant::now() + self.pause();
        loop {
            tokio::select! {
                biased;
                frame = connection.receive() => match frame {
                    Some(frame) => {
                        if self.handle(&frame) {
                            next = Instant::now() + self.pause();
                        }
                    }
                    None => return,
                },
                () = sleep_until(next) => {
                    let drops = self.world.fault(self.world.profile().dropped_connections);
                    if drops || (self.world.is_ending() && self.pending.is_none()) {
                        return;
                    }
                    self.watch_games(&connection, &mut watched);
                    match &self.pending {
                        // No answer for a while: retry here or on another connection.
                        Some(_) if self.world.chance(700) => return,
                        Some(_) => {}
                        None => self.begin_command(&connection),
                    }
                    self.send_pending(&connection);
                    next = Instant::now() + self.pause();
                }
            }
        }
    }

    /// Returns the time until the next action, or to wait for an answer.
    fn pause(&self) -> Duration {
        match self.pending {
            Some(_) => self.world.between(500, 4_000),
            None => self.world.between(20, 1_200),
        }
    }

    fn watch_games(&self, connection: &Connection, watched: &mut Vec<GameId>) {
        for game in self.checker.games_of(self.player) {
            if !watched.contains(&game) {
                watched.push(game);
                connection.send(&Request::Watch(game));
            }
        }
    }

    fn send_pending(&self, connection: &Connection) {
        if let Some(pending) = &self.pending {
            connection.send(&Request::Command {
                game: pending.game,
                key: Some(pending.key),
                command: pending.command.clone(),
            });
        }
    }

    fn begin_command(&mut self, connection: &Connection) {
        let games = self.checker.games_of(self.player);
        if games.is_empty() || self.world.is_ending() {
            return;
        }
        if self.world.chance(50) {
            // A client that has missed the answer.
            self.pending = self.acknowledged.take();
            return;
        }
        let game = games[self.world.below(games.len())];
        let chosen = self.checker.with_table(game, |table| self.choose(table));
        let Some(command) = chosen.flatten() else {
            return;
        };
        if let Command::Nonce { .. } | Command::CommitNonce { .. } = command {
            let key = None;
            return connection.send(&Request::Command { game, key, command });
        }
        let mut number = [0; 16];
        self.world.fill_random(&mut number);
        let key = CommandKey {
            player: self.player,
            number,
        };
        self.checker.will_send(game, key, &command);
        self.pending = Some(Pending {
            game,
            key,
            command,
            was_stored: false,
        });
    }

    /// Chooses a command, mostly a legal one.
    fn choose(&self, table: &Table) -> Option<Command> {
        let player = self.player;
        let seat = table.seats_of(player).next()?;
        let number = SeatNumber::from(seat);
        match table.status {
            Status::Waiting => {
                if self.world.chance(50) {
                    // A client of the older scheme.
                    let nonce = to_hex(&[number.get(); 16]);
                    return Some(Command::Nonce { player, nonce });
                }
                // One nonce per player, which every run knows again.
                let nonce = [number.get(); 32];
                if table.commitments_closed_at.is_some() {
                    let nonce = to_hex(&nonce);
                    return Some(Command::Nonce { player, nonce });
                }
                let commitment = to_hex(&nonce_commitment(table.id.as_str(), seat, &nonce));
                Some(Command::CommitNonce { player, commitment })
            }
            Status::Running => {
                if let Some(undo) = &table.undo
                    && self.world.chance(400)
                {
                    let agree = undo.seat != seat && self.world.chance(700);
                    let seat = number;
                    return Some(Command::AnswerUndo {
                        player,
                        seat,
                        agree,
                    });
                }
                if self.world.chance(4) {
                    let seat = number;
                    return Some(Command::Resign { player, seat });
                }
                if self.world.chance(40)
                    && let Some(&to) = table.undo_to(seat).first()
                {
                    let seat = number;
                    return Some(Command::Undo { player, seat, to });
                }
                let waits = table.waits_for().contains(&seat);
                if !waits && !self.world.chance(30) {
                    return None;
                }
                self.choose_move(table, player, seat)
            }
            Status::Finished => {
                let agree = self.world.chance(800);
                self.world
                    .chance(300)
                    .then_some(Command::Rematch { player, agree })
            }
            Status::Cancelled => None,
        }
    }

    fn choose_move(&self, table: &Table, player: PlayerId, seat: Seat) -> Option<Command> {
        let position = table.position()?;
        match position.phase() {
            Phase::Offer => {
                let moves = position.legal_moves();
                let m = moves[self.world.below(moves.len())];
                Some(Command::Move {
                    player,
                    seat: seat.into(),
                    ply: table.ply(),
                    m,
                })
            }
            Phase::Tiling => Some(Command::Choose {
                player,
                seat: seat.into(),
                placements: table.leftmost_choice(seat),
            }),
            Phase::Refill | Phase::Over => None,
        }
    }

    /// Handles a frame. Returns whether it answers the pending command.
    fn handle(&mut self, frame: &str) -> bool {
        let kind = frame.strip_prefix("{\"t\":\"").unwrap_or_default();
        self.world.note(
            "frame",
            [
                u64::from(kind.as_bytes().first().copied().unwrap_or_default()),
                frame.len() as u64,
                0,
            ],
        );
        if kind.starts_with("game\"") || kind.starts_with("update\"") {
            let Some((game, state)) = state_of(frame) else {
                self.world.violated(format!("a malformed frame: {frame}"));
                return false;
            };
            self.checker.shown(game, state.ply, state.hash);
            return false;
        }
        if !kind.starts_with("ack\"") && !kind.starts_with("refused\"") {
            return false;
        }
        let frame: ServerFrame = serde_json::from_str(frame).expect("a frame of the server");
        let pending = match &frame {
            ServerFrame::Ack { id, .. } | ServerFrame::Refused { id: Some(id), .. } => self
                .pending
                .take_if(|pending| to_hex(&pending.key.number) == *id),
            _ => None,
        };
        let Some(pending) = pending else {
            // The second answer to a duplicated frame.
            return false;
        };
        match frame {
            ServerFrame::Ack { ply, .. } => {
                self.checker.acknowledged(pending.game, pending.key, ply);
                self.acknowledged = Some(Pending {
                    was_stored: self.checker.is_stored(pending.game, pending.key),
                    ..pending
                });
            }
            ServerFrame::Refused { error, .. } => {
                self.checker
                    .refused(pending.game, pending.was_stored, error.code);
                if error.code == ProblemCode::Unavailable {
                    // Retried after a pause.
                    self.pending = Some(pending);
                    return false;
                }
            }
            _ => {}
        }
        true
    }
}

fn state_of(frame: &str) -> Option<(GameId, StateView<'_>)> {
    let state: StateFrame<'_> = serde_json::from_str(frame).ok()?;
    Some((state.game.parse().ok()?, state.view))
}
