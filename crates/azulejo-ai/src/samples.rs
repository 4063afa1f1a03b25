//! Samples for training networks: the table before every deal and at some moments of the offer, and
//! how the game ended.
//!
//! Files hold records of one fixed size and nothing else, so that a trainer can map them into
//! memory. Numbers are little-endian. A record is the game's number (`u32`), the round, the seat that
//! holds the marker (255: nobody), the seat to move (255: the round is over) and the number of groups
//! on offer; then for each player the score and the final score (`i16`), the share of the victory in
//! twelfths, a byte of zero, and the features of the board as `u16`, filled up with `0xFFFF`. In the
//! middle of a round boards are noted as they would be if it ended now; a table at which the game
//! would be over then is left out.
//!
//! The layout is described by [`schema`] for the trainer.

use core::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use azulejo_rules::{Marker, Outcome, Phase, Position};

use crate::search::Engine;
use crate::self_play::{SelfPlay, play_noted};
use crate::value::net::{
    MOST_ACTIVE, feature_count, first_shared_feature, for_each_board_feature, for_each_factor,
    for_each_shared_feature,
};
use crate::value::{Setting, Value};

const NO_FEATURE: u16 = 0xFFFF;
const NOBODY: u8 = 0xFF;
const HEAD: usize = 8;
const PER_PLAYER: usize = 6 + 2 * MOST_ACTIVE;
/// The table of the search in self-play: small moves need no more.
const TABLE_ENTRIES: usize = 1 << 15;

/// Describes the samples of a setting as JSON: sizes, and the factors of each feature.
#[must_use]
pub fn schema(setting: Setting) -> String {
    let mut pairs = String::new();
    let factors = for_each_factor(setting.wall, |feature, factor| {
        let comma = if pairs.is_empty() { "" } else { "," };
        let _ = write!(pairs, "{comma}[{feature},{factor}]");
    });
    format!(
        "{{\"setting\":\"{}\",\"players\":{},\"wall\":{},\"features\":{},\"shared\":{},\"active\":{MOST_ACTIVE},\"factors\":{factors},\"pairs\":[{pairs}]}}\n",
        setting.name(),
        setting.players.count(),
        setting.wall as usize,
        feature_count(setting.wall),
        first_shared_feature(setting.wall),
    )
}

/// A part of a run of self-play, which has a file of its own: a run that was stopped goes on with
/// the parts that are missing.
#[derive(Clone, Debug)]
pub struct Part {
    /// Where it is kept.
    pub path: PathBuf,
    games: core::ops::Range<u64>,
}

/// The parts of a run that have no file yet, each of so many games.
#[must_use]
pub fn missing_parts(plan: SelfPlay, folder: &Path, games_a_part: u64) -> Vec<Part> {
    let games_a_part = games_a_part.max(1);
    (0..plan.games.div_ceil(games_a_part))
        .map(|i| Part {
            path: folder.join(format!(
                "{}-{}-{i:05}.samples",
                plan.setting.name(),
                plan.seed
            )),
            games: i * games_a_part..((i + 1) * games_a_part).min(plan.games),
        })
        .filter(|part| !part.path.exists())
        .collect()
}

/// Plays a part and writes its file; gives how many samples it holds.
///
/// # Errors
/// When the file cannot be written.
pub fn play_part(plan: SelfPlay, part: &Part, engine: &mut Engine) -> io::Result<usize> {
    let mut bytes = Vec::new();
    let mut samples = 0;
    let value = engine.value().clone();
    let value = &value;
    for game in part.games.clone() {
        let mut tables: Vec<Vec<u8>> = Vec::new();
        let outcome = play_noted(plan, game, engine, |position| {
            tables.extend(record(game, position, value));
        });
        let Some(outcome) = outcome else { continue };
        for mut table in tables {
            note_outcome(&mut table, &outcome);
            bytes.extend_from_slice(&table);
            samples += 1;
        }
    }
    // A part is whole or not there, also when the run is killed.
    let unfinished = part.path.with_extension("unfinished");
    fs::write(&unfinished, bytes)?;
    fs::rename(&unfinished, &part.path)?;
    Ok(samples)
}

/// An engine for self-play.
#[must_use]
pub fn engine(value: Value) -> Engine {
    Engine::with_entries(value, TABLE_ENTRIES)
}

/// A table; nothing where the game would be over if the round ended now.
fn record(game: u64, position: &Position, value: &Value) -> Option<Vec<u8>> {
    let wall = position.wall();
    let bag = position.bag();
    let over = position.phase() == Phase::Refill;
    let value = value.after_round(position);
    let round = if over {
        position.round() - 1
    } else {
        position.round()
    };
    let marker = match (over, position.marker()) {
        (true, _) => Some(position.start()),
        (false, Marker::Held(seat)) => Some(seat),
        (false, _) => None,
    };
    let mut bytes = Vec::with_capacity(HEAD + 4 * PER_PLAYER);
    bytes.extend_from_slice(&(game as u32).to_le_bytes());
    bytes.push(round.min(255) as u8);
    bytes.push(marker.map_or(NOBODY, |seat| seat.index() as u8));
    bytes.push(if over {
        NOBODY
    } else {
        position.to_move().index() as u8
    });
    bytes.push(if over {
        0
    } else {
        position.group_count() as u8
    });
    for (_, board) in position.boards() {
        let board = if over {
            *board
        } else {
            value.finish(board, false).0
        };
        if board.has_complete_row() {
            return None;
        }
        bytes.extend_from_slice(&(board.score() as i16).to_le_bytes());
        bytes.extend_from_slice(&[0; 4]);
        let mut features = [NO_FEATURE; MOST_ACTIVE];
        let mut slots = features.iter_mut();
        let mut note = |feature: usize| {
            *slots.next().expect("a board has no more features") = feature as u16;
        };
        for_each_board_feature(wall, &bag, &board, &mut note);
        for_each_shared_feature(wall, &bag, round, &mut note);
        for feature in features {
            bytes.extend_from_slice(&feature.to_le_bytes());
        }
    }
    Some(bytes)
}

fn note_outcome(record: &mut [u8], outcome: &Outcome) {
    let winners = outcome.winners().count() as u8;
    for (player, standing) in record[HEAD..]
        .chunks_exact_mut(PER_PLAYER)
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
            open: 0.2,
            seed: 7,
            threads: 1,
        }
    }

    #[test]
    fn records_have_one_size_and_shares_of_one_victory() {
        let folder = std::env::temp_dir().join(format!("azulejo-samples-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let parts = missing_parts(plan(), &folder, 2);
        assert_eq!(parts.len(), 3);
        let mut engine = engine(Value::Hand);
        let mut samples = 0;
        for part in &parts {
            samples += play_part(plan(), part, &mut engine).expect("written");
        }
        assert!(missing_parts(plan(), &folder, 2).is_empty());
        let size = HEAD + 3 * PER_PLAYER;
        let bytes: Vec<u8> = parts
            .iter()
            .flat_map(|part| fs::read(&part.path).expect("read"))
            .collect();
        assert_eq!(bytes.len(), samples * size);
        for record in bytes.chunks_exact(size) {
            let shares: u8 = record[HEAD..].chunks_exact(PER_PLAYER).map(|p| p[4]).sum();
            assert_eq!(shares, 12);
            let over = record[6] == NOBODY;
            assert!(record[4] >= 1 && (record[5] < 3 || !over && record[5] == NOBODY));
            assert!(over && record[7] == 0 || record[6] < 3 && record[7] > 0);
        }
        // A part that is lost is played again, to the same bytes.
        let before = fs::read(&parts[1].path).expect("read");
        fs::remove_file(&parts[1].path).expect("removed");
        let again = missing_parts(plan(), &folder, 2);
        assert_eq!(again.len(), 1);
        play_part(plan(), &again[0], &mut engine).expect("written");
        assert_eq!(fs::read(&parts[1].path).expect("read"), before);
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn the_schema_names_sizes_and_factors() {
        for setting in Setting::ALL {
            let text = schema(setting);
            assert!(text.starts_with(&format!("{{\"setting\":\"{}\"", setting.name())));
            assert!(text.contains(&format!("\"features\":{}", feature_count(setting.wall))));
            assert!(text.ends_with("]]}\n"));
        }
    }
}
