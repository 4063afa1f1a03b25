//! Columns on the grey wall: all of them, from the top, once, and one's own.

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::options::TilingOptions;
use azulejo_protocol::table::Wall;

use crate::refusals::{Court, carry_out, chooses, look, moves, undoes};

/// The leftmost columns.
fn leftmost(options: &TilingOptions) -> Vec<String> {
    let mut placements = Vec::new();
    let mut line = Some(&options.first);
    while let Some(next) = line {
        let choice = &next.choices[0];
        placements.push(choice.placement.clone());
        line = choice.next.as_deref();
    }
    placements
}

pub(crate) async fn of_columns(court: &mut Court) {
    use ProblemCode::{AlreadyChosen, Illegal, Malformed, NoUndo, NotYourSeat, WrongPhase};
    let game = court.running(3, |game| game.wall = Wall::Grey).await;
    let (ana, ben, cleo) = (court.ana.clone(), court.ben.clone(), court.cleo.clone());
    // Ana and Ben complete what they can; Cleo lets everything fall.
    let mut first = None;
    while let Some(ply) = court
        .turn(&game, |seat, m| match seat {
            3 => m.line.is_none(),
            _ => m.completes,
        })
        .await
    {
        first = first.or(Some(ply));
    }
    let now = look(&ana, &game).await;
    assert_eq!(now.view.choosing, [1, 2], "they choose");
    let right = leftmost(&now.own.tiling[0]);
    assert!(right.len() > 1, "Ana has completed some lines: {right:?}");
    let (line, column) = right[0].split_once(':').expect("a line and a column");
    let at = (&ana, game.as_str());

    let rule = "a_move_while_columns_are_chosen";
    court
        .refuses(rule, WrongPhase, at, moves(1, now.view.ply, "1B1"))
        .await;
    let rule = "taking_back_once_tiling_has_begun";
    let first = first.expect("Ana's first move");
    court.refuses(rule, NoUndo, at, undoes(1, first)).await;

    let rule = "no_columns_at_all";
    court.refuses(rule, Illegal, at, chooses(1, &[])).await;
    let rule = "the_last_column_is_missing";
    court
        .refuses(rule, Illegal, at, chooses(1, &right[..right.len() - 1]))
        .await;
    let rule = "a_column_too_many";
    let mut surplus = right.clone();
    surplus.push(right[right.len() - 1].clone());
    court.refuses(rule, Illegal, at, chooses(1, &surplus)).await;
    let rule = "columns_from_the_bottom";
    let turned: Vec<_> = right.iter().rev().cloned().collect();
    court.refuses(rule, Illegal, at, chooses(1, &turned)).await;
    let rule = "one_line_twice";
    let mut twice = right.clone();
    twice[1] = format!("{line}:{}", if column == "1" { 2 } else { 1 });
    court.refuses(rule, Illegal, at, chooses(1, &twice)).await;
    let rule = "the_floor_where_there_is_a_column";
    let mut fallen = right.clone();
    fallen[0] = format!("{line}:F");
    court.refuses(rule, Illegal, at, chooses(1, &fallen)).await;
    let rule = "a_column_beyond_the_last";
    let mut beyond = right.clone();
    beyond[0] = format!("{line}:6");
    court
        .refuses(rule, Malformed, at, chooses(1, &beyond))
        .await;
    let rule = "columns_for_anothers_seat";
    court
        .refuses(rule, NotYourSeat, (&ben, &game), chooses(1, &right))
        .await;
    let rule = "columns_of_somebody_who_has_none_to_choose";
    court
        .refuses(rule, WrongPhase, (&cleo, &game), chooses(3, &right))
        .await;

    carry_out(&ana, &game, chooses(1, &right)).await;
    let rule = "the_same_columns_again";
    court
        .refuses(rule, AlreadyChosen, at, chooses(1, &right))
        .await;
    let rule = "other_columns_after_all";
    let mut other = right.clone();
    other[0] = format!("{line}:{}", if column == "5" { 4 } else { 5 });
    court
        .refuses(rule, AlreadyChosen, at, chooses(1, &other))
        .await;

    let bens = leftmost(&look(&ben, &game).await.own.tiling[0]);
    carry_out(&ben, &game, chooses(2, &bens)).await;
    let now = look(&ana, &game).await;
    assert!(now.view.choosing.is_empty(), "the game has gone on");
    assert_eq!(now.view.table.map(|table| table.round), Some(2));
    let rule = "columns_of_the_round_before";
    court
        .refuses(rule, WrongPhase, at, chooses(1, &right))
        .await;
}
