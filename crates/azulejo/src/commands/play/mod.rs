//! `azulejo play`: a game on the terminal, line by line.

mod input;
mod seats;
mod session;
mod turn;

use std::collections::hash_map::RandomState;
use std::fs::OpenOptions;
use std::hash::{BuildHasher as _, Hasher as _};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result};
use azulejo_rules::record::Record;
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Game, Players, Seat};

use self::seats::Seats;
use self::session::Session;
use crate::args::{PlayArgs, Start};
use crate::failure::{Usage, unopened};
use crate::screen::Screen;

/// Plays a game with whoever types, until it is over or nobody types any more.
pub(crate) fn run(args: &PlayArgs, screen: &mut Screen) -> Result<()> {
    let count = args.seats.len();
    let players = Players::new(count).ok_or_else(|| {
        Usage(format!(
            "--seats: 2 to 4 play, not {count}; separate them by commas"
        ))
    })?;
    let seed = args.seed.unwrap_or_else(some_seed);
    let mut rng = FastRng::for_game(seed, 0);
    let start = match args.start {
        Start::Seat(seat) if seat.index() < count => seat,
        Start::Seat(seat) => {
            return Err(Usage(format!(
                "--start {seat}: only {count} play; name one of them"
            ))
            .into());
        }
        Start::Random => Seat::ALL[below(&mut rng, players.count() as u32) as usize],
    };
    if let Some(path) = &args.save {
        // Better to know before the game than after it.
        OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
            .map_err(|error| unsaved(path, &error))?;
    }
    let seats = Seats::new(&args.seats, seed);
    let game = Game::new(seats.record_names(), args.wall, start)
        .context("2 to 4 must play, one of whom starts")?;
    let mut session = Session::new(game, seats, rng, screen);
    let outcome = session.greet(seed).and_then(|()| session.run());
    // Also when the reader went away in the middle of the game.
    if let Some(path) = &args.save {
        save(path, session.game.record()).map_err(|error| unsaved(path, &error))?;
        outcome?;
        screen.wrapped(&format!("The record was added to {}.", path.display()), 0)?;
    } else {
        outcome?;
    }
    Ok(screen.flush()?)
}

/// A number that differs from game to game, short enough to be typed again.
fn some_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}

fn unsaved(path: &Path, error: &io::Error) -> anyhow::Error {
    unopened(
        path,
        error,
        "the record cannot be saved there, name another file",
    )
}

/// Adds a record to a file of records, one a line.
fn save(path: &Path, record: &Record) -> io::Result<()> {
    let mut file = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(path)?;
    let mut text = record.to_json();
    text.push('\n');
    if file.seek(SeekFrom::End(0))? > 0 {
        let mut last = [0];
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
        if last != *b"\n" {
            text.insert(0, '\n');
        }
    }
    file.write_all(text.as_bytes())
}
