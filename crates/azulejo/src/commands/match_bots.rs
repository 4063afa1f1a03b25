//! `azulejo match`: compares two bots on the same deals.

use std::fs::File;
use std::io::{BufWriter, Write as _};

use anyhow::Result;
use azulejo_ai::eval::Evaluator;
use azulejo_ai::matches::{
    AdjustedTally, MatchPlan, Sprt, Tally, Verdict, play_match, results_and_luck,
};
use serde_json::json;

use crate::args::MatchArgs;
use crate::failure::open_error;
use crate::progress;
use crate::screen::Screen;

/// Plays the match and prints the result.
pub(crate) fn run(args: &MatchArgs, screen: &mut Screen) -> Result<()> {
    let players = args.players.count();
    let plan = MatchPlan {
        bot: args.bot,
        against: args.against,
        players,
        wall: args.wall,
        groups: args.pairs,
        seed: args.seed,
        threads: args.threads.map_or_else(cores, usize::from),
    };
    let mut out = match &args.out {
        Some(path) => {
            let file = File::create(path)
                .map_err(|e| open_error(path, &e, "choose a file that can be written"))?;
            Some(BufWriter::new(file))
        }
        None => None,
    };
    let sprt = args.sprt.map(|(elo0, elo1)| Sprt {
        elo0,
        elo1,
        alpha: 0.05,
    });
    let bar = progress::of_match(args.pairs * players as u64);
    let mut tally = Tally::new(players);
    let mut adjusted = args.adjusted.then(AdjustedTally::default);
    let evaluator = Evaluator::shipped();
    let mut failed = Ok(());
    play_match(plan, |group| {
        tally.add(&group.results());
        if let Some(adjusted) = &mut adjusted {
            adjusted.add(&results_and_luck(&group, &evaluator));
        }
        bar.inc(players as u64);
        bar.set_message(short(&tally));
        if let Some(out) = &mut out {
            for game in &group.games {
                failed = writeln!(out, "{}", game.record());
                if failed.is_err() {
                    return false;
                }
            }
        }
        sprt.is_none_or(|sprt| sprt.verdict(&tally) == Verdict::Undecided)
    });
    bar.finish_and_clear();
    failed?;
    if let Some(out) = &mut out {
        out.flush()?;
    }
    if args.json {
        screen.line(&as_json(args, &tally, adjusted.as_ref(), sprt))?;
    } else {
        for line in in_words(args, &tally, adjusted.as_ref(), sprt) {
            screen.line(&line)?;
        }
    }
    screen.flush()?;
    Ok(())
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn short(tally: &Tally) -> String {
    format!(
        "{:.1} % ± {:.1}",
        100.0 * tally.score(),
        100.0 * tally.score_error()
    )
}

fn in_words(
    args: &MatchArgs,
    tally: &Tally,
    adjusted: Option<&AdjustedTally>,
    sprt: Option<Sprt>,
) -> Vec<String> {
    let players = args.players.count();
    let (won, shared, lost) = tally.games();
    let table = match players {
        2 => format!("{} against {}", args.bot, args.against),
        n => format!("{} against {} of {}", args.bot, n - 1, args.against),
    };
    let mut lines = vec![
        format!(
            "{table}, {players} players, {} wall, seed {}",
            args.wall, args.seed
        ),
        format!(
            "{} games on {} deals: {won} won, {shared} shared, {lost} lost",
            won + shared + lost,
            tally.groups()
        ),
    ];
    let fair = if players == 2 {
        String::new()
    } else {
        format!(" (an equal player scores {:.1} %)", 100.0 / players as f64)
    };
    lines.push(format!("score {}{fair}", short(tally)));
    if let Some(adjusted) = adjusted {
        lines.push(adjusted_line(tally, adjusted));
    }
    if players == 2 {
        let (low, high) = tally.elo_interval();
        lines.push(match tally.elo() {
            Some(elo) => format!(
                "Elo difference {elo:+.0} ({} to {})",
                low.map_or("below".to_owned(), |e| format!("{e:+.0}")),
                high.map_or("above".to_owned(), |e| format!("{e:+.0}"))
            ),
            None => match low {
                Some(low) => format!("Elo difference above {low:+.0}"),
                None => "Elo difference: more games are needed".to_owned(),
            },
        });
        let pairs = tally.pairs();
        lines.push(format!(
            "pairs scoring 0, ½, 1, 1½, 2: {} {} {} {} {}",
            pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]
        ));
    }
    if let Some(sprt) = sprt {
        let ratio = tally.log_likelihood_ratio(sprt.elo0, sprt.elo1);
        lines.push(format!(
            "SPRT({:+}, {:+}): {}, log-likelihood ratio {ratio:.2} (bounds ±{:.2})",
            sprt.elo0,
            sprt.elo1,
            verdict_word(sprt.verdict(tally)),
            sprt.bound()
        ));
    }
    lines
}

/// Returns the luck-adjusted score, and the number of games that it saves if it saves any.
fn adjusted_line(tally: &Tally, adjusted: &AdjustedTally) -> String {
    let score = format!("luck-adjusted score {:.1} %", 100.0 * adjusted.score());
    let Some(error) = adjusted.score_error() else {
        return score;
    };
    let factor = (tally.score_error() / error).powi(2);
    // The error of a score of 0 or 100 % is only a bound.
    let known = tally.elo().is_some() && factor.is_finite();
    let saved = if known && factor > 1.0 {
        format!(", as precise as the score of {factor:.1} times as many games")
    } else {
        String::new()
    };
    format!("{score} ± {:.1}{saved}", 100.0 * error)
}

fn as_json(
    args: &MatchArgs,
    tally: &Tally,
    adjusted: Option<&AdjustedTally>,
    sprt: Option<Sprt>,
) -> String {
    let (won, shared, lost) = tally.games();
    let (low, high) = tally.elo_interval();
    let two = args.players.count() == 2;
    json!({
        "bot": args.bot.to_string(),
        "against": args.against.to_string(),
        "players": args.players.count(),
        "wall": args.wall.name(),
        "seed": args.seed,
        "deals": tally.groups(),
        "games": won + shared + lost,
        "won": won,
        "shared": shared,
        "lost": lost,
        "score": tally.score(),
        "score_error": tally.score_error(),
        "adjusted_score": adjusted.map(AdjustedTally::score),
        "adjusted_score_error": adjusted.and_then(AdjustedTally::score_error),
        "elo": tally.elo().filter(|_| two),
        "elo_low": low.filter(|_| two),
        "elo_high": high.filter(|_| two),
        "pairs": two.then(|| tally.pairs()),
        "sprt": sprt.map(|sprt| json!({
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "ratio": tally.log_likelihood_ratio(sprt.elo0, sprt.elo1),
            "bound": sprt.bound(),
            "verdict": verdict_word(sprt.verdict(tally)),
        })),
    })
    .to_string()
}

const fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Undecided => "undecided",
        Verdict::Passed => "passed",
        Verdict::Failed => "failed",
    }
}
