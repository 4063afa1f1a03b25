//! Quick matches between bots with different values, for experiments.
use azulejo_ai::matches::*;
use azulejo_ai::value::*;
use azulejo_ai::*;
use azulejo_rules::*;

fn make(text: &str) -> Bot {
    if let Some(rest) = text.strip_prefix("hand:") {
        return Bot::with_value(rest.parse::<BotSpec>().unwrap(), 0, Some(Value::Hand));
    }
    if let Some((file, rest)) = text.strip_prefix("file:").and_then(|t| t.split_once(':')) {
        let linear = Linear::parse(&std::fs::read_to_string(file).unwrap()).unwrap();
        return Bot::with_value(rest.parse::<BotSpec>().unwrap(), 0, Some(Value::Linear(Box::new(linear))));
    }
    Bot::new(text.parse::<BotSpec>().unwrap(), 0)
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (a, b) = (args[1].clone(), args[2].clone());
    let groups: u64 = args[3].parse().unwrap();
    let players: usize = args.get(4).map_or(2, |p| p.parse().unwrap());
    let wall = if args.get(5).is_some_and(|w| w == "grey") { Wall::Grey } else { Wall::Coloured };
    let threads: u64 = args.get(6).map_or(2, |p| p.parse().unwrap());
    let results: Vec<(f64, f64, u64, f64, f64)> = std::thread::scope(|s| {
        let hs: Vec<_> = (0..threads).map(|t| {
            let (a, b) = (a.clone(), b.clone());
            s.spawn(move || {
                let mut bots: Vec<Bot> = std::iter::once(make(&a)).chain((1..players).map(|_| make(&b))).collect();
                let (mut sum, mut sq, mut n, mut sa, mut sb) = (0.0, 0.0, 0, 0.0, 0.0);
                for g in (t..groups).step_by(threads as usize) {
                    let mut pair = 0.0;
                    for rot in 0..players {
                        let seats: Vec<usize> = (0..players).map(|i| (i + rot) % players).collect();
                        let me = seats.iter().position(|&x| x == 0).unwrap();
                        let game = play_game(&mut bots, &seats, GameSetup { wall, start: Seat::ALL[0], seed: g });
                        pair += result_of(&game, Seat::ALL[me]);
                        if let Some(sc) = &game.record().scores {
                            sa += f64::from(sc[me]);
                            sb += (0..players).filter(|&i| i != me).map(|i| f64::from(sc[i])).sum::<f64>() / (players - 1) as f64;
                        }
                    }
                    let x = pair / players as f64;
                    sum += x; sq += x * x; n += 1;
                }
                (sum, sq, n, sa, sb)
            })
        }).collect();
        hs.into_iter().map(|h| h.join().unwrap()).collect()
    });
    let n: u64 = results.iter().map(|r| r.2).sum();
    let mean = results.iter().map(|r| r.0).sum::<f64>() / n as f64;
    let var = results.iter().map(|r| r.1).sum::<f64>() / n as f64 - mean * mean;
    let games = n as f64 * players as f64;
    println!("{a} vs {b}: {:.1} +- {:.1} %  elo {:.0}  ({} games)  points {:.1} : {:.1}", 100.0 * mean, 196.0 * (var / n as f64).sqrt(),
        400.0 * (mean / (1.0 - mean)).log10(), games, results.iter().map(|r| r.3).sum::<f64>() / games, results.iter().map(|r| r.4).sum::<f64>() / games);
}
