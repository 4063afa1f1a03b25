import { LazyText } from '../../lib/text/lazy-text.svelte'

/** The messages of puzzles. */
const PUZZLES = new LazyText(
  import.meta.glob<string>('../../../../locales/*/puzzles.ftl', {
    query: '?raw',
    import: 'default',
  }),
)

export const { ready: puzzleTextReady, text: p, use: usePuzzleText } = PUZZLES
