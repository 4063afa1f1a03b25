//! Games on a server: its address, who we are there, the connection, and a game as we know it.
//!
//! The protocol is that of the browser. Nothing here draws: the whole screen and the game line by
//! line show the same [`OnlineHost`].

mod address;
mod api;
mod arrival;
mod host;
mod identity;
mod link;
mod mirror;
mod trouble;

pub(crate) use self::address::Address;
pub(crate) use self::api::{Answer, Ask, Entered, Way};
pub(crate) use self::arrival::{Arrival, Heard, is_free};
pub(crate) use self::host::OnlineHost;
pub(crate) use self::identity::Identify;
pub(crate) use self::link::{Connected, Link, News, Order, connect};
pub(crate) use self::mirror::Mirror;
pub(crate) use self::trouble::{Remark, Trouble};

/// So many random bytes as hex digits: a command's id, or what we add to the draws.
pub(crate) fn random_hex<const N: usize>() -> Result<String, Trouble> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| Trouble::NoChance(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
