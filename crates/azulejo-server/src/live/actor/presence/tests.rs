//! Presence without sockets and without a store.

use azulejo_protocol::game::{Settings, UndoPolicy};
use azulejo_protocol::table::Wall;
use azulejo_store::{GameId, PlayerId};

use super::*;
use azulejo_game::draw::DrawScheme;
use azulejo_game::event::{ClockRules, Event, SeatSetup};

fn at(ms: i64) -> Timestamp {
    Timestamp::from_unix_ms(ms)
}

/// Returns a player with a short name.
fn person(name: &str) -> Person {
    let id: PlayerId = format!("{name:1<16}")
        .parse()
        .expect("a name of Base58 characters");
    id.into()
}

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
            .map(|name| SeatSetup::Human {
                player: person(name),
            })
            .collect(),
        host: person("ana"),
        invitation: "letmein".to_owned(),
        commitment: "c0".to_owned(),
        clock_rules: ClockRules::CURRENT,
        draw_scheme: DrawScheme::CURRENT,
    };
    let game = GameId::from_entropy([0; 16]);
    Table::new(game, &created, Timestamp::EPOCH).expect("a table")
}

fn names(away: &[Option<i64>]) -> Vec<SeatName> {
    let name = |&away: &Option<i64>| SeatName {
        away: away.map(at),
        ..SeatName::default()
    };
    away.iter().map(name).collect()
}

fn away(since: i64) -> Option<Location> {
    Some(Location::Away { since: at(since) })
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
    Some(Location::Elsewhere { from: at(from) })
}

#[test]
fn loaded_presence_matches_the_store() {
    let table = table(&["ana", "ben", "cid"]);
    let stored = names(&[Some(5), None, Some(7)]);
    for (shared, unknown) in [(false, away(100)), (true, elsewhere(100))] {
        let mut presence = Presence::new(3);
        presence.sync(
            &table,
            &stored,
            |other| other == person("ana"),
            shared,
            at(100),
        );
        assert_eq!(changes(&mut presence), (true, false));
        presence.sync(&table, &stored, |_| false, shared, at(200));
        assert_eq!(changes(&mut presence), (false, false), "no new players");
        assert_eq!(presence.of(Seat::ONE), HERE, "who watches is here");
        assert_eq!(presence.of(Seat::TWO), unknown, "shared: {shared}");
        assert_eq!(presence.of(Seat::THREE), away(7));
        assert_eq!(presence.of(Seat::FOUR), None);
    }
}

#[test]
fn seat_with_a_new_player_counts_as_away() {
    let mut table = table(&["ana", "ben"]);
    let stored = names(&[None, Some(5)]);
    let mut presence = Presence::new(2);
    presence.sync(&table, &stored, |_| false, true, at(10));
    // A login takes a guest's seat over; a player deletes themself.
    for (new, now) in [(person("cid"), 50), (Person::Deleted, 60)] {
        assert!(table.set_person(Seat::TWO, new));
        changes(&mut presence);
        presence.sync(&table, &stored, |_| false, true, at(now));
        assert_eq!(changes(&mut presence), (true, true));
        assert_eq!(presence.of(Seat::TWO), away(now));
        assert_eq!(presence.absent(), [Seat::TWO]);
        assert_eq!(presence.away_timestamps(&stored), [None, Some(at(now))]);
    }
    assert!(table.set_person(Seat::TWO, person("eva")));
    presence.sync(
        &table,
        &stored,
        |other| other == person("eva"),
        true,
        at(70),
    );
    assert_eq!(presence.of(Seat::TWO), HERE, "unless they watch");
}

#[test]
fn what_another_node_wrote_counts_unless_the_person_is_here() {
    let table = table(&["ana", "ben"]);
    let nothing = names(&[None, None]);
    let mut presence = Presence::new(2);
    presence.sync(
        &table,
        &nothing,
        |other| other == person("ana"),
        true,
        at(10),
    );
    assert_eq!(presence.elsewhere(), [(person("ben"), at(10))]);
    let both = names(&[Some(20), Some(20)]);
    changes(&mut presence);
    presence.adopt(&nothing, &both, at(30));
    assert_eq!(changes(&mut presence), (true, true));
    assert_eq!(presence.of(Seat::ONE), HERE);
    assert_eq!(
        presence.of(Seat::TWO),
        away(20),
        "the same number on every node"
    );
    assert_eq!(
        presence.away_timestamps(&both),
        [None, Some(at(20))],
        "put right"
    );
    // Ben has come to the other node, or was there all the time.
    changes(&mut presence);
    presence.adopt(&both, &nothing, at(40));
    assert_eq!(changes(&mut presence), (true, false));
    assert_eq!(presence.of(Seat::TWO), elsewhere(40));
    assert_eq!(presence.away_timestamps(&nothing), [None, None]);
    changes(&mut presence);
    presence.adopt(&nothing, &nothing, at(50));
    assert_eq!(changes(&mut presence), (false, false));
}

#[test]
fn presence_changes_on_all_seats_of_a_person() {
    let table = table(&["ana", "ben", "ana"]);
    let mut presence = Presence::new(3);
    presence.sync(&table, &names(&[None; 3]), |_| true, false, at(10));
    let mut moves = |name, at| {
        presence.set_location(person(name), at, false);
        std::mem::take(&mut presence.unsaved)
    };
    assert!(moves("ana", Location::Away { since: at(30) }));
    assert!(moves("ana", Location::Here));
    assert!(!moves("ana", Location::Here), "nothing new");
    assert!(!moves("eve", Location::Here), "she does not sit here");
    presence.set_location(person("ana"), Location::Away { since: at(30) }, false);
    assert_eq!(presence.absent(), [Seat::ONE, Seat::THREE]);
    presence.set_location(person("ana"), Location::Here, false);
    assert_eq!(presence.absent(), []);
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
            (Seat::ONE, started + 5_000, None, started + 5_000),
            (Seat::TWO, started - 5_000, None, started),
            (
                Seat::ONE,
                started + 5_000,
                Some((started, started + 7_000)),
                started + 7_000,
            ),
        ] {
            let mut table = table_with(clock, &["ana", "ben"]);
            let begin = Event::Started {
                start: SeatNumber::new(1),
            };
            table.apply(&begin, at(started)).expect("a full table");
            let mut away = [None, None];
            away[seat.index()] = Some(left);
            let mut presence = Presence::new(2);
            presence.sync(&table, &names(&away), |_| false, false, at(started));
            let down = down.map(|(since, until)| Downtime {
                since: at(since),
                until: at(until),
            });
            let after = |ms: Option<i64>| ms.map(|ms| at(counts_from + ms));
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
