//! Everything but appending: statements that are the same text for both databases.

pub(crate) mod games;
pub(crate) mod players;
pub(crate) mod seats;
pub(crate) mod sessions;
