//! The table menu: requests, phrases, votes and resigning.

use azulejo_protocol::frame::Phrase;
use azulejo_protocol::game::{TakeoverReason, UndoQuestion};
use insta::assert_snapshot;

use super::*;

#[test]
fn requests_are_answered_in_the_menu_only() {
    for lang in LANGUAGES {
        let mut pictures = Vec::new();
        let mut running = RunningGame::new(&["Ana", "Rui", "Jón"], Wall::Grey, lang, Clock::None);
        running.play(running.some_move());
        running.play(running.some_move());
        running.view.undo = Some(UndoQuestion {
            seat: 2,
            to: 2,
            agreed: Vec::new(),
            awaited: vec![1],
            until: FAR,
        });
        running.send_happening(Happening::UndoAsked { seat: 2, to: 2 });
        pictures.push(running.picture(80, 28));
        running.server.commands();
        // Keys of a move answer nothing.
        running.player.keys("1yn1");
        assert!(running.server.commands().is_empty());
        running.player.keys("m");
        pictures.push(running.picture(80, 28));
        running.player.keys("⏎");
        let sent = running.server.commands();
        assert!(
            matches!(
                sent[..],
                [ClientFrame::AnswerUndo {
                    seat: 1,
                    agree: true,
                    ..
                }]
            ),
            "{sent:?}"
        );
        assert_snapshot!(format!("online_questions_{lang}"), pictures.join("\n"));
    }
}

#[test]
fn resigning_is_confirmed_and_phrases_are_a_list() {
    let mut running = RunningGame::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, Clock::None);
    running.server.commands();
    // Say, Resign, To the lobby.
    running.player.keys("m2");
    assert!(running.picture(80, 24).contains("Do you want to resign?"));
    running.player.keys("⏎");
    assert!(
        running.server.commands().is_empty(),
        "the default answer is no"
    );
    running.player.keys("m22");
    let sent = running.server.commands();
    assert!(
        matches!(sent[..], [ClientFrame::Resign { seat: 1, .. }]),
        "{sent:?}"
    );
    running.player.keys("m10");
    let sent = running.server.commands();
    assert!(
        matches!(
            sent[..],
            [ClientFrame::Say {
                phrase: Phrase::Another,
                ..
            }]
        ),
        "{sent:?}"
    );
}

/// The key for the menu line with this text.
fn choice(running: &RunningGame, text: &str) -> String {
    let menu = running.player.screen.action_lines(&running.player.words);
    let (_, lines, _) = menu.expect("the menu is open");
    let at = lines.iter().position(|line| line == text);
    let at = at.unwrap_or_else(|| panic!("no {text:?} in {lines:?}"));
    (at + 1).to_string()
}

/// Opens the menu, chooses lines, and returns the one command that was sent, which the server
/// acknowledges.
fn choose(running: &mut RunningGame, lines: &[&str]) -> ClientFrame {
    running.server.commands();
    running.player.keys("m");
    for line in lines {
        let key = choice(running, line);
        running.player.keys(&key);
    }
    let sent = running.server.commands();
    let [command] = &sent[..] else {
        panic!("{sent:?}");
    };
    let (ClientFrame::Resign { id, .. }
    | ClientFrame::Vote { id, .. }
    | ClientFrame::TakeBack { id, .. }) = command
    else {
        panic!("{command:?}");
    };
    running.server.frame(ServerFrame::Ack {
        game: running.view.id.clone(),
        id: id.clone(),
        ply: running.view.ply,
    });
    running.player.tick();
    command.clone()
}

#[test]
fn resigning_applies_to_the_chosen_seat() {
    let names = ["Ana", "Rui", "Jón"];
    let mut running = RunningGame::new(&names, Wall::Coloured, Lang::En, Clock::None);
    running.own.seats = vec![1, 2];
    running.send_own_view();
    running.play(running.some_move());
    // It is Rui's turn, so he comes first; Ana can resign as well, and Jón is not ours.
    running.player.keys("m");
    let menu = running.player.screen.action_lines(&running.player.words);
    let (_, lines, _) = menu.expect("the menu is open");
    let offered: Vec<_> = lines.iter().filter(|l| l.contains("Resign")).collect();
    assert_eq!(offered, ["Resign (Rui)", "Resign (Ana)"]);
    running.player.keys("m");
    for (text, expected) in [("Resign (Rui)", 2), ("Resign (Ana)", 1)] {
        let sent = choose(&mut running, &[text, text]);
        assert!(
            matches!(sent, ClientFrame::Resign { seat, .. } if seat == expected),
            "{text}: {sent:?}"
        );
    }
}

#[test]
fn absent_player_is_voted_out_and_own_seat_is_reclaimed() {
    let mut running = RunningGame::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, Clock::None);
    let rui = |vote_from| AwayView {
        seat: 2,
        since: 0,
        until: None,
        vote_from: Some(vote_from),
    };
    let question = "Rui has been away for a while. (M)";
    // Not before the deadline.
    running.present(&[1], vec![rui(FAR)]);
    assert!(!running.picture(120, 40).contains("(M)"));
    running.present(&[1], vec![rui(0)]);
    let shown = running.picture(120, 40);
    assert!(shown.contains(question), "{shown}");
    let sent = choose(&mut running, &["Let a bot take over: Rui"]);
    assert!(
        matches!(
            sent,
            ClientFrame::Vote {
                seat: 1,
                away: 2,
                ..
            }
        ),
        "{sent:?}"
    );
    // The others have voted us out meanwhile: a bot plays until we reclaim the seat.
    running.view.seats[0].taken_over = Some(TakeoverReason::Vote);
    running.view.seats[0].level = Some(Level::Apprentice);
    running.send_happening(Happening::TakenOver {
        seat: 1,
        level: Level::Apprentice,
        reason: TakeoverReason::Vote,
    });
    assert_eq!(running.player.screen.stage(), Stage::Wait);
    let sent = choose(&mut running, &["Take your seat back"]);
    assert!(
        matches!(sent, ClientFrame::TakeBack { seat: 1, .. }),
        "{sent:?}"
    );
    running.view.seats[0].taken_over = None;
    running.view.seats[0].level = None;
    running.send_happening(Happening::TakenBack { seat: 1 });
    assert_eq!(running.player.screen.stage(), Stage::Take);
}

/// A player sends a phrase; returns whether it is shown.
fn shows_phrase(running: &mut RunningGame, seat: u8, phrase: Phrase) -> bool {
    let before = running.player.scene().log.len();
    running.server.frame(ServerFrame::Said {
        game: running.view.id.clone(),
        seat,
        phrase,
    });
    running.player.tick();
    running.player.scene().log.len() > before
}

#[test]
fn player_can_be_muted_and_unmuted() {
    let names = ["Ana", "Rui", "Jón"];
    let mut running = RunningGame::new(&names, Wall::Coloured, Lang::En, Clock::None);
    assert!(shows_phrase(&mut running, 2, Phrase::Hello));
    running.player.keys("m");
    let key = choice(&running, "Hide phrases: Rui");
    running.player.keys(&key);
    let log = running.player.scene().log.last().unwrap().text.clone();
    assert_eq!(log, "Phrases hidden: Rui");
    assert!(!shows_phrase(&mut running, 2, Phrase::Oops), "Rui is muted");
    assert!(shows_phrase(&mut running, 3, Phrase::Oops), "Jón is not");
    assert!(
        shows_phrase(&mut running, 1, Phrase::Oops),
        "our own phrases are shown"
    );
    running.player.keys("m");
    let key = choice(&running, "Show phrases: Rui");
    running.player.keys(&key);
    assert!(shows_phrase(&mut running, 2, Phrase::Hello));
}

#[test]
fn phrases_can_be_hidden_from_the_start() {
    let mut running = RunningGame::without_phrases(&["Ana", "Rui"]);
    assert!(!shows_phrase(&mut running, 2, Phrase::Hello));
    assert!(shows_phrase(&mut running, 1, Phrase::Hello));
    running.player.keys("m");
    let (_, lines, _) = running
        .player
        .screen
        .action_lines(&running.player.words)
        .unwrap();
    assert!(
        !lines.iter().any(|line| line.contains("phrases")),
        "{lines:?}"
    );
}
