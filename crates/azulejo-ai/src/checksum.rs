//! The checksum of network files and tables.

/// Returns the 64-bit FNV-1a hash: it guards against mistakes, not against forgery.
#[must_use]
pub fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    })
}
