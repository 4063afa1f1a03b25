//! Attacks on the draws by players who know the server's secret.
//!
//! With the secret and all nonces but one, the holder of the last nonce could try values until the
//! draws suit them (grinding). That needs a nonce to be seen before another one is fixed.

use std::collections::HashSet;

use super::*;
use crate::draw::nonce_commitment;

const PLAYERS: [&str; 3] = ["ana", "ben", "cid"];

fn nonce(byte: u8) -> String {
    const_hex::encode([byte; 32])
}

fn send(player: &str, byte: u8) -> Command {
    Command::Nonce {
        player: id(player),
        nonce: nonce(byte),
    }
}

fn commit(player: &str, seat: u8, byte: u8) -> Command {
    let commitment = nonce_commitment(
        game_id().as_str(),
        seat_at(usize::from(seat) - 1),
        &[byte; 32],
    );
    Command::CommitNonce {
        player: id(player),
        commitment: const_hex::encode(commitment),
    }
}

fn created(draw_scheme: DrawScheme) -> TestGame {
    let seats = vec![person("ana"), SeatSetup::Open, SeatSetup::Open];
    let settings = settings(Wall::Coloured, Clock::None, UndoPolicy::Ask);
    let mut game = TestGame::new(settings, seats);
    let (mut first, at) = game.log.remove(0);
    if let Event::Created {
        draw_scheme: scheme,
        ..
    } = &mut first
    {
        *scheme = draw_scheme;
    }
    game.table = new_table(&first, at).expect("a table");
    game.log = vec![(first, at)];
    game
}

/// Every command before the start that could change what goes into the draws.
fn commands() -> Vec<Command> {
    let mut commands = vec![Command::Tick];
    for (seat, player) in (1..).zip(PLAYERS) {
        for byte in [1, 2] {
            commands.push(commit(player, seat, byte));
            commands.push(send(player, byte));
        }
        commands.push(Command::Unseat {
            player: id(player).into(),
            seat: SeatNumber::new(seat),
        });
        for nonce in [None, Some(nonce(3))] {
            commands.push(Command::Join {
                player: id(player),
                seat: Some(SeatNumber::new(seat)),
                invitation: None,
                nonce,
            });
        }
    }
    commands.push(Command::SeatBot {
        player: id("ana"),
        seat: SeatNumber::new(3),
        level: Level::Tiler,
    });
    commands
}

/// The nonces and commitments of a table.
fn fixed(table: &Table) -> Vec<(Option<String>, Option<String>)> {
    let fixed = table.nonce_commitments.iter().zip(&table.nonces);
    fixed.map(|(c, n)| (c.clone(), n.clone())).collect()
}

/// Walks through every state before the start. Returns the number of states, and a sequence of
/// commands that fixes a nonce after a sealed one (or, under the older scheme, any) was seen.
fn search(scheme: DrawScheme) -> (usize, Option<Vec<Command>>) {
    let game = created(scheme);
    let mut seen = HashSet::new();
    let mut open = vec![(game.table.clone(), Vec::new())];
    while let Some((table, path)) = open.pop() {
        let deadline = table.next_deadline().unwrap_or(table.changed_at);
        for command in commands() {
            // Ticks come when they are due.
            let now = if command == Command::Tick {
                deadline
            } else {
                table.changed_at
            };
            let Ok(decided) = table.decide(&command, now, &*game.chance) else {
                continue;
            };
            let next = decided.table;
            let mut path = path.clone();
            path.push(command);
            // A nonce in the open is the choice of a client that does not hide it.
            let seats = 0..table.seats.len();
            let is_seen = seats.clone().any(|seat| {
                let sealed = table.nonce_commitments[seat].is_some();
                table.nonces[seat].is_some() && (sealed || scheme == DrawScheme::Open)
            });
            let (before, after) = (fixed(&table), fixed(&next));
            let changed = seats
                .clone()
                .any(|seat| match (&before[seat], &after[seat]) {
                    (before, after) if before == after => false,
                    // The only change allowed is the reveal of what was committed to.
                    ((Some(promised), None), (Some(kept), Some(nonce))) => {
                        let nonce = const_hex::decode(nonce).expect("hex");
                        let opened = nonce_commitment(game_id().as_str(), seat_at(seat), &nonce);
                        promised != kept || const_hex::encode(opened) != *promised
                    }
                    _ => true,
                });
            if is_seen && changed {
                return (seen.len(), Some(path));
            }
            let key = (
                fixed(&next),
                next.seats
                    .iter()
                    .map(|s| format!("{:?}", s.occupant))
                    .collect::<Vec<_>>(),
                next.commitments_closed_at.is_some(),
            );
            if next.status == Status::Waiting && seen.insert(key) {
                open.push((next, path));
            }
        }
    }
    (seen.len(), None)
}

#[test]
fn no_command_sequence_fixes_a_nonce_after_a_reveal() {
    let (states, found) = search(DrawScheme::CommitReveal);
    assert_eq!(found, None);
    assert!(states > 100, "only {states} states were reached");
}

/// The control: the search finds the weakness of the older scheme.
#[test]
fn older_scheme_lets_the_last_player_see_the_other_nonces() {
    let (_, found) = search(DrawScheme::Open);
    assert!(found.is_some(), "the search finds nothing");
}

/// Draws that depend on the nonces.
struct NonceChance;

impl Chance for NonceChance {
    fn start(&self, _: &[Option<String>], _: PlayerCount) -> Seat {
        Seat::ONE
    }

    fn deal(&self, nonces: &[Option<String>], position: &Position) -> Deal {
        let seed = crate::fnv(format!("{nonces:?}").as_bytes());
        position.sample_deal(&mut FastRng::new(seed))
    }

    fn reveal(&self) -> String {
        "5ec2e7".to_owned()
    }
}

/// Returns the first deal if a player sends the given nonce last, or withholds it.
fn first_deal(scheme: DrawScheme, last: Option<u8>) -> Option<String> {
    let mut game = created(scheme);
    game.chance = Box::new(NonceChance);
    for player in ["ben", "cid"] {
        game.run(Command::Join {
            player: id(player),
            seat: None,
            invitation: None,
            nonce: None,
        });
    }
    if scheme == DrawScheme::CommitReveal {
        for (seat, player) in (1..).zip(PLAYERS) {
            game.run(commit(player, seat, 7));
        }
    }
    game.run(send("ana", 7));
    game.run(send("ben", 7));
    match last {
        Some(byte) => game.try_run(&send("cid", byte)).ok()?,
        None => {
            game.now += 10_000;
            game.run(Command::Tick);
        }
    }
    Some(game.position().to_string())
}

#[test]
fn host_who_plays_cannot_grind_the_last_nonce() {
    let tries = |scheme| -> HashSet<String> {
        (0..100)
            .filter_map(|byte| first_deal(scheme, Some(byte)))
            .collect()
    };
    // Under the older scheme every try is another deal to choose from.
    assert_eq!(tries(DrawScheme::Open).len(), 100);
    assert_eq!(tries(DrawScheme::CommitReveal).len(), 1);
}

#[test]
fn withholding_chooses_between_two_draws_at_most() {
    let scheme = DrawScheme::CommitReveal;
    let mut deals: HashSet<_> = (0..100)
        .filter_map(|byte| first_deal(scheme, Some(byte)))
        .collect();
    deals.extend(first_deal(scheme, None));
    assert_eq!(deals.len(), 2);
}

#[test]
fn player_cannot_leave_after_the_reveals_to_draw_anew() {
    let mut game = created(DrawScheme::CommitReveal);
    for player in ["ben", "cid"] {
        game.run(Command::Join {
            player: id(player),
            seat: None,
            invitation: None,
            nonce: None,
        });
    }
    for (seat, player) in (1..).zip(PLAYERS) {
        game.run(commit(player, seat, 7));
    }
    game.run(send("ana", 7));
    for by in ["ana", "ben"] {
        let unseat = Command::Unseat {
            player: id(by).into(),
            seat: SeatNumber::new(2),
        };
        assert_eq!(game.expect_refusal(unseat), ProblemCode::Started);
    }
}
