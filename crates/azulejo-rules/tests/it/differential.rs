//! Differential tests: the crate and the reference play the same random games, and their observable
//! state is compared after every action.
//!
//! `cargo xtask differential --plies 1_000_000` plays at least that many moves of the offer, in chunks
//! with a separate seed each. It sets `AZULEJO_DIFFERENTIAL_PLIES`.

use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Line, Marker, Phase, PlayerCount, Position, Seat, Standing, Wall};

use crate::lockstep::policy::Policy;
use crate::lockstep::positions::{self, chance};
use crate::lockstep::{Action, Pair, compare, parse_deal};
use crate::reference::{COLOURS, Game};

/// The minimum number of offer moves in each of the six tests.
const PLIES_EACH: u64 = 35_000;
const _: () = assert!(6 * PLIES_EACH >= 200_000);

/// The number of plies in each chunk of a longer run.
const CHUNK: u64 = 50_000;

/// How often each case occurred, to show that a run covers the rare ones.
#[derive(Default, Debug)]
struct Coverage {
    plies: u64,
    games: u64,
    finished_games: u64,
    bag_out_within_factory: u64,
    exactly_emptied_bags: u64,
    short_deals: u64,
    empty_factories: u64,
    rejected_deals: u64,
    spare_markers: u64,
    untaken_markers: u64,
    floor_overflows: u64,
    dead_lines: u64,
    dead_lines_overflowing: u64,
    placements_after_complete_row: u64,
    rounds_ended_in_offer: u64,
    games_out_of_tiles: u64,
    shared_victories: u64,
    ties_broken_by_rows: u64,
    legal_mutations: u64,
    illegal_mutations: u64,
}

#[test]
fn coloured_wall_two_players() {
    let coverage = play(Wall::Coloured, PlayerCount::Two);
    require(&coverage, COMMON);
}

#[test]
fn coloured_wall_three_players() {
    let coverage = play(Wall::Coloured, PlayerCount::Three);
    require(&coverage, COMMON);
}

#[test]
fn coloured_wall_four_players() {
    let coverage = play(Wall::Coloured, PlayerCount::Four);
    require(&coverage, COMMON);
    require(&coverage, SHORTAGE);
}

#[test]
fn grey_wall_two_players() {
    let coverage = play(Wall::Grey, PlayerCount::Two);
    require(&coverage, COMMON);
    require(&coverage, GREY);
}

#[test]
fn grey_wall_three_players() {
    let coverage = play(Wall::Grey, PlayerCount::Three);
    require(&coverage, COMMON);
    require(&coverage, GREY);
}

#[test]
fn grey_wall_four_players() {
    let coverage = play(Wall::Grey, PlayerCount::Four);
    require(&coverage, COMMON);
    require(&coverage, GREY);
    require(&coverage, SHORTAGE);
}

type Counter = (&'static str, fn(&Coverage) -> u64);

/// Cases that must occur in every variant.
const COMMON: &[Counter] = &[
    ("finished games", |s| s.finished_games),
    ("bag out within factory", |s| s.bag_out_within_factory),
    ("exactly emptied bags", |s| s.exactly_emptied_bags),
    ("rejected deals", |s| s.rejected_deals),
    ("spare markers", |s| s.spare_markers),
    ("untaken markers", |s| s.untaken_markers),
    ("floor overflows", |s| s.floor_overflows),
    ("placements after complete row", |s| {
        s.placements_after_complete_row
    }),
    ("rounds ended in offer", |s| s.rounds_ended_in_offer),
    ("shared victories", |s| s.shared_victories),
    ("ties broken by rows", |s| s.ties_broken_by_rows),
    ("legal mutations", |s| s.legal_mutations),
    ("illegal mutations", |s| s.illegal_mutations),
];

/// Cases that occur only on the grey wall.
const GREY: &[Counter] = &[
    ("dead lines", |s| s.dead_lines),
    ("dead lines overflowing", |s| s.dead_lines_overflowing),
];

/// Cases that need four boards, so that the tiles run out.
const SHORTAGE: &[Counter] = &[
    ("short deals", |s| s.short_deals),
    ("empty factories", |s| s.empty_factories),
    ("games out of tiles", |s| s.games_out_of_tiles),
];

#[track_caller]
fn require(coverage: &Coverage, counters: &[Counter]) {
    for (name, counter) in counters {
        assert!(counter(coverage) >= 2, "{name}: too rare: {coverage:#?}");
    }
}

/// Plays games of one variant until enough moves have been played.
fn play(wall: Wall, players: PlayerCount) -> Coverage {
    let wanted = match std::env::var("AZULEJO_DIFFERENTIAL_PLIES") {
        Ok(text) => {
            let plies: u64 = text
                .parse()
                .expect("AZULEJO_DIFFERENTIAL_PLIES is plain digits");
            plies.div_ceil(6).max(PLIES_EACH)
        }
        Err(_) => PLIES_EACH,
    };
    let mut coverage = Coverage::default();
    for chunk in 0.. {
        let end = wanted.min(coverage.plies + CHUNK);
        let seed = 1 + chunk;
        for number in 0.. {
            if coverage.plies >= end {
                break;
            }
            let mut rng = FastRng::for_game(seed, number);
            if let Err(difference) = play_one(wall, players, &mut rng, &mut coverage) {
                panic!("{wall} wall, {players:?}, seed {seed}, game {number}:\n{difference}");
            }
            coverage.games += 1;
        }
        if wanted > PLIES_EACH {
            eprintln!(
                "{wall} wall, {players:?}: seed {seed}, {} of {wanted} plies",
                coverage.plies
            );
        }
        if coverage.plies >= wanted {
            break;
        }
    }
    assert!(coverage.plies >= PLIES_EACH);
    coverage
}

fn play_one(
    wall: Wall,
    players: PlayerCount,
    rng: &mut FastRng,
    coverage: &mut Coverage,
) -> Result<(), String> {
    let mut pair = if chance(rng, 40) {
        let start = Seat::ALL[below(rng, players.count() as u32) as usize];
        Pair::new(wall, players, start)?
    } else {
        let side = if wall == Wall::Coloured { 'c' } else { 'g' };
        Pair::parse(&positions::random_position(side, players.count(), rng).text())?
    };
    // A common policy, or one for each player.
    let common = chance(rng, 50).then(|| Policy::random(rng));
    let policies = [(); 4].map(|()| common.unwrap_or_else(|| Policy::random(rng)));
    let last_round = pair.position.round() + 12;
    while pair.position.phase() != Phase::Over && pair.position.round() <= last_round {
        if chance(rng, 3) {
            mutate(&mut pair, rng, coverage)?;
            continue;
        }
        if chance(rng, 10) {
            try_random_action(&mut pair, rng)?;
        }
        let position = pair.position;
        let seat = position.to_move();
        let policy = policies[seat.index()];
        let action = match position.phase() {
            Phase::Offer => Action::Play(policy.choose_move(&position, rng)),
            Phase::Tiling if position.is_ready_to_settle() => Action::Settle,
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
                Action::Tile(
                    seat,
                    policy.choose_placement(position.board(seat), &choices, rng),
                )
            }
            Phase::Refill | Phase::Over => Action::Deal(sample_deal(&mut pair, rng, coverage)?),
        };
        if !pair.apply(&action)? {
            return Err(format!("both sides reject {action} in\n{position}"));
        }
        count_cases(&position, &action, &pair.position, coverage);
    }
    Ok(())
}

/// Returns a legal deal, sampled by the crate or by the reference. Sometimes tries a corrupted deal
/// first, on which both sides must agree.
fn sample_deal(
    pair: &mut Pair,
    rng: &mut FastRng,
    coverage: &mut Coverage,
) -> Result<Vec<String>, String> {
    let deal = match below(rng, 4) {
        0 | 1 => {
            let mut twin = rng.clone();
            let deal = pair.position.sample_deal(rng);
            let mut dealt = pair.position;
            compare::equal("dealt at random", dealt.deal_at_random(&mut twin), deal)?;
            let mut expected = pair.position;
            expected
                .deal(&deal)
                .map_err(|e| format!("the sampled deal {deal}: {e}"))?;
            compare::equal("after a random deal", dealt, expected)?;
            compare::equal("random words used", &*rng, &twin)?;
            deal.draws().iter().map(ToString::to_string).collect()
        }
        // Drawing in order gives factories of one colour.
        2 => pair.game.sample_deal(|_| 0),
        _ => pair.game.sample_deal(|n| below(rng, n as u32) as usize),
    };
    if chance(rng, 30) {
        let corrupt = corrupt(&deal, rng);
        let mut trial = pair.clone();
        if !trial.apply(&Action::Deal(corrupt))? {
            coverage.rejected_deals += 1;
        }
    }
    Ok(deal)
}

/// Changes one thing about a deal; rarely it is still legal.
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

/// Mutates the position: both sides must agree whether it is still legal. If it is, play continues
/// from it.
fn mutate(pair: &mut Pair, rng: &mut FastRng, coverage: &mut Coverage) -> Result<(), String> {
    let game: Game = positions::mutate(&pair.game, rng);
    let text = game.text();
    let ours = text.parse::<Position>();
    let theirs = game.faults();
    if ours.is_ok() != theirs.is_empty() {
        return Err(format!(
            "the crate returns {ours:?}, the reference {theirs:?} for\n{text}"
        ));
    }
    if theirs.is_empty() {
        coverage.legal_mutations += 1;
        *pair = Pair::parse(&text)?;
    } else {
        coverage.illegal_mutations += 1;
    }
    Ok(())
}

/// Tries a random, mostly illegal action on a copy: both sides must agree.
fn try_random_action(pair: &mut Pair, rng: &mut FastRng) -> Result<(), String> {
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
    let action = match below(rng, 4) {
        0 => pair.parse_action(&format!("{source}{colour}{to}")),
        1 => pair.parse_action(&format!("{line}:{to}@{seat}")),
        2 => Action::Settle,
        _ => Action::Deal(pair.game.sample_deal(|_| 0)),
    };
    pair.clone().apply(&action).map(|_| ())
}

/// Counts the cases that an action is an example of.
fn count_cases(before: &Position, action: &Action, after: &Position, coverage: &mut Coverage) {
    let lid_grew = after.lid().total() > before.lid().total();
    match action {
        Action::Play(_) => {
            coverage.plies += 1;
            let over = after.boards().any(|(_, board)| board.floor().len() == 7);
            coverage.floor_overflows += u64::from(lid_grew && over);
            let spare = after
                .boards()
                .any(|(_, board)| board.floor().has_spare_marker());
            coverage.spare_markers += u64::from(spare && before.marker() == Marker::Centre);
            if after.phase() != Phase::Offer {
                let untaken =
                    before.marker() == Marker::Centre && !matches!(after.marker(), Marker::Held(_));
                coverage.untaken_markers += u64::from(untaken);
                coverage.rounds_ended_in_offer += u64::from(after.phase() != Phase::Tiling);
            }
        }
        Action::Tile(_, placement) => {
            if placement.to_string().ends_with('F') {
                coverage.dead_lines += 1;
                coverage.dead_lines_overflowing += u64::from(lid_grew);
            }
            let row = before.boards().any(|(_, board)| board.has_complete_row());
            coverage.placements_after_complete_row += u64::from(row);
        }
        Action::Settle => {}
        Action::Deal(texts) => {
            let deal = parse_deal(texts).expect("a legal deal");
            let (bag, drawn) = (before.bag().total(), deal.tiles().count());
            let lid = before.lid().total();
            coverage.bag_out_within_factory += u64::from(bag < drawn && bag % 4 != 0);
            coverage.exactly_emptied_bags += u64::from(bag == drawn && lid > 0);
            coverage.short_deals += u64::from(drawn < 4 * texts.len());
            coverage.empty_factories += u64::from(texts.iter().any(|text| text == "-"));
        }
    }
    if let Some(outcome) = after.outcome() {
        coverage.finished_games += 1;
        let rows = after.boards().any(|(_, board)| board.has_complete_row());
        coverage.games_out_of_tiles += u64::from(!rows);
        let best = outcome.standings().iter().map(Standing::score).max();
        let equal = outcome
            .standings()
            .iter()
            .filter(|s| Some(s.score()) == best)
            .count();
        let winners = outcome.winners().count();
        coverage.shared_victories += u64::from(winners > 1);
        coverage.ties_broken_by_rows += u64::from(winners < equal);
    }
}
