//! Writing records: keys in a fixed order, no whitespace, and only the escapes that JSON requires.

use alloc::string::String;
use core::fmt::{self, Display, Write};

use super::json::write_string;
use super::{EndedBy, Extra, Record, ResultRecord, RoundRecord, Takeover};
use crate::{Colour, Destination, Draw, Move, Placement, PlacementTarget, Source};

impl Record {
    /// Returns the record as one line of JSON, without a line break.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::with_capacity(2048);
        self.write_json(&mut out);
        out
    }

    /// Appends the record as one line of JSON.
    pub fn write_json(&self, out: &mut String) {
        out.push_str("{\"format\":\"azulejo-record\",\"version\":1,\"players\":");
        list(out, &self.players, |out, name| write_string(out, name));
        let _infallible = write!(
            out,
            ",\"wall\":\"{}\",\"start\":{},\"rounds\":",
            self.wall, self.start
        );
        list(out, &self.rounds, write_round);
        if let Some(bonuses) = &self.bonuses {
            out.push_str(",\"bonuses\":");
            list(out, bonuses, |out, bonus| {
                let counts = bonus.bonuses;
                let _infallible = write!(
                    out,
                    "{{\"rows\":{},\"columns\":{},\"colours\":{}",
                    counts.rows, counts.columns, counts.colours
                );
                close(out, &bonus.extra);
            });
        }
        if let Some(scores) = &self.scores {
            out.push_str(",\"scores\":");
            list(out, scores, plain);
        }
        if let Some(winners) = &self.winners {
            out.push_str(",\"winners\":");
            list(out, winners, plain);
        }
        if let Some(result) = &self.result {
            out.push_str(",\"result\":");
            write_result(out, result);
        }
        if let Some(takeovers) = &self.takeovers {
            out.push_str(",\"takeovers\":");
            list(out, takeovers, write_takeover);
        }
        close(out, &self.extra);
    }
}

impl Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_json())
    }
}

fn write_round(out: &mut String, round: &RoundRecord) {
    out.push_str("{\"start\":");
    plain(out, &round.start.number());
    out.push_str(",\"deal\":");
    list(out, &round.deal, |out, draw| {
        quoted(out, |out| push_draw(out, *draw));
    });
    out.push_str(",\"moves\":");
    list(out, &round.moves, |out, m| {
        quoted(out, |out| push_move(out, *m));
    });
    if let Some(tiling) = &round.tiling {
        out.push_str(",\"tiling\":");
        list(out, tiling, |out, placements| {
            list(out, placements, |out, p| {
                quoted(out, |out| push_placement(out, *p));
            });
        });
    }
    if let Some(scores) = &round.scores {
        out.push_str(",\"scores\":");
        list(out, scores, plain);
    }
    close(out, &round.extra);
}

fn write_result(out: &mut String, result: &ResultRecord) {
    let (by, seat) = match result.by {
        EndedBy::Score => ("score", None),
        EndedBy::Resigned(seat) => ("resigned", Some(seat)),
        EndedBy::Time(seat) => ("time", Some(seat)),
        EndedBy::Left(seat) => ("left", Some(seat)),
        EndedBy::Truncated => ("truncated", None),
        EndedBy::Aborted => ("aborted", None),
    };
    let _infallible = write!(out, "{{\"by\":\"{by}\"");
    if let Some(seat) = seat {
        let _infallible = write!(out, ",\"seat\":{seat}");
    }
    close(out, &result.extra);
}

fn write_takeover(out: &mut String, takeover: &Takeover) {
    let Takeover {
        seat,
        round,
        at_move,
        bot,
        reason,
        extra,
    } = takeover;
    let _infallible = write!(
        out,
        "{{\"seat\":{seat},\"round\":{round},\"move\":{at_move},\"bot\":"
    );
    write_string(out, bot);
    out.push_str(",\"reason\":");
    write_string(out, reason);
    close(out, extra);
}

/// Writes the unknown keys and the end of the object.
fn close(out: &mut String, extra: &Extra) {
    for (key, value) in extra {
        out.push(',');
        write_string(out, key);
        out.push(':');
        out.push_str(value);
    }
    out.push('}');
}

fn list<T>(out: &mut String, items: &[T], mut write_item: impl FnMut(&mut String, &T)) {
    out.push('[');
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        write_item(out, item);
    }
    out.push(']');
}

/// Writes a string that needs no escapes.
fn quoted(out: &mut String, push: impl FnOnce(&mut String)) {
    out.push('"');
    push(out);
    out.push('"');
}

// Moves, draws and placements make up most of a record. The functions below write the same as their
// `Display` without the formatting machinery, which took half the time of a simulation.

fn push_move(out: &mut String, m: Move) {
    match m.source() {
        Source::Factory(factory) => out.push(digit(factory.number())),
        Source::Centre => out.push('C'),
    }
    out.push(m.colour().letter());
    match m.destination() {
        Destination::Line(line) => out.push(digit(line.number())),
        Destination::Floor => out.push('F'),
    }
}

fn push_placement(out: &mut String, placement: Placement) {
    out.push(digit(placement.line.number()));
    out.push(':');
    match placement.target {
        PlacementTarget::Column(column) => out.push(digit(column.number())),
        PlacementTarget::Floor => out.push('F'),
    }
}

fn push_draw(out: &mut String, draw: Draw) {
    let before = out.len();
    out.extend(draw.tiles().map(Colour::letter));
    if out.len() == before {
        out.push('-');
    }
}

/// Returns the digit of a number from 1 to 9.
const fn digit(number: usize) -> char {
    (b'0' + number as u8) as char
}

fn plain(out: &mut String, item: &impl Display) {
    let _infallible = write!(out, "{item}");
}
