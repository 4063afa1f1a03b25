//! Whole games over real sockets: people, bots, a spectator, dropped connections, restarts.

mod support;

use azulejo_protocol::game::{Level, Status};
use azulejo_protocol::http::{JoinGame, NewGame, SeatRequest};
use azulejo_protocol::table::Wall;
use azulejo_rules::record::Record;
use azulejo_server::draw::verify;

use support::{House, Person, Seatholder, stories};

stories! {
    two_people_and_a_bot_a_spectator_a_dropped_connection_and_a_restart,
    four_seats_on_the_grey_wall,
    several_seats_on_one_screen,
}

fn new_game(seats: Vec<SeatRequest>, wall: Wall) -> NewGame {
    NewGame {
        seats,
        wall,
        start: None,
        clock: None,
        public: Some(true),
        undo: None,
    }
}

/// Lets everybody act whenever they must, until the round is over or the game is.
async fn play_through(people: &mut [Seatholder], until_round: u16) {
    loop {
        let mut acted = false;
        for person in people.iter_mut() {
            person
                .hear_until(|me| me.must_act() || me.is_over() || is_somebody_else_s(me))
                .await;
            if person.is_over() || person.round() >= until_round {
                return;
            }
            if person.must_act() {
                // Refused when the game has gone on meanwhile: the next view is on its way.
                let _stale = person.act().await;
                acted = true;
            }
        }
        if !acted {
            // Somebody else must act, perhaps one of us who does not know it yet.
            let heard = people.iter_mut().map(|person| Box::pin(person.hear()));
            let (heard, _, _) = futures_util::future::select_all(heard).await;
            assert!(heard.is_some(), "the sockets stay open");
        }
    }
}

/// Whether the view says that this person has nothing to do.
fn is_somebody_else_s(me: &Seatholder) -> bool {
    let Some(own) = &me.own else {
        return false;
    };
    own.ply == me.view.ply && !me.must_act()
}

async fn two_people_and_a_bot_a_spectator_a_dropped_connection_and_a_restart(house: House) {
    let server = house.start().await;
    let ana = Person::new(server.address(), "Ana").await;
    let ben = Person::new(server.address(), "Ben").await;
    let eve = Person::new(server.address(), "Eve").await;
    let seats = vec![
        SeatRequest::Me { name: None },
        SeatRequest::Invited,
        SeatRequest::Bot {
            level: Level::Apprentice,
        },
    ];
    let created = ana.create(&new_game(seats, Wall::Coloured)).await;
    let game = created.view.id.clone();
    assert_eq!(created.view.status, Status::Waiting);
    assert_eq!(created.view.draw.commitment.len(), 64);
    assert_eq!(created.view.draw.secret, None);
    let invitation = created
        .own
        .invitation
        .clone()
        .expect("the host sees the invitation");
    ana.send_nonce(&game).await;
    let join = JoinGame {
        seat: None,
        invitation: Some(invitation),
        nonce: Some("ab".repeat(20)),
    };
    let joined: azulejo_protocol::http::GameAnswer = ben
        .post(&format!("/games/{game}/join"), &join)
        .await
        .expect("Ben sits down");
    assert_eq!(joined.view.status, Status::Running);
    assert_eq!(joined.own.seats, [2]);

    let mut people = vec![ana.follow(&game).await, ben.follow(&game).await];
    let mut spectator = eve.follow(&game).await;
    assert!(spectator.own.is_none());
    play_through(&mut people, 2).await;

    // Ben's connection breaks without a word, and a new one takes over.
    let broken = people.pop().expect("Ben");
    broken.socket.drop_dead();
    people.push(ben.follow(&game).await);
    play_through(&mut people, 3).await;

    // The server is restarted in the middle; everybody comes back to the same position.
    let before = people[0].view.ply;
    drop(people);
    server.stop().await;
    let server = house.start().await;
    let (ana, ben) = (ana.at(server.address()), ben.at(server.address()));
    let mut people = vec![ana.follow(&game).await, ben.follow(&game).await];
    for person in &mut people {
        // The bot goes on by itself; then the game waits for a person.
        let waits = |me: &Seatholder| me.view.table.as_ref().is_some_and(|t| t.to_move != 3);
        assert!(person.hear_until(waits).await);
        assert!(person.view.ply >= before);
    }
    assert_eq!(people[0].view.hash, people[1].view.hash);
    play_through(&mut people, u16::MAX).await;

    let text = ana.text(&format!("/games/{game}/record")).await;
    let record: Record = text.trim().parse().expect("a record");
    record.replay().expect("it follows the rules");
    let verified = verify(&record).expect("the draws are proved");
    assert_eq!(verified.game, game);
    assert_eq!(verified.nonces, [1, 2]);
    assert_eq!(record.players, ["Ana", "Ben", "bot:apprentice"]);
    // The spectator's server was stopped: the socket ends, it does not hang.
    while spectator.hear().await.is_some() {}
    server.stop().await;
}

async fn four_seats_on_the_grey_wall(house: House) {
    let server = house.start().await;
    let ana = Person::new(server.address(), "Ana").await;
    let ben = Person::new(server.address(), "Ben").await;
    let seats = vec![
        SeatRequest::Me { name: None },
        SeatRequest::Bot {
            level: Level::Beginner,
        },
        SeatRequest::Open,
        SeatRequest::Bot {
            level: Level::Tiler,
        },
    ];
    let game = ana.create(&new_game(seats, Wall::Grey)).await.view.id;
    ana.send_nonce(&game).await;
    let join = JoinGame {
        seat: Some(3),
        invitation: None,
        nonce: Some("cd".repeat(16)),
    };
    let _joined: azulejo_protocol::http::GameAnswer = ben
        .post(&format!("/games/{game}/join"), &join)
        .await
        .expect("Ben sits down");
    let mut people = vec![ana.follow(&game).await, ben.follow(&game).await];
    play_through(&mut people, u16::MAX).await;
    let text = ana.text(&format!("/games/{game}/record")).await;
    let record: Record = text.trim().parse().expect("a record");
    record.replay().expect("it follows the rules");
    verify(&record).expect("the draws are proved");
    server.stop().await;
}

async fn several_seats_on_one_screen(house: House) {
    let server = house.start().await;
    let ana = Person::new(server.address(), "Ana").await;
    let names = ["Ana", "Jón", "Zoë", "Ærø"];
    let seats = names
        .iter()
        .map(|name| SeatRequest::Me {
            name: Some((*name).to_owned()),
        })
        .collect();
    let game = ana.create(&new_game(seats, Wall::Grey)).await.view.id;
    ana.send_nonce(&game).await;
    let mut people = vec![ana.follow(&game).await];
    play_through(&mut people, u16::MAX).await;
    let text = ana.text(&format!("/games/{game}/record")).await;
    let record: Record = text.trim().parse().expect("a record");
    assert_eq!(record.players, names);
    let verified = verify(&record).expect("the draws are proved");
    assert_eq!(
        verified.nonces,
        [1],
        "one nonce a session, under its lowest seat"
    );
    server.stop().await;
}
