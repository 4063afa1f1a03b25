// Measures the engine's nodes per second of CPU time natively, in Node and in Chromium, in turn,
// over the positions of `azulejo bench --ai`. Needs AZULEJO_BIN and AZULEJO_CHROMIUM; a number
// of rounds may be given.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { chromium } from '@playwright/test'

const ROUNDS = Number(process.argv[2] ?? 15)
const root = new URL('../../', import.meta.url)
const files = [
  'web/src/engine/azulejo.wasm',
  ...['c2', 'c3', 'c4', 'g2', 'g3', 'g4'].map(
    (name) => `crates/azulejo-ai/src/eval/nets/${name}.net`,
  ),
].map((path) => readFileSync(new URL(path, root)).toString('base64'))

/** Returns a function that measures one run; also evaluated in the browser. */
async function prepare([module, ...networks]) {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  const { instance } = await WebAssembly.instantiate(bytes(module), {
    azulejo: { now: () => performance.now(), respond: () => undefined },
  })
  const engine = instance.exports
  for (const network of networks.map(bytes)) {
    const at = engine.buffer(network.length)
    new Uint8Array(engine.memory.buffer, at, network.length).set(network)
    engine.add_network()
  }
  return () => Number(engine.signature())
}

function native() {
  const text = execFileSync(process.env.AZULEJO_BIN, ['bench', '--ai'], { encoding: 'utf8' })
  const [nodes, speed] = text.split('\n').map((line) => Number(line.split(' ')[0]))
  return { nodes, speed }
}

const browser = await chromium.launch({
  executablePath: process.env.AZULEJO_CHROMIUM,
  args: ['--headless', '--no-sandbox'],
})
const page = await browser.newPage()
await page.evaluate(
  `(${prepare.toString()})(${JSON.stringify(files)}).then((run) => { globalThis.run = run })`,
)
const devtools = await page.context().newCDPSession(page)
await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
const run = await prepare(files)

function node() {
  const start = process.cpuUsage()
  const nodes = run()
  const { user, system } = process.cpuUsage(start)
  return { nodes, speed: nodes / (user + system) }
}

/** The CPU time of the page's thread, in seconds. */
async function threadTime() {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ThreadTime').value
}

async function inBrowser() {
  const start = await threadTime()
  const nodes = await page.evaluate('globalThis.run()')
  return { nodes, speed: nodes / ((await threadTime()) - start) / 1e6 }
}

const hosts = { native, node, chromium: inBrowser }
const speeds = { native: [], node: [], chromium: [] }
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, measure] of Object.entries(hosts)) {
    const { nodes, speed } = await measure()
    speeds[name].push(speed)
    if (round === 0) console.log(`${name}: ${nodes} nodes`)
  }
}
await browser.close()

const best = (values) => Math.max(...values)
const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)]
for (const [name, values] of Object.entries(speeds)) {
  const share = (of) => `${((100 * of(values)) / of(speeds.native)).toFixed(0)} %`
  console.log(
    `${name}: best ${best(values).toFixed(2)}, median ${median(values).toFixed(2)} million nodes/s; ` +
      `${share(best)} and ${share(median)} of native`,
  )
}
