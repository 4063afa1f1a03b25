//! Servers under test.

use std::net::SocketAddr;
use std::sync::Arc;

use azulejo_server::{Config, Server};
use azulejo_store::Store;
use azulejo_testkit::TestDatabase;

/// A configuration without bot delay or rate limits, on an ephemeral port.
pub(crate) fn config(database: &TestDatabase) -> Config {
    let mut config = Config::new(database.url());
    config.listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    config.bot_delay_ms = 0;
    config.rate_limits = 0;
    config
}

pub(crate) async fn start(database: &TestDatabase) -> Server {
    Server::start(config(database))
        .await
        .expect("the server starts")
}

/// Opens the store beside a running server.
pub(crate) async fn open_store(database: &TestDatabase) -> Arc<dyn Store> {
    let store = azulejo_store::open(&database.url()).await;
    store.expect("the store opens")
}
