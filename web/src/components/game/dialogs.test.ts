import { flushSync, mount, unmount, type Component } from 'svelte'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { useTestLanguage } from '../../testing/language'
import HelpDialog from './HelpDialog.svelte'
import ResignDialog from './ResignDialog.svelte'

let close: () => void = () => undefined

beforeEach(() => useTestLanguage('en'))
afterEach(() => close())

function show<Props extends Record<string, unknown>>(dialog: Component<Props>, props: Props) {
  const target = document.createElement('div')
  const component = mount(dialog, { target, props })
  flushSync()
  close = () => void unmount(component)
  return target
}

it('resigning on a shared screen names the player', () => {
  const onresign = () => undefined
  const shared = show(ResignDialog, { name: 'Ben', consequence: '', onresign })
  expect(shared.querySelector('h2')?.textContent).toContain('Ben')
})

it('the help lists the text commands', () => {
  const text = show(HelpDialog, {}).textContent
  for (const command of ['me', 'legal', 'why', 'bag', 'last', 'clock']) {
    expect(text).toMatch(new RegExp(`\\b${command}\\b`))
  }
})
