import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** No sandbox (for containers), no updates, no background requests. */
export const BROWSER_ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browser in AZULEJO_CHROMIUM, or else the first one that is installed. */
export function findChromium(): string {
  const named = process.env.AZULEJO_CHROMIUM
  if (named) return named
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  for (const name of NAMES) {
    const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
    if (found) return found
  }
  throw new Error(`no browser found: install one of ${NAMES.join(', ')}, or set AZULEJO_CHROMIUM`)
}
