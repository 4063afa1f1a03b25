//! PostgreSQL: several nodes on one database.

pub(crate) mod append;
pub(crate) mod bus;
mod columns;
pub(crate) mod create;

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, Row as _};

use crate::database::Database;
use crate::postgres::bus::PostgresBus;
use crate::sql::{Connections, Health, Pool, describe};
use crate::sqlite::migrate_error;
use crate::writer::Writers;
use crate::{Bus, OpenError, OpenOptions, migrations};

/// The oldest version that is still maintained.
const OLDEST: i64 = 140_000;
const OLDEST_TEXT: &str = "14";

/// All statements are short; a longer one is stuck and must release its locks.
const TIMEOUTS: [(&str, &str); 4] = [
    ("statement_timeout", "15000"),
    ("lock_timeout", "5000"),
    ("idle_in_transaction_session_timeout", "20000"),
    ("tcp_user_timeout", "10000"),
];

/// Writing statements are auto-committed and use primary keys: one generic plan fits all.
const WRITING: [(&str, &str); 3] = [
    ("default_transaction_isolation", "read committed"),
    ("plan_cache_mode", "force_generic_plan"),
    ("enable_seqscan", "off"),
];

/// A connection that was idle for longer is pinged before use.
const TRUSTED_IDLE: Duration = Duration::from_secs(1);

const READERS: u32 = 4;

/// Opens the database at `url` and migrates it.
pub(crate) async fn open(url: &str, options: OpenOptions) -> Result<Database, OpenError> {
    let connect = parse_url(url)?.application_name("azulejo");
    migrate(&connect, options.accept_loss).await?;

    let timed = connect.clone().options(TIMEOUTS);
    let accept_loss = options.accept_loss;
    let readers = data_pool(&timed, READERS, accept_loss).await?;
    let writing = data_pool(
        &timed.clone().options(WRITING),
        options.writers,
        accept_loss,
    )
    .await?;
    let health = Arc::new(Health::default());
    let pool = |pool| Pool {
        connections: Connections::Postgres(pool),
        health: Arc::clone(&health),
    };
    let (readers, writing) = (pool(readers), pool(writing));
    let mut others = vec![writing.clone()];
    let bus = match options.bus {
        Some(bus) => bus,
        None => {
            // Notifications need not be durable.
            let notifications = timed.options([("synchronous_commit", "off")]);
            let notifications = PgPoolOptions::new()
                .max_connections(2)
                .acquire_timeout(Duration::from_secs(30))
                .connect_lazy_with(notifications);
            others.push(pool(notifications.clone()));
            Arc::new(PostgresBus::start(&notifications).await) as Arc<dyn Bus>
        }
    };
    let writers = Writers::start(
        &writing,
        &bus,
        options.writers,
        options.queue,
        options.batch,
    );
    Ok(Database {
        changes: readers.clone(),
        readers,
        writers: Arc::new(writers),
        bus,
        path: None,
        others,
    })
}

/// A pool whose connections are checked to be durable.
async fn data_pool(
    connect: &PgConnectOptions,
    connections: u32,
    accept_loss: bool,
) -> Result<PgPool, OpenError> {
    let pool = PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(Duration::from_secs(10))
        .test_before_acquire(false)
        .before_acquire(|conn, meta| {
            Box::pin(async move {
                // Pinging before every use would double the round trips.
                Ok(meta.idle_for < TRUSTED_IDLE || conn.ping().await.is_ok())
            })
        })
        // Settings can change at run time, so each new connection is checked.
        .after_connect(move |conn, _| {
            Box::pin(async move {
                match check_durable(conn).await? {
                    Err(error) if !accept_loss => {
                        Err(sqlx::Error::Configuration(error.to_string().into()))
                    }
                    _ => Ok(()),
                }
            })
        });
    pool.connect_with(connect.clone())
        .await
        .map_err(|error| connect_error(&error))
}

/// Checks the server and migrates the schema, one node at a time.
/// Parses a database URL.
pub(crate) fn parse_url(url: &str) -> Result<PgConnectOptions, OpenError> {
    url.parse()
        .map_err(|error| OpenError::Url(format!("invalid database URL: {}", describe(&error))))
}

async fn migrate(connect: &PgConnectOptions, accept_loss: bool) -> Result<(), OpenError> {
    // Without timeouts: migrating large tables, or waiting for a node that does, can take long.
    let mut conn = connect
        .connect()
        .await
        .map_err(|error| connect_error(&error))?;
    check_version(&mut conn).await?;
    if !accept_loss {
        check_durable(&mut conn)
            .await
            .map_err(|error| connect_error(&error))??;
    }
    // Otherwise the log notes at every start that the migrator's table exists.
    sqlx::query("SET client_min_messages = warning")
        .execute(&mut conn)
        .await
        .map_err(|error| connect_error(&error))?;
    // The migrator holds an advisory lock.
    let migrated = migrations::POSTGRES
        .run_direct(None, &mut conn, false)
        .await;
    migrated.map_err(|error| migrate_error(&error, &migrations::POSTGRES))?;
    conn.close().await.map_err(|error| connect_error(&error))
}

async fn check_version(conn: &mut PgConnection) -> Result<(), OpenError> {
    let sql = "SELECT current_setting('server_version_num')::bigint, \
               current_setting('server_version')";
    let row = sqlx::query(sql)
        .fetch_one(conn)
        .await
        .map_err(|error| connect_error(&error))?;
    let read = |error: sqlx::Error| connect_error(&error);
    if row.try_get::<i64, _>(0).map_err(read)? < OLDEST {
        let found = row.try_get(1).map_err(read)?;
        return Err(OpenError::Version {
            software: "PostgreSQL",
            found,
            needed: OLDEST_TEXT,
        });
    }
    Ok(())
}

/// Checks that commits are durable and that torn pages are repaired.
async fn check_durable(conn: &mut PgConnection) -> Result<Result<(), OpenError>, sqlx::Error> {
    let sql = "SELECT current_setting('fsync'), current_setting('full_page_writes'), \
               current_setting('synchronous_commit')";
    let row = sqlx::query(sql).fetch_one(conn).await?;
    let settings = ["fsync", "full_page_writes", "synchronous_commit"];
    for (idx, setting) in settings.into_iter().enumerate() {
        let value: String = row.try_get(idx)?;
        if value == "off" {
            return Ok(Err(OpenError::NotDurable {
                setting,
                value,
                needed: "on",
            }));
        }
    }
    Ok(Ok(()))
}

/// The driver's errors do not contain the URL's password.
fn connect_error(error: &sqlx::Error) -> OpenError {
    OpenError::Connect(describe(error))
}
