//! Administration by the host.

use async_trait::async_trait;

use super::Database;
use super::games::{read_games, seat_columns, select_games};
use super::players::lock_account;
use crate::sql::{Row, values};
use crate::{
    AccountInvitation, AccountSummary, AdminStore, AuditEntry, GameRow, GameStatus, LobbyCursor,
    MAX_LIST, NameRule, PlayerId, PlayerName, PlayerRow, SignUp, StoreError, Suspension, TokenHash,
    validate,
};

/// The setting of the policy for new accounts.
const SIGN_UP: &str = "sign_up";

/// The mark that counts announced changes.
const REVISION: &str = "admin_revision";

#[async_trait]
impl AdminStore for Database {
    async fn accounts(
        &self,
        part: &str,
        after: &str,
        now_ms: i64,
        limit: u32,
    ) -> Result<Vec<AccountSummary>, StoreError> {
        if validate::has_nul(part) || validate::has_nul(after) {
            return Ok(Vec::new());
        }
        // Keys contain no wildcards of LIKE: they have no punctuation.
        let sql = "SELECT p.id, p.name, p.created_ms, p.folded, \
                   (SELECT MAX(s.used_ms) FROM session s WHERE s.player_id = p.id), \
                   (SELECT COUNT(*) FROM session s WHERE s.player_id = p.id AND s.expires_ms > $3), \
                   (SELECT COUNT(DISTINCT t.game_id) FROM seat t WHERE t.player_id = p.id), \
                   (SELECT COUNT(*) FROM second_factor f WHERE f.player_id = p.id \
                   AND f.enabled = 1), x.reason, x.since_ms, x.until_ms \
                   FROM player p LEFT JOIN suspension x ON x.player_id = p.id \
                   WHERE p.password IS NOT NULL AND p.folded LIKE '%' || $1 || '%' \
                   AND p.folded > $2 ORDER BY p.folded LIMIT $4";
        let values = values![part, after, now_ms, limit.min(MAX_LIST)];
        let rows = self.readers.rows(sql, values).await?;
        rows.iter().map(read_account).collect()
    }

    async fn all_games(
        &self,
        status: Option<GameStatus>,
        after: Option<LobbyCursor>,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError> {
        let sql = select_games!(
            "(SELECT * FROM game WHERE ($4 = '' OR status = $4) \
              AND created_ms <= $1 AND (created_ms < $1 OR id > $2) \
              ORDER BY created_ms DESC, id LIMIT $3)",
            "g.created_ms DESC"
        );
        let values = values![
            after.map_or(i64::MAX, |cursor| cursor.created_ms),
            after.map_or(String::new(), |cursor| cursor.game.to_string()),
            limit.min(MAX_LIST),
            status.map_or("", GameStatus::as_str),
        ];
        read_games(&self.readers.rows(sql, values).await?)
    }

    async fn suspend(&self, player: PlayerId, suspension: Suspension) -> Result<(), StoreError> {
        validate::reason(&suspension.reason)?;
        self.uncancellable("admin", |db| async move {
            let mut tx = db.begin_write().await?;
            lock_account(&mut tx, player, None).await?;
            let sql = "INSERT INTO suspension (player_id, reason, since_ms, until_ms) \
                       VALUES ($1, $2, $3, $4) ON CONFLICT (player_id) DO UPDATE SET \
                       reason = excluded.reason, since_ms = excluded.since_ms, \
                       until_ms = excluded.until_ms";
            let values = values![
                player,
                suspension.reason,
                suspension.since_ms,
                suspension.until_ms
            ];
            tx.execute(sql, values).await?;
            let sql = "SELECT token FROM session WHERE player_id = $1";
            let sessions = tx.rows(sql, values![player]).await?;
            let sessions: Result<Vec<_>, StoreError> = sessions
                .iter()
                .map(|row| Ok(TokenHash::new(row.array(0)?).prefix()))
                .collect();
            tx.commit().await?;
            db.publish_ended_sessions(sessions?).await;
            Ok(())
        })
        .await
    }

    async fn lift_suspension(&self, player: PlayerId) -> Result<bool, StoreError> {
        self.uncancellable("admin", |db| async move {
            let mut tx = db.begin_write().await?;
            let sql = "DELETE FROM suspension WHERE player_id = $1";
            let lifted = tx.execute(sql, values![player]).await? > 0;
            tx.commit().await?;
            Ok(lifted)
        })
        .await
    }

    async fn suspension(
        &self,
        player: PlayerId,
        now_ms: i64,
    ) -> Result<Option<Suspension>, StoreError> {
        let sql = "SELECT reason, since_ms, until_ms FROM suspension \
                   WHERE player_id = $1 AND until_ms > $2";
        let row = self.readers.row(sql, values![player, now_ms]).await?;
        Ok(row
            .map(|row| read_suspension(&row, 0))
            .transpose()?
            .flatten())
    }

    async fn session_suspension(
        &self,
        token: &TokenHash,
        now_ms: i64,
    ) -> Result<Option<Suspension>, StoreError> {
        let sql = "SELECT x.reason, x.since_ms, x.until_ms FROM session s \
                   JOIN suspension x ON x.player_id = s.player_id \
                   WHERE s.token = $1 AND s.expires_ms > $2 AND x.until_ms > $2";
        let row = self.readers.row(sql, values![*token, now_ms]).await?;
        Ok(row
            .map(|row| read_suspension(&row, 0))
            .transpose()?
            .flatten())
    }

    async fn sign_up(&self) -> Result<SignUp, StoreError> {
        let sql = "SELECT value FROM setting WHERE name = $1";
        let row = self.readers.row(sql, values![SIGN_UP]).await?;
        row.map_or(Ok(SignUp::default()), |row| row.parsed(0))
    }

    async fn set_sign_up(&self, policy: SignUp) -> Result<(), StoreError> {
        self.uncancellable("admin", |db| async move {
            let mut tx = db.begin_write().await?;
            let sql = "INSERT INTO setting (name, value) VALUES ($1, $2) \
                       ON CONFLICT (name) DO UPDATE SET value = excluded.value";
            tx.execute(sql, values![SIGN_UP, policy]).await?;
            tx.commit().await
        })
        .await
    }

    async fn add_account_invitation(
        &self,
        invitation: AccountInvitation,
    ) -> Result<(), StoreError> {
        validate::reason(&invitation.note)?;
        self.uncancellable("admin", |db| async move {
            let mut tx = db.begin_write().await?;
            let sql = "DELETE FROM account_invitation WHERE expires_ms <= $1";
            tx.execute(sql, values![invitation.created_ms]).await?;
            let sql = "INSERT INTO account_invitation (code, note, created_ms, expires_ms) \
                       VALUES ($1, $2, $3, $4)";
            let values = values![
                invitation.code,
                invitation.note,
                invitation.created_ms,
                invitation.expires_ms
            ];
            tx.execute(sql, values).await?;
            tx.commit().await
        })
        .await
    }

    async fn account_invitations(&self, now_ms: i64) -> Result<Vec<AccountInvitation>, StoreError> {
        let sql = "SELECT code, note, created_ms, expires_ms FROM account_invitation \
                   WHERE expires_ms > $1 ORDER BY created_ms DESC, code LIMIT $2";
        let rows = self.readers.rows(sql, values![now_ms, MAX_LIST]).await?;
        let read = |row: &Row| {
            Ok(AccountInvitation {
                code: TokenHash::new(row.array(0)?),
                note: row.get(1)?,
                created_ms: row.get(2)?,
                expires_ms: row.get(3)?,
            })
        };
        rows.iter().map(read).collect()
    }

    async fn remove_account_invitations(&self) -> Result<u64, StoreError> {
        self.uncancellable("admin", |db| async move {
            let mut tx = db.begin_write().await?;
            let removed = tx.execute("DELETE FROM account_invitation", values![]);
            let removed = removed.await?;
            tx.commit().await?;
            Ok(removed)
        })
        .await
    }

    async fn name_rules(&self) -> Result<Vec<NameRule>, StoreError> {
        let sql = "SELECT shown, folded, kind FROM name_rule ORDER BY folded";
        let rows = self.readers.rows(sql, values![]).await?;
        let read = |row: &Row| {
            Ok(NameRule {
                name: PlayerName {
                    shown: row.get(0)?,
                    folded: row.get(1)?,
                },
                kind: row.parsed(2)?,
            })
        };
        rows.iter().map(read).collect()
    }

    async fn set_name_rule(&self, rule: NameRule) -> Result<(), StoreError> {
        validate::name(&rule.name)?;
        self.uncancellable("admin", |db| async move {
            let mut tx = db.begin_write().await?;
            let sql = "INSERT INTO name_rule (shown, folded, kind) VALUES ($1, $2, $3) \
                       ON CONFLICT (folded) DO UPDATE SET shown = excluded.shown, \
                       kind = excluded.kind";
            let values = values![rule.name.shown, rule.name.folded, rule.kind];
            tx.execute(sql, values).await?;
            tx.commit().await
        })
        .await
    }

    async fn remove_name_rule(&self, folded: &str) -> Result<bool, StoreError> {
        if validate::has_nul(folded) {
            return Ok(false);
        }
        let folded = folded.to_owned();
        self.uncancellable("admin", |db| async move {
            let mut tx = db.begin_write().await?;
            let sql = "DELETE FROM name_rule WHERE folded = $1";
            let removed = tx.execute(sql, values![folded]).await? > 0;
            tx.commit().await?;
            Ok(removed)
        })
        .await
    }

    async fn record_act(&self, entry: AuditEntry) -> Result<(), StoreError> {
        validate::audit(&entry)?;
        self.uncancellable("admin", |db| async move {
            let mut tx = db.begin_write().await?;
            let sql = "INSERT INTO audit (id, at_ms, actor, action, subject, reason) \
                       VALUES ($1, $2, $3, $4, $5, $6)";
            let values = values![
                entry.id,
                entry.at_ms,
                entry.actor,
                entry.action,
                entry.subject,
                entry.reason
            ];
            tx.execute(sql, values).await?;
            tx.commit().await
        })
        .await
    }

    async fn audit_log(&self, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        let sql = "SELECT id, at_ms, actor, action, subject, reason FROM audit \
                   ORDER BY at_ms DESC, id DESC LIMIT $1";
        let rows = self.readers.rows(sql, values![limit.min(MAX_LIST)]).await?;
        let read = |row: &Row| {
            Ok(AuditEntry {
                id: row.array(0)?,
                at_ms: row.get(1)?,
                actor: row.get(2)?,
                action: row.get(3)?,
                subject: row.get(4)?,
                reason: row.get(5)?,
            })
        };
        rows.iter().map(read).collect()
    }

    async fn admin_revision(&self) -> Result<i64, StoreError> {
        let sql = "SELECT value FROM mark WHERE name = $1";
        let row = self.readers.row(sql, values![REVISION]).await?;
        row.map_or(Ok(0), |row| row.get(0))
    }

    async fn announce_change(&self) -> Result<(), StoreError> {
        self.uncancellable("admin", |db| async move {
            let mut tx = db.begin_write().await?;
            let sql = "INSERT INTO mark (name, value) VALUES ($1, 1) \
                       ON CONFLICT (name) DO UPDATE SET value = mark.value + 1";
            tx.execute(sql, values![REVISION]).await?;
            tx.commit().await
        })
        .await
    }
}

/// Reads a suspension from three columns, which are null if there is none.
pub(super) fn read_suspension(row: &Row, first: usize) -> Result<Option<Suspension>, StoreError> {
    let Some(reason) = row.get::<Option<String>>(first)? else {
        return Ok(None);
    };
    Ok(Some(Suspension {
        reason,
        since_ms: row.get(first + 1)?,
        until_ms: row.get(first + 2)?,
    }))
}

fn read_account(row: &Row) -> Result<AccountSummary, StoreError> {
    Ok(AccountSummary {
        player: PlayerRow {
            id: row.parsed(0)?,
            name: row.get(1)?,
            account: true,
            created_ms: row.get(2)?,
        },
        folded: row.get(3)?,
        used_ms: row.get(4)?,
        sessions: row.small(5)?,
        games: row.small(6)?,
        second_factor: row.get::<i64>(7)? > 0,
        suspension: read_suspension(row, 8)?,
    })
}
