import { orderById, readPuzzles, type Puzzle } from './puzzle-set'

/** The shipped files, each a lazy chunk. */
const FILES = import.meta.glob<string>('../../../../crates/azulejo-ai/puzzles/*.txt', {
  query: '?raw',
  import: 'default',
})

let loaded: Promise<readonly Puzzle[]> | null = null

/** Loads the shipped puzzles, ordered by id. */
export function loadPuzzles(): Promise<readonly Puzzle[]> {
  loaded ??= Promise.all(Object.values(FILES).map((load) => load()))
    .then((texts) => orderById(texts.flatMap(readPuzzles)))
    .catch((error: unknown) => {
      // A failed download is not kept.
      loaded = null
      throw error
    })
  return loaded
}
