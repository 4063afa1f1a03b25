//! The screens around a game on a server: lobby, game creation, waiting room.

mod create;
mod lobby;
mod room;

use azulejo_protocol::http::NewGame;

pub(crate) use self::create::Create;
pub(crate) use self::lobby::{Lobby, Row};
pub(crate) use self::room::Room;
use crate::online::{Entered, Mirror};

/// The next screen or action.
pub(crate) enum Navigation {
    Quit,
    Lobby,
    /// Open the menu for a new game.
    Create,
    /// Create a game with these settings.
    Open(NewGame),
    /// A game was entered.
    Entered(Box<Entered>),
    /// The game has started.
    Table(Box<Mirror>),
    /// Copy a text to the terminal's clipboard.
    Copy(String),
}
