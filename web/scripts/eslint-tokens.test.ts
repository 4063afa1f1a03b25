// @vitest-environment node
import { Linter } from 'eslint'
import svelte from 'eslint-plugin-svelte'
import { describe, expect, it } from 'vitest'

import tokens from './eslint-tokens.js'

function problems(declaration: string): string[] {
  const linter = new Linter()
  const code = `<p>text</p>\n<style>p { ${declaration} }</style>\n`
  const rule = {
    files: ['**/*.svelte'],
    plugins: { azulejo: { rules: { tokens } } },
    rules: { 'azulejo/tokens': 'error' },
  } as Linter.Config
  const config = [...svelte.configs.base, rule] as Linter.Config[]
  return linter.verify(code, config, 'Test.svelte').map(({ message }) => message)
}

describe('azulejo/tokens', () => {
  it.each([
    ['padding: 0.5rem 1rem', 2],
    ['margin-top: -0.25rem', 1],
    ['gap: calc(2px + 3px)', 1],
    ['right: calc(50% - 0.125rem)', 1],
    ['font-size: 0.875rem', 1],
    ['font: 600 1.25rem / 1 serif', 1],
    ['border-radius: 4px', 1],
    ['inset-inline-start: 12px', 1],
  ])('rejects %s', (declaration, count) => {
    expect(problems(declaration)).toHaveLength(count)
  })

  it.each([
    'padding: var(--space-8) 0',
    'margin: calc(-1 * var(--space-4)) auto',
    'top: -2px',
    'padding: 4%',
    'font-size: 0.9em',
    'font-size: clamp(1rem, 0.93rem + 0.35vw, 1.1875rem)',
    'font: 600 18px serif',
    'border: 1px solid',
    'width: 22rem',
    'box-shadow: 0 0 0 3px red',
    '--arrow-at: 0.75rem',
  ])('accepts %s', (declaration) => {
    expect(problems(declaration)).toEqual([])
  })
})
