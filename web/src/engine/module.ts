/** The exports of azulejo.wasm; see crates/azulejo-wasm/src/exports.rs. */
interface Exports {
  memory: WebAssembly.Memory
  buffer: (length: number) => number
  request: () => void
  add_network: () => number
  signature: () => bigint
  simulate: (grey: number, seed: bigint) => number
}

/** An instance of the engine. Its calls block: in a browser it belongs in a worker. */
export class EngineModule {
  readonly #exports: Exports
  #respond: (text: string) => void = () => undefined

  constructor(module: WebAssembly.Module) {
    const text = new TextDecoder()
    const instance = new WebAssembly.Instance(module, {
      azulejo: {
        now: () => performance.now(),
        respond: (at: number, length: number) => {
          this.#respond(text.decode(new Uint8Array(this.#exports.memory.buffer, at, length)))
        },
      },
    })
    this.#exports = instance.exports as unknown as Exports
  }

  /** Adds the network of a setting. */
  addNetwork(bytes: Uint8Array): void {
    this.#write(bytes)
    let reason = ''
    this.#respond = (text) => (reason = text)
    if (!this.#exports.add_network()) throw new Error(reason)
  }

  /** Answers a request of docs/analysis-protocol.md; `respond` gets each response. */
  request(text: string, respond: (text: string) => void): void {
    this.#write(new TextEncoder().encode(text))
    this.#respond = respond
    this.#exports.request()
  }

  /** The bench signature, as printed by `azulejo bench --ai`, with all networks loaded. */
  signature(): bigint {
    return this.#exports.signature()
  }

  /** The record of a game between bots: the first one of `azulejo sim` with the same seed. */
  simulate(bots: string, grey: boolean, seed: bigint): string {
    this.#write(new TextEncoder().encode(bots))
    let text = ''
    this.#respond = (given) => (text = given)
    if (!this.#exports.simulate(grey ? 1 : 0, seed)) throw new Error(text)
    return text
  }

  #write(bytes: Uint8Array): void {
    const at = this.#exports.buffer(bytes.length)
    // A view is made after the call, because growing the memory detaches older ones.
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes)
  }
}
