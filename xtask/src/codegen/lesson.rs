//! The first lesson: one round of two players, move by move, with what the learner could do instead.

use anyhow::{Context, Result, ensure};
use azulejo_protocol::options::OfferOptions;
use azulejo_protocol::table::TableView;
use azulejo_rules::record::Step;
use azulejo_rules::{Deal, Draw, Game, Move, Phase, PlayerCount, Seat, Wall};
use serde::Serialize;

use super::study::Shown;

/// The deal, chosen so that the round is short and shows each thing once.
const DEAL: [&str; 5] = ["WWRB", "KKKR", "RRYY", "BBBW", "YYYK"];

/// The learner's moves and the opponent's answers.
///
/// The first fills a line; the second leaves one unfinished; the third brings the start marker; the
/// fourth is refused by a line of another colour; the fifth finishes that line and spills.
const TURNS: [(&str, &str); 5] = [
    ("1W2", "3R2"),
    ("5Y4", "4B3"),
    ("CB1", "CW1"),
    ("2K3", "CR4"),
    ("CY4", "CK5"),
];

/// The whole lesson.
#[derive(Serialize)]
pub(crate) struct Lesson {
    /// The table before the deal.
    first: TableView,
    deal: Shown,
    turns: Vec<Turn>,
    /// The end of the round: each tile of the learner, those of the opponent, the floors.
    tiling: Vec<Shown>,
}

/// A turn of the learner and the answer.
#[derive(Serialize)]
struct Turn {
    /// Everything the learner may do, with what it would bring.
    offer: OfferOptions,
    /// The move that the lesson asks for.
    expected: String,
    mine: Shown,
    reply: Shown,
}

pub(crate) fn lesson() -> Result<Lesson> {
    let names = vec!["learner".to_owned(), "opponent".to_owned()];
    let mut game = Game::new(names, Wall::Coloured, Seat::ALL[0]).context("two may play")?;
    let first = TableView::of(game.position());
    let draws: Vec<Draw> = DEAL
        .iter()
        .map(|tiles| tiles.parse())
        .collect::<Result<_, _>>()?;
    let deal = Deal::new(PlayerCount::Two, &draws).context("five factories for two")?;
    let deal = shown(&mut game, Step::Deal(deal))?;

    let mut turns = Vec::new();
    for (mine, reply) in TURNS {
        let offer = OfferOptions::of(game.position()).context("the round is not over yet")?;
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

    let mut tiling: Vec<Shown> = Vec::new();
    let mut last_seat = None;
    while let Some(step) = game.forced_step() {
        let seat = match step {
            Step::Tile(seat, _) => Some(seat),
            _ => None,
        };
        let shown = shown(&mut game, step)?;
        // The opponent's tiles are one step: the learner has seen how it goes.
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

fn shown(game: &mut Game, step: Step) -> Result<Shown> {
    let events = game
        .step_explained(step)
        .map_err(|error| anyhow::anyhow!("the lesson is not legal: {error}"))?;
    Ok(Shown::after(&events, game.position()))
}

#[cfg(test)]
mod tests {
    use azulejo_protocol::happening::TableEvent;
    use azulejo_protocol::options::RefusalReason;

    use super::*;

    #[test]
    fn every_expected_move_is_offered_to_the_learner() {
        for turn in lesson().unwrap().turns {
            assert_eq!(turn.offer.seat, 1);
            let expected = turn.expected.parse().unwrap();
            let offered = turn.offer.moves.iter().any(|option| option.m == expected);
            assert!(offered, "{} is not on offer", turn.expected);
        }
    }

    #[test]
    fn the_round_shows_each_thing_it_is_there_to_show() {
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
        // 1, 2 and 3 points for tiles that stand together, 1 for the one that stands alone.
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
