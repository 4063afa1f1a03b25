//! Compact values that are serialised as text or lists but need no allocation in memory.

use std::fmt;

use azulejo_rules::Column;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A set of wall columns, serialised as an ascending list of column numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Columns(u8);

impl Columns {
    /// Creates a set from a bit mask; the lowest bit is the leftmost column.
    #[must_use]
    pub(crate) const fn from_bits(bits: u8) -> Self {
        Self(bits & 0b1_1111)
    }

    /// Returns the column numbers in ascending order.
    pub fn numbers(self) -> impl Iterator<Item = u8> {
        Column::ALL
            .into_iter()
            .filter(move |column| self.0 >> column.index() & 1 == 1)
            .map(|column| column.number() as u8)
    }
}

impl fmt::Debug for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.numbers()).finish()
    }
}

impl Serialize for Columns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.numbers())
    }
}

impl<'de> Deserialize<'de> for Columns {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Numbers;

        impl<'de> Visitor<'de> for Numbers {
            type Value = Columns;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of columns from 1 to 5")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Columns, A::Error> {
                let mut bits = 0;
                while let Some(number) = list.next_element::<u8>()? {
                    let column = Column::new(number.into())
                        .ok_or_else(|| A::Error::custom(format!("there is no column {number}")))?;
                    bits |= 1 << column.index();
                }
                Ok(Columns(bits))
            }
        }

        deserializer.deserialize_seq(Numbers)
    }
}

/// Serialises a move as its notation.
pub(crate) mod notation {
    use super::{Deserializer, Error, Serializer, Visitor, fmt};
    use azulejo_rules::Move;

    pub(crate) fn serialize<S: Serializer>(m: &Move, serializer: S) -> Result<S::Ok, S::Error> {
        let letters = m.letters();
        serializer.serialize_str(str::from_utf8(&letters).expect("letters and digits are UTF-8"))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Move, D::Error> {
        struct Text;

        impl Visitor<'_> for Text {
            type Value = Move;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a move in notation")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Move, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_str(Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_serialise_as_numbers() {
        for bits in 0..32 {
            let columns = Columns::from_bits(bits);
            let numbers: Vec<u8> = (1..=5).filter(|n| bits >> (n - 1) & 1 == 1).collect();
            let text = serde_json::to_string(&columns).unwrap();
            assert_eq!(text, serde_json::to_string(&numbers).unwrap());
            assert_eq!(serde_json::from_str::<Columns>(&text).unwrap(), columns);
        }
    }

    #[test]
    fn columns_out_of_range_are_rejected() {
        for text in ["[0]", "[1,6]", "[-1]", "[300]", "\"1\"", "null"] {
            assert!(serde_json::from_str::<Columns>(text).is_err(), "{text}");
        }
    }
}
