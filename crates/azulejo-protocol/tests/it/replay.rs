//! Records expanded for clients.

use azulejo_protocol::game::EndedBy;
use azulejo_protocol::happening::Happening;
use azulejo_protocol::replay::{PointSources, expand, result_of};
use azulejo_protocol::table::TableView;
use azulejo_rules::record::EndedBy as RecordEnd;
use azulejo_rules::{Phase, Seat, Wall};

use crate::support::{check_round_trip, play, variants};

#[test]
fn replay_leads_from_the_first_deal_to_the_last_position() {
    for (players, wall, seed) in variants() {
        let game = play(players, wall, seed, |_, _| {});
        let record = game.record();
        let replay = expand(record).expect("a legal record");
        assert_eq!(replay.players, record.players);
        assert_eq!(replay.first.phase, azulejo_protocol::table::Phase::Refill);
        let last = replay.steps.last().expect("a step");
        assert_eq!(last.table, TableView::of(game.position()));
        assert_eq!(
            replay.result.is_some(),
            game.position().phase() == Phase::Over
        );
        assert!(!replay.has_proof);
    }
}

#[test]
fn replay_has_one_step_per_deal_move_and_tiling() {
    for (players, wall, seed) in variants() {
        let game = play(players, wall, seed, |_, _| {});
        let replay = expand(game.record()).expect("a legal record");
        let count = |matches: fn(&Happening) -> bool| {
            replay
                .steps
                .iter()
                .filter(|step| matches(&step.what))
                .count()
        };
        let rounds = &game.record().rounds;
        assert_eq!(
            count(|what| matches!(what, Happening::Dealt { .. })),
            rounds.len()
        );
        assert_eq!(
            count(|what| matches!(what, Happening::Moved { .. })),
            rounds.iter().map(|round| round.moves.len()).sum::<usize>()
        );
        assert!(count(|what| matches!(what, Happening::Tiled { .. })) <= rounds.len());
    }
}

#[test]
fn points_by_source_add_up_to_the_score() {
    let mut finished = 0;
    for (players, wall, seed) in variants() {
        let game = play(players, wall, seed, |_, _| {});
        let Some(outcome) = game.position().outcome() else {
            continue;
        };
        let replay = expand(game.record()).expect("a legal record");
        let result = replay.result.expect("a result");
        assert_eq!((result.by, result.seat), (EndedBy::Score, None));
        let winners: Vec<u8> = outcome.winners().map(|seat| seat.number() as u8).collect();
        assert_eq!(result.winners, winners);
        for player in &result.players {
            assert_eq!(
                player.score,
                player.wall - player.floor + player.bonuses.points
            );
            let last = player.rounds.last().expect("a round");
            assert_eq!(last.score, player.wall - player.floor);
            assert_eq!(player.rounds.len(), game.record().rounds.len());
            assert_eq!(player.place == 1, winners.contains(&player.seat));
        }
        finished += 1;
    }
    assert!(finished > 10, "{finished}");
}

#[test]
fn replay_survives_json() {
    for wall in Wall::ALL {
        let game = play(3, wall, 1, |_, _| {});
        check_round_trip(&expand(game.record()).expect("a legal record"));
    }
}

#[test]
fn replay_of_a_record_without_rounds_shows_an_empty_table() {
    let text = r#"{"format":"azulejo-record","version":1,"players":["a","b"],"wall":"grey","start":2,"rounds":[],"draw":{}}"#;
    let replay = expand(&text.parse().expect("a record")).expect("a legal record");
    assert!(replay.steps.is_empty());
    assert_eq!((replay.first.start, replay.first.round), (2, 1));
    assert!(replay.has_proof);
}

#[test]
fn resigning_leaves_the_only_other_player_as_winner() {
    for (players, winners) in [(2, vec![2]), (3, Vec::new())] {
        let mut game = play(players, Wall::Coloured, 2, |_, _| {});
        if game.has_ended() {
            game = unfinished(players);
        }
        game.stop(RecordEnd::Resigned(Seat::ALL[0]))
            .expect("the game has not ended");
        let result = expand(game.record())
            .expect("a legal record")
            .result
            .expect("a result");
        assert_eq!((result.by, result.seat), (EndedBy::Resigned, Some(1)));
        assert_eq!(result.winners, winners);
        assert_eq!(usize::from(result.players[0].place), players);
        assert!(result.players.iter().all(|p| p.bonuses.points == 0));
    }
}

/// A game that awaits its first deal.
fn unfinished(players: usize) -> azulejo_rules::Game {
    let names = (1..=players).map(|n| format!("player {n}")).collect();
    azulejo_rules::Game::new(names, Wall::Coloured, Seat::ALL[0]).expect("valid names")
}

#[test]
fn eliminated_seats_rank_last() {
    let game = unfinished(4);
    let sources = PointSources::new(4);
    let out = [Seat::ALL[1], Seat::ALL[3]];
    let result = result_of((EndedBy::Left, Some(4)), &sources, game.position(), &out);
    let places: Vec<u8> = result.players.iter().map(|player| player.place).collect();
    assert_eq!(places, [1, 3, 1, 3]);
    // Two seats remain, so the game is undecided.
    assert_eq!(result.winners, Vec::<u8>::new());
    let all_but_one = [Seat::ALL[0], Seat::ALL[1], Seat::ALL[3]];
    let result = result_of(
        (EndedBy::Left, Some(4)),
        &sources,
        game.position(),
        &all_but_one,
    );
    assert_eq!(result.winners, [3]);
    for by in [EndedBy::Truncated, EndedBy::Aborted] {
        let result = result_of((by, None), &sources, game.position(), &[]);
        assert_eq!(result.winners, Vec::<u8>::new());
    }
}
