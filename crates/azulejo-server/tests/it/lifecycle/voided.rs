//! Games that the host of the server voids.

use azulejo_protocol::frame::ProblemCode;
use azulejo_protocol::game::Status;
use azulejo_protocol::http::GameAnswer;
use azulejo_server::admin::{Admin, AdminError};
use azulejo_server::maintenance::Logs;
use azulejo_testkit::{Client, TestDatabase, on_every_database};

use super::{command, open_game, start_game};
use crate::support::start;

on_every_database! {
    voided_game_ends_for_its_players_without_a_result,
}

async fn voided_game_ends_for_its_players_without_a_result(database: TestDatabase) {
    let server = start(&database).await;
    let ana = Client::guest(server.address(), "Ana").await;
    let bea = Client::guest(server.address(), "Bea").await;
    let game = start_game(&[&ana, &bea], None).await;
    let mut player = ana.follow(&game).await;
    let mut spectator = bea.follow(&game).await;
    assert!(
        player
            .wait_until(azulejo_testkit::GameClient::must_act)
            .await
    );
    player.act().await.expect("a move");
    let waiting = ana.create(&open_game(3, None)).await.view.id;

    let admin = Admin::open(&database.url(), "root")
        .await
        .expect("a database");
    for id in [&game, &waiting] {
        admin
            .void(id, "played by one person")
            .await
            .expect("voided");
        let again = admin.void(id, "again").await;
        assert!(matches!(again, Err(AdminError::GameOver(_))), "{again:?}");
    }
    let unknown = admin.void("2345678923456789", "no game").await;
    assert!(
        matches!(unknown, Err(AdminError::NoSuchGame(_))),
        "{unknown:?}"
    );
    for client in [&mut player, &mut spectator] {
        assert!(
            client
                .wait_until(|game| game.view.status == Status::Cancelled)
                .await
        );
        assert!(client.view.result.is_none());
    }
    let refused = command(&mut player, |game, id| {
        azulejo_protocol::frame::ClientFrame::Resign { game, id, seat: 1 }
    });
    assert_eq!(refused.await, Err(ProblemCode::Ended));
    let answer: GameAnswer = bea.get(&format!("/games/{game}")).await.expect("the game");
    assert_eq!(answer.view.status, Status::Cancelled);
    for path in ["record", "replay"] {
        let status = ana
            .request(reqwest::Method::GET, &format!("/games/{game}/{path}"))
            .await;
        assert!(status < 500, "{path}: {status}");
    }
    let shown = admin.game(&game).await.expect("the game");
    assert_eq!(shown.card.status, Status::Cancelled);
    admin.close().await;
    let logs = Logs::open(&database.url()).await.expect("a database");
    logs.of(&game).await.expect("a valid log");
    logs.close().await;
    server.stop().await;
}
