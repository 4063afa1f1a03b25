//! Snapshots of every screen; `INSTA_UPDATE=always cargo test -p azulejo` updates them after an
//! intended change.

use azulejo_rules::Wall;
use azulejo_rules::record::Record;
use insta::assert_snapshot;

use super::*;
use crate::tui::menu::Menu;
use crate::tui::replay::ReplayScreen;

const SIZES: [(u16, u16); 3] = [(80, 24), (100, 30), (120, 40)];
const LANGUAGES: [Lang; 2] = [Lang::En, Lang::De];
const PEOPLE: [&str; 4] = ["human", ":tiler", "Ana", "Jón"];

/// Two, three and four players, both walls, three sizes, with a move preview.
#[test]
fn tables_of_all_sizes() {
    for lang in LANGUAGES {
        for players in 2..=4 {
            for wall in Wall::ALL {
                // All are people, so that the test makes all moves.
                let names = ["Ana", "Rui", "Jón", "Sólveig"];
                let mut player = Player::new(&names[..players], wall, lang);
                player.moves(6);
                let groups = crate::tui::game::groups(&player.position());
                let (source, colour) = groups[groups.len() / 2];
                player.keys(&format!("{source}{colour}⏎"));
                let pictures = SIZES.map(|(width, height)| player.picture(width, height));
                assert_snapshot!(
                    format!("table_{lang}_{players}_{wall}"),
                    pictures.join("\n")
                );
            }
        }
    }
}

/// Every stage of a game in the smallest window.
#[test]
fn stages_of_a_game() {
    for lang in LANGUAGES {
        for wall in Wall::ALL {
            let mut pictures = Vec::new();
            let mut snap = |what: &str, player: &Player| {
                let picture = player.picture(80, 24);
                pictures.push(format!("=== {what}\n{picture}"));
            };
            let mut player = Player::new(&["Ana", "Rui"], wall, lang);
            snap("the first move", &player);
            player.keys("1");
            snap("a factory is chosen", &player);
            player.keys("⌫→→");
            snap("tiles are chosen", &player);
            player.moves(5);
            let taken = illegal_line(&player);
            player.keys(&taken);
            snap("a line that is not possible", &player);
            player.keys("⌫⌫u");
            snap("taken back", &player);
            if wall == Wall::Grey {
                player.until(Stage::Columns);
                snap("the first column", &player);
                player.keys("→");
                snap("the cursor", &player);
                while player.scene().choosing.is_some_and(|c| c.next.is_some()) {
                    player.keys("→⏎");
                }
                snap("all columns are chosen", &player);
                player.keys("⏎");
            }
            player.until(Stage::Scoring);
            player.keys("⏎");
            snap("a step of the scoring", &player);
            player.until(Stage::RoundOver);
            snap("the round is over", &player);
            player.keys("⏎");
            snap("the next round", &player);
            player.until(Stage::Result);
            snap("the result", &player);
            player.keys("s");
            snap("the record is saved", &player);
            assert_snapshot!(format!("stages_{lang}_{wall}"), pictures.join("\n"));
        }
    }
}

/// The keys of a move whose line is illegal.
fn illegal_line(player: &Player) -> String {
    let position = player.position();
    for (source, colour) in crate::tui::game::groups(&position) {
        for line in azulejo_rules::Line::ALL {
            let to = azulejo_rules::Destination::Line(line);
            let m = azulejo_rules::Move::new(source, colour, to);
            if !position.is_legal(m) {
                return m.to_string();
            }
        }
    }
    panic!("every line is legal in {position}");
}

#[test]
fn waiting_for_bots() {
    for lang in LANGUAGES {
        let mut player = Player::new(&PEOPLE, Wall::Coloured, lang);
        player.moves(1);
        assert_eq!(player.screen.stage(), Stage::Wait);
        assert_snapshot!(format!("thinking_{lang}"), player.picture(120, 40));
    }
}

#[test]
fn results_of_three_and_four() {
    for lang in LANGUAGES {
        for (players, width, height) in [(3, 100, 30), (4, 100, 30), (4, 120, 40)] {
            let names = ["Ana", "Rui", "Jón", "Sólveig"];
            let mut player = Player::new(&names[..players], Wall::Coloured, lang);
            player.until(Stage::Result);
            let picture = player.picture(width, height);
            assert_snapshot!(format!("result_{lang}_{players}_{width}"), picture);
        }
    }
}

#[test]
fn help_over_the_table() {
    for lang in LANGUAGES {
        let mut player = Player::new(&["Ana", "Rui"], Wall::Grey, lang);
        player.keys("?");
        let first = player.picture(80, 24);
        player.keys("↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓");
        let last = player.picture(80, 24);
        assert_snapshot!(format!("help_{lang}"), format!("{first}\n{last}"));
    }
}

#[test]
fn menus() {
    for lang in LANGUAGES {
        let words = Words::new(lang);
        let theme = Theme::new(Depth::None);
        let mut pictures = Vec::new();
        for (can_resume, keys) in [(false, ""), (true, "↓")] {
            let mut menu = Menu::new(can_resume);
            if !keys.is_empty() {
                menu.key(KeyEvent::from(KeyCode::Down));
            }
            pictures.push(picture(80, 24, |buffer| {
                draw::draw_menu(buffer, &menu.picture(&words), theme);
            }));
        }
        assert_snapshot!(format!("menu_{lang}"), pictures.join("\n"));
    }
}

#[test]
fn replay_steps() {
    let games = include_str!("../../../../azulejo-rules/tests/data/samples/records.jsonl");
    let record: Record = games.lines().next().unwrap().parse().unwrap();
    for lang in LANGUAGES {
        let words = Words::new(lang);
        let theme = Theme::new(Depth::None);
        let names = words.record_names(&record.players);
        let mut replay = ReplayScreen::new(&record, names, &words);
        let mut pictures = Vec::new();
        for keys in [
            &[][..],
            &[KeyCode::Right, KeyCode::Right],
            &[KeyCode::Down],
            &[KeyCode::Left],
            &[KeyCode::End],
        ] {
            for &code in keys {
                assert!(!replay.key(KeyEvent::from(code)));
            }
            let scene = replay.scene(&words).unwrap();
            pictures.push(picture(80, 24, |buffer| {
                draw::draw_table(buffer, &scene, &words, theme);
            }));
        }
        assert_snapshot!(format!("replay_{lang}"), pictures.join("\n"));
    }
}

/// No window size or language panics, and every table has its frame.
#[test]
fn every_window_size_works() {
    for lang in Lang::ALL {
        for players in 2..=4 {
            let names = [
                "Ana",
                "a name that is too long for any board",
                "磁磚",
                "Jón",
            ];
            let mut player = Player::new(&names[..players], Wall::Grey, lang);
            player.moves(2).keys("→↓");
            for width in (1..=200).step_by(13) {
                for height in (1..=60).step_by(9) {
                    let text = player.picture(width, height);
                    if text.starts_with('┌') {
                        assert!(text.trim_end().ends_with('┘'), "{text}");
                    }
                    player.screen.help = Some(3);
                    player.picture(width, height);
                    player.screen.help = None;
                }
            }
        }
    }
}
