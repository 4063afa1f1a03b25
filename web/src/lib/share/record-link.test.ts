// @vitest-environment node
import { readFileSync } from 'node:fs'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { recordLink, recordOfFragment } from './record-link'

const [record = ''] = readFileSync(
  new URL('../../../../crates/azulejo-rules/tests/data/samples/records.jsonl', import.meta.url),
  'utf8',
).split('\n')

const fragmentOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1))

beforeEach(() => vi.stubGlobal('location', { href: 'https://tiles.example/' }))
afterEach(() => vi.unstubAllGlobals())

describe('record links', () => {
  it('carry a record to another device', async () => {
    const link = await recordLink(record)
    expect(link).toMatch(/^https:\/\/tiles\.example\/replay#z=[\w-]+$/)
    expect(link.length).toBeLessThan(record.length)
    expect(await recordOfFragment(fragmentOf(link))).toBe(record)
  })

  it('work in browsers that cannot compress', async () => {
    vi.stubGlobal('CompressionStream', undefined)
    const link = await recordLink(record)
    expect(link).toMatch(/#p=/)
    expect(await recordOfFragment(fragmentOf(link))).toBe(record)
  })

  it('are recognised as damaged', async () => {
    const link = await recordLink(record)
    expect(await recordOfFragment(fragmentOf(link.slice(0, -20)))).toBeUndefined()
    expect(await recordOfFragment(new URLSearchParams('z=%00'))).toBeUndefined()
    expect(await recordOfFragment(new URLSearchParams('step=3'))).toBeNull()
  })
})
