//! Records of complete and unfinished games: parsed, written, replayed and resumed.

use azulejo_rules::record::{EndedBy, Record, Step};
use azulejo_rules::rng::FastRng;
use azulejo_rules::{DealError, Game, Phase, PlayerCount, Position, Seat, Wall};

use crate::support;
use crate::support::random_games::{
    Bias, apply_step, new_game, play_random, random_step, variants,
};

/// Parses a record and checks that it round-trips.
#[track_caller]
fn parse(text: &str) -> Record {
    let record: Record = text
        .parse()
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(record.to_json(), text);
    assert_eq!(record.to_string(), text);
    record
}

/// Checks that the record of a game is valid, leads to the game's position and can be resumed.
#[track_caller]
fn check_resumes(game: &Game) {
    let record = parse(&game.record().to_json());
    assert_eq!(&record, game.record());
    let replayed = record
        .replay()
        .unwrap_or_else(|fault| panic!("{fault}\n{record}"));
    assert_eq!(replayed.position, *game.position(), "{record}");
    assert_eq!(replayed.ended_by.is_some(), game.has_ended(), "{record}");
    let resumed = Game::from_record(record).expect("a legal record");
    assert_eq!(&resumed, game);
}

// ---------------------------------------------------------------------------------------------
// Samples
// ---------------------------------------------------------------------------------------------

/// Round-trips and replays a sample, and checks that its steps reproduce it.
#[track_caller]
fn check_sample(text: &str) {
    let record = parse(text);
    let mut steps = Vec::new();
    let mut positions = Vec::new();
    let replayed = record.walk(|before, step, after| {
        assert_eq!(
            *positions.last().unwrap_or(before),
            *before,
            "missing step before {step:?}"
        );
        positions.push(*after);
        steps.push(step);
    });
    let replayed = replayed.unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    assert_eq!(Ok(&replayed), record.replay().as_ref());
    assert_eq!(replayed.ended_by, record.ended_by());

    let mut game = Game::new(record.players.clone(), record.wall, record.start).expect("a game");
    for (&step, after) in steps.iter().zip(&positions) {
        apply_step(&mut game, step);
        assert_eq!(game.position(), after);
    }
    assert_eq!(*game.position(), replayed.position);
    if let Some(result) = &record.result
        && result.by != EndedBy::Score
    {
        assert!(game.stop(result.by).is_ok());
    }
    // A game does not know foreign keys, so they are left out of the comparison.
    let mut plain = record;
    plain.extra.clear();
    assert_eq!(*game.record(), plain);
}

#[test]
fn sample_records() {
    let samples = support::data("samples/records.jsonl");
    assert_eq!(samples.lines().count(), 12);
    samples.lines().for_each(check_sample);
}

#[test]
fn sample_records_of_rare_cases() {
    let samples = support::data("samples/rare.jsonl");
    assert_eq!(samples.lines().count(), 10);
    samples.lines().for_each(check_sample);
    let ends: Vec<_> = samples.lines().map(|text| parse(text).ended_by()).collect();
    assert!(ends.contains(&Some(EndedBy::Truncated)), "{ends:?}");
    assert!(ends.contains(&None), "{ends:?}");
}

#[test]
fn notation_example() {
    let record = parse(EXAMPLE);
    let mut steps = [0; 4];
    let replayed = record.walk(|_, step, _| match step {
        Step::Deal(_) => steps[0] += 1,
        Step::Move(_) => steps[1] += 1,
        Step::Tile(..) => steps[2] += 1,
        Step::Settle => steps[3] += 1,
    });
    let replayed = replayed.expect("a legal record");
    assert_eq!(steps, [1, 9, 4, 1]);
    assert_eq!(
        (replayed.position.phase(), replayed.ended_by),
        (Phase::Refill, None)
    );
}

const EXAMPLE: &str = concat!(
    r#"{"format":"azulejo-record","version":1,"#,
    r#""players":["Ana","bot:master"],"wall":"coloured","start":1,"#,
    r#""rounds":[{"start":1,"deal":["BRKK","BYYW","KKKW","YRRW","BRWW"],"#,
    r#""moves":["2Y2","3K3","1K1","5W2","CB4","4R5","CR3","CY4","CW5"],"#,
    r#""tiling":[["1:4","2:3"],["2:1","3:1"]],"scores":[0,3]}]}"#
);

// ---------------------------------------------------------------------------------------------
// Unknown keys
// ---------------------------------------------------------------------------------------------

#[test]
fn unknown_keys_are_kept_in_order_at_every_level() {
    let text = concat!(
        r#"{"format":"azulejo-record","version":1,"players":["a","b"],"wall":"grey","start":2,"#,
        r#""rounds":[{"start":2,"deal":["BRKK","BYYW","KKKW","YRRW","BRWW"],"moves":[],"#,
        r#""zeta":1,"alpha":[true,{"moves":null}]}],"#,
        r#""bonuses":[{"rows":0,"columns":0,"colours":0,"why":"x"}],"scores":[0,0],"winners":[1],"#,
        r#""result":{"by":"left","seat":1,"note":"é\n"},"#,
        r#""takeovers":[{"seat":1,"round":1,"move":1,"bot":"b","reason":"left","at":-1.5e+10}],"#,
        r#""b":{"players":{}},"a":[],"":"","deal":0.10,"\u0001\"":"\\"}"#
    );
    let pair = |key: &str, value: &str| (key.to_string(), value.to_string());
    let record = parse(text);
    let expected = [
        pair("b", r#"{"players":{}}"#),
        pair("a", "[]"),
        pair("", r#""""#),
        pair("deal", "0.10"),
        pair("\u{1}\"", r#""\\""#),
    ];
    assert_eq!(record.extra, expected);
    let expected = [pair("zeta", "1"), pair("alpha", r#"[true,{"moves":null}]"#)];
    assert_eq!(record.rounds[0].extra, expected);
    assert_eq!(
        record.bonuses.expect("bonuses")[0].extra,
        [pair("why", r#""x""#)]
    );
    assert_eq!(
        record.result.expect("a result").extra,
        [pair("note", r#""é\n""#)]
    );
    assert_eq!(
        record.takeovers.expect("takeovers")[0].extra,
        [pair("at", "-1.5e+10")]
    );
}

#[test]
fn resumed_game_keeps_unknown_keys() {
    let text = EXAMPLE.replace(
        r#","scores":[0,3]}]}"#,
        r#","scores":[0,3],"clock":7}],"site":1}"#,
    );
    let mut game = Game::from_record(parse(&text)).expect("a legal record");
    let deal = game.position().sample_deal(&mut FastRng::new(1));
    game.deal(&deal).expect("a legal deal");
    assert!(
        game.record()
            .to_json()
            .ends_with(r#""moves":[]}],"site":1}"#)
    );
    assert!(game.record().to_json().contains(r#""clock":7"#));
    check_resumes(&game);
}

// ---------------------------------------------------------------------------------------------
// Resuming games
// ---------------------------------------------------------------------------------------------

/// Checks the record before each step of random games and at their end.
#[test]
fn game_resumes_after_every_step() {
    let mut rng = FastRng::new(20);
    for (wall, players) in variants() {
        let mut phases = [0; 4];
        for bias in [
            Bias::None,
            Bias::CompleteLines,
            Bias::FillFloor,
            Bias::AvoidCompleting,
        ] {
            let start = players.seats().next_back().expect("a seat");
            let mut game = new_game(wall, players, start);
            play_random(&mut game, bias, 8, &mut rng, |game, _| {
                phases[game.position().phase() as usize] += 1;
                check_resumes(game);
            });
            phases[game.position().phase() as usize] += 1;
            check_resumes(&game);
        }
        assert!(
            phases.iter().all(|&count| count > 0),
            "{wall} {players:?}: {phases:?}"
        );
    }
}

/// A game that is written and parsed after each step ends like the original.
#[test]
fn game_survives_a_round_trip_after_every_step() {
    let mut rng = FastRng::new(21);
    for (wall, players) in variants() {
        let mut game = new_game(wall, players, Seat::ALL[1]);
        let mut twin = game.clone();
        while let Some(step) = random_step(game.position(), Bias::CompleteLines, &mut rng) {
            apply_step(&mut game, step);
            twin = Game::from_record(parse(&twin.record().to_json())).expect("a legal record");
            apply_step(&mut twin, step);
        }
        assert_eq!(game, twin);
        assert_eq!(game.position().phase(), Phase::Over);
    }
}

#[test]
fn forced_steps_match_steps_taken_one_by_one() {
    let mut rng = FastRng::new(22);
    for (wall, players) in variants() {
        let mut game = new_game(wall, players, Seat::ALL[0]);
        while let Some(step) = random_step(game.position(), Bias::CompleteLines, &mut rng) {
            let mut by_hand = game.clone();
            while let Some(step) = by_hand.forced_step() {
                assert_eq!(by_hand.position().phase(), Phase::Tiling);
                apply_step(&mut by_hand, step);
            }
            let mut at_once = game.clone();
            at_once.take_forced_steps();
            assert_eq!(at_once, by_hand);
            if wall == Wall::Coloured {
                assert_ne!(at_once.position().phase(), Phase::Tiling);
            }
            apply_step(&mut game, step);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Stopping games
// ---------------------------------------------------------------------------------------------

/// Stops copies of the game in every possible way.
fn check_stops(game: &Game) {
    let players = game.position().players();
    let by_seat = [EndedBy::Resigned, EndedBy::Time, EndedBy::Left];
    let endings = players
        .seats()
        .flat_map(|seat| by_seat.map(|by| (by(seat), Some(seat))));
    for (by, seat) in endings.chain([(EndedBy::Truncated, None), (EndedBy::Aborted, None)]) {
        let mut stopped = game.clone();
        assert!(stopped.stop(by).is_ok());
        assert!(stopped.has_ended());
        assert_eq!(stopped.record().ended_by(), Some(by));
        let winners = seat
            .filter(|_| players == PlayerCount::Two)
            .map(|s| vec![s.next(players)]);
        assert_eq!(stopped.record().winners, winners);
        check_resumes(&stopped);
        check_rejects_every_step(&stopped);
    }
}

/// Checks that an ended game rejects every step and stays unchanged.
#[track_caller]
fn check_rejects_every_step(ended: &Game) {
    let mut game = ended.clone();
    let mut rng = FastRng::new(1);
    assert_eq!(game.forced_step(), None);
    game.take_forced_steps();
    assert!(game.settle().is_err());
    assert!(game.stop(EndedBy::Aborted).is_err());
    let deal = Position::new(Wall::Coloured, game.position().players(), Seat::ALL[0])
        .sample_deal(&mut rng);
    assert_eq!(game.deal(&deal), Err(DealError::WrongPhase(Phase::Over)));
    let over = |error: String| assert!(error.ends_with("the game is over"), "{error}");
    over(
        game.play("1B1".parse().expect("a move"))
            .expect_err("the game is over")
            .to_string(),
    );
    let placement = "1:1".parse().expect("a placement");
    over(
        game.tile(Seat::ALL[0], placement)
            .expect_err("the game is over")
            .to_string(),
    );
    let step = random_step(game.position(), Bias::None, &mut rng).unwrap_or(Step::Settle);
    over(
        game.step_explained(step)
            .expect_err("the game is over")
            .to_string(),
    );
    assert_eq!(game, *ended);
}

#[test]
fn games_can_be_stopped_in_every_way_at_any_point() {
    let mut rng = FastRng::new(23);
    for (wall, players) in variants() {
        let mut game = new_game(wall, players, Seat::ALL[0]);
        let mut steps = 0;
        play_random(&mut game, Bias::CompleteLines, 3, &mut rng, |game, step| {
            // Cover every kind of step, but not every move.
            if steps % 5 == 0 || !matches!(step, Step::Move(_)) {
                check_stops(game);
            }
            steps += 1;
        });
        check_stops(&game);
    }
}

#[test]
fn finished_game_cannot_be_stopped_or_continued() {
    let mut rng = FastRng::new(24);
    for (wall, players) in variants() {
        let mut game = new_game(wall, players, Seat::ALL[0]);
        play_random(&mut game, Bias::CompleteLines, 100, &mut rng, |_, _| ());
        assert!(game.has_ended());
        assert_eq!(game.record().ended_by(), Some(EndedBy::Score));
        check_rejects_every_step(&game);
    }
}

#[test]
fn stop_rejects_unknown_seats_and_score() {
    let mut game = new_game(Wall::Grey, PlayerCount::Three, Seat::ALL[0]);
    for by in [EndedBy::Resigned, EndedBy::Time, EndedBy::Left] {
        assert!(game.stop(by(Seat::ALL[3])).is_err());
    }
    assert!(game.stop(EndedBy::Score).is_err());
    assert!(!game.has_ended());
    check_resumes(&game);
}

/// If every move goes to the floor, a game never ends by itself; the notation limits it to 999 rounds.
#[test]
fn game_is_truncated_after_round_999() {
    let mut rng = FastRng::new(25);
    let mut game = new_game(Wall::Coloured, PlayerCount::Two, Seat::ALL[0]);
    while !game.has_ended() {
        let step = match game.position().phase() {
            Phase::Offer => {
                let moves = game.position().legal_moves();
                Step::Move(
                    *moves
                        .last()
                        .expect("a legal move; the last one goes to the floor"),
                )
            }
            _ => random_step(game.position(), Bias::None, &mut rng).expect("the game is not over"),
        };
        apply_step(&mut game, step);
    }
    assert_eq!(game.record().rounds.len(), 999);
    assert_eq!(game.record().ended_by(), Some(EndedBy::Truncated));
    check_resumes(&game);
    check_rejects_every_step(&game);

    // A record of 999 rounds without a result cannot be continued either.
    let mut open = game.into_record();
    open.result = None;
    let game = Game::from_record(open.clone()).expect("999 rounds are allowed");
    assert_eq!(game.record().ended_by(), Some(EndedBy::Truncated));
    let extra_round = open.rounds[998].clone();
    open.rounds.push(extra_round);
    let fault = open
        .replay()
        .expect_err("1000 rounds are too many")
        .to_string();
    assert_eq!(fault, "round 1000: a game has at most 999 rounds");
}

#[test]
fn game_rejects_names_a_record_cannot_hold() {
    let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    let game = |list: &[&str]| Game::new(names(list), Wall::Coloured, Seat::ALL[1]);
    assert!(game(&["Ana", "Ana"]).is_ok());
    assert!(game(&["Ana", &"é".repeat(40)]).is_ok());
    let too_long = "é".repeat(41);
    for bad in ["", "a\nb", "a\u{7f}", "\u{85}", "bot:", &too_long] {
        assert!(game(&["Ana", bad]).is_err(), "{bad:?}");
    }
    assert!(game(&["Ana"]).is_err());
    assert!(game(&["1", "2", "3", "4", "5"]).is_err());
    let start_outside = Game::new(names(&["a", "b"]), Wall::Coloured, Seat::ALL[2]);
    assert!(start_outside.is_err());
}

/// Seats that can no longer win: taken over permanently, or the one that ended the game.
#[test]
fn eliminated_seats() {
    let out = |rest: &str| {
        let text = format!(
            r#"{{"format":"azulejo-record","version":1,"players":["a","b","c"],"wall":"coloured","start":1,"rounds":[]{rest}}}"#
        );
        let seats = parse(&text).forfeited_seats().into_iter();
        seats.map(Seat::number).collect::<Vec<_>>()
    };
    let takeover = |seat: u8, reason: &str, extra: &str| {
        format!(
            r#"{{"seat":{seat},"round":1,"move":1,"bot":"artisan","reason":"{reason}"{extra}}}"#
        )
    };
    assert_eq!(out(""), Vec::<usize>::new());
    for reason in ["resigned", "time", "left"] {
        let rest = format!(r#","takeovers":[{}]"#, takeover(2, reason, ""));
        assert_eq!(out(&rest), [2], "{reason}");
        let rest = format!(r#","result":{{"by":"{reason}","seat":3}}"#);
        assert_eq!(out(&rest), [3], "{reason}");
    }
    // A vote eliminates no seat, but resigning afterwards does.
    let voted = takeover(2, "left", r#","voted":true"#);
    assert_eq!(
        out(&format!(r#","takeovers":[{voted}]"#)),
        Vec::<usize>::new()
    );
    let resigned = takeover(2, "resigned", "");
    assert_eq!(out(&format!(r#","takeovers":[{voted},{resigned}]"#)), [2]);
    let other = takeover(2, "left", r#","voted":false"#);
    assert_eq!(out(&format!(r#","takeovers":[{other}]"#)), [2]);
}
