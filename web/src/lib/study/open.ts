import type { Setting } from '../../engine/messages'
import { IndexedWork } from './keep'
import { Report, whenVisible, type Effort } from './report.svelte'

/** More workers than this would slow the rest of the device down. */
const MOST_WORKERS = 2

const EFFORTS: readonly Effort[] = ['quick', 'standard', 'deep']

/** The effort in the URL's query, such as `?effort=quick`; by default the standard one. */
export function effortOf(query: URLSearchParams): Effort {
  const wanted = query.get('effort')
  return EFFORTS.find((effort) => effort === wanted) ?? 'standard'
}

/** Opens the report of a record. The engine is loaded now. */
export async function openReport(
  record: string,
  setting: Setting,
  effort: Effort,
): Promise<Report> {
  const { ENGINE_VERSION, startEngine } = await import('../../engine')
  return new Report(record, setting, effort, {
    start: startEngine,
    store: new IndexedWork(ENGINE_VERSION),
    version: ENGINE_VERSION,
    workers: Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1)),
    visible: whenVisible,
  })
}
