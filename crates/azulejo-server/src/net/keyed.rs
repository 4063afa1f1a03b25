//! Semaphores per key: the requests of one owner wait for each other, not for those of others.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::app::lock;

/// The number of keys above which unused semaphores are removed.
const SWEEP_ABOVE: usize = 1024;

/// A semaphore for each key. Requests wait in the order in which they arrive.
pub(crate) struct KeyedSemaphore<K> {
    permits: usize,
    semaphores: Mutex<HashMap<K, Arc<Semaphore>>>,
}

impl<K: Eq + Hash> KeyedSemaphore<K> {
    /// Creates semaphores with a number of permits each.
    pub(crate) fn new(permits: usize) -> Self {
        Self {
            permits,
            semaphores: Mutex::default(),
        }
    }

    /// Waits for a permit, which is returned when it is dropped.
    pub(crate) async fn acquire(&self, key: K) -> OwnedSemaphorePermit {
        let semaphore = {
            let mut semaphores = lock(&self.semaphores);
            if semaphores.len() > SWEEP_ABOVE {
                // Permits and waiting requests hold a reference.
                semaphores.retain(|_, semaphore| Arc::strong_count(semaphore) > 1);
            }
            let new = || Arc::new(Semaphore::new(self.permits));
            Arc::clone(semaphores.entry(key).or_insert_with(new))
        };
        let permit = semaphore.acquire_owned().await;
        permit.expect("the semaphore is never closed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn keys_have_separate_permits_and_unused_keys_are_removed() {
        let keyed = Arc::new(KeyedSemaphore::new(1));
        let held = keyed.acquire(0).await;
        for other in 1..3 * SWEEP_ABOVE {
            drop(keyed.acquire(other).await);
        }
        assert!(lock(&keyed.semaphores).len() <= SWEEP_ABOVE + 1);
        let second = tokio::spawn({
            let keyed = Arc::clone(&keyed);
            async move { keyed.acquire(0).await }
        });
        tokio::task::yield_now().await;
        assert!(!second.is_finished(), "it waits for the first");
        drop(held);
        drop(second.await.expect("it gets the permit"));
    }
}
