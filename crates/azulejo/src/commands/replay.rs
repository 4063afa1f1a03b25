//! `azulejo replay`: checks records against the rules, or shows them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use azulejo_rules::record::{Record, Step};
use azulejo_rules::{Event, PlacementList, Position};
use indicatif::ProgressBar;

use crate::args::{ColourWhen, ReplayArgs};
use crate::i18n::Lang;
use crate::progress;
use crate::screen::Screen;
use crate::table::View;
use crate::tui;
use crate::words::{Names, Tally, Words};

/// The length limit of a record.
const MAX_LINE_LENGTH: u64 = 64 << 20;

/// Checks every record of the files, or shows one of them.
pub(crate) fn run(args: &ReplayArgs, colour: ColourWhen, screen: &mut Screen) -> Result<()> {
    let words = Words::new(args.lang.unwrap_or_else(Lang::from_environment));
    let mut games = 0;
    let show_game = if args.tui {
        Some(args.show.unwrap_or(1))
    } else {
        args.show
    };
    for path in &args.files {
        let mut reader = Reader::open(path, &words)?;
        while let Some(text) = reader.next_line(&words)? {
            games += 1;
            match show_game {
                None => check(
                    &text,
                    &reader.place(&words),
                    &show_command(path, games),
                    &words,
                )?,
                Some(wanted) if wanted == games => {
                    reader.bar.finish_and_clear();
                    let place = reader.place(&words);
                    let record = parse(&text, &place, &words)?;
                    if args.tui {
                        return tui::replay(&record, &place, words, colour);
                    }
                    return show(&record, &place, &words, screen);
                }
                Some(_) => {}
            }
        }
        reader.bar.finish_and_clear();
    }
    if let Some(wanted) = show_game {
        bail!(words.no_such_game(wanted, games));
    }
    writeln!(
        screen,
        "{games} game{}, all legal",
        if games == 1 { "" } else { "s" }
    )?;
    Ok(screen.flush()?)
}

/// The lines of a file, with line numbers.
struct Reader {
    name: String,
    lines: Box<dyn BufRead>,
    number: u64,
    bar: ProgressBar,
}

impl Reader {
    fn open(path: &Path, words: &Words) -> Result<Self> {
        if path == Path::new("-") {
            let (name, lines) = (words.standard_input(), Box::new(io::stdin().lock()));
            return Ok(Self {
                name,
                lines,
                number: 0,
                bar: ProgressBar::hidden(),
            });
        }
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| anyhow!(words.unreadable(&name, &error)))?;
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        let bar = progress::of_bytes(length);
        Ok(Self {
            name,
            lines: Box::new(BufReader::with_capacity(1 << 16, file)),
            number: 0,
            bar,
        })
    }

    /// The location of the last line read.
    fn place(&self, words: &Words) -> String {
        words.place(&self.name, self.number)
    }

    fn next_line(&mut self, words: &Words) -> Result<Option<String>> {
        let mut bytes = Vec::new();
        let mut lines = (&mut self.lines).take(MAX_LINE_LENGTH);
        lines
            .read_until(b'\n', &mut bytes)
            .map_err(|error| anyhow!(words.unreadable(&self.name, &error)))?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        self.bar.inc(bytes.len() as u64);
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        } else if bytes.len() as u64 == MAX_LINE_LENGTH {
            bail!(words.line_too_long(&self.place(words)));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(text)),
            Err(error) => {
                let at = error.utf8_error().valid_up_to() + 1;
                bail!(words.not_text(&self.place(words), at));
            }
        }
    }
}

/// The command that shows a game.
fn show_command(path: &Path, game: u64) -> String {
    format!("azulejo replay {} --show {game}", path.display())
}

fn parse(text: &str, place: &str, words: &Words) -> Result<Record> {
    text.parse()
        .map_err(|error| anyhow!(words.not_a_record(place, &error)))
}

fn check(text: &str, place: &str, show_command: &str, words: &Words) -> Result<()> {
    let record = parse(text, place, words)?;
    record
        .replay()
        .map_err(|fault| anyhow!(words.fault_with_command(place, &fault, show_command)))?;
    Ok(())
}

/// Shows a game board by board, up to the first illegal step.
fn show(record: &Record, place: &str, words: &Words, screen: &mut Screen) -> Result<()> {
    let names = words.record_names(&record.players);
    let mut written = Ok(());
    let outcome = record.walk(|before, step, after| {
        if written.is_ok() {
            written = show_step(before, step, after, words, &names, screen);
        }
    });
    written?;
    match outcome {
        Ok(replayed) => {
            if replayed.position.outcome().is_some() {
                for line in words.points_table(&names, &Tally::of(record)) {
                    screen.line(line.trim_end())?;
                }
            }
            let ending = words.ending(&names, record, &replayed.position);
            screen.wrapped(&ending, 0)?;
        }
        Err(fault) => {
            screen.flush()?;
            bail!(words.fault_shown(place, &words.record_fault(&fault)));
        }
    }
    Ok(screen.flush()?)
}

fn show_step(
    before: &Position,
    step: Step,
    after: &Position,
    words: &Words,
    names: &Names,
    screen: &mut Screen,
) -> Result<()> {
    let mut position = *before;
    let events: Vec<Event> = match step {
        Step::Deal(deal) => position.deal_explained(&deal)?,
        Step::Move(m) => {
            let events = position.play_explained(m)?;
            screen.wrapped(&words.move_text(names, m, &events), 4)?;
            events
        }
        Step::Tile(seat, placement) => position.tile_explained(seat, placement)?,
        Step::Settle => position.settle_explained()?,
    };
    for text in events
        .iter()
        .filter_map(|event| words.event_text(names, event))
    {
        screen.wrapped(&text, 4)?;
    }
    // Show the walls once, after they are all tiled.
    if matches!(step, Step::Tile(..)) && after.phase() == azulejo_rules::Phase::Tiling {
        return Ok(());
    }
    let view = View {
        position: after,
        names: &names.shown,
        words,
        next: after.to_move(),
        choices: PlacementList::new(),
        width: screen.width,
        paint: screen.paint,
    };
    let table = view.draw();
    Ok(screen.line(&table)?)
}
