//! The arguments of `azulejo match`, `analyse` and `solve`.

use std::path::PathBuf;

use azulejo_ai::ledger::Effort;
use azulejo_ai::{BotSpec, Limit};
use azulejo_rules::{PlayerCount, Wall};
use clap::Args;

use super::{parse_bot, parse_count, players_parser, wall_parser};
use crate::i18n::Lang;

#[derive(Args)]
pub(crate) struct MatchArgs {
    /// The bot whose results are counted
    #[arg(value_name = "BOT", value_parser = parse_bot)]
    pub(crate) bot: BotSpec,
    /// The bot it plays against
    #[arg(value_name = "OPPONENT", value_parser = parse_bot)]
    pub(crate) against: BotSpec,
    /// How many deals to play; each is played once for every seat of the bot
    #[arg(long, value_name = "N", default_value = "100", value_parser = parse_count)]
    pub(crate) pairs: u64,
    /// The number of players: 2, 3 or 4
    #[arg(
        long,
        value_name = "N",
        default_value = "2",
        value_parser = players_parser(),
        hide_possible_values = true
    )]
    pub(crate) players: PlayerCount,
    /// Which side of the boards to use: coloured, or grey to choose the columns
    #[arg(
        long,
        value_name = "SIDE",
        default_value = "coloured",
        value_parser = wall_parser(),
        hide_possible_values = true
    )]
    pub(crate) wall: Wall,
    /// The seed of the random number generator
    #[arg(long, value_name = "S", default_value = "1", value_parser = parse_count)]
    pub(crate) seed: u64,
    /// Stop once a sequential test (SPRT) decides between two Elo differences, such as 0,10
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    pub(crate) sprt: Option<(f64, f64)>,
    /// Also print the score less the luck of the deals, from an analysis of every game
    #[arg(long)]
    pub(crate) adjusted: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the records to this file, one per line
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// How many games to play at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

#[derive(Args)]
pub(crate) struct AnalyseArgs {
    /// A position's text in quotes, or a file of records
    #[arg(value_name = "POSITION|FILE")]
    pub(crate) what: String,
    /// The search limit for each move: 100ms, 40000n or d6
    #[arg(long, value_name = "LIMIT", value_parser = parse_limit)]
    pub(crate) limit: Option<Limit>,
    /// The effort for a game: quick, standard or deep [default: standard]
    #[arg(long, value_name = "EFFORT", value_parser = parse_effort)]
    pub(crate) effort: Option<Effort>,
    /// How many positions to search at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// How many of the best moves to show for a position
    #[arg(long, value_name = "N", default_value = "5")]
    pub(crate) best: usize,
    /// Analyse only game K of the file, counted from 1
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) game: Option<u64>,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    /// The language of the report: en, de, nl, nb, is or it [default: from the environment]
    #[arg(long, value_name = "LANG")]
    pub(crate) lang: Option<Lang>,
}

#[derive(Args)]
pub(crate) struct SolveArgs {
    /// The position's text, in quotes
    pub(crate) position: String,
    /// How many threads to search with; one makes the node count reproducible [default: one per
    /// core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// The memory for proofs, such as 512M or 1G; more memory proves long rounds faster
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = parse_memory)]
    pub(crate) memory: usize,
    /// Stop after this many nodes and print the bounds found so far
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) nodes: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// The language: en, de, nl, nb, is or it [default: from the environment]
    #[arg(long, value_name = "LANG")]
    pub(crate) lang: Option<Lang>,
}

fn parse_effort(text: &str) -> Result<Effort, String> {
    text.parse()
        .map_err(|error: azulejo_ai::ledger::UnknownEffort| error.to_string())
}

fn parse_limit(text: &str) -> Result<Limit, String> {
    let spec: Result<BotSpec, _> = format!("legend@{text}").parse();
    match spec {
        Ok(BotSpec {
            limit: Some(limit), ..
        }) => Ok(limit),
        Ok(_) => Err("write a limit such as 100ms, 40000n or d6".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn parse_sprt(text: &str) -> Result<(f64, f64), String> {
    let ends = text
        .split_once(',')
        .and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    ends.filter(|(a, b): &(f64, f64)| a < b && a.is_finite() && b.is_finite())
        .ok_or_else(|| "write two Elo differences, the smaller first, such as 0,10".to_owned())
}

/// Parses a size in bytes with a binary unit: `512M`, `1G`.
fn parse_memory(text: &str) -> Result<usize, String> {
    let (number, shift) = match text.char_indices().next_back() {
        Some((at, 'K' | 'k')) => (&text[..at], 10),
        Some((at, 'M' | 'm')) => (&text[..at], 20),
        Some((at, 'G' | 'g')) => (&text[..at], 30),
        _ => (text, 0),
    };
    let bytes = number.parse::<usize>().ok();
    bytes
        .and_then(|bytes| bytes.checked_mul(1 << shift))
        .filter(|bytes| (MIN_MEMORY..=MAX_MEMORY).contains(bytes))
        .ok_or_else(|| "write a size from 1M to 256G, such as 512M or 1G".to_owned())
}

/// The smallest and the largest memory for proofs.
const MIN_MEMORY: usize = 1 << 20;
const MAX_MEMORY: usize = 256 << 30;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_has_a_binary_unit() {
        assert_eq!(parse_memory("1G"), Ok(1 << 30));
        assert_eq!(parse_memory("512m"), Ok(512 << 20));
        assert_eq!(parse_memory("2097152"), Ok(2 << 20));
        for wrong in [
            "",
            "G",
            "-1G",
            "1T",
            "1,5G",
            "10K",
            "99999999999999G",
            "1 G",
            "é",
        ] {
            assert!(parse_memory(wrong).is_err(), "{wrong:?}");
        }
    }
}
