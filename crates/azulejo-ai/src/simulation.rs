//! The games of a simulation: each is determined by the seed and its index.

use core::fmt;

use azulejo_rules::record::EndedBy;
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{DEFAULT_ROUND_CAP, Game, MoveList, Phase, PlayerCount, Seat, Wall};

use crate::eval::Nets;
use crate::{Bot, BotId, BotSpec, Decision};

/// The settings of a simulation.
pub struct Plan {
    bots: Vec<BotSpec>,
    names: Vec<String>,
    all_random: bool,
    nets: Nets,
    /// The number of players.
    pub players: PlayerCount,
    /// The wall side in use.
    pub wall: Wall,
    /// The number of games.
    pub games: u64,
    /// The seed of the deals and of the bots' random numbers.
    pub seed: u64,
}

/// The error of a game that could not be played: a bug in a bot, or an unsuitable plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SimulationError(String);

impl fmt::Display for SimulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for SimulationError {}

impl Plan {
    /// Creates a plan; there must be one bot per player. Searching bots evaluate with `nets`.
    #[must_use]
    pub fn new(
        bots: Vec<BotSpec>,
        players: PlayerCount,
        wall: Wall,
        games: u64,
        seed: u64,
        nets: Nets,
    ) -> Self {
        let names: Vec<_> = bots.iter().map(|bot| format!("bot:{bot}")).collect();
        let all_random = bots.iter().all(|bot| *bot == BotSpec::from(BotId::Random));
        Self {
            bots,
            names,
            all_random,
            nets,
            players,
            wall,
            games,
            seed,
        }
    }

    /// Returns the players' names in records.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns whether all bots are random.
    #[must_use]
    pub const fn all_random(&self) -> bool {
        self.all_random
    }

    /// Plays a game; indices start at 0.
    ///
    /// # Errors
    /// If the players' names are invalid or a bot makes no legal decision.
    pub fn play(&self, idx: u64) -> Result<Game, SimulationError> {
        let start = Seat::ALL[(idx % self.players.count() as u64) as usize];
        let mut game = Game::new(self.names.clone(), self.wall, start)
            .map_err(|error| SimulationError(error.to_string()))?;
        let mut rng = FastRng::for_game(self.seed, idx);
        if self.all_random {
            play_random(&mut game, &mut rng);
        } else {
            // Randomness of bots is independent of the deals.
            let mut seeds = FastRng::for_game(!self.seed, idx);
            let mut bots: Vec<_> = self
                .bots
                .iter()
                .map(|&spec| {
                    let seed = u64::from(below(&mut seeds, u32::MAX));
                    Bot::with_nets(spec, seed, &self.nets)
                })
                .collect();
            play_bots(&mut game, &mut bots, &mut rng)?;
        }
        Ok(game)
    }
}

/// Plays random moves, drawing from the generator in the same order as `Position::play_out`.
fn play_random(game: &mut Game, rng: &mut FastRng) {
    const LEGAL: &str = "the step was chosen among the legal ones";
    let mut list = MoveList::new();
    loop {
        let position = game.position();
        match position.phase() {
            Phase::Offer => {
                position.legal_moves_into(&mut list);
                game.play(list.choose(rng)).expect(LEGAL);
            }
            Phase::Tiling => {
                let seat = position.to_move();
                let choices = position.placements(seat);
                match choices.len() {
                    0 | 1 => game.take_forced_steps(),
                    n => game
                        .tile(seat, choices[below(rng, n as u32) as usize])
                        .expect(LEGAL),
                }
            }
            Phase::Refill if position.round() > DEFAULT_ROUND_CAP => {
                game.stop(EndedBy::Truncated).expect(LEGAL);
                return;
            }
            Phase::Refill => {
                let deal = position.sample_deal(rng);
                game.deal(&deal).expect(LEGAL);
            }
            Phase::Over => return,
        }
    }
}

fn play_bots(game: &mut Game, bots: &mut [Bot], rng: &mut FastRng) -> Result<(), SimulationError> {
    loop {
        let position = *game.position();
        let seat = position.to_move();
        match position.phase() {
            Phase::Offer => {
                let bot = &mut bots[seat.index()];
                let Ok(Decision::Move(m)) = bot.decide(&position) else {
                    return Err(failure(bot, &format!("chose no move in {position}")));
                };
                game.play(m).map_err(|error| failure(bot, &error))?;
            }
            Phase::Tiling if game.forced_step().is_some() => game.take_forced_steps(),
            Phase::Tiling => {
                let bot = &mut bots[seat.index()];
                let placements = bot.tile(&position, seat);
                if placements.is_empty() {
                    return Err(failure(bot, &format!("chose no columns in {position}")));
                }
                for &placement in &placements {
                    game.tile(seat, placement)
                        .map_err(|error| failure(bot, &error))?;
                }
            }
            Phase::Refill if position.round() > DEFAULT_ROUND_CAP => {
                game.stop(EndedBy::Truncated)
                    .map_err(|error| SimulationError(error.to_string()))?;
                return Ok(());
            }
            Phase::Refill => game
                .deal(&position.sample_deal(rng))
                .map_err(|error| SimulationError(error.to_string()))?,
            Phase::Over => return Ok(()),
        }
    }
}

fn failure(bot: &Bot, reason: &dyn fmt::Display) -> SimulationError {
    SimulationError(format!("bot {}: {reason}", bot.spec()))
}

#[cfg(test)]
mod tests {
    use azulejo_rules::{Ending, Position};

    use super::*;

    fn plan(bots: &str, wall: Wall) -> Plan {
        let bots: Vec<BotSpec> = bots.split(',').map(|bot| bot.parse().unwrap()).collect();
        let players = PlayerCount::new(bots.len()).unwrap();
        Plan::new(bots, players, wall, 40, 3, Nets::none())
    }

    #[test]
    fn random_games_match_play_out() {
        for bots in [
            "random,random",
            "random,random,random",
            "random,random,random,random",
        ] {
            for wall in Wall::ALL {
                let plan = plan(bots, wall);
                for idx in 0..plan.games {
                    let game = plan.play(idx).unwrap();
                    let start = Seat::ALL[idx as usize % plan.players.count()];
                    let mut position = Position::new(wall, plan.players, start);
                    let mut rng = FastRng::for_game(plan.seed, idx);
                    let playout = position.play_out(&mut rng, DEFAULT_ROUND_CAP);
                    assert_eq!(*game.position(), position);
                    let truncated = game.record().ended_by() == Some(EndedBy::Truncated);
                    assert_eq!(truncated, playout.ending == Ending::Truncated);
                }
            }
        }
    }

    #[test]
    fn bot_games_are_legal_and_independent_of_each_other() {
        for wall in Wall::ALL {
            let plan = plan("greedy,random,greedy", wall);
            for idx in (0..4).rev() {
                let game = plan.play(idx).unwrap();
                assert_eq!(
                    game.record().players,
                    ["bot:greedy", "bot:random", "bot:greedy"]
                );
                assert!(game.has_ended());
                game.record().replay().unwrap();
                assert_eq!(plan.play(idx).unwrap(), game);
            }
        }
    }
}
