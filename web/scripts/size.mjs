// Adds up the compressed size of a first visit to the home page and the table, and fails if one
// exceeds its budget: HTML, scripts, styles, both fonts and one language.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The budgets in bytes, by page. */
const BUDGETS = { 'src/pages/Home.svelte': 120_000, 'src/pages/Game.svelte': 180_000 }
const DIST = fileURLToPath(new URL('../dist', import.meta.url))
const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))

/** The transfer size of a file: compressed if available. */
function weight(file) {
  try {
    return statSync(join(DIST, `${file}.br`)).size
  } catch {
    return statSync(join(DIST, file)).size
  }
}

/** All static dependencies of a chunk. */
function needs(key, found) {
  const chunk = manifest[key]
  if (!chunk || found.has(chunk.file)) return
  found.add(chunk.file)
  for (const css of chunk.css ?? []) found.add(css)
  for (const asset of chunk.assets ?? []) found.add(asset)
  for (const other of chunk.imports ?? []) needs(other, found)
}

const languages = Object.keys(manifest).filter((key) => key.includes('virtual:locale/'))
const biggest = languages.reduce((most, key) =>
  weight(manifest[key].file) > weight(manifest[most].file) ? key : most,
)
const fonts = readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.woff2'))

let failed = false
for (const [page, budget] of Object.entries(BUDGETS)) {
  const files = new Set(['index.html'])
  needs('index.html', files)
  needs(page, files)
  needs(biggest, files)
  for (const font of fonts) files.add(`assets/${font}`)
  const total = [...files].reduce((sum, file) => sum + weight(file), 0)
  console.log(`${page}: ${total} bytes of ${budget} in ${files.size} files`)
  if (process.argv.includes('--files')) {
    for (const file of files) console.log(`  ${String(weight(file)).padStart(7)} ${file}`)
  }
  failed ||= total > budget
}
if (failed) process.exit(1)
