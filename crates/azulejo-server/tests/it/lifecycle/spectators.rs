//! Spectator counts.

use azulejo_protocol::frame::{ClientFrame, ServerFrame};
use azulejo_testkit::{GameClient, TestDatabase, on_every_database};

use crate::lifecycle::{start_game, two_guests};
use crate::support::start;

on_every_database! {
    spectator_count_converges,
}

async fn spectator_count_converges(database: TestDatabase) {
    const SPECTATORS: u32 = 40;
    let server = start(&database).await;
    let (ana, ben) = two_guests(&server).await;
    let game = start_game(&[&ana, &ben], None).await;
    let mut one = ana.follow(&game).await;
    let url = format!("ws://{}/api/v1/socket", server.address());
    let mut spectators = Vec::new();
    for _ in 0..SPECTATORS {
        let mut socket = azulejo_testkit::connect_anonymous(&url).await;
        socket
            .send(&ClientFrame::Watch {
                game: game.clone(),
                from: None,
                hash: None,
            })
            .await;
        spectators.push(socket);
    }
    let watchers = |number: u32| {
        move |me: &GameClient| {
            let presence = me.presence.as_ref();
            presence.is_some_and(|presence| presence.watchers == number)
        }
    };
    assert!(one.wait_until(watchers(SPECTATORS)).await);
    // The spectators receive the count too.
    for socket in &mut spectators {
        let all = |frame: &ServerFrame| match frame {
            ServerFrame::Presence { presence, .. } => {
                (presence.watchers == SPECTATORS).then_some(())
            }
            _ => None,
        };
        socket.wait_for(all).await;
    }
    drop(spectators);
    assert!(one.wait_until(watchers(0)).await);
    server.stop().await;
}
