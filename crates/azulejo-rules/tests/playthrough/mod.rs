//! A whole game told line by line, for people to read and for tests to replay.
//!
//! A line that starts a step says what is done; what it leads to stands behind it and below it:
//!
//! ```text
//! round 1 deal BRKK/BYYW/KKKW/YRRW/BRWW
//! 1 2Y2  takes 2Y; BW to the centre; 2Y to line 2, complete
//! tile 1 1:4 +1 (row 0, column 0) score 1
//! floor 1 -3 score 0 (4 spaces cost 6)
//! start 2
//! position c2 2 2>2 …
//! ```

use azulejo_rules::record::Step;
use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{DEFAULT_ROUND_CAP, Deal, Draw, Event, Game, Phase, Position, Seat, Wall};

use crate::event_words::{letters, words};
use crate::random_games::{Mood, random_step};

/// A game to play at random and to tell.
pub(crate) struct Spec {
    /// The file's name without its ending.
    pub(crate) name: &'static str,
    pub(crate) wall: Wall,
    pub(crate) players: &'static [&'static str],
    pub(crate) start: usize,
    pub(crate) seed: u64,
    /// How the moves are chosen.
    pub(crate) mood: Mood,
}

/// The whole file.
pub(crate) fn tell(spec: &Spec) -> String {
    let mut body = String::new();
    let mut rare = Vec::new();
    let mut game = spec.new_game();
    let mut rng = FastRng::new(spec.seed);
    while let Some(mut step) = random_step(game.position(), spec.mood, &mut rng) {
        // A playthrough is easier to read when the players tile in turn.
        if let Step::Tile(..) = step {
            let seat = game.position().to_move();
            let choices = game.position().placements(seat);
            step = Step::Tile(
                seat,
                choices[below(&mut rng, choices.len() as u32) as usize],
            );
        }
        let before = *game.position();
        assert!(
            before.round() <= DEFAULT_ROUND_CAP,
            "{}: this seed gives a game without end",
            spec.name
        );
        let events = game
            .step_explained(step)
            .expect("a random step is possible");
        note_rare(&before, &events, &mut rare);
        for line in lines(&before, step, &events, game.position()) {
            body += &line;
            body.push('\n');
        }
        if game.position().phase() == Phase::Refill {
            body.push('\n');
        }
    }
    format!("{}{body}", header(spec, &rare))
}

impl Spec {
    pub(crate) fn new_game(&self) -> Game {
        let names = self.players.iter().map(ToString::to_string).collect();
        let start = Seat::new(self.start).expect("a seat");
        Game::new(names, self.wall, start).expect("good names")
    }
}

fn header(spec: &Spec, rare: &[String]) -> String {
    let rare = if rare.is_empty() {
        "nothing".to_string()
    } else {
        rare.join("; ")
    };
    format!(
        "\
# A whole game, told line by line and replayed by tests/golden.rs.
# `1 2Y2` is a move of player 1; `tile 1 2:3` puts player 1's line 2 into column 3; `floor` charges
# the floors; then come the points and what went where.
#
# seed: {}, moves: {}
# rare: {rare}
wall {}
players {}
start {}

",
        spec.seed,
        spec.mood,
        spec.wall,
        spec.players.join(", "),
        spec.start,
    )
}

/// The lines that tell a step.
pub(crate) fn lines(
    before: &Position,
    step: Step,
    events: &[Event],
    after: &Position,
) -> Vec<String> {
    let mut lines = match step {
        Step::Deal(deal) => vec![format!("round {} deal {deal}", after.round())],
        Step::Move(m) => vec![format!("{} {m} ", before.to_move())],
        Step::Tile(seat, placement) => vec![format!("tile {seat} {placement}")],
        Step::Settle => Vec::new(),
    };
    // What belongs to the step itself goes behind its line.
    let mut behind = Vec::new();
    let mut below = Vec::new();
    let mut winners = Vec::new();
    for (i, event) in events.iter().enumerate() {
        match event {
            Event::Taken { colour, count, .. } => behind.push(format!(" takes {count}{colour}")),
            Event::Tiled {
                points,
                score,
                completes_row,
                ..
            } => behind.push(format!(
                " +{} (row {}, column {}) score {score}{}",
                points.total(),
                points.row(),
                points.column(),
                if *completes_row { ", row complete" } else { "" }
            )),
            Event::LineDropped { colour, .. } => behind.push(format!(" no space for {colour}")),
            Event::ToCentre { .. }
            | Event::MarkerTaken { .. }
            | Event::Placed { .. }
            | Event::Spilled { .. }
            | Event::ToLid { .. } => behind.push(format!("; {}", words(event))),
            Event::FloorCharged {
                seat,
                spaces,
                cost,
                lost,
                score,
            } => {
                below.push(format!(
                    "floor {seat} -{lost} score {score} ({spaces} spaces cost {cost})"
                ));
            }
            Event::StartsNext {
                seat,
                held_marker: true,
            } => below.push(format!("start {seat}")),
            Event::StartsNext {
                seat,
                held_marker: false,
            } => {
                below.push(format!("start {seat} again, nobody took the marker"));
            }
            Event::LidToBag { tiles } => {
                // It comes just before the factory for which the bag did not suffice.
                below.push(format!(
                    "lid into the bag at factory {}: {}",
                    i + 1,
                    letters(tiles)
                ));
            }
            Event::Dealt { .. } | Event::RoundStarted { .. } => {}
            Event::GameEnded { complete_row: true } => below.push("end a row is complete".into()),
            Event::GameEnded {
                complete_row: false,
            } => {
                below.push("end nothing is left to deal".into());
            }
            Event::BonusesScored {
                seat,
                bonuses,
                score,
                won,
            } => {
                let (rows, columns, colours) = (bonuses.rows, bonuses.columns, bonuses.colours);
                below.push(format!(
                    "bonuses {seat} rows {rows} columns {columns} colours {colours} score {score}"
                ));
                winners.extend(won.then(|| seat.to_string()));
            }
            _ => panic!("unknown event {event:?}"),
        }
    }
    if let Some(first) = lines.first_mut() {
        *first += &behind.concat();
    }
    lines.extend(below);
    if !winners.is_empty() {
        lines.push(format!("winners {}", winners.join(" ")));
    }
    if matches!(after.phase(), Phase::Refill | Phase::Over) {
        lines.push(format!("position {after}"));
    }
    lines
}

/// The step that a line tells of.
///
/// # Errors
/// Why it tells of none.
pub(crate) fn read_step(line: &str, position: &Position) -> Result<Step, String> {
    let parts: Vec<&str> = line.split_whitespace().collect();
    match parts[..] {
        ["round", round, "deal", deal] => {
            if round != position.round().to_string() {
                return Err(format!("the round is {}", position.round()));
            }
            let draws: Result<Vec<Draw>, _> = deal.split('/').map(str::parse).collect();
            let draws = draws.map_err(|error| error.to_string())?;
            let deal = Deal::new(position.players(), &draws).map_err(|_| "too many factories")?;
            Ok(Step::Deal(deal))
        }
        ["tile", seat, placement, ..] => {
            let placement = placement.parse().map_err(|error| format!("{error}"))?;
            Ok(Step::Tile(read_seat(seat)?, placement))
        }
        ["floor", ..] => Ok(Step::Settle),
        [seat, m, ..] => {
            if read_seat(seat)? != position.to_move() {
                return Err(format!("player {} is to move", position.to_move()));
            }
            Ok(Step::Move(m.parse().map_err(|error| format!("{error}"))?))
        }
        _ => Err("this starts no step".to_string()),
    }
}

fn read_seat(text: &str) -> Result<Seat, String> {
    text.parse()
        .ok()
        .and_then(Seat::new)
        .ok_or_else(|| format!("{text:?} is no seat"))
}

/// Rare things that a step brought, each noted once with its round.
pub(crate) fn note_rare(before: &Position, events: &[Event], rare: &mut Vec<String>) {
    let mut winners = 0;
    for event in events {
        let what = match event {
            Event::MarkerTaken { space: None, .. } => "marker with a full floor",
            Event::LineDropped { .. } => "grey line without a space",
            Event::LidToBag { .. } if before.bag().total() % 4 > 0 => "bag out inside a factory",
            Event::LidToBag { .. } => "lid into the bag",
            Event::Dealt { draw, .. } if draw.tiles().count() < 4 => "short deal",
            Event::StartsNext {
                held_marker: false, ..
            } => "nobody took the marker",
            Event::GameEnded {
                complete_row: false,
            } => "nothing left to deal",
            Event::BonusesScored { won: true, .. } => {
                winners += 1;
                if winners == 1 {
                    continue;
                }
                "shared victory"
            }
            _ => continue,
        };
        if !rare.iter().any(|noted| noted.starts_with(what)) {
            rare.push(format!("{what} (round {})", before.round()));
        }
    }
}
