//! Who one is on a server, and the file that says so.

use std::fs;
use std::path::{Path, PathBuf};

use super::support::{Plain, Server, folder};

/// Looks into the lobby and leaves; gives what was said.
fn visit(folder: &Path, url: &str) -> String {
    let mut ana = Plain::start("Ana", folder, &[url]);
    ana.wait_for(|s| s.ends_with("> "));
    ana.send("quit");
    let (code, said, stderr) = ana.finish();
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{said}");
    said
}

fn token_file(folder: &Path) -> PathBuf {
    let mut files = fs::read_dir(folder.join("config-Ana/servers")).unwrap();
    let file = files.next().unwrap().unwrap().path();
    assert!(files.next().is_none(), "one file for one server");
    file
}

#[cfg(unix)]
#[test]
fn the_token_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder("token");
    let server = Server::start(&folder);
    visit(&folder, &server.url());
    let file = token_file(&folder);
    let mode = || fs::metadata(&file).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(), 0o600);
    let before = fs::read_to_string(&file).unwrap();
    // Somebody opened it to others: that is told and put right, and we stay who we are.
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    let said = visit(&folder, &server.url());
    assert!(said.contains("Others could read your token in"), "{said}");
    assert_eq!(mode(), 0o600);
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    let said = visit(&folder, &server.url());
    assert!(!said.contains("Others could read"), "{said}");
}

#[test]
fn a_token_that_is_no_good_is_replaced_and_one_from_a_file_is_not() {
    let folder = folder("refused");
    let server = Server::start(&folder);
    visit(&folder, &server.url());
    let file = token_file(&folder);
    let text = fs::read_to_string(&file).unwrap();
    let at = text.find("\"token\":\"").unwrap() + "\"token\":\"".len();
    let token = text[at..at + 64].to_owned();
    fs::write(&file, text.replace(&token, &"0".repeat(64))).unwrap();
    let said = visit(&folder, &server.url());
    assert!(
        said.contains("no longer knew you: you’re now Ana"),
        "{said}"
    );
    // A bot's own file is used as it is.
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
