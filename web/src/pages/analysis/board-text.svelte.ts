import { LazyText } from '../../lib/text/lazy-text.svelte'

/** The messages of the analysis board. */
const BOARD = new LazyText(
  import.meta.glob<string>('../../../../locales/*/board.ftl', { query: '?raw', import: 'default' }),
)

export const { ready, text: b, use: useBoardText } = BOARD
