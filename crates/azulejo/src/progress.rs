//! Progress bars on stderr, hidden unless that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar that counts games.
pub(crate) fn of_games(games: u64) -> ProgressBar {
    bar(
        games,
        "{bar:32} {human_pos} of {human_len} games, {eta} left",
    )
}

/// A bar that counts games and shows an intermediate result.
pub(crate) fn of_match(games: u64) -> ProgressBar {
    bar(
        games,
        "{bar:32} {human_pos} of {human_len} games, {msg}, {eta} left",
    )
}

/// A bar that counts the searches of an analysis.
pub(crate) fn of_steps() -> ProgressBar {
    bar(0, "{bar:32} {human_pos} of {human_len} positions")
}

/// A bar that counts puzzles.
pub(crate) fn of_puzzles(puzzles: u64) -> ProgressBar {
    bar(
        puzzles,
        "{bar:32} {human_pos} of {human_len} puzzles, {eta} left",
    )
}

/// A bar that counts the bytes of a file of known length.
pub(crate) fn of_bytes(bytes: u64) -> ProgressBar {
    bar(bytes, "{bar:32} {bytes} of {total_bytes}, {eta} left")
}

/// A line with the state of a proof, which has no known length.
pub(crate) fn of_proof() -> ProgressBar {
    bar(0, "{elapsed} {msg}")
}

fn bar(length: u64, template: &str) -> ProgressBar {
    // Hidden by the library if stderr is not a terminal.
    let style = ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("━━─");
    ProgressBar::new(length).with_style(style)
}
