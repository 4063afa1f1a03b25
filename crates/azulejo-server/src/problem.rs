//! A refused request as an HTTP answer.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::http::ErrorAnswer;
use azulejo_store::StoreError;

/// Why a request is refused.
#[derive(Debug)]
pub(crate) struct Refusal(pub(crate) Problem);

pub(crate) type Answer<T> = Result<T, Refusal>;

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Self(problem)
    }
}

impl From<ProblemCode> for Refusal {
    fn from(code: ProblemCode) -> Self {
        Self(Problem::new(code))
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self(store_problem(&error))
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
        | ProblemCode::SameGame => StatusCode::CONFLICT,
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (status(self.0.code), Json(ErrorAnswer { error: self.0 })).into_response()
    }
}
