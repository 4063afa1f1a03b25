//! The command line: what can be typed, and the help that teaches it.

mod examples;

use std::path::PathBuf;

use azulejo_ai::{BotSpec, Limit};
use azulejo_rules::{PlayerCount, Seat, Wall, record};
use clap::builder::{FalseyValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use self::examples::{
    ABOUT_ALL, ABOUT_ANALYSE, ABOUT_BENCH, ABOUT_COMPLETIONS, ABOUT_ENGINE, ABOUT_MAN, ABOUT_MOVES,
    ABOUT_PERFT, ABOUT_REPLAY, about_match, about_play, about_sim,
};
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

    /// Let bots play games, and write their records
    ///
    /// Prints a summary: mean scores and wins by seat, rounds and moves.
    /// The same seed gives the same file on every machine (but for bots that think by the clock).
    /// The seats take turns to start: game 1 is started by seat 1, game 2 by seat 2, and so on.
    /// A game is stopped after round 100; its record then says that it was truncated.
    #[command(after_long_help = about_sim())]
    Sim(SimArgs),

    /// Check records against the rules, or show a game
    ///
    /// Prints `N games, all legal`, or the first fault with its file, line, round, move and reason.
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

    /// Count the sequences of moves from a position
    ///
    /// The classic check of a move generator. A sequence ends with the round's offer at the latest;
    /// outside the offer the answer is 1.
    #[command(after_long_help = ABOUT_PERFT)]
    Perft {
        /// The position's text, in quotes
        position: String,
        /// How many moves a sequence has
        depth: u32,
    },

    /// Find out which of two bots is stronger
    ///
    /// Every deal is played once with the bot in each seat, so that luck counts for both. With three
    /// or four players the first bot sits among several of the second.
    #[command(after_long_help = about_match())]
    Match(MatchArgs),

    /// Find the best moves of a position, or luck and skill in a game
    ///
    /// A position: the best moves with the chance to win, the expected margin and the line of play.
    /// A file of records: for each move what it gave away, for each deal the luck it brought, and
    /// for each player the sum of both.
    #[command(after_long_help = ABOUT_ANALYSE)]
    Analyse(AnalyseArgs),

    /// Answer questions of another program, one JSON object a line
    ///
    /// The protocol is described in docs/analysis-protocol.md.
    #[command(after_long_help = ABOUT_ENGINE)]
    Engine {
        /// How many questions to answer at once
        #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
    },

    /// Measure how fast random games are played
    ///
    /// For two, three and four players and both walls: games and plies (moves of one player) in a
    /// second of processor time, on one core.
    #[command(after_long_help = ABOUT_BENCH)]
    Bench {
        /// How long each of the six measurements takes
        #[arg(long, value_name = "S", default_value = "1", value_parser = parse_seconds)]
        seconds: f64,
        /// Print one JSON object a line
        #[arg(long)]
        json: bool,
        /// Instead: how many nodes the search needs for fixed positions, the checksum of its play
        #[arg(long, conflicts_with_all = ["seconds", "json"])]
        ai: bool,
    },

    /// Print what makes a shell complete this program's commands and options
    #[command(after_long_help = ABOUT_COMPLETIONS)]
    Completions {
        /// bash, elvish, fish, powershell or zsh
        #[arg(value_name = "SHELL", hide_possible_values = true)]
        shell: Shell,
    },

    /// Print the manual page
    #[command(after_long_help = ABOUT_MAN)]
    Man,
}

#[derive(Args)]
pub(crate) struct MatchArgs {
    /// The bot whose results are counted
    #[arg(value_name = "BOT", value_parser = parse_bot)]
    pub(crate) bot: BotSpec,
    /// The bot it plays against
    #[arg(value_name = "OPPONENT", value_parser = parse_bot)]
    pub(crate) against: BotSpec,
    /// How many deals; each is played once for every seat of the bot
    #[arg(long, value_name = "N", default_value = "100", value_parser = parse_count)]
    pub(crate) pairs: u64,
    /// How many play: 2, 3 or 4
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
    /// Where chance starts from
    #[arg(long, value_name = "S", default_value = "1", value_parser = parse_count)]
    pub(crate) seed: u64,
    /// Stop as soon as it is clear which of two Elo differences is the likelier, as 0,10
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    pub(crate) sprt: Option<(f64, f64)>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the records to this file, one a line
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// How many games to play at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

#[derive(Args)]
pub(crate) struct AnalyseArgs {
    /// A position's text in quotes, or a file of records
    #[arg(value_name = "POSITION|FILE")]
    pub(crate) what: String,
    /// How long to think about each move: 100ms, 40000n or d6
    #[arg(long, value_name = "LIMIT", value_parser = parse_limit)]
    pub(crate) limit: Option<Limit>,
    /// How many of the best moves to show, for a position
    #[arg(long, value_name = "N", default_value = "5")]
    pub(crate) best: usize,
    /// Analyse game K of the file only, counted from 1
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) game: Option<u64>,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct PlayArgs {
    /// Who plays, clockwise: `human`, `human:NAME`, or a bot [default: human,apprentice]
    #[arg(long, value_name = "A,B[,C,D]", value_delimiter = ',', value_parser = parse_sitter)]
    pub(crate) seats: Vec<Sitter>,
    /// Which side of the boards to use: coloured, or grey to choose the columns [default: coloured]
    #[arg(
        long,
        value_name = "SIDE",
        value_parser = wall_parser(),
        hide_possible_values = true
    )]
    pub(crate) wall: Option<Wall>,
    /// Deal as in the game with this number; without it every game is another
    #[arg(long, value_name = "S", value_parser = parse_count)]
    pub(crate) seed: Option<u64>,
    /// Who starts: a seat, or `random` [default: random, or 1 with --seed]
    #[arg(long, value_name = "SEAT", value_parser = parse_start)]
    pub(crate) start: Option<Start>,
    /// Go on with an unfinished game: the one played last, or the last one of a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["seats", "wall", "start"])]
    pub(crate) resume: Option<Option<PathBuf>>,
    /// Also add the game's record to this file, however the game ends
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Play on a server: its address for a list of games, or the link of a game
    #[arg(
        long,
        value_name = "URL",
        conflicts_with_all = ["seats", "wall", "seed", "start", "resume"]
    )]
    pub(crate) online: Option<Address>,
    /// What to be called on the server
    #[arg(long, value_name = "NAME", requires = "online")]
    pub(crate) name: Option<String>,
    /// Use the token in this file on the server, rather than the one kept for it
    #[arg(long, value_name = "FILE", env = "AZULEJO_TOKEN_FILE")]
    pub(crate) token_file: Option<PathBuf>,
    /// Do not show what others say at a table of the server
    #[arg(long, env = "AZULEJO_NO_PHRASES", value_parser = FalseyValueParser::new())]
    pub(crate) no_phrases: bool,
    /// Play line by line: for pipes, scripts and screen readers
    #[arg(long)]
    pub(crate) plain: bool,
    /// How long a bot's move takes at least, in milliseconds, where somebody watches
    #[arg(long, value_name = "MS", default_value_t = NATURAL_PACE)]
    pub(crate) pace: u64,
    /// The language: en, de, nl, nb, is or it [default: as the environment says]
    #[arg(long, value_name = "LANG")]
    pub(crate) lang: Option<Lang>,
}

/// How long a bot's move takes at least, in milliseconds: one that comes at once is easily missed.
const NATURAL_PACE: u64 = 700;

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
            pace: NATURAL_PACE,
            lang: None,
        }
    }
}

impl PlayArgs {
    /// Whether nothing was said about the game, so that a menu may ask.
    pub(crate) fn says_nothing_about_the_game(&self) -> bool {
        self.seats.is_empty()
            && self.wall.is_none()
            && self.seed.is_none()
            && self.start.is_none()
            && self.resume.is_none()
            && self.save.is_none()
    }

    /// Who plays.
    pub(crate) fn sitters(&self) -> Vec<Sitter> {
        if self.seats.is_empty() {
            let bot = Sitter::Bot(azulejo_ai::BotId::Apprentice.into());
            vec![Sitter::Human(None), bot]
        } else {
            self.seats.clone()
        }
    }

    /// Who starts: a game that somebody wants to play again is the same from its first move.
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

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sitter {
    /// A person, perhaps with a name.
    Human(Option<String>),
    /// A bot.
    Bot(BotSpec),
}

/// Who starts a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    Random,
    Seat(Seat),
}

#[derive(Args)]
pub(crate) struct SimArgs {
    /// How many play: 2, 3 or 4 [default: 2, or as many as there are bots]
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
    /// How many games to play; underscores are welcome
    #[arg(long, value_name = "N", default_value = "1000", value_parser = parse_count)]
    pub(crate) games: u64,
    /// Where chance starts from
    #[arg(long, value_name = "S", default_value = "1", value_parser = parse_count)]
    pub(crate) seed: u64,
    /// Write the records to this file, one a line; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// How many games to play at once [default: 1 for random games, else one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

#[derive(Args)]
pub(crate) struct ReplayArgs {
    /// Files of records, one a line; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Show game K, counted from 1, board by board
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) show: Option<u64>,
    /// Step through a game on the whole screen: game K of --show, or the first
    #[arg(long)]
    pub(crate) tui: bool,
    /// The language of a game that is shown: en, de, nl, nb, is or it [default: as the environment says]
    #[arg(long, value_name = "LANG")]
    pub(crate) lang: Option<Lang>,
}

pub(crate) fn wall_parser() -> impl TypedValueParser<Value = Wall> {
    let sides = PossibleValuesParser::new([
        PossibleValue::new("coloured")
            .alias("colored")
            .help("every space has its colour"),
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

fn parse_limit(text: &str) -> Result<Limit, String> {
    let spec: Result<BotSpec, _> = format!("legend@{text}").parse();
    match spec {
        Ok(BotSpec {
            limit: Some(limit), ..
        }) => Ok(limit),
        Ok(_) => Err("write a limit as 100ms, 40000n or d6".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn parse_sprt(text: &str) -> Result<(f64, f64), String> {
    let ends = text
        .split_once(',')
        .and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    ends.filter(|(a, b): &(f64, f64)| a < b && a.is_finite() && b.is_finite())
        .ok_or_else(|| "write two Elo differences, the smaller first, as 0,10".to_owned())
}

fn parse_sitter(text: &str) -> Result<Sitter, String> {
    match text.strip_prefix("human") {
        Some("") => Ok(Sitter::Human(None)),
        Some(rest) if rest.starts_with(':') => {
            let name = &rest[1..];
            let reserved = name.starts_with("bot:").then_some("bot: is for bots only");
            match (record::check_name(name), reserved) {
                (Err(error), _) => Err(error.to_string()),
                (Ok(()), Some(reason)) => Err(reason.to_owned()),
                (Ok(()), None) => Ok(Sitter::Human(Some(name.to_owned()))),
            }
        }
        _ => parse_bot(text)
            .map(Sitter::Bot)
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

/// Reads a number that may be grouped: `1_000_000`.
fn parse_count(text: &str) -> Result<u64, String> {
    let plain = text.replace('_', "");
    plain
        .parse()
        .map_err(|_| "that is no whole number from 0 to 2^64 - 1".to_owned())
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|s| (0.01..=3600.0).contains(s));
    seconds.ok_or_else(|| "that is no number of seconds between 0.01 and 3600".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_and_option_says_what_it_does() {
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
    fn positions_in_examples_are_legal() {
        for text in [ABOUT_MOVES, ABOUT_PERFT] {
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
    fn no_arguments_are_the_defaults_of_play() {
        let play = |args: &[&str]| {
            let all = ["azulejo", "play"].iter().chain(args);
            match Cli::try_parse_from(all) {
                Ok(Cli {
                    command: Some(Command::Play(typed)),
                    ..
                }) => typed,
                _ => panic!("{args:?} cannot be read"),
            }
        };
        let typed = play(&[]);
        assert!(typed.says_nothing_about_the_game());
        assert_eq!(typed.sitters().len(), 2);
        assert_eq!(typed.starter(), Start::Random);
        let typed = play(&["--seed", "7"]);
        assert!(!typed.says_nothing_about_the_game());
        assert_eq!(typed.starter(), Start::Seat(Seat::ALL[0]));
        assert_eq!(
            play(&["--seed", "7", "--start", "random"]).starter(),
            Start::Random
        );
        assert_eq!(play(&["--resume"]).resume, Some(None));
        assert!(Cli::try_parse_from(["azulejo", "play", "--resume", "--start", "1"]).is_err());
    }

    #[test]
    fn people_and_bots_can_sit_down() {
        assert_eq!(parse_sitter("human"), Ok(Sitter::Human(None)));
        assert_eq!(
            parse_sitter("human:Ana"),
            Ok(Sitter::Human(Some("Ana".to_owned())))
        );
        assert!(matches!(parse_sitter("greedy"), Ok(Sitter::Bot(_))));
        for wrong in ["", "humane", "human:", "human:bot:x", "nobody"] {
            assert!(parse_sitter(wrong).is_err(), "{wrong:?}");
        }
    }
}
