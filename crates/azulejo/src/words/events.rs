//! Descriptions of events: the log, in sentences and in short form.

use azulejo_rules::{Destination, Event, Line, Move, Seat, Wall};

use super::{Names, Words, colour_id, from, runs, who, yes_no};
use crate::i18n::Key;

impl Words {
    /// Describes a move in sentences; `events` are the move's own.
    pub(crate) fn move_text(&self, names: &Names, m: Move, events: &[Event]) -> String {
        let mut sentences = Vec::new();
        let complete = events
            .iter()
            .any(|event| matches!(event, Event::Placed { complete: true, .. }));
        for event in events {
            sentences.push(match *event {
                Event::Taken {
                    seat,
                    source,
                    colour,
                    count,
                } => {
                    let mut args = who(names, seat);
                    args.extend(from(source));
                    args.extend([
                        ("colour", colour_id(colour).into()),
                        ("count", count.into()),
                    ]);
                    match m.destination() {
                        Destination::Line(line) => {
                            args.push(("line", line.number().into()));
                            args.push(("filled", yes_no(complete).into()));
                            self.format(Key("log-take-line"), &args)
                        }
                        Destination::Floor => self.format(Key("log-take-floor"), &args),
                    }
                }
                Event::MarkerTaken { seat, cost, .. } => {
                    let mut args = who(names, seat);
                    args.push(("cost", cost.into()));
                    self.format(Key("log-marker"), &args)
                }
                Event::Spilled { count, cost, .. } => {
                    let args = [("count", count.into()), ("cost", cost.into())];
                    self.format(Key("then-spill"), &args)
                }
                Event::ToLid { count, .. } => {
                    self.format(Key("then-lid"), &[("count", count.into())])
                }
                Event::ToCentre { tiles, .. } => {
                    let rest = self.tiles(&tiles);
                    let args = [("rest", rest.into()), ("count", tiles.total().into())];
                    self.format(Key("then-rest"), &args)
                }
                _ => continue,
            });
        }
        format!("{m}: {}", sentences.join(" "))
    }

    /// Describes a move in a few words: `Ana 4B3: 3 blue to line 3, full`.
    pub(crate) fn short_move_text(&self, names: &Names, m: Move, events: &[Event]) -> String {
        let (mut seat, mut taken) = (Seat::ALL[0], 0);
        let (mut filled, mut spilled, mut marker) = (false, 0, false);
        for event in events {
            match *event {
                Event::Taken {
                    seat: mover, count, ..
                } => (seat, taken) = (mover, count),
                Event::Placed { complete, .. } => filled = complete,
                Event::Spilled { count, .. } | Event::ToLid { count, .. } => spilled += count,
                Event::MarkerTaken { .. } => marker = true,
                _ => {}
            }
        }
        let (target, line) = match m.destination() {
            Destination::Line(line) => ("line", line.number()),
            Destination::Floor => ("floor", 0),
        };
        let short = self.format(
            Key("log-short"),
            &[
                ("target", target.into()),
                ("line", line.into()),
                ("filled", yes_no(filled).into()),
                ("marker", yes_no(marker).into()),
                ("spilled", spilled.into()),
                ("colour", colour_id(m.colour()).into()),
                ("count", taken.into()),
            ],
        );
        format!("{} {m}: {short}", names.of(seat))
    }

    /// Describes an event between two rounds in one line; `None` if there is no text.
    pub(crate) fn event_text(&self, names: &Names, event: &Event) -> Option<String> {
        Some(match *event {
            Event::Tiled {
                seat,
                line,
                column,
                colour,
                points,
                completes_row,
                ..
            } => {
                let mut args = who(names, seat);
                args.extend(runs(points));
                args.extend([
                    ("row", line.number().into()),
                    ("column", column.number().into()),
                    ("colour", colour_id(colour).into()),
                ]);
                let mut text = self.format(Key("log-tiled"), &args);
                if completes_row {
                    text.push(' ');
                    text.push_str(&self.format(Key("log-row-complete"), &args));
                }
                text
            }
            Event::LineDropped { seat, line, colour } => {
                let mut args = who(names, seat);
                args.extend([
                    ("line", line.number().into()),
                    ("colour", colour_id(colour).into()),
                ]);
                self.format(Key("log-dropped"), &args)
            }
            Event::FloorCharged {
                seat, cost, lost, ..
            } => {
                let mut args = who(names, seat);
                args.extend([("lost", lost.into()), ("cost", cost.into())]);
                let key = if lost < cost {
                    Key("log-floor-capped")
                } else {
                    Key("log-floor")
                };
                self.format(key, &args)
            }
            Event::StartsNext {
                seat,
                held_marker: false,
            } => self.format(Key("log-starts-again"), &who(names, seat)),
            Event::RoundStarted { round, seat } => {
                let mut args = who(names, seat);
                args.push(("round", round.into()));
                self.format(Key("log-round"), &args)
            }
            Event::LidToBag { tiles } => {
                self.format(Key("log-lid-to-bag"), &[("count", tiles.total().into())])
            }
            Event::GameEnded { complete_row } => {
                let reason = if complete_row { "row" } else { "tiles" };
                self.format(Key("log-game-over"), &[("reason", reason.into())])
            }
            _ => return None,
        })
    }

    /// The player who starts the next round.
    pub(crate) fn starts_next(&self, names: &Names, seat: Seat) -> String {
        self.format(Key("starts-next"), &who(names, seat))
    }

    /// A row will be complete at the end of the round.
    pub(crate) fn last_round(&self, names: &Names, seat: Seat, row: Line, wall: Wall) -> String {
        let mut args = who(names, seat);
        args.push(("row", row.number().into()));
        let key = match wall {
            Wall::Coloured => Key("last-round-row"),
            Wall::Grey => Key("last-round-row-grey"),
        };
        self.format(key, &args)
    }

    /// The heading of the scoring at the end of a round.
    pub(crate) fn round_ends(&self, round: u16) -> String {
        self.format(Key("log-round-ends"), &[("round", round.into())])
    }

    /// The scores after a round.
    pub(crate) fn scores(&self, names: &Names, scores: impl Iterator<Item = u16>) -> String {
        let each: Vec<_> = Seat::ALL
            .into_iter()
            .zip(scores)
            .map(|(seat, score)| format!("{} {score}", names.of(seat)))
            .collect();
        self.format(Key("term-scores"), &[("scores", each.join(", ").into())])
    }
}
