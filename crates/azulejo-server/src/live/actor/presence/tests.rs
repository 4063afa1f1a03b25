//! Presence without sockets and without a store.

use azulejo_protocol::game::{Settings, UndoPolicy};
use azulejo_protocol::table::Wall;

use super::*;
use azulejo_game::draw::DrawScheme;
use azulejo_game::event::{ClockRules, Event, SeatSetup};

fn table(people: &[&str]) -> Table {
    table_with(Clock::None, people)
}

fn table_with(clock: Clock, people: &[&str]) -> Table {
    let created = Event::Created {
        settings: Settings {
            wall: Wall::Coloured,
            clock,
            undo: UndoPolicy::Ask,
            public: false,
            start: None,
        },
        seats: people
            .iter()
            .map(|person| SeatSetup::Human {
                player: (*person).to_owned(),
            })
            .collect(),
        host: "ana".to_owned(),
        invitation: "letmein".to_owned(),
        commitment: "c0".to_owned(),
        clock_rules: ClockRules::CURRENT,
        draw_scheme: DrawScheme::CURRENT,
    };
    Table::new("game", &created, 0).expect("a table")
}

fn names(away: &[Option<i64>]) -> Vec<SeatName> {
    let name = |&away| SeatName {
        away,
        ..SeatName::default()
    };
    away.iter().map(name).collect()
}

fn away(since: i64) -> Option<Location> {
    Some(Location::Away { since })
}

/// Returns whether the presence has changed and whether it must be stored, and resets both.
fn changes(presence: &mut Presence) -> (bool, bool) {
    let Presence {
        changed, unsaved, ..
    } = presence;
    (std::mem::take(changed), std::mem::take(unsaved))
}

const HERE: Option<Location> = Some(Location::Here);

fn elsewhere(from: i64) -> Option<Location> {
    Some(Location::Elsewhere { from })
}

#[test]
fn loaded_presence_matches_the_store() {
    let table = table(&["ana", "ben", "cid"]);
    let stored = names(&[Some(5), None, Some(7)]);
    for (shared, unknown) in [(false, away(100)), (true, elsewhere(100))] {
        let mut presence = Presence::new(3);
        presence.sync(&table, &stored, |person| person == "ana", shared, 100);
        assert_eq!(changes(&mut presence), (true, false));
        presence.sync(&table, &stored, |_| false, shared, 200);
        assert_eq!(changes(&mut presence), (false, false), "no new players");
        assert_eq!(presence.of(0), HERE, "who watches is here");
        assert_eq!(presence.of(1), unknown, "shared: {shared}");
        assert_eq!(presence.of(2), away(7));
        assert_eq!(presence.of(3), None);
    }
}

#[test]
fn seat_with_a_new_player_counts_as_away() {
    let mut table = table(&["ana", "ben"]);
    let stored = names(&[None, Some(5)]);
    let mut presence = Presence::new(2);
    presence.sync(&table, &stored, |_| false, true, 10);
    // A login takes a guest's seat over; a player deletes themself.
    for (new, now) in [(Some("cid"), 50), (None, 60)] {
        assert!(table.set_person(1, new));
        changes(&mut presence);
        presence.sync(&table, &stored, |_| false, true, now);
        assert_eq!(changes(&mut presence), (true, true));
        assert_eq!(presence.of(1), away(now));
        assert_eq!(presence.absent(), [2]);
        assert_eq!(presence.away_timestamps(&stored), [None, Some(now)]);
    }
    assert!(table.set_person(1, Some("eva")));
    presence.sync(&table, &stored, |person| person == "eva", true, 70);
    assert_eq!(presence.of(1), HERE, "unless they watch");
}

#[test]
fn what_another_node_wrote_counts_unless_the_person_is_here() {
    let table = table(&["ana", "ben"]);
    let nothing = names(&[None, None]);
    let mut presence = Presence::new(2);
    presence.sync(&table, &nothing, |person| person == "ana", true, 10);
    assert_eq!(presence.elsewhere(), [("ben".to_owned(), 10)]);
    let both = names(&[Some(20), Some(20)]);
    changes(&mut presence);
    presence.adopt(&nothing, &both, 30);
    assert_eq!(changes(&mut presence), (true, true));
    assert_eq!(presence.of(0), HERE);
    assert_eq!(presence.of(1), away(20), "the same number on every node");
    assert_eq!(
        presence.away_timestamps(&both),
        [None, Some(20)],
        "put right"
    );
    // Ben has come to the other node, or was there all the time.
    changes(&mut presence);
    presence.adopt(&both, &nothing, 40);
    assert_eq!(changes(&mut presence), (true, false));
    assert_eq!(presence.of(1), elsewhere(40));
    assert_eq!(presence.away_timestamps(&nothing), [None, None]);
    changes(&mut presence);
    presence.adopt(&nothing, &nothing, 50);
    assert_eq!(changes(&mut presence), (false, false));
}

#[test]
fn presence_changes_on_all_seats_of_a_person() {
    let table = table(&["ana", "ben", "ana"]);
    let mut presence = Presence::new(3);
    presence.sync(&table, &names(&[None; 3]), |_| true, false, 10);
    let mut moves = |person, at| {
        presence.set_location(person, at, false);
        std::mem::take(&mut presence.unsaved)
    };
    assert!(moves("ana", Location::Away { since: 30 }));
    assert!(moves("ana", Location::Here));
    assert!(!moves("ana", Location::Here), "nothing new");
    assert!(!moves("eve", Location::Here), "she does not sit here");
    presence.set_location("ana", Location::Away { since: 30 }, false);
    assert_eq!(presence.absent(), [1, 3]);
    presence.set_location("ana", Location::Here, false);
    assert_eq!(presence.absent(), [0; 0]);
}

#[test]
fn an_absence_lasts_a_minute_in_real_time_and_without_a_clock_five_until_a_vote() {
    let started = 3_600_000;
    let real_time = Clock::RealTime {
        seconds: 300,
        increment: 0,
    };
    for (clock, lost, vote) in [
        (real_time, Some(60_000), None),
        (Clock::None, None, Some(300_000)),
        (Clock::Days { days: 1 }, None, None),
    ] {
        // Ana has left during the game, Ben before it: that counts from the start. Downtime does
        // not count.
        for (seat, left, down, counts_from) in [
            (0, started + 5_000, None, started + 5_000),
            (1, started - 5_000, None, started),
            (
                0,
                started + 5_000,
                Some((started, started + 7_000)),
                started + 7_000,
            ),
        ] {
            let mut table = table_with(clock, &["ana", "ben"]);
            let begin = Event::Started { start: 1 };
            table.apply(&begin, started).expect("a full table");
            let mut away = [None, None];
            away[seat] = Some(left);
            let mut presence = Presence::new(2);
            presence.sync(&table, &names(&away), |_| false, false, started);
            let down = down.map(|(since_ms, until_ms)| Downtime { since_ms, until_ms });
            let after = |ms: Option<i64>| ms.map(|ms| counts_from + ms);
            let forfeits_at = presence.forfeits_at(&table, down, seat);
            assert_eq!(forfeits_at, after(lost), "{clock:?}");
            assert_eq!(
                presence.vote_from(&table, down, seat),
                after(vote),
                "{clock:?}"
            );
        }
    }
}
