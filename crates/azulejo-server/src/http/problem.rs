//! Errors of the API as HTTP responses.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use azulejo_protocol::frame::{Problem, ProblemCode, SuspensionView};
use azulejo_protocol::http::ErrorAnswer;
use azulejo_store::{StoreError, Suspension};

use crate::http::rate_limits::RateLimited;
use crate::live::bot_pool::OutOfThinkingTime;

/// The error response of a request.
#[derive(Debug)]
pub(crate) struct ApiError {
    problem: Problem,
    /// The seconds after which to retry, if known.
    retry_after: Option<u64>,
}

impl ApiError {
    pub(crate) const fn problem(&self) -> &Problem {
        &self.problem
    }
}

pub(crate) type ApiResult<T> = Result<T, ApiError>;

impl From<Problem> for ApiError {
    fn from(problem: Problem) -> Self {
        Self {
            problem,
            retry_after: None,
        }
    }
}

impl From<ProblemCode> for ApiError {
    fn from(code: ProblemCode) -> Self {
        Problem::new(code).into()
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        store_problem(&error).into()
    }
}

impl From<RateLimited> for ApiError {
    fn from(rate_limited: RateLimited) -> Self {
        Self {
            retry_after: Some(rate_limited.seconds),
            problem: rate_limited.problem,
        }
    }
}

impl From<OutOfThinkingTime> for ApiError {
    fn from(out: OutOfThinkingTime) -> Self {
        Self {
            retry_after: Some(out.wait.as_secs() + 1),
            problem: out.into(),
        }
    }
}

/// Maps a store error to an error for the client. The details are only logged.
pub(crate) fn store_problem(error: &StoreError) -> Problem {
    let code = match error {
        StoreError::NoSuchGame(_) => ProblemCode::NotFound,
        StoreError::NameTaken => ProblemCode::NameTaken,
        StoreError::PasswordChanged => ProblemCode::BadLogin,
        StoreError::SessionEnded => ProblemCode::NoSession,
        StoreError::NoSuchInvitation => ProblemCode::BadInvitation,
        _ => {
            tracing::warn!(%error, "database error");
            ProblemCode::Unavailable
        }
    };
    Problem::new(code)
}

/// Returns the refusal of a suspended account.
pub(crate) fn suspended(suspension: Suspension) -> Problem {
    let mut problem = Problem::new(ProblemCode::Suspended);
    problem.suspension = Some(Box::new(SuspensionView {
        until: suspension.end_ms(),
        reason: suspension.reason,
    }));
    problem
}

/// Returns the HTTP status of a problem code.
pub(crate) const fn status(code: ProblemCode) -> StatusCode {
    match code {
        ProblemCode::Malformed
        | ProblemCode::BadName
        | ProblemCode::BadPassword
        | ProblemCode::CommonPassword => StatusCode::BAD_REQUEST,
        ProblemCode::NoSession
        | ProblemCode::BadLogin
        | ProblemCode::CodeRequired
        | ProblemCode::BadCode
        | ProblemCode::TwoCredentials => StatusCode::UNAUTHORIZED,
        ProblemCode::Forbidden
        | ProblemCode::NotYourSeat
        | ProblemCode::BadInvitation
        | ProblemCode::Suspended
        | ProblemCode::SignupClosed
        | ProblemCode::InvitationRequired
        | ProblemCode::BadOrigin
        | ProblemCode::NoHints => StatusCode::FORBIDDEN,
        ProblemCode::NotFound => StatusCode::NOT_FOUND,
        ProblemCode::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
        ProblemCode::TooFast | ProblemCode::TooMany | ProblemCode::ThinkingTime => {
            StatusCode::TOO_MANY_REQUESTS
        }
        ProblemCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        ProblemCode::Stale
        | ProblemCode::NotYourTurn
        | ProblemCode::WrongPhase
        | ProblemCode::AlreadyChosen
        | ProblemCode::NoUndo
        | ProblemCode::SeatTaken
        | ProblemCode::AlreadySeated
        | ProblemCode::NotStarted
        | ProblemCode::Started
        | ProblemCode::Ended
        | ProblemCode::NameTaken
        | ProblemCode::SameGame
        | ProblemCode::IdUsed => StatusCode::CONFLICT,
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = status(self.problem.code);
        let error = ErrorAnswer {
            error: self.problem,
        };
        let mut response = (status, Json(error)).into_response();
        if let Some(seconds) = self.retry_after {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
