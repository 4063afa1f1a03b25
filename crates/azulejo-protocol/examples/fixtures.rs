//! Generates JSON fixtures from games with fixed seeds, so that the web client can be developed and
//! tested without a server.
//!
//! `cargo run -p azulejo-protocol --example fixtures -- web/src/fixtures`

use std::error::Error;
use std::fs;
use std::path::Path;

use azulejo_protocol::frame::{Problem, ServerFrame};
use azulejo_protocol::game::{
    Clock, ClockView, DrawView, EndedBy, GameView, Level, OwnView, ResultView, SeatKind, SeatView,
    Settings, Status, UndoPolicy,
};
use azulejo_protocol::happening::{Happening, Step, table_events};
use azulejo_protocol::options::{MoveOption, OfferOptions, TilingOptions};
use azulejo_protocol::replay::PointSources;
use azulejo_protocol::table::{LastRound, TableView};
use azulejo_rules::record::Step as RulesStep;
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Event, Game, Phase, Seat, Wall};
use serde::Serialize;
use serde_json::{Value, json};

/// The time of every fixture, in milliseconds since 1970.
const NOON: i64 = 1_794_744_000_000;

/// SHA-256 of the secret (c4a7 repeated 16 times) and the game id.
const COMMITMENT: &str = "51fc7ffd8776dd454d50b5e5cb9a341f3e69229aae3a61d4fba5c9a827900ee3";

const NAMES: [&str; 4] = ["Ana", "Björk", "Jón", "Eva"];

/// A game with its event log.
struct Table {
    game: Game,
    rng: FastRng,
    sources: PointSources,
    log: Vec<Step>,
}

impl Table {
    fn new(players: usize, wall: Wall, seed: u64) -> Result<Self, Box<dyn Error>> {
        let names = NAMES[..players]
            .iter()
            .map(|&name| name.to_owned())
            .collect();
        let mut table = Self {
            game: Game::new(names, wall, Seat::ALL[0])?,
            rng: FastRng::new(seed),
            sources: PointSources::new(players),
            log: Vec::new(),
        };
        table.log_step(Happening::Created, &[]);
        table.log_step(Happening::Started, &[]);
        table.deal()?;
        Ok(table)
    }

    fn log_step(&mut self, what: Happening, events: &[Event]) {
        self.sources.add(events);
        self.log.push(Step {
            ply: self.log.len() as u32,
            at: NOON + self.log.len() as i64 * 7_000,
            what,
            events: table_events(events),
        });
    }

    fn deal(&mut self) -> Result<(), Box<dyn Error>> {
        let deal = self.game.position().sample_deal(&mut self.rng);
        let events = self.game.step_explained(RulesStep::Deal(deal))?;
        let round = self.game.position().round();
        self.log_step(Happening::Dealt { round }, &events);
        Ok(())
    }

    /// Plays the move with the highest heuristic value, with some noise.
    fn play(&mut self) -> Result<(), Box<dyn Error>> {
        let position = *self.game.position();
        let options = OfferOptions::of(&position).ok_or("not in the offer phase")?;
        let mut best: Option<(i32, &MoveOption)> = None;
        for option in &options.moves {
            let floor = i32::from(option.floor_after) - i32::from(option.floor_before);
            let value = i32::from(option.points.map_or(0, |points| points.total)) * 8
                + i32::from(option.placed) * 5
                + i32::from(option.completes) * 6
                - floor * 9
                + below(&mut self.rng, 6) as i32;
            if best.is_none_or(|(highest, _)| value > highest) {
                best = Some((value, option));
            }
        }
        let m = best.ok_or("no legal move")?.1.m;
        let seat = position.to_move().number() as u8;
        let events = self.game.step_explained(RulesStep::Move(m))?;
        let text = m.to_string();
        self.log_step(Happening::Moved { seat, text }, &events);
        Ok(())
    }

    /// Tiles all walls as one step; every line goes to its first legal column.
    fn tile(&mut self) -> Result<(), Box<dyn Error>> {
        let mut placements = vec![Vec::new(); self.game.position().players().count()];
        let mut events = Vec::new();
        while self.game.position().phase() == Phase::Tiling {
            let position = *self.game.position();
            let seat = position.to_move();
            let step = match position.placements(seat).first() {
                Some(&placement) => {
                    placements[seat.index()].push(placement.to_string());
                    RulesStep::Tile(seat, placement)
                }
                None => RulesStep::Settle,
            };
            events.extend(self.game.step_explained(step)?);
        }
        self.log_step(Happening::Tiled { placements }, &events);
        if self.game.position().phase() == Phase::Over {
            self.log_step(Happening::Ended, &[]);
        }
        Ok(())
    }

    /// Advances the game by one step.
    fn step(&mut self) -> Result<(), Box<dyn Error>> {
        match self.game.position().phase() {
            Phase::Refill => self.deal(),
            Phase::Offer => self.play(),
            Phase::Tiling => self.tile(),
            Phase::Over => Err("the game is over".into()),
        }
    }

    fn until(&mut self, stop: impl Fn(&Self) -> bool) -> Result<(), Box<dyn Error>> {
        while !stop(self) {
            self.step()?;
        }
        Ok(())
    }

    fn view(&self, clock: Clock) -> GameView {
        let position = self.game.position();
        let players = position.players().count();
        let over = position.phase() == Phase::Over;
        let result = over.then(|| ResultView {
            by: EndedBy::Score,
            seat: None,
            winners: position
                .outcome()
                .iter()
                .flat_map(|outcome| {
                    outcome
                        .winners()
                        .map(|seat| seat.number() as u8)
                        .collect::<Vec<_>>()
                })
                .collect(),
            players: self.sources.players(position, &[]),
        });
        let running = match position.phase() {
            Phase::Offer => vec![position.to_move().number() as u8],
            _ => Vec::new(),
        };
        let times = [252_000, 220_000, 1_000_000, 95_000];
        GameView {
            id: "k7Qm2xWd".to_owned(),
            ply: self.log.len() as u32,
            hash: format!("{:016x}", self.log.len()),
            status: if over {
                Status::Finished
            } else {
                Status::Running
            },
            settings: settings(position.wall(), clock),
            seats: (0..players).map(seat).collect(),
            table: Some(TableView::of(position)),
            choosing: match position.phase() {
                Phase::Tiling if position.wall() == Wall::Grey => Seat::ALL[..players]
                    .iter()
                    .filter(|&&seat| position.has_choice(seat))
                    .map(|seat| seat.number() as u8)
                    .collect(),
                _ => Vec::new(),
            },
            clock: matches!(clock, Clock::RealTime { .. }).then(|| ClockView {
                at: NOON,
                left: (0..players)
                    .map(|i| (seat(i).kind == SeatKind::Human).then_some(times[i]))
                    .collect(),
                running,
                lag: None,
            }),
            undo: None,
            votes: Vec::new(),
            result,
            rematch: None,
            draw: DrawView {
                scheme: "azulejo-draw-1".to_owned(),
                commitment: COMMITMENT.to_owned(),
                nonce_commitments: Vec::new(),
                closed: false,
                nonces: vec![Some("5e".repeat(32)); players],
                secret: over.then(|| "c4a7".repeat(16)),
            },
            created: NOON - 600_000,
        }
    }

    fn own(&self) -> OwnView {
        let position = self.game.position();
        let first = Seat::ALL[0];
        OwnView {
            ply: self.log.len() as u32,
            seats: vec![1],
            host: true,
            invitation: None,
            offer: OfferOptions::of(position).filter(|offer| offer.seat == 1),
            tiling: match (position.phase(), position.wall()) {
                (Phase::Tiling, Wall::Grey) => {
                    TilingOptions::of(position, first).into_iter().collect()
                }
                _ => Vec::new(),
            },
            chosen: Vec::new(),
            undo_to: self
                .log
                .iter()
                .rev()
                .filter(|step| matches!(step.what, Happening::Moved { seat: 1, .. }))
                .map(|step| step.ply)
                .take(1)
                .collect(),
            hints: true,
        }
    }

    /// The full state, as in the reply to `watch`.
    fn fixture(&self, clock: Clock) -> Value {
        let log = &self.log[self.log.len().saturating_sub(8)..];
        json!({ "view": self.view(clock), "own": self.own(), "log": log })
    }
}

fn settings(wall: Wall, clock: Clock) -> Settings {
    Settings {
        wall: wall.into(),
        clock,
        undo: UndoPolicy::Free,
        public: false,
        start: None,
    }
}

/// The first two seats are human, the others are bots.
fn seat(index: usize) -> SeatView {
    let human = index < 2;
    SeatView {
        seat: index as u8 + 1,
        kind: if human {
            SeatKind::Human
        } else {
            SeatKind::Bot
        },
        name: human.then(|| NAMES[index].to_owned()),
        guest: human,
        level: match index {
            2 => Some(Level::Master),
            3 => Some(Level::Tiler),
            _ => None,
        },
        taken_over: None,
        can_win: true,
        person: human.then_some(index as u8 + 1),
    }
}

/// A game that waits for an invited player.
fn waiting() -> GameView {
    let free = |seat: u8, kind| SeatView {
        seat,
        kind,
        name: None,
        guest: false,
        level: None,
        taken_over: None,
        can_win: true,
        person: None,
    };
    GameView {
        id: "k7Qm2xWd".to_owned(),
        ply: 1,
        hash: format!("{:016x}", 1),
        status: Status::Waiting,
        settings: settings(Wall::Coloured, Clock::None),
        seats: vec![
            seat(0),
            free(2, SeatKind::Invited),
            SeatView { seat: 3, ..seat(2) },
        ],
        table: None,
        choosing: Vec::new(),
        clock: None,
        undo: None,
        votes: Vec::new(),
        result: None,
        rematch: None,
        draw: DrawView {
            scheme: "azulejo-draw-1".to_owned(),
            commitment: COMMITMENT.to_owned(),
            nonce_commitments: Vec::new(),
            closed: false,
            nonces: vec![None; 3],
            secret: None,
        },
        created: NOON - 600_000,
    }
}

fn mid_round(round: u16, left: u32) -> impl Fn(&Table) -> bool {
    move |table| {
        let position = table.game.position();
        position.phase() == Phase::Offer
            && position.round() >= round
            && position.group_count() <= left
            && position.to_move() == Seat::ALL[0]
    }
}

const REAL_TIME: Clock = Clock::RealTime {
    seconds: 600,
    increment: 5,
};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args()
        .nth(1)
        .ok_or("missing argument: the output folder")?;
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;

    for (players, round, left, seed) in [(2, 3, 11, 11), (3, 3, 15, 8), (4, 3, 20, 5)] {
        let mut table = Table::new(players, Wall::Coloured, seed)?;
        table.until(mid_round(round, left))?;
        write(
            folder,
            &format!("table-{players}"),
            &table.fixture(REAL_TIME),
        )?;
    }

    let mut fresh = Table::new(4, Wall::Coloured, 2)?;
    fresh.until(mid_round(1, 99))?;
    write(folder, "table-fresh-4", &fresh.fixture(Clock::None))?;

    let mut last = Table::new(2, Wall::Coloured, 4)?;
    last.until(|table| {
        table.game.position().phase() == Phase::Offer
            && table.game.position().to_move() == Seat::ALL[0]
            && TableView::of(table.game.position()).last_round == LastRound::Yes
    })?;
    write(folder, "table-last-round", &last.fixture(Clock::None))?;

    let mut grey = Table::new(2, Wall::Grey, 6)?;
    grey.until(mid_round(3, 8))?;
    write(folder, "grey-offer", &grey.fixture(Clock::None))?;
    grey.until(|table| table.game.position().has_choice(Seat::ALL[0]))?;
    write(folder, "grey-tiling", &grey.fixture(Clock::None))?;

    // Three updates: the last move of a round, the tiling, and the next deal.
    let mut end = Table::new(3, Wall::Coloured, 8)?;
    end.until(mid_round(2, 99))?;
    end.until(|table| {
        table.game.position().phase() == Phase::Offer && table.game.position().group_count() == 1
    })?;
    let before = end.fixture(REAL_TIME);
    let mut updates = Vec::new();
    for _ in 0..3 {
        let from = end.log.len();
        end.step()?;
        updates.push(json!({
            "steps": end.log[from..],
            "view": end.view(REAL_TIME),
            "own": end.own(),
        }));
    }
    write(
        folder,
        "round-end",
        &json!({ "before": before, "updates": updates }),
    )?;

    let mut over = Table::new(3, Wall::Coloured, 8)?;
    over.until(|table| table.game.position().phase() == Phase::Over)?;
    write(folder, "over", &over.fixture(REAL_TIME))?;

    let mut own = over.own();
    own.invitation = Some("r3ZkT0pVn1".to_owned());
    own.ply = 1;
    own.undo_to = Vec::new();
    write(
        folder,
        "waiting",
        &json!({ "view": waiting(), "own": own, "log": [] }),
    )?;

    // One frame of each short kind, for the tests of the frame parser.
    let frames = [
        ServerFrame::Hello {
            version: azulejo_protocol::frame::VERSION,
            now: NOON,
        },
        ServerFrame::Refused {
            game: Some("k7Qm2xWd".to_owned()),
            id: Some("0".repeat(32)),
            error: Problem::new(azulejo_protocol::frame::ProblemCode::Stale),
        },
        ServerFrame::Pong,
        ServerFrame::Closing,
    ];
    write(folder, "frames", &frames)
}

fn write(folder: &Path, name: &str, value: &impl Serialize) -> Result<(), Box<dyn Error>> {
    let mut text = serde_json::to_string(value)?;
    text.push('\n');
    fs::write(folder.join(format!("{name}.json")), text)?;
    Ok(())
}
