//! Errors that players see when they play, resume or replay a game.
//!
//! Errors of developer and hosting commands are in English only.

use std::io;
use std::path::Path;

use azulejo_protocol::record::{RecordPlace, RecordProblem, RecordReason};
use azulejo_protocol::table::Colour as WireColour;
use azulejo_rules::Seat;
use azulejo_rules::record::{ParseRecordError, ReplayError};

use super::Words;
use crate::i18n::{Key, Lang};
use crate::local::{ResumeError, SaveFault};

impl Words {
    /// The location of a line in a file.
    pub(crate) fn place(&self, file: &str, line: u64) -> String {
        let args = [("file", file.into()), ("line", line.to_string().into())];
        self.format(Key("term-place"), &args)
    }

    /// The location of a line of standard input.
    pub(crate) fn input_place(&self, line: u64) -> String {
        self.place(&self.standard_input(), line)
    }

    pub(crate) fn standard_input(&self) -> String {
        self.text(Key("term-standard-input"))
    }

    /// The reason why the game is played line by line although `--plain` was not given.
    pub(crate) fn not_a_terminal(&self) -> String {
        self.text(Key("term-not-a-terminal"))
    }

    pub(crate) fn bad_seat_count(&self, count: usize) -> String {
        self.format(Key("term-bad-seats"), &[("count", count.into())])
    }

    pub(crate) fn bad_start(&self, seat: Seat, count: usize) -> String {
        let args = [("seat", seat.to_string().into()), ("count", count.into())];
        self.format(Key("term-bad-start"), &args)
    }

    /// A file of records cannot be opened or read.
    pub(crate) fn unreadable(&self, file: &str, error: &io::Error) -> String {
        let args = [("file", file.into()), ("reason", error.to_string().into())];
        self.format(Key("term-unreadable"), &args)
    }

    /// The record cannot be saved to the file given by `--save`.
    pub(crate) fn record_not_saved(&self, path: &Path, error: &io::Error) -> String {
        let args = [
            ("file", path.display().to_string().into()),
            ("reason", error.to_string().into()),
        ];
        self.format(Key("term-record-not-saved"), &args)
    }

    /// The reason why the game is not saved.
    pub(crate) fn save_fault(&self, fault: &SaveFault) -> String {
        match fault {
            SaveFault::NoFolder => self.text(Key("term-no-folder")),
            SaveFault::Unwritten(reason) => self.not_saved(reason),
        }
    }

    /// The reason why a game cannot be resumed.
    pub(crate) fn resume_error(&self, error: &ResumeError) -> String {
        let place = |path: &Path, line| self.place(&path.display().to_string(), line);
        match error {
            ResumeError::NoFolder => self.text(Key("term-no-folder")),
            ResumeError::NothingUnfinished(folder) => {
                let args = [("folder", folder.display().to_string().into())];
                self.format(Key("term-resume-none"), &args)
            }
            ResumeError::Finished(path) => {
                let args = [("file", path.display().to_string().into())];
                self.format(Key("term-resume-finished"), &args)
            }
            ResumeError::Unreadable(path, error) => {
                self.unreadable(&path.display().to_string(), error)
            }
            ResumeError::NotARecord(path, line, error) => {
                self.not_a_record(&place(path, *line), error)
            }
            ResumeError::Illegal(path, line, fault) => {
                format!("{}: {}", place(path, *line), self.record_fault(fault))
            }
            ResumeError::Fault(fault) => self.record_fault(fault),
            ResumeError::UnknownBot(unknown) => {
                let args = [
                    ("seat", unknown.seat.to_string().into()),
                    ("bot", unknown.bot.as_str().into()),
                ];
                self.format(Key("term-unknown-bot"), &args)
            }
        }
    }

    /// A line is not a record.
    pub(crate) fn not_a_record(&self, place: &str, error: &ParseRecordError) -> String {
        let problem = self.text_error(error);
        let args = [("place", place.into()), ("problem", problem.into())];
        self.format(Key("term-not-a-record"), &args)
    }

    /// A record breaks the rules; `command` shows the game up to the error.
    pub(crate) fn fault_with_command(
        &self,
        place: &str,
        fault: &ReplayError,
        command: &str,
    ) -> String {
        let args = [
            ("place", place.into()),
            ("problem", self.record_fault(fault).into()),
            ("command", command.into()),
        ];
        self.format(Key("term-fault-command"), &args)
    }

    /// A record breaks the rules and was shown up to the error.
    pub(crate) fn fault_shown(&self, place: &str, problem: &str) -> String {
        let args = [("place", place.into()), ("problem", problem.into())];
        self.format(Key("term-fault-shown"), &args)
    }

    pub(crate) fn line_too_long(&self, place: &str) -> String {
        self.format(Key("term-line-too-long"), &[("place", place.into())])
    }

    pub(crate) fn not_text(&self, place: &str, byte: usize) -> String {
        let args = [("place", place.into()), ("byte", byte.to_string().into())];
        self.format(Key("term-not-text"), &args)
    }

    /// `--show` requests a game that the files don't contain.
    pub(crate) fn no_such_game(&self, wanted: u64, count: u64) -> String {
        let args = [
            ("wanted", wanted.to_string().into()),
            ("count", count.into()),
        ];
        self.format(Key("term-no-such-game"), &args)
    }

    pub(crate) fn replay_needs_terminal(&self) -> String {
        self.text(Key("term-replay-needs-terminal"))
    }

    /// The place and reason of an illegal step in a record. The error's own text is English and
    /// more detailed.
    pub(crate) fn record_fault(&self, fault: &ReplayError) -> String {
        match self.lang() {
            Lang::En => fault.to_string(),
            _ => self.record_problem(&fault.into()),
        }
    }

    fn text_error(&self, error: &ParseRecordError) -> String {
        match self.lang() {
            Lang::En => error.to_string(),
            _ => self.record_problem(&error.into()),
        }
    }

    fn record_problem(&self, problem: &RecordProblem) -> String {
        let place = self.record_place(&problem.place);
        let reason = self.record_reason(&problem.reason);
        format!("{place}: {reason}")
    }

    fn record_place(&self, place: &RecordPlace) -> String {
        let (mut column, mut path, mut number, mut round, mut seat) = (0, "", 0, 0, 0);
        let mut text = "";
        let at = match place {
            RecordPlace::Text {
                column: at,
                path: within,
            } => {
                (column, path) = (*at, within);
                if within.is_empty() { "text" } else { "path" }
            }
            RecordPlace::Game => "game",
            RecordPlace::Start => "start",
            RecordPlace::Result => "result",
            RecordPlace::Takeover { number: n } => {
                number = *n;
                "takeover"
            }
            RecordPlace::Round { round: n } => {
                round = *n;
                "round"
            }
            RecordPlace::Move {
                round: r,
                number: n,
                text: m,
            } => {
                (round, number, text) = (*r, *n, m);
                "move"
            }
            RecordPlace::Tiling {
                round: r,
                seat: s,
                placement,
            } => {
                (round, seat, text) = (*r, *s, placement);
                "tiling"
            }
        };
        let args = [
            ("at", at.into()),
            ("column", column.into()),
            ("path", path.into()),
            ("number", number.into()),
            ("round", round.into()),
            ("move", text.into()),
            ("seat", seat.into()),
        ];
        self.format(Key("replay-place"), &args)
    }

    fn record_reason(&self, reason: &RecordReason) -> String {
        let (mut expected, mut found) = (String::new(), String::new());
        let (mut seat, mut line) = (0, 0);
        let why = match reason {
            RecordReason::LineFull { line } => {
                return self.format(Key("illegal-line-full"), &[("line", (*line).into())]);
            }
            RecordReason::LineHolds { line, holds } => {
                let args = [
                    ("line", (*line).into()),
                    ("colour", wire_colour_id(*holds).into()),
                ];
                return self.format(Key("illegal-line-holds"), &args);
            }
            RecordReason::OnWall { line, colour } => {
                let args = [
                    ("row", (*line).into()),
                    ("colour", wire_colour_id(*colour).into()),
                ];
                return self.format(Key("illegal-row-shows"), &args);
            }
            RecordReason::Syntax => "syntax",
            RecordReason::Space => "space",
            RecordReason::EndsEarly => "ends-early",
            RecordReason::GoesOn => "goes-on",
            RecordReason::Key => "key",
            RecordReason::Value => "value",
            RecordReason::NoTiles => "no-tiles",
            RecordReason::NoMove => "no-move",
            RecordReason::Placement => "placement",
            RecordReason::Deal => "deal",
            RecordReason::Starts {
                expected: e,
                found: f,
            } => {
                (expected, found) = (e.to_string(), f.to_string());
                "starts"
            }
            RecordReason::NoSuchSeat { seat: s } => {
                seat = *s;
                "no-seat"
            }
            RecordReason::PerPlayer {
                expected: e,
                found: f,
            } => {
                (expected, found) = (e.to_string(), f.to_string());
                "per-player"
            }
            RecordReason::NotTiled { seat: s, line: l } => {
                (seat, line) = (*s, *l);
                "not-tiled"
            }
            RecordReason::Differs {
                expected: e,
                found: f,
            } => {
                (expected, found) = (e.clone(), f.clone());
                "differs"
            }
            RecordReason::Incomplete => "other",
        };
        let args = [
            ("why", why.into()),
            ("expected", expected.into()),
            ("found", found.into()),
            ("seat", seat.into()),
            ("line", line.into()),
        ];
        self.format(Key("replay-reason"), &args)
    }
}

const fn wire_colour_id(colour: WireColour) -> &'static str {
    match colour {
        WireColour::B => "blue",
        WireColour::Y => "yellow",
        WireColour::R => "red",
        WireColour::K => "black",
        WireColour::W => "white",
    }
}
