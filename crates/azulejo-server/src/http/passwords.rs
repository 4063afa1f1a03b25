//! Passwords (argon2id, on a bounded number of threads) and recovery codes.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, LazyLock};

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash as Phc, Salt};
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_store::{PasswordHash, PlayerId, Store, StoreError, TokenHash};
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization as _;
use zeroize::Zeroizing;

use crate::app::random_bytes;
use crate::http::common_passwords::is_guessable;
use crate::http::names;
use crate::http::rate_limits::Key;
use crate::net::KeyedSemaphore;

/// The allowed length of a password, in characters.
pub(crate) const PASSWORD_CHARS: std::ops::RangeInclusive<usize> = 8..=256;
/// The number of recovery codes of an account.
const RECOVERY_CODES: usize = 8;
/// The characters of a recovery code, five bits each: with 112 bits or more a fast hash is enough
/// (ASVS 6.5.2).
const CODE_CHARS: usize = 24;
/// The characters of a recovery code from before second factors.
const OLD_CODE_CHARS: usize = 16;
/// The queue length per hashing thread: a wait of a second or two.
const QUEUED_PER_THREAD: usize = 64;
/// The requests of one address that hash or wait in the queue. Further ones wait for these, so that
/// one address cannot fill the queue.
const QUEUED_PER_ADDRESS: usize = 2;

/// The hasher of this process. It is bounded by the machine's cores, so all servers of a process
/// share it, as in tests.
pub(crate) static HASHER: LazyLock<Hasher> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Hasher::new(cores, cores * QUEUED_PER_THREAD, Params::default())
});

/// A password as typed. It has no `Debug` and is zeroized on drop.
pub(crate) struct Password(Zeroizing<String>);

impl Password {
    /// Returns a password to set for the account of this name.
    ///
    /// # Errors
    /// [`ProblemCode::BadPassword`] at `field` if its length is not allowed;
    /// [`ProblemCode::CommonPassword`] if it is easy to guess.
    pub(crate) fn new(text: String, name: &str, field: &str) -> Result<Self, Problem> {
        let password = Self::typed(text);
        let n_chars = password.0.chars().count();
        if !PASSWORD_CHARS.contains(&n_chars) {
            let (least, most) = (PASSWORD_CHARS.start(), PASSWORD_CHARS.end());
            let detail = format!("{n_chars} characters, but {least} to {most} are needed");
            return Err(Problem::at(ProblemCode::BadPassword, field, detail));
        }
        if is_guessable(&password.0, name) {
            let detail = "a common password, the name, or too few different characters";
            return Err(Problem::at(ProblemCode::CommonPassword, field, detail));
        }
        Ok(password)
    }

    /// Returns a password to verify, of any length. It is normalised (NFKC), because keyboards differ
    /// in how they compose accents.
    pub(crate) fn typed(text: String) -> Self {
        let text = Zeroizing::new(text);
        Self(Zeroizing::new(text.nfkc().collect()))
    }
}

/// The result of verifying a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The password is wrong, or there is no account.
    Wrong,
    /// The password is right.
    Right,
    /// The password is right, but its hash has outdated parameters and should be replaced.
    RightButOutdated,
}

/// Hashes passwords with a bounded number of threads and a bounded queue.
pub(crate) struct Hasher {
    /// One permit per request that hashes or waits.
    queue: Arc<Semaphore>,
    /// One permit per request that hashes.
    threads: Arc<Semaphore>,
    /// One permit per request of an address that hashes or waits in the queue.
    addresses: KeyedSemaphore<Key>,
    argon: Argon2<'static>,
    /// The hash of no password, verified for unknown accounts so that they take as long.
    dummy: PasswordHash,
}

impl Hasher {
    pub(crate) fn new(threads: usize, waiting: usize, params: Params) -> Self {
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let dummy = Phc {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: params_text(&argon),
            salt: Salt::new(&random_bytes::<16>()).ok(),
            hash: Output::new(&random_bytes::<32>()).ok(),
        };
        Self {
            queue: Arc::new(Semaphore::new(threads + waiting)),
            threads: Arc::new(Semaphore::new(threads)),
            addresses: KeyedSemaphore::new(QUEUED_PER_ADDRESS),
            argon,
            dummy: PasswordHash::new(dummy.to_string()),
        }
    }

    /// Hashes a password with a new salt.
    ///
    /// # Errors
    /// [`ProblemCode::TooFast`] if the queue is full.
    pub(crate) async fn hash(
        &self,
        password: Password,
        from: IpAddr,
    ) -> Result<PasswordHash, Problem> {
        let argon = self.argon.clone();
        self.run(from, move || {
            let salt = random_bytes::<16>();
            let hash = argon.hash_password_with_salt(password.0.as_bytes(), &salt);
            hash.map(|hash| PasswordHash::new(hash.to_string()))
        })
        .await?
        .map_err(|error| broken(&error))
    }

    /// Verifies a password. Without a hash it takes as long and is wrong, so that timing does not
    /// reveal which accounts exist.
    ///
    /// # Errors
    /// [`ProblemCode::TooFast`] if the queue is full.
    pub(crate) async fn verify(
        &self,
        password: Password,
        hash: Option<&PasswordHash>,
        from: IpAddr,
    ) -> Result<Verdict, Problem> {
        let known = hash.is_some();
        let parsed = Phc::new(hash.unwrap_or(&self.dummy).as_str());
        let parsed = parsed.map_err(|error| broken(&error))?;
        let is_old = parsed.algorithm != Algorithm::Argon2id.ident()
            || parsed.params != params_text(&self.argon);
        let argon = self.argon.clone();
        let compared = self
            .run(from, move || {
                argon.verify_password(password.0.as_bytes(), &parsed)
            })
            .await?;
        match compared {
            Ok(()) if known && is_old => Ok(Verdict::RightButOutdated),
            Ok(()) if known => Ok(Verdict::Right),
            Ok(()) | Err(argon2::password_hash::Error::PasswordInvalid) => Ok(Verdict::Wrong),
            Err(error) => Err(broken(&error)),
        }
    }

    async fn run<T: Send + 'static>(
        &self,
        from: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let of_address = self.addresses.acquire(Key::of_client(from)).await;
        let queued = Arc::clone(&self.queue).try_acquire_owned().map_err(|_| {
            let mut problem = Problem::new(ProblemCode::TooFast);
            problem.detail = Some("too many passwords are being checked".to_owned());
            problem
        })?;
        let thread = Arc::clone(&self.threads).acquire_owned().await;
        let thread = thread.map_err(|error| broken(&error))?;
        // The thread keeps its permits even if the client disconnects.
        let done = tokio::task::spawn_blocking(move || {
            let _permits = (of_address, queued, thread);
            work()
        });
        done.await.map_err(|error| broken(&error))
    }
}

fn params_text(argon: &Argon2<'_>) -> ParamsString {
    ParamsString::try_from(argon.params()).expect("argon2 writes its own parameters")
}

fn broken(error: &dyn std::fmt::Display) -> Problem {
    tracing::error!(%error, "password hashing failed");
    Problem::new(ProblemCode::Unavailable)
}

/// Crockford's Base32: no `I`, `L`, `O` or `U`.
const CODE_ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// New recovery codes: as shown once, and as stored.
pub(crate) struct RecoveryCodes {
    pub(crate) shown: Vec<String>,
    pub(crate) stored: Vec<[u8; 32]>,
}

/// Creates recovery codes for an account.
pub(crate) fn recovery_codes(player: PlayerId) -> RecoveryCodes {
    let shown: Vec<String> = (0..RECOVERY_CODES).map(|_| new_code()).collect();
    let stored = shown.iter().filter_map(|code| recovery_key(player, code));
    RecoveryCodes {
        stored: stored.collect(),
        shown,
    }
}

fn new_code() -> String {
    let bytes = random_bytes::<CODE_CHARS>();
    let characters = bytes.map(|byte| char::from(CODE_ALPHABET[usize::from(byte % 32)]));
    let groups: Vec<String> = characters
        .chunks(4)
        .map(|group| group.iter().collect())
        .collect();
    groups.join("-")
}

/// Returns the stored form of a code as typed, or `None` if it cannot be one.
///
/// The hash is fast, because no search reaches a code.
pub(crate) fn recovery_key(player: PlayerId, code: &str) -> Option<[u8; 32]> {
    let plain = plain_code(code)?;
    matches!(plain.len(), CODE_CHARS | OLD_CODE_CHARS).then(|| {
        Sha256::new()
            .chain_update(b"azulejo recovery code")
            .chain_update(player.as_str())
            .chain_update(plain.as_bytes())
            .finalize()
            .into()
    })
}

/// Creates the code of an invitation to create an account.
pub(crate) fn new_invitation_code() -> String {
    new_code()
}

/// Returns the stored form of an invitation's code as typed, or `None` if it cannot be one.
pub(crate) fn invitation_key(code: &str) -> Option<TokenHash> {
    let plain = plain_code(code)?;
    (plain.len() == CODE_CHARS).then(|| {
        let hash = Sha256::new()
            .chain_update(b"azulejo account invitation")
            .chain_update(plain.as_bytes())
            .finalize();
        TokenHash::new(hash.into())
    })
}

/// Returns a code as typed in its one spelling, or `None` if a character is not allowed or there are
/// too many.
fn plain_code(code: &str) -> Option<Zeroizing<String>> {
    let mut plain = Zeroizing::new(String::with_capacity(CODE_CHARS));
    for c in code.chars().filter(|c| !matches!(c, ' ' | '-')) {
        let c = match c.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            c => c,
        };
        let known = u8::try_from(c).is_ok_and(|byte| CODE_ALPHABET.contains(&byte));
        if !known || plain.len() == CODE_CHARS {
            return None;
        }
        plain.push(c);
    }
    Some(plain)
}

/// An account could not be reset.
#[derive(Debug, thiserror::Error)]
pub enum ResetError {
    /// No account has the name.
    #[error("there is no account {0:?}")]
    NoSuchAccount(String),
    /// The password could not be hashed.
    #[error("the new password could not be hashed")]
    Hashing,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// New credentials for a player who has lost both password and recovery codes, or the second factor.
#[derive(Debug)]
pub struct Reset {
    /// The account's name as it is shown.
    pub name: String,
    /// Its new password, to be changed after the next login.
    pub password: String,
    /// Its new recovery codes; the old ones are revoked.
    pub recovery_codes: Vec<String>,
}

/// Sets a new password and new recovery codes, removes the second factor, and ends all sessions of
/// an account.
///
/// # Errors
/// If there is no such account, or the store fails.
pub async fn reset_account(store: &dyn Store, name: &str) -> Result<Reset, ResetError> {
    let account = store.account_by_name(&names::fold(name)).await?;
    let account = account.ok_or_else(|| ResetError::NoSuchAccount(name.to_owned()))?;
    let player = account.player.id;
    let password = new_code();
    let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let hash = HASHER.hash(Password::typed(password.clone()), local).await;
    let codes = recovery_codes(player);
    store
        .set_password(player, hash.map_err(|_| ResetError::Hashing)?, None)
        .await?;
    store.set_recovery_codes(player, codes.stored, None).await?;
    store.remove_second_factor(player, None).await?;
    Ok(Reset {
        name: account.player.name,
        password,
        recovery_codes: codes.shown,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    fn quick(threads: usize, waiting: usize) -> Hasher {
        let params = Params::new(Params::MIN_M_COST, 1, 1, None).expect("the minimum");
        Hasher::new(threads, waiting, params)
    }

    /// An address of its own for each number.
    fn address(n: u32) -> IpAddr {
        IpAddr::V4(n.into())
    }

    fn typed(text: &str) -> Password {
        Password::typed(text.to_owned())
    }

    #[tokio::test]
    async fn only_the_right_password_verifies() {
        let hasher = quick(1, 1);
        let hash = hasher
            .hash(typed("correct horse"), LOCAL)
            .await
            .expect("hashed");
        assert!(hash.as_str().starts_with("$argon2id$v=19$"));
        assert!(!hash.as_str().contains("correct"));
        for (password, verdict) in [
            ("correct horse", Verdict::Right),
            ("Correct horse", Verdict::Wrong),
            ("", Verdict::Wrong),
        ] {
            assert_eq!(
                hasher.verify(typed(password), Some(&hash), LOCAL).await,
                Ok(verdict)
            );
        }
    }

    #[tokio::test]
    async fn hashes_are_salted() {
        let hasher = quick(1, 1);
        let hashes = [
            hasher
                .hash(typed("correct horse"), LOCAL)
                .await
                .expect("hashed"),
            hasher
                .hash(typed("correct horse"), LOCAL)
                .await
                .expect("hashed"),
        ];
        assert_ne!(hashes[0], hashes[1]);
    }

    #[tokio::test]
    async fn unknown_account_takes_as_long() {
        let hasher = quick(1, 1);
        let known = hasher
            .hash(typed("correct horse"), LOCAL)
            .await
            .expect("hashed");
        let costs = |hash: &PasswordHash| Phc::new(hash.as_str()).expect("its own").params;
        assert_eq!(costs(&hasher.dummy), costs(&known));
        assert_eq!(
            hasher.verify(typed("x"), None, LOCAL).await,
            Ok(Verdict::Wrong)
        );
    }

    #[tokio::test]
    async fn passwords_are_normalised() {
        let hasher = quick(1, 1);
        let hash = hasher
            .hash(typed("caf\u{e9} noir"), LOCAL)
            .await
            .expect("hashed");
        let verdict = hasher
            .verify(typed("cafe\u{301} noir"), Some(&hash), LOCAL)
            .await;
        assert_eq!(verdict, Ok(Verdict::Right));
    }

    #[tokio::test]
    async fn hash_with_other_parameters_is_outdated() {
        let hash = quick(1, 1)
            .hash(typed("correct horse"), LOCAL)
            .await
            .expect("hashed");
        let dearer = Params::new(Params::MIN_M_COST, 2, 1, None).expect("possible");
        let hasher = Hasher::new(1, 1, dearer);
        let verdict = hasher
            .verify(typed("correct horse"), Some(&hash), LOCAL)
            .await;
        assert_eq!(verdict, Ok(Verdict::RightButOutdated));
        assert_eq!(
            hasher.verify(typed("other"), Some(&hash), LOCAL).await,
            Ok(Verdict::Wrong)
        );
    }

    #[tokio::test]
    async fn hashing_is_bounded_in_threads_and_queue() {
        let hasher = Arc::new(quick(2, 3));
        let (release, released) = std::sync::mpsc::channel::<()>();
        let released = Arc::new(std::sync::Mutex::new(released));
        let (entered, mut entering) = tokio::sync::mpsc::unbounded_channel();
        let mut tasks = tokio::task::JoinSet::new();
        for n in 0..5 {
            let (hasher, released, entered) =
                (Arc::clone(&hasher), Arc::clone(&released), entered.clone());
            tasks.spawn(async move {
                hasher
                    .run(address(n), move || {
                        entered.send(()).expect("the test listens");
                        released
                            .lock()
                            .expect("not poisoned")
                            .recv()
                            .expect("released");
                    })
                    .await
            });
        }
        for _ in 0..2 {
            entering.recv().await.expect("two run");
        }
        // Once the queue is full, a sixth is refused.
        while hasher.queue.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(entering.try_recv().is_err(), "a third one runs");
        let sixth = hasher.hash(typed("correct horse"), LOCAL).await;
        assert_eq!(
            sixth.map(|_| ()).map_err(|problem| problem.code),
            Err(ProblemCode::TooFast)
        );
        for _ in 0..5 {
            release.send(()).expect("one waits");
        }
        while let Some(done) = tasks.join_next().await {
            assert_eq!(done.expect("no panic"), Ok(()));
        }
        assert!(hasher.hash(typed("correct horse"), LOCAL).await.is_ok());
    }

    #[test]
    fn passwords_to_set_have_8_to_256_characters() {
        for (n_chars, ok) in [(0, false), (7, false), (8, true), (256, true), (257, false)] {
            let text: String = "tílés óf çøbålt ".chars().cycle().take(n_chars).collect();
            let made = Password::new(text, "Ana", "password");
            match made {
                Ok(_) => assert!(ok, "{n_chars}"),
                Err(problem) => {
                    assert!(!ok, "{n_chars}");
                    assert_eq!(problem.code, ProblemCode::BadPassword);
                    assert_eq!(problem.field.as_deref(), Some("password"));
                }
            }
        }
    }

    #[test]
    fn recovery_codes_are_distinct_and_tolerate_sloppy_typing() {
        let player = PlayerId::from_entropy([7; 16]);
        let codes = recovery_codes(player);
        assert_eq!(codes.shown.len(), 8);
        assert_eq!(codes.stored.len(), 8);
        let different: std::collections::BTreeSet<_> = codes.stored.iter().collect();
        assert_eq!(different.len(), 8);
        for (shown, stored) in codes.shown.iter().zip(&codes.stored) {
            assert_eq!(shown.len(), 29, "{shown}");
            let sloppy = shown
                .to_lowercase()
                .replace('-', " ")
                .replace('0', "o")
                .replace('1', "l");
            assert_eq!(recovery_key(player, &sloppy), Some(*stored), "{sloppy}");
            let other = PlayerId::from_entropy([8; 16]);
            assert_ne!(recovery_key(other, shown), Some(*stored));
        }
        let old = "ABCD-EFGH-JKMN-PQRS";
        assert!(recovery_key(player, old).is_some(), "16 characters");
        for no_code in [
            "",
            "123456",
            "ABCD-EFGH-JKMN-PQR",
            "ABCD-EFGH-JKMN-PQRST",
            "ABCD-EFGH-JKMN-PQRÜ",
            "ABCD-EFGH-JKMN-PQRS-TVWX-YZ0",
            "ABCD-EFGH-JKMN-PQRS-TVWX-YZ012",
        ] {
            assert_eq!(recovery_key(player, no_code), None, "{no_code}");
        }
    }

    /// The attack: one address starts as many checks at once as its rate limit allows.
    #[tokio::test]
    async fn one_address_cannot_fill_the_queue() {
        let hasher = Arc::new(quick(1, 4));
        let mut attacker = tokio::task::JoinSet::new();
        for _ in 0..60 {
            let hasher = Arc::clone(&hasher);
            attacker.spawn(async move { hasher.verify(typed("guess"), None, address(1)).await });
        }
        tokio::task::yield_now().await;
        let owner = hasher.verify(typed("x"), None, address(2)).await;
        assert_eq!(owner, Ok(Verdict::Wrong));
        // A club behind one address waits, but is not refused.
        for verdict in attacker.join_all().await {
            assert_eq!(verdict, Ok(Verdict::Wrong));
        }
    }
}
