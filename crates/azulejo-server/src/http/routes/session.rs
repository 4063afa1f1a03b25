//! Sessions and bearer tokens.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::http::{
    ErrorAnswer, GuestAnswer, NewGuest, NewToken, SessionKind as SessionKindView, SessionView,
    TokenAnswer,
};
use azulejo_store::{Credential, PlayerId, SessionKind, SessionRow, TokenHash, TokenPrefix};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::account::{check_look_alikes, me_of, new_guest};
use crate::app::{App, now};
use crate::http::language::Language;
use crate::http::names;
use crate::http::problem::{ApiError, ApiResult};
use crate::http::rate_limits::Action;
use crate::http::sessions::{AccountOwner, Identity, Owner, SetCookie, begin_session};
use crate::http::{Client, OptionalJson, Path, StrictJson};

/// The most bearer tokens of an account.
const MAX_TOKENS: usize = 20;
/// The most characters in the label of a token.
pub(crate) const MAX_LABEL: usize = 40;

pub(crate) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(sessions, end_other_sessions))
        .routes(routes!(end_session))
        .routes(routes!(tokens, new_token))
        .routes(routes!(end_token))
        .routes(routes!(guest))
}

/// List my sessions and tokens, most recently used first.
#[utoipa::path(
    get, path = "/api/v1/sessions", tag = "sessions",
    responses((status = 200, body = Vec<SessionView>), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn sessions(
    State(app): State<App>,
    owner: Owner,
) -> ApiResult<Json<Vec<SessionView>>> {
    let rows = app
        .store
        .sessions_of(owner.player.id, now().unix_ms())
        .await?;
    Ok(Json(views(&rows, &owner.identity, None)))
}

/// End one of my sessions or tokens and close its sockets.
#[utoipa::path(
    delete, path = "/api/v1/sessions/{id}", tag = "sessions",
    params(("id" = String, Path, description = "The session's id")),
    responses((status = 204), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn end_session(
    State(app): State<App>,
    client: Client,
    owner: Owner,
    Path(id): Path<String>,
) -> ApiResult<Response> {
    let ended = end(&app, owner.player.id, &id, None).await?;
    if ended == owner.identity.session {
        return Ok((StatusCode::NO_CONTENT, SetCookie::none(client), ()).into_response());
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// End all my other sessions and tokens.
#[utoipa::path(
    delete, path = "/api/v1/sessions", tag = "sessions",
    responses((status = 204), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn end_other_sessions(
    State(app): State<App>,
    owner: Owner,
) -> ApiResult<StatusCode> {
    let keep = Some(&owner.identity.session);
    app.store.end_other_sessions(owner.player.id, keep).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List my bearer tokens.
#[utoipa::path(
    get, path = "/api/v1/tokens", tag = "sessions",
    responses((status = 200, body = Vec<SessionView>), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn tokens(
    State(app): State<App>,
    owner: AccountOwner,
) -> ApiResult<Json<Vec<SessionView>>> {
    let rows = app
        .store
        .sessions_of(owner.player.id, now().unix_ms())
        .await?;
    Ok(Json(views(
        &rows,
        &owner.identity,
        Some(SessionKind::Bearer),
    )))
}

/// Create a bearer token, shown once.
#[utoipa::path(
    post, path = "/api/v1/tokens", tag = "sessions", request_body = NewToken,
    responses((status = 201, body = TokenAnswer), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn new_token(
    State(app): State<App>,
    owner: AccountOwner,
    StrictJson(request): StrictJson<NewToken>,
) -> ApiResult<(StatusCode, Json<TokenAnswer>)> {
    let label = check_label(&request.label)?;
    app.limits.check(Action::NewToken, owner.player.id)?;
    let rows = app
        .store
        .sessions_of(owner.player.id, now().unix_ms())
        .await?;
    let n_tokens = rows
        .iter()
        .filter(|row| row.kind == SessionKind::Bearer)
        .count();
    if n_tokens >= MAX_TOKENS {
        let detail = format!("at most {MAX_TOKENS} tokens; end one first");
        return Err(Problem::at(ProblemCode::TooMany, "tokens", detail).into());
    }
    let browser = Credential::Session(owner.identity.session);
    let (player, kind) = (owner.player.id, SessionKind::Bearer);
    let token = begin_session(&app, player, kind, label, browser).await?;
    let token = token.expose();
    Ok((StatusCode::CREATED, Json(TokenAnswer { token })))
}

/// End a token and close its sockets.
#[utoipa::path(
    delete, path = "/api/v1/tokens/{id}", tag = "sessions",
    params(("id" = String, Path, description = "The token's id")),
    responses((status = 204), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn end_token(
    State(app): State<App>,
    owner: AccountOwner,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    end(&app, owner.player.id, &id, Some(SessionKind::Bearer)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Create a guest for a terminal or a bot, with a bearer token, shown once.
#[utoipa::path(
    post, path = "/api/v1/guest", tag = "sessions", request_body = Option<NewGuest>,
    responses((status = 200, body = GuestAnswer), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn guest(
    State(app): State<App>,
    client: Client,
    language: Language,
    OptionalJson(request): OptionalJson<NewGuest>,
) -> ApiResult<Json<GuestAnswer>> {
    let name = request.name.as_deref().map(names::check).transpose()?;
    if let Some(name) = &name {
        check_look_alikes(&app, name, None).await?;
    }
    let guest = new_guest(&app, client, language, name).await?;
    let (kind, label) = (SessionKind::Bearer, "guest".to_owned());
    let token = begin_session(&app, guest.id, kind, label, Credential::NewPlayer).await?;
    Ok(Json(GuestAnswer {
        me: me_of(&guest),
        token: token.expose(),
    }))
}

fn views(rows: &[SessionRow], asker: &Identity, kind: Option<SessionKind>) -> Vec<SessionView> {
    let rows = rows
        .iter()
        .filter(|row| kind.is_none_or(|kind| row.kind == kind));
    rows.map(|row| SessionView {
        id: row.token.prefix().to_string(),
        kind: match row.kind {
            SessionKind::Cookie => SessionKindView::Cookie,
            SessionKind::Bearer => SessionKindView::Bearer,
        },
        label: row.label.clone(),
        created: row.created_ms,
        used: row.used_ms,
        current: row.token == asker.session,
    })
    .collect()
}

/// Ends a session of a player by its id. Other players' sessions are not found.
async fn end(
    app: &App,
    player: PlayerId,
    id: &str,
    kind: Option<SessionKind>,
) -> ApiResult<TokenHash> {
    let unknown = || ApiError::from(Problem::at(ProblemCode::NotFound, "id", "no such session"));
    let id: TokenPrefix = id.parse().map_err(|_| unknown())?;
    let rows = app.store.sessions_of(player, now().unix_ms()).await?;
    let row = rows
        .iter()
        .find(|row| row.token.prefix() == id && kind.is_none_or(|kind| row.kind == kind));
    let token = row.ok_or_else(unknown)?.token;
    if app.store.end_session(player, &token).await? {
        Ok(token)
    } else {
        Err(unknown())
    }
}

fn check_label(text: &str) -> ApiResult<String> {
    let label = text.trim();
    let n_chars = label.chars().count();
    let bad = |detail: &str| Err(Problem::at(ProblemCode::BadName, "label", detail).into());
    if !(1..=MAX_LABEL).contains(&n_chars) {
        return bad("1 to 40 characters");
    }
    if label.chars().any(char::is_control) {
        return bad("control characters are not allowed");
    }
    Ok(label.to_owned())
}
