//! Sampled deals are pinned and uniformly distributed.
//!
//! The pinned deals were computed independently of the crate, from the description of the method: one
//! random word for four tiles, or one for each tile if the bag runs out within the factory.

use std::collections::BTreeMap;
use std::convert::Infallible;

use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{Colour, Position};
use rand_core::{Rng, TryRng};

use crate::support::position;

/// A position for four with nearly all tiles on the walls, and this bag, lid and these lines.
fn nearly_empty(bag: &str, lid: &str, lines: [&str; 4]) -> Position {
    let walls = [
        ".YRKW/.BYRK/.WBYR/.KWBY/.RKWB",
        "B.RKW/W.YRK/K.BYR/R.WBY/Y.KWB",
        "BY.KW/WB.RK/KW.YR/RK.BY/YR.WB",
        "BYR.W/WBY.K/KWB.R/RKW.Y/YRK.B",
    ];
    let boards: Vec<String> = lines
        .iter()
        .zip(walls)
        .map(|(lines, wall)| format!("9;{lines};{wall};-"))
        .collect();
    position(&format!(
        "c4 9 1>1 -/-/-/-/-/-/-/-/- * {bag} {lid} {}",
        boards.join(" ")
    ))
}

/// A position for two with this bag and the remaining tiles in the lid.
fn with_bag(bag: &str) -> Position {
    position(&format!("c2 3 1>1 -/-/-/-/- * {bag} ~ = ="))
}

// ---------------------------------------------------------------------------------------------
// Pinned deals
// ---------------------------------------------------------------------------------------------

/// Checks the deal sampled with this seed.
#[track_caller]
fn check(before: &Position, seed: u64, expected: &str) {
    let mut rng = FastRng::new(seed);
    let deal = before.sample_deal(&mut rng);
    assert_eq!(deal.to_string(), expected, "seed {seed}: {before}");
    assert_eq!(before.check_deal(&deal), Ok(()));

    let mut twin = FastRng::new(seed);
    let (mut at_once, mut in_two_steps) = (*before, *before);
    assert_eq!(at_once.deal_at_random(&mut twin), deal);
    in_two_steps.deal(&deal).expect("a legal deal");
    assert_eq!(at_once, in_two_steps);
    assert_eq!(rng, twin, "both use the same random words");
}

#[test]
fn pinned_for_new_games() {
    let two = position("c2 1 1>1 -/-/-/-/- * ~ 0,0,0,0,0 = =");
    check(&two, 0, "KYBY/BRBW/BKYB/YKYR/BWKK");
    check(&two, 1, "KKKK/RYKR/YBYY/WRBW/BWRB");
    check(&two, 1_234_567, "KRYY/KBYY/BRRY/YWYB/YRBW");
    let three = position("g3 1 1>1 -/-/-/-/-/-/- * ~ 0,0,0,0,0 = = =");
    check(&three, 0, "KYBY/BRBW/BKYB/YKYR/BWKK/YYRW/KYYW");
    check(&three, 1, "KKKK/RYKR/YBYY/WRBW/BWRB/KRRR/KRBR");
    check(&three, 1_234_567, "KRYY/KBYY/BRRY/YWYB/YRBW/YBBK/WKKW");
    let four = position("c4 1 1>1 -/-/-/-/-/-/-/-/- * ~ 0,0,0,0,0 = = = =");
    check(&four, 0, "KYBY/BRBW/BKYB/YKYR/BWKK/YYRW/KYYW/YRKW/KWBR");
    check(&four, 1, "KKKK/RYKR/YBYY/WRBW/BWRB/KRRR/KRBR/WBBR/KWBR");
    check(
        &four,
        1_234_567,
        "KRYY/KBYY/BRRY/YWYB/YRBW/YBBK/WKKW/YRRB/RWRY",
    );
}

#[test]
fn pinned_when_bag_runs_out_within_first_factory() {
    check(&with_bag("1,0,0,0,1"), 0, "WBBY/BKBB/YWBR/KYBB/YRYB");
    check(&with_bag("1,0,0,0,1"), 2_026, "WBYR/WYYR/YRBW/KWKY/YWYW");
}

#[test]
fn pinned_when_bag_runs_out_within_last_factory() {
    check(&with_bag("0,0,0,17,0"), 0, "KKKK/KKKK/KKKK/KKKK/KYRY");
    check(&with_bag("0,0,0,17,0"), 2_026, "KKKK/KKKK/KKKK/KKKK/KYKB");
    check(&with_bag("0,1,0,0,18"), 0, "WWWW/YWWW/WWWW/WWWW/WWWY");
    check(&with_bag("0,1,0,0,18"), 2_026, "WWWW/WWYW/WWWW/WWWW/WWWB");
}

#[test]
fn pinned_when_bag_runs_out_between_factories() {
    check(&with_bag("3,2,1,1,1"), 0, "YKRB/BBYW/BKYB/YKYR/BWKK");
    check(&with_bag("3,2,1,1,1"), 2_026, "KRBY/WBYB/YWWY/RRRK/WBBR");
}

#[test]
fn pinned_for_empty_and_exactly_emptied_bags() {
    check(&with_bag("0,0,0,0,0"), 0, "KYBY/BRBW/BKYB/YKYR/BWKK");
    check(&with_bag("0,0,0,0,0"), 2_026, "WBYY/WKKB/YWWY/RRRK/WBBR");
    check(&with_bag("4,4,4,4,4"), 0, "KBWW/BBYK/YYRB/RKYR/RKWW");
    check(&with_bag("4,4,4,4,4"), 2_026, "WKRW/KBRB/YYKR/YRYW/WKBB");
}

#[test]
fn pinned_for_short_deals() {
    let lines = ["-/-/-/-/YYYY", "-", "-/-/-/-/KKKK", "-/-/-/BBB/W"];
    let before = nearly_empty("0,0,2,0,0", "1,0,2,0,3", lines);
    check(&before, 0, "RRBR/RWWW/-/-/-/-/-/-/-");
    check(&before, 2_026, "RRRW/WWBR/-/-/-/-/-/-/-");
    let lines = ["-/-/-/-/YYYY", "-", "-/-/-/-/KKKK", "-/-/-/BBB/WW"];
    let before = nearly_empty("0,0,3,0,0", "1,0,1,0,2", lines);
    check(&before, 0, "RRRR/BWW/-/-/-/-/-/-/-");
    check(&before, 2_026, "RRRR/WBW/-/-/-/-/-/-/-");
    let lines = [
        "-/-/-/-/YYYY",
        "-/-/-/-/RR",
        "-/-/-/-/KKKK",
        "-/-/-/BBB/WWWW",
    ];
    let before = nearly_empty("0,0,0,0,0", "1,0,2,0,0", lines);
    check(&before, 0, "RBR/-/-/-/-/-/-/-/-");
    check(&before, 2_026, "RRB/-/-/-/-/-/-/-/-");
    let lines = [
        "-/-/-/-/YYYY",
        "-/-/-/-/RRRR",
        "-/-/-/-/KKKK",
        "-/-/-/BBB/WWWW",
    ];
    check(
        &nearly_empty("1,0,0,0,0", "0,0,0,0,0", lines),
        0,
        "B/-/-/-/-/-/-/-/-",
    );
}

// ---------------------------------------------------------------------------------------------
// Rejected words
// ---------------------------------------------------------------------------------------------

/// A generator that returns these words and counts them.
struct Words<'a> {
    words: &'a [u64],
    used: usize,
}

impl TryRng for Words<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|word| (word >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.used += 1;
        Ok(self.words[self.used - 1])
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!("deals use whole words")
    }
}

/// Checks how many words a deal uses if these come first, followed by acceptable ones.
#[track_caller]
fn check_words(before: &Position, first: &[u64], expected: usize) {
    let words: Vec<u64> = first
        .iter()
        .copied()
        .chain([0x8765_4321_0FED_CBA9; 40])
        .collect();
    let mut rng = Words {
        words: &words,
        used: 0,
    };
    let _ = before.sample_deal(&mut rng);
    assert_eq!(rng.used, expected);
}

#[test]
fn four_tiles_use_one_random_word() {
    check_words(&with_bag("20,20,20,20,20"), &[], 5);
    check_words(&with_bag("0,0,0,0,0"), &[], 5);
    check_words(&with_bag("0,0,0,8,0"), &[], 5);
    // A factory during which the lid refills the bag uses one word per tile.
    check_words(&with_bag("0,0,0,9,0"), &[], 4 + 4);
}

#[test]
fn rejection_threshold_is_exact() {
    // Multiplied by 100 * 99 * 98 * 97, the lower half is just below the threshold, or exactly on it.
    let full = with_bag("20,20,20,20,20");
    check_words(&full, &[0x1109_6CDF_0055_E666], 6);
    check_words(&full, &[0x1FFF_FFD2_5CAA_4AB9], 5);
    check_words(&full, &[0, 0, 0], 8);
    // The same for 20 * 19 * 18 * 17.
    let twenty = with_bag("4,4,4,4,4");
    check_words(&twenty, &[0x0481_B31A_66C0_93AB], 6);
    check_words(&twenty, &[0x1FFF_6FB7_93A5_9CA2], 5);
    // The same for 4 * 3 * 2 * 1, and for a single tile of three.
    let four = with_bag("0,0,0,4,0");
    check_words(&four, &[0x0AAA_AAAA_AAAA_AAAB], 6);
    check_words(&four, &[0x1555_5555_5555_5556], 5);
    let three = with_bag("1,1,1,0,0");
    check_words(&three, &[0], 4 + 4 + 1);
    check_words(&three, &[0xAAAA_AAAA_AAAA_AAAB], 4 + 4);
}

/// Checks the number that `below` derives from these 32-bit words, and how many it uses.
#[track_caller]
fn check_below(bound: u32, words: &[u32], expected: u32, used: usize) {
    let words: Vec<u64> = words.iter().map(|&word| u64::from(word) << 32).collect();
    let mut rng = Words {
        words: &words,
        used: 0,
    };
    assert_eq!((below(&mut rng, bound), rng.used), (expected, used));
}

#[test]
fn below_rejects_biased_words() {
    // For 3, one of the 2^32 words is rejected; for 3 * 2^30, a quarter of them.
    check_below(3, &[0, u32::MAX], 2, 2);
    check_below(3, &[1], 0, 1);
    check_below(3 << 30, &[4, 8, 3], 2, 3);
    check_below(3 << 30, &[1], 0, 1);
    check_below(3 << 30, &[u32::MAX], (3 << 30) - 1, 1);
    // No word is rejected for a power of two.
    check_below(4, &[0], 0, 1);
    check_below(1, &[0], 0, 1);
}

// ---------------------------------------------------------------------------------------------
// Distribution
// ---------------------------------------------------------------------------------------------

/// Returns the probability of each order of tiles on the first factory.
fn probabilities(bag: [u8; 5], lid: [u8; 5]) -> BTreeMap<String, f64> {
    let mut orders = BTreeMap::from([(String::new(), (1.0, bag, lid))]);
    for _ in 0..4 {
        let mut longer = BTreeMap::new();
        for (text, (probability, bag, lid)) in orders {
            let empty = bag.iter().all(|&n| n == 0);
            let (bag, lid) = if empty { (lid, [0; 5]) } else { (bag, lid) };
            let left: u8 = bag.iter().sum();
            for colour in Colour::ALL.into_iter().filter(|c| bag[c.index()] > 0) {
                let mut rest = bag;
                rest[colour.index()] -= 1;
                let share = f64::from(bag[colour.index()]) / f64::from(left);
                longer.insert(format!("{text}{colour}"), (probability * share, rest, lid));
            }
        }
        orders = longer;
    }
    orders
        .into_iter()
        .map(|(text, (probability, ..))| (text, probability))
        .collect()
}

/// Returns Pearson's chi-square statistic and its degrees of freedom. Outcomes expected fewer than ten
/// times are pooled.
fn chi_square(found: &BTreeMap<String, u32>, expected: &BTreeMap<String, f64>) -> (f64, f64) {
    let samples = f64::from(found.values().sum::<u32>());
    assert!(
        found.keys().all(|text| expected.contains_key(text)),
        "impossible draw"
    );
    let (mut statistic, mut cells) = (0.0, 0.0);
    let mut rest = (0.0, 0.0);
    let mut add = |found: f64, expected: f64| {
        statistic += (found - expected).powi(2) / expected;
        cells += 1.0;
    };
    for (text, probability) in expected {
        let (count, mean) = (
            f64::from(found.get(text).copied().unwrap_or(0)),
            probability * samples,
        );
        if mean < 10.0 {
            rest = (rest.0 + count, rest.1 + mean);
        } else {
            add(count, mean);
        }
    }
    if rest.1 >= 10.0 {
        add(rest.0, rest.1);
    }
    (statistic, cells - 1.0)
}

/// Returns whether the statistic is within five standard deviations, which a fair sampler exceeds less
/// than once in a million cases.
fn is_plausible(found: &BTreeMap<String, u32>, expected: &BTreeMap<String, f64>) -> bool {
    let (statistic, freedom) = chi_square(found, expected);
    statistic <= freedom + 5.0 * (2.0 * freedom).sqrt() + 10.0
}

const SAMPLES: u32 = 60_000;

#[track_caller]
fn check_distribution(before: &Position) {
    let mut rng = FastRng::new(99);
    let expected = probabilities(before.bag().0, before.lid().0);
    // The last factory has the same distribution as the first if the bag does not run out.
    let steady = before.bag().total() >= 20;
    let mut found = [BTreeMap::new(), BTreeMap::new()];
    for _ in 0..SAMPLES {
        let deal = before.sample_deal(&mut rng);
        *found[0].entry(deal.draws()[0].to_string()).or_default() += 1;
        *found[1].entry(deal.draws()[4].to_string()).or_default() += 1;
    }
    assert!(
        is_plausible(&found[0], &expected),
        "{:?}: {before}",
        chi_square(&found[0], &expected)
    );
    assert!(!steady || is_plausible(&found[1], &expected), "{before}");
}

#[test]
fn uniform_from_full_bag() {
    check_distribution(&with_bag("20,20,20,20,20"));
}

#[test]
fn uniform_from_uneven_bags() {
    check_distribution(&with_bag("20,1,1,1,1"));
    check_distribution(&with_bag("1,2,4,8,16"));
    check_distribution(&with_bag("0,0,20,0,1"));
    check_distribution(&with_bag("13,0,7,0,2"));
}

#[test]
fn uniform_from_short_bags_and_across_the_lid() {
    check_distribution(&with_bag("1,1,1,1,1"));
    check_distribution(&with_bag("1,1,1,1,0"));
    check_distribution(&with_bag("2,0,0,0,1"));
    check_distribution(&with_bag("0,1,0,0,1"));
    check_distribution(&with_bag("0,0,0,1,0"));
    check_distribution(&with_bag("0,0,0,0,0"));
    check_distribution(&position(
        "c2 3 1>1 -/-/-/-/- * 1,1,0,0,0 ~ 0;-/B/RR/-/WWWW;.;- 0;-/-/BB/BBB/KKKK;.;-",
    ));
}

#[test]
fn uniform_from_short_lid() {
    let lines = ["-/-/-/-/YYYY", "-", "-/-/-/-/KKKK", "-/-/-/BBB/W"];
    check_distribution(&nearly_empty("0,0,2,0,0", "1,0,2,0,3", lines));
    check_distribution(&nearly_empty("1,0,0,0,2", "0,0,4,0,1", lines));
    check_distribution(&nearly_empty("0,0,0,0,0", "1,0,4,0,3", lines));
}

#[test]
fn narrow_position_samples_the_same_deals() {
    let before = with_bag("1,2,4,8,16");
    for seed in 0..1_000 {
        let deal = before.sample_deal(&mut FastRng::new(seed));
        assert_eq!(before.narrow().sample_deal(&mut FastRng::new(seed)), deal);
    }
}

/// The negative control: a slightly biased sampler is detected.
#[test]
fn chi_square_detects_biased_samplers() {
    let before = with_bag("20,20,20,20,20");
    let expected = probabilities(before.bag().0, before.lid().0);
    let mut rng = FastRng::new(99);
    let mut found = BTreeMap::new();
    for _ in 0..SAMPLES {
        // One time in forty, replace the first tile with a blue one.
        let mut text = before.sample_deal(&mut rng).draws()[0].to_string();
        if rng.next_u32().is_multiple_of(40) {
            text.replace_range(0..1, "B");
        }
        *found.entry(text).or_default() += 1;
    }
    assert!(!is_plausible(&found, &expected));

    // Drawing with replacement.
    let with_replacement: BTreeMap<String, f64> = expected
        .keys()
        .map(|text| (text.clone(), 0.2_f64.powi(4)))
        .collect();
    let mut found = BTreeMap::new();
    for _ in 0..SAMPLES {
        *found
            .entry(before.sample_deal(&mut rng).draws()[0].to_string())
            .or_default() += 1;
    }
    assert!(!is_plausible(&found, &with_replacement));
}
