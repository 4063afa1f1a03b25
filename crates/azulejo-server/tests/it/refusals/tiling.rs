//! Column choices on the grey wall: complete, from the top, once, and only for the own seat.

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::options::TilingOptions;
use azulejo_protocol::table::Wall;

use crate::refusals::{Fixture, choose, execute, fetch, play_move, request_undo};

/// Returns the leftmost columns.
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

pub(crate) async fn columns(fixture: &mut Fixture) {
    use ProblemCode::{AlreadyChosen, Illegal, Malformed, NoUndo, NotYourSeat, WrongPhase};
    let game = fixture.start_game(3, |game| game.wall = Wall::Grey).await;
    let (ana, ben, cleo) = (
        fixture.ana.clone(),
        fixture.ben.clone(),
        fixture.cleo.clone(),
    );
    // Ana and Ben complete lines; Cleo drops everything to the floor.
    let mut first = None;
    while let Some(ply) = fixture
        .make_move(&game, |seat, m| match seat {
            3 => m.line.is_none(),
            _ => m.completes,
        })
        .await
    {
        first = first.or(Some(ply));
    }
    let now = fetch(&ana, &game).await;
    assert_eq!(now.view.choosing, [1, 2], "both must choose");
    let right = leftmost(&now.own.tiling[0]);
    assert!(right.len() > 1, "Ana has completed some lines: {right:?}");
    let (line, column) = right[0].split_once(':').expect("a line and a column");
    let as_ana = (&ana, game.as_str());

    let rule = "move_during_tiling";
    fixture
        .refuses(rule, WrongPhase, as_ana, play_move(1, now.view.ply, "1B1"))
        .await;
    let rule = "undo_during_tiling";
    let first = first.expect("Ana's first move");
    fixture
        .refuses(rule, NoUndo, as_ana, request_undo(1, first))
        .await;

    let rule = "no_columns";
    fixture.refuses(rule, Illegal, as_ana, choose(1, &[])).await;
    let rule = "missing_last_column";
    fixture
        .refuses(rule, Illegal, as_ana, choose(1, &right[..right.len() - 1]))
        .await;
    let rule = "one_column_too_many";
    let mut surplus = right.clone();
    surplus.push(right[right.len() - 1].clone());
    fixture
        .refuses(rule, Illegal, as_ana, choose(1, &surplus))
        .await;
    let rule = "columns_in_reverse_order";
    let reversed: Vec<_> = right.iter().rev().cloned().collect();
    fixture
        .refuses(rule, Illegal, as_ana, choose(1, &reversed))
        .await;
    let rule = "one_line_twice";
    let mut twice = right.clone();
    twice[1] = format!("{line}:{}", if column == "1" { 2 } else { 1 });
    fixture
        .refuses(rule, Illegal, as_ana, choose(1, &twice))
        .await;
    let rule = "floor_although_a_column_is_free";
    let mut fallen = right.clone();
    fallen[0] = format!("{line}:F");
    fixture
        .refuses(rule, Illegal, as_ana, choose(1, &fallen))
        .await;
    let rule = "column_6";
    let mut beyond = right.clone();
    beyond[0] = format!("{line}:6");
    fixture
        .refuses(rule, Malformed, as_ana, choose(1, &beyond))
        .await;
    let rule = "columns_for_another_players_seat";
    fixture
        .refuses(rule, NotYourSeat, (&ben, &game), choose(1, &right))
        .await;
    let rule = "columns_without_a_choice_to_make";
    fixture
        .refuses(rule, WrongPhase, (&cleo, &game), choose(3, &right))
        .await;

    execute(&ana, &game, choose(1, &right)).await;
    let rule = "same_columns_again";
    fixture
        .refuses(rule, AlreadyChosen, as_ana, choose(1, &right))
        .await;
    let rule = "other_columns_after_choosing";
    let mut other = right.clone();
    other[0] = format!("{line}:{}", if column == "5" { 4 } else { 5 });
    fixture
        .refuses(rule, AlreadyChosen, as_ana, choose(1, &other))
        .await;

    let bens = leftmost(&fetch(&ben, &game).await.own.tiling[0]);
    execute(&ben, &game, choose(2, &bens)).await;
    let now = fetch(&ana, &game).await;
    assert!(now.view.choosing.is_empty(), "the round has ended");
    assert_eq!(now.view.table.map(|table| table.round), Some(2));
    let rule = "columns_of_the_previous_round";
    fixture
        .refuses(rule, WrongPhase, as_ana, choose(1, &right))
        .await;
}
