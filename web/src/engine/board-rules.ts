import type {
  Colour,
  Happening,
  OfferOptions,
  Phase,
  RecordProblem,
  TableEvent,
  TableView,
  TilingOptions,
  Wall,
} from '../lib/protocol'

/** A reason why a position is not legal; see crates/azulejo-wasm/src/board. */
export type Fault =
  | { fault: 'tile_count'; colour: Colour; count: number }
  | { fault: 'factory_count' | 'board_count' | 'marker_count'; count: number }
  | { fault: 'factory_overfull'; factory: number }
  | { fault: 'round'; round: number }
  | {
      fault:
        'score' | 'start' | 'to_move' | 'floor_overfull' | 'row_complete_in_offer' | 'not_to_move'
      seat: number
    }
  | { fault: 'line_overfull' | 'line_mixed' | 'line_on_wall'; seat: number; line: number }
  | { fault: 'wrong_column'; seat: number; line: number; column: number }
  | { fault: 'row_repeats'; seat: number; line: number; colour: Colour }
  | { fault: 'column_repeats'; seat: number; column: number; colour: Colour }
  | { fault: 'marker_when_over' | 'no_phase' | 'other' }

/** A position with the choices of the player to move. */
export interface Shown {
  kind: 'shown'
  table: TableView
  offer: OfferOptions | null
  /** The columns to choose; null if every placement is forced. */
  tiling: TilingOptions | null
}

/** A step and the position after it. */
export interface Played {
  /** A move, a deal or a tiling (`=` and placements). */
  step: string
  position: string
  /** The player to move before the step. */
  seat: number
  /** The round before the step. */
  round: number
  /** The phase after the step. */
  phase: Phase
  /** Whether the next step is a tiling without a choice. */
  forced: boolean
  what: Happening
  events: TableEvent[]
}

export interface PlayedSteps {
  kind: 'played'
  steps: Played[]
  /** The first step that is not possible. */
  rejected: { index: number; step: string; reason: string } | null
}

export interface RecordSteps {
  kind: 'record'
  players: string[]
  first: string
  steps: string[]
  ended: boolean
}

/** The reasons why a position is rejected. */
export type BadPosition =
  | { kind: 'illegal'; faults: Fault[] }
  | { kind: 'malformed'; column: number; reason: string }
  | { kind: 'error'; message: string }

interface BadRecord {
  kind: 'bad_record'
  problem: RecordProblem
}

interface Exports {
  memory: WebAssembly.Memory
  buffer: (length: number) => number
  board: () => void
}

/** The rules of the game, as far as the analysis board needs them. Calls take milliseconds. */
export class BoardRules {
  readonly #exports: Exports
  #answer = ''

  private constructor(instance: (imports: WebAssembly.Imports) => WebAssembly.Instance) {
    const text = new TextDecoder()
    this.#exports = instance({
      azulejo: {
        now: () => performance.now(),
        respond: (at: number, length: number) => {
          this.#answer = text.decode(new Uint8Array(this.#exports.memory.buffer, at, length))
        },
      },
    }).exports as unknown as Exports
  }

  static from(module: WebAssembly.Module): BoardRules {
    return new BoardRules((imports) => new WebAssembly.Instance(module, imports))
  }

  show(position: string): Shown | BadPosition {
    return this.#ask({ ask: 'show', position })
  }

  play(position: string, steps: readonly string[]): PlayedSteps | BadPosition {
    return this.#ask({ ask: 'play', position, steps })
  }

  /** The position of a new game. */
  newGame(players: number, wall: Wall): string {
    const found = this.#ask<{ position?: string }>({ ask: 'new', players, wall })
    return found.position ?? ''
  }

  /** A random deal in a position that awaits one; null in others. */
  randomDeal(position: string): string | null {
    const bytes = crypto.getRandomValues(new Uint8Array(8))
    const seed = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    return this.#ask<{ deal?: string }>({ ask: 'deal', position, seed }).deal ?? null
  }

  readRecord(text: string): RecordSteps | BadRecord | BadPosition {
    return this.#ask({ ask: 'record', text })
  }

  /** The record of a game; null if the steps do not start with a new game. */
  writeRecord(position: string, steps: readonly string[], players: string[]): string | null {
    return this.#ask<{ text?: string }>({ ask: 'write', position, steps, players }).text ?? null
  }

  /** The position with its missing tiles in the bag; null if it is malformed. */
  repair(position: string): string | null {
    return this.#ask<{ position?: string }>({ ask: 'repair', position }).position ?? null
  }

  #ask<T>(request: object): T {
    const bytes = new TextEncoder().encode(JSON.stringify(request))
    const at = this.#exports.buffer(bytes.length)
    // A view is made after the call, because growing the memory detaches older ones.
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes)
    this.#exports.board()
    return JSON.parse(this.#answer) as T
  }
}
