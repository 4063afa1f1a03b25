//! A temporary PostgreSQL server on loopback, which ends with the test process.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;

mod ports;

pub use ports::non_ephemeral_port;

/// Runs the server until its standard input is closed, however the test ends.
const SCRIPT: &str = r#"
set -u
bin=$1; port=$2; settings=$3
dir=$(mktemp -d /tmp/azulejo-postgres.XXXXXX) || exit 1
start() {
    "$bin/pg_ctl" -D "$dir/data" -w -t 600 -l "$dir/log" \
        -o "-p $port -k $dir -c listen_addresses=127.0.0.1 -c recovery_init_sync_method=syncfs $settings" start >"$dir/out" 2>&1
}
# After a kill, remaining processes of the old server hold its shared memory for a moment.
restart() {
    retries=0
    until start; do
        retries=$((retries + 1)); [ $retries -lt 1000 ] || return 1; sleep 0.2
    done
}
stop() { "$bin/pg_ctl" -D "$dir/data" -w -t 600 -m "$1" stop >"$dir/out" 2>&1; }
main_process() { head -n 1 "$dir/data/postmaster.pid"; }
# The backends are children of the main process, which must be stopped first.
backends() {
    main=$(main_process)
    for stat in /proc/[0-9]*/stat; do
        read -r pid _ _ parent _ <"$stat" && [ "$parent" = "$main" ] && echo "$pid"
    done 2>/dev/null
    true
}
# Some backends may exit meanwhile.
pause() { kill -STOP "$(main_process)" && { kill -STOP $(backends) || true; }; }
resume() { kill -CONT "$(main_process)" && { kill -CONT $(backends) || true; }; }
"$bin/initdb" -D "$dir/data" -A trust -U postgres -E UTF8 --locale=C --no-sync >"$dir/out" 2>&1 && start \
    || { echo "failed: $(tail -n 5 "$dir/out" "$dir/log" 2>/dev/null | tr '\n' ' ')"; rm -rf "$dir"; exit 1; }
echo ready
while read -r command; do
    case $command in
        restart) restart ;;
        stop) stop fast ;;
        kill) kill -9 "$(main_process)" ;;
        pause) pause ;;
        resume) resume ;;
    esac && echo done || echo "failed: $(tail -n 5 "$dir/out" "$dir/log" | tr '\n' ' ')"
done
# The test may have ended during a pause.
resume 2>/dev/null
stop immediate
rm -rf "$dir"
"#;

/// A running server.
#[derive(Debug)]
pub struct PostgresServer {
    port: u16,
    process: Mutex<Process>,
}

#[derive(Debug)]
struct Process {
    child: Child,
    /// `None` while shutting down.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl PostgresServer {
    /// Starts a server with settings such as `fsync=off`.
    ///
    /// Returns `None` if PostgreSQL is not installed, so that the test is skipped, but panics if
    /// `AZULEJO_REQUIRE_POSTGRES=1`.
    pub fn start(settings: &[&str]) -> Option<Self> {
        let Some(programs) = programs() else {
            assert!(
                std::env::var("AZULEJO_REQUIRE_POSTGRES").as_deref() != Ok("1"),
                "AZULEJO_REQUIRE_POSTGRES is set, but initdb and pg_ctl were not found"
            );
            println!("skipped: PostgreSQL is not installed (initdb and pg_ctl not found)");
            return None;
        };
        // The port may be taken between finding and using it.
        let mut reasons = Vec::new();
        for _ in 0..5 {
            match Self::try_start(&programs, settings) {
                Ok(server) => return Some(server),
                Err(reason) => reasons.push(reason),
            }
        }
        panic!("cannot start PostgreSQL: {}", reasons.join("; "));
    }

    fn try_start(programs: &Path, settings: &[&str]) -> Result<Self, String> {
        let port = non_ephemeral_port();
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
            .args(["-c", SCRIPT, "test-postgres"])
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
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// Kills the server without cleanup.
    pub fn kill(&self) {
        self.run("kill");
    }

    /// Shuts the server down gracefully.
    pub fn stop(&self) {
        self.run("stop");
    }

    /// Suspends all processes of the server: it accepts connections but does not respond.
    pub fn pause(&self) {
        self.run("pause");
    }

    /// Resumes a paused server.
    pub fn resume(&self) {
        self.run("resume");
    }

    /// Restarts the server after [`kill`](Self::kill) or [`stop`](Self::stop).
    pub fn restart(&self) {
        self.run("restart");
    }

    fn run(&self, command: &str) {
        let mut process = self.process.lock().expect("the lock is not poisoned");
        process
            .run(command)
            .unwrap_or_else(|error| panic!("{command}: {error}"));
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        let process = self
            .process
            .get_mut()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        process.input = None;
        let _status = process.child.wait();
    }
}

impl Process {
    fn run(&mut self, command: &str) -> Result<(), String> {
        let input = self.input.as_mut().ok_or("the server is shut down")?;
        writeln!(input, "{command}").map_err(|error| error.to_string())?;
        self.expect("done")
    }

    fn expect(&mut self, expected: &str) -> Result<(), String> {
        let mut line = String::new();
        self.output
            .read_line(&mut line)
            .map_err(|error| error.to_string())?;
        match line.trim_end() {
            line if line == expected => Ok(()),
            line => Err(format!("expected {expected:?}, got {line:?}")),
        }
    }
}

/// Returns the directory of `initdb` and `pg_ctl` of the newest version installed.
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
