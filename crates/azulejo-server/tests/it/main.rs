//! Integration tests of the server: real sockets, real databases, one binary.

mod clocks;
mod fairness;
mod frame_rights;
mod hostile_frames;
mod hostile_sockets;
mod lifecycle;
mod moves;
mod new_games;
mod private_columns;
mod refusals;
mod security;
mod slow_game;
mod support;
