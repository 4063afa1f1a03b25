//! Ledgers of many games, aggregated by bot.

use azulejo_rules::Seat;
use azulejo_rules::record::{Record, ReplayError, Step};

use super::overlooked_floor_cost;
use crate::ledger::Ledger;

/// A mean and its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The standard error, from the variance between games.
    pub error: f64,
}

/// The totals of one bot in one game, over all its seats.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct BotTotals {
    seats: f64,
    moves: f64,
    loss: f64,
    points_lost: f64,
    floor_oversights: f64,
    floor_points: f64,
}

/// The games of one bot.
#[derive(Clone, PartialEq, Debug)]
pub struct BotStudy {
    /// The bot's name in the records.
    pub name: String,
    games: Vec<BotTotals>,
}

impl BotStudy {
    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Returns the number of moves.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.games.iter().map(|game| game.moves).sum::<f64>() as u64
    }

    /// Returns the win probability lost per move.
    #[must_use]
    pub fn loss(&self) -> Mean {
        self.per_move(|game| game.loss)
    }

    /// Returns the points lost per move.
    #[must_use]
    pub fn points_lost(&self) -> Mean {
        self.per_move(|game| game.points_lost)
    }

    /// Returns the share of moves with an [overlooked floor cost](overlooked_floor_cost).
    #[must_use]
    pub fn floor_oversights(&self) -> Mean {
        self.per_move(|game| game.floor_oversights)
    }

    /// Returns the points lost to overlooked floor costs, per player and game.
    #[must_use]
    pub fn floor_points(&self) -> Mean {
        ratio(
            self.games
                .iter()
                .map(|game| (game.floor_points, game.seats)),
        )
    }

    fn per_move(&self, sum: impl Fn(&BotTotals) -> f64) -> Mean {
        ratio(self.games.iter().map(|game| (sum(game), game.moves)))
    }
}

/// Returns the ratio of two sums over games. Values within one game are correlated, so the error
/// comes from the variance between games.
pub(super) fn ratio(games: impl Iterator<Item = (f64, f64)> + Clone) -> Mean {
    let whole: f64 = games.clone().map(|(_, of)| of).sum();
    let mean = games.clone().map(|(sum, _)| sum).sum::<f64>() / whole;
    let spread: f64 = games.map(|(sum, of)| (sum - mean * of).powi(2)).sum();
    Mean {
        mean,
        error: spread.sqrt() / whole,
    }
}

/// Ledgers of games, aggregated by bot.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LadderStudy {
    bots: Vec<BotStudy>,
    /// The luck of the first seat; with two players, the second seat's is its negation.
    first_seat_luck: Vec<f64>,
}

impl LadderStudy {
    /// Adds a game and its ledger.
    ///
    /// # Errors
    /// If the record violates the rules.
    pub fn add(&mut self, record: &Record, ledger: &Ledger) -> Result<(), ReplayError> {
        let mut oversights = vec![(0.0, 0.0); record.players.len()];
        let mut moves = ledger.moves.iter();
        record.walk(|before, step, _| {
            if matches!(step, Step::Move(_))
                && let Some(entry) = moves.next()
            {
                let cost = overlooked_floor_cost(before, entry);
                let (count, points) = &mut oversights[before.to_move().index()];
                *count += f64::from(u8::from(cost > 0));
                *points += f64::from(cost);
            }
        })?;
        let mut by_bot: Vec<(&String, BotTotals)> = Vec::new();
        for ((name, player), (floor_oversights, floor_points)) in
            record.players.iter().zip(&ledger.players).zip(oversights)
        {
            let at = by_bot.iter().position(|(known, _)| *known == name);
            let at = at.unwrap_or_else(|| {
                by_bot.push((name, BotTotals::default()));
                by_bot.len() - 1
            });
            let game = &mut by_bot[at].1;
            game.seats += 1.0;
            game.moves += player.moves as f64;
            game.loss += player.win.loss;
            game.points_lost += player.points.loss;
            game.floor_oversights += floor_oversights;
            game.floor_points += floor_points;
        }
        for (name, game) in by_bot {
            match self.bots.iter_mut().find(|bot| bot.name == *name) {
                Some(bot) => bot.games.push(game),
                None => self.bots.push(BotStudy {
                    name: name.clone(),
                    games: vec![game],
                }),
            }
        }
        let first = ledger.players.iter().find(|p| p.seat == Seat::ALL[0]);
        self.first_seat_luck.extend(first.map(|p| p.win.luck));
        Ok(())
    }

    /// Returns the bots in order of first appearance.
    #[must_use]
    pub fn bots(&self) -> &[BotStudy] {
        &self.bots
    }

    /// Returns the luck of the first seat per game, whose expectation is 0.
    #[must_use]
    pub fn luck(&self) -> Mean {
        ratio(self.first_seat_luck.iter().map(|&luck| (luck, 1.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_error_follows_from_the_variance() {
        let values = [1.0, 3.0, 1.0, 3.0];
        let got = ratio(values.iter().map(|&value| (value, 1.0)));
        assert!((got.mean - 2.0).abs() < 1e-12);
        assert!((got.error - 0.5).abs() < 1e-12);
    }

    #[test]
    fn moves_have_equal_weight_across_games() {
        let game = |moves, loss| BotTotals {
            seats: 1.0,
            moves,
            loss,
            ..BotTotals::default()
        };
        let bot = BotStudy {
            name: "bot:greedy".to_owned(),
            games: vec![game(10.0, 1.0), game(30.0, 1.0)],
        };
        assert!((bot.loss().mean - 0.05).abs() < 1e-12);
        assert_eq!((bot.games(), bot.moves()), (2, 40));
    }
}
