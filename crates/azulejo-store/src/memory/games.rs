//! Games in memory.

use std::cmp::Reverse;
use std::sync::atomic::Ordering;

use async_trait::async_trait;

use super::MemoryStore;
use super::data::Game;
use crate::game::resolve_seats;
use crate::{
    Append, Appended, BusMessage, CommandKey, Created, EventRow, ExistingGame, GameHead, GameId,
    GameQueries, GameRow, GameStatus, GameStore, HistoryCursor, LobbyCursor, LobbyList, MAX_LIST,
    NewGame, Pace, PlayerId, SeatKind, SeatsFingerprint, Secret, StoreError, validate,
};

#[async_trait]
impl GameStore for MemoryStore {
    async fn create_game(&self, mut game: NewGame) -> Result<Created, StoreError> {
        validate::game(&game)?;
        self.write("create_game", |data, _| {
            game.resolve_players(|player| data.current_id(player))?;
            let (id, request) = (game.id, game.request);
            let request = request.map(|request| (request.key.player, request.key.number));
            if let Some(existing) = request.and_then(|request| data.requests.get(&request)) {
                return Ok(Created::Existing(*existing));
            }
            if data.games.contains_key(&id) {
                return Err(StoreError::GameExists(id));
            }
            if let (Some(key), Some(request)) = (request, game.request) {
                let digest = request.digest;
                data.requests.insert(key, ExistingGame { game: id, digest });
            }
            data.games.insert(id, Game::new(game));
            Ok(Created::New)
        })
        .await
    }

    async fn requested_game(&self, key: CommandKey) -> Result<Option<ExistingGame>, StoreError> {
        self.read("requested_game", |data| {
            let player = data.current_id(key.player)?;
            data.requests.get(&(player, key.number)).copied()
        })
        .await
    }

    async fn append(&self, mut append: Append) -> Result<Appended, StoreError> {
        validate::append(&append)?;
        self.write("append", |data, messages| {
            self.appends.fetch_add(1, Ordering::Relaxed);
            let id = append.game;
            let seats = append.seats.as_deref_mut().unwrap_or_default();
            resolve_seats(id, seats, |player| data.current_id(player))?;
            let game = data.games.get_mut(&id);
            let outcome = append.outcome(game.as_ref().map(|game| game.events.len() as u32))?;
            if let (Some(game), Appended::Committed { next }) = (game, &outcome) {
                if !append.events.is_empty() {
                    messages.push(BusMessage::Appended(vec![(id, *next)]));
                }
                game.append(append);
            }
            Ok(outcome)
        })
        .await
    }

    async fn events_of(
        &self,
        games: &[(GameId, u32)],
    ) -> Result<Vec<(GameId, EventRow)>, StoreError> {
        self.read("events_of", |data| {
            let mut games = games.to_vec();
            games.sort();
            let events = games.into_iter().flat_map(|(id, from_ply)| {
                let events = data.games.get(&id).map(|game| &game.events[..]);
                let events = events.unwrap_or_default().iter();
                events
                    .skip(from_ply as usize)
                    .map(move |event| (id, event.clone()))
            });
            events.collect()
        })
        .await
    }

    async fn game(&self, game: GameId) -> Result<Option<GameRow>, StoreError> {
        self.read("game", |data| data.game_row(game)).await
    }

    async fn draw_secret(&self, game: GameId) -> Result<Secret, StoreError> {
        self.read("draw_secret", |data| {
            let found = data.games.get(&game).ok_or(StoreError::NoSuchGame(game))?;
            Ok(Secret::new(&mut { *found.secret.expose() }))
        })
        .await?
    }

    async fn set_expiry(&self, game: GameId, expires_ms: i64) -> Result<bool, StoreError> {
        self.write("set_expiry", |data, _| {
            let game = data.games.get_mut(&game);
            let open = game.filter(|game| game.summary.status == GameStatus::Open);
            Ok(open
                .map(|game| game.summary.expires_ms = Some(expires_ms))
                .is_some())
        })
        .await
    }
}

#[async_trait]
impl GameQueries for MemoryStore {
    async fn lobby(
        &self,
        list: LobbyList,
        after: Option<LobbyCursor>,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError> {
        let position = |cursor: LobbyCursor| (Reverse(cursor.created_ms), cursor.game);
        self.read("lobby", |data| {
            let mut games = data.newest_games(|game| {
                let listed = match list {
                    LobbyList::Open => {
                        game.summary.status == GameStatus::Open
                            && game.has_seat_of_kind(SeatKind::Open)
                    }
                    LobbyList::Live => game.summary.status == GameStatus::Running,
                };
                game.summary.public && listed
            });
            if let Some(after) = after {
                games.retain(|game| position(game.lobby_cursor()) > position(after));
            }
            games.truncate(limit.min(MAX_LIST) as usize);
            games
        })
        .await
    }

    async fn games_of(
        &self,
        player: PlayerId,
        after: Option<HistoryCursor>,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError> {
        let position = |cursor: HistoryCursor| {
            let HistoryCursor {
                group,
                changed_ms,
                game,
            } = cursor;
            (group, Reverse(changed_ms), game)
        };
        self.read("games_of", |data| {
            let mut games = data.newest_games(|game| game.has_seat(player));
            games.sort_by_key(|game| position(game.history_cursor(player)));
            if let Some(after) = after {
                games.retain(|game| position(game.history_cursor(player)) > position(after));
            }
            games.truncate(limit.min(MAX_LIST) as usize);
            games
        })
        .await
    }

    async fn due(&self, now_ms: i64, limit: u32) -> Result<Vec<GameHead>, StoreError> {
        self.read("due", |data| {
            data.heads_by(|summary| summary.deadline_ms, now_ms, limit)
        })
        .await
    }

    async fn expired_unstarted(
        &self,
        now_ms: i64,
        limit: u32,
    ) -> Result<Vec<GameHead>, StoreError> {
        self.read("expired_unstarted", |data| {
            let expiry = |summary: &crate::GameSummary| {
                let is_open = summary.status == GameStatus::Open;
                summary.expires_ms.filter(|_| is_open)
            };
            data.heads_by(expiry, now_ms, limit)
        })
        .await
    }

    async fn running_timed(&self) -> Result<Vec<GameHead>, StoreError> {
        self.read("running_timed", |data| {
            let heads = data.games.iter().map(|(id, game)| (game, game.head(*id)));
            let timed = heads.filter(|(game, head)| {
                head.status == GameStatus::Running
                    && (head.deadline_ms.is_some() || game.summary.pace == Pace::Realtime)
            });
            timed.map(|(_, head)| head).collect()
        })
        .await
    }

    async fn heads(&self, games: &[GameId]) -> Result<Vec<GameHead>, StoreError> {
        self.read("heads", |data| {
            let heads = data.games.iter().filter(|(id, _)| games.contains(id));
            heads.map(|(id, game)| game.head(*id)).collect()
        })
        .await
    }

    async fn seat_fingerprints(
        &self,
        games: &[GameId],
    ) -> Result<Vec<(GameId, SeatsFingerprint)>, StoreError> {
        self.read("seat_fingerprints", |data| {
            let rows = data.games.keys().filter(|id| games.contains(id));
            let rows = rows.filter_map(|id| data.game_row(*id));
            let seated = rows.filter(|row| !row.seats.is_empty());
            seated
                .map(|row| (row.id, row.seats_fingerprint()))
                .collect()
        })
        .await
    }

    async fn open_games_with_deleted_players(&self, limit: u32) -> Result<Vec<GameId>, StoreError> {
        self.read("open_games_with_deleted_players", |data| {
            let found = data.games.iter().filter_map(|(id, game)| {
                let concerned = game.summary.status == GameStatus::Open
                    && game.has_seat_of_kind(SeatKind::Deleted);
                let expires_ms = game.summary.expires_ms.filter(|_| concerned)?;
                Some((expires_ms, *id))
            });
            let mut found: Vec<_> = found.collect();
            found.sort();
            found.truncate(limit as usize);
            found.into_iter().map(|(_, id)| id).collect()
        })
        .await
    }
}
