//! The crate and the reference side by side: every event goes to both, and what can be seen of them
//! is compared afterwards. Needs `reference` and `support` beside it.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test binary uses its own part"
)]

pub mod compare;
pub mod policy;
pub mod script;
pub mod starts;

use std::fmt;

use azulejo_rules::{
    Deal, Draw, Move, Phase, Placement, PlacementTarget, PlayerCount, Position, Seat, Wall,
};

use crate::reference::Game;

/// Something that happens in a game.
#[derive(Clone, Debug)]
pub enum Event {
    /// A move of the offer.
    Play(Move),
    /// A step of the wall tiling.
    Tile(Seat, Placement),
    /// The charging of the floors.
    Settle,
    /// A deal, one text a factory.
    Deal(Vec<String>),
}

impl fmt::Display for Event {
    /// The form that [`Pair::read_event`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(m) => write!(f, "{m}"),
            Self::Tile(seat, placement) => write!(f, "{placement}@{seat}"),
            Self::Settle => f.write_str("settle"),
            Self::Deal(texts) => write!(f, "deal={}", texts.join("/")),
        }
    }
}

/// One game, twice; for two players the narrow form of the position as a third.
#[derive(Clone)]
pub struct Pair {
    pub position: Position,
    pub game: Game,
    narrow: Option<Position<2>>,
    /// Where this round must lead to, as found by finishing it in one step (coloured wall only).
    finished: Option<Position>,
}

impl Pair {
    /// Both sides from the text of a legal position.
    ///
    /// # Errors
    /// The first difference.
    pub fn parse(text: &str) -> Result<Self, String> {
        let position: Position = text
            .parse()
            .map_err(|e| format!("the crate refuses: {e}"))?;
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

    /// Both sides at the beginning of a game.
    ///
    /// # Errors
    /// The first difference.
    pub fn new(wall: Wall, players: PlayerCount, start: Seat) -> Result<Self, String> {
        let side = if wall == Wall::Coloured { 'c' } else { 'g' };
        let game = Game::new(side, players.count(), start.number());
        let position = Position::new(wall, players, start);
        let pair = Self::parse(&game.text())?;
        compare::same("a new game", position, pair.position)?;
        Ok(pair)
    }

    /// An event from its text: `2B3`, `4:1` (for the player to move), `4:1@2` (for player 2),
    /// `settle`, `deal=BRKK/BYYW/-/-/-`.
    pub fn read_event(&self, text: &str) -> Event {
        if text == "settle" {
            Event::Settle
        } else if let Some(deal) = text.strip_prefix("deal=") {
            Event::Deal(deal.split('/').map(str::to_string).collect())
        } else if let Some((placement, seat)) = text.split_once('@') {
            let seat = seat.parse().ok().and_then(Seat::new).expect("a seat");
            Event::Tile(seat, placement.parse().expect("a placement"))
        } else if text.contains(':') {
            Event::Tile(self.position.to_move(), text.parse().expect("a placement"))
        } else {
            Event::Play(text.parse().expect("a move"))
        }
    }

    /// Hands an event to both sides and compares them. Gives whether both accepted it; if both
    /// refused, both must be as they were.
    ///
    /// # Errors
    /// The first difference, with the position before it.
    pub fn apply(&mut self, event: &Event) -> Result<bool, String> {
        let before = self.position;
        self.apply_to_both(event)
            .map_err(|difference| format!("{difference}\n  after {event} in\n{before}"))
    }

    fn apply_to_both(&mut self, event: &Event) -> Result<bool, String> {
        let before = self.position;
        let ours = apply_to(&mut self.position, event);
        let theirs = match event {
            Event::Play(m) => self.game.play(&m.to_string()),
            Event::Tile(seat, p) => self.game.tile_for(seat.number(), &p.to_string()),
            Event::Settle => self.game.settle(),
            Event::Deal(texts) => self.game.deal(texts),
        };
        if ours.is_ok() != theirs.is_ok() {
            return Err(format!("the crate says {ours:?}, the reference {theirs:?}"));
        }
        if let Some(narrow) = &mut self.narrow {
            compare::same(
                "the narrow form's answer",
                apply_to(narrow, event),
                ours.clone(),
            )?;
        }
        if ours.is_err() {
            compare::same("the position after a refusal", self.position, before)?;
        } else if let Event::Tile(seat, placement) = event {
            check_points(&before, &self.position, *seat, *placement)?;
        }
        self.compare()?;
        Ok(ours.is_ok())
    }

    /// Goes on without the narrow form.
    pub fn forget_the_narrow_form(&mut self) {
        self.narrow = None;
    }

    fn compare(&mut self) -> Result<(), String> {
        compare::all(&self.position, &self.game)?;
        if let Some(narrow) = &self.narrow {
            compare::narrow_form(&self.position, narrow)?;
        }
        let in_tiling = self.position.phase() == Phase::Tiling;
        if in_tiling && self.position.wall() == Wall::Coloured {
            let mut finished = self.position;
            finished.finish_round_unchecked();
            if let Some(narrow) = self.narrow {
                let mut narrow = narrow;
                narrow.finish_round_unchecked();
                compare::same("the narrow form's finished round", narrow.widen(), finished)?;
            }
            let expected = *self.finished.get_or_insert(finished);
            compare::same("the finished round", finished, expected)?;
        } else if let Some(finished) = self.finished.take() {
            compare::same("the round finished in one step", finished, self.position)?;
        }
        Ok(())
    }
}

/// The crate's answer to an event, with the reason for a refusal as text.
///
/// # Errors
/// When it refuses.
pub fn apply_to<const SEATS: usize>(
    position: &mut Position<SEATS>,
    event: &Event,
) -> Result<(), String> {
    match event {
        Event::Play(m) => position.play(*m).map_err(|e| e.to_string()),
        Event::Tile(seat, placement) => position.tile(*seat, *placement).map_err(|e| e.to_string()),
        Event::Settle if position.settle().is_ok() => Ok(()),
        Event::Settle => Err("not ready to settle".to_string()),
        Event::Deal(texts) => position.deal(&read_deal(texts)?).map_err(|e| e.to_string()),
    }
}

/// A deal from the texts of its factories; how many there are says for how many players.
pub fn read_deal(texts: &[String]) -> Result<Deal, String> {
    let draws: Result<Vec<Draw>, _> = texts.iter().map(|text| text.parse()).collect();
    let draws = draws.map_err(|e| e.to_string())?;
    let players = PlayerCount::ALL
        .into_iter()
        .find(|p| p.factories() == draws.len());
    let players = players.ok_or_else(|| format!("a deal for {} factories", draws.len()))?;
    Deal::new(players, &draws).map_err(|_| "too many factories".to_string())
}

/// The points that the board foretells are those that the tile brings.
fn check_points(
    before: &Position,
    after: &Position,
    seat: Seat,
    placement: Placement,
) -> Result<(), String> {
    let PlacementTarget::Column(column) = placement.target else {
        return Ok(());
    };
    // After the last line of all nothing is charged here: the floors were empty.
    let foretold = before.board(seat).points_at(placement.line, column).total();
    let gained = after.board(seat).score() - before.board(seat).score();
    compare::same("the points foretold", foretold, gained)
}
