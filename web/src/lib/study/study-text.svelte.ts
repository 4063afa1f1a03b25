import { LazyText } from '../text/lazy-text.svelte'

/** The messages of the report. */
const STUDY = new LazyText(
  import.meta.glob<string>('../../../../locales/*/study.ftl', { query: '?raw', import: 'default' }),
)

export const { ready: studyReady, text: s, use: useStudyText } = STUDY
