//! Whole games over real sockets, with bots, a spectator, a dropped connection and a restart.

use std::net::SocketAddr;

use azulejo_protocol::frame::{ClientFrame, ProblemCode};
use azulejo_protocol::game::{Level, Status};
use azulejo_protocol::http::{JoinGame, NewGame, SeatRequest};
use azulejo_protocol::table::Wall;
use azulejo_rules::record::Record;
use azulejo_server::draws::verify;
use azulejo_server::{Config, Server};
use azulejo_testkit::{Client, GameClient, TestDatabase, on_every_database};

on_every_database! {
    three_seat_game_survives_dropped_connection_and_restart,
    four_seat_grey_game_survives_dropped_connection_and_restart,
    columns_are_private_until_all_have_chosen,
    several_seats_share_one_session,
}

/// Starts a server without bot delay or rate limits.
async fn start(database: &TestDatabase) -> Server {
    let mut config = Config::new(database.url());
    config.listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    config.bot_delay_ms = 0;
    config.rate_limits = 0;
    Server::start(config).await.expect("the server starts")
}

fn new_game(seats: Vec<SeatRequest>, wall: Wall) -> NewGame {
    NewGame {
        id: None,
        seats,
        wall,
        start: None,
        clock: None,
        public: Some(true),
        undo: None,
    }
}

/// Lets all players act until this round is reached or the game is over.
async fn play_through(players: &mut [GameClient], until_round: u16) {
    loop {
        let mut acted = false;
        for player in players.iter_mut() {
            player
                .wait_until(|me| me.must_act() || me.is_over() || has_nothing_to_do(me))
                .await;
            if player.is_over() || player.round() >= until_round {
                return;
            }
            if player.must_act() {
                // Refused if the view is stale: a newer view is on its way.
                let _stale = player.act().await;
                acted = true;
            }
        }
        if !acted {
            // Another seat must act, perhaps a player whose view is stale: wait for a frame.
            let frames = players.iter_mut().map(|player| Box::pin(player.receive()));
            let (frame, _, _) = futures_util::future::select_all(frames).await;
            assert!(frame.is_some(), "a socket was closed");
        }
    }
}

/// The player to move makes a move and requests a takeback, which the other player accepts.
async fn take_back(players: &mut [GameClient]) {
    let mover = loop {
        let to_move = |me: &GameClient| {
            let own = me.own.as_ref();
            own.is_some_and(|own| own.offer.is_some() && own.ply == me.view.ply)
        };
        if let Some(mover) = players.iter().position(to_move) {
            break mover;
        }
        let frames = players.iter_mut().map(|player| Box::pin(player.receive()));
        let (frame, _, _) = futures_util::future::select_all(frames).await;
        assert!(frame.is_some(), "a socket was closed");
    };
    let (seat, other) = (mover as u8 + 1, 2 - mover as u8);
    let before = players[mover].view.clone();
    let to = before.ply;
    players[mover].act().await.expect("a move");
    // On a slow machine the request may time out after 30 seconds: repeat it.
    let undone = loop {
        let request = players[mover].command(|game, id| ClientFrame::Undo { game, id, seat, to });
        let requested = request.await.expect("a takeback request");
        let opponent = &mut players[usize::from(other) - 1];
        assert!(opponent.wait_until(|me| me.view.ply >= requested).await);
        let agree = opponent.command(|game, id| ClientFrame::AnswerUndo {
            game,
            id,
            seat: other,
            agree: true,
        });
        match agree.await {
            Ok(ply) => break ply,
            Err(late) => assert_eq!(late.code, ProblemCode::WrongPhase),
        }
    };
    for player in players {
        assert!(player.wait_until(|me| me.view.ply >= undone).await);
        assert_eq!(
            player.view.table, before.table,
            "the table was not restored"
        );
    }
}

/// Returns true if the view is current and this player has nothing to do.
fn has_nothing_to_do(me: &GameClient) -> bool {
    let Some(own) = &me.own else {
        return false;
    };
    own.ply == me.view.ply && !me.must_act()
}

/// Spawns a spectator who watches until the socket closes or the game is over.
fn spawn_spectator(mut watcher: GameClient) -> tokio::task::JoinHandle<GameClient> {
    tokio::spawn(async move {
        let over = watcher.wait_until(GameClient::is_over).await;
        assert_eq!(over, watcher.is_over());
        assert!(watcher.own.is_none(), "a spectator received a private view");
        watcher
    })
}

/// Asserts that two clients have seen the same state hash at every common ply.
fn assert_same_states(one: &GameClient, other: &GameClient) {
    let both = one.seen.iter().filter_map(|(ply, hash)| {
        let same = other.seen.get(ply)?;
        Some((ply, hash, same))
    });
    let both: Vec<_> = both.collect();
    assert!(!both.is_empty(), "no common ply");
    for (ply, hash, same) in both {
        assert_eq!(hash, same, "at ply {ply}");
    }
}

/// Two human players and bots play to the end, with a spectator, a dropped connection, and a restart
/// of the server in the middle.
async fn play_with_faults(database: TestDatabase, seats: Vec<SeatRequest>, wall: Wall) {
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let ben = Client::guest(server.address(), "Ben").await;
    let eve = Client::guest(server.address(), "Eve").await;
    let n_players = seats.len();
    let created = ana.create(&new_game(seats, wall)).await;
    let game = created.view.id.clone();
    assert_eq!(created.view.status, Status::Waiting);
    assert_eq!(created.view.draw.commitment.len(), 64);
    assert_eq!(created.view.draw.secret, None);
    let invitation = created.own.invitation.clone();
    ana.send_nonce(&game).await;
    let join = JoinGame {
        seat: None,
        invitation: Some(invitation.expect("an invitation for the host")),
        nonce: Some("ab".repeat(20)),
    };
    let joined: azulejo_protocol::http::GameAnswer = ben
        .post(&format!("/games/{game}/join"), &join)
        .await
        .expect("Ben joins");
    assert_eq!(joined.view.status, Status::Running);
    assert_eq!(joined.own.seats, [2]);

    let mut players = vec![ana.follow(&game).await, ben.follow(&game).await];
    let spectator = spawn_spectator(eve.follow(&game).await);
    play_through(&mut players, 2).await;
    take_back(&mut players).await;

    // Ben's connection drops without a close frame, and he reconnects.
    let broken = players.pop().expect("Ben");
    broken.socket.disconnect();
    players.push(ben.follow(&game).await);
    play_through(&mut players, 3).await;

    // Another takeback: the draws stay the same, as verified at the end.
    take_back(&mut players).await;

    // The server restarts; all players resume at the same position.
    let before = players[0].view.ply;
    let first_half = players;
    server.stop().await;
    // The stopped server closes the spectator's socket.
    let watched = spectator.await.expect("the spectator succeeds");
    assert!(watched.view.ply > 0 && !watched.is_over());
    assert_same_states(&watched, &first_half[0]);
    assert_same_states(&watched, &first_half[1]);
    drop(first_half);
    let server = start(&database).await;
    let (ana, ben) = (ana.at(server.address()), ben.at(server.address()));
    let mut players = vec![ana.follow(&game).await, ben.follow(&game).await];
    let again = eve.at(server.address()).follow(&game).await;
    assert!(again.view.ply >= watched.view.ply);
    let spectator = spawn_spectator(again);
    for player in &mut players {
        // Bots continue on their own until a human player must act.
        let waits = |me: &GameClient| {
            let table = me.view.table.as_ref().expect("a running game has a table");
            table.to_move <= 2 || !me.view.choosing.is_empty()
        };
        assert!(player.wait_until(waits).await);
        assert!(player.view.ply >= before);
    }
    play_through(&mut players, u16::MAX).await;
    let watched = spectator.await.expect("the spectator succeeds");
    assert!(watched.is_over(), "{:?}", watched.view.status);
    for player in &mut players {
        assert!(player.wait_until(GameClient::is_over).await);
        assert_same_states(&watched, player);
        assert_eq!(player.view.hash, watched.view.hash);
        assert_eq!(player.view.result, watched.view.result);
    }

    let text = ana.text(&format!("/games/{game}/record")).await;
    let record: Record = text.trim().parse().expect("a record");
    assert_eq!(record.players.len(), n_players);
    assert_eq!(record.players[..2], ["Ana", "Ben"]);
    let verified = verify(&record).expect("verified draws");
    assert_eq!(verified.game, game);
    assert_eq!(verified.seats_with_nonce(), [1, 2]);
    assert_program_accepts(&text);
    server.stop().await;
}

/// Asserts that `azulejo replay` and `azulejo verify` accept the record, and that `verify` rejects a
/// forged one.
fn assert_program_accepts(text: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let accepts = |command: &str, text: &str| {
        let path = folder.path().join("game.azr");
        std::fs::write(&path, text).expect("written");
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_azulejo"))
            .arg(command)
            .arg(&path)
            .output()
            .expect("the program runs");
        done.status.success()
    };
    for command in ["replay", "verify"] {
        assert!(accepts(command, text), "{command}: {text}");
    }
    // Change the first digit of the secret.
    let (start, secret) = text.split_once("\"secret\":\"").expect("a revealed secret");
    let other = if secret.starts_with('0') { '1' } else { '0' };
    let forged = format!("{start}\"secret\":\"{other}{}", &secret[1..]);
    assert!(!accepts("verify", &forged), "{forged}");
}

async fn three_seat_game_survives_dropped_connection_and_restart(database: TestDatabase) {
    let seats = vec![
        SeatRequest::Me { name: None },
        SeatRequest::Invited,
        SeatRequest::Bot {
            level: Level::Apprentice,
        },
    ];
    play_with_faults(database, seats, Wall::Coloured).await;
}

async fn four_seat_grey_game_survives_dropped_connection_and_restart(database: TestDatabase) {
    let seats = vec![
        SeatRequest::Me { name: None },
        SeatRequest::Invited,
        SeatRequest::Bot {
            level: Level::Beginner,
        },
        SeatRequest::Bot {
            level: Level::Tiler,
        },
    ];
    play_with_faults(database, seats, Wall::Grey).await;
}

/// Column choices are not sent to other clients before all players have chosen.
async fn columns_are_private_until_all_have_chosen(database: TestDatabase) {
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let ben = Client::guest(server.address(), "Ben").await;
    let eve = Client::guest(server.address(), "Eve").await;
    let seats = vec![SeatRequest::Me { name: None }, SeatRequest::Open];
    let game = ana.create(&new_game(seats, Wall::Grey)).await.view.id;
    ana.send_nonce(&game).await;
    ben.join(&game, None).await;
    let mut players = vec![ana.follow(&game).await, ben.follow(&game).await];
    let mut spectator = eve.follow(&game).await;
    // With the first legal move, each player completes the first pattern line.
    loop {
        for player in &mut players {
            assert!(player.wait_until(|me| me.own.is_some()).await);
        }
        let Some(mover) = players
            .iter_mut()
            .find(|me| me.own.as_ref().is_some_and(|own| own.offer.is_some()))
        else {
            break;
        };
        mover.act().await.expect("a legal move");
        let ply = mover.view.ply;
        for player in &mut players {
            assert!(player.wait_until(|me| me.view.ply > ply).await);
        }
    }
    assert!(
        players.iter().all(GameClient::must_act),
        "both players must choose"
    );
    assert!(spectator.wait_until(|me| me.view.choosing == [1, 2]).await);
    let [one, other] = &mut players[..] else {
        unreachable!("two players")
    };
    for watcher in [&mut *other, &mut spectator] {
        watcher.socket.received.clear();
    }
    let ply = one.act().await.expect("Ana's columns");
    let knows = |me: &GameClient| me.view.ply >= ply && me.own.is_some();
    assert!(one.wait_until(knows).await);
    let chosen = one.own.as_ref().expect("an own view").chosen.clone();
    let [chosen] = &chosen[..] else {
        panic!("Ana sees her own choice: {chosen:?}")
    };
    let leaks = |me: &GameClient, stage: &str| {
        let placements = format!("\"placements\":[\"{}\"", chosen.placements[0]);
        let tiled = format!("[[\"{}\"", chosen.placements[0]);
        let frames = me.socket.received.iter();
        let found = frames.filter(|frame| frame.contains(&placements) || frame.contains(&tiled));
        println!("{stage}: {} frames", me.socket.received.len());
        found.count()
    };
    // The others see that she has chosen, with ply and hash, but not her choice.
    for watcher in [&mut *other, &mut spectator] {
        assert!(watcher.wait_until(|me| me.view.ply >= ply).await);
        assert_eq!(watcher.view.hash, one.view.hash);
        assert_eq!(watcher.view.choosing, [2]);
        assert_eq!(leaks(watcher, "before"), 0, "{:?}", watcher.socket.received);
    }
    // Positive control: once all have chosen, the choices are revealed and detected.
    other.wait_until(GameClient::must_act).await;
    let ply = other.act().await.expect("Ben's columns");
    for watcher in [&mut *other, &mut spectator] {
        assert!(watcher.wait_until(|me| me.view.ply >= ply).await);
        assert!(leaks(watcher, "after") > 0, "{:?}", watcher.socket.received);
    }
    server.stop().await;
}

async fn several_seats_share_one_session(database: TestDatabase) {
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let names = ["Ana", "Jón", "Zoë", "Ærø"];
    let seats = names
        .iter()
        .map(|name| SeatRequest::Me {
            name: Some((*name).to_owned()),
        })
        .collect();
    let game = ana.create(&new_game(seats, Wall::Grey)).await.view.id;
    ana.send_nonce(&game).await;
    let mut players = vec![ana.follow(&game).await];
    play_through(&mut players, u16::MAX).await;
    let text = ana.text(&format!("/games/{game}/record")).await;
    let record: Record = text.trim().parse().expect("a record");
    assert_eq!(record.players, names);
    let verified = verify(&record).expect("verified draws");
    assert_eq!(
        verified.seats_with_nonce(),
        [1],
        "one nonce per session, under its lowest seat"
    );
    server.stop().await;
}
