//! Hints: the best move, and why in a few facts that a client puts into words.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::Level;
use azulejo_protocol::http::{HintAnswer, HintReason};
use azulejo_rules::{Colour, Column, Destination, Line, Move, Phase, Position, Seat};

use crate::live::actor::HintQuestion;
use crate::live::bot_pool::{BotPool, Payer, QueueFull};
use azulejo_game::tiling::seat_at;

/// Thinks about a hint on the bots' threads.
pub(crate) async fn answer(
    bots: &BotPool,
    payer: Payer,
    question: &HintQuestion,
    seat: u8,
) -> Result<HintAnswer, Problem> {
    let position = question.position;
    let busy = || Problem::new(ProblemCode::TooFast);
    if position.phase() == Phase::Tiling {
        let (level, seat) = (Level::Legend, seat_at(usize::from(seat) - 1));
        let placements = match bots.choose_columns(payer, level, 0, position, seat).await {
            Ok(Some(placements)) => placements,
            Ok(None) | Err(QueueFull) => return Err(busy()),
        };
        return Ok(HintAnswer {
            ply: question.ply,
            text: None,
            placements: placements.iter().map(ToString::to_string).collect(),
            reasons: Vec::new(),
            exact: false,
        });
    }
    let (best, exact) = match bots.hint(payer, position).await {
        Ok(Some(found)) => found,
        Ok(None) | Err(QueueFull) => return Err(busy()),
    };
    Ok(HintAnswer {
        ply: question.ply,
        text: Some(best.to_string()),
        placements: Vec::new(),
        reasons: reasons(&position, best),
        exact,
    })
}

/// What speaks for a move, the most important first.
fn reasons(position: &Position, m: Move) -> Vec<HintReason> {
    let Ok(preview) = position.preview(m) else {
        return Vec::new();
    };
    let mut reasons = Vec::new();
    if let Destination::Line(line) = m.destination() {
        let number = line.number() as u8;
        if preview.completes {
            reasons.push(HintReason::Fills {
                line: number,
                points: preview.points.map_or(0, azulejo_rules::TilePoints::total),
            });
            if completes_row(position, line) {
                reasons.push(HintReason::EndsGame);
            }
        } else {
            reasons.push(HintReason::Adds {
                line: number,
                count: preview.placed,
            });
        }
    }
    if preview.spilled + preview.to_lid > 0 {
        reasons.push(HintReason::Spills {
            count: preview.spilled + preview.to_lid,
            cost: preview.floor_cost.1 - preview.floor_cost.0,
        });
    } else if !preview.takes_marker {
        reasons.push(HintReason::Clean);
    }
    if preview.takes_marker {
        reasons.push(HintReason::Starts);
    }
    reasons.extend(denial(position, m.colour(), preview.taken));
    reasons
}

fn completes_row(position: &Position, line: Line) -> bool {
    let board = position.board(position.to_move());
    let filled = Column::ALL
        .iter()
        .filter(|&&column| board.cell(line, column).is_some());
    filled.count() == 4
}

/// The line that these tiles would have filled for somebody else, if it scores much there.
fn denial(position: &Position, colour: Colour, taken: u8) -> Option<HintReason> {
    let me = position.to_move();
    let others = position.boards().filter(|&(seat, _)| seat != me);
    let mut best: Option<(Seat, Line, u16)> = None;
    for (seat, board) in others {
        for line in Line::ALL {
            if !board.accepts(line, colour) || board.room(line) != usize::from(taken) {
                continue;
            }
            let column = Column::of(colour, line);
            if position.wall() == azulejo_rules::Wall::Grey {
                continue;
            }
            let points = board.points_at(line, column).total();
            if points >= 3 && best.is_none_or(|(_, _, most)| points > most) {
                best = Some((seat, line, points));
            }
        }
    }
    best.map(|(seat, line, points)| HintReason::Denies {
        seat: seat.number() as u8,
        line: line.number() as u8,
        points,
    })
}
