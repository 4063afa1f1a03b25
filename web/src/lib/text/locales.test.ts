import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FluentResource } from '@fluent/bundle'
import { describe, expect, it } from 'vitest'

import { LOCALES_DIR, localeText } from '../../../scripts/locales-plugin'
import { makeBundle } from './i18n.svelte'
import { LANGUAGE_TAGS } from './languages'

/** Messages by key, with the variables they use. */
function messages(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const entry of new FluentResource(text).body) {
    const variables = new Set<string>()
    JSON.stringify(entry, (_, value: unknown) => {
      const node = value as { type?: string; name?: string } | null
      if (typeof node === 'object' && node?.type === 'var' && node.name) variables.add(node.name)
      return value
    })
    found.set(entry.id, variables)
  }
  return found
}

const read = (language: string) => readFileSync(join(LOCALES_DIR, language, 'web.ftl'), 'utf8')

/** The source code of the client without tests. */
function sources(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.(ts|svelte)$/.test(entry.name) && !entry.name.includes('.test.'),
    )
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
}

const english = messages(read('en'))
const code = sources(join(import.meta.dirname, '../..'))

describe.each(LANGUAGE_TAGS)('the messages of the table in %s', (language) => {
  const own = messages(read(language))

  it('have the keys and variables of the English ones', () => {
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [key, variables] of english) {
      expect([...(own.get(key) ?? [])].sort(), key).toEqual([...variables].sort())
    }
  })

  it('load together with the other files without duplicates', () => {
    expect(() => makeBundle(language, localeText(language))).not.toThrow()
  })

  it('have true minus signs and no exclamation marks', () => {
    const lines = read(language)
      .split('\n')
      .filter((line) => !line.startsWith('#'))
    for (const line of lines) {
      expect(line).not.toMatch(/!/)
      expect(line).not.toMatch(/-\{ \$/)
    }
  })
})

describe('the messages of the table', () => {
  it('are all used', () => {
    const text = read('en')
    const unused = [...english.keys()].filter(
      (key) => !code.includes(`'${key}'`) && !text.includes(`{ ${key} }`),
    )
    expect(unused).toEqual([])
  })

  it('exist for every key in the components', () => {
    const known = messages(localeText('en'))
    const named = [...code.matchAll(/\bt\(\s*'([a-z][a-z0-9-]*)'/g)].map((match) => match[1] ?? '')
    expect(named.length).toBeGreaterThan(100)
    const missing = [...new Set(named)].filter((key) => !known.has(key))
    expect(missing).toEqual([])
  })
})
