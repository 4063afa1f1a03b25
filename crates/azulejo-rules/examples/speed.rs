use azulejo_rules::*;
fn main() {
    let n: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let mut moves = 0u64;
    let mut s = 0u64;
    let mut rng = rng::FastRng::new(1);
    let t = std::time::Instant::now();
    let start = Position::new(Wall::Coloured, Players::Two, Seat::ALL[0]).narrow();
    for _ in 0..n {
        let mut p = start;
        moves += u64::from(p.play_out(&mut rng, 100).moves);
        s += u64::from(p.board(Seat::ALL[0]).score());
    }
    let e = t.elapsed().as_secs_f64();
    println!(
        "{n} games {moves} moves {} s={s} {:.0} games/s {:.1} ns/ply",
        moves as f64 / n as f64,
        n as f64 / e,
        e * 1e9 / moves as f64
    );
}
