// @vitest-environment node
import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { HostModule } from './module'

/** A whole game; crates/azulejo-wasm/tests/it/host.rs writes and checks it. */
const native = JSON.parse(
  readFileSync(
    new URL('../../../../crates/azulejo-wasm/tests/data/host.json', import.meta.url),
    'utf8',
  ),
) as { record: string; exchanges: { request: string; response: string }[] }

const bytes = readFileSync(new URL('./azulejo-host.wasm', import.meta.url))

/** The 64-bit FNV-1a hash of a text in hex. */
function fnv(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  }
  return hash.toString(16).padStart(16, '0')
}

it('plays the same game as the native host', async () => {
  const host = new HostModule(await WebAssembly.compile(bytes))
  expect(native.exchanges.length).toBeGreaterThan(50)
  for (const { request, response } of native.exchanges) {
    const found = host.request(request)
    expect(fnv(found), request).toBe(response)
  }
  const { record } = JSON.parse(host.request('{"op":"record"}')) as { record: string }
  expect(record).toBe(native.record)
})

it('contains no paths of the machine it was built on', () => {
  expect(bytes.includes('/home/')).toBe(false)
  expect(bytes.includes('/root/')).toBe(false)
})
