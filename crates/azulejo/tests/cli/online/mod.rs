//! `play --online` against a real server: whole games, lost connections and errors.

mod errors;
mod games;
mod hosting;
mod identity;
mod plain;
mod support;
