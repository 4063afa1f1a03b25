//! The `azulejo` binary: play in the terminal, host games, and tools for positions and records.

mod args;
mod commands;
mod failure;
mod host;
mod hosting;
mod i18n;
mod local;
mod online;
mod paint;
mod progress;
mod sanitise;
mod screen;
mod table;
mod tui;
mod words;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Cli;

/// The server spends a fifth of its time under load in the system allocator; mimalloc is faster for
/// many small allocations that are freed on another thread.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::report_usage(&error),
    };
    match commands::run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure::report(&error),
    }
}
