//! The lobby and the waiting room.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::http::{GameCard, LobbyView, MyGames};
use insta::assert_snapshot;

use super::*;
use crate::host::GameHost as _;
use crate::online::{Entered, EntryRole, LobbyList};
use crate::tui::online::{Lobby, Navigation, Room, Row};

fn card(id: &str, status: Status, seats: Vec<SeatView>, clock: Clock) -> GameCard {
    let scores = match status {
        Status::Waiting | Status::Cancelled => Vec::new(),
        Status::Running | Status::Finished => vec![12; seats.len()],
    };
    GameCard {
        id: id.to_owned(),
        status,
        settings: settings(ProtocolWall::Coloured, clock),
        scores,
        seats,
        round: 2,
        waits_for: vec![1],
        mine: Vec::new(),
        winners: vec![1],
        changed: FAR,
        deadline: None,
    }
}

fn lobby_view() -> LobbyView {
    let five = Clock::RealTime {
        seconds: 300,
        increment: 5,
    };
    let people = vec![person(1, "Jón"), person(2, "Sólveig")];
    LobbyView {
        open: vec![
            card(
                "aaaaaaaa",
                Status::Waiting,
                vec![person(1, "Rui"), empty(2, SeatKind::Open)],
                five,
            ),
            card(
                "bbbbbbbb",
                Status::Waiting,
                vec![
                    person(1, "Guðrún"),
                    bot(2, Level::Tiler),
                    empty(3, SeatKind::Open),
                    empty(4, SeatKind::Open),
                ],
                Clock::None,
            ),
        ],
        live: vec![card(
            "cccccccc",
            Status::Running,
            people,
            Clock::Days { days: 3 },
        )],
        ..LobbyView::default()
    }
}

fn my_games() -> MyGames {
    let mine = |mut card: GameCard| {
        card.mine = vec![1];
        card
    };
    let seats = || vec![person(1, "Ana"), bot(2, Level::Artisan)];
    MyGames {
        games: vec![
            mine(card("dddddddd", Status::Running, seats(), Clock::None)),
            mine(card("eeeeeeee", Status::Finished, seats(), Clock::None)),
        ],
        next: None,
    }
}

#[test]
fn lobby_pictures() {
    for lang in LANGUAGES {
        let words = Words::new(lang);
        let server = Server::new("https://azulejo.example");
        let mut lobby = Lobby::new(Rc::clone(&server.link), None);
        let mut pictures = Vec::new();
        let mut snap = |what: &str, lobby: &Lobby| {
            for (width, height) in SIZES {
                let theme = Theme::new(Depth::None);
                let picture = picture(width, height, |buffer| {
                    draw::draw_lobby(buffer, lobby, &words, theme);
                });
                pictures.push(format!("=== {what}\n{picture}"));
            }
        };
        server.frame(ServerFrame::Lobby {
            lobby: LobbyView::default(),
        });
        lobby.tick(Instant::now(), &words);
        snap("nothing yet", &lobby);
        server.frame(ServerFrame::Lobby {
            lobby: lobby_view(),
        });
        server.answer(ApiResponse::MyGames(Ok(my_games())));
        lobby.tick(Instant::now(), &words);
        for _ in 0..3 {
            assert!(lobby.key(KeyEvent::from(KeyCode::Down)).is_none());
        }
        snap("games", &lobby);
        server.events.send(LinkEvent::Down).unwrap();
        lobby.tick(Instant::now(), &words);
        snap("the connection is lost", &lobby);
        assert_snapshot!(format!("online_lobby_{lang}"), pictures.join("\n"));
    }
}

#[test]
fn game_is_entered_once() {
    let words = Words::new(Lang::En);
    let mut server = Server::new("https://azulejo.example");
    let mut lobby = Lobby::new(Rc::clone(&server.link), None);
    server.frame(ServerFrame::Lobby {
        lobby: lobby_view(),
    });
    lobby.tick(Instant::now(), &words);
    lobby.key(KeyEvent::from(KeyCode::Down));
    for _ in 0..2 {
        assert!(lobby.key(KeyEvent::from(KeyCode::Enter)).is_none());
    }
    let mut entered = Vec::new();
    while let Ok(command) = server.commands.try_recv() {
        if let LinkCommand::Request(ApiRequest::Enter { game, invitation }) = command {
            entered.push((game, invitation));
        }
    }
    assert_eq!(entered, [("aaaaaaaa".to_owned(), None)]);
    // The game is gone meanwhile.
    let problem = Problem::new(ProblemCode::NotFound);
    server.answer(ApiResponse::Entered(Err(
        crate::online::OnlineError::Refused(problem),
    )));
    let (_, navigation) = lobby.tick(Instant::now(), &words);
    assert!(navigation.is_none());
    assert!(lobby.notice(&words).unwrap().text.contains("Not found"));
}

#[test]
fn waiting_room_pictures() {
    for lang in LANGUAGES {
        let words = Words::new(lang);
        let server = Server::new("https://azulejo.example");
        let seats = vec![
            person(1, "Ana"),
            empty(2, SeatKind::Invited),
            bot(3, Level::Master),
        ];
        let clock = Clock::RealTime {
            seconds: 600,
            increment: 10,
        };
        let entered = Entered {
            view: view(seats, settings(ProtocolWall::Grey, clock)),
            own: OwnView {
                host: true,
                invitation: Some("dd7ea0f30caff5689e693ec2a7739ea7".to_owned()),
                ..own(&[1])
            },
            role: EntryRole::Seated,
        };
        let mut room = Room::new(Rc::clone(&server.link), entered, &words);
        room.tick(Instant::now(), &words);
        room.key(KeyEvent::from(KeyCode::Down), &words);
        let theme = Theme::new(Depth::None);
        let pictures = SIZES.map(|(width, height)| {
            picture(width, height, |buffer| {
                crate::tui::draw_room(buffer, &room, &words, theme);
            })
        });
        assert_snapshot!(format!("online_room_{lang}"), pictures.join("\n"));
    }
}

#[test]
fn older_games_of_the_lobby_are_fetched_on_request() {
    let words = Words::new(Lang::En);
    let mut server = Server::new("https://azulejo.example");
    let mut lobby = Lobby::new(Rc::clone(&server.link), None);
    let page = |ids: &[&str], next: Option<&str>| LobbyView {
        live: ids
            .iter()
            .map(|id| card(id, Status::Running, vec![person(1, "Rui")], Clock::None))
            .collect(),
        next_live: next.map(str::to_owned),
        ..LobbyView::default()
    };
    let requested = |server: &mut Server| {
        let mut after = Vec::new();
        while let Ok(command) = server.commands.try_recv() {
            if let LinkCommand::Request(ApiRequest::LobbyPage { after: cursor, .. }) = command {
                after.push(cursor);
            }
        }
        after
    };
    let answer = |server: &Server, after: &str, page: LobbyView| {
        server.answer(ApiResponse::LobbyPage {
            list: LobbyList::Live,
            after: after.to_owned(),
            page: Ok(page),
        });
    };
    let rows = |lobby: &Lobby| {
        let rows = lobby.rows(&words);
        let games = rows.iter().filter(|row| matches!(row, Row::Game { .. }));
        let more = rows.iter().filter(|row| matches!(row, Row::Button { .. }));
        (games.count(), more.count() - 1)
    };
    let lobby_frame = |page: LobbyView| ServerFrame::Lobby { lobby: page };
    server.frame(lobby_frame(page(&["a", "b"], Some("b"))));
    lobby.tick(Instant::now(), &words);
    assert_eq!(rows(&lobby), (2, 1));
    lobby.key(KeyEvent::from(KeyCode::End));
    lobby.key(KeyEvent::from(KeyCode::Enter));
    assert_eq!(requested(&mut server), ["b"]);
    answer(&server, "b", page(&["c", "d"], Some("d")));
    lobby.tick(Instant::now(), &words);
    assert_eq!(rows(&lobby), (4, 1));
    lobby.key(KeyEvent::from(KeyCode::End));
    lobby.key(KeyEvent::from(KeyCode::Enter));
    assert_eq!(requested(&mut server), ["d"]);
    answer(&server, "d", page(&["e"], None));
    lobby.tick(Instant::now(), &words);
    assert_eq!(rows(&lobby), (5, 0));
    // A new game pushes one off the first page, so the older ones are fetched again.
    server.frame(lobby_frame(page(&["n", "a"], Some("a"))));
    lobby.tick(Instant::now(), &words);
    assert_eq!(requested(&mut server), ["a"]);
    answer(&server, "a", page(&["b", "c"], Some("c")));
    lobby.tick(Instant::now(), &words);
    assert_eq!(rows(&lobby), (4, 1));
}

#[test]
fn refused_contribution_is_sent_again_on_the_same_connection() {
    let words = Words::new(Lang::En);
    let mut server = Server::new("https://azulejo.example");
    let seats = vec![person(1, "Ana"), empty(2, SeatKind::Invited)];
    let waiting = view(seats, settings(ProtocolWall::Coloured, Clock::None));
    let game = waiting.id.clone();
    let entered = Entered {
        view: waiting,
        own: own(&[1]),
        role: EntryRole::Seated,
    };
    let mut room = Room::new(Rc::clone(&server.link), entered, &words);
    let now = Instant::now();
    room.tick(now, &words);
    let sent = server.commands();
    assert!(matches!(&sent[..], [ClientFrame::Nonce { .. }]), "{sent:?}");
    server.frame(ServerFrame::Refused {
        game: Some(game),
        id: None,
        error: Problem::new(ProblemCode::TooFast),
    });
    let pictured = |room: &Room| {
        picture(80, 24, |buffer| {
            crate::tui::draw_room(buffer, room, &words, Theme::new(Depth::None));
        })
    };
    let before = pictured(&room);
    room.tick(now, &words);
    assert_eq!(pictured(&room), before, "the player is not bothered");
    assert_eq!(server.commands(), []);
    room.tick(now + Duration::from_secs(3), &words);
    assert_eq!(server.commands(), sent);
}

#[test]
fn waiting_room_becomes_a_table_at_the_start() {
    let words = Words::new(Lang::En);
    let mut server = Server::new("https://azulejo.example");
    let running = RunningGame::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, Clock::None);
    let seats = vec![person(1, "Ana"), empty(2, SeatKind::Invited)];
    let waiting = view(seats, settings(ProtocolWall::Coloured, Clock::None));
    let entered = Entered {
        view: waiting,
        own: own(&[1]),
        role: EntryRole::Seated,
    };
    let mut room = Room::new(Rc::clone(&server.link), entered, &words);
    assert!(room.tick(Instant::now(), &words).1.is_none());
    let sent = server.commands();
    assert!(matches!(&sent[..], [ClientFrame::Nonce { nonce, .. }] if nonce.len() == 64));
    let mut view = running.view.clone();
    view.ply = 7;
    server.frame(ServerFrame::Game {
        game: view.id.clone(),
        log: Vec::new(),
        view: view.clone(),
    });
    assert!(room.tick(Instant::now(), &words).1.is_none());
    assert!(server.asked_for_record());
    let record = running.game.record().clone();
    server.answer(ApiResponse::Record(view.id, Ok(Box::new(record))));
    let (_, navigation) = room.tick(Instant::now(), &words);
    let Some(Navigation::Table(mirror)) = navigation else {
        panic!("no table");
    };
    assert_eq!(mirror.local().unwrap().position(), running.game.position());
    let host = OnlineHost::new(Rc::clone(&server.link), *mirror, Rc::new(words));
    assert!(host.is_mine(Seat::ALL[0]) && !host.is_mine(Seat::ALL[1]));
}
