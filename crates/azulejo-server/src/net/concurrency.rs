//! Concurrency limits: how much of one kind is held at once, per address and in total.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use crate::app::lock;
use crate::http::rate_limits::{Key, NETWORK_FACTOR};

/// A counter with a bound per address and a bound in total. An IPv6 /64 network counts as one
/// address, a /56 network as a few.
pub(crate) struct ConcurrencyLimit {
    per_address: usize,
    /// The higher bound per address while less than `quiet_total` is held.
    quiet_per_address: usize,
    quiet_total: usize,
    total: usize,
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    total: usize,
    by_address: HashMap<Key, usize>,
}

/// The bound that a refused request would have exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exceeded {
    PerAddress,
    Total,
}

impl ConcurrencyLimit {
    /// A limit without a bound has [`usize::MAX`] for it.
    pub(crate) fn new(per_address: usize, total: usize) -> Arc<Self> {
        Self::elastic(per_address, total, per_address, 0)
    }

    /// A limit with a higher bound per address while less than `quiet_total` is held.
    pub(crate) fn elastic(
        per_address: usize,
        total: usize,
        quiet_per_address: usize,
        quiet_total: usize,
    ) -> Arc<Self> {
        Arc::new(Self {
            per_address,
            quiet_per_address,
            quiet_total,
            total,
            held: Mutex::default(),
        })
    }

    /// Takes a permit, which is returned when it is dropped. Without an address, as for a trusted
    /// proxy, only the total counts.
    ///
    /// # Errors
    /// The bound that is reached.
    pub(crate) fn try_acquire(
        self: &Arc<Self>,
        address: Option<IpAddr>,
    ) -> Result<ConcurrencyPermit, Exceeded> {
        let address = address.map(Key::from);
        let mut held = self.held();
        if held.total >= self.total {
            return Err(Exceeded::Total);
        }
        let per_address = match held.total < self.quiet_total {
            true => self.quiet_per_address,
            false => self.per_address,
        };
        let network = address.and_then(Key::network);
        for (key, bound) in [
            (address, per_address),
            (network, per_address.saturating_mul(NETWORK_FACTOR as usize)),
        ] {
            if key.is_some_and(|key| held.by_address.get(&key).is_some_and(|&n| n >= bound)) {
                return Err(Exceeded::PerAddress);
            }
        }
        let keys = [address, network];
        for key in keys.into_iter().flatten() {
            *held.by_address.entry(key).or_default() += 1;
        }
        held.total += 1;
        Ok(ConcurrencyPermit {
            limit: Arc::clone(self),
            keys,
        })
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        lock(&self.held)
    }
}

/// A place under a [`ConcurrencyLimit`], free again when dropped.
pub(crate) struct ConcurrencyPermit {
    limit: Arc<ConcurrencyLimit>,
    /// The address and its network.
    keys: [Option<Key>; 2],
}

impl Drop for ConcurrencyPermit {
    fn drop(&mut self) {
        let mut held = self.limit.held();
        held.total -= 1;
        for key in self.keys.into_iter().flatten() {
            if let Some(of_key) = held.by_address.get_mut(&key) {
                *of_key -= 1;
                if *of_key == 0 {
                    held.by_address.remove(&key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Option<IpAddr> {
        Some(text.parse().expect(text))
    }

    #[track_caller]
    fn refused(limit: &Arc<ConcurrencyLimit>, from: &str) -> Exceeded {
        limit.try_acquire(address(from)).err().expect("refused")
    }

    #[test]
    fn address_is_bounded_and_others_are_not_affected() {
        let limit = ConcurrencyLimit::new(2, 10);
        let mut permits: Vec<_> = (0..2)
            .map(|_| limit.try_acquire(address("192.0.2.1")).ok())
            .collect();
        assert!(permits.iter().all(Option::is_some));
        assert_eq!(refused(&limit, "192.0.2.1"), Exceeded::PerAddress);
        assert_eq!(refused(&limit, "::ffff:192.0.2.1"), Exceeded::PerAddress);
        assert!(limit.try_acquire(address("192.0.2.2")).is_ok());
        permits.pop();
        assert!(limit.try_acquire(address("192.0.2.1")).is_ok());
    }

    #[test]
    fn ipv6_network_is_one_address() {
        let limit = ConcurrencyLimit::new(1, 10);
        let _permit = limit.try_acquire(address("2001:db8::1")).ok();
        assert_eq!(refused(&limit, "2001:db8::2"), Exceeded::PerAddress);
        assert!(limit.try_acquire(address("2001:db8:0:1::1")).is_ok());
    }

    #[test]
    fn ipv6_network_of_a_customer_is_a_few_addresses() {
        let limit = ConcurrencyLimit::new(2, 100);
        let permits: Vec<_> = (0..256)
            .filter_map(|n| {
                limit
                    .try_acquire(address(&format!("2001:db8:0:{n:x}::1")))
                    .ok()
            })
            .collect();
        assert_eq!(permits.len(), 2 * NETWORK_FACTOR as usize);
        assert!(limit.try_acquire(address("2001:db8:0:100::1")).is_ok());
        drop(permits);
        assert!(limit.try_acquire(address("2001:db8::1")).is_ok());
        assert_eq!(limit.held().by_address.len(), 0);
    }

    #[test]
    fn quiet_server_grants_an_address_more() {
        let limit = ConcurrencyLimit::elastic(2, 100, 5, 8);
        let acquire = |from: &str, n: usize| -> Vec<_> {
            (0..n)
                .filter_map(|_| limit.try_acquire(address(from)).ok())
                .collect()
        };
        let first = acquire("192.0.2.1", 10);
        assert_eq!(first.len(), 5);
        let second = acquire("192.0.2.2", 10);
        assert_eq!(second.len(), 3, "it is no longer quiet");
        assert_eq!(acquire("192.0.2.3", 10).len(), 2);
    }

    #[test]
    fn total_is_bounded_for_everyone() {
        let limit = ConcurrencyLimit::new(2, 3);
        let _permits: Vec<_> = (0..3).map(|_| limit.try_acquire(None).ok()).collect();
        assert_eq!(refused(&limit, "192.0.2.1"), Exceeded::Total);
        assert!(limit.try_acquire(None).is_err());
    }

    #[test]
    fn returned_permits_leave_nothing_behind() {
        let limit = ConcurrencyLimit::new(2, 3);
        let permits: Vec<_> = [address("192.0.2.1"), address("192.0.2.2"), None]
            .into_iter()
            .map(|from| limit.try_acquire(from).ok())
            .collect();
        drop(permits);
        let held = limit.held();
        assert_eq!((held.total, held.by_address.len()), (0, 0));
    }
}
