//! Votes to give an absent player's seat to a bot.

use std::sync::atomic::Ordering;

use azulejo_protocol::frame::{ClientFrame, ProblemCode};
use azulejo_protocol::game::TakeoverReason;
use azulejo_testkit::{Client, GameClient, TestDatabase, on_every_database};

use crate::lifecycle::{
    MINUTE_MS, advance, away_view, disconnect, is_present, start_ahead, start_game, two_guests,
    vote,
};

on_every_database! {
    votes_lapse_when_the_player_returns,
    absent_players_have_no_vote,
    vote_passes_when_the_last_non_voter_leaves,
    absence_survives_a_restart,
    downtime_does_not_count_as_absence,
}

fn taken(me: &GameClient) -> bool {
    me.view.seats[2].taken_over == Some(TakeoverReason::Vote)
}

async fn three_guests(server: &azulejo_server::Server) -> [Client; 3] {
    let (ana, ben) = two_guests(server).await;
    [ana, ben, Client::guest(server.address(), "Cleo").await]
}

async fn votes_lapse_when_the_player_returns(database: TestDatabase) {
    let (server, ahead) = start_ahead(0, &database).await;
    let [ana, ben, cleo] = three_guests(&server).await;
    let game = start_game(&[&ana, &ben, &cleo], None).await;
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    disconnect(cleo.follow(&game).await, 3, &mut one).await;
    advance(&ahead, 6 * MINUTE_MS);
    vote(&mut one, 1, 3).await.expect("a vote");
    assert!(one.wait_until(|me| !me.view.votes.is_empty()).await);
    let back = cleo.follow(&game).await;
    assert!(one.wait_until(|me| me.view.votes.is_empty()).await);
    assert!(one.wait_until(|me| is_present(me, 3)).await);
    disconnect(back, 3, &mut one).await;
    advance(&ahead, 6 * MINUTE_MS);
    let ply = vote(&mut other, 2, 3).await.expect("a vote");
    assert!(other.wait_until(|me| me.view.ply >= ply).await);
    assert!(!taken(&other), "Ana's vote lapsed when Cleo returned");
    assert_eq!(other.view.votes[0].voted, [2]);
    assert_eq!(other.view.votes[0].awaited, [1]);
    vote(&mut one, 1, 3).await.expect("a vote");
    assert!(other.wait_until(taken).await);
    server.stop().await;
}

async fn absent_players_have_no_vote(database: TestDatabase) {
    let (server, ahead) = start_ahead(0, &database).await;
    let [ana, ben, cleo] = three_guests(&server).await;
    let game = start_game(&[&ana, &ben, &cleo], None).await;
    let mut one = ana.follow(&game).await;
    disconnect(cleo.follow(&game).await, 3, &mut one).await;
    disconnect(ben.follow(&game).await, 2, &mut one).await;
    advance(&ahead, 6 * MINUTE_MS);
    let id = one.socket.new_id();
    let vote = ClientFrame::Vote {
        game: game.clone(),
        id: id.clone(),
        seat: 1,
        away: 3,
    };
    let ply = one.socket.command(&vote, &id).await.expect("a vote");
    assert!(one.wait_until(taken).await);
    // A retry gets the same answer, although the vote is over.
    assert_eq!(one.socket.command(&vote, &id).await, Ok(ply));
    server.stop().await;
}

async fn vote_passes_when_the_last_non_voter_leaves(database: TestDatabase) {
    let (server, ahead) = start_ahead(0, &database).await;
    let [ana, ben, cleo] = three_guests(&server).await;
    let game = start_game(&[&ana, &ben, &cleo], None).await;
    let mut one = ana.follow(&game).await;
    let other = ben.follow(&game).await;
    disconnect(cleo.follow(&game).await, 3, &mut one).await;
    advance(&ahead, 6 * MINUTE_MS);
    let ply = vote(&mut one, 1, 3).await.expect("a vote");
    assert!(one.wait_until(|me| me.view.ply >= ply).await);
    assert!(!taken(&one), "Ben has not voted");
    disconnect(other, 2, &mut one).await;
    assert!(one.wait_until(taken).await);
    server.stop().await;
}

async fn absence_survives_a_restart(database: TestDatabase) {
    let (server, ahead) = start_ahead(0, &database).await;
    let [ana, ben, cleo] = three_guests(&server).await;
    let game = start_game(&[&ana, &ben, &cleo], None).await;
    let mut one = ana.follow(&game).await;
    let other = ben.follow(&game).await;
    disconnect(cleo.follow(&game).await, 3, &mut one).await;
    let since = away_view(&one, 3).expect("away").since;
    assert!(one.wait_until(|me| is_present(me, 2)).await);
    advance(&ahead, 6 * MINUTE_MS);
    server.stop().await;
    drop((one, other));
    let (server, _ahead) = start_ahead(ahead.load(Ordering::Relaxed), &database).await;
    let mut one = ana.at(server.address()).follow(&game).await;
    assert!(one.wait_until(|me| away_view(me, 3).is_some()).await);
    assert_eq!(away_view(&one, 3).expect("away").since, since);
    // Ben was connected until the server stopped.
    assert_eq!(vote(&mut one, 1, 2).await, Err(ProblemCode::Forbidden));
    let mut other = ben.at(server.address()).follow(&game).await;
    assert!(one.wait_until(|me| is_present(me, 2)).await);
    vote(&mut one, 1, 3).await.expect("a vote");
    vote(&mut other, 2, 3).await.expect("a vote");
    assert!(one.wait_until(taken).await);
    server.stop().await;
}

async fn downtime_does_not_count_as_absence(database: TestDatabase) {
    let (server, _ahead) = start_ahead(0, &database).await;
    let [ana, ben, cleo] = three_guests(&server).await;
    let game = start_game(&[&ana, &ben, &cleo], None).await;
    let mut one = ana.follow(&game).await;
    disconnect(cleo.follow(&game).await, 3, &mut one).await;
    let before = away_view(&one, 3).expect("away");
    let vote_from = before.vote_from.expect("a time");
    server.stop().await;
    drop(one);
    // A day of downtime, which does not count.
    let day = 24 * 60 * MINUTE_MS;
    let (server, ahead) = start_ahead(day, &database).await;
    let mut one = ana.at(server.address()).follow(&game).await;
    assert!(one.wait_until(|me| away_view(me, 3).is_some()).await);
    let after = away_view(&one, 3).expect("away");
    assert_eq!(after.since, before.since);
    let later = after.vote_from.expect("a time");
    assert!(later >= vote_from + day, "{} ms later", later - vote_from);
    assert_eq!(vote(&mut one, 1, 3).await, Err(ProblemCode::Forbidden));
    // Time with a running server counts.
    advance(&ahead, 6 * MINUTE_MS);
    vote(&mut one, 1, 3).await.expect("a vote");
    assert!(one.wait_until(taken).await);
    server.stop().await;
}
