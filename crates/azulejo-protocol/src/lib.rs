//! The wire protocol between the server and its clients.
//!
//! It consists of WebSocket frames ([`frame`]), HTTP requests and responses ([`http`]), and the types
//! that both carry ([`game`], [`table`], [`options`], [`happening`]). The web client's TypeScript
//! types ([`typescript()`]) and the schemas of the OpenAPI document are generated from them. The
//! protocol carries codes and data, never sentences: clients localise them.
//!
//! No type here can leak future draws: the crate does not depend on `azulejo-store`, so a game's
//! secret cannot be named.
//!
//! ```compile_fail,E0432
//! use azulejo_store::Secret;
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod compact;
pub mod frame;
pub mod game;
pub mod happening;
pub mod http;
pub mod id;
pub mod options;
pub mod record;
pub mod replay;
pub mod table;
mod typescript;

pub use compact::Columns;
pub use typescript::typescript;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
