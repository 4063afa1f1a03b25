//! Games: creation, event logs and queries.

use std::time::Instant;

use async_trait::async_trait;
use zeroize::Zeroize as _;

use super::{Database, players};
use crate::sql::{Connections, Pool, Row, Tx, list, values, with_list};
use crate::{
    Append, Appended, CommandKey, Created, DisplayName, EventRow, ExistingGame, GameHead, GameId,
    GameQueries, GameRow, GameStore, GameSummary, HistoryCursor, LobbyCursor, LobbyList, MAX_LIST,
    NewGame, PlayerId, SeatKind, SeatRow, SeatSet, SeatView, SeatsFingerprint, Secret, StoreError,
    measure, postgres, sqlite, validate,
};

/// The columns of a seat `s` and its player `p`.
macro_rules! seat_columns {
    () => {
        "s.seat, s.kind, s.player_id, s.bot, s.detail, p.name, \
         CAST(CASE WHEN p.password IS NULL THEN 0 ELSE 1 END AS BIGINT)"
    };
}

/// Selects the games `g` of `$from`, one row per seat, the seats of a game together.
macro_rules! select_games {
    ($from:expr, $order:expr) => {
        concat!(
            "SELECT g.id, ",
            seat_columns!(),
            ", g.host, g.created_ms, g.changed_ms, g.settings, g.commitment, g.invitation, ",
            "g.next_ply, g.status, g.public, g.pace, g.waiting, g.deadline_ms, g.expires_ms, ",
            "g.ended_ms, g.detail FROM ",
            $from,
            " g LEFT JOIN seat s ON s.game_id = g.id LEFT JOIN player p ON p.id = s.player_id ",
            "ORDER BY ",
            $order,
            ", g.id, s.seat"
        )
    };
}

pub(super) use {seat_columns, select_games};

macro_rules! select_heads {
    ($condition:expr) => {
        concat!(
            "SELECT id, next_ply, status, deadline_ms, expires_ms FROM game WHERE ",
            $condition
        )
    };
}

#[async_trait]
impl GameStore for Database {
    async fn create_game(&self, mut game: NewGame) -> Result<Created, StoreError> {
        validate::game(&game)?;
        self.uncancellable("create_game", |db| async move {
            match db.try_create(&game).await {
                // The foreign key rejects players who were merged or deleted.
                Err(StoreError::Refused(_) | StoreError::Busy(_)) => {
                    let current = players::current_ids(&db.changes, game.players()).await?;
                    game.resolve_players(|player| current.get(&player).copied())?;
                    db.try_create(&game).await
                }
                outcome => outcome,
            }
        })
        .await
    }

    async fn requested_game(&self, key: CommandKey) -> Result<Option<ExistingGame>, StoreError> {
        requested(&self.readers, key).await
    }

    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        self.readers.health.check()?;
        validate::append(&append)?;
        let begun = Instant::now();
        let outcome = self.writers.append(append).await;
        measure::write("append", begun, &outcome);
        outcome
    }

    async fn events_of(
        &self,
        games: &[(GameId, u32)],
    ) -> Result<Vec<(GameId, EventRow)>, StoreError> {
        let ids = match games {
            [] => return Ok(Vec::new()),
            // The common case, which needs no list and has a simple plan.
            [(game, from)] => {
                let sql = "SELECT ply, kind, body, rules_version, state_hash, at_ms, commander, \
                           command FROM event WHERE game_id = $1 AND ply >= $2 ORDER BY ply";
                let rows = self.readers.rows(sql, values![*game, *from]).await?;
                return rows
                    .iter()
                    .map(|row| Ok((*game, read_event(row)?)))
                    .collect();
            }
            games => list(games.iter().map(|(game, _)| game)),
        };
        let plies = list(games.iter().map(|(_, ply)| ply));
        // Both make an index lookup per game. The inner ORDER BY keeps PostgreSQL from scanning
        // the table once for all games.
        let sql = match self.readers.connections {
            Connections::Sqlite(_) => {
                "SELECT e.ply, e.kind, e.body, e.rules_version, e.state_hash, e.at_ms, \
                 e.commander, e.command, e.game_id \
                 FROM json_each('[\"' || replace($1, ',', '\",\"') || '\"]') i \
                 JOIN json_each('[' || $2 || ']') p ON p.key = i.key \
                 CROSS JOIN event e ON e.game_id = i.value AND e.ply >= p.value \
                 ORDER BY e.game_id, e.ply"
            }
            Connections::Postgres(_) => {
                "SELECT e.ply, e.kind, e.body, e.rules_version, e.state_hash, e.at_ms, \
                 e.commander, e.command, e.game_id \
                 FROM unnest(string_to_array($1, ','), string_to_array($2, ',')::bigint[]) \
                 u (id, from_ply), LATERAL (SELECT * FROM event \
                 WHERE event.game_id = u.id AND event.ply >= u.from_ply ORDER BY event.ply) e \
                 ORDER BY e.game_id, e.ply"
            }
        };
        let rows = self.readers.rows(sql, values![ids, plies]).await?;
        rows.iter()
            .map(|row| Ok((row.parsed(8)?, read_event(row)?)))
            .collect()
    }

    async fn game(&self, game: GameId) -> Result<Option<GameRow>, StoreError> {
        let sql = select_games!("(SELECT * FROM game WHERE id = $1)", "g.created_ms");
        Ok(read_games(&self.readers.rows(sql, values![game]).await?)?.pop())
    }

    async fn draw_secret(&self, game: GameId) -> Result<Secret, StoreError> {
        let sql = "SELECT bytes FROM secret WHERE game_id = $1";
        let row = self.readers.row(sql, values![game]).await?;
        let mut bytes = row.ok_or(StoreError::NoSuchGame(game))?.array(0)?;
        let secret = Secret::new(&mut bytes);
        bytes.zeroize();
        Ok(secret)
    }

    async fn set_expiry(&self, game: GameId, expires_ms: i64) -> Result<bool, StoreError> {
        self.uncancellable("expiry", |db| async move {
            let mut tx = db.begin_write().await?;
            let sql = "UPDATE game SET expires_ms = $2 WHERE id = $1 AND status = 'open'";
            let changed = tx.execute(sql, values![game, expires_ms]).await?;
            tx.commit().await?;
            Ok(changed > 0)
        })
        .await
    }
}

impl Database {
    async fn try_create(&self, game: &NewGame) -> Result<Created, StoreError> {
        let created = match self.changes.connections {
            Connections::Sqlite(_) => create_in_sqlite(&self.changes, game).await,
            Connections::Postgres(_) => postgres::create::write(&self.changes, game).await,
        };
        match (created, game.request) {
            (Ok(true), _) => Ok(Created::New),
            (Ok(false), Some(request)) => {
                let existing = requested(&self.changes, request.key).await?;
                // A missing request was deleted together with its player just now.
                let deleted = || StoreError::Busy("the player was deleted".to_owned());
                existing.map(Created::Existing).ok_or_else(deleted)
            }
            (Ok(false), None) | (Err(StoreError::Refused(_)), _)
                if self.game_exists(game.id).await? =>
            {
                Err(StoreError::GameExists(game.id))
            }
            (Ok(false), None) => Err(StoreError::Refused("the game was not created".to_owned())),
            (Err(error), _) => Err(error),
        }
    }

    async fn game_exists(&self, game: GameId) -> Result<bool, StoreError> {
        let sql = "SELECT id FROM game WHERE id = $1";
        Ok(self.changes.row(sql, values![game]).await?.is_some())
    }
}

/// Writes a game. Returns `false` if its request already exists.
async fn create_in_sqlite(pool: &Pool, game: &NewGame) -> Result<bool, StoreError> {
    let mut tx = pool.begin(crate::sql::Access::Write).await?;
    if let Some(request) = &game.request {
        let sql = "INSERT INTO request (player_id, number, digest, game_id) \
                   VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
        let key = request.key;
        let values = values![key.player, key.number, request.digest, game.id];
        if tx.execute(sql, values).await? == 0 {
            return Ok(false);
        }
    }
    let summary = &game.summary;
    let sql = "INSERT INTO game (id, host, created_ms, changed_ms, settings, commitment, \
               invitation, next_ply, status, public, pace, waiting, deadline_ms, expires_ms, \
               ended_ms, detail) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, \
               $14, $15, $16)";
    let values = values![
        game.id,
        game.host,
        game.created_ms,
        game.changed_ms(),
        game.settings.as_str(),
        game.commitment,
        game.invitation,
        game.events.len() as u32,
        summary.status,
        summary.public,
        summary.pace,
        summary.waiting.bits(),
        summary.deadline_ms,
        summary.expires_ms,
        summary.ended_ms,
        summary.detail.as_str(),
    ];
    tx.execute(sql, values).await?;
    let sql = "INSERT INTO secret (game_id, bytes) VALUES ($1, $2)";
    tx.execute(sql, values![game.id, *game.secret.expose()])
        .await?;
    sqlite::append::insert_events(&mut tx, game.numbered_events().collect()).await?;
    let seats = game.seats.iter().map(|seat| (game.id, seat)).collect();
    sqlite::append::upsert_seats(&mut tx, seats).await?;
    tx.commit().await?;
    Ok(true)
}

async fn requested(pool: &Pool, key: CommandKey) -> Result<Option<ExistingGame>, StoreError> {
    let sql = "SELECT game_id, digest FROM request WHERE number = $2 \
               AND player_id IN ($1, (SELECT account FROM merged WHERE guest = $1))";
    let row = pool.row(sql, values![key.player, key.number]).await?;
    let read = |row: Row| {
        Ok(ExistingGame {
            game: row.parsed(0)?,
            digest: row.array(1)?,
        })
    };
    row.map(read).transpose()
}

#[async_trait]
impl GameQueries for Database {
    async fn lobby(
        &self,
        list: LobbyList,
        after: Option<LobbyCursor>,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError> {
        let sql = match list {
            LobbyList::Open => select_games!(
                "(SELECT * FROM game h WHERE public = 1 AND status = 'open' AND EXISTS \
                  (SELECT 1 FROM seat o WHERE o.game_id = h.id AND o.kind = 'open') \
                  AND created_ms <= $1 AND (created_ms < $1 OR id > $2) \
                  ORDER BY created_ms DESC, id LIMIT $3)",
                "g.created_ms DESC"
            ),
            LobbyList::Live => select_games!(
                "(SELECT * FROM game WHERE public = 1 AND status = 'running' \
                  AND created_ms <= $1 AND (created_ms < $1 OR id > $2) \
                  ORDER BY created_ms DESC, id LIMIT $3)",
                "g.created_ms DESC"
            ),
        };
        let values = values![
            after.map_or(i64::MAX, |cursor| cursor.created_ms),
            after.map_or(String::new(), |cursor| cursor.game.to_string()),
            limit.min(MAX_LIST),
        ];
        read_games(&self.readers.rows(sql, values).await?)
    }

    async fn games_of(
        &self,
        player: PlayerId,
        after: Option<HistoryCursor>,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError> {
        // One row per game of the player; `grp` is the number of its `HistoryGroup`.
        let sql = select_games!(
            "(SELECT h.*, m.grp FROM game h JOIN (SELECT t.game_id, \
              MIN(CASE WHEN (q.waiting >> CAST(t.seat AS INTEGER)) & 1 = 1 THEN 0 \
              WHEN q.status IN ('open', 'running') THEN 1 ELSE 2 END) AS grp FROM seat t \
              JOIN game q ON q.id = t.game_id WHERE t.player_id = $1 GROUP BY t.game_id) m \
              ON m.game_id = h.id WHERE $2 = 0 OR m.grp > $3 OR (m.grp = $3 AND \
              (h.changed_ms < $4 OR (h.changed_ms = $4 AND h.id > $5))) \
              ORDER BY m.grp, h.changed_ms DESC, h.id LIMIT $6)",
            "g.grp, g.changed_ms DESC"
        );
        let values = values![
            player,
            after.is_some(),
            after.map_or(0, |cursor| cursor.group as i64),
            after.map_or(0, |cursor| cursor.changed_ms),
            after.map_or(String::new(), |cursor| cursor.game.to_string()),
            limit.min(MAX_LIST),
        ];
        read_games(&self.readers.rows(sql, values).await?)
    }

    async fn due(&self, now_ms: i64, limit: u32) -> Result<Vec<GameHead>, StoreError> {
        let sql = select_heads!(
            "deadline_ms IS NOT NULL AND deadline_ms <= $1 ORDER BY deadline_ms, id LIMIT $2"
        );
        let values = values![now_ms, limit.min(MAX_LIST)];
        read_heads(&self.readers.rows(sql, values).await?)
    }

    async fn expired_unstarted(
        &self,
        now_ms: i64,
        limit: u32,
    ) -> Result<Vec<GameHead>, StoreError> {
        let sql = select_heads!(
            "status = 'open' AND expires_ms IS NOT NULL AND expires_ms <= $1 \
             ORDER BY expires_ms, id LIMIT $2"
        );
        let values = values![now_ms, limit.min(MAX_LIST)];
        read_heads(&self.readers.rows(sql, values).await?)
    }

    async fn running_timed(&self) -> Result<Vec<GameHead>, StoreError> {
        // A UNION, because each half has its own index.
        let sql = concat!(
            select_heads!("status = 'running' AND pace = 'realtime' UNION ALL "),
            select_heads!(
                "status = 'running' AND deadline_ms IS NOT NULL AND pace <> 'realtime' ORDER BY id"
            )
        );
        read_heads(&self.readers.rows(sql, values![]).await?)
    }

    async fn heads(&self, games: &[GameId]) -> Result<Vec<GameHead>, StoreError> {
        let sql = with_list!(
            self.readers.connections,
            select_heads!("id"),
            " ORDER BY id"
        );
        read_heads(&self.readers.rows(sql, values![list(games)]).await?)
    }

    async fn seat_fingerprints(
        &self,
        games: &[GameId],
    ) -> Result<Vec<(GameId, SeatsFingerprint)>, StoreError> {
        let sql = with_list!(
            self.readers.connections,
            concat!(
                "SELECT s.game_id, ",
                seat_columns!(),
                " FROM seat s LEFT JOIN player p ON p.id = s.player_id WHERE s.game_id"
            ),
            " ORDER BY s.game_id, s.seat"
        );
        let rows = self.readers.rows(sql, values![list(games)]).await?;
        let seats: Vec<(GameId, SeatView)> = rows
            .iter()
            .map(|row| Ok((row.parsed(0)?, read_seat(row)?)))
            .collect::<Result<_, StoreError>>()?;
        let fingerprint = |seats: &[(GameId, SeatView)]| {
            let views = seats.iter().map(|(_, view)| view.fingerprint_parts());
            (seats[0].0, SeatsFingerprint::of(views))
        };
        let by_game = seats.chunk_by(|(one, _), (other, _)| one == other);
        Ok(by_game.map(fingerprint).collect())
    }

    async fn open_games_with_deleted_players(&self, limit: u32) -> Result<Vec<GameId>, StoreError> {
        // Every open game has an expiry time, so the index on it applies. Seats are marked
        // `deleted`, or lost their player to the foreign key if written concurrently.
        let sql = "SELECT g.id FROM game g WHERE g.status = 'open' AND g.expires_ms IS NOT NULL \
                   AND EXISTS (SELECT 1 FROM seat s WHERE s.game_id = g.id \
                   AND s.kind IN ('person', 'deleted') AND s.player_id IS NULL) \
                   ORDER BY g.expires_ms, g.id LIMIT $1";
        let rows = self.readers.rows(sql, values![limit]).await?;
        rows.iter().map(|row| row.parsed(0)).collect()
    }
}

/// Returns all games hosted by a player or with a seat of theirs, the newest first.
pub(super) async fn all_games_of(
    tx: &mut Tx,
    player: PlayerId,
) -> Result<Vec<GameRow>, StoreError> {
    let sql = select_games!(
        "(SELECT * FROM game WHERE host = $1 OR id IN \
          (SELECT game_id FROM seat WHERE player_id = $1))",
        "g.created_ms DESC"
    );
    read_games(&tx.rows(sql, values![player]).await?)
}

fn read_event(row: &Row) -> Result<EventRow, StoreError> {
    Ok(EventRow {
        ply: row.small(0)?,
        kind: row.get(1)?,
        body: row.get(2)?,
        rules_version: row.small(3)?,
        state_hash: row.get(4)?,
        at_ms: row.get(5)?,
        command: match row.maybe_parsed(6)? {
            Some(player) => Some(CommandKey {
                player,
                number: row.array(7)?,
            }),
            None => None,
        },
    })
}

fn read_heads(rows: &[Row]) -> Result<Vec<GameHead>, StoreError> {
    let head = |row: &Row| {
        Ok(GameHead {
            game: row.parsed(0)?,
            next_ply: row.small(1)?,
            status: row.parsed(2)?,
            deadline_ms: row.get(3)?,
            expires_ms: row.get(4)?,
        })
    };
    rows.iter().map(head).collect()
}

/// Reads games from rows of one seat each.
pub(super) fn read_games(rows: &[Row]) -> Result<Vec<GameRow>, StoreError> {
    let mut games: Vec<GameRow> = Vec::new();
    for row in rows {
        let id = row.parsed(0)?;
        if games.last().is_none_or(|game| game.id != id) {
            games.push(read_game(row, id)?);
        }
        if let (Some(game), Some(_)) = (games.last_mut(), row.get::<Option<i64>>(1)?) {
            game.seats.push(read_seat(row)?);
        }
    }
    Ok(games)
}

fn read_game(row: &Row, id: GameId) -> Result<GameRow, StoreError> {
    Ok(GameRow {
        id,
        host: row.maybe_parsed(8)?,
        created_ms: row.get(9)?,
        changed_ms: row.get(10)?,
        settings: row.get(11)?,
        commitment: row.array(12)?,
        invitation: row.maybe_hash(13)?,
        next_ply: row.small(14)?,
        summary: GameSummary {
            status: row.parsed(15)?,
            public: row.flag(16)?,
            pace: row.parsed(17)?,
            waiting: SeatSet::from_bits(row.small(18)?),
            deadline_ms: row.get(19)?,
            expires_ms: row.get(20)?,
            ended_ms: row.get(21)?,
            detail: row.get(22)?,
        },
        seats: Vec::new(),
    })
}

fn read_seat(row: &Row) -> Result<SeatView, StoreError> {
    let player = row.maybe_parsed(3)?;
    let kind = match row.parsed(2)? {
        // The foreign key clears a deleted player.
        SeatKind::Person if player.is_none() => SeatKind::Deleted,
        kind => kind,
    };
    let name = match row.get::<Option<String>>(6)? {
        Some(name) => Some(DisplayName {
            name,
            account: row.flag(7)?,
        }),
        None => None,
    };
    let (seat, bot, detail) = (row.small(1)?, row.get(4)?, row.get(5)?);
    Ok(SeatView {
        row: SeatRow {
            seat,
            kind,
            player,
            bot,
            detail,
        },
        name,
    })
}
