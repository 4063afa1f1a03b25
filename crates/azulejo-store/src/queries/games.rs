//! Games: creating them and finding them.

use std::collections::HashMap;

use zeroize::Zeroize as _;

use crate::sql::{Access, Connections, Pool, Row, Tx, list, values};
use crate::{
    CommandKey, Created, EarlierGame, EventRow, GameHead, GameId, GameRequest, GameRow,
    GameSummary, HistoryPlace, Lobby, MAX_LIST, NewGame, PlayerId, SeatKind, SeatRow, SeatSet,
    SeatView, Secret, ShownName, StoreError, postgres,
};

/// The games that `$from` gives as `g`, one row for each seat, seats of one game together.
macro_rules! select_games {
    ($from:expr, $order:expr) => {
        concat!(
            "SELECT g.id, g.host, g.created_ms, g.changed_ms, g.settings, g.commitment, ",
            "g.invitation, g.next_ply, g.status, g.public, g.pace, g.waiting, g.deadline_ms, ",
            "g.expires_ms, g.ended_ms, g.detail, s.seat, s.kind, s.player_id, s.bot, s.detail, ",
            "p.name, CAST(CASE WHEN p.password IS NULL THEN 0 ELSE 1 END AS BIGINT) FROM ",
            $from,
            " g LEFT JOIN seat s ON s.game_id = g.id LEFT JOIN player p ON p.id = s.player_id ",
            "ORDER BY ",
            $order,
            ", g.id, s.seat"
        )
    };
}

macro_rules! select_heads {
    ($tail:expr) => {
        concat!(
            "SELECT id, next_ply, status, deadline_ms, expires_ms FROM game WHERE ",
            $tail
        )
    };
}

pub(crate) async fn create(pool: &Pool, game: NewGame) -> Result<Created, StoreError> {
    if let Connections::Postgres(connections) = &pool.connections {
        pool.health.check()?;
        if postgres::creation::write(connections, &game).await? {
            return Ok(Created::New);
        }
    }
    step_by_step(pool, game).await
}

/// Writes a game, and finds out on the way what stands against it.
async fn step_by_step(pool: &Pool, game: NewGame) -> Result<Created, StoreError> {
    let mut tx = pool.begin(Access::Write).await?;
    if let Some(request) = &game.request
        && let Some(earlier) = keep_request(&mut tx, request, game.id).await?
    {
        return Ok(Created::Before(earlier));
    }
    let summary = &game.summary;
    let changed_ms = game
        .events
        .last()
        .map_or(game.created_ms, |event| event.at_ms);
    // The host is looked up, because they may be gone or part of an account by now.
    let sql = "INSERT INTO game (id, host, created_ms, changed_ms, settings, commitment, \
               invitation, next_ply, status, public, pace, waiting, deadline_ms, expires_ms, \
               ended_ms, detail) VALUES ($1, COALESCE((SELECT id FROM player WHERE id = $2), \
               (SELECT account FROM merged WHERE guest = $2)), $3, $4, $5, $6, $7, $8, $9, $10, \
               $11, $12, $13, $14, $15, $16) ON CONFLICT DO NOTHING";
    let values = values![
        game.id,
        game.host,
        game.created_ms,
        changed_ms,
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
    if tx.execute(sql, values).await? == 0 {
        return Err(StoreError::GameExists(game.id));
    }
    let sql = "INSERT INTO secret (game_id, bytes) VALUES ($1, $2)";
    tx.execute(sql, values![game.id, *game.secret.expose()])
        .await?;
    for (ply, event) in (0_u32..).zip(&game.events) {
        let sql = "INSERT INTO event (game_id, ply, kind, body, rules_version, state_hash, at_ms) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let values = values![
            game.id,
            ply,
            event.kind.as_str(),
            event.body.as_str(),
            event.rules_version,
            event.state_hash.as_str(),
            event.at_ms,
        ];
        tx.execute(sql, values).await?;
    }
    let mut sits_as = HashMap::new();
    for seat in &game.seats {
        let person = create_seat(&mut tx, game.id, seat).await?;
        if let (Some(given), Some(person)) = (seat.player, person)
            && *sits_as.entry(person).or_insert(given) != given
        {
            return Err(StoreError::TwoSeats(game.id));
        }
    }
    tx.commit().await?;
    Ok(Created::New)
}

/// Writes down what a request leads to. Returns what it has led to before, if it has.
async fn keep_request(
    tx: &mut Tx,
    request: &GameRequest,
    game: GameId,
) -> Result<Option<EarlierGame>, StoreError> {
    let GameRequest { key, digest } = request;
    // Nobody can ask again for a player who is gone.
    let Some(player) = player_now(tx, key.player).await? else {
        return Ok(None);
    };
    // Of several at once the first is waited for: PostgreSQL does so here, SQLite when a
    // transaction begins.
    let sql = "INSERT INTO request (player_id, number, digest, game_id) \
               VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
    let values = values![player, key.number, *digest, game];
    if tx.execute(sql, values).await? == 1 {
        return Ok(None);
    }
    let row = tx.row(SELECT_REQUEST, values![player, key.number]).await?;
    let earlier = row.as_ref().map(read_request).transpose()?;
    // It was there a moment ago: its player has just been deleted.
    let gone = || StoreError::Busy("a request was forgotten while it was looked up".to_owned());
    Ok(Some(earlier.ok_or_else(gone)?))
}

const SELECT_REQUEST: &str = "SELECT game_id, digest FROM request WHERE number = $2 \
                              AND player_id IN ($1, (SELECT account FROM merged WHERE guest = $1))";

fn read_request(row: &Row) -> Result<EarlierGame, StoreError> {
    Ok(EarlierGame {
        game: row.parsed(0)?,
        digest: row.array(1)?,
    })
}

pub(crate) async fn requested(
    pool: &Pool,
    key: CommandKey,
) -> Result<Option<EarlierGame>, StoreError> {
    let row = pool
        .row(SELECT_REQUEST, values![key.player, key.number])
        .await?;
    row.as_ref().map(read_request).transpose()
}

/// Under which id a player is known by now: another one after a merge, none after a deletion.
async fn player_now(tx: &mut Tx, player: PlayerId) -> Result<Option<PlayerId>, StoreError> {
    let sql = "SELECT id FROM player WHERE id = $1 \
               UNION ALL SELECT account FROM merged WHERE guest = $1";
    let row = tx.row(sql, values![player]).await?;
    row.map(|row| row.parsed(0)).transpose()
}

/// Writes a seat. Returns who it belongs to by now.
async fn create_seat(
    tx: &mut Tx,
    game: GameId,
    seat: &SeatRow,
) -> Result<Option<PlayerId>, StoreError> {
    let player = match seat.player {
        None => None,
        Some(player) => player_now(tx, player).await?,
    };
    let gone = seat.player.is_some() && player.is_none();
    let kind = if gone { SeatKind::Deleted } else { seat.kind };
    let sql = "INSERT INTO seat (game_id, seat, kind, player_id, bot, detail) \
               VALUES ($1, $2, $3, $4, $5, $6)";
    let values = values![
        game,
        seat.seat,
        kind,
        player,
        seat.bot.as_deref(),
        seat.detail.as_str()
    ];
    tx.execute(sql, values).await?;
    Ok(player)
}

pub(crate) async fn events(
    pool: &Pool,
    game: GameId,
    from_ply: u32,
) -> Result<Vec<EventRow>, StoreError> {
    let sql = "SELECT ply, kind, body, rules_version, state_hash, at_ms, commander, command \
               FROM event WHERE game_id = $1 AND ply >= $2 ORDER BY ply";
    let rows = pool.rows(sql, values![game, from_ply]).await?;
    rows.iter().map(event).collect()
}

fn event(row: &Row) -> Result<EventRow, StoreError> {
    Ok(EventRow {
        ply: row.small(0)?,
        kind: row.text(1)?,
        body: row.text(2)?,
        rules_version: row.small(3)?,
        state_hash: row.text(4)?,
        at_ms: row.int(5)?,
        command: match row.maybe_parsed(6)? {
            Some(player) => Some(CommandKey {
                player,
                number: row.array(7)?,
            }),
            None => None,
        },
    })
}

pub(crate) async fn events_of(
    pool: &Pool,
    games: &[(GameId, u32)],
) -> Result<Vec<(GameId, EventRow)>, StoreError> {
    if games.is_empty() {
        return Ok(Vec::new());
    }
    let ids = list(games.iter().map(|(game, _)| game));
    let plies = list(games.iter().map(|(_, ply)| ply));
    // One game after the other by the index, however big the table is: the inner order keeps
    // PostgreSQL from reading all of it once for all of them.
    let sql = match pool.connections {
        Connections::Sqlite(_) => {
            "SELECT e.ply, e.kind, e.body, e.rules_version, e.state_hash, e.at_ms, \
             e.commander, e.command, e.game_id FROM json_each('[\"' || replace($1, ',', '\",\"') || '\"]') i \
             JOIN json_each('[' || $2 || ']') p ON p.key = i.key \
             CROSS JOIN event e ON e.game_id = i.value AND e.ply >= p.value \
             ORDER BY e.game_id, e.ply"
        }
        Connections::Postgres(_) => {
            "SELECT e.ply, e.kind, e.body, e.rules_version, e.state_hash, e.at_ms, \
             e.commander, e.command, e.game_id FROM unnest(string_to_array($1, ','), string_to_array($2, ',')::bigint[]) \
             u (id, from_ply), LATERAL (SELECT * FROM event \
             WHERE event.game_id = u.id AND event.ply >= u.from_ply ORDER BY event.ply) e \
             ORDER BY e.game_id, e.ply"
        }
    };
    let rows = pool.rows(sql, values![ids, plies]).await?;
    rows.iter()
        .map(|row| Ok((row.parsed(8)?, event(row)?)))
        .collect()
}

pub(crate) async fn game(pool: &Pool, game: GameId) -> Result<Option<GameRow>, StoreError> {
    let sql = select_games!("(SELECT * FROM game WHERE id = $1)", "g.created_ms");
    Ok(read_games(&pool.rows(sql, values![game]).await?)?.pop())
}

pub(crate) async fn draw_secret(pool: &Pool, game: GameId) -> Result<Secret, StoreError> {
    let sql = "SELECT bytes FROM secret WHERE game_id = $1";
    let row = pool
        .row(sql, values![game])
        .await?
        .ok_or(StoreError::NoSuchGame(game))?;
    let mut bytes = row.array(0)?;
    let secret = Secret::new(&mut bytes);
    bytes.zeroize();
    Ok(secret)
}

pub(crate) async fn set_expiry(
    pool: &Pool,
    game: GameId,
    expires_ms: i64,
) -> Result<bool, StoreError> {
    let mut tx = pool.begin(Access::Write).await?;
    let sql = "UPDATE game SET expires_ms = $2 WHERE id = $1 AND status = 'open'";
    let changed = tx.execute(sql, values![game, expires_ms]).await?;
    tx.commit().await?;
    Ok(changed > 0)
}

pub(crate) async fn lobby(pool: &Pool, limit: u32) -> Result<Lobby, StoreError> {
    let open = select_games!(
        "(SELECT * FROM game h WHERE public = 1 AND status = 'open' AND EXISTS \
          (SELECT 1 FROM seat o WHERE o.game_id = h.id AND o.kind = 'open') \
          ORDER BY created_ms DESC, id LIMIT $1)",
        "g.created_ms DESC"
    );
    let live = select_games!(
        "(SELECT * FROM game WHERE public = 1 AND status = 'running' \
          ORDER BY created_ms DESC, id LIMIT $1)",
        "g.created_ms DESC"
    );
    let limit = limit.min(MAX_LIST);
    Ok(Lobby {
        open: read_games(&pool.rows(open, values![limit]).await?)?,
        live: read_games(&pool.rows(live, values![limit]).await?)?,
    })
}

pub(crate) async fn games_of(
    pool: &Pool,
    player: PlayerId,
    after: Option<HistoryPlace>,
    limit: u32,
) -> Result<Vec<GameRow>, StoreError> {
    // One row for each of the player's games, with 1 in `waits` if any of the player's seats
    // is among those that must act; of these, what lies after the given place.
    let sql = select_games!(
        "(SELECT h.*, m.waits FROM game h JOIN (SELECT t.game_id, \
          MAX((q.waiting >> CAST(t.seat AS INTEGER)) & 1) AS waits FROM seat t \
          JOIN game q ON q.id = t.game_id WHERE t.player_id = $1 GROUP BY t.game_id) m \
          ON m.game_id = h.id WHERE $2 = 0 OR m.waits < $3 OR (m.waits = $3 AND \
          (h.changed_ms < $4 OR (h.changed_ms = $4 AND h.id > $5))) \
          ORDER BY m.waits DESC, h.changed_ms DESC, h.id LIMIT $6)",
        "g.waits DESC, g.changed_ms DESC"
    );
    let values = values![
        player,
        after.is_some(),
        after.is_some_and(|place| place.waiting),
        after.map_or(0, |place| place.changed_ms),
        after.map_or(String::new(), |place| place.game.to_string()),
        limit.min(MAX_LIST),
    ];
    read_games(&pool.rows(sql, values).await?)
}

/// All games of a player, whether on a seat or as host, the newest first.
pub(crate) async fn all_games_of(
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

pub(crate) async fn due(pool: &Pool, now_ms: i64, limit: u32) -> Result<Vec<GameHead>, StoreError> {
    let sql = select_heads!(
        "deadline_ms IS NOT NULL AND deadline_ms <= $1 ORDER BY deadline_ms, id LIMIT $2"
    );
    read_heads(&pool.rows(sql, values![now_ms, limit.min(MAX_LIST)]).await?)
}

pub(crate) async fn expired_unstarted(
    pool: &Pool,
    now_ms: i64,
    limit: u32,
) -> Result<Vec<GameHead>, StoreError> {
    let sql = select_heads!(
        "status = 'open' AND expires_ms IS NOT NULL AND expires_ms <= $1 \
         ORDER BY expires_ms, id LIMIT $2"
    );
    read_heads(&pool.rows(sql, values![now_ms, limit.min(MAX_LIST)]).await?)
}

pub(crate) async fn running_timed(pool: &Pool) -> Result<Vec<GameHead>, StoreError> {
    // Both halves have an index. A clock by days that runs has a deadline, and so has a question.
    let sql = concat!(
        select_heads!("status = 'running' AND pace = 'realtime' UNION ALL "),
        select_heads!(
            "status = 'running' AND deadline_ms IS NOT NULL AND pace <> 'realtime' ORDER BY id"
        )
    );
    read_heads(&pool.rows(sql, values![]).await?)
}

pub(crate) async fn heads(pool: &Pool, games: &[GameId]) -> Result<Vec<GameHead>, StoreError> {
    let sql = match pool.connections {
        Connections::Sqlite(_) => select_heads!(
            "id IN (SELECT value FROM json_each('[\"' || replace($1, ',', '\",\"') || '\"]')) \
             ORDER BY id"
        ),
        Connections::Postgres(_) => {
            select_heads!("id = ANY (string_to_array($1, ',')) ORDER BY id")
        }
    };
    read_heads(&pool.rows(sql, values![list(games)]).await?)
}

pub(crate) fn read_heads(rows: &[Row]) -> Result<Vec<GameHead>, StoreError> {
    let head = |row: &Row| {
        Ok(GameHead {
            game: row.parsed(0)?,
            next_ply: row.small(1)?,
            status: row.parsed(2)?,
            deadline_ms: row.maybe_int(3)?,
            expires_ms: row.maybe_int(4)?,
        })
    };
    rows.iter().map(head).collect()
}

/// Games from rows of which each is one seat.
fn read_games(rows: &[Row]) -> Result<Vec<GameRow>, StoreError> {
    let mut games: Vec<GameRow> = Vec::new();
    for row in rows {
        let id = row.parsed(0)?;
        if games.last().is_none_or(|game| game.id != id) {
            games.push(read_game(row, id)?);
        }
        if let (Some(game), Some(_)) = (games.last_mut(), row.maybe_int(16)?) {
            game.seats.push(read_seat(row)?);
        }
    }
    Ok(games)
}

fn read_game(row: &Row, id: GameId) -> Result<GameRow, StoreError> {
    Ok(GameRow {
        id,
        host: row.maybe_parsed(1)?,
        created_ms: row.int(2)?,
        changed_ms: row.int(3)?,
        settings: row.text(4)?,
        commitment: row.array(5)?,
        invitation: row.maybe_hash(6)?,
        next_ply: row.small(7)?,
        summary: GameSummary {
            status: row.parsed(8)?,
            public: row.flag(9)?,
            pace: row.parsed(10)?,
            waiting: SeatSet::from_bits(row.small(11)?),
            deadline_ms: row.maybe_int(12)?,
            expires_ms: row.maybe_int(13)?,
            ended_ms: row.maybe_int(14)?,
            detail: row.text(15)?,
        },
        seats: Vec::new(),
    })
}

fn read_seat(row: &Row) -> Result<SeatView, StoreError> {
    let player = row.maybe_parsed(18)?;
    let kind = match row.parsed(17)? {
        // The database itself lets go of a player who was deleted.
        SeatKind::Person if player.is_none() => SeatKind::Deleted,
        kind => kind,
    };
    let name = match row.maybe_text(21)? {
        Some(name) => Some(ShownName {
            name,
            account: row.flag(22)?,
        }),
        None => None,
    };
    let (seat, bot, detail) = (row.small(16)?, row.maybe_text(19)?, row.text(20)?);
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
