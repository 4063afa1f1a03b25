//! Random games, one step at a time.

use azulejo_rules::record::Step;
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{
    Destination, Game, Line, Move, Phase, Placement, PlayerCount, Position, Seat, Source, Wall,
};

/// Every player count on both walls.
pub(crate) fn variants() -> impl Iterator<Item = (Wall, PlayerCount)> {
    Wall::ALL
        .into_iter()
        .flat_map(|wall| PlayerCount::ALL.into_iter().map(move |p| (wall, p)))
}

/// A new game whose players are called p1, p2 and so on.
pub(crate) fn new_game(wall: Wall, players: PlayerCount, start: Seat) -> Game {
    let names = players.seats().map(|seat| format!("p{seat}")).collect();
    Game::new(names, wall, start).expect("valid names and start")
}

/// How random players choose moves. Uniformly random play hardly ever reaches the rare cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bias {
    /// Uniformly at random.
    None,
    /// Prefers to complete lines without waste, which ends games early.
    CompleteLines,
    /// Prefers the floor, and factories over the centre, so that the marker meets full floors.
    FillFloor,
    /// Prefers one line regardless of the wall, so that grey lines run out of legal spaces.
    OneLine(Line),
    /// Avoids waste and complete lines, so that the bag runs out.
    AvoidCompleting,
}

impl std::fmt::Display for Bias {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::CompleteLines => f.write_str("complete lines"),
            Self::FillFloor => f.write_str("fill the floor"),
            Self::OneLine(line) => write!(f, "fill line {line}"),
            Self::AvoidCompleting => f.write_str("avoid complete lines"),
        }
    }
}

impl Bias {
    /// Returns a random bias.
    pub(crate) fn random(rng: &mut FastRng) -> Self {
        match below(rng, 6) {
            0 => Self::None,
            1 | 2 => Self::CompleteLines,
            3 => Self::FillFloor,
            4 => Self::OneLine(Line::ALL[below(rng, 5) as usize]),
            _ => Self::AvoidCompleting,
        }
    }

    /// Chooses a move of the offer: the best of six random ones, so that some variety remains.
    pub(crate) fn choose(self, position: &Position, rng: &mut FastRng) -> Move {
        let list = position.legal_moves();
        let tries = if self == Self::None { 1 } else { 6 };
        let drawn = (0..tries).map(|_| list.choose(rng));
        drawn
            .max_by_key(|&m| self.value(position, m))
            .expect("a legal move")
    }

    fn value(self, position: &Position, m: Move) -> i32 {
        let preview = position.preview(m).expect("a legal move");
        let waste = i32::from(preview.spilled + preview.to_lid);
        let to_floor = m.destination() == Destination::Floor;
        match self {
            Self::None => 0,
            Self::CompleteLines => 10 * i32::from(preview.completes) - 4 * waste,
            Self::FillFloor => {
                let from_factory = i32::from(m.source() != Source::Centre);
                16 * from_factory + 8 * i32::from(to_floor) + i32::from(preview.taken)
            }
            Self::OneLine(line) => i32::from(m.destination() == Destination::Line(line)),
            Self::AvoidCompleting => -waste - 2 * i32::from(preview.completes),
        }
    }
}

/// Returns the next step of a random game, or `None` if it is over.
///
/// Players tile in random order: the rules let them all tile at the same time.
pub(crate) fn random_step(position: &Position, bias: Bias, rng: &mut FastRng) -> Option<Step> {
    match position.phase() {
        Phase::Over => None,
        Phase::Refill => Some(Step::Deal(position.sample_deal(rng))),
        Phase::Offer => Some(Step::Move(bias.choose(position, rng))),
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

/// Plays a random game and calls `visit` with the game before each step and with the step. Stops
/// after `rounds` rounds: with [`Bias::AvoidCompleting`] a game may never end.
pub(crate) fn play_random(
    game: &mut Game,
    bias: Bias,
    rounds: usize,
    rng: &mut FastRng,
    mut visit: impl FnMut(&Game, Step),
) {
    while let Some(step) = random_step(game.position(), bias, rng) {
        if matches!(step, Step::Deal(_)) && game.record().rounds.len() == rounds {
            return;
        }
        visit(game, step);
        apply_step(game, step);
    }
}

/// Applies a step that must be legal.
#[track_caller]
pub(crate) fn apply_step(game: &mut Game, step: Step) {
    let before = *game.position();
    let result = match step {
        Step::Deal(deal) => game.deal(&deal).map_err(|e| e.to_string()),
        Step::Move(m) => game.play(m).map_err(|e| e.to_string()),
        Step::Tile(seat, placement) => game.tile(seat, placement).map_err(|e| e.to_string()),
        Step::Settle if game.settle().is_ok() => Ok(()),
        Step::Settle => Err("not ready to settle".to_string()),
    };
    result.unwrap_or_else(|error| panic!("{step:?}: {error}\n  in {before}"));
}
