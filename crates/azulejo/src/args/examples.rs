//! The end of each command's long help: examples and references.

use azulejo_ai::BotId;

pub(super) const ABOUT_ALL: &str = "\
Examples:
  azulejo                                       serve games; open the printed address
  azulejo play                                  a game against a bot, in the terminal
  azulejo play --seats human,human --wall grey  two people, the grey wall
  azulejo sim --games 10000 --out games.jsonl   ten thousand random games
  azulejo replay games.jsonl                    are they all legal?
  azulejo replay games.jsonl --show 3           show the third game
  azulejo analyse games.jsonl --game 3          its luck and skill
  azulejo match master artisan --pairs 50       which bot is stronger?

A move is written SOURCE COLOUR LINE: 2B3 takes all blue tiles from factory 2 to line 3, CKF all
black tiles from the centre to the floor. Colours: B blue, Y yellow, R red, K black, W white.
Positions have a notation too; see `azulejo moves --help`. Records are files with one
JSON object per game. See docs/notation.md for the notation and docs/rules.md for the rules.

Exit codes: 0 success, 1 failure or invalid input, 2 invalid command line.";

pub(super) fn about_play() -> String {
    format!("{PLAY}\n\n{}", bots())
}

const PLAY: &str = "\
Examples:
  azulejo play                                  a menu; Enter starts a game against a bot
  azulejo play --seats human:Ana,human:Rui      two people at one keyboard
  azulejo play --seats human,tiler,artisan      three at the table
  azulejo play --seats legend,master            watch two bots
  azulejo play --wall grey --start 1            choose the columns yourself, and start
  azulejo play --resume                         resume the most recent game
  azulejo play --seed 7 --save my.jsonl         always the same tiles, and a record of the game
  azulejo play --plain --seed 7 < moves.txt     a game from a script, line by line
  azulejo play --online https://azulejo.example games on a server: list, open, join, watch
  azulejo play --online LINK --name Ana         the game of a link, or an invitation

At the table, type a move such as 2B3: all blue tiles from factory 2 to line 3. C is the centre, F
the floor; ? helps. Every game is saved after each move: under AZULEJO_DATA, or else in the
system's folder for application data. In plain mode, an invalid line on a pipe ends the game with
its line number and exit code 1. The game is saved at the end of the input. The guide is
docs/terminal.md.

On a server you are a guest without an account. The token that identifies you on your next visit is
stored under AZULEJO_CONFIG, or else in the system's folder for application settings, in one file
per server that only you can read. Bots can use another file with --token-file.";

pub(super) fn about_sim() -> String {
    format!("{SIM}\n\n{}", bots())
}

const SIM: &str = "\
Examples:
  azulejo sim                                   1000 random games, just the summary
  azulejo sim --players 4 --wall grey --games 100_000 --seed 7 --out games.jsonl
  azulejo sim --bots greedy,random --games 200  bots against each other
  azulejo sim --games 5 --out - | azulejo replay -

In records, bots are named bot:ID. docs/notation.md describes the records.";

pub(super) const ABOUT_REPLAY: &str = "\
Examples:
  azulejo replay games.jsonl                    check every game of a file
  azulejo replay monday.jsonl tuesday.jsonl     or of several
  azulejo replay games.jsonl --show 3           show the third game, board by board
  azulejo replay games.jsonl --show 3 --tui     step through it in full screen
  azulejo --colour always replay games.jsonl --show 3 | less -R
  azulejo sim --games 5 --out - | azulejo replay -

An illegal game is shown up to its first illegal step. docs/notation.md describes the records.";

pub(super) const ABOUT_MOVES: &str = "\
Examples:
  azulejo moves \"c2 1 1>2 BRKK/-/KKKW/YRRW/BRWW *BW 17,17,16,15,15 0,0,0,0,0 \\
0;-/YY/-/-/-;...../...../...../...../.....;- \\
0;-/-/-/-/-;...../...../...../...../.....;-\"

The fields of a position:
  c2                    coloured wall (g: grey), two players
  1                     round 1
  1>2                   player 1 started it, player 2 is to move
  BRKK/-/KKKW/YRRW/BRWW the factories; - is an empty one
  *BW                   the centre, with * while the start marker lies there
  17,17,16,15,15        the bag: how many B, Y, R, K, W
  0,0,0,0,0             the lid, likewise
  0;-/YY/-/-/-;.....;-  each player: score; lines; wall rows, top to bottom (here cut); floor
docs/notation.md has the full definition.";

pub(super) const ABOUT_PERFT: &str = "\
Examples:
  azulejo perft \"c2 1 1>1 BRKK/BYYW/KKKW/YRRW/BRWW * 17,17,16,15,15 0,0,0,0,0 \\
0;-/-/-/-/-;...../...../...../...../.....;- \\
0;-/-/-/-/-;...../...../...../...../.....;-\" 2

`azulejo moves --help` explains the notation of positions; docs/notation.md has the full definition.";

pub(super) fn about_match() -> String {
    format!("{MATCH}\n\n{}", bots())
}

const MATCH: &str = "\
Examples:
  azulejo match master artisan                  200 games on 100 deals
  azulejo match legend@100ms greedy --pairs 200 with a time limit
  azulejo match legend master --players 4       one legend among three masters
  azulejo match legend@20000n legend@10000n --pairs 5000 --sprt 0,10
  azulejo match tiler greedy --json --out games.jsonl

The same seed gives the same games on every machine, unless a bot has a time limit.";

pub(super) const ABOUT_ANALYSE: &str = "\
Examples:
  azulejo analyse games.jsonl --game 3          the third game of a file
  azulejo analyse games.jsonl --json            all games, for a program
  azulejo analyse games.jsonl --effort deep     slower and more precise
  azulejo analyse games.jsonl --lang de         in German
  azulejo analyse --limit 1000ms --best 3 'POSITION'

`azulejo moves --help` explains the text of a position. A win probability is that of strong play by
everyone from then on. Luck and losses are its changes, in percentage points. Efforts: quick is
40,000 nodes per position and 4 other deals per round, standard 400,000 and 16, deep 3,000,000 and
32; --limit replaces the nodes.";

pub(super) const ABOUT_SOLVE: &str = "\
Examples:
  azulejo solve \"c2 5 1>1 -/RKKW/BBYW/-/BYYY *YRRKWW 0,0,0,0,0 11,13,13,12,9 \\
0;-/KK/K/WWW/-;B.R../...R./..BY./...../....B;- \\
0;-/-/-/WWW/B;BYR../W...K/K...R/...../.....;B\"
  azulejo solve 'POSITION' --threads 2 --memory 1G
  azulejo solve 'POSITION' --threads 1 --nodes 50_000_000 --json

`azulejo moves --help` explains the text of a position. A whole round takes seconds to minutes;
docs/bots.md has measurements. If the value is not proven, the exit code is 1.";

pub(super) const ABOUT_ENGINE: &str = "\
Examples:
  azulejo engine                                then type a request, for example
  {\"id\":1,\"position\":\"c2 1 1>1 …\",\"limit\":\"100ms\",\"best\":3}

docs/analysis-protocol.md describes requests and responses and has an example client.";

pub(super) const ABOUT_BENCH: &str = "\
Examples:
  azulejo bench --ai                            the signature of the search
  azulejo bench                                 six measurements of one second
  azulejo bench --seconds 5                     steadier figures
  azulejo bench --json                          for a script

Measure a release build: cargo run --release -- bench";

pub(super) const ABOUT_COMPLETIONS: &str = "\
Examples:
  azulejo completions bash > ~/.local/share/bash-completion/completions/azulejo
  azulejo completions zsh > ~/.zfunc/_azulejo
  azulejo completions fish > ~/.config/fish/completions/azulejo.fish";

pub(super) const ABOUT_MAN: &str = "\
Examples:
  azulejo man > azulejo.1
  azulejo man | man -l -
  azulejo man --out /usr/local/share/man/man1";

/// The list of bots, and how to limit them.
fn bots() -> String {
    let names: Vec<_> = BotId::ALL.iter().map(|id| id.name()).collect();
    format!(
        "The bots: {}.\n\
         A limit may follow: @100ms for time, @40000n for nodes, @d6 for depth.",
        names.join(", ")
    )
}

pub(super) const ABOUT_PUZZLES: &str = "\
Examples:
  azulejo puzzles                               puzzles near your rating
  azulejo puzzles --kind last-round             only those in which one move wins the game
  azulejo puzzles --rating 1200                 harder ones
  azulejo puzzles mine --games 600 --out new.txt
  azulejo puzzles check --sample 200 --deeper 10

Kinds: last-round, take-floor, avoid-floor, deny, end-of-round, best-move. Ratings are on the Elo
scale of the bots in docs/bots.md: a beginner has about −250, an artisan 660, a legend 1520.";
