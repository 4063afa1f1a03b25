//! Games between bots: duplicate deals, seats in turn, and what the results say.

use core::sync::atomic::AtomicBool;

use azulejo_rules::record::EndedBy;
use azulejo_rules::rng::{FastRng, below, shuffle};
use azulejo_rules::{
    ByColour, Colour, DEFAULT_ROUND_CAP, Deal, Draw, Game, Phase, Position, Seat, Wall,
};

use crate::bot::{Bot, Decision};

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
        Self { order, next: 0, seed }
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
            let tiles: Vec<Colour> = (0..4).filter_map(|_| self.draw(&mut lid, &mut rng)).collect();
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
    let names = seats.iter().map(|&bot| format!("bot:{}", bots[bot].spec())).collect();
    let mut game = Game::new(names, setup.wall, setup.start).expect("2 to 4 bots play");
    let mut dealer = Dealer::new(setup.seed);
    while !game.has_ended() {
        let position = *game.position();
        match position.phase() {
            Phase::Refill if position.round() > DEFAULT_ROUND_CAP => {
                game.stop(EndedBy::Truncated);
            }
            Phase::Refill => {
                game.deal(&dealer.deal(&position)).expect("the dealer draws from the bag");
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
                        game.settle();
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
    if winners.contains(&seat) { 1.0 / winners.len() as f64 } else { 0.0 }
}
