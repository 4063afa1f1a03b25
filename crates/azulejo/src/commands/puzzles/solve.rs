//! `azulejo puzzles`: presents one puzzle after another and asks for the right move.

use std::io::Write as _;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, bail};
use azulejo_ai::eval::Evaluator;
use azulejo_ai::puzzles::{Kind, Puzzle, is_same_move};
use azulejo_ai::search::{Engine, Limits, MultiPv, win_probability};
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Move, PlacementList, Position};

use super::super::play::plain::{Lines, Typed, is_echoed, show};
use crate::args::PuzzlesArgs;
use crate::i18n::{Key, Lang};
use crate::screen::Screen;
use crate::words::{Names, Words};

/// The number of tries per move.
pub(super) const TRIES: u32 = 2;
/// The next puzzle is drawn from this many with the closest ratings.
const CHOICE: usize = 12;
/// The largest change of a rating after one puzzle.
const RATING_STEP: f64 = 60.0;
/// The node limit of the search that prices a wrong move.
const EXPLAIN_NODES: u64 = 400_000;

/// Presents puzzles until the input or the puzzles run out.
pub(super) fn run(args: &PuzzlesArgs, screen: &mut Screen) -> Result<()> {
    let words = Words::new(args.lang.unwrap_or_else(Lang::from_environment));
    let mut puzzles = super::read(args.file.as_deref())?;
    puzzles.retain(|puzzle| args.kind.is_none_or(|kind| kind == puzzle.kind));
    if puzzles.is_empty() {
        bail!(words.text(Key("puzzle-none")));
    }
    let seed = match args.seed {
        Some(seed) => seed,
        None => crate::local::random_seed(),
    };
    let mut session = Session {
        words,
        screen,
        lines: Lines::default(),
        engine: Engine::new(Evaluator::shipped()),
        rng: FastRng::new(seed),
        rating: f64::from(args.rating),
        streak: 0,
        asked: 0,
        solved: 0,
    };
    session.say(Key("puzzle-intro"))?;
    while let Some(puzzle) = session.draw(&mut puzzles) {
        if session.ask(&puzzle)? == Flow::Stop {
            break;
        }
    }
    session.summarise(puzzles.is_empty())
}

/// Whether another puzzle follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    Next,
    Stop,
}

/// The result of asking for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// Right at the first try, without a hint.
    AtOnce,
    /// Right at the second try, or after a hint.
    Late,
    /// Wrong, skipped or shown.
    Missed,
    /// The player quits.
    Quit,
}

pub(super) struct Session<'s> {
    pub(super) words: Words,
    pub(super) screen: &'s mut Screen,
    lines: Lines,
    engine: Engine,
    rng: FastRng,
    rating: f64,
    pub(super) streak: u32,
    asked: u32,
    solved: u32,
}

impl Session<'_> {
    /// Takes one of the puzzles with the closest ratings.
    fn draw(&mut self, puzzles: &mut Vec<Puzzle>) -> Option<Puzzle> {
        let rating = self.rating as i32;
        puzzles.sort_by_key(|puzzle| (puzzle.rating - rating).abs());
        let choice = puzzles.len().min(CHOICE);
        (choice > 0).then(|| puzzles.remove(below(&mut self.rng, choice as u32) as usize))
    }

    fn ask(&mut self, puzzle: &Puzzle) -> Result<Flow> {
        self.asked += 1;
        let names = self.names(&puzzle.position);
        let kind = self.words.text(kind_key(puzzle.kind));
        let args = [
            ("number", self.asked.into()),
            ("kind", kind.into()),
            ("rating", puzzle.rating.into()),
        ];
        let heading = self.words.format(Key("puzzle-heading"), &args);
        self.screen.line("")?;
        self.screen.wrapped(&heading, 0)?;
        let answer = if puzzle.kind == Kind::Columns {
            self.ask_for_columns(puzzle, &names)?
        } else {
            self.ask_for_moves(puzzle, &names)?
        };
        let at_once = match answer {
            Answer::AtOnce => true,
            Answer::Late => false,
            Answer::Missed => {
                self.rate(puzzle, false);
                return Ok(Flow::Next);
            }
            Answer::Quit => {
                self.asked -= 1;
                return Ok(Flow::Stop);
            }
        };
        self.solved += 1;
        self.rate(puzzle, at_once);
        let args = [
            ("rating", (self.rating.round() as i32).into()),
            ("streak", self.streak.into()),
        ];
        let text = self.words.format(Key("puzzle-rating"), &args);
        self.screen.wrapped(&text, 0)?;
        Ok(Flow::Next)
    }

    /// Asks for all moves of a solution and plays the replies.
    fn ask_for_moves(&mut self, puzzle: &Puzzle, names: &Names) -> Result<Answer> {
        let solver = puzzle.position.to_move();
        let mut position = puzzle.position;
        let mut answer = Answer::AtOnce;
        for (i, &m) in puzzle.line.iter().enumerate() {
            if position.to_move() == solver {
                if i > 0 {
                    self.say(Key("puzzle-next"))?;
                }
                match self.ask_for_move(puzzle, names, &position, m)? {
                    Answer::AtOnce => {}
                    Answer::Late => answer = Answer::Late,
                    end => return Ok(end),
                }
            } else {
                let text = self.reply_text(names, &position, m);
                self.screen.wrapped(&text, 0)?;
            }
            position.play_unchecked(m);
        }
        Ok(answer)
    }

    fn ask_for_move(
        &mut self,
        puzzle: &Puzzle,
        names: &Names,
        position: &Position,
        right: Move,
    ) -> Result<Answer> {
        self.draw_table(position, names)?;
        let mut tries = 0;
        let mut hints = 0;
        loop {
            let Some(line) = self.prompt(names, position)? else {
                return Ok(Answer::Quit);
            };
            match Typed::new(&line) {
                Typed::Quit => return Ok(Answer::Quit),
                Typed::Hint if hints == 0 => {
                    hints += 1;
                    let what = self.words.taking(position, right.source(), right.colour());
                    self.screen.wrapped(&what, 0)?;
                }
                Typed::Hint => {
                    self.show_solution(names, position, right)?;
                    return Ok(Answer::Missed);
                }
                Typed::Other(text) if text == "SKIP" || text == "S" => {
                    self.show_solution(names, position, right)?;
                    return Ok(Answer::Missed);
                }
                Typed::Nothing | Typed::Help => self.say(Key("puzzle-intro"))?,
                Typed::Table => self.draw_table(position, names)?,
                Typed::Moves => show::list_moves(position, self.screen)?,
                Typed::Position => self.screen.line(&position.to_string())?,
                Typed::Source(source) => {
                    show::show_source(position, source, &self.words, self.screen)?;
                }
                Typed::Colour(colour) => {
                    show::show_colour(position, colour, &self.words, self.screen)?;
                }
                Typed::Group(source, colour) => {
                    show::show_group(position, source, colour, &self.words, self.screen)?;
                }
                Typed::Move(m) => match position.check(m) {
                    Err(reason) => {
                        let why = self.words.illegal(m, reason);
                        self.screen.wrapped(&format!("{m}: {why}"), 0)?;
                    }
                    Ok(()) if is_same_move(position, m, right) => {
                        let why = self.words.why(names, position, m);
                        let yes = self.words.text(Key("puzzle-right"));
                        self.screen.wrapped(&format!("{yes} {why}"), 0)?;
                        let first = tries == 0 && hints == 0;
                        return Ok(if first { Answer::AtOnce } else { Answer::Late });
                    }
                    Ok(()) => {
                        tries += 1;
                        let why = self.why_wrong(puzzle, position, m);
                        self.screen.wrapped(&why, 0)?;
                        if tries == TRIES {
                            self.show_solution(names, position, right)?;
                            return Ok(Answer::Missed);
                        }
                        self.say(Key("puzzle-once-more"))?;
                    }
                },
                Typed::Other(text) => {
                    let why = self.words.not_understood(&text);
                    self.screen.wrapped(&why, 0)?;
                }
                Typed::Rules | Typed::Undo => self.say(Key("puzzle-intro"))?,
            }
        }
    }

    /// Says what a wrong move gives away.
    fn why_wrong(&mut self, puzzle: &Puzzle, position: &Position, m: Move) -> String {
        if puzzle.kind == Kind::LastRound {
            return self.words.text(Key("puzzle-not-won"));
        }
        let limits = Limits {
            nodes: Some(EXPLAIN_NODES),
            ..Limits::default()
        };
        let both = MultiPv {
            count: 1,
            also: Some(m),
        };
        let found = self
            .engine
            .search(position, limits, both, &AtomicBool::new(false));
        let lost = found.ok().and_then(|found| {
            let same = |&&(other, _): &&(Move, i32)| is_same_move(position, other, m);
            let (_, value) = found.moves.iter().find(same)?;
            Some(win_probability(found.value()) - win_probability(*value))
        });
        let percent = lost.map_or(0, |lost| (100.0 * lost).round() as i32);
        self.words
            .format(Key("puzzle-lowers-chance"), &[("percent", percent.into())])
    }

    fn show_solution(&mut self, names: &Names, position: &Position, right: Move) -> Result<()> {
        let args = [("move", right.to_string().into())];
        let text = self.words.format(Key("puzzle-solution"), &args);
        let why = self.words.why(names, position, right);
        self.screen.wrapped(&format!("{text} {why}"), 0)?;
        self.streak = 0;
        Ok(())
    }

    /// Adjusts the player's rating as after a game against the puzzle.
    fn rate(&mut self, puzzle: &Puzzle, solved_at_once: bool) {
        let lead = f64::from(puzzle.rating) - self.rating;
        let expected = 1.0 / (1.0 + 10f64.powf(lead / 400.0));
        let score = f64::from(u8::from(solved_at_once));
        self.rating += RATING_STEP * (score - expected);
        self.streak = if solved_at_once { self.streak + 1 } else { 0 };
    }

    fn reply_text(&self, names: &Names, position: &Position, reply: Move) -> String {
        let mut after = *position;
        match after.play_explained(reply) {
            Ok(events) => self.words.move_text(names, reply, &events),
            Err(_) => reply.to_string(),
        }
    }

    fn names(&self, position: &Position) -> Names {
        let you = position.to_move();
        let players = position.players().count();
        let mut shown = vec![self.words.you(); players];
        // Opponents are numbered in the order of play.
        for number in 1..players {
            shown[(you.index() + number) % players] = if players == 2 {
                self.words.text(Key("puzzle-opponent"))
            } else {
                let args = [("number", number.into())];
                self.words.format(Key("puzzle-opponent-number"), &args)
            };
        }
        Names::new(shown, Some(you))
    }

    pub(super) fn draw_table(&mut self, position: &Position, names: &Names) -> Result<()> {
        show::draw_table(
            position,
            position.to_move(),
            PlacementList::new(),
            names,
            &self.words,
            self.screen,
        )
    }

    pub(super) fn prompt(&mut self, names: &Names, position: &Position) -> Result<Option<String>> {
        write!(self.screen, "{}", Words::prompt(names, position.to_move()))?;
        self.screen.flush()?;
        let line = self.lines.next()?;
        if line.is_none() || !is_echoed() {
            // Echo the input of a script, so that it appears in the transcript.
            self.screen.line(line.as_deref().unwrap_or("").trim_end())?;
        }
        Ok(line)
    }

    pub(super) fn say(&mut self, key: Key) -> Result<()> {
        let text = self.words.text(key);
        Ok(self.screen.wrapped(&text, 0)?)
    }

    fn summarise(&mut self, all_asked: bool) -> Result<()> {
        if all_asked {
            self.say(Key("puzzle-all-asked"))?;
        }
        let args = [
            ("solved", self.solved.into()),
            ("count", self.asked.into()),
            ("rating", (self.rating.round() as i32).into()),
        ];
        let text = self.words.format(Key("puzzle-summary"), &args);
        self.screen.wrapped(&text, 0)?;
        Ok(self.screen.flush()?)
    }
}

const fn kind_key(kind: Kind) -> Key {
    match kind {
        Kind::LastRound => Key("puzzle-kind-last-round"),
        Kind::TakeFloor => Key("puzzle-kind-take-floor"),
        Kind::AvoidFloor => Key("puzzle-kind-avoid-floor"),
        Kind::Deny => Key("puzzle-kind-deny"),
        Kind::EndOfRound => Key("puzzle-kind-end-of-round"),
        Kind::Columns => Key("puzzle-kind-columns"),
        _ => Key("puzzle-kind-best-move"),
    }
}
