//! The checksums in stored logs, which must never change.

use super::*;

/// An independent FNV-1a, which does not change with the code under test.
fn checksum_of(text: &str) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    format!("{hash:016x}")
}

#[test]
fn checksum_of_a_waiting_table_is_stable() {
    let level = Level::Tiler;
    let game = TestGame::new(
        settings(Wall::Grey, Clock::None, UndoPolicy::Off),
        vec![
            person("ana"),
            SeatSetup::Open,
            SeatSetup::Invited,
            SeatSetup::Bot { level },
        ],
    );
    let seats = ";human,,true,false;open,,true,false;invited,,true,false;tiler,,true,false";
    assert_eq!(game.table.hash(), checksum_of(&format!("1 Waiting{seats}")));
    assert_eq!(game.table.hash(), "36302289953fde45");
}

#[test]
fn checksum_covers_position_seats_and_made_choices() {
    let mut game = TestGame::started(
        Wall::Grey,
        Clock::None,
        UndoPolicy::Free,
        &["ana", "ben", "cid"],
    );
    let check = |game: &TestGame, status: &str, seats: &str| {
        let (ply, position) = (game.table.ply(), game.position());
        let text = format!("{ply} {status} {position};{seats}");
        assert_eq!(game.table.hash(), checksum_of(&text), "{text}");
        let view = game_view(&game.table, &vec![SeatName::default(); 3]);
        assert_eq!(view.hash, game.table.hash());
        let shown = view.table.expect("a table");
        assert_eq!(shown.position, position.to_string());
    };
    let all_play = "human,,true,false;human,,true,false;human,,true,false";
    check(&game, "Running", all_play);
    let first = game.table.ply();
    game.run(game.first_move());
    check(&game, "Running", all_play);
    game.run(Command::Undo {
        player: id("ana"),
        seat: SeatNumber::new(1),
        to: first,
    });
    check(&game, "Running", all_play);
    game.run(Command::Resign {
        player: id("cid"),
        seat: SeatNumber::new(3),
    });
    let without_cid = "human,,true,false;human,,true,false;human,artisan,false,false";
    check(&game, "Running", without_cid);
}

#[test]
fn checksum_does_not_reveal_choices() {
    let mut game = TestGame::started(Wall::Grey, Clock::None, UndoPolicy::Off, &["ana", "ben"]);
    while game.table.choosing().len() < 2 {
        game.run(match game.position().phase() {
            Phase::Offer => game.first_move(),
            _ => {
                let seat = game.table.choosing()[0];
                Command::Choose {
                    player: game.player(seat),
                    seat: seat.into(),
                    placements: game.table.leftmost_choice(seat),
                }
            }
        });
    }
    game.run(Command::Choose {
        player: id("ben"),
        seat: SeatNumber::new(2),
        placements: game.table.leftmost_choice(Seat::TWO),
    });
    let (ply, position) = (game.table.ply(), game.position());
    let text = format!("{ply} Running {position};human,,true,false;human,,true,true");
    assert_eq!(game.table.hash(), checksum_of(&text));
}
