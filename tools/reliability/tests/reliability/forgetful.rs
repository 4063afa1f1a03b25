//! A server that acknowledges moves before they are on disk, for the controls.
//!
//! The program itself refuses to run like that. The test's own program does it when its
//! environment says so.

use std::net::SocketAddr;

use azulejo_server::{Config, Server};
use azulejo_store::{OpenOptions, Synchronous};

/// With these the test's program runs nothing but the server.
pub(crate) const ARGUMENTS: [&str; 3] =
    ["--exact", "forgetful::a_server_that_forgets", "--nocapture"];

const SYNCHRONOUS: &str = "AZULEJO_FORGETFUL";
const FOLDER: &str = "AZULEJO_FORGETFUL_FOLDER";
const PORT: &str = "AZULEJO_FORGETFUL_PORT";

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
fn a_server_that_forgets() {
    let Ok(synchronous) = std::env::var(SYNCHRONOUS) else {
        return;
    };
    let variable = |name| std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set"));
    let synchronous = match synchronous.as_str() {
        "off" => Synchronous::Off,
        "normal" => Synchronous::Normal,
        other => panic!("{SYNCHRONOUS}={other}: off or normal"),
    };
    let file = std::path::Path::new(&variable(FOLDER)).join("azulejo.db");
    let mut config = Config::new(format!("sqlite:{}", file.display()));
    let port = variable(PORT).parse().expect("a port");
    config.listen = Some(SocketAddr::from(([127, 0, 0, 1], port)));
    config.rate_limits = 0;
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    runtime.block_on(async {
        let options = OpenOptions::default()
            .synchronous(synchronous)
            .accept_loss();
        let store = options.open(&config.database_url).await.expect("a store");
        let server = Server::start_on(config, store).await.expect("a server");
        println!("\nhttp://{}", server.address());
        // Until it is killed.
        panic!("the store has failed: {}", server.failed().await);
    });
}
