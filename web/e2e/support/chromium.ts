import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** Nothing that a browser does by itself: no sandbox in containers, no updates, no calls home. */
export const BROWSER_ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browser that AZULEJO_CHROMIUM names, or else the first that is installed. */
export function findChromium(): string {
  const named = process.env.AZULEJO_CHROMIUM
  if (named) return named
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  for (const name of NAMES) {
    const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
    if (found) return found
  }
  throw new Error(`no browser: install one of ${NAMES.join(', ')}, or name it in AZULEJO_CHROMIUM`)
}
