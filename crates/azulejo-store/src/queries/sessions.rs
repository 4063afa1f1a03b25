//! Sessions, found by the hash of their token.

use crate::sql::{Access, Pool, Row, Tx, values};
use crate::{PlayerId, Renewal, SessionRow, StoreError, TokenHash, TokenPrefix, check};

macro_rules! select_sessions {
    ($tail:expr) => {
        concat!(
            "SELECT token, player_id, kind, label, created_ms, used_ms, expires_ms FROM session ",
            $tail
        )
    };
}

pub(crate) async fn create(pool: &Pool, session: &SessionRow) -> Result<(), StoreError> {
    let mut tx = pool.begin(Access::Write).await?;
    let sql = "SELECT id FROM player WHERE id = $1";
    if tx.row(sql, values![session.player]).await?.is_none() {
        return Err(StoreError::NoSuchPlayer(session.player));
    }
    let sql = "INSERT INTO session (token, player_id, kind, label, created_ms, used_ms, \
               expires_ms) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
    let values = values![
        session.token,
        session.player,
        session.kind,
        session.label.as_str(),
        session.created_ms,
        session.used_ms,
        session.expires_ms,
    ];
    if tx.execute(sql, values).await? == 0 {
        return Err(check::invalid(
            "the session",
            "its token is in use".to_owned(),
        ));
    }
    tx.commit().await
}

/// The session, and whether its use is to be written down.
pub(crate) async fn find(
    pool: &Pool,
    token: &TokenHash,
    now_ms: i64,
    renewal: Option<Renewal>,
) -> Result<Option<(SessionRow, bool)>, StoreError> {
    let sql = select_sessions!("WHERE token = $1 AND expires_ms > $2");
    let Some(row) = pool.row(sql, values![*token, now_ms]).await? else {
        return Ok(None);
    };
    let session = read(&row)?;
    let renew =
        renewal.is_some_and(|renewal| session.used_ms.saturating_add(renewal.every_ms) <= now_ms);
    Ok(Some((session, renew)))
}

/// Writes down that a session was used. None if it has ended meanwhile.
pub(crate) async fn renew(
    pool: &Pool,
    token: &TokenHash,
    now_ms: i64,
    renewal: Renewal,
) -> Result<Option<SessionRow>, StoreError> {
    let mut tx = pool.begin(Access::Write).await?;
    let expires_ms = now_ms.saturating_add(renewal.lifetime_ms);
    let sql = "UPDATE session SET used_ms = $2, expires_ms = $3 \
               WHERE token = $1 AND expires_ms > $2";
    tx.execute(sql, values![*token, now_ms, expires_ms]).await?;
    let sql = select_sessions!("WHERE token = $1 AND expires_ms > $2");
    let row = tx.row(sql, values![*token, now_ms]).await?;
    tx.commit().await?;
    row.as_ref().map(read).transpose()
}

pub(crate) async fn of_player(
    pool: &Pool,
    player: PlayerId,
    now_ms: i64,
) -> Result<Vec<SessionRow>, StoreError> {
    let sql = select_sessions!(
        "WHERE player_id = $1 AND expires_ms > $2 ORDER BY used_ms DESC, created_ms DESC, token"
    );
    let rows = pool.rows(sql, values![player, now_ms]).await?;
    rows.iter().map(read).collect()
}

/// All sessions of a player, also those that have expired and are not yet removed.
pub(crate) async fn all_of(tx: &mut Tx, player: PlayerId) -> Result<Vec<SessionRow>, StoreError> {
    let sql = select_sessions!("WHERE player_id = $1 ORDER BY created_ms, token");
    let rows = tx.rows(sql, values![player]).await?;
    rows.iter().map(read).collect()
}

pub(crate) async fn rotate(
    pool: &Pool,
    old: &TokenHash,
    new: &TokenHash,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let mut tx = pool.begin(Access::Write).await?;
    let sql = "UPDATE session SET token = $2, used_ms = $3 WHERE token = $1 AND expires_ms > $3";
    match tx.execute_unique(sql, values![*old, *new, now_ms]).await? {
        None => Err(check::invalid(
            "the session",
            "its new token is in use".to_owned(),
        )),
        Some(changed) => {
            tx.commit().await?;
            Ok(changed > 0)
        }
    }
}

pub(crate) async fn end(
    pool: &Pool,
    player: PlayerId,
    token: &TokenHash,
) -> Result<bool, StoreError> {
    let mut tx = pool.begin(Access::Write).await?;
    let sql = "DELETE FROM session WHERE player_id = $1 AND token = $2";
    let ended = tx.execute(sql, values![player, *token]).await?;
    tx.commit().await?;
    Ok(ended > 0)
}

pub(crate) async fn end_others(
    pool: &Pool,
    player: PlayerId,
    keep: Option<TokenHash>,
) -> Result<Vec<TokenPrefix>, StoreError> {
    let mut tx = pool.begin(Access::Write).await?;
    let ended = match keep {
        None => end_all(&mut tx, player).await?,
        Some(keep) => {
            let sql = "DELETE FROM session WHERE player_id = $1 AND token <> $2 RETURNING token";
            read_prefixes(&tx.rows(sql, values![player, keep]).await?)?
        }
    };
    tx.commit().await?;
    Ok(ended)
}

/// Ends all sessions of a player, as part of something bigger.
pub(crate) async fn end_all(tx: &mut Tx, player: PlayerId) -> Result<Vec<TokenPrefix>, StoreError> {
    let sql = "DELETE FROM session WHERE player_id = $1 RETURNING token";
    read_prefixes(&tx.rows(sql, values![player]).await?)
}

pub(crate) async fn remove_expired(pool: &Pool, now_ms: i64) -> Result<u64, StoreError> {
    let mut tx = pool.begin(Access::Write).await?;
    let sql = "DELETE FROM session WHERE expires_ms <= $1";
    let removed = tx.execute(sql, values![now_ms]).await?;
    tx.commit().await?;
    Ok(removed)
}

fn read_prefixes(rows: &[Row]) -> Result<Vec<TokenPrefix>, StoreError> {
    rows.iter()
        .map(|row| Ok(TokenHash::new(row.array(0)?).prefix()))
        .collect()
}

fn read(row: &Row) -> Result<SessionRow, StoreError> {
    Ok(SessionRow {
        token: TokenHash::new(row.array(0)?),
        player: row.parsed(1)?,
        kind: row.parsed(2)?,
        label: row.text(3)?,
        created_ms: row.int(4)?,
        used_ms: row.int(5)?,
        expires_ms: row.int(6)?,
    })
}
