//! Administration: what the host of a server does to accounts, games and settings.
//!
//! [`Admin`] works on the database, beside a running server or without one. Every act is written to
//! the audit log before it is carried out; if it fails, a second entry says so.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use azulejo_game::decide::Command;
use azulejo_game::event::Event;
use azulejo_game::{Table, Timestamp};
use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::http::GameCard;
pub use azulejo_store::{
    AccountInvitation, AccountSummary, AuditEntry, GameStatus, NameRule, NameRuleKind, SignUp,
    Suspension,
};
use azulejo_store::{
    Append, Appended, GameId, GameRow, LobbyCursor, MAX_LIST, NEVER_MS, OpenError, Store,
    StoreError,
};

use crate::app::random_bytes;
use crate::draws::secret_chance::SecretChance;
use crate::http::names;
pub use crate::http::passwords::Reset;
use crate::http::passwords::{ResetError, invitation_key, new_invitation_code, reset_account};
use crate::http::routes::account::free_name;
use crate::live::rows::{card, new_event, set_people, summary};

/// The attempts to void a game that is being played.
const VOID_ATTEMPTS: u32 = 20;

/// An act was refused or failed.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// The database could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No account has the name.
    #[error("there is no account {0:?}")]
    NoSuchAccount(String),
    /// No game has the id.
    #[error("there is no game {0:?}")]
    NoSuchGame(String),
    /// The game is over.
    #[error("game {0} is over; only open and running games can be voided")]
    GameOver(GameId),
    /// The game advanced during every attempt.
    #[error("game {0} is being played; try again")]
    GameBusy(GameId),
    /// The log of the game is damaged.
    #[error("the log of game {0} is damaged: {1}")]
    DamagedGame(GameId, String),
    /// The name cannot be used.
    #[error("the name {0:?} cannot be used: {1}")]
    BadName(String, String),
    /// The account is not suspended.
    #[error("the account {0:?} is not suspended")]
    NotSuspended(String),
    /// There is no such rule.
    #[error("there is no rule for the name {0:?}")]
    NoSuchRule(String),
    /// The password could not be hashed.
    #[error("the new password could not be hashed")]
    Hashing,
}

/// An account with its games.
pub struct AccountDetails {
    /// The account.
    pub account: AccountSummary,
    /// Its open and running games.
    pub unfinished: Vec<GameCard>,
}

/// A game as a host sees it.
pub struct GameDetails {
    /// The game as in lists.
    pub card: GameCard,
    /// True if the lobby lists it.
    pub public: bool,
    /// The number of its events.
    pub events: u32,
    /// The creation time, in milliseconds since 1970.
    pub created_ms: i64,
}

/// The administration of a server's database.
pub struct Admin {
    store: Arc<dyn Store>,
    actor: String,
    /// The number of recorded acts.
    recorded: AtomicU32,
}

impl Admin {
    /// Opens a database. `actor` is recorded with every act.
    ///
    /// # Errors
    /// If the database cannot be opened.
    pub async fn open(url: &str, actor: impl Into<String>) -> Result<Self, OpenError> {
        let store = azulejo_store::open(url).await?;
        Ok(Self::on(store, actor))
    }

    /// Uses an open store.
    #[must_use]
    pub fn on(store: Arc<dyn Store>, actor: impl Into<String>) -> Self {
        let actor = actor.into();
        Self {
            store,
            actor,
            recorded: AtomicU32::new(0),
        }
    }

    /// Closes the database.
    pub async fn close(self) {
        self.store.close().await;
    }

    /// Returns the time of the database's clock, in milliseconds since 1970.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn now_ms(&self) -> Result<i64, StoreError> {
        self.store.now_ms().await
    }

    /// Returns all accounts whose name contains `part`, ordered by name, at most `limit`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn accounts(
        &self,
        part: &str,
        limit: usize,
    ) -> Result<Vec<AccountSummary>, AdminError> {
        let (part, now_ms) = (names::fold(part), self.store.now_ms().await?);
        let mut accounts: Vec<AccountSummary> = Vec::new();
        while accounts.len() < limit {
            let after = accounts.last().map_or("", |last| last.folded.as_str());
            let page = self.store.accounts(&part, after, now_ms, MAX_LIST).await?;
            let is_last = page.len() < MAX_LIST as usize;
            accounts.extend(page);
            if is_last {
                break;
            }
        }
        accounts.truncate(limit);
        Ok(accounts)
    }

    /// Returns an account.
    ///
    /// # Errors
    /// [`AdminError::NoSuchAccount`], or if the database fails.
    pub async fn account(&self, name: &str) -> Result<AccountDetails, AdminError> {
        let folded = names::fold(name);
        let missing = || AdminError::NoSuchAccount(name.to_owned());
        let id = self.store.account_by_name(&folded).await?;
        let id = id.ok_or_else(missing)?.player.id;
        let now_ms = self.store.now_ms().await?;
        let found = self.store.accounts(&folded, "", now_ms, MAX_LIST).await?;
        let account = found.into_iter().find(|found| found.player.id == id);
        let games = self.store.games_of(id, None, MAX_LIST).await?;
        let unfinished = games.iter().filter(|row| !row.summary.status.is_over());
        Ok(AccountDetails {
            account: account.ok_or_else(missing)?,
            unfinished: unfinished.filter_map(|row| card(row, Some(id))).collect(),
        })
    }

    /// Renames an account. Returns its new name. Reserved names of the server are allowed, those of
    /// bots and staff are not.
    ///
    /// # Errors
    /// If there is no such account, or the name cannot be used.
    pub async fn rename(&self, name: &str, new: &str, reason: &str) -> Result<String, AdminError> {
        let account = self.find(name).await?;
        let bad = |why: String| AdminError::BadName(new.to_owned(), why);
        let new_name = names::check(new)
            .map_err(|problem| bad(problem.detail.unwrap_or_else(|| "it is refused".to_owned())))?;
        let details = format!("to {:?}: {reason}", new_name.shown);
        self.act("rename", name, &details, async {
            match self.store.rename(account, new_name.clone()).await {
                Err(StoreError::NameTaken) => Err(bad("it is taken".to_owned())),
                done => Ok(done?),
            }
        })
        .await?;
        if free_name(&*self.store, &new_name).await.is_err() {
            return Err(bad("guests with this name could not be renamed".to_owned()));
        }
        Ok(new_name.shown)
    }

    /// Sets a new password and new recovery codes, and ends all sessions of an account.
    ///
    /// # Errors
    /// If there is no such account, or the database fails.
    pub async fn reset(&self, name: &str, reason: &str) -> Result<Reset, AdminError> {
        self.find(name).await?;
        self.act("reset", name, reason, async {
            let reset = reset_account(&*self.store, name).await;
            reset.map_err(|error| match error {
                ResetError::NoSuchAccount(name) => AdminError::NoSuchAccount(name),
                ResetError::Hashing => AdminError::Hashing,
                ResetError::Store(error) => error.into(),
            })
        })
        .await
    }

    /// Deletes an account. Its games stay, with a deleted player. Returns their number.
    ///
    /// # Errors
    /// If there is no such account, or the database fails.
    pub async fn delete(&self, name: &str, reason: &str) -> Result<usize, AdminError> {
        let account = self.find(name).await?;
        let games = self.act("delete", name, reason, async {
            Ok(self.store.delete_player(account).await?)
        });
        Ok(games.await?.len())
    }

    /// Suspends an account until a time, or until the suspension is lifted. Returns the suspension.
    ///
    /// # Errors
    /// If there is no such account, or the database fails.
    pub async fn suspend(
        &self,
        name: &str,
        until_ms: Option<i64>,
        reason: &str,
    ) -> Result<Suspension, AdminError> {
        let account = self.find(name).await?;
        let suspension = Suspension {
            reason: reason.to_owned(),
            since_ms: self.store.now_ms().await?,
            until_ms: until_ms.unwrap_or(NEVER_MS),
        };
        self.act("suspend", name, reason, async {
            Ok(self.store.suspend(account, suspension.clone()).await?)
        })
        .await?;
        Ok(suspension)
    }

    /// Lifts the suspension of an account.
    ///
    /// # Errors
    /// If there is no such account, or it is not suspended.
    pub async fn lift(&self, name: &str, reason: &str) -> Result<(), AdminError> {
        let account = self.find(name).await?;
        self.act("lift", name, reason, async {
            match self.store.lift_suspension(account).await? {
                true => Ok(()),
                false => Err(AdminError::NotSuspended(name.to_owned())),
            }
        })
        .await
    }

    /// Returns the newest games, public or not, at most `limit`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn games(
        &self,
        status: Option<GameStatus>,
        limit: usize,
    ) -> Result<Vec<GameDetails>, AdminError> {
        let mut games = Vec::new();
        let mut after: Option<LobbyCursor> = None;
        while games.len() < limit {
            let page = self.store.all_games(status, after, MAX_LIST).await?;
            after = page.last().map(GameRow::lobby_cursor);
            games.extend(page.iter().filter_map(details));
            if page.len() < MAX_LIST as usize {
                break;
            }
        }
        games.truncate(limit);
        Ok(games)
    }

    /// Returns a game.
    ///
    /// # Errors
    /// [`AdminError::NoSuchGame`], or if the database fails.
    pub async fn game(&self, id: &str) -> Result<GameDetails, AdminError> {
        let missing = || AdminError::NoSuchGame(id.to_owned());
        let parsed: GameId = id.parse().map_err(|_| missing())?;
        let row = self.store.game(parsed).await?;
        row.as_ref().and_then(details).ok_or_else(missing)
    }

    /// Cancels an open or running game, without a result. The log stays, and the secret of its draws
    /// is revealed as at every end of a game.
    ///
    /// # Errors
    /// If there is no such game, or it is over.
    pub async fn void(&self, id: &str, reason: &str) -> Result<(), AdminError> {
        let missing = || AdminError::NoSuchGame(id.to_owned());
        let game: GameId = id.parse().map_err(|_| missing())?;
        let row = self.store.game(game).await?.ok_or_else(missing)?;
        if row.summary.status.is_over() {
            return Err(AdminError::GameOver(game));
        }
        self.act("void", id, reason, self.append_void(game)).await
    }

    async fn append_void(&self, game: GameId) -> Result<(), AdminError> {
        for _ in 0..VOID_ATTEMPTS {
            let table = self.load(game).await?;
            let secret = self.store.draw_secret(game).await?;
            let now = Timestamp::from_unix_ms(self.store.now_ms().await?);
            let decided = table.decide(&Command::Void, now, &SecretChance::new(game, secret));
            let decided = decided.map_err(|problem| match problem.code {
                ProblemCode::Ended => AdminError::GameOver(game),
                _ => AdminError::DamagedGame(game, format!("{:?}", problem.code)),
            })?;
            let events = decided.events.iter();
            let append = Append {
                game,
                expect: table.ply(),
                events: events
                    .map(|(event, hash)| new_event(event, hash, now))
                    .collect(),
                command: None,
                summary: Some(summary(&decided.table)),
                seats: None,
            };
            match self.store.append(append).await? {
                Appended::Committed { .. } => return Ok(()),
                Appended::Stale { .. } => {}
            }
        }
        Err(AdminError::GameBusy(game))
    }

    /// Folds the log of a game.
    async fn load(&self, game: GameId) -> Result<Table, AdminError> {
        let damaged = |reason: String| AdminError::DamagedGame(game, reason);
        let mut table: Option<Table> = None;
        for row in self.store.events(game, 0).await? {
            let event: Event =
                serde_json::from_str(&row.body).map_err(|error| damaged(error.to_string()))?;
            let at = Timestamp::from_unix_ms(row.at_ms);
            let folded = match &mut table {
                None => Table::new(game, &event, at).map(|first| table = Some(first)),
                Some(table) => table.apply(&event, at),
            };
            folded.map_err(|error| damaged(format!("event {}: {error}", row.ply)))?;
        }
        let mut table = table.ok_or_else(|| damaged("it has no events".to_owned()))?;
        if let Some(row) = self.store.game(game).await? {
            set_people(&mut table, &row);
        }
        Ok(table)
    }

    /// Returns the policy for new accounts.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sign_up(&self) -> Result<SignUp, AdminError> {
        Ok(self.store.sign_up().await?)
    }

    /// Sets the policy for new accounts.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn set_sign_up(&self, policy: SignUp, reason: &str) -> Result<(), AdminError> {
        self.act("sign-up", policy.as_str(), reason, async {
            Ok(self.store.set_sign_up(policy).await?)
        })
        .await
    }

    /// Creates an invitation to create an account. Returns its code, which is not stored.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn invite(&self, note: &str, lifetime_ms: i64) -> Result<String, AdminError> {
        let code = new_invitation_code();
        let created_ms = self.store.now_ms().await?;
        let invitation = AccountInvitation {
            code: invitation_key(&code).expect("a new code is a code"),
            note: note.to_owned(),
            created_ms,
            expires_ms: created_ms.saturating_add(lifetime_ms),
        };
        self.act("invite", note, "", async {
            Ok(self.store.add_account_invitation(invitation).await?)
        })
        .await?;
        Ok(code)
    }

    /// Returns the open invitations, the newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn invitations(&self) -> Result<Vec<AccountInvitation>, AdminError> {
        let now_ms = self.store.now_ms().await?;
        Ok(self.store.account_invitations(now_ms).await?)
    }

    /// Revokes all open invitations. Returns their number.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn revoke_invitations(&self, reason: &str) -> Result<u64, AdminError> {
        self.act("revoke-invitations", "", reason, async {
            Ok(self.store.remove_account_invitations().await?)
        })
        .await
    }

    /// Returns the name rules, ordered by name.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn name_rules(&self) -> Result<Vec<NameRule>, AdminError> {
        Ok(self.store.name_rules().await?)
    }

    /// Reserves a name, or refuses all names that contain a word.
    ///
    /// # Errors
    /// [`AdminError::BadName`] if it has no letter or digit, or the database fails.
    pub async fn add_name_rule(
        &self,
        text: &str,
        kind: NameRuleKind,
        reason: &str,
    ) -> Result<(), AdminError> {
        let name = names::unchecked(text.trim().to_owned());
        if name.folded.is_empty() {
            let why = "it has no letter or digit".to_owned();
            return Err(AdminError::BadName(text.to_owned(), why));
        }
        let action = match kind {
            NameRuleKind::Reserved => "reserve-name",
            NameRuleKind::Refused => "refuse-names",
        };
        self.act(action, text, reason, async {
            Ok(self.store.set_name_rule(NameRule { name, kind }).await?)
        })
        .await
    }

    /// Removes a name rule.
    ///
    /// # Errors
    /// [`AdminError::NoSuchRule`], or if the database fails.
    pub async fn remove_name_rule(&self, text: &str, reason: &str) -> Result<(), AdminError> {
        self.act("allow-name", text, reason, async {
            match self.store.remove_name_rule(&names::fold(text)).await? {
                true => Ok(()),
                false => Err(AdminError::NoSuchRule(text.to_owned())),
            }
        })
        .await
    }

    /// Returns the latest entries of the audit log, the newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn audit_log(&self, limit: u32) -> Result<Vec<AuditEntry>, AdminError> {
        Ok(self.store.audit_log(limit).await?)
    }

    async fn find(&self, name: &str) -> Result<azulejo_store::PlayerId, AdminError> {
        let account = self.store.account_by_name(&names::fold(name)).await?;
        let account = account.ok_or_else(|| AdminError::NoSuchAccount(name.to_owned()))?;
        Ok(account.player.id)
    }

    /// Records an act, carries it out and announces it to a running server.
    async fn act<T>(
        &self,
        action: &str,
        subject: &str,
        reason: &str,
        work: impl Future<Output = Result<T, AdminError>>,
    ) -> Result<T, AdminError> {
        self.record(action, subject, reason).await?;
        match work.await {
            Ok(done) => {
                self.store.announce_change().await?;
                Ok(done)
            }
            Err(error) => {
                let failed = format!("failed: {error}");
                self.record(action, subject, &failed).await?;
                Err(error)
            }
        }
    }

    async fn record(&self, action: &str, subject: &str, reason: &str) -> Result<(), StoreError> {
        // Acts of the same millisecond are sorted by their ids.
        let mut id: [u8; 16] = random_bytes();
        let number = self.recorded.fetch_add(1, Ordering::Relaxed);
        id[..4].copy_from_slice(&number.to_be_bytes());
        let entry = AuditEntry {
            id,
            at_ms: self.store.now_ms().await?,
            actor: self.actor.clone(),
            action: action.to_owned(),
            subject: subject.to_owned(),
            reason: reason.to_owned(),
        };
        self.store.record_act(entry).await
    }
}

/// Returns a stored game as a host sees it; `None`, with a log line, if it cannot be parsed.
fn details(row: &GameRow) -> Option<GameDetails> {
    Some(GameDetails {
        card: card(row, None)?,
        public: row.summary.public,
        events: row.next_ply,
        created_ms: row.created_ms,
    })
}
