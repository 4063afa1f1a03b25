//! The aspects in which both engines are compared.

use std::fmt::Debug;
use std::sync::LazyLock;

use azulejo_rules::{
    Board, Colour, Column, FloorTile, Line, Marker, Move, Phase, Placement, Position, Seat,
};

use crate::reference::{self, COLOURS, Game};

type Compared = Result<(), String>;

/// Compares one aspect of both sides.
pub(crate) type Aspect = fn(&Position, &Game) -> Compared;

/// Every aspect, by name, so that a test can show that each one detects some difference.
pub(crate) const ASPECTS: [(&str, Aspect); 9] = [
    ("text", text),
    ("phase", phase),
    ("table", table),
    ("boards", boards),
    ("tiles", tiles),
    ("moves", moves),
    ("placements", placements),
    ("outcome", outcome),
    ("round trip", round_trip),
];

/// Compares every aspect.
///
/// # Errors
/// If the sides differ; the message names the first difference and the position.
pub(crate) fn all(position: &Position, game: &Game) -> Compared {
    for (name, aspect) in ASPECTS {
        aspect(position, game).map_err(|difference| format!("{name}: {difference}\n{position}"))?;
    }
    Ok(())
}

/// Compares two values.
///
/// # Errors
/// If they differ; the message contains both.
#[expect(
    clippy::needless_pass_by_value,
    reason = "most callers pass temporaries"
)]
pub(crate) fn equal<T: PartialEq + Debug>(what: &str, ours: T, theirs: T) -> Compared {
    if ours == theirs {
        Ok(())
    } else {
        Err(format!(
            "{what}: {ours:?} in the crate, but {theirs:?} expected"
        ))
    }
}

fn text(position: &Position, game: &Game) -> Compared {
    equal("text", position.to_string(), game.text())
}

fn phase(position: &Position, game: &Game) -> Compared {
    let expected = match game.phase() {
        reference::Phase::Offer => Phase::Offer,
        reference::Phase::Tiling => Phase::Tiling,
        reference::Phase::Refill => Phase::Refill,
        reference::Phase::Over => Phase::Over,
    };
    equal("phase", position.phase(), expected)
}

/// Everything but the boards, through the crate's accessors.
fn table(position: &Position, game: &Game) -> Compared {
    equal("players", position.players().count(), game.players)?;
    equal("round", usize::from(position.round()), game.round)?;
    equal("start", position.start().number(), game.start)?;
    equal("to move", position.to_move().number(), game.to_move)?;
    let holder = game
        .boards
        .iter()
        .position(|board| board.spare_marker || board.floor.contains(&'*'));
    let marker = match holder.and_then(Seat::from_index) {
        Some(seat) => Marker::Held(seat),
        None if game.centre_marker => Marker::Centre,
        None => Marker::Gone,
    };
    equal("marker", position.marker(), marker)?;
    let mut groups = 0;
    for (factory, expected) in position.factories().zip(&game.factories) {
        groups += COLOURS
            .iter()
            .filter(|colour| expected.contains(colour))
            .count();
        equal("factory", factory.1.0, counts(expected))?;
    }
    groups += COLOURS
        .iter()
        .filter(|colour| game.centre.contains(colour))
        .count();
    equal("centre", position.centre().0, counts(&game.centre))?;
    equal("groups", position.group_count() as usize, groups)?;
    equal("bag", position.bag().0, counts(&game.bag))?;
    equal("lid", position.lid().0, counts(&game.lid))
}

/// The boards, through the crate's accessors.
fn boards(position: &Position, game: &Game) -> Compared {
    equal("boards", position.boards().count(), game.boards.len())?;
    for ((_, ours), theirs) in position.boards().zip(&game.boards) {
        equal("score", u32::from(ours.score()), theirs.score)?;
        for line in Line::ALL {
            let tiles = &theirs.lines[line.index()];
            let held = tiles.first().and_then(|&c| Colour::from_letter(c));
            equal(
                "line",
                ours.line(line),
                held.map(|colour| (colour, tiles.len())),
            )?;
            equal("room", ours.room(line), line.number() - tiles.len())?;
            equal(
                "complete",
                ours.is_complete(line),
                tiles.len() == line.number(),
            )?;
            for colour in Colour::ALL {
                let shown = theirs.wall[line.index()].contains(&Some(colour.letter()));
                let open = tiles.len() < line.number();
                let accepts = open && held.is_none_or(|held| held == colour) && !shown;
                equal("row has colour", ours.row_shows(line, colour), shown)?;
                equal("accepts", ours.accepts(line, colour), accepts)?;
            }
            for column in Column::ALL {
                let tile = theirs.wall[line.index()][column.index()];
                equal("space", ours.cell(line, column).map(Colour::letter), tile)?;
                let bit = ours.wall_bits() >> (5 * line.index() + column.index()) & 1;
                equal("wall bit", bit == 1, tile.is_some())?;
            }
        }
        let floor: Vec<char> = ours.floor().tiles().map(FloorTile::letter).collect();
        equal("floor", &floor, &theirs.floor)?;
        equal(
            "spare marker",
            ours.floor().has_spare_marker(),
            theirs.spare_marker,
        )?;
        let cost: u32 = reference::FLOOR_COSTS[..floor.len()].iter().sum();
        equal("floor cost", u32::from(ours.floor().cost()), cost)?;
        bonuses(ours, theirs)?;
    }
    Ok(())
}

/// The bonuses of a wall, counted space by space.
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
    equal("bonuses", found, [rows, columns, colours])?;
    equal("has a complete row", ours.has_complete_row(), rows > 0)
}

/// Both sides have 20 tiles of each colour.
fn tiles(position: &Position, game: &Game) -> Compared {
    equal("tiles", count_tiles(position), [20; 5])?;
    equal("the reference's tiles", game.colour_counts(), [20; 5])
}

/// Counts the tiles of each colour in the crate's position.
fn count_tiles(position: &Position) -> [usize; 5] {
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

/// The 300 well-formed moves with their characters.
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

/// The list of legal moves, its order, and the legality of each of the 300 well-formed moves.
fn moves(position: &Position, game: &Game) -> Compared {
    let list = position.legal_moves();
    equal(
        "the list is sorted",
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
    equal("moves", texts, game.legal_moves())?;
    let mut listed = [false; 640];
    for m in &list {
        listed[usize::from(m.code())] = true;
    }
    for &(m, [source, colour, line]) in ALL_MOVES.iter() {
        let expected = game.is_legal_move(source, colour, line);
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

/// The 30 well-formed placements with their texts.
static ALL_PLACEMENTS: LazyLock<Vec<(Placement, String)>> = LazyLock::new(|| {
    let texts = "12345"
        .chars()
        .flat_map(|line| "12345F".chars().map(move |to| (line, to)));
    texts
        .map(|(line, to)| format!("{line}:{to}"))
        .map(|text| (text.parse().expect("a placement"), text))
        .collect()
});

/// The placements of every seat, and the legality of each of the 30 well-formed placements.
fn placements(position: &Position, game: &Game) -> Compared {
    let in_tiling = position.phase() == Phase::Tiling;
    let mut nothing_to_tile = in_tiling;
    for seat in position.players().seats() {
        let list: Vec<String> = position
            .placements(seat)
            .iter()
            .map(ToString::to_string)
            .collect();
        let expected = if in_tiling {
            game.placements(seat.number())
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
        equal("placements", list, expected)?;
    }
    equal(
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
    equal("outcome", ours, theirs)
}

/// The text and the setup round-trip, and the reference considers the position legal.
fn round_trip(position: &Position, game: &Game) -> Compared {
    equal(
        "text round trip",
        position.to_string().parse(),
        Ok(*position),
    )?;
    equal(
        "setup round trip",
        position.setup().position(),
        Ok(*position),
    )?;
    equal("faults", game.faults(), Vec::new())
}

/// Compares the narrow position of a two-player game with the general one.
///
/// # Errors
/// If they differ; the message names the first difference.
pub(crate) fn narrow(position: &Position, narrow: &Position<2>) -> Compared {
    equal("narrowed", position.narrow(), *narrow)?;
    equal("widened", narrow.widen(), *position)?;
    equal("narrow text", narrow.to_string(), position.to_string())?;
    equal(
        "narrow moves",
        narrow.legal_moves().to_vec(),
        position.legal_moves().to_vec(),
    )?;
    equal("narrow phase", narrow.phase(), position.phase())?;
    equal("narrow lid", narrow.lid(), position.lid())?;
    equal("narrow outcome", narrow.outcome(), position.outcome())?;
    for seat in position.players().seats() {
        equal(
            "narrow placements",
            narrow.placements(seat),
            position.placements(seat),
        )?;
    }
    Ok(())
}

fn counts(tiles: &[char]) -> [u8; 5] {
    COLOURS.map(|colour| tiles.iter().filter(|&&tile| tile == colour).count() as u8)
}
