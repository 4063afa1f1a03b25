//! Commands for server operators: serving, monitoring, backups and password resets.

mod admin;
mod documents;
mod metrics;
mod monitoring;
mod settings;
mod verify;

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::scratch;

/// Creates an empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = scratch(&format!("hosting-{name}"));
    // Remove files of an earlier run.
    let _removed = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns a command of the program with this data folder and without server variables.
fn command(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_azulejo"));
    for name in [
        "BOT_DELAY",
        "BOT_THREADS",
        "DATABASE_URL",
        "LISTEN",
        "LOG",
        "LOG_JSON",
        "METRICS_LISTEN",
        "ORIGIN",
        "PROXY",
        "RATE_LIMITS",
    ] {
        command.env_remove(format!("AZULEJO_{name}"));
    }
    command.env("AZULEJO_DATA", data).env("LC_ALL", "C");
    command
}

/// Runs the program. Returns its exit code, stdout and stderr.
fn run(data: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let output = command(data).args(args).output().unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// Sends an HTTP request. Returns the head and the body of the response.
fn request(address: SocketAddr, method: &str, path: &str, body: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{body}",
        length = body.len(),
    )
    .unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    let (head, body) = response.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), body.to_owned())
}

/// Returns an address that was free a moment ago.
fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap()
}

/// A running server, killed on drop.
struct ServerProcess {
    child: Child,
    out: BufReader<ChildStdout>,
    first_line: String,
    address: SocketAddr,
}

impl ServerProcess {
    fn start(data: &Path, args: &[&str]) -> Self {
        let mut command = command(data);
        command
            .args(["serve", "--log", "error", "--bot-delay", "0"])
            .args(args);
        Self::spawn(command)
    }

    /// Spawns a server command and reads the address from its first line of output.
    fn spawn(command: Command) -> Self {
        let mut server = Self::spawn_at(command, SocketAddr::from(([0; 4], 0)));
        let printed = &server.first_line;
        let address = printed.trim_end().strip_prefix("http://");
        let address = address.and_then(|address| address.parse().ok());
        server.address = address.unwrap_or_else(|| panic!("not an address: {printed:?}"));
        server
    }

    /// Spawns a server command with a known address and waits for its first line of output.
    fn spawn_at(mut command: Command, address: SocketAddr) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut first_line = String::new();
        out.read_line(&mut first_line).unwrap();
        Self {
            child,
            out,
            address,
            first_line,
        }
    }

    fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Sends an HTTP request. Returns the head and the body of the response.
    fn request(&self, method: &str, path: &str, body: &str) -> (String, String) {
        request(self.address, method, path, body)
    }

    /// Sends a GET request and asserts status 200.
    #[track_caller]
    fn get(&self, path: &str) -> (String, String) {
        let (head, body) = self.request("GET", path, "");
        assert!(head.starts_with("HTTP/1.1 200"), "{path}: {head}\n{body}");
        (head, body)
    }

    /// Plays a game against a bot, resigning after one move. Returns the record saved by the client.
    fn play_game(&self, data: &Path) -> String {
        let save = data.join("kept.jsonl");
        let mut child = command(&data.join("player"))
            .args(["play", "--plain", "--online", &self.url(), "--save"])
            .arg(&save)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut typed = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        writeln!(typed, "new me,beginner start=1\nmoves").unwrap();
        let is_move = |word: &&str| word.parse::<azulejo_rules::Move>().is_ok();
        let first = loop {
            let mut line = String::new();
            assert_ne!(
                output.read_line(&mut line).unwrap(),
                0,
                "no move was offered"
            );
            if let Some(first) = line.split_whitespace().find(is_move) {
                break first.to_owned();
            }
        };
        writeln!(typed, "{first}\nresign\nresign").unwrap();
        // Keep stdin open: end of input would leave the game before it is over.
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        drop(typed);
        assert!(child.wait().unwrap().success(), "{rest}");
        let records = fs::read_to_string(save).unwrap();
        records.lines().last().unwrap().to_owned()
    }

    /// Stops the server with SIGTERM. Returns its exit code and its output after the first line.
    #[cfg(unix)]
    fn terminate(mut self) -> (Option<i32>, String) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status().unwrap();
        assert!(sent.success());
        let mut rest = String::new();
        self.out.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap().code(), rest)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // The process may have exited already.
        let _exited = self.child.kill();
        let _exited = self.child.wait();
    }
}

/// Returns the value of a key in a record's proof.
#[track_caller]
fn value_of<'r>(record: &'r str, key: &str) -> &'r str {
    let start = format!("\"{key}\":\"");
    let at = record
        .find(&start)
        .unwrap_or_else(|| panic!("no {key}:\n{record}"))
        + start.len();
    record[at..].split('"').next().unwrap()
}

#[test]
fn print_config_does_not_start_a_server() {
    let data = folder("config");
    let (code, output, stderr) = run(&data, &["serve", "--print-config"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    let database = format!("database      sqlite:{}", data.join("azulejo.db").display());
    for line in [
        "listen        127.0.0.1:8080 or the next free port",
        &database,
        "metrics       /metrics",
        "origins       none",
        "proxies       none",
        "bot delay     0 ms",
        "rate limits   default",
        "log           info",
    ] {
        assert!(
            output.lines().any(|printed| printed == line),
            "{line}:\n{output}"
        );
    }
    assert!(!data.join("azulejo.db").exists(), "the server was started");

    let output = command(&data)
        .args(["serve", "--print-config", "--listen", "127.0.0.1:7000"])
        .args(["--database-url", "postgres://ana:hunter2@db.example/games"])
        .args(["--origin", "https://a.example", "--proxy", "10.0.0.1"])
        .env("AZULEJO_BOT_DELAY", "5")
        .output()
        .unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    for line in [
        "listen        127.0.0.1:7000",
        "database      postgres://ana:…@db.example/games",
        "origins       https://a.example",
        "proxies       10.0.0.1",
        "bot delay     5 ms",
    ] {
        assert!(
            output.lines().any(|printed| printed == line),
            "{line}:\n{output}"
        );
    }
    assert!(!output.contains("hunter2"), "{output}");
}

#[test]
fn database_password_is_always_redacted() {
    let data = folder("passwords");
    for (url, shown) in [
        (
            "postgres://db.example/games?user=ana&password=hunter2",
            "postgres://db.example/games?user=ana&password=…",
        ),
        (
            "postgres://db.example/games?pass%77ord=hunter2&sslmode=require",
            "postgres://db.example/games?pass%77ord=…&sslmode=require",
        ),
        (
            "postgres://ana:hunter2@db.example/games?password=hunter2",
            "postgres://ana:…@db.example/games?password=…",
        ),
        (
            "postgres://db.example/games?password=hunter2@home",
            "postgres://…?password=…",
        ),
    ] {
        let (code, output, stderr) =
            run(&data, &["serve", "--print-config", "--database-url", url]);
        assert_eq!((code, stderr.as_str()), (Some(0), ""));
        let line = format!("database      {shown}");
        assert!(
            output.lines().any(|printed| printed == line),
            "{line}:\n{output}"
        );
        assert!(!output.contains("hunter2"), "{output}");
    }
    // A malformed URL is refused, without its password.
    let malformed = "postgres://ana:hunter2?a@db.example/games";
    let (code, output, stderr) = run(
        &data,
        &["serve", "--print-config", "--database-url", malformed],
    );
    assert_eq!((code, output.as_str()), (Some(1), ""));
    assert!(!stderr.contains("hunter2"), "{stderr}");
}

#[test]
fn port_without_address_binds_to_loopback() {
    let data = folder("port-alone");
    let (code, output, _) = run(&data, &["serve", "--print-config", "--listen", ":7000"]);
    assert_eq!(code, Some(0));
    assert!(
        output.contains("listen        127.0.0.1:7000\n"),
        "{output}"
    );
    for wrong in [":", ":70000", "::1:80", "8080", ":http"] {
        let (code, output, stderr) = run(&data, &["serve", "--print-config", "--listen", wrong]);
        assert_eq!((code, output.as_str()), (Some(2), ""), "{wrong}");
        assert!(stderr.contains("127.0.0.1:8080"), "{stderr}");
    }
    let server = ServerProcess::start(&data, &["--listen", ":0"]);
    assert!(server.address.ip().is_loopback(), "{}", server.address);
    assert_ne!(server.address.port(), 0);
    assert_eq!(server.get("/healthz").1, "ok\n");
}

#[cfg(unix)]
#[test]
fn prints_address_first_and_stops_on_sigterm() {
    let data = folder("first-line");
    let server = ServerProcess::start(&data, &["--listen", "127.0.0.1:0"]);
    assert_ne!(server.address.port(), 0);
    assert_eq!(server.first_line, format!("http://{}\n", server.address));
    // An idle connection must not block the shutdown.
    let _idle = TcpStream::connect(server.address).unwrap();
    assert_eq!(server.get("/healthz").1, "ok\n");
    assert_eq!(server.terminate(), (Some(0), String::new()));
}

#[cfg(unix)]
#[test]
fn sighup_does_not_stop_a_server_without_a_terminal() {
    let data = folder("hangup");
    let mut command = command(&data);
    command
        .args(["serve", "--listen", "127.0.0.1:0"])
        .stderr(Stdio::piped());
    let mut server = ServerProcess::spawn(command);
    let mut log = BufReader::new(server.child.stderr.take().unwrap()).lines();
    let id = server.child.id().to_string();
    let sent = Command::new("kill").args(["-HUP", &id]).status().unwrap();
    assert!(sent.success());
    let noted = log.any(|line| line.unwrap().contains("SIGHUP ignored"));
    assert!(noted, "the server ended");
    assert_eq!(server.get("/healthz").1, "ok\n");
    assert_eq!(server.terminate().0, Some(0));
}

#[test]
fn log_to_a_pipe_has_no_colour_codes() {
    let data = folder("log-colours");
    let mut command = command(&data);
    command
        .args(["serve", "--log", "info", "--listen", "127.0.0.1:0"])
        .stderr(Stdio::piped());
    let mut server = ServerProcess::spawn(command);
    let mut stderr = server.child.stderr.take().unwrap();
    server.terminate();
    let mut log = String::new();
    stderr.read_to_string(&mut log).unwrap();
    assert!(log.contains("starting"), "{log}");
    assert!(!log.contains('\u{1b}'), "{log:?}");
}

#[test]
fn address_in_use_fails_but_default_port_falls_back() {
    let data = folder("taken");
    let held = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = held.local_addr().unwrap().to_string();
    let (code, output, stderr) = run(&data, &["serve", "--log", "error", "--listen", &address]);
    assert_eq!((code, output.as_str()), (Some(1), ""));
    assert!(stderr.contains(&address), "{stderr}");
    assert_eq!(stderr.matches("in use").count(), 1, "{stderr}");
    assert!(!data.join("azulejo.db").exists(), "the storage was opened");

    // A bind error is fine: the port is then in use by another process.
    let _held = [8080, 8081].map(|port| TcpListener::bind(("127.0.0.1", port)));
    let server = ServerProcess::start(&data, &[]);
    assert_eq!(server.address.ip().to_string(), "127.0.0.1");
    assert!(server.address.port() > 8081, "{}", server.address);
    for port in 8080..server.address.port() {
        let free = TcpListener::bind(("127.0.0.1", port)).is_ok();
        assert!(!free, "{port} is free, but {} was used", server.address);
    }
    assert_eq!(server.get("/healthz").1, "ok\n");
}

#[test]
fn unavailable_storage_is_retried_at_startup() {
    let folder = folder("late-storage");
    // A file blocks the creation of the data folder.
    let blocker = folder.join("data");
    fs::write(&blocker, "").unwrap();
    let address = free_address();
    let mut command = command(&blocker.join("azulejo"));
    let mut child = command
        .args(["serve", "--log", "warn", "--listen"])
        .arg(address.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
    // By the second attempt, the process answers requests.
    for _ in 0..2 {
        let line = log.next().unwrap().unwrap();
        assert!(
            line.contains("storage is unavailable; retrying in 2 s"),
            "{line}"
        );
    }
    assert!(child.try_wait().unwrap().is_none(), "the process exited");
    let probe = |path: &str| {
        let (head, body) = request(address, "GET", path, "");
        let status = head.split(' ').nth(1).unwrap().to_owned();
        (status, body)
    };
    assert_eq!(probe("/healthz").0, "200");
    let (status, reason) = probe("/readyz");
    assert_eq!(status, "503");
    assert!(reason.contains("storage is unavailable"), "{reason}");
    let (status, body) = probe("/api/v1/me");
    assert_eq!(status, "503");
    assert!(body.contains("\"unavailable\""), "{body}");

    fs::remove_file(&blocker).unwrap();
    let mut printed = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut printed).unwrap();
    assert_eq!(printed, format!("http://{address}\n"));
    assert_eq!(probe("/readyz"), ("200".to_owned(), "ready\n".to_owned()));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn probes_are_answered_while_the_database_hangs_at_startup() {
    let data = folder("hanging-database");
    let address = free_address();
    // Accepts connections, but never responds.
    let database = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!(
        "postgres://azulejo@{}/azulejo",
        database.local_addr().unwrap()
    );
    let mut child = command(&data)
        .args(["serve", "--log", "info", "--database-url", &url, "--listen"])
        .arg(address.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
    let waits = log.any(|line| line.unwrap().contains("waiting for the storage"));
    assert!(waits, "the process exited");
    let (head, _) = request(address, "GET", "/readyz", "");
    assert!(head.starts_with("HTTP/1.1 503"), "{head}");
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &id]).status().unwrap();
    assert!(sent.success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn backup_of_running_server_restores_its_games() {
    let data = folder("copies");
    let server = ServerProcess::start(&data, &["--listen", "127.0.0.1:0"]);
    let kept = server.play_game(&data);
    let path = format!("/api/v1/games/{}/record", value_of(&kept, "game"));
    let before = server.get(&path).1;
    let copy = data.join("monday.db");
    let copy = copy.to_str().unwrap();
    let (code, output, stderr) = run(&data, &["backup", copy]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(
        output.starts_with(&format!("{copy}: 1 games with ")),
        "{output}"
    );
    // An existing backup is not overwritten.
    let (code, _, stderr) = run(&data, &["backup", copy]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains(copy), "{stderr}");
    assert_eq!(server.terminate().0, Some(0));

    // Restore to an empty folder, and over an existing database.
    let elsewhere = folder("copies-elsewhere");
    let (code, output, stderr) = run(&elsewhere, &["restore", copy]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{output}");
    let server = ServerProcess::start(&elsewhere, &["--listen", "127.0.0.1:0"]);
    assert_eq!(server.get(&path).1, before);
    let later = server.play_game(&elsewhere);
    let later = format!("/api/v1/games/{}/record", value_of(&later, "game"));
    server.get(&later);
    assert_eq!(server.terminate().0, Some(0));
    let (code, _, stderr) = run(&elsewhere, &["restore", copy]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("--replace"), "{stderr}");
    let (code, output, _) = run(&elsewhere, &["restore", copy, "--replace"]);
    assert_eq!(code, Some(0));
    assert!(output.contains("previous database kept at "), "{output}");
    let server = ServerProcess::start(&elsewhere, &["--listen", "127.0.0.1:0"]);
    assert_eq!(server.get(&path).1, before);
    let (head, _) = server.request("GET", &later, "");
    assert!(
        head.starts_with("HTTP/1.1 404"),
        "what came after the copy is gone: {head}"
    );
}

#[test]
fn restore_rejects_non_backup() {
    let data = folder("no-copy");
    fs::write(data.join("letter.txt"), "Dear Ana").unwrap();
    let letter = data.join("letter.txt");
    for file in [letter.to_str().unwrap(), "no-such-file.db"] {
        let (code, output, stderr) = run(&data, &["restore", file]);
        assert_eq!((code, output.as_str()), (Some(1), ""), "{stderr}");
    }
    assert!(!data.join("azulejo.db").exists());
}

#[test]
fn maintenance_of_a_missing_database_fails_and_creates_nothing() {
    let data = folder("no-database");
    let missing = data.join("missing");
    let copy = data.join("nothing.db");
    for args in [
        &["backup", copy.to_str().unwrap()][..],
        &["account", "reset", "Ana"],
    ] {
        let (code, output, stderr) = run(&missing, args);
        assert_eq!((code, output.as_str()), (Some(1), ""), "{stderr}");
        assert!(stderr.contains("there is no database at"), "{stderr}");
        assert!(stderr.contains("AZULEJO_DATA"), "{stderr}");
        assert!(!missing.exists(), "{args:?}");
    }
}

#[test]
fn password_reset_invalidates_the_old_password() {
    let data = folder("account");
    let server = ServerProcess::start(&data, &["--listen", "127.0.0.1:0"]);
    let credentials = |password: &str| format!(r#"{{"name":"Ana Sousa","password":"{password}"}}"#);
    let log_in = |password: &str| {
        let (head, _) = server.request("POST", "/api/v1/login", &credentials(password));
        head.split(' ').nth(1).unwrap().to_owned()
    };
    let (head, body) = server.request("POST", "/api/v1/signup", &credentials("as good as gone"));
    assert!(head.starts_with("HTTP/1.1 201"), "{head}\n{body}");
    assert_eq!(log_in("as good as gone"), "200");

    let (code, output, stderr) = run(&data, &["account", "reset", "Ana Sousa"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    let password = output
        .lines()
        .find_map(|line| line.strip_prefix("new password for Ana Sousa: "))
        .unwrap_or_else(|| panic!("no password:\n{output}"));
    let codes = output
        .lines()
        .find_map(|line| line.strip_prefix("new recovery codes: "));
    assert_eq!(
        codes.map(|codes| codes.split(' ').count()),
        Some(8),
        "{output}"
    );
    assert_eq!(log_in("as good as gone"), "401");
    assert_eq!(log_in(password), "200");

    let (code, output, stderr) = run(&data, &["account", "reset", "Unknown"]);
    assert_eq!((code, output.as_str()), (Some(1), ""));
    assert!(stderr.contains("Unknown"), "{stderr}");
}
