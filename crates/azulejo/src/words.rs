//! Every sentence that the game says to people, in English.
//!
//! Nothing here decides anything: events and previews come in, text goes out.

use azulejo_rules::record::EndedBy;
use azulejo_rules::{
    ByColour, Colour, Column, Destination, Event, IllegalMove, IllegalPlacement, Line, Move,
    MovePreview, Outcome, Phase, Seat, Source, Standing, TilePoints, Wall,
};

/// What `?` shows.
pub(crate) const HELP: &str = include_str!("words/help.txt");
/// What `rules` shows.
pub(crate) const RULES: &str = include_str!("words/rules.txt");
/// What the grey wall changes, after [`RULES`].
pub(crate) const GREY_RULES: &str = include_str!("words/grey.txt");

/// What to call the players.
pub(crate) struct Names {
    /// By seat.
    pub(crate) shown: Vec<String>,
    /// The one who reads this, if only one person does.
    pub(crate) you: Option<Seat>,
}

impl Names {
    fn of(&self, seat: Seat) -> &str {
        &self.shown[seat.index()]
    }

    /// A player does something: "You take", "Ana takes".
    fn does(&self, seat: Seat, verb: &str) -> String {
        let ending = if self.you == Some(seat) { "" } else { "s" };
        format!("{} {verb}{ending}", self.of(seat))
    }

    /// The longest name, in characters.
    fn width(&self) -> usize {
        self.shown
            .iter()
            .map(|name| name.chars().count())
            .max()
            .unwrap_or(0)
    }

    /// The name inside a sentence: "you".
    fn inside(&self, seat: Seat) -> &str {
        if self.you == Some(seat) {
            "you"
        } else {
            self.of(seat)
        }
    }

    /// A player does something inside a sentence: "you take".
    fn does_inside(&self, seat: Seat, verb: &str) -> String {
        let ending = if self.you == Some(seat) { "" } else { "s" };
        format!("{} {verb}{ending}", self.inside(seat))
    }

    /// The three lines with which a game begins.
    pub(crate) fn greeting(&self, wall: Wall, seed: u64) -> [String; 3] {
        let players = list(&self.shown);
        [
            format!("Azulejo on the {wall} wall, game {seed}: {players}."),
            "A move is source, colour, line: 2B3 takes all blue from factory 2 to line 3."
                .to_owned(),
            "C is the centre, F the floor, K black. Just 2B shows what is possible; ? helps."
                .to_owned(),
        ]
    }

    /// What stands before what a player types.
    pub(crate) fn prompt(&self, seat: Seat) -> String {
        if self.you == Some(seat) {
            "> ".to_owned()
        } else {
            format!("{} > ", self.of(seat))
        }
    }

    /// What a move did, as one sentence; the events are those of the move.
    pub(crate) fn played(&self, m: Move, events: &[Event]) -> String {
        let mut who = String::new();
        let mut taken = 0;
        let mut parts = Vec::new();
        let mut rest = None;
        for event in events {
            match *event {
                Event::Taken {
                    seat,
                    source,
                    colour,
                    count,
                } => {
                    who = self.does(seat, "play");
                    taken = count;
                    parts.push(format!("{} {}", tiles(count, colour), from(source)));
                }
                Event::Placed { line, complete, .. } => {
                    let goes = match (complete, taken) {
                        (false, _) => "to",
                        (true, 1) => "fills",
                        (true, _) => "fill",
                    };
                    parts[0] += &format!(" {goes} line {line}");
                }
                Event::MarkerTaken {
                    space: Some(_),
                    cost,
                    ..
                } => {
                    parts.push(format!("takes the start marker (−{cost})"));
                }
                Event::MarkerTaken { space: None, .. } => {
                    parts.push("takes the start marker, free as the floor is full".to_owned());
                }
                Event::Spilled { cost, .. } if m.destination() == Destination::Floor => {
                    parts[0] += &format!(" to the floor (−{cost})");
                }
                Event::Spilled { count, cost, .. } => {
                    parts.push(format!(
                        "{count} {} (−{cost})",
                        if count == 1 { "falls" } else { "fall" }
                    ));
                }
                Event::ToLid { count, .. } => parts.push(format!("{count} to the lid")),
                Event::ToCentre { tiles, .. } => rest = Some(to_centre(&tiles)),
                _ => {}
            }
        }
        parts.extend(rest);
        format!("{who} {m}: {}.", parts.join("; "))
    }

    /// What happened between two offers, an event a line; nothing for what needs no words.
    pub(crate) fn happened(&self, event: &Event) -> Option<String> {
        let row = |seat, what: String, change: String, score: u16| {
            let (name, width) = (self.of(seat), self.width());
            format!("  {name:<width$}  {what:<27} {change:<23} {score:>3}")
        };
        Some(match *event {
            Event::Tiled {
                seat,
                line,
                column,
                colour,
                points,
                score,
                completes_row,
            } => {
                let what = format!("line {line}: {} to column {column}", name(colour));
                let end = if completes_row { "  row complete" } else { "" };
                row(seat, what, scored(points), score) + end
            }
            Event::LineDropped { seat, line, colour } => format!(
                "  {:<width$}  line {line}: no space is left for {}, so its tiles fall",
                self.of(seat),
                name(colour),
                width = self.width()
            ),
            Event::FloorCharged {
                seat,
                spaces,
                cost,
                lost,
                score,
            } => {
                let what = match spaces {
                    0 => "floor: marker, no space".to_owned(),
                    1 => "floor: 1 space".to_owned(),
                    n => format!("floor: {n} spaces"),
                };
                let stop = if lost < cost {
                    ", but never below 0"
                } else {
                    ""
                };
                row(seat, what, format!("−{cost}{stop}"), score)
            }
            Event::StartsNext {
                seat,
                held_marker: false,
            } => {
                format!(
                    "Nobody took the start marker: {} again.",
                    self.does_inside(seat, "start")
                )
            }
            Event::RoundStarted { round, seat } => {
                format!("Round {round}: {}.", self.does_inside(seat, "start"))
            }
            Event::LidToBag { tiles } => format!(
                "The bag runs out, so the {} tiles of the lid go into it.",
                tiles.total()
            ),
            Event::GameEnded { complete_row: true } => {
                "The game is over: a row of a wall is complete.".to_owned()
            }
            Event::GameEnded {
                complete_row: false,
            } => "The game is over: there is no tile left to deal.".to_owned(),
            _ => return None,
        })
    }

    /// The scores, after a round.
    pub(crate) fn scores(&self, scores: impl Iterator<Item = u16>) -> String {
        let each: Vec<_> = Seat::ALL
            .into_iter()
            .zip(scores)
            .map(|(seat, score)| format!("{score} for {}", self.inside(seat)))
            .collect();
        format!("Scores: {}.", each.join(", "))
    }

    /// The bonuses and final scores as a table, and who won.
    pub(crate) fn result(&self, outcome: &Outcome) -> Vec<String> {
        let width = self.width();
        let mut lines = vec![format!(
            "  {:<width$}  points   rows ×2   columns ×7   colours ×10   total",
            ""
        )];
        for Standing {
            seat,
            points,
            bonuses,
            ..
        } in outcome.standings()
        {
            let total = points + bonuses.points();
            lines.push(format!(
                "  {:<width$}  {points:>6}   {:>7}   {:>10}   {:>11}   {total:>5}",
                self.of(*seat),
                bonus(bonuses.rows, 2),
                bonus(bonuses.columns, 7),
                bonus(bonuses.colours, 10)
            ));
        }
        lines.push(self.winner(outcome));
        lines
    }

    fn winner(&self, outcome: &Outcome) -> String {
        let winners: Vec<_> = outcome.winners().collect();
        let [winner] = winners[..] else {
            let names: Vec<_> = winners
                .iter()
                .map(|&seat| self.of(seat).to_owned())
                .collect();
            return format!("Shared victory: {}.", list(&names));
        };
        let others = || {
            outcome
                .standings()
                .iter()
                .filter(|standing| standing.seat != winner)
        };
        let best = outcome.standings()[winner.index()];
        let second = others().map(Standing::score).max().unwrap_or(0);
        match best.score() - second {
            0 => format!(
                "{} with more complete rows, level on points.",
                self.does(winner, "win")
            ),
            1 => format!("{} by 1 point.", self.does(winner, "win")),
            margin => format!("{} by {margin} points.", self.does(winner, "win")),
        }
    }

    /// How a game ended that was not played to its end.
    pub(crate) fn stopped(&self, by: Option<EndedBy>) -> String {
        match by {
            None => "The game is not finished.".to_owned(),
            Some(EndedBy::Score) => "The game is over.".to_owned(),
            Some(EndedBy::Resigned(seat)) => format!("{}.", self.does(seat, "resign")),
            Some(EndedBy::Time(seat)) => format!("{} out of time.", self.does(seat, "run")),
            Some(EndedBy::Left(seat)) => format!("{} the table.", self.does(seat, "leave")),
            Some(EndedBy::Truncated) => {
                "The game is truncated: too many rounds, no bonuses, no winner.".to_owned()
            }
            Some(EndedBy::Aborted) => "The game is stopped without a result.".to_owned(),
        }
    }
}

/// The heading over what happens when the offer is empty.
pub(crate) fn round_ends(round: u16) -> String {
    format!("Round {round} ends.")
}

/// What a bot would play, and why.
pub(crate) fn hint(bot: &str, what: &str, why: &str) -> String {
    format!("{bot} would play {what}: {why}.")
}

/// What is shown while a bot thinks.
pub(crate) fn thinks(bot: &str) -> String {
    format!("{bot} thinks …")
}

/// Asks a player for a column of the grey wall.
pub(crate) fn which_column(line: Line, colour: Colour) -> String {
    format!(
        "Line {line} is complete. Which column does its {} tile go to?",
        name(colour)
    )
}

/// What lies at a source, for a player who typed only that.
pub(crate) fn offered(source: Source, tiles_there: &ByColour<u8>) -> String {
    let groups: Vec<_> = present(tiles_there)
        .map(|(colour, count)| format!("{source}{colour} takes {}", tiles(count, colour)))
        .collect();
    match (groups.is_empty(), source) {
        (true, Source::Factory(factory)) => format!("Factory {factory} is empty."),
        (true, Source::Centre) => "The centre has no tiles yet.".to_owned(),
        _ => format!("{}. Add a line, 1 to 5, or F.", groups.join(", ")),
    }
}

/// Where a colour lies, for a player who typed only that.
pub(crate) fn found(colour: Colour, sources: &[(Source, u8)]) -> String {
    if sources.is_empty() {
        return format!("There is no {} on offer.", name(colour));
    }
    let each: Vec<_> = sources
        .iter()
        .map(|(source, n)| format!("{n} {} ({source}{colour})", from(*source)))
        .collect();
    format!("{}: {}.", capitalised(name(colour)), each.join(", "))
}

/// What taking a colour from a source does, wherever the tiles go.
pub(crate) fn taking(source: Source, colour: Colour, preview: &MovePreview) -> String {
    let mut text = format!(
        "{source}{colour} takes {} {}",
        tiles(preview.taken, colour),
        from(source)
    );
    if preview.takes_marker {
        text.push_str(", and the start marker");
    }
    if preview.to_centre.total() > 0 {
        text.push_str("; ");
        text.push_str(&to_centre(&preview.to_centre));
    }
    text + "."
}

/// What a move would do to the player's board.
pub(crate) fn consequence(m: Move, capacity: usize, preview: &MovePreview, held: usize) -> String {
    let mut parts = Vec::new();
    if let Destination::Line(line) = m.destination() {
        parts.push(if preview.completes {
            format!("fills line {line}")
        } else {
            format!(
                "line {line} then has {} of {capacity}",
                held + usize::from(preview.placed)
            )
        });
    }
    let falling = preview.spilled + preview.to_lid;
    if falling > 0 {
        parts.push(format!(
            "{falling} {}",
            if falling == 1 { "falls" } else { "fall" }
        ));
    }
    let (before, after) = preview.floor_cost;
    if before != after {
        let from = if before == 0 {
            "0".to_owned()
        } else {
            format!("−{before}")
        };
        parts.push(format!("floor {from} → −{after}"));
    }
    if let Some(points) = preview.points {
        parts.push(format!("{} at the end of the round", scored(points)));
    } else if preview.completes {
        parts.push("but the wall has no space for it".to_owned());
    }
    parts.join("; ")
}

/// Why a move is not possible.
pub(crate) fn illegal(m: Move, reason: IllegalMove) -> String {
    match reason {
        IllegalMove::NotInThisPhase(Phase::Tiling) => {
            "no tile is on offer: walls are tiled now".to_owned()
        }
        IllegalMove::NotInThisPhase(_) => "no tile is on offer".to_owned(),
        IllegalMove::NoSuchFactory => format!("there is no factory {} at this table", m.source()),
        IllegalMove::NoSuchTiles => {
            let place = match m.source() {
                Source::Factory(factory) => format!("on factory {factory}"),
                Source::Centre => "in the centre".to_owned(),
            };
            format!("there is no {} {place}", name(m.colour()))
        }
        IllegalMove::LineFull(line) => format!("line {line} is full"),
        IllegalMove::LineHolds(line, colour) => format!("line {line} takes {} only", name(colour)),
        IllegalMove::OnWall(line) => format!("row {line} already shows {}", name(m.colour())),
    }
}

/// Why a tile cannot go to a column.
pub(crate) fn illegal_placement(reason: IllegalPlacement) -> String {
    match reason {
        IllegalPlacement::SpaceTaken => "that space is taken".to_owned(),
        IllegalPlacement::ColumnShowsColour => "that column already shows the colour".to_owned(),
        reason => reason.to_string(),
    }
}

/// The columns that a tile may go to, with what it scores there.
pub(crate) fn column_choices(choices: &[(Column, TilePoints)]) -> String {
    let each: Vec<_> = choices
        .iter()
        .map(|(column, points)| format!("{column}: {}", scored(*points)))
        .collect();
    format!("  {}", each.join("   "))
}

/// What is said to a line that is neither a move nor a command.
pub(crate) fn not_understood(typed: &str, reason: &str) -> String {
    format!("“{typed}” is no move: {reason}. Type ? for help.")
}

/// What is said where a column is wanted and something else is typed.
pub(crate) fn no_column(typed: &str) -> String {
    format!("“{typed}” is no column: type its number, or ? for help.")
}

/// What is said to a move that is not legal.
pub(crate) fn refused(typed: &str, reason: &str) -> String {
    format!("{typed} is not possible: {reason}.")
}

pub(crate) const NOTHING_TO_UNDO: &str = "There is no move of yours in this round to take back.";
pub(crate) const UNDONE: &str = "Taken back.";
pub(crate) const STOPS: &str = "The game stops here.";
pub(crate) const TYPE_A_MOVE: &str = "Type a move, such as 2B3, or ? for help.";

/// `+7 (row +3, column +4)`
pub(crate) fn scored(points: TilePoints) -> String {
    let total = points.total();
    match (points.row(), points.column()) {
        (0, 0) => format!("+{total}"),
        (row, 0) => format!("+{total} (row +{row})"),
        (0, column) => format!("+{total} (column +{column})"),
        (row, column) => format!("+{total} (row +{row}, column +{column})"),
    }
}

fn bonus(count: u8, worth: u16) -> String {
    if count == 0 {
        "–".to_owned()
    } else {
        format!("{count}: +{}", u16::from(count) * worth)
    }
}

fn to_centre(rest: &ByColour<u8>) -> String {
    let groups: Vec<_> = present(rest)
        .map(|(colour, count)| tiles(count, colour))
        .collect();
    format!("{} to the centre", list(&groups))
}

fn present(tiles: &ByColour<u8>) -> impl Iterator<Item = (Colour, u8)> {
    tiles
        .iter()
        .filter(|(_, count)| **count > 0)
        .map(|(colour, &count)| (colour, count))
}

fn tiles(count: u8, colour: Colour) -> String {
    format!("{count} {}", name(colour))
}

fn from(source: Source) -> String {
    match source {
        Source::Factory(factory) => format!("from factory {factory}"),
        Source::Centre => "from the centre".to_owned(),
    }
}

const fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::Blue => "blue",
        Colour::Yellow => "yellow",
        Colour::Red => "red",
        Colour::Black => "black",
        Colour::White => "white",
    }
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

/// `a`, `a and b`, `a, b and c`
fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}

#[cfg(test)]
mod tests;
