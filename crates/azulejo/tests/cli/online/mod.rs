//! `play --online` against a real server: whole games, broken connections, and what can go wrong.

mod games;
mod hosting;
mod identity;
mod plain;
mod support;
mod troubles;
