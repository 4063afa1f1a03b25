//! Games between bots: duplicate deals, seats in turn, and what the results say.

mod statistics;

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

/// Deals the same tiles in the same order whatever is played.
///
/// The first bag is one permutation of the 100 tiles, so two games with the same seed get the same
/// factories until it is empty. Later draws depend on what lies in the lid and come from the seed.
#[derive(Clone, Debug)]
pub struct Dealer {
    order: [Colour; 100],
    next: usize,
    seed: u64,
}

impl Dealer {
    /// The dealer of a seed.
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

    /// The next deal of a game that was dealt by this dealer from its start.
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
        Deal::new(players, &draws).expect("one draw a factory")
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

/// What a game between bots is played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameSetup {
    /// Which side of the boards is used.
    pub wall: Wall,
    /// Who starts.
    pub start: Seat,
    /// The seed of the deals and, with the seat, of each bot.
    pub seed: u64,
}

/// Plays one game between bots, who are numbered by `seats`: the bot at each seat.
///
/// # Panics
/// When not 2 to 4 sit at the table, or a bot is named twice.
pub fn play_game(bots: &mut [Bot], seats: &[usize], setup: GameSetup) -> Game {
    let stop = AtomicBool::new(false);
    for (i, &bot) in seats.iter().enumerate() {
        bots[bot].new_game(setup.seed.wrapping_mul(4).wrapping_add(i as u64));
    }
    let names = seats
        .iter()
        .map(|&bot| format!("bot:{}", bots[bot].spec()))
        .collect();
    let mut game = Game::new(names, setup.wall, setup.start).expect("2 to 4 bots play");
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
                        // All lines at once: the choice of one hangs together with the others.
                        let seat = position.to_move();
                        for placement in &bot.tile(&position, seat) {
                            game.tile(seat, *placement).expect("bots tile by the rules");
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

/// What one seat's bot got out of a game: 1 for a win, a share of a shared victory, 0 otherwise.
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

/// A match of one bot against another (or, with more players, against several of it).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MatchPlan {
    /// The bot whose results are counted.
    pub bot: BotSpec,
    /// Its opponents.
    pub against: BotSpec,
    /// How many play.
    pub players: usize,
    /// Which side of the boards is used.
    pub wall: Wall,
    /// How many deals; each is played once for every seat of the bot.
    pub groups: u64,
    /// The seed.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: usize,
}

/// The games of one deal, with the bot in each seat in turn.
pub struct Group {
    /// The deal's number.
    pub number: u64,
    /// The games, by the bot's seat.
    pub games: Vec<Game>,
}

impl Group {
    /// The bot's results.
    #[must_use]
    pub fn results(&self) -> Vec<f64> {
        self.games
            .iter()
            .zip(Seat::ALL)
            .map(|(game, seat)| result_of(game, seat))
            .collect()
    }
}

/// Plays a match; `report` gets the groups in order and says whether to go on.
pub fn play_match(plan: MatchPlan, report: impl FnMut(Group) -> bool) {
    let table = MatchTable {
        players: plan.players,
        wall: plan.wall,
        groups: plan.groups,
        seed: plan.seed,
        threads: plan.threads,
    };
    let make = || {
        let others = (1..plan.players).map(|_| Bot::new(plan.against, 0));
        core::iter::once(Bot::new(plan.bot, 0))
            .chain(others)
            .collect()
    };
    play_groups(table, make, report);
}

/// What a match is played with, whoever plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchTable {
    /// How many play.
    pub players: usize,
    /// Which side of the boards is used.
    pub wall: Wall,
    /// How many deals; each is played once for every seat of the bot.
    pub groups: u64,
    /// The seed.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: usize,
}

/// Plays a match of bots that `make` brings to each thread: the one whose results are counted, then
/// the others. `report` gets the groups in order and says whether to go on.
pub fn play_groups(
    table: MatchTable,
    make: impl Fn() -> Vec<Bot> + Sync,
    mut report: impl FnMut(Group) -> bool,
) {
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel::<Group>(table.threads.max(1) * 2);
        for _ in 0..table.threads.max(1) {
            let (sender, next, stop, make) = (sender.clone(), &next, &stop, &make);
            scope.spawn(move || {
                let mut bots = make();
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= table.groups
                        || sender.send(play_group(table, &mut bots, number)).is_err()
                    {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // Groups come back in any order; they are reported in theirs, so that a test that stops
        // early stops at the same game whatever the number of threads.
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

fn play_group(table: MatchTable, bots: &mut [Bot], number: u64) -> Group {
    let seed = FastRng::for_game(table.seed, number).next_u64();
    // Who starts goes round with the deals, the same for all games of one deal.
    let start = Seat::ALL[(number % table.players as u64) as usize];
    let games = (0..table.players)
        .map(|seat| {
            let seats: Vec<usize> = (0..table.players)
                .map(|i| (i + table.players - seat) % table.players)
                .collect();
            play_game(
                bots,
                &seats,
                GameSetup {
                    wall: table.wall,
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
    fn the_same_seed_deals_the_same_tiles_whatever_is_played() {
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
    fn the_first_bag_is_dealt_to_its_last_tile() {
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
                    .expect("a possible deal");
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
    fn a_match_is_the_same_with_one_thread_and_with_two() {
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
