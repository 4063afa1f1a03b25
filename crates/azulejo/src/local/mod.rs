//! A game on this machine: turn order, draws, undo and saving.
//!
//! Does no I/O with the player, so the plain and the full-screen interface share it.

mod saves;
mod seats;

use std::collections::hash_map::RandomState;
use std::fs::OpenOptions;
use std::hash::{BuildHasher as _, Hasher as _};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result};
use azulejo_rules::record::{EndedBy, Record, ReplayError, Step};
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{
    DEFAULT_ROUND_CAP, Event, Game, Move, Phase, Placement, PlayerCount, Position, ROUND_LIMIT,
    Seat, Wall,
};

pub(crate) use self::saves::{
    ResumeError, SaveFault, SaveFile, games_folder, last_unfinished, load_resumable,
};
pub(crate) use self::seats::Seats;
use crate::args::Start;

/// The next action of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NextAction {
    /// Fill the factories with [`LocalGame::deal`].
    Deal,
    /// A step without a choice.
    Forced(Step),
    /// A person's move, or choice of columns.
    Person(Seat),
    /// A bot's move, or choice of columns.
    Bot(Seat),
    /// None: the game is finished or was stopped.
    Nothing,
}

/// A game with its players, random number generator and save file.
pub(crate) struct LocalGame {
    game: Game,
    seats: Seats,
    /// The source of the deals.
    rng: FastRng,
    seed: u64,
    /// The game before each choice of a person in this round.
    history: Vec<Game>,
    save: Option<SaveFile>,
    /// The reason for the last failure to save, if any.
    save_fault: Option<SaveFault>,
    /// The number of steps taken.
    steps: usize,
}

/// The settings of a new game.
#[derive(Clone, Debug)]
pub(crate) struct GameSetup {
    pub(crate) seats: Seats,
    pub(crate) wall: Wall,
    pub(crate) start: Start,
    pub(crate) seed: u64,
}

impl LocalGame {
    /// Creates a game, saved to a new file if there is a folder for it.
    pub(crate) fn new(setup: GameSetup, folder: Option<&Path>) -> Result<Self> {
        let GameSetup {
            seats,
            wall,
            start,
            seed,
        } = setup;
        let names = seats.record_names();
        let players = PlayerCount::new(names.len()).context("a game needs 2 to 4 players")?;
        let mut rng = FastRng::for_game(seed, 0);
        let start = match start {
            Start::Seat(seat) => seat,
            Start::Random => Seat::ALL[below(&mut rng, players.count() as u32) as usize],
        };
        let game = Game::new(names, wall, start).context("one of the players must start")?;
        Ok(Self {
            game,
            seats,
            rng,
            seed,
            history: Vec::new(),
            save: folder.map(SaveFile::new_in),
            save_fault: folder.is_none().then_some(SaveFault::NoFolder),
            steps: 0,
        })
    }

    /// Resumes a recorded game; also returns the steps that led to it.
    ///
    /// Later deals follow from the seed: with the seed of the original game, they are the same as
    /// without the interruption.
    pub(crate) fn resume(
        record: Record,
        save: SaveFile,
        start: Start,
        seed: u64,
    ) -> Result<(Self, Vec<(Position, Step)>), ResumeError> {
        let seats = Seats::from_record_names(&record.players)?;
        let mut rng = FastRng::for_game(seed, 0);
        if start == Start::Random {
            below(&mut rng, record.players.len() as u32);
        }
        let mut taken = Vec::new();
        record.walk(|before, step, _| {
            if let Step::Deal(_) = step {
                // Only advances the generator.
                let _ignored = before.sample_deal(&mut rng);
            }
            taken.push((*before, step));
        })?;
        let history = person_choices(&record, &seats, &taken)?;
        let game = Self {
            game: Game::from_record(record)?,
            seats,
            rng,
            seed: seed.wrapping_add(taken.len() as u64),
            history,
            save: Some(save),
            save_fault: None,
            steps: taken.len(),
        };
        Ok((game, taken))
    }

    pub(crate) fn position(&self) -> &Position {
        self.game.position()
    }

    pub(crate) fn record(&self) -> &Record {
        self.game.record()
    }

    pub(crate) fn seats(&self) -> &Seats {
        &self.seats
    }

    /// The seed for bots that use randomness.
    pub(crate) const fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of steps since the beginning.
    pub(crate) const fn steps(&self) -> usize {
        self.steps
    }

    pub(crate) fn save_file(&self) -> Option<&Path> {
        self.save.as_ref().map(SaveFile::path)
    }

    /// Returns whether a move has been made; before that, there is nothing worth saving.
    pub(crate) fn is_started(&self) -> bool {
        let rounds = &self.record().rounds;
        rounds.iter().any(|round| !round.moves.is_empty())
    }

    /// Takes the reason why the game is not saved, if any.
    pub(crate) fn take_save_fault(&mut self) -> Option<SaveFault> {
        self.save_fault.take()
    }

    /// The next action of the game.
    pub(crate) fn next_action(&self) -> NextAction {
        let seat = self.position().to_move();
        if self.game.has_ended() {
            return NextAction::Nothing;
        }
        if let Some(step) = self.game.forced_step() {
            return NextAction::Forced(step);
        }
        match self.position().phase() {
            Phase::Refill => NextAction::Deal,
            Phase::Over => NextAction::Nothing,
            Phase::Offer | Phase::Tiling if self.seats.bot(seat).is_some() => NextAction::Bot(seat),
            Phase::Offer | Phase::Tiling => NextAction::Person(seat),
        }
    }

    /// Fills the factories, or stops a game that is too long, without events.
    pub(crate) fn deal(&mut self) -> Result<Vec<Event>> {
        if self.is_too_long() {
            self.game.stop(EndedBy::Truncated)?;
            self.write();
            return Ok(Vec::new());
        }
        let deal = self.game.position().sample_deal(&mut self.rng);
        self.history.clear();
        self.step(Step::Deal(deal))
    }

    /// Some games never end under the rules: games between bots stop early, others at the largest
    /// round number.
    fn is_too_long(&self) -> bool {
        let cap = if self.seats.has_people() {
            ROUND_LIMIT
        } else {
            DEFAULT_ROUND_CAP
        };
        self.game.record().rounds.len() >= usize::from(cap)
    }

    /// Takes a step chosen by a person, which can be undone.
    pub(crate) fn choose(&mut self, step: Step) -> Result<Vec<Event>> {
        let before = self.game.clone();
        let events = self.step(step)?;
        self.history.push(before);
        Ok(events)
    }

    /// Takes a person's column choices as one step of the undo history.
    pub(crate) fn choose_columns(
        &mut self,
        seat: Seat,
        placements: &[Placement],
    ) -> Result<Vec<(Step, Vec<Event>)>> {
        let mut check = *self.position();
        for &placement in placements {
            check.tile(seat, placement)?;
        }
        let before = self.game.clone();
        let mut taken = Vec::new();
        for &placement in placements {
            let step = Step::Tile(seat, placement);
            taken.push((step, self.step(step)?));
        }
        self.history.push(before);
        Ok(taken)
    }

    /// Takes a step and saves the game.
    pub(crate) fn step(&mut self, step: Step) -> Result<Vec<Event>> {
        let events = self.game.step_explained(step)?;
        self.steps += 1;
        // Forced steps follow at once; one write is enough.
        if self.is_started() && !matches!(self.next_action(), NextAction::Forced(_)) {
            self.write();
        }
        Ok(events)
    }

    /// Returns whether a move leads to the next deal without another choice, so that it can't be
    /// undone.
    pub(crate) fn is_final(&self, m: Move) -> bool {
        let mut after = *self.position();
        if after.play(m).is_err() || after.phase() == Phase::Offer {
            return false;
        }
        let mut seats = after.boards().map(|(seat, _)| seat);
        !seats.any(|seat| self.seats.bot(seat).is_none() && after.has_choice(seat))
    }

    /// Returns whether [`undo`](Self::undo) has something to undo.
    pub(crate) fn can_undo(&self) -> bool {
        !self.history.is_empty()
    }

    /// Undoes the last choice of a person in this round, and everything after it.
    pub(crate) fn undo(&mut self) -> bool {
        let Some(before) = self.history.pop() else {
            return false;
        };
        self.game = before;
        self.steps = count_steps(self.record());
        self.write();
        true
    }

    /// Saves the game in its current state.
    pub(crate) fn write(&mut self) {
        if let Some(save) = &self.save
            && let Err(error) = save.write(self.game.record())
        {
            let reason = format!("{}: {error}", save.path().display());
            self.save_fault = Some(SaveFault::Unwritten(reason));
        }
    }
}

/// The number of steps in a record.
fn count_steps(record: &Record) -> usize {
    let mut steps = 0;
    // The record was produced by the game itself, so it is legal.
    let _legal = record.walk(|_, _, _| steps += 1);
    steps
}

/// The game before each move of a person in the last round of a record.
fn person_choices(
    record: &Record,
    seats: &Seats,
    taken: &[(Position, Step)],
) -> Result<Vec<Game>, ReplayError> {
    if record.rounds.last().is_none_or(|r| r.scores.is_some()) {
        return Ok(Vec::new());
    }
    let deal = taken
        .iter()
        .rposition(|(_, step)| matches!(step, Step::Deal(_)));
    let moves = taken[deal.map_or(0, |i| i + 1)..].iter();
    let by_people = moves
        .take_while(|(_, step)| matches!(step, Step::Move(_)))
        .enumerate()
        .filter(|(_, (before, _))| seats.bot(before.to_move()).is_none());
    let mut games = Vec::new();
    for (n, _) in by_people {
        let mut earlier = record.clone();
        if let Some(round) = earlier.rounds.last_mut() {
            round.moves.truncate(n);
            round.tiling = None;
        }
        games.push(Game::from_record(earlier)?);
    }
    Ok(games)
}

/// Returns a random seed, short enough to type.
pub(crate) fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}

/// Appends a record to a file of records, one per line.
pub(crate) fn append_record(path: &Path, record: &Record) -> io::Result<()> {
    let mut file = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(path)?;
    let mut text = record.to_json();
    text.push('\n');
    if file.seek(SeekFrom::End(0))? > 0 {
        let mut last = [0];
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
        if last != *b"\n" {
            text.insert(0, '\n');
        }
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
