//! Identities, accounts and the security frame, against a real server over real connections.
//!
//! The client is written by hand: it must be able to say what no proper client says.

mod accounts;
mod authorisation;
mod browser;
mod floods;
mod frame;
mod hostile;
mod login;
mod openapi;
mod replays;
mod sessions;
