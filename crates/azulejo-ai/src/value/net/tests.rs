//! The shipped networks: whole, computing what the trainer computed, the same on every path.

use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Phase, Position, Seat};

use super::*;
use crate::value::{Nets, SHIPPED_NETS};

/// The tables that the trainer wrote with each network, and what they are worth.
const GOLDEN: &[(&str, &str)] = &[
    ("c2", include_str!("../nets/c2.golden")),
    ("c3", include_str!("../nets/c3.golden")),
    ("c4", include_str!("../nets/c4.golden")),
    ("g2", include_str!("../nets/g2.golden")),
    ("g3", include_str!("../nets/g3.golden")),
    ("g4", include_str!("../nets/g4.golden")),
];

fn shipped(name: &str) -> &'static Net {
    let setting = Setting::ALL.into_iter().find(|s| s.name() == name);
    let net = Nets::shipped().get(setting.expect("a setting"));
    net.expect("a golden file has its network")
}

#[test]
fn every_shipped_network_has_a_golden_file() {
    let mut nets = Nets::none();
    for bytes in SHIPPED_NETS {
        let setting = nets.add(bytes).expect("whole");
        assert!(
            GOLDEN.iter().any(|(name, _)| *name == setting.name()),
            "{}",
            setting.name()
        );
    }
    assert_eq!(SHIPPED_NETS.len(), GOLDEN.len());
    let size: usize = SHIPPED_NETS.iter().map(|bytes| bytes.len()).sum();
    assert!(size < 3_000_000, "{size} bytes of networks");
}

/// A line of a golden file: round, who holds the marker, who moves and how many groups are left (or
/// `-` for each), boards with score and features, worths.
fn worths_of(net: &Net, line: &str, kernel: Kernel) -> (Vec<i32>, Vec<i32>) {
    let words: Vec<&str> = line.split(' ').collect();
    let round: u16 = words[0].parse().expect("a round");
    let marker: Option<usize> = words[1].parse().ok();
    let turn = words[2].parse().ok().map(|seat| Turn {
        seat,
        groups: words[3].parse().expect("a number of groups"),
    });
    let numbers = |text: &str| -> Vec<i32> {
        text.split(',')
            .map(|n| n.parse().expect("a number"))
            .collect()
    };
    let boards = &words[4..words.len() - 1];
    let mut outlooks = [Outlook::default(); 4];
    let mut in_round = net.in_round_with(ByColour::default(), round, kernel);
    // The features of a line are all there are, those that boards share included.
    in_round.base = net.bias;
    for (outlook, board) in outlooks.iter_mut().zip(boards) {
        let (score, features) = board.split_once(':').expect("score:features");
        let features: Vec<u16> = numbers(features).into_iter().map(|f| f as u16).collect();
        let score = score.parse().expect("a score");
        *outlook = in_round.features(&features, score, turn.is_none());
    }
    let worths = in_round.meet(&outlooks, boards.len(), marker, turn);
    (
        worths[..boards.len()].to_vec(),
        numbers(words[words.len() - 1]),
    )
}

#[test]
fn worths_are_what_the_trainer_computed_on_every_path() {
    for (name, text) in GOLDEN {
        let net = shipped(name);
        let mut tables = 0;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            for kernel in Kernel::all() {
                let (found, expected) = worths_of(net, line, kernel);
                assert_eq!(found, expected, "{name} {kernel:?}: {line}");
            }
            tables += 1;
        }
        assert!(tables >= 50, "{name}: {tables} tables");
    }
}

/// Boards of games, not only the trainer's: all paths agree, and sums never leave 16 bits.
#[test]
fn every_path_values_boards_of_play_alike() {
    let nets = Nets::shipped();
    for setting in Setting::ALL {
        let Some(net) = nets.get(setting) else {
            continue;
        };
        let mut rng = FastRng::new(5);
        let mut boards = 0;
        while boards < 400 {
            let mut position = Position::new(setting.wall, setting.players, Seat::ALL[0]);
            let rounds = below(&mut rng, 5) as u16 + 1;
            position.play_out(&mut rng, rounds);
            if position.phase() == Phase::Offer {
                continue;
            }
            let round = position.round().max(2) - 1;
            for (_, board) in position.boards() {
                if board.complete_lines().count() > 0 {
                    continue;
                }
                let expected = net
                    .in_round_with(position.bag(), round, Kernel::Plain)
                    .board(board, true);
                for kernel in Kernel::all() {
                    let found = net
                        .in_round_with(position.bag(), round, kernel)
                        .board(board, true);
                    assert_eq!(found, expected, "{} {kernel:?}", setting.name());
                }
                assert_sums_fit(net, &position, board, round);
                boards += 1;
            }
        }
    }
}

fn assert_sums_fit(net: &Net, position: &Position, board: &Board, round: u16) {
    let wall = position.wall();
    let mut sums: Vec<i64> = net.bias.iter().map(|&b| i64::from(b)).collect();
    let mut add = |feature: usize| {
        for (sum, number) in sums.iter_mut().zip(&net.rows[SUMS * feature..]) {
            *sum += i64::from(*number);
        }
    };
    for_each_board_feature(wall, &position.bag(), board, &mut add);
    for_each_shared_feature(wall, &position.bag(), round, &mut add);
    assert!(
        sums.iter().all(|sum| sum.abs() <= i64::from(i16::MAX)),
        "a sum of features leaves 16 bits"
    );
}

/// A network file of zeroes, whole in every other way.
fn empty_net(setting: Setting) -> Vec<u8> {
    let mut bytes = b"AZULNET1".to_vec();
    bytes.extend([setting.players.count() as u8, setting.wall as u8]);
    for size in [
        feature_count(setting.wall),
        SUMS,
        HIDDEN,
        MEETING,
        NET_ROUNDS,
    ] {
        bytes.extend((size as u32).to_le_bytes());
    }
    bytes.extend(vec![0; 2 * (row_numbers(setting.wall) + SUMS)]);
    for _ in 0..2 * NET_ROUNDS {
        let layers = SUMS * HIDDEN + 4 * HIDDEN + 2 * HIDDEN * OUTPUTS + 4 * OUTPUTS;
        let direct = 2 * feature_count(setting.wall);
        bytes.extend(vec![0; direct + layers + 2 * MEETING * 5 + 4 + 4 * TEMPOS]);
        bytes.extend(8.0_f32.to_le_bytes());
    }
    let checksum = file::fnv(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

#[test]
fn an_empty_network_knows_the_score_alone() {
    for setting in Setting::ALL {
        let net = Net::from_bytes(&empty_net(setting)).expect("whole");
        let position = Position::new(setting.wall, setting.players, Seat::ALL[0]);
        let outlook = net
            .in_round(position.bag(), 1)
            .board(position.board(Seat::ALL[0]), true);
        assert_eq!(outlook, Outlook::default());
        assert_eq!(net.setting(), setting);
    }
}

#[test]
fn damaged_files_are_refused_with_the_place() {
    let good = empty_net(Setting::ALL[0]);
    let check = |bytes: &[u8], message: &str| {
        let error = Net::from_bytes(bytes).expect_err(message);
        assert_eq!(error.to_string(), message);
    };
    check(b"", "byte 0: the file ends too early");
    check(
        b"NETWORK?",
        "byte 0: this is no network file of this version",
    );
    let with = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        bytes
    };
    check(
        &with(8, 5),
        "byte 8: the setting must be 2 to 4 players and wall 0 or 1",
    );
    check(
        &with(9, 2),
        "byte 8: the setting must be 2 to 4 players and wall 0 or 1",
    );
    check(&with(10, 1), "byte 10: a size differs from this program's");
    let body = good.len() - 8;
    check(
        &with(5000, 1),
        &format!("byte {body}: the checksum does not fit: the file is damaged"),
    );
    check(
        &with(body - 1, 0xFF),
        &format!("byte {}: a scale must be between 0.5 and 100", body - 4),
    );
    check(
        &good[..good.len() - 1],
        &format!("byte {}: the file ends too early", good.len() - 1),
    );
    let mut longer = good.clone();
    longer.push(0);
    check(
        &longer,
        &format!("byte {}: there is more after the end", good.len()),
    );
}

#[test]
fn other_scales_leave_the_rest_of_a_network_as_it_was() {
    let good = SHIPPED_NETS[0];
    let factors = [2.0, 1.0, 0.5, 1.0, 1.0];
    let changed = with_scales(good, factors).expect("it fits");
    let (mut before, after) = (
        Net::from_bytes(good).expect("whole"),
        Net::from_bytes(&changed).expect("whole"),
    );
    assert_ne!(before, after);
    for (kind, layers) in before.rounds.iter_mut().enumerate() {
        layers.scale *= factors[kind % NET_ROUNDS];
    }
    assert_eq!(before, after);
    let error = with_scales(good, [1e6; NET_ROUNDS]).expect_err("too much");
    assert!(
        error
            .to_string()
            .ends_with("a scale must be between 0.5 and 100")
    );
    assert!(with_scales(&good[1..], factors).is_err());
}

/// The few tilings that a first guess likes are never better than the best of all, and on average
/// less than a point worse, even on the untidy boards of games at random.
#[test]
fn few_tilings_are_nearly_as_good_as_all() {
    let setting = Setting {
        players: azulejo_rules::PlayerCount::Two,
        wall: Wall::Grey,
    };
    let value = crate::value::Value::shipped();
    let mut rng = FastRng::new(8);
    let (mut boards, mut lost) = (0, 0);
    while boards < 500 {
        let mut position = Position::new(setting.wall, setting.players, Seat::ALL[0]);
        let rounds = below(&mut rng, 4) as u16;
        position.play_out(&mut rng, rounds);
        if position.phase() == Phase::Refill {
            position.deal_at_random(&mut rng);
        }
        while position.phase() == Phase::Offer {
            let m = position.legal_moves().choose(&mut rng);
            position.play_unchecked(m);
        }
        if position.phase() != Phase::Tiling {
            continue;
        }
        let in_round = value.after_round(&position);
        for (_, board) in position.boards() {
            let mut tilings = 0;
            board.for_each_tiling(setting.wall, &mut |_, _| tilings += 1);
            if tilings < 3 {
                let quick = in_round.finish_quickly(board, true, 2);
                assert_eq!(quick, in_round.finish(board, true));
                continue;
            }
            let best = in_round.finish(board, true).1.alone;
            let quick = in_round.finish_quickly(board, true, 2).1.alone;
            assert!(quick <= best, "{quick} of {best}");
            boards += 1;
            lost += best - quick;
        }
    }
    assert!(
        lost < boards * 64,
        "{lost} sixty-fourths of a point on {boards} boards"
    );
}
