//! The selection of a move: a source, then a colour, then a line.

use azulejo_rules::{Colour, Destination, Factory, IllegalMove, Line, Move, Position, Source};

/// A partial move, which is always legal so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pick {
    pub(crate) source: Option<Source>,
    pub(crate) colour: Option<Colour>,
    pub(crate) destination: Option<Destination>,
}

/// The result of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Picked {
    Changed,
    /// The choice would be illegal.
    Illegal(Move, IllegalMove),
    /// The source is empty.
    Empty(Source),
    /// A source must be selected first.
    NoSource,
    /// The key has no meaning here.
    Ignored,
}

/// Every destination for tiles.
pub(crate) fn destinations() -> impl Iterator<Item = Destination> {
    let lines = Line::ALL.into_iter().map(Destination::Line);
    lines.chain([Destination::Floor])
}

/// Every group of tiles on offer, in display order.
pub(crate) fn groups(position: &Position) -> Vec<(Source, Colour)> {
    let factories = position
        .factories()
        .map(|(factory, tiles)| (Source::Factory(factory), tiles));
    factories
        .chain([(Source::Centre, position.centre())])
        .flat_map(|(source, tiles)| {
            let present = Colour::ALL.into_iter().filter(move |&c| tiles[c] > 0);
            present.map(move |colour| (source, colour))
        })
        .collect()
}

impl Pick {
    /// A complete selection.
    pub(crate) fn of(m: Move) -> Self {
        Self {
            source: Some(m.source()),
            colour: Some(m.colour()),
            destination: Some(m.destination()),
        }
    }

    /// The move, if the selection is complete.
    pub(crate) fn complete(self) -> Option<Move> {
        Some(Move::new(self.source?, self.colour?, self.destination?))
    }

    /// The selected tiles, if any.
    pub(crate) fn group(self) -> Option<(Source, Colour)> {
        Some((self.source?, self.colour?))
    }

    /// Handles a letter or digit.
    pub(crate) fn type_char(&mut self, c: char, position: &Position) -> Picked {
        let c = c.to_ascii_uppercase();
        if let Some((source, colour)) = self.group()
            && let Some(destination) = destination(c)
        {
            return self.to(Move::new(source, colour, destination), position);
        }
        if let Some(source) = source(c) {
            return self.take_from(source, position);
        }
        match (Colour::from_letter(c), self.source) {
            (None, _) => Picked::Ignored,
            (Some(_), None) => Picked::NoSource,
            (Some(colour), Some(source)) => self.take(source, colour, position),
        }
    }

    pub(crate) fn take_from(&mut self, source: Source, position: &Position) -> Picked {
        let colours: Vec<_> = groups(position)
            .into_iter()
            .filter(|(at, _)| *at == source)
            .map(|(_, colour)| colour)
            .collect();
        match colours[..] {
            [] => {
                let any = Move::new(source, Colour::Blue, Destination::Floor);
                match position.check(any) {
                    Err(IllegalMove::NoSuchTiles) | Ok(()) => Picked::Empty(source),
                    Err(reason) => Picked::Illegal(any, reason),
                }
            }
            [only] => self.take(source, only, position),
            _ => {
                *self = Self {
                    source: Some(source),
                    ..Self::default()
                };
                Picked::Changed
            }
        }
    }

    pub(crate) fn take(&mut self, source: Source, colour: Colour, position: &Position) -> Picked {
        let m = Move::new(source, colour, Destination::Floor);
        if let Err(reason) = position.check(m) {
            return Picked::Illegal(m, reason);
        }
        if self.group() != Some((source, colour)) {
            *self = Self {
                source: Some(source),
                colour: Some(colour),
                destination: None,
            };
        }
        Picked::Changed
    }

    fn to(&mut self, m: Move, position: &Position) -> Picked {
        match position.check(m) {
            Ok(()) => {
                *self = Self::of(m);
                Picked::Changed
            }
            Err(reason) => {
                self.destination = None;
                Picked::Illegal(m, reason)
            }
        }
    }

    /// Selects the destination, if tiles are selected.
    pub(crate) fn put(&mut self, destination: Destination, position: &Position) -> Picked {
        match self.group() {
            Some((source, colour)) => self.to(Move::new(source, colour, destination), position),
            None => Picked::NoSource,
        }
    }

    /// Selects the next or the previous group of tiles.
    pub(crate) fn next_group(&mut self, forward: bool, position: &Position) -> Picked {
        let groups = groups(position);
        let at = groups
            .iter()
            .position(|&group| Some(group) == self.group())
            .or_else(|| groups.iter().position(|&(s, _)| Some(s) == self.source));
        let n = groups.len();
        if n == 0 {
            return Picked::Ignored;
        }
        let next = match (at, forward) {
            (None, true) => 0,
            (None, false) => n - 1,
            // From a bare factory to its first colour.
            (Some(i), true) if self.colour.is_none() => i,
            (Some(i), true) => (i + 1) % n,
            (Some(i), false) => (i + n - 1) % n,
        };
        let (source, colour) = groups[next];
        let destination = self.destination;
        self.take(source, colour, position);
        if let Some(destination) = destination {
            let m = Move::new(source, colour, destination);
            self.destination = position.is_legal(m).then_some(destination);
        }
        Picked::Changed
    }

    /// Selects the next or the previous legal line for the tiles.
    pub(crate) fn next_destination(&mut self, forward: bool, position: &Position) -> Picked {
        let Some((source, colour)) = self.group() else {
            return self.next_group(true, position);
        };
        let legal: Vec<_> = destinations()
            .filter(|&to| position.is_legal(Move::new(source, colour, to)))
            .collect();
        let at = legal.iter().position(|&to| Some(to) == self.destination);
        let n = legal.len();
        if n == 0 {
            return Picked::Ignored;
        }
        let next = match (at, forward) {
            (None, true) => 0,
            (None, false) => n - 1,
            (Some(i), true) => (i + 1) % n,
            (Some(i), false) => (i + n - 1) % n,
        };
        self.destination = Some(legal[next]);
        Picked::Changed
    }

    /// Selects the destination that looks best: little spills, and much fits.
    pub(crate) fn suggest(&mut self, position: &Position) -> Picked {
        let Some((source, colour)) = self.group() else {
            return self.next_group(true, position);
        };
        let best = destinations()
            .filter_map(|to| {
                let preview = position.preview(Move::new(source, colour, to)).ok()?;
                Some((preview.floor_cost.1, !preview.completes, to))
            })
            .min();
        self.destination = best.map(|(_, _, to)| to);
        Picked::Changed
    }

    /// Takes back the last part; returns whether there was one.
    pub(crate) fn back(&mut self, position: &Position) -> bool {
        if self.destination.take().is_some() {
            return true;
        }
        let Some(source) = self.source else {
            return false;
        };
        let n_colours = groups(position)
            .iter()
            .filter(|(at, _)| *at == source)
            .count();
        // A colour that was implied by the source is removed with it.
        if self.colour.take().is_none() || n_colours == 1 {
            self.source = None;
        }
        true
    }
}

fn source(c: char) -> Option<Source> {
    match c {
        'C' => Some(Source::Centre),
        _ => Factory::new(c.to_digit(10)? as usize).map(Source::Factory),
    }
}

fn destination(c: char) -> Option<Destination> {
    match c {
        'F' => Some(Destination::Floor),
        _ => Line::new(c.to_digit(10)? as usize).map(Destination::Line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position() -> Position {
        "c2 2 1>1 BRKK/KKKK/-/-/- *WW 18,20,19,14,18 0,0,0,0,0 \
         0;-/B/-/-/-;...../...../...../...../.....;- \
         0;-/-/-/-/-;...../...../...../...../.....;-"
            .parse()
            .unwrap()
    }

    /// Types some keys; returns the selection and the result of the last key.
    fn typed(keys: &str) -> (String, Picked) {
        let (mut pick, position) = (Pick::default(), position());
        let mut last = Picked::Ignored;
        for c in keys.chars() {
            last = match c {
                '<' => {
                    pick.back(&position);
                    Picked::Changed
                }
                '→' => pick.next_group(true, &position),
                '←' => pick.next_group(false, &position),
                '↓' => pick.next_destination(true, &position),
                '↑' => pick.next_destination(false, &position),
                '!' => pick.suggest(&position),
                c => pick.type_char(c, &position),
            };
        }
        let mut text = String::new();
        text.extend(pick.source.map(|s| s.to_string()));
        text.extend(pick.colour.map(|c| c.to_string()));
        text.extend(pick.destination.map(|d| d.to_string()));
        (text, last)
    }

    #[test]
    fn moves_are_typed_in_notation() {
        for (keys, chosen) in [
            ("1", "1"),
            ("1k", "1K"),
            ("1k3", "1K3"),
            ("1k34", "1K4"),
            ("1kf", "1KF"),
            ("1r3b", "1B"),
            ("1k3c", "CW"),
            // The only colour there, which may also be typed.
            ("2", "2K"),
            ("2k4", "2K4"),
            ("c2", "CW"),
            ("cw1", "CW1"),
        ] {
            assert_eq!(typed(keys).0, chosen, "{keys}");
        }
    }

    #[test]
    fn illegal_keys_are_rejected_with_a_reason() {
        let refused = |keys| match typed(keys) {
            (chosen, Picked::Illegal(m, reason)) => (chosen, m.to_string(), reason),
            other => panic!("{keys}: {other:?}"),
        };
        let line = |n| Line::new(n).unwrap();
        assert_eq!(
            refused("1k2"),
            (
                "1K".to_owned(),
                "1K2".to_owned(),
                IllegalMove::LineHolds(line(2), Colour::Blue)
            )
        );
        assert_eq!(refused("1w").2, IllegalMove::NoSuchTiles);
        assert_eq!(refused("9").2, IllegalMove::NoSuchFactory);
        assert_eq!(typed("3").1, Picked::Empty(source('3').unwrap()));
        assert_eq!(typed("b").1, Picked::NoSource);
        assert_eq!(typed("x").1, Picked::Ignored);
    }

    #[test]
    fn every_part_can_be_taken_back() {
        assert_eq!(typed("1k3<").0, "1K");
        assert_eq!(typed("1k3<<").0, "1");
        assert_eq!(typed("1k3<<<").0, "");
        assert_eq!(typed("2<").0, "");
    }

    #[test]
    fn arrows_cycle_through_tiles_and_lines() {
        assert_eq!(typed("→").0, "1B");
        assert_eq!(typed("→→").0, "1R");
        assert_eq!(typed("←").0, "CW");
        assert_eq!(typed("1→").0, "1B");
        assert_eq!(typed("→↓").0, "1B1");
        assert_eq!(typed("→→↓↓").0, "1R3", "line 2 holds blue");
        assert_eq!(typed("→↑").0, "1BF");
        assert_eq!(typed("→↓↓→").0, "1R", "the line must be legal again");
        assert_eq!(typed("→!").0, "1B1");
        assert_eq!(typed("2!").0, "2K4");
    }
}
