//! Graceful shutdown: during games, with an unresponsive database, and before start-up has finished.
//! The server exits successfully and loses nothing.
//!
//! On an idle machine a shutdown takes at most five seconds. The tests report the time, but assert
//! only that the server exits: without a time limit it would wait for a frozen database forever.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use azulejo_testkit_postgres::PostgresServer;

use crate::harness::{Load, NodePlan, TIMEOUT, assert_nothing_lost, program, tell};

/// The size of about forty moves in a ledger.
const MOVES: u64 = 5_000;

const PLAYERS: [&str; 3] = ["--games", "8", "--reconnect"];

/// A server with captured logs, killed on drop.
struct LoggedServer {
    child: Child,
    output: BufReader<ChildStdout>,
    log: Arc<Mutex<String>>,
    reader: Option<JoinHandle<()>>,
}

impl LoggedServer {
    /// Spawns a server, which may not finish starting.
    fn spawn(plan: &NodePlan) -> Self {
        let mut child = Command::new(program())
            .arg("serve")
            .args(&plan.database)
            .args(["--listen", &format!(":{}", plan.port)])
            .args(["--rate-limits", "0", "--bot-delay", "0", "--log", "info"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let output = child.stdout.take().expect("piped stdout");
        let lines = BufReader::new(child.stderr.take().expect("piped stderr")).lines();
        let log = Arc::new(Mutex::new(String::new()));
        let captured = Arc::clone(&log);
        let reader = std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let mut captured = captured.lock().expect("an unpoisoned lock");
                captured.push_str(&line);
                captured.push('\n');
            }
        });
        let server = Self {
            child,
            output: BufReader::new(output),
            log,
            reader: Some(reader),
        };
        // Signal handlers are installed before this line is logged.
        let begun = Instant::now();
        while !server.log_so_far().contains("starting") {
            let log = server.log_so_far();
            assert!(
                begun.elapsed() < TIMEOUT,
                "timed out waiting for start-up: {log}"
            );
            std::thread::sleep(Duration::from_millis(10));
        }
        server
    }

    fn log_so_far(&self) -> String {
        self.log.lock().expect("an unpoisoned lock").clone()
    }

    /// Starts a server and waits until it listens.
    fn start(plan: &NodePlan) -> Self {
        let mut server = Self::spawn(plan);
        let mut line = String::new();
        server.output.read_line(&mut line).expect("a line");
        assert_eq!(line.trim_end(), plan.url(), "{}", server.read_log());
        server
    }

    fn read_log(&mut self) -> String {
        // The log ends when the process exits.
        let _exited = self.child.kill();
        if let Some(reader) = self.reader.take() {
            reader.join().expect("the reader thread succeeds");
        }
        self.log_so_far()
    }

    /// Stops the server with SIGTERM, which must succeed. Returns its output and log.
    fn stop(mut self, when: &str) -> (String, String) {
        let pid = self.child.id().to_string();
        let signalled = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(
            signalled.expect("kill runs").success(),
            "the server exited early"
        );
        let begun = Instant::now();
        let status = self.wait();
        let took = begun.elapsed();
        let log = self.read_log();
        let mut printed = String::new();
        self.output.read_to_string(&mut printed).expect("text");
        let status = status
            .unwrap_or_else(|| panic!("{when}: timed out waiting for the server to stop\n{log}"));
        assert_eq!(status.code(), Some(0), "{when}: {status}\n{log}");
        assert!(log.contains("stopping"), "{when}: {log}");
        assert!(!log.contains("panicked"), "{when}: {log}");
        tell(&format!("{when}: stopped in {} ms", took.as_millis()));
        (printed, log)
    }

    fn wait(&mut self) -> Option<ExitStatus> {
        let begun = Instant::now();
        while begun.elapsed() < TIMEOUT {
            let status = self.child.try_wait().expect("the process state");
            if status.is_some() {
                return status;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }
}

impl Drop for LoggedServer {
    fn drop(&mut self) {
        // The process may have exited already.
        let _exited = self.child.kill();
        let _exited = self.child.wait();
    }
}

/// A minimal PostgreSQL client.
struct PostgresClient(TcpStream);

impl PostgresClient {
    fn connect(url: &str) -> Self {
        let (_, target) = url.rsplit_once('@').expect("a user");
        let (address, database) = target.split_once('/').expect("a database");
        let mut stream = TcpStream::connect(address).expect("a database");
        let mut startup = 196_608_u32.to_be_bytes().to_vec();
        let words = ["user", "postgres", "database", database, ""];
        startup.extend(words.join("\0").bytes().chain([0]));
        let length = u32::try_from(startup.len() + 4).expect("a short message");
        stream
            .write_all(&length.to_be_bytes())
            .expect("an open connection");
        stream.write_all(&startup).expect("an open connection");
        let mut client = Self(stream);
        client.read_rows();
        client
    }

    /// Reads until the database is ready for a query. Returns the first column of all rows.
    fn read_rows(&mut self) -> Vec<String> {
        let mut values = Vec::new();
        loop {
            let mut head = [0; 5];
            self.0.read_exact(&mut head).expect("a message");
            let length = u32::from_be_bytes([head[1], head[2], head[3], head[4]]) as usize - 4;
            let mut body = vec![0; length];
            self.0.read_exact(&mut body).expect("a message");
            match head[0] {
                b'Z' => return values,
                b'E' => panic!("{}", String::from_utf8_lossy(&body)),
                // One column: the column count, the value's length, and the value.
                b'D' => values.push(String::from_utf8_lossy(&body[6..]).into_owned()),
                _ => {}
            }
        }
    }

    fn query(&mut self, sql: &str) -> Vec<String> {
        let length = u32::try_from(sql.len() + 5).expect("a short message");
        let mut message = vec![b'Q'];
        message.extend(length.to_be_bytes());
        message.extend(sql.bytes().chain([0]));
        self.0.write_all(&message).expect("an open connection");
        self.read_rows()
    }

    /// Waits until the pending lock requests are of these types.
    fn wait_for_lock_requests(&mut self, kinds: &[&str]) {
        let begun = Instant::now();
        loop {
            let sql = "SELECT locktype FROM pg_locks WHERE NOT granted ORDER BY locktype";
            let found = self.query(sql);
            if found == kinds {
                return;
            }
            assert!(begun.elapsed() < TIMEOUT, "{found:?}, not {kinds:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn stop_during_games_loses_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let plan = NodePlan::on_folder(&folder.path().join("data"));
    let ledger = folder.path().join("ledger");
    let server = LoggedServer::start(&plan);
    let mut load = Load::start(&[plan.url()], &ledger, &PLAYERS);
    load.wait_for_moves(MOVES);
    let (printed, log) = server.stop("sockets open, games running");
    assert_eq!(printed, "");
    assert!(log.contains("stopped"), "{log}");
    // All players reconnect and continue.
    let server = LoggedServer::start(&plan);
    load.wait_for_moves(MOVES);
    load.stop();
    server.stop("sockets gone");
    assert_nothing_lost(&ledger, &plan.database);
}

#[test]
fn stop_with_frozen_database_is_bounded_and_loses_nothing() {
    let Some(database) = PostgresServer::start(&[]) else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let plan = NodePlan::on_database(&database.url("postgres"));
    let ledger = folder.path().join("ledger");
    let server = LoggedServer::start(&plan);
    let mut load = Load::start(&[plan.url()], &ledger, &PLAYERS);
    load.wait_for_moves(MOVES);
    database.pause();
    let (_, log) = server.stop("database frozen, moves in flight");
    assert!(
        log.contains("shutdown timed out waiting for the database"),
        "{log}"
    );
    // A server that is still starting can be stopped too.
    let waiting = LoggedServer::spawn(&plan);
    waiting.stop("database frozen, starting");
    database.resume();
    let server = LoggedServer::start(&plan);
    load.wait_for_moves(MOVES);
    load.stop();
    server.stop("database back");
    assert_nothing_lost(&ledger, &plan.database);
}

#[test]
fn start_waiting_for_migration_lock_can_be_stopped() {
    let Some(database) = PostgresServer::start(&[]) else {
        return;
    };
    let url = database.url("postgres");
    let plans = [NodePlan::on_database(&url), NodePlan::on_database(&url)];
    LoggedServer::start(&plans[0]).stop("idle");
    let mut holder = PostgresClient::connect(&url);
    holder.query("BEGIN; LOCK TABLE _sqlx_migrations");
    let mut monitor = PostgresClient::connect(&url);
    // The first node waits for the table lock, the second for the first node.
    let first = LoggedServer::spawn(&plans[0]);
    monitor.wait_for_lock_requests(&["relation"]);
    let second = LoggedServer::spawn(&plans[1]);
    monitor.wait_for_lock_requests(&["advisory", "relation"]);
    for (node, when) in [
        (second, "waiting for a node"),
        (first, "waiting for a table"),
    ] {
        let (printed, log) = node.stop(when);
        assert_eq!(printed, "", "{when}: unexpected output");
        assert!(log.contains("start-up was abandoned"), "{when}: {log}");
    }
    holder.query("ROLLBACK");
    LoggedServer::start(&plans[1]).stop("idle");
}
