//! Line by line: a game to its end, somebody who watches it, and scripts that are wrong.

use std::fs;

use super::support::{Plain, Server, folder, game_of, link_in};
use crate::stdout;

/// Plays whatever comes first until the game is over.
fn play_to_the_end(player: &mut Plain) {
    let mut moves = 0;
    loop {
        let said = player.wait_for(|s| s.ends_with("> ") || s.contains("wins by") || ends(s));
        if ends(&said) {
            return;
        }
        if said.contains("you can’t undo this move") {
            // The last tiles of a round: Enter plays.
            player.send("");
            continue;
        }
        if let Some(column) = said
            .rsplit("Which column")
            .next()
            .filter(|_| said.contains("Which column"))
        {
            let choice = column
                .lines()
                .filter_map(|line| line.trim_start().chars().next())
                .find(char::is_ascii_digit)
                .unwrap();
            player.send(&choice.to_string());
        } else {
            player.send("moves");
            // The prompt of a round that has just begun may come before the answer.
            let list = player.wait_for(|s| s.ends_with("> ") && has_move(s));
            let m = first_move(&list);
            player.send(&m);
        }
        moves += 1;
        assert!(moves < 3000, "the game has no end");
    }
}

fn has_move(list: &str) -> bool {
    list.split_whitespace()
        .any(|word| word.parse::<azulejo_rules::Move>().is_ok())
}

/// The first move in a list of them.
fn first_move(list: &str) -> String {
    list.split_whitespace()
        .find(|word| word.parse::<azulejo_rules::Move>().is_ok())
        .unwrap_or_else(|| panic!("no move:\n{list}"))
        .to_owned()
}

fn ends(said: &str) -> bool {
    said.contains("Shared victory")
        || said.contains("win by")
        || said.contains("wins by")
        || said.contains("Level on points")
}

#[test]
fn a_whole_game_while_somebody_watches() {
    let folder = folder("plain");
    let server = Server::start(&folder);
    let save = folder.join("kept.jsonl");
    let args = [&server.url(), "--save", save.to_str().unwrap()];
    let mut ana = Plain::start("Ana", &folder, &args);
    let lobby = ana.wait_for(|s| s.ends_with("> "));
    assert!(lobby.contains("You’re playing as Ana."), "{lobby}");
    assert!(lobby.contains("Waiting for players:"), "{lobby}");
    ana.send("new me,beginner grey public");
    ana.wait_for_text("Grey wall: You and Beginner (1)");
    // Somebody finds it in the lobby and watches it to the end, without typing any more.
    let mut rui = Plain::start("Rui", &folder, &[&server.url()]);
    // The server tells the lobby about new games now and then.
    while !rui
        .wait_for(|s| s.ends_with("> "))
        .contains("  1  Ana 0 – Beginner (1) 0 · Grey wall")
    {
        std::thread::sleep(std::time::Duration::from_millis(50));
        rui.send("list");
    }
    rui.send("1");
    rui.wait_for_text("You’re watching");
    rui.end_input();
    play_to_the_end(&mut ana);
    let (code, said, stderr) = ana.finish();
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{said}");
    assert!(said.contains("Total"), "{said}");
    let (code, watched, stderr) = rui.finish();
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{watched}");
    assert!(watched.contains("Total"), "{watched}");
    let path = save.to_str().unwrap();
    assert_eq!(stdout(&["replay", path], ""), "1 game, all legal\n");
    assert!(fs::read_to_string(&save).unwrap().contains("\"draw\""));
}

#[test]
fn two_of_them_meet_by_an_invitation() {
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
    // A third one comes too late, and may look on.
    let mut jon = Plain::start("Jon", &folder, &[&link]);
    jon.wait_for_text("The game has already started: you’re watching.");
    jon.wait_for_text("Coloured wall: Ana and Rui");
    ana.send("moves");
    // The prompt of the game that has just begun may come before the answer.
    let list = ana.wait_for(|s| s.ends_with("> ") && has_move(s));
    let m = first_move(&list);
    ana.send(&m);
    rui.wait_for_text(&format!("{m}: Ana takes"));
    jon.wait_for_text(&format!("{m}: Ana takes"));
    rui.wait_for(|s| s.ends_with("> "));
    // The end of the input leaves the game, which goes on.
    rui.end_input();
    let (code, said, _) = rui.finish();
    assert_eq!(code, Some(0), "{said}");
    let goes_on = format!("The game continues: {}/g/{}", server.url(), game_of(&link));
    assert!(said.contains(&goes_on), "{said}");
}

#[test]
fn a_script_that_is_wrong_ends_with_its_line() {
    let folder = folder("wrong");
    let server = Server::start(&folder);
    let mut ana = Plain::start("Ana", &folder, &[&server.url()]);
    ana.send("# a table of my own");
    ana.send("new me,beginner start=1");
    ana.send("9Z9");
    let (code, said, stderr) = ana.finish();
    assert_eq!(code, Some(1), "{said}");
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
    // It is still the same Ana, and her game waits.
    let mut ana = Plain::start("Ana", &folder, &[&server.url()]);
    let lobby = ana.wait_for(|s| s.ends_with("> "));
    assert!(lobby.contains("1  Ana 0 – Beginner (1) 0"), "{lobby}");
    assert!(lobby.contains("Your turn"), "{lobby}");
    ana.send("quit");
    assert_eq!(ana.finish().0, Some(0));
}
