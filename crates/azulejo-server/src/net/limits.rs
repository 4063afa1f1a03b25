//! Limits on connections and on WebSockets.

use std::net::IpAddr;
use std::sync::Arc;

use azulejo_protocol::frame::{Problem, ProblemCode};

use super::concurrency::{ConcurrencyLimit, ConcurrencyPermit, Exceeded};
use crate::http::is_one_of;
use crate::http::rate_limits::{Action, RateLimits};

/// The connections of one address; a browser opens at most six.
const CONNECTIONS_PER_ADDRESS: u32 = 64;
/// The connections of one address while the server is quiet: a club evening.
const QUIET_CONNECTIONS_PER_ADDRESS: u32 = 160;
/// The connections in total below which the server is quiet.
const QUIET_CONNECTIONS_TOTAL: u32 = 512;
/// The connections in total: a flood from 32 addresses (2,336) does not use them up, and costs less
/// than 64 MiB even with headers of full length.
const CONNECTIONS_TOTAL: u32 = 2_560;
/// The WebSockets of one address: a large school, with a few tabs for each pupil.
const SOCKETS_PER_ADDRESS: u32 = 1_000;

/// Multiplies a limit; `--rate-limits 0` means no limit.
fn scaled(limit: u32, rate_limits: u32) -> usize {
    match rate_limits {
        0 => usize::MAX,
        times => limit.saturating_mul(times) as usize,
    }
}

/// Decides which connections are accepted. WebSockets do not count.
pub(crate) struct ConnectionLimits {
    open: Arc<ConcurrencyLimit>,
    rate: Arc<RateLimits>,
    /// Reverse proxies carry the requests of many clients, so only the total applies to them.
    proxies: Vec<IpAddr>,
}

impl ConnectionLimits {
    pub(crate) fn new(rate_limits: u32, rate: Arc<RateLimits>, proxies: &[IpAddr]) -> Self {
        Self {
            open: ConcurrencyLimit::elastic(
                scaled(CONNECTIONS_PER_ADDRESS, rate_limits),
                scaled(CONNECTIONS_TOTAL, rate_limits),
                scaled(QUIET_CONNECTIONS_PER_ADDRESS, rate_limits),
                scaled(QUIET_CONNECTIONS_TOTAL, rate_limits),
            ),
            rate,
            proxies: proxies.to_vec(),
        }
    }

    /// Returns a permit for a new connection, or `None` if it must be refused.
    pub(super) fn admit(&self, peer: IpAddr) -> Option<ConcurrencyPermit> {
        let is_proxy = is_one_of(&self.proxies, peer);
        if !is_proxy && self.rate.check(Action::Connect, peer).is_err() {
            self.count_refused("rate");
            return None;
        }
        let permit = self.open.try_acquire((!is_proxy).then_some(peer));
        permit
            .inspect_err(|exceeded| {
                self.count_refused(match exceeded {
                    Exceeded::PerAddress => "address",
                    Exceeded::Total => "total",
                });
            })
            .ok()
    }

    /// Counts a refused connection in the metrics, by one of [`REFUSALS`].
    pub(super) fn count_refused(&self, limit: &'static str) {
        metrics::counter!("azulejo_connections_refused_total", "limit" => limit).increment(1);
    }
}

/// The limits that refuse connections, as in the metrics: connections of an address, connections in
/// total, the rate of new connections, and file descriptors of the system.
pub(crate) const REFUSALS: [&str; 4] = ["address", "total", "rate", "system"];

/// The limit on open WebSockets of an address.
pub(crate) struct SocketLimit(Arc<ConcurrencyLimit>);

impl SocketLimit {
    pub(crate) fn new(rate_limits: u32) -> Self {
        let per_address = scaled(SOCKETS_PER_ADDRESS, rate_limits);
        Self(ConcurrencyLimit::new(per_address, usize::MAX))
    }

    /// Returns a permit for another WebSocket of an address.
    ///
    /// # Errors
    /// [`ProblemCode::TooMany`] if the address has as many as it may.
    pub(crate) fn open(&self, address: IpAddr) -> Result<ConcurrencyPermit, Problem> {
        self.0.try_acquire(Some(address)).map_err(|_exceeded| {
            metrics::counter!("azulejo_sockets_refused_total").increment(1);
            let detail = "too many sockets are open from this address";
            Problem::at(ProblemCode::TooMany, "sockets", detail)
        })
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpStream;

    use super::*;

    fn limits(times: u32, proxies: &[IpAddr]) -> ConnectionLimits {
        // The rate limit is not what is tested here.
        ConnectionLimits::new(times, Arc::new(RateLimits::new(0)), proxies)
    }

    fn address(n: u32) -> IpAddr {
        IpAddr::V4((0xc000_0200 + n).into())
    }

    fn admitted(limits: &ConnectionLimits, from: IpAddr, n: u32) -> Vec<ConcurrencyPermit> {
        (0..n).filter_map(|_| limits.admit(from)).collect()
    }

    #[test]
    fn flood_from_32_addresses_leaves_room_for_others() {
        let limits = limits(1, &[]);
        let flood: Vec<_> = (0..32)
            .flat_map(|n| admitted(&limits, address(n), 1_000))
            .collect();
        let quiet = 3 * QUIET_CONNECTIONS_PER_ADDRESS;
        assert_eq!(flood.len() as u32, quiet + 29 * CONNECTIONS_PER_ADDRESS);
        let honest = admitted(&limits, address(32), 12);
        assert_eq!(honest.len(), 12);
    }

    #[test]
    fn proxy_is_bounded_only_by_the_total() {
        let limits = limits(1, &[address(1)]);
        let permits = admitted(&limits, address(1), CONNECTIONS_TOTAL + 10);
        assert_eq!(permits.len(), CONNECTIONS_TOTAL as usize);
        assert!(limits.admit(address(2)).is_none());
    }

    #[test]
    fn new_connections_of_an_address_are_rate_limited() {
        let rate = Arc::new(RateLimits::new(1));
        let limits = ConnectionLimits::new(0, rate, &[address(1)]);
        let n_admitted = |n| admitted(&limits, address(n), 5_000).len();
        assert!((1_200..5_000).contains(&n_admitted(0)));
        assert_eq!(n_admitted(1), 5_000, "a proxy");
    }

    #[test]
    fn limits_are_multiplied_or_switched_off() {
        let n_admitted = |times| admitted(&limits(times, &[]), address(1), 5_000).len();
        assert_eq!(n_admitted(2), 2 * QUIET_CONNECTIONS_PER_ADDRESS as usize);
        assert_eq!(n_admitted(0), 5_000);
        let sockets = SocketLimit::new(0);
        let all: Vec<_> = (0..2 * SOCKETS_PER_ADDRESS)
            .map(|_| sockets.open(address(1)))
            .collect();
        assert!(all.iter().all(Result::is_ok));
    }

    /// Requests a WebSocket and returns the status of the response with the connection.
    async fn request_socket(server: &crate::Server) -> (String, TcpStream) {
        let address = server.address();
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let request = format!(
            "GET /api/v1/socket HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\n\
             upgrade: websocket\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.expect("sent");
        let mut start = [0; 12];
        stream.read_exact(&mut start).await.expect("a response");
        let start = std::str::from_utf8(&start).expect("text");
        (start["HTTP/1.1 ".len()..].to_owned(), stream)
    }

    #[tokio::test]
    async fn open_sockets_of_an_address_are_bounded() {
        let data = tempfile::tempdir().expect("a folder");
        let path = data.path().join("azulejo.db");
        let mut config = crate::Config::new(format!("sqlite:{}", path.display()));
        config.listen = Some(([127, 0, 0, 1], 0).into());
        let server = crate::Server::start(config).await.expect("a server");
        let address = server.address().ip();
        let mut others: Vec<_> = (1..SOCKETS_PER_ADDRESS)
            .map(|_| server.app.sockets.open(address).expect("a permit"))
            .collect();
        let (status, last) = request_socket(&server).await;
        assert_eq!(status, "101");
        let (status, _refused) = request_socket(&server).await;
        assert_eq!(status, "429");
        let problem = server.app.sockets.open(address).err().expect("refused");
        assert_eq!(problem.code, ProblemCode::TooMany);
        assert_eq!(problem.field.as_deref(), Some("sockets"));
        drop(last);
        // The server notices the end of the connection a little later.
        let again = loop {
            match server.app.sockets.open(address) {
                Ok(open) => break open,
                Err(_full) => tokio::task::yield_now().await,
            }
        };
        others.push(again);
        let (status, _refused) = request_socket(&server).await;
        assert_eq!(status, "429");
        others.pop();
        let (status, _last) = request_socket(&server).await;
        assert_eq!(status, "101");
        server.stop().await;
    }
}
