import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { FluentBundle, FluentResource } from '@fluent/bundle'
import { describe, expect, it } from 'vitest'

import { LOCALES_DIR } from '../../scripts/locales-plugin'
import { LANGUAGE_TAGS } from '../lib/text/languages'

const FILES = [
  'app.ftl',
  'board.ftl',
  'characters.ftl',
  'device.ftl',
  'learn.ftl',
  'pages.ftl',
  'puzzles.ftl',
  'rules.ftl',
  'server.ftl',
  'study.ftl',
] as const

const read = (language: string, file: string) =>
  readFileSync(join(LOCALES_DIR, language, file), 'utf8')

/** Messages by key in order, with the variables they use. */
function messages(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const entry of new FluentResource(text).body) {
    const variables = new Set<string>()
    JSON.stringify(entry, (_, value: unknown) => {
      const node = value as { type?: string; name?: string } | null
      if (typeof node === 'object' && node?.type === 'var' && node.name) variables.add(node.name)
      return value
    })
    found.set(entry.id, [...variables].sort())
  }
  return found
}

/** The number of messages by line count: the parser skips invalid ones. */
function written(text: string): number {
  return text.split('\n').filter((line) => /^[a-z][a-z0-9-]* =/.test(line)).length
}

const code = readdirSync(join(import.meta.dirname, '..'), { recursive: true, withFileTypes: true })
  .filter((entry) => /\.(ts|svelte)$/.test(entry.name) && !entry.name.includes('.test.'))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  .join('\n')

describe.each(FILES)('%s', (file) => {
  const english = messages(read('en', file))

  it.each(LANGUAGE_TAGS)('has the keys and variables of the English file in %s', (language) => {
    const text = read(language, file)
    expect([...messages(text)]).toEqual([...english])
    expect(messages(text).size).toBe(written(text))
    const bundle = new FluentBundle(language)
    expect(bundle.addResource(new FluentResource(text))).toEqual([])
  })

  it.each(LANGUAGE_TAGS)('keeps the tone in %s', (language) => {
    for (const line of read(language, file).split('\n')) {
      if (line.startsWith('#')) continue
      // No exclamation marks, ellipses or straight quotes.
      expect(line).not.toMatch(/!|…|\.\.\.|'|"/)
    }
  })
})

// The server uses its own file; the messages of puzzles are checked with those of the terminal.
const USED_BY_PAGES = FILES.filter((file) => file !== 'server.ftl' && file !== 'puzzles.ftl')

it.each(USED_BY_PAGES)('%s has no unused key', (file) => {
  const keys = [...messages(read('en', file)).keys()]
  expect(keys.filter((key) => !code.includes(`'${key}'`) && !code.includes(`"${key}"`))).toEqual([])
})

it.each([
  ['rules.ftl', /['"]((?:rules|lesson)-[a-z-]+)['"]/g],
  ['study.ftl', /['"](study-[a-z-]+[a-z])['"]/g],
  ['puzzles.ftl', /['"](puzzles?-[a-z-]+[a-z])['"]/g],
])('%s has every key that a page uses', (file, pattern) => {
  const known = messages(read('en', file))
  const named = [...code.matchAll(pattern)].map((match) => match[1] ?? '')
  expect(named.length).toBeGreaterThan(80)
  expect([...new Set(named)].filter((key) => !known.has(key))).toEqual([])
})
