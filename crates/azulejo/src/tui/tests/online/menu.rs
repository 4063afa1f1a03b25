//! The table menu: requests, phrases, votes and resigning.

use azulejo_protocol::frame::Phrase;
use azulejo_protocol::game::{TakeoverReason, UndoQuestion};
use insta::assert_snapshot;

use super::*;

#[test]
fn requests_are_answered_in_the_menu_only() {
    for lang in LANGUAGES {
        let mut pictures = Vec::new();
        let mut begun = RunningGame::new(&["Ana", "Rui", "Jón"], Wall::Grey, lang, Clock::None);
        begun.play(begun.some_move());
        begun.play(begun.some_move());
        begun.view.undo = Some(UndoQuestion {
            seat: 2,
            to: 2,
            agreed: Vec::new(),
            awaited: vec![1],
            until: FAR,
        });
        begun.send_happening(Happening::UndoAsked { seat: 2, to: 2 });
        pictures.push(begun.picture(80, 28));
        begun.server.commands();
        // Keys of a move answer nothing.
        begun.player.keys("1yn1");
        assert!(begun.server.commands().is_empty());
        begun.player.keys("m");
        pictures.push(begun.picture(80, 28));
        begun.player.keys("⏎");
        let sent = begun.server.commands();
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
    let mut begun = RunningGame::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, Clock::None);
    begun.server.commands();
    // Say, Resign, To the lobby.
    begun.player.keys("m2");
    assert!(begun.picture(80, 24).contains("Do you want to resign?"));
    begun.player.keys("⏎");
    assert!(
        begun.server.commands().is_empty(),
        "the default answer is no"
    );
    begun.player.keys("m22");
    let sent = begun.server.commands();
    assert!(
        matches!(sent[..], [ClientFrame::Resign { seat: 1, .. }]),
        "{sent:?}"
    );
    begun.player.keys("m10");
    let sent = begun.server.commands();
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
fn choice(begun: &RunningGame, text: &str) -> String {
    let menu = begun.player.screen.action_lines(&begun.player.words);
    let (_, lines, _) = menu.expect("the menu is open");
    let at = lines.iter().position(|line| line == text);
    let at = at.unwrap_or_else(|| panic!("no {text:?} in {lines:?}"));
    (at + 1).to_string()
}

/// Opens the menu, chooses lines, and returns the one command that was sent, which the server
/// acknowledges.
fn choose(begun: &mut RunningGame, lines: &[&str]) -> ClientFrame {
    begun.server.commands();
    begun.player.keys("m");
    for line in lines {
        let key = choice(begun, line);
        begun.player.keys(&key);
    }
    let sent = begun.server.commands();
    let [command] = &sent[..] else {
        panic!("{sent:?}");
    };
    let (ClientFrame::Resign { id, .. }
    | ClientFrame::Vote { id, .. }
    | ClientFrame::TakeBack { id, .. }) = command
    else {
        panic!("{command:?}");
    };
    begun.server.frame(ServerFrame::Ack {
        game: begun.view.id.clone(),
        id: id.clone(),
        ply: begun.view.ply,
    });
    begun.player.tick();
    command.clone()
}

#[test]
fn resigning_applies_to_the_chosen_seat() {
    let names = ["Ana", "Rui", "Jón"];
    let mut begun = RunningGame::new(&names, Wall::Coloured, Lang::En, Clock::None);
    begun.own.seats = vec![1, 2];
    begun.send_own_view();
    begun.play(begun.some_move());
    // It is Rui's turn, so he comes first; Ana can resign as well, and Jón is not ours.
    begun.player.keys("m");
    let menu = begun.player.screen.action_lines(&begun.player.words);
    let (_, lines, _) = menu.expect("the menu is open");
    let offered: Vec<_> = lines.iter().filter(|l| l.contains("Resign")).collect();
    assert_eq!(offered, ["Resign (Rui)", "Resign (Ana)"]);
    begun.player.keys("m");
    for (text, expected) in [("Resign (Rui)", 2), ("Resign (Ana)", 1)] {
        let sent = choose(&mut begun, &[text, text]);
        assert!(
            matches!(sent, ClientFrame::Resign { seat, .. } if seat == expected),
            "{text}: {sent:?}"
        );
    }
}

#[test]
fn absent_player_is_voted_out_and_own_seat_is_reclaimed() {
    let mut begun = RunningGame::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, Clock::None);
    let rui = |vote_from| AwayView {
        seat: 2,
        since: 0,
        until: None,
        vote_from: Some(vote_from),
    };
    let question = "Rui has been away for a while. (M)";
    // Not before the deadline.
    begun.present(&[1], vec![rui(FAR)]);
    assert!(!begun.picture(120, 40).contains("(M)"));
    begun.present(&[1], vec![rui(0)]);
    let shown = begun.picture(120, 40);
    assert!(shown.contains(question), "{shown}");
    let sent = choose(&mut begun, &["Let a bot take over: Rui"]);
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
    begun.view.seats[0].taken_over = Some(TakeoverReason::Vote);
    begun.view.seats[0].level = Some(Level::Apprentice);
    begun.send_happening(Happening::TakenOver {
        seat: 1,
        level: Level::Apprentice,
        reason: TakeoverReason::Vote,
    });
    assert_eq!(begun.player.screen.stage(), Stage::Wait);
    let sent = choose(&mut begun, &["Take your seat back"]);
    assert!(
        matches!(sent, ClientFrame::TakeBack { seat: 1, .. }),
        "{sent:?}"
    );
    begun.view.seats[0].taken_over = None;
    begun.view.seats[0].level = None;
    begun.send_happening(Happening::TakenBack { seat: 1 });
    assert_eq!(begun.player.screen.stage(), Stage::Take);
}

/// A player sends a phrase; returns whether it is shown.
fn shows_phrase(begun: &mut RunningGame, seat: u8, phrase: Phrase) -> bool {
    let before = begun.player.scene().log.len();
    begun.server.frame(ServerFrame::Said {
        game: begun.view.id.clone(),
        seat,
        phrase,
    });
    begun.player.tick();
    begun.player.scene().log.len() > before
}

#[test]
fn player_can_be_muted_and_unmuted() {
    let names = ["Ana", "Rui", "Jón"];
    let mut begun = RunningGame::new(&names, Wall::Coloured, Lang::En, Clock::None);
    assert!(shows_phrase(&mut begun, 2, Phrase::Hello));
    begun.player.keys("m");
    let key = choice(&begun, "Hide phrases: Rui");
    begun.player.keys(&key);
    let log = begun.player.scene().log.last().unwrap().text.clone();
    assert_eq!(log, "Phrases hidden: Rui");
    assert!(!shows_phrase(&mut begun, 2, Phrase::Oops), "Rui is muted");
    assert!(shows_phrase(&mut begun, 3, Phrase::Oops), "Jón is not");
    assert!(
        shows_phrase(&mut begun, 1, Phrase::Oops),
        "our own phrases are shown"
    );
    begun.player.keys("m");
    let key = choice(&begun, "Show phrases: Rui");
    begun.player.keys(&key);
    assert!(shows_phrase(&mut begun, 2, Phrase::Hello));
}

#[test]
fn phrases_can_be_hidden_from_the_start() {
    let mut begun = RunningGame::without_phrases(&["Ana", "Rui"]);
    assert!(!shows_phrase(&mut begun, 2, Phrase::Hello));
    assert!(shows_phrase(&mut begun, 1, Phrase::Hello));
    begun.player.keys("m");
    let (_, lines, _) = begun
        .player
        .screen
        .action_lines(&begun.player.words)
        .unwrap();
    assert!(
        !lines.iter().any(|line| line.contains("phrases")),
        "{lines:?}"
    );
}
