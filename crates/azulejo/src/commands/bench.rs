//! `azulejo bench`: the speed of random games.

use std::io::Write as _;
use std::time::Duration;

use anyhow::Result;
use azulejo_rules::rng::FastRng;
use azulejo_rules::{DEFAULT_ROUND_CAP, PlayerCount, Position, Seat, Wall};
use cpu_time::ProcessTime;

use crate::screen::Screen;

/// The number of games between two readings of the clock.
const BATCH: u64 = 500;

/// Prints games and plies per second for every number of players and both walls.
pub(crate) fn run(seconds: f64, json: bool, screen: &mut Screen) -> Result<()> {
    let time = Duration::from_secs_f64(seconds);
    for players in PlayerCount::ALL {
        for wall in Wall::ALL {
            let start = Position::new(wall, players, Seat::ALL[0]);
            let measured = match players {
                PlayerCount::Two => measure(start.narrow(), time),
                _ => measure(start, time),
            };
            let line = if json {
                measured.json(players, wall)
            } else {
                measured.line(players, wall)
            };
            screen.line(&line)?;
            screen.flush()?;
        }
    }
    Ok(())
}

/// Prints the node counts and the speed of the search for fixed positions.
pub(crate) fn run_ai(screen: &mut Screen) -> Result<()> {
    let clock = ProcessTime::now();
    let nodes = azulejo_ai::signature();
    let seconds = clock.elapsed().as_secs_f64();
    screen.line(&format!("{nodes} nodes"))?;
    screen.line(&format!(
        "{:.1} million nodes/s of CPU time",
        nodes as f64 / seconds / 1e6
    ))?;
    screen.flush()?;
    Ok(())
}

struct Measurement {
    games: u64,
    plies: u64,
    /// CPU time.
    seconds: f64,
}

fn measure<const SEATS: usize>(start: Position<SEATS>, time: Duration) -> Measurement {
    let mut rng = FastRng::new(1);
    let clock = ProcessTime::now();
    let (mut games, mut plies) = (0, 0);
    loop {
        for _ in 0..BATCH {
            let mut position = start;
            plies += u64::from(position.play_out(&mut rng, DEFAULT_ROUND_CAP).moves);
        }
        games += BATCH;
        let elapsed = clock.elapsed();
        if elapsed >= time {
            return Measurement {
                games,
                plies,
                seconds: elapsed.as_secs_f64(),
            };
        }
    }
}

impl Measurement {
    fn games_per_second(&self) -> f64 {
        self.games as f64 / self.seconds
    }

    fn plies_per_second(&self) -> f64 {
        self.plies as f64 / self.seconds
    }

    fn line(&self, players: PlayerCount, wall: Wall) -> String {
        format!(
            "{} players, {:<14} {:>9.0} games/s {:>6.1} million plies/s",
            players.count(),
            format!("{wall} wall:"),
            self.games_per_second(),
            self.plies_per_second() / 1e6
        )
    }

    fn json(&self, players: PlayerCount, wall: Wall) -> String {
        format!(
            "{{\"players\":{},\"wall\":\"{wall}\",\"games\":{},\"plies\":{},\"seconds\":{:.3},\
             \"games_per_second\":{:.0},\"plies_per_second\":{:.0}}}",
            players.count(),
            self.games,
            self.plies,
            self.seconds,
            self.games_per_second(),
            self.plies_per_second()
        )
    }
}
