//! Whole online games in full-screen mode.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::support::{Proxy, Server, folder, game_of, link_in, terminal};
use crate::pty::Terminal;
use crate::stdout;

const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";

/// Opens a table against a bot from the lobby.
fn open_against_a_bot(terminal: &mut Terminal, is_grey: bool) {
    terminal.wait_for_text("Open a table");
    terminal.send("n");
    terminal.wait_for_text("Friend via link");
    terminal.send(DOWN);
    terminal.send(DOWN);
    for level in ["Anyone", "Beginner", "Apprentice"] {
        terminal.send(RIGHT);
        terminal.wait_for_text(level);
    }
    if is_grey {
        for _ in 0..3 {
            terminal.send(DOWN);
        }
        terminal.send(RIGHT);
        terminal.wait_for_text("Grey wall");
    }
    terminal.send("\r");
    terminal.wait_for_text("Round 1");
}

/// Plays hints until the result is shown.
fn play_with_hints(terminal: &mut Terminal) -> String {
    loop {
        let screen = terminal.wait_for(|s| {
            [
                "> _",
                "Which column",
                "chosen your columns. Confirm",
                "Next step",
                "Next round",
                "Save record",
            ]
            .iter()
            .any(|sign| s.contains(sign))
        });
        if screen.contains("Save record") {
            return screen;
        }
        if screen.contains("Next round") {
            terminal.send("\r");
            terminal.wait_for(|s| !s.contains("Next round"));
        } else if screen.contains("Next step") {
            terminal.send("a");
            terminal.wait_for(|s| s != screen);
        } else if screen.contains("chosen your columns. Confirm") {
            terminal.send("\r");
            terminal.wait_for(|s| !s.contains("chosen your columns. Confirm"));
        } else {
            terminal.send("h");
            terminal.wait_for_text("would play");
            terminal.send("\r");
            // The last move of a round needs a confirmation.
            let screen = terminal.wait_for(|s| !s.contains("would play"));
            if screen.contains(LAST_TILES) {
                terminal.send("\r");
                terminal.wait_for(|s| !s.contains(LAST_TILES));
            }
        }
    }
}

/// Saves the record to a file and returns it. Retries until it contains the proof of the draws, which
/// is fetched by a separate request that a lost connection may interrupt.
fn save_record(terminal: &mut Terminal, path: &Path) -> String {
    for _ in 0..60 {
        terminal.send("s");
        terminal.wait_for_text("File: azulejo.jsonl_");
        terminal.send(&"\x7f".repeat("azulejo.jsonl".len()));
        terminal.wait_for_text("File: _");
        terminal.send(path.to_str().unwrap());
        terminal.send("\r");
        terminal.wait_for_text("Record added to");
        for _ in 0..600 {
            if path.exists() {
                break;
            }
            thread::sleep(Duration::from_millis(100));
        }
        let kept = fs::read_to_string(path).unwrap();
        if kept.contains("\"draw\"") {
            return kept;
        }
        fs::remove_file(path).unwrap();
        thread::sleep(Duration::from_millis(500));
    }
    panic!("the record has no proof");
}

/// Asserts that the record is legal and its draws are verified.
fn check_record(path: &Path) {
    let path = path.to_str().unwrap();
    assert_eq!(stdout(&["replay", path], ""), "1 game, all legal\n");
    let verified = stdout(&["verify", path], "");
    assert!(!verified.is_empty(), "the draws were not verified");
}

#[test]
fn whole_game_against_a_bot_then_rematch() {
    let folder = folder("bot");
    let server = Server::start(&folder);
    let mut terminal = terminal("Ana", &folder, &[&server.url()], (80, 24));
    terminal.wait_for_text("You’re playing as Ana");
    terminal.wait_for_text("You have no games here yet.");
    open_against_a_bot(&mut terminal, false);
    let result = play_with_hints(&mut terminal);
    assert!(
        result.contains("Total") && result.contains("Rematch"),
        "{result}"
    );
    let path = folder.join("kept.jsonl");
    let kept = save_record(&mut terminal, &path);
    check_record(&path);
    assert!(
        kept.contains("\"winners\"") && kept.contains("\"draw\""),
        "{kept}"
    );
    // Review the game, then play a rematch.
    terminal.send("v");
    terminal.wait_for_text("First, last");
    terminal.send("q");
    terminal.wait_for_text("Save record");
    terminal.send("n");
    terminal.wait_for_text("The rematch is ready");
    terminal.send("n");
    terminal.wait_for_text("Round 1");
    // The lobby lists both games.
    terminal.send("m");
    terminal.wait_for_text("To the lobby");
    terminal.send("\x1b[A\r");
    let lobby = terminal.wait_for_text("My games");
    assert!(lobby.contains("Open a table"), "{lobby}");
    let lobby = terminal.wait_for(|s| s.contains("Victory") || s.contains("Defeat"));
    assert!(lobby.contains("Tomé (2)"), "{lobby}");
    let output = terminal.quit();
    assert!(output.contains("The game continues: http://"), "{output}");
}

#[test]
fn whole_game_on_the_grey_wall() {
    let folder = folder("grey");
    let server = Server::start(&folder);
    let save = folder.join("kept.jsonl");
    let args = [&server.url(), "--save", save.to_str().unwrap()];
    let mut terminal = terminal("Ana", &folder, &args, (120, 40));
    open_against_a_bot(&mut terminal, true);
    play_with_hints(&mut terminal);
    let output = terminal.quit();
    assert!(output.contains("Record added to"), "{output}");
    check_record(&save);
}

/// Plays the first possible move if it is this player's turn; returns whether it was.
fn play_if_to_move(terminal: &mut Terminal, screen: &str) -> bool {
    if !screen.contains("> _") {
        return false;
    }
    // Select the first tiles and the suggested line, and play.
    terminal.send(RIGHT);
    terminal.wait_for(|s| !s.contains("> _"));
    terminal.send("\r");
    let chosen = terminal.wait_for_text("Enter Confirm");
    terminal.send("\r");
    // The last move of a round needs a confirmation; otherwise the selection disappears.
    let screen =
        terminal.wait_for(|s| s.contains(LAST_TILES) || choice_in(s) != choice_in(&chosen));
    if screen.contains(LAST_TILES) {
        terminal.send("\r");
        terminal.wait_for(|s| !s.contains(LAST_TILES));
    }
    true
}

const LAST_TILES: &str = "These are the last tiles of the round";

/// Returns the selected move in the status line.
fn choice_in(screen: &str) -> Option<&str> {
    let at = screen.rfind("> ")?;
    screen[at..].lines().next()
}

fn is_over(screen: &str) -> bool {
    screen.contains("Save record")
}

/// Waits until a player must act or the game is over. Returns the player's index and screen.
fn wait_for_turn(players: &mut [Terminal; 2]) -> (usize, String) {
    let start = std::time::Instant::now();
    loop {
        for (i, player) in players.iter().enumerate() {
            let screen = player.screen();
            if screen.contains("> _") || is_over(&screen) {
                return (i, screen);
            }
        }
        assert!(
            start.elapsed().as_secs() < 300,
            "no player is to move:\n{}\n{}",
            players[0].screen(),
            players[1].screen()
        );
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn two_terminals_survive_lost_connections() {
    let folder = folder("two");
    let server = Server::start(&folder);
    let proxy = Proxy::to(server.address);
    let mut ana = terminal("Ana", &folder, &[&server.url()], (80, 24));
    ana.wait_for_text("Open a table");
    ana.send("n");
    ana.wait_for_text("Friend via link");
    ana.send("\r");
    let room = ana.wait_for_text("#invitation=");
    let link = link_in(&room);
    let game = game_of(&link);
    // The invitation link also works through the proxy.
    let by_proxy = link.replace(&server.address.to_string(), &proxy.address.to_string());
    let rui = terminal("Rui", &folder, &[&by_proxy], (100, 30));
    rui.wait_for_text("Round 1");
    ana.wait_for_text("Round 1");
    let mut players = [ana, rui];
    for player in &mut players {
        // Skip the scoring.
        player.send("t");
        player.wait_for_text("Scoring is shown all at once");
    }
    let mut moves = 0;
    let (mut kept, mut missed) = (false, false);
    loop {
        let (who, screen) = wait_for_turn(&mut players);
        if is_over(&screen) {
            break;
        }
        let [ana, rui] = &mut players;
        if who == 1 && moves > 4 && !kept {
            // A move made while offline is queued and sent after reconnecting.
            proxy.cut();
            rui.wait_for_text("Connection lost");
            assert!(play_if_to_move(rui, &screen));
            rui.wait_for_text("is saved and will be sent as soon as possible");
            let waiting = ana.screen();
            assert!(!waiting.contains("> _"), "{waiting}");
            proxy.restore();
            rui.wait_for(|s| !s.contains("Connection lost"));
            rui.wait_for(|s| !s.contains("is saved and will be sent"));
            kept = true;
        } else if who == 0 && kept && !missed {
            // Moves missed while offline are shown after reconnecting.
            proxy.cut();
            rui.wait_for_text("Connection lost");
            assert!(play_if_to_move(ana, &screen));
            ana.wait_for(|s| !s.contains("Enter Confirm"));
            proxy.restore();
            rui.wait_for(|s| !s.contains("Connection lost"));
            missed = true;
        } else {
            assert!(play_if_to_move(&mut players[who], &screen));
            players[who].wait_for(|s| !s.contains("Enter Confirm"));
        }
        moves += 1;
        assert!(moves < 2000, "the game does not end");
    }
    assert!(kept && missed, "the connection was not cut twice");
    let mut records = Vec::new();
    for (i, player) in players.iter_mut().enumerate() {
        player.wait_for_text("Save record");
        let path = folder.join(format!("kept-{i}.jsonl"));
        records.push(save_record(player, &path));
        check_record(&path);
    }
    assert_eq!(records[0], records[1], "the players' records differ");
    assert_eq!(
        records[0],
        server.record(&game),
        "the server's record differs"
    );
    for player in players {
        player.quit();
    }
}

#[test]
fn takeback_request_phrases_and_resigning() {
    let folder = folder("asking");
    let server = Server::start(&folder);
    let mut ana = terminal("Ana", &folder, &[&server.url()], (80, 24));
    ana.wait_for_text("Open a table");
    ana.send("n");
    ana.wait_for_text("Friend via link");
    ana.send("\r");
    let room = ana.wait_for_text("#invitation=");
    let rui = terminal("Rui", &folder, &[&link_in(&room)], (80, 24));
    rui.wait_for_text("Round 1");
    ana.wait_for_text("Round 1");
    let mut players = [ana, rui];
    let (first, screen) = wait_for_turn(&mut players);
    assert!(play_if_to_move(&mut players[first], &screen));
    let second = 1 - first;
    players[second].wait_for_text("> _");
    players[first].wait_for_text("U Undo");
    players[first].send("u");
    players[first].wait_for_text("You’ve asked to undo your move.");
    players[second].wait_for_text("would like to undo a move. (M)");
    players[second].send("m");
    players[second].wait_for_text("1 Allow");
    players[second].send("1");
    players[first].wait_for_text("Undone.");
    players[first].wait_for_text("> _");
    players[second].wait_for(|s| !s.contains("> _"));
    players[second].send("m");
    players[second].wait_for_text("1 Say");
    players[second].send("1");
    players[second].wait_for_text("2 Good luck.");
    players[second].send("2");
    for player in &players {
        player.wait_for_text(": Good luck.");
    }
    players[second].send("m");
    players[second].wait_for_text("2 Resign");
    players[second].send("2");
    players[second].wait_for_text("Do you want to resign?");
    players[second].send("2");
    players[first].wait_for_text("You win:");
    players[second].wait_for_text("you resign");
    for player in players {
        player.quit();
    }
}
