//! The crate and the reference engine in lockstep: both apply every action, and their observable state
//! is compared afterwards.

pub(crate) mod compare;
pub(crate) mod policy;
pub(crate) mod positions;
pub(crate) mod script;

use std::fmt;

use azulejo_rules::{
    Deal, Draw, Move, Phase, Placement, PlacementTarget, PlayerCount, Position, Seat, Wall,
};

use crate::reference::Game;

/// An action in a game.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// A move of the offer.
    Play(Move),
    /// A placement in tiling.
    Tile(Seat, Placement),
    /// The charging of the floors.
    Settle,
    /// A deal, one text per factory.
    Deal(Vec<String>),
}

impl fmt::Display for Action {
    /// Writes the form that [`Pair::parse_action`] parses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(m) => write!(f, "{m}"),
            Self::Tile(seat, placement) => write!(f, "{placement}@{seat}"),
            Self::Settle => f.write_str("settle"),
            Self::Deal(texts) => write!(f, "deal={}", texts.join("/")),
        }
    }
}

/// One game in both engines; for two players also in a narrow position.
#[derive(Clone)]
pub(crate) struct Pair {
    pub(crate) position: Position,
    pub(crate) game: Game,
    narrow: Option<Position<2>>,
    /// The expected end of this round, computed by finishing it in one step (coloured wall only).
    finished: Option<Position>,
}

impl Pair {
    /// Sets up both sides from the text of a legal position.
    ///
    /// # Errors
    /// If the sides differ; the message names the first difference.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let position: Position = text
            .parse()
            .map_err(|e| format!("the crate rejects it: {e}"))?;
        let narrow = (position.players() == PlayerCount::Two).then(|| position.narrow());
        let mut pair = Self {
            position,
            game: Game::parse(text),
            narrow,
            finished: None,
        };
        pair.compare()?;
        Ok(pair)
    }

    /// Sets up both sides for a new game.
    ///
    /// # Errors
    /// If the sides differ; the message names the first difference.
    pub(crate) fn new(wall: Wall, players: PlayerCount, start: Seat) -> Result<Self, String> {
        let side = if wall == Wall::Coloured { 'c' } else { 'g' };
        let game = Game::new(side, players.count(), start.number());
        let position = Position::new(wall, players, start);
        let pair = Self::parse(&game.text())?;
        compare::equal("a new game", position, pair.position)?;
        Ok(pair)
    }

    /// Parses an action: `2B3`, `4:1` (for the player to move), `4:1@2` (for player 2), `settle` or
    /// `deal=BRKK/BYYW/-/-/-`.
    pub(crate) fn parse_action(&self, text: &str) -> Action {
        if text == "settle" {
            Action::Settle
        } else if let Some(deal) = text.strip_prefix("deal=") {
            Action::Deal(deal.split('/').map(str::to_string).collect())
        } else if let Some((placement, seat)) = text.split_once('@') {
            let seat = seat.parse().ok().and_then(Seat::new).expect("a seat");
            Action::Tile(seat, placement.parse().expect("a placement"))
        } else if text.contains(':') {
            Action::Tile(self.position.to_move(), text.parse().expect("a placement"))
        } else {
            Action::Play(text.parse().expect("a move"))
        }
    }

    /// Applies an action to both sides and compares them. Returns whether both accepted it; if both
    /// rejected it, neither may have changed.
    ///
    /// # Errors
    /// If the sides differ; the message names the first difference and the position before it.
    pub(crate) fn apply(&mut self, action: &Action) -> Result<bool, String> {
        let before = self.position;
        self.apply_to_both(action)
            .map_err(|difference| format!("{difference}\n  after {action} in\n{before}"))
    }

    fn apply_to_both(&mut self, action: &Action) -> Result<bool, String> {
        let before = self.position;
        let ours = apply_action(&mut self.position, action);
        let theirs = match action {
            Action::Play(m) => self.game.play(&m.to_string()),
            Action::Tile(seat, p) => self.game.tile_for(seat.number(), &p.to_string()),
            Action::Settle => self.game.settle(),
            Action::Deal(texts) => self.game.deal(texts),
        };
        if ours.is_ok() != theirs.is_ok() {
            return Err(format!(
                "the crate returns {ours:?}, the reference {theirs:?}"
            ));
        }
        if let Some(narrow) = &mut self.narrow {
            compare::equal(
                "the narrow position's result",
                apply_action(narrow, action),
                ours.clone(),
            )?;
        }
        if ours.is_err() {
            compare::equal(
                "the position after a rejected action",
                self.position,
                before,
            )?;
        } else if let Action::Tile(seat, placement) = action {
            check_points(&before, &self.position, *seat, *placement)?;
        }
        self.compare()?;
        Ok(ours.is_ok())
    }

    /// Continues without the narrow position.
    pub(crate) fn drop_narrow(&mut self) {
        self.narrow = None;
    }

    fn compare(&mut self) -> Result<(), String> {
        compare::all(&self.position, &self.game)?;
        if let Some(narrow) = &self.narrow {
            compare::narrow(&self.position, narrow)?;
        }
        let in_tiling = self.position.phase() == Phase::Tiling;
        if in_tiling && self.position.wall() == Wall::Coloured {
            let mut finished = self.position;
            finished.finish_round_unchecked();
            if let Some(narrow) = self.narrow {
                let mut narrow = narrow;
                narrow.finish_round_unchecked();
                compare::equal(
                    "the narrow position's finished round",
                    narrow.widen(),
                    finished,
                )?;
            }
            let expected = *self.finished.get_or_insert(finished);
            compare::equal("the finished round", finished, expected)?;
        } else if let Some(finished) = self.finished.take() {
            compare::equal("the round finished in one step", finished, self.position)?;
        }
        Ok(())
    }
}

/// Applies an action to a position of the crate.
///
/// # Errors
/// If the crate rejects it; the message is the crate's reason.
pub(crate) fn apply_action<const SEATS: usize>(
    position: &mut Position<SEATS>,
    action: &Action,
) -> Result<(), String> {
    match action {
        Action::Play(m) => position.play(*m).map_err(|e| e.to_string()),
        Action::Tile(seat, placement) => {
            position.tile(*seat, *placement).map_err(|e| e.to_string())
        }
        Action::Settle if position.settle().is_ok() => Ok(()),
        Action::Settle => Err("not ready to settle".to_string()),
        Action::Deal(texts) => position
            .deal(&parse_deal(texts)?)
            .map_err(|e| e.to_string()),
    }
}

/// Parses a deal from the texts of its factories, whose number implies the player count.
pub(crate) fn parse_deal(texts: &[String]) -> Result<Deal, String> {
    let draws: Result<Vec<Draw>, _> = texts.iter().map(|text| text.parse()).collect();
    let draws = draws.map_err(|e| e.to_string())?;
    let players = PlayerCount::ALL
        .into_iter()
        .find(|p| p.factories() == draws.len());
    let players = players.ok_or_else(|| format!("a deal for {} factories", draws.len()))?;
    Deal::new(players, &draws).map_err(|_| "too many factories".to_string())
}

/// Compares the points that the board predicts for a placement with those it scored.
fn check_points(
    before: &Position,
    after: &Position,
    seat: Seat,
    placement: Placement,
) -> Result<(), String> {
    let PlacementTarget::Column(column) = placement.target else {
        return Ok(());
    };
    // The difference contains no floor cost: a placement ends the round only if all floors are empty.
    let predicted = before.board(seat).points_at(placement.line, column).total();
    let gained = after.board(seat).score() - before.board(seat).score();
    compare::equal("the predicted points", predicted, gained)
}
