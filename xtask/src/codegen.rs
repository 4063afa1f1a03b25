//! `cargo xtask codegen`: what the web client is given instead of rules.
//!
//! The protocol's types, and the boards of the rules pages and of the first lesson: every position,
//! consequence and reason in them is worked out by the engine. The files are committed, so that the
//! client builds without Rust, and a test says when they are out of date.

mod examples;
mod lesson;
mod study;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use azulejo_rules::{Column, Line, Phase, PlayerCount, Position, Seat, Wall};
use serde_json::{Value, json};

/// A file to write, by its path from the root of the repository.
struct Made {
    path: &'static str,
    text: String,
}

/// Writes every file that differs from what is there, or with `check` only names them.
pub(crate) fn run(root: &Path, check: bool) -> Result<()> {
    let stale = stale(root)?;
    if check && !stale.is_empty() {
        let paths: Vec<_> = stale.iter().map(|made| made.path).collect();
        bail!(
            "out of date: {}\nWrite them again with: cargo xtask codegen",
            paths.join(", ")
        );
    }
    for Made { path, text } in &stale {
        let file = root.join(path);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
        }
        fs::write(&file, text).with_context(|| format!("cannot write {path}"))?;
        println!("wrote {path}");
    }
    if stale.is_empty() {
        println!("everything is up to date");
    }
    Ok(())
}

/// The files whose committed text is not what would be made now.
fn stale(root: &Path) -> Result<Vec<Made>> {
    let mut stale = made()?;
    stale.retain(|made| {
        // A file that cannot be read is as good as missing: writing it will say why.
        let committed = fs::read_to_string(root.join(made.path)).ok();
        committed.as_ref() != Some(&made.text)
    });
    Ok(stale)
}

fn made() -> Result<Vec<Made>> {
    Ok(vec![
        Made {
            path: "web/src/lib/protocol.ts",
            text: azulejo_protocol::typescript(),
        },
        Made {
            path: "web/src/generated/emblem.json",
            text: one_line(&emblem()?)?,
        },
        Made {
            path: "web/src/generated/examples.json",
            text: one_line_each(&examples::all()?)?,
        },
        Made {
            path: "web/src/generated/lesson.json",
            text: one_line(&lesson::lesson()?)?,
        },
    ])
}

fn one_line(value: &impl serde::Serialize) -> Result<String> {
    Ok(format!("{}\n", serde_json::to_string(value)?))
}

/// A JSON list with one entry a line, so that a change shows where it is.
fn one_line_each(values: &[impl serde::Serialize]) -> Result<String> {
    let lines: Vec<_> = values
        .iter()
        .map(serde_json::to_string)
        .collect::<Result<_, _>>()?;
    Ok(format!("[\n{}\n]\n", lines.join(",\n")))
}

/// The wall that the first page shows: the plan of the coloured side and which spaces are tiled,
/// after some rounds of random play, so that it is a wall one could have.
fn emblem() -> Result<Value> {
    const SEED: u64 = 41;
    const TILES: usize = 12;
    let mut rng = azulejo_rules::rng::FastRng::new(SEED);
    let mut position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ALL[0]);
    let board = |position: &Position| *position.board(Seat::ALL[0]);
    while board(&position).wall_bits().count_ones() < TILES as u32 {
        match position.phase() {
            Phase::Refill => {
                position.deal_at_random(&mut rng);
            }
            Phase::Offer => {
                let moves = position.legal_moves();
                let tidy = moves
                    .iter()
                    .copied()
                    .max_by_key(|&m| {
                        position
                            .preview(m)
                            .map(|p| (p.completes, p.placed, u8::MAX - p.spilled))
                            .ok()
                    })
                    .context("a position of the offer has moves")?;
                position.play(tidy)?;
            }
            Phase::Tiling => position.finish_round_unchecked(),
            Phase::Over => bail!("the game of seed {SEED} ended before {TILES} tiles were placed"),
        }
    }
    let board = board(&position);
    let rows: Vec<Vec<Value>> = Line::ALL
        .iter()
        .map(|&row| {
            Column::ALL
                .iter()
                .map(|&column| {
                    json!({
                        "colour": azulejo_protocol::table::Colour::from(column.colour(row)),
                        "tiled": board.cell(row, column).is_some(),
                    })
                })
                .collect()
        })
        .collect();
    Ok(json!(rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_files_are_up_to_date() {
        let root = crate::workspace::root().unwrap();
        let stale: Vec<_> = stale(&root).unwrap().iter().map(|made| made.path).collect();
        assert!(
            stale.is_empty(),
            "out of date, write them again with `cargo xtask codegen`: {stale:?}"
        );
    }

    #[test]
    fn a_missing_or_changed_file_is_noticed() {
        let nowhere = Path::new("no/such/folder");
        assert_eq!(stale(nowhere).unwrap().len(), made().unwrap().len());
        assert!(run(nowhere, true).is_err());
    }

    #[test]
    fn the_same_files_are_made_every_time() {
        let texts = |made: Vec<Made>| made.into_iter().map(|m| m.text).collect::<Vec<_>>();
        assert_eq!(texts(made().unwrap()), texts(made().unwrap()));
    }
}
