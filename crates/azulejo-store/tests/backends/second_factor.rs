//! Second factors: enrolment, one-time use, and their effect on concurrent logins.

use std::sync::Arc;

use azulejo_store::{
    CodeSecret, Credential, PasswordEpoch, SecondFactor, SecondFactorProof, StoreError,
};

use crate::fixtures::{
    TestDatabase, account, backend_tests, concurrently, name, player_id, session,
};

backend_tests! {
    pending_second_factor_is_replaced_until_it_is_enabled,
    time_step_works_once_and_no_earlier_one_after_it,
    recovery_code_proves_the_second_factor_once,
    concurrent_uses_of_a_code_have_one_winner,
    change_of_the_second_factor_stops_concurrent_logins,
    second_factor_is_exported_without_its_secret_and_deleted,
}

const STEP: SecondFactorProof = SecondFactorProof::Step(101);

fn secret(number: u8) -> CodeSecret {
    CodeSecret::new([number; CodeSecret::LEN])
}

/// Creates account 1 with a second factor, confirmed by the code of step 100. Returns its epoch.
async fn with_second_factor(store: &dyn azulejo_store::Store) -> PasswordEpoch {
    let created = store.create_account(player_id(1), account("Ana"), 1).await;
    created.unwrap();
    let begun = store.begin_second_factor(player_id(1), secret(7)).await;
    assert_eq!(begun, Ok(true));
    let epoch = PasswordEpoch::default();
    let enabled = store.enable_second_factor(player_id(1), secret(7), 100, epoch);
    assert_eq!(enabled.await, Ok(true));
    store.account(player_id(1)).await.unwrap().unwrap().epoch
}

async fn pending_second_factor_is_replaced_until_it_is_enabled(db: TestDatabase) {
    let store = db.open().await;
    let (ana, guest) = (player_id(1), player_id(2));
    store.create_account(ana, account("Ana"), 1).await.unwrap();
    store.create_guest(guest, name("Guest"), 1).await.unwrap();
    assert_eq!(store.second_factor(ana).await, Ok(None));
    assert_eq!(
        store.begin_second_factor(guest, secret(1)).await,
        Err(StoreError::NoSuchPlayer(guest))
    );
    for number in [1, 2] {
        assert_eq!(
            store.begin_second_factor(ana, secret(number)).await,
            Ok(true)
        );
        let pending = SecondFactor {
            secret: secret(number),
            enabled: false,
        };
        assert_eq!(store.second_factor(ana).await, Ok(Some(pending)));
    }
    let epoch = PasswordEpoch::default();
    assert_eq!(store.use_second_factor(ana, STEP, epoch).await, Ok(false));
    let replaced = store.enable_second_factor(ana, secret(1), 100, epoch).await;
    assert_eq!(replaced, Ok(false));
    let enabled = store.enable_second_factor(ana, secret(2), 100, epoch).await;
    assert_eq!(enabled, Ok(true));
    let factor = store.second_factor(ana).await.unwrap().unwrap();
    assert!(factor.enabled);
    assert_eq!(store.begin_second_factor(ana, secret(3)).await, Ok(false));
    assert_eq!(store.second_factor(ana).await, Ok(Some(factor)));
    store.remove_second_factor(ana, None).await.unwrap();
    assert_eq!(store.second_factor(ana).await, Ok(None));
    assert_eq!(store.begin_second_factor(ana, secret(3)).await, Ok(true));
}

async fn time_step_works_once_and_no_earlier_one_after_it(db: TestDatabase) {
    let store = db.open().await;
    let epoch = with_second_factor(&*store).await;
    for (step, works) in [
        (100, false),
        (101, true),
        (101, false),
        (100, false),
        (103, true),
        (102, false),
        (104, true),
    ] {
        let proof = SecondFactorProof::Step(step);
        let used = store.use_second_factor(player_id(1), proof, epoch).await;
        assert_eq!(used, Ok(works), "{step}");
    }
}

async fn recovery_code_proves_the_second_factor_once(db: TestDatabase) {
    let store = db.open().await;
    store
        .create_account(player_id(2), account("Bea"), 1)
        .await
        .unwrap();
    let proof = SecondFactorProof::Recovery([3; 32]);
    let without = store.use_second_factor(player_id(2), proof, PasswordEpoch::default());
    assert_eq!(without.await, Ok(false), "no second factor");
    let epoch = with_second_factor(&*store).await;
    for works in [true, false] {
        let used = store.use_second_factor(player_id(1), proof, epoch).await;
        assert_eq!(used, Ok(works));
    }
    let left = |number| {
        let store = Arc::clone(&store);
        async move {
            store
                .account(player_id(number))
                .await
                .unwrap()
                .unwrap()
                .recovery_left
        }
    };
    assert_eq!((left(1).await, left(2).await), (7, 8));
}

async fn concurrent_uses_of_a_code_have_one_winner(db: TestDatabase) {
    let nodes = [db.open().await, db.open().await];
    let epoch = with_second_factor(&*nodes[0]).await;
    for proof in [STEP, SecondFactorProof::Recovery([5; 32])] {
        let outcomes = concurrently(8, |number| {
            let store = Arc::clone(&nodes[number as usize % 2]);
            async move {
                let used = store.use_second_factor(player_id(1), proof, epoch).await;
                used.unwrap()
            }
        })
        .await;
        assert_eq!(outcomes.iter().filter(|worked| **worked).count(), 1);
    }
}

async fn change_of_the_second_factor_stops_concurrent_logins(db: TestDatabase) {
    let store = db.open().await;
    let old = PasswordEpoch::default();
    let epoch = with_second_factor(&*store).await;
    let changed = Err(StoreError::PasswordChanged);
    let log_in = |number, epoch| {
        let credential = Credential::Password(epoch);
        store.create_session(session(number, player_id(1)), credential)
    };
    assert_eq!(log_in(1, old).await, changed);
    log_in(2, epoch).await.unwrap();
    let used = store.use_second_factor(player_id(1), STEP, old).await;
    assert_eq!(used, Err(StoreError::PasswordChanged));
    let removed = store.remove_second_factor(player_id(1), Some(old)).await;
    assert_eq!(removed, changed);
    store
        .remove_second_factor(player_id(1), Some(epoch))
        .await
        .unwrap();
    assert_eq!(log_in(3, epoch).await, changed);
    // The existing session, of a program, is unaffected.
    assert_eq!(store.sessions_of(player_id(1), 0).await.unwrap().len(), 1);
}

async fn second_factor_is_exported_without_its_secret_and_deleted(db: TestDatabase) {
    let store = db.open().await;
    with_second_factor(&*store).await;
    let export = store.export_player(player_id(1)).await.unwrap().unwrap();
    assert!(export.second_factor);
    store.delete_player(player_id(1)).await.unwrap();
    assert_eq!(store.second_factor(player_id(1)).await, Ok(None));
    store
        .create_account(player_id(1), account("Ana"), 1)
        .await
        .unwrap();
    let export = store.export_player(player_id(1)).await.unwrap().unwrap();
    assert!(!export.second_factor);
}
