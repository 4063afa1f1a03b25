//! Measures the append throughput of a database alone, as the baseline for load tests of the
//! server.
//!
//! ```text
//! cargo run --release -p azulejo-store --example bare_insert -- \
//!     [--writers N] [--seconds N] [--connections N] URL...
//! ```
//!
//! Each writer appends to its own game, one event after another, each after the previous one is
//! acknowledged. `bare` appends are a single event of the size of a move; `full` appends include a
//! command and a summary, as the server's do.
//! Without a URL, it measures a temporary SQLite file and a temporary PostgreSQL server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use azulejo_store::{
    Append, Appended, CommandKey, GameId, GameStatus, GameSummary, NewEvent, NewGame, OpenOptions,
    Pace, PlayerId, SeatKind, SeatRow, SeatSet, Secret, Store,
};
use azulejo_testkit_postgres::PostgresServer;

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bare,
    Full,
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let (mut writers, mut seconds, mut urls) = (64, 5, Vec::new());
    let mut options = OpenOptions::default();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || -> Result<u32, Failure> {
            Ok(args
                .next()
                .ok_or_else(|| format!("{arg} needs a number"))?
                .parse()?)
        };
        match arg.as_str() {
            "--writers" => writers = number()?,
            "--seconds" => seconds = number()?,
            // The number of connections that append to PostgreSQL.
            "--connections" => options = options.writers(number()?),
            _ => urls.push(arg),
        }
    }
    if !urls.is_empty() {
        for url in &urls {
            measure(url, &options, writers, seconds).await?;
        }
        return Ok(());
    }
    let directory = tempfile::tempdir()?;
    let path = directory.path().join("azulejo.db");
    measure(
        path.to_str()
            .ok_or("the temporary directory is not UTF-8")?,
        &options,
        writers,
        seconds,
    )
    .await?;
    let server = tokio::task::spawn_blocking(|| PostgresServer::start(&[])).await?;
    if let Some(server) = server {
        measure(&server.url("postgres"), &options, writers, seconds).await?;
    }
    Ok(())
}

async fn measure(
    url: &str,
    options: &OpenOptions,
    writers: u32,
    seconds: u32,
) -> Result<(), Failure> {
    let software = if url.starts_with("postgres") {
        "postgres"
    } else {
        "sqlite"
    };
    let store = options.clone().open(url).await?;
    for (kind, name) in [(Kind::Bare, "bare"), (Kind::Full, "full")] {
        let before = store.stats();
        let stop = Arc::new(AtomicBool::new(false));
        let mut tasks = Vec::new();
        for number in 0..writers {
            let game = create_game(&store, number).await?;
            tasks.push((game, Arc::clone(&store), Arc::clone(&stop)));
        }
        let started = Instant::now();
        let tasks: Vec<_> = tasks
            .into_iter()
            .map(|(game, store, stop)| tokio::spawn(write(store, game, kind, stop)))
            .collect();
        tokio::time::sleep(Duration::from_secs(seconds.into())).await;
        stop.store(true, Ordering::Relaxed);
        let mut times = Vec::new();
        for task in tasks {
            times.extend(task.await??);
        }
        let elapsed = started.elapsed().as_secs_f64();
        times.sort();
        let at = |share: f64| {
            let idx = (times.len() as f64 * share) as usize;
            times
                .get(idx.min(times.len().saturating_sub(1)))
                .map_or(0.0, Duration::as_secs_f64)
        };
        let after = store.stats();
        println!(
            "{software} {name}: {writers} writers, {elapsed:.1} s, {} acknowledged, {:.0}/s, \
             p50 {:.1} ms, p99 {:.1} ms, {:.1} appends per commit",
            times.len(),
            times.len() as f64 / elapsed,
            1e3 * at(0.5),
            1e3 * at(0.99),
            (after.appends - before.appends) as f64
                / (after.batches - before.batches).max(1) as f64,
        );
    }
    store.close().await;
    Ok(())
}

async fn create_game(store: &Arc<dyn Store>, number: u32) -> Result<GameId, Failure> {
    // Unique even in a database that was measured before.
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos();
    let game = GameId::from_entropy((now ^ u128::from(number) << 64).to_le_bytes());
    let seat = |seat| SeatRow {
        seat,
        kind: SeatKind::Open,
        player: None,
        bot: None,
        detail: String::new(),
    };
    let new = NewGame {
        id: game,
        host: None,
        created_ms: 0,
        settings: "{}".to_owned(),
        secret: Secret::new(&mut [1; 32]),
        commitment: [2; 32],
        invitation: None,
        events: Vec::new(),
        summary: summary(0),
        seats: vec![seat(0), seat(1)],
        request: None,
    };
    store.create_game(new).await?;
    Ok(game)
}

/// Appends until `stop` is set. Returns the latency of each append.
async fn write(
    store: Arc<dyn Store>,
    game: GameId,
    kind: Kind,
    stop: Arc<AtomicBool>,
) -> Result<Vec<Duration>, Failure> {
    let mut times = Vec::new();
    let mut ply = 0;
    while !stop.load(Ordering::Relaxed) {
        let event = NewEvent {
            kind: "move".to_owned(),
            body: format!(
                "{{\"seat\":{},\"move\":\"2B3\",\"clock\":[300000,{ply}]}}",
                ply % 2
            ),
            rules_version: 1,
            state_hash: format!("{ply:016x}"),
            at_ms: i64::from(ply),
        };
        let full = kind == Kind::Full;
        let append = Append {
            game,
            expect: ply,
            events: vec![event],
            command: full.then(|| CommandKey {
                player: PlayerId::from_entropy([1; 16]),
                number: u128::from(ply).to_le_bytes(),
            }),
            summary: full.then(|| summary(ply)),
            seats: None,
        };
        let started = Instant::now();
        match store.append(append).await? {
            Appended::Committed { next } => ply = next,
            other => return Err(format!("unexpected outcome: {other:?}").into()),
        }
        times.push(started.elapsed());
    }
    Ok(times)
}

fn summary(ply: u32) -> GameSummary {
    GameSummary {
        status: GameStatus::Running,
        public: true,
        pace: Pace::Untimed,
        waiting: SeatSet::EMPTY.with((ply % 2) as u8),
        deadline_ms: None,
        expires_ms: None,
        ended_ms: None,
        detail: format!("{{\"round\":1,\"scores\":[0,0],\"ply\":{ply}}}"),
    }
}
