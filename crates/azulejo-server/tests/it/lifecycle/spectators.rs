//! Crowds that everybody would be told about.

use azulejo_protocol::frame::{ClientFrame, ServerFrame};
use azulejo_testkit::{GameClient, TestDatabase, on_every_database};

use crate::lifecycle::{running, two_people};
use crate::support::start;

on_every_database! {
    a_crowd_of_spectators_is_counted_to_the_last,
}

async fn a_crowd_of_spectators_is_counted_to_the_last(database: TestDatabase) {
    const CROWD: u32 = 40;
    let server = start(&database).await;
    let (ana, ben) = two_people(&server).await;
    let game = running(&[&ana, &ben], None).await;
    let mut one = ana.follow(&game).await;
    let url = format!("ws://{}/api/v1/socket", server.address());
    let mut crowd = Vec::new();
    for _ in 0..CROWD {
        let mut socket = azulejo_testkit::connect_anonymous(&url).await;
        socket
            .send(&ClientFrame::Watch {
                game: game.clone(),
                from: None,
                hash: None,
            })
            .await;
        crowd.push(socket);
    }
    let watchers = |number: u32| {
        move |me: &GameClient| {
            let presence = me.presence.as_ref();
            presence.is_some_and(|presence| presence.watchers == number)
        }
    };
    assert!(one.wait_until(watchers(CROWD)).await);
    // Every one of them gets to know, too.
    for socket in &mut crowd {
        let all = |frame: &ServerFrame| match frame {
            ServerFrame::Presence { presence, .. } => (presence.watchers == CROWD).then_some(()),
            _ => None,
        };
        socket.wait_for(all).await;
    }
    drop(crowd);
    assert!(one.wait_until(watchers(0)).await);
    server.stop().await;
}
