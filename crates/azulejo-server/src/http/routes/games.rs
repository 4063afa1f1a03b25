//! Games: create, join, view, record, hint, lobby and history.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::http::{
    CommitNonce, ErrorAnswer, GameAnswer, HintAnswer, InvitationAnswer, JoinGame, LobbyView,
    MyGames, NewGame, SeatBot, SeatRequest, SendNonce,
};
use azulejo_rules::record::Record;
use azulejo_store::{
    ExistingGame, GameId, GameStatus, HistoryCursor, HistoryGroup, LobbyCursor, LobbyList,
    MAX_LIST, PlayerId, SeatKind,
};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::http::offers::MAX_OFFERED_PER_ADDRESS;
use crate::http::previews::remember_language;
use crate::http::problem::{ApiError, ApiResult};
use crate::http::rate_limits::{Action, Key};
use crate::http::sessions::{Identity, OptionalIdentity};
use crate::http::{Client, Path, Query, StrictJson};
use crate::live::actor::{CommandError, Message};
use crate::live::bot_pool::Payer;
use crate::live::new_game::{new_invitation, plan, request_of};
use crate::live::registry::parse_lobby_cursor;
use crate::live::rows::card;
use azulejo_game::SeatNumber;
use azulejo_game::decide::Command;
use azulejo_game::frames::{check_nonce, check_nonce_commitment};

/// The games per page of the history.
const PAGE: u32 = 30;
/// The most unfinished games that a player hosts.
const MAX_HOSTED: u32 = 100;
/// The most unfinished games with bots that a player hosts.
const MAX_BOT_GAMES: u32 = 20;
/// The most games of a player that wait for people in the lobby.
const MAX_OFFERED: u32 = 3;

/// The routes of games.
pub(crate) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create))
        .routes(routes!(show))
        .routes(routes!(join))
        .routes(routes!(commit_nonce))
        .routes(routes!(nonce))
        .routes(routes!(seat_bot))
        .routes(routes!(unseat))
        .routes(routes!(cancel))
        .routes(routes!(renew_invitation))
        .routes(routes!(record))
        .routes(routes!(hint))
        .routes(routes!(lobby))
        .routes(routes!(mine))
}

fn game_id(text: &str) -> ApiResult<GameId> {
    text.parse()
        .map_err(|_| ApiError::from(Problem::at(ProblemCode::NotFound, "game", "no such game")))
}

async fn view(app: &App, game: GameId, player: Option<PlayerId>) -> ApiResult<GameAnswer> {
    let (view, own) = app
        .registry
        .ask(game, |reply| Message::View { player, reply })
        .await?;
    Ok(GameAnswer { view, own })
}

async fn execute(app: &App, game: GameId, command: Command) -> ApiResult<u32> {
    match app.registry.command(game, command, None).await {
        Ok(ply) => Ok(ply),
        Err(CommandError::Refused(problem)) => Err(problem.into()),
        Err(CommandError::Unknown) => Err(ProblemCode::Unavailable.into()),
    }
}

async fn execute_and_view(
    app: &App,
    game: GameId,
    player: PlayerId,
    command: Command,
) -> ApiResult<Json<GameAnswer>> {
    execute(app, game, command).await?;
    Ok(Json(view(app, game, Some(player)).await?))
}

/// Create a game. It starts when every seat is taken and every nonce is revealed, or without the
/// missing ones after a while. The request's `id` is an idempotency key: a retry returns the same game
/// in its current state.
#[utoipa::path(
    post, path = "/api/v1/games", tag = "games", request_body = NewGame,
    responses((status = 201, body = GameAnswer), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn create(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    headers: HeaderMap,
    StrictJson(request): StrictJson<NewGame>,
) -> ApiResult<(StatusCode, Json<GameAnswer>)> {
    let key = request_of(&request, identity.player)?;
    // Check the idempotency key first: everything else may have changed since the first request.
    if let Some(key) = key
        && let Some(earlier) = app.store.requested_game(key.key).await?
    {
        return created(&app, identity, key.digest, earlier).await;
    }
    app.limits.check(Action::CreateGame, identity.player)?;
    let host = app
        .store
        .player(identity.player)
        .await?
        .ok_or(ApiError::from(ProblemCode::NoSession))?;
    let plan = plan(&request, &host)?;
    for (seat, alias) in plan.public_aliases() {
        let folded = crate::http::names::fold(alias);
        if folded != crate::http::names::fold(&host.name) && app.store.name_taken(&folded).await? {
            let field = format!("seats.{seat}.name");
            return Err(
                Problem::at(ProblemCode::NameTaken, &field, "an account has this name").into(),
            );
        }
    }
    let _turn = app.hosting.acquire(host.id).await;
    check_quotas(&app, client, &request, host.id).await?;
    remember_language(&app, host.id, &headers).await?;
    let made = app.registry.create(plan, key).await?;
    if is_offered(&request) {
        app.offers.add(client.address, made.game);
    }
    let digest = key.map_or(made.digest, |key| key.digest);
    created(&app, identity, digest, made).await
}

/// Returns whether a new game waits for people in the lobby.
fn is_offered(request: &NewGame) -> bool {
    let has_room = |seat: &SeatRequest| matches!(seat, SeatRequest::Open | SeatRequest::Invited);
    request.public == Some(true) && request.seats.iter().any(has_room)
}

/// Checks how many unfinished games a player hosts already. They are bounded in all, with bots, and
/// waiting in the lobby, where a flood would displace the games of others.
async fn check_quotas(
    app: &App,
    client: Client,
    request: &NewGame,
    host: PlayerId,
) -> ApiResult<()> {
    let times = app.config.rate_limits;
    if times == 0 {
        return Ok(());
    }
    let has_bot = |seat: &SeatRequest| matches!(seat, SeatRequest::Bot { .. });
    let with_bots = request.seats.iter().any(has_bot);
    let offered = is_offered(request);
    if with_bots {
        app.registry.bots.check_thinking_time(host)?;
    }
    if offered {
        app.limits.check(Action::OfferSeat, client.address)?;
        let waiting = app.offers.count(&*app.store, client.address).await?;
        check_quota(app, waiting, MAX_OFFERED_PER_ADDRESS)?;
    }
    let hosted = hosted_games(app, host, None).await?;
    for (applies, number, most) in [
        (true, hosted.all, MAX_HOSTED),
        (with_bots, hosted.with_bots, MAX_BOT_GAMES),
        (offered, hosted.offered, MAX_OFFERED),
    ] {
        if applies {
            check_quota(app, number, most)?;
        }
    }
    Ok(())
}

/// The numbers of unfinished games that a player hosts.
#[derive(Default)]
struct HostedGames {
    all: u32,
    with_bots: u32,
    /// Waiting for people in the lobby.
    offered: u32,
}

async fn hosted_games(app: &App, host: PlayerId, except: Option<GameId>) -> ApiResult<HostedGames> {
    let games = app.store.games_of(host, None, MAX_LIST).await?;
    let mut hosted = HostedGames::default();
    for game in games {
        let status = game.summary.status;
        let is_unfinished = matches!(status, GameStatus::Open | GameStatus::Running);
        if game.host != Some(host) || !is_unfinished || Some(game.id) == except {
            continue;
        }
        hosted.all += 1;
        let mut seats = game.seats.iter();
        hosted.with_bots += u32::from(seats.any(|seat| seat.row.kind == SeatKind::Bot));
        hosted.offered += u32::from(game.summary.public && status == GameStatus::Open);
    }
    Ok(hosted)
}

/// Checks that a host has room for one more game of a kind.
fn check_quota(app: &App, number: u32, most: u32) -> ApiResult<()> {
    let times = app.config.rate_limits;
    if times == 0 || number < most.saturating_mul(times) {
        return Ok(());
    }
    let detail = format!("{number} unfinished games of this kind; finish one first");
    Err(Problem::at(ProblemCode::TooMany, "games", detail).into())
}

/// Responds with a created game, unless its idempotency key was used for another request.
async fn created(
    app: &App,
    identity: Identity,
    digest: [u8; 32],
    made: ExistingGame,
) -> ApiResult<(StatusCode, Json<GameAnswer>)> {
    if made.digest != digest {
        let detail = "this id was used for another request";
        return Err(Problem::at(ProblemCode::IdUsed, "id", detail).into());
    }
    let view = view(app, made.game, Some(identity.player)).await?;
    Ok((StatusCode::CREATED, Json(view)))
}

/// Get the current state of a game.
#[utoipa::path(
    get, path = "/api/v1/games/{game}", tag = "games",
    params(("game" = String, Path, description = "The game's id")),
    responses((status = 200, body = GameAnswer), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn show(
    State(app): State<App>,
    OptionalIdentity(identity): OptionalIdentity,
    Path(game): Path<String>,
) -> ApiResult<Json<GameAnswer>> {
    let player = identity.map(|identity| identity.player);
    Ok(Json(view(&app, game_id(&game)?, player).await?))
}

/// Take a seat.
#[utoipa::path(
    post, path = "/api/v1/games/{game}/join", tag = "games", request_body = JoinGame,
    params(("game" = String, Path, description = "The game's id")),
    responses((status = 200, body = GameAnswer), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn join(
    State(app): State<App>,
    identity: Identity,
    Path(game): Path<String>,
    StrictJson(request): StrictJson<JoinGame>,
) -> ApiResult<Json<GameAnswer>> {
    app.limits.check(Action::ChangeSeat, identity.player)?;
    let game = game_id(&game)?;
    if let Some(nonce) = &request.nonce {
        check_nonce(nonce)?;
    }
    let command = Command::Join {
        player: identity.player,
        seat: request.seat.map(SeatNumber::new),
        invitation: request.invitation,
        nonce: request.nonce,
    };
    execute_and_view(&app, game, identity.player, command).await
}

/// Commit to my random bytes for the draws.
#[utoipa::path(
    post, path = "/api/v1/games/{game}/nonce-commitment", tag = "games", request_body = CommitNonce,
    params(("game" = String, Path, description = "The game's id")),
    responses((status = 200, body = GameAnswer), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn commit_nonce(
    State(app): State<App>,
    identity: Identity,
    Path(game): Path<String>,
    StrictJson(request): StrictJson<CommitNonce>,
) -> ApiResult<Json<GameAnswer>> {
    let game = game_id(&game)?;
    check_nonce_commitment(&request.commitment)?;
    let command = Command::CommitNonce {
        player: identity.player,
        commitment: request.commitment,
    };
    execute_and_view(&app, game, identity.player, command).await
}

/// Send my random bytes for the draws: reveal them once all commitments are published, or send them
/// in the open.
#[utoipa::path(
    post, path = "/api/v1/games/{game}/nonce", tag = "games", request_body = SendNonce,
    params(("game" = String, Path, description = "The game's id")),
    responses((status = 200, body = GameAnswer), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn nonce(
    State(app): State<App>,
    identity: Identity,
    Path(game): Path<String>,
    StrictJson(request): StrictJson<SendNonce>,
) -> ApiResult<Json<GameAnswer>> {
    let game = game_id(&game)?;
    check_nonce(&request.nonce)?;
    let command = Command::Nonce {
        player: identity.player,
        nonce: request.nonce,
    };
    execute_and_view(&app, game, identity.player, command).await
}

/// Seat a bot on an empty seat (host only).
#[utoipa::path(
    post, path = "/api/v1/games/{game}/seats/{seat}/bot", tag = "games", request_body = SeatBot,
    params(("game" = String, Path, description = "The game's id"), ("seat" = u8, Path)),
    responses((status = 200, body = GameAnswer), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn seat_bot(
    State(app): State<App>,
    identity: Identity,
    Path((game, seat)): Path<(String, u8)>,
    StrictJson(request): StrictJson<SeatBot>,
) -> ApiResult<Json<GameAnswer>> {
    app.limits.check(Action::ChangeSeat, identity.player)?;
    app.registry.bots.check_thinking_time(identity.player)?;
    let game = game_id(&game)?;
    let _turn = app.hosting.acquire(identity.player).await;
    let hosted = hosted_games(&app, identity.player, Some(game)).await?;
    check_quota(&app, hosted.with_bots, MAX_BOT_GAMES)?;
    let command = Command::SeatBot {
        player: identity.player,
        seat: SeatNumber::new(seat),
        level: request.level,
    };
    execute_and_view(&app, game, identity.player, command).await
}

/// Leave a seat before the start, or free another seat (host only).
#[utoipa::path(
    delete, path = "/api/v1/games/{game}/seats/{seat}", tag = "games",
    params(("game" = String, Path, description = "The game's id"), ("seat" = u8, Path)),
    responses((status = 200, body = GameAnswer), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn unseat(
    State(app): State<App>,
    identity: Identity,
    Path((game, seat)): Path<(String, u8)>,
) -> ApiResult<Json<GameAnswer>> {
    app.limits.check(Action::ChangeSeat, identity.player)?;
    let game = game_id(&game)?;
    let command = Command::Unseat {
        player: identity.player.into(),
        seat: SeatNumber::new(seat),
    };
    execute_and_view(&app, game, identity.player, command).await
}

/// Cancel a game before its start (host only).
#[utoipa::path(
    post, path = "/api/v1/games/{game}/cancel", tag = "games",
    params(("game" = String, Path, description = "The game's id")),
    responses((status = 200, body = GameAnswer), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn cancel(
    State(app): State<App>,
    identity: Identity,
    Path(game): Path<String>,
) -> ApiResult<Json<GameAnswer>> {
    let game = game_id(&game)?;
    let command = Command::Cancel {
        player: identity.player.into(),
    };
    execute_and_view(&app, game, identity.player, command).await
}

/// Create a new invitation and revoke the old link (host only).
#[utoipa::path(
    post, path = "/api/v1/games/{game}/invitation", tag = "games",
    params(("game" = String, Path, description = "The game's id")),
    responses((status = 200, body = InvitationAnswer), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn renew_invitation(
    State(app): State<App>,
    identity: Identity,
    Path(game): Path<String>,
) -> ApiResult<Json<InvitationAnswer>> {
    app.limits.check(Action::ChangeSeat, identity.player)?;
    let invitation = new_invitation(&app.registry.seams.environment);
    let command = Command::RenewInvitation {
        player: identity.player,
        invitation: invitation.clone(),
    };
    execute(&app, game_id(&game)?, command).await?;
    Ok(Json(InvitationAnswer { invitation }))
}

pub(super) async fn record_of(app: &App, game: &str) -> ApiResult<Record> {
    let game = game_id(game)?;
    Ok(app
        .registry
        .ask(game, |reply| Message::Record { reply })
        .await?)
}

/// Get the record of a game. For a running game it holds public information only.
#[utoipa::path(
    get, path = "/api/v1/games/{game}/record", tag = "games",
    params(("game" = String, Path, description = "The game's id")),
    responses((status = 200, body = String), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn record(
    State(app): State<App>,
    Path(game): Path<String>,
) -> ApiResult<Response> {
    let record = record_of(&app, &game).await?;
    let id = game_id(&game)?;
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"azulejo-{id}.json\""),
        ),
    ];
    Ok((headers, format!("{}\n", record.to_json())).into_response())
}

/// The query of a hint.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HintQuery {
    /// The seat that requests the hint.
    seat: u8,
}

/// Get the best move and the reasons for it. Only if all opponents are bots.
#[utoipa::path(
    get, path = "/api/v1/games/{game}/hint", tag = "games",
    params(
        ("game" = String, Path, description = "The game's id"),
        ("seat" = u8, Query, description = "The seat that requests the hint"),
    ),
    responses((status = 200, body = HintAnswer), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn hint(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Path(game): Path<String>,
    Query(query): Query<HintQuery>,
) -> ApiResult<Json<HintAnswer>> {
    app.limits.check(Action::Hint, identity.player)?;
    app.registry.bots.check_thinking_time(identity.player)?;
    let game = game_id(&game)?;
    let question = app
        .registry
        .ask(game, |reply| Message::Position {
            player: identity.player,
            seat: SeatNumber::new(query.seat),
            reply,
        })
        .await?;
    let payer = Payer {
        address: Some(Key::of_client(client.address)),
        player: identity.player.into(),
    };
    let answer = crate::live::hint::answer(&app.registry.bots, payer, &question).await?;
    Ok(Json(answer))
}

/// The query of the lobby.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LobbyQuery {
    /// `next_open` of the previous page.
    #[serde(default)]
    open_before: Option<String>,
    /// `next_live` of the previous page.
    #[serde(default)]
    live_before: Option<String>,
}

/// List the public games to join or watch: the first page of both lists, or with cursors the next
/// pages of the lists they belong to.
#[utoipa::path(
    get, path = "/api/v1/lobby", tag = "games",
    params(
        ("open_before" = Option<String>, Query, description = "`next_open` of the previous page"),
        ("live_before" = Option<String>, Query, description = "`next_live` of the previous page"),
    ),
    responses((status = 200, body = LobbyView), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn lobby(
    State(app): State<App>,
    Query(query): Query<LobbyQuery>,
) -> ApiResult<Json<LobbyView>> {
    let lobby = &app.registry.lobby;
    let mut view = LobbyView::default();
    if query.open_before.is_none() && query.live_before.is_none() {
        return Ok(Json(lobby.first_page().await?));
    }
    if let Some(cursor) = &query.open_before {
        let after = Some(lobby_cursor("open_before", cursor)?);
        (view.open, view.next_open) = lobby.page(LobbyList::Open, after).await?;
    }
    if let Some(cursor) = &query.live_before {
        let after = Some(lobby_cursor("live_before", cursor)?);
        (view.live, view.next_live) = lobby.page(LobbyList::Live, after).await?;
    }
    Ok(Json(view))
}

fn lobby_cursor(parameter: &str, text: &str) -> Result<LobbyCursor, Problem> {
    parse_lobby_cursor(text).ok_or_else(|| {
        Problem::at(
            ProblemCode::Malformed,
            parameter,
            "not from an earlier page",
        )
    })
}

/// The query of the history.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HistoryQuery {
    /// `next` of the previous page.
    #[serde(default)]
    before: Option<String>,
}

/// Formats a cursor of the history: its group (`w` waiting, `u` unfinished, `o` over), the time of
/// change and the id.
fn cursor_text(place: HistoryCursor) -> String {
    let group = match place.group {
        HistoryGroup::Waiting => 'w',
        HistoryGroup::Unfinished => 'u',
        HistoryGroup::Ended => 'o',
    };
    format!("{group}.{}.{}", place.changed_ms, place.game)
}

fn cursor_from(text: &str) -> Option<HistoryCursor> {
    let (group, rest) = text.split_once('.')?;
    let (changed, game) = rest.split_once('.')?;
    Some(HistoryCursor {
        group: match group {
            "w" => HistoryGroup::Waiting,
            "u" => HistoryGroup::Unfinished,
            "o" => HistoryGroup::Ended,
            _ => return None,
        },
        changed_ms: changed.parse().ok()?,
        game: game.parse().ok()?,
    })
}

/// List my games: those waiting for me first, then other unfinished ones, then those that are over.
#[utoipa::path(
    get, path = "/api/v1/me/games", tag = "me", params(("before" = Option<String>, Query, description = "`next` of the previous page")),
    responses((status = 200, body = MyGames), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn mine(
    State(app): State<App>,
    identity: Identity,
    Query(query): Query<HistoryQuery>,
) -> ApiResult<Json<MyGames>> {
    let after = match &query.before {
        None => None,
        Some(text) => Some(cursor_from(text).ok_or_else(|| {
            Problem::at(ProblemCode::Malformed, "before", "not from an earlier page")
        })?),
    };
    let rows = app.store.games_of(identity.player, after, PAGE).await?;
    let next = (rows.len() == PAGE as usize)
        .then(|| {
            rows.last()
                .map(|row| cursor_text(row.history_cursor(identity.player)))
        })
        .flatten();
    let games = rows
        .iter()
        .filter_map(|row| card(row, Some(identity.player)))
        .collect();
    Ok(Json(MyGames { games, next }))
}
