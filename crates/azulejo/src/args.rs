//! The command line: arguments and their help texts.

mod analysis;
mod examples;
mod puzzles;

use std::path::PathBuf;

use azulejo_ai::BotSpec;
use azulejo_rules::{PlayerCount, Seat, Wall, record};
use clap::builder::{FalseyValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub(crate) use self::analysis::{AnalyseArgs, MatchArgs, SolveArgs};
use self::examples::{
    ABOUT_ALL, ABOUT_ANALYSE, ABOUT_BENCH, ABOUT_COMPLETIONS, ABOUT_ENGINE, ABOUT_MAN, ABOUT_MOVES,
    ABOUT_PERFT, ABOUT_PUZZLES, ABOUT_REPLAY, ABOUT_SOLVE, about_match, about_play, about_sim,
};
pub(crate) use self::puzzles::{CheckArgs, MineArgs, PuzzlesArgs, PuzzlesCommand};
use crate::hosting::Hosting;
use crate::i18n::Lang;
use crate::online::Address;

/// Play, study and research a tile-drafting board game.
///
/// Without a command, `azulejo` serves games to browsers and prints the address to open.
#[derive(Parser)]
#[command(name = "azulejo", version, after_long_help = ABOUT_ALL)]
pub(crate) struct Cli {
    /// When to draw in colour: auto, always or never; NO_COLOR is respected
    #[arg(
        long,
        visible_alias = "color",
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        display_order = 100
    )]
    pub(crate) colour: ColourWhen,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ColourWhen {
    /// On a terminal only
    Auto,
    /// Even into a pipe, for example for `less -R`
    Always,
    /// Letters and brackets only
    Never,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    #[command(flatten)]
    Hosting(Hosting),

    /// Play a game on the terminal
    #[command(after_long_help = about_play())]
    Play(PlayArgs),

    /// Play games between bots and write their records
    ///
    /// Prints a summary: mean scores and wins by seat, rounds and moves.
    /// The same seed gives the same file on every machine, except with time-limited bots.
    /// The seats take turns to start: seat 1 starts game 1, seat 2 starts game 2, and so on.
    /// A game is stopped after round 100, and its record is marked as truncated.
    #[command(after_long_help = about_sim())]
    Sim(SimArgs),

    /// Check records against the rules, or show a game
    ///
    /// Prints `N games, all legal`, or the first error with its file, line, round, move and reason.
    #[command(after_long_help = ABOUT_REPLAY)]
    Replay(ReplayArgs),

    /// Print the legal moves of a position
    ///
    /// One line, sorted as text. While walls are tiled, these are the choices for the topmost
    /// complete line of the player to move; when there is nothing to choose, the line is empty.
    #[command(after_long_help = ABOUT_MOVES)]
    Moves {
        /// The position's text, in quotes
        position: String,
    },

    /// Count the move sequences from a position
    ///
    /// The classic check of a move generator. A sequence ends at the end of the round at the
    /// latest; outside the drafting phase the count is 1.
    #[command(after_long_help = ABOUT_PERFT)]
    Perft {
        /// The position's text, in quotes
        position: String,
        /// The length of a sequence in moves
        depth: u32,
    },

    /// Measure which of two bots is stronger
    ///
    /// Every deal is played once with the bot in each seat, which cancels out luck. With three or
    /// four players, the first bot plays against several copies of the second.
    #[command(after_long_help = about_match())]
    Match(MatchArgs),

    /// Find the best moves of a position, or separate luck from skill in a game
    ///
    /// For a position: the best moves with win probability, expected margin and principal
    /// variation. For a file of records: the luck of each deal, the loss of each move, and an
    /// account per player that adds up to the result.
    #[command(after_long_help = ABOUT_ANALYSE)]
    Analyse(AnalyseArgs),

    /// Prove the value of the rest of a round, with best play to its end
    ///
    /// For two players. The end of the round is valued by the network, as in every search; in the
    /// last round the value is the result. Nothing else is estimated: every line of play is
    /// searched or refuted. Ctrl-C stops the proof and prints the bounds found so far.
    #[command(after_long_help = ABOUT_SOLVE)]
    Solve(SolveArgs),

    /// Solve puzzles: positions in which exactly one move is right
    ///
    /// Shows a position and asks for the move or the columns, with two tries and hints. The puzzles adapt to your
    /// results; --kind and --rating choose others.
    #[command(after_long_help = ABOUT_PUZZLES)]
    Puzzles(PuzzlesArgs),

    /// Answer requests of another program, one JSON object per line
    ///
    /// The protocol is described in docs/analysis-protocol.md.
    #[command(after_long_help = ABOUT_ENGINE)]
    Engine {
        /// How many requests to process at once
        #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
    },

    /// Measure how fast random games are played
    ///
    /// For two, three and four players and both walls: games and plies (moves of one player) per
    /// second of CPU time, on one core.
    #[command(after_long_help = ABOUT_BENCH)]
    Bench {
        /// The duration of each of the six measurements, in seconds
        #[arg(long, value_name = "S", default_value = "1", value_parser = parse_seconds)]
        seconds: f64,
        /// Print one JSON object per line
        #[arg(long)]
        json: bool,
        /// Print the search's node counts for fixed positions instead: a signature of its play
        #[arg(long, conflicts_with_all = ["seconds", "json"])]
        ai: bool,
    },

    /// Print a completion script for a shell
    #[command(after_long_help = ABOUT_COMPLETIONS)]
    Completions {
        /// bash, elvish, fish, powershell or zsh
        #[arg(value_name = "SHELL", hide_possible_values = true)]
        shell: Shell,
    },

    /// Print the manual page, or write a page per command
    #[command(after_long_help = ABOUT_MAN)]
    Man {
        /// Write azulejo.1 and a page for every command into this folder
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
    },
}

#[derive(Args)]
pub(crate) struct PlayArgs {
    /// Who plays, clockwise: `human`, `human:NAME`, or a bot [default: human,apprentice]
    #[arg(long, value_name = "A,B[,C,D]", value_delimiter = ',', value_parser = parse_occupant)]
    pub(crate) seats: Vec<Occupant>,
    /// Which side of the boards to use: coloured, or grey to choose the columns [default: coloured]
    #[arg(
        long,
        value_name = "SIDE",
        value_parser = wall_parser(),
        hide_possible_values = true
    )]
    pub(crate) wall: Option<Wall>,
    /// The seed of the deals; without it, every game is different
    #[arg(long, value_name = "S", value_parser = parse_count)]
    pub(crate) seed: Option<u64>,
    /// Who starts: a seat, or `random` [default: random, or 1 with --seed]
    #[arg(long, value_name = "SEAT", value_parser = parse_start)]
    pub(crate) start: Option<Start>,
    /// Resume an unfinished game: the most recent one, or the last one in a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["seats", "wall", "start"])]
    pub(crate) resume: Option<Option<PathBuf>>,
    /// Also append the game's record to this file, even if the game is not finished
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Play on a server: its address for a list of games, or the link of a game
    #[arg(
        long,
        value_name = "URL",
        conflicts_with_all = ["seats", "wall", "seed", "start", "resume"]
    )]
    pub(crate) online: Option<Address>,
    /// Your name on the server
    #[arg(long, value_name = "NAME", requires = "online")]
    pub(crate) name: Option<String>,
    /// Use the token in this file on the server, instead of the saved one
    #[arg(long, value_name = "FILE", env = "AZULEJO_TOKEN_FILE")]
    pub(crate) token_file: Option<PathBuf>,
    /// Hide the phrases that other players send at an online table
    #[arg(long, env = "AZULEJO_NO_PHRASES", value_parser = FalseyValueParser::new())]
    pub(crate) no_phrases: bool,
    /// Play line by line: for pipes, scripts and screen readers
    #[arg(long)]
    pub(crate) plain: bool,
    /// The minimum duration of a bot's move in milliseconds, if people are playing or watching
    #[arg(long, value_name = "MS", default_value_t = DEFAULT_PACE_MS)]
    pub(crate) pace: u64,
    /// The language: en, de, nl, nb, is or it [default: from the environment]
    #[arg(long, value_name = "LANG")]
    pub(crate) lang: Option<Lang>,
}

/// The default minimum duration of a bot's move, in milliseconds: instant moves are easily missed.
const DEFAULT_PACE_MS: u64 = 700;

impl Default for PlayArgs {
    fn default() -> Self {
        Self {
            seats: Vec::new(),
            wall: None,
            seed: None,
            start: None,
            resume: None,
            save: None,
            online: None,
            name: None,
            token_file: None,
            no_phrases: false,
            plain: false,
            pace: DEFAULT_PACE_MS,
            lang: None,
        }
    }
}

impl PlayArgs {
    /// Returns whether no option describes the game, so that the menu can be shown.
    pub(crate) fn has_no_game_options(&self) -> bool {
        self.seats.is_empty()
            && self.wall.is_none()
            && self.seed.is_none()
            && self.start.is_none()
            && self.resume.is_none()
            && self.save.is_none()
    }

    /// The players by seat.
    pub(crate) fn occupants(&self) -> Vec<Occupant> {
        if self.seats.is_empty() {
            let bot = Occupant::Bot(azulejo_ai::BotId::Apprentice.into());
            vec![Occupant::Human(None), bot]
        } else {
            self.seats.clone()
        }
    }

    /// The starting player. With a seed, the default is fixed, so that the game is reproducible
    /// from its first move.
    pub(crate) fn starter(&self) -> Start {
        let first = Start::Seat(Seat::ALL[0]);
        let default = if self.seed.is_some() {
            first
        } else {
            Start::Random
        };
        self.start.unwrap_or(default)
    }
}

/// The occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Occupant {
    /// A person, optionally with a name.
    Human(Option<String>),
    /// A bot.
    Bot(BotSpec),
}

/// The starting player of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    Random,
    Seat(Seat),
}

#[derive(Args)]
pub(crate) struct SimArgs {
    /// The number of players: 2, 3 or 4 [default: 2, or the number of bots]
    #[arg(long, value_name = "N", value_parser = players_parser(), hide_possible_values = true)]
    pub(crate) players: Option<PlayerCount>,
    /// The bots by seat [default: random for all]
    #[arg(long, value_name = "A,B[,C,D]", value_delimiter = ',', value_parser = parse_bot)]
    pub(crate) bots: Vec<BotSpec>,
    /// Which side of the boards to use: coloured, or grey to choose the columns
    #[arg(
        long,
        value_name = "SIDE",
        default_value = "coloured",
        value_parser = wall_parser(),
        hide_possible_values = true
    )]
    pub(crate) wall: Wall,
    /// How many games to play; underscores are allowed
    #[arg(long, value_name = "N", default_value = "1000", value_parser = parse_count)]
    pub(crate) games: u64,
    /// The seed of the random number generator
    #[arg(long, value_name = "S", default_value = "1", value_parser = parse_count)]
    pub(crate) seed: u64,
    /// Write the records to this file, one per line; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// How many games to play at once [default: 1 for random games, otherwise one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

#[derive(Args)]
pub(crate) struct ReplayArgs {
    /// Files of records, one per line; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Show game K, counted from 1, board by board
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) show: Option<u64>,
    /// Step through a game in full screen: game K of --show, or the first
    #[arg(long)]
    pub(crate) tui: bool,
    /// The language of a game that is shown: en, de, nl, nb, is or it [default: from the
    /// environment]
    #[arg(long, value_name = "LANG")]
    pub(crate) lang: Option<Lang>,
}

pub(crate) fn wall_parser() -> impl TypedValueParser<Value = Wall> {
    let sides = PossibleValuesParser::new([
        PossibleValue::new("coloured")
            .alias("colored")
            .help("every space has a fixed colour"),
        PossibleValue::new("grey")
            .alias("gray")
            .help("players choose the column"),
    ]);
    sides.map(|side| {
        if side.starts_with('c') {
            Wall::Coloured
        } else {
            Wall::Grey
        }
    })
}

fn players_parser() -> impl TypedValueParser<Value = PlayerCount> {
    PossibleValuesParser::new(["2", "3", "4"]).map(|count| match count.as_str() {
        "2" => PlayerCount::Two,
        "3" => PlayerCount::Three,
        _ => PlayerCount::Four,
    })
}

fn parse_bot(text: &str) -> Result<BotSpec, String> {
    text.parse()
        .map_err(|error: azulejo_ai::ParseBotError| error.to_string())
}

fn parse_occupant(text: &str) -> Result<Occupant, String> {
    match text.strip_prefix("human") {
        Some("") => Ok(Occupant::Human(None)),
        Some(rest) if rest.starts_with(':') => {
            let name = &rest[1..];
            let reserved = name
                .starts_with("bot:")
                .then_some("names must not start with bot:");
            match (record::check_name(name), reserved) {
                (Err(error), _) => Err(error.to_string()),
                (Ok(()), Some(reason)) => Err(reason.to_owned()),
                (Ok(()), None) => Ok(Occupant::Human(Some(name.to_owned()))),
            }
        }
        _ => parse_bot(text)
            .map(Occupant::Bot)
            .map_err(|error| format!("{error}; human and human:NAME are people")),
    }
}

fn parse_start(text: &str) -> Result<Start, String> {
    if text == "random" {
        return Ok(Start::Random);
    }
    let seat = text.parse().ok().and_then(Seat::new);
    seat.map(Start::Seat)
        .ok_or_else(|| "a seat is 1, 2, 3 or 4; or write random".to_owned())
}

/// Parses a number with optional digit grouping: `1_000_000`.
fn parse_count(text: &str) -> Result<u64, String> {
    let plain = text.replace('_', "");
    plain
        .parse()
        .map_err(|_| "not a whole number from 0 to 2^64 - 1".to_owned())
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|s| (0.01..=3600.0).contains(s));
    seconds.ok_or_else(|| "not a number of seconds between 0.01 and 3600".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_and_option_has_help() {
        for command in Cli::command().get_subcommands() {
            assert!(command.get_about().is_some(), "{}", command.get_name());
            for arg in command.get_arguments() {
                assert!(
                    arg.get_help().is_some(),
                    "{} {}",
                    command.get_name(),
                    arg.get_id()
                );
            }
            let name = command.get_name();
            let help = command.get_after_long_help().map(ToString::to_string);
            let help = help.unwrap_or_default();
            assert!(help.starts_with("Examples:\n") && help.contains(&format!("azulejo {name}")));
        }
    }

    #[test]
    fn examples_fit_a_terminal() {
        let (play, sim, match_bots) = (about_play(), about_sim(), about_match());
        let texts = [
            ABOUT_ALL,
            ABOUT_ANALYSE,
            ABOUT_SOLVE,
            ABOUT_ENGINE,
            &match_bots,
            &play,
            &sim,
            ABOUT_REPLAY,
            ABOUT_MOVES,
            ABOUT_PERFT,
            ABOUT_BENCH,
            ABOUT_COMPLETIONS,
            ABOUT_MAN,
        ];
        for line in texts.iter().flat_map(|text| text.lines()) {
            assert!(line.chars().count() <= 100, "{line}");
        }
    }

    #[test]
    fn example_positions_are_legal() {
        for text in [ABOUT_MOVES, ABOUT_PERFT, ABOUT_SOLVE] {
            let quoted = text.split('"').nth(1).unwrap_or_default();
            let words: Vec<_> = quoted
                .split_whitespace()
                .filter(|word| *word != "\\")
                .collect();
            let position: Result<azulejo_rules::Position, _> = words.join(" ").parse();
            assert!(position.is_ok(), "{position:?}");
        }
    }

    #[test]
    fn bare_play_equals_default_arguments() {
        let play = |args: &[&str]| {
            let all = ["azulejo", "play"].iter().chain(args);
            match Cli::try_parse_from(all) {
                Ok(Cli {
                    command: Some(Command::Play(typed)),
                    ..
                }) => typed,
                _ => panic!("{args:?} cannot be parsed"),
            }
        };
        let typed = play(&[]);
        assert!(typed.has_no_game_options());
        assert_eq!(typed.occupants().len(), 2);
        assert_eq!(typed.starter(), Start::Random);
        let typed = play(&["--seed", "7"]);
        assert!(!typed.has_no_game_options());
        assert_eq!(typed.starter(), Start::Seat(Seat::ALL[0]));
        assert_eq!(
            play(&["--seed", "7", "--start", "random"]).starter(),
            Start::Random
        );
        assert_eq!(play(&["--resume"]).resume, Some(None));
        assert!(Cli::try_parse_from(["azulejo", "play", "--resume", "--start", "1"]).is_err());
    }

    #[test]
    fn occupants_are_people_or_bots() {
        assert_eq!(parse_occupant("human"), Ok(Occupant::Human(None)));
        assert_eq!(
            parse_occupant("human:Ana"),
            Ok(Occupant::Human(Some("Ana".to_owned())))
        );
        assert!(matches!(parse_occupant("greedy"), Ok(Occupant::Bot(_))));
        for wrong in ["", "humane", "human:", "human:bot:x", "nobody"] {
            assert!(parse_occupant(wrong).is_err(), "{wrong:?}");
        }
    }
}
