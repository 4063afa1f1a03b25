//! Frees the seats of deleted accounts in games that have not started.
//!
//! Deleting an account leaves such games first, but a join or a new game may race with it. The store
//! then has no player for the seat, and the table notices when it reads its seats. Without this,
//! the seat could never be filled and a game without a host never start.

use azulejo_protocol::game::Status;

use super::Actor;
use azulejo_game::Person;
use azulejo_game::decide::Command;
use azulejo_rules::Seat;

impl Actor {
    /// Frees the seats of deleted accounts, or cancels the game if the host's was deleted.
    pub(super) async fn free_deleted_seats(&mut self) {
        if self.table.status != Status::Waiting {
            return;
        }
        // A seat that was taken again meanwhile is not affected.
        let deleted: Vec<_> = self.table.seats_of(Person::Deleted).collect();
        // A host always has a seat.
        let hosts_seat = self.table.seats_of(self.table.host).next();
        let commands = if !deleted.is_empty() && hosts_seat.is_none() {
            let player = self.table.host;
            vec![Command::Cancel { player }]
        } else {
            let unseat = |seat: Seat| Command::Unseat {
                player: Person::Deleted,
                seat: seat.into(),
            };
            deleted.into_iter().map(unseat).collect()
        };
        for command in commands {
            if let Err(failed) = self.execute(command, None).await {
                // Another node was first, or the store is unavailable; it is retried later.
                tracing::info!(game = %self.id, ?failed, "seat of a deleted account not freed");
            }
        }
    }
}
