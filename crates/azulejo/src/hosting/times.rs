//! Times on the command line and in lists: UTC, to the minute.

use time::format_description::BorrowedFormatItem;
use time::macros::format_description;
use time::{Date, OffsetDateTime};

pub(super) const DAY_MS: i64 = 24 * 60 * 60 * 1000;

const DATE: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day]");
const MINUTE: &[BorrowedFormatItem<'_>] =
    format_description!("[year]-[month]-[day] [hour]:[minute] UTC");

/// The end of a period.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Until {
    /// After a number of milliseconds.
    After(i64),
    /// At a time, in milliseconds since 1970.
    At(i64),
}

impl Until {
    /// Returns the time in milliseconds since 1970.
    pub(super) const fn unix_ms(self, now_ms: i64) -> i64 {
        match self {
            Self::After(ms) => now_ms.saturating_add(ms),
            Self::At(ms) => ms,
        }
    }
}

/// Parses `30m`, `12h`, `7d` or a date, which starts at midnight UTC.
pub(super) fn parse_until(text: &str) -> Result<Until, String> {
    let wrong = || "write 30m, 12h, 7d or a date such as 2026-12-01".to_owned();
    if let Ok(date) = Date::parse(text, DATE) {
        let seconds = date.midnight().assume_utc().unix_timestamp();
        return Ok(Until::At(seconds * 1000));
    }
    let unit = match text.chars().last() {
        Some('m') => 60 * 1000,
        Some('h') => 60 * 60 * 1000,
        Some('d') => DAY_MS,
        _ => return Err(wrong()),
    };
    let count: u32 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    match i64::from(count).checked_mul(unit) {
        Some(ms) if count > 0 => Ok(Until::After(ms)),
        _ => Err(wrong()),
    }
}

/// Formats a time in milliseconds since 1970.
pub(crate) fn minute(unix_ms: i64) -> String {
    let time = OffsetDateTime::from_unix_timestamp(unix_ms.div_euclid(1000));
    let text = time.ok().and_then(|time| time.format(MINUTE).ok());
    text.unwrap_or_else(|| format!("{unix_ms} ms since 1970"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_durations_or_dates() {
        assert_eq!(parse_until("30m"), Ok(Until::After(1_800_000)));
        assert_eq!(parse_until("12h"), Ok(Until::After(43_200_000)));
        assert_eq!(parse_until("7d"), Ok(Until::After(7 * DAY_MS)));
        let date = parse_until("2026-12-01").expect("a date");
        assert_eq!(minute(date.unix_ms(0)), "2026-12-01 00:00 UTC");
        for wrong in [
            "",
            "d",
            "0d",
            "-1d",
            "7",
            "7w",
            "2026-13-01",
            "tomorrow",
            "7é",
        ] {
            assert!(parse_until(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn any_time_can_be_formatted() {
        assert_eq!(minute(0), "1970-01-01 00:00 UTC");
        assert_eq!(minute(-1), "1969-12-31 23:59 UTC");
        assert!(minute(i64::MAX).ends_with("since 1970"));
    }
}
