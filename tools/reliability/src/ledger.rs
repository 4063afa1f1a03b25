//! The ledger: one line for each command sent, acknowledged or refused.
//!
//! Fields are separated by tabs:
//!
//! ```text
//! move    GAME  ID  PLY  SEAT  MOVE          a move was sent, valid at this ply only
//! choose  GAME  ID  SEAT  PLACEMENT,…        column choices were sent
//! ack     GAME  ID  NEXT                     acknowledged: the log then has NEXT events
//! refused GAME  ID  CODE                     refused: the command was not applied
//! ```

use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};

use crate::frame::Action;

const HEADING: &str = "azulejo ledger 1";

/// A ledger writer; without a file it discards everything.
pub(crate) struct Ledger(Option<BufWriter<File>>);

impl Ledger {
    pub(crate) fn create(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path else {
            return Ok(Self(None));
        };
        let file = File::create(path)
            .with_context(|| format!("failed to create the ledger {}", path.display()))?;
        let mut file = BufWriter::new(file);
        writeln!(file, "{HEADING}")?;
        Ok(Self(Some(file)))
    }

    pub(crate) fn sent(&mut self, game: &str, id: &str, action: &Action) -> Result<()> {
        self.line(|file| match action {
            Action::Move { ply, seat, text } => {
                writeln!(file, "move\t{game}\t{id}\t{ply}\t{seat}\t{text}")
            }
            Action::Choose { seat, placements } => {
                writeln!(
                    file,
                    "choose\t{game}\t{id}\t{seat}\t{}",
                    placements.join(",")
                )
            }
        })
    }

    pub(crate) fn acknowledged(&mut self, game: &str, id: &str, next: u32) -> Result<()> {
        self.line(|file| writeln!(file, "ack\t{game}\t{id}\t{next}"))
    }

    pub(crate) fn refused(&mut self, game: &str, id: &str, code: &str) -> Result<()> {
        self.line(|file| writeln!(file, "refused\t{game}\t{id}\t{code}"))
    }

    fn line(
        &mut self,
        write: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>,
    ) -> Result<()> {
        match &mut self.0 {
            Some(file) => write(file).context("failed to write the ledger"),
            None => Ok(()),
        }
    }

    /// Flushes the buffer.
    pub(crate) fn flush(&mut self) -> Result<()> {
        self.line(std::io::Write::flush)
    }
}

/// One line of a ledger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    Sent {
        game: String,
        id: String,
        action: Action,
    },
    Acknowledged {
        game: String,
        id: String,
        next: u32,
    },
    Refused {
        game: String,
        id: String,
    },
}

/// Reads a ledger line by line.
pub(crate) fn read(path: &Path, mut each: impl FnMut(Line) -> Result<()>) -> Result<()> {
    let file = File::open(path)
        .with_context(|| format!("failed to open the ledger {}", path.display()))?;
    let mut lines = BufReader::new(file).lines();
    match lines.next().transpose()?.as_deref() {
        Some(HEADING) => {}
        _ => bail!("{} does not begin with {HEADING:?}", path.display()),
    }
    for (number, line) in (2..).zip(lines) {
        let line = line?;
        let read = parse(&line)
            .ok_or_else(|| anyhow!("invalid ledger line {number}: {line:?}"))
            .and_then(&mut each);
        read.with_context(|| path.display().to_string())?;
    }
    Ok(())
}

fn parse(line: &str) -> Option<Line> {
    let fields: Vec<&str> = line.split('\t').collect();
    let own = |text: &str| text.to_owned();
    Some(match fields.as_slice() {
        ["move", game, id, ply, seat, text] => Line::Sent {
            game: own(game),
            id: own(id),
            action: Action::Move {
                ply: ply.parse().ok()?,
                seat: seat.parse().ok()?,
                text: own(text),
            },
        },
        ["choose", game, id, seat, placements] => Line::Sent {
            game: own(game),
            id: own(id),
            action: Action::Choose {
                seat: seat.parse().ok()?,
                placements: placements.split(',').map(own).collect(),
            },
        },
        ["ack", game, id, next] => Line::Acknowledged {
            game: own(game),
            id: own(id),
            next: next.parse().ok()?,
        },
        ["refused", game, id, _] => Line::Refused {
            game: own(game),
            id: own(id),
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_ledger_reads_back() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("ledger");
        let mut ledger = Ledger::create(Some(&path)).expect("a ledger");
        let action = Action::Move {
            ply: 3,
            seat: 1,
            text: "2B3".to_owned(),
        };
        let columns = Action::Choose {
            seat: 2,
            placements: vec!["1a".to_owned(), "2b".to_owned()],
        };
        ledger.sent("g", "i", &action).expect("written");
        ledger.acknowledged("g", "i", 4).expect("written");
        ledger.sent("g", "j", &columns).expect("written");
        ledger.refused("g", "j", "stale").expect("written");
        ledger.flush().expect("written");
        let mut lines = Vec::new();
        read(&path, |line| {
            lines.push(line);
            Ok(())
        })
        .expect("a readable ledger");
        let (game, id) = ("g".to_owned(), "i".to_owned());
        assert_eq!(
            lines[..2],
            [
                Line::Sent {
                    game: game.clone(),
                    id: id.clone(),
                    action
                },
                Line::Acknowledged { game, id, next: 4 },
            ]
        );
        assert!(matches!(&lines[2], Line::Sent { action, .. } if *action == columns));
        assert!(matches!(&lines[3], Line::Refused { .. }));
        assert_eq!(lines.len(), 4);
    }

    #[test]
    fn read_rejects_other_files() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("ledger");
        for text in ["", "something else\n", "azulejo ledger 1\nack\tg\n"] {
            std::fs::write(&path, text).expect("written");
            assert!(read(&path, |_| Ok(())).is_err(), "{text:?}");
        }
    }
}
