//! The test harness: servers, loads and ledger checks as child processes.

use std::io::{BufRead as _, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

pub(crate) use azulejo_testkit::TIMEOUT;
use azulejo_testkit_postgres::non_ephemeral_port;
use serde_json::Value;

/// The load generator.
const LOAD: &str = env!("CARGO_BIN_EXE_azulejo-load");

/// Returns the path of the program under test: `AZULEJO_BIN`, or the one beside the load generator.
pub(crate) fn program() -> String {
    std::env::var("AZULEJO_BIN").unwrap_or_else(|_| {
        let program = Path::new(LOAD).with_file_name("azulejo");
        let program = program.display().to_string();
        assert!(
            Path::new(&program).exists(),
            "{program} is missing: build it with `cargo test --workspace --profile ci --no-run`"
        );
        program
    })
}

/// Returns the number of rounds: the default, or the value that `cargo xtask reliability` sets.
pub(crate) fn rounds(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{variable}={text:?} is not a number"))
    })
}

/// A linear congruential generator for the timing of faults.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    /// Sleeps for a random number of milliseconds.
    pub(crate) fn wait(&mut self, min: u64, max: u64) {
        std::thread::sleep(Duration::from_millis(min + self.below(max - min)));
    }
}

/// The configuration of a server process.
#[derive(Clone)]
pub(crate) struct NodePlan {
    pub(crate) database: Vec<String>,
    pub(crate) port: u16,
    /// A wrapper command such as `strace`.
    pub(crate) wrapper: Vec<String>,
    /// Enables rate limits.
    pub(crate) limits: bool,
    /// SQLite's `synchronous` setting for a server without durable writes, as a negative control.
    pub(crate) unsynced: Option<&'static str>,
}

impl NodePlan {
    pub(crate) fn on_folder(folder: &Path) -> Self {
        Self::on(vec!["--data".to_owned(), folder.display().to_string()])
    }

    pub(crate) fn on_database(url: &str) -> Self {
        Self::on(vec!["--database-url".to_owned(), url.to_owned()])
    }

    fn on(database: Vec<String>) -> Self {
        Self {
            database,
            port: non_ephemeral_port(),
            wrapper: Vec::new(),
            limits: false,
            unsynced: None,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub(crate) fn start(&self) -> Node {
        let mut words = self.wrapper.clone();
        let mut environment = Vec::new();
        if let Some(synchronous) = self.unsynced {
            let test_binary = std::env::current_exe().expect("the test binary");
            words.push(test_binary.display().to_string());
            words.extend(crate::unsynced::ARGUMENTS.map(str::to_owned));
            environment = crate::unsynced::environment(synchronous, &self.database[1], self.port);
        } else {
            words.push(program());
            words.push("serve".to_owned());
            words.extend(self.database.clone());
            let address = SocketAddr::from(([127, 0, 0, 1], self.port));
            words.extend(["--listen".to_owned(), address.to_string()]);
            let limits = if self.limits { "1" } else { "0" };
            let rest = [
                "--rate-limits",
                limits,
                "--bot-delay",
                "0",
                "--log",
                "error",
            ];
            words.extend(rest.map(str::to_owned));
        }
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .envs(environment)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{words:?}: {error}"));
        let output = child.stdout.take().expect("piped stdout");
        // From here on, dropping the node kills the process.
        let node = Node { child };
        // The unsynced server runs under libtest, which prints other lines before the address.
        let mut lines = BufReader::new(output).lines();
        let address = lines.find_map(|line| {
            let line = line.expect("UTF-8 output");
            line.starts_with("http://").then_some(line)
        });
        assert_eq!(address, Some(self.url()), "{words:?} did not start");
        node
    }
}

/// A running server, killed on drop.
pub(crate) struct Node {
    child: Child,
}

impl Node {
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Kills the process with SIGKILL.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("the server is killed");
        self.child.wait().expect("the server exits");
    }

    /// Waits for the process to exit.
    pub(crate) fn wait(&mut self) {
        self.child.wait().expect("the process exits");
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // The process may have exited already.
        let _exited = self.child.kill();
        let _exited = self.child.wait();
    }
}

/// A running load generator, killed on drop.
pub(crate) struct Load {
    child: Child,
    pub(crate) ledger: PathBuf,
    stdout: Option<JoinHandle<String>>,
    stderr: Option<JoinHandle<String>>,
}

impl Load {
    pub(crate) fn start(urls: &[String], ledger: &Path, options: &[&str]) -> Self {
        let mut child = Command::new(LOAD)
            .args(["play", "--json", "--seconds", "86400", "--ledger"])
            .arg(ledger)
            .args(options)
            .args(urls)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the load starts");
        Self {
            stdout: child.stdout.take().map(read_to_end),
            stderr: child.stderr.take().map(read_to_end),
            child,
            ledger: ledger.to_owned(),
        }
    }

    /// Returns the size of the ledger in bytes.
    fn ledger_size(&self) -> u64 {
        std::fs::metadata(&self.ledger).map_or(0, |file| file.len())
    }

    /// Waits until moves have added this many bytes to the ledger. Returns the time taken.
    pub(crate) fn wait_for_moves(&mut self, bytes: u64) -> Duration {
        let begun = Instant::now();
        let mut grown = begun;
        let before = self.ledger_size();
        let mut length = before;
        while length < before + bytes {
            if let Some(status) = self.child.try_wait().expect("the process state") {
                let stderr = collect(&mut self.stderr);
                panic!("the load exited early with {status}: {stderr}");
            }
            std::thread::sleep(Duration::from_millis(10));
            // Progress restarts the timeout, so that a slow machine doesn't fail the test.
            let now = self.ledger_size();
            if now > length {
                (length, grown) = (now, Instant::now());
            }
            assert!(grown.elapsed() < TIMEOUT, "timed out waiting for moves");
        }
        begun.elapsed()
    }

    /// Stops the load with SIGTERM and returns its statistics.
    pub(crate) fn stop(self) -> Value {
        let pid = self.child.id().to_string();
        let signalled = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(
            signalled.expect("kill runs").success(),
            "the load exited early"
        );
        self.finish()
    }

    /// Waits for the load to finish and returns its statistics.
    pub(crate) fn finish(mut self) -> Value {
        let stdout = collect(&mut self.stdout);
        let stderr = collect(&mut self.stderr);
        let status = self.child.wait().expect("the process exits");
        assert!(status.success(), "{stdout}{stderr}");
        let last = stdout.lines().last().unwrap_or_default();
        serde_json::from_str(last).unwrap_or_else(|error| panic!("{error}: {stdout}{stderr}"))
    }

    /// Waits for the load to exit with any status, after its server was killed.
    pub(crate) fn abandon(mut self) {
        let begun = Instant::now();
        while self.child.try_wait().expect("the process state").is_none() {
            assert!(
                begun.elapsed() < TIMEOUT,
                "timed out waiting for the load to exit"
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        // The process may have exited already.
        let _exited = self.child.kill();
        let _exited = self.child.wait();
    }
}

/// Reads a pipe to its end on a background thread.
fn read_to_end(mut pipe: impl Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut text = String::new();
        // The output is diagnostic only: ignore read errors.
        let _ignored = pipe.read_to_string(&mut text);
        text
    })
}

fn collect(reader: &mut Option<JoinHandle<String>>) -> String {
    let reader = reader.take().expect("not collected before");
    reader.join().expect("the reader thread succeeds")
}

/// Compares a ledger with a database. Returns the findings, and true if there are no faults.
pub(crate) fn check(ledger: &Path, database: &[String]) -> (Value, bool) {
    let output = Command::new(LOAD)
        .args(["check", "--json", "--ledger"])
        .arg(ledger)
        .args(database)
        .output()
        .expect("azulejo-load runs");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let found = serde_json::from_str(stdout.trim())
        .unwrap_or_else(|error| panic!("{error}: {stdout}{stderr}"));
    (found, output.status.success())
}

/// Asserts that the database agrees with the ledger, and returns the findings.
pub(crate) fn assert_nothing_lost(ledger: &Path, database: &[String]) -> Value {
    let (found, consistent) = check(ledger, database);
    assert!(consistent, "{found}");
    for fault in ["lost", "doubled", "reordered", "refused_but_done", "broken"] {
        assert_eq!(found[fault], 0, "{found}");
    }
    assert!(count(&found, "acknowledged") > 0, "{found}");
    found
}

pub(crate) fn count(value: &Value, key: &str) -> u64 {
    value[key]
        .as_u64()
        .unwrap_or_else(|| panic!("{key} is not a number in {value}"))
}

/// Prints a progress or result line of a long run.
pub(crate) fn tell(text: &str) {
    println!("{text}");
}
