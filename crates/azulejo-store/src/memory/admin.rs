//! Administration by the host, in memory.

use std::cmp::Reverse;

use async_trait::async_trait;

use super::MemoryStore;
use crate::{
    AccountInvitation, AccountSummary, AdminStore, AuditEntry, BusMessage, GameRow, GameStatus,
    LobbyCursor, MAX_LIST, NameRule, PlayerId, SignUp, StoreError, Suspension, TokenHash, validate,
};

#[async_trait]
impl AdminStore for MemoryStore {
    async fn accounts(
        &self,
        part: &str,
        after: &str,
        now_ms: i64,
        limit: u32,
    ) -> Result<Vec<AccountSummary>, StoreError> {
        self.read("accounts", |data| {
            let accounts = data.players.iter().filter_map(|(id, player)| {
                let folded = &player.name.folded;
                player.password.as_ref()?;
                (folded.contains(part) && folded.as_str() > after).then_some(())?;
                let sessions = data.sessions_of(*id);
                let factor = player.second_factor.as_ref();
                Some(AccountSummary {
                    player: data.player_row(*id)?,
                    folded: folded.clone(),
                    used_ms: sessions.iter().map(|session| session.used_ms).max(),
                    sessions: sessions
                        .iter()
                        .filter(|session| session.expires_ms > now_ms)
                        .count() as u32,
                    games: data.games_where(|game| game.has_seat(*id)).count() as u32,
                    second_factor: factor.is_some_and(|stored| stored.factor.enabled),
                    suspension: player.suspension.clone(),
                })
            });
            let mut accounts: Vec<_> = accounts.collect();
            accounts.sort_by(|one, other| one.folded.cmp(&other.folded));
            accounts.truncate(limit.min(MAX_LIST) as usize);
            accounts
        })
        .await
    }

    async fn all_games(
        &self,
        status: Option<GameStatus>,
        after: Option<LobbyCursor>,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError> {
        let position = |cursor: LobbyCursor| (Reverse(cursor.created_ms), cursor.game);
        self.read("all_games", |data| {
            let mut games =
                data.newest_games(|game| status.is_none_or(|status| game.summary.status == status));
            if let Some(after) = after {
                games.retain(|game| position(game.lobby_cursor()) > position(after));
            }
            games.truncate(limit.min(MAX_LIST) as usize);
            games
        })
        .await
    }

    async fn suspend(&self, player: PlayerId, suspension: Suspension) -> Result<(), StoreError> {
        validate::reason(&suspension.reason)?;
        self.write("suspend", |data, messages| {
            data.account_mut(player)?.suspension = Some(suspension);
            let sessions = data.sessions_of(player).into_iter();
            messages
                .extend(sessions.map(|session| BusMessage::SessionEnded(session.token.prefix())));
            Ok(())
        })
        .await
    }

    async fn lift_suspension(&self, player: PlayerId) -> Result<bool, StoreError> {
        self.write("lift_suspension", |data, _| {
            let player = data.players.get_mut(&player);
            Ok(player.is_some_and(|player| player.suspension.take().is_some()))
        })
        .await
    }

    async fn suspension(
        &self,
        player: PlayerId,
        now_ms: i64,
    ) -> Result<Option<Suspension>, StoreError> {
        self.read("suspension", |data| data.suspension(player, now_ms))
            .await
    }

    async fn session_suspension(
        &self,
        token: &TokenHash,
        now_ms: i64,
    ) -> Result<Option<Suspension>, StoreError> {
        self.read("session_suspension", |data| {
            let session = data.sessions.get(token)?;
            let session = Some(session).filter(|session| session.expires_ms > now_ms)?;
            data.suspension(session.player, now_ms)
        })
        .await
    }

    async fn sign_up(&self) -> Result<SignUp, StoreError> {
        self.read("sign_up", |data| data.sign_up).await
    }

    async fn set_sign_up(&self, policy: SignUp) -> Result<(), StoreError> {
        self.write("set_sign_up", |data, _| {
            data.sign_up = policy;
            Ok(())
        })
        .await
    }

    async fn add_account_invitation(
        &self,
        invitation: AccountInvitation,
    ) -> Result<(), StoreError> {
        validate::reason(&invitation.note)?;
        self.write("add_account_invitation", |data, _| {
            data.invitations
                .retain(|_, other| other.expires_ms > invitation.created_ms);
            data.invitations.insert(invitation.code, invitation);
            Ok(())
        })
        .await
    }

    async fn account_invitations(&self, now_ms: i64) -> Result<Vec<AccountInvitation>, StoreError> {
        self.read("account_invitations", |data| {
            let invitations = data.invitations.values().cloned();
            let mut invitations: Vec<_> = invitations
                .filter(|invitation| invitation.expires_ms > now_ms)
                .collect();
            invitations.sort_by_key(|invitation| (Reverse(invitation.created_ms), invitation.code));
            invitations.truncate(MAX_LIST as usize);
            invitations
        })
        .await
    }

    async fn remove_account_invitations(&self) -> Result<u64, StoreError> {
        self.write("remove_account_invitations", |data, _| {
            Ok(std::mem::take(&mut data.invitations).len() as u64)
        })
        .await
    }

    async fn name_rules(&self) -> Result<Vec<NameRule>, StoreError> {
        self.read("name_rules", |data| {
            data.name_rules.values().cloned().collect()
        })
        .await
    }

    async fn set_name_rule(&self, rule: NameRule) -> Result<(), StoreError> {
        validate::name(&rule.name)?;
        self.write("set_name_rule", |data, _| {
            data.name_rules.insert(rule.name.folded.clone(), rule);
            Ok(())
        })
        .await
    }

    async fn remove_name_rule(&self, folded: &str) -> Result<bool, StoreError> {
        self.write("remove_name_rule", |data, _| {
            Ok(data.name_rules.remove(folded).is_some())
        })
        .await
    }

    async fn record_act(&self, entry: AuditEntry) -> Result<(), StoreError> {
        validate::audit(&entry)?;
        self.write("record_act", |data, _| {
            data.audit.push(entry);
            Ok(())
        })
        .await
    }

    async fn audit_log(&self, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        self.read("audit_log", |data| {
            let mut entries = data.audit.clone();
            entries.sort_by_key(|entry| Reverse((entry.at_ms, entry.id)));
            entries.truncate(limit.min(MAX_LIST) as usize);
            entries
        })
        .await
    }

    async fn admin_revision(&self) -> Result<i64, StoreError> {
        self.read("admin_revision", |data| data.admin_revision)
            .await
    }

    async fn announce_change(&self) -> Result<(), StoreError> {
        self.write("announce_change", |data, _| {
            data.admin_revision += 1;
            Ok(())
        })
        .await
    }
}
