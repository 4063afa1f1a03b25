//! Seats, to see whether they are still as somebody knows them, and whose they no longer are.

use crate::sql::{Connections, Pool, Row, list, values};
use crate::{GameId, SeatsMark, StoreError};

macro_rules! select_seats {
    ($which:expr) => {
        concat!(
            "SELECT s.game_id, s.seat, s.player_id, s.bot, s.detail, p.name, ",
            "CAST(CASE WHEN p.password IS NULL THEN 0 ELSE 1 END AS BIGINT) FROM ",
            $which,
            " JOIN seat s ON s.game_id = i.id LEFT JOIN player p ON p.id = s.player_id ",
            "ORDER BY s.game_id, s.seat"
        )
    };
}

pub(crate) async fn marks(
    pool: &Pool,
    games: &[GameId],
) -> Result<Vec<(GameId, SeatsMark)>, StoreError> {
    if games.is_empty() {
        return Ok(Vec::new());
    }
    let sql = match pool.connections {
        Connections::Sqlite(_) => select_seats!(
            "(SELECT value AS id FROM json_each('[\"' || replace($1, ',', '\",\"') || '\"]')) i"
        ),
        Connections::Postgres(_) => select_seats!("unnest(string_to_array($1, ',')) i (id)"),
    };
    let mut marks: Vec<(GameId, SeatsMark)> = Vec::new();
    for row in pool.rows(sql, values![list(games)]).await? {
        add(&mut marks, &row)?;
    }
    Ok(marks)
}

/// A deletion writes `deleted`; a seat that was written at the same moment has lost its player to
/// the database.
pub(crate) async fn unstarted_with_ghosts(
    pool: &Pool,
    limit: u32,
) -> Result<Vec<GameId>, StoreError> {
    // Every game that waits has a time to expire, and with it a place in the index.
    let sql = "SELECT g.id FROM game g WHERE g.status = 'open' AND g.expires_ms IS NOT NULL \
               AND EXISTS (SELECT 1 FROM seat s WHERE s.game_id = g.id \
               AND s.kind IN ('person', 'deleted') AND s.player_id IS NULL) \
               ORDER BY g.expires_ms, g.id LIMIT $1";
    let rows = pool.rows(sql, values![limit]).await?;
    rows.iter().map(|row| row.parsed(0)).collect()
}

fn add(marks: &mut Vec<(GameId, SeatsMark)>, row: &Row) -> Result<(), StoreError> {
    let game = row.parsed(0)?;
    if marks.last().is_none_or(|(last, _)| *last != game) {
        marks.push((game, SeatsMark::default()));
    }
    let name = row.maybe_text(5)?;
    let account = name.is_some() && row.flag(6)?;
    if let Some((_, mark)) = marks.last_mut() {
        mark.add(
            row.small(1)?,
            row.maybe_text(2)?.as_deref(),
            row.maybe_text(3)?.as_deref(),
            &row.text(4)?,
            name.as_deref().map(|name| (name, account)),
        );
    }
    Ok(())
}
