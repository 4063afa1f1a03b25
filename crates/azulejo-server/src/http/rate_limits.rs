//! Rate limits: token buckets per address, account or WebSocket.
//!
//! A bucket starts full and refills at a constant rate. The figures allow for a club behind one
//! address; they stop floods, not people.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_store::PlayerId;
use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::DashMapStateStore;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};

use crate::http::bounds::SOCKET;

/// A rate-limited action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Action {
    /// Any request.
    Request,
    /// Create a guest.
    NewGuest,
    /// Create an account.
    SignUp,
    /// Log in with a password, per address.
    LogIn,
    /// Guess the password of an account, per name and address.
    GuessPassword,
    /// Guess the password of an account, from any address. Beyond it guesses take turns, except from
    /// known addresses, or strangers could lock the owner out.
    GuessAnywhere,
    /// Guess a code of the second factor, per account. Two successive codes and recovery codes are
    /// not counted, or an attacker who knows the password could lock the owner out.
    GuessCode,
    /// Create the secret of a second factor.
    Enrol,
    /// Set a password with a recovery code.
    Recover,
    /// Change the name.
    Rename,
    /// Create a bearer token.
    NewToken,
    /// Export personal data.
    Export,
    /// Create a game.
    CreateGame,
    /// Offer a seat in the lobby, per address.
    OfferSeat,
    /// Change a seat.
    ChangeSeat,
    /// Request a hint.
    Hint,
    /// Expand a game or a pasted record.
    Replay,
    /// Open a connection.
    Connect,
    /// Open a WebSocket.
    OpenSocket,
    /// Act in a game, over all sockets.
    Act,
    /// Watch a game, over all sockets; the response is a whole view.
    Watch,
    /// Say a phrase in a game.
    Say,
}

impl Action {
    pub(crate) const ALL: [Self; 22] = [
        Self::Request,
        Self::NewGuest,
        Self::SignUp,
        Self::LogIn,
        Self::GuessPassword,
        Self::GuessAnywhere,
        Self::GuessCode,
        Self::Enrol,
        Self::Recover,
        Self::Rename,
        Self::NewToken,
        Self::Export,
        Self::CreateGame,
        Self::OfferSeat,
        Self::ChangeSeat,
        Self::Hint,
        Self::Replay,
        Self::Connect,
        Self::OpenSocket,
        Self::Act,
        Self::Watch,
        Self::Say,
    ];

    /// Returns the owner of a bucket, in words.
    pub(crate) const fn owner(self) -> &'static str {
        match self {
            Self::GuessCode
            | Self::Enrol
            | Self::Rename
            | Self::NewToken
            | Self::Export
            | Self::CreateGame
            | Self::ChangeSeat
            | Self::Hint
            | Self::Act
            | Self::Say => "player",
            Self::Watch => "player, or address without a session",
            Self::GuessPassword => "name and address",
            Self::GuessAnywhere => "name; more take turns, one every 3 s",
            Self::Request
            | Self::NewGuest
            | Self::SignUp
            | Self::LogIn
            | Self::Recover
            | Self::OfferSeat
            | Self::Replay
            | Self::Connect
            | Self::OpenSocket => "address",
        }
    }

    /// Returns the action in words.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Request => "HTTP request",
            Self::NewGuest => "new guest",
            Self::SignUp => "sign-up",
            Self::LogIn => "password check",
            Self::GuessPassword => "password check of one account",
            Self::GuessAnywhere => "password check of one account, from all addresses",
            Self::GuessCode => "code of the second factor",
            Self::Enrol => "new secret of a second factor",
            Self::Recover => "use of a recovery code",
            Self::Rename => "change of name",
            Self::NewToken => "new token",
            Self::Export => "export of personal data",
            Self::CreateGame => "new game",
            Self::OfferSeat => "game offered in the lobby",
            Self::ChangeSeat => "change of seats, or new invitation",
            Self::Hint => "hint",
            Self::Replay => "replay",
            Self::Connect => "new connection",
            Self::OpenSocket => "new WebSocket",
            Self::Act => "frame that acts in a game",
            Self::Watch => "frame `watch`",
            Self::Say => "frame `say`",
        }
    }

    /// Returns the burst and the milliseconds after which one token is added.
    pub(crate) const fn rate(self) -> (u32, u64) {
        match self {
            Self::Request => (600, 10),
            Self::NewGuest => (60, 2_000),
            Self::SignUp => (60, 60_000),
            Self::LogIn => (60, 2_000),
            Self::GuessPassword => (10, 180_000),
            Self::GuessAnywhere => (60, 10_000),
            Self::GuessCode => (10, 300_000),
            Self::Enrol => (10, 60_000),
            Self::Recover => (5, 60_000),
            Self::Rename => (10, 30_000),
            Self::NewToken => (10, 60_000),
            Self::Export => (3, 60_000),
            Self::CreateGame => (30, 3_000),
            Self::OfferSeat => (40, 60_000),
            Self::ChangeSeat => (60, 1_000),
            Self::Hint => (20, 2_000),
            Self::Replay => (30, 2_000),
            Self::Connect => (1_200, 8),
            Self::OpenSocket => (120, 200),
            Self::Act => (120, 25),
            Self::Watch => (240, 200),
            Self::Say => (5, 2_000),
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::NewGuest => "new_guest",
            Self::SignUp => "sign_up",
            Self::LogIn => "log_in",
            Self::GuessPassword => "guess_password",
            Self::GuessAnywhere => "guess_anywhere",
            Self::GuessCode => "guess_code",
            Self::Enrol => "enrol",
            Self::Recover => "recover",
            Self::Rename => "rename",
            Self::NewToken => "new_token",
            Self::Export => "export",
            Self::CreateGame => "create_game",
            Self::OfferSeat => "offer_seat",
            Self::ChangeSeat => "change_seat",
            Self::Hint => "hint",
            Self::Replay => "replay",
            Self::Connect => "connect",
            Self::OpenSocket => "open_socket",
            Self::Act => "act",
            Self::Watch => "watch",
            Self::Say => "say",
        }
    }
}

/// The owner of a bucket.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Key {
    Address(IpAddr),
    /// An IPv6 /56 network, which many providers assign to one customer.
    Network(Ipv6Addr),
    Player(PlayerId),
    /// A name, hashed.
    Text(u64),
    /// A bucket shared by several owners, used when there are too many.
    Shared(u64),
}

impl From<IpAddr> for Key {
    /// An IPv6 client controls its whole /64 network, so that counts as one address.
    fn from(address: IpAddr) -> Self {
        Self::Address(match address.to_canonical() {
            IpAddr::V6(v6) => {
                let network = u128::from(v6) >> 64 << 64;
                IpAddr::V6(Ipv6Addr::from(network))
            }
            v4 @ IpAddr::V4(_) => v4,
        })
    }
}

impl Key {
    /// Returns the key of a client that is given a share: an IPv6 /56 network counts as one.
    pub(crate) fn of_client(address: IpAddr) -> Self {
        let key = Self::from(address);
        key.network().unwrap_or(key)
    }

    /// Returns the key of the network that an IPv6 client may control, beside its own.
    pub(crate) fn network(self) -> Option<Self> {
        match self {
            Self::Address(IpAddr::V6(v6)) => {
                let network = u128::from(v6) >> 72 << 72;
                Some(Self::Network(Ipv6Addr::from(network)))
            }
            _ => None,
        }
    }
}

impl From<PlayerId> for Key {
    fn from(player: PlayerId) -> Self {
        Self::Player(player)
    }
}

impl From<&str> for Key {
    fn from(text: &str) -> Self {
        Self::Text(hash_of(text))
    }
}

impl From<(&str, IpAddr)> for Key {
    /// A name and the address of a client. An IPv6 /56 network counts as one address.
    fn from((text, address): (&str, IpAddr)) -> Self {
        Self::Text(hash_of((text, Self::of_client(address))))
    }
}

/// The limits of an IPv6 /56 network, as a multiple of those of an address.
pub(crate) const NETWORK_FACTOR: u32 = 4;
/// The number of checks after which full buckets of an action are evicted.
const SWEEP_EVERY: u32 = 1 << 12;
/// The most separate buckets of an action.
const MAX_KEYS: usize = 1 << 16;
/// The number of shared buckets that are used beyond that.
const N_SHARED: u64 = 1 << 10;

/// A rate limit was exceeded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RateLimited {
    pub(crate) problem: Problem,
    /// The seconds until the next token.
    pub(crate) seconds: u64,
}

/// The buckets of a server.
pub(crate) struct RateLimits<C: Clock = DefaultClock> {
    /// Indexed by action; `None` if rate limits are disabled.
    buckets: Option<[Buckets<C>; Action::ALL.len()]>,
    /// The buckets of IPv6 networks, likewise.
    networks: Option<[Buckets<C>; Action::ALL.len()]>,
    /// The multiplier of all limits; 0 disables them.
    times: u32,
    clock: C,
}

/// The buckets of one action.
struct Buckets<C: Clock> {
    limiter: RateLimiter<
        Key,
        DashMapStateStore<Key>,
        C,
        governor::middleware::NoOpMiddleware<C::Instant>,
    >,
    checks: AtomicU32,
    crowded: AtomicBool,
}

impl RateLimits {
    /// Creates limits with a multiplier; 0 disables them.
    pub(crate) fn new(times: u32) -> Self {
        Self::with_clock(times, DefaultClock::default())
    }

    /// Creates the bucket for the frames of one WebSocket.
    pub(crate) fn frames(&self) -> FrameBucket {
        FrameBucket::new(self.times, SOCKET.burst, SOCKET.refill_ms)
    }
}

impl<C: Clock + Clone> RateLimits<C> {
    fn with_clock(times: u32, clock: C) -> Self {
        let buckets = |times: u32, action: Action| {
            let (burst, refill_ms) = action.rate();
            Buckets {
                limiter: RateLimiter::new(
                    quota(times, burst, refill_ms),
                    DashMapStateStore::default(),
                    clock.clone(),
                ),
                checks: AtomicU32::new(0),
                crowded: AtomicBool::new(false),
            }
        };
        Self {
            buckets: (times > 0).then(|| Action::ALL.map(|action| buckets(times, action))),
            networks: (times > 0).then(|| {
                let times = times.saturating_mul(NETWORK_FACTOR);
                Action::ALL.map(|action| buckets(times, action))
            }),
            times,
            clock,
        }
    }

    /// Takes a token.
    ///
    /// # Errors
    /// [`ProblemCode::TooFast`] with the action as its field, and the time until the next token.
    pub(crate) fn check(&self, action: Action, key: impl Into<Key>) -> Result<(), RateLimited> {
        let key = key.into();
        if let Some(network) = key.network() {
            self.take(self.networks.as_ref(), action, network)?;
        }
        self.take(self.buckets.as_ref(), action, key)
    }

    fn take(
        &self,
        buckets: Option<&[Buckets<C>; Action::ALL.len()]>,
        action: Action,
        key: Key,
    ) -> Result<(), RateLimited> {
        let Some(buckets) = buckets else {
            return Ok(());
        };
        let buckets = &buckets[action as usize];
        let key = buckets.bucket_key(key);
        buckets.limiter.check_key(&key).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now());
            let seconds = u64::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u64::MAX);
            let seconds = seconds.max(1);
            let detail = format!("again in {seconds} s");
            RateLimited {
                problem: Problem::at(ProblemCode::TooFast, action.name(), detail),
                seconds,
            }
        })
    }

    #[cfg(test)]
    fn n_keys(&self, action: Action) -> usize {
        let buckets = self.buckets.as_ref();
        buckets.map_or(0, |buckets| buckets[action as usize].limiter.len())
    }
}

impl<C: Clock> Buckets<C> {
    /// Returns the key of the bucket to use. Full buckets are evicted now and then; if a flood of new
    /// keys outruns that, keys share buckets, so that memory stays bounded.
    fn bucket_key(&self, key: Key) -> Key {
        let checks = self.checks.fetch_add(1, Ordering::Relaxed);
        if checks % SWEEP_EVERY == SWEEP_EVERY - 1 {
            self.limiter.retain_recent();
            self.limiter.shrink_to_fit();
            let crowded = self.limiter.len() > MAX_KEYS;
            self.crowded.store(crowded, Ordering::Relaxed);
        }
        if self.crowded.load(Ordering::Relaxed) {
            Key::Shared(hash_of(key) % N_SHARED)
        } else {
            key
        }
    }
}

/// The bucket of one WebSocket.
pub(crate) struct FrameBucket(Option<DefaultDirectRateLimiter>);

impl FrameBucket {
    fn new(times: u32, burst: u32, refill_ms: u64) -> Self {
        Self((times > 0).then(|| RateLimiter::direct(quota(times, burst, refill_ms))))
    }

    /// Takes a token; returns false if there was none.
    pub(crate) fn take(&mut self) -> bool {
        self.0
            .as_ref()
            .is_none_or(|limiter| limiter.check().is_ok())
    }
}

fn quota(times: u32, burst: u32, refill_ms: u64) -> Quota {
    let refill = Duration::from_millis(refill_ms) / times;
    let period = Quota::with_period(refill.max(Duration::from_nanos(1)));
    let burst = NonZeroU32::new(burst.saturating_mul(times)).expect("no burst is zero");
    period.expect("no refill time is zero").allow_burst(burst)
}

fn hash_of(value: impl std::hash::Hash) -> u64 {
    use std::hash::BuildHasher as _;
    // Randomly keyed, so that an attacker cannot choose whom to share a bucket with.
    static STATE: std::sync::LazyLock<std::hash::RandomState> =
        std::sync::LazyLock::new(std::hash::RandomState::new);
    STATE.hash_one(value)
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    fn limits() -> (RateLimits<FakeRelativeClock>, FakeRelativeClock) {
        let clock = FakeRelativeClock::default();
        (RateLimits::with_clock(1, clock.clone()), clock)
    }

    fn address(n: u32) -> IpAddr {
        IpAddr::V4(n.into())
    }

    #[test]
    fn actions_index_their_buckets() {
        for (idx, action) in Action::ALL.into_iter().enumerate() {
            assert_eq!(action as usize, idx, "{action:?}");
        }
    }

    #[test]
    fn bucket_allows_its_burst_then_one_per_period() {
        for action in Action::ALL {
            let (limits, clock) = limits();
            let (burst, refill_ms) = action.rate();
            for _ in 0..burst {
                assert_eq!(limits.check(action, address(1)), Ok(()));
            }
            let rate_limited = limits.check(action, address(1));
            let problem = rate_limited.expect_err("the bucket is empty").problem;
            assert_eq!(problem.code, ProblemCode::TooFast);
            assert_eq!(problem.field.as_deref(), Some(action.name()));
            clock.advance(Duration::from_millis(refill_ms - 1));
            assert!(limits.check(action, address(1)).is_err());
            clock.advance(Duration::from_millis(1));
            assert_eq!(limits.check(action, address(1)), Ok(()));
            assert!(limits.check(action, address(1)).is_err());
        }
    }

    #[test]
    fn error_tells_when_to_retry() {
        let (limits, _clock) = limits();
        let (burst, refill_ms) = Action::LogIn.rate();
        for _ in 0..burst {
            assert_eq!(limits.check(Action::LogIn, address(1)), Ok(()));
        }
        let rate_limited = limits.check(Action::LogIn, address(1));
        let rate_limited = rate_limited.expect_err("the bucket is empty");
        assert_eq!(rate_limited.problem.detail.as_deref(), Some("again in 2 s"));
        assert_eq!(rate_limited.seconds, refill_ms / 1_000);
    }

    #[test]
    fn owners_and_actions_have_separate_buckets() {
        let (limits, _clock) = limits();
        while limits.check(Action::LogIn, address(1)).is_ok() {}
        assert_eq!(limits.check(Action::LogIn, address(2)), Ok(()));
        assert_eq!(
            limits.check(Action::LogIn, PlayerId::from_entropy([1; 16])),
            Ok(())
        );
        assert_eq!(limits.check(Action::LogIn, "ana"), Ok(()));
        assert_eq!(limits.check(Action::SignUp, address(1)), Ok(()));
    }

    #[test]
    fn ipv6_network_is_one_address_and_mapped_ipv4_is_ipv4() {
        let key = |text: &str| Key::from(text.parse::<IpAddr>().expect(text));
        assert_eq!(
            key("2001:db8:1:2::1"),
            key("2001:db8:1:2:ffff:ffff:ffff:ffff")
        );
        assert_ne!(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
        assert_eq!(key("::ffff:192.0.2.1"), key("192.0.2.1"));
        assert_ne!(key("192.0.2.1"), key("192.0.2.2"));
    }

    #[test]
    fn ipv6_networks_of_one_customer_share_a_larger_bucket() {
        let (limits, clock) = limits();
        let (burst, refill_ms) = Action::NewGuest.rate();
        let guests_of = |network: u128| {
            let addresses =
                (0..256).map(|n| (0x2001_0db8_u128 << 96) | (network << 72) | (n << 64));
            let allowed = addresses.filter(|&address| {
                let address = IpAddr::V6(address.into());
                limits.check(Action::NewGuest, address).is_ok()
            });
            allowed.count()
        };
        // 256 networks of 64 bits, with a burst each, are one of 56 bits.
        assert_eq!(guests_of(1), (NETWORK_FACTOR * burst) as usize);
        assert_eq!(guests_of(1), 0);
        assert_eq!(guests_of(2), (NETWORK_FACTOR * burst) as usize);
        clock.advance(Duration::from_millis(refill_ms));
        assert_eq!(guests_of(1), NETWORK_FACTOR as usize);
    }

    /// The attack: the 256 networks of one customer guess ten times each.
    #[test]
    fn guesses_at_a_name_from_one_customers_networks_share_a_bucket() {
        let (limits, _clock) = limits();
        let addresses = (0..256_u128).map(|n| (0x2001_0db8_u128 << 96) | (n << 64));
        let guesses = addresses.flat_map(|address| [IpAddr::V6(address.into()); 10]);
        let allowed = guesses.filter(|&address| {
            let pair = ("ana", address);
            limits.check(Action::GuessPassword, pair).is_ok()
        });
        assert_eq!(allowed.count(), 10);
    }

    #[test]
    fn disabled_limits_allow_everything() {
        let limits = RateLimits::new(0);
        let mut frames = limits.frames();
        for _ in 0..10_000 {
            assert_eq!(limits.check(Action::Recover, address(1)), Ok(()));
            assert!(frames.take());
        }
    }

    #[test]
    fn limits_can_be_multiplied() {
        let clock = FakeRelativeClock::default();
        let limits = RateLimits::with_clock(3, clock.clone());
        let (burst, refill_ms) = Action::LogIn.rate();
        for _ in 0..3 * burst {
            assert_eq!(limits.check(Action::LogIn, address(1)), Ok(()));
        }
        assert!(limits.check(Action::LogIn, address(1)).is_err());
        clock.advance(Duration::from_millis(refill_ms.div_ceil(3)));
        assert_eq!(limits.check(Action::LogIn, address(1)), Ok(()));
        assert!(limits.check(Action::LogIn, address(1)).is_err());
        // The highest multiplier does not overflow.
        let limits = RateLimits::with_clock(u32::MAX, clock);
        assert_eq!(limits.check(Action::Replay, address(1)), Ok(()));
    }

    #[test]
    fn full_buckets_are_evicted() {
        let (limits, clock) = limits();
        for n in 0..SWEEP_EVERY - 1 {
            assert_eq!(limits.check(Action::Request, address(n)), Ok(()));
        }
        assert_eq!(limits.n_keys(Action::Request), SWEEP_EVERY as usize - 1);
        clock.advance(Duration::from_secs(60));
        assert_eq!(limits.check(Action::Request, address(0)), Ok(()));
        assert_eq!(limits.n_keys(Action::Request), 1);
    }

    #[test]
    fn flood_of_addresses_is_bounded_in_memory_and_still_limited() {
        let (limits, _clock) = limits();
        let mut refused = 0;
        for n in 0..4 * MAX_KEYS as u32 {
            refused += u32::from(limits.check(Action::Recover, address(n)).is_err());
        }
        let most = MAX_KEYS + SWEEP_EVERY as usize + N_SHARED as usize;
        assert!(limits.n_keys(Action::Recover) <= most);
        assert!(refused > 2 * MAX_KEYS as u32, "{refused} refused");
    }

    #[test]
    fn sockets_have_separate_buckets() {
        let hour_ms = 3_600_000;
        let mut bucket = FrameBucket::new(1, 5, hour_ms);
        let mut other = FrameBucket::new(1, 5, hour_ms);
        assert_eq!((0..50).filter(|_| bucket.take()).count(), 5);
        assert!(other.take());
    }
}
