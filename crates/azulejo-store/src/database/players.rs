//! Players: guests, accounts, and the transitions between them.

use std::collections::{BTreeSet, HashMap};

use async_trait::async_trait;

use super::{Database, admin, games, sessions};
use crate::sql::{Access, Connections, Inner, Pool, Row, Tx, list, values, with_list};
use crate::{
    AccountRow, AccountStore, ExportedSession, GameId, Merged, NewAccount, PasswordEpoch,
    PasswordHash, PlayerExport, PlayerId, PlayerName, PlayerRow, PlayerStore, StoreError,
    TokenHash, TokenPrefix, validate,
};

/// The columns of a player, followed by the password, the number of recovery codes, the epoch, the
/// number of enabled second factors and the language.
macro_rules! select_players {
    ($condition:expr) => {
        concat!(
            "SELECT id, name, CAST(CASE WHEN password IS NULL THEN 0 ELSE 1 END AS BIGINT), ",
            "created_ms, password, (SELECT COUNT(*) FROM recovery_code c ",
            "WHERE c.player_id = player.id), password_epoch, ",
            "(SELECT COUNT(*) FROM second_factor f WHERE f.player_id = player.id ",
            "AND f.enabled = 1), language FROM player WHERE ",
            $condition
        )
    };
}

/// The unfinished games with a seat that satisfies the condition.
macro_rules! games_in_play {
    ($condition:expr) => {
        concat!(
            "SELECT DISTINCT g.id FROM seat s JOIN game g ON g.id = s.game_id ",
            "WHERE g.status IN ('open', 'running') AND ",
            $condition
        )
    };
}

/// The number of attempts to merge a guest who is being seated concurrently.
const MERGE_ATTEMPTS: u32 = 8;

/// Maps players to their current ids: an account for a merged guest, none for a deleted player.
pub(crate) async fn current_ids(
    pool: &Pool,
    players: impl IntoIterator<Item = PlayerId>,
) -> Result<HashMap<PlayerId, PlayerId>, StoreError> {
    let players = list(players);
    if players.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = with_list!(
        pool.connections,
        "SELECT id, id FROM player WHERE id",
        " UNION ALL SELECT guest, account FROM merged WHERE guest",
        ""
    );
    let rows = pool.rows(sql, values![players]).await?;
    rows.iter()
        .map(|row| Ok((row.parsed(0)?, row.parsed(1)?)))
        .collect()
}

#[async_trait]
impl PlayerStore for Database {
    async fn create_guest(
        &self,
        player: PlayerId,
        name: PlayerName,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        validate::name(&name)?;
        self.uncancellable("player", |db| async move {
            let mut tx = db.begin_write().await?;
            insert_player(&mut tx, player, &name, None, now_ms).await?;
            tx.commit().await
        })
        .await
    }

    async fn player(&self, player: PlayerId) -> Result<Option<PlayerRow>, StoreError> {
        let sql = select_players!("id = $1");
        let row = self.readers.row(sql, values![player]).await?;
        row.as_ref().map(read_player).transpose()
    }

    async fn rename(&self, player: PlayerId, name: PlayerName) -> Result<(), StoreError> {
        validate::name(&name)?;
        self.uncancellable("player", |db| async move {
            let mut tx = db.begin_write().await?;
            check_name_free(&mut tx, &name.folded, Some(player)).await?;
            let sql = "UPDATE player SET name = $2, folded = $3 WHERE id = $1";
            let values = values![player, name.shown, name.folded];
            match tx.execute_unique(sql, values).await? {
                None => return Err(StoreError::NameTaken),
                Some(0) => return Err(StoreError::NoSuchPlayer(player)),
                Some(_) => {}
            }
            let games = games_in_play(&mut tx, player).await?;
            tx.commit().await?;
            db.publish_changed_seats(&games).await;
            Ok(())
        })
        .await
    }

    async fn language(&self, player: PlayerId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT language FROM player WHERE id = $1";
        let row = self.readers.row(sql, values![player]).await?;
        row.map_or(Ok(None), |row| row.get(0))
    }

    async fn set_language(&self, player: PlayerId, language: &str) -> Result<(), StoreError> {
        validate::language(language)?;
        let language = language.to_owned();
        self.uncancellable("player", |db| async move {
            let mut tx = db.begin_write().await?;
            let sql = "UPDATE player SET language = $2 WHERE id = $1";
            if tx.execute(sql, values![player, language]).await? == 0 {
                return Err(StoreError::NoSuchPlayer(player));
            }
            tx.commit().await
        })
        .await
    }

    async fn rename_guests(&self, folded: &str, new_name: PlayerName) -> Result<(), StoreError> {
        validate::name(&new_name)?;
        if validate::has_nul(folded) {
            return Ok(());
        }
        let folded = folded.to_owned();
        self.uncancellable("player", |db| async move {
            let mut tx = db.begin_write().await?;
            check_name_free(&mut tx, &new_name.folded, None).await?;
            let sql = games_in_play!(
                "s.player_id IN (SELECT id FROM player WHERE folded = $1 AND password IS NULL)"
            );
            let games = read_ids::<Vec<_>>(&tx.rows(sql, values![folded.as_str()]).await?)?;
            let sql =
                "UPDATE player SET name = $2, folded = $3 WHERE folded = $1 AND password IS NULL";
            tx.execute(sql, values![folded, new_name.shown, new_name.folded])
                .await?;
            tx.commit().await?;
            db.publish_changed_seats(&games).await;
            Ok(())
        })
        .await
    }

    async fn merge_guest(
        &self,
        guest: PlayerId,
        account: PlayerId,
        verified: PasswordEpoch,
        now_ms: i64,
    ) -> Result<Merged, StoreError> {
        self.uncancellable("player", |db| async move {
            for _ in 0..MERGE_ATTEMPTS {
                let mut tx = db.begin_write().await?;
                let Some(games) = lock_for_merge(&mut tx, guest, account, verified).await? else {
                    continue;
                };
                if let Some(game) = shared_game(&mut tx, guest, account).await? {
                    return Ok(Merged::SharedGame(game));
                }
                let ended = transfer_to_account(&mut tx, guest, account, now_ms).await?;
                tx.commit().await?;
                db.publish_ended_sessions(ended).await;
                let games: Vec<_> = games.into_iter().collect();
                db.publish_changed_seats(&games).await;
                return Ok(Merged::Done { games });
            }
            Err(StoreError::Busy("the guest is being seated".to_owned()))
        })
        .await
    }

    async fn export_player(&self, player: PlayerId) -> Result<Option<PlayerExport>, StoreError> {
        self.uncancellable("player", |db| async move {
            let mut tx = db.readers.begin(Access::Read).await?;
            let sql = select_players!("id = $1");
            let Some(row) = tx.row(sql, values![player]).await? else {
                return Ok(None);
            };
            let player_row = read_player(&row)?;
            let recovery_left = row.small(5)?;
            let sql = "SELECT guest, at_ms FROM merged WHERE account = $1 ORDER BY at_ms, guest";
            let merged = tx.rows(sql, values![player]).await?;
            let merged = merged.iter().map(|row| Ok((row.parsed(0)?, row.get(1)?)));
            let sessions = sessions::all_of(&mut tx, player).await?;
            let sql = "SELECT reason, since_ms, until_ms FROM suspension WHERE player_id = $1";
            let suspended = tx.row(sql, values![player]).await?;
            let suspended = suspended
                .map(|row| admin::read_suspension(&row, 0))
                .transpose()?;
            Ok(Some(PlayerExport {
                recovery_left: player_row.account.then_some(recovery_left),
                second_factor: row.flag(7)?,
                language: row.get(8)?,
                suspension: suspended.flatten(),
                player: player_row,
                merged_guests: merged.collect::<Result<_, StoreError>>()?,
                sessions: sessions.into_iter().map(ExportedSession::from).collect(),
                games: games::all_games_of(&mut tx, player).await?,
            }))
        })
        .await
    }

    async fn delete_player(&self, player: PlayerId) -> Result<Vec<GameId>, StoreError> {
        self.uncancellable("player", |db| async move {
            let mut tx = db.begin_write().await?;
            let games = games_with(&mut tx, player).await?;
            lock_games(&mut tx, &games).await?;
            if lock_player(&mut tx, player).await?.is_none() {
                return Err(StoreError::NoSuchPlayer(player));
            }
            let ended = sessions::end_all(&mut tx, player, None).await?;
            // The alias typed for a seat is personal data too.
            let sql = match db.changes.connections {
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
            // Foreign keys clear recovery codes, merges, requests, hosts and late seats.
            let sql = "DELETE FROM player WHERE id = $1";
            tx.execute(sql, values![player]).await?;
            tx.commit().await?;
            let games: Vec<_> = games.into_iter().collect();
            db.publish_ended_sessions(ended).await;
            db.publish_changed_seats(&games).await;
            Ok(games)
        })
        .await
    }

    async fn remove_idle_guests(&self, created_before_ms: i64) -> Result<u64, StoreError> {
        self.uncancellable("player", |db| async move {
            let mut tx = db.begin_write().await?;
            let sql = "DELETE FROM player WHERE password IS NULL AND created_ms < $1 \
                       AND NOT EXISTS (SELECT 1 FROM session s WHERE s.player_id = player.id) \
                       AND NOT EXISTS (SELECT 1 FROM seat s WHERE s.player_id = player.id) \
                       AND NOT EXISTS (SELECT 1 FROM game g WHERE g.host = player.id)";
            let removed = tx.execute(sql, values![created_before_ms]).await?;
            tx.commit().await?;
            Ok(removed)
        })
        .await
    }
}

#[async_trait]
impl AccountStore for Database {
    async fn create_account(
        &self,
        player: PlayerId,
        account: NewAccount,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        validate::name(&account.name)?;
        self.uncancellable("player", |db| async move {
            let mut tx = db.begin_write().await?;
            let password = Some(account.password.as_str());
            insert_player(&mut tx, player, &account.name, password, now_ms).await?;
            use_invitation(&mut tx, account.invitation).await?;
            replace_codes(&mut tx, player, &account.recovery).await?;
            tx.commit().await
        })
        .await
    }

    async fn upgrade_guest(&self, player: PlayerId, account: NewAccount) -> Result<(), StoreError> {
        validate::name(&account.name)?;
        self.uncancellable("player", |db| async move {
            let mut tx = db.begin_write().await?;
            match lock_player(&mut tx, player).await? {
                None => return Err(StoreError::NoSuchPlayer(player)),
                Some(Kind::Account(_)) => return Err(StoreError::PlayerExists(player)),
                Some(Kind::Guest) => {}
            }
            let sql = "UPDATE player SET name = $2, folded = $3, password = $4 WHERE id = $1";
            let name = account.name;
            let values = values![player, name.shown, name.folded, account.password.as_str()];
            if tx.execute_unique(sql, values).await?.is_none() {
                return Err(StoreError::NameTaken);
            }
            use_invitation(&mut tx, account.invitation).await?;
            replace_codes(&mut tx, player, &account.recovery).await?;
            let games = games_in_play(&mut tx, player).await?;
            tx.commit().await?;
            db.publish_changed_seats(&games).await;
            Ok(())
        })
        .await
    }

    async fn account(&self, player: PlayerId) -> Result<Option<AccountRow>, StoreError> {
        let sql = select_players!("password IS NOT NULL AND id = $1");
        let row = self.readers.row(sql, values![player]).await?;
        row.as_ref().map(read_account).transpose()
    }

    async fn account_by_name(&self, folded: &str) -> Result<Option<AccountRow>, StoreError> {
        if validate::has_nul(folded) {
            return Ok(None);
        }
        let sql = select_players!("password IS NOT NULL AND folded = $1");
        let row = self.readers.row(sql, values![folded]).await?;
        row.as_ref().map(read_account).transpose()
    }

    async fn set_password(
        &self,
        player: PlayerId,
        password: PasswordHash,
        verified: Option<PasswordEpoch>,
    ) -> Result<PasswordEpoch, StoreError> {
        self.uncancellable("player", |db| async move {
            let mut tx = db.begin_write().await?;
            let epoch = lock_account(&mut tx, player, verified).await?;
            let ended = replace_password(&mut tx, player, &password, epoch.next()).await?;
            tx.commit().await?;
            db.publish_ended_sessions(ended).await;
            Ok(epoch.next())
        })
        .await
    }

    async fn rehash_password(
        &self,
        player: PlayerId,
        password: PasswordHash,
        verified: PasswordEpoch,
    ) -> Result<(), StoreError> {
        self.uncancellable("player", |db| async move {
            let mut tx = db.begin_write().await?;
            let sql = "UPDATE player SET password = $2 \
                       WHERE id = $1 AND password IS NOT NULL AND password_epoch = $3";
            let values = values![player, password.as_str(), verified.0];
            if tx.execute(sql, values).await? == 0 {
                return Err(StoreError::PasswordChanged);
            }
            tx.commit().await
        })
        .await
    }

    async fn set_recovery_codes(
        &self,
        player: PlayerId,
        codes: Vec<[u8; 32]>,
        verified: Option<PasswordEpoch>,
    ) -> Result<(), StoreError> {
        self.uncancellable("player", |db| async move {
            let mut tx = db.begin_write().await?;
            lock_account(&mut tx, player, verified).await?;
            replace_codes(&mut tx, player, &codes).await?;
            tx.commit().await
        })
        .await
    }

    async fn recover(
        &self,
        player: PlayerId,
        code: [u8; 32],
        password: PasswordHash,
    ) -> Result<bool, StoreError> {
        self.uncancellable("player", |db| async move {
            let mut tx = db.begin_write().await?;
            let Some(Kind::Account(epoch)) = lock_player(&mut tx, player).await? else {
                return Ok(false);
            };
            let sql = "DELETE FROM recovery_code WHERE player_id = $1 AND code = $2";
            if tx.execute(sql, values![player, code]).await? == 0 {
                return Ok(false);
            }
            let ended = replace_password(&mut tx, player, &password, epoch.next()).await?;
            tx.commit().await?;
            db.publish_ended_sessions(ended).await;
            Ok(true)
        })
        .await
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Guest,
    Account(PasswordEpoch),
}

/// Locks a guest's games and both players. Returns the games; `None` if the guest was seated
/// elsewhere meanwhile.
async fn lock_for_merge(
    tx: &mut Tx,
    guest: PlayerId,
    account: PlayerId,
    verified: PasswordEpoch,
) -> Result<Option<BTreeSet<GameId>>, StoreError> {
    // Games before players, and players by id: the lock order of all writers, against deadlocks.
    let locked = games_with(tx, guest).await?;
    lock_games(tx, &locked).await?;
    let mut kinds = HashMap::new();
    for player in BTreeSet::from([guest, account]) {
        kinds.insert(player, lock_player(tx, player).await?);
    }
    if kinds[&guest] != Some(Kind::Guest) {
        return Err(StoreError::NoSuchPlayer(guest));
    }
    match kinds[&account] {
        Some(kind @ Kind::Account(_)) => check_epoch(kind, Some(verified))?,
        _ => return Err(StoreError::NoSuchPlayer(account)),
    }
    // From here on the guest cannot be seated, but may have been just before.
    let games = games_with(tx, guest).await?;
    Ok(games.is_subset(&locked).then_some(games))
}

/// Returns an unfinished game in which both players have a seat.
async fn shared_game(
    tx: &mut Tx,
    guest: PlayerId,
    account: PlayerId,
) -> Result<Option<GameId>, StoreError> {
    let sql = "SELECT g.id FROM game g WHERE g.status IN ('open', 'running') \
               AND EXISTS (SELECT 1 FROM seat s WHERE s.game_id = g.id AND s.player_id = $1) \
               AND EXISTS (SELECT 1 FROM seat s WHERE s.game_id = g.id AND s.player_id = $2) \
               ORDER BY g.id LIMIT 1";
    let row = tx.row(sql, values![guest, account]).await?;
    row.map(|row| row.parsed(0)).transpose()
}

/// Replaces a guest by an account. Returns the guest's sessions, which have ended.
async fn transfer_to_account(
    tx: &mut Tx,
    guest: PlayerId,
    account: PlayerId,
    now_ms: i64,
) -> Result<Vec<TokenPrefix>, StoreError> {
    let ended = sessions::end_all(tx, guest, None).await?;
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
    Ok(ended)
}

/// Fails if an account other than `except` has the name.
async fn check_name_free(
    tx: &mut Tx,
    folded: &str,
    except: Option<PlayerId>,
) -> Result<(), StoreError> {
    let sql = "SELECT id FROM player WHERE folded = $1 AND password IS NOT NULL AND id <> $2";
    let except = except.map_or(String::new(), |player| player.to_string());
    match tx.row(sql, values![folded, except]).await? {
        Some(_) => Err(StoreError::NameTaken),
        None => Ok(()),
    }
}

async fn insert_player(
    tx: &mut Tx,
    player: PlayerId,
    name: &PlayerName,
    password: Option<&str>,
    now_ms: i64,
) -> Result<(), StoreError> {
    check_name_free(tx, &name.folded, Some(player)).await?;
    let sql = "INSERT INTO player (id, name, folded, password, created_ms) \
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING";
    let values = values![
        player,
        name.shown.as_str(),
        name.folded.as_str(),
        password,
        now_ms
    ];
    match tx.execute_unique(sql, values).await? {
        // The id does not conflict, so the name does.
        None => Err(StoreError::NameTaken),
        Some(0) => Err(StoreError::PlayerExists(player)),
        Some(_) => Ok(()),
    }
}

/// Replaces the password of a locked account. Returns its sessions, which have ended.
async fn replace_password(
    tx: &mut Tx,
    player: PlayerId,
    password: &PasswordHash,
    epoch: PasswordEpoch,
) -> Result<Vec<TokenPrefix>, StoreError> {
    let sql = "UPDATE player SET password = $2, password_epoch = $3 WHERE id = $1";
    tx.execute(sql, values![player, password.as_str(), epoch.0])
        .await?;
    sessions::end_all(tx, player, None).await
}

/// Fails unless the player is an account whose password is of the given epoch, if there is one.
pub(super) fn check_epoch(kind: Kind, verified: Option<PasswordEpoch>) -> Result<(), StoreError> {
    match kind {
        Kind::Account(epoch) if verified.is_none_or(|verified| verified == epoch) => Ok(()),
        _ => Err(StoreError::PasswordChanged),
    }
}

/// Locks an account until the end of the transaction. Returns its epoch.
pub(super) async fn lock_account(
    tx: &mut Tx,
    player: PlayerId,
    verified: Option<PasswordEpoch>,
) -> Result<PasswordEpoch, StoreError> {
    match lock_player(tx, player).await? {
        Some(kind @ Kind::Account(epoch)) => check_epoch(kind, verified).map(|()| epoch),
        _ => Err(StoreError::NoSuchPlayer(player)),
    }
}

/// Uses up an invitation to create an account, if one is required.
async fn use_invitation(tx: &mut Tx, invitation: Option<TokenHash>) -> Result<(), StoreError> {
    let Some(code) = invitation else {
        return Ok(());
    };
    let sql = "DELETE FROM account_invitation WHERE code = $1";
    match tx.execute(sql, values![code]).await? {
        0 => Err(StoreError::NoSuchInvitation),
        _ => Ok(()),
    }
}

async fn replace_codes(
    tx: &mut Tx,
    player: PlayerId,
    codes: &[[u8; 32]],
) -> Result<(), StoreError> {
    let sql = "DELETE FROM recovery_code WHERE player_id = $1";
    tx.execute(sql, values![player]).await?;
    for code in codes {
        let sql = "INSERT INTO recovery_code (player_id, code) VALUES ($1, $2) \
                   ON CONFLICT DO NOTHING";
        tx.execute(sql, values![player, *code]).await?;
    }
    Ok(())
}

/// Returns the games in which a player has a seat.
async fn games_with(tx: &mut Tx, player: PlayerId) -> Result<BTreeSet<GameId>, StoreError> {
    let sql = "SELECT DISTINCT game_id FROM seat WHERE player_id = $1";
    read_ids(&tx.rows(sql, values![player]).await?)
}

/// Returns the unfinished games in which a player has a seat.
async fn games_in_play(tx: &mut Tx, player: PlayerId) -> Result<Vec<GameId>, StoreError> {
    let sql = games_in_play!("s.player_id = $1");
    read_ids(&tx.rows(sql, values![player]).await?)
}

/// Blocks concurrent appends to these games. SQLite has a single writer anyway.
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

/// Locks a player until the end of the transaction.
pub(super) async fn lock_player(tx: &mut Tx, player: PlayerId) -> Result<Option<Kind>, StoreError> {
    let sql = match tx.inner {
        Inner::Sqlite(_) => "SELECT password, password_epoch FROM player WHERE id = $1",
        Inner::Postgres(_) => {
            "SELECT password, password_epoch FROM player WHERE id = $1 FOR UPDATE"
        }
    };
    let Some(row) = tx.row(sql, values![player]).await? else {
        return Ok(None);
    };
    let password: Option<String> = row.get(0)?;
    Ok(Some(match password {
        Some(_) => Kind::Account(PasswordEpoch(row.get(1)?)),
        None => Kind::Guest,
    }))
}

fn read_ids<T: FromIterator<GameId>>(rows: &[Row]) -> Result<T, StoreError> {
    rows.iter().map(|row| row.parsed(0)).collect()
}

fn read_player(row: &Row) -> Result<PlayerRow, StoreError> {
    Ok(PlayerRow {
        id: row.parsed(0)?,
        name: row.get(1)?,
        account: row.flag(2)?,
        created_ms: row.get(3)?,
    })
}

fn read_account(row: &Row) -> Result<AccountRow, StoreError> {
    Ok(AccountRow {
        player: read_player(row)?,
        password: PasswordHash::new(row.get::<String>(4)?),
        epoch: PasswordEpoch(row.get(6)?),
        recovery_left: row.small(5)?,
    })
}
