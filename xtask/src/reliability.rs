//! Long runs of the fault-injection tests in `tools/reliability/tests/reliability` and of the server's
//! secrecy tests.

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

use crate::ensure;

/// One kind of fault.
struct Kind {
    name: &'static str,
    about: &'static str,
    /// The cargo arguments that select the test binary.
    suite: &'static [&'static str],
    /// Filters for the test names.
    tests: &'static [&'static str],
    /// The environment variables that set the number of rounds, each with a divisor.
    variables: &'static [(&'static str, u64)],
    /// The default number of rounds.
    default_rounds: u64,
    /// The build profile: the gate's, except for measurements of speed.
    profile: &'static str,
}

/// The gate's profile, so that nothing is compiled again.
const GATE_PROFILE: &str = "ci";

/// The name for all kinds.
pub(crate) const ALL: &str = "all";

/// The fault-injection tests.
const FAULT_INJECTION: &[&str] = &["--test", "reliability"];

const KINDS: &[Kind] = &[
    Kind {
        name: "kill",
        about: "kill servers, on SQLite and on PostgreSQL with two nodes",
        suite: FAULT_INJECTION,
        tests: &["kill::killed_servers"],
        variables: &[("AZULEJO_KILLS", 1)],
        default_rounds: 200,
        profile: GATE_PROFILE,
    },
    Kind {
        name: "power",
        about: "power losses; a tenth as many for each of two controls without syncing",
        suite: FAULT_INJECTION,
        tests: &["power::"],
        variables: &[("AZULEJO_POWER_LOSSES", 1), ("AZULEJO_POWER_CONTROLS", 10)],
        default_rounds: 100,
        profile: GATE_PROFILE,
    },
    Kind {
        name: "sync",
        about: "trace that no acknowledgement precedes the sync of its commit",
        suite: FAULT_INJECTION,
        tests: &["fsync::"],
        variables: &[("AZULEJO_TRACED_MOVES", 1)],
        default_rounds: 10_000,
        profile: GATE_PROFILE,
    },
    Kind {
        name: "nodes",
        about: "kill one of two nodes on PostgreSQL",
        suite: FAULT_INJECTION,
        tests: &["kill::surviving_node"],
        variables: &[("AZULEJO_NODE_DEATHS", 1)],
        default_rounds: 50,
        profile: GATE_PROFILE,
    },
    Kind {
        name: "database",
        about: "kill PostgreSQL under two nodes",
        suite: FAULT_INJECTION,
        tests: &["kill::killed_postgresql"],
        variables: &[("AZULEJO_DATABASE_KILLS", 1)],
        default_rounds: 50,
        profile: GATE_PROFILE,
    },
    Kind {
        name: "stalls",
        about: "stall the server or its database; players' clocks must not be charged",
        suite: FAULT_INJECTION,
        tests: &["stalls::"],
        variables: &[("AZULEJO_STALLS", 1)],
        default_rounds: 100,
        profile: GATE_PROFILE,
    },
    Kind {
        name: "races",
        about: "concurrent moves for the same ply, on SQLite and on two nodes",
        suite: FAULT_INJECTION,
        tests: &["kill::concurrent_moves"],
        variables: &[("AZULEJO_RACES", 1)],
        // Turns with only one legal move have no race.
        default_rounds: 21_000,
        profile: GATE_PROFILE,
    },
    Kind {
        name: "retries",
        about: "retry commands, on SQLite and on two nodes",
        suite: FAULT_INJECTION,
        tests: &["kill::retried_commands"],
        variables: &[("AZULEJO_RETRIES", 1)],
        default_rounds: 100_000,
        profile: GATE_PROFILE,
    },
    Kind {
        name: "cuts",
        about: "cut connections after a random number of bytes; they must resume",
        suite: FAULT_INJECTION,
        tests: &["cuts::"],
        variables: &[("AZULEJO_CUTS", 1)],
        default_rounds: 10_000,
        profile: GATE_PROFILE,
    },
    Kind {
        name: "floods",
        about: "flood the server, for this many seconds per kind of flood",
        suite: FAULT_INJECTION,
        tests: &["floods::"],
        variables: &[("AZULEJO_FLOOD_SECONDS", 1)],
        default_rounds: 20,
        profile: GATE_PROFILE,
    },
    Kind {
        name: "secrets",
        about: "pairs of games with different futures must be indistinguishable before them",
        suite: &["--lib"],
        tests: &["secrecy::"],
        variables: &[("AZULEJO_PAIRS", 1)],
        default_rounds: 1_000,
        profile: GATE_PROFILE,
    },
    Kind {
        name: "speed",
        about: "move throughput beside bare inserts, this many seconds each, three times alternately",
        suite: FAULT_INJECTION,
        tests: &["speed::"],
        variables: &[("AZULEJO_SPEED_SECONDS", 1)],
        default_rounds: 12,
        profile: "dist",
    },
];

/// Returns the name and description of each kind.
pub(crate) fn kinds() -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = (ALL, "all of these in turn");
    KINDS
        .iter()
        .map(|kind| (kind.name, kind.about))
        .chain([all])
}

/// Runs the tests of one kind, or of all.
pub(crate) fn run(sh: &Shell, name: &str, times: Option<u64>) -> Result<()> {
    ensure::postgres(sh, ensure::Policy::Install)?;
    let chosen: Vec<_> = KINDS
        .iter()
        .filter(|kind| name == ALL || kind.name == name)
        .collect();
    if chosen.is_empty() {
        bail!("unknown kind of fault {name:?}");
    }
    for kind in chosen {
        let rounds = times.unwrap_or(kind.default_rounds);
        println!("\n=== {}: {} ({rounds} rounds)", kind.name, kind.about);
        let (suite, tests, profile) = (kind.suite, kind.tests, kind.profile);
        // The suite starts the program itself, which `--test` alone does not build.
        cmd!(
            sh,
            "cargo test --workspace --profile {profile} --locked --no-run"
        )
        .run()?;
        let mut command = cmd!(
            sh,
            "cargo test --workspace --profile {profile} --locked {suite...} -- --nocapture --test-threads 1 {tests...}"
        );
        for (variable, divisor) in kind.variables {
            let rounds = (rounds / divisor).max(1);
            command = command.env(variable, rounds.to_string());
        }
        command
            .env("AZULEJO_REQUIRE_POSTGRES", "1")
            .env("AZULEJO_REQUIRE_MOUNT", "1")
            .env("AZULEJO_REQUIRE_STRACE", "1")
            .run()?;
    }
    Ok(())
}
