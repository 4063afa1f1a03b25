//! Quick matches between bots with different values, for experiments.
use azulejo_ai::matches::*;
use azulejo_ai::value::*;
use azulejo_ai::*;
use azulejo_rules::*;

fn make(text: &str) -> Bot {
    // hand:…, file:PATH:…, then key=value,… before the bot, as file:w:rm=4,sf=8:legend@4000n
    let mut value = Value::shipped();
    let mut rest = text;
    if let Some(r) = rest.strip_prefix("hand:") {
        value = Value::Hand;
        rest = r;
    }
    if let Some((file, r)) = rest.strip_prefix("file:").and_then(|t| t.split_once(':')) {
        value = Value::Linear(Box::new(
            Linear::parse(&std::fs::read_to_string(file).unwrap()).unwrap(),
        ));
        rest = r;
    }
    let mut p = search::Parameters::SHIPPED;
    if let Some((keys, r)) = rest.split_once(':') {
        for kv in keys.split(',') {
            let (k, v) = kv.split_once('=').unwrap();
            match k {
                "rm" => p.reduce_from_move = v.parse().unwrap(),
                "rd" => p.reduce_from_depth = v.parse().unwrap(),
                "rs" => p.reduce_step = v.parse().unwrap(),
                "sf" => p.skip_floor_from = v.parse().unwrap(),
                "po" => p.partial_order = v.parse().unwrap(),
                "ot" => {
                    p.others = if v == "0" {
                        search::Others::Together
                    } else {
                        search::Others::ForThemselves
                    }
                }
                "pl" => p.plausible = v.parse().unwrap(),
                "te" => p.tempo = v.parse().unwrap(),
                "ls" => p.late_scale = v.parse().unwrap(),
                _ => panic!("{k}"),
            }
        }
        rest = r;
    }
    let spec: BotSpec = rest.parse().unwrap();
    Bot::with_engine(spec, search::Engine::new(value).with_parameters(p))
        .unwrap_or_else(|| Bot::new(spec, 0))
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (a, b) = (args[1].clone(), args[2].clone());
    let groups: u64 = args[3].parse().unwrap();
    let players: usize = args.get(4).map_or(2, |p| p.parse().unwrap());
    let wall = if args.get(5).is_some_and(|w| w == "grey") {
        Wall::Grey
    } else {
        Wall::Coloured
    };
    let threads: u64 = args.get(6).map_or(2, |p| p.parse().unwrap());
    let results: Vec<(f64, f64, u64, f64, f64)> = std::thread::scope(|s| {
        let hs: Vec<_> = (0..threads)
            .map(|t| {
                let (a, b) = (a.clone(), b.clone());
                s.spawn(move || {
                    let mut bots: Vec<Bot> = std::iter::once(make(&a))
                        .chain((1..players).map(|_| make(&b)))
                        .collect();
                    let (mut sum, mut sq, mut n, mut sa, mut sb) = (0.0, 0.0, 0, 0.0, 0.0);
                    for g in (t..groups).step_by(threads as usize) {
                        let mut pair = 0.0;
                        for rot in 0..players {
                            let seats: Vec<usize> =
                                (0..players).map(|i| (i + rot) % players).collect();
                            let me = seats.iter().position(|&x| x == 0).unwrap();
                            let game = play_game(
                                &mut bots,
                                &seats,
                                GameSetup {
                                    wall,
                                    start: Seat::ALL[0],
                                    seed: g,
                                },
                            );
                            pair += result_of(&game, Seat::ALL[me]);
                            if let Some(sc) = &game.record().scores {
                                sa += f64::from(sc[me]);
                                sb += (0..players)
                                    .filter(|&i| i != me)
                                    .map(|i| f64::from(sc[i]))
                                    .sum::<f64>()
                                    / (players - 1) as f64;
                            }
                        }
                        let x = pair / players as f64;
                        sum += x;
                        sq += x * x;
                        n += 1;
                    }
                    (sum, sq, n, sa, sb)
                })
            })
            .collect();
        hs.into_iter().map(|h| h.join().unwrap()).collect()
    });
    let n: u64 = results.iter().map(|r| r.2).sum();
    let mean = results.iter().map(|r| r.0).sum::<f64>() / n as f64;
    let var = results.iter().map(|r| r.1).sum::<f64>() / n as f64 - mean * mean;
    let games = n as f64 * players as f64;
    println!(
        "{a} vs {b}: {:.1} +- {:.1} %  elo {:.0}  ({} games)  points {:.1} : {:.1}",
        100.0 * mean,
        196.0 * (var / n as f64).sqrt(),
        400.0 * (mean / (1.0 - mean)).log10(),
        games,
        results.iter().map(|r| r.3).sum::<f64>() / games,
        results.iter().map(|r| r.4).sum::<f64>() / games
    );
}
