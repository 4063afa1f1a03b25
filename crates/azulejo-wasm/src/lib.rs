//! The engine as a WebAssembly module.
//!
//! [`Session`] answers the requests of docs/analysis-protocol.md, one at a time. The module exports
//! it through plain functions over its memory; see `exports.rs`. `web/src/engine` is the client.
//!
//! Everything but the exports also compiles natively, so that the module's behaviour can be compared
//! with the native one.
// Only the exports use `expect(unsafe_code)`, with a reason.
#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod board;
#[cfg(target_arch = "wasm32")]
mod exports;
mod session;

pub use session::Session;
