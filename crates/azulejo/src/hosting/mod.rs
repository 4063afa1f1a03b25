//! Commands for those who host games: serve, back up, restore, help people back in, check draws.

mod data;
mod maintenance;
mod serve;
mod verify;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand};

pub(crate) use self::serve::{allow_many_files, stop_signal};
use crate::load::{ABOUT_LOAD, LoadCommand};
use crate::screen::Screen;

const ABOUT_SERVE: &str = "\
Examples:
  azulejo serve
      on this machine; open the address that is printed
  azulejo serve --listen 0.0.0.0:8080
      for everybody in the same network
  azulejo serve --origin https://azulejo.example --proxy 127.0.0.1
      behind a reverse proxy with TLS";

const ABOUT_ACCOUNT: &str = "\
Examples:
  azulejo account reset Ana
      a new password for somebody who has lost everything";

const ABOUT_BACKUP: &str = "\
Examples:
  azulejo backup monday.db";

const ABOUT_RESTORE: &str = "\
Examples:
  azulejo restore monday.db --replace";

const ABOUT_VERIFY: &str = "\
Examples:
  azulejo verify azulejo-7hKq2mPd.json
      a record downloaded from a server";

/// What a host can do.
#[derive(Subcommand)]
pub(crate) enum Hosting {
    /// Serve games to browsers, terminals and bots (what happens without a command)
    ///
    /// Nothing needs to be configured: games are kept in one file, and the first line printed is
    /// the address to open. docs/hosting.md tells how to put it on the internet.
    #[command(after_long_help = ABOUT_SERVE)]
    Serve(ServeArgs),

    /// Help people with accounts on this server
    #[command(subcommand, after_long_help = ABOUT_ACCOUNT)]
    Account(AccountCommand),

    /// Copy the database to a file while the server runs
    #[command(after_long_help = ABOUT_BACKUP)]
    Backup {
        #[command(flatten)]
        database: DatabaseArgs,
        /// Where to; must not exist yet
        file: PathBuf,
    },

    /// Put a copy back; the server must not run
    #[command(after_long_help = ABOUT_RESTORE)]
    Restore {
        #[command(flatten)]
        database: DatabaseArgs,
        /// A file made by `azulejo backup`
        file: PathBuf,
        /// Replace the database that is there; it is kept beside the new one
        #[arg(long)]
        replace: bool,
    },

    /// Check that the draws of recorded games were not tampered with
    ///
    /// Prints one line a game. Exit 1 when a game has no proof or its proof is wrong.
    /// docs/fairness.md describes how it works.
    #[command(after_long_help = ABOUT_VERIFY)]
    Verify {
        /// Files of records, one a line; `-` for standard input
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },

    /// Put load on a server, and check that nothing it acknowledged was lost
    ///
    /// Guests play each other by the rules over real sockets. docs/reliability.md and
    /// docs/benchmarks tell what came of it.
    #[command(subcommand, after_long_help = ABOUT_LOAD)]
    Load(LoadCommand),
}

/// What can be done with accounts.
#[derive(Subcommand)]
pub(crate) enum AccountCommand {
    /// Give an account a new password and end its sessions
    ///
    /// For a person who has lost password and recovery codes. Prints the new password once.
    Reset {
        #[command(flatten)]
        database: DatabaseArgs,
        /// The account's name
        name: String,
    },
}

/// Where the data is.
#[derive(Args, Clone, Default)]
pub(crate) struct DatabaseArgs {
    /// The folder for the database [default: azulejo in the user's data folder]
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
}

/// An address to listen on. A port alone is on this machine only: nobody serves a whole network by
/// leaving something out.
fn listen_address(text: &str) -> Result<SocketAddr, String> {
    let port = text.strip_prefix(':').and_then(|port| port.parse().ok());
    match port {
        Some(port) => Ok(SocketAddr::from((Ipv4Addr::LOCALHOST, port))),
        None => text
            .parse()
            .map_err(|_| "write it as 127.0.0.1:8080, [::1]:8080 or :8080".to_owned()),
    }
}

/// How to serve.
#[derive(Args, Clone)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,

    /// Where to listen; port 0 takes any free one, and a port alone, as :8080, is on this machine
    /// only [default: 127.0.0.1:8080 or the next free port]
    #[arg(long, value_name = "ADDRESS", env = "AZULEJO_LISTEN", value_parser = listen_address)]
    pub(crate) listen: Option<SocketAddr>,

    /// The address people type, as `https://azulejo.example`; may be repeated
    #[arg(
        long = "origin",
        value_name = "ORIGIN",
        env = "AZULEJO_ORIGIN",
        value_delimiter = ','
    )]
    pub(crate) origins: Vec<String>,

    /// A reverse proxy whose X-Forwarded-For and X-Forwarded-Proto are believed; may be repeated
    #[arg(
        long = "proxy",
        value_name = "IP",
        env = "AZULEJO_PROXY",
        value_delimiter = ','
    )]
    pub(crate) proxies: Vec<std::net::IpAddr>,

    /// How long bots seem to think, in milliseconds
    #[arg(
        long,
        value_name = "MS",
        env = "AZULEJO_BOT_DELAY",
        default_value = "700"
    )]
    pub(crate) bot_delay: u64,

    /// How many threads think for the bots [default: one a core, at most 4]
    #[arg(long, value_name = "N", env = "AZULEJO_BOT_THREADS")]
    pub(crate) bot_threads: Option<u16>,

    /// How much to log on stderr: error, warn, info, debug or trace, also by module
    #[arg(
        long,
        value_name = "FILTER",
        env = "AZULEJO_LOG",
        default_value = "info"
    )]
    pub(crate) log: String,

    /// Log one JSON object a line
    #[arg(
        long,
        env = "AZULEJO_LOG_JSON",
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    pub(crate) log_json: bool,

    /// How many times the usual limits on how fast one address or person may ask, and on how many
    /// connections it may have; 0 for none, which is only for measuring
    #[arg(
        long,
        value_name = "TIMES",
        env = "AZULEJO_RATE_LIMITS",
        default_value = "1"
    )]
    pub(crate) rate_limits: u32,

    /// Print the configuration that would be used, and stop
    #[arg(long)]
    pub(crate) print_config: bool,
}

/// What happens without a command: serving, as the environment says.
pub(crate) fn serve_by_default() -> Hosting {
    #[derive(clap::Parser)]
    struct OnlyHosting {
        #[command(subcommand)]
        command: Hosting,
    }
    // The variables of the environment are read here too; a wrong one is told as usual.
    <OnlyHosting as clap::Parser>::parse_from(["azulejo", "serve"]).command
}

/// Runs a host's command.
pub(crate) fn run(command: Hosting, screen: &mut Screen) -> Result<()> {
    match command {
        Hosting::Serve(args) => serve::run(&args, screen),
        Hosting::Account(AccountCommand::Reset { database, name }) => {
            maintenance::reset(&database, &name, screen)
        }
        Hosting::Backup { database, file } => maintenance::backup(&database, &file, screen),
        Hosting::Restore {
            database,
            file,
            replace,
        } => maintenance::restore(&database, &file, replace, screen),
        Hosting::Verify { files } => verify::run(&files, screen),
        Hosting::Load(command) => crate::load::run(&command, screen),
    }
}
