//! Whole games in `tests/golden`, replayed line by line by the engine and by the reference.
//!
//! Each file is a game that was played at random once. What stands in it is what counts: the moves
//! are read from it and every line is compared with what the engine and the reference make of them.
//! `AZULEJO_UPDATE_GOLDEN=1 cargo test -p azulejo-rules --test golden` plays and tells them anew.

mod event_words;
mod playthrough;
mod random_games;
mod reference;

use std::collections::BTreeSet;
use std::path::PathBuf;

use azulejo_rules::record::Step;
use azulejo_rules::{Game, Line, Phase, PlayerCount, Seat, Wall};
use playthrough::{Spec, lines, note_rare, read_step, tell};
use random_games::Mood;

/// What the files were made from.
const SPECS: &[Spec] = &[
    spec("c2-calm", Wall::Coloured, 2, 2, 129, Mood::Builder),
    spec(
        "c2-shared-victory",
        Wall::Coloured,
        2,
        2,
        385,
        Mood::Builder,
    ),
    spec("c3-calm", Wall::Coloured, 3, 1, 189, Mood::Builder),
    spec("c3-full-floor", Wall::Coloured, 3, 1, 165, Mood::Clumsy),
    spec(
        "c4-short-deal",
        Wall::Coloured,
        4,
        1,
        96,
        Mood::Stubborn(Line::ALL[3]),
    ),
    spec("g2-falling-line", Wall::Grey, 2, 1, 64, Mood::Builder),
    spec("g3-falling-line", Wall::Grey, 3, 1, 246, Mood::Builder),
    spec("g4-falling-line", Wall::Grey, 4, 2, 289, Mood::Builder),
    spec(
        "g4-short-deal",
        Wall::Grey,
        4,
        2,
        33,
        Mood::Stubborn(Line::ALL[3]),
    ),
];

const NAMES: [&str; 4] = ["Ana", "Bruno", "Clara", "Davi"];

const fn spec(
    name: &'static str,
    wall: Wall,
    players: usize,
    start: usize,
    seed: u64,
    mood: Mood,
) -> Spec {
    Spec {
        name,
        wall,
        players: NAMES.split_at(players).0,
        start,
        seed,
        mood,
    }
}

/// One playthrough: its name, and its lines with their numbers, without comments and empty ones.
struct Playthrough {
    name: String,
    text: String,
}

impl Playthrough {
    fn lines(&self) -> Vec<(usize, &str)> {
        let numbered = (1..).zip(self.text.lines());
        numbered
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .collect()
    }

    /// The game that the first lines set up, and the lines that tell it.
    #[track_caller]
    fn set_up(&self) -> (Game, Vec<(usize, &str)>) {
        let mut lines = self.lines();
        let mut value = |key: &str| {
            let (_, line) = lines.remove(0);
            let value = line
                .strip_prefix(key)
                .and_then(|rest| rest.strip_prefix(' '));
            value.unwrap_or_else(|| panic!("{}: {key:?} is missing", self.name))
        };
        let wall = match value("wall") {
            "coloured" => Wall::Coloured,
            "grey" => Wall::Grey,
            other => panic!("{}: no such wall: {other}", self.name),
        };
        let players = value("players").split(", ").map(str::to_string).collect();
        let start = value("start")
            .parse()
            .ok()
            .and_then(Seat::new)
            .expect("a seat");
        let game = Game::new(players, wall, start).expect("a game can start so");
        (game, lines)
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn playthroughs() -> Vec<Playthrough> {
    // All tests of this file start here, so that none reads what another one is about to write.
    static UPDATE: std::sync::Once = std::sync::Once::new();
    UPDATE.call_once(|| {
        if std::env::var_os("AZULEJO_UPDATE_GOLDEN").is_some() {
            for spec in SPECS {
                let path = folder().join(format!("{}.txt", spec.name));
                std::fs::write(path, tell(spec)).expect("the folder can be written to");
            }
        }
    });
    let entries = std::fs::read_dir(folder()).expect("the folder is there");
    let mut files: Vec<Playthrough> = entries
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .map(|path| Playthrough {
            name: path
                .file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned(),
            text: std::fs::read_to_string(&path).expect("a text file"),
        })
        .collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

/// Replays a file through the engine: each step is read from it, and each line compared.
///
/// # Errors
/// The first line that differs, and what should stand there.
fn replay(file: &Playthrough) -> Result<Game, String> {
    let (mut game, told) = file.set_up();
    let mut rare = Vec::new();
    let mut rest = told.as_slice();
    let place = |number: usize| format!("tests/golden/{}.txt:{number}", file.name);
    while let Some(&(number, line)) = rest.first() {
        let before = *game.position();
        let not_possible =
            |error: &dyn std::fmt::Display| format!("{}: {error}\n{line}", place(number));
        let step = read_step(line, &before).map_err(|error| not_possible(&error))?;
        let events = game
            .step_explained(step)
            .map_err(|error| not_possible(&error))?;
        note_rare(&before, &events, &mut rare);
        for expected in lines(&before, step, &events, game.position()) {
            match rest.split_first() {
                Some((&(_, line), after)) if line == expected => rest = after,
                Some((&(number, line), _)) => {
                    return Err(format!(
                        "{}:\n   found {line}\nexpected {expected}",
                        place(number)
                    ));
                }
                None => {
                    return Err(format!(
                        "{}: the end is missing:\n{expected}",
                        place(number)
                    ));
                }
            }
        }
    }
    let noted = file
        .text
        .lines()
        .find_map(|line| line.strip_prefix("# rare: "))
        .unwrap_or_default();
    let rare = if rare.is_empty() {
        "nothing".to_string()
    } else {
        rare.join("; ")
    };
    if noted != rare {
        return Err(format!(
            "{}: what was rare is {rare}, not {noted}",
            file.name
        ));
    }
    Ok(game)
}

#[track_caller]
fn check_engine(file: &Playthrough) {
    let game = replay(file).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        game.position().phase(),
        Phase::Over,
        "{}: the game is not over",
        file.name
    );
    // The record of the game is as good as the file.
    let record = game
        .record()
        .to_json()
        .parse::<azulejo_rules::record::Record>();
    let replayed = record
        .expect("a record is readable")
        .replay()
        .expect("and follows the rules");
    assert_eq!(replayed.position, *game.position());
}

/// Replays a file through the reference, which knows texts only: positions, scores and the result.
#[track_caller]
fn check_reference(file: &Playthrough) {
    let (game, told) = file.set_up();
    let position = game.position();
    let side = if position.wall() == Wall::Coloured {
        'c'
    } else {
        'g'
    };
    let (players, start) = (position.players().count(), position.start().number());
    let mut table = reference::Game::new(side, players, start);
    let mut positions = 0;
    // All floors are charged in one step, told in one line a player.
    let mut has_settled = false;
    for (number, line) in told {
        let place = format!("tests/golden/{}.txt:{number}\n{line}", file.name);
        let parts: Vec<&str> = line.split_whitespace().collect();
        let score_of = |table: &reference::Game, seat: &str| {
            let seat: usize = seat.parse().expect("a seat");
            table.boards[seat - 1].score.to_string()
        };
        let told_score = parts
            .iter()
            .position(|part| *part == "score")
            .map(|at| parts[at + 1]);
        let told_score = told_score.map(|score| score.trim_end_matches([',', ';']).to_string());
        if parts[0] != "floor" {
            has_settled = false;
        }
        match parts[..] {
            ["round", _, "deal", deal] => {
                let deal: Vec<String> = deal.split('/').map(str::to_string).collect();
                table.deal(&deal).unwrap_or_else(|e| panic!("{place}: {e}"));
            }
            ["tile", seat, placement, ..] => {
                let number = seat.parse().expect("a seat");
                table
                    .tile_for(number, placement)
                    .unwrap_or_else(|e| panic!("{place}: {e}"));
                if !placement.ends_with('F') {
                    assert_eq!(told_score, Some(score_of(&table, seat)), "{place}");
                }
            }
            ["floor", seat, ..] => {
                if !has_settled {
                    table.settle().unwrap_or_else(|e| panic!("{place}: {e}"));
                    has_settled = true;
                }
                assert_eq!(told_score, Some(score_of(&table, seat)), "{place}");
            }
            ["position", ..] => {
                assert_eq!(
                    line.strip_prefix("position "),
                    Some(table.text().as_str()),
                    "{place}"
                );
                positions += 1;
            }
            [
                "bonuses",
                seat,
                "rows",
                rows,
                "columns",
                columns,
                "colours",
                colours,
                ..,
            ] => {
                let result = table
                    .final_result()
                    .unwrap_or_else(|| panic!("{place}: not over"));
                let at = seat.parse::<usize>().expect("a seat") - 1;
                let bonus = result.bonuses[at];
                let counts = [bonus.rows, bonus.columns, bonus.colours].map(|n| n.to_string());
                assert_eq!(
                    [rows, columns, colours].map(str::to_string),
                    counts,
                    "{place}"
                );
                assert_eq!(told_score, Some(result.scores[at].to_string()), "{place}");
            }
            ["winners", ref seats @ ..] => {
                let result = table
                    .final_result()
                    .unwrap_or_else(|| panic!("{place}: not over"));
                let winners: Vec<String> = result.winners.iter().map(ToString::to_string).collect();
                assert_eq!(seats, winners, "{place}");
            }
            ["lid" | "start" | "end", ..] => {}
            [seat, m, ..] => {
                assert_eq!(seat, table.to_move.to_string(), "{place}");
                table.play(m).unwrap_or_else(|e| panic!("{place}: {e}"));
            }
            _ => panic!("{place}: not a line of a playthrough"),
        }
    }
    assert_eq!(table.phase(), reference::Phase::Over, "{}", file.name);
    assert_eq!(
        positions, table.round,
        "{}: one position a round",
        file.name
    );
}

#[test]
fn the_engine_replays_every_line() {
    playthroughs().iter().for_each(check_engine);
}

#[test]
fn the_reference_replays_every_line() {
    playthroughs().iter().for_each(check_reference);
}

#[test]
fn every_wall_and_number_of_players_has_a_playthrough() {
    let mut missing: BTreeSet<(Wall, PlayerCount)> = random_games::combinations().collect();
    for file in playthroughs() {
        let (game, _) = file.set_up();
        let position = game.position();
        missing.remove(&(position.wall(), position.players()));
        let side = if position.wall() == Wall::Coloured {
            'c'
        } else {
            'g'
        };
        let prefix = format!("{side}{}-", position.players().count());
        assert!(
            file.name.starts_with(&prefix),
            "{} should start with {prefix}",
            file.name
        );
    }
    assert!(
        missing.is_empty(),
        "no playthrough in tests/golden for {missing:?}"
    );
}

/// The seed in a file is the one it was made from, and no file is left over from an older list.
#[test]
fn the_files_are_those_of_the_list() {
    let files = playthroughs();
    let names: BTreeSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, SPECS.iter().map(|spec| spec.name).collect());
    for spec in SPECS {
        let file = files
            .iter()
            .find(|file| file.name == spec.name)
            .expect("a file");
        assert!(
            file.text == tell(spec),
            "tests/golden/{}.txt is not what its seed gives now; if that is meant, run again with \
             AZULEJO_UPDATE_GOLDEN=1",
            spec.name
        );
    }
}

/// The replay would notice: a file with one character changed in any line is refused.
#[test]
fn a_changed_line_does_not_go_unnoticed() {
    let good = playthroughs().swap_remove(0);
    let (_, told) = good.set_up();
    for (number, line) in told {
        for (at, old) in line
            .char_indices()
            .filter(|(_, c)| c.is_ascii_alphanumeric())
        {
            let new = if old == '7' { '8' } else { '7' };
            let changed = format!("{}{new}{}", &line[..at], &line[at + 1..]);
            let mut lines: Vec<&str> = good.text.lines().collect();
            lines[number - 1] = &changed;
            let file = Playthrough {
                name: good.name.clone(),
                text: lines.join("\n"),
            };
            assert!(
                replay(&file).is_err(),
                "unnoticed in line {number}: {changed}"
            );
        }
    }
}

#[test]
fn a_step_line_is_read_strictly() {
    let position = SPECS[0].new_game();
    let position = position.position();
    for bad in [
        "",
        "round 2 deal -",
        "round 1 deal BRKG",
        "tile 9 1:1",
        "tile 1 1:9",
        "3 1B1",
        "1 XB1",
    ] {
        assert!(read_step(bad, position).is_err(), "{bad}");
    }
    assert_eq!(read_step("floor 1 -1", position), Ok(Step::Settle));
}
