/** A module with one SIMD instruction. */
const PROBE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]

/** Whether the browser runs the engine and the game host, which need WebAssembly SIMD. */
export function canRunEngine(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array(PROBE))
}
