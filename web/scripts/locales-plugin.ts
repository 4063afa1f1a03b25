import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The folder of the Fluent files, shared by all clients. */
export const LOCALES_DIR = join(import.meta.dirname, '../../locales')

/** The files of a language that the browser needs, in order. */
export const LOCALE_FILES = [
  'game.ftl',
  'characters.ftl',
  'web.ftl',
  'pages.ftl',
  'app.ftl',
  'device.ftl',
  'hosting.ftl',
]

const PREFIX = 'virtual:locale/'

/** The messages of a language as one text, without comments and blank lines. */
export function localeText(language: string): string {
  const texts = LOCALE_FILES.map((file) => readLocaleFile(language, file))
  return texts
    .join('\n')
    .split('\n')
    .filter((line) => !line.startsWith('#') && line.trim() !== '')
    .join('\n')
}

function readLocaleFile(language: string, file: string): string {
  const path = join(LOCALES_DIR, language, file)
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`cannot parse the messages in ${path}`, { cause: error })
  }
}

/** Provides `virtual:locale/<language>`: one lazy chunk per language. */
export function locales(): Plugin {
  return {
    name: 'azulejo-locales',
    resolveId(id) {
      return id.startsWith(PREFIX) ? '\0' + id : undefined
    },
    load(id) {
      if (!id.startsWith('\0' + PREFIX)) return undefined
      const language = id.slice(PREFIX.length + 1)
      for (const file of LOCALE_FILES) this.addWatchFile(join(LOCALES_DIR, language, file))
      return `export default ${JSON.stringify(localeText(language))}`
    },
  }
}
