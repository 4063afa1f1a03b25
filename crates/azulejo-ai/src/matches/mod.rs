//! Matches between bots: duplicate deals, rotated seats, and statistics of the results.

mod adjusted;
mod statistics;

pub use adjusted::{AdjustedTally, results_and_luck};
pub use statistics::{Sprt, Tally, Verdict};

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use azulejo_rules::record::EndedBy;
use azulejo_rules::rng::{FastRng, below, shuffle};
use azulejo_rules::{
    ByColour, Colour, DEFAULT_ROUND_CAP, Deal, Draw, Game, Phase, Position, Seat, Wall,
};
use rand_core::Rng;

use crate::bot::{Bot, Decision};
use crate::spec::BotSpec;

/// Deals the same tiles in the same order regardless of the moves played.
///
/// The first bag is a permutation of the 100 tiles, so games with equal seeds get the same
/// factories until it is empty. Later draws depend on the lid and on the seed.
#[derive(Clone, Debug)]
pub struct Dealer {
    order: [Colour; 100],
    next: usize,
    seed: u64,
}

impl Dealer {
    /// Creates a dealer from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut order = [Colour::Blue; 100];
        for (i, tile) in order.iter_mut().enumerate() {
            *tile = Colour::ALL[i / 20];
        }
        shuffle(&mut FastRng::for_game(seed, 0), &mut order);
        Self {
            order,
            next: 0,
            seed,
        }
    }

    /// Returns the next deal of a game; all its earlier deals must have come from this dealer.
    pub fn deal(&mut self, position: &Position) -> Deal {
        let players = position.players();
        let mut rng = FastRng::for_game(self.seed, u64::from(position.round()));
        if self.next == self.order.len() {
            return position.sample_deal(&mut rng);
        }
        let mut lid = position.lid();
        let mut draws = Vec::with_capacity(players.factories());
        for _ in 0..players.factories() {
            let tiles: Vec<Colour> = (0..4)
                .filter_map(|_| self.draw(&mut lid, &mut rng))
                .collect();
            draws.push(Draw::from_tiles(&tiles).expect("at most four tiles"));
        }
        Deal::new(players, &draws).expect("one draw per factory")
    }

    fn draw(&mut self, lid: &mut ByColour<u8>, rng: &mut FastRng) -> Option<Colour> {
        if let Some(&tile) = self.order.get(self.next) {
            self.next += 1;
            return Some(tile);
        }
        let left = lid.total() as u32;
        if left == 0 {
            return None;
        }
        let mut number = below(rng, left);
        let colour = Colour::ALL.into_iter().find(|&colour| {
            let here = u32::from(lid[colour]);
            let found = number < here;
            number = number.wrapping_sub(here);
            found
        })?;
        lid[colour] -= 1;
        Some(colour)
    }
}

/// The parameters of a game between bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameSetup {
    /// The wall side in use.
    pub wall: Wall,
    /// The starting player.
    pub start: Seat,
    /// The seed of the deals and, combined with the seat, of each bot.
    pub seed: u64,
}

/// Plays one game between bots; `seats` holds the index of the bot in each seat.
///
/// # Panics
/// If there are not 2 to 4 seats, or a bot takes more than one.
pub fn play_game(bots: &mut [Bot], seats: &[usize], setup: GameSetup) -> Game {
    let stop = AtomicBool::new(false);
    for (i, &bot) in seats.iter().enumerate() {
        bots[bot].new_game(setup.seed.wrapping_mul(4).wrapping_add(i as u64));
    }
    let names = seats
        .iter()
        .map(|&bot| format!("bot:{}", bots[bot].spec()))
        .collect();
    let mut game = Game::new(names, setup.wall, setup.start).expect("2 to 4 bots");
    let mut dealer = Dealer::new(setup.seed);
    while !game.has_ended() {
        let position = *game.position();
        match position.phase() {
            Phase::Refill if position.round() > DEFAULT_ROUND_CAP => {
                game.stop(EndedBy::Truncated)
                    .expect("the game has not ended");
            }
            Phase::Refill => {
                game.deal(&dealer.deal(&position))
                    .expect("the dealer draws from the bag");
            }
            _ => {
                let bot = &mut bots[seats[position.to_move().index()]];
                match bot.decide_until(&position, &stop) {
                    Ok(Decision::Move(m)) => game.play(m).expect("bots play legal moves"),
                    Ok(Decision::Place(_)) => {
                        // All lines at once, because the placements depend on each other.
                        let seat = position.to_move();
                        for placement in &bot.tile(&position, seat) {
                            game.tile(seat, *placement)
                                .expect("bots make legal placements");
                        }
                    }
                    Err(_) => {
                        game.settle().expect("only floors are left to charge");
                    }
                }
            }
        }
    }
    game
}

/// Returns a seat's result: 1 for a win, a share for a shared win, 0 for a loss.
#[must_use]
pub fn result_of(game: &Game, seat: Seat) -> f64 {
    let Some(winners) = &game.record().winners else {
        return 1.0 / game.position().players().count() as f64;
    };
    if winners.contains(&seat) {
        1.0 / winners.len() as f64
    } else {
        0.0
    }
}

/// A match of one bot against another (with more players, against several copies of it).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MatchPlan {
    /// The bot whose results are counted.
    pub bot: BotSpec,
    /// Its opponent.
    pub against: BotSpec,
    /// The number of players per game.
    pub players: usize,
    /// The wall side in use.
    pub wall: Wall,
    /// The number of groups; the games of a group share their deals, one game per seat of the bot.
    pub groups: u64,
    /// The seed.
    pub seed: u64,
    /// The number of concurrent games.
    pub threads: usize,
}

/// The games on one sequence of deals, with the bot in each seat in turn.
pub struct Group {
    /// The number of the group.
    pub number: u64,
    /// The games, by the bot's seat.
    pub games: Vec<Game>,
}

impl Group {
    /// Returns the bot's results.
    #[must_use]
    pub fn results(&self) -> Vec<f64> {
        self.games
            .iter()
            .zip(Seat::ALL)
            .map(|(game, seat)| result_of(game, seat))
            .collect()
    }
}

/// Plays a match; `report` receives the groups in order and returns whether to continue.
pub fn play_match(plan: MatchPlan, report: impl FnMut(Group) -> bool) {
    let parameters = MatchParameters {
        players: plan.players,
        wall: plan.wall,
        groups: plan.groups,
        seed: plan.seed,
        threads: plan.threads,
    };
    let make_bots = || {
        let others = (1..plan.players).map(|_| Bot::new(plan.against, 0));
        core::iter::once(Bot::new(plan.bot, 0))
            .chain(others)
            .collect()
    };
    play_groups(parameters, make_bots, report);
}

/// The parameters of a match, without the bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchParameters {
    /// The number of players per game.
    pub players: usize,
    /// The wall side in use.
    pub wall: Wall,
    /// The number of groups; the games of a group share their deals, one game per seat of the bot.
    pub groups: u64,
    /// The seed.
    pub seed: u64,
    /// The number of concurrent games.
    pub threads: usize,
}

/// Plays a match between the bots that `make_bots` creates for each thread: first the one whose
/// results are counted, then its opponents. `report` receives the groups in order and returns
/// whether to continue.
pub fn play_groups(
    parameters: MatchParameters,
    make_bots: impl Fn() -> Vec<Bot> + Sync,
    mut report: impl FnMut(Group) -> bool,
) {
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel::<Group>(parameters.threads.max(1) * 2);
        for _ in 0..parameters.threads.max(1) {
            let (sender, next, stop, make_bots) = (sender.clone(), &next, &stop, &make_bots);
            scope.spawn(move || {
                let mut bots = make_bots();
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= parameters.groups
                        || sender
                            .send(play_group(parameters, &mut bots, number))
                            .is_err()
                    {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // Groups finish in any order but are reported in sequence, so that a sequential test stops
        // at the same game for any number of threads.
        let mut waiting: Vec<Group> = Vec::new();
        let mut expected = 0;
        'games: for group in receiver {
            waiting.push(group);
            while let Some(at) = waiting.iter().position(|group| group.number == expected) {
                expected += 1;
                if !report(waiting.swap_remove(at)) {
                    stop.store(true, Ordering::Relaxed);
                    break 'games;
                }
            }
        }
    });
}

fn play_group(parameters: MatchParameters, bots: &mut [Bot], number: u64) -> Group {
    let seed = FastRng::for_game(parameters.seed, number).next_u64();
    // The starting player rotates with the groups and is the same for all games of a group.
    let start = Seat::ALL[(number % parameters.players as u64) as usize];
    let games = (0..parameters.players)
        .map(|seat| {
            let seats: Vec<usize> = (0..parameters.players)
                .map(|i| (i + parameters.players - seat) % parameters.players)
                .collect();
            play_game(
                bots,
                &seats,
                GameSetup {
                    wall: parameters.wall,
                    start,
                    seed,
                },
            )
        })
        .collect();
    Group { number, games }
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_rules::PlayerCount;

    #[test]
    fn deals_do_not_depend_on_the_moves_played() {
        let mut random = [
            Bot::new(BotSpec::from(crate::BotId::Random), 0),
            Bot::new(BotSpec::from(crate::BotId::Greedy), 0),
        ];
        let setup = GameSetup {
            wall: Wall::Coloured,
            start: Seat::ALL[0],
            seed: 5,
        };
        let first = play_game(&mut random, &[0, 1], setup);
        let second = play_game(&mut random, &[1, 0], setup);
        let deals = |game: &Game| {
            game.record()
                .rounds
                .iter()
                .take(5)
                .map(|r| r.deal.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(deals(&first).len(), 5);
        assert_eq!(deals(&first), deals(&second));
        assert_ne!(
            first.record().rounds[0].moves,
            second.record().rounds[0].moves
        );
    }

    #[test]
    fn all_deals_are_legal_beyond_the_first_bag() {
        for players in PlayerCount::ALL {
            let mut dealer = Dealer::new(9);
            let mut position = Position::new(Wall::Coloured, players, Seat::ALL[0]);
            let mut rng = FastRng::new(1);
            for _ in 0..8 {
                if position.phase() != Phase::Refill {
                    break;
                }
                position
                    .deal(&dealer.deal(&position))
                    .expect("a legal deal");
                while position.phase() == Phase::Offer {
                    let m = position.legal_moves().choose(&mut rng);
                    position.play_unchecked(m);
                }
                if position.phase() == Phase::Tiling {
                    position.finish_round_unchecked();
                }
            }
        }
    }

    #[test]
    fn match_does_not_depend_on_the_number_of_threads() {
        let plan = MatchPlan {
            bot: "greedy".parse().expect("a bot"),
            against: "random".parse().expect("a bot"),
            players: 3,
            wall: Wall::Grey,
            groups: 6,
            seed: 3,
            threads: 1,
        };
        let play = |threads| {
            let mut records = Vec::new();
            play_match(MatchPlan { threads, ..plan }, |group| {
                assert_eq!(group.games.len(), 3);
                records.extend(group.games.iter().map(|game| game.record().to_json()));
                true
            });
            records
        };
        assert_eq!(play(1), play(2));
    }
}
