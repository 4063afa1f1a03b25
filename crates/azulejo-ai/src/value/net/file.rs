//! The file of a network: a name, sizes, numbers in little-endian order, and a checksum.

use core::fmt;

use azulejo_rules::{PlayerCount, Wall};

use super::{
    HIDDEN, MEETING, NET_ROUNDS, Net, OUTPUTS, RoundLayers, SUMS, Setting, TEMPOS, feature_count,
    row_numbers,
};

const NAME: &[u8; 8] = b"AZULNET1";

/// Why bytes are no network.
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
    /// Reads a network.
    ///
    /// # Errors
    /// The place and what is wrong there.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetFileError> {
        let mut reader = Reader { bytes, at: 0 };
        if reader.take(8)? != NAME {
            return Err(reader.fail_at(0, "this is no network file of this version"));
        }
        let setting = reader.setting()?;
        let sizes = [
            feature_count(setting.wall),
            SUMS,
            HIDDEN,
            MEETING,
            NET_ROUNDS,
        ];
        for expected in sizes {
            let at = reader.at;
            if reader.u32()? as usize != expected {
                return Err(reader.fail_at(at, "a size differs from this program's"));
            }
        }
        let rows = reader.i16s(row_numbers(setting.wall))?;
        let bias = to_array(&reader.i16s(SUMS)?);
        let rounds = (0..2 * NET_ROUNDS)
            .map(|_| reader.round(setting.wall))
            .collect::<Result<_, _>>()?;
        let body = reader.at;
        let checksum = reader.take(8)?;
        if checksum != fnv(&bytes[..body]).to_le_bytes() {
            return Err(reader.fail_at(body, "the checksum does not fit: the file is damaged"));
        }
        if reader.at != bytes.len() {
            return Err(reader.fail_at(reader.at, "there is more after the end"));
        }
        Ok(Self {
            setting,
            rows,
            bias,
            rounds,
        })
    }
}

/// The same network with other scales: those of each round, for its end and its middle alike, are
/// multiplied by a factor. In a game of two that changes what probabilities are given, and not which
/// move is best.
///
/// # Errors
/// When the bytes are no network, or a scale would be out of bounds.
pub fn with_scales(bytes: &[u8], factors: [f32; NET_ROUNDS]) -> Result<Vec<u8>, NetFileError> {
    let setting = Net::from_bytes(bytes)?.setting;
    let mut changed = bytes.to_vec();
    let body = bytes.len() - 8;
    let head = NAME.len() + 2 + 4 * 5 + 2 * row_numbers(setting.wall) + 2 * SUMS;
    let round = (body - head) / (2 * NET_ROUNDS);
    for kind in 0..2 * NET_ROUNDS {
        // The scale is a round's last number.
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
            return Err(self.fail_at(self.bytes.len(), "the file ends too early"));
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
        let hidden = self.weights(SUMS, HIDDEN)?;
        let hidden_bias = to_array(&self.i32s(HIDDEN)?);
        let output = self.i16s(HIDDEN * OUTPUTS)?;
        let output_bias = to_array(&self.i32s(OUTPUTS)?);
        let meeting = to_array(&self.i16s(MEETING)?);
        let mut meeting_bias = [[0; MEETING]; 4];
        for bias in &mut meeting_bias {
            *bias = to_array(&self.i16s(MEETING)?);
        }
        let start = self.i32s(1)?[0];
        let tempo = to_array(&self.i32s(TEMPOS)?);
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
            meeting,
            meeting_bias,
            start,
            tempo,
            scale,
        })
    }

    /// The weights of a layer, a byte each, as the inner loops want them.
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

/// FNV-1a, 64 bits.
pub(super) fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    })
}
