//! The database spelling of enums. Existing databases contain it, so it never changes.

use std::str::FromStr;

use crate::{GameStatus, NameRuleKind, Pace, SeatKind, SessionKind, SignUp};

macro_rules! spelling {
    ($type:ident { $($variant:ident = $text:literal,)* }) => {
        impl $type {
            /// Returns the keyword in the database.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }

        impl FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                match text {
                    $($text => Ok(Self::$variant),)*
                    _ => Err(format!(concat!("unknown ", stringify!($type), " {:?}"), text)),
                }
            }
        }

        impl From<$type> for crate::sql::Value {
            fn from(value: $type) -> Self {
                value.as_str().into()
            }
        }
    };
}

spelling!(GameStatus {
    Open = "open",
    Running = "running",
    Finished = "finished",
    Aborted = "aborted",
    Expired = "expired",
});

spelling!(Pace {
    Untimed = "untimed",
    Realtime = "realtime",
    Days = "days",
});

spelling!(SeatKind {
    Open = "open",
    Invited = "invited",
    Person = "person",
    Bot = "bot",
    Deleted = "deleted",
});

spelling!(SessionKind {
    Cookie = "cookie",
    Bearer = "bearer",
});

spelling!(SignUp {
    Open = "open",
    Invitation = "invitation",
    Closed = "closed",
});

spelling!(NameRuleKind {
    Reserved = "reserved",
    Refused = "refused",
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_round_trips() {
        use GameStatus::{Aborted, Expired, Finished, Open, Running};
        for status in [Open, Running, Finished, Aborted, Expired] {
            assert_eq!(status.as_str().parse(), Ok(status));
        }
        for pace in [Pace::Untimed, Pace::Realtime, Pace::Days] {
            assert_eq!(pace.as_str().parse(), Ok(pace));
        }
        for kind in [SessionKind::Cookie, SessionKind::Bearer] {
            assert_eq!(kind.as_str().parse(), Ok(kind));
        }
        for policy in [SignUp::Open, SignUp::Invitation, SignUp::Closed] {
            assert_eq!(policy.as_str().parse(), Ok(policy));
        }
        for kind in [NameRuleKind::Reserved, NameRuleKind::Refused] {
            assert_eq!(kind.as_str().parse(), Ok(kind));
        }
        use SeatKind::{Bot, Deleted, Invited, Person};
        for kind in [SeatKind::Open, Invited, Person, Bot, Deleted] {
            assert_eq!(kind.as_str().parse(), Ok(kind));
        }
    }

    #[test]
    fn unknown_text_is_an_error() {
        assert_eq!(
            "paused".parse::<GameStatus>(),
            Err("unknown GameStatus \"paused\"".to_owned())
        );
    }
}
