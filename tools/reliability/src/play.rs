//! `azulejo-load play`: creates guests and games, runs the players, and reports the results.

use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, bail};
use cpu_time::ProcessTime;
use tokio::sync::mpsc;

use crate::PlayArgs;
use crate::client::{Servers, run_bounded};
use crate::ledger::Ledger;
use crate::output::Output;
use crate::player::Player;
use crate::shared::{PlayerMessage, Schedule, SharedState, Table};
use crate::socket::run_tab;
use crate::stats::Stats;

/// The number of guests or games created concurrently.
const SETUP_CONCURRENCY: usize = 32;
/// The timeout for all players to receive their first game.
const START_TIMEOUT: Duration = Duration::from_secs(300);
/// The timeout for outstanding replies after the end.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);
/// The interval at which the ledger is flushed and progress is shown.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

pub(crate) async fn run(args: &PlayArgs, output: &mut Output) -> Result<()> {
    let cpu = ProcessTime::now();
    let seats = usize::from(args.seats);
    let connections = args.connections.unwrap_or(args.games * seats);
    if args.games == 0 || connections < seats {
        bail!("there must be at least one game, and as many connections as seats per game");
    }
    if args
        .rate
        .is_some_and(|rate| !rate.is_finite() || rate <= 0.0)
    {
        bail!("--rate must be a positive number of moves per second");
    }
    let (shared, players) = set_up(args, seats, connections).await?;
    let mut tasks = tokio::task::JoinSet::new();
    for player in players {
        tasks.spawn_local(player.run());
    }
    let mut stopped = false;
    let stop = stop_signal()?;
    tokio::pin!(stop);
    // Start the schedule only when all sockets are open, so that latency excludes opening them.
    tokio::select! {
        () = shared.all_ready.notified() => {}
        () = shared.failed.notified() => {}
        result = &mut stop => {
            result?;
            stopped = true;
        }
        () = tokio::time::sleep(START_TIMEOUT) => {
            bail!("timed out waiting for all players to receive their games");
        }
    }
    let begun = Instant::now();
    shared.stats.borrow_mut().begun = begun;
    let schedule = args.rate.map(|rate| Schedule {
        begun,
        rate,
        tables: args.games,
    });
    for inbox in &shared.inboxes {
        // A closed inbox belongs to a player that has already reported its error.
        let _closed = inbox.send(PlayerMessage::Begin(schedule));
    }
    let end = begun + Duration::from_secs_f64(args.seconds);
    loop {
        let next = (Instant::now() + PROGRESS_INTERVAL).min(end);
        tokio::select! {
            () = tokio::time::sleep_until(next.into()) => {}
            () = shared.failed.notified() => {}
            result = &mut stop, if !stopped => {
                result?;
                stopped = true;
            }
        }
        shared.ledger.borrow_mut().flush()?;
        let failure = shared.failure.borrow_mut().take();
        if let Some(error) = failure {
            return Err(error);
        }
        let now = Instant::now();
        let acked = shared.stats.borrow().acked;
        let elapsed = now.duration_since(begun).as_secs_f64();
        output.progress(&format!("{elapsed:.0} s: {acked} moves acknowledged"))?;
        if now >= end || stopped || args.moves.is_some_and(|moves| acked >= moves) {
            break;
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    let scheduled = args.rate.map(|rate| (rate * seconds) as u64);
    let mut stats = shared.stats.replace(Stats::new());
    shared.finishing.set(true);
    for inbox in &shared.inboxes {
        // A closed inbox belongs to a player that has finished.
        let _closed = inbox.send(PlayerMessage::Finish);
    }
    let drain = async { while tasks.join_next().await.is_some() {} };
    let late = tokio::time::timeout(DRAIN_TIMEOUT, drain).await.is_err();
    shared.ledger.borrow_mut().flush()?;
    output.progress("")?;
    let after = shared.stats.borrow();
    // Replies that arrived after the end count for the checks, but not for the rate.
    stats.consistent_replies += after.consistent_replies;
    stats.conflicting_replies += after.conflicting_replies;
    stats.regressions += after.regressions;
    if args.json {
        let mut json = stats.json(seconds, cpu.elapsed(), scheduled);
        json["games"] = args.games.into();
        json["connections"] = connections.into();
        json["unanswered_at_the_end"] = late.into();
        json["races"] = (stats.races + after.races).into();
        json["undecided_races"] = (stats.undecided + after.undecided).into();
        output.line(&json.to_string())?;
    } else {
        for line in stats.text(seconds, cpu.elapsed(), scheduled) {
            output.line(&line)?;
        }
        if args.race > 1 {
            output.line(&format!(
                "races: {}; without exactly one winner: {}",
                stats.races + after.races,
                stats.undecided + after.undecided
            ))?;
        }
        if late {
            output.line("some commands had no reply by the end")?;
        }
    }
    let contradictions =
        stats.regressions + stats.conflicting_replies + stats.undecided + after.undecided;
    if contradictions > 0 {
        bail!("the server contradicted itself {contradictions} times");
    }
    Ok(())
}

/// Returns a future that completes on SIGINT or SIGTERM. The handlers are installed immediately.
#[cfg(unix)]
fn stop_signal() -> Result<impl Future<Output = std::io::Result<()>>> {
    use tokio::signal::unix::{SignalKind, signal};
    let install = |kind| signal(kind).context("failed to install a signal handler");
    let mut interrupt = install(SignalKind::interrupt())?;
    let mut terminate = install(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        Ok(())
    })
}

#[cfg(not(unix))]
fn stop_signal() -> Result<impl Future<Output = std::io::Result<()>>> {
    Ok(tokio::signal::ctrl_c())
}

/// Creates guests, games and players, before the measurement starts.
async fn set_up(
    args: &PlayArgs,
    seats: usize,
    connections: usize,
) -> Result<(Rc<SharedState>, Vec<Player>)> {
    let ledger = Ledger::create(args.ledger.as_deref())?;
    let servers = Rc::new(Servers::new(&args.urls)?);
    let guests = {
        let servers = Rc::clone(&servers);
        run_bounded(connections, SETUP_CONCURRENCY, move |number| {
            let servers = Rc::clone(&servers);
            async move { servers.create_guest(number).await }
        })
        .await?
    };
    let tables = (0..args.games).map(|table| Table {
        players: (0..seats)
            .map(|seat| (table * seats + seat) % connections)
            .collect(),
        ..Table::default()
    });
    let (inboxes, receivers): (Vec<_>, Vec<_>) =
        guests.iter().map(|_| mpsc::unbounded_channel()).unzip();
    let run_id = u64::from_le_bytes(random_bytes()?);
    let shared = Rc::new(SharedState::new(
        Servers::new(&args.urls)?,
        guests,
        tables.collect(),
        inboxes,
        ledger,
        args.wall,
        args.reconnect,
        run_id,
    ));
    {
        let shared = Rc::clone(&shared);
        run_bounded(args.games, SETUP_CONCURRENCY, move |table| {
            let shared = Rc::clone(&shared);
            async move {
                let server = shared.tables.borrow()[table].players[0];
                shared.create_game(table, server).await
            }
        })
        .await?;
    }
    let tabs = usize::from(args.race).max(if args.repeat > 0 { 2 } else { 1 });
    let players = receivers.into_iter().enumerate().map(|(me, inbox)| {
        let others = (1..tabs).map(|tab| {
            let (sender, texts) = mpsc::unbounded_channel();
            tokio::task::spawn_local(run_tab(Rc::clone(&shared), me, me + tab, texts));
            sender
        });
        Player::new(&shared, me, inbox, others.collect(), args)
    });
    let players = players.collect();
    Ok((shared, players))
}

fn random_bytes() -> Result<[u8; 8]> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("no random bytes: {error}"))?;
    Ok(bytes)
}
