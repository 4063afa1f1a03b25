//! The store traits on top of the in-memory data.

use std::cmp::Reverse;
use std::path::Path;
use std::sync::atomic::Ordering;

use async_trait::async_trait;

use super::data::{Game, Player};
use super::{MemoryStore, lock};
use crate::database::NODE_RETENTION_MS;
use crate::game::resolve_seats;
use crate::{
    AccountRow, AccountStore, Append, Appended, BackupError, BusMessage, BusReceiver, ClusterStore,
    CommandKey, Created, Credential, Downtime, EventRow, ExistingGame, ExportedSession, GameHead,
    GameId, GameQueries, GameRow, GameStatus, GameStore, HistoryCursor, LastHeartbeats, Lobby,
    MAX_LIST, Maintenance, Merged, NewAccount, NewGame, Pace, PasswordEpoch, PasswordHash,
    PlayerExport, PlayerId, PlayerName, PlayerRow, PlayerStore, SeatKind, SeatsFingerprint, Secret,
    SessionRow, SessionStore, StoreError, StoreStats, TokenHash, validate,
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
    async fn lobby(&self, limit: u32) -> Result<Lobby, StoreError> {
        self.read("lobby", |data| {
            let public = |status| {
                let mut games = data.newest_games(|game| {
                    game.summary.public
                        && game.summary.status == status
                        && (status == GameStatus::Running || game.has_seat_of_kind(SeatKind::Open))
                });
                games.truncate(limit.min(MAX_LIST) as usize);
                games
            };
            Lobby {
                open: public(GameStatus::Open),
                live: public(GameStatus::Running),
            }
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
                waiting,
                changed_ms,
                game,
            } = cursor;
            (Reverse(waiting), Reverse(changed_ms), game)
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

#[async_trait]
impl PlayerStore for MemoryStore {
    async fn create_guest(
        &self,
        player: PlayerId,
        name: PlayerName,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        validate::name(&name)?;
        self.write("create_guest", |data, _| {
            let guest = Player {
                name,
                password: None,
                epoch: PasswordEpoch::default(),
                created_ms: now_ms,
                recovery: Default::default(),
            };
            data.insert_player(player, guest)
        })
        .await
    }

    async fn player(&self, player: PlayerId) -> Result<Option<PlayerRow>, StoreError> {
        self.read("player", |data| data.player_row(player)).await
    }

    async fn rename(&self, player: PlayerId, name: PlayerName) -> Result<(), StoreError> {
        validate::name(&name)?;
        self.write("rename", |data, messages| {
            data.check_name_free(&name.folded, Some(player))?;
            let renamed = data.players.get_mut(&player);
            renamed.ok_or(StoreError::NoSuchPlayer(player))?.name = name;
            data.announce_names(&[player], messages);
            Ok(())
        })
        .await
    }

    async fn rename_guests(&self, folded: &str, new_name: PlayerName) -> Result<(), StoreError> {
        validate::name(&new_name)?;
        self.write("rename_guests", |data, messages| {
            data.check_name_free(&new_name.folded, None)?;
            let mut renamed = Vec::new();
            for (id, player) in &mut data.players {
                if player.password.is_none() && player.name.folded == folded {
                    player.name = new_name.clone();
                    renamed.push(*id);
                }
            }
            data.announce_names(&renamed, messages);
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
        self.write("merge_guest", |data, messages| {
            let is_guest = |player: &Player| player.password.is_none();
            if !data.players.get(&guest).is_some_and(is_guest) {
                return Err(StoreError::NoSuchPlayer(guest));
            }
            data.verified_account(account, Some(verified))?;
            if let Some(game) = data.shared_game(guest, account) {
                return Ok(Merged::SharedGame(game));
            }
            let games = data.replace_player(guest, Some(account), messages);
            data.merged.insert(guest, (account, now_ms));
            Ok(Merged::Done { games })
        })
        .await
    }

    async fn export_player(&self, player: PlayerId) -> Result<Option<PlayerExport>, StoreError> {
        self.read("export_player", |data| {
            let merged = data.merged.iter().filter(|(_, (to, _))| *to == player);
            let mut merged_guests: Vec<_> = merged.map(|(guest, (_, ms))| (*guest, *ms)).collect();
            merged_guests.sort_by_key(|(guest, at_ms)| (*at_ms, *guest));
            let mut sessions = data.sessions_of(player);
            sessions.sort_by_key(|session| (session.created_ms, session.token));
            let account = data.account_row(player);
            Some(PlayerExport {
                player: data.player_row(player)?,
                recovery_left: account.map(|account| account.recovery_left),
                merged_guests,
                sessions: sessions.into_iter().map(ExportedSession::from).collect(),
                games: data.hosted_or_seated(player),
            })
        })
        .await
    }

    async fn delete_player(&self, player: PlayerId) -> Result<Vec<GameId>, StoreError> {
        self.write("delete_player", |data, messages| {
            match data.players.contains_key(&player) {
                true => Ok(data.replace_player(player, None, messages)),
                false => Err(StoreError::NoSuchPlayer(player)),
            }
        })
        .await
    }

    async fn remove_idle_guests(&self, created_before_ms: i64) -> Result<u64, StoreError> {
        self.write("remove_idle_guests", |data, messages| {
            let old = data.players.iter().filter(|(id, player)| {
                player.password.is_none()
                    && player.created_ms < created_before_ms
                    && data.sessions_of(**id).is_empty()
                    && data.hosted_or_seated(**id).is_empty()
            });
            let idle: Vec<_> = old.map(|(id, _)| *id).collect();
            for player in &idle {
                data.replace_player(*player, None, messages);
            }
            Ok(idle.len() as u64)
        })
        .await
    }
}

#[async_trait]
impl AccountStore for MemoryStore {
    async fn create_account(
        &self,
        player: PlayerId,
        account: NewAccount,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        validate::name(&account.name)?;
        self.write("create_account", |data, _| {
            let account = Player {
                name: account.name,
                password: Some(account.password),
                epoch: PasswordEpoch::default(),
                created_ms: now_ms,
                recovery: account.recovery.into_iter().collect(),
            };
            data.insert_player(player, account)
        })
        .await
    }

    async fn upgrade_guest(&self, player: PlayerId, account: NewAccount) -> Result<(), StoreError> {
        validate::name(&account.name)?;
        self.write("upgrade_guest", |data, messages| {
            let is_account = data.account_mut(player).is_ok();
            if is_account {
                return Err(StoreError::PlayerExists(player));
            }
            if !data.players.contains_key(&player) {
                return Err(StoreError::NoSuchPlayer(player));
            }
            data.check_name_free(&account.name.folded, Some(player))?;
            if let Some(guest) = data.players.get_mut(&player) {
                guest.name = account.name;
                guest.password = Some(account.password);
                guest.recovery = account.recovery.into_iter().collect();
            }
            data.announce_names(&[player], messages);
            Ok(())
        })
        .await
    }

    async fn account(&self, player: PlayerId) -> Result<Option<AccountRow>, StoreError> {
        self.read("account", |data| data.account_row(player)).await
    }

    async fn account_by_name(&self, folded: &str) -> Result<Option<AccountRow>, StoreError> {
        self.read("account_by_name", |data| {
            data.account_row(data.account_named(folded)?)
        })
        .await
    }

    async fn set_password(
        &self,
        player: PlayerId,
        password: PasswordHash,
        verified: Option<PasswordEpoch>,
    ) -> Result<PasswordEpoch, StoreError> {
        self.write("set_password", |data, messages| {
            data.verified_account(player, verified)?;
            data.replace_password(player, password, messages)
        })
        .await
    }

    async fn rehash_password(
        &self,
        player: PlayerId,
        password: PasswordHash,
        verified: PasswordEpoch,
    ) -> Result<(), StoreError> {
        self.write("rehash_password", |data, _| {
            let account = data.verified_account(player, Some(verified));
            let account = account.map_err(|_| StoreError::PasswordChanged)?;
            account.password = Some(password);
            Ok(())
        })
        .await
    }

    async fn set_recovery_codes(
        &self,
        player: PlayerId,
        codes: Vec<[u8; 32]>,
        verified: Option<PasswordEpoch>,
    ) -> Result<(), StoreError> {
        self.write("set_recovery_codes", |data, _| {
            data.verified_account(player, verified)?.recovery = codes.into_iter().collect();
            Ok(())
        })
        .await
    }

    async fn recover(
        &self,
        player: PlayerId,
        code: [u8; 32],
        password: PasswordHash,
    ) -> Result<bool, StoreError> {
        self.write("recover", |data, messages| {
            let Ok(account) = data.account_mut(player) else {
                return Ok(false);
            };
            let consumed = account.recovery.remove(&code);
            if consumed {
                data.replace_password(player, password, messages)?;
            }
            Ok(consumed)
        })
        .await
    }
}

#[async_trait]
impl SessionStore for MemoryStore {
    async fn create_session(
        &self,
        session: SessionRow,
        credential: Credential,
    ) -> Result<(), StoreError> {
        validate::session(&session)?;
        self.write("create_session", |data, _| {
            if !data.players.contains_key(&session.player) {
                return Err(StoreError::NoSuchPlayer(session.player));
            }
            match credential {
                Credential::NewPlayer => {}
                Credential::Password(epoch) => {
                    let account = data.verified_account(session.player, Some(epoch));
                    account.map_err(|_| StoreError::PasswordChanged)?;
                }
                Credential::Session(token) => {
                    let authority = data.sessions.get(&token);
                    if authority.is_none_or(|authority| authority.player != session.player) {
                        return Err(StoreError::SessionEnded);
                    }
                }
            }
            if data.sessions.contains_key(&session.token) {
                return Err(validate::token_in_use());
            }
            data.sessions.insert(session.token, session);
            Ok(())
        })
        .await
    }

    async fn find_session(
        &self,
        token: &TokenHash,
        now_ms: i64,
        renew_every_ms: Option<i64>,
    ) -> Result<Option<SessionRow>, StoreError> {
        self.write("find_session", |data, _| {
            let session = data.sessions.get_mut(token);
            let Some(session) = session.filter(|session| session.expires_ms > now_ms) else {
                return Ok(None);
            };
            if renew_every_ms.is_some_and(|every_ms| session.is_renewal_due(now_ms, every_ms)) {
                session.expires_ms = session.renewed_expiry_ms(now_ms);
                session.used_ms = now_ms;
            }
            Ok(Some(session.clone()))
        })
        .await
    }

    async fn sessions_of(
        &self,
        player: PlayerId,
        now_ms: i64,
    ) -> Result<Vec<SessionRow>, StoreError> {
        self.read("sessions_of", |data| {
            let mut sessions = data.sessions_of(player);
            sessions.retain(|session| session.expires_ms > now_ms);
            sessions.sort_by_key(|session| {
                let (used, created) = (session.used_ms, session.created_ms);
                (Reverse(used), Reverse(created), session.token)
            });
            sessions
        })
        .await
    }

    async fn end_session(&self, player: PlayerId, token: &TokenHash) -> Result<bool, StoreError> {
        self.write("end_session", |data, messages| {
            Ok(data.end_sessions(player, |other| other == token, messages) > 0)
        })
        .await
    }

    async fn end_other_sessions(
        &self,
        player: PlayerId,
        keep: Option<&TokenHash>,
    ) -> Result<u64, StoreError> {
        self.write("end_other_sessions", |data, messages| {
            Ok(data.end_sessions(player, |token| Some(token) != keep, messages))
        })
        .await
    }

    async fn remove_expired_sessions(&self, now_ms: i64) -> Result<u64, StoreError> {
        self.write("remove_expired_sessions", |data, _| {
            let before = data.sessions.len();
            data.sessions
                .retain(|_, session| session.expires_ms > now_ms);
            Ok((before - data.sessions.len()) as u64)
        })
        .await
    }
}

#[async_trait]
impl ClusterStore for MemoryStore {
    async fn now_ms(&self) -> Result<i64, StoreError> {
        self.read("now_ms", |_| (self.shared.clock)()).await
    }

    async fn record_heartbeat(&self, node: &str, now_ms: i64) -> Result<(), StoreError> {
        validate::node(node)?;
        self.write("record_heartbeat", |data, _| {
            let oldest = now_ms.saturating_sub(NODE_RETENTION_MS);
            data.heartbeats.insert(node.to_owned(), now_ms);
            data.heartbeats.retain(|_, beat_ms| *beat_ms >= oldest);
            data.stopped_ms = data.stopped_ms.filter(|stopped| *stopped >= oldest);
            Ok(())
        })
        .await
    }

    async fn record_shutdown(&self, node: &str, stopped_ms: i64) -> Result<(), StoreError> {
        validate::node(node)?;
        self.write("record_shutdown", |data, _| {
            data.stopped_ms = data.stopped_ms.max(Some(stopped_ms));
            data.heartbeats.remove(node);
            Ok(())
        })
        .await
    }

    async fn last_heartbeats(&self) -> Result<LastHeartbeats, StoreError> {
        self.read("last_heartbeats", |data| {
            let unstopped = data.heartbeats.values().copied().max();
            LastHeartbeats {
                any: unstopped.max(data.stopped_ms),
                unstopped,
            }
        })
        .await
    }

    async fn record_downtime(&self, downtime: Downtime) -> Result<(), StoreError> {
        self.write("record_downtime", |data, _| {
            data.downtime = Some(downtime);
            Ok(())
        })
        .await
    }

    async fn last_downtime(&self) -> Result<Option<Downtime>, StoreError> {
        self.read("last_downtime", |data| data.downtime).await
    }

    async fn broadcast_phrase(&self, game: GameId, seat: u8, phrase: &str) {
        let phrase = phrase.to_owned();
        self.publish(&BusMessage::Phrase { game, seat, phrase });
    }

    fn subscribe(&self) -> BusReceiver {
        lock(&self.shared.nodes)[self.node].subscribe()
    }
}

#[async_trait]
impl Maintenance for MemoryStore {
    async fn check(&self) -> Result<(), StoreError> {
        self.read("check", |_| ()).await
    }

    fn failure(&self) -> Option<String> {
        None
    }

    fn stats(&self) -> StoreStats {
        let appends = self.appends.load(Ordering::Relaxed);
        StoreStats {
            appends,
            batches: appends,
            largest_batch: appends.min(1),
            ..StoreStats::default()
        }
    }

    async fn backup(&self, _path: &Path) -> Result<(), BackupError> {
        Err(BackupError::Unsupported("an in-memory store has no backup"))
    }

    async fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }
}
