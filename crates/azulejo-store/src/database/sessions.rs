//! Sessions, looked up by the hash of their token.

use async_trait::async_trait;

use super::Database;
use super::players::{check_epoch, lock_player};
use crate::sql::{Row, Tx, values};
use crate::{
    Credential, PlayerId, SessionRow, SessionStore, StoreError, TokenHash, TokenPrefix, validate,
};

macro_rules! select_sessions {
    ($tail:expr) => {
        concat!(
            "SELECT token, player_id, kind, label, created_ms, used_ms, expires_ms, idle_ms, ",
            "ends_ms FROM session ",
            $tail
        )
    };
}

#[async_trait]
impl SessionStore for Database {
    async fn create_session(
        &self,
        session: SessionRow,
        credential: Credential,
    ) -> Result<(), StoreError> {
        validate::session(&session)?;
        self.uncancellable("session", |db| async move {
            let mut tx = db.begin_write().await?;
            // The lock excludes a password change and the end of the player's sessions meanwhile.
            let player = lock_player(&mut tx, session.player).await?;
            let player = player.ok_or(StoreError::NoSuchPlayer(session.player))?;
            match credential {
                Credential::NewPlayer => {}
                Credential::Password(epoch) => check_epoch(player, Some(epoch))?,
                Credential::Session(token) => {
                    let sql = "SELECT token FROM session WHERE token = $1 AND player_id = $2";
                    if tx.row(sql, values![token, session.player]).await?.is_none() {
                        return Err(StoreError::SessionEnded);
                    }
                }
            }
            let sql = "INSERT INTO session (token, player_id, kind, label, created_ms, used_ms, \
                       expires_ms, idle_ms, ends_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
                       ON CONFLICT DO NOTHING";
            let values = values![
                session.token,
                session.player,
                session.kind,
                session.label,
                session.created_ms,
                session.used_ms,
                session.expires_ms,
                session.idle_ms,
                session.ends_ms,
            ];
            if tx.execute(sql, values).await? == 0 {
                return Err(validate::token_in_use());
            }
            tx.commit().await
        })
        .await
    }

    async fn find_session(
        &self,
        token: &TokenHash,
        now_ms: i64,
        renew_every_ms: Option<i64>,
    ) -> Result<Option<SessionRow>, StoreError> {
        const SELECT: &str = select_sessions!(
            "WHERE token = $1 AND expires_ms > $2 AND NOT EXISTS (SELECT 1 FROM suspension x \
             WHERE x.player_id = session.player_id AND x.until_ms > $2)"
        );
        let token = *token;
        let row = self.readers.row(SELECT, values![token, now_ms]).await?;
        let Some(session) = row.as_ref().map(read).transpose()? else {
            return Ok(None);
        };
        if !renew_every_ms.is_some_and(|every_ms| session.is_renewal_due(now_ms, every_ms)) {
            return Ok(Some(session));
        }
        self.uncancellable("session", |db| async move {
            let mut tx = db.begin_write().await?;
            let expires_ms = session.renewed_expiry_ms(now_ms);
            let sql = "UPDATE session SET used_ms = $2, expires_ms = $3 \
                       WHERE token = $1 AND expires_ms > $2";
            tx.execute(sql, values![token, now_ms, expires_ms]).await?;
            // `None` if it has ended meanwhile.
            let row = tx.row(SELECT, values![token, now_ms]).await?;
            tx.commit().await?;
            row.as_ref().map(read).transpose()
        })
        .await
    }

    async fn sessions_of(
        &self,
        player: PlayerId,
        now_ms: i64,
    ) -> Result<Vec<SessionRow>, StoreError> {
        let sql = select_sessions!(
            "WHERE player_id = $1 AND expires_ms > $2 ORDER BY used_ms DESC, created_ms DESC, token"
        );
        let rows = self.readers.rows(sql, values![player, now_ms]).await?;
        rows.iter().map(read).collect()
    }

    async fn end_session(&self, player: PlayerId, token: &TokenHash) -> Result<bool, StoreError> {
        let token = *token;
        self.uncancellable("session", |db| async move {
            let mut tx = db.begin_write().await?;
            let sql = "DELETE FROM session WHERE player_id = $1 AND token = $2";
            let ended = tx.execute(sql, values![player, token]).await? > 0;
            tx.commit().await?;
            if ended {
                db.publish_ended_sessions(vec![token.prefix()]).await;
            }
            Ok(ended)
        })
        .await
    }

    async fn end_other_sessions(
        &self,
        player: PlayerId,
        keep: Option<&TokenHash>,
    ) -> Result<u64, StoreError> {
        let keep = keep.copied();
        self.uncancellable("session", |db| async move {
            let mut tx = db.begin_write().await?;
            lock_player(&mut tx, player).await?;
            let ended = end_all(&mut tx, player, keep).await?;
            tx.commit().await?;
            let count = ended.len() as u64;
            db.publish_ended_sessions(ended).await;
            Ok(count)
        })
        .await
    }

    async fn remove_expired_sessions(&self, now_ms: i64) -> Result<u64, StoreError> {
        self.uncancellable("session", |db| async move {
            let mut tx = db.begin_write().await?;
            let sql = "DELETE FROM session WHERE expires_ms <= $1";
            let removed = tx.execute(sql, values![now_ms]).await?;
            tx.commit().await?;
            Ok(removed)
        })
        .await
    }
}

/// Returns all sessions of a player, including expired ones.
pub(super) async fn all_of(tx: &mut Tx, player: PlayerId) -> Result<Vec<SessionRow>, StoreError> {
    let sql = select_sessions!("WHERE player_id = $1 ORDER BY created_ms, token");
    let rows = tx.rows(sql, values![player]).await?;
    rows.iter().map(read).collect()
}

/// Ends all sessions of a player except `keep`.
pub(super) async fn end_all(
    tx: &mut Tx,
    player: PlayerId,
    keep: Option<TokenHash>,
) -> Result<Vec<TokenPrefix>, StoreError> {
    let rows = match keep {
        None => {
            let sql = "DELETE FROM session WHERE player_id = $1 RETURNING token";
            tx.rows(sql, values![player]).await?
        }
        Some(keep) => {
            let sql = "DELETE FROM session WHERE player_id = $1 AND token <> $2 RETURNING token";
            tx.rows(sql, values![player, keep]).await?
        }
    };
    rows.iter()
        .map(|row| Ok(TokenHash::new(row.array(0)?).prefix()))
        .collect()
}

fn read(row: &Row) -> Result<SessionRow, StoreError> {
    Ok(SessionRow {
        token: TokenHash::new(row.array(0)?),
        player: row.parsed(1)?,
        kind: row.parsed(2)?,
        label: row.get(3)?,
        created_ms: row.get(4)?,
        used_ms: row.get(5)?,
        expires_ms: row.get(6)?,
        idle_ms: row.get(7)?,
        ends_ms: row.get(8)?,
    })
}
