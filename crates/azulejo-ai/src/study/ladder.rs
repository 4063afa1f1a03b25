//! Reviews of many games, summed up by bot: do stronger bots lose less, and does luck even out?

use azulejo_rules::Seat;
use azulejo_rules::record::{Record, ReplayError, Step};

use super::overlooked_floor_cost;
use crate::analysis::GameReview;

/// A mean and its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error, from the spread between games.
    pub error: f64,
}

/// What one bot did in one game, at all the seats it had.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct GameOfBot {
    seats: f64,
    moves: f64,
    loss: f64,
    points_lost: f64,
    floor_slips: f64,
    floor_points: f64,
}

/// All games of one bot.
#[derive(Clone, PartialEq, Debug)]
pub struct BotStudy {
    /// Its name in the records.
    pub name: String,
    games: Vec<GameOfBot>,
}

impl BotStudy {
    /// How many games it played.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// How many moves it made.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.games.iter().map(|game| game.moves).sum::<f64>() as u64
    }

    /// The probability to win that a move gave away.
    #[must_use]
    pub fn loss(&self) -> Mean {
        self.per_move(|game| game.loss)
    }

    /// The points that a move gave away.
    #[must_use]
    pub fn points_lost(&self) -> Mean {
        self.per_move(|game| game.points_lost)
    }

    /// The share of moves with an [overlooked floor cost](overlooked_floor_cost).
    #[must_use]
    pub fn floor_slips(&self) -> Mean {
        self.per_move(|game| game.floor_slips)
    }

    /// The points that such moves cost a player in a game.
    #[must_use]
    pub fn floor_points(&self) -> Mean {
        ratio(
            self.games
                .iter()
                .map(|game| (game.floor_points, game.seats)),
        )
    }

    fn per_move(&self, sum: impl Fn(&GameOfBot) -> f64) -> Mean {
        ratio(self.games.iter().map(|game| (sum(game), game.moves)))
    }
}

/// A sum over games, divided by another: what is within one game hangs together, so the error comes
/// from the spread between games.
fn ratio(games: impl Iterator<Item = (f64, f64)> + Clone) -> Mean {
    let whole: f64 = games.clone().map(|(_, of)| of).sum();
    let mean = games.clone().map(|(sum, _)| sum).sum::<f64>() / whole;
    let spread: f64 = games.map(|(sum, of)| (sum - mean * of).powi(2)).sum();
    Mean {
        mean,
        error: spread.sqrt() / whole,
    }
}

/// Reviews of games, by bot.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LadderStudy {
    bots: Vec<BotStudy>,
    /// The luck of the player at the first seat: with two players the other's is the opposite.
    first_seat_luck: Vec<f64>,
}

impl LadderStudy {
    /// Adds a game and its review.
    ///
    /// # Errors
    /// When the record does not follow the rules.
    pub fn add(&mut self, record: &Record, review: &GameReview) -> Result<(), ReplayError> {
        let mut slips = vec![(0.0, 0.0); record.players.len()];
        let mut moves = review.moves.iter();
        record.walk(|before, step, _| {
            if matches!(step, Step::Move(_))
                && let Some(reviewed) = moves.next()
            {
                let cost = overlooked_floor_cost(before, reviewed);
                let (count, points) = &mut slips[before.to_move().index()];
                *count += f64::from(u8::from(cost > 0));
                *points += f64::from(cost);
            }
        })?;
        let mut here: Vec<(&String, GameOfBot)> = Vec::new();
        for ((name, player), (floor_slips, floor_points)) in
            record.players.iter().zip(&review.players).zip(slips)
        {
            let at = here.iter().position(|(known, _)| *known == name);
            let at = at.unwrap_or_else(|| {
                here.push((name, GameOfBot::default()));
                here.len() - 1
            });
            let game = &mut here[at].1;
            game.seats += 1.0;
            game.moves += player.moves as f64;
            game.loss += player.loss;
            game.points_lost += player.points_lost;
            game.floor_slips += floor_slips;
            game.floor_points += floor_points;
        }
        for (name, game) in here {
            match self.bots.iter_mut().find(|bot| bot.name == *name) {
                Some(bot) => bot.games.push(game),
                None => self.bots.push(BotStudy {
                    name: name.clone(),
                    games: vec![game],
                }),
            }
        }
        let first = review.players.iter().find(|p| p.seat == Seat::ALL[0]);
        self.first_seat_luck.extend(first.map(|p| p.luck));
        Ok(())
    }

    /// The bots in the order in which they were first seen.
    #[must_use]
    pub fn bots(&self) -> &[BotStudy] {
        &self.bots
    }

    /// The luck of the player at the first seat, a game: 0 in the long run.
    #[must_use]
    pub fn luck(&self) -> Mean {
        ratio(self.first_seat_luck.iter().map(|&luck| (luck, 1.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_the_error_that_its_spread_says() {
        let values = [1.0, 3.0, 1.0, 3.0];
        let got = ratio(values.iter().map(|&value| (value, 1.0)));
        assert!((got.mean - 2.0).abs() < 1e-12);
        assert!((got.error - 0.5).abs() < 1e-12);
    }

    #[test]
    fn moves_count_alike_whatever_the_length_of_their_game() {
        let game = |moves, loss| GameOfBot {
            seats: 1.0,
            moves,
            loss,
            ..GameOfBot::default()
        };
        let bot = BotStudy {
            name: "bot:greedy".to_owned(),
            games: vec![game(10.0, 1.0), game(30.0, 1.0)],
        };
        assert!((bot.loss().mean - 0.05).abs() < 1e-12);
        assert_eq!((bot.games(), bot.moves()), (2, 40));
    }
}
