//! Simulated nodes: a registry on a machine that can crash, pause and lose its store.

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::task::{Context, Poll, Waker};

use azulejo_store::Store;
use azulejo_store::memory::MemoryDatabase;
use tokio::task::{AbortHandle, JoinHandle};

use super::world::{World, lock};
use azulejo_game::{Millis, Timestamp};

use crate::config::Config;
use crate::live::bot_pool::BotPool;
use crate::live::environment::{Environment, Machine, NodeTask};
use crate::live::registry::{PlantedBugs, Registry, Seams};

/// The downtime that must be given back, with a margin for heartbeats.
pub(super) const NOTICEABLE_DOWNTIME: Millis = Millis::new(2_500);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Power {
    On,
    Paused,
    Off,
}

struct Tasks {
    power: Power,
    paused: Vec<Waker>,
    all: Vec<AbortHandle>,
}

/// The machine of a node. Its tasks run only while it is on.
struct SimulatedMachine {
    world: Arc<World>,
    /// The offset of its clock from the database's.
    skew: Millis,
    tasks: Arc<Mutex<Tasks>>,
}

impl Machine for SimulatedMachine {
    fn now(&self) -> Timestamp {
        self.world.now() + self.skew
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        self.world.fill_random(bytes);
    }

    fn spawn(&self, task: NodeTask) -> JoinHandle<()> {
        let handle = tokio::spawn(PoweredTask {
            world: Arc::clone(&self.world),
            tasks: Arc::clone(&self.tasks),
            task,
        });
        let mut tasks = lock(&self.tasks);
        tasks.all.push(handle.abort_handle());
        if tasks.power == Power::Off {
            handle.abort();
        }
        handle
    }
}

/// A task that runs only while its machine is on.
struct PoweredTask {
    world: Arc<World>,
    tasks: Arc<Mutex<Tasks>>,
    task: NodeTask,
}

impl Future for PoweredTask {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        {
            let mut tasks = lock(&self.tasks);
            match tasks.power {
                Power::On => {}
                Power::Paused => {
                    tasks.paused.push(context.waker().clone());
                    return Poll::Pending;
                }
                Power::Off => return Poll::Ready(()),
            }
        }
        let task = &mut self.task;
        let polled = std::panic::catch_unwind(AssertUnwindSafe(|| task.as_mut().poll(context)));
        polled.unwrap_or_else(|_| {
            self.world.violated("a task of a node panicked".to_owned());
            Poll::Ready(())
        })
    }
}

/// A node from its start to its crash.
pub(super) struct Node {
    world: Arc<World>,
    machine: Arc<SimulatedMachine>,
    registry: OnceLock<Registry>,
    pub(super) store: Arc<dyn Store>,
    /// The number of its store.
    store_number: usize,
    started: AtomicBool,
    stopping: AtomicBool,
}

impl Node {
    fn is_on(&self) -> bool {
        lock(&self.machine.tasks).power == Power::On
    }

    pub(super) fn is_off(&self) -> bool {
        lock(&self.machine.tasks).power == Power::Off
    }

    /// Returns whether clients can connect; a paused node accepts connections as well.
    pub(super) fn accepts(&self) -> bool {
        let stopping = self.stopping.load(Ordering::Relaxed);
        self.started.load(Ordering::Relaxed) && !stopping && !self.is_off()
    }

    /// Returns whether the node can serve clients.
    pub(super) fn is_up(&self) -> bool {
        self.accepts() && self.is_on() && self.world.is_reachable(self.store_number)
    }

    /// The registry of a node that has started.
    pub(super) fn registry(&self) -> &Registry {
        self.registry.get().expect("the node has started")
    }

    /// Spawns a task that ends with the node.
    pub(super) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.machine.spawn(Box::pin(task));
    }

    pub(super) fn pause(&self) {
        let mut tasks = lock(&self.machine.tasks);
        if tasks.power == Power::On {
            tasks.power = Power::Paused;
        }
    }

    pub(super) fn resume(&self) {
        let mut tasks = lock(&self.machine.tasks);
        if tasks.power == Power::Paused {
            tasks.power = Power::On;
            for waker in tasks.paused.drain(..) {
                waker.wake();
            }
        }
    }

    pub(super) fn crash(&self) {
        let all = {
            let mut tasks = lock(&self.machine.tasks);
            tasks.power = Power::Off;
            std::mem::take(&mut tasks.all)
        };
        for task in all {
            task.abort();
        }
    }

    /// Shuts down gracefully, as a server does.
    pub(super) fn shut_down(self: &Arc<Self>) {
        self.stopping.store(true, Ordering::Relaxed);
        let node = Arc::clone(self);
        self.spawn(async move {
            if let Some(registry) = node.registry.get() {
                let stopped = registry.heartbeat.stop();
                registry.heartbeat.write_last(stopped).await;
            }
            node.store.close().await;
            node.crash();
        });
    }

    /// Switches the node off if it is shutting down.
    pub(super) fn end_shutdown(&self) {
        if self.stopping.load(Ordering::Relaxed) {
            self.crash();
        }
    }

    pub(super) fn set_reachable(&self, reachable: bool) {
        self.world.set_reachable(self.store_number, reachable);
    }
}

/// The nodes on one database, and the times during which none of them was up.
pub(super) struct Cluster {
    pub(super) world: Arc<World>,
    database: MemoryDatabase,
    planted: PlantedBugs,
    nodes: Mutex<Nodes>,
}

struct Nodes {
    current: Vec<Arc<Node>>,
    opened: usize,
    down_since: Option<Timestamp>,
    downtime: Vec<(Timestamp, Timestamp)>,
}

impl Cluster {
    /// Creates a cluster of nodes that are starting. The database must have an observer already.
    pub(super) fn start(
        world: &Arc<World>,
        database: &MemoryDatabase,
        planted: PlantedBugs,
        size: usize,
    ) -> Arc<Self> {
        let cluster = Arc::new(Self {
            world: Arc::clone(world),
            database: database.clone(),
            planted,
            nodes: Mutex::new(Nodes {
                current: Vec::new(),
                opened: 1,
                down_since: None,
                downtime: Vec::new(),
            }),
        });
        for _ in 0..size {
            let node = cluster.start_node();
            lock(&cluster.nodes).current.push(node);
        }
        cluster
    }

    fn start_node(self: &Arc<Self>) -> Arc<Node> {
        let store_number = {
            let mut nodes = lock(&self.nodes);
            nodes.opened += 1;
            nodes.opened - 1
        };
        let store = self.database.open();
        let machine = Arc::new(SimulatedMachine {
            world: Arc::clone(&self.world),
            skew: Millis::new(self.world.below(20_001) as i64 - 10_000),
            tasks: Arc::new(Mutex::new(Tasks {
                power: Power::On,
                paused: Vec::new(),
                all: Vec::new(),
            })),
        });
        let seams = Seams {
            environment: Environment::simulated(Arc::clone(&machine) as Arc<dyn Machine>),
            planted: self.planted,
            ..Seams::default()
        };
        let config = Config::new("postgres://simulated");
        let node = Arc::new(Node {
            world: Arc::clone(&self.world),
            machine,
            registry: OnceLock::new(),
            store,
            store_number,
            started: AtomicBool::new(false),
            stopping: AtomicBool::new(false),
        });
        let (cluster, starting) = (Arc::clone(self), Arc::clone(&node));
        node.spawn(async move {
            let store = Arc::clone(&starting.store);
            match Registry::start(store, BotPool::inline(), &config, seams).await {
                Ok(registry) => {
                    let _ = starting.registry.set(registry);
                    starting.started.store(true, Ordering::Relaxed);
                }
                // The process exits; its supervisor starts another one.
                Err(_) => starting.crash(),
            }
            cluster.note_uptime();
        });
        node
    }

    pub(super) fn size(&self) -> usize {
        lock(&self.nodes).current.len()
    }

    pub(super) fn node(&self, number: usize) -> Arc<Node> {
        Arc::clone(&lock(&self.nodes).current[number])
    }

    /// Replaces a node that is off by a new one.
    pub(super) fn restart(self: &Arc<Self>, number: usize) {
        let node = self.start_node();
        lock(&self.nodes).current[number] = node;
    }

    /// Records whether any node is up. Called after each change.
    pub(super) fn note_uptime(&self) {
        let now = self.world.now();
        let mut nodes = lock(&self.nodes);
        let any_up = nodes.current.iter().any(|node| node.is_up());
        match (any_up, nodes.down_since) {
            (false, None) => nodes.down_since = Some(now),
            (true, Some(since)) => {
                nodes.downtime.push((since, now));
                nodes.down_since = None;
            }
            _ => {}
        }
    }

    /// Returns the downtime of the whole cluster within a period. Intervals shorter
    /// than `least` do not count.
    pub(super) fn downtime_between(
        &self,
        from: Timestamp,
        until: Timestamp,
        least: Millis,
    ) -> Millis {
        let nodes = lock(&self.nodes);
        let current = nodes.down_since.map(|since| (since, until));
        let all = nodes.downtime.iter().copied().chain(current);
        all.map(|(since, ended)| ended.min(until) - since.max(from))
            .filter(|down| *down >= least)
            .fold(Millis::ZERO, |sum, down| sum + down)
    }
}
