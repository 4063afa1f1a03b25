//! `cargo xtask codegen`: generates the files that the web client takes from the engine.
//!
//! These are the protocol's types, and the boards of the rules pages and of the first lesson, with
//! every position, consequence and reason computed by the engine, because the client does not know
//! the rules. The files are committed, so that the client builds without Rust; a test fails if they
//! are out of date.

mod examples;
mod lesson;
mod study;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use azulejo_rules::{Column, Line, Phase, PlayerCount, Position, Seat, Wall};
use serde_json::{Value, json};

/// A generated file, by its path from the root of the repository.
struct GeneratedFile {
    path: &'static str,
    text: String,
}

/// Writes all out-of-date files; with `check`, only reports them.
pub(crate) fn run(root: &Path, check: bool) -> Result<()> {
    let stale = stale(root)?;
    if check && !stale.is_empty() {
        let paths: Vec<_> = stale.iter().map(|file| file.path).collect();
        bail!(
            "out of date: {}\nRegenerate them with: cargo xtask codegen",
            paths.join(", ")
        );
    }
    for GeneratedFile { path, text } in &stale {
        let file = root.join(path);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot create {}", folder.display()))?;
        }
        fs::write(&file, text).with_context(|| format!("cannot write {path}"))?;
        println!("wrote {path}");
    }
    if stale.is_empty() {
        println!("all files are up to date");
    }
    Ok(())
}

/// Returns the generated files that differ from the committed ones.
fn stale(root: &Path) -> Result<Vec<GeneratedFile>> {
    let mut stale = generate()?;
    stale.retain(|file| {
        // A file that cannot be read counts as missing; writing it will report the reason.
        let committed = fs::read_to_string(root.join(file.path)).ok();
        committed.as_ref() != Some(&file.text)
    });
    Ok(stale)
}

fn generate() -> Result<Vec<GeneratedFile>> {
    Ok(vec![
        GeneratedFile {
            path: "web/src/lib/protocol.ts",
            text: azulejo_protocol::typescript(),
        },
        GeneratedFile {
            path: "web/src/generated/emblem.json",
            text: one_line(&emblem()?)?,
        },
        GeneratedFile {
            path: "web/src/generated/examples.json",
            text: one_line_per_entry(&examples::all()?)?,
        },
        GeneratedFile {
            path: "web/src/generated/lesson.json",
            text: one_line(&lesson::lesson()?)?,
        },
    ])
}

fn one_line(value: &impl serde::Serialize) -> Result<String> {
    Ok(format!("{}\n", serde_json::to_string(value)?))
}

/// Formats a JSON array with one entry per line, for readable diffs.
fn one_line_per_entry(values: &[impl serde::Serialize]) -> Result<String> {
    let lines: Vec<_> = values
        .iter()
        .map(serde_json::to_string)
        .collect::<Result<_, _>>()?;
    Ok(format!("[\n{}\n]\n", lines.join(",\n")))
}

/// Returns the wall on the home page: the colours of the coloured side and which spaces are tiled,
/// from a few rounds of play, so that it is a possible wall.
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
                    .context("a position in the offer has moves")?;
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
    fn committed_files_are_up_to_date() {
        let root = crate::workspace::root().unwrap();
        let stale: Vec<_> = stale(&root).unwrap().iter().map(|file| file.path).collect();
        assert!(
            stale.is_empty(),
            "out of date, regenerate them with `cargo xtask codegen`: {stale:?}"
        );
    }

    #[test]
    fn missing_file_is_out_of_date() {
        let nowhere = Path::new("no/such/folder");
        assert_eq!(stale(nowhere).unwrap().len(), generate().unwrap().len());
        assert!(run(nowhere, true).is_err());
    }

    #[test]
    fn generation_is_deterministic() {
        let texts = |file: Vec<GeneratedFile>| file.into_iter().map(|m| m.text).collect::<Vec<_>>();
        assert_eq!(texts(generate().unwrap()), texts(generate().unwrap()));
    }
}
