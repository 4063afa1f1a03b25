import { readFileSync } from 'node:fs'

import { expect, startWithSettings, test } from './support/fixtures.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

const [SAMPLE = ''] = read('crates/azulejo-rules/tests/data/samples/records.jsonl').split('\n')

/** The native behaviour; crates/azulejo-wasm/tests/it/behaviour.rs checks it. */
const native = JSON.parse(read('crates/azulejo-wasm/tests/data/behaviour.json')) as {
  signature: number
  games: { bots: string; grey: boolean; seed: string; record: string }[]
}

/** The URLs of the engine's files on the server. */
function engineUrls() {
  const manifest = JSON.parse(read('web/dist/.vite/manifest.json')) as Record<
    string,
    { file: string }
  >
  const files = Object.values(manifest).map(({ file }) => `/${file}`)
  const ending = (end: string) => files.filter((file) => file.endsWith(end)).sort()
  const isHost = (file: string) => file.includes('azulejo-host')
  const [module = ''] = ending('.wasm').filter((file) => !isHost(file))
  const [host = ''] = ending('.wasm').filter(isHost)
  return { module, host, networks: ending('.net') }
}

test('the engine plays like the native one', async ({ page }) => {
  const urls = engineUrls()
  expect(urls.networks).toHaveLength(6)
  await page.goto('/')
  const found = await page.evaluate(
    async ({ urls, games }) => {
      interface Exports {
        memory: WebAssembly.Memory
        buffer: (length: number) => number
        add_network: () => number
        signature: () => bigint
        simulate: (grey: number, seed: bigint) => number
      }
      let response = ''
      const { instance } = await WebAssembly.instantiateStreaming(fetch(urls.module), {
        azulejo: {
          now: () => performance.now(),
          respond: (at: number, length: number) => {
            response = new TextDecoder().decode(new Uint8Array(engine.memory.buffer, at, length))
          },
        },
      })
      const engine = instance.exports as unknown as Exports
      const write = (bytes: Uint8Array) => {
        const at = engine.buffer(bytes.length)
        new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes)
      }
      for (const url of urls.networks) {
        write(new Uint8Array(await (await fetch(url)).arrayBuffer()))
        if (!engine.add_network()) throw new Error(`${url}: ${response}`)
      }
      const records = games.map(({ bots, grey, seed }) => {
        write(new TextEncoder().encode(bots))
        engine.simulate(grey ? 1 : 0, BigInt(seed))
        return response
      })
      return { signature: Number(engine.signature()), records }
    },
    { urls, games: native.games },
  )
  expect(found).toEqual({
    signature: native.signature,
    records: native.games.map(({ record }) => record),
  })
})

test('the engine’s files are compressed and cached', async ({ request }) => {
  const urls = engineUrls()
  for (const url of [urls.module, urls.host, ...urls.networks]) {
    const headers = { 'accept-encoding': 'gzip, br' }
    const compressed = await request.get(url, { headers })
    expect(compressed.headers(), url).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': url.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream',
    })
    const limit = url === urls.module ? 184_320 : url === urls.host ? 200_000 : 400_000
    expect(Number(compressed.headers()['content-length']), url).toBeLessThan(limit)
    const plain = await request.get(url, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers()['content-encoding'], url).toBeUndefined()
    expect((await plain.body()).equals(await compressed.body()), url).toBe(true)
  }
})

test('a replay gives hints from the device, and loads the engine only for them', async ({
  context,
  page,
}) => {
  await startWithSettings(context, { speed: 'instant' })
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  const ofEngine = () => fetched.filter((path) => /\.(wasm|net)$|\/worker-/.test(path))
  await page.goto('/replay')
  await page.getByLabel('Or paste the text of a record').fill(SAMPLE)
  await page.getByRole('button', { name: 'Show the game' }).click()
  await expect(page.getByText(/^Step 0 of/)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  const ask = page.getByRole('button', { name: 'Hint' })
  await expect(ask).toBeVisible()
  expect(ofEngine()).toEqual([])

  await ask.click()
  await expect(page.getByText(/^Take \d .* and place (it|them) on/)).toBeVisible()
  expect(ofEngine().filter((path) => path.endsWith('.net'))).toHaveLength(1)
  await expect.poll(() => page.workers().length).toBe(1)

  await page.keyboard.press('ArrowRight')
  await expect(ask).toBeVisible()
  await expect.poll(() => page.workers().length, 'another step frees the worker').toBe(0)
})

test('a replay says that hints need a newer browser if WebAssembly lacks SIMD', async ({
  context,
  page,
}) => {
  await startWithSettings(context, { speed: 'instant' })
  await page.addInitScript(() => {
    WebAssembly.validate = () => false
  })
  await page.goto('/replay')
  await page.getByLabel('Or paste the text of a record').fill(SAMPLE)
  await page.getByRole('button', { name: 'Show the game' }).click()
  await expect(page.getByText(/^Step 0 of/)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Hints need a newer browser.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hint' })).toHaveCount(0)
})
