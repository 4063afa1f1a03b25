//! Invariants of every legal position.

use azulejo_rules::{
    Colour, Column, FloorTile, Line, Move, Phase, Placement, PlacementTarget, Position,
    TILES_PER_COLOUR,
};

/// Checks one position.
pub(crate) fn check(position: &Position) {
    check_tiles(position);
    check_moves(position);
    check_tiling(position);
    let text = position.to_string();
    assert_eq!(text.parse(), Ok(*position), "{text} round-trips as text");
    assert_eq!(
        position.setup().position(),
        Ok(*position),
        "{text} round-trips as a setup"
    );
    assert_eq!(
        position.outcome().is_some(),
        position.phase() == Phase::Over,
        "{text}"
    );
    if let Some(outcome) = position.outcome() {
        assert!(outcome.winners().count() > 0, "{text}");
    }
    for seat in position.players().seats() {
        let end = position.round_end(seat);
        assert_eq!(
            end.lines.len(),
            position.board(seat).complete_lines().count(),
            "{text}"
        );
    }
    if position.players().count() == 2 {
        let narrow = position.narrow();
        assert_eq!(narrow.widen(), *position);
        assert_eq!(narrow.to_string(), text);
        assert_eq!(*narrow.legal_moves(), *position.legal_moves());
    }
}

/// Checks every position reachable by one move, placement or settling.
pub(crate) fn check_next(position: &Position) {
    for &m in &position.legal_moves() {
        let mut next = *position;
        next.play(m).expect("a listed move is legal");
        check(&next);
    }
    for seat in position.players().seats() {
        for &placement in &position.placements(seat) {
            let mut next = *position;
            next.tile(seat, placement)
                .expect("a listed placement is legal");
            check(&next);
        }
    }
    let mut next = *position;
    if next.settle().is_ok() {
        check(&next);
    }
}

/// Checks that there are 20 tiles of each colour.
fn check_tiles(position: &Position) {
    for colour in Colour::ALL {
        let on_offer: usize = position
            .factories()
            .map(|(_, tiles)| usize::from(tiles[colour]))
            .sum();
        let piles = [position.centre(), position.bag(), position.lid()];
        let in_piles: usize = piles.iter().map(|pile| usize::from(pile[colour])).sum();
        let mut on_boards = 0;
        for (_, board) in position.boards() {
            for line in Line::ALL {
                let held = board.line(line).filter(|(held, _)| *held == colour);
                on_boards += held.map_or(0, |(_, count)| count);
                on_boards += usize::from(board.row_shows(line, colour));
            }
            on_boards += board
                .floor()
                .tiles()
                .filter(|t| *t == FloorTile::Tile(colour))
                .count();
        }
        let count = on_offer + in_piles + on_boards;
        assert_eq!(
            count,
            usize::from(TILES_PER_COLOUR),
            "{colour} in {position}"
        );
    }
}

/// Checks that the move list contains exactly the legal moves, each once.
fn check_moves(position: &Position) {
    let list = position.legal_moves();
    let mut listed = [false; 640];
    for &m in &list {
        let duplicate = std::mem::replace(&mut listed[usize::from(m.code())], true);
        assert!(!duplicate, "{m} is listed twice in {position}");
        let preview = position.preview(m).expect("a listed move has a preview");
        assert_eq!(
            preview.taken,
            preview.placed + preview.spilled + preview.to_lid
        );
    }
    for m in (0..640).filter_map(Move::from_code) {
        assert_eq!(
            listed[usize::from(m.code())],
            position.is_legal(m),
            "{m} in {position}"
        );
    }
    assert_eq!(
        list.is_empty(),
        position.phase() != Phase::Offer,
        "{position}"
    );
    let sequences = if list.is_empty() {
        1
    } else {
        list.len() as u64
    };
    assert_eq!(position.perft(1), sequences, "{position}");
}

/// Checks that the placement lists contain exactly the legal placements.
fn check_tiling(position: &Position) {
    let mut nothing_to_tile = position.phase() == Phase::Tiling;
    for seat in position.players().seats() {
        let list = position.placements(seat);
        nothing_to_tile &= list.is_empty();
        for line in Line::ALL {
            let columns = Column::ALL.into_iter().map(PlacementTarget::Column);
            for target in columns.chain([PlacementTarget::Floor]) {
                let placement = Placement { line, target };
                let is_legal = position.check_placement(seat, placement).is_ok();
                assert_eq!(
                    list.contains(&placement),
                    is_legal,
                    "{placement} in {position}"
                );
            }
        }
    }
    assert_eq!(position.is_ready_to_settle(), nothing_to_tile, "{position}");
}
