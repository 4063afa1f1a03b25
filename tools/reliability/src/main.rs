//! The load generator `azulejo-load`: plays many games at once over the network and keeps a ledger
//! of what the server acknowledged, which can be compared with the database afterwards.
//!
//! It runs on one thread, so that it takes one core and leaves the others to the server.
#![forbid(unsafe_code)]

mod check;
mod field;
mod heard;
mod hold;
mod ledger;
mod output;
mod people;
mod play;
mod player;
mod skim;
mod tally;
mod wire;

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use azulejo_rules::Wall;
use clap::{Args, Parser, Subcommand};

use crate::output::Output;

/// The allocator of the program under test, so that both have the same one.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const EXAMPLES: &str = "\
Examples:
  azulejo serve --rate-limits 0
      the usual limits for one address would slow the load down
  azulejo-load play http://127.0.0.1:8080 --games 200 --seconds 30 --ledger acks.txt
      as fast as the server acknowledges
  azulejo-load play http://127.0.0.1:8080 --games 1000 --rate 500
      500 moves a second on a schedule, whether or not the server keeps up
  azulejo-load play http://127.0.0.1:8080 http://127.0.0.1:8081 --reconnect
      two nodes, one of which may die
  azulejo-load hold http://127.0.0.1:8080 --connections 10000 --seconds 60
      sockets that only stay open
  azulejo-load check --ledger acks.txt --data /var/lib/azulejo
      is every acknowledged move in the database, once and in its place?";

/// Puts load on a server, and checks that nothing it acknowledged was lost.
#[derive(Parser)]
#[command(name = "azulejo-load", version, after_long_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: LoadCommand,
}

#[derive(Subcommand)]
enum LoadCommand {
    /// Play games, and measure how long acknowledgements take
    Play(PlayArgs),

    /// Open sockets and keep them open
    Hold(HoldArgs),

    /// Compare a ledger with the database: is anything lost, doubled or out of order?
    ///
    /// Exit 1 when it is.
    Check(CheckArgs),
}

#[derive(Args)]
pub(crate) struct PlayArgs {
    /// The servers' addresses; several nodes share the players
    #[arg(required = true, value_name = "URL")]
    pub(crate) urls: Vec<String>,
    /// How many games are played at once; one that ends is followed by the next
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub(crate) games: usize,
    /// How many sockets share the seats of all games [default: one for each seat]
    #[arg(long, value_name = "N")]
    pub(crate) connections: Option<usize>,
    /// How many play each game: 2, 3 or 4
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    pub(crate) seats: u8,
    /// Which side of the boards to use: coloured or grey
    #[arg(
        long,
        value_name = "SIDE",
        default_value = "coloured",
        value_parser = parse_wall,
    )]
    pub(crate) wall: Wall,
    /// How many moves a second, on a schedule that does not wait for answers; times then count
    /// from the schedule [default: each move as soon as it is its player's turn]
    #[arg(long, value_name = "N")]
    pub(crate) rate: Option<f64>,
    /// How long to play; Ctrl-C ends it earlier
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    pub(crate) seconds: f64,
    /// End as soon as so many moves are acknowledged
    #[arg(long, value_name = "N")]
    pub(crate) moves: Option<u64>,
    /// Write what was sent and what was acknowledged to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) ledger: Option<PathBuf>,
    /// Connect again when a socket is lost, to the next address until the first one is back, and
    /// send again what was not acknowledged [default: a lost socket ends the load]
    #[arg(long)]
    pub(crate) reconnect: bool,
    /// Send every command so many times more, by turns over the same socket and over another, and
    /// some of them again after a lost socket: all answers must be alike
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) repeat: u32,
    /// Send so many different moves for every turn at once, each over a socket of its own: one
    /// must be accepted
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) race: u8,
    /// Which legal moves are chosen
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct HoldArgs {
    /// The servers' addresses
    #[arg(required = true, value_name = "URL")]
    pub(crate) urls: Vec<String>,
    /// How many sockets
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) connections: usize,
    /// How many guests share them [default: one for each socket]
    #[arg(long, value_name = "N")]
    pub(crate) guests: Option<usize>,
    /// How long to hold them once all are open
    #[arg(long, value_name = "S", default_value_t = 30.0)]
    pub(crate) seconds: f64,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// The file that `load play --ledger` wrote
    #[arg(long, value_name = "FILE")]
    pub(crate) ledger: PathBuf,
    /// The data folder of the server
    #[arg(long, value_name = "FOLDER", env = "AZULEJO_DATA")]
    pub(crate) data: Option<PathBuf>,
    /// Another database: sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME
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
            (None, None) => bail!("name the database with --data FOLDER or --database-url URL"),
        }
    }
}

fn parse_wall(text: &str) -> Result<Wall, String> {
    match text {
        "coloured" | "colored" => Ok(Wall::Coloured),
        "grey" | "gray" => Ok(Wall::Grey),
        _ => Err("coloured or grey".to_owned()),
    }
}

fn main() -> Result<()> {
    let output = &mut Output::new();
    match Cli::parse().command {
        LoadCommand::Play(args) => on_this_thread(play::run(&args, output)),
        LoadCommand::Hold(args) => on_this_thread(hold::run(&args, output)),
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

/// Runs a load on this one thread.
fn on_this_thread(load: impl Future<Output = Result<()>>) -> Result<()> {
    raise_file_limit();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start the runtime")?;
    tokio::task::LocalSet::new().block_on(&runtime, load)
}

/// Raises the limit of open files to the most that the system allows.
#[cfg(unix)]
fn raise_file_limit() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // A lower limit only matters for many connections, which then fail with a reason.
    let _ = setrlimit(Resource::Nofile, limit);
}

#[cfg(not(unix))]
fn raise_file_limit() {}
