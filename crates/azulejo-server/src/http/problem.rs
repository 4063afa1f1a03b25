//! A refused request as an HTTP answer.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::http::ErrorAnswer;
use azulejo_store::StoreError;

use crate::http::rate_limits::TooFast;

/// Why a request is refused.
#[derive(Debug)]
pub(crate) struct Refusal {
    problem: Problem,
    /// After how many seconds to try again, where that is known.
    retry_after: Option<u64>,
}

impl Refusal {
    pub(crate) const fn problem(&self) -> &Problem {
        &self.problem
    }
}

pub(crate) type Answer<T> = Result<T, Refusal>;

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Self {
            problem,
            retry_after: None,
        }
    }
}

impl From<ProblemCode> for Refusal {
    fn from(code: ProblemCode) -> Self {
        Problem::new(code).into()
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        store_problem(&error).into()
    }
}

impl From<TooFast> for Refusal {
    fn from(too_fast: TooFast) -> Self {
        Self {
            retry_after: Some(too_fast.seconds),
            problem: too_fast.problem,
        }
    }
}

/// What a failure of the store means to a client. The details are for the log, not for them.
pub(crate) fn store_problem(error: &StoreError) -> Problem {
    let code = match error {
        StoreError::NoSuchGame(_) => ProblemCode::NotFound,
        StoreError::NameTaken => ProblemCode::NameTaken,
        _ => {
            tracing::warn!(%error, "the store refused");
            ProblemCode::Unavailable
        }
    };
    Problem::new(code)
}

/// The HTTP status that goes with a problem.
pub(crate) const fn status(code: ProblemCode) -> StatusCode {
    match code {
        ProblemCode::Malformed | ProblemCode::BadName | ProblemCode::BadPassword => {
            StatusCode::BAD_REQUEST
        }
        ProblemCode::NoSession | ProblemCode::BadLogin | ProblemCode::TwoCredentials => {
            StatusCode::UNAUTHORIZED
        }
        ProblemCode::Forbidden
        | ProblemCode::NotYourSeat
        | ProblemCode::BadInvitation
        | ProblemCode::BadOrigin
        | ProblemCode::NoHints => StatusCode::FORBIDDEN,
        ProblemCode::NotFound => StatusCode::NOT_FOUND,
        ProblemCode::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
        ProblemCode::TooFast | ProblemCode::TooMany => StatusCode::TOO_MANY_REQUESTS,
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

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = status(self.problem.code);
        let error = ErrorAnswer {
            error: self.problem,
        };
        let mut answer = (status, Json(error)).into_response();
        if let Some(seconds) = self.retry_after {
            let headers = answer.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        answer
    }
}
