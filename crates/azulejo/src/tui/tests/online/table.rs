//! The table: clocks, a lost connection, outgoing moves, and followed games.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::ClockView;
use azulejo_rules::record::{Record, Step};
use insta::assert_snapshot;

use super::*;

#[test]
fn tables_with_clocks_and_without_a_connection() {
    for lang in LANGUAGES {
        let mut pictures = Vec::new();
        let mut snap = |what: &str, begun: &RunningGame| {
            for (width, height) in SIZES {
                pictures.push(format!("=== {what}\n{}", begun.picture(width, height)));
            }
        };
        let mut begun = RunningGame::new(&["Ana", "Rui"], Wall::Coloured, lang, real_time());
        begun.view.clock = Some(ClockView {
            at: FAR,
            left: vec![Some(272_500), Some(9_000)],
            running: vec![2],
        });
        begun.play(begun.some_move());
        snap("clocks", &begun);
        let rui = AwayView {
            seat: 2,
            since: 0,
            until: Some(FAR),
            vote_from: None,
        };
        begun.present(&[1], vec![rui]);
        // The number of seconds until then is not known.
        let shown = begun.picture(80, 24);
        let away = begun.player.words.text(crate::i18n::Key("away"));
        assert!(shown.contains(&away), "{shown}");
        begun.present(&[1, 2], Vec::new());
        begun.play(begun.some_move());
        begun.server.events.send(LinkEvent::Down).unwrap();
        begun.player.tick();
        snap("the connection is lost", &begun);
        let m = begun.some_move();
        begun.player.keys(&format!("{m}⏎"));
        snap("a move is kept", &begun);
        begun
            .server
            .events
            .send(LinkEvent::Up { offset: 0 })
            .unwrap();
        begun.play(m);
        snap("and played", &begun);
        assert_snapshot!(format!("online_table_{lang}"), pictures.join("\n"));
    }
}

#[test]
fn move_is_sent_once_and_a_refusal_is_shown() {
    let mut begun = RunningGame::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, Clock::None);
    begun.server.commands();
    let m = begun.some_move();
    begun.player.keys(&format!("{m}⏎⏎⏎"));
    let sent = begun.server.commands();
    let [
        ClientFrame::Move {
            id,
            ply: 1,
            seat: 1,
            text,
            ..
        },
    ] = &sent[..]
    else {
        panic!("{sent:?}");
    };
    assert_eq!((id.len(), text), (32, &m.to_string()));
    assert_eq!(begun.player.screen.stage(), Stage::Wait);
    begun.server.frame(ServerFrame::Refused {
        game: Some(begun.view.id.clone()),
        id: Some(id.clone()),
        error: Problem::new(ProblemCode::Stale),
    });
    begun.player.tick();
    assert!(
        begun.player.panel().contains("has moved on"),
        "{}",
        begun.player.panel()
    );
    assert_eq!(
        begun.player.screen.stage(),
        Stage::Take,
        "it can be chosen anew"
    );
}

#[test]
fn diverged_game_is_reloaded_from_the_record() {
    let mut begun = RunningGame::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, Clock::None);
    begun.server.commands();
    let (first, mut other) = (begun.some_move(), begun.game.clone());
    begun.play(first);
    assert!(!begun.server.asked_for_record());
    // Taken back, with another move instead: the log alone is not enough.
    let moves = other.position().legal_moves();
    let second = *moves.iter().find(|m| **m != first).unwrap();
    other.play(second).unwrap();
    begun.game = other;
    begun.send_happening(Happening::Undone { seat: 1, to: 1 });
    assert!(begun.server.asked_for_record());
    let record: Record = begun.game.record().clone();
    let game = begun.view.id.clone();
    begun
        .server
        .answer(ApiResponse::Record(game, Ok(Box::new(record))));
    begun.player.tick();
    assert_eq!(begun.player.position(), *begun.game.position());
    let log: Vec<_> = begun
        .player
        .scene()
        .log
        .iter()
        .map(|s| s.text.clone())
        .collect();
    let log = log.join("\n");
    assert!(
        log.contains(&second.to_string()) && !log.contains(&first.to_string()),
        "{log}"
    );
}

#[test]
fn columns_can_be_chosen_out_of_turn() {
    let mut begun = RunningGame::new(&["Ana", "Rui"], Wall::Grey, Lang::En, Clock::None);
    // Players alternate until the offer is empty.
    while begun.game.position().phase() == Phase::Offer {
        begun.play(begun.some_move());
    }
    assert_eq!(begun.game.position().phase(), Phase::Tiling);
    let mine = begun.game.position().placements(Seat::ALL[0]);
    assert!(!mine.is_empty(), "Ana has a complete line");
    assert_eq!(begun.player.screen.stage(), Stage::Columns);
    begun.server.commands();
    for _ in 0..10 {
        if begun.player.screen.stage() != Stage::Columns {
            break;
        }
        begun.player.keys("→⏎");
    }
    let sent = begun.server.commands();
    let [
        ClientFrame::Choose {
            seat: 1,
            placements,
            ..
        },
    ] = &sent[..]
    else {
        panic!("{sent:?}");
    };
    let mut position = *begun.game.position();
    for text in placements {
        position.tile(Seat::ALL[0], text.parse().unwrap()).unwrap();
    }
    assert!(
        position.placements(Seat::ALL[0]).is_empty(),
        "all of them at once"
    );
    assert_eq!(begun.player.screen.stage(), Stage::Wait);
}

#[test]
fn end_of_round_waits_for_a_key_unless_timed() {
    for (clock, waits) in [(Clock::None, true), (real_time(), false)] {
        let mut begun = RunningGame::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, clock);
        let mut moves = 0;
        loop {
            let m = begun.some_move();
            let seat = begun.game.position().to_move().number() as u8;
            begun.game.play(m).unwrap();
            moves += 1;
            let text = m.to_string();
            if begun.game.position().phase() == Phase::Offer {
                begun.send_happening(Happening::Moved { seat, text });
                continue;
            }
            let mut placements = vec![Vec::new(); 2];
            while let Some(step) = begun.game.forced_step() {
                match step {
                    Step::Tile(seat, placement) => {
                        placements[seat.index()].push(placement.to_string());
                        begun.game.tile(seat, placement).unwrap();
                    }
                    _ => begun.game.settle().unwrap(),
                }
            }
            let deal = begun
                .game
                .position()
                .sample_deal(&mut FastRng::for_game(13, 0));
            let mut after = *begun.game.position();
            let events = after.deal_explained(&deal).unwrap();
            begun.game.deal(&deal).unwrap();
            let log = |ply, what, events: Vec<_>| LogStep {
                ply,
                at: 0,
                what,
                events,
            };
            let ply = begun.view.ply;
            begun.update(vec![
                log(ply, Happening::Moved { seat, text }, Vec::new()),
                log(ply + 1, Happening::Tiled { placements }, Vec::new()),
                log(
                    ply + 2,
                    Happening::Dealt { round: 2 },
                    events.iter().map(Into::into).collect(),
                ),
            ]);
            break;
        }
        assert!(moves > 5);
        assert!(!begun.server.asked_for_record(), "no reload was necessary");
        assert_eq!(begun.player.screen.stage(), Stage::Scoring);
        if waits {
            begun.player.until(Stage::RoundOver);
            begun.player.keys("⏎");
        } else {
            // No key is pressed: time passes.
            for _ in 0..100 {
                begun.player.now += FOREVER;
                begun.player.tick();
            }
        }
        assert_eq!(begun.player.position(), *begun.game.position());
    }
}

/// Plays until one group of tiles is left and it is Ana's turn; returns the move that ends the
/// round.
fn before_the_last_move(begun: &mut RunningGame) -> Move {
    // The player who takes the last group depends on the number of moves: it is Ana in one of the
    // first rounds.
    while begun.game.position().group_count() > 1 {
        begun.play(begun.some_move());
    }
    if begun.game.position().to_move() != Seat::ALL[0] {
        // Then both seats are at this keyboard.
        begun.own.seats = vec![1, 2];
        begun.send_own_view();
    }
    begun.game.position().legal_moves()[0]
}

#[test]
fn round_ending_move_is_confirmed_if_takebacks_are_allowed() {
    for policy in [UndoPolicy::Ask, UndoPolicy::Free, UndoPolicy::Off] {
        let mut begun = RunningGame::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, real_time());
        begun.view.settings.undo = policy;
        let m = before_the_last_move(&mut begun);
        begun.server.commands();
        let question = "These are the last tiles of the round: you can’t undo this move.";
        let is_sent = |begun: &mut RunningGame| match &begun.server.commands()[..] {
            [] => false,
            [ClientFrame::Move { text, .. }] => *text == m.to_string(),
            other => panic!("{other:?}"),
        };
        begun.player.keys(&format!("{m}⏎"));
        if policy == UndoPolicy::Off {
            assert!(
                is_sent(&mut begun),
                "without takebacks there is no confirmation"
            );
            continue;
        }
        assert!(
            !is_sent(&mut begun),
            "{policy:?}: there was no confirmation"
        );
        let panel = begun.player.panel();
        assert!(panel.contains(question), "{panel}");
        let keys = begun.player.scene().keys;
        assert_eq!(&keys[0], &("Enter", "Confirm".to_owned()));
        assert_eq!(&keys[1], &("Esc", "Cancel".to_owned()));
        // No: the tiles stay selected, and the question is gone until the next attempt.
        begun.player.keys("␛");
        let panel = begun.player.panel();
        assert!(
            !panel.contains(question) && panel.contains(" from the centre to "),
            "{panel}"
        );
        begun.player.keys("⏎");
        assert!(!is_sent(&mut begun), "every attempt is confirmed");
        begun.player.keys("⏎");
        assert!(is_sent(&mut begun), "yes");
    }
}

#[test]
fn move_within_a_round_is_not_confirmed() {
    let mut begun = RunningGame::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, Clock::None);
    begun.server.commands();
    let m = begun.some_move();
    begun.player.keys(&format!("{m}⏎"));
    assert_eq!(begun.server.commands().len(), 1);
}
