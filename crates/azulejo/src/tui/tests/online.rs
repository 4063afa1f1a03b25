//! The screens of games on a server, with a test in the server's place.

use std::rc::Rc;
use std::sync::mpsc::Sender;

use azulejo_protocol::frame::{ClientFrame, Phrase, Problem, ProblemCode, ServerFrame};
use azulejo_protocol::game::{
    AwayView, Clock, ClockView, DrawView, GameView, Level, OwnView, PresenceView, SeatKind,
    SeatView, Settings, Status, UndoPolicy, UndoQuestion,
};
use azulejo_protocol::happening::{Happening, Step as LogStep};
use azulejo_protocol::http::{GameCard, LobbyView, MyGames};
use azulejo_protocol::options::{OfferOptions, TilingOptions};
use azulejo_protocol::table::{TableView, Wall as ProtocolWall};
use azulejo_rules::record::{Record, Step};
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Game, Move, Seat};
use insta::assert_snapshot;
use tokio::sync::mpsc::UnboundedReceiver;

use super::*;
use crate::host::Host as _;
use crate::online::{Answer, Ask, Entered, Link, Mirror, News, OnlineHost, Order, Way};
use crate::tui::online::{Go, Lobby, Room};

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];
const LANGUAGES: [Lang; 2] = [Lang::En, Lang::De];
/// Later than any clock of a machine that runs the tests: so clocks stand still.
const FAR: i64 = 4_000_000_000_000;

/// A server's end of a connection.
struct Server {
    link: Rc<Link>,
    orders: UnboundedReceiver<Order>,
    news: Sender<News>,
}

impl Server {
    fn new(address: &str) -> Self {
        let (link, orders, news) = Link::to_test(address.parse().unwrap(), "Ana");
        Self {
            link: Rc::new(link),
            orders,
            news,
        }
    }

    fn frame(&self, frame: ServerFrame) {
        self.news.send(News::Frame(Box::new(frame))).unwrap();
    }

    fn answer(&self, answer: Answer) {
        self.news.send(News::Answer(Box::new(answer))).unwrap();
    }

    /// The commands that were sent since the last look.
    fn commands(&mut self) -> Vec<ClientFrame> {
        let mut commands = Vec::new();
        while let Ok(order) = self.orders.try_recv() {
            if let Order::Command(frame) | Order::Say(frame) = order {
                commands.push(*frame);
            }
        }
        commands
    }

    fn asked_for_record(&mut self) -> bool {
        let mut found = false;
        while let Ok(order) = self.orders.try_recv() {
            found |= matches!(order, Order::Ask(Ask::Record { .. }));
        }
        found
    }
}

fn person(seat: u8, name: &str) -> SeatView {
    SeatView {
        seat,
        kind: SeatKind::Human,
        name: Some(name.to_owned()),
        guest: true,
        level: None,
        taken_over: None,
        can_win: true,
        person: Some(seat),
    }
}

fn empty(seat: u8, kind: SeatKind) -> SeatView {
    SeatView {
        kind,
        name: None,
        person: None,
        ..person(seat, "")
    }
}

fn bot(seat: u8, level: Level) -> SeatView {
    SeatView {
        level: Some(level),
        ..empty(seat, SeatKind::Bot)
    }
}

fn settings(wall: ProtocolWall, clock: Clock) -> Settings {
    Settings {
        wall,
        clock,
        undo: UndoPolicy::Ask,
        public: true,
        start: None,
    }
}

fn view(seats: Vec<SeatView>, settings: Settings) -> GameView {
    GameView {
        id: "LuttVAdd".to_owned(),
        ply: 1,
        hash: "00".to_owned(),
        status: Status::Waiting,
        settings,
        draw: DrawView {
            scheme: "azulejo-draw-1".to_owned(),
            commitment: "00".to_owned(),
            nonces: vec![None; seats.len()],
            secret: None,
        },
        seats,
        table: None,
        choosing: Vec::new(),
        clock: None,
        undo: None,
        votes: Vec::new(),
        result: None,
        rematch: None,
        created: 0,
    }
}

fn own(seats: &[u8]) -> OwnView {
    OwnView {
        ply: 1,
        seats: seats.to_vec(),
        host: false,
        invitation: None,
        offer: None,
        tiling: Vec::new(),
        chosen: Vec::new(),
        undo_to: Vec::new(),
        hints: false,
    }
}

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
fn the_lobby() {
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
            lobby: LobbyView {
                open: Vec::new(),
                live: Vec::new(),
            },
        });
        lobby.tick(Instant::now(), &words);
        snap("nothing yet", &lobby);
        server.frame(ServerFrame::Lobby {
            lobby: lobby_view(),
        });
        server.answer(Answer::MyGames(Ok(my_games())));
        lobby.tick(Instant::now(), &words);
        for _ in 0..3 {
            assert!(lobby.key(KeyEvent::from(KeyCode::Down)).is_none());
        }
        snap("games", &lobby);
        server.news.send(News::Down).unwrap();
        lobby.tick(Instant::now(), &words);
        snap("the connection is lost", &lobby);
        assert_snapshot!(format!("online_lobby_{lang}"), pictures.join("\n"));
    }
}

#[test]
fn a_game_of_the_lobby_is_gone_to_once() {
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
    while let Ok(order) = server.orders.try_recv() {
        if let Order::Ask(Ask::Enter { game, invitation }) = order {
            entered.push((game, invitation));
        }
    }
    assert_eq!(entered, [("aaaaaaaa".to_owned(), None)]);
    // Somebody was faster, and the game is gone.
    let problem = Problem::new(ProblemCode::NotFound);
    server.answer(Answer::Entered(Err(crate::online::Trouble::Refused(
        problem,
    ))));
    let (_, go) = lobby.tick(Instant::now(), &words);
    assert!(go.is_none());
    assert!(
        lobby
            .notice(&words)
            .unwrap()
            .text
            .contains("does not exist")
    );
}

#[test]
fn the_waiting_room() {
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
            way: Way::Seated,
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

/// A game on a test's server that has begun.
struct Begun {
    server: Server,
    game: Game,
    view: GameView,
    own: OwnView,
    player: Player,
    steps: u32,
}

impl Begun {
    /// Ana has seat 1 and is to move; the others are people too.
    fn new(names: &[&str], wall: Wall, lang: Lang, clock: Clock) -> Self {
        let record_names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
        let mut game = Game::new(record_names, wall, Seat::ALL[0]).unwrap();
        let deal = game.position().sample_deal(&mut FastRng::for_game(12, 0));
        game.deal(&deal).unwrap();
        let seats = (1..).zip(names).map(|(seat, name)| person(seat, name));
        let protocol_wall = ProtocolWall::from(wall);
        let mut view = view(seats.collect(), settings(protocol_wall, clock));
        view.status = Status::Running;
        view.table = Some(TableView::of(game.position()));
        let mut own = own(&[1]);
        own.offer = OfferOptions::of(game.position());
        let server = Server::new("https://azulejo.example");
        let mut mirror = Mirror::new(view.clone(), Some(own.clone()));
        mirror.learn(game.record());
        let words = Words::new(lang);
        let shared = Rc::new(Words::new(lang));
        let host = OnlineHost::new(Rc::clone(&server.link), mirror, shared);
        let screen = GameScreen::new(Box::new(host), &words, FOREVER);
        let mut begun = Self {
            server,
            game,
            view,
            own,
            player: Player {
                screen,
                words,
                now: Instant::now(),
            },
            steps: 1,
        };
        begun.player.tick();
        begun
    }

    /// The server says that something happened.
    fn happen(&mut self, what: Happening) {
        let step = LogStep {
            ply: self.view.ply,
            at: 0,
            what,
            events: Vec::new(),
        };
        self.update(vec![step]);
    }

    fn update(&mut self, steps: Vec<LogStep>) {
        self.view.ply += steps.len() as u32;
        self.own.ply = self.view.ply;
        let position = self.game.position();
        self.view.table = Some(TableView::of(position));
        let is_ours = position.to_move() == Seat::ALL[0];
        self.own.offer = OfferOptions::of(position).filter(|_| is_ours);
        self.own.tiling = TilingOptions::of(position, Seat::ALL[0])
            .into_iter()
            .filter(|_| position.phase() == Phase::Tiling)
            .collect();
        self.steps += steps.len() as u32;
        self.server.frame(ServerFrame::Update {
            game: self.view.id.clone(),
            steps,
            view: self.view.clone(),
        });
        self.tell_own();
    }

    fn tell_own(&mut self) {
        self.server.frame(ServerFrame::Own {
            game: self.view.id.clone(),
            own: self.own.clone(),
        });
        self.player.tick();
    }

    /// The player to move plays, as the server tells it.
    fn play(&mut self, m: Move) {
        let seat = self.game.position().to_move().number() as u8;
        self.game.play(m).unwrap();
        let text = m.to_string();
        self.happen(Happening::Moved { seat, text });
    }

    /// The same with the view alone, as after a break that was too long.
    fn some_move(&self) -> Move {
        let moves = self.game.position().legal_moves();
        moves[moves.len() * 5 / 8]
    }

    fn picture(&self, width: u16, height: u16) -> String {
        let theme = Theme::new(Depth::None);
        picture(width, height, |buffer| {
            let scene = self.player.scene();
            draw::draw_table(buffer, &scene, &self.player.words, theme);
            if let Some((title, lines, cursor)) = self.player.screen.act_lines(&self.player.words) {
                draw::draw_acts(buffer, (&title, &lines, cursor), theme);
            }
        })
    }
}

fn real_time() -> Clock {
    Clock::RealTime {
        seconds: 300,
        increment: 5,
    }
}

#[test]
fn tables_with_clocks_and_without_a_connection() {
    for lang in LANGUAGES {
        let mut pictures = Vec::new();
        let mut snap = |what: &str, begun: &Begun| {
            for (width, height) in SIZES {
                pictures.push(format!("=== {what}\n{}", begun.picture(width, height)));
            }
        };
        let mut begun = Begun::new(&["Ana", "Rui"], Wall::Coloured, lang, real_time());
        begun.view.clock = Some(ClockView {
            at: FAR,
            left: vec![Some(272_500), Some(9_000)],
            running: vec![2],
        });
        begun.play(begun.some_move());
        snap("clocks", &begun);
        begun.server.frame(ServerFrame::Presence {
            game: begun.view.id.clone(),
            presence: PresenceView {
                here: vec![1],
                away: vec![AwayView {
                    seat: 2,
                    since: 0,
                    until: Some(FAR),
                    vote_from: None,
                }],
                watchers: 1,
            },
        });
        begun.player.tick();
        // Nobody knows how many seconds are left until then.
        let shown = begun.picture(80, 24);
        let away = begun.player.words.text(crate::i18n::Key("away"));
        assert!(shown.contains(&away), "{shown}");
        begun.server.frame(ServerFrame::Presence {
            game: begun.view.id.clone(),
            presence: PresenceView {
                here: vec![1, 2],
                away: Vec::new(),
                watchers: 1,
            },
        });
        begun.play(begun.some_move());
        begun.server.news.send(News::Down).unwrap();
        begun.player.tick();
        snap("the connection is lost", &begun);
        let m = begun.some_move();
        begun.player.keys(&format!("{m}⏎"));
        snap("a move is kept", &begun);
        begun.server.news.send(News::Up { offset: 0 }).unwrap();
        begun.play(m);
        snap("and played", &begun);
        assert_snapshot!(format!("online_table_{lang}"), pictures.join("\n"));
    }
}

#[test]
fn questions_are_answered_in_the_menu_only() {
    for lang in LANGUAGES {
        let mut pictures = Vec::new();
        let mut begun = Begun::new(&["Ana", "Rui", "Jón"], Wall::Grey, lang, Clock::None);
        begun.play(begun.some_move());
        begun.play(begun.some_move());
        begun.view.undo = Some(UndoQuestion {
            seat: 2,
            to: 2,
            agreed: Vec::new(),
            awaited: vec![1],
            until: FAR,
        });
        begun.happen(Happening::UndoAsked { seat: 2, to: 2 });
        pictures.push(begun.picture(80, 28));
        begun.server.commands();
        // Whatever is typed for a move answers nothing.
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
fn resigning_is_asked_twice_and_phrases_are_a_list() {
    let mut begun = Begun::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, Clock::None);
    begun.server.commands();
    // Say, Resign, To the lobby.
    begun.player.keys("m2");
    assert!(begun.picture(80, 24).contains("Do you want to resign?"));
    begun.player.keys("⏎");
    assert!(begun.server.commands().is_empty(), "the first answer is no");
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

#[test]
fn a_move_is_sent_once_and_a_refusal_is_told() {
    let mut begun = Begun::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, Clock::None);
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
        begun.player.panel().contains("has gone on"),
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
fn what_cannot_be_followed_is_learnt_from_the_record() {
    let mut begun = Begun::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, Clock::None);
    begun.server.commands();
    let (first, mut other) = (begun.some_move(), begun.game.clone());
    begun.play(first);
    assert!(!begun.server.asked_for_record());
    // Taken back, and something else played instead: the log alone does not tell.
    let moves = other.position().legal_moves();
    let second = *moves.iter().find(|m| **m != first).unwrap();
    other.play(second).unwrap();
    begun.game = other;
    begun.happen(Happening::Undone { seat: 1, to: 1 });
    assert!(begun.server.asked_for_record());
    let record: Record = begun.game.record().clone();
    let game = begun.view.id.clone();
    begun
        .server
        .answer(Answer::Record(game, Ok(Box::new(record))));
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
fn columns_are_chosen_although_somebody_else_is_first() {
    let mut begun = Begun::new(&["Ana", "Rui"], Wall::Grey, Lang::En, Clock::None);
    // Until the offer is empty, one of them moves after the other.
    while begun.game.position().phase() == Phase::Offer {
        begun.play(begun.some_move());
    }
    assert_eq!(begun.game.position().phase(), Phase::Tiling);
    let mine = begun.game.position().placements(Seat::ALL[0]);
    assert!(!mine.is_empty(), "Ana has a full line");
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
fn the_end_of_a_round_waits_for_a_key_and_not_with_a_clock() {
    for (clock, waits) in [(Clock::None, true), (real_time(), false)] {
        let mut begun = Begun::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, clock);
        let mut moves = 0;
        loop {
            let m = begun.some_move();
            let seat = begun.game.position().to_move().number() as u8;
            begun.game.play(m).unwrap();
            moves += 1;
            let text = m.to_string();
            if begun.game.position().phase() == Phase::Offer {
                begun.happen(Happening::Moved { seat, text });
                continue;
            }
            let mut placements = vec![Vec::new(); 2];
            while let Some(step) = begun.game.forced_step() {
                match step {
                    Step::Tile(seat, placement) => {
                        placements[seat.index()].push(placement.to_string());
                        begun.game.tile(seat, placement).unwrap();
                    }
                    _ => assert!(begun.game.settle()),
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
        assert!(!begun.server.asked_for_record(), "everything was followed");
        assert_eq!(begun.player.screen.stage(), Stage::Scoring);
        if waits {
            begun.player.until(Stage::RoundOver);
            begun.player.keys("⏎");
        } else {
            // Nobody presses a key: time passes.
            for _ in 0..100 {
                begun.player.now += FOREVER;
                begun.player.tick();
            }
        }
        assert_eq!(begun.player.position(), *begun.game.position());
    }
}

#[test]
fn a_room_becomes_a_table_when_the_game_begins() {
    let words = Words::new(Lang::En);
    let mut server = Server::new("https://azulejo.example");
    let begun = Begun::new(&["Ana", "Rui"], Wall::Coloured, Lang::En, Clock::None);
    let seats = vec![person(1, "Ana"), empty(2, SeatKind::Invited)];
    let waiting = view(seats, settings(ProtocolWall::Coloured, Clock::None));
    let entered = Entered {
        view: waiting,
        own: own(&[1]),
        way: Way::Seated,
    };
    let mut room = Room::new(Rc::clone(&server.link), entered, &words);
    assert!(room.tick(Instant::now(), &words).1.is_none());
    let sent = server.commands();
    assert!(matches!(&sent[..], [ClientFrame::Nonce { nonce, .. }] if nonce.len() == 64));
    let mut view = begun.view.clone();
    view.ply = 7;
    server.frame(ServerFrame::Game {
        game: view.id.clone(),
        log: Vec::new(),
        view: view.clone(),
    });
    assert!(room.tick(Instant::now(), &words).1.is_none());
    assert!(server.asked_for_record());
    let record = begun.game.record().clone();
    server.answer(Answer::Record(view.id, Ok(Box::new(record))));
    let (_, go) = room.tick(Instant::now(), &words);
    let Some(Go::Table(mirror)) = go else {
        panic!("no table");
    };
    assert_eq!(mirror.local().unwrap().position(), begun.game.position());
    let host = OnlineHost::new(Rc::clone(&server.link), *mirror, Rc::new(words));
    assert!(host.is_mine(Seat::ALL[0]) && !host.is_mine(Seat::ALL[1]));
}
