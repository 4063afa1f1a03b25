//! The crate and the slow reference play the same games, and everything that can be seen of both is
//! compared after every event.
//!
//! `AZULEJO_DIFFERENTIAL_PLIES=1000000 cargo test --profile ci --test differential -- --nocapture`
//! plays at least that many moves of the offer, in chunks with a seed of their own.

mod reference;
mod side_by_side;
mod support;

use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Line, Marker, Phase, PlayerCount, Position, Seat, Standing, Wall};
use reference::{COLOURS, Game};
use side_by_side::policy::Policy;
use side_by_side::starts::{self, chance};
use side_by_side::{Event, Pair, compare, read_deal};

/// Moves of the offer that each of the six tests plays at least.
const PLIES_EACH: u64 = 35_000;
const _: () = assert!(6 * PLIES_EACH >= 200_000);

/// A longer run goes on in pieces of this size.
const CHUNK: u64 = 50_000;

/// What came up, so that a run can show that it went where it should.
#[derive(Default, Debug)]
struct Seen {
    plies: u64,
    games: u64,
    finished_games: u64,
    bag_out_inside_a_factory: u64,
    bag_emptied_exactly: u64,
    short_deals: u64,
    empty_factories: u64,
    refused_deals: u64,
    marker_without_a_space: u64,
    nobody_took_the_marker: u64,
    floor_overflows: u64,
    dead_lines: u64,
    dead_lines_into_the_lid: u64,
    row_complete_while_others_tile: u64,
    passed_on_from_the_offer: u64,
    nothing_to_deal: u64,
    shared_victories: u64,
    ties_broken_by_rows: u64,
    legal_mutations: u64,
    illegal_mutations: u64,
}

#[test]
fn coloured_wall_for_two() {
    let seen = play(Wall::Coloured, PlayerCount::Two);
    require(&seen, COMMON);
}

#[test]
fn coloured_wall_for_three() {
    let seen = play(Wall::Coloured, PlayerCount::Three);
    require(&seen, COMMON);
}

#[test]
fn coloured_wall_for_four() {
    let seen = play(Wall::Coloured, PlayerCount::Four);
    require(&seen, COMMON);
    require(&seen, SHORT);
}

#[test]
fn grey_wall_for_two() {
    let seen = play(Wall::Grey, PlayerCount::Two);
    require(&seen, COMMON);
    require(&seen, DEAD);
}

#[test]
fn grey_wall_for_three() {
    let seen = play(Wall::Grey, PlayerCount::Three);
    require(&seen, COMMON);
    require(&seen, DEAD);
}

#[test]
fn grey_wall_for_four() {
    let seen = play(Wall::Grey, PlayerCount::Four);
    require(&seen, COMMON);
    require(&seen, DEAD);
    require(&seen, SHORT);
}

type Counter = (&'static str, fn(&Seen) -> u64);

/// What every kind of game must have come to, more than once.
const COMMON: &[Counter] = &[
    ("finished games", |s| s.finished_games),
    ("bag out inside a factory", |s| s.bag_out_inside_a_factory),
    ("bag emptied exactly", |s| s.bag_emptied_exactly),
    ("refused deals", |s| s.refused_deals),
    ("marker without a space", |s| s.marker_without_a_space),
    ("nobody took the marker", |s| s.nobody_took_the_marker),
    ("floor overflows", |s| s.floor_overflows),
    ("row complete while others tile", |s| {
        s.row_complete_while_others_tile
    }),
    ("passed on from the offer", |s| s.passed_on_from_the_offer),
    ("shared victories", |s| s.shared_victories),
    ("ties broken by rows", |s| s.ties_broken_by_rows),
    ("legal mutations", |s| s.legal_mutations),
    ("illegal mutations", |s| s.illegal_mutations),
];

/// What only the grey wall has.
const DEAD: &[Counter] = &[
    ("dead lines", |s| s.dead_lines),
    ("dead lines into the lid", |s| s.dead_lines_into_the_lid),
];

/// What needs so many boards that the tiles run out.
const SHORT: &[Counter] = &[
    ("short deals", |s| s.short_deals),
    ("empty factories", |s| s.empty_factories),
    ("nothing to deal", |s| s.nothing_to_deal),
];

#[track_caller]
fn require(seen: &Seen, counters: &[Counter]) {
    for (name, counter) in counters {
        assert!(counter(seen) >= 2, "{name}: too rare in {seen:#?}");
    }
}

/// Plays games of one kind until enough moves were made.
fn play(wall: Wall, players: PlayerCount) -> Seen {
    let wanted = match std::env::var("AZULEJO_DIFFERENTIAL_PLIES") {
        Ok(text) => {
            let plies: u64 = text
                .parse()
                .expect("AZULEJO_DIFFERENTIAL_PLIES is plain digits");
            plies.div_ceil(6).max(PLIES_EACH)
        }
        Err(_) => PLIES_EACH,
    };
    let mut seen = Seen::default();
    for chunk in 0.. {
        let end = wanted.min(seen.plies + CHUNK);
        let seed = 1 + chunk;
        for number in 0.. {
            if seen.plies >= end {
                break;
            }
            let mut rng = FastRng::for_game(seed, number);
            if let Err(difference) = play_one(wall, players, &mut rng, &mut seen) {
                panic!("{wall} wall, {players:?}, seed {seed}, game {number}:\n{difference}");
            }
            seen.games += 1;
        }
        if wanted > PLIES_EACH {
            eprintln!(
                "{wall} wall, {players:?}: seed {seed}, {} of {wanted} plies",
                seen.plies
            );
        }
        if seen.plies >= wanted {
            break;
        }
    }
    assert!(seen.plies >= PLIES_EACH);
    seen
}

fn play_one(
    wall: Wall,
    players: PlayerCount,
    rng: &mut FastRng,
    seen: &mut Seen,
) -> Result<(), String> {
    let mut pair = if chance(rng, 40) {
        let start = Seat::ALL[below(rng, players.count() as u32) as usize];
        Pair::new(wall, players, start)?
    } else {
        let side = if wall == Wall::Coloured { 'c' } else { 'g' };
        Pair::parse(&starts::study(side, players.count(), rng).text())?
    };
    // One wish for all, or one for each.
    let common = chance(rng, 50).then(|| Policy::random(rng));
    let policies = [(); 4].map(|()| common.unwrap_or_else(|| Policy::random(rng)));
    let last_round = pair.position.round() + 12;
    while pair.position.phase() != Phase::Over && pair.position.round() <= last_round {
        if chance(rng, 3) {
            mutate(&mut pair, rng, seen)?;
            continue;
        }
        if chance(rng, 10) {
            refuse(&mut pair, rng)?;
        }
        let position = pair.position;
        let seat = position.to_move();
        let policy = policies[seat.index()];
        let event = match position.phase() {
            Phase::Offer => Event::Play(policy.choose_move(&position, rng)),
            Phase::Tiling if position.is_ready_to_settle() => Event::Settle,
            Phase::Tiling => {
                let seats: Vec<Seat> = position
                    .players()
                    .seats()
                    .filter(|&s| !position.placements(s).is_empty())
                    .collect();
                let seat = if chance(rng, 50) {
                    seats[below(rng, seats.len() as u32) as usize]
                } else {
                    seat
                };
                let choices = position.placements(seat);
                Event::Tile(
                    seat,
                    policy.choose_placement(position.board(seat), &choices, rng),
                )
            }
            Phase::Refill | Phase::Over => Event::Deal(draw(&mut pair, rng, seen)?),
        };
        if !pair.apply(&event)? {
            return Err(format!("both sides refuse {event} in\n{position}"));
        }
        count(&position, &event, &pair.position, seen);
    }
    Ok(())
}

/// A possible deal: the crate's own sample, or the reference's in one of several manners. Before it
/// sometimes a deal with a fault, on which both sides must agree.
fn draw(pair: &mut Pair, rng: &mut FastRng, seen: &mut Seen) -> Result<Vec<String>, String> {
    let deal = match below(rng, 4) {
        0 | 1 => {
            let mut twin = rng.clone();
            let deal = pair.position.sample_deal(rng);
            let mut dealt = pair.position;
            compare::same("dealt at random", dealt.deal_at_random(&mut twin), deal)?;
            let mut expected = pair.position;
            expected
                .deal(&deal)
                .map_err(|e| format!("its own deal {deal}: {e}"))?;
            compare::same("after a random deal", dealt, expected)?;
            compare::same("words used", &*rng, &twin)?;
            deal.draws().iter().map(ToString::to_string).collect()
        }
        // A bag that is not shaken gives factories of one colour.
        2 => pair.game.draw(|_| 0),
        _ => pair.game.draw(|n| below(rng, n as u32) as usize),
    };
    if chance(rng, 30) {
        let corrupt = corrupt(&deal, rng);
        let mut trial = pair.clone();
        if !trial.apply(&Event::Deal(corrupt))? {
            seen.refused_deals += 1;
        }
    }
    Ok(deal)
}

/// A deal with one thing changed; in a few cases it is still possible.
fn corrupt(deal: &[String], rng: &mut FastRng) -> Vec<String> {
    let mut deal = deal.to_vec();
    let at = below(rng, deal.len() as u32) as usize;
    let other = below(rng, deal.len() as u32) as usize;
    let colour = COLOURS[below(rng, 5) as usize];
    match below(rng, 8) {
        0 => deal.swap(at, other),
        1 => deal[at] = "-".to_string(),
        2 => deal[at].push(colour),
        3 => _ = deal[at].pop(),
        4 => deal[at] = colour.to_string().repeat(4),
        5 => deal[at] = deal[at].chars().rev().collect(),
        6 => _ = deal.pop(),
        _ => deal.extend(vec!["-".to_string(); 2]),
    }
    deal
}

/// Changes the position a little: both sides must agree whether it is still legal, and if it is,
/// play goes on there.
fn mutate(pair: &mut Pair, rng: &mut FastRng, seen: &mut Seen) -> Result<(), String> {
    let game: Game = starts::mutate(&pair.game, rng);
    let text = game.text();
    let ours = text.parse::<Position>();
    let theirs = game.faults();
    if ours.is_ok() != theirs.is_empty() {
        return Err(format!(
            "the crate reads {ours:?}, the reference finds {theirs:?} in\n{text}"
        ));
    }
    if theirs.is_empty() {
        seen.legal_mutations += 1;
        *pair = Pair::parse(&text)?;
    } else {
        seen.illegal_mutations += 1;
    }
    Ok(())
}

/// An event that is mostly not allowed now: both sides must say the same.
fn refuse(pair: &mut Pair, rng: &mut FastRng) -> Result<(), String> {
    let seat = Seat::ALL[below(rng, pair.position.players().count() as u32) as usize];
    let line = Line::ALL[below(rng, 5) as usize];
    let to = "12345F"
        .chars()
        .nth(below(rng, 6) as usize)
        .expect("one of six");
    let source = "123456789C"
        .chars()
        .nth(below(rng, 10) as usize)
        .expect("one of ten");
    let colour = COLOURS[below(rng, 5) as usize];
    let event = match below(rng, 4) {
        0 => pair.read_event(&format!("{source}{colour}{to}")),
        1 => pair.read_event(&format!("{line}:{to}@{seat}")),
        2 => Event::Settle,
        _ => Event::Deal(pair.game.draw(|_| 0)),
    };
    pair.clone().apply(&event).map(|_| ())
}

/// Notes what an event was an example of.
fn count(before: &Position, event: &Event, after: &Position, seen: &mut Seen) {
    let lid_grew = after.lid().total() > before.lid().total();
    match event {
        Event::Play(_) => {
            seen.plies += 1;
            let over = after.boards().any(|(_, board)| board.floor().len() == 7);
            seen.floor_overflows += u64::from(lid_grew && over);
            let spare = after
                .boards()
                .any(|(_, board)| board.floor().has_spare_marker());
            seen.marker_without_a_space += u64::from(spare && before.marker() == Marker::Centre);
            if after.phase() != Phase::Offer {
                let nobody =
                    before.marker() == Marker::Centre && !matches!(after.marker(), Marker::Held(_));
                seen.nobody_took_the_marker += u64::from(nobody);
                seen.passed_on_from_the_offer += u64::from(after.phase() != Phase::Tiling);
            }
        }
        Event::Tile(_, placement) => {
            if placement.to_string().ends_with('F') {
                seen.dead_lines += 1;
                seen.dead_lines_into_the_lid += u64::from(lid_grew);
            }
            let row = before.boards().any(|(_, board)| board.has_complete_row());
            seen.row_complete_while_others_tile += u64::from(row);
        }
        Event::Settle => {}
        Event::Deal(texts) => {
            let deal = read_deal(texts).expect("an accepted deal");
            let (bag, drawn) = (before.bag().total(), deal.tiles().count());
            let lid = before.lid().total();
            seen.bag_out_inside_a_factory += u64::from(bag < drawn && bag % 4 != 0);
            seen.bag_emptied_exactly += u64::from(bag == drawn && lid > 0);
            seen.short_deals += u64::from(drawn < 4 * texts.len());
            seen.empty_factories += u64::from(texts.iter().any(|text| text == "-"));
        }
    }
    if let Some(outcome) = after.outcome() {
        seen.finished_games += 1;
        let rows = after.boards().any(|(_, board)| board.has_complete_row());
        seen.nothing_to_deal += u64::from(!rows);
        let best = outcome.standings().iter().map(Standing::score).max();
        let equal = outcome
            .standings()
            .iter()
            .filter(|s| Some(s.score()) == best)
            .count();
        let winners = outcome.winners().count();
        seen.shared_victories += u64::from(winners > 1);
        seen.ties_broken_by_rows += u64::from(winners < equal);
    }
}
