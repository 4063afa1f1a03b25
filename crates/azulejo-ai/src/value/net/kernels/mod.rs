//! The inner loops of a network, in several ways that give the same numbers.
//!
//! [`Kernel::Plain`] is the definition; the others use vector instructions of the machine and are
//! tested against it bit by bit.

mod plain;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::SUMS;

/// Which instructions the inner loops use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kernel {
    /// None in particular.
    Plain,
    /// Vectors of 128 bits, which every x86-64 machine has.
    #[cfg(target_arch = "x86_64")]
    Sse2(x86::Sse2),
    /// Vectors of 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::Avx2),
}

impl Kernel {
    /// The fastest that this machine has.
    #[must_use]
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(avx2) = x86::Avx2::detect() {
                return Self::Avx2(avx2);
            }
            Self::Sse2(x86::Sse2::detect())
        }
        #[cfg(not(target_arch = "x86_64"))]
        Self::Plain
    }

    /// All that this machine has.
    #[must_use]
    pub fn all() -> Vec<Self> {
        #[cfg(target_arch = "x86_64")]
        {
            let mut all = vec![Self::Plain, Self::Sse2(x86::Sse2::detect())];
            all.extend(x86::Avx2::detect().map(Self::Avx2));
            all
        }
        #[cfg(not(target_arch = "x86_64"))]
        vec![Self::Plain]
    }

    /// Adds the rows of some features to the sums.
    ///
    /// # Panics
    /// When a feature has no row.
    #[inline]
    pub(super) fn add_rows(self, sums: &mut [i16; SUMS], rows: &[i16], features: &[u16]) {
        match self {
            Self::Plain => plain::add_rows(sums, rows, features),
            #[cfg(target_arch = "x86_64")]
            Self::Sse2(kernel) => kernel.add_rows(sums, rows, features),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(kernel) => kernel.add_rows(sums, rows, features),
        }
    }

    /// The sums as activations: smaller steps, between 0 and the most.
    #[inline]
    pub(super) fn clip_sums(self, sums: &[i16; SUMS]) -> [i16; SUMS] {
        // The compiler makes vectors of this by itself.
        plain::clip_sums(sums)
    }

    /// Adds what a layer makes of its inputs to its outputs. Weights are ordered by pair of inputs,
    /// then output, then place in the pair.
    ///
    /// # Panics
    /// When the weights do not fit the inputs and outputs.
    #[inline]
    pub(super) fn layer<const INPUTS: usize, const OUTPUTS: usize>(
        self,
        inputs: &[i16; INPUTS],
        weights: &[i16],
        outputs: &mut [i32; OUTPUTS],
    ) {
        assert_eq!(weights.len(), INPUTS * OUTPUTS, "a weight a connection");
        match self {
            Self::Plain => plain::layer(inputs, weights, outputs),
            #[cfg(target_arch = "x86_64")]
            Self::Sse2(kernel) => kernel.layer(inputs, weights, outputs),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(kernel) => kernel.layer(inputs, weights, outputs),
        }
    }
}

#[cfg(test)]
mod tests;
