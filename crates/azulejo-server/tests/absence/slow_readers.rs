//! People who do not read what they are sent, and crowds that everybody would be told about.

use azulejo_protocol::frame::{ClientFrame, Phrase, ServerFrame};

use crate::support::{House, Person, Seatholder, stories};
use crate::{away_view, is_here, running, two_people};

stories! {
    whoever_never_reads_is_cut_and_can_resync_and_nobody_else_notices,
    a_crowd_of_spectators_is_counted_to_the_last,
}

fn watch(game: &str, known: Option<(u32, &str)>) -> ClientFrame {
    ClientFrame::Watch {
        game: game.to_owned(),
        from: known.map(|(ply, _)| ply),
        hash: known.map(|(_, hash)| hash.to_owned()),
    }
}

async fn whoever_never_reads_is_cut_and_can_resync_and_nobody_else_notices(house: House) {
    let server = house.start().await;
    let (ana, ben) = two_people(&server).await;
    let eve = Person::new(server.address(), "Eve").await;
    let game = running(&[&ana, &ben], None).await;
    let mut one = ana.follow(&game).await;
    let mut spectator = eve.follow(&game).await;
    // He asks for more than all the room on the way to him, and reads nothing of it.
    let mut slow = ben.socket().await;
    for _ in 0..4_000 {
        slow.send(&watch(&game, None)).await;
    }
    assert!(one.hear_until(|me| is_here(me, 2)).await);
    assert!(one.hear_until(Seatholder::must_act).await);
    // What the others say waits for him, until there is too much of it.
    let (mut said, mut gone) = (0, away_view(&one, 2).is_some());
    while !gone {
        let say = ClientFrame::Say {
            game: game.clone(),
            seat: 1,
            phrase: Phrase::OneMoment,
        };
        one.socket.send(&say).await;
        said += 1;
        let heard = one.socket.until(|frame| match frame {
            ServerFrame::Said { .. } => Some(()),
            ServerFrame::Presence { presence, .. } => {
                gone = presence.away.iter().any(|away| away.seat == 2);
                None
            }
            _ => None,
        });
        heard.await;
    }
    assert_eq!(slow.close_code().await, Some(1013));
    // The others have heard everything and go on.
    for _ in 0..said {
        let heard = |frame: &ServerFrame| matches!(frame, ServerFrame::Said { .. }).then_some(());
        spectator.socket.until(heard).await;
    }
    let known = (one.view.ply, one.view.hash.clone());
    let ply = one.act().await.expect("a move");
    // He comes back and gets what he missed.
    let mut back = ben.socket().await;
    back.send(&watch(&game, Some((known.0, &known.1)))).await;
    let (steps, view) = back
        .until(|frame| match frame {
            ServerFrame::Update { steps, view, .. } => Some((steps.clone(), view.clone())),
            ServerFrame::Game { .. } => panic!("the whole game again"),
            _ => None,
        })
        .await;
    assert!(!steps.is_empty());
    assert!(view.ply > known.0 && view.ply >= ply, "{} {ply}", view.ply);
    server.stop().await;
}

async fn a_crowd_of_spectators_is_counted_to_the_last(house: House) {
    const CROWD: u32 = 40;
    let server = house.start().await;
    let (ana, ben) = two_people(&server).await;
    let game = running(&[&ana, &ben], None).await;
    let mut one = ana.follow(&game).await;
    let url = format!("ws://{}/api/v1/socket", server.address());
    let mut crowd = Vec::new();
    for _ in 0..CROWD {
        let mut socket = crate::support::anonymous(&url).await;
        socket.send(&watch(&game, None)).await;
        crowd.push(socket);
    }
    let watchers = |number: u32| {
        move |me: &Seatholder| {
            let presence = me.presence.as_ref();
            presence.is_some_and(|presence| presence.watchers == number)
        }
    };
    assert!(one.hear_until(watchers(CROWD)).await);
    // Every one of them gets to know, too.
    for socket in &mut crowd {
        let all = |frame: &ServerFrame| match frame {
            ServerFrame::Presence { presence, .. } => (presence.watchers == CROWD).then_some(()),
            _ => None,
        };
        socket.until(all).await;
    }
    drop(crowd);
    assert!(one.hear_until(watchers(0)).await);
    server.stop().await;
}
