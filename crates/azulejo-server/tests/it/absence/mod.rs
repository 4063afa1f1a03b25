//! People who leave, servers that were away, and games that are played again: over real sockets.

mod crowds;
mod handed_over;
mod housekeeping;
mod nodes;
mod rematches;
mod slow_readers;
mod votes;
mod waiting;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use azulejo_ai::{Bot, BotId, Decision};
use azulejo_protocol::frame::{ClientFrame, Phrase, ProblemCode, ServerFrame};
use azulejo_protocol::game::{
    AwayView, Clock, EndedBy, ResultView, SeatKind, Status, TakeoverReason,
};
use azulejo_protocol::http::{GameAnswer, MyGames, NewGame, ReplayView, SeatRequest};
use azulejo_protocol::table::Wall;
use azulejo_rules::record::Record;
use azulejo_rules::{Destination, Phase, Position};

use crate::support::{House, Person, Seatholder, stories};

stories! {
    an_absent_seat_is_voted_to_a_bot_and_taken_back,
    a_rematch_starts_when_everybody_agrees,
    a_rematch_that_not_all_want_has_an_open_seat,
    a_rematch_that_nobody_waits_for_lapses,
    what_somebody_says_reaches_all_others,
    time_in_which_the_server_was_away_is_charged_to_nobody,
    whoever_stays_away_from_a_real_time_game_has_left_it,
    whoever_leaves_on_their_turn_pays_for_it_with_their_time,
    a_seat_that_was_given_up_wins_neither_live_nor_in_the_replay,
    a_seat_that_was_voted_away_and_taken_back_wins_live_and_in_the_replay,
    the_replay_of_a_game_that_two_people_end_has_its_winner,
}

pub(crate) const MINUTE_MS: i64 = 60_000;

pub(crate) fn open_game(seats: usize, clock: Option<Clock>) -> NewGame {
    let mut wanted = vec![SeatRequest::Me { name: None }];
    wanted.resize(seats, SeatRequest::Open);
    NewGame {
        id: None,
        seats: wanted,
        wall: Wall::Coloured,
        start: Some(1),
        clock,
        public: Some(true),
        undo: None,
    }
}

/// A running game: the first sets it up, the others sit down.
pub(crate) async fn running(people: &[&Person], clock: Option<Clock>) -> String {
    let (host, others) = people.split_first().expect("somebody");
    let game = host.create(&open_game(people.len(), clock)).await.view.id;
    for person in others {
        person.join(&game, None).await;
    }
    let started = host.send_nonce(&game).await;
    assert_eq!(started.view.status, Status::Running);
    game
}

pub(crate) async fn command(
    who: &mut Seatholder,
    frame: impl FnOnce(String, String) -> ClientFrame,
) -> Result<u32, ProblemCode> {
    who.command(frame).await.map_err(|problem| problem.code)
}

async fn resigns(who: &mut Seatholder, seat: u8) {
    let resigned = command(who, |game, id| ClientFrame::Resign { game, id, seat });
    resigned.await.expect("who sits there may resign");
}

async fn takes_back(who: &mut Seatholder, seat: u8) {
    let taken = command(who, |game, id| ClientFrame::TakeBack { game, id, seat });
    taken.await.expect("whose seat it is may take it back");
}

/// Cuts a person's connection, and waits until the table knows: time counts from then on.
///
/// Somebody who sits down is away until they follow the game, so the table must first have said
/// that they came, or that older word would be taken for the one about their leaving.
pub(crate) async fn leaves(gone: Seatholder, seat: u8, witness: &mut Seatholder) {
    assert!(witness.hear_until(|me| is_here(me, seat)).await);
    gone.socket.drop_dead();
    assert!(witness.hear_until(|me| away_view(me, seat).is_some()).await);
}

/// A server that starts so many milliseconds ahead, and whose clock the story moves on.
pub(crate) async fn ahead_by(ms: i64, house: &House) -> (azulejo_server::Server, Arc<AtomicI64>) {
    let config = house.config();
    let ahead = config.test.ahead_ms.clone();
    ahead.store(ms, Ordering::Relaxed);
    let server = azulejo_server::Server::start(config).await;
    (server.expect("a server"), ahead)
}

/// A server on a store that the story keeps a hand on.
pub(crate) async fn on_store(
    house: &House,
    store: &Arc<dyn azulejo_store::Store>,
) -> (azulejo_server::Server, Arc<AtomicI64>) {
    let config = house.config();
    let ahead = Arc::clone(&config.test.ahead_ms);
    let server = azulejo_server::Server::start_on(config, Arc::clone(store)).await;
    (server.expect("a server"), ahead)
}

pub(crate) fn pass(ahead: &AtomicI64, ms: i64) {
    ahead.fetch_add(ms, Ordering::Relaxed);
}

/// What is known of a seat whose person is away.
pub(crate) fn away_view(me: &Seatholder, seat: u8) -> Option<AwayView> {
    let mut away = me.presence.iter().flat_map(|presence| &presence.away);
    away.find(|away| away.seat == seat).cloned()
}

pub(crate) fn is_here(me: &Seatholder, seat: u8) -> bool {
    let presence = me.presence.as_ref();
    presence.is_some_and(|presence| presence.here.contains(&seat))
}

pub(crate) async fn two_people(server: &azulejo_server::Server) -> (Person, Person) {
    let base = server.address();
    let ana = Person::new(base, "Ana").await;
    (ana, Person::new(base, "Ben").await)
}

pub(crate) async fn vote(who: &mut Seatholder, seat: u8, away: u8) -> Result<u32, ProblemCode> {
    command(who, |game, id| ClientFrame::Vote {
        game,
        id,
        seat,
        away,
    })
    .await
}

async fn an_absent_seat_is_voted_to_a_bot_and_taken_back(house: House) {
    let (server, ahead) = ahead_by(0, &house).await;
    let (ana, ben) = two_people(&server).await;
    let cleo = Person::new(server.address(), "Cleo").await;
    let game = running(&[&ana, &ben, &cleo], None).await;
    let mut at_table = [ana.follow(&game).await, ben.follow(&game).await];
    let gone = cleo.follow(&game).await;
    leaves(gone, 3, &mut at_table[0]).await;
    // Nobody is voted out who has just left.
    assert_eq!(
        vote(&mut at_table[0], 1, 3).await,
        Err(ProblemCode::Forbidden)
    );
    // Nor after a while: real time goes on as well, so not up to the last of the five minutes.
    ahead.fetch_add(2 * MINUTE_MS, Ordering::Relaxed);
    assert_eq!(
        vote(&mut at_table[0], 1, 3).await,
        Err(ProblemCode::Forbidden)
    );
    ahead.fetch_add(4 * MINUTE_MS, Ordering::Relaxed);
    vote(&mut at_table[0], 1, 3).await.expect("a vote");
    let before = at_table[0].view.ply;
    assert!(at_table[0].hear_until(|me| me.view.ply > before).await);
    assert_eq!(at_table[0].view.votes[0].voted, [1]);
    assert_eq!(
        at_table[0].view.seats[2].taken_over, None,
        "both must agree"
    );
    // Whoever is there is not voted out.
    assert_eq!(
        vote(&mut at_table[0], 1, 2).await,
        Err(ProblemCode::Forbidden)
    );
    vote(&mut at_table[1], 2, 3).await.expect("a vote");
    let taken = |me: &Seatholder| me.view.seats[2].taken_over == Some(TakeoverReason::Vote);
    assert!(at_table[1].hear_until(taken).await);
    assert_eq!(at_table[1].view.seats[2].kind, SeatKind::Human);
    assert!(at_table[1].view.seats[2].level.is_some(), "a bot plays");
    // The seat is still Cleo's.
    let mut back = cleo.follow(&game).await;
    takes_back(&mut back, 3).await;
    assert!(
        back.hear_until(|me| me.view.seats[2].taken_over.is_none())
            .await
    );
    assert!(back.view.seats[2].can_win);
    server.stop().await;
}

pub(crate) async fn rematch(who: &mut Seatholder, agree: bool) -> Result<u32, ProblemCode> {
    command(who, |game, id| ClientFrame::Rematch { game, id, agree }).await
}

async fn a_rematch_starts_when_everybody_agrees(house: House) {
    let server = house.start().await;
    let (ana, ben) = two_people(&server).await;
    let game = running(&[&ana, &ben], None).await;
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    assert!(rematch(&mut one, true).await.is_err(), "not before the end");
    resigns(&mut other, 2).await;
    assert!(one.hear_until(Seatholder::is_over).await);
    assert_eq!(
        one.view.result.as_ref().map(|r| r.by),
        Some(EndedBy::Resigned)
    );
    rematch(&mut one, true).await.expect("Ana agrees");
    rematch(&mut one, false)
        .await
        .expect("Ana has thought again");
    rematch(&mut other, true).await.expect("Ben agrees");
    rematch(&mut one, true).await.expect("Ana agrees");
    let made = |me: &Seatholder| me.view.rematch.as_ref().is_some_and(|r| r.game.is_some());
    assert!(other.hear_until(made).await);
    let next = other
        .view
        .rematch
        .as_ref()
        .and_then(|r| r.game.clone())
        .expect("a game");
    let shown: GameAnswer = ben.get(&format!("/games/{next}")).await.expect("the game");
    assert_eq!(shown.own.seats, [2], "everybody sits where they sat");
    assert_eq!(
        shown.view.settings.start,
        Some(2),
        "the start goes one seat on"
    );
    assert_ne!(shown.view.draw.commitment, other.view.draw.commitment);
    ana.send_nonce(&next).await;
    let started = ben.send_nonce(&next).await;
    assert_eq!(started.view.status, Status::Running);
    server.stop().await;
}

async fn a_rematch_that_not_all_want_has_an_open_seat(house: House) {
    let (server, ahead) = ahead_by(0, &house).await;
    let (ana, ben) = two_people(&server).await;
    let game = running(&[&ana, &ben], None).await;
    let mut one = ana.follow(&game).await;
    resigns(&mut one, 1).await;
    rematch(&mut one, true).await.expect("Ana agrees");
    // Ben does not answer for five minutes.
    pass(&ahead, 6 * MINUTE_MS);
    let _shown: Result<GameAnswer, _> = ana.get(&format!("/games/{game}")).await;
    let next = |me: &Seatholder| me.view.rematch.as_ref().and_then(|r| r.game.clone());
    assert!(one.hear_until(|me| next(me).is_some()).await);
    let next = next(&one).expect("a game");
    let shown: GameAnswer = ana.get(&format!("/games/{next}")).await.expect("the game");
    let kinds: Vec<_> = shown.view.seats.iter().map(|seat| seat.kind).collect();
    assert_eq!(kinds, [SeatKind::Human, SeatKind::Open]);
    assert_eq!((shown.own.seats, shown.own.host), (vec![1], true));
    server.stop().await;
}

async fn a_rematch_that_nobody_waits_for_lapses(house: House) {
    let (server, ahead) = ahead_by(0, &house).await;
    let (ana, ben) = two_people(&server).await;
    let game = running(&[&ana, &ben], None).await;
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    resigns(&mut one, 1).await;
    rematch(&mut one, true).await.expect("Ana agrees");
    let wanted = |me: &Seatholder| me.view.rematch.is_some();
    assert!(other.hear_until(wanted).await);
    leaves(one, 1, &mut other).await;
    // Whoever comes to look at the game later makes no new one of it.
    pass(&ahead, 24 * 60 * MINUTE_MS);
    assert!(other.hear_until(|me| me.view.rematch.is_none()).await);
    let mine: MyGames = ana.get("/me/games").await.expect("her games");
    assert_eq!(mine.games.len(), 1);
    server.stop().await;
}

async fn what_somebody_says_reaches_all_others(house: House) {
    let server = house.start().await;
    let (ana, ben) = two_people(&server).await;
    let eve = Person::new(server.address(), "Eve").await;
    let game = running(&[&ana, &ben], None).await;
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    let mut spectator = eve.follow(&game).await;
    let say = |seat, phrase| ClientFrame::Say {
        game: game.clone(),
        seat,
        phrase,
    };
    // Nobody speaks for others.
    spectator.socket.send(&say(2, Phrase::Oops)).await;
    let refused = |frame: &ServerFrame| match frame {
        ServerFrame::Refused { error, .. } => Some(error.code),
        _ => None,
    };
    let code = spectator.socket.until(refused).await;
    assert_eq!(code, ProblemCode::NotYourSeat);
    one.socket.send(&say(1, Phrase::WellPlayed)).await;
    for who in [&mut one, &mut other, &mut spectator] {
        let said = who
            .socket
            .until(|frame| match frame {
                ServerFrame::Said { game, seat, phrase } => Some((game.clone(), *seat, *phrase)),
                _ => None,
            })
            .await;
        assert_eq!(said, (game.clone(), 1, Phrase::WellPlayed));
    }
    server.stop().await;
}

pub(crate) const REAL_TIME: Clock = Clock::RealTime {
    seconds: 300,
    increment: 0,
};

fn left(view: &azulejo_protocol::game::GameView, seat: usize) -> i64 {
    let clock = view.clock.as_ref().expect("a clock");
    clock.left[seat].expect("a person's clock")
}

async fn time_in_which_the_server_was_away_is_charged_to_nobody(house: House) {
    let server = house.start().await;
    let (ana, ben) = two_people(&server).await;
    let game = running(&[&ana, &ben], Some(REAL_TIME)).await;
    let mut one = ana.follow(&game).await;
    assert!(one.hear_until(Seatholder::must_act).await);
    one.act().await.expect("a move");
    drop(one);
    server.stop().await;
    // Ben's clock runs, and the server is away for four minutes of his five.
    let (server, _ahead) = ahead_by(4 * MINUTE_MS, &house).await;
    let ben = ben.at(server.address());
    let mut other = ben.follow(&game).await;
    assert!(other.hear_until(Seatholder::must_act).await);
    other.act().await.expect("it is still Ben's turn");
    let before = other.view.ply;
    assert!(other.hear_until(|me| me.view.ply > before).await);
    assert_eq!(other.view.status, Status::Running);
    let spent = 300_000 - left(&other.view, 1);
    // Less than the server was away; what the machine itself takes is charged like thinking.
    assert!(spent < 4 * MINUTE_MS, "{spent} ms were charged");
    server.stop().await;
}

async fn whoever_stays_away_from_a_real_time_game_has_left_it(house: House) {
    let (server, ahead) = ahead_by(0, &house).await;
    let (ana, ben) = two_people(&server).await;
    let game = running(&[&ana, &ben], Some(REAL_TIME)).await;
    let mut one = ana.follow(&game).await;
    let gone = ben.follow(&game).await;
    assert!(one.hear_until(Seatholder::must_act).await);
    leaves(gone, 2, &mut one).await;
    // It is Ana's turn and her clock that runs; Ben is away all the same.
    // Another node would have seen him within the last minute.
    ahead.fetch_add(2 * MINUTE_MS, Ordering::Relaxed);
    // Somebody asks, so that the table looks at the clock, which it does not expect to jump.
    let _shown: Result<GameAnswer, _> = ana.get(&format!("/games/{game}")).await;
    assert!(one.hear_until(Seatholder::is_over).await);
    let result = one.view.result.as_ref().expect("a result");
    assert_eq!((result.by, result.seat), (EndedBy::Left, Some(2)));
    assert_eq!(result.winners, [1]);
    server.stop().await;
}

async fn whoever_leaves_on_their_turn_pays_for_it_with_their_time(house: House) {
    let (server, ahead) = ahead_by(0, &house).await;
    let (ana, ben) = two_people(&server).await;
    loop {
        let game = running(&[&ana, &ben], Some(REAL_TIME)).await;
        let mut one = ana.follow(&game).await;
        let mut other = ben.follow(&game).await;
        assert!(one.hear_until(Seatholder::must_act).await);
        leaves(one, 1, &mut other).await;
        let away = away_view(&other, 1).expect("Ana is away");
        let until = away.until.expect("a countdown that everybody sees");
        assert!(until >= away.since + 60_000);
        pass(&ahead, 30_000);
        let mut back = ana.follow(&game).await;
        assert!(back.hear_until(|me| me.must_act() || me.is_over()).await);
        if back.is_over() {
            // The machine itself has taken the other half of her minute: told once more.
            let ended = back.view.clock.as_ref().expect("a clock").at;
            assert!(ended >= until, "{} ms too early", until - ended);
            continue;
        }
        let ply = back.act().await.expect("it is still Ana's turn");
        assert!(back.hear_until(|me| me.view.ply >= ply).await);
        let clock = back.view.clock.as_ref().expect("a clock");
        let lag = clock.lag.expect("a lag allowance");
        let left = left(&back.view, 0);
        assert!(left <= 300_000 - (30_000 - lag), "{left} ms are left");
        break;
    }
    server.stop().await;
}

/// The game as its record has it, while it runs.
async fn position(person: &Person, game: &str) -> Position {
    let text = person.text(&format!("/games/{game}/record")).await;
    let record: Record = text.trim().parse().expect("a record");
    record.replay().expect("it follows the rules").position
}

/// Plays to the end. Those in `people` move in turn by seat: whoever is named first plays as well as
/// a greedy bot, the others throw everything away, so that nobody else can have the most points.
async fn play_to_the_end(people: &mut [(u8, &Person, Seatholder)], game: &str, well: Option<u8>) {
    let mut greedy = Bot::new(BotId::Greedy, 1);
    loop {
        let mut acted = false;
        for (seat, person, at_table) in people.iter_mut() {
            at_table
                .hear_until(|me| {
                    me.is_over() || me.own.as_ref().is_some_and(|own| own.ply == me.view.ply)
                })
                .await;
            if at_table.is_over() {
                return;
            }
            if !at_table.must_act() {
                continue;
            }
            let position = position(person, game).await;
            if position.phase() != Phase::Offer || position.to_move().number() != usize::from(*seat)
            {
                continue;
            }
            let floored = position.legal_moves();
            let floored = floored
                .iter()
                .find(|m| m.destination() == Destination::Floor);
            let m = match (well == Some(*seat)).then(|| greedy.decide(&position)) {
                Some(Ok(Decision::Move(m))) => m,
                _ => *floored.expect("the floor is always legal"),
            };
            let ply = at_table.view.ply;
            let (seat, text) = (*seat, m.to_string());
            let played = command(at_table, |game, id| ClientFrame::Move {
                game,
                id,
                ply,
                seat,
                text,
            });
            // Refused when the game has gone on meanwhile: the next view is on its way.
            let _stale = played.await;
            at_table.own = None;
            acted = true;
        }
        if !acted {
            let heard = people.iter_mut().map(|(_, _, me)| Box::pin(me.hear()));
            let (heard, _, _) = futures_util::future::select_all(heard).await;
            assert!(heard.is_some(), "the sockets stay open");
        }
    }
}

/// The result as the game's view has it, which its replay and its record must have as well.
async fn result_everywhere(person: &Person, game: &str) -> ResultView {
    let shown: GameAnswer = person.get(&format!("/games/{game}")).await.expect("it");
    let live = shown.view.result.expect("a result");
    let replay: ReplayView = person
        .get(&format!("/games/{game}/replay"))
        .await
        .expect("a replay");
    assert_eq!(replay.result.as_ref(), Some(&live));
    // The downloaded record says the same to whoever pastes it, here or on another server.
    let record = person.text(&format!("/games/{game}/record")).await;
    let pasted: ReplayView = person
        .post("/replay", &serde_json::json!({ "record": record.trim() }))
        .await
        .expect("a replay");
    assert_eq!(pasted.result.as_ref(), Some(&live));
    live
}

fn place(result: &ResultView, seat: u8) -> u8 {
    let mut players = result.players.iter();
    players.find(|p| p.seat == seat).expect("the seat").place
}

async fn a_seat_that_was_given_up_wins_neither_live_nor_in_the_replay(house: House) {
    let server = house.start().await;
    let (ana, ben) = two_people(&server).await;
    let cleo = Person::new(server.address(), "Cleo").await;
    let game = running(&[&ana, &ben, &cleo], None).await;
    let mut people = [
        (1, &ana, ana.follow(&game).await),
        (2, &ben, ben.follow(&game).await),
    ];
    let mut gone = cleo.follow(&game).await;
    resigns(&mut gone, 3).await;
    play_to_the_end(&mut people, &game, None).await;
    let result = result_everywhere(&ana, &game).await;
    let best = result
        .players
        .iter()
        .max_by_key(|p| p.score)
        .expect("somebody");
    assert_eq!(
        (result.by, best.seat),
        (EndedBy::Score, 3),
        "the bot has the most points"
    );
    assert_eq!(place(&result, 3), 3, "and is last all the same");
    assert!(!result.winners.contains(&3), "{:?}", result.winners);
    assert!(!result.winners.is_empty());
    server.stop().await;
}

async fn a_seat_that_was_voted_away_and_taken_back_wins_live_and_in_the_replay(house: House) {
    let (server, ahead) = ahead_by(0, &house).await;
    let (ana, ben) = two_people(&server).await;
    let cleo = Person::new(server.address(), "Cleo").await;
    let game = running(&[&ana, &ben, &cleo], None).await;
    let mut one = ana.follow(&game).await;
    let mut other = ben.follow(&game).await;
    let gone = cleo.follow(&game).await;
    leaves(gone, 3, &mut one).await;
    ahead.fetch_add(6 * MINUTE_MS, Ordering::Relaxed);
    vote(&mut one, 1, 3).await.expect("a vote");
    vote(&mut other, 2, 3).await.expect("a vote");
    let mut back = cleo.follow(&game).await;
    let taken = |me: &Seatholder| me.view.seats[2].taken_over.is_some();
    assert!(back.hear_until(taken).await);
    takes_back(&mut back, 3).await;
    assert!(back.hear_until(|me| !taken(me)).await);
    let mut people = [(1, &ana, one), (2, &ben, other), (3, &cleo, back)];
    play_to_the_end(&mut people, &game, Some(3)).await;
    let result = result_everywhere(&ana, &game).await;
    assert_eq!((result.by, &result.winners[..]), (EndedBy::Score, &[3][..]));
    assert_eq!(place(&result, 3), 1);
    server.stop().await;
}

async fn the_replay_of_a_game_that_two_people_end_has_its_winner(house: House) {
    let server = house.start().await;
    let (ana, ben) = two_people(&server).await;
    let game = running(&[&ana, &ben], None).await;
    let mut one = ana.follow(&game).await;
    resigns(&mut one, 1).await;
    let result = result_everywhere(&ana, &game).await;
    assert_eq!(
        (result.by, &result.winners[..]),
        (EndedBy::Resigned, &[2][..])
    );
    assert_eq!((place(&result, 2), place(&result, 1)), (1, 2));
    server.stop().await;
}
