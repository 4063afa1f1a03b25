// Precompresses the built files for the server.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))
const COMPRESSIBLE = new Set([
  ...['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt', '.ftl'],
  // The engine and its networks.
  ...['.wasm', '.net'],
])

const entries = await readdir(DIST, { recursive: true, withFileTypes: true })
let files = 0
for (const entry of entries) {
  if (!entry.isFile() || !COMPRESSIBLE.has(extname(entry.name))) continue
  const path = join(entry.parentPath, entry.name)
  const data = await readFile(path)
  const quality = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  }
  await writeFile(`${path}.br`, brotliCompressSync(data, { params: quality }))
  await writeFile(`${path}.gz`, gzipSync(data, { level: 9 }))
  files += 1
}
console.log(`compressed ${files} files`)
