//! The long runs of the tests in `tools/reliability/tests/reliability` and of those of secrecy in the
//! server, with as many rounds as asked.

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

use crate::ensure;

/// One kind of trouble.
struct Kind {
    name: &'static str,
    about: &'static str,
    /// Where its tests are.
    suite: &'static [&'static str],
    /// Parts of the names of the tests that make it.
    tests: &'static [&'static str],
    /// Variables of the environment that say how often, each with a share of the number.
    variables: &'static [(&'static str, u64)],
    /// How often, when nobody says.
    usual: u64,
    /// How it is compiled: the gate's profile unless speed is what it is about.
    profile: &'static str,
}

/// The profile of the gate, so that nothing is compiled again.
const GATE: &str = "ci";

/// The name that stands for all kinds.
pub(crate) const ALL: &str = "all";

/// The tests that kill whole servers.
const WHOLE_SERVERS: &[&str] = &["--test", "reliability"];

const KINDS: &[Kind] = &[
    Kind {
        name: "kill",
        about: "servers are killed, on SQLite and on PostgreSQL with two nodes",
        suite: WHOLE_SERVERS,
        tests: &["kill::killed_servers"],
        variables: &[("AZULEJO_KILLS", 1)],
        usual: 200,
        profile: GATE,
    },
    Kind {
        name: "power",
        about: "the power fails; a tenth as often for each of two servers that do not sync",
        suite: WHOLE_SERVERS,
        tests: &["power::"],
        variables: &[("AZULEJO_POWER_LOSSES", 1), ("AZULEJO_POWER_CONTROLS", 10)],
        usual: 100,
        profile: GATE,
    },
    Kind {
        name: "sync",
        about: "acknowledgements are watched: none leaves before its commit is synced",
        suite: WHOLE_SERVERS,
        tests: &["fsync::"],
        variables: &[("AZULEJO_TRACED_MOVES", 1)],
        usual: 10_000,
        profile: GATE,
    },
    Kind {
        name: "nodes",
        about: "of two nodes on PostgreSQL one dies",
        suite: WHOLE_SERVERS,
        tests: &["kill::when_one_of_two_nodes"],
        variables: &[("AZULEJO_NODE_DEATHS", 1)],
        usual: 50,
        profile: GATE,
    },
    Kind {
        name: "database",
        about: "PostgreSQL is killed under two nodes",
        suite: WHOLE_SERVERS,
        tests: &["kill::when_postgresql"],
        variables: &[("AZULEJO_DATABASE_KILLS", 1)],
        usual: 50,
        profile: GATE,
    },
    Kind {
        name: "stalls",
        about: "a server stands still, or its database does: nobody is charged for it",
        suite: WHOLE_SERVERS,
        tests: &["stalls::"],
        variables: &[("AZULEJO_STALLS", 1)],
        usual: 100,
        profile: GATE,
    },
    Kind {
        name: "races",
        about: "several moves for the same ply, on SQLite and on two nodes",
        suite: WHOLE_SERVERS,
        tests: &["kill::of_several_moves"],
        variables: &[("AZULEJO_RACES", 1)],
        // Some turns have only one legal move, and so no race.
        usual: 21_000,
        profile: GATE,
    },
    Kind {
        name: "retries",
        about: "commands are sent again, on SQLite and on two nodes",
        suite: WHOLE_SERVERS,
        tests: &["kill::a_command_sent_again"],
        variables: &[("AZULEJO_RETRIES", 1)],
        usual: 100_000,
        profile: GATE,
    },
    Kind {
        name: "cuts",
        about: "connections are cut after any number of bytes, and resume where they were",
        suite: WHOLE_SERVERS,
        tests: &["cuts::"],
        variables: &[("AZULEJO_CUTS", 1)],
        usual: 10_000,
        profile: GATE,
    },
    Kind {
        name: "floods",
        about: "somebody floods the server for so many seconds, in one way after the other",
        suite: WHOLE_SERVERS,
        tests: &["floods::"],
        variables: &[("AZULEJO_FLOOD_SECONDS", 1)],
        usual: 20,
        profile: GATE,
    },
    Kind {
        name: "secrets",
        about: "pairs of games with another future, and nothing tells them apart before",
        suite: &["--lib"],
        tests: &["secrecy::"],
        variables: &[("AZULEJO_PAIRS", 1)],
        usual: 1_000,
        profile: GATE,
    },
    Kind {
        name: "speed",
        about: "moves beside bare inserts, so many seconds each, three times by turns",
        suite: WHOLE_SERVERS,
        tests: &["speed::"],
        variables: &[("AZULEJO_SPEED_SECONDS", 1)],
        usual: 12,
        profile: "release",
    },
];

/// The name of each kind and what it is about.
pub(crate) fn kinds() -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = (ALL, "all of these, one after the other");
    KINDS
        .iter()
        .map(|kind| (kind.name, kind.about))
        .chain([all])
}

/// Makes trouble of one kind, or of all.
pub(crate) fn run(sh: &Shell, name: &str, times: Option<u64>) -> Result<()> {
    ensure::postgres(sh)?;
    let chosen: Vec<_> = KINDS
        .iter()
        .filter(|kind| name == ALL || kind.name == name)
        .collect();
    if chosen.is_empty() {
        bail!("there is no trouble of the kind {name:?}");
    }
    for kind in chosen {
        let times = times.unwrap_or(kind.usual);
        println!("\n=== {}: {}, {times} times", kind.name, kind.about);
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
        for (variable, share) in kind.variables {
            let times = (times / share).max(1);
            command = command.env(variable, times.to_string());
        }
        command
            .env("AZULEJO_REQUIRE_POSTGRES", "1")
            .env("AZULEJO_REQUIRE_MOUNT", "1")
            .env("AZULEJO_REQUIRE_STRACE", "1")
            .run()?;
    }
    Ok(())
}
