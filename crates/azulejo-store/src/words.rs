//! How the store spells its enums. The spelling is in databases out there and never changes.

use std::str::FromStr;

use crate::{GameStatus, Pace, SeatKind, SessionKind};

macro_rules! words {
    ($type:ident { $($variant:ident = $word:literal,)* }) => {
        impl $type {
            pub(crate) const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }

        impl FromStr for $type {
            type Err = String;

            /// Reads what a database holds.
            fn from_str(word: &str) -> Result<Self, String> {
                match word {
                    $($word => Ok(Self::$variant),)*
                    _ => Err(format!(
                        concat!("{:?} is no ", stringify!($type), " that this program knows"),
                        word
                    )),
                }
            }
        }

        impl From<$type> for crate::sql::Value {
            fn from(value: $type) -> Self {
                value.word().into()
            }
        }
    };
}

words!(GameStatus {
    Open = "open",
    Running = "running",
    Finished = "finished",
    Aborted = "aborted",
    Expired = "expired",
});

words!(Pace {
    Untimed = "untimed",
    Realtime = "realtime",
    Days = "days",
});

words!(SeatKind {
    Open = "open",
    Invited = "invited",
    Person = "person",
    Bot = "bot",
    Deleted = "deleted",
});

words!(SessionKind {
    Cookie = "cookie",
    Bearer = "bearer",
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_back_and_others_are_named() {
        use GameStatus::{Aborted, Expired, Finished, Open, Running};
        for status in [Open, Running, Finished, Aborted, Expired] {
            assert_eq!(status.word().parse(), Ok(status));
        }
        for pace in [Pace::Untimed, Pace::Realtime, Pace::Days] {
            assert_eq!(pace.word().parse(), Ok(pace));
        }
        for kind in [SessionKind::Cookie, SessionKind::Bearer] {
            assert_eq!(kind.word().parse(), Ok(kind));
        }
        assert_eq!(
            "paused".parse::<GameStatus>(),
            Err("\"paused\" is no GameStatus that this program knows".to_owned())
        );
    }
}
