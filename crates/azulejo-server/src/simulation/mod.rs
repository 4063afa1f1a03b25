//! A deterministic simulation of the core: live games, the cluster and the in-memory store.
//!
//! One thread, a simulated clock and a seed decide everything: delays, crashes, pauses, lost and
//! duplicated frames and bus messages, store failures. Simulated players send commands with
//! idempotency keys and retry them at other nodes, while a checker compares what they see with the
//! event logs. A seed that violates an invariant replays exactly:
//!
//! ```text
//! cargo xtask simulate --from SEED --seeds 1
//! ```

mod checker;
mod client;
mod error_log;
mod network;
mod node;
mod regressions;
mod world;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use azulejo_game::event::SeatSetup;
use azulejo_game::view::SeatName;
use azulejo_game::{Millis, Timestamp};
use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::{Clock, Level, Settings, UndoPolicy};
use azulejo_protocol::table::Wall;
use azulejo_store::memory::MemoryDatabase;
use azulejo_store::{
    Credential, NEVER_MS, PlayerId, PlayerName, SessionKind, SessionRow, Store, TokenHash,
};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use self::checker::Checker;
use self::client::Client;
use self::node::Cluster;
use self::world::{World, lock};
use crate::live::actor::Message;
use crate::live::registry::PlantedBugs;
use azulejo_game::plan::Plan;

/// The number of steps of most simulations, each of which may begin a fault.
const STEPS: usize = 40;
/// The number of steps of the others, in which absences become too long.
const MANY_STEPS: usize = 200;
/// The simulated time in which all commands must be answered once faults have ended.
const ANSWERED_WITHIN: Duration = Duration::from_secs(60);
/// The number of attempts, a simulated second apart, in which all nodes must converge.
const CONVERGENCE_ATTEMPTS: usize = 30;

/// The result of a simulation.
struct Report {
    trace_hash: u64,
    violation: Option<String>,
    counts: BTreeMap<&'static str, u64>,
}

/// Simulates a seed.
fn simulate(seed: u64, planted: PlantedBugs) -> Report {
    let logged = error_log::record();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let world = World::new(seed);
        let counts = run(&world, planted).await;
        if let Some(error) = logged.first() {
            world.violated(format!("an error was logged: {error}"));
        }
        Report {
            trace_hash: world.trace_hash(),
            violation: world.violation(),
            counts,
        }
    })
}

async fn run(world: &Arc<World>, planted: PlantedBugs) -> BTreeMap<&'static str, u64> {
    let (clock, faults) = (Arc::clone(world), Arc::clone(world));
    let database = MemoryDatabase::with_faults(
        move || clock.now().unix_ms(),
        move |operation| faults.store_fault(operation),
    );
    let observer = database.open();
    let size = 2 + world.below(2);
    let cluster = Cluster::start(world, &database, planted, size);
    sleep(Duration::from_secs(5)).await;
    let checker = Checker::new(&cluster, Arc::clone(&observer));
    let players = create_players(world, &*observer).await;
    for _ in 0..1 + world.below(2) {
        create_game(world, &cluster, &checker, &players).await;
    }
    world.set_faulty(true);
    let mut clients = JoinSet::new();
    for &(player, session) in &players {
        let tabs = if world.chance(300) { 2 } else { 1 };
        for _ in 0..tabs {
            clients.spawn(Client::new(&cluster, &checker, player, session).play());
        }
    }
    let mut faults = NodeFaults::new(&cluster, &checker);
    let steps = if world.chance(900) { STEPS } else { MANY_STEPS };
    for _ in 0..steps {
        sleep(world.between(50, 1_200)).await;
        faults.step();
        check_random_node(&cluster, &checker);
        checker.observe_all();
        if world.violation().is_some() {
            return checker.counts();
        }
    }
    world.end();
    faults.end();
    let answered = async {
        while let Some(ended) = clients.join_next().await {
            if ended.is_err() {
                world.violated("a client panicked".to_owned());
            }
        }
    };
    if timeout(ANSWERED_WITHIN, answered).await.is_err() {
        world.violated("a command was never answered".to_owned());
    }
    check_convergence(world, &cluster, &checker).await;
    checker.check_unchanged();
    checker.counts()
}

async fn create_players(world: &World, store: &dyn Store) -> Vec<(PlayerId, TokenHash)> {
    let mut players = Vec::new();
    for number in 0..2 + world.below(2) {
        let (mut id, mut token) = ([0; 16], [0; 32]);
        world.fill_random(&mut id);
        world.fill_random(&mut token);
        let (player, token) = (PlayerId::from_entropy(id), TokenHash::new(token));
        let name = PlayerName {
            shown: format!("Player {number}"),
            folded: format!("player {number}"),
        };
        let now = world.now().unix_ms();
        let created = store.create_guest(player, name, now).await;
        created.expect("the observer never fails");
        let session = SessionRow {
            token,
            player,
            kind: SessionKind::Cookie,
            label: String::new(),
            created_ms: now,
            used_ms: now,
            expires_ms: NEVER_MS,
            idle_ms: NEVER_MS,
            ends_ms: NEVER_MS,
        };
        let created = store.create_session(session, Credential::NewPlayer).await;
        created.expect("the observer never fails");
        players.push((player, token));
    }
    players
}

async fn create_game(
    world: &World,
    cluster: &Cluster,
    checker: &Checker,
    players: &[(PlayerId, TokenHash)],
) {
    let mut seats: Vec<_> = players
        .iter()
        .map(|(player, _)| SeatSetup::Human {
            player: (*player).into(),
        })
        .collect();
    if world.chance(300) {
        seats.truncate(2);
    }
    if world.chance(400) {
        let level = Level::Master;
        seats.push(SeatSetup::Bot { level });
    }
    let plan = Plan {
        settings: Settings {
            wall: if world.chance(300) {
                Wall::Grey
            } else {
                Wall::Coloured
            },
            clock: match world.below(10) {
                0..3 => Clock::None,
                3 => Clock::Days { days: 1 },
                _ => Clock::RealTime {
                    seconds: 5 + world.below(26) as u32,
                    increment: world.below(3) as u32,
                },
            },
            undo: [UndoPolicy::Off, UndoPolicy::Ask, UndoPolicy::Free][world.below(3)],
            public: world.chance(500),
            start: None,
        },
        names: vec![SeatName::default(); seats.len()],
        host: players[0].0.into(),
        seats,
    };
    let node = cluster.node(world.below(cluster.size()));
    let created = node.registry().create(plan, None).await;
    checker.add_game(created.expect("no faults yet").game);
}

/// Begins and ends faults of nodes.
struct NodeFaults {
    cluster: Arc<Cluster>,
    checker: Arc<Checker>,
    /// For each node, the time at which its fault ends.
    until: Vec<Option<Timestamp>>,
}

impl NodeFaults {
    fn new(cluster: &Arc<Cluster>, checker: &Arc<Checker>) -> Self {
        Self {
            cluster: Arc::clone(cluster),
            checker: Arc::clone(checker),
            until: vec![None; cluster.size()],
        }
    }

    fn step(&mut self) {
        let world = Arc::clone(&self.cluster.world);
        for number in 0..self.until.len() {
            let node = self.cluster.node(number);
            match self.until[number] {
                Some(until) if until > world.now() => {}
                Some(_) => self.recover(number),
                // It failed to start.
                None if node.is_off() => self.cluster.restart(number),
                None if world.fault(world.profile().node_faults) => self.begin_fault(number),
                None => {}
            }
        }
        self.cluster.note_uptime();
    }

    fn begin_fault(&mut self, number: usize) {
        let world = &self.cluster.world;
        let node = self.cluster.node(number);
        let kind = match world.below(4) {
            0 => {
                node.crash();
                "crash"
            }
            1 => {
                node.pause();
                "pause"
            }
            2 => {
                node.set_reachable(false);
                "store unreachable"
            }
            _ => {
                node.shut_down();
                "shutdown"
            }
        };
        world.note(kind, [number as u64, 0, 0]);
        self.checker.count(kind);
        let lasts = Millis::new(world.between(100, 6_000).as_millis() as i64);
        self.until[number] = Some(world.now() + lasts);
    }

    fn recover(&mut self, number: usize) {
        let node = self.cluster.node(number);
        node.set_reachable(true);
        node.resume();
        if node.is_off() {
            self.cluster.restart(number);
        }
        self.cluster.world.note("recovery", [number as u64, 0, 0]);
        self.until[number] = None;
    }

    fn end(&mut self) {
        for number in 0..self.until.len() {
            // A node that is still shutting down would be off for good.
            self.cluster.node(number).end_shutdown();
            self.recover(number);
        }
        self.cluster.note_uptime();
    }
}

/// Compares a random game on a random node with its log.
fn check_random_node(cluster: &Arc<Cluster>, checker: &Arc<Checker>) {
    let world = &cluster.world;
    let node = cluster.node(world.below(cluster.size()));
    let games = checker.games();
    let game = games[world.below(games.len())];
    if !node.accepts() {
        return;
    }
    let (checker, registry) = (Arc::clone(checker), node.registry().clone());
    node.spawn(async move {
        let player = None;
        let view = registry.ask(game, |reply| Message::View { player, reply });
        if let Ok((view, _)) = view.await {
            checker.shown(game, view.ply, &view.hash);
        }
    });
}

/// Checks that all nodes reach the end of every log.
async fn check_convergence(world: &World, cluster: &Arc<Cluster>, checker: &Checker) {
    for number in 0..cluster.size() {
        for game in checker.games() {
            let mut attempts = 0;
            loop {
                let node = cluster.node(number);
                if node.is_off() {
                    cluster.restart(number);
                }
                let shown = if node.accepts() {
                    let player = None;
                    let view = node
                        .registry()
                        .ask(game, |reply| Message::View { player, reply });
                    view.await.map(|(view, _)| (view.ply, view.hash))
                } else {
                    Err(Problem::new(ProblemCode::Unavailable))
                };
                let head = checker.head(game);
                if shown.as_ref() == Ok(&head) {
                    break;
                }
                attempts += 1;
                if attempts == CONVERGENCE_ATTEMPTS {
                    return world.violated(format!(
                        "game {game}: node {number} shows {shown:?}, but the log ends at {head:?}"
                    ));
                }
                sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

const NO_BUGS: PlantedBugs = PlantedBugs {
    acknowledges_failed_appends: false,
    forgets_keys: false,
};

fn number_from_environment(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} must be a number")),
    )
}

/// What must happen in a long run; otherwise the simulation tests less than it claims.
const MUST_HAPPEN: &[&str] = &[
    "acknowledged",
    "chosen",
    "crash",
    "ended",
    "flagged",
    "moved",
    "pause",
    "refused",
    "rematch_made",
    "resumed",
    "retried",
    "shutdown",
    "store unreachable",
    "taken_over",
    "undone",
];

/// Simulates the seeds of the gate, or those that `cargo xtask simulate` asks for.
#[test]
fn every_seed_keeps_the_invariants() {
    let from = number_from_environment("AZULEJO_SIMULATION_FROM").unwrap_or(0);
    let seeds = number_from_environment("AZULEJO_SIMULATION_SEEDS").unwrap_or(1_000);
    let next = AtomicU64::new(from);
    let failed = Mutex::new(BTreeMap::new());
    let totals = Mutex::new(BTreeMap::new());
    let begun = std::time::Instant::now();
    let printed = Mutex::new(begun);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= from + seeds || lock(&failed).len() >= 3 {
                        return;
                    }
                    let report = simulate(seed, NO_BUGS);
                    for (what, count) in report.counts {
                        *lock(&totals).entry(what).or_insert(0) += count;
                    }
                    if let Some(violation) = report.violation {
                        eprintln!(
                            "seed {seed} violates an invariant: {violation}\n\
                             replay it: cargo xtask simulate --from {seed} --seeds 1\n"
                        );
                        lock(&failed).insert(seed, violation);
                    }
                    let mut printed = lock(&printed);
                    if printed.elapsed() > Duration::from_secs(5) {
                        *printed = std::time::Instant::now();
                        let seconds = begun.elapsed().as_secs();
                        eprintln!("{} of {seeds} seeds in {seconds} s", seed + 1 - from);
                    }
                }
            });
        }
    });
    let seconds = begun.elapsed().as_secs_f64();
    eprintln!("{seeds} seeds in {seconds:.1} s: {:?}", lock(&totals));
    if seeds >= 1_000 {
        for what in MUST_HAPPEN {
            assert!(lock(&totals).contains_key(what), "{what} never happened");
        }
    }
    let failed = lock(&failed);
    assert!(failed.is_empty(), "failing seeds: {:?}", failed.keys());
}

#[test]
fn a_seed_gives_the_same_trace_every_time() {
    for seed in 0..20 {
        let first = simulate(seed, NO_BUGS).trace_hash;
        assert_eq!(simulate(seed, NO_BUGS).trace_hash, first, "seed {seed}");
    }
}

/// Returns the first seed that finds a planted bug, with the violation.
fn finds(planted: PlantedBugs) -> (u64, String) {
    let mut seeds = (0..200).map(|seed| (seed, simulate(seed, planted).violation));
    seeds
        .find_map(|(seed, violation)| Some((seed, violation?)))
        .expect("the planted bug is found")
}

#[test]
fn acknowledging_a_failed_append_is_found() {
    let (_, violation) = finds(PlantedBugs {
        acknowledges_failed_appends: true,
        ..NO_BUGS
    });
    assert!(violation.contains("was acknowledged"), "{violation}");
}

#[test]
fn forgetting_idempotency_keys_is_found() {
    let (_, violation) = finds(PlantedBugs {
        forgets_keys: true,
        ..NO_BUGS
    });
    let found = violation.contains("the retry of a stored command")
        || violation.contains("was executed before");
    assert!(found, "{violation}");
}
