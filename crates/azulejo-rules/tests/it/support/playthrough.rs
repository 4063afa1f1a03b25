//! Playthroughs: complete games as readable text that the tests can replay.
//!
//! The first line of each step names the step, followed by its immediate consequences. Later
//! consequences have lines of their own:
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

use crate::support::event_text::{describe, letters};
use crate::support::random_games::{Bias, random_step};

/// The specification of a randomly played game.
pub(crate) struct Spec {
    /// The file name without its extension.
    pub(crate) name: &'static str,
    pub(crate) wall: Wall,
    pub(crate) players: &'static [&'static str],
    pub(crate) start: usize,
    pub(crate) seed: u64,
    /// The bias of the move selection.
    pub(crate) bias: Bias,
}

/// Plays the game and returns the text of its file.
pub(crate) fn render(spec: &Spec) -> String {
    let mut body = String::new();
    let mut rare = Vec::new();
    let mut game = spec.new_game();
    let mut rng = FastRng::new(spec.seed);
    while let Some(mut step) = random_step(game.position(), spec.bias, &mut rng) {
        // A playthrough is easier to read if the players tile in turn.
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
            "{}: the game does not end with this seed",
            spec.name
        );
        let events = game.step_explained(step).expect("a random step is legal");
        note_rare_cases(&before, &events, &mut rare);
        for line in step_lines(&before, step, &events, game.position()) {
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
        Game::new(names, self.wall, start).expect("valid names")
    }
}

fn header(spec: &Spec, rare: &[String]) -> String {
    let rare = if rare.is_empty() {
        "none".to_string()
    } else {
        rare.join("; ")
    };
    format!(
        "\
# A complete random game, replayed by the golden tests.
# `1 2Y2` is a move by player 1; `tile 1 2:3` places player 1's line 2 in column 3; `floor` charges
# the floors. Points and consequences follow each step.
#
# seed: {}, bias: {}
# rare: {rare}
wall {}
players {}
start {}

",
        spec.seed,
        spec.bias,
        spec.wall,
        spec.players.join(", "),
        spec.start,
    )
}

/// Returns the lines that describe a step.
pub(crate) fn step_lines(
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
    // Immediate consequences are appended to the first line; the others follow on their own lines.
    let mut appended = Vec::new();
    let mut following = Vec::new();
    let mut winners = Vec::new();
    for (i, event) in events.iter().enumerate() {
        match event {
            Event::Taken { colour, count, .. } => appended.push(format!(" takes {count}{colour}")),
            Event::Tiled {
                points,
                score,
                completes_row,
                ..
            } => appended.push(format!(
                " +{} (row {}, column {}) score {score}{}",
                points.total(),
                points.row(),
                points.column(),
                if *completes_row { ", row complete" } else { "" }
            )),
            Event::LineDropped { colour, .. } => appended.push(format!(" no space for {colour}")),
            Event::ToCentre { .. }
            | Event::MarkerTaken { .. }
            | Event::Placed { .. }
            | Event::Spilled { .. }
            | Event::ToLid { .. } => appended.push(format!("; {}", describe(event))),
            Event::FloorCharged {
                seat,
                spaces,
                cost,
                lost,
                score,
            } => {
                following.push(format!(
                    "floor {seat} -{lost} score {score} ({spaces} spaces cost {cost})"
                ));
            }
            Event::StartsNext {
                seat,
                held_marker: true,
            } => following.push(format!("start {seat}")),
            Event::StartsNext {
                seat,
                held_marker: false,
            } => {
                following.push(format!("start {seat} again, marker not taken"));
            }
            Event::LidToBag { tiles } => {
                // The event precedes the factory for which the bag ran out.
                following.push(format!(
                    "lid into the bag at factory {}: {}",
                    i + 1,
                    letters(tiles)
                ));
            }
            Event::Dealt { .. } | Event::RoundStarted { .. } => {}
            Event::GameEnded { complete_row: true } => {
                following.push("end a row is complete".into());
            }
            Event::GameEnded {
                complete_row: false,
            } => {
                following.push("end nothing is left to deal".into());
            }
            Event::BonusesScored {
                seat,
                bonuses,
                score,
                won,
            } => {
                let (rows, columns, colours) = (bonuses.rows, bonuses.columns, bonuses.colours);
                following.push(format!(
                    "bonuses {seat} rows {rows} columns {columns} colours {colours} score {score}"
                ));
                winners.extend(won.then(|| seat.to_string()));
            }
            _ => panic!("unknown event {event:?}"),
        }
    }
    if let Some(first) = lines.first_mut() {
        *first += &appended.concat();
    }
    lines.extend(following);
    if !winners.is_empty() {
        lines.push(format!("winners {}", winners.join(" ")));
    }
    if matches!(after.phase(), Phase::Refill | Phase::Over) {
        lines.push(format!("position {after}"));
    }
    lines
}

/// Parses the step that a line describes.
///
/// # Errors
/// If the line does not start a step that fits the position.
pub(crate) fn parse_step(line: &str, position: &Position) -> Result<Step, String> {
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
            Ok(Step::Tile(parse_seat(seat)?, placement))
        }
        ["floor", ..] => Ok(Step::Settle),
        [seat, m, ..] => {
            if parse_seat(seat)? != position.to_move() {
                return Err(format!("player {} is to move", position.to_move()));
            }
            Ok(Step::Move(m.parse().map_err(|error| format!("{error}"))?))
        }
        _ => Err("not the first line of a step".to_string()),
    }
}

fn parse_seat(text: &str) -> Result<Seat, String> {
    text.parse()
        .ok()
        .and_then(Seat::new)
        .ok_or_else(|| format!("{text:?} is not a seat"))
}

/// Adds the rare cases that occurred in a step to `rare`, each once with its round.
pub(crate) fn note_rare_cases(before: &Position, events: &[Event], rare: &mut Vec<String>) {
    let mut winners = 0;
    for event in events {
        let case = match event {
            Event::MarkerTaken { space: None, .. } => "marker with a full floor",
            Event::LineDropped { .. } => "grey line without legal space",
            Event::LidToBag { .. } if before.bag().total() % 4 > 0 => "bag out within a factory",
            Event::LidToBag { .. } => "lid into the bag",
            Event::Dealt { draw, .. } if draw.tiles().count() < 4 => "short deal",
            Event::StartsNext {
                held_marker: false, ..
            } => "marker not taken",
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
        if !rare.iter().any(|noted| noted.starts_with(case)) {
            rare.push(format!("{case} (round {})", before.round()));
        }
    }
}
