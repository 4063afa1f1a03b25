//! `azulejo perft`: the number of move sequences from a position.

use std::io::Write as _;

use anyhow::Result;
use azulejo_rules::PlayerCount;

use super::parse_position;
use crate::screen::Screen;

/// Prints the number of move sequences of a length.
pub(crate) fn run(position: &str, depth: u32, screen: &mut Screen) -> Result<()> {
    let position = parse_position(position)?;
    let count = match position.players() {
        PlayerCount::Two => position.narrow().perft(depth),
        _ => position.perft(depth),
    };
    writeln!(screen, "{count}")?;
    Ok(screen.flush()?)
}
