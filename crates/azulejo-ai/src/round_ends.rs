//! Values of round ends for strong play: the mean, over random deals, of a search right after the
//! deal.
//!
//! Compared with the result of a single game, such a value has little noise, and it assumes good
//! play on both sides. With few nodes and many positions it is a training label; with many nodes
//! and deals it is a reference that networks are measured against
//! ([`study::ValueError`](crate::study::ValueError)).
//!
//! A label file consists of fixed-size records: a record as in [`samples`](crate::samples), whose
//! final scores and shares of the win are zero, followed by the label (`f32`). The label is the win
//! probability of the player to move, or, at the end of a round, of the player who starts the next
//! one.

use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use std::io;
use std::path::Path;

use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Phase, Position, Seat};

use crate::bot::with_probability;
use crate::eval::{Evaluator, Setting};
use crate::samples::{Shard, encode_record, shards};
use crate::search::{Engine, Limits, MultiPv, SearchResult, win_probability};
use crate::self_play::{SelfPlay, play_sampled};

/// The share of random moves that lead to a labelled mid-round position.
const MID_ROUND_RANDOM: f32 = 0.3;
/// The maximum number of moves between a deal and a labelled mid-round position.
const MAX_MID_ROUND_PLIES: u32 = 8;

/// A series of round ends, and the effort spent on their values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RoundEnds {
    /// The number of players and the wall side.
    pub setting: Setting,
    /// The finished round; 0 for the start of the game.
    pub round: u16,
    /// The number of nodes per move in the games that lead to the positions.
    pub play_nodes: u64,
    /// The mean share of random moves in those games. Each game draws its own share, up to twice
    /// the mean, so that positions after good and bad play occur.
    pub random: f32,
    /// The number of deals per position.
    pub deals: u32,
    /// The number of nodes per deal.
    pub nodes: u64,
    /// The seed of games and deals.
    pub seed: u64,
}

/// The value of a position: a mean over deals, and its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DealMean {
    /// The mean win probability of the player who starts the next round.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
}

impl DealMean {
    /// Returns the mean of the values after each deal; `None` if there are none.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Self> {
        if values.is_empty() {
            return None;
        }
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Some(Self {
            mean,
            error: (squares / (count - 1.0).max(1.0) / count).sqrt(),
        })
    }
}

impl RoundEnds {
    /// Creates an engine whose table suits the number of nodes.
    #[must_use]
    pub fn engine(&self, evaluator: Evaluator) -> Engine {
        let nodes = self.nodes.max(self.play_nodes);
        Engine::with_entries(evaluator, (nodes / 2).clamp(1 << 12, 1 << 22) as usize)
    }

    /// Plays a game until the end of the round; `None` if it ends earlier.
    pub fn position(&self, index: u64, engine: &mut Engine) -> Option<Position> {
        let game = self.game(index);
        if self.round == 0 {
            let Setting { players, wall } = self.setting;
            let start = Seat::ALL[(index % players.count() as u64) as usize];
            return Some(Position::new(wall, players, start));
        }
        let share = below(&mut FastRng::for_game(!self.seed, game), 1 << 16) as f32 / 65_536.0;
        let plan = SelfPlay {
            setting: self.setting,
            games: 1,
            nodes: self.play_nodes,
            random: 2.0 * self.random * share,
            greedy: 0.0,
            mid_round: 0.0,
            seed: self.seed,
            threads: 1,
        };
        let mut reached = None;
        play_sampled(plan, game, engine, |position| {
            if position.round() > self.round {
                reached = Some(*position);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        reached
    }

    /// Returns the value of a round end after one of its random deals, for the player who starts
    /// the next round. It does not depend on earlier searches of the engine.
    pub fn value_after_deal(
        &self,
        index: u64,
        position: &Position,
        deal: u32,
        engine: &mut Engine,
    ) -> f64 {
        let mut dealt = *position;
        dealt.deal_at_random(&mut self.deal_rng(index, deal));
        engine.new_game();
        win_probability(search(engine, &dealt, self.nodes).value())
    }

    /// Returns the shards of labels that have no file yet.
    #[must_use]
    pub fn missing_shards(
        &self,
        folder: &Path,
        positions: u64,
        positions_per_shard: u64,
    ) -> Vec<Shard> {
        let (setting, round, seed) = (self.setting.name(), self.round, self.seed);
        shards(positions, positions_per_shard, |i| {
            folder.join(format!("{setting}-{seed}-{round}-{i:05}.labels"))
        })
    }

    /// Labels the positions of a shard and `mid_round` positions of the next round for each of
    /// them, writes its file, and returns the number of records.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_labels(
        &self,
        shard: &Shard,
        mid_round: u32,
        engine: &mut Engine,
    ) -> io::Result<usize> {
        let evaluator = engine.evaluator().clone();
        let mut bytes = Vec::new();
        let mut records = 0;
        for index in shard.games.clone() {
            let Some(position) = self.position(index, engine) else {
                continue;
            };
            // The start of the game needs no label.
            let deals = if self.round > 0 { self.deals } else { 0 };
            let values: Vec<f64> = (0..deals)
                .map(|deal| self.value_after_deal(index, &position, deal, engine))
                .collect();
            let mut add = |position: &Position, label: f64| {
                if let Some(record) = encode_record(index, position, &evaluator) {
                    bytes.extend_from_slice(&record);
                    bytes.extend_from_slice(&(label as f32).to_le_bytes());
                    records += 1;
                }
            };
            if let Some(value) = DealMean::of(&values) {
                add(&position, value.mean);
            }
            for i in 0..mid_round {
                if let Some(position) = self.mid_round(index, &position, self.deals + i, engine) {
                    let value = search(engine, &position, self.nodes).value();
                    add(&position, win_probability(value));
                }
            }
        }
        shard.write(&bytes)?;
        Ok(records)
    }

    /// Deals and plays a few moves, some of them at random; `None` if that ends the round.
    fn mid_round(
        &self,
        index: u64,
        round_end: &Position,
        deal: u32,
        engine: &mut Engine,
    ) -> Option<Position> {
        let mut rng = self.deal_rng(index, deal);
        let mut position = *round_end;
        position.deal_at_random(&mut rng);
        engine.new_game();
        for _ in 0..=below(&mut rng, MAX_MID_ROUND_PLIES) {
            let m = if with_probability(&mut rng, MID_ROUND_RANDOM) {
                position.legal_moves().choose(&mut rng)
            } else {
                search(engine, &position, self.play_nodes).best()
            };
            position.play_unchecked(m);
            if position.phase() != Phase::Offer {
                return None;
            }
        }
        Some(position)
    }

    /// Returns the number of a game: each round has games of its own.
    fn game(&self, index: u64) -> u64 {
        (index << 8) | u64::from(self.round)
    }

    fn deal_rng(&self, index: u64, deal: u32) -> FastRng {
        FastRng::for_game(!self.seed, (self.game(index) << 16) | (u64::from(deal) + 1))
    }
}

fn search(engine: &mut Engine, position: &Position, nodes: u64) -> SearchResult {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    engine
        .search(position, limits, MultiPv::BEST, &AtomicBool::new(false))
        .expect("tiles are on offer")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(round: u16) -> RoundEnds {
        RoundEnds {
            setting: Setting::ALL[0],
            round,
            play_nodes: 30,
            random: 0.1,
            deals: 3,
            nodes: 200,
            seed: 5,
        }
    }

    #[test]
    fn positions_are_ends_of_the_requested_round() {
        let mut engine = plan(1).engine(Evaluator::HandCrafted);
        for round in 0..=4 {
            let position = plan(round).position(2, &mut engine).expect("a position");
            assert_eq!(position.phase(), Phase::Refill);
            assert_eq!(position.round(), round + 1);
        }
    }

    #[test]
    fn values_do_not_depend_on_earlier_searches() {
        let plan = plan(3);
        let mut engine = plan.engine(Evaluator::HandCrafted);
        let position = plan.position(0, &mut engine).expect("a position");
        let values: Vec<f64> = (0..3)
            .map(|deal| plan.value_after_deal(0, &position, deal, &mut engine))
            .collect();
        for deal in (0..3).rev() {
            let again = plan.value_after_deal(0, &position, deal, &mut engine);
            assert!((again - values[deal as usize]).abs() < 1e-12);
        }
        assert!(values.windows(2).any(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn label_shards_are_reproducible_and_hold_probabilities() {
        let folder = std::env::temp_dir().join(format!("azulejo-labels-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let plan = plan(2);
        let shards = plan.missing_shards(&folder, 3, 2);
        assert_eq!(shards.len(), 2);
        let mut engine = plan.engine(Evaluator::HandCrafted);
        let records = plan
            .write_labels(&shards[0], 2, &mut engine)
            .expect("written");
        assert!((2..=6).contains(&records));
        assert_eq!(plan.missing_shards(&folder, 3, 2).len(), 1);
        let bytes = std::fs::read(&shards[0].path).expect("read");
        let size = bytes.len() / records;
        for record in bytes.chunks_exact(size) {
            let (_, label) = record.split_at(size - 4);
            let label = f32::from_le_bytes(label.try_into().expect("four bytes"));
            assert!((0.0..=1.0).contains(&label));
        }
        plan.write_labels(&shards[0], 2, &mut engine)
            .expect("written");
        assert_eq!(std::fs::read(&shards[0].path).expect("read"), bytes);
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn deal_mean_has_the_standard_error_of_a_mean() {
        assert_eq!(DealMean::of(&[]), None);
        let value = DealMean::of(&[0.2, 0.4, 0.6]).expect("values");
        assert!((value.mean - 0.4).abs() < 1e-12);
        assert!((value.error - 0.2 / 3.0_f64.sqrt()).abs() < 1e-12);
    }
}
