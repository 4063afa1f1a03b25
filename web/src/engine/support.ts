/** A module with one function that returns a vector: valid only if WebAssembly has SIMD. */
const SIMD_MODULE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  // One type: no parameters, one result of type v128.
  ...[1, 5, 1, 96, 0, 1, 123],
  // One function of this type.
  ...[3, 2, 1, 0],
  // Its body: i32.const 0, i8x16.splat, end.
  ...[10, 8, 1, 6, 0, 65, 0, 253, 15, 11],
)

/** Whether this browser can run the engine: every browser since 2023 can. */
export function canRunEngine(): boolean {
  return typeof WebAssembly !== 'undefined' && WebAssembly.validate(SIMD_MODULE)
}
