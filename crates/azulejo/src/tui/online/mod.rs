//! The screens around a game on a server: the lobby, a new table, the waiting room.

mod create;
mod lobby;
mod room;

use azulejo_protocol::http::NewGame;

pub(crate) use self::create::Create;
pub(crate) use self::lobby::{Lobby, Row};
pub(crate) use self::room::Room;
use crate::online::{Entered, Mirror};

/// Where to go from one of them.
pub(crate) enum Go {
    Quit,
    Lobby,
    /// Set up a table.
    Create,
    /// Open the table that was set up.
    Open(NewGame),
    /// A game that we have gone to.
    Entered(Box<Entered>),
    /// The game has begun.
    Table(Box<Mirror>),
    /// Put a text where the terminal keeps what is copied.
    Copy(String),
}
