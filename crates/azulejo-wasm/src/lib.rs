//! The engine and the host of local games, each a WebAssembly module.
//!
//! [`Session`] answers the requests of docs/analysis-protocol.md, one at a time. [`Host`] keeps a
//! game that is played on this device: it takes the frames of a client and answers with those of a
//! server. Each is a feature of the crate and a module of its own, so that a client loads only what
//! it needs. They are exported through plain functions over the module's memory; see `exports.rs`.
//! `web/src/engine` and `web/src/lib/local` are the clients.
//!
//! Everything but the exports also compiles natively, so that the modules' behaviour can be compared
//! with the native one.
// Only the exports use `expect(unsafe_code)`, with a reason.
#![deny(unsafe_code)]
#![warn(missing_docs)]

#[cfg(feature = "host")]
pub mod board;
#[cfg(target_arch = "wasm32")]
mod exports;
#[cfg(feature = "host")]
mod host;
#[cfg(feature = "engine")]
mod session;

#[cfg(feature = "host")]
pub use host::Host;
#[cfg(feature = "engine")]
pub use session::Session;
