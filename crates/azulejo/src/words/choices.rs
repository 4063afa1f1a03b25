//! Descriptions of possible choices: previews, reasons against a move, columns, hints.

use azulejo_ai::BotSpec;
use azulejo_ai::hint::{self, CompletedSet, HintReason};
use azulejo_rules::{
    ByColour, Colour, Destination, IllegalMove, IllegalPlacement, Line, Move, MovePreview, Phase,
    Placement, PlacementTarget, Position, Seat, Source, TilePoints,
};

use super::{MessageArgs, Names, Words, colour_id, from, runs};
use crate::i18n::Key;

impl Words {
    /// Describes the effect of a move in sentences, or the reason why it is illegal.
    pub(crate) fn preview(&self, position: &Position, m: Move) -> String {
        let preview = match position.preview(m) {
            Ok(preview) => preview,
            Err(reason) => return self.illegal(m, reason),
        };
        let (before, after) = preview.floor_cost;
        let mut args = from(m.source());
        args.extend([
            ("colour", colour_id(m.colour()).into()),
            ("count", preview.taken.into()),
        ]);
        let mut sentences = Vec::new();
        match m.destination() {
            Destination::Line(line) => {
                args.extend(line_args(position, line, &preview));
                sentences.push(self.format(Key("preview-line"), &args));
            }
            Destination::Floor => {
                args.extend([("before", before.into()), ("after", after.into())]);
                sentences.push(self.format(Key("preview-floor"), &args));
            }
        }
        if preview.takes_marker {
            sentences.push(self.format(Key("then-marker"), &[("cost", 0.into())]));
        }
        let is_to_line = matches!(m.destination(), Destination::Line(_));
        if preview.spilled > 0 && is_to_line {
            let args = [("count", preview.spilled.into()), ("cost", 0.into())];
            sentences.push(self.format(Key("then-spill"), &args));
        }
        if preview.to_lid > 0 {
            sentences.push(self.format(Key("then-lid"), &[("count", preview.to_lid.into())]));
        }
        if before != after && is_to_line {
            let args = [("before", before.into()), ("after", after.into())];
            sentences.push(self.format(Key("then-floor"), &args));
        }
        sentences.extend(self.rest(&preview.to_centre));
        sentences.join(" ")
    }

    /// The tiles that move to the centre, if any.
    fn rest(&self, tiles: &ByColour<u8>) -> Option<String> {
        (tiles.total() > 0).then(|| {
            let args = [
                ("rest", self.tiles(tiles).into()),
                ("count", tiles.total().into()),
            ];
            self.format(Key("then-rest"), &args)
        })
    }

    /// Describes taking a colour from a source, independent of the destination, or the reason why
    /// that is illegal.
    pub(crate) fn taking(&self, position: &Position, source: Source, colour: Colour) -> String {
        let m = Move::new(source, colour, Destination::Floor);
        let preview = match position.preview(m) {
            Ok(preview) => preview,
            Err(reason) => return self.illegal(m, reason),
        };
        let mut args = from(source);
        args.extend([
            ("colour", colour_id(colour).into()),
            ("count", preview.taken.into()),
        ]);
        let mut sentences = vec![self.format(Key("take-source"), &args)];
        if preview.takes_marker {
            sentences.push(self.format(Key("then-marker"), &[("cost", 0.into())]));
        }
        sentences.extend(self.rest(&preview.to_centre));
        sentences.join(" ")
    }

    /// The tiles of a colour at a source.
    pub(crate) fn group(&self, position: &Position, source: Source, colour: Colour) -> String {
        let args = [
            ("colour", colour_id(colour).into()),
            ("count", position.tiles_at(source, colour).into()),
        ];
        self.format(Key("tiles-nom"), &args)
    }

    /// Describes the effect of a destination in a few words, or the reason why it is illegal.
    pub(crate) fn option(&self, position: &Position, m: Move) -> String {
        let preview = match position.preview(m) {
            Ok(preview) => preview,
            Err(reason) => return self.illegal(m, reason),
        };
        let (before, after) = preview.floor_cost;
        let floor = [("before", before.into()), ("after", after.into())];
        let Destination::Line(line) = m.destination() else {
            return self.format(Key("tag-floor"), &floor);
        };
        let args = line_args(position, line, &preview);
        let mut parts = vec![match preview.points {
            Some(points) => self.format(Key("term-option-full"), &runs(points)),
            None if preview.completes => self.text(Key("term-option-blocked")),
            None => self.format(Key("term-option-open"), &args),
        }];
        let falling = preview.spilled + preview.to_lid;
        if falling > 0 {
            let args = [("count", falling.into()), ("cost", (after - before).into())];
            parts.push(self.format(Key("tag-spill"), &args));
        } else if before != after {
            parts.push(self.format(Key("tag-floor"), &floor));
        }
        parts.join(", ")
    }

    /// The reason why a move is illegal.
    pub(crate) fn illegal(&self, m: Move, reason: IllegalMove) -> String {
        let mut args = from(m.source());
        args.push(("colour", colour_id(m.colour()).into()));
        let key = match reason {
            IllegalMove::WrongPhase(phase) => {
                args.push(("phase", phase_id(phase).into()));
                Key("illegal-phase")
            }
            IllegalMove::NoSuchFactory => Key("illegal-factory"),
            IllegalMove::NoSuchTiles => Key("illegal-tiles"),
            IllegalMove::LineFull(line) => {
                args.push(("line", line.number().into()));
                Key("illegal-line-full")
            }
            IllegalMove::LineHolds(line, held) => {
                let args = [
                    ("line", line.number().into()),
                    ("colour", colour_id(held).into()),
                ];
                return self.format(Key("illegal-line-holds"), &args);
            }
            IllegalMove::OnWall(line) => {
                args.push(("row", line.number().into()));
                Key("illegal-row-shows")
            }
        };
        self.format(key, &args)
    }

    /// The reason why a tile can't be placed in a column.
    pub(crate) fn illegal_placement(
        &self,
        position: &Position,
        seat: Seat,
        placement: Placement,
        reason: IllegalPlacement,
    ) -> String {
        let held = position.board(seat).line(placement.line);
        let colour = held.map_or(Colour::Blue, |(colour, _)| colour);
        let column = match placement.target {
            PlacementTarget::Column(column) => column.number(),
            PlacementTarget::Floor => 0,
        };
        let mut args: MessageArgs<'_> = vec![("colour", colour_id(colour).into())];
        let key = match reason {
            IllegalPlacement::WrongPhase(phase) => {
                args.push(("phase", phase_id(phase).into()));
                Key("illegal-phase")
            }
            IllegalPlacement::NoSuchSeat => Key("illegal-turn"),
            IllegalPlacement::NothingToTile => Key("illegal-nothing-to-place"),
            IllegalPlacement::NotThisLine(line) => {
                args.push(("line", line.number().into()));
                Key("illegal-other-line-first")
            }
            IllegalPlacement::WrongColumn(column) => {
                args.push(("column", column.number().into()));
                Key("illegal-wrong-column")
            }
            IllegalPlacement::SpaceTaken => Key("illegal-space-taken"),
            IllegalPlacement::ColumnShowsColour => {
                args.push(("column", column.into()));
                Key("illegal-column-shows")
            }
            IllegalPlacement::SpaceLeft => Key("illegal-must-place"),
        };
        self.format(key, &args)
    }

    /// The question for the column of a line's tile.
    pub(crate) fn which_column(&self, line: Line, colour: Colour) -> String {
        let args = [
            ("line", line.number().into()),
            ("colour", colour_id(colour).into()),
        ];
        self.format(Key("choose-column"), &args)
    }

    /// The score of a tile: `+7 points (row +3, column +4)`.
    pub(crate) fn scored(&self, points: TilePoints) -> String {
        self.format(Key("scored"), &runs(points))
    }

    /// A bot's recommendation.
    pub(crate) fn hint(&self, bot: BotSpec, what: &str) -> String {
        let args = [("bot", self.bot(bot).into()), ("move", what.into())];
        self.format(Key("hint-from"), &args)
    }

    /// The explanation of a recommended move: its effect, and further reasons.
    pub(crate) fn why(&self, names: &Names, position: &Position, m: Move) -> String {
        let what = self.preview(position, m);
        let reasons = self.reasons(names, position, m);
        [vec![what], reasons].concat().join(" ")
    }

    /// The reasons for a move beyond its preview.
    pub(crate) fn reasons(&self, names: &Names, position: &Position, m: Move) -> Vec<String> {
        hint::reasons(position, m)
            .into_iter()
            .filter_map(|reason| self.reason(names, reason))
            .collect()
    }

    /// A hint reason as a sentence; `None` if the preview already covers it.
    fn reason(&self, names: &Names, reason: HintReason) -> Option<String> {
        match reason {
            HintReason::CompletesSet(set) => Some(self.completed_set(set)),
            HintReason::Needs {
                colour,
                missing,
                on_offer,
                ..
            } => {
                let args = [
                    ("colour", colour_id(colour).into()),
                    ("count", on_offer.into()),
                    ("missing", missing.into()),
                ];
                Some(self.format(Key("hint-needs"), &args))
            }
            HintReason::Builds { column, count } => {
                let args = [("column", column.number().into()), ("count", count.into())];
                Some(self.format(Key("hint-builds"), &args))
            }
            HintReason::Clean => Some(self.text(Key("hint-nothing-falls"))),
            HintReason::TakesMarker => Some(self.text(Key("hint-marker"))),
            HintReason::Denies { seat, line, .. } => {
                let args = [
                    ("name", names.of(seat).into()),
                    ("line", line.number().into()),
                ];
                Some(self.format(Key("hint-denies"), &args))
            }
            _ => None,
        }
    }

    fn completed_set(&self, set: CompletedSet) -> String {
        let (kind, detail) = match set {
            CompletedSet::Row(line) => ("row", ("row", line.number().into())),
            CompletedSet::Column(column) => ("column", ("column", column.number().into())),
            CompletedSet::Colour(colour) => ("colour", ("colour", colour_id(colour).into())),
        };
        self.format(Key("hint-bonus"), &[("kind", kind.into()), detail])
    }

    /// The explanation of a recommended column.
    pub(crate) fn why_column(&self, points: TilePoints, column: usize) -> String {
        let mut args = runs(points);
        args.push(("column", column.into()));
        self.format(Key("hint-column"), &args)
    }
}

/// The arguments of the message about a line.
fn line_args<'a>(position: &Position, line: Line, preview: &MovePreview) -> MessageArgs<'a> {
    let held = position.board(position.to_move()).line(line);
    let held = held.map_or(0, |(_, count)| count) + usize::from(preview.placed);
    let outcome = match (preview.completes, preview.points) {
        (true, Some(_)) => "scores",
        (true, None) => "blocked",
        (false, _) => "open",
    };
    let nothing = TilePoints {
        row_run: 0,
        column_run: 0,
    };
    let mut args = runs(preview.points.unwrap_or(nothing));
    args.extend([
        ("outcome", outcome.into()),
        ("line", line.number().into()),
        ("held", held.into()),
        ("size", line.capacity().into()),
    ]);
    args
}

const fn phase_id(phase: Phase) -> &'static str {
    match phase {
        Phase::Offer => "offer",
        Phase::Tiling => "tiling",
        Phase::Refill => "refill",
        Phase::Over => "over",
    }
}
