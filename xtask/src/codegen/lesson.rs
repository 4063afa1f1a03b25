//! The first lesson: one round for two players, move by move, with the learner's alternatives.

use anyhow::{Context, Result, ensure};
use azulejo_protocol::options::OfferOptions;
use azulejo_protocol::table::TableView;
use azulejo_rules::record::Step;
use azulejo_rules::{Deal, Draw, Game, Move, Phase, PlayerCount, Seat, Wall};
use serde::Serialize;

use super::study::ShownStep;

/// The deal, chosen so that the round is short and covers each rule once.
const DEAL: [&str; 5] = ["WWRB", "KKKR", "RRYY", "BBBW", "YYYK"];

/// The learner's moves and the opponent's replies.
///
/// The first fills a line; the second leaves one unfinished; the third takes the start marker; in the
/// fourth, one line refuses the tiles because it holds another colour; the fifth completes that line
/// and spills.
const TURNS: [(&str, &str); 5] = [
    ("1W2", "3R2"),
    ("5Y4", "4B3"),
    ("CB1", "CW1"),
    ("2K3", "CR4"),
    ("CY4", "CK5"),
];

/// The lesson.
#[derive(Serialize)]
pub(crate) struct Lesson {
    /// The table before the deal.
    first: TableView,
    deal: ShownStep,
    turns: Vec<Turn>,
    /// The end of the round: each of the learner's tiles, the opponent's tiles, and the floors.
    tiling: Vec<ShownStep>,
}

/// A turn of the learner and the reply.
#[derive(Serialize)]
struct Turn {
    /// The learner's options with their consequences.
    offer: OfferOptions,
    /// The move that the lesson expects.
    expected: String,
    mine: ShownStep,
    reply: ShownStep,
}

pub(crate) fn lesson() -> Result<Lesson> {
    let names = vec!["learner".to_owned(), "opponent".to_owned()];
    let mut game = Game::new(names, Wall::Coloured, Seat::ALL[0]).context("two players")?;
    let first = TableView::of(game.position());
    let draws: Vec<Draw> = DEAL
        .iter()
        .map(|tiles| tiles.parse())
        .collect::<Result<_, _>>()?;
    let deal = Deal::new(PlayerCount::Two, &draws).context("five factories for two players")?;
    let deal = shown(&mut game, Step::Deal(deal))?;

    let mut turns = Vec::new();
    for (mine, reply) in TURNS {
        let offer = OfferOptions::of(game.position()).context("the round is unfinished")?;
        turns.push(Turn {
            offer,
            expected: mine.to_owned(),
            mine: shown(&mut game, Step::Move(mine.parse::<Move>()?))?,
            reply: shown(&mut game, Step::Move(reply.parse::<Move>()?))?,
        });
    }
    ensure!(
        game.position().phase() == Phase::Tiling,
        "the lesson's moves do not end the round"
    );

    let mut tiling: Vec<ShownStep> = Vec::new();
    let mut last_seat = None;
    while let Some(step) = game.forced_step() {
        let seat = match step {
            Step::Tile(seat, _) => Some(seat),
            _ => None,
        };
        let shown = shown(&mut game, step)?;
        // The opponent's tiles are one step, as the learner has seen tiling by then.
        match tiling.last_mut() {
            Some(last) if seat == last_seat && seat == Some(Seat::ALL[1]) => {
                last.events.extend(shown.events);
                last.table = shown.table;
            }
            _ => tiling.push(shown),
        }
        last_seat = seat;
    }
    Ok(Lesson {
        first,
        deal,
        turns,
        tiling,
    })
}

fn shown(game: &mut Game, step: Step) -> Result<ShownStep> {
    let events = game
        .step_explained(step)
        .map_err(|error| anyhow::anyhow!("illegal lesson: {error}"))?;
    Ok(ShownStep::after(&events, game.position()))
}

#[cfg(test)]
mod tests {
    use azulejo_protocol::happening::TableEvent;
    use azulejo_protocol::options::RefusalReason;

    use super::*;

    #[test]
    fn every_expected_move_is_legal() {
        for turn in lesson().unwrap().turns {
            assert_eq!(turn.offer.seat, 1);
            let expected = turn.expected.parse().unwrap();
            let offered = turn.offer.moves.iter().any(|option| option.m == expected);
            assert!(offered, "{} is illegal", turn.expected);
        }
    }

    #[test]
    fn the_round_covers_every_rule() {
        let lesson = lesson().unwrap();
        let options: Vec<_> = lesson
            .turns
            .iter()
            .map(|turn| {
                let expected = turn.expected.parse().unwrap();
                let found = turn.offer.moves.iter().find(|option| option.m == expected);
                found.unwrap()
            })
            .collect();
        assert!(options[0].completes && options[0].to_centre == [1, 0, 1, 0, 0]);
        assert!(!options[1].completes && options[1].placed == 3);
        assert!(options[2].takes_marker && options[2].floor_after == 1);
        let holds_yellow = lesson.turns[3]
            .offer
            .refused
            .iter()
            .any(|refusal| refusal.line == 4 && refusal.reason == RefusalReason::LineHolds);
        assert!(holds_yellow && options[3].completes);
        assert!(options[4].completes && options[4].spilled == 1);
        // 1, 2 and 3 points for adjacent tiles, 1 for the isolated one.
        let points: Vec<_> = lesson
            .tiling
            .iter()
            .flat_map(|step| &step.events)
            .filter_map(|event| match event {
                TableEvent::Tiled {
                    seat: 1, points, ..
                } => Some(points.total),
                _ => None,
            })
            .collect();
        assert_eq!(points, [1, 2, 3, 1]);
        let last = lesson.tiling.last().unwrap();
        let scores: Vec<_> = last.table.boards.iter().map(|board| board.score).collect();
        assert_eq!(scores, [5, 3]);
    }
}
