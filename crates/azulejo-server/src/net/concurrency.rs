//! Concurrency limits: how much of one kind is held at once, per address and in total.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use crate::app::lock;
use crate::http::rate_limits::Key;

/// A counter with a bound per address and a bound in total. An IPv6 /64 network counts as one
/// address.
pub(crate) struct ConcurrencyLimit {
    per_address: usize,
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
        Arc::new(Self {
            per_address,
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
        if let Some(address) = address {
            let of_address = held.by_address.get(&address).copied().unwrap_or_default();
            if of_address >= self.per_address {
                return Err(Exceeded::PerAddress);
            }
            held.by_address.insert(address, of_address + 1);
        }
        held.total += 1;
        Ok(ConcurrencyPermit {
            limit: Arc::clone(self),
            address,
        })
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        lock(&self.held)
    }
}

/// A place under a [`ConcurrencyLimit`], free again when dropped.
pub(crate) struct ConcurrencyPermit {
    limit: Arc<ConcurrencyLimit>,
    address: Option<Key>,
}

impl Drop for ConcurrencyPermit {
    fn drop(&mut self) {
        let mut held = self.limit.held();
        held.total -= 1;
        let Some(address) = self.address else {
            return;
        };
        if let Some(of_address) = held.by_address.get_mut(&address) {
            *of_address -= 1;
            if *of_address == 0 {
                held.by_address.remove(&address);
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
