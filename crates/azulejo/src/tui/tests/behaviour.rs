//! Behaviour of keys, clicks and bots.

use azulejo_rules::{Line, Seat, Source, Wall};
use ratatui::layout::{Position as Point, Rect};

use super::*;
use crate::tui::draw::{Target, target_at};

fn two(wall: Wall) -> Player {
    Player::new(&["Ana", "Rui"], wall, Lang::En)
}

#[test]
fn move_takes_three_keys_and_enter() {
    let mut player = two(Wall::Coloured);
    let before = player.position();
    let m = before.legal_moves()[0];
    player.keys(&m.to_string());
    assert_eq!(player.position(), before);
    assert!(player.panel().contains(" from "), "{}", player.panel());
    player.keys("⏎");
    assert_eq!(player.position().to_move(), Seat::ALL[1]);
}

#[test]
fn arrows_alone_play_a_move() {
    let mut player = two(Wall::Coloured);
    player.keys("→→↓⏎");
    assert_eq!(player.position().to_move(), Seat::ALL[1]);
    // Enter on tiles suggests a line, and Enter again plays.
    player.keys("→⏎⏎");
    assert_eq!(player.position().to_move(), Seat::ALL[0]);
}

#[test]
fn undo_steps_back_to_the_deal() {
    let mut player = two(Wall::Coloured);
    let start = player.position();
    player.moves(4).keys("→↓");
    for _ in 0..2 {
        player.keys("u");
    }
    assert_ne!(player.position(), start);
    let mut undone = 0;
    while player.position() != start && undone < 9 {
        player.keys("u");
        undone += 1;
    }
    assert_eq!(player.position(), start);
    assert_eq!(player.scene().log.len(), 1, "only the deal is left");
    player.keys("u");
    assert_eq!(
        player.panel().split(" | ").next(),
        Some("You have no move to undo.")
    );
}

#[test]
fn last_move_of_a_round_can_be_undone_until_the_next_deal() {
    let mut player = two(Wall::Coloured);
    player.until(Stage::Scoring);
    player.keys("⏎u");
    assert!(is_offer(&player.position()));
    assert_eq!(player.position().round(), 1);
    player.until(Stage::RoundOver).keys("u");
    assert!(is_offer(&player.position()));
    player.until(Stage::RoundOver).keys("⏎");
    assert_eq!(player.position().round(), 2);
    player.keys("u");
    assert!(player.panel().starts_with("You have no move to undo."));
}

/// Plays until one group of tiles is left; returns the move that would end the round.
fn last_move(player: &mut Player) -> azulejo_rules::Move {
    while player.position().group_count() > 1 {
        player.moves(1);
    }
    player.position().legal_moves()[0]
}

#[test]
fn last_move_of_a_round_is_confirmed_only_if_it_cannot_be_undone() {
    // The scoring waits for keys and can be undone: no confirmation.
    let mut player = two(Wall::Coloured);
    let m = last_move(&mut player);
    player.keys(&format!("{m}⏎"));
    assert_eq!(player.screen.stage(), Stage::Scoring);
    // Without step-by-step scoring, the next deal follows at once.
    let mut player = two(Wall::Coloured);
    player.keys("t");
    let m = last_move(&mut player);
    let before = player.position();
    player.keys(&format!("{m}⏎"));
    assert_eq!(player.position(), before, "{}", player.panel());
    assert!(player.screen.awaits_confirmation());
    player.keys("⏎");
    assert_eq!(player.position().round(), 2);
}

#[test]
fn scoring_is_shown_step_by_step_or_at_once() {
    let mut player = two(Wall::Coloured);
    player.until(Stage::Scoring);
    let mut steps = 0;
    while player.screen.stage() == Stage::Scoring {
        player.keys("⏎");
        assert_eq!(player.position().round(), player.position().round());
        steps += 1;
    }
    assert!(steps > 1, "{steps}");
    assert_eq!(player.screen.stage(), Stage::RoundOver);

    player.keys("⏎").until(Stage::Scoring).keys("a");
    assert_eq!(player.screen.stage(), Stage::RoundOver, "the rest at once");

    player.keys("⏎t");
    let round = player.position().round();
    while player.position().round() == round && player.screen.stage() != Stage::Result {
        assert_eq!(player.screen.stage(), Stage::Take);
        player.moves(1);
    }
}

#[test]
fn grey_columns_can_be_changed_until_confirmed_together() {
    let mut player = two(Wall::Grey);
    player.until(Stage::Columns);
    let before = player.position();
    let next = |player: &Player| {
        let choosing = player.scene().choosing.unwrap();
        choosing.next.map(|(_, choices)| choices[0].line)
    };
    let first = next(&player).unwrap();
    player.keys("→⏎");
    assert_ne!(next(&player), Some(first));
    player.keys("u");
    assert_eq!(next(&player), Some(first));
    while next(&player).is_some() {
        player.keys("→⏎");
    }
    assert_eq!(player.position(), before, "nothing is confirmed yet");
    player.keys("⏎");
    assert_ne!(player.screen.stage(), Stage::Columns);
}

#[test]
fn illegal_column_is_explained() {
    let mut player = two(Wall::Grey);
    // From the second round on, there are tiles on the walls.
    player
        .until(Stage::RoundOver)
        .keys("⏎")
        .until(Stage::Columns);
    for column in ["1", "2", "3", "4", "5"] {
        let mut trial = player.scene().choosing.unwrap().made.len();
        player.keys(column);
        let message = player.panel();
        if message.starts_with("This space is taken.") || message.contains("already has a ") {
            return;
        }
        while trial < player.scene().choosing.unwrap().made.len() {
            player.keys("u");
            trial += 1;
        }
    }
    panic!("every column was legal");
}

#[test]
fn bots_move_without_blocking_keys() {
    let mut player = Player::at_pace(
        &["human", ":legend"],
        Wall::Coloured,
        Lang::En,
        Duration::ZERO,
    );
    player.moves(1);
    // Help opens while the bot is thinking.
    player.keys("?");
    assert!(player.screen.help.is_some());
    player.keys("x");
    wait_for(&mut player, |player| player.screen.stage() == Stage::Take);
    let m = player.scene().log.len();
    assert_eq!(m, 3, "the deal and two moves");
    assert_eq!(player.position().to_move(), Seat::ALL[0]);
}

#[test]
fn move_can_be_undone_while_a_bot_is_thinking() {
    let mut player = Player::new(&["human", ":legend"], Wall::Coloured, Lang::En);
    let start = player.position();
    player.moves(1);
    assert_eq!(player.screen.stage(), Stage::Wait);
    player.keys("u");
    assert_eq!(player.position(), start);
    assert_eq!(player.screen.stage(), Stage::Take);
}

#[test]
fn hint_selects_and_explains_a_move() {
    let mut player = two(Wall::Coloured);
    player.keys("h");
    wait_for(&mut player, |player| player.panel().contains("would play"));
    let panel = player.panel();
    assert!(panel.starts_with("Olívia (5) would play "), "{panel}");
    assert!(panel.contains(" from "), "{panel}");
    player.keys("⏎");
    assert_eq!(player.position().to_move(), Seat::ALL[1]);
}

#[test]
fn hint_points_at_a_column() {
    let mut player = two(Wall::Grey);
    player.until(Stage::Columns).keys("h");
    wait_for(&mut player, |player| player.panel().contains("would play"));
    assert!(player.panel().contains(" is best: "), "{}", player.panel());
    let made = player.scene().choosing.unwrap().made.len();
    player.keys("⏎");
    let choosing = player.scene().choosing.unwrap();
    assert!(choosing.made.len() > made);
}

/// Polls until a condition holds, however long it takes.
fn wait_for(player: &mut Player, is_met: impl Fn(&Player) -> bool) {
    for _ in 0..300_000 {
        if is_met(player) {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
        player.tick();
    }
    panic!("the condition was not met: {}", player.panel());
}

#[test]
fn bots_play_to_the_end() {
    let mut player = Player::at_pace(
        &[":greedy", ":random"],
        Wall::Grey,
        Lang::En,
        Duration::ZERO,
    );
    wait_for(&mut player, |player| player.screen.stage() == Stage::Result);
    assert!(player.screen.host().record().ended_by().is_some());
}

#[test]
fn clicks_are_equivalent_to_keys() {
    let mut player = two(Wall::Coloured);
    let window = Rect::new(0, 0, 80, 24);
    let find = |player: &Player, wanted: &dyn Fn(Target) -> bool| {
        let scene = player.scene();
        for y in 0..24 {
            for x in 0..80 {
                match target_at(window, &scene, Point::new(x, y)) {
                    Some(target) if wanted(target) => return target,
                    _ => {}
                }
            }
        }
        panic!("no such target");
    };
    let tile = find(&player, &|t| matches!(t, Target::Tile(..)));
    player.screen.click(tile, &player.words);
    let line = Target::Line(Seat::ALL[0], Line::ALL[4]);
    assert_eq!(find(&player, &|t| t == line), line);
    player.screen.click(line, &player.words);
    assert!(player.panel().contains("to line 5"), "{}", player.panel());
    // A second click plays the move.
    player.screen.click(line, &player.words);
    player.tick();
    assert_eq!(player.position().to_move(), Seat::ALL[1]);

    let factory = find(&player, &|t| {
        matches!(t, Target::Source(Source::Factory(_)))
    });
    player.screen.click(factory, &player.words);
    let floor = Target::Floor(Seat::ALL[1]);
    assert_eq!(find(&player, &|t| t == floor), floor);
    let cell = find(&player, &|t| matches!(t, Target::Cell(..)));
    player.screen.click(cell, &player.words);
}

#[test]
fn result_screen_leads_to_the_next_screen() {
    let mut player = two(Wall::Coloured);
    player.until(Stage::Result);
    assert_eq!(player.press(KeyCode::Char('n')), Some(GameExit::NewGame));
    assert_eq!(player.press(KeyCode::Char('m')), Some(GameExit::Menu));
    assert_eq!(player.press(KeyCode::Char('v')), Some(GameExit::Replay));
    assert_eq!(player.press(KeyCode::Char('q')), Some(GameExit::Quit));
    player.keys("u");
    assert_eq!(
        player.screen.stage(),
        Stage::Result,
        "the game stays finished"
    );
}

#[test]
fn record_is_saved_to_the_chosen_file() {
    let folder = std::env::temp_dir().join(format!("azulejo-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.jsonl");
    let mut player = two(Wall::Coloured);
    player.until(Stage::Result).keys("s");
    player.keys(&"⌫".repeat(40));
    player.keys(file.to_str().unwrap()).keys("⏎");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let record: azulejo_rules::record::Record = text.trim_end().parse().unwrap();
    assert!(record.replay().is_ok() && record.ended_by().is_some());
    assert!(player.panel().starts_with("Record added to "));
    // A missing folder gives an error message, not a crash.
    player.keys("s");
    player.keys(&"⌫".repeat(40));
    player.keys("/no/such/place/game.jsonl⏎");
    assert!(
        player.panel().contains("couldn’t be saved"),
        "{}",
        player.panel()
    );
}
