//! The comparison of two round ends over searched deals of the next round.

use core::sync::atomic::AtomicBool;

use azulejo_rules::rng::FastRng;
use azulejo_rules::{Move, Phase, Position, Seat};

use super::Unsound;
use super::mine::{Miner, nodes};
use crate::Decision;
use crate::analysis::analyse_position;
use crate::round_ends::DealMean;
use crate::search::{MultiPv, win_probability};

/// The least lead after searched deals, in win probability and in standard errors.
const MIN_SEARCHED_LEAD: f64 = 0.06;
const MIN_STANDARD_ERRORS: f64 = 3.0;
/// The numbers of deals after which a clear comparison ends early.
const EARLY_DEALS: [usize; 2] = [8, 16];
/// A comparison ends early if the lead is below this …
const MIN_EARLY_LEAD: f64 = 0.03;
/// … or exceeds the least lead by this many standard errors.
const EARLY_STANDARD_ERRORS: f64 = 4.0;

impl Miner {
    /// Plays a line up to the end of the round, tiles and charges all boards; `None` if the line
    /// ends earlier.
    pub(super) fn end_of_round(&mut self, position: &Position, line: &[Move]) -> Option<Position> {
        let mut end = *position;
        for &m in line {
            end.play(m).ok()?;
        }
        self.finish_round(end)
    }

    /// Lets the bot tile all boards that are not tiled yet, and charges the floors; `None` if tiles
    /// are still on offer.
    pub(super) fn finish_round(&mut self, mut end: Position) -> Option<Position> {
        if end.phase() == Phase::Offer {
            return None;
        }
        while end.phase() == Phase::Tiling {
            if end.is_ready_to_settle() {
                end.settle().ok()?;
            } else {
                let Ok(Decision::Place(placement)) = self.tiler.decide(&end) else {
                    return None;
                };
                end.tile(end.to_move(), placement).ok()?;
            }
        }
        Some(end)
    }

    /// Checks that the first of two round ends is better for a player: the mean lead in win
    /// probability after the same deals must exceed 6 % and three standard errors.
    pub(super) fn compare_after_deals(
        &mut self,
        solver: Seat,
        best: &Position,
        second: &Position,
    ) -> Result<(), Unsound> {
        let mut leads = Vec::new();
        let mut lead = DealMean {
            mean: 0.0,
            error: 0.0,
        };
        for deal in 0..self.effort.deals {
            let [best, second] = [best, second].map(|end| self.value_after_deal(solver, end, deal));
            leads.push(best - second);
            lead = DealMean::of(&leads).unwrap_or(lead);
            if EARLY_DEALS.contains(&leads.len()) {
                if lead.mean - MIN_SEARCHED_LEAD > EARLY_STANDARD_ERRORS * lead.error {
                    return Ok(());
                }
                if lead.mean < MIN_EARLY_LEAD {
                    break;
                }
            }
        }
        if lead.mean <= 0.0 {
            Err(Unsound::Reversed)
        } else if lead.mean > MIN_SEARCHED_LEAD && lead.mean > MIN_STANDARD_ERRORS * lead.error {
            Ok(())
        } else {
            Err(Unsound::Deals)
        }
    }

    /// Returns a player's win probability after a deal, or the result if the game is over.
    fn value_after_deal(&mut self, solver: Seat, end: &Position, deal: u64) -> f64 {
        if let Some(outcome) = end.outcome() {
            let winners: Vec<Seat> = outcome.winners().collect();
            let share = 1.0 / winners.len() as f64;
            return if winners.contains(&solver) {
                share
            } else {
                0.0
            };
        }
        let mut dealt = *end;
        dealt.deal_at_random(&mut FastRng::for_game(0, deal));
        self.engine.new_game();
        let limits = nodes(self.effort.deal_nodes);
        let stop = AtomicBool::new(false);
        let equal = 1.0 / dealt.players().count() as f64;
        if dealt.players().count() > 2 {
            let analysis = analyse_position(&mut self.engine, &dealt, limits, 1, &stop);
            return analysis.map_or(equal, |analysis| analysis.moves[0].win[solver.index()]);
        }
        let Ok(found) = self.engine.search(&dealt, limits, MultiPv::BEST, &stop) else {
            return equal;
        };
        let value = win_probability(found.value());
        if dealt.to_move() == solver {
            value
        } else {
            1.0 - value
        }
    }
}
