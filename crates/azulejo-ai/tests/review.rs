//! The analysis makes sense: who plays better loses less by it, and luck evens out.
//!
//! The short form of `examples/study_levels.rs`, with few nodes; the figures of the long one are in
//! `docs/bots.md`. Everything is limited by nodes, so it comes out the same on every machine.

use azulejo_ai::analysis::{ReviewPlan, analyse_record};
use azulejo_ai::matches::{GameSetup, play_game};
use azulejo_ai::search::{Engine, Limits};
use azulejo_ai::study::LadderStudy;
use azulejo_ai::value::Value;
use azulejo_ai::{Bot, BotId, BotSpec};
use azulejo_rules::{Seat, Wall};

const LADDER: [BotId; 4] = [
    BotId::Beginner,
    BotId::Apprentice,
    BotId::Tiler,
    BotId::Artisan,
];

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

#[test]
fn stronger_levels_lose_less_and_luck_sums_to_zero() {
    let plan = ReviewPlan {
        limits: nodes(2_000),
        deal_limits: nodes(200),
        other_deals: 8,
        ..ReviewPlan::default()
    };
    let mut tables: Vec<[Bot; 2]> = LADDER
        .iter()
        .map(|&id| [(); 2].map(|()| Bot::new(BotSpec::from(id), 0)))
        .collect();
    let mut engine = Engine::new(Value::shipped());
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
            let review = analyse_record(&mut engine, &record, plan, |_, _| ())
                .expect("a game that was just played");
            study.add(&record, &review).expect("the same game");
        }
    }

    let loss = |id: BotId| {
        let name = format!("bot:{}", id.name());
        let bot = study.bots().iter().find(|bot| bot.name == name);
        bot.expect("every level played").loss().mean
    };
    for pair in LADDER.windows(2) {
        let (weaker, stronger) = (loss(pair[0]), loss(pair[1]));
        assert!(
            stronger < weaker,
            "{} loses {stronger} a move, {} only {weaker}",
            pair[1].name(),
            pair[0].name()
        );
    }
    let luck = study.luck();
    assert!(luck.error > 0.0, "there is luck in every deal");
    assert!(
        luck.mean.abs() <= 2.0 * luck.error,
        "{luck:?} over {seed} games"
    );
}
