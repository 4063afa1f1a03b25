/** A module whose only function drops a vector constant. */
const PROBE = [
  ...[0, 97, 115, 109, 1, 0, 0, 0], // The magic number and the version.
  ...[1, 4, 1, 96, 0, 0], // One type: no parameters, no results.
  ...[3, 2, 1, 0], // One function of that type.
  ...[10, 23, 1, 21, 0, 253, 12, ...Array<number>(16).fill(0), 26, 11], // v128.const, drop, end.
]

/** Whether the browser runs the engine and the game host, which need WebAssembly SIMD. */
export function canRunEngine(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array(PROBE))
}
