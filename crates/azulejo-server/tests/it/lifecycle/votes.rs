//! Votes to give the seat of somebody who is away to a bot.

use std::sync::atomic::Ordering;

use azulejo_protocol::frame::{ClientFrame, ProblemCode};
use azulejo_protocol::game::TakeoverReason;
use azulejo_testkit::{Client, GameClient, TestDatabase, on_every_database};

use crate::lifecycle::{
    MINUTE_MS, ahead_by, away_view, is_here, leaves, pass, running, two_people, vote,
};

on_every_database! {
    votes_lapse_when_the_person_comes_back,
    whoever_is_away_themself_is_not_asked,
    a_vote_is_won_when_the_last_who_did_not_vote_leaves,
    how_long_somebody_is_away_outlives_the_server,
    nobody_is_away_for_longer_while_no_server_is_there,
}

fn taken(me: &GameClient) -> bool {
    me.view.seats[2].taken_over == Some(TakeoverReason::Vote)
}

async fn three_people(server: &azulejo_server::Server) -> [Client; 3] {
    let (ana, ben) = two_people(server).await;
    [ana, ben, Client::guest(server.address(), "Cleo").await]
}

async fn votes_lapse_when_the_person_comes_back(database: TestDatabase) {
    let (server, ahead) = ahead_by(0, &database).await;
    let [ana, ben, cleo] = three_people(&server).await;
    let game = running(&[&ana, &ben, &cleo], None).await;
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    leaves(cleo.follow(&game).await, 3, &mut one).await;
    pass(&ahead, 6 * MINUTE_MS);
    vote(&mut one, 1, 3).await.expect("a vote");
    assert!(one.wait_until(|me| !me.view.votes.is_empty()).await);
    let back = cleo.follow(&game).await;
    assert!(one.wait_until(|me| me.view.votes.is_empty()).await);
    assert!(one.wait_until(|me| is_here(me, 3)).await);
    leaves(back, 3, &mut one).await;
    pass(&ahead, 6 * MINUTE_MS);
    let ply = vote(&mut other, 2, 3).await.expect("a vote");
    assert!(other.wait_until(|me| me.view.ply >= ply).await);
    assert!(!taken(&other), "Ana voted against somebody who came back");
    assert_eq!(other.view.votes[0].voted, [2]);
    assert_eq!(other.view.votes[0].awaited, [1]);
    vote(&mut one, 1, 3).await.expect("a vote");
    assert!(other.wait_until(taken).await);
    server.stop().await;
}

async fn whoever_is_away_themself_is_not_asked(database: TestDatabase) {
    let (server, ahead) = ahead_by(0, &database).await;
    let [ana, ben, cleo] = three_people(&server).await;
    let game = running(&[&ana, &ben, &cleo], None).await;
    let mut one = ana.follow(&game).await;
    leaves(cleo.follow(&game).await, 3, &mut one).await;
    leaves(ben.follow(&game).await, 2, &mut one).await;
    pass(&ahead, 6 * MINUTE_MS);
    let id = one.socket.new_id();
    let vote = ClientFrame::Vote {
        game: game.clone(),
        id: id.clone(),
        seat: 1,
        away: 3,
    };
    let ply = one.socket.command(&vote, &id).await.expect("a vote");
    assert!(one.wait_until(taken).await);
    // Sent again it is the same vote, though by now there is nothing to vote about.
    assert_eq!(one.socket.command(&vote, &id).await, Ok(ply));
    server.stop().await;
}

async fn a_vote_is_won_when_the_last_who_did_not_vote_leaves(database: TestDatabase) {
    let (server, ahead) = ahead_by(0, &database).await;
    let [ana, ben, cleo] = three_people(&server).await;
    let game = running(&[&ana, &ben, &cleo], None).await;
    let mut one = ana.follow(&game).await;
    let other = ben.follow(&game).await;
    leaves(cleo.follow(&game).await, 3, &mut one).await;
    pass(&ahead, 6 * MINUTE_MS);
    let ply = vote(&mut one, 1, 3).await.expect("a vote");
    assert!(one.wait_until(|me| me.view.ply >= ply).await);
    assert!(!taken(&one), "Ben is there");
    leaves(other, 2, &mut one).await;
    assert!(one.wait_until(taken).await);
    server.stop().await;
}

async fn how_long_somebody_is_away_outlives_the_server(database: TestDatabase) {
    let (server, ahead) = ahead_by(0, &database).await;
    let [ana, ben, cleo] = three_people(&server).await;
    let game = running(&[&ana, &ben, &cleo], None).await;
    let mut one = ana.follow(&game).await;
    let other = ben.follow(&game).await;
    leaves(cleo.follow(&game).await, 3, &mut one).await;
    let since = away_view(&one, 3).expect("away").since;
    assert!(one.wait_until(|me| is_here(me, 2)).await);
    pass(&ahead, 6 * MINUTE_MS);
    server.stop().await;
    drop((one, other));
    let (server, _ahead) = ahead_by(ahead.load(Ordering::Relaxed), &database).await;
    let mut one = ana.at(server.address()).follow(&game).await;
    assert!(one.wait_until(|me| away_view(me, 3).is_some()).await);
    assert_eq!(away_view(&one, 3).expect("away").since, since);
    // Ben was there until the server stopped, which is not his doing.
    assert_eq!(vote(&mut one, 1, 2).await, Err(ProblemCode::Forbidden));
    let mut other = ben.at(server.address()).follow(&game).await;
    assert!(one.wait_until(|me| is_here(me, 2)).await);
    vote(&mut one, 1, 3).await.expect("a vote");
    vote(&mut other, 2, 3).await.expect("a vote");
    assert!(one.wait_until(taken).await);
    server.stop().await;
}

async fn nobody_is_away_for_longer_while_no_server_is_there(database: TestDatabase) {
    let (server, _ahead) = ahead_by(0, &database).await;
    let [ana, ben, cleo] = three_people(&server).await;
    let game = running(&[&ana, &ben, &cleo], None).await;
    let mut one = ana.follow(&game).await;
    leaves(cleo.follow(&game).await, 3, &mut one).await;
    let before = away_view(&one, 3).expect("away");
    let vote_from = before.vote_from.expect("a time");
    server.stop().await;
    drop(one);
    // A day without any server, of which Cleo is not absent for a moment.
    let day = 24 * 60 * MINUTE_MS;
    let (server, ahead) = ahead_by(day, &database).await;
    let mut one = ana.at(server.address()).follow(&game).await;
    assert!(one.wait_until(|me| away_view(me, 3).is_some()).await);
    let after = away_view(&one, 3).expect("away");
    assert_eq!(after.since, before.since);
    let later = after.vote_from.expect("a time");
    assert!(later >= vote_from + day, "{} ms later", later - vote_from);
    assert_eq!(vote(&mut one, 1, 3).await, Err(ProblemCode::Forbidden));
    // But while one is there they are.
    pass(&ahead, 6 * MINUTE_MS);
    vote(&mut one, 1, 3).await.expect("a vote");
    assert!(one.wait_until(taken).await);
    server.stop().await;
}
