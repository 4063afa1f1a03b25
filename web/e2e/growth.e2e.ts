import type { CDPSession } from '@playwright/test'

import { startWithSettings, expect, test } from './support/fixtures.ts'
import { mouse, play } from './support/input.ts'

// Memory over rematches. `npm run growth` plays ten, on the server and on the device.

const LONG = process.env.AZULEJO_LONG !== undefined
const GAMES = LONG ? 11 : 3
const PLACES = [
  { place: 'on the server', onDevice: false },
  ...(LONG ? [{ place: 'on the device', onDevice: true }] : []),
]

/** What a page holds in memory after garbage collection. */
interface Memory {
  /** DOM nodes, detached ones included. */
  nodes: number
  /** The objects on the JavaScript heap in kilobytes. */
  heap: number
}

async function memoryOf(session: CDPSession): Promise<Memory> {
  // Finalizers of the first collection may release more.
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  return { nodes, heap: Math.round((await heapOf(session)) / 1000) }
}

/** The part of a heap snapshot that is needed to add up its objects. */
interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
  nodes: number[]
}

/**
 * The bytes of all objects of the page. Machine code is not counted, because the compiler adds to
 * it in every game, nor are elements, which have their own count.
 */
async function heapOf(session: CDPSession): Promise<number> {
  let text = ''
  const append = ({ chunk }: { chunk: string }) => (text += chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', append)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', append)
  const { snapshot, nodes } = JSON.parse(text) as Snapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  let bytes = 0
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[0][nodes[at + type] ?? 0]
    if (kind !== 'code' && kind !== 'native') bytes += nodes[at + size] ?? 0
  }
  return bytes
}

for (const { place, onDevice } of PLACES) {
  test(`keeps no elements of earlier games over rematches ${place}`, async ({ page, context }) => {
    test.slow()
    await startWithSettings(context, { speed: 'fast', onDevice })
    const session = await context.newCDPSession(page)
    await page.goto('/')
    await page.getByRole('button', { name: /^Play against/ }).click()
    const after: Memory[] = []
    for (let game = 0; game < GAMES; game += 1) {
      await play(page, mouse)
      await expect(page.locator('#result-title')).toBeVisible()
      after.push(await memoryOf(session))
      if (game + 1 === GAMES) break
      await page.getByRole('button', { name: 'Rematch' }).click()
      await expect(page.locator('#result-title')).toHaveCount(0)
    }
    const [first] = after
    const last = after.at(-1)
    const report = after.map(({ nodes, heap }) => `${nodes} nodes, ${heap} kB`).join('; ')
    console.log(`${place}, after each game: ${report}`)
    if (!first || !last) throw new Error('no game was played')
    // Games differ in length, and with them the log and its share of the memory.
    expect(last.nodes, report).toBeLessThan(first.nodes * 1.1)
    expect(last.heap, report).toBeLessThan(first.heap * 1.1)
  })
}
