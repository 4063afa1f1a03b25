//! The shipped networks are valid and compute what the trainer computed, with every kernel.

use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Phase, Position, Seat};

use super::*;
use crate::eval::{Nets, SHIPPED_NETS};

/// Games that the trainer exported with each network, with their values.
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
    net.expect("every golden file has a network")
}

#[test]
fn every_shipped_network_has_a_golden_file() {
    let mut nets = Nets::none();
    for bytes in SHIPPED_NETS {
        let setting = nets.add(bytes).expect("a valid network");
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

/// Evaluates a line of a golden file: round, marker seat, seat to move and groups left (or `-` for
/// each), boards as `score:features`, expected values.
fn values_of(net: &Net, line: &str, kernel: Kernel) -> (Vec<i32>, Vec<i32>) {
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
    let mut evals = [BoardEval::default(); 4];
    let mut round_net = net.for_round_with(ByColour::default(), round, kernel);
    // A line lists all features, including the shared ones.
    round_net.shared_accumulator = net.bias;
    for (eval, board) in evals.iter_mut().zip(boards) {
        let (score, features) = board.split_once(':').expect("score:features");
        let features: Vec<u16> = numbers(features).into_iter().map(|f| f as u16).collect();
        let score = score.parse().expect("a score");
        *eval = round_net.features(&features, score, turn.is_none());
    }
    let values = round_net.combine(&evals, boards.len(), marker, turn);
    (
        values[..boards.len()].to_vec(),
        numbers(words[words.len() - 1]),
    )
}

#[test]
fn all_kernels_match_the_trainer() {
    for (name, text) in GOLDEN {
        let net = shipped(name);
        let mut tables = 0;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            for kernel in Kernel::all() {
                let (found, expected) = values_of(net, line, kernel);
                assert_eq!(found, expected, "{name} {kernel:?}: {line}");
            }
            tables += 1;
        }
        assert!(tables >= 50, "{name}: {tables} tables");
    }
}

/// On boards from play, all kernels agree and no accumulator overflows 16 bits.
#[test]
fn all_kernels_agree_on_boards_from_play() {
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
                    .for_round_with(position.bag(), round, Kernel::Scalar)
                    .evaluate(board, true);
                for kernel in Kernel::all() {
                    let found = net
                        .for_round_with(position.bag(), round, kernel)
                        .evaluate(board, true);
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
    let mut accumulator: Vec<i64> = net.bias.iter().map(|&b| i64::from(b)).collect();
    let mut add = |feature: usize| {
        for (sum, number) in accumulator
            .iter_mut()
            .zip(&net.transformer[ACCUMULATOR * feature..])
        {
            *sum += i64::from(*number);
        }
    };
    for_each_board_feature(wall, &position.bag(), board, &mut add);
    for_each_shared_feature(wall, &position.bag(), round, &mut add);
    assert!(
        accumulator
            .iter()
            .all(|sum| sum.abs() <= i64::from(i16::MAX)),
        "an accumulator overflows 16 bits"
    );
}

/// Returns a valid network file in which all weights are zero.
fn empty_net(setting: Setting) -> Vec<u8> {
    let mut bytes = b"AZULNET1".to_vec();
    bytes.extend([setting.players.count() as u8, setting.wall as u8]);
    for size in [
        feature_count(setting.wall),
        ACCUMULATOR,
        HIDDEN,
        INTERACTION,
        NET_ROUNDS,
    ] {
        bytes.extend((size as u32).to_le_bytes());
    }
    bytes.extend(vec![0; 2 * (transformer_len(setting.wall) + ACCUMULATOR)]);
    for _ in 0..2 * NET_ROUNDS {
        let layers = ACCUMULATOR * HIDDEN + 4 * HIDDEN + 2 * HIDDEN * OUTPUTS + 4 * OUTPUTS;
        let direct = 2 * feature_count(setting.wall);
        bytes.extend(vec![
            0;
            direct
                + layers
                + 2 * INTERACTION * 5
                + 4
                + 4 * TEMPO_BUCKETS
        ]);
        bytes.extend(8.0_f32.to_le_bytes());
    }
    let checksum = crate::checksum::fnv(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

#[test]
fn zero_network_evaluates_to_the_score() {
    for setting in Setting::ALL {
        let net = Net::from_bytes(&empty_net(setting)).expect("a valid network");
        let position = Position::new(setting.wall, setting.players, Seat::ALL[0]);
        let eval = net
            .for_round(position.bag(), 1)
            .evaluate(position.board(Seat::ALL[0]), true);
        assert_eq!(eval, BoardEval::default());
        assert_eq!(net.setting(), setting);
    }
}

#[test]
fn corrupt_file_is_rejected_with_its_offset() {
    let good = empty_net(Setting::ALL[0]);
    let check = |bytes: &[u8], message: &str| {
        let error = Net::from_bytes(bytes).expect_err(message);
        assert_eq!(error.to_string(), message);
    };
    check(b"", "byte 0: unexpected end of file");
    check(b"NETWORK?", "byte 0: not a network file of this version");
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
    check(&with(10, 1), "byte 10: unsupported layer size");
    let body = good.len() - 8;
    check(
        &with(5000, 1),
        &format!("byte {body}: checksum mismatch: the file is corrupt"),
    );
    check(
        &with(body - 1, 0xFF),
        &format!("byte {}: a scale must be between 0.5 and 100", body - 4),
    );
    check(
        &good[..good.len() - 1],
        &format!("byte {}: unexpected end of file", good.len() - 1),
    );
    let mut longer = good.clone();
    longer.push(0);
    check(
        &longer,
        &format!("byte {}: trailing bytes after the end", good.len()),
    );
}

#[test]
fn with_scales_changes_only_the_scales() {
    let good = SHIPPED_NETS[0];
    let factors = [2.0, 1.0, 0.5, 1.0, 1.0];
    let changed = with_scales(good, factors).expect("scales in range");
    let (mut before, after) = (
        Net::from_bytes(good).expect("a valid network"),
        Net::from_bytes(&changed).expect("a valid network"),
    );
    assert_ne!(before, after);
    for (kind, layers) in before.rounds.iter_mut().enumerate() {
        layers.scale *= factors[kind % NET_ROUNDS];
    }
    assert_eq!(before, after);
    let error = with_scales(good, [1e6; NET_ROUNDS]).expect_err("out of range");
    assert!(
        error
            .to_string()
            .ends_with("a scale must be between 0.5 and 100")
    );
    assert!(with_scales(&good[1..], factors).is_err());
}

/// The preselected tilings are never better than the best of all, and on average less than a point
/// worse, even on the messy boards of random games.
#[test]
fn preselected_tilings_lose_little_value() {
    let setting = Setting {
        players: azulejo_rules::PlayerCount::Two,
        wall: Wall::Grey,
    };
    let shipped_evaluator = crate::eval::Evaluator::shipped();
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
        let evaluator = shipped_evaluator.after_round(&position);
        for (_, board) in position.boards() {
            let mut tilings = 0;
            board.for_each_tiling(setting.wall, &mut |_, _| tilings += 1);
            if tilings < 3 {
                let quick = evaluator.finish_round_fast(board, true, 2);
                assert_eq!(quick, evaluator.finish_round(board, true));
                continue;
            }
            let best = evaluator.finish_round(board, true).1.standalone;
            let quick = evaluator.finish_round_fast(board, true, 2).1.standalone;
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
