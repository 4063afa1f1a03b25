//! Second factors of accounts in memory.

use async_trait::async_trait;

use super::MemoryStore;
use super::data::StoredFactor;
use crate::{
    CodeSecret, PasswordEpoch, PlayerId, SecondFactor, SecondFactorProof, SecondFactorStore,
    StoreError,
};

#[async_trait]
impl SecondFactorStore for MemoryStore {
    async fn second_factor(&self, player: PlayerId) -> Result<Option<SecondFactor>, StoreError> {
        self.read("second_factor", |data| {
            let stored = data.players.get(&player)?.second_factor.as_ref()?;
            Some(stored.factor.clone())
        })
        .await
    }

    async fn begin_second_factor(
        &self,
        player: PlayerId,
        secret: CodeSecret,
    ) -> Result<bool, StoreError> {
        self.write("begin_second_factor", |data, _| {
            let account = data.account_mut(player)?;
            let stored = account.second_factor.as_ref();
            if stored.is_some_and(|stored| stored.factor.enabled) {
                return Ok(false);
            }
            let enabled = false;
            account.second_factor = Some(StoredFactor {
                factor: SecondFactor { secret, enabled },
                last_step: 0,
            });
            Ok(true)
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
        self.write("enable_second_factor", |data, _| {
            let account = data.verified_account(player, Some(verified))?;
            let stored = account.second_factor.as_mut();
            let pending = |stored: &&mut StoredFactor| {
                !stored.factor.enabled && stored.factor.secret == secret
            };
            let Some(stored) = stored.filter(pending) else {
                return Ok(false);
            };
            stored.factor.enabled = true;
            stored.last_step = step;
            account.epoch = account.epoch.next();
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
        self.write("use_second_factor", |data, _| {
            let account = data.verified_account(player, Some(verified))?;
            let stored = account.second_factor.as_mut();
            let Some(stored) = stored.filter(|stored| stored.factor.enabled) else {
                return Ok(false);
            };
            Ok(match proof {
                SecondFactorProof::Step(step) => {
                    let is_new = stored.last_step < step;
                    stored.last_step = stored.last_step.max(step);
                    is_new
                }
                SecondFactorProof::Recovery(code) => account.recovery.remove(&code),
            })
        })
        .await
    }

    async fn remove_second_factor(
        &self,
        player: PlayerId,
        verified: Option<PasswordEpoch>,
    ) -> Result<(), StoreError> {
        self.write("remove_second_factor", |data, _| {
            let account = data.verified_account(player, verified)?;
            account.second_factor = None;
            account.epoch = account.epoch.next();
            Ok(())
        })
        .await
    }
}
