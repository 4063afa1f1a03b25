//! An in-memory store for tests and deterministic simulations.
//!
//! All nodes of a simulated cluster share a [`MemoryDatabase`]. It spawns no tasks, and reads the
//! time only from the clock it is given. Delays use tokio's clock, which simulations pause.
//!
//! ```
//! use azulejo_store::memory::{Failure, Fault, MemoryDatabase};
//! use azulejo_store::StoreError;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let clock = || 1_000;
//! let database = MemoryDatabase::with_faults(clock, |operation| match operation.name {
//!     "record_heartbeat" => Fault::failure(Failure::AfterCommit),
//!     _ => Fault::default(),
//! });
//! let node = database.open();
//! let outcome = node.record_heartbeat("a", 1_000).await;
//! assert!(matches!(outcome, Err(StoreError::Unknown(_))));
//! assert_eq!(node.last_heartbeats().await.unwrap().any, Some(1_000));
//! # }
//! ```

mod admin;
mod cluster;
mod data;
mod games;
mod players;
mod second_factor;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use data::Data;

use crate::{BusMessage, LocalBus, Notice, Store, StoreError};

/// A database in memory. Clones share the data.
#[derive(Clone)]
pub struct MemoryDatabase(Arc<Shared>);

struct Shared {
    clock: Box<dyn Fn() -> i64 + Send + Sync>,
    faults: Box<dyn Fn(&Operation) -> Fault + Send + Sync>,
    data: Mutex<Data>,
    /// The bus of each node, by its number.
    nodes: Mutex<Vec<LocalBus>>,
}

/// An operation that can be made to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The number of the node, in the order of [`MemoryDatabase::open`].
    pub node: usize,
    /// The name of the store method, or `"deliver"` for each bus message of another node.
    pub name: &'static str,
}

/// A simulated fault. The default is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    /// A delay before the operation takes effect.
    pub delay: Duration,
    /// A failure. A message that fails to be delivered is lost.
    pub failure: Option<Failure>,
    /// A delay between the commit and the reply.
    pub reply_delay: Duration,
}

/// The time of a simulated failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The operation has no effect and returns [`StoreError::Unavailable`].
    BeforeCommit,
    /// A write takes effect, but returns [`StoreError::Unknown`].
    /// For a read, the same as [`Failure::BeforeCommit`].
    AfterCommit,
}

impl Fault {
    /// A failure without delays.
    pub fn failure(failure: Failure) -> Self {
        Self {
            failure: Some(failure),
            ..Self::default()
        }
    }
}

impl MemoryDatabase {
    /// Creates an empty database. `clock` returns milliseconds since the Unix epoch.
    pub fn new(clock: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        Self::with_faults(clock, |_| Fault::default())
    }

    /// Creates an empty database with a callback that decides the fault of each operation.
    pub fn with_faults(
        clock: impl Fn() -> i64 + Send + Sync + 'static,
        faults: impl Fn(&Operation) -> Fault + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Shared {
            clock: Box::new(clock),
            faults: Box::new(faults),
            data: Mutex::default(),
            nodes: Mutex::default(),
        }))
    }

    /// Opens the database as a new node.
    pub fn open(&self) -> Arc<dyn Store> {
        let mut nodes = lock(&self.0.nodes);
        nodes.push(LocalBus::new());
        Arc::new(MemoryStore {
            shared: Arc::clone(&self.0),
            node: nodes.len() - 1,
            closed: AtomicBool::new(false),
            appends: AtomicU64::new(0),
        })
    }
}

impl std::fmt::Debug for MemoryDatabase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MemoryDatabase").finish_non_exhaustive()
    }
}

/// A node's connection to a [`MemoryDatabase`].
struct MemoryStore {
    shared: Arc<Shared>,
    node: usize,
    closed: AtomicBool,
    appends: AtomicU64,
}

impl MemoryStore {
    async fn read<T>(
        &self,
        name: &'static str,
        work: impl FnOnce(&Data) -> T,
    ) -> Result<T, StoreError> {
        let fault = self.begin(name).await?;
        if fault.failure.is_some() {
            return Err(unavailable());
        }
        let result = work(&lock(&self.shared.data));
        sleep(fault.reply_delay).await;
        Ok(result)
    }

    /// Runs a transaction and publishes its messages. `work` must change nothing if it fails.
    async fn write<T>(
        &self,
        name: &'static str,
        work: impl FnOnce(&mut Data, &mut Vec<BusMessage>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let fault = self.begin(name).await?;
        if fault.failure == Some(Failure::BeforeCommit) {
            return Err(unavailable());
        }
        let mut messages = Vec::new();
        let result = work(&mut lock(&self.shared.data), &mut messages)?;
        for message in messages {
            self.publish(&message);
        }
        sleep(fault.reply_delay).await;
        match fault.failure {
            Some(_) => Err(StoreError::Unknown("simulated failure".to_owned())),
            None => Ok(result),
        }
    }

    async fn begin(&self, name: &'static str) -> Result<Fault, StoreError> {
        let node = self.node;
        let fault = (self.shared.faults)(&Operation { node, name });
        sleep(fault.delay).await;
        match self.closed.load(Ordering::Relaxed) {
            true => Err(StoreError::Closed),
            false => Ok(fault),
        }
    }

    fn publish(&self, message: &BusMessage) {
        for (node, bus) in lock(&self.shared.nodes).iter().enumerate() {
            let own = node == self.node;
            let name = "deliver";
            let lost = || {
                (self.shared.faults)(&Operation { node, name })
                    .failure
                    .is_some()
            };
            if own || !lost() {
                let message = message.clone();
                bus.deliver(Notice { own, message });
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn sleep(delay: Duration) {
    if !delay.is_zero() {
        tokio::time::sleep(delay).await;
    }
}

fn unavailable() -> StoreError {
    StoreError::Unavailable("simulated failure".to_owned())
}
