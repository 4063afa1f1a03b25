//! Online games in line mode: a whole game with a spectator, invitations, and invalid scripts.

use std::fs;

use super::support::{Plain, Server, folder, game_of, link_in};
use crate::stdout;

/// Plays the first possible move until the game is over.
fn play_to_the_end(player: &mut Plain) {
    let mut moves = 0;
    loop {
        let output = player.wait_for(|s| s.ends_with("> ") || s.contains("wins by") || ends(s));
        if ends(&output) {
            return;
        }
        if output.contains("you can’t undo this move") {
            // The last move of a round needs a confirmation.
            player.send("");
            continue;
        }
        if let Some(column) = output
            .rsplit("Which column")
            .next()
            .filter(|_| output.contains("Which column"))
        {
            let choice = column
                .lines()
                .filter_map(|line| line.trim_start().chars().next())
                .find(char::is_ascii_digit)
                .unwrap();
            player.send(&choice.to_string());
        } else {
            player.send("moves");
            // The prompt of a new round may precede the reply.
            let list = player.wait_for(|s| s.ends_with("> ") && has_move(s));
            let m = first_move(&list);
            player.send(&m);
        }
        moves += 1;
        assert!(moves < 3000, "the game does not end");
    }
}

fn has_move(list: &str) -> bool {
    list.split_whitespace()
        .any(|word| word.parse::<azulejo_rules::Move>().is_ok())
}

/// Returns the first move of a list.
fn first_move(list: &str) -> String {
    list.split_whitespace()
        .find(|word| word.parse::<azulejo_rules::Move>().is_ok())
        .unwrap_or_else(|| panic!("no move:\n{list}"))
        .to_owned()
}

fn ends(output: &str) -> bool {
    output.contains("Shared victory")
        || output.contains("win by")
        || output.contains("wins by")
        || output.contains("Level on points")
}

#[test]
fn whole_game_with_a_spectator() {
    let folder = folder("plain");
    let server = Server::start(&folder);
    let save = folder.join("kept.jsonl");
    let args = [&server.url(), "--save", save.to_str().unwrap()];
    let mut ana = Plain::start("Ana", &folder, &args);
    let lobby = ana.wait_for(|s| s.ends_with("> "));
    assert!(lobby.contains("You’re playing as Ana."), "{lobby}");
    assert!(lobby.contains("Waiting for players:"), "{lobby}");
    ana.send("new me,beginner grey public");
    ana.wait_for_text("Grey wall: You and Lia (1)");
    // A spectator finds the game in the lobby and watches it to the end without further input.
    let mut rui = Plain::start("Rui", &folder, &[&server.url()]);
    // The lobby is updated periodically.
    while !rui
        .wait_for(|s| s.ends_with("> "))
        .contains("  1  Ana 0 – Lia (1) 0 · Grey wall")
    {
        std::thread::sleep(std::time::Duration::from_millis(50));
        rui.send("list");
    }
    rui.send("1");
    rui.wait_for_text("You’re watching");
    rui.end_input();
    play_to_the_end(&mut ana);
    let (code, output, stderr) = ana.finish();
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{output}");
    assert!(output.contains("Total"), "{output}");
    let (code, watched, stderr) = rui.finish();
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{watched}");
    assert!(watched.contains("Total"), "{watched}");
    let path = save.to_str().unwrap();
    assert_eq!(stdout(&["replay", path], ""), "1 game, all legal\n");
    assert!(fs::read_to_string(&save).unwrap().contains("\"draw\""));
}

#[test]
fn invitation_fills_the_seat_and_latecomers_watch() {
    let folder = folder("meet");
    let server = Server::start(&folder);
    let mut ana = Plain::start("Ana", &folder, &[&server.url()]);
    ana.wait_for(|s| s.ends_with("> "));
    ana.send("new me,invited start=1");
    let room = ana.wait_for_text("starts automatically");
    let link = link_in(&room);
    let mut rui = Plain::start("Rui", &folder, &[&link]);
    ana.wait_for(|s| s.contains("Rui takes a seat.") && s.ends_with("> "));
    rui.wait_for_text("Ana and You");
    // A third player is too late, and watches.
    let mut jon = Plain::start("Jon", &folder, &[&link]);
    jon.wait_for_text("The game has already started: you’re watching.");
    jon.wait_for_text("Coloured wall: Ana and Rui");
    ana.send("moves");
    // The prompt of the new game may precede the reply.
    let list = ana.wait_for(|s| s.ends_with("> ") && has_move(s));
    let m = first_move(&list);
    ana.send(&m);
    rui.wait_for_text(&format!("{m}: Ana takes"));
    jon.wait_for_text(&format!("{m}: Ana takes"));
    rui.wait_for(|s| s.ends_with("> "));
    // End of input leaves the game, which continues.
    rui.end_input();
    let (code, output, _) = rui.finish();
    assert_eq!(code, Some(0), "{output}");
    let continues = format!("The game continues: {}/g/{}", server.url(), game_of(&link));
    assert!(output.contains(&continues), "{output}");
}

#[test]
fn invalid_script_line_is_reported() {
    let folder = folder("wrong");
    let server = Server::start(&folder);
    let mut ana = Plain::start("Ana", &folder, &[&server.url()]);
    ana.send("# a table of my own");
    ana.send("new me,beginner start=1");
    ana.send("9Z9");
    let (code, output, stderr) = ana.finish();
    assert_eq!(code, Some(1), "{output}");
    assert!(
        stderr.contains("standard input, line 3: “9Z9” isn’t a move"),
        "{stderr}"
    );
    let mut ana = Plain::start("Ana", &folder, &[&server.url()]);
    ana.send("dance");
    let (code, _, stderr) = ana.finish();
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("line 1: “dance” isn’t a command here"),
        "{stderr}"
    );
    // Ana's identity and her game are kept.
    let mut ana = Plain::start("Ana", &folder, &[&server.url()]);
    let lobby = ana.wait_for(|s| s.ends_with("> "));
    assert!(lobby.contains("1  Ana 0 – Lia (1) 0"), "{lobby}");
    assert!(lobby.contains("Your turn"), "{lobby}");
    ana.send("quit");
    assert_eq!(ana.finish().0, Some(0));
}
