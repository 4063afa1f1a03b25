//! The environment of a node: its clock, its randomness and its tasks.
//!
//! Live games and the cluster reach the machine only through it, so that a simulation can replace
//! the machine.

use std::pin::Pin;
use std::sync::Arc;

use tokio::task::JoinHandle;

use azulejo_game::Timestamp;

use crate::app::{self, random_bytes};

/// A task of a node, as a substitute for the runtime spawns it.
pub(crate) type NodeTask = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The machine as a node sees it.
pub(crate) trait Machine: Send + Sync {
    /// Returns the machine's time.
    fn now(&self) -> Timestamp;
    /// Fills a buffer with random bytes.
    fn fill_random(&self, bytes: &mut [u8]);
    /// Spawns a task, which ends with the node.
    fn spawn(&self, task: NodeTask) -> JoinHandle<()>;
}

/// The machine that a node runs on: the real one unless a simulation substitutes another.
#[derive(Clone, Default)]
pub(crate) struct Environment(Option<Arc<dyn Machine>>);

impl Environment {
    /// The environment of a simulated node.
    #[cfg(test)]
    pub(crate) fn simulated(machine: Arc<dyn Machine>) -> Self {
        Self(Some(machine))
    }

    /// Returns the machine's time.
    pub(crate) fn now(&self) -> Timestamp {
        match &self.0 {
            Some(machine) => machine.now(),
            None => app::now(),
        }
    }

    /// Returns random bytes.
    pub(crate) fn random_bytes<const N: usize>(&self) -> [u8; N] {
        match &self.0 {
            Some(machine) => {
                let mut bytes = [0; N];
                machine.fill_random(&mut bytes);
                bytes
            }
            None => random_bytes(),
        }
    }

    /// Spawns a task of the node.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
        match &self.0 {
            Some(machine) => machine.spawn(Box::pin(task)),
            None => tokio::spawn(task),
        }
    }
}
