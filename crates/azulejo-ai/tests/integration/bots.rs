//! Properties of every bot: legal play, reproducibility, and respect for limits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use azulejo_ai::eval::Evaluator;
use azulejo_ai::matches::{GameSetup, play_game};
use azulejo_ai::search::{Engine, Limits, MultiPv};
use azulejo_ai::{Bot, BotId, BotSpec, Decision, NothingToDecide};
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Phase, PlayerCount, Position, Seat, Wall};

/// Returns every bot with a limit low enough for many games.
fn quick_specs() -> Vec<BotSpec> {
    BotId::ALL
        .iter()
        .map(|id| {
            let limit = match id {
                BotId::Uct => "@200n",
                BotId::Tiler => "@d1",
                BotId::Artisan | BotId::Master | BotId::Legend => "@40n",
                _ => "",
            };
            format!("{}{limit}", id.name()).parse().expect("a bot")
        })
        .collect()
}

/// `play_game` panics on an illegal move, and each record is replayed as well.
#[test]
fn bots_play_legal_moves() {
    let specs = quick_specs();
    let mut games = 0;
    let mut bots: Vec<Bot> = specs
        .iter()
        .cycle()
        .take(2 * specs.len())
        .map(|&s| Bot::new(s, 0))
        .collect();
    for number in 0..1700 {
        for players in PlayerCount::ALL {
            for wall in Wall::ALL {
                let seats: Vec<usize> = (0..players.count())
                    .map(|i| (number * 5 + i * 7 + i) % bots.len())
                    .collect();
                let mut distinct = seats.clone();
                distinct.sort_unstable();
                distinct.dedup();
                if distinct.len() < seats.len() {
                    continue;
                }
                let setup = GameSetup {
                    wall,
                    start: Seat::ALL[number % 2],
                    seed: number as u64,
                };
                let game = play_game(&mut bots, &seats, setup);
                assert!(game.has_ended());
                game.record()
                    .replay()
                    .unwrap_or_else(|e| panic!("{e}: {}", game.record()));
                games += 1;
            }
        }
    }
    assert!(games >= 10_000, "{games} games");
}

#[test]
fn equal_seeds_give_equal_games() {
    for spec in quick_specs() {
        let play = || {
            let mut bots = [Bot::new(spec, 0), Bot::new(spec, 0)];
            let setup = GameSetup {
                wall: Wall::Coloured,
                start: Seat::ALL[0],
                seed: 77,
            };
            // An earlier game must not influence the next one.
            let first = play_game(&mut bots, &[0, 1], setup).into_record().to_json();
            play_game(&mut bots, &[0, 1], GameSetup { seed: 5, ..setup });
            (
                first,
                play_game(&mut bots, &[0, 1], setup).into_record().to_json(),
            )
        };
        let (first, again) = play();
        assert_eq!(first, again, "{spec}");
        assert_eq!(play(), (first, again), "{spec}");
    }
}

#[test]
fn nothing_to_decide_is_an_error() {
    let over = "c2 9 2>2 -/-/-/-/- - 8,10,7,2,10 5,2,6,4,1 1;-/W/WW/KKK/-;BY.KW/.BYRK/K.BYR/R..../YR.WB;- 0;-/-/YY/-/KKKK;.YRKW/WBYRK/KWB.R/.KW../....B;-";
    let settle = "g2 1 2>2 -/-/-/-/- - 15,13,19,17,15 0,0,1,0,0 0;-/K/BB/WW/YYY;...../...../...../...../.....;* 0;-/W/YY/KK/BBB;...../...../...../...../.....;WWYY";
    let refill = Position::new(Wall::Grey, PlayerCount::Three, Seat::ALL[1]);
    let mut cases: Vec<(Position, Phase)> = vec![(refill, Phase::Refill)];
    cases.push((over.parse().expect("a finished game"), Phase::Over));
    cases.push((settle.parse().expect("a legal position"), Phase::Tiling));
    for spec in quick_specs() {
        let mut bot = Bot::new(spec, 1);
        for (position, phase) in &cases {
            assert_eq!(
                bot.decide(position),
                Err(NothingToDecide(*phase)),
                "{spec} in {position}"
            );
        }
    }
    let never = AtomicBool::new(false);
    let found = Engine::new(Evaluator::HandCrafted).search(
        &refill,
        Limits::default(),
        MultiPv::BEST,
        &never,
    );
    assert_eq!(found.expect_err("no offer"), NothingToDecide(Phase::Refill));
}

/// A node is one move played in the search.
#[test]
fn node_limits_are_respected() {
    let mut position = Position::new(Wall::Coloured, PlayerCount::Two, Seat::ALL[0]);
    position.deal_at_random(&mut FastRng::new(2));
    let never = AtomicBool::new(false);
    for nodes in [1_000, 10_000, 100_000] {
        let mut engine = Engine::new(Evaluator::shipped());
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let found = engine
            .search(&position, limits, MultiPv::BEST, &never)
            .expect("a position in the offer");
        assert!(
            found.nodes <= nodes + 300,
            "{} of {nodes} nodes",
            found.nodes
        );
    }
}

/// The latency is printed, not asserted, because the machine may be busy. The test asserts that the
/// flag alone ends a search with a very long time limit.
#[test]
fn stop_flag_ends_the_search() {
    let mut position = Position::new(Wall::Coloured, PlayerCount::Four, Seat::ALL[0]);
    position.deal_at_random(&mut FastRng::new(2));
    let stop = AtomicBool::new(false);
    let (best, waited) = std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let mut bot = Bot::new("legend@600000ms".parse::<BotSpec>().expect("a bot"), 1);
            bot.decide_until(&position, &stop)
                .map(|decision| (decision, Instant::now()))
        });
        std::thread::sleep(Duration::from_millis(50));
        let asked = Instant::now();
        stop.store(true, Ordering::Relaxed);
        let (decision, answered) = search.join().expect("no panic").expect("a decision");
        (decision, answered.saturating_duration_since(asked))
    });
    println!("returned {waited:?} after the flag was set");
    assert!(matches!(best, Decision::Move(m) if position.is_legal(m)));
}

#[test]
fn hashes_distinguish_positions() {
    let text = "c2 5 1>1 -/RKKW/BBYW/-/BYYY *YRRKWW 0,0,0,0,0 11,13,13,12,9 0;-/KK/K/WWW/-;B.R../...R./..BY./...../....B;- 0;-/-/-/WWW/B;BYR../W...K/K...R/...../.....;B";
    let position: Position = text.parse().expect("a legal position");
    let same: Position = text.parse().expect("a legal position");
    assert_eq!(position.full_hash(), same.full_hash());
    assert_eq!(position.offer_hash(), same.offer_hash());
    let other = |from: &str, to: &str| {
        let changed: Position = text
            .replacen(from, to, 1)
            .parse()
            .expect("a legal position");
        assert_ne!(
            position.full_hash(),
            changed.full_hash(),
            "{from} became {to}"
        );
        changed
    };
    other(" 0;-/KK", " 1;-/KK");
    other("c2 5 ", "c2 6 ");
    let mover = other("1>1", "1>2");
    assert_ne!(
        position.offer_hash(),
        mover.offer_hash(),
        "the hash includes the player to move"
    );
    other("1>1", "2>1");
}
