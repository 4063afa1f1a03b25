//! Games on a server: address, identity, connection, and a local replica of a game.
//!
//! Uses the same protocol as the browser. Draws nothing: the full-screen and the plain interface
//! share [`OnlineHost`].

mod address;
mod api;
mod error;
mod host;
mod identity;
mod link;
mod mirror;
mod waiting_room;
mod witness;

pub(crate) use self::address::Address;
pub(crate) use self::api::{ApiRequest, ApiResponse, Entered, EntryRole, LobbyList};
pub(crate) use self::error::{OnlineError, Remark};
pub(crate) use self::host::OnlineHost;
pub(crate) use self::identity::Identify;
pub(crate) use self::link::{Connected, Link, LinkCommand, LinkEvent, connect};
pub(crate) use self::mirror::Mirror;
pub(crate) use self::waiting_room::{RoomEvent, WaitingRoom, is_free};
pub(crate) use self::witness::DrawCheck;

/// Returns `N` random bytes as hex digits, for a command ID or a nonce.
pub(crate) fn random_hex<const N: usize>() -> Result<String, OnlineError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| OnlineError::NoRandomness(error.to_string()))?;
    Ok(const_hex::encode(bytes))
}
