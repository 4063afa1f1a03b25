//! Training samples for the networks: the boards before every deal and at some moments mid-round,
//! with the outcome of the game.
//!
//! Files consist of fixed-size records, so that a trainer can memory-map them. Numbers are
//! little-endian. A record is the number of the game (`u32`), the round, the seat that holds the
//! marker (255: none), the seat to move (255: the round is over) and the number of groups on offer;
//! then, for each player, the score and the final score (`i16`), the share of the win in twelfths,
//! a zero byte, and the features of the board as `u16`, padded with `0xFFFF`. Mid-round, boards are
//! recorded as if the round ended now; positions in which the game would end then are left out.
//!
//! The layout is described by [`schema`] for the trainer.

use core::fmt::Write as _;
use core::ops::{ControlFlow, Range};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use azulejo_rules::{Marker, Outcome, Phase, Position};

use crate::eval::net::{
    MAX_ACTIVE, feature_count, first_shared_feature, for_each_board_feature, for_each_factor,
    for_each_shared_feature,
};
use crate::eval::{Evaluator, Setting};
use crate::search::Engine;
use crate::self_play::{SelfPlay, play_sampled};

const NO_FEATURE: u16 = 0xFFFF;
const NO_SEAT: u8 = 0xFF;
const HEADER: usize = 8;
const PLAYER_RECORD: usize = 6 + 2 * MAX_ACTIVE;
/// The size of the transposition table in self-play, enough for short searches.
const TABLE_ENTRIES: usize = 1 << 15;

/// Returns the JSON schema of the samples of a setting: sizes, and the factors of each feature.
#[must_use]
pub fn schema(setting: Setting) -> String {
    let mut pairs = String::new();
    let factors = for_each_factor(setting.wall, |feature, factor| {
        let comma = if pairs.is_empty() { "" } else { "," };
        let _ = write!(pairs, "{comma}[{feature},{factor}]");
    });
    format!(
        "{{\"setting\":\"{}\",\"players\":{},\"wall\":{},\"features\":{},\"shared\":{},\"active\":{MAX_ACTIVE},\"factors\":{factors},\"pairs\":[{pairs}]}}\n",
        setting.name(),
        setting.players.count(),
        setting.wall as usize,
        feature_count(setting.wall),
        first_shared_feature(setting.wall),
    )
}

/// A shard of a self-play run, stored in a file of its own: an interrupted run resumes with the
/// missing shards.
#[derive(Clone, Debug)]
pub struct Shard {
    /// The path of the shard's file.
    pub path: PathBuf,
    pub(crate) games: Range<u64>,
}

impl Shard {
    /// Writes a temporary file and renames it, so that an interrupted run leaves no partial shard.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let unfinished = self.path.with_extension("unfinished");
        fs::write(&unfinished, bytes)?;
        fs::rename(&unfinished, &self.path)
    }
}

/// Returns the shards of a run that have no file yet.
#[must_use]
pub fn missing_shards(plan: SelfPlay, folder: &Path, games_per_shard: u64) -> Vec<Shard> {
    shards(plan.games, games_per_shard, |i| {
        let name = format!("{}-{}-{i:05}.samples", plan.setting.name(), plan.seed);
        folder.join(name)
    })
}

/// Divides `games` into shards and returns those that have no file yet.
pub(crate) fn shards(
    games: u64,
    games_per_shard: u64,
    path: impl Fn(u64) -> PathBuf,
) -> Vec<Shard> {
    let games_per_shard = games_per_shard.max(1);
    (0..games.div_ceil(games_per_shard))
        .map(|i| Shard {
            path: path(i),
            games: i * games_per_shard..((i + 1) * games_per_shard).min(games),
        })
        .filter(|shard| !shard.path.exists())
        .collect()
}

/// Plays the games of a shard, writes its file, and returns the number of samples.
///
/// # Errors
/// If the file cannot be written.
pub fn write_shard(plan: SelfPlay, shard: &Shard, engine: &mut Engine) -> io::Result<usize> {
    let mut bytes = Vec::new();
    let mut samples = 0;
    let evaluator = engine.evaluator().clone();
    let evaluator = &evaluator;
    for game in shard.games.clone() {
        let mut records: Vec<Vec<u8>> = Vec::new();
        let outcome = play_sampled(plan, game, engine, |position| {
            records.extend(encode_record(game, position, evaluator));
            ControlFlow::Continue(())
        });
        let Some(outcome) = outcome else { continue };
        for mut record in records {
            write_outcome(&mut record, &outcome);
            bytes.extend_from_slice(&record);
            samples += 1;
        }
    }
    shard.write(&bytes)?;
    Ok(samples)
}

/// Creates an engine for self-play.
#[must_use]
pub fn engine(evaluator: Evaluator) -> Engine {
    Engine::with_entries(evaluator, TABLE_ENTRIES)
}

/// Encodes a record without the outcome; `None` if the game would end with this round.
pub(crate) fn encode_record(
    game: u64,
    position: &Position,
    evaluator: &Evaluator,
) -> Option<Vec<u8>> {
    let wall = position.wall();
    let bag = position.bag();
    let round_over = position.phase() == Phase::Refill;
    let evaluator = evaluator.after_round(position);
    let round = if round_over {
        position.round() - 1
    } else {
        position.round()
    };
    let marker = match (round_over, position.marker()) {
        (true, _) => Some(position.start()),
        (false, Marker::Held(seat)) => Some(seat),
        (false, _) => None,
    };
    let mut bytes = Vec::with_capacity(HEADER + 4 * PLAYER_RECORD);
    bytes.extend_from_slice(&(game as u32).to_le_bytes());
    bytes.push(round.min(255) as u8);
    bytes.push(marker.map_or(NO_SEAT, |seat| seat.index() as u8));
    bytes.push(if round_over {
        NO_SEAT
    } else {
        position.to_move().index() as u8
    });
    bytes.push(if round_over {
        0
    } else {
        position.group_count() as u8
    });
    for (_, board) in position.boards() {
        let board = if round_over {
            *board
        } else {
            evaluator.finish_round(board, false).0
        };
        if board.has_complete_row() {
            return None;
        }
        bytes.extend_from_slice(&(board.score() as i16).to_le_bytes());
        bytes.extend_from_slice(&[0; 4]);
        let mut features = [NO_FEATURE; MAX_ACTIVE];
        let mut slots = features.iter_mut();
        let mut note = |feature: usize| {
            *slots.next().expect("at most MAX_ACTIVE features") = feature as u16;
        };
        for_each_board_feature(wall, &bag, &board, &mut note);
        for_each_shared_feature(wall, &bag, round, &mut note);
        for feature in features {
            bytes.extend_from_slice(&feature.to_le_bytes());
        }
    }
    Some(bytes)
}

fn write_outcome(record: &mut [u8], outcome: &Outcome) {
    let winners = outcome.winners().count() as u8;
    for (player, standing) in record[HEADER..]
        .chunks_exact_mut(PLAYER_RECORD)
        .zip(outcome.standings())
    {
        player[2..4].copy_from_slice(&(standing.score() as i16).to_le_bytes());
        player[4] = if standing.won { 12 / winners } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> SelfPlay {
        SelfPlay {
            setting: Setting::ALL[1],
            games: 5,
            nodes: 30,
            random: 0.1,
            greedy: 0.3,
            mid_round: 0.2,
            seed: 7,
            threads: 1,
        }
    }

    #[test]
    fn records_have_fixed_size_and_win_shares_sum_to_one() {
        let folder = std::env::temp_dir().join(format!("azulejo-samples-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let shards = missing_shards(plan(), &folder, 2);
        assert_eq!(shards.len(), 3);
        let mut engine = engine(Evaluator::HandCrafted);
        let mut samples = 0;
        for shard in &shards {
            samples += write_shard(plan(), shard, &mut engine).expect("written");
        }
        assert!(missing_shards(plan(), &folder, 2).is_empty());
        let size = HEADER + 3 * PLAYER_RECORD;
        let bytes: Vec<u8> = shards
            .iter()
            .flat_map(|shard| fs::read(&shard.path).expect("read"))
            .collect();
        assert_eq!(bytes.len(), samples * size);
        for record in bytes.chunks_exact(size) {
            let shares: u8 = record[HEADER..]
                .chunks_exact(PLAYER_RECORD)
                .map(|p| p[4])
                .sum();
            assert_eq!(shares, 12);
            let round_over = record[6] == NO_SEAT;
            assert!(record[4] >= 1 && (record[5] < 3 || !round_over && record[5] == NO_SEAT));
            assert!(round_over && record[7] == 0 || record[6] < 3 && record[7] > 0);
        }
        // A lost shard is reproduced byte for byte.
        let before = fs::read(&shards[1].path).expect("read");
        fs::remove_file(&shards[1].path).expect("removed");
        let again = missing_shards(plan(), &folder, 2);
        assert_eq!(again.len(), 1);
        write_shard(plan(), &again[0], &mut engine).expect("written");
        assert_eq!(fs::read(&shards[1].path).expect("read"), before);
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn schema_lists_sizes_and_factors() {
        for setting in Setting::ALL {
            let text = schema(setting);
            assert!(text.starts_with(&format!("{{\"setting\":\"{}\"", setting.name())));
            assert!(text.contains(&format!("\"features\":{}", feature_count(setting.wall))));
            assert!(text.ends_with("]]}\n"));
        }
    }
}
