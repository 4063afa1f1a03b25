//! Players, accounts and sessions in memory.

use std::cmp::Reverse;

use async_trait::async_trait;

use super::MemoryStore;
use super::data::Player;
use crate::{
    AccountRow, AccountStore, Credential, ExportedSession, GameId, Merged, NewAccount,
    PasswordEpoch, PasswordHash, PlayerExport, PlayerId, PlayerName, PlayerRow, PlayerStore,
    SessionRow, SessionStore, StoreError, TokenHash, validate,
};

#[async_trait]
impl PlayerStore for MemoryStore {
    async fn create_guest(
        &self,
        player: PlayerId,
        name: PlayerName,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        validate::name(&name)?;
        self.write("create_guest", |data, _| {
            let guest = Player {
                name,
                password: None,
                epoch: PasswordEpoch::default(),
                created_ms: now_ms,
                recovery: Default::default(),
                second_factor: None,
                language: None,
                suspension: None,
            };
            data.insert_player(player, guest)
        })
        .await
    }

    async fn player(&self, player: PlayerId) -> Result<Option<PlayerRow>, StoreError> {
        self.read("player", |data| data.player_row(player)).await
    }

    async fn rename(&self, player: PlayerId, name: PlayerName) -> Result<(), StoreError> {
        validate::name(&name)?;
        self.write("rename", |data, messages| {
            data.check_name_free(&name.folded, Some(player))?;
            let renamed = data.players.get_mut(&player);
            renamed.ok_or(StoreError::NoSuchPlayer(player))?.name = name;
            data.announce_names(&[player], messages);
            Ok(())
        })
        .await
    }

    async fn language(&self, player: PlayerId) -> Result<Option<String>, StoreError> {
        self.read("language", |data| {
            data.players.get(&player)?.language.clone()
        })
        .await
    }

    async fn set_language(&self, player: PlayerId, language: &str) -> Result<(), StoreError> {
        validate::language(language)?;
        self.write("set_language", |data, _| {
            let found = data.players.get_mut(&player);
            let found = found.ok_or(StoreError::NoSuchPlayer(player))?;
            found.language = Some(language.to_owned());
            Ok(())
        })
        .await
    }

    async fn rename_guests(&self, folded: &str, new_name: PlayerName) -> Result<(), StoreError> {
        validate::name(&new_name)?;
        self.write("rename_guests", |data, messages| {
            data.check_name_free(&new_name.folded, None)?;
            let mut renamed = Vec::new();
            for (id, player) in &mut data.players {
                if player.password.is_none() && player.name.folded == folded {
                    player.name = new_name.clone();
                    renamed.push(*id);
                }
            }
            data.announce_names(&renamed, messages);
            Ok(())
        })
        .await
    }

    async fn merge_guest(
        &self,
        guest: PlayerId,
        account: PlayerId,
        verified: PasswordEpoch,
        now_ms: i64,
    ) -> Result<Merged, StoreError> {
        self.write("merge_guest", |data, messages| {
            let is_guest = |player: &Player| player.password.is_none();
            if !data.players.get(&guest).is_some_and(is_guest) {
                return Err(StoreError::NoSuchPlayer(guest));
            }
            data.verified_account(account, Some(verified))?;
            if let Some(game) = data.shared_game(guest, account) {
                return Ok(Merged::SharedGame(game));
            }
            let games = data.replace_player(guest, Some(account), messages);
            data.merged.insert(guest, (account, now_ms));
            Ok(Merged::Done { games })
        })
        .await
    }

    async fn export_player(&self, player: PlayerId) -> Result<Option<PlayerExport>, StoreError> {
        self.read("export_player", |data| {
            let merged = data.merged.iter().filter(|(_, (to, _))| *to == player);
            let mut merged_guests: Vec<_> = merged.map(|(guest, (_, ms))| (*guest, *ms)).collect();
            merged_guests.sort_by_key(|(guest, at_ms)| (*at_ms, *guest));
            let mut sessions = data.sessions_of(player);
            sessions.sort_by_key(|session| (session.created_ms, session.token));
            let account = data.account_row(player);
            let stored = data.players.get(&player)?;
            let factor = stored.second_factor.as_ref();
            Some(PlayerExport {
                player: data.player_row(player)?,
                recovery_left: account.map(|account| account.recovery_left),
                second_factor: factor.is_some_and(|stored| stored.factor.enabled),
                language: stored.language.clone(),
                suspension: stored.suspension.clone(),
                merged_guests,
                sessions: sessions.into_iter().map(ExportedSession::from).collect(),
                games: data.hosted_or_seated(player),
            })
        })
        .await
    }

    async fn delete_player(&self, player: PlayerId) -> Result<Vec<GameId>, StoreError> {
        self.write("delete_player", |data, messages| {
            match data.players.contains_key(&player) {
                true => Ok(data.replace_player(player, None, messages)),
                false => Err(StoreError::NoSuchPlayer(player)),
            }
        })
        .await
    }

    async fn remove_idle_guests(&self, created_before_ms: i64) -> Result<u64, StoreError> {
        self.write("remove_idle_guests", |data, messages| {
            let old = data.players.iter().filter(|(id, player)| {
                player.password.is_none()
                    && player.created_ms < created_before_ms
                    && data.sessions_of(**id).is_empty()
                    && data.hosted_or_seated(**id).is_empty()
            });
            let idle: Vec<_> = old.map(|(id, _)| *id).collect();
            for player in &idle {
                data.replace_player(*player, None, messages);
            }
            Ok(idle.len() as u64)
        })
        .await
    }
}

#[async_trait]
impl AccountStore for MemoryStore {
    async fn create_account(
        &self,
        player: PlayerId,
        account: NewAccount,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        validate::name(&account.name)?;
        self.write("create_account", |data, _| {
            data.check_name_free(&account.name.folded, None)?;
            if data.players.contains_key(&player) {
                return Err(StoreError::PlayerExists(player));
            }
            data.use_invitation(account.invitation)?;
            let account = Player {
                name: account.name,
                password: Some(account.password),
                epoch: PasswordEpoch::default(),
                created_ms: now_ms,
                recovery: account.recovery.into_iter().collect(),
                second_factor: None,
                language: None,
                suspension: None,
            };
            data.insert_player(player, account)
        })
        .await
    }

    async fn upgrade_guest(&self, player: PlayerId, account: NewAccount) -> Result<(), StoreError> {
        validate::name(&account.name)?;
        self.write("upgrade_guest", |data, messages| {
            let is_account = data.account_mut(player).is_ok();
            if is_account {
                return Err(StoreError::PlayerExists(player));
            }
            if !data.players.contains_key(&player) {
                return Err(StoreError::NoSuchPlayer(player));
            }
            data.check_name_free(&account.name.folded, Some(player))?;
            data.use_invitation(account.invitation)?;
            if let Some(guest) = data.players.get_mut(&player) {
                guest.name = account.name;
                guest.password = Some(account.password);
                guest.recovery = account.recovery.into_iter().collect();
            }
            data.announce_names(&[player], messages);
            Ok(())
        })
        .await
    }

    async fn account(&self, player: PlayerId) -> Result<Option<AccountRow>, StoreError> {
        self.read("account", |data| data.account_row(player)).await
    }

    async fn account_by_name(&self, folded: &str) -> Result<Option<AccountRow>, StoreError> {
        self.read("account_by_name", |data| {
            data.account_row(data.account_named(folded)?)
        })
        .await
    }

    async fn set_password(
        &self,
        player: PlayerId,
        password: PasswordHash,
        verified: Option<PasswordEpoch>,
    ) -> Result<PasswordEpoch, StoreError> {
        self.write("set_password", |data, messages| {
            data.verified_account(player, verified)?;
            data.replace_password(player, password, messages)
        })
        .await
    }

    async fn rehash_password(
        &self,
        player: PlayerId,
        password: PasswordHash,
        verified: PasswordEpoch,
    ) -> Result<(), StoreError> {
        self.write("rehash_password", |data, _| {
            let account = data.verified_account(player, Some(verified));
            let account = account.map_err(|_| StoreError::PasswordChanged)?;
            account.password = Some(password);
            Ok(())
        })
        .await
    }

    async fn set_recovery_codes(
        &self,
        player: PlayerId,
        codes: Vec<[u8; 32]>,
        verified: Option<PasswordEpoch>,
    ) -> Result<(), StoreError> {
        self.write("set_recovery_codes", |data, _| {
            data.verified_account(player, verified)?.recovery = codes.into_iter().collect();
            Ok(())
        })
        .await
    }

    async fn recover(
        &self,
        player: PlayerId,
        code: [u8; 32],
        password: PasswordHash,
    ) -> Result<bool, StoreError> {
        self.write("recover", |data, messages| {
            let Ok(account) = data.account_mut(player) else {
                return Ok(false);
            };
            let consumed = account.recovery.remove(&code);
            if consumed {
                data.replace_password(player, password, messages)?;
            }
            Ok(consumed)
        })
        .await
    }
}

#[async_trait]
impl SessionStore for MemoryStore {
    async fn create_session(
        &self,
        session: SessionRow,
        credential: Credential,
    ) -> Result<(), StoreError> {
        validate::session(&session)?;
        self.write("create_session", |data, _| {
            if !data.players.contains_key(&session.player) {
                return Err(StoreError::NoSuchPlayer(session.player));
            }
            match credential {
                Credential::NewPlayer => {}
                Credential::Password(epoch) => {
                    let account = data.verified_account(session.player, Some(epoch));
                    account.map_err(|_| StoreError::PasswordChanged)?;
                }
                Credential::Session(token) => {
                    let authority = data.sessions.get(&token);
                    if authority.is_none_or(|authority| authority.player != session.player) {
                        return Err(StoreError::SessionEnded);
                    }
                }
            }
            if data.sessions.contains_key(&session.token) {
                return Err(validate::token_in_use());
            }
            data.sessions.insert(session.token, session);
            Ok(())
        })
        .await
    }

    async fn find_session(
        &self,
        token: &TokenHash,
        now_ms: i64,
        renew_every_ms: Option<i64>,
    ) -> Result<Option<SessionRow>, StoreError> {
        self.write("find_session", |data, _| {
            let owner = data.sessions.get(token).map(|session| session.player);
            if owner.is_some_and(|player| data.suspension(player, now_ms).is_some()) {
                return Ok(None);
            }
            let session = data.sessions.get_mut(token);
            let Some(session) = session.filter(|session| session.expires_ms > now_ms) else {
                return Ok(None);
            };
            if renew_every_ms.is_some_and(|every_ms| session.is_renewal_due(now_ms, every_ms)) {
                session.expires_ms = session.renewed_expiry_ms(now_ms);
                session.used_ms = now_ms;
            }
            Ok(Some(session.clone()))
        })
        .await
    }

    async fn sessions_of(
        &self,
        player: PlayerId,
        now_ms: i64,
    ) -> Result<Vec<SessionRow>, StoreError> {
        self.read("sessions_of", |data| {
            let mut sessions = data.sessions_of(player);
            sessions.retain(|session| session.expires_ms > now_ms);
            sessions.sort_by_key(|session| {
                let (used, created) = (session.used_ms, session.created_ms);
                (Reverse(used), Reverse(created), session.token)
            });
            sessions
        })
        .await
    }

    async fn end_session(&self, player: PlayerId, token: &TokenHash) -> Result<bool, StoreError> {
        self.write("end_session", |data, messages| {
            Ok(data.end_sessions(player, |other| other == token, messages) > 0)
        })
        .await
    }

    async fn end_other_sessions(
        &self,
        player: PlayerId,
        keep: Option<&TokenHash>,
    ) -> Result<u64, StoreError> {
        self.write("end_other_sessions", |data, messages| {
            Ok(data.end_sessions(player, |token| Some(token) != keep, messages))
        })
        .await
    }

    async fn remove_expired_sessions(&self, now_ms: i64) -> Result<u64, StoreError> {
        self.write("remove_expired_sessions", |data, _| {
            let before = data.sessions.len();
            data.sessions
                .retain(|_, session| session.expires_ms > now_ms);
            Ok((before - data.sessions.len()) as u64)
        })
        .await
    }
}
