//! The table: clocks, a lost connection, outgoing moves, and followed games.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::ClockView;
use azulejo_protocol::happening::TableEvent;
use azulejo_rules::PlayerCount;
use azulejo_rules::record::{EndedBy, Record, Step};
use azulejo_server::draws::{DrawKey, commitment, to_hex, verify};
use insta::assert_snapshot;

use super::*;
use crate::online::DrawCheck;

#[test]
fn tables_with_clocks_and_without_a_connection() {
    for lang in LANGUAGES {
        let mut pictures = Vec::new();
        let mut snap = |what: &str, running: &RunningGame| {
            for (width, height) in SIZES {
                pictures.push(format!("=== {what}\n{}", running.picture(width, height)));
            }
        };
        let mut running = RunningGame::new(&["Ana", "Rui"], Wall::Coloured, lang, real_time());
        running.view.clock = Some(ClockView {
            at: FAR,
            left: vec![Some(272_500), Some(9_000)],
            running: vec![2],
            lag: None,
        });
        running.play(running.some_move());
        snap("clocks", &running);
        let rui = AwayView {
            seat: 2,
            since: 0,
            until: Some(FAR),
            vote_from: None,
        };
        running.present(&[1], vec![rui]);
        // The number of seconds until then is not known.
        let shown = running.picture(80, 24);
        let away = running.player.words.text(crate::i18n::Key("away"));
        assert!(shown.contains(&away), "{shown}");
        running.present(&[1, 2], Vec::new());
        running.play(running.some_move());
        running.server.events.send(LinkEvent::Down).unwrap();
        running.player.tick();
        snap("the connection is lost", &running);
        let m = running.some_move();
        running.player.keys(&format!("{m}⏎"));
        snap("a move is kept", &running);
        running
            .server
            .events
            .send(LinkEvent::Up { offset: 0 })
            .unwrap();
        running.play(m);
        snap("and played", &running);
        assert_snapshot!(format!("online_table_{lang}"), pictures.join("\n"));
    }
}

#[test]
fn move_is_sent_once_and_a_refusal_is_shown() {
    let mut running = RunningGame::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, Clock::None);
    running.server.commands();
    let m = running.some_move();
    running.player.keys(&format!("{m}⏎⏎⏎"));
    let sent = running.server.commands();
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
    assert_eq!(running.player.screen.stage(), Stage::Wait);
    running.server.frame(ServerFrame::Refused {
        game: Some(running.view.id.clone()),
        id: Some(id.clone()),
        error: Problem::new(ProblemCode::Stale),
    });
    running.player.tick();
    assert!(
        running.player.panel().contains("has moved on"),
        "{}",
        running.player.panel()
    );
    assert_eq!(
        running.player.screen.stage(),
        Stage::Take,
        "the move can be selected again"
    );
}

#[test]
fn diverged_game_is_reloaded_from_the_record() {
    let mut running = RunningGame::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, Clock::None);
    running.server.commands();
    let (first, mut other) = (running.some_move(), running.game.clone());
    running.play(first);
    assert!(!running.server.asked_for_record());
    // Taken back, with another move instead: the log alone is not enough.
    let moves = other.position().legal_moves();
    let second = *moves.iter().find(|m| **m != first).unwrap();
    other.play(second).unwrap();
    running.game = other;
    running.send_happening(Happening::Undone { seat: 1, to: 1 });
    assert!(running.server.asked_for_record());
    let record: Record = running.game.record().clone();
    let game = running.view.id.clone();
    running
        .server
        .answer(ApiResponse::Record(game, Ok(Box::new(record))));
    running.player.tick();
    assert_eq!(running.player.position(), *running.game.position());
    let log: Vec<_> = running
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
    let mut running = RunningGame::new(&["Ana", "Rui"], Wall::Grey, Lang::En, Clock::None);
    // Players alternate until the offer is empty.
    while running.game.position().phase() == Phase::Offer {
        running.play(running.some_move());
    }
    assert_eq!(running.game.position().phase(), Phase::Tiling);
    let mine = running.game.position().placements(Seat::ALL[0]);
    assert!(!mine.is_empty(), "Ana has a complete line");
    assert_eq!(running.player.screen.stage(), Stage::Columns);
    running.server.commands();
    for _ in 0..10 {
        if running.player.screen.stage() != Stage::Columns {
            break;
        }
        running.player.keys("→⏎");
    }
    let sent = running.server.commands();
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
    let mut position = *running.game.position();
    for text in placements {
        position.tile(Seat::ALL[0], text.parse().unwrap()).unwrap();
    }
    assert!(
        position.placements(Seat::ALL[0]).is_empty(),
        "all of them at once"
    );
    assert_eq!(running.player.screen.stage(), Stage::Wait);
}

#[test]
fn end_of_round_waits_for_a_key_unless_timed() {
    for (clock, waits) in [(Clock::None, true), (real_time(), false)] {
        let mut running = RunningGame::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, clock);
        let mut moves = 0;
        loop {
            let m = running.some_move();
            let seat = running.game.position().to_move().number() as u8;
            running.game.play(m).unwrap();
            moves += 1;
            let text = m.to_string();
            if running.game.position().phase() == Phase::Offer {
                running.send_happening(Happening::Moved { seat, text });
                continue;
            }
            let mut placements = vec![Vec::new(); 2];
            while let Some(step) = running.game.forced_step() {
                match step {
                    Step::Tile(seat, placement) => {
                        placements[seat.index()].push(placement.to_string());
                        running.game.tile(seat, placement).unwrap();
                    }
                    _ => running.game.settle().unwrap(),
                }
            }
            let deal = running
                .game
                .position()
                .sample_deal(&mut FastRng::for_game(13, 0));
            let mut after = *running.game.position();
            let events = after.deal_explained(&deal).unwrap();
            running.game.deal(&deal).unwrap();
            let log = |ply, what, events: Vec<_>| LogStep {
                ply,
                at: 0,
                what,
                events,
            };
            let ply = running.view.ply;
            running.update(vec![
                log(ply, Happening::Moved { seat, text }, Vec::new()),
                log(ply + 1, Happening::Tiled { placements }, Vec::new()),
                log(
                    ply + 2,
                    Happening::Dealt { round: 2 },
                    events.iter().filter_map(TableEvent::of).collect(),
                ),
            ]);
            break;
        }
        assert!(moves > 5);
        assert!(
            !running.server.asked_for_record(),
            "no reload was necessary"
        );
        assert_eq!(running.player.screen.stage(), Stage::Scoring);
        if waits {
            running.player.until(Stage::RoundOver);
            running.player.keys("⏎");
        } else {
            // No key is pressed: time passes.
            for _ in 0..100 {
                running.player.now += FOREVER;
                running.player.tick();
            }
        }
        assert_eq!(running.player.position(), *running.game.position());
    }
}

/// Plays until one group of tiles is left and it is Ana's turn; returns the move that ends the
/// round.
fn before_the_last_move(running: &mut RunningGame) -> Move {
    // The player who takes the last group depends on the number of moves: it is Ana in one of the
    // first rounds.
    while running.game.position().group_count() > 1 {
        running.play(running.some_move());
    }
    if running.game.position().to_move() != Seat::ALL[0] {
        // Then both seats are at this keyboard.
        running.own.seats = vec![1, 2];
        running.send_own_view();
    }
    running.game.position().legal_moves()[0]
}

#[test]
fn round_ending_move_is_confirmed_if_takebacks_are_allowed() {
    for policy in [UndoPolicy::Ask, UndoPolicy::Free, UndoPolicy::Off] {
        let mut running = RunningGame::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, real_time());
        running.view.settings.undo = policy;
        let m = before_the_last_move(&mut running);
        running.server.commands();
        let question = "These are the last tiles of the round: you can’t undo this move.";
        let is_sent = |running: &mut RunningGame| match &running.server.commands()[..] {
            [] => false,
            [ClientFrame::Move { text, .. }] => *text == m.to_string(),
            other => panic!("{other:?}"),
        };
        running.player.keys(&format!("{m}⏎"));
        if policy == UndoPolicy::Off {
            assert!(
                is_sent(&mut running),
                "without takebacks there is no confirmation"
            );
            continue;
        }
        assert!(
            !is_sent(&mut running),
            "{policy:?}: there was no confirmation"
        );
        let panel = running.player.panel();
        assert!(panel.contains(question), "{panel}");
        let keys = running.player.scene().keys;
        assert_eq!(&keys[0], &("Enter", "Confirm".to_owned()));
        assert_eq!(&keys[1], &("Esc", "Cancel".to_owned()));
        // No: the tiles stay selected, and the question is gone until the next attempt.
        running.player.keys("␛");
        let panel = running.player.panel();
        assert!(
            !panel.contains(question) && panel.contains(" from the centre to "),
            "{panel}"
        );
        running.player.keys("⏎");
        assert!(!is_sent(&mut running), "every attempt is confirmed");
        running.player.keys("⏎");
        assert!(is_sent(&mut running), "yes");
    }
}

#[test]
fn move_within_a_round_is_not_confirmed() {
    let mut running = RunningGame::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, Clock::None);
    running.server.commands();
    let m = running.some_move();
    running.player.keys(&format!("{m}⏎"));
    assert_eq!(running.server.commands().len(), 1);
}

/// The attack: the host deals tiles at will, and at the end serves a record whose deals follow from
/// its proof.
#[test]
fn final_record_with_other_deals_than_those_shown_is_reported() {
    let names = ["Ana", "Ben"];
    let mut running = RunningGame::new(&names, Wall::Coloured, Lang::En, Clock::None);
    let id = running.view.id.clone();
    let (secret, nonces) = ([1; 32], [None, None]);
    let key = DrawKey::new(&secret, &id, &nonces);
    let start = key.start(PlayerCount::Two);
    let mut game = Game::new(names.map(str::to_owned).to_vec(), Wall::Coloured, start).unwrap();
    game.deal(&key.deal(game.position())).unwrap();
    game.stop(EndedBy::Aborted).unwrap();
    let mut record = game.record().clone();
    let proof = serde_json::json!({
        "scheme": "azulejo-draw-1",
        "game": id,
        "commitment": to_hex(&commitment(&secret, &id)),
        "nonces": [null, null],
        "secret": to_hex(&secret),
    });
    record.extra.push(("draw".to_owned(), proof.to_string()));
    assert!(verify(&record).is_ok());

    running.view.status = Status::Finished;
    running.send_happening(Happening::Ended);
    assert!(running.server.asked_for_record());
    let answer = ApiResponse::Record(id, Ok(Box::new(record)));
    running.server.answer(answer);
    running.player.tick();
    let scene = running.player.scene();
    let log: Vec<_> = scene.log.iter().map(|line| line.text.clone()).collect();
    let reported = running.player.words.draw_check(&DrawCheck::Swapped);
    assert!(log.contains(&reported), "{log:?}");
}
