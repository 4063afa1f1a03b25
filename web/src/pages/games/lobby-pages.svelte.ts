import type { GameCard, LobbyView } from '../../lib/protocol'
import { addPage } from './cards'

export type LobbyList = 'open' | 'live'

/** One list of the lobby: the first page, which the server pushes, and older pages on request. */
export class LobbyPages {
  readonly #list: LobbyList
  readonly #fetch: (list: LobbyList, before: string) => Promise<LobbyView>
  #first = $state<readonly GameCard[]>([])
  #older = $state<readonly GameCard[]>([])
  /** The cursor at the end of the first page. */
  #firstNext = $state<string | undefined>()
  /** The cursor at the end of the older pages. */
  #olderNext = $state<string | undefined>()
  loading = $state(false)

  constructor(list: LobbyList, fetch: (list: LobbyList, before: string) => Promise<LobbyView>) {
    this.#list = list
    this.#fetch = fetch
  }

  get games(): GameCard[] {
    return addPage(this.#first, this.#older)
  }

  get hasMore(): boolean {
    return this.#next !== undefined
  }

  /** Replaces the first page. Older games are fetched again if games have moved to them. */
  async receive(lobby: LobbyView): Promise<void> {
    const before = this.#firstNext
    this.#first = lobby[this.#list]
    this.#firstNext = cursor(lobby, this.#list)
    if (this.#firstNext === before || this.#older.length === 0) return
    if (this.#firstNext === undefined) this.#older = []
    else await this.#load(this.#firstNext)
  }

  /** Shows the next page. */
  async more(): Promise<void> {
    if (this.#next !== undefined) await this.#load(this.#next)
  }

  get #next(): string | undefined {
    return this.#older.length > 0 ? this.#olderNext : this.#firstNext
  }

  async #load(before: string) {
    this.loading = true
    try {
      const page = await this.#fetch(this.#list, before)
      if (before === this.#firstNext) this.#older = page[this.#list]
      else if (before === this.#olderNext) this.#older = addPage(this.#older, page[this.#list])
      else return
      this.#olderNext = cursor(page, this.#list)
    } finally {
      this.loading = false
    }
  }
}

function cursor(lobby: LobbyView, list: LobbyList): string | undefined {
  return list === 'open' ? lobby.next_open : lobby.next_live
}
