//! Cut connections, slow bots, takebacks and moves that come too late.

use std::sync::atomic::Ordering;

use azulejo_protocol::frame::{ClientFrame, ProblemCode, ServerFrame};
use azulejo_protocol::game::{Clock, EndedBy, Level, UndoPolicy};
use azulejo_protocol::http::{GameAnswer, NewGame, SeatRequest};
use azulejo_protocol::table::Wall;
use azulejo_server::Server;
use futures_util::StreamExt as _;

use crate::support::{House, Person, Seatholder, stories};

stories! {
    after_a_cut_a_client_gets_exactly_what_it_missed,
    games_with_slow_bots_do_not_hold_up_others,
    moves_are_taken_back_when_the_other_agrees,
    undo_questions_do_not_hold_up_the_opponent,
    whoever_plays_alone_takes_back_freely,
    when_a_clock_is_up_the_other_has_won,
}

fn alone(seats: usize) -> NewGame {
    NewGame {
        id: None,
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
        text: offer.moves[which % offer.moves.len()].m.to_string(),
    }
}

async fn ready(of: &mut Seatholder) {
    assert!(of.hear_until(|me| me.must_act() || me.is_over()).await);
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
    // Who remembers something else at a ply gets the whole game.
    let others = known.iter().skip(1).map(|(_, hash)| hash.clone());
    let forged: Vec<_> = known.iter().zip(others).map(|(k, h)| (k.0, h)).collect();
    assert!(!forged.is_empty(), "several moves were made");
    for (ply, hash) in forged {
        let mut socket = ana.socket().await;
        socket
            .send(&ClientFrame::Watch {
                game: game.clone(),
                from: Some(ply),
                hash: Some(hash),
            })
            .await;
        let whole = socket
            .until(|frame| match frame {
                ServerFrame::Update { .. } => Some(false),
                ServerFrame::Game { .. } => Some(true),
                _ => None,
            })
            .await;
        assert!(whole, "at {ply} it was told only what was missing");
        socket.drop_dead();
    }
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

/// More games than questions fit into the bots' queue.
const GAMES_OF_BOTS: usize = 256 + 16;
/// How many moves somebody makes while no bot answers.
const TURNS: usize = 10;

/// A game that a bot begins, or, with the person first, one in which it answers.
async fn against_a_bot(ana: &Person, start: u8) -> (String, u32) {
    let mut wanted = alone(1);
    wanted.seats.push(SeatRequest::Bot {
        level: Level::Beginner,
    });
    wanted.start = Some(start);
    let game = ana.create(&wanted).await.view.id;
    let started = ana.send_nonce(&game).await.view;
    (game, started.ply)
}

/// Makes moves for as long as it is this person's turn, so many at most; gives how many were
/// acknowledged. Whose turn it is changes only with moves, so that nothing here hangs on time.
async fn moves_made(ana: &Person, game: &str, most: usize) -> usize {
    let mut socket = ana.socket().await;
    for made in 0..most {
        let now: GameAnswer = ana.get(&format!("/games/{game}")).await.expect("the game");
        let Some(offer) = now.own.offer else {
            return made;
        };
        let id = socket.new_id();
        let frame = ClientFrame::Move {
            game: game.to_owned(),
            id: id.clone(),
            ply: now.view.ply,
            seat: offer.seat,
            text: offer.moves[0].m.to_string(),
        };
        socket.command(&frame, &id).await.expect("accepted");
    }
    most
}

/// Bots that do not answer at all, and more questions to them than their queue holds: whoever
/// plays without them plays on. Bots are held by the story, not by how long they think.
async fn games_with_slow_bots_do_not_hold_up_others(house: House) {
    let mut config = house.config();
    config.bot_threads = 1;
    let held = std::sync::Arc::clone(&config.bots_paused);
    let server = Server::start(config).await.expect("a server");
    let ana = Person::new(server.address(), "Ana").await;
    let holding = held.write().await;
    let making = (0..GAMES_OF_BOTS).map(|_| against_a_bot(&ana, 2));
    let waiting: Vec<_> = futures_util::stream::iter(making)
        .buffer_unordered(8)
        .collect()
        .await;
    let game = started(&ana).await;
    assert_eq!(moves_made(&ana, &game, TURNS).await, TURNS);
    // All of that before any bot's first answer.
    for (game, ply) in &waiting {
        let now: GameAnswer = ana.get(&format!("/games/{game}")).await.expect("the game");
        assert_eq!(now.view.ply, *ply, "a bot has answered in {game}");
    }
    // The control: a game that does hang on the bots does not get that far.
    let (hangs, _) = against_a_bot(&ana, 1).await;
    assert_eq!(moves_made(&ana, &hangs, TURNS).await, 1);
    // And they were only held: all who were asked answer, those too who had to ask again.
    let mut me = ana.follow(&hangs).await;
    drop(holding);
    ready(&mut me).await;
    for (game, ply) in &waiting {
        let mut me = ana.follow(game).await;
        assert!(me.hear_until(|me| me.view.ply > *ply).await);
    }
    server.stop().await;
}

/// Two people at a table; the first is to move.
async fn two_at_a_table(ana: &Person, ben: &Person, clock: Option<Clock>) -> [Seatholder; 2] {
    let wanted = NewGame {
        id: None,
        seats: vec![SeatRequest::Me { name: None }, SeatRequest::Open],
        clock,
        public: Some(true),
        undo: None,
        ..alone(2)
    };
    let game = ana.create(&wanted).await.view.id;
    ben.join(&game, None).await;
    ana.send_nonce(&game).await;
    let mut first = ana.follow(&game).await;
    ready(&mut first).await;
    [first, ben.follow(&game).await]
}

async fn ask_to_undo(who: &mut Seatholder, seat: u8, to: u32) -> u32 {
    let asked = who.command(|game, id| ClientFrame::Undo { game, id, seat, to });
    asked.await.expect("a question")
}

async fn answer_undo(who: &mut Seatholder, seat: u8, agree: bool) -> u32 {
    let answered = who.command(|game, id| ClientFrame::AnswerUndo {
        game,
        id,
        seat,
        agree,
    });
    answered.await.expect("an answer")
}

/// Listens until so many events are known.
async fn hear_of(who: &mut Seatholder, ply: u32) {
    assert!(who.hear_until(|me| me.view.ply >= ply).await);
}

/// Makes a move and gives its place in the log, to which it can be taken back.
async fn moved(who: &mut Seatholder) -> u32 {
    ready(who).await;
    let next = who.act().await.expect("a legal move");
    assert!(
        who.hear_until(|me| me.view.ply >= next && me.own.is_some())
            .await
    );
    let own = who.own.as_ref().expect("it was just heard");
    assert_eq!(own.undo_to.first(), Some(&(next - 1)));
    next - 1
}

const AN_HOUR: i64 = 60 * 60_000;

async fn moves_are_taken_back_when_the_other_agrees(house: House) {
    let config = house.config();
    let ahead = config.ahead_ms.clone();
    let server = Server::start(config).await.expect("a server");
    let ana = Person::new(server.address(), "Ana").await;
    let ben = Person::new(server.address(), "Ben").await;
    let [mut first, mut second] = two_at_a_table(&ana, &ben, None).await;
    let before = first.view.table.clone();
    let to = moved(&mut first).await;
    let after = first.view.table.clone();
    assert_ne!(before, after);

    // Refused: the move stays. A question lapses after half a minute; so that no machine is too
    // slow for the answer, an hour is taken back.
    let asked = ask_to_undo(&mut first, 1, to).await;
    ahead.fetch_sub(AN_HOUR, Ordering::Relaxed);
    hear_of(&mut second, asked).await;
    let question = second.view.undo.clone().expect("a question");
    assert_eq!((question.seat, question.to), (1, to));
    assert_eq!(question.awaited, [2]);
    let refused = answer_undo(&mut second, 2, false).await;
    hear_of(&mut first, refused).await;
    assert_eq!((first.view.undo.clone(), &first.view.table), (None, &after));
    ahead.fetch_add(AN_HOUR, Ordering::Relaxed);

    // The question is used up until somebody moves.
    assert!(first.hear_until(|me| me.own.is_some()).await);
    let own = first.own.as_ref().expect("it was just heard");
    assert!(own.undo_to.is_empty());
    let again = first.command(|game, id| ClientFrame::Undo {
        game,
        id,
        seat: 1,
        to,
    });
    let code = again.await.map_err(|problem| problem.code);
    assert_eq!(code, Err(ProblemCode::NoUndo));
    moved(&mut second).await;
    hear_of(&mut first, second.view.ply).await;
    let after = first.view.table.clone();

    // Not answered in time: the question lapses. A machine that stood still meanwhile gives the
    // time back first, which is an event of its own.
    let asked = ask_to_undo(&mut first, 1, to).await;
    hear_of(&mut second, asked).await;
    assert!(second.view.undo.is_some());
    ahead.fetch_add(31_000, Ordering::Relaxed);
    let lapsed = |me: &Seatholder| me.view.ply > asked && me.view.undo.is_none();
    assert!(first.hear_until(lapsed).await);
    assert_eq!(first.view.table, after);
    moved(&mut first).await;
    hear_of(&mut second, first.view.ply).await;

    // Agreed: the table is as before, for both.
    let asked = ask_to_undo(&mut first, 1, to).await;
    ahead.fetch_sub(AN_HOUR, Ordering::Relaxed);
    hear_of(&mut second, asked).await;
    let agreed = answer_undo(&mut second, 2, true).await;
    for who in [&mut first, &mut second] {
        hear_of(who, agreed).await;
        assert_eq!((who.view.undo.clone(), &who.view.table), (None, &before));
    }
    ahead.fetch_add(AN_HOUR, Ordering::Relaxed);
    moved(&mut first).await;
    server.stop().await;
}

/// A player asks for an undo and answers the question alone, while the opponent's move is on its
/// way.
async fn undo_questions_do_not_hold_up_the_opponent(house: House) {
    let server = house.start().await;
    let ana = Person::new(server.address(), "Ana").await;
    let ben = Person::new(server.address(), "Ben").await;
    let [mut first, mut second] = two_at_a_table(&ana, &ben, None).await;
    let to = moved(&mut first).await;
    ready(&mut second).await;
    let id = second.socket.new_id();
    let in_flight = a_move(&second, &id, 0);
    for turn in 0..5 {
        let asked = first.command(|game, id| ClientFrame::Undo {
            game,
            id,
            seat: 1,
            to,
        });
        assert_eq!(asked.await.is_ok(), turn == 0, "one question per move");
        let answered = first.command(|game, id| ClientFrame::AnswerUndo {
            game,
            id,
            seat: 1,
            agree: false,
        });
        assert_eq!(answered.await.is_ok(), turn == 0);
    }
    let done = second.socket.command(&in_flight, &id).await;
    assert!(done.is_ok(), "{done:?}");
    server.stop().await;
}

async fn whoever_plays_alone_takes_back_freely(house: House) {
    let server = house.start().await;
    let ana = Person::new(server.address(), "Ana").await;
    let wanted = NewGame {
        id: None,
        undo: Some(UndoPolicy::Free),
        ..alone(2)
    };
    let game = ana.create(&wanted).await.view.id;
    ana.send_nonce(&game).await;
    let mut me = ana.follow(&game).await;
    ready(&mut me).await;
    let before = me.view.table.clone();
    let to = moved(&mut me).await;
    moved(&mut me).await;
    // Back over both moves at once, to the first.
    let back = ask_to_undo(&mut me, 1, to).await;
    hear_of(&mut me, back).await;
    assert_eq!(me.view.table, before);
    server.stop().await;
}

async fn when_a_clock_is_up_the_other_has_won(house: House) {
    let config = house.config();
    let ahead = config.ahead_ms.clone();
    let server = Server::start(config).await.expect("a server");
    let ana = Person::new(server.address(), "Ana").await;
    let ben = Person::new(server.address(), "Ben").await;
    let clock = Clock::RealTime {
        seconds: 3_600,
        increment: 0,
    };
    let [mut first, mut second] = two_at_a_table(&ana, &ben, Some(clock)).await;
    moved(&mut first).await;
    ready(&mut second).await;
    // Both are here; the time of the second runs out.
    ahead.fetch_add(AN_HOUR + 1_000, Ordering::Relaxed);
    for who in [&mut first, &mut second] {
        assert!(who.hear_until(Seatholder::is_over).await);
        let result = who.view.result.clone().expect("a result");
        assert_eq!((result.by, result.seat), (EndedBy::Time, Some(2)));
        assert_eq!(result.winners, [1]);
    }
    server.stop().await;
}
