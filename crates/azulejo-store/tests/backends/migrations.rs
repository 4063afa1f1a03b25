//! Migrations of rows that earlier versions of the program wrote.

use std::path::Path;

use azulejo_store::{
    Credential, NEVER_MS, PasswordHash, PlayerId, SessionKind, SessionRow, TokenHash,
};
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};

use crate::fixtures::{TestDatabase, sql_tests};

sql_tests! {
    old_accounts_and_sessions_survive_session_lifetimes,
    old_accounts_are_not_suspended_and_sign_up_stays_open,
}

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;
const YEAR_MS: i64 = 365 * DAY_MS;

impl TestDatabase {
    /// Creates the schema as it was before a migration.
    async fn migrate_before(&self, version: i64) {
        let is_postgres = self.url().starts_with("postgres");
        let backend = if is_postgres { "postgres" } else { "sqlite" };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("migrations")
            .join(backend);
        let all = Migrator::new(folder).await.unwrap();
        let older = all.iter().filter(|step| step.version < version).cloned();
        let older = Migrator::with_migrations(older.collect());
        if is_postgres {
            let mut conn = PgConnection::connect(self.url()).await.unwrap();
            older.run(&mut conn).await.unwrap();
            conn.close().await.unwrap();
        } else {
            let file = Path::new(self.url());
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            let options = SqliteConnectOptions::new()
                .filename(file)
                .create_if_missing(true);
            let mut conn = options.connect().await.unwrap();
            older.run(&mut conn).await.unwrap();
            conn.close().await.unwrap();
        }
    }
}

async fn old_accounts_and_sessions_survive_session_lifetimes(db: TestDatabase) {
    db.migrate_before(6).await;
    let [ana, guest] = [1, 2].map(|n| PlayerId::from_entropy([n; 16]));
    // Used ten days after they were created, and valid for 400 days from then.
    let (created, used) = (1_000 * DAY_MS, 1_010 * DAY_MS);
    let expires = used + 400 * DAY_MS;
    let token = |number: u8| TokenHash::new([number; 32]);
    for (player, name, password) in [(ana, "Ana", "'old hash'"), (guest, "Guest", "NULL")] {
        db.execute_sql(&format!(
            "INSERT INTO player (id, name, folded, password, created_ms) \
             VALUES ('{player}', '{name}', '{}', {password}, {created})",
            name.to_lowercase()
        ))
        .await;
    }
    for (number, player, kind) in [
        (1, ana, "cookie"),
        (2, ana, "bearer"),
        (3, guest, "cookie"),
        (4, guest, "bearer"),
    ] {
        let hex = format!("{number:02x}").repeat(32);
        let insert = |token: &str| {
            format!(
                "INSERT INTO session \
                 (token, player_id, kind, label, created_ms, used_ms, expires_ms) \
                 VALUES ({token}, '{player}', '{kind}', '', {created}, {used}, {expires})"
            )
        };
        db.execute_sql_per_backend(
            &insert(&format!("x'{hex}'")),
            &insert(&format!("'\\x{hex}'")),
        )
        .await;
    }

    let store = db.open().await;
    // The old password verifies, and a login with it creates a session.
    let account = store.account_by_name("ana").await.unwrap().unwrap();
    assert_eq!(account.player.id, ana);
    assert_eq!(account.password, PasswordHash::new("old hash"));
    let session = |number: u8, kind, expires_ms: i64, idle_ms, ends_ms| SessionRow {
        token: token(number),
        player: if number == 3 || number == 4 {
            guest
        } else {
            ana
        },
        kind,
        label: String::new(),
        created_ms: created,
        used_ms: used,
        expires_ms,
        idle_ms,
        ends_ms,
    };
    let (cookie, bearer) = (SessionKind::Cookie, SessionKind::Bearer);
    let login = session(5, cookie, used + DAY_MS, DAY_MS, NEVER_MS);
    let credential = Credential::Password(account.epoch);
    store
        .create_session(login.clone(), credential)
        .await
        .unwrap();
    let browser = 90 * DAY_MS;
    for expected in [
        session(1, cookie, used + browser, browser, created + YEAR_MS),
        session(2, bearer, NEVER_MS, NEVER_MS, NEVER_MS),
        session(3, cookie, used + YEAR_MS, YEAR_MS, NEVER_MS),
        session(4, bearer, used + YEAR_MS, YEAR_MS, NEVER_MS),
        login,
    ] {
        let found = store.find_session(&expected.token, used, None).await;
        assert_eq!(found.unwrap(), Some(expected));
    }
    // A password change advances the epoch, so that a login with the old password fails.
    let changed = store
        .set_password(ana, PasswordHash::new("new hash"), Some(account.epoch))
        .await
        .unwrap();
    let late = session(6, cookie, used + DAY_MS, DAY_MS, NEVER_MS);
    let refused = store.create_session(late.clone(), credential).await;
    assert!(refused.is_err());
    let credential = Credential::Password(changed);
    store.create_session(late, credential).await.unwrap();
    store.close().await;
}

async fn old_accounts_are_not_suspended_and_sign_up_stays_open(db: TestDatabase) {
    db.migrate_before(8).await;
    let ana = PlayerId::from_entropy([1; 16]);
    db.execute_sql(&format!(
        "INSERT INTO player (id, name, folded, password, created_ms) \
         VALUES ('{ana}', 'Ana', 'ana', 'hash', 1)"
    ))
    .await;
    let insert = |token: &str| {
        format!(
            "INSERT INTO session (token, player_id, kind, label, created_ms, used_ms, expires_ms) \
             VALUES ({token}, '{ana}', 'cookie', '', 1, 1, 100)"
        )
    };
    let hex = "07".repeat(32);
    db.execute_sql_per_backend(
        &insert(&format!("x'{hex}'")),
        &insert(&format!("'\\x{hex}'")),
    )
    .await;

    let store = db.open().await;
    let found = store.find_session(&TokenHash::new([7; 32]), 50, None).await;
    assert_eq!(found.unwrap().map(|session| session.player), Some(ana));
    assert_eq!(store.suspension(ana, 50).await, Ok(None));
    assert_eq!(store.sign_up().await, Ok(azulejo_store::SignUp::Open));
    assert_eq!(store.accounts("", "", 50, 9).await.unwrap().len(), 1);
    assert_eq!(store.audit_log(9).await, Ok(Vec::new()));
    store.close().await;
}
