//! `azulejo admin` beside a running server.

use super::{ServerProcess, folder, run};

const ANA: &str = r#"{"name":"Ana","password":"tiles of cobalt"}"#;

#[test]
fn host_manages_accounts_beside_a_running_server() {
    let data = folder("admin");
    let server = ServerProcess::start(&data, &["--listen", "127.0.0.1:0"]);
    let (head, body) = server.request("POST", "/api/v1/signup", ANA);
    assert!(head.starts_with("HTTP/1.1 201"), "{head}\n{body}");
    let admin = |args: &[&str]| {
        let all: Vec<&str> = ["admin"].iter().chain(args).copied().collect();
        let (code, output, stderr) = run(&data, &all);
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{args:?}");
        output
    };
    let listed = admin(&["accounts", "list"]);
    assert!(listed.starts_with("Ana  since "), "{listed}");
    assert!(listed.trim_end().ends_with("0 games"), "{listed}");
    let until = ["--until", "7d", "--reason", "insulting names"];
    let suspended = admin(&[&["accounts", "suspend", "Ana"], &until[..]].concat());
    assert!(
        suspended.starts_with("Ana is suspended: until 2"),
        "{suspended}"
    );
    let (head, body) = server.request("POST", "/api/v1/login", ANA);
    assert!(head.starts_with("HTTP/1.1 403"), "{head}\n{body}");
    assert!(body.contains("insulting names"), "{body}");
    assert!(admin(&["accounts", "show", "ana"]).contains("(insulting names)"));
    admin(&["accounts", "lift", "Ana"]);
    let (head, _) = server.request("POST", "/api/v1/login", ANA);
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");

    assert_eq!(admin(&["signup"]), "sign-up is open\n");
    assert_eq!(admin(&["signup", "closed"]), "sign-up is closed\n");
    let (head, body) = server.request("POST", "/api/v1/signup", &ANA.replace("Ana", "Bea"));
    assert!(head.starts_with("HTTP/1.1 403"), "{head}\n{body}");
    admin(&["signup", "invitation"]);
    let code = admin(&["invite", "for Bea", "--days", "3"]);
    assert!(admin(&["invitations"]).contains("for Bea"));
    let invited = ANA
        .replace("Ana", "Bea")
        .replace('}', &format!(r#","invitation":"{}"}}"#, code.trim_end()));
    let (head, body) = server.request("POST", "/api/v1/signup", &invited);
    assert!(head.starts_with("HTTP/1.1 201"), "{head}\n{body}");
    assert!(admin(&["invitations"]).contains("no open invitations"));

    admin(&["names", "reserve", "Chair"]);
    admin(&["names", "refuse", "grmpf", "--reason", "rude"]);
    assert_eq!(
        admin(&["names", "list"]),
        "reserved  Chair\nrefused   grmpf\n"
    );
    admin(&["names", "allow", "Grmpf"]);
    assert_eq!(
        admin(&["accounts", "rename", "Bea", "Chair"]),
        "Bea is now Chair\n"
    );
    assert_eq!(
        admin(&["accounts", "delete", "Chair", "--yes"]),
        "Chair is deleted; 0 games stay\n"
    );
    let log = admin(&["log"]);
    let actions: Vec<_> = log
        .lines()
        .filter_map(|line| line.split_whitespace().nth(4))
        .collect();
    assert_eq!(
        actions,
        [
            "delete",
            "rename",
            "allow-name",
            "refuse-names",
            "reserve-name",
            "invite",
            "sign-up",
            "sign-up",
            "lift",
            "suspend"
        ],
        "{log}"
    );
    assert!(log.contains("insulting names"), "{log}");
}

#[test]
fn host_voids_a_game() {
    let data = folder("admin-games");
    let server = ServerProcess::start(&data, &["--listen", "127.0.0.1:0"]);
    let (head, body) = server.request("POST", "/api/v1/guest", "{}");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}\n{body}");
    let record = server.play_game(&data);
    assert!(!record.is_empty());
    let (code, games, _) = run(&data, &["admin", "games", "list", "--status", "finished"]);
    assert_eq!(code, Some(0));
    let id = games
        .split_whitespace()
        .next()
        .unwrap_or_default()
        .to_owned();
    assert!(
        games.contains("finished") && games.contains("bot beginner"),
        "{games}"
    );
    let (code, shown, _) = run(&data, &["admin", "games", "show", &id]);
    assert_eq!(code, Some(0));
    assert!(shown.starts_with(&format!("id       {id}\n")), "{shown}");
    let (code, _, stderr) = run(&data, &["admin", "games", "void", &id, "--reason", "x"]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("is over"), "{stderr}");
}

#[test]
fn wrong_commands_name_the_reason() {
    let data = folder("admin-wrong");
    let (code, _, stderr) = run(&data, &["admin", "accounts", "list"]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("there is no database at"), "{stderr}");
    drop(ServerProcess::start(&data, &["--listen", "127.0.0.1:0"]));
    for (args, exit, words) in [
        (
            &["accounts", "show", "Ana"][..],
            1,
            "there is no account \"Ana\"",
        ),
        (&["accounts", "delete", "Ana"], 2, "--yes"),
        (&["accounts", "suspend", "Ana"], 2, "--reason"),
        (
            &[
                "accounts", "suspend", "Ana", "--until", "soon", "--reason", "x",
            ],
            2,
            "write 30m, 12h, 7d or a date",
        ),
        (
            &["games", "show", "nothing"],
            1,
            "there is no game \"nothing\"",
        ),
        (&["signup", "maybe"], 2, "open, invitation or closed"),
        (&["names", "reserve", "..."], 1, "no letter or digit"),
        (&["names", "allow", "Ana"], 1, "no rule for the name"),
    ] {
        let all: Vec<&str> = ["admin"].iter().chain(args).copied().collect();
        let (code, _, stderr) = run(&data, &all);
        assert_eq!(code, Some(exit), "{args:?}: {stderr}");
        assert!(stderr.contains(words), "{args:?}: {stderr}");
    }
    // `azulejo account` is an alias.
    let (code, _, stderr) = run(&data, &["account", "reset", "Ana"]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("there is no account \"Ana\""), "{stderr}");
}
