//! The ledger: what was sent and what the server has acknowledged, one line each.
//!
//! Fields are separated by tabs:
//!
//! ```text
//! move    GAME  ID  PLY  SEAT  MOVE          a move was sent, right at this ply only
//! choose  GAME  ID  SEAT  PLACEMENT,…        columns were sent
//! ack     GAME  ID  NEXT                     acknowledged: the log has NEXT events with it
//! refused GAME  ID  CODE                     refused: it was not carried out
//! ```

use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};

use crate::heard::Act;

const HEADING: &str = "azulejo ledger 1";

/// A ledger that is being written; nothing where none was asked for.
pub(crate) struct Ledger(Option<BufWriter<File>>);

impl Ledger {
    pub(crate) fn create(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path else {
            return Ok(Self(None));
        };
        let file = File::create(path)
            .with_context(|| format!("the ledger {} could not be made", path.display()))?;
        let mut file = BufWriter::new(file);
        writeln!(file, "{HEADING}")?;
        Ok(Self(Some(file)))
    }

    pub(crate) fn sent(&mut self, game: &str, id: &str, act: &Act) -> Result<()> {
        self.line(|file| match act {
            Act::Move { ply, seat, text } => {
                writeln!(file, "move\t{game}\t{id}\t{ply}\t{seat}\t{text}")
            }
            Act::Choose { seat, placements } => {
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
            Some(file) => write(file).context("the ledger could not be written"),
            None => Ok(()),
        }
    }

    /// Writes out what is buffered.
    pub(crate) fn flush(&mut self) -> Result<()> {
        self.line(std::io::Write::flush)
    }
}

/// One line of a ledger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    Sent { game: String, id: String, act: Act },
    Acknowledged { game: String, id: String, next: u32 },
    Refused { game: String, id: String },
}

/// Reads a ledger, line after line.
pub(crate) fn read(path: &Path, mut each: impl FnMut(Line) -> Result<()>) -> Result<()> {
    let file = File::open(path)
        .with_context(|| format!("the ledger {} could not be opened", path.display()))?;
    let mut lines = BufReader::new(file).lines();
    match lines.next().transpose()?.as_deref() {
        Some(HEADING) => {}
        _ => bail!("{} does not begin with {HEADING:?}", path.display()),
    }
    for (number, line) in (2..).zip(lines) {
        let line = line?;
        let read = parse(&line)
            .ok_or_else(|| anyhow!("line {number} is no line of a ledger: {line:?}"))
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
            act: Act::Move {
                ply: ply.parse().ok()?,
                seat: seat.parse().ok()?,
                text: own(text),
            },
        },
        ["choose", game, id, seat, placements] => Line::Sent {
            game: own(game),
            id: own(id),
            act: Act::Choose {
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
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ledger");
        let mut ledger = Ledger::create(Some(&path)).expect("a ledger");
        let act = Act::Move {
            ply: 3,
            seat: 1,
            text: "2B3".to_owned(),
        };
        let columns = Act::Choose {
            seat: 2,
            placements: vec!["1a".to_owned(), "2b".to_owned()],
        };
        ledger.sent("g", "i", &act).expect("written");
        ledger.acknowledged("g", "i", 4).expect("written");
        ledger.sent("g", "j", &columns).expect("written");
        ledger.refused("g", "j", "stale").expect("written");
        ledger.flush().expect("written");
        let mut lines = Vec::new();
        read(&path, |line| {
            lines.push(line);
            Ok(())
        })
        .expect("it reads");
        let (game, id) = ("g".to_owned(), "i".to_owned());
        assert_eq!(
            lines[..2],
            [
                Line::Sent {
                    game: game.clone(),
                    id: id.clone(),
                    act
                },
                Line::Acknowledged { game, id, next: 4 },
            ]
        );
        assert!(matches!(&lines[2], Line::Sent { act, .. } if *act == columns));
        assert!(matches!(&lines[3], Line::Refused { .. }));
        assert_eq!(lines.len(), 4);
    }

    #[test]
    fn other_files_are_no_ledgers() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ledger");
        for text in ["", "something else\n", "azulejo ledger 1\nack\tg\n"] {
            std::fs::write(&path, text).expect("written");
            assert!(read(&path, |_| Ok(())).is_err(), "{text:?}");
        }
    }
}
