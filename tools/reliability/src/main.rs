//! The load generator `azulejo-load`: plays many concurrent games over the network and keeps a ledger
//! of acknowledged commands, which `check` compares with the database afterwards.
//!
//! It is single-threaded, so that it uses one core and leaves the others to the server.
#![forbid(unsafe_code)]

mod check;
mod client;
mod frame;
mod hold;
mod ledger;
mod output;
mod play;
mod player;
mod shared;
mod socket;
mod stats;

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use azulejo_rules::Wall;
use clap::{Args, Parser, Subcommand};

use crate::output::Output;

/// The same allocator as the program under test.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const EXAMPLES: &str = "\
Examples:
  azulejo serve --rate-limits 0
      the per-address rate limits would throttle the load
  azulejo-load play http://127.0.0.1:8080 --games 200 --seconds 30 --ledger acks.txt
      as fast as the server acknowledges
  azulejo-load play http://127.0.0.1:8080 --games 1000 --rate 500
      500 moves per second on a fixed schedule, even if the server falls behind
  azulejo-load play http://127.0.0.1:8080 http://127.0.0.1:8081 --reconnect
      two nodes, with failover
  azulejo-load hold http://127.0.0.1:8080 --connections 10000 --seconds 60
      idle sockets
  azulejo-load check --ledger acks.txt --data /var/lib/azulejo
      verifies that every acknowledged move is in the database exactly once, in order";

/// Load-tests a server, and verifies that no acknowledged move was lost.
#[derive(Parser)]
#[command(name = "azulejo-load", version, after_long_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: LoadCommand,
}

#[derive(Subcommand)]
enum LoadCommand {
    /// Play games and measure acknowledgement latency
    Play(PlayArgs),

    /// Open sockets and keep them open
    Hold(HoldArgs),

    /// Compare a ledger with the database to find lost, duplicated or reordered moves
    ///
    /// Exits with status 1 if there are any.
    Check(CheckArgs),
}

#[derive(Args)]
pub(crate) struct PlayArgs {
    /// Server addresses; players are spread across several nodes
    #[arg(required = true, value_name = "URL")]
    pub(crate) urls: Vec<String>,
    /// Number of concurrent games; a finished game is replaced by a new one
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub(crate) games: usize,
    /// Number of sockets that share all seats [default: one per seat]
    #[arg(long, value_name = "N")]
    pub(crate) connections: Option<usize>,
    /// Players per game: 2, 3 or 4
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    pub(crate) seats: u8,
    /// Side of the boards: coloured or grey
    #[arg(
        long,
        value_name = "SIDE",
        default_value = "coloured",
        value_parser = parse_wall,
    )]
    pub(crate) wall: Wall,
    /// Moves per second, on a fixed schedule that does not wait for replies; latency is then
    /// measured from the scheduled time [default: move as soon as it is a player's turn]
    #[arg(long, value_name = "N")]
    pub(crate) rate: Option<f64>,
    /// Duration of the run in seconds; Ctrl-C or SIGTERM ends it early
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    pub(crate) seconds: f64,
    /// Stop after this many acknowledged moves
    #[arg(long, value_name = "N")]
    pub(crate) moves: Option<u64>,
    /// Record sent and acknowledged commands in this file
    #[arg(long, value_name = "FILE")]
    pub(crate) ledger: Option<PathBuf>,
    /// Reconnect after losing a socket, fail over to the next address until the first one is
    /// back, and resend unacknowledged commands [default: a lost socket ends the run]
    #[arg(long)]
    pub(crate) reconnect: bool,
    /// Send each command this many extra times, alternating between two sockets, and resend some
    /// after a lost socket: all replies to a command must be identical
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) repeat: u32,
    /// Send this many different moves concurrently for every turn, each over its own socket:
    /// exactly one must be accepted
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) race: u8,
    /// Seed for choosing legal moves
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct HoldArgs {
    /// Server addresses
    #[arg(required = true, value_name = "URL")]
    pub(crate) urls: Vec<String>,
    /// Number of sockets
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) connections: usize,
    /// Number of guests that share the sockets [default: one per socket]
    #[arg(long, value_name = "N")]
    pub(crate) guests: Option<usize>,
    /// Seconds to hold the sockets once all are open
    #[arg(long, value_name = "S", default_value_t = 30.0)]
    pub(crate) seconds: f64,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// Ledger written by `azulejo-load play --ledger`
    #[arg(long, value_name = "FILE")]
    pub(crate) ledger: PathBuf,
    /// Data folder of the server
    #[arg(long, value_name = "FOLDER", env = "AZULEJO_DATA")]
    pub(crate) data: Option<PathBuf>,
    /// Database URL: sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME
    #[arg(
        long,
        value_name = "URL",
        env = "AZULEJO_DATABASE_URL",
        hide_env_values = true
    )]
    pub(crate) database_url: Option<String>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

impl CheckArgs {
    fn database_url(&self) -> Result<String> {
        match (&self.database_url, &self.data) {
            (Some(url), _) => Ok(url.clone()),
            (None, Some(folder)) => Ok(format!("sqlite:{}", folder.join("azulejo.db").display())),
            (None, None) => bail!("no database given: use --data FOLDER or --database-url URL"),
        }
    }
}

fn parse_wall(text: &str) -> Result<Wall, String> {
    match text {
        "coloured" | "colored" => Ok(Wall::Coloured),
        "grey" | "gray" => Ok(Wall::Grey),
        _ => Err("expected coloured or grey".to_owned()),
    }
}

fn main() -> Result<()> {
    let output = &mut Output::new();
    match Cli::parse().command {
        LoadCommand::Play(args) => run_single_threaded(play::run(&args, output)),
        LoadCommand::Hold(args) => run_single_threaded(hold::run(&args, output)),
        LoadCommand::Check(args) => {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build()
                .context("cannot start the runtime")?;
            runtime.block_on(check::run(&args, output))
        }
    }
}

/// Runs a load on the current thread.
fn run_single_threaded(load: impl Future<Output = Result<()>>) -> Result<()> {
    raise_file_limit();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start the runtime")?;
    tokio::task::LocalSet::new().block_on(&runtime, load)
}

/// Raises the soft limit on open files to the hard limit.
#[cfg(unix)]
fn raise_file_limit() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // If this fails, only runs with many connections are affected, and those report an error.
    let _ = setrlimit(Resource::Nofile, limit);
}

#[cfg(not(unix))]
fn raise_file_limit() {}
