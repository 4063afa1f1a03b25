//! No move is lost, doubled or reordered: races for a ply, retries, cut connections.

mod support;

use azulejo_protocol::frame::{ClientFrame, ProblemCode, ServerFrame};
use azulejo_protocol::game::{Level, UndoPolicy};
use azulejo_protocol::http::{GameAnswer, NewGame, SeatRequest};
use azulejo_protocol::table::Wall;

use support::{House, Person, Seatholder, stories};

stories! {
    of_many_moves_for_one_ply_exactly_one_is_accepted,
    a_command_that_is_sent_again_is_done_once_and_answered_alike,
    after_a_cut_a_client_gets_exactly_what_it_missed,
    games_with_slow_bots_do_not_hold_up_others,
}

fn alone(seats: usize) -> NewGame {
    NewGame {
        seats: (0..seats).map(|_| SeatRequest::Me { name: None }).collect(),
        wall: Wall::Coloured,
        start: Some(1),
        clock: None,
        public: None,
        undo: Some(UndoPolicy::Off),
    }
}

async fn started(person: &Person) -> String {
    let game = person.create(&alone(2)).await.view.id;
    person.send_nonce(&game).await;
    game
}

fn a_move(of: &Seatholder, id: &str, which: usize) -> ClientFrame {
    let own = of.own.as_ref().expect("something to do");
    let offer = own.offer.as_ref().expect("a move to make");
    ClientFrame::Move {
        game: of.game.clone(),
        id: id.to_owned(),
        ply: own.ply,
        seat: offer.seat,
        text: offer.moves[which % offer.moves.len()].text.clone(),
    }
}

async fn ready(of: &mut Seatholder) {
    assert!(of.hear_until(|me| me.must_act() || me.is_over()).await);
}

/// R8: many tabs of one person send different legal moves for the same ply.
async fn of_many_moves_for_one_ply_exactly_one_is_accepted(house: House) {
    let server = house.start().await;
    let ana = Person::new(server.address(), "Ana").await;
    let game = started(&ana).await;
    let mut races = 0;
    for _ in 0..20 {
        let mut tabs = Vec::new();
        for _ in 0..8 {
            let mut tab = ana.follow(&game).await;
            ready(&mut tab).await;
            tabs.push(tab);
        }
        if tabs[0].is_over() {
            break;
        }
        let ply = tabs[0].view.ply;
        let tasks: Vec<_> = tabs
            .into_iter()
            .enumerate()
            .map(|(which, mut tab)| {
                tokio::spawn(async move {
                    let id = tab.socket.new_id();
                    let frame = a_move(&tab, &id, which);
                    tab.socket.command(&frame, &id).await
                })
            })
            .collect();
        let mut accepted = 0;
        for task in tasks {
            match task.await.expect("no panic") {
                Ok(next) => {
                    accepted += 1;
                    assert!(next > ply);
                }
                Err(problem) => assert_eq!(problem.code, ProblemCode::Stale),
            }
        }
        assert_eq!(accepted, 1);
        races += 1;
    }
    assert_eq!(races, 20);
    server.stop().await;
}

/// R9: every command is sent again, on the same socket, on others and after a restart.
async fn a_command_that_is_sent_again_is_done_once_and_answered_alike(house: House) {
    let server = house.start().await;
    let ana = Person::new(server.address(), "Ana").await;
    let game = started(&ana).await;
    let mut sent = Vec::new();
    let mut me = ana.follow(&game).await;
    for turn in 0..25 {
        ready(&mut me).await;
        let id = me.socket.new_id();
        let frame = a_move(&me, &id, turn);
        me.own = None;
        let ply = me
            .socket
            .command(&frame, &id)
            .await
            .expect("it is accepted");
        for _ in 0..2 {
            assert_eq!(me.socket.command(&frame, &id).await, Ok(ply));
        }
        sent.push((frame, id, ply));
    }
    let mut other = ana.socket().await;
    for (frame, id, ply) in &sent {
        assert_eq!(other.command(frame, id).await, Ok(*ply));
    }
    let before: GameAnswer = ana.get(&format!("/games/{game}")).await.expect("the game");
    server.stop().await;
    let server = house.start().await;
    let ana = ana.at(server.address());
    let mut after = ana.socket().await;
    for (frame, id, ply) in sent.iter().rev() {
        assert_eq!(after.command(frame, id).await, Ok(*ply));
    }
    let now: GameAnswer = ana.get(&format!("/games/{game}")).await.expect("the game");
    assert_eq!(now.view.hash, before.view.hash);
    assert_eq!(now.view.ply, before.view.ply);
    server.stop().await;
}

/// R10: a client that was cut off says what it has and gets what it missed.
async fn after_a_cut_a_client_gets_exactly_what_it_missed(house: House) {
    let server = house.start().await;
    let ana = Person::new(server.address(), "Ana").await;
    let game = started(&ana).await;
    let mut player = ana.follow(&game).await;
    let mut known = Vec::new();
    for turn in 0..30 {
        ready(&mut player).await;
        if player.is_over() {
            break;
        }
        known.push((player.view.ply, player.view.hash.clone()));
        let id = player.socket.new_id();
        let frame = a_move(&player, &id, turn * 7);
        player.own = None;
        player.socket.command(&frame, &id).await.expect("accepted");
    }
    let now: GameAnswer = ana.get(&format!("/games/{game}")).await.expect("the game");
    for (ply, hash) in known {
        let mut socket = ana.socket().await;
        socket
            .send(&ClientFrame::Watch {
                game: game.clone(),
                from: Some(ply),
                hash: Some(hash),
            })
            .await;
        let (steps, view) = socket
            .until(|frame| match frame {
                ServerFrame::Update { steps, view, .. } => {
                    Some((Some(steps.clone()), view.clone()))
                }
                ServerFrame::Game { view, .. } => Some((None, view.clone())),
                _ => None,
            })
            .await;
        assert_eq!(view.hash, now.view.hash);
        if let Some(steps) = steps {
            let plies: Vec<_> = steps.iter().map(|step| step.ply).collect();
            assert_eq!(
                plies,
                (ply..now.view.ply).collect::<Vec<_>>(),
                "in order, none twice"
            );
        }
        socket.drop_dead();
    }
    server.stop().await;
}

/// A slow bot in one game does not keep another game's move waiting: both end.
async fn games_with_slow_bots_do_not_hold_up_others(house: House) {
    let server = house.start().await;
    let ana = Person::new(server.address(), "Ana").await;
    for _ in 0..8 {
        let mut slow = alone(1);
        slow.seats.push(SeatRequest::Bot {
            level: Level::Legend,
        });
        slow.start = Some(2);
        let game = ana.create(&slow).await.view.id;
        ana.send_nonce(&game).await;
    }
    let game = started(&ana).await;
    let mut me = ana.follow(&game).await;
    for turn in 0..10 {
        ready(&mut me).await;
        let id = me.socket.new_id();
        let frame = a_move(&me, &id, turn);
        me.own = None;
        me.socket.command(&frame, &id).await.expect("accepted");
    }
    server.stop().await;
}
