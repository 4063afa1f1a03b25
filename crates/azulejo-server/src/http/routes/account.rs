//! Guests and accounts: sign-up, login, recovery, export and deletion.

mod export;
mod unstarted;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::http::{
    ChangePassword, Credentials, DeleteMe, ErrorAnswer, GuestGames, LoginAnswer, Me,
    NewRecoveryCodes, Recovery, RecoveryCodesAnswer, Rename, SignupAnswer,
};
use azulejo_store::{
    AccountRow, Credential, MAX_LIST, Merged, NameRuleKind, NewAccount, PasswordEpoch, PlayerId,
    PlayerName, PlayerRow, SessionKind, SignUp, Store, StoreError, TokenHash,
};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::second_factor::check_second_factor;
use crate::app::{App, now, random_bytes};
use crate::http::guest_names;
use crate::http::language::Language;
use crate::http::names;
use crate::http::passwords::{
    HASHER, Password, Verdict, invitation_key, recovery_codes, recovery_key,
};
use crate::http::problem::{ApiError, ApiResult, suspended};
use crate::http::rate_limits::Action;
use crate::http::sessions::{
    AccountOwner, Identity, Owner, SetCookie, Token, Visitor, begin_session, forbidden,
};
use crate::http::{Client, OptionalJson, StrictJson};

use export::PlayerData;

/// The attempts to find a free made-up name.
const NAME_TRIES: usize = 16;

pub(crate) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(me, rename, delete_me))
        .routes(routes!(export_me))
        .routes(routes!(sign_up))
        .routes(routes!(log_in))
        .routes(routes!(log_out))
        .routes(routes!(recover))
        .routes(routes!(change_password))
        .routes(routes!(new_recovery_codes))
}

/// Get my identity. Creates a guest, with a cookie, for a browser without a session.
#[utoipa::path(
    get, path = "/api/v1/me", tag = "me",
    responses((status = 200, body = Me), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn me(
    State(app): State<App>,
    client: Client,
    visitor: ApiResult<Visitor>,
    language: Language,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let visitor = match visitor {
        // The browser becomes a guest's again after the player has been told.
        Err(refused) if refused.problem().code == ProblemCode::Suspended => {
            return Ok((SetCookie::none(client), refused).into_response());
        }
        visitor => visitor?,
    };
    if let Some((identity, token)) = visitor.known {
        let player = player_of(&app, identity.player).await?;
        let me = Json(me_of(&player));
        // Extends the cookie's lifetime in the browser.
        let cookie = match (identity.kind, player.account) {
            (SessionKind::Bearer, _) => return Ok(me.into_response()),
            (SessionKind::Cookie, true) => SetCookie::of_account(&token, client),
            (SessionKind::Cookie, false) => SetCookie::of_guest(&token, client),
        };
        return Ok((cookie, me).into_response());
    }
    // An image on another site must not create guests.
    if headers
        .get("sec-fetch-site")
        .is_some_and(|site| site == "cross-site")
    {
        return Err(ProblemCode::NoSession.into());
    }
    let guest = new_guest(&app, client, language, None).await?;
    let (kind, label) = (SessionKind::Cookie, visitor.label);
    let token = begin_session(&app, guest.id, kind, label, Credential::NewPlayer).await?;
    Ok((SetCookie::of_guest(&token, client), Json(me_of(&guest))).into_response())
}

/// Creates a guest with the given name or a made-up one.
pub(super) async fn new_guest(
    app: &App,
    client: Client,
    language: Language,
    name: Option<PlayerName>,
) -> ApiResult<PlayerRow> {
    app.limits.check(Action::NewGuest, client.address)?;
    let tries = if name.is_some() { 1 } else { NAME_TRIES };
    for _ in 0..tries {
        let id = PlayerId::from_entropy(random_bytes());
        let name = name
            .clone()
            .unwrap_or_else(|| guest_names::generate(language));
        let created_ms = now().unix_ms();
        match app.store.create_guest(id, name.clone(), created_ms).await {
            Ok(()) => {
                return Ok(PlayerRow {
                    id,
                    name: name.shown,
                    account: false,
                    created_ms,
                });
            }
            Err(StoreError::NameTaken) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(name_taken())
}

/// Change my name.
#[utoipa::path(
    patch, path = "/api/v1/me", tag = "me", request_body = Rename,
    responses((status = 200, body = Me), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn rename(
    State(app): State<App>,
    owner: Owner,
    StrictJson(request): StrictJson<Rename>,
) -> ApiResult<Json<Me>> {
    let name = names::check(&request.name)?;
    app.limits.check(Action::Rename, owner.player.id)?;
    check_look_alikes(&app, &name, Some(&owner.player.name)).await?;
    match app.store.rename(owner.player.id, name.clone()).await {
        Ok(()) => {}
        Err(StoreError::NameTaken) => return Err(name_taken()),
        Err(error) => return Err(error.into()),
    }
    if owner.player.account {
        free_name(&*app.store, &name).await?;
    }
    Ok(Json(me_of(&PlayerRow {
        name: name.shown,
        ..owner.player
    })))
}

/// Refuses a name that is or looks like an account's, unless that is the player's own, and one that
/// mixes scripts.
pub(super) async fn check_look_alikes(
    app: &App,
    name: &PlayerName,
    own_name: Option<&str>,
) -> ApiResult<()> {
    let own_key = own_name.map(names::fold);
    let keys = names::look_alike_keys(&name.shown);
    for key in std::iter::once(name.folded.clone()).chain(keys) {
        if own_key.as_ref() != Some(&key) && app.store.name_taken(&key).await? {
            return Err(name_taken());
        }
    }
    check_name_rules(app, name).await?;
    // A mixed-script look-alike could otherwise be registered before the genuine name.
    if names::mixes_scripts(&name.shown) {
        let detail = "the name mixes letters of different scripts";
        return Err(Problem::at(ProblemCode::BadName, "name", detail).into());
    }
    Ok(())
}

/// Refuses a name that the host has reserved, or that contains a refused word.
async fn check_name_rules(app: &App, name: &PlayerName) -> ApiResult<()> {
    let rules = app.store.name_rules().await?;
    let keys = names::look_alike_keys(&name.shown);
    let keys = || std::iter::once(&name.folded).chain(&keys);
    for rule in rules {
        let word = rule.name.folded.as_str();
        let (breaks, code) = match rule.kind {
            NameRuleKind::Reserved => (keys().any(|key| key == word), ProblemCode::NameTaken),
            NameRuleKind::Refused => (keys().any(|key| key.contains(word)), ProblemCode::BadName),
        };
        if breaks {
            return Err(
                Problem::at(code, "name", "the host of this server refuses the name").into(),
            );
        }
    }
    Ok(())
}

/// Renames guests whose name now belongs to an account.
pub(crate) async fn free_name(store: &dyn Store, name: &PlayerName) -> ApiResult<()> {
    for _ in 0..NAME_TRIES {
        match store
            .rename_guests(&name.folded, guest_names::generate(Language::English))
            .await
        {
            // The made-up name belongs to an account: try another.
            Err(StoreError::NameTaken) => {}
            done => return Ok(done?),
        }
    }
    Err(ProblemCode::Unavailable.into())
}

/// Create an account. The guest's games become the account's; recovery codes are shown once.
#[utoipa::path(
    post, path = "/api/v1/signup", tag = "account", request_body = Credentials,
    responses((status = 201, body = SignupAnswer), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn sign_up(
    State(app): State<App>,
    client: Client,
    visitor: Visitor,
    StrictJson(request): StrictJson<Credentials>,
) -> ApiResult<Response> {
    let guest = browsers_player(&app, &visitor).await?;
    if guest.as_ref().is_some_and(|(_, player)| player.account) {
        return Err(forbidden("already an account; log out first"));
    }
    if request.guest_games.is_some() {
        let detail = "a new account always takes over the guest's games";
        return Err(Problem::at(ProblemCode::Malformed, "guest_games", detail).into());
    }
    if request.code.is_some() {
        let detail = "a new account has no second factor";
        return Err(Problem::at(ProblemCode::Malformed, "code", detail).into());
    }
    let name = names::check(&request.name)?;
    let password = Password::new(request.password, &name.shown, "password")?;
    app.limits.check(Action::SignUp, client.address)?;
    let invitation = check_invitation(&app, request.invitation.as_deref()).await?;
    // Checked before the expensive hash; the store decides again below.
    check_look_alikes(&app, &name, None).await?;
    let (id, created_ms) = match &guest {
        Some((_, guest)) => (guest.id, guest.created_ms),
        None => (PlayerId::from_entropy(random_bytes()), now().unix_ms()),
    };
    let codes = recovery_codes(id);
    let account = NewAccount {
        name: name.clone(),
        password: HASHER.hash(password, client.address).await?,
        recovery: codes.stored,
        invitation,
    };
    let made = match &guest {
        Some(_) => app.store.upgrade_guest(id, account).await,
        None => app.store.create_account(id, account, created_ms).await,
    };
    match made {
        Ok(()) => {}
        Err(StoreError::NameTaken) => return Err(name_taken()),
        Err(error) => return Err(error.into()),
    }
    free_name(&*app.store, &name).await?;
    app.guesses.remember(&name.folded, client.address);
    // The guest's credentials must not be valid for the account.
    app.store.end_other_sessions(id, None).await?;
    let token = log_in_browser(&app, id, visitor.label, PasswordEpoch::default()).await?;
    let answer = SignupAnswer {
        me: me_of(&PlayerRow {
            id,
            name: name.shown,
            account: true,
            created_ms,
        }),
        recovery_codes: codes.shown,
    };
    Ok((
        StatusCode::CREATED,
        SetCookie::of_account(&token, client),
        Json(answer),
    )
        .into_response())
}

/// Checks that the server accepts a new account. Returns the invitation to use up, if one is required.
async fn check_invitation(app: &App, code: Option<&str>) -> ApiResult<Option<TokenHash>> {
    match (app.store.sign_up().await?, code) {
        (SignUp::Open, _) => Ok(None),
        (SignUp::Closed, _) => Err(ProblemCode::SignupClosed.into()),
        (SignUp::Invitation, None) => Err(ProblemCode::InvitationRequired.into()),
        (SignUp::Invitation, Some(code)) => {
            let bad = || {
                ApiError::from(Problem::at(
                    ProblemCode::BadInvitation,
                    "invitation",
                    "unknown, used or expired",
                ))
            };
            let code = invitation_key(code).ok_or_else(bad)?;
            let valid = app.store.account_invitations(now().unix_ms()).await?;
            let is_valid = valid.iter().any(|invitation| invitation.code == code);
            is_valid.then_some(Some(code)).ok_or_else(bad)
        }
    }
}

/// Log in to an account. If the browser's guest has games, `guest_games` decides what happens to them.
/// If the account has a second factor, `code` is required.
#[utoipa::path(
    post, path = "/api/v1/login", tag = "account", request_body = Credentials,
    responses((status = 200, body = LoginAnswer), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn log_in(
    State(app): State<App>,
    client: Client,
    visitor: Visitor,
    StrictJson(request): StrictJson<Credentials>,
) -> ApiResult<Response> {
    let before = browsers_player(&app, &visitor).await?;
    if request.invitation.is_some() {
        let detail = "only a new account needs an invitation";
        return Err(Problem::at(ProblemCode::Malformed, "invitation", detail).into());
    }
    let folded = names::fold(&request.name);
    limit_guesses(&app, client, &folded).await?;
    let account = app.store.account_by_name(&folded).await?;
    let failed = |error: &ApiError| log_failed_login(client, error);
    let account = check_password(&app, client, account, request.password).await;
    let account = account.inspect_err(failed)?;
    let guest = before.as_ref().map(|(_, player)| player);
    let guest = guest.filter(|player| !player.account);
    // Asked before the code, which works only once.
    if let Some(guest) = guest
        && request.guest_games.is_none()
    {
        let games = app.store.games_of(guest.id, None, MAX_LIST).await?;
        if !games.is_empty() {
            let games = u32::try_from(games.len()).unwrap_or(u32::MAX);
            return Ok(Json(LoginAnswer::AskGuestGames { games }).into_response());
        }
    }
    let checked = check_second_factor(&app, &account, request.code.as_deref()).await;
    checked.inspect_err(failed)?;
    // Only after the password and the code, so that the reason is shown to the owner alone.
    if let Some(suspension) = app
        .store
        .suspension(account.player.id, now().unix_ms())
        .await?
    {
        return Err(suspended(suspension).into());
    }
    if let (Some(guest), Some(choice)) = (guest, request.guest_games) {
        settle_guest_games(&app, guest, &account, choice).await?;
    }
    if let Some((identity, _)) = before {
        // The browser forgets the old session, so it ends, also on every socket.
        app.store
            .end_session(identity.player, &identity.session)
            .await?;
    }
    let player = account.player.id;
    let token = log_in_browser(&app, player, visitor.label, account.epoch).await?;
    let me = me_of(&account.player);
    Ok((
        SetCookie::of_account(&token, client),
        Json(LoginAnswer::Done { me }),
    )
        .into_response())
}

/// Logs a wrong password or code with the address, for tools such as fail2ban. The name is personal
/// data, and may be a password that was typed into the wrong field.
fn log_failed_login(client: Client, error: &ApiError) {
    let code = error.problem().code;
    if matches!(code, ProblemCode::BadLogin | ProblemCode::BadCode) {
        tracing::info!(address = %client.address, reason = ?code, "login failed");
    }
}

/// Merges a guest's games into the account, or leaves them.
async fn settle_guest_games(
    app: &App,
    guest: &PlayerRow,
    account: &AccountRow,
    choice: GuestGames,
) -> ApiResult<()> {
    match choice {
        GuestGames::Leave => unstarted::leave(app, guest.id).await,
        GuestGames::TakeOver => {
            let (id, epoch) = (account.player.id, account.epoch);
            let merged = app.store.merge_guest(guest.id, id, epoch, now().unix_ms());
            match merged.await? {
                Merged::Done { .. } => Ok(()),
                Merged::SharedGame(game) => {
                    Err(Problem::at(ProblemCode::SameGame, "game", game.to_string()).into())
                }
            }
        }
    }
}

/// Log out: end this session or token.
#[utoipa::path(
    post, path = "/api/v1/logout", tag = "account",
    responses((status = 204), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn log_out(
    State(app): State<App>,
    client: Client,
    identity: Identity,
) -> ApiResult<Response> {
    app.store
        .end_session(identity.player, &identity.session)
        .await?;
    Ok((StatusCode::NO_CONTENT, SetCookie::none(client), ()).into_response())
}

/// Set a new password with a recovery code. Ends all sessions and tokens; log in afterwards.
#[utoipa::path(
    post, path = "/api/v1/recover", tag = "account", request_body = Recovery,
    responses((status = 204), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn recover(
    State(app): State<App>,
    client: Client,
    StrictJson(request): StrictJson<Recovery>,
) -> ApiResult<StatusCode> {
    let password = Password::new(request.password, &request.name, "password")?;
    let folded = names::fold(&request.name);
    // Recovery codes are too long to guess, so failures are limited per address, not per account.
    app.limits.check(Action::Recover, client.address)?;
    let account = app.store.account_by_name(&folded).await?;
    // Hashed in any case, so that timing does not reveal whether the account exists.
    let hash = HASHER.hash(password, client.address).await?;
    let wrong = || ApiError::from(ProblemCode::BadLogin);
    let player = account.ok_or_else(wrong)?.player.id;
    let code = recovery_key(player, &request.code).ok_or_else(wrong)?;
    if !app.store.recover(player, code, hash).await? {
        return Err(wrong());
    }
    app.guesses.remember(&folded, client.address);
    Ok(StatusCode::NO_CONTENT)
}

/// Change my password. Ends all other sessions and tokens.
#[utoipa::path(
    post, path = "/api/v1/password", tag = "account", request_body = ChangePassword,
    responses((status = 204), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn change_password(
    State(app): State<App>,
    client: Client,
    owner: AccountOwner,
    visitor: Visitor,
    StrictJson(request): StrictJson<ChangePassword>,
) -> ApiResult<Response> {
    let new = Password::new(request.new, &owner.player.name, "new")?;
    let account = own_account(&app, client, &owner.player, request.old, "old").await?;
    let player = account.player.id;
    let hash = HASHER.hash(new, client.address).await?;
    let epoch = app
        .store
        .set_password(player, hash, Some(account.epoch))
        .await?;
    let token = log_in_browser(&app, player, visitor.label, epoch).await?;
    let cookie = SetCookie::of_account(&token, client);
    Ok((StatusCode::NO_CONTENT, cookie, ()).into_response())
}

/// Create new recovery codes, shown once. Revokes the old ones. If the account has a second factor,
/// `code` is required.
#[utoipa::path(
    post, path = "/api/v1/recovery-codes", tag = "account", request_body = NewRecoveryCodes,
    responses((status = 200, body = RecoveryCodesAnswer), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn new_recovery_codes(
    State(app): State<App>,
    client: Client,
    owner: AccountOwner,
    StrictJson(request): StrictJson<NewRecoveryCodes>,
) -> ApiResult<Json<RecoveryCodesAnswer>> {
    let account = own_account(&app, client, &owner.player, request.password, "password").await?;
    check_second_factor(&app, &account, request.code.as_deref()).await?;
    let codes = recovery_codes(account.player.id);
    app.store
        .set_recovery_codes(account.player.id, codes.stored, Some(account.epoch))
        .await?;
    Ok(Json(RecoveryCodesAnswer {
        recovery_codes: codes.shown,
    }))
}

/// Returns the principal's account if the password is right.
pub(super) async fn own_account(
    app: &App,
    client: Client,
    owner: &PlayerRow,
    password: String,
    field: &str,
) -> ApiResult<AccountRow> {
    limit_guesses(app, client, &names::fold(&owner.name)).await?;
    let account = app.store.account(owner.id).await?;
    check_password(app, client, account, password)
        .await
        .map_err(|error| match error.problem().code {
            ProblemCode::BadLogin => {
                Problem::at(ProblemCode::BadLogin, field, "wrong password").into()
            }
            _ => error,
        })
}

/// Export everything that the server stores about me.
#[utoipa::path(
    get, path = "/api/v1/me/export", tag = "me",
    responses((status = 200, body = PlayerData), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn export_me(State(app): State<App>, owner: Owner) -> ApiResult<Response> {
    app.limits.check(Action::Export, owner.player.id)?;
    let data = app.store.export_player(owner.player.id).await?;
    let data = data.ok_or(ApiError::from(ProblemCode::NoSession))?;
    let name = (
        header::CONTENT_DISPOSITION,
        "attachment; filename=\"azulejo-my-data.json\"",
    );
    Ok(([name], Json(PlayerData::from(data))).into_response())
}

/// Delete my identity; an account needs its password. Games stay, with a deleted player.
#[utoipa::path(
    delete, path = "/api/v1/me", tag = "me", request_body = Option<DeleteMe>,
    responses((status = 204), (status = "4XX", body = ErrorAnswer))
)]
pub(crate) async fn delete_me(
    State(app): State<App>,
    client: Client,
    owner: Owner,
    OptionalJson(request): OptionalJson<DeleteMe>,
) -> ApiResult<Response> {
    if owner.player.account {
        let password = request.password.unwrap_or_default();
        own_account(&app, client, &owner.player, password, "password").await?;
    }
    unstarted::leave(&app, owner.player.id).await?;
    app.store.delete_player(owner.player.id).await?;
    Ok((StatusCode::NO_CONTENT, SetCookie::none(client), ()).into_response())
}

/// Returns the player of the browser's cookie. Sign-up and login respond with a cookie, so a bearer
/// token is refused.
async fn browsers_player(app: &App, visitor: &Visitor) -> ApiResult<Option<(Identity, PlayerRow)>> {
    match &visitor.known {
        None => Ok(None),
        Some((identity, Token { .. })) if identity.kind == SessionKind::Bearer => {
            Err(forbidden("this requires a cookie, not a bearer token"))
        }
        Some((identity, _)) => {
            let player = app.store.player(identity.player).await?;
            Ok(player.map(|player| (identity.clone(), player)))
        }
    }
}

/// Creates a browser's session of an account whose password was verified in an epoch.
async fn log_in_browser(
    app: &App,
    player: PlayerId,
    label: String,
    epoch: PasswordEpoch,
) -> ApiResult<Token> {
    let credential = Credential::Password(epoch);
    begin_session(app, player, SessionKind::Cookie, label, credential).await
}

/// Limits guesses at a password. An address that guesses too often is refused; if many addresses
/// guess at one account, they take turns, but an address that the owner has used does not wait.
async fn limit_guesses(app: &App, client: Client, folded: &str) -> ApiResult<()> {
    app.limits.check(Action::LogIn, client.address)?;
    app.limits
        .check(Action::GuessPassword, (folded, client.address))?;
    if app.limits.check(Action::GuessAnywhere, folded).is_err()
        && !app.guesses.is_known(folded, client.address)
    {
        app.guesses.take_turn(folded).await?;
    }
    Ok(())
}

/// Returns the account if the password is right. An unknown account takes as long.
async fn check_password(
    app: &App,
    client: Client,
    account: Option<AccountRow>,
    password: String,
) -> ApiResult<AccountRow> {
    let again = Password::typed(password.clone());
    let hash = account.as_ref().map(|account| &account.password);
    let verdict = HASHER
        .verify(Password::typed(password), hash, client.address)
        .await?;
    let account = account.filter(|_| verdict != Verdict::Wrong);
    let account = account.ok_or(ApiError::from(ProblemCode::BadLogin))?;
    if verdict == Verdict::RightButOutdated {
        let hash = HASHER.hash(again, client.address).await?;
        let (player, epoch) = (account.player.id, account.epoch);
        app.store.rehash_password(player, hash, epoch).await?;
    }
    let folded = names::fold(&account.player.name);
    app.guesses.remember(&folded, client.address);
    Ok(account)
}

async fn player_of(app: &App, player: PlayerId) -> ApiResult<PlayerRow> {
    let player = app.store.player(player).await?;
    player.ok_or_else(|| ProblemCode::NoSession.into())
}

fn name_taken() -> ApiError {
    Problem::at(
        ProblemCode::NameTaken,
        "name",
        "an account has this name or a similar one",
    )
    .into()
}

pub(super) fn me_of(player: &PlayerRow) -> Me {
    Me {
        name: player.name.clone(),
        guest: !player.account,
        since: player.created_ms,
    }
}
