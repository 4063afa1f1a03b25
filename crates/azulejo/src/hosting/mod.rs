//! Commands for hosts: serve, administer, back up, restore, verify draws.

mod admin;
mod data;
mod maintenance;
mod serve;
mod times;
mod verify;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand};

use self::admin::{AccountCommand, AdminCommand};
pub(crate) use self::times::minute;
use crate::screen::Screen;

const ABOUT_SERVE: &str = "\
Examples:
  azulejo serve
      on this machine; open the printed address
  azulejo serve --listen 0.0.0.0:8080
      for everyone on the same network
  azulejo serve --origin https://azulejo.example --proxy 127.0.0.1
      behind a reverse proxy with TLS";

const ABOUT_ADMIN: &str = "\
Examples:
  azulejo admin accounts list
      all accounts, with their last visit
  azulejo admin accounts suspend Ana --until 7d --reason \"insulting names\"
      refused at login and in open browsers, with the reason
  azulejo admin signup invitation
      new accounts need a code of `azulejo admin invite`
  azulejo admin log
      who did what, and why";

const ABOUT_ACCOUNT: &str = "\
Examples:
  azulejo account reset Ana
      a new password for a user who has lost all credentials";

const ABOUT_BACKUP: &str = "\
Examples:
  azulejo backup monday.db";

const ABOUT_RESTORE: &str = "\
Examples:
  azulejo restore monday.db --replace";

const ABOUT_MIGRATE: &str = "\
Examples:
  azulejo migrate --from sqlite:/var/lib/azulejo/azulejo.db --to postgres://azulejo@db/azulejo
      from a file to PostgreSQL; the other way round works as well";

const ABOUT_VERIFY: &str = "\
Examples:
  azulejo verify azulejo-7hKq2mPd.json
      a record downloaded from a server";

/// The hosting commands.
#[derive(Subcommand)]
pub(crate) enum Hosting {
    /// Serve games to browsers, terminals and bots (the default command)
    ///
    /// Needs no configuration: games are stored in one file, and the first line printed is the
    /// address to open. To host on the internet, see docs/hosting.md.
    #[command(after_long_help = ABOUT_SERVE)]
    Serve(ServeArgs),

    /// Administer accounts, games, sign-up and names of this server
    ///
    /// Works on the database, whether or not the server runs; a running server notices within two
    /// seconds. Every act is recorded in the audit log.
    #[command(after_long_help = ABOUT_ADMIN)]
    Admin {
        #[command(flatten)]
        database: DatabaseArgs,
        #[command(subcommand)]
        command: AdminCommand,
    },

    /// Manage accounts on this server: the same as `azulejo admin accounts`
    #[command(after_long_help = ABOUT_ACCOUNT)]
    Account {
        #[command(flatten)]
        database: DatabaseArgs,
        #[command(subcommand)]
        command: AccountCommand,
    },

    /// Copy the database to a file while the server runs
    #[command(after_long_help = ABOUT_BACKUP)]
    Backup {
        #[command(flatten)]
        database: DatabaseArgs,
        /// The target file; must not exist yet
        file: PathBuf,
    },

    /// Restore a backup; the server must not be running
    #[command(after_long_help = ABOUT_RESTORE)]
    Restore {
        #[command(flatten)]
        database: DatabaseArgs,
        /// A file made by `azulejo backup`
        file: PathBuf,
        /// Replace the existing database, which is kept beside the new one
        #[arg(long)]
        replace: bool,
    },

    /// Move all data to another, empty database; no server may run on either
    ///
    /// Copies everything, compares every row and replays every game at the target. The source stays
    /// as it is. If interrupted, the target cannot be used until the command is repeated.
    #[command(after_long_help = ABOUT_MIGRATE)]
    Migrate {
        /// The database to copy: sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME
        #[arg(
            long,
            value_name = "URL",
            env = "AZULEJO_MIGRATE_FROM",
            hide_env_values = true
        )]
        from: String,
        /// The empty database to fill, which is created if it is a file
        #[arg(
            long,
            value_name = "URL",
            env = "AZULEJO_MIGRATE_TO",
            hide_env_values = true
        )]
        to: String,
    },

    /// Check that the draws of recorded games were not tampered with
    ///
    /// Prints one line per game. Exits with 1 if a game has no proof or its proof is wrong.
    /// docs/fairness.md describes how it works.
    #[command(after_long_help = ABOUT_VERIFY)]
    Verify {
        /// Files of records, one per line; `-` for standard input
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

/// The location of the data.
#[derive(Args, Clone, Default)]
pub(crate) struct DatabaseArgs {
    /// The folder for the database [default: azulejo in the user's data folder]
    #[arg(long, value_name = "FOLDER", env = "AZULEJO_DATA", global = true)]
    pub(crate) data: Option<PathBuf>,

    /// Another database: sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME
    #[arg(
        long,
        value_name = "URL",
        env = "AZULEJO_DATABASE_URL",
        hide_env_values = true,
        global = true
    )]
    pub(crate) database_url: Option<String>,
}

/// Parses an address to listen on. A port alone binds to the loopback interface, so that a network
/// is never served by omission.
fn listen_address(text: &str) -> Result<SocketAddr, String> {
    let port = text.strip_prefix(':').and_then(|port| port.parse().ok());
    match port {
        Some(port) => Ok(SocketAddr::from((Ipv4Addr::LOCALHOST, port))),
        None => text
            .parse()
            .map_err(|_| "write it as 127.0.0.1:8080, [::1]:8080 or :8080".to_owned()),
    }
}

/// The options of `serve`.
#[derive(Args, Clone)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,

    /// The address to listen on; port 0 picks a free one, and a port alone, such as :8080, binds to
    /// this machine only [default: 127.0.0.1:8080 or the next free port]
    #[arg(long, value_name = "ADDRESS", env = "AZULEJO_LISTEN", value_parser = listen_address)]
    pub(crate) listen: Option<SocketAddr>,

    /// An address of its own for the metrics, such as 127.0.0.1:9464; without it, they are at
    /// /metrics of the server
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "AZULEJO_METRICS_LISTEN",
        value_parser = listen_address
    )]
    pub(crate) metrics_listen: Option<SocketAddr>,

    /// The public address, such as `https://azulejo.example`; may be repeated
    #[arg(
        long = "origin",
        value_name = "ORIGIN",
        env = "AZULEJO_ORIGIN",
        value_delimiter = ','
    )]
    pub(crate) origins: Vec<String>,

    /// A reverse proxy whose X-Forwarded-For and X-Forwarded-Proto are trusted; may be repeated
    #[arg(
        long = "proxy",
        value_name = "IP",
        env = "AZULEJO_PROXY",
        value_delimiter = ','
    )]
    pub(crate) proxies: Vec<std::net::IpAddr>,

    /// The minimum duration of a bot's move, in milliseconds
    #[arg(
        long,
        value_name = "MS",
        env = "AZULEJO_BOT_DELAY",
        default_value = "0"
    )]
    pub(crate) bot_delay: u64,

    /// The number of threads for bots [default: one per core, at most 4]
    #[arg(long, value_name = "N", env = "AZULEJO_BOT_THREADS")]
    pub(crate) bot_threads: Option<u16>,

    /// The log level on stderr: error, warn, info, debug or trace, also per module
    #[arg(
        long,
        value_name = "FILTER",
        env = "AZULEJO_LOG",
        default_value = "info"
    )]
    pub(crate) log: String,

    /// Log one JSON object per line
    #[arg(
        long,
        env = "AZULEJO_LOG_JSON",
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    pub(crate) log_json: bool,

    /// A factor for the rate limits and connection limits per address and person; 0 disables them,
    /// for load tests only
    #[arg(
        long,
        value_name = "TIMES",
        env = "AZULEJO_RATE_LIMITS",
        default_value = "1"
    )]
    pub(crate) rate_limits: u32,

    /// Print the effective configuration and exit
    #[arg(long)]
    pub(crate) print_config: bool,
}

/// The default command: `serve`, configured from the environment.
pub(crate) fn serve_by_default() -> Hosting {
    #[derive(clap::Parser)]
    struct OnlyHosting {
        #[command(subcommand)]
        command: Hosting,
    }
    // Environment variables are read here too; an invalid one is reported as usual.
    <OnlyHosting as clap::Parser>::parse_from(["azulejo", "serve"]).command
}

/// Runs a hosting command.
pub(crate) fn run(command: Hosting, screen: &mut Screen) -> Result<()> {
    match command {
        Hosting::Serve(args) => serve::run(&args, screen),
        Hosting::Admin { database, command } => admin::run(&database, command, screen),
        Hosting::Account { database, command } => {
            admin::run(&database, AdminCommand::Accounts(command), screen)
        }
        Hosting::Backup { database, file } => maintenance::backup(&database, &file, screen),
        Hosting::Restore {
            database,
            file,
            replace,
        } => maintenance::restore(&database, &file, replace, screen),
        Hosting::Migrate { from, to } => maintenance::migrate(&from, &to, screen),
        Hosting::Verify { files } => verify::run(&files, screen),
    }
}
