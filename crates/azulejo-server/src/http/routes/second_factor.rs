//! The second factor of an account: one-time codes, with recovery codes as the fallback.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::http::{
    ErrorAnswer, SecondFactorProof as Proof, SecondFactorSecret, SecondFactorView,
};
use azulejo_store::{AccountRow, CodeSecret, SecondFactorProof};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::account::own_account;
use crate::app::{App, now, random_bytes};
use crate::http::passwords::recovery_key;
use crate::http::problem::{ApiError, ApiResult};
use crate::http::rate_limits::Action;
use crate::http::sessions::{AccountOwner, forbidden};
use crate::http::totp::{self, TypedCode};
use crate::http::{Client, StrictJson};

pub(crate) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(
            second_factor,
            begin_second_factor,
            disable_second_factor
        ))
        .routes(routes!(confirm_second_factor))
}

/// Get the state of my second factor.
#[utoipa::path(
    get, path = "/api/v1/second-factor", tag = "account",
    responses((status = 200, body = SecondFactorView), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn second_factor(
    State(app): State<App>,
    owner: AccountOwner,
) -> ApiResult<Json<SecondFactorView>> {
    let account = app.store.account(owner.player.id).await?;
    let account = account.ok_or(ApiError::from(ProblemCode::NoSession))?;
    let factor = app.store.second_factor(owner.player.id).await?;
    Ok(Json(SecondFactorView {
        enabled: factor.is_some_and(|factor| factor.enabled),
        recovery_codes_left: account.recovery_left,
    }))
}

/// Create the secret of a second factor, shown once. It is enabled by confirming a code.
#[utoipa::path(
    post, path = "/api/v1/second-factor", tag = "account",
    responses((status = 200, body = SecondFactorSecret), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn begin_second_factor(
    State(app): State<App>,
    owner: AccountOwner,
) -> ApiResult<Json<SecondFactorSecret>> {
    app.limits.check(Action::Enrol, owner.player.id)?;
    let secret = CodeSecret::new(random_bytes());
    let shown = totp::base32(&secret);
    if !app
        .store
        .begin_second_factor(owner.player.id, secret)
        .await?
    {
        return Err(forbidden("a second factor is enabled; disable it first"));
    }
    Ok(Json(SecondFactorSecret { secret: shown }))
}

/// Enable the second factor with the password and a code of the new secret.
#[utoipa::path(
    post, path = "/api/v1/second-factor/confirm", tag = "account", request_body = Proof,
    responses((status = 204), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn confirm_second_factor(
    State(app): State<App>,
    client: Client,
    owner: AccountOwner,
    StrictJson(request): StrictJson<Proof>,
) -> ApiResult<StatusCode> {
    let account = own_account(&app, client, &owner.player, request.password, "password").await?;
    let player = account.player.id;
    let factor = app.store.second_factor(player).await?;
    let secret = factor
        .filter(|factor| !factor.enabled)
        .ok_or_else(|| forbidden("no second factor is pending"))?
        .secret;
    let step = TypedCode::parse(&request.code)
        .and_then(|code| code.matching_step(&secret, now().unix_ms()))
        .ok_or_else(bad_code)?;
    let enabled = app
        .store
        .enable_second_factor(player, secret, step, account.epoch)
        .await?;
    if enabled {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(bad_code())
    }
}

/// Disable the second factor with the password and a code or a recovery code.
#[utoipa::path(
    delete, path = "/api/v1/second-factor", tag = "account", request_body = Proof,
    responses((status = 204), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn disable_second_factor(
    State(app): State<App>,
    client: Client,
    owner: AccountOwner,
    StrictJson(request): StrictJson<Proof>,
) -> ApiResult<StatusCode> {
    let account = own_account(&app, client, &owner.player, request.password, "password").await?;
    check_second_factor(&app, &account, Some(&request.code)).await?;
    app.store
        .remove_second_factor(account.player.id, Some(account.epoch))
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Consumes a code or a recovery code of an account whose password was verified. An account without
/// a second factor needs none.
///
/// # Errors
/// [`ProblemCode::CodeRequired`] or [`ProblemCode::BadCode`].
pub(super) async fn check_second_factor(
    app: &App,
    account: &AccountRow,
    code: Option<&str>,
) -> ApiResult<()> {
    let player = account.player.id;
    let factor = app.store.second_factor(player).await?;
    let Some(factor) = factor.filter(|factor| factor.enabled) else {
        return Ok(());
    };
    let code = code.ok_or(ProblemCode::CodeRequired)?;
    let proof = match recovery_key(player, code) {
        Some(key) => SecondFactorProof::Recovery(key),
        None => {
            let code = TypedCode::parse(code).ok_or_else(bad_code)?;
            // The password was right. If an attacker who knows it uses up the guesses, the owner
            // can still log in with two successive codes, or with a recovery code.
            if matches!(code, TypedCode::One(_)) {
                app.limits.check(Action::GuessCode, player)?;
            }
            let step = code.matching_step(&factor.secret, now().unix_ms());
            SecondFactorProof::Step(step.ok_or_else(bad_code)?)
        }
    };
    if app
        .store
        .use_second_factor(player, proof, account.epoch)
        .await?
    {
        Ok(())
    } else {
        Err(bad_code())
    }
}

fn bad_code() -> ApiError {
    Problem::at(ProblemCode::BadCode, "code", "wrong, expired or used").into()
}
