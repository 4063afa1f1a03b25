//! What is compared, part by part.

use std::fmt::Debug;
use std::sync::LazyLock;

use azulejo_rules::{
    Board, Colour, Column, FloorTile, Line, Marker, Move, Phase, Placement, Position, Seat,
};

use crate::reference::{self, COLOURS, Game};

type Compared = Result<(), String>;

/// One part of the comparison.
pub(crate) type Part = fn(&Position, &Game) -> Compared;

/// Every part, by name, so that a test can show that each of them notices something.
pub(crate) const PARTS: [(&str, Part); 9] = [
    ("text", text),
    ("phase", phase),
    ("table", table),
    ("boards", boards),
    ("tiles", tiles),
    ("moves", moves),
    ("choices", choices),
    ("outcome", outcome),
    ("reading", reading),
];

/// Compares everything.
///
/// # Errors
/// The first difference, and the position.
pub(crate) fn all(position: &Position, game: &Game) -> Compared {
    for (name, part) in PARTS {
        part(position, game).map_err(|difference| format!("{name}: {difference}\n{position}"))?;
    }
    Ok(())
}

/// Asks two values to be equal.
///
/// # Errors
/// Both values, when they are not.
#[expect(
    clippy::needless_pass_by_value,
    reason = "most callers compare what they have just computed"
)]
pub(crate) fn same<T: PartialEq + Debug>(what: &str, ours: T, theirs: T) -> Compared {
    if ours == theirs {
        Ok(())
    } else {
        Err(format!(
            "{what}: {ours:?} in the crate, but {theirs:?} expected"
        ))
    }
}

fn text(position: &Position, game: &Game) -> Compared {
    same("text", position.to_string(), game.text())
}

fn phase(position: &Position, game: &Game) -> Compared {
    let expected = match game.phase() {
        reference::Phase::Offer => Phase::Offer,
        reference::Phase::Tiling => Phase::Tiling,
        reference::Phase::Refill => Phase::Refill,
        reference::Phase::Over => Phase::Over,
    };
    same("phase", position.phase(), expected)
}

/// The plain facts of the table, by the crate's accessors.
fn table(position: &Position, game: &Game) -> Compared {
    same("players", position.players().count(), game.players)?;
    same("round", usize::from(position.round()), game.round)?;
    same("start", position.start().number(), game.start)?;
    same("to move", position.to_move().number(), game.to_move)?;
    let holder = game
        .boards
        .iter()
        .position(|board| board.spare_marker || board.floor.contains(&'*'));
    let marker = match holder.and_then(Seat::from_index) {
        Some(seat) => Marker::Held(seat),
        None if game.centre_marker => Marker::Centre,
        None => Marker::Gone,
    };
    same("marker", position.marker(), marker)?;
    let mut groups = 0;
    for (factory, expected) in position.factories().zip(&game.factories) {
        groups += COLOURS
            .iter()
            .filter(|colour| expected.contains(colour))
            .count();
        same("factory", factory.1.0, counts(expected))?;
    }
    groups += COLOURS
        .iter()
        .filter(|colour| game.centre.contains(colour))
        .count();
    same("centre", position.centre().0, counts(&game.centre))?;
    same("groups", position.group_count() as usize, groups)?;
    same("bag", position.bag().0, counts(&game.bag))?;
    same("lid", position.lid().0, counts(&game.lid))
}

/// What the boards say about themselves.
fn boards(position: &Position, game: &Game) -> Compared {
    same("boards", position.boards().count(), game.boards.len())?;
    for ((_, ours), theirs) in position.boards().zip(&game.boards) {
        same("score", u32::from(ours.score()), theirs.score)?;
        for line in Line::ALL {
            let tiles = &theirs.lines[line.index()];
            let held = tiles.first().and_then(|&c| Colour::from_letter(c));
            same(
                "line",
                ours.line(line),
                held.map(|colour| (colour, tiles.len())),
            )?;
            same("room", ours.room(line), line.number() - tiles.len())?;
            same(
                "complete",
                ours.is_complete(line),
                tiles.len() == line.number(),
            )?;
            for colour in Colour::ALL {
                let shown = theirs.wall[line.index()].contains(&Some(colour.letter()));
                let open = tiles.len() < line.number();
                let takes = open && held.is_none_or(|held| held == colour) && !shown;
                same("row shows", ours.row_shows(line, colour), shown)?;
                same("accepts", ours.accepts(line, colour), takes)?;
            }
            for column in Column::ALL {
                let tile = theirs.wall[line.index()][column.index()];
                same("space", ours.cell(line, column).map(Colour::letter), tile)?;
                let bit = ours.wall_bits() >> (5 * line.index() + column.index()) & 1;
                same("wall bit", bit == 1, tile.is_some())?;
            }
        }
        let floor: Vec<char> = ours.floor().tiles().map(FloorTile::letter).collect();
        same("floor", &floor, &theirs.floor)?;
        same(
            "spare marker",
            ours.floor().has_spare_marker(),
            theirs.spare_marker,
        )?;
        let cost: u32 = reference::FLOOR_COSTS[..floor.len()].iter().sum();
        same("floor cost", u32::from(ours.floor().cost()), cost)?;
        bonuses(ours, theirs)?;
    }
    Ok(())
}

/// The bonuses that a wall would bring, counted space by space.
fn bonuses(ours: &Board, theirs: &reference::Board) -> Compared {
    let at = |row: usize, column: usize| theirs.wall[row][column];
    let full = |has: &dyn Fn(usize) -> bool| (0..5).all(has);
    let rows = (0..5).filter(|&r| full(&|c| at(r, c).is_some())).count();
    let columns = (0..5).filter(|&c| full(&|r| at(r, c).is_some())).count();
    let of = |colour: char| {
        theirs
            .wall
            .iter()
            .flatten()
            .filter(|&&c| c == Some(colour))
            .count()
    };
    let colours = COLOURS.iter().filter(|&&colour| of(colour) == 5).count();
    let found = ours.bonuses();
    let found = [found.rows, found.columns, found.colours].map(usize::from);
    same("bonuses", found, [rows, columns, colours])?;
    same("has a complete row", ours.has_complete_row(), rows > 0)
}

/// 20 of each colour, counted from what the crate shows of its table.
fn tiles(position: &Position, game: &Game) -> Compared {
    same("tiles", count_tiles(position), [20; 5])?;
    same("the reference's tiles", game.colour_counts(), [20; 5])
}

/// How many tiles of each colour there are on the whole table.
pub(crate) fn count_tiles(position: &Position) -> [usize; 5] {
    let mut found = [0; 5];
    let mut piles = vec![position.bag(), position.lid(), position.centre()];
    piles.extend(position.factories().map(|(_, tiles)| tiles));
    for pile in piles {
        for (colour, &count) in pile.iter() {
            found[colour.index()] += usize::from(count);
        }
    }
    for (_, board) in position.boards() {
        for line in Line::ALL {
            if let Some((colour, count)) = board.line(line) {
                found[colour.index()] += count;
            }
            for colour in Column::ALL
                .into_iter()
                .filter_map(|column| board.cell(line, column))
            {
                found[colour.index()] += 1;
            }
        }
        for tile in board.floor().tiles() {
            if let FloorTile::Tile(colour) = tile {
                found[colour.index()] += 1;
            }
        }
    }
    found
}

/// The 300 possible moves with their characters.
static ALL_MOVES: LazyLock<Vec<(Move, [char; 3])>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for source in "123456789C".chars() {
        for colour in COLOURS {
            for line in "12345F".chars() {
                let text = [source, colour, line];
                all.push((String::from_iter(text).parse().expect("a move"), text));
            }
        }
    }
    all
});

/// The list against both predicates, for each of the 300 moves; and the list's order and texts.
fn moves(position: &Position, game: &Game) -> Compared {
    let list = position.legal_moves();
    same(
        "the list rises",
        list.windows(2).all(|pair| pair[0] < pair[1]),
        true,
    )?;
    let mut texts: Vec<String> = if position.phase() == Phase::Tiling {
        position
            .placements(position.to_move())
            .iter()
            .map(ToString::to_string)
            .collect()
    } else {
        list.iter().map(ToString::to_string).collect()
    };
    texts.sort();
    same("moves", texts, game.legal_moves())?;
    let mut listed = [false; 640];
    for m in &list {
        listed[usize::from(m.code())] = true;
    }
    for &(m, [source, colour, line]) in ALL_MOVES.iter() {
        let expected = game.is_legal_offer(source, colour, line);
        if listed[usize::from(m.code())] != expected || position.is_legal(m) != expected {
            return Err(format!(
                "{m}: listed {}, is_legal {}, but {expected} expected",
                listed[usize::from(m.code())],
                position.is_legal(m)
            ));
        }
    }
    Ok(())
}

/// The 30 possible placements with their texts.
static ALL_PLACEMENTS: LazyLock<Vec<(Placement, String)>> = LazyLock::new(|| {
    let texts = "12345"
        .chars()
        .flat_map(|line| "12345F".chars().map(move |to| (line, to)));
    texts
        .map(|(line, to)| format!("{line}:{to}"))
        .map(|text| (text.parse().expect("a placement"), text))
        .collect()
});

/// The tiling choices of every seat: the list, and the predicate for all that could be asked.
fn choices(position: &Position, game: &Game) -> Compared {
    let in_tiling = position.phase() == Phase::Tiling;
    let mut nothing_to_tile = in_tiling;
    for seat in position.players().seats() {
        let list: Vec<String> = position
            .placements(seat)
            .iter()
            .map(ToString::to_string)
            .collect();
        let expected = if in_tiling {
            game.tiling_choices(seat.number())
        } else {
            Vec::new()
        };
        nothing_to_tile &= expected.is_empty();
        for (placement, text) in ALL_PLACEMENTS.iter() {
            let legal = position.check_placement(seat, *placement).is_ok();
            if legal != expected.contains(text) {
                return Err(format!("{text} of player {seat} is legal: {legal}"));
            }
        }
        same("choices", list, expected)?;
    }
    same(
        "ready to settle",
        position.is_ready_to_settle(),
        nothing_to_tile,
    )
}

fn outcome(position: &Position, game: &Game) -> Compared {
    let ours = position.outcome().map(|outcome| {
        let standings = outcome.standings().to_vec();
        let bonuses: Vec<[u8; 3]> = standings
            .iter()
            .map(|s| [s.bonuses.rows, s.bonuses.columns, s.bonuses.colours])
            .collect();
        let scores: Vec<u32> = standings.iter().map(|s| u32::from(s.score())).collect();
        let winners: Vec<usize> = outcome.winners().map(Seat::number).collect();
        (bonuses, scores, winners)
    });
    let theirs = game.final_result().map(|result| {
        let bonuses: Vec<[u8; 3]> = result
            .bonuses
            .iter()
            .map(|b| [b.rows, b.columns, b.colours].map(|n| n as u8))
            .collect();
        (bonuses, result.scores, result.winners)
    });
    same("outcome", ours, theirs)
}

/// The text is read back as the same position, which both sides hold for legal.
fn reading(position: &Position, game: &Game) -> Compared {
    same("read back", position.to_string().parse(), Ok(*position))?;
    same("set up again", position.setup().position(), Ok(*position))?;
    same("faults", game.faults(), Vec::new())
}

/// The small form of a two-player position against the common one.
///
/// # Errors
/// The first difference.
pub(crate) fn narrow_form(position: &Position, narrow: &Position<2>) -> Compared {
    same("narrowed", position.narrow(), *narrow)?;
    same("widened", narrow.widen(), *position)?;
    same("narrow text", narrow.to_string(), position.to_string())?;
    same(
        "narrow moves",
        narrow.legal_moves().to_vec(),
        position.legal_moves().to_vec(),
    )?;
    same("narrow phase", narrow.phase(), position.phase())?;
    same("narrow lid", narrow.lid(), position.lid())?;
    same("narrow outcome", narrow.outcome(), position.outcome())?;
    for seat in position.players().seats() {
        same(
            "narrow choices",
            narrow.placements(seat),
            position.placements(seat),
        )?;
    }
    Ok(())
}

fn counts(tiles: &[char]) -> [u8; 5] {
    COLOURS.map(|colour| tiles.iter().filter(|&&tile| tile == colour).count() as u8)
}
