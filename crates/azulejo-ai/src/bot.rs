//! A bot at the table.

use core::fmt;
use core::sync::atomic::AtomicBool;
use core::time::Duration;

use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Move, Phase, Placement, PlacementList, Position, Seat};

use crate::baseline;
use crate::clock::{Clock, wall_time};
use crate::levels::{Attention, Mind, mind, value};
use crate::search::{Ask, Engine, Limits, lead_of};
use crate::spec::{BotSpec, Limit};
use crate::uct::{self, Rollout};
use crate::value::Value;

/// What a bot wants to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// Play a move of the offer.
    Move(Move),
    /// Tile a line.
    Place(Placement),
}

/// The bot was asked where there is nothing to decide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NothingToDecide(pub Phase);

impl fmt::Display for NothingToDecide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Phase::Offer => "there is no tile on offer",
            Phase::Tiling => "there is no line to tile, only floors to charge",
            Phase::Refill => "the position awaits a deal",
            Phase::Over => "the game is over",
        })
    }
}

impl core::error::Error for NothingToDecide {}

/// A bot at the table: its kind, its memory, and the generator for what it leaves to chance.
pub struct Bot {
    spec: BotSpec,
    mind: Mind,
    rng: FastRng,
    engine: Option<Engine>,
    /// How a tree search values its leaves.
    rollout: Rollout,
    clock: Clock,
}

impl Bot {
    /// A bot; without a limit of time, the same seed and the same positions give the same
    /// decisions.
    #[must_use]
    pub fn new(spec: impl Into<BotSpec>, seed: u64) -> Self {
        let spec = spec.into();
        let mind = limited(mind(spec.id), spec.limit);
        let engine = matches!(mind, Mind::Search(..)).then(|| Engine::new(value(spec.id)));
        Self {
            spec,
            mind,
            rng: FastRng::new(seed),
            engine,
            rollout: Rollout::ToTheEnd,
            clock: wall_time,
        }
    }

    /// A searching bot with an engine of one's own; nothing for bots that do not search.
    #[must_use]
    pub fn with_engine(spec: impl Into<BotSpec>, engine: Engine) -> Option<Self> {
        let spec = spec.into();
        let mind = limited(mind(spec.id), spec.limit);
        matches!(mind, Mind::Search(..)).then(|| Self {
            spec,
            mind,
            rng: FastRng::new(0),
            engine: Some(engine),
            rollout: Rollout::ToTheEnd,
            clock: wall_time,
        })
    }

    /// A tree search that plays at random to the end of the round only and values what it finds;
    /// nothing for bots that search in another way.
    #[must_use]
    pub fn tree_with_value(spec: impl Into<BotSpec>, value: Value) -> Option<Self> {
        let bot = Self::new(spec, 0);
        matches!(bot.mind, Mind::Uct(_)).then(|| Self {
            rollout: Rollout::ToRoundEnd(value),
            ..bot
        })
    }

    /// The same bot, timed by another clock.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self.engine = self.engine.map(|engine| engine.with_clock(clock));
        self
    }

    /// Bounds the time of each search, besides the limits of the bot itself.
    #[must_use]
    pub fn with_time_ceiling(mut self, ceiling: Duration) -> Self {
        if let Mind::Search(limits, _) | Mind::Uct(limits) = &mut self.mind {
            limits.time = Some(limits.time.map_or(ceiling, |time| time.min(ceiling)));
        }
        self
    }

    /// Which bot it is.
    #[must_use]
    pub const fn spec(&self) -> BotSpec {
        self.spec
    }

    /// Starts anew with another seed, as for a new game.
    pub fn new_game(&mut self, seed: u64) {
        self.rng = FastRng::new(seed);
        if let Some(engine) = &mut self.engine {
            engine.forget();
        }
    }

    /// What it wants to do as the player to move.
    ///
    /// # Errors
    /// When there is nothing to decide.
    pub fn decide(&mut self, position: &Position) -> Result<Decision, NothingToDecide> {
        self.decide_until(position, &AtomicBool::new(false))
    }

    /// Like [`decide`](Self::decide); when `stop` becomes true it answers at once with the best it
    /// has found.
    ///
    /// # Errors
    /// When there is nothing to decide.
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
        Ok(match self.mind {
            Mind::Random => baseline::random_move(position, &mut self.rng),
            Mind::Greedy => baseline::greedy_move(position, Attention::FULL, &mut self.rng),
            Mind::Short(attention) => baseline::greedy_move(position, attention, &mut self.rng),
            Mind::Uct(limits) => {
                let limits = (limits, self.clock);
                uct::search(position, &self.rollout, limits, &mut self.rng, stop)?.best
            }
            Mind::Search(limits, attention) => {
                let engine = self.engine.as_mut().expect("a searching bot has an engine");
                let ask = if attention.is_full() {
                    Ask::BEST
                } else {
                    Ask::ALL
                };
                let found = engine.search(position, limits, ask, stop)?;
                if attention.is_full() {
                    found.best()
                } else {
                    inattentive_choice(
                        position,
                        &found.moves,
                        attention,
                        engine.value(),
                        &mut self.rng,
                    )
                }
            }
        })
    }

    /// How it tiles all its complete lines, from top to bottom; empty when it has none.
    pub fn tile(&mut self, position: &Position, seat: Seat) -> PlacementList {
        match (&self.engine, self.mind) {
            (_, Mind::Random) => baseline::random_tiling(position, seat, &mut self.rng),
            (Some(engine), _) => best_tiling(position, seat, engine.value()),
            (None, _) => baseline::greedy_tiling(position, seat),
        }
    }
}

/// The limit that was asked for, in place of the level's own.
fn limited(mind: Mind, limit: Option<Limit>) -> Mind {
    let Some(limit) = limit else { return mind };
    let mut limits = Limits::default();
    match limit {
        Limit::Time(time) => limits.time = Some(time),
        Limit::Nodes(nodes) => limits.nodes = Some(nodes),
        Limit::Depth(depth) => limits.depth = Some(depth),
    }
    match mind {
        Mind::Uct(_) => Mind::Uct(limits),
        Mind::Search(_, attention) => Mind::Search(limits, attention),
        other => other,
    }
}

/// The best of the moves as a player sees them who does not look at everything: some colours on the
/// table are not noticed, and now and then what moves cost on the floor is forgotten.
fn inattentive_choice(
    position: &Position,
    moves: &[(Move, i32)],
    attention: Attention,
    value: &Value,
    rng: &mut FastRng,
) -> Move {
    let unseen = unseen_groups(position, attention, rng);
    let seen = |m: &Move| {
        unseen
            .iter()
            .all(|&(s, c)| (s, c) != (m.source(), m.colour()))
    };
    // Once for all moves: of fifty moves that are each misjudged now and then, the misjudged ones
    // would nearly always look best.
    let forgets_floor = chance(rng, attention.overlooks_floor);
    let scale = f64::from(value.after_round(position).scale(true));
    moves
        .iter()
        .filter(|(m, _)| seen(m))
        .map(|&(m, utility)| {
            let cost = if forgets_floor {
                charged(position, m)
            } else {
                0
            };
            (m, lead_of(utility, scale) + f64::from(cost))
        })
        .max_by(|(_, one), (_, other)| one.total_cmp(other))
        .map_or(moves[0].0, |(m, _)| m)
}

/// What a move costs on the floor, as far as the player has points to pay with.
fn charged(position: &Position, m: Move) -> u16 {
    let preview = position.preview(m).expect("the search gives legal moves");
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

/// The groups of tiles that go unnoticed; never all.
pub(crate) fn unseen_groups(
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
    groups.retain(|_| chance(rng, attention.overlooks_group));
    groups
}

pub(crate) fn chance(rng: &mut FastRng, probability: f32) -> bool {
    (below(rng, 1 << 16) as f32) < probability * 65_536.0
}

/// The tiling after which the board is worth most.
pub(crate) fn best_tiling(position: &Position, seat: Seat, value: &Value) -> PlacementList {
    let (placements, ..) = value
        .after_round(position)
        .best_tiling(position.board(seat), true);
    placements
}
