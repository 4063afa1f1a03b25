//! Fixtures: a server, a proxy that can be cut, and a player in line mode.

use std::fs;
use std::io::{BufRead as _, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::pty::Terminal;
use crate::scratch;

/// The timeout of every wait, generous enough for a slow machine.
const TIMEOUT: Duration = Duration::from_secs(300);

/// Creates an empty folder for a test.
pub(super) fn folder(name: &str) -> PathBuf {
    let folder = scratch(&format!("online-{name}"));
    // Remove files of an earlier run.
    let _removed = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A running server, killed on drop.
pub(super) struct Server {
    child: Child,
    pub(super) address: SocketAddr,
}

impl Server {
    pub(super) fn start(data: &Path) -> Self {
        Self::start_at(data, "127.0.0.1:0")
    }

    pub(super) fn start_at(data: &Path, listen: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_azulejo"))
            .args(["serve", "--listen", listen, "--bot-delay", "0"])
            .args(["--log", "error", "--rate-limits", "1000", "--data"])
            .arg(data.join("server"))
            .env_remove("AZULEJO_DATABASE_URL")
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://");
        let address = address.parse().unwrap_or_else(|e| panic!("{line:?}: {e}"));
        Self { child, address }
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Sends a GET request, asserts status 200, and returns the body.
    pub(super) fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let host = self.address;
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{response}");
        body.to_owned()
    }

    /// Returns the server's record of a game.
    pub(super) fn record(&self, game: &str) -> String {
        self.get(&format!("/api/v1/games/{game}/record"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have exited already.
        let _exited = self.child.kill();
        let _exited = self.child.wait();
    }
}

/// A TCP proxy whose connections can be cut and restored.
pub(super) struct Proxy {
    pub(super) address: SocketAddr,
    connections: Arc<Mutex<Connections>>,
}

#[derive(Default)]
struct Connections {
    is_cut: bool,
    open: Vec<TcpStream>,
}

impl Proxy {
    pub(super) fn to(target: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let connections: Arc<Mutex<Connections>> = Arc::default();
        let shared = Arc::clone(&connections);
        std::thread::spawn(move || {
            for near in listener.incoming() {
                let Ok(near) = near else { return };
                // Hold the lock until the connection is registered, so that a cut can't miss it.
                let mut connections = shared.lock().unwrap();
                if connections.is_cut {
                    continue;
                }
                let Ok(far) = TcpStream::connect(target) else {
                    continue;
                };
                let copies = [near.try_clone().unwrap(), far.try_clone().unwrap()];
                connections.open.extend(copies);
                pump(near.try_clone().unwrap(), far.try_clone().unwrap());
                pump(far, near);
            }
        });
        Self {
            address,
            connections,
        }
    }

    pub(super) fn cut(&self) {
        let mut connections = self.connections.lock().unwrap();
        connections.is_cut = true;
        for stream in connections.open.drain(..) {
            // The stream may be closed already.
            let _closed = stream.shutdown(Shutdown::Both);
        }
    }

    pub(super) fn restore(&self) {
        self.connections.lock().unwrap().is_cut = false;
    }
}

fn pump(mut from: TcpStream, mut to: TcpStream) {
    std::thread::spawn(move || {
        // Runs until end of stream or a cut.
        let _ended = std::io::copy(&mut from, &mut to);
        let _closed = to.shutdown(Shutdown::Write);
    });
}

/// Starts the program on a terminal, with a config folder for this player.
pub(super) fn terminal(player: &str, folder: &Path, args: &[&str], size: (u16, u16)) -> Terminal {
    let config = folder.join(format!("config-{player}"));
    let variables = [
        ("COLORTERM", "truecolor"),
        ("AZULEJO_CONFIG", config.to_str().unwrap()),
    ];
    let mut all = vec!["play", "--pace", "0", "--name", player, "--online"];
    all.extend(args);
    Terminal::start_with(&all, size, &folder.join("data"), &variables)
}

/// The program in line mode, with pipes, killed on drop.
pub(super) struct Plain {
    child: Child,
    stdin: Option<ChildStdin>,
    /// The output so far, and true at its end.
    output: Arc<(Mutex<(String, bool)>, Condvar)>,
    stderr: Option<JoinHandle<String>>,
    /// The length of the output already examined.
    seen: usize,
}

impl Plain {
    pub(super) fn start(player: &str, folder: &Path, args: &[&str]) -> Self {
        let config = folder.join(format!("config-{player}"));
        let mut child = Command::new(env!("CARGO_BIN_EXE_azulejo"))
            .args(["play", "--plain", "--name", player, "--online"])
            .args(args)
            .env("AZULEJO_CONFIG", config)
            .env("AZULEJO_DATA", folder.join("data"))
            .env("LC_ALL", "C")
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = child.stdout.take().unwrap();
        let mut err = child.stderr.take().unwrap();
        let stderr = std::thread::spawn(move || {
            let mut text = String::new();
            err.read_to_string(&mut text).unwrap();
            text
        });
        let stdin = child.stdin.take();
        let output: Arc<(Mutex<(String, bool)>, Condvar)> = Arc::default();
        let target = Arc::clone(&output);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            let mut all = Vec::new();
            loop {
                let n = out.read(&mut bytes).unwrap_or(0);
                all.extend_from_slice(&bytes[..n]);
                let mut output = target.0.lock().unwrap();
                output.0 = String::from_utf8_lossy(&all).into_owned();
                output.1 = n == 0;
                target.1.notify_all();
                if n == 0 {
                    return;
                }
            }
        });
        Self {
            child,
            stdin,
            output,
            stderr: Some(stderr),
            seen: 0,
        }
    }

    pub(super) fn send(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        writeln!(stdin, "{line}").unwrap();
        stdin.flush().unwrap();
    }

    /// Closes stdin.
    pub(super) fn end_input(&mut self) {
        self.stdin = None;
    }

    /// Waits until the output since the last wait satisfies a predicate, and returns it.
    #[track_caller]
    pub(super) fn wait_for(&mut self, wanted: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        let mut output = self.output.0.lock().unwrap();
        loop {
            let new = output.0[self.seen..].to_owned();
            if wanted(&new) {
                self.seen = output.0.len();
                return new;
            }
            assert!(
                !output.1 && start.elapsed() < TIMEOUT,
                "timed out waiting for output:\n{}",
                output.0
            );
            output = self.output.1.wait_timeout(output, TIMEOUT).unwrap().0;
        }
    }

    /// Waits for a text. Output after it is left for the next wait.
    #[track_caller]
    pub(super) fn wait_for_text(&mut self, text: &str) -> String {
        let before = self.seen;
        let output = self.wait_for(|output| output.contains(text));
        let end = output.find(text).unwrap_or_default() + text.len();
        self.seen = before + end;
        output
    }

    /// Closes stdin and waits for the program to exit. Returns its exit code, stdout and stderr.
    #[track_caller]
    pub(super) fn finish(mut self) -> (Option<i32>, String, String) {
        self.stdin = None;
        let all = {
            let output = self.output.0.lock().unwrap();
            let waited = self
                .output
                .1
                .wait_timeout_while(output, TIMEOUT, |output| !output.1);
            let (output, _) = waited.unwrap();
            assert!(
                output.1,
                "timed out waiting for the program to exit:\n{}",
                output.0
            );
            output.0.clone()
        };
        let status = self.child.wait().unwrap();
        let stderr = self.stderr.take().unwrap().join().unwrap();
        (status.code(), all, stderr)
    }
}

impl Drop for Plain {
    fn drop(&mut self) {
        // A spectator, or the player of a failed test, may still be running.
        let _exited = self.child.kill();
        let _exited = self.child.wait();
    }
}

/// Returns the first link in a text.
pub(super) fn link_in(text: &str) -> String {
    let at = text
        .find("http://")
        .unwrap_or_else(|| panic!("no link:\n{text}"));
    let rest = &text[at..];
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    rest[..end].to_owned()
}

/// Returns the game id of a link.
pub(super) fn game_of(link: &str) -> String {
    let game = link.split("/g/").nth(1).unwrap();
    game.split('#').next().unwrap().to_owned()
}
