//! The checksums that logs hold: they must stay what they were when the logs were written.

use super::*;

/// FNV-1a, written once more: here it must not change with what it checks.
fn checksum_of(text: &str) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    format!("{hash:016x}")
}

#[test]
fn a_waiting_table_has_the_checksum_that_it_always_had() {
    let level = Level::Tiler;
    let story = Story::new(
        settings(Wall::Grey, Clock::None, UndoPolicy::Off),
        vec![
            person("ana"),
            FirstHolder::Open,
            FirstHolder::Invited,
            FirstHolder::Bot { level },
        ],
    );
    let seats = ";human,,true,false;open,,true,false;invited,,true,false;tiler,,true,false";
    assert_eq!(
        story.table.hash(),
        checksum_of(&format!("1 Waiting{seats}"))
    );
    assert_eq!(story.table.hash(), "36302289953fde45");
}

#[test]
fn a_checksum_is_of_the_position_the_seats_and_who_has_chosen() {
    let mut story = Story::started(
        Wall::Grey,
        Clock::None,
        UndoPolicy::Free,
        &["ana", "ben", "cid"],
    );
    let check = |story: &Story, status: &str, seats: &str| {
        let (ply, position) = (story.table.ply(), story.position());
        let text = format!("{ply} {status} {position};{seats}");
        assert_eq!(story.table.hash(), checksum_of(&text), "{text}");
        let view = game_view(&story.table, &vec![SeatName::default(); 3]);
        assert_eq!(view.hash, story.table.hash());
        let shown = view.table.expect("a table");
        assert_eq!(shown.position, position.to_string());
    };
    let all_play = "human,,true,false;human,,true,false;human,,true,false";
    check(&story, "Running", all_play);
    let first = story.table.ply();
    story.does(story.first_move());
    check(&story, "Running", all_play);
    story.does(Command::Undo {
        player: "ana".to_owned(),
        seat: 1,
        to: first,
    });
    check(&story, "Running", all_play);
    story.does(Command::Resign {
        player: "cid".to_owned(),
        seat: 3,
    });
    let without_cid = "human,,true,false;human,,true,false;human,artisan,false,false";
    check(&story, "Running", without_cid);
}

#[test]
fn a_checksum_says_who_has_chosen_and_not_what() {
    let mut story = Story::started(Wall::Grey, Clock::None, UndoPolicy::Off, &["ana", "ben"]);
    while story.table.choosing().len() < 2 {
        story.does(match story.position().phase() {
            Phase::Offer => story.first_move(),
            _ => {
                let seat = story.table.choosing()[0];
                Command::Choose {
                    player: story.player(seat),
                    seat: seat as u8 + 1,
                    placements: story.table.leftmost_choice(seat),
                }
            }
        });
    }
    story.does(Command::Choose {
        player: "ben".to_owned(),
        seat: 2,
        placements: story.table.leftmost_choice(1),
    });
    let (ply, position) = (story.table.ply(), story.position());
    let text = format!("{ply} Running {position};human,,true,false;human,,true,true");
    assert_eq!(story.table.hash(), checksum_of(&text));
}
