//! Random games for the tests, one step at a time.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test binary uses its own part"
)]

use azulejo_rules::record::Step;
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{
    Destination, Game, Line, Move, Phase, Placement, PlayerCount, Position, Seat, Source, Wall,
};

/// Every number of players on both walls.
pub fn combinations() -> impl Iterator<Item = (Wall, PlayerCount)> {
    Wall::ALL
        .into_iter()
        .flat_map(|wall| PlayerCount::ALL.into_iter().map(move |p| (wall, p)))
}

/// A new game of players called p1, p2 and so on.
pub fn new_game(wall: Wall, players: PlayerCount, start: Seat) -> Game {
    let names = players.seats().map(|seat| format!("p{seat}")).collect();
    Game::new(names, wall, start).expect("names and start are good")
}

/// What all players of a game wish for: plain chance alone hardly ever leads to the rare cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mood {
    /// Every move is as good as another.
    Any,
    /// Lines that are complete without waste, which ends games early.
    Builder,
    /// The floor, from factories first, so that the marker finds full floors.
    Clumsy,
    /// One long line, whatever its wall says, so that grey lines find no space.
    Stubborn(Line),
    /// Nothing to the floor and no complete line, so that the bag runs dry.
    Hoarder,
}

impl std::fmt::Display for Mood {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Any => f.write_str("any"),
            Self::Builder => f.write_str("such as complete lines"),
            Self::Clumsy => f.write_str("such as fill the floor"),
            Self::Stubborn(line) => write!(f, "such as go to line {line}"),
            Self::Hoarder => f.write_str("such as complete no line"),
        }
    }
}

impl Mood {
    /// Draws a mood.
    pub fn random(rng: &mut FastRng) -> Self {
        match below(rng, 6) {
            0 => Self::Any,
            1 | 2 => Self::Builder,
            3 => Self::Clumsy,
            4 => Self::Stubborn(Line::ALL[below(rng, 5) as usize]),
            _ => Self::Hoarder,
        }
    }

    /// A move to play in the offer: the best of a few, so that no mood is without surprises.
    pub fn choose(self, position: &Position, rng: &mut FastRng) -> Move {
        let list = position.legal_moves();
        let tries = if self == Self::Any { 1 } else { 6 };
        let drawn = (0..tries).map(|_| list.choose(rng));
        drawn
            .max_by_key(|&m| self.value(position, m))
            .expect("there is a legal move")
    }

    fn value(self, position: &Position, m: Move) -> i32 {
        let preview = position.preview(m).expect("the move is legal");
        let waste = i32::from(preview.spilled + preview.to_lid);
        let to_floor = m.destination() == Destination::Floor;
        match self {
            Self::Any => 0,
            Self::Builder => 10 * i32::from(preview.completes) - 4 * waste,
            Self::Clumsy => {
                let from_factory = i32::from(m.source() != Source::Centre);
                16 * from_factory + 8 * i32::from(to_floor) + i32::from(preview.taken)
            }
            Self::Stubborn(line) => i32::from(m.destination() == Destination::Line(line)),
            Self::Hoarder => -waste - 2 * i32::from(preview.completes),
        }
    }
}

/// The next step of a random game, or nothing when it is over.
///
/// Players tile in any order, because the rules let all do it at once.
pub fn random_step(position: &Position, mood: Mood, rng: &mut FastRng) -> Option<Step> {
    match position.phase() {
        Phase::Over => None,
        Phase::Refill => Some(Step::Deal(position.sample_deal(rng))),
        Phase::Offer => Some(Step::Move(mood.choose(position, rng))),
        Phase::Tiling => {
            let choices: Vec<(Seat, Placement)> = position
                .players()
                .seats()
                .flat_map(|seat| {
                    position
                        .placements(seat)
                        .to_vec()
                        .into_iter()
                        .map(move |p| (seat, p))
                })
                .collect();
            if choices.is_empty() {
                return Some(Step::Settle);
            }
            let (seat, placement) = choices[below(rng, choices.len() as u32) as usize];
            Some(Step::Tile(seat, placement))
        }
    }
}

/// Plays a random game, calling `visit` with the game before each step and the step. Stops after so
/// many rounds: hoarders may never end.
pub fn play_random(
    game: &mut Game,
    mood: Mood,
    rounds: usize,
    rng: &mut FastRng,
    mut visit: impl FnMut(&Game, Step),
) {
    while let Some(step) = random_step(game.position(), mood, rng) {
        if matches!(step, Step::Deal(_)) && game.record().rounds.len() == rounds {
            return;
        }
        visit(game, step);
        take(game, step);
    }
}

/// Takes a step that must be possible.
#[track_caller]
pub fn take(game: &mut Game, step: Step) {
    let before = *game.position();
    let done = match step {
        Step::Deal(deal) => game.deal(&deal).map_err(|e| e.to_string()),
        Step::Move(m) => game.play(m).map_err(|e| e.to_string()),
        Step::Tile(seat, placement) => game.tile(seat, placement).map_err(|e| e.to_string()),
        Step::Settle if game.settle().is_ok() => Ok(()),
        Step::Settle => Err("it is not time to settle".to_string()),
    };
    done.unwrap_or_else(|error| panic!("{step:?}: {error}\n  in {before}"));
}
