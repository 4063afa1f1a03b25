//! The arguments of `azulejo puzzles`.

use std::path::PathBuf;

use azulejo_ai::puzzles::Kind;
use azulejo_rules::Wall;
use clap::{Args, Subcommand};

use super::{parse_count, wall_parser};
use crate::i18n::Lang;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct PuzzlesArgs {
    #[command(subcommand)]
    pub(crate) command: Option<PuzzlesCommand>,
    /// Only puzzles of this kind
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Option<Kind>,
    /// Start with puzzles of about this rating
    #[arg(
        long,
        value_name = "ELO",
        default_value = "0",
        allow_hyphen_values = true
    )]
    pub(crate) rating: i32,
    /// The seed of the choice of puzzles; without it, every run is different
    #[arg(long, value_name = "S", value_parser = parse_count)]
    pub(crate) seed: Option<u64>,
    /// Puzzles from this file instead of the shipped ones
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// The language: en, de, nl, nb, is or it [default: from the environment]
    #[arg(long, value_name = "LANG")]
    pub(crate) lang: Option<Lang>,
}

#[derive(Subcommand)]
pub(crate) enum PuzzlesCommand {
    /// Find puzzles in games between bots and append them to a file
    ///
    /// The same seed gives the same puzzles on every machine.
    Mine(MineArgs),

    /// Check the solutions of puzzles again
    ///
    /// Prints the puzzles whose solution is not proved any more, and how many are sound.
    Check(CheckArgs),
}

#[derive(Args)]
pub(crate) struct MineArgs {
    /// How many games to play and mine
    #[arg(long, value_name = "N", default_value = "60", value_parser = parse_count)]
    pub(crate) games: u64,
    /// Skip this many games first, to continue an earlier run
    #[arg(long, value_name = "N", default_value = "0", value_parser = parse_count)]
    pub(crate) skip: u64,
    /// How many players
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(2..=4))]
    pub(crate) players: u8,
    /// Which side of the boards to use: coloured or grey
    #[arg(
        long,
        value_name = "SIDE",
        default_value = "coloured",
        value_parser = wall_parser(),
        hide_possible_values = true
    )]
    pub(crate) wall: Wall,
    /// The seed of the games
    #[arg(long, value_name = "S", default_value = "1", value_parser = parse_count)]
    pub(crate) seed: u64,
    /// Append the puzzles to this file, one per line
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// How many games to mine at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// A file of puzzles [default: the shipped ones]
    pub(crate) file: Option<PathBuf>,
    /// Check only this many, drawn at random
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) sample: Option<u64>,
    /// Search this many times as many nodes as for mining
    #[arg(long, value_name = "TIMES", default_value = "1", value_parser = clap::value_parser!(u64).range(1..=100))]
    pub(crate) deeper: u64,
    /// The seed of the sample
    #[arg(long, value_name = "S", default_value = "1", value_parser = parse_count)]
    pub(crate) seed: u64,
}
