//! The command line: what can be typed, and the help that teaches it.

use std::path::PathBuf;

use azulejo_ai::BotSpec;
use azulejo_rules::{Players, Seat, Wall, record};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

/// Play, study and research a tile-drafting board game.
///
/// Without a command, `azulejo` starts a game against a simple bot, here on the terminal.
#[derive(Parser)]
#[command(name = "azulejo", version, after_long_help = ABOUT_ALL)]
pub(crate) struct Cli {
    /// Whether tables are drawn in colour; NO_COLOR is respected as well
    #[arg(long, visible_alias = "color", global = true, value_name = "WHEN", default_value = "auto")]
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
    /// Play a game on the terminal (what happens without a command)
    #[command(after_long_help = ABOUT_PLAY)]
    Play(PlayArgs),

    /// Let bots play games, and write their records
    ///
    /// Prints a summary: mean scores and wins by seat, rounds and moves.
    /// The same seed gives the same file on every machine (but for bots that think by the clock).
    /// The seats take turns to start: game 1 is started by seat 1, game 2 by seat 2, and so on.
    /// A game is stopped after round 100; its record then says that it was truncated.
    #[command(after_long_help = ABOUT_SIM)]
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
    },
}

#[derive(Args)]
pub(crate) struct PlayArgs {
    /// Who plays, clockwise: `human`, `human:NAME`, or a bot
    #[arg(
        long,
        value_name = "A,B[,C,D]",
        value_delimiter = ',',
        default_value = "human,greedy",
        value_parser = parse_sitter
    )]
    pub(crate) seats: Vec<Sitter>,
    /// Which side of the boards to use
    #[arg(long, value_name = "SIDE", default_value = "coloured", value_parser = wall_parser())]
    pub(crate) wall: Wall,
    /// Deal as in the game with this number; without it every game is another
    #[arg(long, value_name = "S", value_parser = parse_count)]
    pub(crate) seed: Option<u64>,
    /// Who starts: a seat, or `random`
    #[arg(long, value_name = "SEAT", default_value = "random", value_parser = parse_start)]
    pub(crate) start: Start,
    /// Add the game's record to this file, however the game ends
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
}

impl Default for PlayArgs {
    fn default() -> Self {
        let greedy = parse_sitter("greedy").unwrap_or(Sitter::Human(None));
        Self {
            seats: vec![Sitter::Human(None), greedy],
            wall: Wall::Coloured,
            seed: None,
            start: Start::Random,
            save: None,
        }
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
    #[arg(long, value_name = "N", value_parser = players_parser())]
    pub(crate) players: Option<Players>,
    /// The bots by seat [default: random for all]
    #[arg(long, value_name = "A,B[,C,D]", value_delimiter = ',', value_parser = parse_bot)]
    pub(crate) bots: Vec<BotSpec>,
    /// Which side of the boards to use
    #[arg(long, value_name = "SIDE", default_value = "coloured", value_parser = wall_parser())]
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
}

fn wall_parser() -> impl TypedValueParser<Value = Wall> {
    let sides = PossibleValuesParser::new([
        PossibleValue::new("coloured").alias("colored").help("every space has its colour"),
        PossibleValue::new("grey").alias("gray").help("players choose the column"),
    ]);
    sides.map(|side| if side.starts_with('c') { Wall::Coloured } else { Wall::Grey })
}

fn players_parser() -> impl TypedValueParser<Value = Players> {
    PossibleValuesParser::new(["2", "3", "4"]).map(|count| match count.as_str() {
        "2" => Players::Two,
        "3" => Players::Three,
        _ => Players::Four,
    })
}

fn parse_bot(text: &str) -> Result<BotSpec, String> {
    text.parse().map_err(|error: azulejo_ai::ParseBotError| error.to_string())
}

fn parse_sitter(text: &str) -> Result<Sitter, String> {
    match text.strip_prefix("human") {
        Some("") => Ok(Sitter::Human(None)),
        Some(rest) if rest.starts_with(':') => {
            let name = &rest[1..];
            let reserved = name.starts_with("bot:").then_some("bot: is for bots only");
            match record::name_fault(name).or(reserved) {
                Some(fault) => Err(fault.to_owned()),
                None => Ok(Sitter::Human(Some(name.to_owned()))),
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
    seat.map(Start::Seat).ok_or_else(|| "a seat is 1, 2, 3 or 4; or write random".to_owned())
}

/// Reads a number that may be grouped: `1_000_000`.
fn parse_count(text: &str) -> Result<u64, String> {
    let plain = text.replace('_', "");
    plain.parse().map_err(|_| "that is no whole number from 0 to 2^64 - 1".to_owned())
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|s| (0.01..=3600.0).contains(s));
    seconds.ok_or_else(|| "that is no number of seconds between 0.01 and 3600".to_owned())
}

const ABOUT_ALL: &str = "\
Examples:
  azulejo                                       a game against a simple bot
  azulejo play --seats human,human --wall grey  two people, the grey wall
  azulejo sim --games 10000 --out games.jsonl   ten thousand random games
  azulejo replay games.jsonl                    are they all legal?
  azulejo replay games.jsonl --show 3           look at the third of them

A move is written SOURCE COLOUR LINE: 2B3 takes all blue tiles from factory 2 to line 3, CKF all
black tiles from the centre to the floor. Colours: B blue, Y yellow, R red, K black, W white.
Positions have a text as well; `azulejo moves --help` explains one. Records are files with one
JSON object a game. All of it is described in docs/notation.md, and the rules in docs/rules.md.

Exit codes: 0 all is well, 1 the input is wrong, 2 the command line is wrong.";

const ABOUT_PLAY: &str = "\
Examples:
  azulejo play                                  you against the bot called greedy
  azulejo play --seats human:Ana,human:Rui      two people at one keyboard
  azulejo play --seats human,random,greedy      three at the table
  azulejo play --seats greedy,random            watch two bots
  azulejo play --wall grey --start 1            choose the columns yourself, and start
  azulejo play --seed 7 --save my.jsonl         always the same tiles, and a record of the game

At the table, type a move such as 2B3: all blue tiles from factory 2 to line 3. C is the centre, F
the floor. Type the beginning of a move, such as 2B, to see what it could do, and ? for help.
docs/rules.md has the rules, docs/notation.md the notation.";

const ABOUT_SIM: &str = "\
Examples:
  azulejo sim                                   1000 random games, just the summary
  azulejo sim --players 4 --wall grey --games 100_000 --seed 7 --out games.jsonl
  azulejo sim --bots greedy,random --games 200  bots against each other
  azulejo sim --games 5 --out - | azulejo replay -

A bot is an id, perhaps with a limit for its thinking: ID, ID@100ms (time), ID@40000n (nodes) or
ID@d6 (depth). In records a bot is called bot:ID. docs/notation.md describes the records.";

const ABOUT_REPLAY: &str = "\
Examples:
  azulejo replay games.jsonl                    check every game of a file
  azulejo replay monday.jsonl tuesday.jsonl     or of several
  azulejo replay games.jsonl --show 3           show the third game, board by board
  azulejo --colour always replay games.jsonl --show 3 | less -R
  azulejo sim --games 5 --out - | azulejo replay -

A faulty game is shown up to its fault. docs/notation.md describes the records.";

const ABOUT_MOVES: &str = "\
Examples:
  azulejo moves 'c2 1 1>2 BRKK/-/KKKW/YRRW/BRWW *BW 17,17,16,15,15 0,0,0,0,0 \\
    0;-/YY/-/-/-;...../...../...../...../.....;- \\
    0;-/-/-/-/-;...../...../...../...../.....;-'
  (one line without the backslashes)

What a position looks like, field by field:
  c2                    coloured wall (g: grey), two players
  1                     round 1
  1>2                   player 1 started it, player 2 is to move
  BRKK/-/KKKW/YRRW/BRWW the factories; - is an empty one
  *BW                   the centre, with * while the start marker lies there
  17,17,16,15,15        the bag: how many B, Y, R, K, W
  0,0,0,0,0             the lid, likewise
  0;-/YY/-/-/-;.....;-  each player: score; lines; wall rows, top to bottom (here cut); floor
docs/notation.md says it exactly.";

const ABOUT_PERFT: &str = "\
Examples:
  azulejo perft 'c2 1 1>1 BRKK/BYYW/KKKW/YRRW/BRWW * 16,16,16,16,16 0,0,0,0,0 \\
    0;-/-/-/-/-;...../...../...../...../.....;- \\
    0;-/-/-/-/-;...../...../...../...../.....;-' 2
  (one line without the backslashes)

`azulejo moves --help` explains the text of a position, docs/notation.md says it exactly.";

const ABOUT_BENCH: &str = "\
Examples:
  azulejo bench                                 six lines, a second each
  azulejo bench --seconds 5                     steadier figures
  azulejo bench --json                          for a script

Measure a release build: cargo run --release -- bench";

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
                assert!(arg.get_help().is_some(), "{} {}", command.get_name(), arg.get_id());
            }
            let name = command.get_name();
            let help = command.get_after_long_help().map(ToString::to_string);
            let help = help.unwrap_or_default();
            assert!(help.starts_with("Examples:\n") && help.contains(&format!("azulejo {name}")));
        }
    }

    #[test]
    fn examples_fit_a_terminal() {
        let texts = [
            ABOUT_ALL, ABOUT_PLAY, ABOUT_SIM, ABOUT_REPLAY, ABOUT_MOVES, ABOUT_PERFT, ABOUT_BENCH,
        ];
        for line in texts.iter().flat_map(|text| text.lines()) {
            assert!(line.chars().count() <= 100, "{line}");
        }
    }

    #[test]
    fn no_arguments_are_the_defaults_of_play() {
        let Ok(Cli { command: Some(Command::Play(typed)), .. }) =
            Cli::try_parse_from(["azulejo", "play"])
        else {
            panic!("play needs no arguments");
        };
        let default = PlayArgs::default();
        assert_eq!((typed.seats, typed.start), (default.seats, default.start));
        assert_eq!((typed.wall, typed.seed, typed.save), (default.wall, default.seed, default.save));
    }

    #[test]
    fn people_and_bots_can_sit_down() {
        assert_eq!(parse_sitter("human"), Ok(Sitter::Human(None)));
        assert_eq!(parse_sitter("human:Ana"), Ok(Sitter::Human(Some("Ana".to_owned()))));
        assert!(matches!(parse_sitter("greedy"), Ok(Sitter::Bot(_))));
        for wrong in ["", "humane", "human:", "human:bot:x", "nobody"] {
            assert!(parse_sitter(wrong).is_err(), "{wrong:?}");
        }
    }
}
