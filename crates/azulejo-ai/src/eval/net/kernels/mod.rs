//! The inner loops of a network, as scalar and SIMD kernels with identical results.
//!
//! [`Kernel::Scalar`] is the reference implementation; the SIMD kernels are tested against it bit
//! for bit.

mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::ACCUMULATOR;

/// An implementation of the inner loops.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kernel {
    /// The scalar reference implementation.
    Scalar,
    /// 128-bit vectors, which every x86-64 CPU has.
    #[cfg(target_arch = "x86_64")]
    Sse2(x86::Sse2),
    /// 256-bit vectors.
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::Avx2),
    /// 128-bit vectors of WebAssembly.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

impl Kernel {
    /// Returns the fastest kernel that this CPU supports.
    #[must_use]
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(avx2) = x86::Avx2::detect() {
                return Self::Avx2(avx2);
            }
            Self::Sse2(x86::Sse2::detect())
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        {
            Self::Simd128
        }
        #[cfg(not(any(
            target_arch = "x86_64",
            all(target_arch = "wasm32", target_feature = "simd128")
        )))]
        Self::Scalar
    }

    /// Returns all kernels that this CPU supports.
    #[must_use]
    pub fn all() -> Vec<Self> {
        #[cfg(target_arch = "x86_64")]
        {
            let mut all = vec![Self::Scalar, Self::Sse2(x86::Sse2::detect())];
            all.extend(x86::Avx2::detect().map(Self::Avx2));
            all
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        {
            vec![Self::Scalar, Self::Simd128]
        }
        #[cfg(not(any(
            target_arch = "x86_64",
            all(target_arch = "wasm32", target_feature = "simd128")
        )))]
        vec![Self::Scalar]
    }

    /// Adds the weights of the active features to the accumulator.
    ///
    /// # Panics
    /// If a feature is out of range.
    #[inline]
    pub(super) fn accumulate(
        self,
        accumulator: &mut [i16; ACCUMULATOR],
        weights: &[i16],
        features: &[u16],
    ) {
        match self {
            Self::Scalar => scalar::accumulate(accumulator, weights, features),
            #[cfg(target_arch = "x86_64")]
            Self::Sse2(kernel) => kernel.accumulate(accumulator, weights, features),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(kernel) => kernel.accumulate(accumulator, weights, features),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 => wasm::accumulate(accumulator, weights, features),
        }
    }

    /// Applies the clipped ReLU to the accumulator.
    #[inline]
    pub(super) fn clipped_relu(self, accumulator: &[i16; ACCUMULATOR]) -> [i16; ACCUMULATOR] {
        // Auto-vectorised by the compiler.
        scalar::clipped_relu(accumulator)
    }

    /// Adds the product of inputs and weights to the outputs. Weights are ordered by pair of
    /// inputs, then output, then position in the pair.
    ///
    /// # Panics
    /// If the number of weights does not match.
    #[inline]
    pub(super) fn layer<const INPUTS: usize, const OUTPUTS: usize>(
        self,
        inputs: &[i16; INPUTS],
        weights: &[i16],
        outputs: &mut [i32; OUTPUTS],
    ) {
        assert_eq!(weights.len(), INPUTS * OUTPUTS, "one weight per connection");
        match self {
            Self::Scalar => scalar::layer(inputs, weights, outputs),
            #[cfg(target_arch = "x86_64")]
            Self::Sse2(kernel) => kernel.layer(inputs, weights, outputs),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(kernel) => kernel.layer(inputs, weights, outputs),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 => wasm::layer(inputs, weights, outputs),
        }
    }
}

#[cfg(test)]
mod tests;
