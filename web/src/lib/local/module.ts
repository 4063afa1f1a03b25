/** The exports of azulejo-host.wasm; see crates/azulejo-wasm/src/exports.rs. */
interface Exports {
  memory: WebAssembly.Memory
  buffer: (length: number) => number
  host: () => void
}

/** An instance of the game host, which keeps one game. */
export class HostModule {
  readonly #exports: Exports
  #response = ''

  constructor(module: WebAssembly.Module) {
    const text = new TextDecoder()
    const instance = new WebAssembly.Instance(module, {
      azulejo: {
        respond: (at: number, length: number) => {
          this.#response = text.decode(new Uint8Array(this.#exports.memory.buffer, at, length))
        },
      },
    })
    this.#exports = instance.exports as unknown as Exports
  }

  /** Answers a request; both are JSON. */
  request(text: string): string {
    const bytes = new TextEncoder().encode(text)
    const at = this.#exports.buffer(bytes.length)
    // A view is made after the call, because growing the memory detaches older ones.
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes)
    this.#exports.host()
    return this.#response
  }
}
