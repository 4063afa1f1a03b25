//! Servers, loads and comparisons as processes.

use std::io::{BufRead as _, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::kill::postgres::ports::non_ephemeral_port;

/// Long enough for any machine; a test that waits so long has failed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// The load generator.
const LOAD: &str = env!("CARGO_BIN_EXE_azulejo-load");

/// The program under test: `AZULEJO_BIN`, or the one that was built with the load generator.
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

/// How many rounds: a few in the suite, more when `cargo xtask reliability` says so.
pub(crate) fn rounds(variable: &str, few: u64) -> u64 {
    std::env::var(variable).map_or(few, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{variable}={text:?} is no number"))
    })
}

/// A step of a small generator, for times at which something dies.
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

    pub(crate) fn wait(&mut self, least: u64, most: u64) {
        std::thread::sleep(Duration::from_millis(least + self.below(most - least)));
    }
}

/// How a server is started.
#[derive(Clone)]
pub(crate) struct NodePlan {
    pub(crate) database: Vec<String>,
    pub(crate) port: u16,
    /// Put before the command, as `strace` is.
    pub(crate) under: Vec<String>,
    /// Whether anybody is held back who asks too fast.
    pub(crate) limits: bool,
    /// A server that does not keep its word: how SQLite is told to write.
    pub(crate) forgetful: Option<&'static str>,
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
            under: Vec::new(),
            limits: false,
            forgetful: None,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub(crate) fn start(&self) -> Node {
        let mut words = self.under.clone();
        let mut environment = Vec::new();
        if let Some(synchronous) = self.forgetful {
            let me = std::env::current_exe().expect("this program");
            words.push(me.display().to_string());
            words.extend(crate::forgetful::ARGUMENTS.map(str::to_owned));
            environment = crate::forgetful::environment(synchronous, &self.database[1], self.port);
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
        let output = child.stdout.take().expect("its output");
        // Whatever goes wrong from here on, it dies with the test.
        let node = Node { child };
        // The address is the first line that is one; a test's own harness may talk before it.
        let mut lines = BufReader::new(output).lines();
        let address = lines.find_map(|line| {
            let line = line.expect("text");
            line.starts_with("http://").then_some(line)
        });
        assert_eq!(address, Some(self.url()), "{words:?} has not started");
        node
    }
}

/// A running server. It dies with the test.
pub(crate) struct Node {
    child: Child,
}

impl Node {
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Kills it without giving it a chance to do anything.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is gone");
    }

    /// Waits until it has ended by itself.
    pub(crate) fn wait(&mut self) {
        self.child.wait().expect("it ends");
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // It may be gone already, which is what this is for.
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

/// A load under way. It dies with the test.
pub(crate) struct Load {
    child: Child,
    pub(crate) ledger: PathBuf,
    said: Option<JoinHandle<String>>,
    complaints: Option<JoinHandle<String>>,
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
            said: child.stdout.take().map(all_of),
            complaints: child.stderr.take().map(all_of),
            child,
            ledger: ledger.to_owned(),
        }
    }

    /// How many bytes the ledger has.
    fn length(&self) -> u64 {
        std::fs::metadata(&self.ledger).map_or(0, |file| file.len())
    }

    /// Waits until the ledger has grown by so many bytes: until moves are being played.
    pub(crate) fn wait_for_moves(&mut self, bytes: u64) -> Duration {
        let begun = Instant::now();
        let mut grown = begun;
        let before = self.length();
        let mut length = before;
        while length < before + bytes {
            if let Some(status) = self.child.try_wait().expect("its state") {
                let complaint = text_of(&mut self.complaints);
                panic!("the load has ended with {status}: {complaint}");
            }
            std::thread::sleep(Duration::from_millis(10));
            // However slow the machine is, it goes on.
            let now = self.length();
            if now > length {
                (length, grown) = (now, Instant::now());
            }
            assert!(grown.elapsed() < PATIENCE, "no moves are played");
        }
        begun.elapsed()
    }

    /// Ends it, and gives what it measured.
    pub(crate) fn stop(self) -> Value {
        let pid = self.child.id().to_string();
        let told = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(
            told.expect("kill runs").success(),
            "the load has ended early"
        );
        self.finish()
    }

    /// Waits until it has ended by itself, and gives what it measured.
    pub(crate) fn finish(mut self) -> Value {
        let said = text_of(&mut self.said);
        let complaint = text_of(&mut self.complaints);
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "{said}{complaint}");
        let last = said.lines().last().unwrap_or_default();
        serde_json::from_str(last).unwrap_or_else(|error| panic!("{error}: {said}{complaint}"))
    }

    /// Waits until it has ended, however: its server is gone.
    pub(crate) fn abandon(mut self) {
        let begun = Instant::now();
        while self.child.try_wait().expect("its state").is_none() {
            assert!(begun.elapsed() < PATIENCE, "the load does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        // It may be gone already, which is what this is for.
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

/// Reads a pipe to its end, beside whatever else is done.
fn all_of(mut pipe: impl Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut text = String::new();
        // What could not be read is not worth another failure.
        let _unread = pipe.read_to_string(&mut text);
        text
    })
}

fn text_of(reader: &mut Option<JoinHandle<String>>) -> String {
    let reader = reader.take().expect("read once");
    reader.join().expect("reading does not panic")
}

/// Compares a ledger with a database; gives the result, and whether all was in order.
pub(crate) fn check(ledger: &Path, database: &[String]) -> (Value, bool) {
    let output = Command::new(LOAD)
        .args(["check", "--json", "--ledger"])
        .arg(ledger)
        .args(database)
        .output()
        .expect("the comparison runs");
    let said = String::from_utf8_lossy(&output.stdout);
    let complaint = String::from_utf8_lossy(&output.stderr);
    let found = serde_json::from_str(said.trim())
        .unwrap_or_else(|error| panic!("{error}: {said}{complaint}"));
    (found, output.status.success())
}

/// Compares, and fails the test if anything is missing.
pub(crate) fn assert_nothing_lost(ledger: &Path, database: &[String]) -> Value {
    let (found, good) = check(ledger, database);
    assert!(good, "{found}");
    for fault in ["lost", "doubled", "reordered", "refused_but_done", "broken"] {
        assert_eq!(found[fault], 0, "{found}");
    }
    assert!(count(&found, "acknowledged") > 0, "{found}");
    found
}

pub(crate) fn count(value: &Value, key: &str) -> u64 {
    value[key]
        .as_u64()
        .unwrap_or_else(|| panic!("{key} is no number in {value}"))
}

/// A line for whoever looks at the output of a long run.
pub(crate) fn tell(text: &str) {
    println!("{text}");
}
