//! Server configuration by options and environment variables, and the start-up log.

use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

use super::{ServerProcess, command, folder, free_address, value_of};

/// Returns the effective settings of a serve command, by name.
#[track_caller]
fn settings(mut command: Command) -> Vec<(String, String)> {
    let output = command.arg("--print-config").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    let output = String::from_utf8(output.stdout).unwrap();
    let pair = |line: &str| {
        let (name, value) = line.split_once("  ").unwrap();
        (name.to_owned(), value.trim_start().to_owned())
    };
    output.lines().map(pair).collect()
}

#[track_caller]
fn check_settings(command: Command, expected: &[(&str, &str)]) {
    let settings = settings(command);
    for (name, value) in expected {
        let found = settings.iter().find(|(found, _)| found == name);
        let found = found.unwrap_or_else(|| panic!("no {name}: {settings:?}"));
        assert_eq!(found.1, *value, "{name}");
    }
}

const VARIABLES: [(&str, &str); 6] = [
    ("AZULEJO_LISTEN", "127.0.0.1:7001"),
    ("AZULEJO_METRICS_LISTEN", ":7003"),
    (
        "AZULEJO_DATABASE_URL",
        "postgres://ana:hunter2@db.example/games",
    ),
    ("AZULEJO_ORIGIN", "https://a.example,https://b.example"),
    ("AZULEJO_PROXY", "10.0.0.1,10.0.0.2"),
    ("AZULEJO_LOG_JSON", "1"),
];

#[test]
fn environment_variables_set_all_options() {
    let data = folder("by-environment");
    let mut serve = command(&data);
    serve.arg("serve").envs(VARIABLES);
    check_settings(
        serve,
        &[
            ("listen", "127.0.0.1:7001"),
            ("metrics", "127.0.0.1:7003"),
            ("database", "postgres://ana:…@db.example/games"),
            ("origins", "https://a.example, https://b.example"),
            ("proxies", "10.0.0.1, 10.0.0.2"),
            ("log format", "JSON"),
        ],
    );
}

#[test]
fn options_override_environment_variables() {
    let data = folder("options-first");
    let mut serve = command(&data);
    serve.arg("serve").envs(VARIABLES);
    serve.args([
        "--listen",
        "127.0.0.1:7002",
        "--database-url",
        "sqlite:c.db",
    ]);
    serve.args(["--origin", "https://c.example", "--proxy", "10.0.0.3"]);
    check_settings(
        serve,
        &[
            ("listen", "127.0.0.1:7002"),
            ("database", "sqlite:c.db"),
            ("origins", "https://c.example"),
            ("proxies", "10.0.0.3"),
        ],
    );

    let elsewhere = data.join("elsewhere");
    let mut serve = command(&data);
    serve.arg("serve").arg("--data").arg(&elsewhere);
    let database = format!("sqlite:{}", elsewhere.join("azulejo.db").display());
    check_settings(serve, &[("database", &database)]);
}

/// `--print-config` refuses what `serve` refuses.
#[test]
fn malformed_settings_are_refused_with_and_without_print_config() {
    let data = folder("malformed");
    for (name, value, code, reason) in [
        ("AZULEJO_LOG", "loud", 2, "\"loud\" is not a level"),
        (
            "AZULEJO_LOG",
            "azulejo_server=loud",
            2,
            "azulejo_server=loud",
        ),
        ("AZULEJO_ORIGIN", "azulejo.example", 1, "is not an origin"),
        (
            "AZULEJO_DATABASE_URL",
            "mysql://db/games",
            1,
            "unsupported database",
        ),
        (
            "AZULEJO_DATABASE_URL",
            "postgres://db:port/games",
            1,
            "invalid database URL",
        ),
        ("AZULEJO_LISTEN", "8080", 2, "127.0.0.1:8080"),
        ("AZULEJO_PROXY", "proxy.local", 2, "proxy.local"),
    ] {
        for args in [&["serve"][..], &["serve", "--print-config"]] {
            let output = command(&data).args(args).env(name, value).output().unwrap();
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(code), "{name}={value}: {stderr}");
            assert!(stderr.contains(reason), "{name}={value}: {stderr}");
            assert!(output.stdout.is_empty(), "{name}={value}");
        }
    }
    let mut quiet = command(&data);
    quiet.args(["serve", "--log", "WARN,azulejo_server=debug,off"]);
    check_settings(quiet, &[("log", "WARN,azulejo_server=debug,off")]);
}

/// Other systems use other variables for the data folder.
#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn default_data_folder_is_in_the_user_data_folder() {
    let home = folder("home");
    let serve = || {
        let mut serve = command(&home);
        serve.arg("serve").env_remove("AZULEJO_DATA");
        serve.env("HOME", &home).env_remove("XDG_DATA_HOME");
        serve
    };
    let database = |folder: &Path| format!("sqlite:{}", folder.join("azulejo.db").display());
    let default = database(&home.join(".local/share/azulejo"));
    check_settings(serve(), &[("database", &default)]);

    let shared = home.join("shared");
    let mut named = serve();
    named.env("XDG_DATA_HOME", &shared);
    check_settings(named, &[("database", &database(&shared.join("azulejo")))]);

    // The server creates the missing folder.
    let mut first = serve();
    first.args(["--listen", "127.0.0.1:0", "--log", "error"]);
    let server = ServerProcess::spawn(first);
    assert_eq!(server.get("/readyz").1, "ready\n");
    assert!(home.join(".local/share/azulejo/azulejo.db").exists());
}

#[test]
fn serves_without_a_subcommand() {
    let data = folder("no-command");
    let mut alone = command(&data);
    alone
        .env("AZULEJO_LISTEN", "127.0.0.1:0")
        .env("AZULEJO_LOG", "error");
    let server = ServerProcess::spawn(alone);
    assert_eq!(server.first_line, format!("http://{}\n", server.address));
    assert_eq!(server.get("/healthz").1, "ok\n");
    assert!(data.join("azulejo.db").exists());
}

/// Runs a server and returns its complete log.
#[cfg(unix)]
#[track_caller]
fn log_of(name: &str, args: &[&str], meanwhile: impl FnOnce(&ServerProcess)) -> String {
    let data = folder(name);
    // Log to a file, as an unread pipe could fill up.
    let log = data.join("log.txt");
    let mut serve = command(&data);
    serve.arg("serve").args(args).env("NO_COLOR", "1");
    serve.stderr(File::create(&log).unwrap());
    // With an https origin, the first line is not the address.
    let server = if args.iter().any(|arg| arg.starts_with("https://")) {
        ServerProcess::spawn_at(serve, SocketAddr::from(([0; 4], 0)))
    } else {
        ServerProcess::spawn(serve)
    };
    meanwhile(&server);
    assert_eq!(server.terminate().0, Some(0));
    fs::read_to_string(log).unwrap()
}

/// Returns the level and the message of the log line about cookies, if any.
#[cfg(unix)]
#[track_caller]
fn cookie_log_line(name: &str, args: &[&str]) -> Option<(String, String)> {
    let log = log_of(name, args, |_| ());
    assert!(log.contains("ready: "), "{log}");
    let mut lines = log.lines().filter(|line| line.contains("plain http"));
    let line = lines.next();
    assert_eq!(lines.next(), None, "{log}");
    assert_eq!(line.is_some(), log.contains("__Host-"), "{log}");
    line.map(|line| {
        let mut words = line.split_whitespace().skip(1);
        let level = words.next().unwrap().to_owned();
        (level, words.collect::<Vec<_>>().join(" "))
    })
}

#[cfg(unix)]
#[test]
fn plain_http_logs_a_cookie_notice() {
    let here = ["--listen", "127.0.0.1:0"];
    let (level, words) = cookie_log_line("cookies-here", &here).unwrap();
    assert_eq!(level, "INFO");
    assert!(
        words.contains("cookies go without the __Host- prefix and Secure"),
        "{words}"
    );

    for (name, args) in [
        ("cookies-network", &["--listen", "0.0.0.0:0"][..]),
        // Clients connect through a reverse proxy.
        (
            "cookies-name",
            &["--listen", "127.0.0.1:0", "--origin", "http://club.local"],
        ),
        (
            "cookies-proxy",
            &["--listen", "127.0.0.1:0", "--proxy", "127.0.0.1"],
        ),
        (
            "cookies-both",
            &[
                "--listen",
                "127.0.0.1:0",
                "--origin",
                "https://azulejo.example,http://club.local",
            ],
        ),
    ] {
        let (level, words) = cookie_log_line(name, args).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(level, "WARN", "{name}");
        for part in [
            "cookies go without the __Host- prefix and Secure",
            "could read along",
            "--origin",
        ] {
            assert!(words.contains(part), "{name}: {words}");
        }
    }
}

/// Behind a TLS proxy, the first line is the public address.
#[cfg(unix)]
#[test]
fn https_origin_is_printed_and_logs_no_cookie_notice() {
    for host in ["127.0.0.1", "0.0.0.0"] {
        let data = folder("https-origin");
        let (address, log) = (free_address(), data.join("log.txt"));
        let mut serve = command(&data);
        serve.args(["serve", "--origin", "https://azulejo.example", "--listen"]);
        serve.arg(format!("{host}:{}", address.port()));
        serve.stderr(File::create(&log).unwrap());
        let server = ServerProcess::spawn_at(serve, address);
        assert_eq!(server.first_line, "https://azulejo.example\n");
        assert_eq!(server.terminate().0, Some(0));
        let log = fs::read_to_string(log).unwrap();
        assert!(log.contains("ready: ") && !log.contains("__Host-"), "{log}");
    }
}

/// Creates an account, a guest and a game, and returns all secrets involved.
#[cfg(unix)]
fn create_secrets(server: &ServerProcess) -> Vec<String> {
    let post = |path: &str, body: &str| {
        let (head, body) = server.request("POST", path, body);
        assert!(head.starts_with("HTTP/1.1 20"), "{path}: {head}\n{body}");
        let body: serde_json::Value = serde_json::from_str(&body).unwrap();
        (head, body)
    };
    let password = "as good as gone";
    let credentials = format!(r#"{{"name":"Ana Sousa","password":"{password}"}}"#);
    let (head, account) = post("/api/v1/signup", &credentials);
    let (_, cookie) = head.split_once("azulejo=").unwrap();
    let cookie = cookie.split(';').next().unwrap();
    let (_, guest) = post("/api/v1/guest", "{}");
    let record = server.play_game(&folder("log-json-player"));
    let codes = account["recovery_codes"].as_array().unwrap();
    let mut secrets = vec![password, cookie, value_of(&record, "secret")];
    secrets.extend(guest["token"].as_str());
    secrets.extend(codes.iter().filter_map(|code| code.as_str()));
    assert_eq!(secrets.len(), 12);
    secrets.into_iter().map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn json_log_has_one_object_per_line_and_no_secrets() {
    let mut secrets = Vec::new();
    let log = log_of(
        "log-json",
        &[
            "--listen",
            "127.0.0.1:0",
            "--bot-delay",
            "0",
            "--log-json",
            "--log",
            "debug",
        ],
        |server| secrets = create_secrets(server),
    );
    let mut messages = Vec::new();
    for line in log.lines() {
        let entry: serde_json::Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        for key in ["timestamp", "level", "fields"] {
            assert!(entry.get(key).is_some(), "no {key}: {line}");
        }
        messages.push(entry["fields"]["message"].to_string());
    }
    for expected in ["starting", "ready: ", "stopped"] {
        let found = messages.iter().any(|message| message.contains(expected));
        assert!(found, "{expected}:\n{log}");
    }
    for secret in secrets {
        assert!(secret.len() > 8, "{secret:?} is too short to search for");
        assert!(!log.contains(&secret), "{secret}:\n{log}");
    }
}

#[cfg(unix)]
#[test]
fn failed_logins_are_logged_with_their_address() {
    let log = log_of("failed-logins", &["--listen", "127.0.0.1:0"], |server| {
        let credentials = r#"{"name":"Ana Sousa","password":"not this one"}"#;
        let (head, _) = server.request("POST", "/api/v1/login", credentials);
        assert!(head.starts_with("HTTP/1.1 401"), "{head}");
    });
    let lines: Vec<_> = log
        .lines()
        .filter(|line| line.contains("login failed"))
        .collect();
    assert_eq!(lines.len(), 1, "{log}");
    assert!(
        lines[0].ends_with("login failed address=127.0.0.1 reason=BadLogin"),
        "{log}"
    );
    assert!(lines[0].contains(" INFO "), "{log}");
    assert!(!log.contains("Ana"), "{log}");
}
