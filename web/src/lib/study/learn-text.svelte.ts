import { LazyText } from '../text/lazy-text.svelte'

/** The messages of the study page, exercises and studies. */
const LEARN = new LazyText(
  import.meta.glob<string>('../../../../locales/*/learn.ftl', { query: '?raw', import: 'default' }),
)

export const { ready: learnReady, text: l, use: useLearnText } = LEARN
