import type { Browser, Page } from '@playwright/test'

/** From this duration in milliseconds a task is long: the user may notice it. */
export const LONG_TASK = 50

/** A task on the main thread of a page, in milliseconds. */
export interface Task {
  wall: number
  /** The processor time, which unlike the duration does not grow with the load of the machine. */
  cpu: number
  /** The parts that took longest, by processor time. */
  parts: string[]
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args: { name?: string }
}

/** Parts shorter than this are not worth reporting, in milliseconds. */
const SHORT = 2

export async function startTrace(browser: Browser, page: Page): Promise<void> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] })
}

/** Stops the trace; returns all tasks on the main thread of pages. */
export async function stopTrace(browser: Browser): Promise<Task[]> {
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`
  const main = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  )
  const events = trace.traceEvents
    .filter((event) => event.ph === 'X' && main.has(threadOf(event)))
    .map((event) => ({
      ...event,
      end: event.ts + (event.dur ?? 0),
      cpu: (event.tdur ?? 0) / 1000,
    }))
  const parts = events.filter(({ name, cpu }) => !name.includes('RunTask') && cpu >= SHORT)
  return events
    .filter(({ name }) => name.includes('RunTask'))
    .map((task) => ({
      wall: (task.end - task.ts) / 1000,
      cpu: task.cpu,
      parts: parts
        .filter((part) => threadOf(part) === threadOf(task))
        .filter((part) => part.ts >= task.ts && part.end <= task.end)
        .toSorted((a, b) => b.cpu - a.cpu)
        .map(({ name, cpu }) => `${name} ${Math.round(cpu)}`),
    }))
}

/** The number of long tasks and the longest ones, as text. */
export function summary(tasks: readonly Task[]): string {
  const count = (kind: 'wall' | 'cpu') => tasks.filter((task) => task[kind] > LONG_TASK).length
  const longest = (kind: 'wall' | 'cpu') =>
    Math.round(Math.max(0, ...tasks.map((task) => task[kind])))
  const details = tasks
    .toSorted((a, b) => b.cpu - a.cpu)
    .slice(0, 3)
    .map(({ cpu, parts }) => `  ${Math.round(cpu)} ms: ${parts.slice(0, 4).join(', ')}`)
  return [
    `${tasks.length} tasks; by processor time ${count('cpu')} over ${LONG_TASK} ms, longest ` +
      `${longest('cpu')} ms; by duration ${count('wall')}, longest ${longest('wall')} ms`,
    ...details,
  ].join('\n')
}
