import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { FluentResource } from '@fluent/bundle'
import { describe, expect, it } from 'vitest'

import { LOCALES_DIR } from '../../../scripts/locales-plugin'
import { LANGUAGE_TAGS } from './languages'

// Messages shared by terminal and browser can only be checked against both.

const FILES = [
  'game.ftl',
  'characters.ftl',
  'terminal.ftl',
  'analysis.ftl',
  'web.ftl',
  'pages.ftl',
  'app.ftl',
  'board.ftl',
  'device.ftl',
  'learn.ftl',
  'hosting.ftl',
  'puzzles.ftl',
  'rules.ftl',
  'study.ftl',
]

/** A message: its own variables, and the messages it refers to. */
interface Needs {
  variables: Set<string>
  messages: Set<string>
}

function read(language: string, file: string): Map<string, Needs> {
  const text = readFileSync(join(LOCALES_DIR, language, file), 'utf8')
  const found = new Map<string, Needs>()
  for (const entry of new FluentResource(text).body) {
    const needs: Needs = { variables: new Set(), messages: new Set() }
    JSON.stringify(entry, (_, value: unknown) => {
      const node = value as { type?: string; name?: string } | null
      if (node?.type === 'var' && node.name) needs.variables.add(node.name)
      if (node?.type === 'mesg' && node.name) needs.messages.add(node.name)
      return value
    })
    found.set(entry.id, needs)
  }
  return found
}

const everything = (language: string): Map<string, Needs> =>
  new Map(FILES.flatMap((file) => [...read(language, file)]))

/** The variables a caller must pass: a message's own and those of all it refers to. */
function variablesOf(all: Map<string, Needs>, key: string): string[] {
  const found = new Set<string>()
  const visit = (id: string) => {
    const needs = all.get(id)
    if (!needs) throw new Error(`no message ${id}`)
    for (const name of needs.variables) found.add(name)
    for (const other of needs.messages) visit(other)
  }
  visit(key)
  return [...found].sort()
}

/** The text of all source files below a folder, without tests. */
function sources(folder: string, ending: RegExp): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name) && !/tests?\./.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
}

const browser = sources(join(import.meta.dirname, '../..'), /\.(ts|svelte)$/)
const terminal = sources(join(import.meta.dirname, '../../../../crates/azulejo/src'), /\.rs$/)

/** The keys that the terminal uses, as `Key("…")`. */
const terminalKeys = new Set(
  [...terminal.matchAll(/\bKey\(\s*"([a-z][a-z0-9-]*)"/g)].map((match) => match[1] ?? ''),
)

/** The keys that neither program uses, directly or through another message. */
function unused(all: Map<string, Needs>, keys: Iterable<string>): string[] {
  const used = new Set<string>()
  const visit = (key: string) => {
    if (used.has(key)) return
    used.add(key)
    for (const other of all.get(key)?.messages ?? []) visit(other)
  }
  for (const key of all.keys()) {
    if (terminalKeys.has(key) || browser.includes(`'${key}'`)) visit(key)
  }
  return [...keys].filter((key) => !used.has(key))
}

describe('messages shared by terminal and browser', () => {
  const english = everything('en')

  it('are all used by one of the two', () => {
    expect(terminalKeys.size).toBeGreaterThan(150)
    const shared = ['game.ftl', 'hosting.ftl', 'puzzles.ftl'].flatMap((file) => [
      ...read('en', file).keys(),
    ])
    expect(unused(english, shared)).toEqual([])
  })

  it('are reported if neither uses them', () => {
    const more = new Map(english).set('made-up-key', { variables: new Set(), messages: new Set() })
    expect(unused(more, ['made-up-key', 'turn-yours'])).toEqual(['made-up-key'])
  })

  it('exist for every key of the terminal', () => {
    const known = new Set(
      FILES.filter((file) => terminal.includes(file)).flatMap((file) => [
        ...read('en', file).keys(),
      ]),
    )
    expect(known.size).toBeGreaterThan(150)
    expect([...terminalKeys].filter((key) => !known.has(key))).toEqual([])
  })

  it.each(LANGUAGE_TAGS)('have the same keys and variables in %s', (language) => {
    const own = everything(language)
    expect([...own.keys()]).toEqual([...english.keys()])
    for (const key of english.keys()) {
      expect(variablesOf(own, key), key).toEqual(variablesOf(english, key))
    }
  })
})
