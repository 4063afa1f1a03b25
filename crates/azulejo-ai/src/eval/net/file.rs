//! The network file format: magic bytes, sizes, little-endian numbers, and a checksum.

use core::fmt;

use azulejo_rules::{PlayerCount, Wall};

use crate::checksum::fnv;

use super::{
    ACCUMULATOR, HIDDEN, INTERACTION, NET_ROUNDS, Net, OUTPUTS, RoundLayers, Setting,
    TEMPO_BUCKETS, feature_count, transformer_len,
};

const NAME: &[u8; 8] = b"AZULNET1";

/// The error returned when bytes are not a valid network file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetFileError {
    at: usize,
    reason: &'static str,
}

impl fmt::Display for NetFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.at, self.reason)
    }
}

impl core::error::Error for NetFileError {}

impl Net {
    /// Parses a network file.
    ///
    /// # Errors
    /// The byte offset and the reason.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetFileError> {
        let mut reader = Reader { bytes, at: 0 };
        if reader.take(8)? != NAME {
            return Err(reader.fail_at(0, "not a network file of this version"));
        }
        let setting = reader.setting()?;
        let sizes = [
            feature_count(setting.wall),
            ACCUMULATOR,
            HIDDEN,
            INTERACTION,
            NET_ROUNDS,
        ];
        for expected in sizes {
            let at = reader.at;
            if reader.u32()? as usize != expected {
                return Err(reader.fail_at(at, "unsupported layer size"));
            }
        }
        let transformer = reader.i16s(transformer_len(setting.wall))?;
        let bias = to_array(&reader.i16s(ACCUMULATOR)?);
        let rounds = (0..2 * NET_ROUNDS)
            .map(|_| reader.round(setting.wall))
            .collect::<Result<_, _>>()?;
        let body = reader.at;
        let checksum = reader.take(8)?;
        if checksum != fnv(&bytes[..body]).to_le_bytes() {
            return Err(reader.fail_at(body, "checksum mismatch: the file is corrupt"));
        }
        if reader.at != bytes.len() {
            return Err(reader.fail_at(reader.at, "trailing bytes after the end"));
        }
        Ok(Self {
            setting,
            transformer,
            bias,
            rounds,
        })
    }
}

/// Returns the same network with the scales of each round (end of round and mid-round) multiplied
/// by a factor. With two players this changes win probabilities, but not which move is best.
///
/// # Errors
/// If the bytes are not a valid network file, or a scale would be out of range.
pub fn with_scales(bytes: &[u8], factors: [f32; NET_ROUNDS]) -> Result<Vec<u8>, NetFileError> {
    let setting = Net::from_bytes(bytes)?.setting;
    let mut changed = bytes.to_vec();
    let body = bytes.len() - 8;
    let head = NAME.len() + 2 + 4 * 5 + 2 * transformer_len(setting.wall) + 2 * ACCUMULATOR;
    let round = (body - head) / (2 * NET_ROUNDS);
    for kind in 0..2 * NET_ROUNDS {
        // The scale is the last number of a round.
        let at = head + (kind + 1) * round - 4;
        let old = f32::from_le_bytes(to_array(&bytes[at..at + 4]));
        let new = old * factors[kind % NET_ROUNDS];
        changed[at..at + 4].copy_from_slice(&new.to_le_bytes());
    }
    let sum = fnv(&changed[..body]);
    changed[body..].copy_from_slice(&sum.to_le_bytes());
    Net::from_bytes(&changed)?;
    Ok(changed)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn fail_at(&self, at: usize, reason: &'static str) -> NetFileError {
        NetFileError { at, reason }
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], NetFileError> {
        let rest = &self.bytes[self.at..];
        let Some(taken) = rest.get(..count) else {
            return Err(self.fail_at(self.bytes.len(), "unexpected end of file"));
        };
        self.at += count;
        Ok(taken)
    }

    fn u32(&mut self) -> Result<u32, NetFileError> {
        Ok(u32::from_le_bytes(to_array(self.take(4)?)))
    }

    fn i32s(&mut self, count: usize) -> Result<Vec<i32>, NetFileError> {
        let bytes = self.take(4 * count)?.chunks_exact(4);
        Ok(bytes.map(|b| i32::from_le_bytes(to_array(b))).collect())
    }

    fn i16s(&mut self, count: usize) -> Result<Vec<i16>, NetFileError> {
        let bytes = self.take(2 * count)?.chunks_exact(2);
        Ok(bytes.map(|b| i16::from_le_bytes(to_array(b))).collect())
    }

    fn setting(&mut self) -> Result<Setting, NetFileError> {
        let at = self.at;
        let [players, wall] = to_array(self.take(2)?);
        let players = PlayerCount::ALL
            .into_iter()
            .find(|p| p.count() == usize::from(players));
        let wall = Wall::ALL.get(usize::from(wall)).copied();
        match (players, wall) {
            (Some(players), Some(wall)) => Ok(Setting { players, wall }),
            _ => Err(self.fail_at(at, "the setting must be 2 to 4 players and wall 0 or 1")),
        }
    }

    fn round(&mut self, wall: Wall) -> Result<RoundLayers, NetFileError> {
        let direct = self.i16s(feature_count(wall))?;
        let hidden = self.weights(ACCUMULATOR, HIDDEN)?;
        let hidden_bias = to_array(&self.i32s(HIDDEN)?);
        let output = self.i16s(HIDDEN * OUTPUTS)?;
        let output_bias = to_array(&self.i32s(OUTPUTS)?);
        let interaction = to_array(&self.i16s(INTERACTION)?);
        let mut interaction_bias = [[0; INTERACTION]; 4];
        for bias in &mut interaction_bias {
            *bias = to_array(&self.i16s(INTERACTION)?);
        }
        let start = self.i32s(1)?[0];
        let tempo = to_array(&self.i32s(TEMPO_BUCKETS)?);
        let at = self.at;
        let scale = f32::from_bits(self.u32()?);
        if !(0.5..=100.0).contains(&scale) {
            return Err(self.fail_at(at, "a scale must be between 0.5 and 100"));
        }
        Ok(RoundLayers {
            direct,
            hidden,
            hidden_bias,
            output,
            output_bias,
            interaction,
            interaction_bias,
            start,
            tempo,
            scale,
        })
    }

    /// Reads the 8-bit weights of a layer, widened for the kernels.
    fn weights(&mut self, inputs: usize, outputs: usize) -> Result<Vec<i16>, NetFileError> {
        let bytes = self.take(inputs * outputs)?;
        Ok(bytes
            .iter()
            .map(|&b| i16::from(i8::from_le_bytes([b])))
            .collect())
    }
}

fn to_array<T: Copy + Default, const N: usize>(from: &[T]) -> [T; N] {
    let mut array = [T::default(); N];
    array.copy_from_slice(from);
    array
}
