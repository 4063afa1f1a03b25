//! What can go wrong between here and a server.

use azulejo_protocol::frame::{Problem, ProblemCode};

/// Why something did not work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// Nobody answers, and why.
    Unreachable(String),
    /// Somebody answers, but no server of ours.
    NotAzulejo,
    /// The server speaks another version of the protocol.
    Version(u32),
    /// The server said no.
    Refused(Problem),
    /// The server said something that we do not understand.
    Strange(String),
    /// The file of a token cannot be used.
    TokenFile(String),
    /// The first line of a file that was given is not a token.
    NotAToken(String),
    /// The token that we were told to use is not good here.
    BadToken,
    /// The system gives no random numbers.
    NoChance(String),
}

impl Trouble {
    /// The server's reason, if it has said no.
    pub(crate) fn code(&self) -> Option<ProblemCode> {
        match self {
            Self::Refused(problem) => Some(problem.code),
            _ => None,
        }
    }
}

/// Something that a person should know, although all is well.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Remark {
    /// The server did not know us any more: we are somebody new.
    NewGuest(String),
    /// Others could have read the token's file; now they cannot.
    ModeRepaired(String),
    /// The token could not be kept: we are somebody new the next time.
    NotKept(String),
    /// All seats were taken: we look on.
    Full,
    /// The game has begun without us: we look on.
    Begun,
    /// The invitation is no longer good: we look on.
    BadInvitation,
    /// The free seats are for people with an invitation.
    NeedsInvitation,
}
