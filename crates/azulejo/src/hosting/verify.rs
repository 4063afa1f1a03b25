//! `azulejo verify`: checks the draws of recorded games.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use azulejo_rules::record::Record;
use azulejo_server::draws::{Contribution, StartPlayer, Verified, verify};

use crate::failure::open_error;
use crate::screen::Screen;

pub(super) fn run(files: &[PathBuf], screen: &mut Screen) -> Result<()> {
    let mut games = 0_usize;
    let mut failures = 0_usize;
    for file in files {
        let name = file.display().to_string();
        for (number, line) in (1..).zip(lines(file)?) {
            let line = line.map_err(|error| anyhow!("{name}, line {number}: {error}"))?;
            if line.trim().is_empty() {
                continue;
            }
            games += 1;
            let checked = line
                .trim_end_matches('\r')
                .parse::<Record>()
                .map_err(|error| error.to_string())
                .and_then(|record| verify(&record).map_err(|error| error.to_string()));
            match checked {
                Ok(verified) => {
                    screen.line(&format!(
                        "{name}, line {number}: game {}: all {} deals verified against the commitment ({})",
                        verified.game,
                        verified.rounds,
                        details(&verified)
                    ))?;
                }
                Err(reason) => {
                    failures += 1;
                    screen.line(&format!("{name}, line {number}: NOT VERIFIED: {reason}"))?;
                }
            }
        }
    }
    if games == 0 {
        return Err(anyhow!("the input contains no records"));
    }
    if failures > 0 {
        return Err(anyhow!("{failures} of {games} games are not verified"));
    }
    Ok(())
}

/// Describes what went into the draws, and what did not.
fn details(verified: &Verified) -> String {
    let mut parts = vec![match verified.seats_with_nonce().as_slice() {
        [] => "without nonces of players".to_owned(),
        [seat] => format!("nonce of seat {seat}"),
        seats => format!("nonces of seats {}", list(seats)),
    }];
    for (contribution, meaning) in [
        (Contribution::Open, "sent without a commitment"),
        (Contribution::Withheld, "committed to but withheld"),
        (Contribution::Uncommitted, "never committed to"),
    ] {
        match verified.seats_with(contribution).as_slice() {
            [] => {}
            seats => parts.push(format!("{meaning}: {}", list(seats))),
        }
    }
    parts.push(
        match verified.start {
            StartPlayer::Drawn => "start player drawn",
            StartPlayer::Chosen => "start player chosen by the host",
            StartPlayer::Unknown => "start player not drawn: chosen by the host, or forged",
        }
        .to_owned(),
    );
    parts.join("; ")
}

fn list(seats: &[usize]) -> String {
    let seats: Vec<_> = seats.iter().map(ToString::to_string).collect();
    seats.join(", ")
}

fn lines(file: &Path) -> Result<Box<dyn Iterator<Item = std::io::Result<String>>>> {
    if file == Path::new("-") {
        return Ok(Box::new(std::io::stdin().lines()));
    }
    let opened = File::open(file)
        .map_err(|error| open_error(file, &error, "pass a file of records, one per line"))?;
    Ok(Box::new(BufReader::new(opened).lines()))
}
