//! Second factors of accounts.

use async_trait::async_trait;

use super::Database;
use super::players::lock_account;
use crate::sql::{Tx, values};
use crate::{
    CodeSecret, PasswordEpoch, PlayerId, SecondFactor, SecondFactorProof, SecondFactorStore,
    StoreError,
};

#[async_trait]
impl SecondFactorStore for Database {
    async fn second_factor(&self, player: PlayerId) -> Result<Option<SecondFactor>, StoreError> {
        let sql = "SELECT secret, enabled FROM second_factor WHERE player_id = $1";
        let Some(row) = self.readers.row(sql, values![player]).await? else {
            return Ok(None);
        };
        Ok(Some(SecondFactor {
            secret: CodeSecret::new(row.array(0)?),
            enabled: row.flag(1)?,
        }))
    }

    async fn begin_second_factor(
        &self,
        player: PlayerId,
        secret: CodeSecret,
    ) -> Result<bool, StoreError> {
        self.uncancellable("second_factor", |db| async move {
            let mut tx = db.begin_write().await?;
            lock_account(&mut tx, player, None).await?;
            let sql = "INSERT INTO second_factor (player_id, secret, enabled, last_step) \
                       VALUES ($1, $2, 0, 0) \
                       ON CONFLICT (player_id) DO UPDATE SET secret = excluded.secret \
                       WHERE second_factor.enabled = 0";
            let pending = tx.execute(sql, values![player, &secret]).await? > 0;
            tx.commit().await?;
            Ok(pending)
        })
        .await
    }

    async fn enable_second_factor(
        &self,
        player: PlayerId,
        secret: CodeSecret,
        step: i64,
        verified: PasswordEpoch,
    ) -> Result<bool, StoreError> {
        self.uncancellable("second_factor", |db| async move {
            let mut tx = db.begin_write().await?;
            let epoch = lock_account(&mut tx, player, Some(verified)).await?;
            let sql = "UPDATE second_factor SET enabled = 1, last_step = $3 \
                       WHERE player_id = $1 AND secret = $2 AND enabled = 0";
            if tx.execute(sql, values![player, &secret, step]).await? == 0 {
                return Ok(false);
            }
            set_epoch(&mut tx, player, epoch.next()).await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
    }

    async fn use_second_factor(
        &self,
        player: PlayerId,
        proof: SecondFactorProof,
        verified: PasswordEpoch,
    ) -> Result<bool, StoreError> {
        self.uncancellable("second_factor", |db| async move {
            let mut tx = db.begin_write().await?;
            lock_account(&mut tx, player, Some(verified)).await?;
            let consumed = match proof {
                SecondFactorProof::Step(step) => {
                    let sql = "UPDATE second_factor SET last_step = $2 \
                               WHERE player_id = $1 AND enabled = 1 AND last_step < $2";
                    tx.execute(sql, values![player, step]).await?
                }
                SecondFactorProof::Recovery(code) => {
                    let sql = "DELETE FROM recovery_code WHERE player_id = $1 AND code = $2 \
                               AND EXISTS (SELECT 1 FROM second_factor f \
                               WHERE f.player_id = $1 AND f.enabled = 1)";
                    tx.execute(sql, values![player, code]).await?
                }
            };
            tx.commit().await?;
            Ok(consumed > 0)
        })
        .await
    }

    async fn remove_second_factor(
        &self,
        player: PlayerId,
        verified: Option<PasswordEpoch>,
    ) -> Result<(), StoreError> {
        self.uncancellable("second_factor", |db| async move {
            let mut tx = db.begin_write().await?;
            let epoch = lock_account(&mut tx, player, verified).await?;
            let sql = "DELETE FROM second_factor WHERE player_id = $1";
            tx.execute(sql, values![player]).await?;
            set_epoch(&mut tx, player, epoch.next()).await?;
            tx.commit().await
        })
        .await
    }
}

async fn set_epoch(tx: &mut Tx, player: PlayerId, epoch: PasswordEpoch) -> Result<(), StoreError> {
    let sql = "UPDATE player SET password_epoch = $2 WHERE id = $1";
    tx.execute(sql, values![player, epoch.0]).await?;
    Ok(())
}
