//! Seats in games that have not started, whose people have deleted themselves.
//!
//! Whoever deletes themself leaves such games first. But somebody may sit down, or set up a game,
//! after it was looked for what they have to leave: then the store has let go of the person, and
//! the table learns of it when it reads its seats. Such a seat could never be filled again, and a
//! game without its host never started.

use azulejo_protocol::game::Status;

use super::Actor;
use azulejo_game::decide::Command;

impl Actor {
    /// Frees seats that belong to nobody, or cancels the game if its host is nobody.
    pub(super) async fn free_ghosts(&mut self) {
        // A person who is gone has no name at all, and nobody else sits down under it: whoever has
        // taken the seat by the time at which this is judged stays there.
        const NOBODY: &str = "";
        if self.table.status != Status::Waiting {
            return;
        }
        let ghosts: Vec<usize> = self.table.seats_of(NOBODY).collect();
        // Hosts have a seat of their own as long as there is a game.
        let hosts_seat = self.table.seats_of(&self.table.host).next();
        let commands = if !ghosts.is_empty() && hosts_seat.is_none() {
            let player = self.table.host.clone();
            vec![Command::Cancel { player }]
        } else {
            let unseat = |index| Command::Unseat {
                player: NOBODY.to_owned(),
                seat: index as u8 + 1,
            };
            ghosts.into_iter().map(unseat).collect()
        };
        for command in commands {
            if let Err(failed) = self.carry_out(command, None).await {
                // Another node was first, or the store is away: then it is tried again.
                tracing::info!(game = %self.id, ?failed, "a deleted player's seat was not freed");
            }
        }
    }
}
