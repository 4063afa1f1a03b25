//! What a batch of appends comes to, worked out before anything is written.
//!
//! The rows of all games in the batch are locked when this is computed, so nothing it is based on
//! can change before the commit. Appends to the same game see each other in their order.

use std::collections::{BTreeMap, HashMap};

use crate::{Append, Appended, CommandKey, GameId, GameSummary, NewEvent, SeatRow, StoreError};

/// An event to be written.
#[derive(Debug)]
pub(crate) struct PlannedEvent<'a> {
    pub(crate) game: GameId,
    pub(crate) ply: u32,
    pub(crate) event: &'a NewEvent,
    pub(crate) command: Option<&'a CommandKey>,
}

/// What is to be written, and what each caller will be told when it has been.
#[derive(Default)]
pub(crate) struct Plan<'a> {
    pub(crate) outcomes: Vec<Result<Appended, StoreError>>,
    pub(crate) events: Vec<PlannedEvent<'a>>,
    pub(crate) games: BTreeMap<GameId, GameChange<'a>>,
    pub(crate) seats: BTreeMap<(GameId, u8), &'a SeatRow>,
}

/// What becomes of one game's row.
#[derive(Default)]
pub(crate) struct GameChange<'a> {
    pub(crate) next: u32,
    pub(crate) changed_ms: Option<i64>,
    pub(crate) summary: Option<&'a GameSummary>,
}

impl<'a> Plan<'a> {
    /// Plans with the next free ply of every game that exists.
    pub(crate) fn new(appends: &[&'a Append], mut next: HashMap<GameId, u32>) -> Self {
        let mut plan = Self::default();
        for append in appends {
            let outcome = plan.add(append, &mut next);
            plan.outcomes.push(outcome);
        }
        plan
    }

    /// Whether nothing is to be written.
    pub(crate) fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The games that have more events afterwards, with their next free ply.
    pub(crate) fn grown(&self) -> Vec<(GameId, u32)> {
        let grown = self
            .games
            .iter()
            .filter(|(_, change)| change.changed_ms.is_some());
        grown.map(|(game, change)| (*game, change.next)).collect()
    }

    fn add(
        &mut self,
        append: &'a Append,
        known: &mut HashMap<GameId, u32>,
    ) -> Result<Appended, StoreError> {
        let game = append.game;
        let Some(next) = known.get_mut(&game) else {
            return Err(StoreError::NoSuchGame(game));
        };
        if append.expect != *next {
            return Ok(Appended::Stale { next: *next });
        }
        let last = append.events.len().wrapping_sub(1);
        for (index, event) in append.events.iter().enumerate() {
            self.events.push(PlannedEvent {
                game,
                ply: *next,
                event,
                command: append.command.as_ref().filter(|_| index == last),
            });
            *next += 1;
        }
        let next = *next;
        let change = self.games.entry(game).or_default();
        change.next = next;
        change.changed_ms = append
            .events
            .last()
            .map(|event| event.at_ms)
            .or(change.changed_ms);
        change.summary = append.summary.as_ref().or(change.summary);
        for row in append.seats.iter().flatten() {
            self.seats.insert((game, row.seat), row);
        }
        Ok(Appended::Committed { next })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlayerId;

    fn game(number: u8) -> GameId {
        GameId::from_entropy([number; 16])
    }

    fn append(number: u8, expect: u32, bodies: &[&str], command: Option<u8>) -> Append {
        let event = |body: &&str| NewEvent {
            kind: "move".to_owned(),
            body: (*body).to_owned(),
            rules_version: 1,
            state_hash: String::new(),
            at_ms: i64::from(expect),
        };
        Append {
            game: game(number),
            expect,
            events: bodies.iter().map(event).collect(),
            command: command.map(|number| CommandKey {
                player: PlayerId::from_entropy([1; 16]),
                number: [number; 16],
            }),
            summary: None,
            seats: None,
        }
    }

    fn known(games: &[(u8, u32)]) -> HashMap<GameId, u32> {
        games
            .iter()
            .map(|&(number, next)| (game(number), next))
            .collect()
    }

    fn check(
        appends: &[Append],
        known: HashMap<GameId, u32>,
        expected: &[Result<Appended, StoreError>],
    ) {
        let appends: Vec<_> = appends.iter().collect();
        let plan = Plan::new(&appends, known);
        assert_eq!(plan.outcomes, expected);
    }

    #[test]
    fn appends_to_one_game_see_each_other() {
        let appends = [
            append(1, 5, &["a", "b"], None),
            append(1, 5, &["c"], None),
            append(1, 7, &["d"], None),
            append(2, 0, &["e"], None),
        ];
        let refs: Vec<_> = appends.iter().collect();
        let plan = Plan::new(&refs, known(&[(1, 5), (2, 0)]));
        assert_eq!(
            plan.outcomes,
            [
                Ok(Appended::Committed { next: 7 }),
                Ok(Appended::Stale { next: 7 }),
                Ok(Appended::Committed { next: 8 }),
                Ok(Appended::Committed { next: 1 }),
            ]
        );
        let written: Vec<_> = plan
            .events
            .iter()
            .map(|planned| (planned.ply, &*planned.event.body))
            .collect();
        assert_eq!(written, [(5, "a"), (6, "b"), (7, "d"), (0, "e")]);
        assert_eq!(plan.games[&game(1)].next, 8);
        assert_eq!(plan.games[&game(1)].changed_ms, Some(7));
        assert_eq!(plan.grown(), [(game(1), 8), (game(2), 1)]);
    }

    #[test]
    fn a_command_is_kept_with_its_last_event() {
        let appends = [
            append(1, 3, &["a", "b"], Some(9)),
            append(1, 3, &["c"], Some(9)),
            append(1, 5, &["d"], None),
            append(1, 6, &["e"], Some(4)),
        ];
        let refs: Vec<_> = appends.iter().collect();
        let plan = Plan::new(&refs, known(&[(1, 3)]));
        assert_eq!(
            plan.outcomes,
            [
                Ok(Appended::Committed { next: 5 }),
                // A repetition finds its ply taken.
                Ok(Appended::Stale { next: 5 }),
                Ok(Appended::Committed { next: 6 }),
                Ok(Appended::Committed { next: 7 }),
            ]
        );
        let commands: Vec<_> = plan
            .events
            .iter()
            .map(|planned| {
                (
                    planned.ply,
                    planned.command.map(|command| command.number[0]),
                )
            })
            .collect();
        assert_eq!(commands, [(3, None), (4, Some(9)), (5, None), (6, Some(4))]);
    }

    #[test]
    fn a_ply_that_is_too_high_is_as_stale_as_one_that_is_too_low() {
        check(
            &[append(1, 9, &["a"], None), append(7, 0, &["a"], None)],
            known(&[(1, 3)]),
            &[
                Ok(Appended::Stale { next: 3 }),
                Err(StoreError::NoSuchGame(game(7))),
            ],
        );
    }

    #[test]
    fn without_events_the_game_has_not_grown() {
        let appends = [append(1, 3, &[], None)];
        let refs: Vec<_> = appends.iter().collect();
        let plan = Plan::new(&refs, known(&[(1, 3)]));
        assert_eq!(plan.outcomes, [Ok(Appended::Committed { next: 3 })]);
        assert_eq!(plan.grown(), []);
        assert!(!plan.is_empty());
    }
}
