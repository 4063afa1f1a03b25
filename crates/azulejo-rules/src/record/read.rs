//! Parsing records.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use core::str::FromStr;

use super::json::{Cursor, ParseRecordError, Read};
use super::{BonusRecord, EndedBy, Record, ResultRecord, RoundRecord, Takeover, check_name};
use crate::{Bonuses, Draw, Move, Placement, ROUND_LIMIT, SCORE_LIMIT, Seat, Wall};

/// The score cap plus the bonuses for five rows, five columns and five colours.
const MAX_FINAL_SCORE: u16 = SCORE_LIMIT + 5 * (2 + 7 + 10);

impl FromStr for Record {
    type Err = ParseRecordError;

    fn from_str(text: &str) -> Result<Self, ParseRecordError> {
        let mut cursor = Cursor::new(text);
        let record = record(&mut cursor)?;
        cursor.end()?;
        Ok(record)
    }
}

fn record(c: &mut Cursor<'_>) -> Read<Record> {
    let start = c.offset();
    let (mut format, mut version) = (None, None);
    let (mut players, mut wall, mut first, mut rounds) = (None, None, None, None);
    let (mut bonuses, mut scores, mut winners) = (None, None, None);
    let (mut result, mut takeovers) = (None, None);
    let keys = [
        "format",
        "version",
        "players",
        "wall",
        "start",
        "rounds",
        "bonuses",
        "scores",
        "winners",
        "result",
        "takeovers",
    ];
    let extra = c.object(&keys, |c, key| {
        match key {
            "format" => {
                format = Some(c.parsed(|text| match text {
                    "azulejo-record" => Ok(()),
                    _ => Err("the format must be azulejo-record"),
                })?);
            }
            "version" => version = Some(c.number(1, 1)?),
            "players" => players = Some(names(c)?),
            "wall" => wall = Some(c.parsed(str::parse::<Wall>)?),
            "start" => first = Some(seat(c)?),
            "rounds" => rounds = Some(c.array(round)?),
            "bonuses" => bonuses = Some(c.array(bonus)?),
            "scores" => scores = Some(c.array(|c| c.number(0, MAX_FINAL_SCORE))?),
            "winners" => winners = Some(c.array(seat)?),
            "result" => result = Some(game_result(c)?),
            _ => takeovers = Some(c.array(takeover)?),
        }
        Ok(())
    })?;
    let missing = |key: &str| format!("the record has no key {key:?}");
    Ok(Record {
        players: {
            format.map_or_else(|| c.fail_keys(start, missing("format")), Ok)?;
            version.map_or_else(|| c.fail_keys(start, missing("version")), Ok)?;
            players.map_or_else(|| c.fail_keys(start, missing("players")), Ok)?
        },
        wall: wall.map_or_else(|| c.fail_keys(start, missing("wall")), Ok)?,
        start: first.map_or_else(|| c.fail_keys(start, missing("start")), Ok)?,
        rounds: rounds.map_or_else(|| c.fail_keys(start, missing("rounds")), Ok)?,
        bonuses,
        scores,
        winners,
        result,
        takeovers,
        extra,
    })
}

fn round(c: &mut Cursor<'_>) -> Read<RoundRecord> {
    let start = c.offset();
    let (mut first, mut deal, mut moves, mut tiling, mut scores) = (None, None, None, None, None);
    let extra = c.object(&["start", "deal", "moves", "tiling", "scores"], |c, key| {
        match key {
            "start" => first = Some(seat(c)?),
            "deal" => deal = Some(c.array(|c| c.parsed(str::parse::<Draw>))?),
            "moves" => moves = Some(c.array(|c| c.parsed(str::parse::<Move>))?),
            "tiling" => {
                tiling = Some(c.array(|c| c.array(|c| c.parsed(str::parse::<Placement>)))?);
            }
            _ => scores = Some(c.array(|c| c.number(0, SCORE_LIMIT))?),
        }
        Ok(())
    })?;
    let missing = |key: &str| format!("the round has no key {key:?}");
    Ok(RoundRecord {
        start: first.map_or_else(|| c.fail_keys(start, missing("start")), Ok)?,
        deal: deal.map_or_else(|| c.fail_keys(start, missing("deal")), Ok)?,
        moves: moves.map_or_else(|| c.fail_keys(start, missing("moves")), Ok)?,
        tiling,
        scores,
        extra,
    })
}

fn bonus(c: &mut Cursor<'_>) -> Read<BonusRecord> {
    let start = c.offset();
    let mut counts = [None; 3];
    let keys = ["rows", "columns", "colours"];
    let extra = c.object(&keys, |c, key| {
        let count = c.number(0, 5)? as u8;
        for (slot, known) in counts.iter_mut().zip(keys) {
            if known == key {
                *slot = Some(count);
            }
        }
        Ok(())
    })?;
    let [Some(rows), Some(columns), Some(colours)] = counts else {
        return c.fail_keys(
            start,
            "bonuses need the keys \"rows\", \"columns\" and \"colours\"",
        );
    };
    Ok(BonusRecord {
        bonuses: Bonuses {
            rows,
            columns,
            colours,
        },
        extra,
    })
}

fn game_result(c: &mut Cursor<'_>) -> Read<ResultRecord> {
    let start = c.offset();
    let (mut by, mut whose) = (None, None);
    let extra = c.object(&["by", "seat"], |c, key| {
        match key {
            "by" => by = Some(c.string()?),
            _ => whose = Some(seat(c)?),
        }
        Ok(())
    })?;
    let by = match (by.as_deref(), whose) {
        (Some("score"), None) => EndedBy::Score,
        (Some("truncated"), None) => EndedBy::Truncated,
        (Some("aborted"), None) => EndedBy::Aborted,
        (Some("resigned"), Some(seat)) => EndedBy::Resigned(seat),
        (Some("time"), Some(seat)) => EndedBy::Time(seat),
        (Some("left"), Some(seat)) => EndedBy::Left(seat),
        (Some("resigned" | "time" | "left"), None) => {
            return c.fail_keys(start, "this result needs the key \"seat\"");
        }
        (Some("score" | "truncated" | "aborted"), Some(_)) => {
            return c.fail_keys(start, "this result has no key \"seat\"");
        }
        (Some(_), _) => {
            return c.fail_value(
                start,
                "a result is by score, resigned, time, left, truncated or aborted",
            );
        }
        (None, _) => return c.fail_keys(start, "the result has no key \"by\""),
    };
    Ok(ResultRecord { by, extra })
}

fn takeover(c: &mut Cursor<'_>) -> Read<Takeover> {
    let start = c.offset();
    let (mut whose, mut round, mut at_move) = (None, None, None);
    let (mut bot, mut reason) = (None, None);
    let extra = c.object(&["seat", "round", "move", "bot", "reason"], |c, key| {
        match key {
            "seat" => whose = Some(seat(c)?),
            "round" => round = Some(c.number(1, ROUND_LIMIT)?),
            "move" => at_move = Some(c.number(1, 999)?),
            "bot" => bot = Some(name(c)?),
            _ => {
                reason = Some(c.parsed(|text| match text {
                    "resigned" | "time" | "left" => Ok(text.to_owned()),
                    _ => Err("the reason must be resigned, time or left"),
                })?);
            }
        }
        Ok(())
    })?;
    let (Some(seat), Some(round), Some(at_move), Some(bot), Some(reason)) =
        (whose, round, at_move, bot, reason)
    else {
        return c.fail_keys(
            start,
            "a takeover needs the keys \"seat\", \"round\", \"move\", \"bot\" and \"reason\"",
        );
    };
    Ok(Takeover {
        seat,
        round,
        at_move,
        bot,
        reason,
        extra,
    })
}

fn names(c: &mut Cursor<'_>) -> Read<Vec<String>> {
    let start = c.offset();
    let names = c.array(name)?;
    match names.len() {
        2..=4 => Ok(names),
        n => c.fail_value(start, format!("a game has 2 to 4 players, not {n}")),
    }
}

fn name(c: &mut Cursor<'_>) -> Read<String> {
    let start = c.offset();
    let name = c.string()?;
    match check_name(&name) {
        Ok(()) => Ok(name),
        Err(error) => c.fail_value(start, error.message()),
    }
}

fn seat(c: &mut Cursor<'_>) -> Read<Seat> {
    Ok(Seat::ALL[usize::from(c.number(1, 4)?) - 1])
}
