//! Errors between the client and a server.

use azulejo_protocol::frame::{Problem, ProblemCode};

/// A client-side or server-side error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OnlineError {
    /// No connection: the cause.
    Unreachable(String),
    /// The address is not an Azulejo server.
    NotAzulejo,
    /// The server speaks another version of the protocol.
    Version(u32),
    /// The server refused the request.
    Refused(Problem),
    /// The server's response could not be parsed.
    InvalidResponse(String),
    /// The token file cannot be used.
    TokenFile(String),
    /// The first line of the given file is not a token.
    NotAToken(String),
    /// The given token is not valid on this server.
    BadToken,
    /// The system's random number generator failed.
    NoRandomness(String),
}

impl OnlineError {
    /// The server's error code, if it refused the request.
    pub(crate) fn code(&self) -> Option<ProblemCode> {
        match self {
            Self::Refused(problem) => Some(problem.code),
            _ => None,
        }
    }
}

/// A notice that is not an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Remark {
    /// The server no longer knew the user, who is a new guest now.
    NewGuest(String),
    /// Other users could read the token file; its mode is repaired.
    ModeRepaired(String),
    /// The token could not be stored; the next visit will be as a new guest.
    NotStored(String),
    /// Spectating: no seat was free.
    Full,
    /// Spectating: the game had already started.
    Begun,
    /// Spectating: the invitation was no longer valid.
    BadInvitation,
    /// The free seats are for people with an invitation.
    NeedsInvitation,
}
