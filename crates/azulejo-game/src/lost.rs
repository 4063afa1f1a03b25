//! Time in which people could not play, whoever was to move.

/// From one time to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    pub since: i64,
    pub until: i64,
}

impl Span {
    pub const fn length(self) -> i64 {
        self.until - self.since
    }
}

/// How much of the time from one moment to another these spans cover. They may overlap: each
/// moment counts once.
pub fn covered(spans: &[Span], from: i64, to: i64) -> i64 {
    let mut spans = spans.to_vec();
    spans.sort_by_key(|span| span.since);
    let (mut sum, mut counted) = (0, from);
    for span in spans {
        let begin = span.since.max(counted);
        let end = span.until.min(to);
        if end > begin {
            sum += end - begin;
            counted = end;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(list: &[(i64, i64)]) -> Vec<Span> {
        let span = |&(since, until): &(i64, i64)| Span { since, until };
        list.iter().map(span).collect()
    }

    #[test]
    fn each_moment_counts_once_and_only_between_the_ends() {
        for (list, expected) in [
            (&[][..], 0),
            (&[(10, 20)], 10),
            (&[(0, 5)], 0),
            (&[(0, 15)], 5),
            (&[(90, 200)], 10),
            (&[(100, 200)], 0),
            (&[(0, 200)], 90),
            (&[(50, 60), (20, 30)], 20),
            (&[(20, 30), (25, 40), (22, 24)], 20),
            (&[(20, 30), (20, 30)], 10),
            (&[(30, 20)], 0),
        ] {
            assert_eq!(covered(&spans(list), 10, 100), expected, "{list:?}");
        }
    }
}
