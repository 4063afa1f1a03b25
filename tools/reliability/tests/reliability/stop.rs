//! Servers that are asked to stop: in the middle of games, with a database that does not answer, and
//! before they have started. They end by themselves, in good order, and lose nothing.
//!
//! A stop takes at most five seconds of a machine that has nothing else to do. How long it took is
//! told; what is asserted is that it ends at all, which without a limit it would not: a database
//! that stands still is waited for without end.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::kill::postgres::PostgresServer;
use crate::rig::{Load, NodePlan, PATIENCE, assert_nothing_lost, program, tell};

/// What a ledger grows by with some forty moves.
const MOVES: u64 = 5_000;

const PLAYERS: [&str; 3] = ["--games", "8", "--reconnect"];

/// A server whose log is read. It dies with the test.
struct Watched {
    child: Child,
    output: BufReader<ChildStdout>,
    log: Arc<Mutex<String>>,
    reader: Option<JoinHandle<()>>,
}

impl Watched {
    /// Begins to start, and may wait for something.
    fn begin(plan: &NodePlan) -> Self {
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
        let output = child.stdout.take().expect("its output");
        let lines = BufReader::new(child.stderr.take().expect("its log")).lines();
        let log = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&log);
        let reader = std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let mut kept = kept.lock().expect("nobody panics with it");
                kept.push_str(&line);
                kept.push('\n');
            }
        });
        let server = Self {
            child,
            output: BufReader::new(output),
            log,
            reader: Some(reader),
        };
        // Before that it has not got so far as to listen to signals.
        let begun = Instant::now();
        while !server.log_so_far().contains("starting") {
            let log = server.log_so_far();
            assert!(begun.elapsed() < PATIENCE, "it does not start: {log}");
            std::thread::sleep(Duration::from_millis(10));
        }
        server
    }

    fn log_so_far(&self) -> String {
        self.log.lock().expect("nobody panics with it").clone()
    }

    /// A server that has started.
    fn start(plan: &NodePlan) -> Self {
        let mut server = Self::begin(plan);
        let mut line = String::new();
        server.output.read_line(&mut line).expect("a line");
        assert_eq!(line.trim_end(), plan.url(), "{}", server.read_log());
        server
    }

    fn read_log(&mut self) -> String {
        // The log ends with the process.
        let _gone = self.child.kill();
        if let Some(reader) = self.reader.take() {
            reader.join().expect("reading does not panic");
        }
        self.log_so_far()
    }

    /// Asks it to stop; gives what it printed and logged. It must end by itself, and well.
    fn stop(mut self, when: &str) -> (String, String) {
        let pid = self.child.id().to_string();
        let told = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(told.expect("kill runs").success(), "it has ended early");
        let begun = Instant::now();
        let status = self.wait();
        let took = begun.elapsed();
        let log = self.read_log();
        let mut printed = String::new();
        self.output.read_to_string(&mut printed).expect("text");
        let status = status.unwrap_or_else(|| panic!("{when}: it does not stop\n{log}"));
        assert_eq!(status.code(), Some(0), "{when}: {status}\n{log}");
        assert!(log.contains("stopping"), "{when}: {log}");
        assert!(!log.contains("panicked"), "{when}: {log}");
        tell(&format!("{when}: stopped in {} ms", took.as_millis()));
        (printed, log)
    }

    fn wait(&mut self) -> Option<ExitStatus> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let ended = self.child.try_wait().expect("its state");
            if ended.is_some() {
                return ended;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        // It may be gone already, which is what this is for.
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

/// A connection to the database that needs no library.
struct Psql(TcpStream);

impl Psql {
    fn connect(url: &str) -> Self {
        let (_, place) = url.rsplit_once('@').expect("a user");
        let (address, database) = place.split_once('/').expect("a database");
        let mut stream = TcpStream::connect(address).expect("a database");
        let mut hello = 196_608_u32.to_be_bytes().to_vec();
        let words = ["user", "postgres", "database", database, ""];
        hello.extend(words.join("\0").bytes().chain([0]));
        let length = u32::try_from(hello.len() + 4).expect("a short one");
        stream.write_all(&length.to_be_bytes()).expect("it is open");
        stream.write_all(&hello).expect("it is open");
        let mut psql = Self(stream);
        psql.answer();
        psql
    }

    /// Reads until the database is ready; gives the values of all rows.
    fn answer(&mut self) -> Vec<String> {
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
                // One column: its number, its length, its text.
                b'D' => values.push(String::from_utf8_lossy(&body[6..]).into_owned()),
                _ => {}
            }
        }
    }

    fn ask(&mut self, sql: &str) -> Vec<String> {
        let length = u32::try_from(sql.len() + 5).expect("a short one");
        let mut message = vec![b'Q'];
        message.extend(length.to_be_bytes());
        message.extend(sql.bytes().chain([0]));
        self.0.write_all(&message).expect("it is open");
        self.answer()
    }

    /// Waits until the kinds of locks for which somebody waits are these.
    fn until_waited_for(&mut self, kinds: &[&str]) {
        let begun = Instant::now();
        loop {
            let sql = "SELECT locktype FROM pg_locks WHERE NOT granted ORDER BY locktype";
            let found = self.ask(sql);
            if found == kinds {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{found:?}, not {kinds:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn a_stop_in_the_middle_of_games_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = NodePlan::on_folder(&folder.path().join("data"));
    let ledger = folder.path().join("ledger");
    let server = Watched::start(&plan);
    let mut load = Load::start(&[plan.url()], &ledger, &PLAYERS);
    load.wait_for_moves(MOVES);
    let (printed, log) = server.stop("sockets open, games running");
    assert_eq!(printed, "");
    assert!(log.contains("stopped"), "{log}");
    // Everybody comes back and goes on.
    let server = Watched::start(&plan);
    load.wait_for_moves(MOVES);
    load.stop();
    server.stop("sockets gone");
    assert_nothing_lost(&ledger, &plan.database);
}

#[test]
fn a_database_that_stands_still_is_not_waited_for_and_nothing_is_lost() {
    let Some(database) = PostgresServer::start(&[]) else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let plan = NodePlan::on_database(&database.url("postgres"));
    let ledger = folder.path().join("ledger");
    let server = Watched::start(&plan);
    let mut load = Load::start(&[plan.url()], &ledger, &PLAYERS);
    load.wait_for_moves(MOVES);
    database.pause();
    let (_, log) = server.stop("database frozen, moves under way");
    assert!(log.contains("the database did not let go in time"), "{log}");
    // Nor does a start wait for it for ever.
    let waiting = Watched::begin(&plan);
    waiting.stop("database frozen, starting");
    database.resume();
    let server = Watched::start(&plan);
    load.wait_for_moves(MOVES);
    load.stop();
    server.stop("database back");
    assert_nothing_lost(&ledger, &plan.database);
}

#[test]
fn a_start_that_waits_for_the_tables_to_be_changed_can_be_stopped() {
    let Some(database) = PostgresServer::start(&[]) else {
        return;
    };
    let url = database.url("postgres");
    let plans = [NodePlan::on_database(&url), NodePlan::on_database(&url)];
    Watched::start(&plans[0]).stop("nobody there");
    let mut holder = Psql::connect(&url);
    holder.ask("BEGIN; LOCK TABLE _sqlx_migrations");
    let mut beside = Psql::connect(&url);
    // The first waits for the table, and the second for the first.
    let first = Watched::begin(&plans[0]);
    beside.until_waited_for(&["relation"]);
    let second = Watched::begin(&plans[1]);
    beside.until_waited_for(&["advisory", "relation"]);
    for (node, when) in [
        (second, "waiting for a node"),
        (first, "waiting for a table"),
    ] {
        let (printed, log) = node.stop(when);
        assert_eq!(printed, "", "{when}: it has never served");
        assert!(log.contains("start-up was abandoned"), "{when}: {log}");
    }
    holder.ask("ROLLBACK");
    Watched::start(&plans[1]).stop("nobody there");
}
