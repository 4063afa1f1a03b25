//! What a store promises, told as stories: each runs on SQLite and, where there is one, on a
//! PostgreSQL that is started for the purpose.

mod append;
mod backup;
mod bus;
mod failure;
mod games;
mod guards;
mod house;
mod merging;
mod open;
mod players;
#[path = "../support/postgres.rs"]
#[expect(dead_code, reason = "whole servers use more of it")]
mod postgres;
mod requests;
mod seats;
mod sessions;
