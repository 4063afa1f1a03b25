import { LazyText } from '../../lib/text/lazy-text.svelte'

/** The texts of rules and lesson. */
const RULES = new LazyText(
  import.meta.glob<string>('../../../../locales/*/rules.ftl', { query: '?raw', import: 'default' }),
)

export const { ready, text: r, use: useRules } = RULES
