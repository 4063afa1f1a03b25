//! `azulejo serve`.

use std::io::{IsTerminal as _, Write as _};
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use azulejo_server::{Config, DEFAULT_PORT, Server, StartError};
use tracing_subscriber::EnvFilter;

use super::ServeArgs;
use crate::failure::Usage;
use crate::screen::Screen;

/// How long a stop may take, all in all. Whoever waits for it counts to five seconds, and what comes
/// before and after the wait needs a moment too.
const STOP_WITHIN: Duration = Duration::from_millis(4_500);
const _: () = assert!(STOP_WITHIN.as_millis() < 5_000);

pub(super) fn run(args: &ServeArgs, screen: &mut Screen) -> Result<()> {
    let config = config(args)?;
    if args.print_config {
        return print(args, &config, screen);
    }
    start_log(args)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the program's threads could not be started")?;
    let served = runtime.block_on(serve(config, screen));
    // Otherwise it would wait for whatever was given up.
    runtime.shutdown_background();
    served
}

fn config(args: &ServeArgs) -> Result<Config> {
    let mut config = Config::new(args.database.url()?);
    config.listen = args.listen;
    config.origins.clone_from(&args.origins);
    config.proxies.clone_from(&args.proxies);
    config.bot_delay_ms = args.bot_delay;
    config.rate_limits = args.rate_limits;
    if let Some(threads) = args.bot_threads {
        config.bot_threads = usize::from(threads);
    }
    Ok(config)
}

fn print(args: &ServeArgs, config: &Config, screen: &mut Screen) -> Result<()> {
    let listen = config.listen.map_or_else(
        || format!("127.0.0.1:{DEFAULT_PORT} or the next free port"),
        |address| address.to_string(),
    );
    let list = |items: Vec<String>| {
        if items.is_empty() {
            "none".to_owned()
        } else {
            items.join(", ")
        }
    };
    let proxies = config.proxies.iter().map(IpAddr::to_string).collect();
    screen.line(&format!("listen        {listen}"))?;
    screen.line(&format!(
        "database      {}",
        without_password(&config.database_url)
    ))?;
    screen.line(&format!("origins       {}", list(config.origins.clone())))?;
    screen.line(&format!("proxies       {}", list(proxies)))?;
    screen.line(&format!("bot delay     {} ms", config.bot_delay_ms))?;
    screen.line(&format!("bot threads   {}", config.bot_threads))?;
    let limits = match config.rate_limits {
        0 => "none".to_owned(),
        1 => "as usual".to_owned(),
        times => format!("{times} times the usual"),
    };
    screen.line(&format!("rate limits   {limits}"))?;
    screen.line(&format!("log           {}", args.log))?;
    let format = if args.log_json { "JSON" } else { "text" };
    screen.line(&format!("log format    {format}"))?;
    Ok(())
}

/// What may be shown of the settings behind the question mark of a database URL. Of any other only
/// the name is, since `password` can be spelt in many ways there.
const SHOWN_SETTINGS: [&str; 8] = [
    "application_name",
    "dbname",
    "host",
    "hostaddr",
    "port",
    "sslmode",
    "sslrootcert",
    "user",
];

/// A database URL that may be shown.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.to_owned();
    };
    let (place, settings) = match rest.split_once('?') {
        Some((place, settings)) => (place, Some(settings)),
        None => (rest, None),
    };
    let place = match place.rsplit_once('@') {
        Some((user, host)) => {
            let name = user.split(':').next().unwrap_or_default();
            format!("{name}:…@{host}")
        }
        // Perhaps the question mark is part of a password.
        None if settings.is_some_and(|settings| settings.contains('@')) => "…".to_owned(),
        None => place.to_owned(),
    };
    let shown = |setting: &str| match setting.split_once('=') {
        Some((name, _)) if SHOWN_SETTINGS.contains(&name) => setting.to_owned(),
        Some((name, _)) => format!("{name}=…"),
        None => "…".to_owned(),
    };
    match settings {
        Some(settings) => {
            let settings: Vec<_> = settings.split('&').map(shown).collect();
            format!("{scheme}://{place}?{}", settings.join("&"))
        }
        None => format!("{scheme}://{place}"),
    }
}

fn start_log(args: &ServeArgs) -> Result<()> {
    let filter = EnvFilter::try_new(&args.log)
        .map_err(|error| Usage(format!("--log {:?}: {error}", args.log)))?;
    // No colour codes in files, pipes and the journal.
    let has_colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(has_colour)
        .with_writer(std::io::stderr);
    let started = if args.log_json {
        log.json().try_init()
    } else {
        log.with_target(false).try_init()
    };
    started.map_err(|error| anyhow!("the log could not be started: {error}"))
}

/// The pause between attempts to open storage that is unavailable.
const STORAGE_RETRY: Duration = Duration::from_secs(2);

async fn serve(config: Config, screen: &mut Screen) -> Result<()> {
    allow_many_files();
    // Before the address is printed, so that a signal sent right after it is handled.
    let mut stop = std::pin::pin!(stop_signal()?);
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "starting");
    let mut config = config;
    let mut is_first_start = true;
    loop {
        // A start may take long: the database may be unavailable, locked or busy with a migration.
        let server = tokio::select! {
            server = start(&config) => server?,
            signal = &mut stop => {
                signal?;
                tracing::info!("stopping; start-up was abandoned");
                return Ok(());
            }
        };
        if std::mem::take(&mut is_first_start) {
            // A restart must listen on the same port.
            config.listen = Some(server.address());
            announce(&server, &config, screen)?;
        } else {
            tracing::info!("ready again");
        }
        tokio::select! {
            reason = server.failed() => {
                tracing::error!(%reason, "database failed; restarting the server");
                stop_in_time(server).await;
            }
            signal = &mut stop => {
                signal?;
                stop_in_time(server).await;
                return Ok(());
            }
        }
    }
}

/// Starts the server, retrying while its storage is unavailable.
async fn start(config: &Config) -> Result<Server, StartError> {
    loop {
        match Server::start(config.clone()).await {
            Err(error) if error.is_storage_unavailable() => {
                let seconds = STORAGE_RETRY.as_secs();
                tracing::warn!(%error, "storage is unavailable; retrying in {seconds} s");
                tokio::time::sleep(STORAGE_RETRY).await;
            }
            started => return started,
        }
    }
}

/// Prints the address, and logs what an operator should know.
fn announce(server: &Server, config: &Config, screen: &mut Screen) -> Result<()> {
    let others_come = !config.origins.is_empty() || !config.proxies.is_empty();
    let only_https = !config.origins.is_empty()
        && config
            .origins
            .iter()
            .all(|origin| origin.starts_with("https://"));
    let database = without_password(&config.database_url);
    let limited = config.rate_limits > 0;
    // The first line is the address alone, for people and for scripts.
    screen.line(&format!("http://{}", server.address()))?;
    screen.flush()?;
    tracing::info!(%database, "games are kept here");
    if !server.has_web_client() {
        tracing::warn!("this program was built without the web client; see docs/hosting.md");
    }
    if !limited {
        tracing::warn!("there are no limits on how fast anybody may ask: only for measuring");
    }
    // On this machine alone a warning at every start would only frighten.
    let this_machine_alone = server.address().ip().is_loopback() && !others_come;
    if !only_https && this_machine_alone {
        tracing::info!(
            "serving plain http to this machine alone, so cookies go without the __Host- prefix and \
             Secure; nobody else can read along"
        );
    } else if !only_https {
        tracing::warn!(
            "serving plain http, so cookies go without the __Host- prefix and Secure, and whoever is \
             on the same network could read along: fine in a club's own network; for the internet \
             put a proxy with TLS in front and name it with --origin (docs/hosting.md)"
        );
    }
    if let Some(near) = address_nearby(server.address()) {
        tracing::info!("phones and other computers in this network open http://{near}");
    }
    tracing::info!("ready: open the address above in a browser; Ctrl+C stops the server");
    Ok(())
}

/// Where others reach a server that listens everywhere: `0.0.0.0` is no address that can be opened.
/// The system is asked which of its own it would use towards others; nothing is sent.
fn address_nearby(listening: SocketAddr) -> Option<SocketAddr> {
    // Addresses for examples in documents: they are in every routing table and reach nobody.
    let (here, far) = match listening {
        SocketAddr::V4(at) if at.ip().is_unspecified() => ("0.0.0.0:0", "192.0.2.1:9"),
        SocketAddr::V6(at) if at.ip().is_unspecified() => ("[::]:0", "[2001:db8::1]:9"),
        _ => return None,
    };
    let asking = UdpSocket::bind(here).ok()?;
    asking.connect(far).ok()?;
    let near = asking.local_addr().ok()?.ip();
    (!near.is_loopback() && !near.is_unspecified()).then(|| SocketAddr::new(near, listening.port()))
}

/// Stops the server, or what does not end in time is given up: a database that does not answer
/// would be waited for without end. What was acknowledged is in it already.
async fn stop_in_time(server: Server) {
    tracing::info!("stopping");
    let begun = std::time::Instant::now();
    if tokio::time::timeout(STOP_WITHIN, server.stop())
        .await
        .is_err()
    {
        tracing::warn!(
            "the database did not let go in time: what nobody was told of yet may not be in it"
        );
    }
    tracing::info!(ms = begun.elapsed().as_millis(), "stopped");
}

/// Lets this process have as many files and sockets open as the system allows it to ask for.
#[cfg(unix)]
fn allow_many_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current == limit.maximum {
        return;
    }
    limit.current = limit.maximum;
    if let Err(error) = setrlimit(Resource::Nofile, limit) {
        tracing::warn!(%error, "the number of open files could not be raised");
    }
}

#[cfg(not(unix))]
fn allow_many_files() {}

/// What ends when the program is asked to stop. From here on, not only once it is awaited, a signal
/// no longer ends the program on the spot.
#[cfg(unix)]
fn stop_signal() -> Result<impl Future<Output = Result<()>>> {
    use tokio::signal::unix::{SignalKind, signal};
    let caught = |kind| signal(kind).context("no signals can be caught");
    let mut terminate = caught(SignalKind::terminate())?;
    let mut interrupt = caught(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => Ok(()),
            _ = terminate.recv() => Ok(()),
        }
    })
}

#[cfg(not(unix))]
fn stop_signal() -> Result<impl Future<Output = Result<()>>> {
    Ok(async {
        tokio::signal::ctrl_c()
            .await
            .context("no signals can be caught")
    })
}
