//! Administration: suspensions, sign-up, names, lists and the audit log.

use azulejo_store::{
    AccountInvitation, AuditEntry, GameStatus, NEVER_MS, NameRule, NameRuleKind, PasswordEpoch,
    SignUp, StoreError, Suspension,
};

use crate::fixtures::{
    TestDatabase, account, backend_tests, game_id, name, new_game, person, player_id, session,
    summary, token,
};

backend_tests! {
    suspension_refuses_sessions_until_it_ends,
    suspended_account_is_exported_and_deleted,
    invitation_creates_one_account,
    failed_sign_up_keeps_the_invitation,
    name_rules_are_replaced_and_removed,
    accounts_are_listed_by_name_in_pages,
    games_are_listed_by_status_in_pages,
    audit_log_has_the_newest_act_first,
    revision_changes_with_every_announcement,
}

fn suspension(until_ms: i64) -> Suspension {
    Suspension {
        reason: "insulting phrases".to_owned(),
        since_ms: 2_000,
        until_ms,
    }
}

async fn suspension_refuses_sessions_until_it_ends(db: TestDatabase) {
    let store = db.open().await;
    let (ana, guest) = (player_id(1), player_id(2));
    store.create_account(ana, account("Ana"), 1).await.unwrap();
    store.create_guest(guest, name("Guest"), 1).await.unwrap();
    let credential = azulejo_store::Credential::Password(PasswordEpoch::default());
    store
        .create_session(session(1, ana), credential)
        .await
        .unwrap();
    let refused = store.suspend(guest, suspension(5_000)).await;
    assert_eq!(refused, Err(StoreError::NoSuchPlayer(guest)));

    let mut bus = store.subscribe();
    store.suspend(ana, suspension(5_000)).await.unwrap();
    let notice = bus.recv().await.unwrap();
    let closed = azulejo_store::BusMessage::SessionEnded(token(1).prefix());
    assert_eq!(notice.message, closed);
    for (now_ms, active) in [(2_000, true), (4_999, true), (5_000, false)] {
        let found = store.find_session(&token(1), now_ms, None).await.unwrap();
        assert_eq!(found.is_none(), active, "{now_ms}");
        let expected = active.then(|| suspension(5_000));
        assert_eq!(store.suspension(ana, now_ms).await, Ok(expected.clone()));
        assert_eq!(
            store.session_suspension(&token(1), now_ms).await,
            Ok(expected)
        );
    }
    // A session that has expired, or never existed, is not refused because of the suspension.
    assert_eq!(store.session_suspension(&token(9), 2_000).await, Ok(None));
    store.suspend(ana, suspension(NEVER_MS)).await.unwrap();
    let never = store.suspension(ana, 1 << 50).await.unwrap().unwrap();
    assert_eq!(never.end_ms(), None);
    assert_eq!(store.session_suspension(&token(1), 100_000).await, Ok(None));
    assert_eq!(store.lift_suspension(ana).await, Ok(true));
    assert_eq!(store.lift_suspension(ana).await, Ok(false));
    let found = store.find_session(&token(1), 2_000, None).await.unwrap();
    assert_eq!(found, Some(session(1, ana)));
}

async fn suspended_account_is_exported_and_deleted(db: TestDatabase) {
    let store = db.open().await;
    let ana = player_id(1);
    store.create_account(ana, account("Ana"), 1).await.unwrap();
    store.suspend(ana, suspension(5_000)).await.unwrap();
    let export = store.export_player(ana).await.unwrap().unwrap();
    assert_eq!(export.suspension, Some(suspension(5_000)));
    store.delete_player(ana).await.unwrap();
    assert_eq!(store.suspension(ana, 2_000).await, Ok(None));
    if let Some(rows) = db.query_sql("SELECT COUNT(*), '' FROM suspension").await {
        assert_eq!(rows[0].0, 0);
    }
}

fn invitation(number: u8, created_ms: i64) -> AccountInvitation {
    AccountInvitation {
        code: token(number),
        note: format!("for player {number}"),
        created_ms,
        expires_ms: created_ms + 100,
    }
}

async fn invitation_creates_one_account(db: TestDatabase) {
    let store = db.open().await;
    assert_eq!(store.sign_up().await, Ok(SignUp::Open));
    store.set_sign_up(SignUp::Invitation).await.unwrap();
    assert_eq!(store.sign_up().await, Ok(SignUp::Invitation));
    store
        .add_account_invitation(invitation(1, 10))
        .await
        .unwrap();
    store
        .add_account_invitation(invitation(2, 50))
        .await
        .unwrap();
    let listed = store.account_invitations(60).await.unwrap();
    assert_eq!(listed, [invitation(2, 50), invitation(1, 10)]);
    assert_eq!(store.account_invitations(110).await.unwrap().len(), 1);

    let mut ana = account("Ana");
    ana.invitation = Some(token(1));
    store.create_account(player_id(1), ana, 1).await.unwrap();
    store
        .create_guest(player_id(2), name("Bea"), 1)
        .await
        .unwrap();
    let mut bea = account("Bea");
    bea.invitation = Some(token(1));
    let used = store.upgrade_guest(player_id(2), bea.clone()).await;
    assert_eq!(used, Err(StoreError::NoSuchInvitation));
    assert_eq!(store.account(player_id(2)).await, Ok(None));
    bea.invitation = Some(token(2));
    store.upgrade_guest(player_id(2), bea).await.unwrap();
    assert_eq!(store.account_invitations(60).await, Ok(Vec::new()));

    // A new invitation removes those that have expired.
    store
        .add_account_invitation(invitation(3, 10))
        .await
        .unwrap();
    store
        .add_account_invitation(invitation(4, 500))
        .await
        .unwrap();
    assert_eq!(store.remove_account_invitations().await, Ok(1));
}

async fn failed_sign_up_keeps_the_invitation(db: TestDatabase) {
    let store = db.open().await;
    store
        .create_account(player_id(1), account("Ana"), 1)
        .await
        .unwrap();
    store
        .add_account_invitation(invitation(1, 10))
        .await
        .unwrap();
    let mut again = account("Ana");
    again.invitation = Some(token(1));
    let taken = store.create_account(player_id(2), again, 1).await;
    assert_eq!(taken, Err(StoreError::NameTaken));
    assert_eq!(store.account_invitations(60).await.unwrap().len(), 1);
}

async fn name_rules_are_replaced_and_removed(db: TestDatabase) {
    let store = db.open().await;
    let rule = |shown: &str, kind| NameRule {
        name: name(shown),
        kind,
    };
    let (reserved, refused) = (NameRuleKind::Reserved, NameRuleKind::Refused);
    store.set_name_rule(rule("Club", refused)).await.unwrap();
    store.set_name_rule(rule("Chair", reserved)).await.unwrap();
    store.set_name_rule(rule("CLUB", reserved)).await.unwrap();
    let rules = store.name_rules().await.unwrap();
    assert_eq!(rules, [rule("Chair", reserved), rule("CLUB", reserved)]);
    assert_eq!(store.remove_name_rule("club").await, Ok(true));
    assert_eq!(store.remove_name_rule("club").await, Ok(false));
    assert_eq!(store.name_rules().await.unwrap().len(), 1);
}

async fn accounts_are_listed_by_name_in_pages(db: TestDatabase) {
    let store = db.open().await;
    for (number, shown) in [(1, "Dora"), (2, "Ana"), (3, "Bea")] {
        let made = store
            .create_account(player_id(number), account(shown), 7)
            .await;
        made.unwrap();
    }
    store
        .create_guest(player_id(4), name("Anabel"), 1)
        .await
        .unwrap();
    let mut game = new_game(1);
    game.seats = vec![person(0, player_id(2)), person(1, player_id(3))];
    store.create_game(game).await.unwrap();
    let credential = azulejo_store::Credential::Password(PasswordEpoch::default());
    let ana = session(1, player_id(2));
    store.create_session(ana, credential).await.unwrap();
    store
        .suspend(player_id(3), suspension(5_000))
        .await
        .unwrap();

    let first = store.accounts("", "", 2_000, 2).await.unwrap();
    let names = |page: &[azulejo_store::AccountSummary]| -> Vec<_> {
        page.iter().map(|row| row.player.name.clone()).collect()
    };
    assert_eq!(names(&first), ["Ana", "Bea"]);
    let (ana, bea) = (&first[0], &first[1]);
    assert_eq!((ana.sessions, ana.games, ana.used_ms), (1, 1, Some(1_000)));
    assert_eq!((bea.sessions, bea.games, bea.used_ms), (0, 1, None));
    assert_eq!(ana.suspension, None);
    assert_eq!(bea.suspension, Some(suspension(5_000)));
    assert!(!ana.second_factor);
    let rest = store.accounts("", &bea.folded, 2_000, 2).await.unwrap();
    assert_eq!(names(&rest), ["Dora"]);
    let found = store.accounts("or", "", 2_000, 9).await.unwrap();
    assert_eq!(names(&found), ["Dora"]);
}

async fn games_are_listed_by_status_in_pages(db: TestDatabase) {
    let store = db.open().await;
    for (number, status, public) in [
        (1, GameStatus::Running, false),
        (2, GameStatus::Open, true),
        (3, GameStatus::Running, true),
    ] {
        let mut game = new_game(number);
        game.created_ms = i64::from(number) * 100;
        game.summary = summary(status);
        game.summary.public = public;
        store.create_game(game).await.unwrap();
    }
    let first = store.all_games(None, None, 2).await.unwrap();
    let ids: Vec<_> = first.iter().map(|game| game.id).collect();
    assert_eq!(ids, [game_id(3), game_id(2)]);
    let after = Some(first[1].lobby_cursor());
    let rest = store.all_games(None, after, 2).await.unwrap();
    assert_eq!(rest.len(), 1);
    assert_eq!(rest[0].id, game_id(1));
    let running = store.all_games(Some(GameStatus::Running), None, 9).await;
    assert_eq!(running.unwrap().len(), 2);
}

async fn audit_log_has_the_newest_act_first(db: TestDatabase) {
    let store = db.open().await;
    let entry = |number: u8, at_ms| AuditEntry {
        id: [number; 16],
        at_ms,
        actor: "root".to_owned(),
        action: "suspend".to_owned(),
        subject: format!("player {number}"),
        reason: "insults".to_owned(),
    };
    for (number, at_ms) in [(1, 5), (2, 9), (3, 7)] {
        store.record_act(entry(number, at_ms)).await.unwrap();
    }
    let newest = store.audit_log(2).await.unwrap();
    assert_eq!(newest, [entry(2, 9), entry(3, 7)]);
    let mut long = entry(4, 8);
    long.reason = "x".repeat(2_001);
    let refused = store.record_act(long).await;
    assert!(matches!(
        refused,
        Err(StoreError::Invalid {
            field: "reason",
            ..
        })
    ));
}

async fn revision_changes_with_every_announcement(db: TestDatabase) {
    let store = db.open().await;
    let other = db.open().await;
    let before = store.admin_revision().await.unwrap();
    other.announce_change().await.unwrap();
    let after = store.admin_revision().await.unwrap();
    assert_ne!(before, after);
    other.announce_change().await.unwrap();
    assert_ne!(store.admin_revision().await.unwrap(), after);
}
