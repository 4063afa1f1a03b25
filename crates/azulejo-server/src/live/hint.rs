//! Hints, searched for on the bots' threads.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::Level;
use azulejo_protocol::http::HintAnswer;
use azulejo_rules::Phase;

use crate::live::bot_pool::{BotPool, Payer, QueueFull};
use azulejo_game::hint::HintQuestion;

/// Thinks about a hint on the bots' threads.
pub(crate) async fn answer(
    bots: &BotPool,
    payer: Payer,
    question: &HintQuestion,
) -> Result<HintAnswer, Problem> {
    let position = question.position;
    let busy = || Problem::new(ProblemCode::TooFast);
    if position.phase() == Phase::Tiling {
        let (level, seat) = (Level::Legend, question.seat);
        return match bots.choose_columns(payer, level, 0, position, seat).await {
            Ok(Some(placements)) => Ok(question.answer_columns(&placements)),
            Ok(None) | Err(QueueFull) => Err(busy()),
        };
    }
    match bots.hint(payer, position).await {
        Ok(Some((best, exact))) => Ok(question.answer_move(best, exact)),
        Ok(None) | Err(QueueFull) => Err(busy()),
    }
}
