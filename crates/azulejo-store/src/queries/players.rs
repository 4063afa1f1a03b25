//! Players: guests, accounts, and how the one becomes the other.

use std::collections::BTreeSet;

use crate::queries::{games, sessions};
use crate::sql::{Access, Connections, Inner, Pool, Row, Tx, values};
use crate::{
    AccountRow, ExportedSession, GameId, Merged, NewAccount, PasswordHash, PlayerExport, PlayerId,
    PlayerName, PlayerRow, StoreError, TokenPrefix, check,
};

macro_rules! select_account {
    ($condition:expr) => {
        concat!(
            "SELECT id, name, CAST(1 AS BIGINT), created_ms, password, (SELECT COUNT(*) FROM recovery_code c ",
            "WHERE c.player_id = player.id) FROM player WHERE password IS NOT NULL AND ",
            $condition
        )
    };
}

/// The games that are not over and have a seat for which the condition holds.
macro_rules! games_in_play {
    ($condition:expr) => {
        concat!(
            "SELECT DISTINCT g.id FROM seat s JOIN game g ON g.id = s.game_id ",
            "WHERE g.status IN ('open', 'running') AND ",
            $condition
        )
    };
}

/// How often a merge starts again because the guest was seated somewhere in the meantime.
const MERGE_TRIES: u32 = 8;

pub(crate) async fn create_guest(
    pool: &Pool,
    player: PlayerId,
    name: &PlayerName,
    now_ms: i64,
) -> Result<(), StoreError> {
    let mut tx = pool.begin(Access::Write).await?;
    refuse_taken(&mut tx, player, &name.folded).await?;
    insert_player(&mut tx, player, name, None, now_ms).await?;
    tx.commit().await
}

pub(crate) async fn create_account(
    pool: &Pool,
    player: PlayerId,
    account: &NewAccount,
    now_ms: i64,
) -> Result<(), StoreError> {
    let mut tx = pool.begin(Access::Write).await?;
    refuse_taken(&mut tx, player, &account.name.folded).await?;
    insert_player(
        &mut tx,
        player,
        &account.name,
        Some(&account.password),
        now_ms,
    )
    .await?;
    replace_codes(&mut tx, player, &account.recovery).await?;
    tx.commit().await
}

/// Makes a guest an account. Returns the games in which the new name shows.
pub(crate) async fn upgrade_guest(
    pool: &Pool,
    player: PlayerId,
    account: &NewAccount,
) -> Result<Vec<GameId>, StoreError> {
    let mut tx = pool.begin(Access::Write).await?;
    match lock_player(&mut tx, player).await? {
        None => return Err(StoreError::NoSuchPlayer(player)),
        Some(Kind::Account) => return Err(StoreError::PlayerExists(player)),
        Some(Kind::Guest) => {}
    }
    let sql = "UPDATE player SET name = $2, folded = $3, password = $4 WHERE id = $1";
    let name = &account.name;
    let values = values![
        player,
        name.shown.as_str(),
        name.folded.as_str(),
        account.password.as_str()
    ];
    if tx.execute_unique(sql, values).await?.is_none() {
        return Err(StoreError::NameTaken);
    }
    replace_codes(&mut tx, player, &account.recovery).await?;
    let shown = games_in_play(&mut tx, player).await?;
    tx.commit().await?;
    Ok(shown)
}

/// The games that are not over in which a player sits.
async fn games_in_play(tx: &mut Tx, player: PlayerId) -> Result<Vec<GameId>, StoreError> {
    let rows = tx.rows(games_in_play!("s.player_id = $1"), values![player]);
    rows.await?.iter().map(|row| row.parsed(0)).collect()
}

/// What a player is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Guest,
    Account,
}

/// Gives a guest's games to an account. Also returns the guest's sessions, which have ended.
pub(crate) async fn merge_guest(
    pool: &Pool,
    guest: PlayerId,
    account: PlayerId,
    now_ms: i64,
) -> Result<(Merged, Vec<TokenPrefix>), StoreError> {
    for _ in 0..MERGE_TRIES {
        let mut tx = pool.begin(Access::Write).await?;
        // Games before players: the order in which appends lock, so nobody waits in a circle.
        let locked = games_with(&mut tx, guest).await?;
        lock_games(&mut tx, &locked).await?;
        let mut pair = [guest, account];
        pair.sort();
        let first = lock_player(&mut tx, pair[0]).await?;
        let second = lock_player(&mut tx, pair[1]).await?;
        let (guest_kind, account_kind) = if pair[0] == guest {
            (first, second)
        } else {
            (second, first)
        };
        if guest_kind != Some(Kind::Guest) {
            return Err(StoreError::NoSuchPlayer(guest));
        }
        if account_kind != Some(Kind::Account) {
            return Err(StoreError::NoSuchPlayer(account));
        }
        // From here on nobody can seat the guest; but it may have happened just before.
        let games = games_with(&mut tx, guest).await?;
        if games.is_subset(&locked) {
            return merge_locked(tx, guest, account, now_ms, games).await;
        }
    }
    Err(StoreError::Busy(
        "the guest is seated faster than it can be merged".to_owned(),
    ))
}

async fn merge_locked(
    mut tx: Tx,
    guest: PlayerId,
    account: PlayerId,
    now_ms: i64,
    games: BTreeSet<GameId>,
) -> Result<(Merged, Vec<TokenPrefix>), StoreError> {
    let sql = "SELECT g.id FROM game g WHERE g.status IN ('open', 'running') \
               AND EXISTS (SELECT 1 FROM seat s WHERE s.game_id = g.id AND s.player_id = $1) \
               AND EXISTS (SELECT 1 FROM seat s WHERE s.game_id = g.id AND s.player_id = $2) \
               ORDER BY g.id LIMIT 1";
    if let Some(row) = tx.row(sql, values![guest, account]).await? {
        return Ok((Merged::BothSitIn(row.parsed(0)?), Vec::new()));
    }
    let ended = sessions::end_all(&mut tx, guest).await?;
    for sql in [
        "UPDATE seat SET player_id = $2 WHERE player_id = $1",
        "UPDATE game SET host = $2 WHERE host = $1",
        "INSERT INTO request (player_id, number, digest, game_id) \
         SELECT CAST($2 AS TEXT), number, digest, game_id FROM request WHERE player_id = $1 \
         ON CONFLICT DO NOTHING",
    ] {
        tx.execute(sql, values![guest, account]).await?;
    }
    let sql = "INSERT INTO merged (guest, account, at_ms) VALUES ($1, $2, $3)";
    tx.execute(sql, values![guest, account, now_ms]).await?;
    tx.execute("DELETE FROM player WHERE id = $1", values![guest])
        .await?;
    tx.commit().await?;
    Ok((
        Merged::Done {
            games: games.into_iter().collect(),
        },
        ended,
    ))
}

pub(crate) async fn player(pool: &Pool, player: PlayerId) -> Result<Option<PlayerRow>, StoreError> {
    let sql = "SELECT id, name, CAST(CASE WHEN password IS NULL THEN 0 ELSE 1 END AS BIGINT), \
               created_ms FROM player WHERE id = $1";
    let row = pool.row(sql, values![player]).await?;
    row.as_ref().map(read_player).transpose()
}

pub(crate) async fn account_by_name(
    pool: &Pool,
    folded: &str,
) -> Result<Option<AccountRow>, StoreError> {
    if check::impossible(folded) {
        return Ok(None);
    }
    let row = pool
        .row(select_account!("folded = $1"), values![folded])
        .await?;
    row.as_ref().map(read_account).transpose()
}

pub(crate) async fn account(
    pool: &Pool,
    player: PlayerId,
) -> Result<Option<AccountRow>, StoreError> {
    let row = pool
        .row(select_account!("id = $1"), values![player])
        .await?;
    row.as_ref().map(read_account).transpose()
}

pub(crate) async fn name_taken(pool: &Pool, folded: &str) -> Result<bool, StoreError> {
    if check::impossible(folded) {
        return Ok(false);
    }
    let sql = "SELECT id FROM player WHERE folded = $1 AND password IS NOT NULL";
    Ok(pool.row(sql, values![folded]).await?.is_some())
}

/// Gives a player another name. Returns the games in which it shows.
pub(crate) async fn rename(
    pool: &Pool,
    player: PlayerId,
    name: &PlayerName,
) -> Result<Vec<GameId>, StoreError> {
    let mut tx = pool.begin(Access::Write).await?;
    refuse_taken(&mut tx, player, &name.folded).await?;
    let sql = "UPDATE player SET name = $2, folded = $3 WHERE id = $1";
    let values = values![player, name.shown.as_str(), name.folded.as_str()];
    match tx.execute_unique(sql, values).await? {
        None => Err(StoreError::NameTaken),
        Some(0) => Err(StoreError::NoSuchPlayer(player)),
        Some(_) => {
            let shown = games_in_play(&mut tx, player).await?;
            tx.commit().await?;
            Ok(shown)
        }
    }
}

/// Gives all guests who are called like an account another name. Returns the games in which it
/// shows.
pub(crate) async fn rename_guests(
    pool: &Pool,
    folded: &str,
    instead: &PlayerName,
) -> Result<Vec<GameId>, StoreError> {
    if check::impossible(folded) {
        return Ok(Vec::new());
    }
    let mut tx = pool.begin(Access::Write).await?;
    let sql = "SELECT id FROM player WHERE folded = $1 AND password IS NOT NULL";
    if tx
        .row(sql, values![instead.folded.as_str()])
        .await?
        .is_some()
    {
        return Err(StoreError::NameTaken);
    }
    let sql = games_in_play!(
        "s.player_id IN (SELECT id FROM player WHERE folded = $1 AND password IS NULL)"
    );
    let shown = tx.rows(sql, values![folded]).await?;
    let sql = "UPDATE player SET name = $2, folded = $3 WHERE folded = $1 AND password IS NULL";
    let values = values![folded, instead.shown.as_str(), instead.folded.as_str()];
    tx.execute(sql, values).await?;
    tx.commit().await?;
    shown.iter().map(|row| row.parsed(0)).collect()
}

pub(crate) async fn set_password(
    pool: &Pool,
    player: PlayerId,
    password: &PasswordHash,
) -> Result<(), StoreError> {
    let mut tx = pool.begin(Access::Write).await?;
    replace_password(&mut tx, player, password).await?;
    tx.commit().await
}

pub(crate) async fn set_recovery_codes(
    pool: &Pool,
    player: PlayerId,
    codes: &[[u8; 32]],
) -> Result<(), StoreError> {
    let mut tx = pool.begin(Access::Write).await?;
    if lock_player(&mut tx, player).await? != Some(Kind::Account) {
        return Err(StoreError::NoSuchPlayer(player));
    }
    replace_codes(&mut tx, player, codes).await?;
    tx.commit().await
}

pub(crate) async fn recover(
    pool: &Pool,
    player: PlayerId,
    code: [u8; 32],
    password: &PasswordHash,
) -> Result<bool, StoreError> {
    let mut tx = pool.begin(Access::Write).await?;
    // Of two who delete the same row at once, one finds nothing to delete.
    let sql = "DELETE FROM recovery_code WHERE player_id = $1 AND code = $2";
    if tx.execute(sql, values![player, code]).await? == 0 {
        return Ok(false);
    }
    replace_password(&mut tx, player, password).await?;
    tx.commit().await?;
    Ok(true)
}

pub(crate) async fn export(
    pool: &Pool,
    player: PlayerId,
) -> Result<Option<PlayerExport>, StoreError> {
    let mut tx = pool.begin(Access::Read).await?;
    let sql = "SELECT id, name, CAST(CASE WHEN password IS NULL THEN 0 ELSE 1 END AS BIGINT), \
               created_ms, (SELECT COUNT(*) FROM recovery_code c WHERE c.player_id = player.id) \
               FROM player WHERE id = $1";
    let Some(row) = tx.row(sql, values![player]).await? else {
        return Ok(None);
    };
    let player_row = read_player(&row)?;
    let recovery_left = if player_row.account {
        Some(row.small(4)?)
    } else {
        None
    };
    let sql = "SELECT guest, at_ms FROM merged WHERE account = $1 ORDER BY at_ms, guest";
    let merged = tx.rows(sql, values![player]).await?;
    let merged = merged.iter().map(|row| Ok((row.parsed(0)?, row.int(1)?)));
    let merged_guests = merged.collect::<Result<_, StoreError>>()?;
    let sessions = sessions::all_of(&mut tx, player).await?;
    let sessions = sessions.into_iter().map(|session| ExportedSession {
        kind: session.kind,
        label: session.label,
        created_ms: session.created_ms,
        used_ms: session.used_ms,
        expires_ms: session.expires_ms,
    });
    Ok(Some(PlayerExport {
        player: player_row,
        recovery_left,
        merged_guests,
        sessions: sessions.collect(),
        games: games::all_games_of(&mut tx, player).await?,
    }))
}

/// Removes a player. Returns the games in which they sat, and their sessions, which have ended.
pub(crate) async fn delete(
    pool: &Pool,
    player: PlayerId,
) -> Result<(Vec<GameId>, Vec<TokenPrefix>), StoreError> {
    let mut tx = pool.begin(Access::Write).await?;
    let games = games_with(&mut tx, player).await?;
    lock_games(&mut tx, &games).await?;
    if lock_player(&mut tx, player).await?.is_none() {
        return Err(StoreError::NoSuchPlayer(player));
    }
    let ended = sessions::end_all(&mut tx, player).await?;
    // A name that somebody typed for a seat is as personal as their own.
    let sql = match pool.connections {
        Connections::Sqlite(_) => {
            "UPDATE seat SET kind = 'deleted', player_id = NULL, \
             detail = json_remove(detail, '$.alias') WHERE player_id = $1"
        }
        Connections::Postgres(_) => {
            "UPDATE seat SET kind = 'deleted', player_id = NULL, \
             detail = (detail::jsonb - 'alias')::text WHERE player_id = $1"
        }
    };
    tx.execute(sql, values![player]).await?;
    // Codes, merged guests, the host's link and late seats are let go of by the database.
    tx.execute("DELETE FROM player WHERE id = $1", values![player])
        .await?;
    tx.commit().await?;
    Ok((games.into_iter().collect(), ended))
}

pub(crate) async fn remove_idle_guests(pool: &Pool, before_ms: i64) -> Result<u64, StoreError> {
    let mut tx = pool.begin(Access::Write).await?;
    let sql = "DELETE FROM player WHERE password IS NULL AND created_ms < $1 \
               AND NOT EXISTS (SELECT 1 FROM session s WHERE s.player_id = player.id) \
               AND NOT EXISTS (SELECT 1 FROM seat s WHERE s.player_id = player.id) \
               AND NOT EXISTS (SELECT 1 FROM game g WHERE g.host = player.id)";
    let removed = tx.execute(sql, values![before_ms]).await?;
    tx.commit().await?;
    Ok(removed)
}

/// Refuses a name that another player's account has.
async fn refuse_taken(tx: &mut Tx, player: PlayerId, folded: &str) -> Result<(), StoreError> {
    let sql = "SELECT id FROM player WHERE folded = $1 AND password IS NOT NULL AND id <> $2";
    match tx.row(sql, values![folded, player]).await? {
        Some(_) => Err(StoreError::NameTaken),
        None => Ok(()),
    }
}

async fn insert_player(
    tx: &mut Tx,
    player: PlayerId,
    name: &PlayerName,
    password: Option<&PasswordHash>,
    now_ms: i64,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO player (id, name, folded, password, created_ms) \
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING";
    let password = password.map(PasswordHash::as_str);
    let values = values![
        player,
        name.shown.as_str(),
        name.folded.as_str(),
        password,
        now_ms
    ];
    match tx.execute_unique(sql, values).await? {
        // The id was not the reason, so it was the name.
        None => Err(StoreError::NameTaken),
        Some(0) => Err(StoreError::PlayerExists(player)),
        Some(_) => Ok(()),
    }
}

async fn replace_password(
    tx: &mut Tx,
    player: PlayerId,
    password: &PasswordHash,
) -> Result<(), StoreError> {
    let sql = "UPDATE player SET password = $2 WHERE id = $1 AND password IS NOT NULL";
    match tx.execute(sql, values![player, password.as_str()]).await? {
        0 => Err(StoreError::NoSuchPlayer(player)),
        _ => Ok(()),
    }
}

async fn replace_codes(
    tx: &mut Tx,
    player: PlayerId,
    codes: &[[u8; 32]],
) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM recovery_code WHERE player_id = $1",
        values![player],
    )
    .await?;
    for code in codes {
        let sql = "INSERT INTO recovery_code (player_id, code) VALUES ($1, $2) \
                   ON CONFLICT DO NOTHING";
        tx.execute(sql, values![player, *code]).await?;
    }
    Ok(())
}

/// The games in which a player sits.
async fn games_with(tx: &mut Tx, player: PlayerId) -> Result<BTreeSet<GameId>, StoreError> {
    let sql = "SELECT DISTINCT game_id FROM seat WHERE player_id = $1";
    let rows = tx.rows(sql, values![player]).await?;
    rows.iter().map(|row| row.parsed(0)).collect()
}

/// Waits for appends to these games, and holds others back. SQLite has one writer anyway.
async fn lock_games(tx: &mut Tx, games: &BTreeSet<GameId>) -> Result<(), StoreError> {
    if let Inner::Sqlite(_) = tx.inner {
        return Ok(());
    }
    for game in games {
        let sql = "SELECT id FROM game WHERE id = $1 FOR NO KEY UPDATE";
        tx.rows(sql, values![*game]).await?;
    }
    Ok(())
}

/// What a player is, held until the end of the transaction.
async fn lock_player(tx: &mut Tx, player: PlayerId) -> Result<Option<Kind>, StoreError> {
    let sql = match tx.inner {
        Inner::Sqlite(_) => "SELECT password FROM player WHERE id = $1",
        Inner::Postgres(_) => "SELECT password FROM player WHERE id = $1 FOR UPDATE",
    };
    let Some(row) = tx.row(sql, values![player]).await? else {
        return Ok(None);
    };
    let account = row.maybe_text(0)?.is_some();
    Ok(Some(if account { Kind::Account } else { Kind::Guest }))
}

fn read_player(row: &Row) -> Result<PlayerRow, StoreError> {
    Ok(PlayerRow {
        id: row.parsed(0)?,
        name: row.text(1)?,
        account: row.flag(2)?,
        created_ms: row.int(3)?,
    })
}

fn read_account(row: &Row) -> Result<AccountRow, StoreError> {
    Ok(AccountRow {
        player: read_player(row)?,
        password: PasswordHash::new(row.text(4)?),
        recovery_left: row.small(5)?,
    })
}
