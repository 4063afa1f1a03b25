//! Properties of random games: no clock gains time that no standing move has earned, and only an
//! event that changes the position or its mover makes a move stale. Phrases and presence are not
//! commands of a table; what follows from presence is: votes, counts of votes, returns.

use azulejo_rules::rng::below;

use super::*;

const START_MS: i64 = 30_000;
const INCREMENT_MS: i64 = 20_000;
const CLOCK: Clock = Clock::RealTime {
    seconds: 30,
    increment: 20,
};
const PEOPLE: [&str; 4] = ["ana", "ben", "cid", "dea"];

/// The rules under test: the current ones, or broken ones as a negative control.
#[derive(Clone, Copy)]
struct Rules {
    clocks: ClockRules,
    is_current: fn(&Table, u32) -> bool,
}

/// What happened in the games of a test, to show that it exercised the rules.
#[derive(Default)]
struct Seen {
    undone: usize,
    given_back: usize,
    taken_over: usize,
    /// Events between the decision on a move and its arrival.
    while_in_flight: usize,
}

/// A move decided after some events, by the player whose turn it was.
struct InFlight {
    seat: Seat,
    ply: u32,
    m: Move,
}

/// A move that was not taken back.
struct StandingMove {
    ply: u32,
    seat: usize,
    /// The time left to each seat before it.
    before: Vec<i64>,
}

struct RandomGame {
    game: TestGame,
    rng: FastRng,
    rules: Rules,
    /// The increments that the standing moves of each seat have earned.
    earned: Vec<i64>,
    /// The standing moves since the last deal.
    round_moves: Vec<StandingMove>,
    in_flight: Option<InFlight>,
}

impl RandomGame {
    fn new(seed: u64, rules: Rules) -> Self {
        let wall = [Wall::Coloured, Wall::Grey][seed as usize % 2];
        let undo = [UndoPolicy::Ask, UndoPolicy::Free][seed as usize / 2 % 2];
        let people = &PEOPLE[..2 + seed as usize % 3];
        let seats = people.iter().map(|name| person(name)).collect();
        let settings = settings(wall, CLOCK, undo);
        let mut game = TestGame::with_rules(settings, seats, rules.clocks);
        for name in people {
            game.send_nonce(name);
        }
        let mut random = Self {
            game,
            rng: FastRng::new(seed),
            rules,
            earned: vec![0; people.len()],
            round_moves: Vec::new(),
            in_flight: None,
        };
        random.decide_on_a_move();
        random
    }

    fn any(&mut self, count: usize) -> usize {
        below(&mut self.rng, count.max(1) as u32) as usize
    }

    /// A command that may come at any time; many are refused.
    fn any_command(&mut self) -> Command {
        let count = self.game.table.seats.len();
        let (index, other) = (self.any(count), self.any(count));
        let (player, own, away) = (id(PEOPLE[index]), seat_at(index), seat_at(other));
        let seat = own.into();
        match self.any(24) {
            0..=7 if self.game.position().phase() == Phase::Offer => {
                let mover = self.game.mover();
                let moves = self.game.position().legal_moves();
                let (ply, m) = (self.game.table.ply(), moves[self.any(moves.len())]);
                match self.game.table.seats[mover.index()].bot() {
                    Some(_) => Command::BotMove {
                        seat: mover,
                        ply,
                        m,
                    },
                    None => Command::Move {
                        player: self.game.player(mover),
                        seat: mover.into(),
                        ply,
                        m,
                    },
                }
            }
            0..=7 => {
                let choosing = self.game.table.choosing();
                let seat = choosing[self.any(choosing.len())];
                let table = &self.game.table;
                let placements = table.leftmost_choice(seat);
                let round = self.game.position().round();
                match table.seats[seat.index()].bot() {
                    Some(_) => Command::BotChoose {
                        seat,
                        round,
                        placements,
                    },
                    None => Command::Choose {
                        player: self.game.player(seat),
                        seat: seat.into(),
                        placements,
                    },
                }
            }
            8..=11 => {
                let targets = self.game.table.undo_to(own);
                let to = targets.get(self.any(targets.len())).copied();
                let to = to.unwrap_or_default();
                Command::Undo { player, seat, to }
            }
            12..=14 => Command::AnswerUndo {
                player,
                seat,
                agree: self.any(4) > 0,
            },
            15 | 16 => Command::Vote {
                player,
                seat,
                away: away.into(),
                absent: vec![away],
            },
            17 => Command::CountVotes {
                away,
                absent: vec![away, own],
            },
            18 => Command::Returned { seat: own },
            19 => Command::TakeBack { player, seat },
            20 if self.any(6) == 0 => Command::Resign { player, seat },
            21 if self.any(6) == 0 => Command::Left { seat: own },
            _ => {
                let until = self.game.time();
                let since = until - Millis::new(self.any(8_000) as i64);
                Command::Resumed { since, until }
            }
        }
    }

    /// Lets some time pass, executes a command and applies deadlines. Returns the violation, if
    /// there is one.
    fn step(&mut self, seen: &mut Seen) -> Result<(), String> {
        self.game.now += self.any(6_000) as i64;
        let mut table = self.game.table.clone();
        let from = self.game.log.len();
        let command = self.any_command();
        let _may_be_refused = self.game.try_run(&command);
        self.game.run(Command::Tick);
        let events = self.game.log[from..].to_vec();
        let mut stale = false;
        for (event, at) in &events {
            stale |= self.makes_stale(event);
            let before = lefts(&table);
            let ply = table.ply();
            apply(&mut table, event, *at).expect("it folds");
            let most = self.most_left(event, ply, before);
            let after = lefts(&table);
            let standing = self.earned.iter().map(|earned| START_MS + earned);
            let mut bounds = most.iter().zip(standing);
            if after.iter().any(|&left| {
                bounds
                    .next()
                    .is_none_or(|(&most, all)| left > most.min(all))
            }) {
                return Err(format!(
                    "{event:?}: {after:?} ms left, at most {most:?} ms earned"
                ));
            }
            match event {
                Event::Undone { .. } => seen.undone += 1,
                Event::Resumed { .. } => seen.given_back += 1,
                Event::TakenOver { .. } => seen.taken_over += 1,
                _ => {}
            }
        }
        if stale || self.in_flight.is_none() {
            self.decide_on_a_move();
        } else {
            seen.while_in_flight += events.len();
        }
        self.check_in_flight()
    }

    /// Returns the most time that each seat may have after an event, and counts the increments
    /// that it earns or takes back.
    fn most_left(&mut self, event: &Event, ply: u32, before: Vec<i64>) -> Vec<i64> {
        let mut most = before.clone();
        match event {
            Event::Moved { seat, .. } => {
                let seat = usize::from(seat.get()) - 1;
                self.round_moves.push(StandingMove { ply, seat, before });
                self.earned[seat] += INCREMENT_MS;
                most[seat] += INCREMENT_MS;
            }
            Event::Undone { to, .. } => {
                let first = self.round_moves.iter().position(|made| made.ply == *to);
                let undone = self
                    .round_moves
                    .split_off(first.expect("a move of this round"));
                for made in &undone {
                    self.earned[made.seat] -= INCREMENT_MS;
                }
                // No seat may have more than before the first of them.
                for (most, before) in most.iter_mut().zip(&undone[0].before) {
                    *most = (*most).min(*before);
                }
            }
            Event::Tiled { .. } => {
                self.round_moves.clear();
                self.earned.iter_mut().for_each(|sum| *sum += INCREMENT_MS);
                most.iter_mut().for_each(|most| *most += INCREMENT_MS);
            }
            _ => {}
        }
        most
    }

    /// Returns whether an event changes the position, or who plays the seat of the move in flight.
    fn makes_stale(&self, event: &Event) -> bool {
        match event {
            Event::Dealt { .. }
            | Event::Moved { .. }
            | Event::Tiled { .. }
            | Event::Undone { .. }
            | Event::Ended { .. } => true,
            Event::TakenOver { seat, .. } | Event::TakenBack { seat } => self
                .in_flight
                .as_ref()
                .is_some_and(|sent| SeatNumber::from(sent.seat) == *seat),
            _ => false,
        }
    }

    fn decide_on_a_move(&mut self) {
        let table = &self.game.table;
        let decides = table.status == Status::Running
            && self.game.position().phase() == Phase::Offer
            && table.seats[self.game.mover().index()]
                .acting_person()
                .is_some();
        self.in_flight = decides.then(|| InFlight {
            seat: self.game.mover(),
            ply: table.ply(),
            m: self.game.position().legal_moves()[0],
        });
    }

    /// Checks that the move in flight would be accepted now.
    fn check_in_flight(&self) -> Result<(), String> {
        let Some(InFlight { seat, ply, m }) = self.in_flight else {
            return Ok(());
        };
        let table = &self.game.table;
        let command = Command::Move {
            player: self.game.player(seat),
            seat: seat.into(),
            ply,
            m,
        };
        let decided = table.decide(&command, self.game.time(), &*self.game.chance);
        match decided {
            Ok(_) if (self.rules.is_current)(table, ply) => Ok(()),
            Ok(_) => Err(format!("a move after {ply} events is stale")),
            Err(problem) => Err(format!("a move after {ply} events is refused: {problem:?}")),
        }
    }
}

fn lefts(table: &Table) -> Vec<i64> {
    let seats = table.all_seats();
    seats.map(|seat| table.clocks.left(seat).get()).collect()
}

/// Plays random games. Returns the first violation.
fn play(rules: Rules, seen: &mut Seen) -> Result<(), String> {
    for seed in 0..120 {
        let mut random = RandomGame::new(seed, rules);
        for step in 0..150 {
            if random.game.table.status != Status::Running {
                break;
            }
            random
                .step(seen)
                .map_err(|error| format!("seed {seed}, step {step}: {error}"))?;
        }
        random.game.check_fold();
    }
    Ok(())
}

const CURRENT: Rules = Rules {
    clocks: ClockRules::CURRENT,
    is_current: Table::is_current,
};

#[test]
fn no_clock_gains_unearned_time_and_no_harmless_event_makes_a_move_stale() {
    for lag in [Millis::ZERO, ClockRules::CURRENT.lag] {
        let clocks = ClockRules {
            lag,
            ..ClockRules::CURRENT
        };
        let mut seen = Seen::default();
        assert_eq!(play(Rules { clocks, ..CURRENT }, &mut seen), Ok(()));
        assert!(seen.undone > 100, "{}", seen.undone);
        assert!(seen.given_back > 500, "{}", seen.given_back);
        assert!(seen.taken_over > 50, "{}", seen.taken_over);
        assert!(seen.while_in_flight > 500, "{}", seen.while_in_flight);
    }
}

/// Negative control: under the legacy rules, a move and its undo refill a low clock.
#[test]
fn refilled_clocks_are_found() {
    let clocks = ClockRules::LEGACY;
    let found = play(Rules { clocks, ..CURRENT }, &mut Seen::default());
    let error = found.expect_err("an undo that refills a clock");
    assert!(error.contains("Undone"), "{error}");
}

/// Negative control: if every event made a move stale, an undo question could block the opponent.
#[test]
fn stale_moves_are_found() {
    let is_current = |table: &Table, ply| table.ply() == ply;
    let rules = Rules {
        is_current,
        ..CURRENT
    };
    let error = play(rules, &mut Seen::default()).expect_err("a stale move");
    assert!(error.contains("is stale"), "{error}");
}
