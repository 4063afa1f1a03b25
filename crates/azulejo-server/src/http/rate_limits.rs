//! Token buckets: how much one address, account or socket may do.
//!
//! A bucket is full at first and fills up again at its own pace. The figures leave room for a club
//! behind one address; they are there for floods, not for people.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_store::PlayerId;
use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::DashMapStateStore;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};

/// What somebody wants to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Action {
    /// Any request.
    Request,
    /// Become a guest.
    NewGuest,
    /// Make an account.
    SignUp,
    /// Log in, with a password.
    LogIn,
    /// Be logged in to, as an account. Somebody else's wrong guesses count too, so there are more.
    GuessPassword,
    /// Set a password, with a recovery code.
    Recover,
    /// Take another name.
    Rename,
    /// Make a token for a program.
    NewToken,
    /// Get all of one's own data.
    Export,
    /// Set up a game.
    CreateGame,
    /// Take or give away a seat.
    ChangeSeat,
    /// Ask for a hint.
    Hint,
    /// Have a record expanded.
    Replay,
    /// Open a connection.
    Connect,
    /// Open a socket.
    OpenSocket,
    /// Act in a game, over whichever socket.
    Act,
    /// Follow a game, which is sent whole, over whichever socket.
    Watch,
    /// Say something to everybody in a game.
    Say,
}

impl Action {
    const ALL: [Self; 18] = [
        Self::Request,
        Self::NewGuest,
        Self::SignUp,
        Self::LogIn,
        Self::GuessPassword,
        Self::Recover,
        Self::Rename,
        Self::NewToken,
        Self::Export,
        Self::CreateGame,
        Self::ChangeSeat,
        Self::Hint,
        Self::Replay,
        Self::Connect,
        Self::OpenSocket,
        Self::Act,
        Self::Watch,
        Self::Say,
    ];

    /// How often at once, and after how many milliseconds once more.
    const fn rate(self) -> (u32, u64) {
        match self {
            Self::Request => (600, 10),
            Self::NewGuest => (60, 2_000),
            Self::SignUp => (20, 60_000),
            Self::LogIn => (10, 6_000),
            Self::GuessPassword => (60, 10_000),
            Self::Recover => (5, 60_000),
            Self::Rename => (10, 30_000),
            Self::NewToken => (10, 60_000),
            Self::Export => (3, 60_000),
            Self::CreateGame => (30, 3_000),
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

    const fn name(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::NewGuest => "new_guest",
            Self::SignUp => "sign_up",
            Self::LogIn => "log_in",
            Self::GuessPassword => "guess_password",
            Self::Recover => "recover",
            Self::Rename => "rename",
            Self::NewToken => "new_token",
            Self::Export => "export",
            Self::CreateGame => "create_game",
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

/// Whose bucket it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Key {
    Address(IpAddr),
    Player(PlayerId),
    /// Somebody or something by name; the name's hash.
    Text(u64),
    /// Shared by many, when there are more than can be remembered.
    Shared(u64),
}

impl From<IpAddr> for Key {
    /// Whoever has one IPv6 address has the 2^64 others of its network too.
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

impl From<&String> for Key {
    fn from(text: &String) -> Self {
        Self::from(text.as_str())
    }
}

/// After how many checks of one kind buckets that are full again are forgotten.
const SWEEP_EVERY: u32 = 1 << 12;
/// How many buckets of one kind are kept apart.
const MAX_KEYS: usize = 1 << 16;
/// How many buckets strangers share when there are too many of them.
const N_SHARED: u64 = 1 << 10;

/// Somebody was too fast.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TooFast {
    pub(crate) problem: Problem,
    /// After how many seconds there is a token again.
    pub(crate) seconds: u64,
}

/// The buckets of a server.
pub(crate) struct RateLimits<C: Clock = DefaultClock> {
    /// By action; nothing where everything is allowed.
    buckets: Option<[Buckets<C>; Action::ALL.len()]>,
    /// How many times the usual; 0 where everything is allowed.
    times: u32,
    clock: C,
}

/// The buckets for one kind of action.
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
    /// Buckets of so many times the usual size and pace; none for 0.
    pub(crate) fn new(times: u32) -> Self {
        Self::with_clock(times, DefaultClock::default())
    }

    /// A bucket for the frames of one socket.
    pub(crate) fn frames(&self) -> FrameBucket {
        FrameBucket::new(self.times, 60, 50)
    }
}

impl<C: Clock + Clone> RateLimits<C> {
    fn with_clock(times: u32, clock: C) -> Self {
        let buckets = |action: Action| {
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
            buckets: (times > 0).then(|| Action::ALL.map(buckets)),
            times,
            clock,
        }
    }

    /// Takes a token for an action, or says when there will be one.
    ///
    /// # Errors
    /// [`ProblemCode::TooFast`], with the action as its field.
    pub(crate) fn check(&self, action: Action, key: impl Into<Key>) -> Result<(), TooFast> {
        let Some(buckets) = &self.buckets else {
            return Ok(());
        };
        let buckets = &buckets[action as usize];
        let key = buckets.keep_small(key.into());
        buckets.limiter.check_key(&key).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now());
            let seconds = u64::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u64::MAX);
            let seconds = seconds.max(1);
            let detail = format!("again in {seconds} s");
            TooFast {
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
    /// Forgets full buckets now and then. A flood of new keys that outruns this shares buckets, so
    /// that memory stays bounded.
    fn keep_small(&self, key: Key) -> Key {
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

/// The bucket of one socket.
pub(crate) struct FrameBucket(Option<DefaultDirectRateLimiter>);

impl FrameBucket {
    fn new(times: u32, burst: u32, refill_ms: u64) -> Self {
        Self((times > 0).then(|| RateLimiter::direct(quota(times, burst, refill_ms))))
    }

    /// Takes a token; says whether there was one.
    pub(crate) fn take(&mut self) -> bool {
        self.0
            .as_ref()
            .is_none_or(|limiter| limiter.check().is_ok())
    }
}

fn quota(times: u32, burst: u32, refill_ms: u64) -> Quota {
    let refill = Duration::from_millis(refill_ms) / times;
    let period = Quota::with_period(refill.max(Duration::from_nanos(1)));
    let burst = NonZeroU32::new(burst.saturating_mul(times)).expect("every bucket holds something");
    period
        .expect("every bucket fills up again")
        .allow_burst(burst)
}

fn hash_of(value: impl std::hash::Hash) -> u64 {
    use std::hash::BuildHasher as _;
    // Random for each process, so that nobody can choose whom to share a bucket with.
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
    fn every_action_has_its_own_bucket_in_its_place() {
        for (idx, action) in Action::ALL.into_iter().enumerate() {
            assert_eq!(action as usize, idx, "{action:?}");
        }
    }

    #[test]
    fn a_bucket_gives_its_burst_then_one_for_each_period() {
        for action in Action::ALL {
            let (limits, clock) = limits();
            let (burst, refill_ms) = action.rate();
            for _ in 0..burst {
                assert_eq!(limits.check(action, address(1)), Ok(()));
            }
            let too_fast = limits.check(action, address(1));
            let problem = too_fast.expect_err("the bucket is empty").problem;
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
    fn the_detail_says_how_long_to_wait() {
        let (limits, _clock) = limits();
        let all: Vec<_> = (0..11)
            .map(|_| limits.check(Action::LogIn, address(1)))
            .collect();
        let too_fast = all[10].as_ref().expect_err("ten at once");
        assert_eq!(too_fast.problem.detail.as_deref(), Some("again in 6 s"));
        assert_eq!(too_fast.seconds, 6);
    }

    #[test]
    fn others_and_other_actions_have_their_own_buckets() {
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
    fn an_ipv6_network_is_one_address_and_a_mapped_ipv4_is_itself() {
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
    fn switched_off_everything_is_allowed() {
        let limits = RateLimits::new(0);
        let mut frames = limits.frames();
        for _ in 0..10_000 {
            assert_eq!(limits.check(Action::Recover, address(1)), Ok(()));
            assert!(frames.take());
        }
    }

    #[test]
    fn limits_can_be_raised() {
        let clock = FakeRelativeClock::default();
        let limits = RateLimits::with_clock(3, clock.clone());
        let (burst, refill_ms) = Action::LogIn.rate();
        for _ in 0..3 * burst {
            assert_eq!(limits.check(Action::LogIn, address(1)), Ok(()));
        }
        assert!(limits.check(Action::LogIn, address(1)).is_err());
        clock.advance(Duration::from_millis(refill_ms / 3));
        assert_eq!(limits.check(Action::LogIn, address(1)), Ok(()));
        assert!(limits.check(Action::LogIn, address(1)).is_err());
        // As high as a number can be is still a limit.
        let limits = RateLimits::with_clock(u32::MAX, clock);
        assert_eq!(limits.check(Action::Replay, address(1)), Ok(()));
    }

    #[test]
    fn full_buckets_are_forgotten() {
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
    fn a_flood_of_addresses_does_not_grow_the_memory_and_is_still_slowed() {
        let (limits, _clock) = limits();
        let mut refused = 0;
        for n in 0..4 * MAX_KEYS as u32 {
            refused += u32::from(limits.check(Action::Recover, address(n)).is_err());
        }
        let most = MAX_KEYS + SWEEP_EVERY as usize + N_SHARED as usize;
        assert!(limits.n_keys(Action::Recover) <= most);
        assert!(refused > 2 * MAX_KEYS as u32, "{refused} were refused");
    }

    #[test]
    fn a_socket_has_its_own_bucket() {
        let hour_ms = 3_600_000;
        let mut bucket = FrameBucket::new(1, 5, hour_ms);
        let mut other = FrameBucket::new(1, 5, hour_ms);
        assert_eq!((0..50).filter(|_| bucket.take()).count(), 5);
        assert!(other.take());
    }
}
