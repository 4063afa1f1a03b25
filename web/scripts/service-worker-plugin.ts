import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, transformWithOxc, type Plugin } from 'vite'

const SOURCE = join(import.meta.dirname, '../src/service-worker/service-worker.ts')

/** The files outside `assets` that pages need. */
const PUBLIC_FILES = ['favicon.svg', 'favicon-turn.svg', 'manifest.webmanifest']

/** A file of the build, with the module that it was made from, if any. */
export interface BuiltFile {
  name: string
  module?: string | null
}

/** The files by group, as the service worker caches them; see service-worker.ts. */
export function groupFiles(built: BuiltFile[]): Record<string, string[]> {
  const groups: Record<string, string[]> = { shell: ['./', ...PUBLIC_FILES] }
  for (const file of built) {
    if (file.name.startsWith('assets/')) (groups[groupOf(file)] ??= []).push(file.name)
  }
  for (const files of Object.values(groups)) files.sort()
  return groups
}

function groupOf({ name, module }: BuiltFile): string {
  const language = /virtual:locale\/(\w+)$|locales\/(\w+)\/[^/]+\.ftl/.exec(module ?? '')
  if (language) return language[1] ?? language[2] ?? ''
  if (/\/puzzles\/[^/]+\.txt/.test(module ?? '')) return 'puzzles'
  const network = /^assets\/(\w+)-.*\.net$/.exec(name)
  if (network) return network[1] ?? ''
  return name.endsWith('.wasm') ? 'engine' : 'shell'
}

/** Writes `sw.js`, the service worker with the list of files, after everything else. */
export function serviceWorker(): Plugin {
  return {
    name: 'azulejo-service-worker',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) throw new Error('the build has no output folder')
      const built = Object.values(bundle).map((file) => ({
        name: file.fileName,
        module: file.type === 'chunk' ? file.facadeModuleId : null,
      }))
      const groups = groupFiles(built)
      const { code } = await transformWithOxc(readFileSync(SOURCE, 'utf8'), SOURCE)
      const hash = createHash('sha256').update(code)
      for (const name of Object.values(groups).flat()) {
        hash.update(name).update(readFileSync(join(dir, name === './' ? 'index.html' : name)))
      }
      const version = hash.digest('hex').slice(0, 16)
      const constants = `const VERSION='${version}',FILES=${JSON.stringify(groups)};`
      const minified = minifySync('sw.js', code.replace(/^export \{\s*\};?$/m, ''))
      if (minified.errors.length > 0) throw new Error(JSON.stringify(minified.errors))
      writeFileSync(join(dir, 'sw.js'), constants + minified.code)
    },
  }
}
