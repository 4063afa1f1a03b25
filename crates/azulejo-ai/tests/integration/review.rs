//! The analysis is meaningful: stronger bots lose less per move, and luck averages out.
//!
//! A short version of `examples/study_levels.rs` with few nodes; the results of the long version
//! are in `docs/bots.md`. All limits are in nodes, so the results are the same on every machine.

use std::sync::atomic::AtomicBool;

use azulejo_ai::analysis::analyse_position;
use azulejo_ai::eval::Evaluator;
use azulejo_ai::ledger::{Effort, GameAnalysis};
use azulejo_ai::matches::{GameSetup, play_game};
use azulejo_ai::search::{Engine, Limits};
use azulejo_ai::study::LadderStudy;
use azulejo_ai::{Bot, BotId, BotSpec};
use azulejo_rules::{Seat, Wall};

/// The levels that play fast enough for a test.
fn fast_levels() -> &'static [BotId] {
    &BotId::LEVELS[..4]
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

#[test]
fn stronger_levels_lose_less_and_luck_averages_to_zero() {
    let effort = Effort::nodes(2_000, 4);
    let never = AtomicBool::new(false);
    let mut tables: Vec<[Bot; 2]> = fast_levels()
        .iter()
        .map(|&id| [(); 2].map(|()| Bot::new(BotSpec::from(id), 0)))
        .collect();
    let mut engine = Engine::new(Evaluator::shipped());
    let mut study = LadderStudy::default();
    let mut seed = 0;
    for game in 0..36 {
        for table in &mut tables {
            let setup = GameSetup {
                wall: Wall::Coloured,
                start: Seat::ALL[game % 2],
                seed,
            };
            seed += 1;
            let record = play_game(table, &[0, 1], setup).into_record();
            let mut analysis = GameAnalysis::new(&record, effort).expect("a valid record");
            analysis.run(&mut engine, &never);
            let ledger = analysis.ledger(engine.evaluator()).expect("all jobs ran");
            study.add(&record, &ledger).expect("a valid record");
        }
    }

    let loss = |id: BotId| {
        let name = format!("bot:{}", id.name());
        let bot = study.bots().iter().find(|bot| bot.name == name);
        bot.expect("every level played").loss().mean
    };
    for pair in fast_levels().windows(2) {
        let (weaker, stronger) = (loss(pair[0]), loss(pair[1]));
        assert!(
            stronger < weaker,
            "{} loses {stronger} per move, {} only {weaker}",
            pair[1].name(),
            pair[0].name()
        );
    }
    let luck = study.luck();
    assert!(luck.error > 0.0, "deals have luck");
    assert!(
        luck.mean.abs() <= 2.0 * luck.error,
        "{luck:?} over {seed} games"
    );
}

/// If the search does not reach the end of the round, margins must still agree with win
/// probabilities: at the first move of a game no player is far ahead.
#[test]
fn mid_round_margins_agree_with_win_probabilities() {
    let opening = "c2 1 1>1 BRKK/BYYW/KKKW/YRRW/BRWW * 17,17,16,15,15 0,0,0,0,0 \
        0;-/-/-/-/-;...../...../...../...../.....;- 0;-/-/-/-/-;...../...../...../...../.....;-";
    let mut engine = Engine::new(Evaluator::shipped());
    let position = opening.parse().expect("a position");
    for limit in [2_000, 20_000, 100_000] {
        let stop = AtomicBool::new(false);
        let analysis = analyse_position(&mut engine, &position, nodes(limit), 3, &stop);
        for scored in &analysis.expect("a position in the offer").moves {
            let (win, margin) = (scored.win[0], scored.margin);
            assert!((0.4..0.6).contains(&win), "{limit}: {win}");
            assert!(margin.abs() < 8.0, "{limit}: {margin} points at {win}");
        }
    }
}
