//! The screens of online games, with a test in place of the server.

use std::rc::Rc;
use std::sync::mpsc::Sender;

use azulejo_protocol::frame::{ClientFrame, ServerFrame};
use azulejo_protocol::game::{
    AwayView, Clock, DrawView, GameView, Level, OwnView, PresenceView, SeatKind, SeatView,
    Settings, Status, UndoPolicy,
};
use azulejo_protocol::happening::{Happening, Step as LogStep};
use azulejo_protocol::options::{OfferOptions, TilingOptions};
use azulejo_protocol::table::{TableView, Wall as ProtocolWall};
use azulejo_rules::rng::FastRng;
use azulejo_rules::{Game, Move, Seat};
use tokio::sync::mpsc::UnboundedReceiver;

use super::*;
use crate::online::{ApiRequest, ApiResponse, Link, LinkCommand, LinkEvent, Mirror, OnlineHost};

mod lobby;
mod menu;
mod table;

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];
const LANGUAGES: [Lang; 2] = [Lang::En, Lang::De];
/// Later than any clock of a test machine, so that displayed clocks don't change.
const FAR: i64 = 4_000_000_000_000;

/// The server's end of a connection.
struct Server {
    link: Rc<Link>,
    commands: UnboundedReceiver<LinkCommand>,
    events: Sender<LinkEvent>,
}

impl Server {
    fn new(address: &str) -> Self {
        let (link, commands, events) = Link::to_test(address.parse().unwrap(), "Ana");
        Self {
            link: Rc::new(link),
            commands,
            events,
        }
    }

    fn frame(&self, frame: ServerFrame) {
        self.events.send(LinkEvent::Frame(Box::new(frame))).unwrap();
    }

    fn answer(&self, answer: ApiResponse) {
        self.events
            .send(LinkEvent::Response(Box::new(answer)))
            .unwrap();
    }

    /// The commands sent since the last call.
    fn commands(&mut self) -> Vec<ClientFrame> {
        let mut commands = Vec::new();
        while let Ok(command) = self.commands.try_recv() {
            if let LinkCommand::Reliable(frame) | LinkCommand::BestEffort(frame) = command {
                commands.push(*frame);
            }
        }
        commands
    }

    fn asked_for_record(&mut self) -> bool {
        let mut found = false;
        while let Ok(command) = self.commands.try_recv() {
            found |= matches!(command, LinkCommand::Request(ApiRequest::Record { .. }));
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
            nonce_commitments: Vec::new(),
            closed: false,
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

/// A running game on a test server.
struct RunningGame {
    server: Server,
    game: Game,
    view: GameView,
    own: OwnView,
    player: Player,
    steps: u32,
}

impl RunningGame {
    /// Ana has seat 1 and is to move; the others are people too.
    fn new(names: &[&str], wall: Wall, lang: Lang, clock: Clock) -> Self {
        Self::with_phrases(names, wall, lang, clock, true)
    }

    /// The same with phrases hidden.
    fn without_phrases(names: &[&str]) -> Self {
        Self::with_phrases(names, Wall::Coloured, Lang::En, Clock::None, false)
    }

    fn with_phrases(
        names: &[&str],
        wall: Wall,
        lang: Lang,
        clock: Clock,
        has_phrases: bool,
    ) -> Self {
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
        mirror.load_record(game.record());
        let words = Words::new(lang);
        let shared = Rc::new(Words::new(lang));
        let host =
            OnlineHost::new(Rc::clone(&server.link), mirror, shared).showing_phrases(has_phrases);
        let screen = GameScreen::new(Box::new(host), &words, FOREVER);
        let mut running = Self {
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
        running.player.tick();
        running
    }

    /// The server reports an event.
    fn send_happening(&mut self, what: Happening) {
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
        self.send_own_view();
    }

    fn send_own_view(&mut self) {
        self.server.frame(ServerFrame::Own {
            game: self.view.id.clone(),
            own: self.own.clone(),
        });
        self.player.tick();
    }

    /// The server reports who is present and who is away.
    fn present(&mut self, here: &[u8], away: Vec<AwayView>) {
        self.server.frame(ServerFrame::Presence {
            game: self.view.id.clone(),
            presence: PresenceView {
                here: here.to_vec(),
                away,
                watchers: 1,
            },
        });
        self.player.tick();
    }

    /// The player to move plays, as reported by the server.
    fn play(&mut self, m: Move) {
        let seat = self.game.position().to_move().number() as u8;
        self.game.play(m).unwrap();
        let text = m.to_string();
        self.send_happening(Happening::Moved { seat, text });
    }

    fn some_move(&self) -> Move {
        let moves = self.game.position().legal_moves();
        moves[moves.len() * 5 / 8]
    }

    fn picture(&self, width: u16, height: u16) -> String {
        let theme = Theme::new(Depth::None);
        picture(width, height, |buffer| {
            let scene = self.player.scene();
            draw::draw_table(buffer, &scene, &self.player.words, theme);
            if let Some((title, lines, cursor)) =
                self.player.screen.action_lines(&self.player.words)
            {
                draw::draw_actions(buffer, (&title, &lines, cursor), theme);
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
