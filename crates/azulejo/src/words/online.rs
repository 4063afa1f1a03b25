//! Texts about games on a server: lists, waiting rooms, clocks, errors.

use azulejo_protocol::frame::{Phrase, Problem, ProblemCode, SuspensionView};
use azulejo_protocol::game::{
    Clock, EndedBy, GameView, Level, ResultView, SeatKind, SeatView, Status, UndoPolicy,
};
use azulejo_protocol::happening::Happening;
use azulejo_protocol::http::GameCard;
use azulejo_rules::Seat;

use super::{Names, Words, who};
use crate::i18n::Key;
use crate::online::{DrawCheck, OnlineError, Remark};

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

impl Words {
    /// A bot's name with its level number.
    pub(crate) fn online_bot(&self, level: Level) -> String {
        self.format(Key("bot-numbered"), &[("level", level.id().into())])
    }

    /// The occupant of a seat.
    pub(crate) fn seat(&self, seat: &SeatView) -> String {
        match seat.kind {
            SeatKind::Open => self.text(Key("seat-open")),
            SeatKind::Invited => self.text(Key("seat-invited")),
            SeatKind::Human => seat
                .name
                .clone()
                .unwrap_or_else(|| self.text(Key("seat-former"))),
            SeatKind::Bot => seat
                .level
                .map_or_else(String::new, |level| self.online_bot(level)),
        }
    }

    /// The players' names for a reader with these seats.
    pub(crate) fn online_names(&self, view: &GameView, mine: &[u8]) -> Names {
        let you = match mine {
            [only] => Seat::new(usize::from(*only)),
            _ => None,
        };
        let shown = view.seats.iter().map(|seat| {
            if mine == [seat.seat] {
                self.you()
            } else {
                self.seat(seat)
            }
        });
        Names::new(shown.collect(), you)
    }

    /// What was checked about the draws of a finished game, and the result.
    pub(crate) fn draw_check(&self, check: &DrawCheck) -> String {
        self.text(match check {
            DrawCheck::Device => Key("draws-device"),
            DrawCheck::DeviceOpen => Key("draws-device-open"),
            DrawCheck::DeviceWatched => Key("draws-device-watched"),
            DrawCheck::Consistent => Key("draws-consistent"),
            DrawCheck::Unused => Key("draws-unused"),
            DrawCheck::Swapped => Key("draws-swapped"),
            DrawCheck::Wrong(_) => Key("draws-wrong"),
        })
    }

    /// The time control of a game.
    pub(crate) fn clock(&self, clock: Clock) -> String {
        let (kind, minutes, seconds, days) = match clock {
            Clock::None => ("none", 0, 0, 0),
            Clock::RealTime { seconds, increment } => ("real-time", seconds / 60, increment, 0),
            Clock::Days { days } => ("days", 0, 0, days),
        };
        self.format(
            Key("setup-clock-name"),
            &[
                ("clock", kind.into()),
                ("minutes", minutes.into()),
                ("seconds", seconds.into()),
                ("days", days.into()),
            ],
        )
    }

    /// The remaining time in short form.
    pub(crate) fn time_left(&self, ms: i64) -> String {
        let ms = ms.max(0);
        if ms >= DAY {
            let args = [
                ("days", (ms / DAY).into()),
                ("hours", (ms % DAY / HOUR).into()),
            ];
            return self.format(Key("clock-days"), &args);
        }
        if ms >= 3 * HOUR {
            return self.format(Key("clock-hours"), &[("hours", (ms / HOUR).into())]);
        }
        // Round up to whole seconds.
        let seconds = (ms + SECOND - 1) / SECOND;
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        if hours > 0 {
            format!("{hours}:{minutes:02}:{seconds:02}")
        } else {
            format!("{minutes}:{seconds:02}")
        }
    }

    /// The time since an event.
    pub(crate) fn ago(&self, ms: i64) -> String {
        let (unit, count) = match ms {
            DAY.. => ("days", ms / DAY),
            HOUR.. => ("hours", ms / HOUR),
            MINUTE.. => ("minutes", ms / MINUTE),
            _ => ("now", 0),
        };
        let args = [("unit", unit.into()), ("count", count.into())];
        self.format(Key("card-ago"), &args)
    }

    pub(crate) fn undo_policy(&self, policy: UndoPolicy) -> String {
        let undo = match policy {
            UndoPolicy::Off => "off",
            UndoPolicy::Ask => "ask",
            UndoPolicy::Free => "free",
        };
        self.format(Key("setup-undo-name"), &[("undo", undo.into())])
    }

    /// The players of a game in a list, with their scores.
    pub(crate) fn card_players(&self, card: &GameCard) -> String {
        let names: Vec<_> = card
            .seats
            .iter()
            .enumerate()
            .map(|(i, seat)| {
                let name = match seat.kind {
                    SeatKind::Open | SeatKind::Invited => self.text(Key("card-free-seat")),
                    _ => self.seat(seat),
                };
                match card.scores.get(i) {
                    Some(score) => format!("{name} {score}"),
                    None => name,
                }
            })
            .collect();
        names.join(" – ")
    }

    /// The state of a game in a list.
    pub(crate) fn card_state(&self, card: &GameCard) -> String {
        match card.status {
            Status::Waiting => {
                let free = card
                    .seats
                    .iter()
                    .filter(|seat| matches!(seat.kind, SeatKind::Open | SeatKind::Invited));
                self.format(Key("card-free"), &[("count", free.count().into())])
            }
            Status::Running if card.waits_for.iter().any(|seat| card.mine.contains(seat)) => {
                let args = [("who", "you".into()), ("name", "".into())];
                self.format(Key("card-turn"), &args)
            }
            Status::Running => self.format(Key("round-number"), &[("round", card.round.into())]),
            Status::Finished | Status::Cancelled => {
                let is_winner = card.winners.iter().any(|seat| card.mine.contains(seat));
                let outcome = match (card.status, card.winners.len()) {
                    (Status::Cancelled, _) => "cancelled",
                    (_, 0) => "none",
                    (_, 1) if is_winner => "won",
                    (_, _) if is_winner => "shared",
                    _ if card.mine.is_empty() => "over",
                    _ => "lost",
                };
                self.format(Key("card-ended"), &[("outcome", outcome.into())])
            }
        }
    }

    pub(crate) fn phrase(&self, phrase: Phrase) -> String {
        self.text(match phrase {
            Phrase::Hello => Key("phrase-hello"),
            Phrase::GoodLuck => Key("phrase-good-luck"),
            Phrase::WellPlayed => Key("phrase-well-played"),
            Phrase::Thanks => Key("phrase-thanks"),
            Phrase::NiceMove => Key("phrase-nice-move"),
            Phrase::Oops => Key("phrase-oops"),
            Phrase::OneMoment => Key("phrase-moment"),
            Phrase::Back => Key("phrase-back"),
            Phrase::GoodGame => Key("phrase-good-game"),
            Phrase::Another => Key("phrase-again"),
        })
    }

    /// A phrase that a player sent.
    pub(crate) fn phrase_said(&self, names: &Names, seat: Seat, phrase: Phrase) -> String {
        let args = [
            ("name", names.of(seat).into()),
            ("phrase", self.phrase(phrase).into()),
        ];
        self.format(Key("phrase-said"), &args)
    }

    /// Describes a table event; `None` if the table itself shows it.
    pub(crate) fn happening(&self, names: &Names, what: &Happening) -> Option<String> {
        let seat =
            |number: u8| Seat::new(usize::from(number)).filter(|s| s.index() < names.shown.len());
        let of = |key, number| Some(self.format(key, &who(names, seat(number)?)));
        let gone = |number, reason: &'static str| {
            let mut args = who(names, seat(number)?);
            args.push(("reason", reason.into()));
            Some(self.format(Key("log-gone"), &args))
        };
        match what {
            Happening::Seated { name, .. } => {
                Some(self.format(Key("happened-seated"), &[("name", name.as_str().into())]))
            }
            Happening::Unseated { seat } => {
                Some(self.format(Key("happened-unseated"), &[("seat", (*seat).into())]))
            }
            Happening::BotSeated { level, .. } => {
                let bot = self.online_bot(*level);
                Some(self.format(Key("happened-bot-seated"), &[("bot", bot.into())]))
            }
            Happening::Chosen { seat } => of(Key("happened-chosen"), *seat),
            Happening::UndoAsked { seat, .. } => of(Key("happened-undo-asked"), *seat),
            Happening::UndoRefused { .. } => Some(self.text(Key("happened-undo-refused"))),
            Happening::Undone { seat, .. } => of(Key("log-undo"), *seat),
            Happening::Resigned { seat } => gone(*seat, "resigned"),
            Happening::Flagged { seat } => gone(*seat, "time"),
            Happening::Left { seat } => gone(*seat, "left"),
            Happening::TakenOver { level, .. } => {
                let bot = self.online_bot(*level);
                Some(self.format(Key("log-takeover"), &[("bot", bot.into())]))
            }
            Happening::TakenBack { seat } => of(Key("happened-taken-back"), *seat),
            // A short interruption is not mentioned.
            Happening::Resumed { down } => {
                (*down >= 1_000).then(|| self.text(Key("happened-resumed")))
            }
            Happening::Cancelled => Some(self.text(Key("happened-cancelled"))),
            Happening::Created
            | Happening::Started
            | Happening::Dealt { .. }
            | Happening::Moved { .. }
            | Happening::Tiled { .. }
            | Happening::Ended => None,
        }
    }

    /// The ending of a game that was not decided on points, as reported by the server, which knows
    /// who was still able to win.
    pub(crate) fn online_ending(
        &self,
        names: &Names,
        view: &GameView,
        result: &ResultView,
    ) -> Option<String> {
        let seat = |number: &u8| Seat::new(usize::from(*number));
        let winners: Vec<_> = result.winners.iter().filter_map(seat).collect();
        let reason = match result.by {
            EndedBy::Score => {
                // If a bot has taken over a seat, the highest score need not win.
                let is_plain = view.seats.iter().all(|seat| seat.can_win);
                return (!is_plain).then(|| self.online_winners(names, &winners));
            }
            EndedBy::Resigned => "resigned",
            EndedBy::Time => "time",
            EndedBy::Left => "left",
            EndedBy::Truncated => {
                let rounds = result.players.first().map_or(0, |p| p.rounds.len());
                return Some(self.format(Key("log-truncated"), &[("count", rounds.into())]));
            }
            EndedBy::Aborted => return Some(self.text(Key("log-aborted"))),
        };
        let gone = result.seat.as_ref().and_then(seat)?;
        let [winner] = winners[..] else {
            let mut args = who(names, gone);
            args.push(("reason", reason.into()));
            return Some(self.format(Key("log-gone"), &args));
        };
        let reader = match names.you {
            Some(you) if you == winner => "you",
            Some(you) if you == gone => "loser",
            _ => "name",
        };
        let args = [
            ("reason", reason.into()),
            ("who", reader.into()),
            ("name", names.of(winner).into()),
            ("loser", names.of(gone).into()),
        ];
        Some(self.format(Key("log-win-gone"), &args))
    }

    fn online_winners(&self, names: &Names, winners: &[Seat]) -> String {
        let shown: Vec<_> = winners
            .iter()
            .map(|&seat| names.of(seat).to_owned())
            .collect();
        self.format(
            Key("term-online-winners"),
            &[("names", self.list(&shown).into())],
        )
    }

    /// The reason why the server refused a request.
    pub(crate) fn problem(&self, problem: &Problem) -> String {
        if let Some(suspension) = &problem.suspension {
            return self.suspension(suspension);
        }
        self.text(match problem.code {
            ProblemCode::Malformed => Key("term-online-malformed"),
            ProblemCode::NoSession => Key("term-online-no-session"),
            ProblemCode::Forbidden => Key("problem-forbidden"),
            ProblemCode::NotFound => Key("problem-not-found"),
            ProblemCode::Stale => Key("problem-stale"),
            ProblemCode::NotYourTurn => Key("problem-not-your-turn"),
            ProblemCode::NotYourSeat => Key("problem-not-your-seat"),
            ProblemCode::WrongPhase => Key("problem-wrong-phase"),
            ProblemCode::Illegal => Key("problem-illegal"),
            ProblemCode::AlreadyChosen => Key("problem-already-chosen"),
            ProblemCode::NoUndo => Key("problem-no-undo"),
            ProblemCode::SeatTaken => Key("problem-seat-taken"),
            ProblemCode::AlreadySeated => Key("problem-already-seated"),
            ProblemCode::NotStarted => Key("problem-not-started"),
            ProblemCode::Started => Key("problem-started"),
            ProblemCode::Ended => Key("problem-ended"),
            ProblemCode::BadInvitation => Key("problem-bad-invitation"),
            ProblemCode::NameTaken => Key("problem-name-taken"),
            ProblemCode::BadName => Key("problem-bad-name"),
            ProblemCode::BadLogin => Key("problem-bad-login"),
            ProblemCode::CodeRequired => Key("problem-code-required"),
            ProblemCode::BadCode => Key("problem-bad-code"),
            ProblemCode::Suspended => Key("problem-suspended-plain"),
            ProblemCode::SignupClosed => Key("problem-signup-closed"),
            ProblemCode::InvitationRequired => Key("problem-invitation-required"),
            ProblemCode::BadPassword => Key("problem-bad-password"),
            ProblemCode::CommonPassword => Key("problem-common-password"),
            ProblemCode::SameGame => Key("problem-same-game"),
            ProblemCode::IdUsed => Key("problem-id-used"),
            ProblemCode::TooFast => Key("problem-too-fast"),
            ProblemCode::TooMany => Key("problem-too-many"),
            ProblemCode::ThinkingTime => Key("problem-thinking-time"),
            ProblemCode::BadOrigin => Key("problem-bad-origin"),
            ProblemCode::NoHints => Key("problem-no-hints"),
            ProblemCode::Unavailable => Key("problem-unavailable"),
            ProblemCode::TwoCredentials => Key("term-online-malformed"),
        })
    }

    /// The suspension of the account, with its end and reason.
    fn suspension(&self, suspension: &SuspensionView) -> String {
        let reason = ("reason", suspension.reason.as_str().into());
        match suspension.until {
            None => self.format(Key("problem-suspended-open"), &[reason]),
            Some(until) => {
                let until = ("until", crate::hosting::minute(until).into());
                self.format(Key("problem-suspended"), &[until, reason])
            }
        }
    }

    /// Describes a connection or server error.
    pub(crate) fn online_error(&self, error: &OnlineError, host: &str) -> String {
        let host = host.to_owned();
        match error {
            OnlineError::Unreachable(reason) => self.format(
                Key("term-online-unreachable"),
                &[("server", host.into()), ("reason", reason.as_str().into())],
            ),
            OnlineError::NotAzulejo => {
                self.format(Key("term-online-not-azulejo"), &[("server", host.into())])
            }
            OnlineError::Version(theirs) => self.format(
                Key("term-online-version"),
                &[
                    ("server", host.into()),
                    ("theirs", theirs.to_string().into()),
                    ("ours", azulejo_protocol::frame::VERSION.to_string().into()),
                ],
            ),
            OnlineError::Refused(problem) => self.problem(problem),
            OnlineError::InvalidResponse(reason) => self.format(
                Key("term-online-strange"),
                &[("server", host.into()), ("reason", reason.as_str().into())],
            ),
            OnlineError::TokenFile(reason) => self.format(
                Key("term-online-token-file"),
                &[("reason", reason.as_str().into())],
            ),
            OnlineError::NotAToken(file) => self.format(
                Key("term-online-not-a-token"),
                &[("file", file.as_str().into())],
            ),
            OnlineError::BadToken => self.text(Key("term-online-bad-token")),
            OnlineError::NoRandomness(reason) => self.format(
                Key("term-online-no-chance"),
                &[("reason", reason.as_str().into())],
            ),
        }
    }

    pub(crate) fn remark(&self, remark: &Remark) -> String {
        match remark {
            Remark::NewGuest(name) => self.format(
                Key("term-online-new-guest"),
                &[("name", name.as_str().into())],
            ),
            Remark::ModeRepaired(file) => self.format(
                Key("term-online-mode-repaired"),
                &[("file", file.as_str().into())],
            ),
            Remark::NotStored(reason) => self.format(
                Key("term-online-not-kept"),
                &[("reason", reason.as_str().into())],
            ),
            Remark::Full => self.text(Key("term-online-full")),
            Remark::Begun => self.text(Key("term-online-begun")),
            Remark::BadInvitation => self.text(Key("term-online-bad-invitation")),
            Remark::NeedsInvitation => self.text(Key("seat-needs-invitation")),
        }
    }

    /// The bot that has taken over a person's seat.
    pub(crate) fn substitute(&self, seat: &SeatView) -> Option<String> {
        seat.taken_over?;
        seat.level.map(|level| self.online_bot(level))
    }
}
