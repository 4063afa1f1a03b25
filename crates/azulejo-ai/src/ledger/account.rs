//! The entries of a ledger and their sums.

use azulejo_rules::{Board, Move, PlacementList, Seat, Wall};

use super::before_deal::before_deal;
use super::driver::{GameAnalysis, JobResult};
use super::grade::{Grade, Severity};
use super::history::RoundHistory;
use super::value::{Values, of_boards, tiled_by_search};
use crate::eval::Evaluator;

/// A move is not a decision if the second-best move is worse by at least this much.
const ONLY_CHOICE_GAP: f64 = 0.2;

/// A deal: the change is luck.
#[derive(Clone, PartialEq, Debug)]
pub struct DealEntry {
    /// The round, counted from 1.
    pub round: usize,
    /// The values before the deal.
    pub before: Values,
    /// The values after the deal.
    pub after: Values,
    /// The mean value after the other deals.
    pub sampled: Values,
    /// The number of other deals that were worse for each player.
    pub worse: Vec<usize>,
    /// The number of other deals.
    pub other_deals: usize,
}

/// A move of the factory offer.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveEntry {
    /// The round, counted from 1.
    pub round: usize,
    /// The number of the move in its round, counted from 1.
    pub number: usize,
    /// The player who made the move.
    pub seat: Seat,
    /// The move played.
    pub played: Move,
    /// The best move.
    pub best: Move,
    /// The values before the move.
    pub before: Values,
    /// The values after the move.
    pub after: Values,
    /// Whether the search before the move reached the end of the round on every line.
    pub exact: bool,
    /// Whether the player had more than one sensible choice.
    pub decision: bool,
}

/// A player's choice of columns on the grey wall at the end of a round.
#[derive(Clone, PartialEq, Debug)]
pub struct TilingEntry {
    /// The round, counted from 1.
    pub round: usize,
    /// The player.
    pub seat: Seat,
    /// The placements made.
    pub played: PlacementList,
    /// The best placements.
    pub best: PlacementList,
    /// The values before the tiling, if everyone else tiles best.
    pub before: Values,
    /// The values after the tiling.
    pub after: Values,
}

/// The end of a round, at which the evaluator's estimate is replaced by the value before the next
/// deal: the change is a revision.
#[derive(Clone, PartialEq, Debug)]
pub struct BoundaryEntry {
    /// The finished round, counted from 1.
    pub round: usize,
    /// The evaluator's estimate.
    pub before: Values,
    /// The value before the next deal, or the result of the game.
    pub after: Values,
}

/// A unit of the account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Shares of the win.
    Win,
    /// Leads in points.
    Points,
}

impl Measure {
    fn of(self, values: &Values) -> &[f64] {
        match self {
            Self::Win => &values.win,
            Self::Points => &values.points,
        }
    }
}

/// One player's account in one measure: start + luck − loss + gained + revision + given up is the
/// result, or the value of an unfinished game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Account {
    /// The value before the first deal.
    pub start: f64,
    /// The luck of all deals.
    pub luck: f64,
    /// The sum of the losses by the player's own moves and tilings; never negative.
    pub loss: f64,
    /// The sum of the changes by the others' moves and tilings.
    pub gained: f64,
    /// The sum of all revisions.
    pub revision: f64,
    /// The change because a player gave up.
    pub given_up: f64,
    /// The result, or the value of an unfinished game.
    pub end: f64,
}

/// The ledger of one player.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerLedger {
    /// The player.
    pub seat: Seat,
    /// The account in shares of the win.
    pub win: Account,
    /// The account in points.
    pub points: Account,
    /// The number of moves and tilings.
    pub moves: usize,
    /// The number of moves and tilings with more than one sensible choice.
    pub decisions: usize,
    /// The mean loss of win probability per decision.
    pub mean_loss: f64,
    /// The grade by mean loss per decision.
    pub grade: Grade,
    /// The number of slips, mistakes and blunders.
    pub errors: [usize; 3],
}

/// The ledger of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Ledger {
    /// The deals, in order.
    pub deals: Vec<DealEntry>,
    /// The moves, in order.
    pub moves: Vec<MoveEntry>,
    /// The tilings on the grey wall, in order.
    pub tilings: Vec<TilingEntry>,
    /// The boundaries between rounds, in order.
    pub boundaries: Vec<BoundaryEntry>,
    /// Whether the game has a result; otherwise the accounts end with a value.
    pub finished: bool,
    /// The player who gave up, if the game ended so.
    pub given_up: Option<Seat>,
    /// The players, by seat.
    pub players: Vec<PlayerLedger>,
}

/// The parts of a step by a player: the loss and what the others gained, or a revision.
#[derive(Clone, PartialEq, Debug)]
pub struct StepParts {
    /// The loss of the player who moved.
    pub loss: f64,
    /// The change for every other player, and 0 for the player who moved.
    pub gained: Vec<f64>,
    /// The change for every player if the player who moved seems better off than before.
    pub revision: Vec<f64>,
}

impl StepParts {
    /// Divides the step of a player in one measure.
    #[must_use]
    pub fn new(measure: Measure, seat: Seat, before: &Values, after: &Values) -> Self {
        let change = change(measure, before, after);
        let own = change[seat.index()];
        let none = vec![0.0; change.len()];
        if own > 0.0 {
            return Self {
                loss: 0.0,
                gained: none,
                revision: change,
            };
        }
        let mut gained = change;
        gained[seat.index()] = 0.0;
        Self {
            loss: 0.0 - own,
            gained,
            revision: none,
        }
    }
}

/// Returns the change of each player's value.
pub(super) fn change(measure: Measure, before: &Values, after: &Values) -> Vec<f64> {
    let both = measure.of(before).iter().zip(measure.of(after));
    both.map(|(before, after)| after - before).collect()
}

impl DealEntry {
    /// Returns the luck of each player.
    #[must_use]
    pub fn luck(&self, measure: Measure) -> Vec<f64> {
        change(measure, &self.before, &self.after)
    }
}

impl BoundaryEntry {
    /// Returns the revision of each player's value.
    #[must_use]
    pub fn revision(&self, measure: Measure) -> Vec<f64> {
        change(measure, &self.before, &self.after)
    }
}

impl MoveEntry {
    /// Returns the parts of the step.
    #[must_use]
    pub fn parts(&self, measure: Measure) -> StepParts {
        StepParts::new(measure, self.seat, &self.before, &self.after)
    }

    /// Returns the loss of win probability and of points.
    #[must_use]
    pub fn loss(&self) -> (f64, f64) {
        (
            self.parts(Measure::Win).loss,
            self.parts(Measure::Points).loss,
        )
    }

    /// Returns the severity of the loss, if it is considerable.
    #[must_use]
    pub fn severity(&self) -> Option<Severity> {
        let (loss, points_lost) = self.loss();
        Severity::of(self.before.win[self.seat.index()], loss, points_lost)
    }
}

impl TilingEntry {
    /// Returns the parts of the step.
    #[must_use]
    pub fn parts(&self, measure: Measure) -> StepParts {
        StepParts::new(measure, self.seat, &self.before, &self.after)
    }

    /// Returns the severity of the loss, if it is considerable.
    #[must_use]
    pub fn severity(&self) -> Option<Severity> {
        let loss = self.parts(Measure::Win).loss;
        let points_lost = self.parts(Measure::Points).loss;
        Severity::of(self.before.win[self.seat.index()], loss, points_lost)
    }
}

impl Ledger {
    pub(super) fn new(analysis: &GameAnalysis, evaluator: &Evaluator) -> Self {
        let history = analysis.history();
        let mut ledger = Self {
            deals: Vec::new(),
            moves: Vec::new(),
            tilings: Vec::new(),
            boundaries: Vec::new(),
            finished: false,
            given_up: history.given_up.as_ref().map(|(seat, _)| *seat),
            players: Vec::new(),
        };
        let players = history.last.players().count();
        let mut start = None;
        // The value reached so far, before the next entry.
        let mut value = equal_values(players);
        for (i, round) in history.rounds.iter().enumerate() {
            let number = i + 1;
            let others = analysis.other_deals(number);
            let estimate = (number > 1).then_some(&value);
            let before = before_deal(&others, estimate, number, analysis.effort())
                .unwrap_or_else(|| value.clone());
            if number > 1 {
                ledger.boundaries.push(BoundaryEntry {
                    round: number - 1,
                    before: value,
                    after: before.clone(),
                });
            }
            start.get_or_insert_with(|| before.clone());
            value = ledger.add_round(analysis, evaluator, number, round, before, &others);
        }
        if let Some(result) = Values::of_outcome(&history.last) {
            if value != result {
                ledger.boundaries.push(BoundaryEntry {
                    round: history.rounds.len(),
                    before: value,
                    after: result.clone(),
                });
            }
            ledger.finished = true;
            value = result;
        }
        let mut end = value.clone();
        if let Some((_, shares)) = &history.given_up {
            ledger.finished = true;
            end.win.clone_from(shares);
        }
        let start = start.unwrap_or_else(|| value.clone());
        ledger.players = (0..players)
            .map(|i| ledger.player(Seat::ALL[i], &start, &value, &end))
            .collect();
        ledger
    }

    /// Adds the entries of a round and returns the value at its end.
    fn add_round(
        &mut self,
        analysis: &GameAnalysis,
        evaluator: &Evaluator,
        number: usize,
        round: &RoundHistory,
        before: Values,
        others: &[Values],
    ) -> Values {
        let mut values: Vec<Values> = (0..round.moves.len())
            .map(|moves| analysis.at(number, moves).values.clone())
            .collect();
        let prepared = evaluator.after_round(&round.dealt);
        let tiled = round.end.map(|end| (end, tiled_by_search(&prepared, &end)));
        values.push(match &tiled {
            Some((end, boards)) => of_boards(&prepared, end, boards),
            None => analysis.at(number, round.moves.len()).values.clone(),
        });
        if round.dealt.players().count() == 2 {
            raise_to_played(round, &mut values);
        }
        self.deals.push(DealEntry {
            round: number,
            sampled: Values::mean(others.iter()).unwrap_or_else(|| before.clone()),
            worse: worse_deals(&values[0], others),
            other_deals: others.len(),
            before,
            after: values[0].clone(),
        });
        for (moves, (position, played)) in round.moves.iter().enumerate() {
            let found = analysis.at(number, moves);
            let mut entry = MoveEntry {
                round: number,
                number: moves + 1,
                seat: position.to_move(),
                played: *played,
                best: found.best,
                before: values[moves].clone(),
                after: values[moves + 1].clone(),
                exact: found.exact,
                decision: is_decision(found),
            };
            if entry.parts(Measure::Win).loss == 0.0 {
                entry.best = *played;
            }
            self.moves.push(entry);
        }
        let mut value = values.swap_remove(round.moves.len());
        let (Some((end, mut boards)), Some(settled)) = (tiled, &round.settled) else {
            return value;
        };
        for seat in end.start().clockwise(end.players()) {
            let actual = *settled.board(seat);
            let options = tilings(end.wall(), end.board(seat));
            if options < 2 {
                continue;
            }
            boards[seat.index()] = actual;
            let after = of_boards(&prepared, &end, &boards);
            let own = round.placements.iter().filter(|(s, _)| *s == seat);
            self.tilings.push(TilingEntry {
                round: number,
                seat,
                played: own.map(|(_, placement)| *placement).collect(),
                best: prepared.best_tiling(end.board(seat), true).0,
                before: value,
                after: after.clone(),
            });
            value = after;
        }
        value
    }

    fn player(&self, seat: Seat, start: &Values, value: &Values, end: &Values) -> PlayerLedger {
        let moves = self.moves.iter().filter(|m| m.seat == seat);
        let tilings = self.tilings.iter().filter(|t| t.seat == seat);
        let mut errors = [0; 3];
        let severities = moves.clone().filter_map(MoveEntry::severity);
        for severity in severities.chain(tilings.clone().filter_map(TilingEntry::severity)) {
            errors[severity as usize] += 1;
        }
        let losses: Vec<f64> = moves
            .clone()
            .filter(|m| m.decision)
            .map(|m| m.parts(Measure::Win).loss)
            .chain(tilings.clone().map(|t| t.parts(Measure::Win).loss))
            .collect();
        let mean_loss = losses.iter().sum::<f64>() / losses.len().max(1) as f64;
        PlayerLedger {
            seat,
            win: self.account(Measure::Win, seat, start, value, end),
            points: self.account(Measure::Points, seat, start, value, end),
            moves: moves.count() + tilings.count(),
            decisions: losses.len(),
            mean_loss,
            grade: Grade::of(mean_loss),
            errors,
        }
    }

    fn account(
        &self,
        measure: Measure,
        seat: Seat,
        start: &Values,
        value: &Values,
        end: &Values,
    ) -> Account {
        let i = seat.index();
        let mut account = Account {
            start: measure.of(start)[i],
            end: measure.of(end)[i],
            given_up: measure.of(end)[i] - measure.of(value)[i],
            ..Account::default()
        };
        for deal in &self.deals {
            account.luck += deal.luck(measure)[i];
        }
        for boundary in &self.boundaries {
            account.revision += boundary.revision(measure)[i];
        }
        let moves = self.moves.iter().map(|m| (m.seat, m.parts(measure)));
        let tilings = self.tilings.iter().map(|t| (t.seat, t.parts(measure)));
        for (mover, parts) in moves.chain(tilings) {
            if mover == seat {
                account.loss += parts.loss;
            }
            account.gained += parts.gained[i];
            account.revision += parts.revision[i];
        }
        account
    }
}

impl Account {
    /// Returns the sum of all parts, which equals `end` up to rounding.
    #[must_use]
    pub fn sum(&self) -> f64 {
        self.start + self.luck - self.loss + self.gained + self.revision + self.given_up
    }
}

/// Raises the value before each move to the value after it, if the search of the next position
/// found more for the player who moved: the played move was at least that good.
///
/// With more than two players the values before and after a move are those of different searching
/// players, so that such a difference proves nothing; it remains as a revision.
fn raise_to_played(round: &RoundHistory, values: &mut [Values]) {
    for (i, (position, _)) in round.moves.iter().enumerate().rev() {
        let seat = position.to_move().index();
        if values[i + 1].win[seat] > values[i].win[seat] {
            values[i] = values[i + 1].clone();
        }
    }
}

fn equal_values(players: usize) -> Values {
    Values {
        win: vec![1.0 / players as f64; players],
        points: vec![0.0; players],
    }
}

/// Returns, for each player, the number of other deals with a lower value.
fn worse_deals(after: &Values, others: &[Values]) -> Vec<usize> {
    let players = 0..after.win.len();
    players
        .map(|i| others.iter().filter(|o| o.win[i] < after.win[i]).count())
        .collect()
}

fn is_decision(found: &JobResult) -> bool {
    found.gap.is_some_and(|gap| gap < ONLY_CHOICE_GAP)
}

/// Returns the number of ways to tile a board.
fn tilings(wall: Wall, board: &Board) -> usize {
    if wall == Wall::Coloured {
        return 1;
    }
    let mut count = 0;
    board.for_each_tiling(wall, &mut |_, _| count += 1);
    count
}
