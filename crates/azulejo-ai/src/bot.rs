//! Bots: the players that decide moves and tilings.

use core::fmt;
use core::sync::atomic::AtomicBool;
use core::time::Duration;

use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Move, Phase, Placement, PlacementList, Position, Seat};

use crate::baseline;
use crate::clock::{Clock, system_clock};
use crate::eval::{Evaluator, Nets};
use crate::levels::{Attention, Strategy, evaluator, strategy};
use crate::search::{Engine, Limits, MultiPv, margin_of};
use crate::spec::{BotSpec, Limit};
use crate::uct::{self, Rollout};

/// A decision of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// Play a move in the factory offer.
    Move(Move),
    /// Place the tile of a complete line.
    Place(Placement),
}

/// The error returned when a position leaves the bot nothing to decide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NothingToDecide(pub Phase);

impl fmt::Display for NothingToDecide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Phase::Offer => "no tiles are on offer",
            Phase::Tiling => "there are no lines to tile, only floors to charge",
            Phase::Refill => "the position is waiting for a deal",
            Phase::Over => "the game is over",
        })
    }
}

impl core::error::Error for NothingToDecide {}

/// A bot with its strategy, search engine and random number generator.
pub struct Bot {
    spec: BotSpec,
    strategy: Strategy,
    rng: FastRng,
    engine: Option<Engine>,
    /// The rollout policy of a tree search.
    rollout: Rollout,
    clock: Clock,
}

impl Bot {
    /// Creates a bot. Unless its limit is a time, equal seeds and positions give equal decisions.
    #[cfg(feature = "embedded-networks")]
    #[must_use]
    pub fn new(spec: impl Into<BotSpec>, seed: u64) -> Self {
        Self::with_nets(spec, seed, Nets::shipped())
    }

    /// Creates a bot that evaluates with the given networks.
    #[must_use]
    pub fn with_nets(spec: impl Into<BotSpec>, seed: u64, nets: &Nets) -> Self {
        let spec = spec.into();
        let strategy = with_limit(strategy(spec.id), spec.limit);
        let engine =
            matches!(strategy, Strategy::Search(..)).then(|| Engine::new(evaluator(spec.id, nets)));
        Self {
            spec,
            strategy,
            rng: FastRng::new(seed),
            engine,
            rollout: Rollout::ToGameEnd,
            clock: system_clock,
        }
    }

    /// Creates a searching bot with a custom engine; `None` if the bot does not use alpha-beta
    /// search.
    #[must_use]
    pub fn with_engine(spec: impl Into<BotSpec>, engine: Engine) -> Option<Self> {
        let spec = spec.into();
        let strategy = with_limit(strategy(spec.id), spec.limit);
        matches!(strategy, Strategy::Search(..)).then(|| Self {
            spec,
            strategy,
            rng: FastRng::new(0),
            engine: Some(engine),
            rollout: Rollout::ToGameEnd,
            clock: system_clock,
        })
    }

    /// Creates a tree-search bot whose rollouts stop at the end of the round, where `evaluator`
    /// scores the boards; `None` if the bot does not use tree search.
    #[must_use]
    pub fn uct_with_evaluator(spec: impl Into<BotSpec>, evaluator: Evaluator) -> Option<Self> {
        let bot = Self::with_nets(spec, 0, &Nets::none());
        matches!(bot.strategy, Strategy::Uct(_)).then(|| Self {
            rollout: Rollout::ToRoundEnd(evaluator),
            ..bot
        })
    }

    /// Replaces the clock that time limits are measured with.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self.engine = self.engine.map(|engine| engine.with_clock(clock));
        self
    }

    /// Bounds the time of each search, besides the limits of the bot itself.
    #[must_use]
    pub fn with_time_ceiling(mut self, ceiling: Duration) -> Self {
        if let Strategy::Search(limits, _) | Strategy::Uct(limits) = &mut self.strategy {
            limits.time = Some(limits.time.map_or(ceiling, |time| time.min(ceiling)));
        }
        self
    }

    /// Returns the bot's spec.
    #[must_use]
    pub const fn spec(&self) -> BotSpec {
        self.spec
    }

    /// Resets the bot for a new game with another seed.
    pub fn new_game(&mut self, seed: u64) {
        self.rng = FastRng::new(seed);
        if let Some(engine) = &mut self.engine {
            engine.new_game();
        }
    }

    /// Returns the bot's decision for the player to move.
    ///
    /// # Errors
    /// If there is nothing to decide.
    pub fn decide(&mut self, position: &Position) -> Result<Decision, NothingToDecide> {
        self.decide_until(position, &AtomicBool::new(false))
    }

    /// Like [`decide`](Self::decide), but returns the best decision found so far once `stop` is
    /// set.
    ///
    /// # Errors
    /// If there is nothing to decide.
    pub fn decide_until(
        &mut self,
        position: &Position,
        stop: &AtomicBool,
    ) -> Result<Decision, NothingToDecide> {
        match position.phase() {
            Phase::Offer => self.choose_move(position, stop).map(Decision::Move),
            Phase::Tiling => self
                .tile(position, position.to_move())
                .first()
                .map(|&placement| Decision::Place(placement))
                .ok_or(NothingToDecide(Phase::Tiling)),
            phase => Err(NothingToDecide(phase)),
        }
    }

    fn choose_move(
        &mut self,
        position: &Position,
        stop: &AtomicBool,
    ) -> Result<Move, NothingToDecide> {
        Ok(match self.strategy {
            Strategy::Random => baseline::random_move(position, &mut self.rng),
            Strategy::Greedy => baseline::greedy_move(position, Attention::FULL, &mut self.rng),
            Strategy::Inattentive(attention) => {
                baseline::greedy_move(position, attention, &mut self.rng)
            }
            Strategy::Uct(limits) => {
                let limits = (limits, self.clock);
                uct::search(position, &self.rollout, limits, &mut self.rng, stop)?.best
            }
            Strategy::Search(limits, attention) => {
                let engine = self.engine.as_mut().expect("a searching bot has an engine");
                let multi_pv = if attention.is_full() {
                    MultiPv::BEST
                } else {
                    MultiPv::ALL
                };
                let found = engine.search(position, limits, multi_pv, stop)?;
                if attention.is_full() {
                    found.best()
                } else {
                    inattentive_move(
                        position,
                        &found.moves,
                        attention,
                        engine.evaluator(),
                        &mut self.rng,
                    )
                }
            }
        })
    }

    /// Returns the placements for all complete lines of a player, top to bottom; empty if there are
    /// none.
    pub fn tile(&mut self, position: &Position, seat: Seat) -> PlacementList {
        match (&self.engine, self.strategy) {
            (_, Strategy::Random) => baseline::random_tiling(position, seat, &mut self.rng),
            (Some(engine), _) => best_tiling(position, seat, engine.evaluator()),
            (None, _) => baseline::greedy_tiling(position, seat),
        }
    }
}

/// Replaces the strategy's default limits by `limit`, if given.
fn with_limit(strategy: Strategy, limit: Option<Limit>) -> Strategy {
    let Some(limit) = limit else { return strategy };
    let mut limits = Limits::default();
    match limit {
        Limit::Time(time) => limits.time = Some(time),
        Limit::Nodes(nodes) => limits.nodes = Some(nodes),
        Limit::Depth(depth) => limits.depth = Some(depth),
    }
    match strategy {
        Strategy::Uct(_) => Strategy::Uct(limits),
        Strategy::Search(_, attention) => Strategy::Search(limits, attention),
        other => other,
    }
}

/// Returns the best move as seen by an inattentive player, who misses some groups of tiles and
/// sometimes ignores floor costs.
fn inattentive_move(
    position: &Position,
    moves: &[(Move, i32)],
    attention: Attention,
    evaluator: &Evaluator,
    rng: &mut FastRng,
) -> Move {
    let missed = missed_groups(position, attention, rng);
    let seen = |m: &Move| {
        missed
            .iter()
            .all(|&(s, c)| (s, c) != (m.source(), m.colour()))
    };
    // Decided once for all moves: if each of fifty moves were misjudged independently, a misjudged
    // one would nearly always look best.
    let ignores_floor = with_probability(rng, attention.p_ignore_floor);
    let scale = f64::from(evaluator.after_round(position).scale(true));
    moves
        .iter()
        .filter(|(m, _)| seen(m))
        .map(|&(m, utility)| {
            let cost = if ignores_floor {
                floor_charge(position, m)
            } else {
                0
            };
            (m, margin_of(utility, scale) + f64::from(cost))
        })
        .max_by(|(_, one), (_, other)| one.total_cmp(other))
        .map_or(moves[0].0, |(m, _)| m)
}

/// The points that a move loses on the floor, limited by the points the player has.
fn floor_charge(position: &Position, m: Move) -> u16 {
    let preview = position.preview(m).expect("the search returns legal moves");
    let seat = position.to_move();
    let mut after = *position;
    after.play_unchecked(m);
    let end = after.round_end(seat);
    let gained: u16 = end
        .lines
        .iter()
        .filter_map(|line| line.points)
        .map(azulejo_rules::TilePoints::total)
        .sum();
    let paid = (end.score.0 + gained).saturating_sub(end.score.1);
    (preview.floor_cost.1 - preview.floor_cost.0).min(paid)
}

/// Returns the groups of tiles that an inattentive player misses; never all of them.
pub(crate) fn missed_groups(
    position: &Position,
    attention: Attention,
    rng: &mut FastRng,
) -> Vec<(azulejo_rules::Source, azulejo_rules::Colour)> {
    let mut groups: Vec<_> = position
        .legal_moves()
        .iter()
        .map(|m| (m.source(), m.colour()))
        .collect();
    groups.dedup();
    let kept = below(rng, groups.len() as u32) as usize;
    groups.remove(kept);
    groups.retain(|_| with_probability(rng, attention.p_miss_group));
    groups
}

pub(crate) fn with_probability(rng: &mut FastRng, probability: f32) -> bool {
    (below(rng, 1 << 16) as f32) < probability * 65_536.0
}

/// Returns the tiling that leaves the board with the highest value.
pub(crate) fn best_tiling(position: &Position, seat: Seat, evaluator: &Evaluator) -> PlacementList {
    let (placements, ..) = evaluator
        .after_round(position)
        .best_tiling(position.board(seat), true);
    placements
}
