//! The data of the in-memory store. Ordered maps keep iteration deterministic.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::game::NumberedEvent;
use crate::{
    AccountInvitation, AccountRow, Append, AuditEntry, BusMessage, DisplayName, Downtime, EventRow,
    ExistingGame, GameHead, GameId, GameRow, GameStatus, GameSummary, NameRule, NewGame,
    PasswordEpoch, PasswordHash, PlayerId, PlayerName, PlayerRow, SeatKind, SeatRow, SeatView,
    SecondFactor, Secret, SessionRow, SignUp, StoreError, Suspension, TokenHash,
};

#[derive(Default)]
pub(super) struct Data {
    pub(super) games: BTreeMap<GameId, Game>,
    pub(super) players: BTreeMap<PlayerId, Player>,
    /// Merged guests, with their account and the time.
    pub(super) merged: BTreeMap<PlayerId, (PlayerId, i64)>,
    pub(super) sessions: BTreeMap<TokenHash, SessionRow>,
    pub(super) requests: BTreeMap<(PlayerId, [u8; 16]), ExistingGame>,
    pub(super) heartbeats: BTreeMap<String, i64>,
    pub(super) stopped_ms: Option<i64>,
    pub(super) downtime: Option<Downtime>,
    pub(super) sign_up: SignUp,
    pub(super) invitations: BTreeMap<TokenHash, AccountInvitation>,
    pub(super) name_rules: BTreeMap<String, NameRule>,
    pub(super) audit: Vec<AuditEntry>,
    pub(super) admin_revision: i64,
}

pub(super) struct Game {
    host: Option<PlayerId>,
    pub(super) created_ms: i64,
    changed_ms: i64,
    settings: String,
    commitment: [u8; 32],
    invitation: Option<TokenHash>,
    pub(super) secret: Secret,
    pub(super) events: Vec<EventRow>,
    pub(super) summary: GameSummary,
    pub(super) seats: BTreeMap<u8, SeatRow>,
}

pub(super) struct Player {
    pub(super) name: PlayerName,
    /// `None` for a guest.
    pub(super) password: Option<PasswordHash>,
    pub(super) epoch: PasswordEpoch,
    pub(super) created_ms: i64,
    pub(super) recovery: BTreeSet<[u8; 32]>,
    pub(super) second_factor: Option<StoredFactor>,
    pub(super) language: Option<String>,
    pub(super) suspension: Option<Suspension>,
}

pub(super) struct StoredFactor {
    pub(super) factor: SecondFactor,
    /// The time step of the last code used.
    pub(super) last_step: i64,
}

impl Game {
    pub(super) fn new(mut game: NewGame) -> Self {
        let changed_ms = game.changed_ms();
        let events = game.numbered_events().map(event_row).collect();
        let seats = std::mem::take(&mut game.seats).into_iter();
        Self {
            host: game.host,
            created_ms: game.created_ms,
            changed_ms,
            settings: game.settings,
            commitment: game.commitment,
            invitation: game.invitation,
            secret: game.secret,
            events,
            summary: game.summary,
            seats: seats.map(|seat| (seat.seat, seat)).collect(),
        }
    }

    pub(super) fn append(&mut self, append: Append) {
        self.events.extend(append.numbered_events().map(event_row));
        if let Some(event) = append.events.last() {
            self.changed_ms = event.at_ms;
        }
        if let Some(mut summary) = append.summary {
            if summary.expires_ms.is_some() {
                summary.expires_ms = summary.expires_ms.max(self.summary.expires_ms);
            }
            self.summary = summary;
        }
        for seat in append.seats.into_iter().flatten() {
            self.seats.insert(seat.seat, seat);
        }
    }

    pub(super) fn head(&self, game: GameId) -> GameHead {
        GameHead {
            game,
            next_ply: self.events.len() as u32,
            status: self.summary.status,
            deadline_ms: self.summary.deadline_ms,
            expires_ms: self.summary.expires_ms,
        }
    }

    fn is_unfinished(&self) -> bool {
        matches!(self.summary.status, GameStatus::Open | GameStatus::Running)
    }

    pub(super) fn has_seat(&self, player: PlayerId) -> bool {
        let mut seats = self.seats.values();
        seats.any(|seat| seat.player == Some(player))
    }

    pub(super) fn has_seat_of_kind(&self, kind: SeatKind) -> bool {
        self.seats.values().any(|seat| seat.kind == kind)
    }
}

fn event_row(numbered: NumberedEvent<'_>) -> EventRow {
    let event = numbered.event.clone();
    EventRow {
        ply: numbered.ply,
        kind: event.kind,
        body: event.body,
        rules_version: event.rules_version,
        state_hash: event.state_hash,
        at_ms: event.at_ms,
        command: numbered.command.copied(),
    }
}

impl Data {
    /// The current id of a player: the account of a merged guest, none for a deleted player.
    pub(super) fn current_id(&self, player: PlayerId) -> Option<PlayerId> {
        match self.players.contains_key(&player) {
            true => Some(player),
            false => self.merged.get(&player).map(|(account, _)| *account),
        }
    }

    pub(super) fn game_row(&self, id: GameId) -> Option<GameRow> {
        let game = self.games.get(&id)?;
        let view = |row: &SeatRow| {
            let player = row.player.and_then(|player| self.players.get(&player));
            let name = player.map(|player| DisplayName {
                name: player.name.shown.clone(),
                account: player.password.is_some(),
            });
            let row = row.clone();
            SeatView { row, name }
        };
        Some(GameRow {
            id,
            host: game.host,
            created_ms: game.created_ms,
            changed_ms: game.changed_ms,
            settings: game.settings.clone(),
            commitment: game.commitment,
            invitation: game.invitation,
            next_ply: game.events.len() as u32,
            summary: game.summary.clone(),
            seats: game.seats.values().map(view).collect(),
        })
    }

    /// The games that satisfy a condition, the newest first.
    pub(super) fn newest_games(&self, condition: impl Fn(&Game) -> bool) -> Vec<GameRow> {
        let mut ids: Vec<_> = self.games_where(condition).collect();
        ids.sort_by_key(|id| (Reverse(self.games[id].created_ms), *id));
        ids.into_iter().filter_map(|id| self.game_row(id)).collect()
    }

    pub(super) fn games_where(
        &self,
        condition: impl Fn(&Game) -> bool,
    ) -> impl Iterator<Item = GameId> {
        let games = self.games.iter().filter(move |(_, game)| condition(game));
        games.map(|(id, _)| *id)
    }

    /// The heads of games that have a time, ordered by it.
    pub(super) fn heads_by(
        &self,
        time: impl Fn(&GameSummary) -> Option<i64>,
        until_ms: i64,
        limit: u32,
    ) -> Vec<GameHead> {
        let timed = self.games.iter().filter_map(|(id, game)| {
            let time = time(&game.summary).filter(|time| *time <= until_ms)?;
            Some((time, game.head(*id)))
        });
        let mut timed: Vec<_> = timed.collect();
        timed.sort_by_key(|(time, head)| (*time, head.game));
        let heads = timed.into_iter().map(|(_, head)| head);
        heads.take(limit.min(crate::MAX_LIST) as usize).collect()
    }

    pub(super) fn hosted_or_seated(&self, player: PlayerId) -> Vec<GameRow> {
        self.newest_games(|game| game.host == Some(player) || game.has_seat(player))
    }

    /// Announces new names to the unfinished games of players.
    pub(super) fn announce_names(&self, players: &[PlayerId], messages: &mut Vec<BusMessage>) {
        let is_seated = |game: &Game| players.iter().any(|player| game.has_seat(*player));
        let games = self.games_where(|game| game.is_unfinished() && is_seated(game));
        let games: Vec<_> = games.collect();
        if !games.is_empty() {
            messages.push(BusMessage::SeatsChanged(games));
        }
    }

    pub(super) fn shared_game(&self, one: PlayerId, other: PlayerId) -> Option<GameId> {
        let shared =
            |game: &Game| game.is_unfinished() && game.has_seat(one) && game.has_seat(other);
        self.games_where(shared).next()
    }

    /// Replaces a player in all games by an account, or removes it, and ends its sessions.
    /// Returns the games with a seat of the player.
    pub(super) fn replace_player(
        &mut self,
        player: PlayerId,
        account: Option<PlayerId>,
        messages: &mut Vec<BusMessage>,
    ) -> Vec<GameId> {
        self.end_sessions(player, |_| true, messages);
        let games: Vec<_> = self.games_where(|game| game.has_seat(player)).collect();
        for game in self.games.values_mut() {
            if game.host == Some(player) {
                game.host = account;
            }
            let seats = game.seats.values_mut();
            for seat in seats.filter(|seat| seat.player == Some(player)) {
                match account {
                    Some(_) => seat.player = account,
                    None => seat.forget_player(),
                }
            }
        }
        for ((requester, number), existing) in std::mem::take(&mut self.requests) {
            let owner = if requester == player {
                account
            } else {
                Some(requester)
            };
            if let Some(owner) = owner {
                let entry = self.requests.entry((owner, number)).or_insert(existing);
                // The account's own request has precedence.
                if requester == owner {
                    *entry = existing;
                }
            }
        }
        self.merged.retain(|_, (account, _)| *account != player);
        self.players.remove(&player);
        if !games.is_empty() {
            messages.push(BusMessage::SeatsChanged(games.clone()));
        }
        games
    }

    /// Ends the sessions of a player that satisfy a condition. Returns their number.
    pub(super) fn end_sessions(
        &mut self,
        player: PlayerId,
        condition: impl Fn(&TokenHash) -> bool,
        messages: &mut Vec<BusMessage>,
    ) -> u64 {
        let before = messages.len();
        self.sessions.retain(|token, session| {
            let ends = session.player == player && condition(token);
            if ends {
                messages.push(BusMessage::SessionEnded(token.prefix()));
            }
            !ends
        });
        (messages.len() - before) as u64
    }

    pub(super) fn sessions_of(&self, player: PlayerId) -> Vec<SessionRow> {
        let sessions = self.sessions.values().cloned();
        sessions
            .filter(|session| session.player == player)
            .collect()
    }

    /// The account whose name has the key `folded`.
    pub(super) fn account_named(&self, folded: &str) -> Option<PlayerId> {
        let is_account =
            |player: &Player| player.password.is_some() && player.name.folded == folded;
        let mut players = self.players.iter();
        players.find_map(|(id, player)| is_account(player).then_some(*id))
    }

    /// Fails if an account other than `player` has the name.
    pub(super) fn check_name_free(
        &self,
        folded: &str,
        player: Option<PlayerId>,
    ) -> Result<(), StoreError> {
        match self.account_named(folded) {
            owner if owner.is_some() && owner != player => Err(StoreError::NameTaken),
            _ => Ok(()),
        }
    }

    pub(super) fn insert_player(&mut self, id: PlayerId, player: Player) -> Result<(), StoreError> {
        self.check_name_free(&player.name.folded, Some(id))?;
        if self.players.contains_key(&id) {
            return Err(StoreError::PlayerExists(id));
        }
        self.players.insert(id, player);
        Ok(())
    }

    pub(super) fn account_mut(&mut self, id: PlayerId) -> Result<&mut Player, StoreError> {
        let player = self.players.get_mut(&id);
        player
            .filter(|player| player.password.is_some())
            .ok_or(StoreError::NoSuchPlayer(id))
    }

    /// Returns an account whose password is of the given epoch, if there is one.
    pub(super) fn verified_account(
        &mut self,
        id: PlayerId,
        verified: Option<PasswordEpoch>,
    ) -> Result<&mut Player, StoreError> {
        let account = self.account_mut(id)?;
        match verified.is_none_or(|verified| verified == account.epoch) {
            true => Ok(account),
            false => Err(StoreError::PasswordChanged),
        }
    }

    /// Replaces the password of an account and ends its sessions. Returns the new epoch.
    pub(super) fn replace_password(
        &mut self,
        id: PlayerId,
        password: PasswordHash,
        messages: &mut Vec<BusMessage>,
    ) -> Result<PasswordEpoch, StoreError> {
        let account = self.account_mut(id)?;
        account.password = Some(password);
        account.epoch = account.epoch.next();
        let epoch = account.epoch;
        self.end_sessions(id, |_| true, messages);
        Ok(epoch)
    }

    /// The suspension of a player that has not ended.
    pub(super) fn suspension(&self, player: PlayerId, now_ms: i64) -> Option<Suspension> {
        let suspension = self.players.get(&player)?.suspension.clone();
        suspension.filter(|suspension| suspension.is_active(now_ms))
    }

    /// Uses up an invitation to create an account, if one is required.
    pub(super) fn use_invitation(&mut self, code: Option<TokenHash>) -> Result<(), StoreError> {
        match code.map(|code| self.invitations.remove(&code)) {
            Some(None) => Err(StoreError::NoSuchInvitation),
            None | Some(Some(_)) => Ok(()),
        }
    }

    pub(super) fn player_row(&self, id: PlayerId) -> Option<PlayerRow> {
        let player = self.players.get(&id)?;
        Some(PlayerRow {
            id,
            name: player.name.shown.clone(),
            account: player.password.is_some(),
            created_ms: player.created_ms,
        })
    }

    pub(super) fn account_row(&self, id: PlayerId) -> Option<AccountRow> {
        let player = self.players.get(&id)?;
        Some(AccountRow {
            password: player.password.clone()?,
            epoch: player.epoch,
            recovery_left: player.recovery.len() as u32,
            player: self.player_row(id)?,
        })
    }
}
