//! Complete games in `tests/golden`, replayed line by line by the engine and by the reference.
//!
//! Each file is a game that was once played at random. The tests read the moves from it and compare
//! every line with what the engine and the reference compute.
//! `AZULEJO_UPDATE_GOLDEN=1 cargo test -p azulejo-rules --test it golden` regenerates the files.

use std::collections::BTreeSet;
use std::path::PathBuf;

use azulejo_rules::record::Step;
use azulejo_rules::{Game, Line, Phase, PlayerCount, Seat, Wall};

use crate::reference;
use crate::support::playthrough::{Spec, note_rare_cases, parse_step, render, step_lines};
use crate::support::random_games::{self, Bias};

/// The games that the files were generated from.
const SPECS: &[Spec] = &[
    spec("c2-calm", Wall::Coloured, 2, 2, 129, Bias::CompleteLines),
    spec(
        "c2-shared-victory",
        Wall::Coloured,
        2,
        2,
        385,
        Bias::CompleteLines,
    ),
    spec("c3-calm", Wall::Coloured, 3, 1, 189, Bias::CompleteLines),
    spec("c3-full-floor", Wall::Coloured, 3, 1, 165, Bias::FillFloor),
    spec(
        "c4-short-deal",
        Wall::Coloured,
        4,
        1,
        96,
        Bias::OneLine(Line::ALL[3]),
    ),
    spec("g2-dropped-line", Wall::Grey, 2, 1, 64, Bias::CompleteLines),
    spec(
        "g3-dropped-line",
        Wall::Grey,
        3,
        1,
        246,
        Bias::CompleteLines,
    ),
    spec(
        "g4-dropped-line",
        Wall::Grey,
        4,
        2,
        289,
        Bias::CompleteLines,
    ),
    spec(
        "g4-short-deal",
        Wall::Grey,
        4,
        2,
        33,
        Bias::OneLine(Line::ALL[3]),
    ),
];

const NAMES: [&str; 4] = ["Ana", "Bruno", "Clara", "Davi"];

const fn spec(
    name: &'static str,
    wall: Wall,
    players: usize,
    start: usize,
    seed: u64,
    bias: Bias,
) -> Spec {
    Spec {
        name,
        wall,
        players: NAMES.split_at(players).0,
        start,
        seed,
        bias,
    }
}

/// A playthrough file.
struct Playthrough {
    name: String,
    text: String,
}

impl Playthrough {
    /// Returns the numbered lines, without comments and blank lines.
    fn lines(&self) -> Vec<(usize, &str)> {
        let numbered = (1..).zip(self.text.lines());
        numbered
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .collect()
    }

    /// Returns the game that the header sets up, and the remaining lines.
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
        let game = Game::new(players, wall, start).expect("a valid header");
        (game, lines)
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn playthroughs() -> Vec<Playthrough> {
    // Every test of this module calls this first, so that none reads a file that is being rewritten.
    static UPDATE: std::sync::Once = std::sync::Once::new();
    UPDATE.call_once(|| {
        if std::env::var_os("AZULEJO_UPDATE_GOLDEN").is_some() {
            for spec in SPECS {
                let path = folder().join(format!("{}.txt", spec.name));
                std::fs::write(path, render(spec)).expect("the folder is writable");
            }
        }
    });
    let entries = std::fs::read_dir(folder()).expect("the folder exists");
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

/// Replays a file with the engine: parses each step and compares every line.
///
/// # Errors
/// If a line differs; the message names the first one and the expected text.
fn replay(file: &Playthrough) -> Result<Game, String> {
    let (mut game, body) = file.set_up();
    let mut rare = Vec::new();
    let mut rest = body.as_slice();
    let place = |number: usize| format!("tests/golden/{}.txt:{number}", file.name);
    while let Some(&(number, line)) = rest.first() {
        let before = *game.position();
        let rejected =
            |error: &dyn std::fmt::Display| format!("{}: {error}\n{line}", place(number));
        let step = parse_step(line, &before).map_err(|error| rejected(&error))?;
        let events = game
            .step_explained(step)
            .map_err(|error| rejected(&error))?;
        note_rare_cases(&before, &events, &mut rare);
        for expected in step_lines(&before, step, &events, game.position()) {
            match rest.split_first() {
                Some((&(_, line), after)) if line == expected => rest = after,
                Some((&(number, line), _)) => {
                    return Err(format!(
                        "{}:\n   found {line}\nexpected {expected}",
                        place(number)
                    ));
                }
                None => {
                    return Err(format!("{}: missing line:\n{expected}", place(number)));
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
        "none".to_string()
    } else {
        rare.join("; ")
    };
    if noted != rare {
        return Err(format!(
            "{}: the rare cases are {rare}, not {noted}",
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
    // The record of the game leads to the same position.
    let record = game
        .record()
        .to_json()
        .parse::<azulejo_rules::record::Record>();
    let replayed = record
        .expect("a valid record")
        .replay()
        .expect("a legal record");
    assert_eq!(replayed.position, *game.position());
}

/// Replays a file with the reference and compares positions, scores and the result.
#[track_caller]
fn check_reference(file: &Playthrough) {
    let (game, body) = file.set_up();
    let position = game.position();
    let side = if position.wall() == Wall::Coloured {
        'c'
    } else {
        'g'
    };
    let (players, start) = (position.players().count(), position.start().number());
    let mut table = reference::Game::new(side, players, start);
    let mut positions = 0;
    // All floors are charged in one step that has one line per player.
    let mut has_settled = false;
    for (number, line) in body {
        let place = format!("tests/golden/{}.txt:{number}\n{line}", file.name);
        let parts: Vec<&str> = line.split_whitespace().collect();
        let score_of = |table: &reference::Game, seat: &str| {
            let seat: usize = seat.parse().expect("a seat");
            table.boards[seat - 1].score.to_string()
        };
        let expected_score = parts
            .iter()
            .position(|part| *part == "score")
            .map(|at| parts[at + 1]);
        let expected_score =
            expected_score.map(|score| score.trim_end_matches([',', ';']).to_string());
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
                    assert_eq!(expected_score, Some(score_of(&table, seat)), "{place}");
                }
            }
            ["floor", seat, ..] => {
                if !has_settled {
                    table.settle().unwrap_or_else(|e| panic!("{place}: {e}"));
                    has_settled = true;
                }
                assert_eq!(expected_score, Some(score_of(&table, seat)), "{place}");
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
                assert_eq!(
                    expected_score,
                    Some(result.scores[at].to_string()),
                    "{place}"
                );
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
            _ => panic!("{place}: not a playthrough line"),
        }
    }
    assert_eq!(table.phase(), reference::Phase::Over, "{}", file.name);
    assert_eq!(
        positions, table.round,
        "{}: one position per round",
        file.name
    );
}

#[test]
fn engine_replays_every_line() {
    playthroughs().iter().for_each(check_engine);
}

#[test]
fn reference_replays_every_line() {
    playthroughs().iter().for_each(check_reference);
}

#[test]
fn every_variant_has_a_playthrough() {
    let mut missing: BTreeSet<(Wall, PlayerCount)> = random_games::variants().collect();
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

/// Every file matches its spec, and no stale file is left.
#[test]
fn files_match_the_specs() {
    let files = playthroughs();
    let names: BTreeSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, SPECS.iter().map(|spec| spec.name).collect());
    for spec in SPECS {
        let file = files
            .iter()
            .find(|file| file.name == spec.name)
            .expect("a file");
        assert!(
            file.text == render(spec),
            "tests/golden/{}.txt differs from what its seed generates; if this is intended, run \
             again with AZULEJO_UPDATE_GOLDEN=1",
            spec.name
        );
    }
}

/// The negative control: a file with one character changed in any line is rejected.
#[test]
fn any_changed_character_is_detected() {
    let good = playthroughs().swap_remove(0);
    let (_, body) = good.set_up();
    for (number, line) in body {
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
                "undetected in line {number}: {changed}"
            );
        }
    }
}

#[test]
fn step_lines_are_parsed_strictly() {
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
        assert!(parse_step(bad, position).is_err(), "{bad}");
    }
    assert_eq!(parse_step("floor 1 -1", position), Ok(Step::Settle));
}
