//! The player's identity on a server, and its token file.

use std::fs;
use std::path::{Path, PathBuf};

use super::support::{Plain, Server, folder};

/// Opens the lobby and quits. Returns the output.
fn visit(folder: &Path, url: &str) -> String {
    let mut ana = Plain::start("Ana", folder, &[url]);
    ana.wait_for(|s| s.ends_with("> "));
    ana.send("quit");
    let (code, output, stderr) = ana.finish();
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{output}");
    output
}

fn token_file(folder: &Path) -> PathBuf {
    let mut files = fs::read_dir(folder.join("config-Ana/servers")).unwrap();
    let file = files.next().unwrap().unwrap().path();
    assert!(files.next().is_none(), "more than one file for a server");
    file
}

#[cfg(unix)]
#[test]
fn token_file_is_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder("token");
    let server = Server::start(&folder);
    visit(&folder, &server.url());
    let file = token_file(&folder);
    let mode = || fs::metadata(&file).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(), 0o600);
    let before = fs::read_to_string(&file).unwrap();
    // Loose permissions are reported and fixed; the identity stays the same.
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    let output = visit(&folder, &server.url());
    assert!(
        output.contains("Others could read your token in"),
        "{output}"
    );
    assert_eq!(mode(), 0o600);
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    let output = visit(&folder, &server.url());
    assert!(!output.contains("Others could read"), "{output}");
}

#[test]
fn invalid_token_is_replaced_unless_given_by_file() {
    let folder = folder("refused");
    let server = Server::start(&folder);
    visit(&folder, &server.url());
    let file = token_file(&folder);
    let text = fs::read_to_string(&file).unwrap();
    let at = text.find("\"token\":\"").unwrap() + "\"token\":\"".len();
    let token = text[at..at + 64].to_owned();
    fs::write(&file, text.replace(&token, &"0".repeat(64))).unwrap();
    let output = visit(&folder, &server.url());
    assert!(
        output.contains("no longer knew you: you’re now Ana"),
        "{output}"
    );
    // A token file given as an option is never replaced.
    let bare = folder.join("token");
    fs::write(&bare, format!("{token}\n")).unwrap();
    let args = [&server.url(), "--token-file", bare.to_str().unwrap()];
    let mut bot = Plain::start("Ana", &folder, &args);
    bot.wait_for_text("You’re playing as Ana.");
    bot.end_input();
    assert_eq!(bot.finish().0, Some(0));
    fs::write(&bare, "0".repeat(64)).unwrap();
    let bot = Plain::start("Ana", &folder, &args);
    let (code, _, stderr) = bot.finish();
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("doesn’t accept the token from --token-file"),
        "{stderr}"
    );
}
