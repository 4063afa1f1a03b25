//! A PostgreSQL of one's own for a test: started on loopback, gone with the process.
//!
//! Needs nothing but the standard library, so that any crate can include this file.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;

#[path = "ports.rs"]
pub(crate) mod ports;

/// The life of the server. It ends when nobody holds the other end of its input any more,
/// however the test ended.
const SCRIPT: &str = r#"
set -u
bin=$1; port=$2; settings=$3
dir=$(mktemp -d /tmp/azulejo-postgres.XXXXXX) || exit 1
start() {
    "$bin/pg_ctl" -D "$dir/data" -w -t 600 -l "$dir/log" \
        -o "-p $port -k $dir -c listen_addresses=127.0.0.1 -c recovery_init_sync_method=syncfs $settings" start >"$dir/out" 2>&1
}
# After a kill the last processes of the old server keep its memory for a moment.
start_again() {
    tries=0
    until start; do
        tries=$((tries + 1)); [ $tries -lt 1000 ] || return 1; sleep 0.2
    done
}
stop() { "$bin/pg_ctl" -D "$dir/data" -w -t 600 -m "$1" stop >"$dir/out" 2>&1; }
main_process() { head -n 1 "$dir/data/postmaster.pid"; }
# The others are children of the main one; it goes first, so that no more of them come.
others() {
    main=$(main_process)
    for stat in /proc/[0-9]*/stat; do
        read -r pid _ _ parent _ <"$stat" && [ "$parent" = "$main" ] && echo "$pid"
    done 2>/dev/null
    true
}
# Of the others some may end meanwhile, with their connections.
pause() { kill -STOP "$(main_process)" && { kill -STOP $(others) || true; }; }
go_on() { kill -CONT "$(main_process)" && { kill -CONT $(others) || true; }; }
"$bin/initdb" -D "$dir/data" -A trust -U postgres -E UTF8 --locale=C --no-sync >"$dir/out" 2>&1 && start \
    || { echo "failed: $(tail -n 5 "$dir/out" "$dir/log" 2>/dev/null | tr '\n' ' ')"; rm -rf "$dir"; exit 1; }
echo ready
while read -r word; do
    case $word in
        start) start_again ;;
        stop) stop fast ;;
        kill) kill -9 "$(main_process)" ;;
        pause) pause ;;
        go_on) go_on ;;
    esac && echo done || echo "failed: $(tail -n 5 "$dir/out" "$dir/log" | tr '\n' ' ')"
done
# A test may have ended while it stood still.
go_on 2>/dev/null
stop immediate
rm -rf "$dir"
"#;

/// A running server.
#[derive(Debug)]
pub(crate) struct PostgresServer {
    port: u16,
    process: Mutex<Process>,
}

#[derive(Debug)]
struct Process {
    child: Child,
    /// None when the server is being stopped.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl PostgresServer {
    /// Starts a server with settings such as `fsync=off`.
    ///
    /// None if PostgreSQL is not installed; a test must then say so and pass, unless
    /// `AZULEJO_REQUIRE_POSTGRES=1` makes this panic.
    pub(crate) fn start(settings: &[&str]) -> Option<Self> {
        let Some(programs) = programs() else {
            assert!(
                std::env::var("AZULEJO_REQUIRE_POSTGRES").as_deref() != Ok("1"),
                "AZULEJO_REQUIRE_POSTGRES is set, but initdb and pg_ctl were not found"
            );
            println!("no PostgreSQL here (initdb and pg_ctl not found): nothing was tested on it");
            return None;
        };
        // Between finding a port and using it, somebody else may take it.
        let mut reasons = Vec::new();
        for _ in 0..5 {
            match Self::try_start(&programs, settings) {
                Ok(server) => return Some(server),
                Err(reason) => reasons.push(reason),
            }
        }
        panic!("PostgreSQL does not start: {}", reasons.join("; "));
    }

    fn try_start(programs: &Path, settings: &[&str]) -> Result<Self, String> {
        let port = ports::lasting_port();
        let settings: Vec<_> = settings
            .iter()
            .map(|setting| format!("-c {setting}"))
            .collect();
        // PostgreSQL refuses to run as root.
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--", "sh"]);
            command
        } else {
            Command::new("sh")
        };
        command
            .args(["-c", SCRIPT, "postgres-for-a-test"])
            .arg(programs)
            .args([port.to_string(), settings.join(" ")])
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let output = BufReader::new(output.ok_or("no output")?);
        let mut process = Process {
            child,
            input,
            output,
        };
        process.expect("ready")?;
        Ok(Self {
            port,
            process: Mutex::new(process),
        })
    }

    /// The URL of a database of the server.
    pub(crate) fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// Kills the server without giving it a chance to clean up.
    pub(crate) fn kill(&self) {
        self.order("kill");
    }

    /// Stops the server in good order.
    pub(crate) fn stop(&self) {
        self.order("stop");
    }

    /// Lets the server stand still: it does not answer, and refuses nothing.
    pub(crate) fn pause(&self) {
        self.order("pause");
    }

    /// Lets a server that stands still go on.
    pub(crate) fn go_on(&self) {
        self.order("go_on");
    }

    /// Starts the server again.
    pub(crate) fn start_again(&self) {
        self.order("start");
    }

    fn order(&self, word: &str) {
        let mut process = self
            .process
            .lock()
            .expect("no test panics while it holds this");
        process
            .order(word)
            .unwrap_or_else(|error| panic!("{word}: {error}"));
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        let process = self
            .process
            .get_mut()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        process.input = None;
        // The end of a test is no place for another failure.
        let _status = process.child.wait();
    }
}

impl Process {
    fn order(&mut self, word: &str) -> Result<(), String> {
        let input = self.input.as_mut().ok_or("the server has been stopped")?;
        writeln!(input, "{word}").map_err(|error| error.to_string())?;
        self.expect("done")
    }

    fn expect(&mut self, word: &str) -> Result<(), String> {
        let mut line = String::new();
        self.output
            .read_line(&mut line)
            .map_err(|error| error.to_string())?;
        match line.trim_end() {
            said if said == word => Ok(()),
            said => Err(format!("expected {word:?}, got {said:?}")),
        }
    }
}

/// The folder of `initdb` and `pg_ctl`: the newest one that is installed.
fn programs() -> Option<PathBuf> {
    let installed = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    let mut folders: Vec<(u32, PathBuf)> = installed
        .filter_map(|entry| {
            let version = entry.file_name().to_str()?.parse().ok()?;
            Some((version, entry.path().join("bin")))
        })
        .collect();
    folders.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let newest_first = folders.into_iter().rev().map(|(_, folder)| folder);
    newest_first
        .chain(std::env::split_paths(&path))
        .find(|folder| {
            ["initdb", "pg_ctl"]
                .iter()
                .all(|program| folder.join(program).is_file())
        })
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}
