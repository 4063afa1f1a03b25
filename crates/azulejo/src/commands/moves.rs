//! `azulejo moves`: the legal moves of a position.

use std::io::Write as _;

use anyhow::Result;
use azulejo_rules::{Phase, Position};

use super::parse_position;
use crate::screen::Screen;

/// Prints the legal moves, or the placements in the tiling phase, on one line.
pub(crate) fn run(position: &str, screen: &mut Screen) -> Result<()> {
    let position = parse_position(position)?;
    screen.line(&texts(&position).join(" "))?;
    Ok(screen.flush()?)
}

/// The legal choices of the player to move, sorted as text.
fn texts(position: &Position) -> Vec<String> {
    let mut texts: Vec<_> = match position.phase() {
        Phase::Offer => position
            .legal_moves()
            .iter()
            .map(ToString::to_string)
            .collect(),
        _ => {
            let choices = position.placements(position.to_move());
            choices.iter().map(ToString::to_string).collect()
        }
    };
    texts.sort_unstable();
    texts
}
