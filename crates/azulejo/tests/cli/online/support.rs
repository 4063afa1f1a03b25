//! A server, a connection that can be cut, and a player who is a pipe.

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

/// Only a program that hangs is waited for so long.
const PATIENCE: Duration = Duration::from_secs(300);

/// An empty folder of one test.
pub(super) fn folder(name: &str) -> PathBuf {
    let folder = scratch(&format!("online-{name}"));
    // Left over from another run of the tests.
    let _whether_there = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The program as a server.
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

    /// What the server answers to a plain request.
    pub(super) fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let host = self.address;
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
        body.to_owned()
    }

    /// The record of a game as the server has it.
    pub(super) fn record(&self, game: &str) -> String {
        self.get(&format!("/api/v1/games/{game}/record"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already, which the test has seen then.
        let _whether_running = self.child.kill();
        let _how_it_ended = self.child.wait();
    }
}

/// A way to a server that can be cut and mended.
pub(super) struct Proxy {
    pub(super) address: SocketAddr,
    way: Arc<Mutex<Way>>,
}

#[derive(Default)]
struct Way {
    is_cut: bool,
    open: Vec<TcpStream>,
}

impl Proxy {
    pub(super) fn to(target: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let way: Arc<Mutex<Way>> = Arc::default();
        let shared = Arc::clone(&way);
        std::thread::spawn(move || {
            for near in listener.incoming() {
                let Ok(near) = near else { return };
                // Held until the connection is known: a cut must not miss one that is being made.
                let mut way = shared.lock().unwrap();
                if way.is_cut {
                    continue;
                }
                let Ok(far) = TcpStream::connect(target) else {
                    continue;
                };
                let copies = [near.try_clone().unwrap(), far.try_clone().unwrap()];
                way.open.extend(copies);
                pump(near.try_clone().unwrap(), far.try_clone().unwrap());
                pump(far, near);
            }
        });
        Self { address, way }
    }

    pub(super) fn cut(&self) {
        let mut way = self.way.lock().unwrap();
        way.is_cut = true;
        for stream in way.open.drain(..) {
            // Whoever has closed it already is cut off as well.
            let _whether_open = stream.shutdown(Shutdown::Both);
        }
    }

    pub(super) fn mend(&self) {
        self.way.lock().unwrap().is_cut = false;
    }
}

fn pump(mut from: TcpStream, mut to: TcpStream) {
    std::thread::spawn(move || {
        // A cut ends it, and so does the end of what is said.
        let _how_it_ended = std::io::copy(&mut from, &mut to);
        let _whether_open = to.shutdown(Shutdown::Write);
    });
}

/// The program on a terminal, as a person with a folder of their own.
pub(super) fn terminal(person: &str, folder: &Path, args: &[&str], size: (u16, u16)) -> Terminal {
    let config = folder.join(format!("config-{person}"));
    let variables = [
        ("COLORTERM", "truecolor"),
        ("AZULEJO_CONFIG", config.to_str().unwrap()),
    ];
    let mut all = vec!["play", "--pace", "0", "--name", person, "--online"];
    all.extend(args);
    Terminal::start_with(&all, size, &folder.join("data"), &variables)
}

/// The program line by line, with pipes.
pub(super) struct Plain {
    child: Child,
    stdin: Option<ChildStdin>,
    said: Arc<(Mutex<(String, bool)>, Condvar)>,
    complaints: Option<JoinHandle<String>>,
    /// How much of it was looked at.
    seen: usize,
}

impl Plain {
    pub(super) fn start(person: &str, folder: &Path, args: &[&str]) -> Self {
        let config = folder.join(format!("config-{person}"));
        let mut child = Command::new(env!("CARGO_BIN_EXE_azulejo"))
            .args(["play", "--plain", "--name", person, "--online"])
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
        let complaints = std::thread::spawn(move || {
            let mut text = String::new();
            err.read_to_string(&mut text).unwrap();
            text
        });
        let stdin = child.stdin.take();
        let said: Arc<(Mutex<(String, bool)>, Condvar)> = Arc::default();
        let target = Arc::clone(&said);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            let mut all = Vec::new();
            loop {
                let n = out.read(&mut bytes).unwrap_or(0);
                all.extend_from_slice(&bytes[..n]);
                let mut said = target.0.lock().unwrap();
                said.0 = String::from_utf8_lossy(&all).into_owned();
                said.1 = n == 0;
                target.1.notify_all();
                if n == 0 {
                    return;
                }
            }
        });
        Self {
            child,
            stdin,
            said,
            complaints: Some(complaints),
            seen: 0,
        }
    }

    pub(super) fn send(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        writeln!(stdin, "{line}").unwrap();
        stdin.flush().unwrap();
    }

    /// Nothing more is typed.
    pub(super) fn end_input(&mut self) {
        self.stdin = None;
    }

    /// Waits until what was said since the last look is as wanted, or everything was said.
    #[track_caller]
    pub(super) fn wait_for(&mut self, wanted: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        let mut said = self.said.0.lock().unwrap();
        loop {
            let new = said.0[self.seen..].to_owned();
            if wanted(&new) {
                self.seen = said.0.len();
                return new;
            }
            assert!(
                !said.1 && start.elapsed() < PATIENCE,
                "it does not come:\n{}",
                said.0
            );
            said = self.said.1.wait_timeout(said, PATIENCE).unwrap().0;
        }
    }

    /// Waits for a text; what comes after it is still to be looked at.
    #[track_caller]
    pub(super) fn wait_for_text(&mut self, text: &str) -> String {
        let before = self.seen;
        let said = self.wait_for(|said| said.contains(text));
        let end = said.find(text).unwrap_or_default() + text.len();
        self.seen = before + end;
        said
    }

    /// Waits for the end; gives the exit code, all that was said, and what went wrong.
    #[track_caller]
    pub(super) fn finish(mut self) -> (Option<i32>, String, String) {
        self.stdin = None;
        let all = {
            let said = self.said.0.lock().unwrap();
            let waited = self
                .said
                .1
                .wait_timeout_while(said, PATIENCE, |said| !said.1);
            let (said, _) = waited.unwrap();
            assert!(said.1, "it does not end:\n{}", said.0);
            said.0.clone()
        };
        let status = self.child.wait().unwrap();
        let stderr = self.complaints.take().unwrap().join().unwrap();
        (status.code(), all, stderr)
    }
}

impl Drop for Plain {
    fn drop(&mut self) {
        // A player who only looked on, or whose test has failed, would stay for ever.
        let _whether_running = self.child.kill();
        let _how_it_ended = self.child.wait();
    }
}

/// The link on a screen or in a text.
pub(super) fn link_in(text: &str) -> String {
    let at = text
        .find("http://")
        .unwrap_or_else(|| panic!("no link:\n{text}"));
    let rest = &text[at..];
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    rest[..end].to_owned()
}

/// The game of a link.
pub(super) fn game_of(link: &str) -> String {
    let game = link.split("/g/").nth(1).unwrap();
    game.split('#').next().unwrap().to_owned()
}
