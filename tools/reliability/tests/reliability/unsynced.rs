//! A server that acknowledges moves before they are on disk, for negative controls.
//!
//! The program itself doesn't offer this. The test binary runs such a server if its environment
//! variables are set.

use std::net::SocketAddr;

use azulejo_server::{Config, Server};
use azulejo_store::{OpenOptions, Synchronous};

/// The arguments with which the test binary runs only the server.
pub(crate) const ARGUMENTS: [&str; 3] = ["--exact", "unsynced::server_without_sync", "--nocapture"];

const SYNCHRONOUS: &str = "AZULEJO_UNSYNCED";
const FOLDER: &str = "AZULEJO_UNSYNCED_FOLDER";
const PORT: &str = "AZULEJO_UNSYNCED_PORT";

pub(crate) fn environment(
    synchronous: &str,
    folder: &str,
    port: u16,
) -> Vec<(&'static str, String)> {
    vec![
        (SYNCHRONOUS, synchronous.to_owned()),
        (FOLDER, folder.to_owned()),
        (PORT, port.to_string()),
    ]
}

#[test]
fn server_without_sync() {
    let Ok(synchronous) = std::env::var(SYNCHRONOUS) else {
        return;
    };
    let variable = |name| std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set"));
    let synchronous = match synchronous.as_str() {
        "off" => Synchronous::Off,
        "normal" => Synchronous::Normal,
        other => panic!("{SYNCHRONOUS}={other}: expected off or normal"),
    };
    let file = std::path::Path::new(&variable(FOLDER)).join("azulejo.db");
    let mut config = Config::new(format!("sqlite:{}", file.display()));
    let port = variable(PORT).parse().expect("a port");
    config.listen = Some(SocketAddr::from(([127, 0, 0, 1], port)));
    config.rate_limits = 0;
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let options = OpenOptions::default()
            .synchronous(synchronous)
            .accept_loss();
        let store = options
            .open(&config.database_url)
            .await
            .expect("the store opens");
        let server = Server::start_on(config, store)
            .await
            .expect("the server starts");
        println!("\nhttp://{}", server.address());
        // Runs until it is killed.
        panic!("the store failed: {}", server.failed().await);
    });
}
