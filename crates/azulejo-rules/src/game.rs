//! A game in progress: a position and its record, kept in step.

use crate::record::{
    BonusRecord, EndedBy, Record, RecordFault, ResultRecord, RoundRecord, Step, name_fault,
};
use crate::{
    Deal, DealError, Event, IllegalMove, IllegalPlacement, Move, Phase, Placement, PlayError,
    Players, Position, ROUND_LIMIT, Seat, TileError, Wall,
};

/// A game that writes its own record.
///
/// The record can always be replayed: what it could not hold, the game does not do. So once it was
/// stopped nothing more can be played, and after the last round that a record can hold it is
/// truncated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    position: Position,
    record: Record,
}

impl Game {
    /// A new game between named players, awaiting its first deal; nothing when not 2 to 4 play, the
    /// start player is none of them, or a record cannot hold a name (see [`name_fault`]).
    #[must_use]
    pub fn new(names: Vec<String>, wall: Wall, start: Seat) -> Option<Self> {
        let players = Players::new(names.len())?;
        let names_are_good = names.iter().all(|name| name_fault(name).is_none());
        (names_are_good && start.index() < players.count()).then(|| Self {
            position: Position::new(wall, players, start),
            record: Record::new(names, wall, start),
        })
    }

    /// Takes up a recorded game where it stopped.
    ///
    /// # Errors
    /// The first place at which the record does not follow the rules.
    pub fn from_record(record: Record) -> Result<Self, RecordFault> {
        let position = record.replay()?.position;
        let mut game = Self { position, record };
        game.truncate_at_limit();
        Ok(game)
    }

    /// Where the game stands.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// What was played.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Gives the record away.
    #[must_use]
    pub fn into_record(self) -> Record {
        self.record
    }

    /// Whether nothing more can be played: the game is over by the rules or was stopped.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.position.phase() == Phase::Over || self.record.result.is_some()
    }

    /// Fills the factories.
    ///
    /// # Errors
    /// When the deal is not possible or the game has ended; the game is as it was.
    pub fn deal(&mut self, deal: &Deal) -> Result<(), DealError> {
        if self.has_ended() {
            return Err(DealError::NotInThisPhase(Phase::Over));
        }
        self.position.deal(deal)?;
        self.note(Step::Deal(*deal));
        Ok(())
    }

    /// Plays a move of the offer.
    ///
    /// # Errors
    /// When the move is not legal or the game has ended; the game is as it was.
    pub fn play(&mut self, m: Move) -> Result<(), PlayError> {
        if self.has_ended() {
            return Err(PlayError {
                m,
                reason: IllegalMove::NotInThisPhase(Phase::Over),
            });
        }
        self.position.play(m)?;
        self.note(Step::Move(m));
        Ok(())
    }

    /// Tiles the topmost complete line of a player.
    ///
    /// # Errors
    /// When the placement is not legal or the game has ended; the game is as it was.
    pub fn tile(&mut self, seat: Seat, placement: Placement) -> Result<(), TileError> {
        if self.has_ended() {
            let reason = IllegalPlacement::NotInThisPhase(Phase::Over);
            return Err(TileError {
                seat,
                placement,
                reason,
            });
        }
        self.position.tile(seat, placement)?;
        self.note(Step::Tile(seat, placement));
        Ok(())
    }

    /// Charges the floors when every line is tiled; gives whether it was time for that.
    pub fn settle(&mut self) -> bool {
        let settled = !self.has_ended() && self.position.settle();
        if settled {
            self.note(Step::Settle);
        }
        settled
    }

    /// Like the other methods, telling what happened.
    ///
    /// # Errors
    /// Why the step is not possible, in words; the game is as it was.
    pub fn step_explained(
        &mut self,
        step: Step,
    ) -> Result<Vec<Event>, Box<dyn core::error::Error>> {
        if self.has_ended() {
            return Err("the game is over".into());
        }
        let events = match step {
            Step::Deal(deal) => self.position.deal_explained(&deal)?,
            Step::Move(m) => self.position.play_explained(m)?,
            Step::Tile(seat, placement) => self.position.tile_explained(seat, placement)?,
            Step::Settle => {
                let events = self.position.settle_explained();
                if events.is_empty() {
                    return Err("it is not time to charge the floors".into());
                }
                events
            }
        };
        self.note(step);
        Ok(events)
    }

    /// The step that follows without a choice, if there is one: a forced placement of the player to
    /// move, or the charging of the floors.
    #[must_use]
    pub fn forced_step(&self) -> Option<Step> {
        if self.position.phase() != Phase::Tiling || self.has_ended() {
            return None;
        }
        let seat = self.position.to_move();
        match *self.position.placements(seat) {
            [] => Some(Step::Settle),
            [only] => Some(Step::Tile(seat, only)),
            _ => None,
        }
    }

    /// Takes every step that follows without a choice.
    pub fn take_forced_steps(&mut self) {
        while let Some(step) = self.forced_step() {
            match step {
                Step::Tile(seat, placement) => self.position.tile_unchecked(seat, placement),
                _ => self.position.settle_unchecked(),
            }
            self.note(step);
        }
    }

    /// Ends the game in another way than by the rules; gives whether it did. It does not when the
    /// game has ended already, for a player who is not in it, or on points, which only play brings.
    ///
    /// Where two play and one of them resigns, leaves or runs out of time, the other has won.
    pub fn stop(&mut self, by: EndedBy) -> bool {
        if self.has_ended() || by == EndedBy::Score {
            return false;
        }
        let players = self.position.players();
        if let EndedBy::Resigned(seat) | EndedBy::Time(seat) | EndedBy::Left(seat) = by {
            if seat.index() >= players.count() {
                return false;
            }
            if players == Players::Two {
                self.record.winners = Some(vec![seat.next(players)]);
            }
        }
        self.record.result = Some(ResultRecord {
            by,
            extra: Vec::new(),
        });
        true
    }

    /// A record holds no more rounds than this: a game that would go on stops here.
    fn truncate_at_limit(&mut self) {
        let all_rounds_played = self.record.rounds.len() >= usize::from(ROUND_LIMIT);
        if all_rounds_played && self.position.phase() == Phase::Refill {
            self.stop(EndedBy::Truncated);
        }
    }

    /// Writes down a step that was taken.
    fn note(&mut self, step: Step) {
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
