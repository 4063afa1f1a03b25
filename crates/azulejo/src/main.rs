//! The program `azulejo`: play on the terminal, and tools for positions and records.

mod analysis_json;
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
mod screen;
mod table;
mod tui;
mod words;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Cli;

/// A server under load spends a fifth of its time in the system's own allocator; this one is
/// quicker with many small things that threads hand to each other.
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
