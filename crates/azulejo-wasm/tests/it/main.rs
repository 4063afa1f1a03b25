//! Tests of the engine and of the game host.

mod behaviour;
mod host;
mod reasons;
