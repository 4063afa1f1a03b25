//! Conformance tests of the store. Each runs in memory, on SQLite and, if it is installed, on a
//! PostgreSQL server started for the tests.

mod admin;
mod append;
mod backup;
mod bus;
mod copy;
mod failure;
mod fixtures;
mod games;
mod guards;
mod memory;
mod merging;
mod migrations;
mod open;
mod players;
mod requests;
mod seats;
mod second_factor;
mod sessions;
