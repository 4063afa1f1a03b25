//! `azulejo serve`.

use std::io::{IsTerminal as _, Write as _};
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use azulejo_server::{Config, DEFAULT_PORT, Listener, Server, Standby, StartError};
use tracing_subscriber::EnvFilter;

use super::ServeArgs;
use crate::failure::Usage;
use crate::screen::Screen;

/// The time limit for a graceful shutdown. Supervisors are expected to wait five seconds;
/// the difference is a margin for the work before and after.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(4_500);
const _: () = assert!(SHUTDOWN_TIMEOUT.as_millis() < 5_000);

pub(super) fn run(args: &ServeArgs, screen: &mut Screen) -> Result<()> {
    let config = config(args)?;
    config.check()?;
    let filter = log_filter(&args.log)?;
    if args.print_config {
        return print(args, &config, screen);
    }
    start_log(filter, args.log_json)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("could not start the runtime's threads")?;
    let served = runtime.block_on(serve(config, screen));
    // Otherwise dropping the runtime would wait for abandoned tasks.
    runtime.shutdown_background();
    served
}

fn config(args: &ServeArgs) -> Result<Config> {
    let mut config = Config::new(args.database.url()?);
    config.listen = args.listen;
    config.metrics_listen = args.metrics_listen;
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
    let metrics = config
        .metrics_listen
        .map_or_else(|| "/metrics".to_owned(), |address| address.to_string());
    screen.line(&format!("metrics       {metrics}"))?;
    screen.line(&format!("database      {}", redacted(&config.database_url)))?;
    screen.line(&format!("origins       {}", list(config.origins.clone())))?;
    screen.line(&format!("proxies       {}", list(proxies)))?;
    screen.line(&format!("bot delay     {} ms", config.bot_delay_ms))?;
    screen.line(&format!("bot threads   {}", config.bot_threads))?;
    let limits = match config.rate_limits {
        0 => "none".to_owned(),
        1 => "default".to_owned(),
        times => format!("{times} times the default"),
    };
    screen.line(&format!("rate limits   {limits}"))?;
    screen.line(&format!("log           {}", args.log))?;
    let format = if args.log_json { "JSON" } else { "text" };
    screen.line(&format!("log format    {format}"))?;
    Ok(())
}

/// The query parameters of a database URL whose values may be shown. Of all others only the name is
/// shown, since passwords can be passed under many names.
const PUBLIC_PARAMETERS: [&str; 8] = [
    "application_name",
    "dbname",
    "host",
    "hostaddr",
    "port",
    "sslmode",
    "sslrootcert",
    "user",
];

/// Returns a database URL with its secrets redacted.
fn redacted(url: &str) -> String {
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
        // The question mark may be part of a password.
        None if settings.is_some_and(|settings| settings.contains('@')) => "…".to_owned(),
        None => place.to_owned(),
    };
    let shown = |setting: &str| match setting.split_once('=') {
        Some((name, _)) if PUBLIC_PARAMETERS.contains(&name) => setting.to_owned(),
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

/// Parses a log filter. A word without a level would be taken for the name of a module and silence
/// everything else, so it must be a level.
fn log_filter(text: &str) -> Result<EnvFilter, Usage> {
    const LEVELS: [&str; 6] = ["error", "warn", "info", "debug", "trace", "off"];
    let parts = text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    for part in parts.filter(|part| !part.contains(['=', '['])) {
        if !LEVELS.contains(&part.to_lowercase().as_str()) {
            return Err(Usage(format!(
                "--log {text:?}: {part:?} is not a level; write error, warn, info, debug, trace or \
                 off, and MODULE=LEVEL for one module"
            )));
        }
    }
    EnvFilter::try_new(text).map_err(|error| Usage(format!("--log {text:?}: {error}")))
}

fn start_log(filter: EnvFilter, as_json: bool) -> Result<()> {
    // No colour codes in files, pipes and the journal.
    let has_colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(has_colour)
        .with_writer(std::io::stderr);
    let started = if as_json {
        log.json().try_init()
    } else {
        log.with_target(false).try_init()
    };
    started.map_err(|error| anyhow!("could not initialise logging: {error}"))
}

/// The time after which requests are answered with 503 while a start is in progress.
const STANDBY_AFTER: Duration = Duration::from_secs(1);
/// The pause between attempts to open storage that is unavailable.
const STORAGE_RETRY: Duration = Duration::from_secs(2);

async fn serve(config: Config, screen: &mut Screen) -> Result<()> {
    raise_open_file_limit();
    // Before the address is printed, so that a signal sent right after it is handled.
    let mut stop = std::pin::pin!(stop_signal()?);
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "starting");
    // A restart must listen on the same port.
    let listener = Listener::bind(&config)?;
    tracing::info!(address = %listener.address(), "listening");
    let mut is_first_start = true;
    loop {
        // A start may take long: the database may be unavailable, locked or busy with a migration.
        let server = tokio::select! {
            server = start(&config, &listener) => server?,
            signal = &mut stop => {
                signal?;
                tracing::info!("stopping; start-up was abandoned");
                return Ok(());
            }
        };
        if std::mem::take(&mut is_first_start) {
            announce(&server, &config, screen)?;
        } else {
            tracing::info!("ready again");
        }
        tokio::select! {
            reason = server.failed() => {
                tracing::error!(%reason, "database failed; restarting the server");
                stop_with_timeout(server).await;
            }
            signal = &mut stop => {
                signal?;
                // New connections are refused from now on.
                drop(listener);
                stop_with_timeout(server).await;
                return Ok(());
            }
        }
    }
}

/// Starts the server, retrying while its storage is unavailable. Meanwhile, and while the storage
/// does not respond, requests are answered with 503.
async fn start(config: &Config, listener: &Listener) -> Result<Server, StartError> {
    let mut standby = None;
    loop {
        let mut attempt = std::pin::pin!(Server::start_listening(config.clone(), listener));
        let started = match tokio::time::timeout(STANDBY_AFTER, &mut attempt).await {
            Ok(started) => started,
            Err(_elapsed) => {
                if standby.is_none() {
                    tracing::warn!("waiting for the storage");
                    standby = Some(Standby::start(config, listener)?);
                }
                attempt.await
            }
        };
        match started {
            Err(error) if error.is_storage_unavailable() => {
                let seconds = STORAGE_RETRY.as_secs();
                tracing::warn!(%error, "storage is unavailable; retrying in {seconds} s");
                if standby.is_none() {
                    standby = Some(Standby::start(config, listener)?);
                }
                tokio::time::sleep(STORAGE_RETRY).await;
            }
            started => {
                if let Some(standby) = standby {
                    standby.stop().await;
                }
                return started;
            }
        }
    }
}

/// Prints the address, and logs notes for the operator.
fn announce(server: &Server, config: &Config, screen: &mut Screen) -> Result<()> {
    let has_remote_users = !config.origins.is_empty() || !config.proxies.is_empty();
    let only_https = !config.origins.is_empty()
        && config
            .origins
            .iter()
            .all(|origin| origin.starts_with("https://"));
    let database = redacted(&config.database_url);
    let limited = config.rate_limits > 0;
    // The first line is the bare address to open, for people and scripts. Behind a TLS proxy,
    // cookies work only at the public address.
    let public = config
        .origins
        .iter()
        .find(|origin| origin.starts_with("https://"));
    match public {
        Some(origin) => screen.line(origin)?,
        None => screen.line(&format!("http://{}", server.address()))?,
    }
    screen.flush()?;
    tracing::info!(%database, "database opened");
    if !server.has_web_client() {
        tracing::warn!("this program was built without the web client; see docs/hosting.md");
    }
    if !limited {
        tracing::warn!("rate limits are disabled; use this for load tests only");
    }
    // On the loopback interface, a warning at every start would only alarm people.
    let is_loopback_only = server.address().ip().is_loopback() && !has_remote_users;
    if !only_https && is_loopback_only {
        tracing::info!(
            "serving plain http to this machine only, so cookies go without the __Host- prefix and \
             Secure; traffic does not leave this machine"
        );
    } else if !only_https {
        tracing::warn!(
            "serving plain http, so cookies go without the __Host- prefix and Secure, and anyone \
             on the same network could read along: acceptable on a private network; for the internet \
             use a TLS reverse proxy and pass its address with --origin (docs/hosting.md)"
        );
    }
    if let Some(address) = lan_address(server.address()) {
        tracing::info!("other devices on this network can open http://{address}");
    }
    tracing::info!("ready: open the address above in a browser; Ctrl+C stops the server");
    Ok(())
}

/// The address at which other devices reach a server bound to a wildcard address such as `0.0.0.0`.
/// Asks the system for the source address of its default route; nothing is sent.
fn lan_address(listening: SocketAddr) -> Option<SocketAddr> {
    // Addresses reserved for documentation: routable, but never reached.
    let (here, far) = match listening {
        SocketAddr::V4(at) if at.ip().is_unspecified() => ("0.0.0.0:0", "192.0.2.1:9"),
        SocketAddr::V6(at) if at.ip().is_unspecified() => ("[::]:0", "[2001:db8::1]:9"),
        _ => return None,
    };
    let asking = UdpSocket::bind(here).ok()?;
    asking.connect(far).ok()?;
    let address = asking.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified())
        .then(|| SocketAddr::new(address, listening.port()))
}

/// Stops the server gracefully, or abandons the shutdown at the time limit: a hanging database
/// would block it forever. Everything acknowledged is already stored.
async fn stop_with_timeout(server: Server) {
    tracing::info!("stopping");
    let begun = std::time::Instant::now();
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, server.stop())
        .await
        .is_err()
    {
        tracing::warn!(
            "shutdown timed out waiting for the database; unacknowledged writes may be lost"
        );
    }
    tracing::info!(ms = begun.elapsed().as_millis(), "stopped");
}

/// Raises the soft limit on open files to the hard limit.
#[cfg(unix)]
fn raise_open_file_limit() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current == limit.maximum {
        return;
    }
    limit.current = limit.maximum;
    if let Err(error) = setrlimit(Resource::Nofile, limit) {
        tracing::warn!(%error, "could not raise the open file limit");
    }
}

#[cfg(not(unix))]
fn raise_open_file_limit() {}

/// A future that completes on a termination signal. The handler is installed at once, not when the
/// future is first polled.
#[cfg(unix)]
fn stop_signal() -> Result<impl Future<Output = Result<()>>> {
    use tokio::signal::unix::{SignalKind, signal};
    let listen = |kind| signal(kind).context("could not install the signal handler");
    let mut terminate = listen(SignalKind::terminate())?;
    let mut interrupt = listen(SignalKind::interrupt())?;
    let mut hangup = listen(SignalKind::hangup())?;
    // A server started by hand stops when its terminal closes.
    let has_terminal = std::io::stderr().is_terminal();
    Ok(async move {
        loop {
            tokio::select! {
                _ = interrupt.recv() => return Ok(()),
                _ = terminate.recv() => return Ok(()),
                _ = hangup.recv() => {
                    if has_terminal {
                        return Ok(());
                    }
                    tracing::info!("SIGHUP ignored; restart the server to change its configuration");
                }
            }
        }
    })
}

#[cfg(not(unix))]
fn stop_signal() -> Result<impl Future<Output = Result<()>>> {
    Ok(async {
        tokio::signal::ctrl_c()
            .await
            .context("could not install the signal handler")
    })
}
