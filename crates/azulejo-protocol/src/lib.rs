//! What travels between the server and its clients.
//!
//! The types here are the protocol: frames of the socket ([`frame`]), requests and answers of the
//! HTTP interface ([`http`]), and what both carry ([`game`], [`table`], [`options`], [`happening`]).
//! The TypeScript types of the web client are made from them ([`typescript`]), and so are the
//! schemas of the OpenAPI document. Keys and data travel, never sentences: words are the client's.
//!
//! Nothing here can hold what is still to be drawn: the type of a game's secret cannot be named.
//!
//! ```compile_fail
//! use azulejo_store::Secret;
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod compact;
pub mod frame;
pub mod game;
pub mod happening;
pub mod http;
pub mod options;
pub mod record;
pub mod replay;
pub mod table;
mod typescript;

pub use compact::Columns;
pub use typescript::typescript;
