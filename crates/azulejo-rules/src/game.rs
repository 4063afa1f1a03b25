//! Games: a position together with its record.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::record::{
    BonusRecord, EndedBy, NameError, Record, ReplayError, ResultRecord, RoundRecord, Step,
    check_name,
};
use crate::{
    Deal, DealError, Event, IllegalMove, IllegalPlacement, Move, Phase, Placement, PlayError,
    PlayerCount, Position, ROUND_LIMIT, Seat, SettleError, TileError, Wall,
};

/// A game that keeps its own record.
///
/// The record can always be replayed. Nothing can be played after the game was stopped, and a game is
/// truncated after the last round that a record can hold.
///
/// # Examples
/// ```
/// use azulejo_rules::record::EndedBy;
/// use azulejo_rules::{Game, Seat, Wall};
///
/// let names = vec!["Ana".to_owned(), "bot:greedy".to_owned()];
/// let mut game = Game::new(names, Wall::Coloured, Seat::ONE)?;
/// game.deal(&"BRKK/BYYW/KKKW/YRRW/BRWW".parse()?)?;
/// game.play("2Y2".parse()?)?;
/// game.stop(EndedBy::Resigned(Seat::TWO))?;
///
/// let text = game.record().to_json();
/// assert_eq!(Game::from_record(text.parse()?)?, game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    position: Position,
    record: Record,
}

impl Game {
    /// Creates a new game between named players, which awaits its first deal.
    ///
    /// # Errors
    /// Returns an error if there are not 2 to 4 players, the start player is not one of them, or a
    /// name is invalid (see [`check_name`]).
    pub fn new(names: Vec<String>, wall: Wall, start: Seat) -> Result<Self, NewGameError> {
        let players =
            PlayerCount::new(names.len()).ok_or(NewGameError::PlayerCount(names.len()))?;
        for (seat, name) in Seat::ALL.into_iter().zip(&names) {
            check_name(name).map_err(|error| NewGameError::Name(seat, error))?;
        }
        let position = Position::try_new(wall, players, start)
            .map_err(|error| NewGameError::Start(error.seat))?;
        Ok(Self {
            position,
            record: Record::new(names, wall, start),
        })
    }

    /// Resumes a recorded game at the end of its record.
    ///
    /// # Errors
    /// Returns the first place at which the record does not follow the rules.
    pub fn from_record(record: Record) -> Result<Self, ReplayError> {
        let position = record.replay()?.position;
        let mut game = Self { position, record };
        game.truncate_at_limit();
        Ok(game)
    }

    /// Returns the current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the record so far.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Consumes the game and returns its record.
    #[must_use]
    pub fn into_record(self) -> Record {
        self.record
    }

    /// Returns true if the game is over or was stopped.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.position.phase() == Phase::Over || self.record.result.is_some()
    }

    /// Fills the factories.
    ///
    /// # Errors
    /// Returns an error if the deal is not possible or the game has ended; the game is then unchanged.
    pub fn deal(&mut self, deal: &Deal) -> Result<(), DealError> {
        if self.has_ended() {
            return Err(DealError::WrongPhase(Phase::Over));
        }
        self.position.deal(deal)?;
        self.add_to_record(Step::Deal(*deal));
        Ok(())
    }

    /// Plays a move of the offer.
    ///
    /// # Errors
    /// Returns an error if the move is not legal or the game has ended; the game is then unchanged.
    pub fn play(&mut self, m: Move) -> Result<(), PlayError> {
        if self.has_ended() {
            return Err(PlayError {
                m,
                reason: IllegalMove::WrongPhase(Phase::Over),
            });
        }
        self.position.play(m)?;
        self.add_to_record(Step::Move(m));
        Ok(())
    }

    /// Tiles a player's topmost complete line.
    ///
    /// # Errors
    /// Returns an error if the placement is not legal or the game has ended; the game is then
    /// unchanged.
    pub fn tile(&mut self, seat: Seat, placement: Placement) -> Result<(), TileError> {
        if self.has_ended() {
            let reason = IllegalPlacement::WrongPhase(Phase::Over);
            return Err(TileError {
                seat,
                placement,
                reason,
            });
        }
        self.position.tile(seat, placement)?;
        self.add_to_record(Step::Tile(seat, placement));
        Ok(())
    }

    /// Charges the floors once every line is tiled.
    ///
    /// # Errors
    /// Returns an error if the game is not in wall tiling, a line is left to tile, or the game has
    /// ended; the game is then unchanged.
    pub fn settle(&mut self) -> Result<(), SettleError> {
        if self.has_ended() {
            return Err(SettleError::WrongPhase(Phase::Over));
        }
        self.position.settle()?;
        self.add_to_record(Step::Settle);
        Ok(())
    }

    /// Takes a step of any kind and returns the events.
    ///
    /// # Errors
    /// Returns an error if the step is not possible; the game is then unchanged.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::record::Step;
    /// use azulejo_rules::{Event, Game, Seat, Wall};
    ///
    /// let names = vec!["Ana".to_owned(), "Ben".to_owned()];
    /// let mut game = Game::new(names, Wall::Coloured, Seat::ONE)?;
    /// game.step_explained(Step::Deal("BRKK/BYYW/KKKW/YRRW/BRWW".parse()?))?;
    /// let events = game.step_explained(Step::Move("2Y2".parse()?))?;
    /// assert!(matches!(events.first(), Some(Event::Taken { count: 2, .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step_explained(&mut self, step: Step) -> Result<Vec<Event>, StepError> {
        if self.has_ended() {
            return Err(StepError::GameOver);
        }
        let events = match step {
            Step::Deal(deal) => self.position.deal_explained(&deal)?,
            Step::Move(m) => self.position.play_explained(m)?,
            Step::Tile(seat, placement) => self.position.tile_explained(seat, placement)?,
            Step::Settle => self.position.settle_explained()?,
        };
        self.add_to_record(step);
        Ok(events)
    }

    /// Returns the next step if it is forced: the only placement of the player to move, or charging
    /// the floors.
    ///
    /// # Examples
    /// ```
    /// use azulejo_rules::rng::FastRng;
    /// use azulejo_rules::{Game, Phase, Seat, Wall};
    ///
    /// let mut rng = FastRng::new(1);
    /// let names = vec!["Ana".to_owned(), "Ben".to_owned()];
    /// let mut game = Game::new(names, Wall::Coloured, Seat::ONE)?;
    /// game.deal(&game.position().sample_deal(&mut rng))?;
    /// while game.position().phase() == Phase::Offer {
    ///     game.play(game.position().legal_moves().choose(&mut rng))?;
    /// }
    /// // On the coloured wall the rest of the round is forced.
    /// while let Some(step) = game.forced_step() {
    ///     game.step_explained(step)?;
    /// }
    /// assert_eq!(game.position().round(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn forced_step(&self) -> Option<Step> {
        if self.position.phase() != Phase::Tiling || self.has_ended() {
            return None;
        }
        let seat = self.position.to_move();
        match self.position.placements(seat).as_slice() {
            [] => Some(Step::Settle),
            &[only] => Some(Step::Tile(seat, only)),
            _ => None,
        }
    }

    /// Takes all forced steps.
    pub fn take_forced_steps(&mut self) {
        while let Some(step) = self.forced_step() {
            match step {
                Step::Tile(seat, placement) => self.position.tile_unchecked(seat, placement),
                _ => self.position.settle_unchecked(),
            }
            self.add_to_record(step);
        }
    }

    /// Ends the game other than by play.
    ///
    /// If one of two players resigns, leaves or runs out of time, the other wins.
    ///
    /// # Errors
    /// Returns an error if the game has ended, the player is not in the game, or `by` is
    /// [`EndedBy::Score`]; the game is then unchanged.
    pub fn stop(&mut self, by: EndedBy) -> Result<(), StopError> {
        if self.has_ended() {
            return Err(StopError::GameOver);
        }
        if by == EndedBy::Score {
            return Err(StopError::ByScore);
        }
        let players = self.position.players();
        if let EndedBy::Resigned(seat) | EndedBy::Time(seat) | EndedBy::Left(seat) = by {
            if seat.index() >= players.count() {
                return Err(StopError::NoSuchSeat(seat));
            }
            if players == PlayerCount::Two {
                self.record.winners = Some(vec![seat.next(players)]);
            }
        }
        self.set_result(by);
        Ok(())
    }

    fn set_result(&mut self, by: EndedBy) {
        self.record.result = Some(ResultRecord {
            by,
            extra: Vec::new(),
        });
    }

    /// Truncates the game after the last round that a record can hold.
    fn truncate_at_limit(&mut self) {
        let all_rounds_played = self.record.rounds.len() >= usize::from(ROUND_LIMIT);
        if all_rounds_played && self.position.phase() == Phase::Refill && !self.has_ended() {
            self.set_result(EndedBy::Truncated);
        }
    }

    /// Adds a step that has been taken to the record.
    fn add_to_record(&mut self, step: Step) {
        if let Step::Deal(deal) = step {
            let round = RoundRecord::new(self.position.start(), deal.draws().to_vec());
            self.record.rounds.push(round);
            return;
        }
        let players = self.position.players().count();
        let Some(round) = self.record.rounds.last_mut() else {
            return;
        };
        match step {
            Step::Move(m) => round.moves.push(m),
            Step::Tile(seat, placement) => {
                round
                    .tiling
                    .get_or_insert_with(|| vec![Vec::new(); players])[seat.index()]
                .push(placement);
            }
            Step::Deal(_) | Step::Settle => {}
        }
        if matches!(self.position.phase(), Phase::Refill | Phase::Over) {
            round
                .tiling
                .get_or_insert_with(|| vec![Vec::new(); players]);
            round.scores = Some(
                self.position
                    .boards()
                    .map(|(_, board)| board.score())
                    .collect(),
            );
        }
        if let Some(outcome) = self.position.outcome() {
            let standings = outcome.standings();
            let bonus = |bonuses| BonusRecord {
                bonuses,
                extra: Vec::new(),
            };
            self.record.bonuses = Some(standings.iter().map(|s| bonus(s.bonuses)).collect());
            self.record.scores = Some(standings.iter().map(crate::Standing::score).collect());
            self.record.winners = Some(outcome.winners().collect());
        }
        self.truncate_at_limit();
    }
}

/// The error of [`Game::new`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum NewGameError {
    /// The number of players is not 2 to 4.
    PlayerCount(usize),
    /// The start player is not in the game.
    Start(Seat),
    /// A player's name is invalid.
    Name(Seat, NameError),
}

impl fmt::Display for NewGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PlayerCount(n) => write!(f, "a game has 2 to 4 players, not {n}"),
            Self::Start(seat) => write!(f, "start player {seat} is not in the game"),
            Self::Name(seat, error) => write!(f, "player {seat}: {error}"),
        }
    }
}

impl core::error::Error for NewGameError {}

/// The error of [`Game::step_explained`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum StepError {
    /// The game has ended.
    GameOver,
    /// The deal is not possible.
    Deal(DealError),
    /// The move is not legal.
    Play(PlayError),
    /// The placement is not legal.
    Tile(TileError),
    /// The round cannot be settled.
    Settle(SettleError),
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::Deal(error) => error.fmt(f),
            Self::Play(error) => error.fmt(f),
            Self::Tile(error) => error.fmt(f),
            Self::Settle(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for StepError {}

impl From<DealError> for StepError {
    fn from(error: DealError) -> Self {
        Self::Deal(error)
    }
}

impl From<PlayError> for StepError {
    fn from(error: PlayError) -> Self {
        Self::Play(error)
    }
}

impl From<TileError> for StepError {
    fn from(error: TileError) -> Self {
        Self::Tile(error)
    }
}

impl From<SettleError> for StepError {
    fn from(error: SettleError) -> Self {
        Self::Settle(error)
    }
}

/// The error of [`Game::stop`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum StopError {
    /// The game has already ended.
    GameOver,
    /// The player is not in the game.
    NoSuchSeat(Seat),
    /// A game ends by score only through play.
    ByScore,
}

impl fmt::Display for StopError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::NoSuchSeat(seat) => write!(f, "player {seat} is not in the game"),
            Self::ByScore => f.write_str("a game ends by score only through play"),
        }
    }
}

impl core::error::Error for StopError {}
