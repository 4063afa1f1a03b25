//! Maintenance commands beside a running server.

use std::fs;
use std::path::{Path, PathBuf};

use super::support::{Server, folder};
use crate::{azulejo, check_failure, stdout};

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn data(folder: &Path) -> PathBuf {
    folder.join("server")
}

#[test]
fn running_server_allows_backup_but_not_restore() {
    let folder = folder("replaced");
    let (data, copy) = (data(&folder), folder.join("copy.db"));
    let database = data.join("azulejo.db");
    let server = Server::start(&folder);
    let made = stdout(&["backup", text(&copy), "--data", text(&data)], "");
    assert!(made.ends_with("0 games with 0 events\n"), "{made}");

    let refusal = format!(
        "azulejo: a server is running on {}: stop it first, or name another folder with --data",
        database.display()
    );
    let restore = ["restore", text(&copy), "--replace", "--data", text(&data)];
    check_failure(&restore, b"", 1, &refusal);
    let files = |folder: &Path| {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names
            .filter(|name| name.ends_with(".before-restore"))
            .count()
    };
    assert_eq!(files(&data), 0, "the database was moved aside");
    // A second server on the same file fails.
    let serve = ["serve", "--listen", "127.0.0.1:0", "--data", text(&data)];
    let second = azulejo(&serve, b"");
    assert_eq!(second.status.code(), Some(1));
    let output = String::from_utf8_lossy(&second.stderr);
    assert!(output.contains("stop it first"), "{output}");
    assert!(
        server.get("/readyz").len() < 100,
        "the first server stopped"
    );

    // A killed server releases its lock.
    drop(server);
    let restored = stdout(&restore, "");
    assert!(restored.contains("restored"), "{restored}");
    assert_eq!(files(&data), 1, "the old database was not kept");
    let server = Server::start(&folder);
    server.get("/readyz");
}
