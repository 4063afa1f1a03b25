//! Serialisation of types with a notation, as that notation.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::record::Record;
use crate::{
    Board, BoardSetup, Colour, Column, Deal, Destination, Draw, Factory, Floor, Line, Move,
    Placement, PlayerCount, Position, Seat, Setup, Source, Wall,
};

/// Parses a string with [`FromStr`].
struct TextVisitor<T> {
    expecting: &'static str,
    marker: PhantomData<T>,
}

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expecting)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! deserialize_from_text {
    ($type:ty, $expecting:literal) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(TextVisitor {
                    expecting: $expecting,
                    marker: PhantomData,
                })
            }
        }
    };
}

macro_rules! text_form {
    ($($type:ty, $expecting:literal;)+) => {
        $(
            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            deserialize_from_text!($type, $expecting);
        )+
    };
}

text_form! {
    Board, "the text of a board";
    BoardSetup, "the text of a board";
    Colour, "the letter of a colour";
    Column, "the number of a column as text";
    Deal, "the text of a deal";
    Destination, "the text of a destination";
    Draw, "the text of a draw";
    Factory, "the number of a factory as text";
    Floor, "the text of a floor line";
    Line, "the number of a line as text";
    Move, "the text of a move";
    Placement, "the text of a placement";
    PlayerCount, "a number of players as text";
    Record, "the JSON text of a record";
    Seat, "the number of a seat as text";
    Setup, "the text of a position";
    Source, "the text of a source";
    Wall, "the name of a wall";
}

impl<const SEATS: usize> Serialize for Position<SEATS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

deserialize_from_text!(Position, "the text of a position");

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    fn check<T>(text: &str)
    where
        T: FromStr<Err: fmt::Debug> + fmt::Debug + PartialEq + Serialize,
        T: for<'de> Deserialize<'de>,
    {
        let value: T = text.parse().unwrap();
        let json = serde_json::to_value(&value).unwrap();
        assert_eq!(json, serde_json::Value::from(text));
        assert_eq!(serde_json::from_value::<T>(json).unwrap(), value);
    }

    #[test]
    fn values_serialise_as_their_text() {
        const BOARD: &str = "12;-/Y/-/KK/-;...../...R./...../...../.....;B";
        const POSITION: &str = "c2 3 1>2 BBKW/-/YRRR/-/- *RR 16,18,14,17,19 1,0,0,0,0 \
            12;-/Y/-/KK/-;...../...R./...../...../.....;B \
            0;-/-/-/-/-;...../...../...../...../.....;-";
        check::<Board>(BOARD);
        check::<BoardSetup>(BOARD);
        check::<Colour>("K");
        check::<Column>("5");
        check::<Deal>("BRKK/BYYW/KKKW/YRRW/BRWW");
        check::<Destination>("F");
        check::<Draw>("BRKK");
        check::<Factory>("9");
        check::<Floor>("*RR");
        check::<Line>("1");
        check::<Move>("2B3");
        check::<Placement>("4:F");
        check::<PlayerCount>("3");
        check::<Position>(POSITION);
        check::<Seat>("4");
        check::<Setup>(POSITION);
        check::<Source>("C");
        check::<Wall>("grey");
        check::<Record>(
            "{\"format\":\"azulejo-record\",\"version\":1,\"players\":[\"Ana\",\"Ben\"],\
             \"wall\":\"grey\",\"start\":2,\"rounds\":[]}",
        );
    }

    #[test]
    fn errors_name_the_reason_and_the_expected_type() {
        let error = |json: &str| serde_json::from_str::<Move>(json).unwrap_err().to_string();
        assert!(error("\"2B9\"").contains("'9' is not a line"));
        assert!(error("7").contains("expected the text of a move"));
    }
}
