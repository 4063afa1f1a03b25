//! Hint reasons: facts that speak for a move, for clients to put into words.

use azulejo_rules::{
    Colour, Column, Destination, Line, Move, MovePreview, Position, Seat, Source, Wall,
};

/// The least points a denied line must score to be worth mentioning.
///
/// Early in the game almost any group of tiles would fill some line of an opponent.
const MIN_DENIED_POINTS: u16 = 3;

/// A reason for a move. Every reason is true of the move; none depends on the search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum HintReason {
    /// The move completes a line.
    Fills {
        /// The line.
        line: Line,
        /// The points of its tile; 0 if the grey wall has no space for it.
        points: u16,
    },
    /// The move adds tiles to a line without completing it.
    Adds {
        /// The line.
        line: Line,
        /// The number of tiles added.
        count: u8,
    },
    /// The line needs more tiles after the move.
    Needs {
        /// The line.
        line: Line,
        /// The colour of its tiles.
        colour: Colour,
        /// The number of missing tiles.
        missing: u8,
        /// The number of tiles of that colour that stay on offer.
        on_offer: u8,
    },
    /// The tile of the line completes a set on the coloured wall.
    CompletesSet(CompletedSet),
    /// The tile of the line leaves a column with one or two spaces free on the coloured wall.
    Builds {
        /// The column.
        column: Column,
        /// The number of its tiles after the round.
        count: u8,
    },
    /// The tile of the line completes a row, so the game ends with this round.
    EndsGame,
    /// No tile falls to the floor.
    Clean,
    /// Tiles fall to the floor or, if it is full, to the lid.
    Spills {
        /// The number of tiles.
        count: u8,
        /// The points they cost.
        cost: u16,
    },
    /// The move takes the start marker.
    TakesMarker,
    /// An opponent could have completed a line with exactly these tiles.
    Denies {
        /// The opponent.
        seat: Seat,
        /// The opponent's line.
        line: Line,
        /// The points of its tile.
        points: u16,
    },
}

/// A set of five wall spaces that scores a bonus at the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CompletedSet {
    /// All five tiles of a colour.
    Colour(Colour),
    /// A column.
    Column(Column),
    /// A row.
    Row(Line),
}

/// Returns the reasons for a move, most important first; empty if the move is illegal.
#[must_use]
pub fn reasons(position: &Position, m: Move) -> Vec<HintReason> {
    let Ok(preview) = position.preview(m) else {
        return Vec::new();
    };
    let mut reasons = Vec::new();
    if let Destination::Line(line) = m.destination() {
        line_reasons(position, m.colour(), line, &preview, &mut reasons);
    }
    let falling = preview.spilled + preview.to_lid;
    if falling > 0 {
        reasons.push(HintReason::Spills {
            count: falling,
            cost: preview.floor_cost.1 - preview.floor_cost.0,
        });
    } else if !preview.takes_marker {
        reasons.push(HintReason::Clean);
    }
    if preview.takes_marker {
        reasons.push(HintReason::TakesMarker);
    }
    reasons.extend(denial(position, m));
    reasons
}

fn line_reasons(
    position: &Position,
    colour: Colour,
    line: Line,
    preview: &MovePreview,
    reasons: &mut Vec<HintReason>,
) {
    if !preview.completes {
        reasons.push(HintReason::Adds {
            line,
            count: preview.placed,
        });
        reasons.push(needs(position, colour, line, preview));
        return;
    }
    reasons.push(HintReason::Fills {
        line,
        points: preview.points.map_or(0, azulejo_rules::TilePoints::total),
    });
    if preview.points.is_none() {
        return;
    }
    let set = completed_set(position, line, colour);
    reasons.extend(set.map(HintReason::CompletesSet));
    if set.is_none() {
        reasons.extend(built_column(position, line, colour));
    }
    let board = position.board(position.to_move());
    let filled = Column::ALL
        .into_iter()
        .filter(|&column| board.cell(line, column).is_some());
    if filled.count() == 4 {
        reasons.push(HintReason::EndsGame);
    }
}

/// Returns what an unfinished line still needs, and how much of it stays on offer.
fn needs(position: &Position, colour: Colour, line: Line, preview: &MovePreview) -> HintReason {
    let board = position.board(position.to_move());
    let held = board.line(line).map_or(0, |(_, count)| count) as u8 + preview.placed;
    let factories = position.factories();
    let all: u32 = factories
        .map(|(factory, _)| Source::Factory(factory))
        .chain([Source::Centre])
        .map(|source| position.tiles_at(source, colour))
        .sum();
    HintReason::Needs {
        line,
        colour,
        missing: line.number() as u8 - held,
        on_offer: all as u8 - preview.taken,
    }
}

/// Returns the column that the tile of a line brings to three or four tiles.
fn built_column(position: &Position, line: Line, colour: Colour) -> Option<HintReason> {
    if position.wall() != Wall::Coloured {
        return None;
    }
    let board = position.board(position.to_move());
    let column = Column::of(colour, line);
    let filled = Line::ALL
        .into_iter()
        .filter(|&row| board.cell(row, column).is_some());
    let count = filled.count() as u8 + 1;
    matches!(count, 3 | 4).then_some(HintReason::Builds { column, count })
}

/// Returns the most valuable set that the tile of a line completes on the coloured wall, where its
/// space is known in advance.
fn completed_set(position: &Position, line: Line, colour: Colour) -> Option<CompletedSet> {
    if position.wall() != Wall::Coloured {
        return None;
    }
    let board = position.board(position.to_move());
    let column = Column::of(colour, line);
    let is_filled = |row: Line, column: Column| board.cell(row, column).is_some();
    let mut other_rows = Line::ALL.into_iter().filter(|&row| row != line);
    let mut other_columns = Column::ALL.into_iter().filter(|&other| other != column);
    if other_rows
        .clone()
        .all(|row| is_filled(row, Column::of(colour, row)))
    {
        Some(CompletedSet::Colour(colour))
    } else if other_rows.all(|row| is_filled(row, column)) {
        Some(CompletedSet::Column(column))
    } else if other_columns.all(|column| is_filled(line, column)) {
        Some(CompletedSet::Row(line))
    } else {
        None
    }
}

/// Returns the highest-scoring line that the tiles of a move would complete for an opponent without
/// spilling any. Of equal ones, the next player's comes first, then the longer line.
fn denial(position: &Position, m: Move) -> Option<HintReason> {
    let mut best: Option<(Seat, Line, u16)> = None;
    for seat in position.to_move().clockwise(position.players()).skip(1) {
        let theirs = position.with_to_move(seat).ok()?;
        for line in Line::ALL.into_iter().rev() {
            let same_tiles = Move::new(m.source(), m.colour(), Destination::Line(line));
            let Ok(preview) = theirs.preview(same_tiles) else {
                continue;
            };
            let Some(points) = preview.points.map(azulejo_rules::TilePoints::total) else {
                continue;
            };
            let spills = preview.spilled + preview.to_lid > 0;
            if !spills
                && points >= MIN_DENIED_POINTS
                && best.is_none_or(|(_, _, most)| points > most)
            {
                best = Some((seat, line, points));
            }
        }
    }
    best.map(|(seat, line, points)| HintReason::Denies { seat, line, points })
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: &str = "0;-/-/-/-/-;...../...../...../...../.....;-";

    /// A position with seat 1 to move; tiles that are not shown are in the bag.
    fn position(wall: char, offer: &str, boards: &[&str]) -> Position {
        let boards_text = boards.join(" ");
        let left = ["B", "Y", "R", "K", "W"].map(|letter| {
            let shown = offer.matches(letter).count() + boards_text.matches(letter).count();
            (20 - shown).to_string()
        });
        let text = format!(
            "{wall}{} 2 1>1 {offer} {} 0,0,0,0,0 {boards_text}",
            boards.len(),
            left.join(","),
        );
        text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    #[track_caller]
    fn check(position: &Position, m: &str, expected: &[HintReason]) {
        assert_eq!(reasons(position, m.parse().unwrap()), expected, "{m}");
    }

    fn line(number: usize) -> Line {
        Line::ALL[number - 1]
    }

    #[test]
    fn illegal_move_has_no_reasons() {
        let position = position('c', "BBBK/-/-/-/- *", &[EMPTY, EMPTY]);
        check(&position, "1W1", &[]);
    }

    #[test]
    fn unfinished_line_counts_added_tiles() {
        let position = position('c', "BBBK/-/-/-/- *", &[EMPTY, EMPTY]);
        let adds = HintReason::Adds {
            line: line(5),
            count: 3,
        };
        let needs = HintReason::Needs {
            line: line(5),
            colour: Colour::Blue,
            missing: 2,
            on_offer: 0,
        };
        check(&position, "1B5", &[adds, needs, HintReason::Clean]);
    }

    #[test]
    fn unfinished_line_counts_tiles_left_on_offer() {
        let mine = "0;-/-/-/B/-;...../...../...../...../.....;-";
        let position = position('c', "BBRK/BRRR/-/-/- *BB", &[mine, EMPTY]);
        let needs = HintReason::Needs {
            line: line(4),
            colour: Colour::Blue,
            missing: 1,
            on_offer: 3,
        };
        let found = reasons(&position, "1B4".parse().unwrap());
        assert!(found.contains(&needs), "{found:?}");
    }

    #[test]
    fn growing_column_is_named_once_it_has_three_tiles() {
        let built = |mine: &str, wall: char| {
            let position = position(wall, "BBBK/-/-/-/- *", &[mine, EMPTY]);
            reasons(&position, "1B3".parse().unwrap())
                .into_iter()
                .find(|reason| matches!(reason, HintReason::Builds { .. }))
        };
        let two = "20;-/-/-/-/-;..R../..Y../...../...../.....;-";
        let builds = HintReason::Builds {
            column: Column::ALL[2],
            count: 3,
        };
        assert_eq!(built(two, 'c'), Some(builds));
        assert_eq!(built(two, 'g'), None);
        let one = "20;-/-/-/-/-;..R../...../...../...../.....;-";
        assert_eq!(built(one, 'c'), None);
        // A complete column is a set.
        let four = "20;-/-/-/-/-;..R../..Y../...../..W../..K..;-";
        assert_eq!(built(four, 'c'), None);
    }

    #[test]
    fn spilled_tiles_are_counted_with_their_cost() {
        let position = position('c', "BBBK/-/-/-/- *", &[EMPTY, EMPTY]);
        let fills = HintReason::Fills {
            line: line(2),
            points: 1,
        };
        let spills = HintReason::Spills { count: 1, cost: 1 };
        check(&position, "1B2", &[fills, spills]);
        check(
            &position,
            "1BF",
            &[HintReason::Spills { count: 3, cost: 4 }],
        );
    }

    #[test]
    fn tiles_beyond_a_full_floor_are_not_clean() {
        let mine = "0;-/-/-/-/-;...../...../...../...../.....;KKKKKKK";
        let position = position('c', "BBRR/-/-/-/- *", &[mine, EMPTY]);
        let fills = HintReason::Fills {
            line: line(1),
            points: 1,
        };
        let spills = HintReason::Spills { count: 1, cost: 0 };
        check(&position, "1B1", &[fills, spills]);
    }

    #[test]
    fn marker_is_a_reason_of_its_own() {
        let position = position('c', "-/-/-/-/- *B", &[EMPTY, EMPTY]);
        let fills = HintReason::Fills {
            line: line(1),
            points: 1,
        };
        check(&position, "CB1", &[fills, HintReason::TakesMarker]);
    }

    #[test]
    fn completed_sets_are_named_by_their_bonus() {
        let set = |mine: &str, m: &str| {
            let position = position('c', "BBBK/-/-/-/- *", &[mine, EMPTY]);
            let found = reasons(&position, m.parse().unwrap());
            let ends = found.contains(&HintReason::EndsGame);
            let set = found.into_iter().find_map(|reason| match reason {
                HintReason::CompletesSet(set) => Some(set),
                _ => None,
            });
            (set, ends)
        };
        // Blue is missing in row 3 only, and so is the middle of row 3.
        let colour = "20;-/-/-/-/-;B..../.B.../KW.YR/...B./....B;-";
        let expected = Some(CompletedSet::Colour(Colour::Blue));
        assert_eq!(set(colour, "1B3"), (expected, true));
        let column = "20;-/-/-/-/-;..R../..Y../...../..W../..K..;-";
        let expected = Some(CompletedSet::Column(Column::ALL[2]));
        assert_eq!(set(column, "1B3"), (expected, false));
        let row = "20;-/-/-/-/-;...../...../KW.YR/...../.....;-";
        let expected = Some(CompletedSet::Row(line(3)));
        assert_eq!(set(row, "1B3"), (expected, true));
        assert_eq!(set(EMPTY, "1B3"), (None, false));
    }

    #[test]
    fn denial_names_the_highest_scoring_line() {
        let three = "0;-/-/-/-/-;...../...../KW.../...../.....;-";
        let four = "0;-/-/-/-/-;...../...../KW.Y./...../.....;-";
        let denies = |boards: &[&str], factories: &str, m: &str| {
            let found = reasons(&position('c', factories, boards), m.parse().unwrap());
            found
                .into_iter()
                .find(|r| matches!(r, HintReason::Denies { .. }))
        };
        let denied = |seat: usize, points| {
            Some(HintReason::Denies {
                seat: Seat::ALL[seat - 1],
                line: line(3),
                points,
            })
        };
        let (two, more) = ("BBBK/-/-/-/- *", "BBBK/-/-/-/-/-/- *");
        assert_eq!(denies(&[EMPTY, three], two, "1B5"), denied(2, 3));
        assert_eq!(denies(&[EMPTY, three, four], more, "1B5"), denied(3, 4));
        assert_eq!(denies(&[EMPTY, three, three], more, "1B5"), denied(2, 3));
        // One point is not worth mentioning, and two tiles do not fill a line of three.
        assert_eq!(denies(&[EMPTY, EMPTY], two, "1B5"), None);
        assert_eq!(denies(&[EMPTY, three], "BBRK/-/-/-/- *", "1B5"), None);
        // A line that holds another colour does not accept the tiles.
        let held = "0;-/-/R/-/-;...../...../KW.../...../.....;-";
        assert_eq!(denies(&[EMPTY, held], two, "1B5"), None);
    }

    #[test]
    fn denial_applies_to_the_grey_wall() {
        let theirs = "0;-/-/-/-/-;...../...../KW.../...../.....;-";
        let position = position('g', "BBBK/-/-/-/- *", &[EMPTY, theirs]);
        let found = reasons(&position, "1B5".parse().unwrap());
        let denies = HintReason::Denies {
            seat: Seat::ALL[1],
            line: line(3),
            points: 3,
        };
        assert!(found.contains(&denies), "{found:?}");
        assert!(!found.contains(&HintReason::EndsGame));
    }
}
